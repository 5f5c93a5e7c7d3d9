// Signals, transforms, equations and small systems.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

struct Biquad { float b0, b1, b2, a1, a2; };

__constant__ float2 twiddle[256];
__constant__ float fir_taps[256];
__constant__ Biquad section[8];

// one stage of Stockham's transform, radix two
extern "C" __global__ void fft_stage_by_stockham(const float2 *__restrict__ in, float2 *__restrict__ out, int n, int ns)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n / 2) return;
    const int k = j % ns;
    float s, c;
    sincospif(-(float)k / ns, &s, &c);
    const float2 a = in[j], b = in[j + n / 2];
    const float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    const int to = (j / ns) * 2 * ns + k;
    out[to] = make_float2(a.x + t.x, a.y + t.y);
    out[to + ns] = make_float2(a.x - t.x, a.y - t.y);
}

// 512 points a block; the roots of unity in constant memory
extern "C" __global__ void __launch_bounds__(256) fft_of_512_shared(float2 *data, int lines)
{
    __shared__ float2 v[512];
    float2 *line = data + (size_t)blockIdx.x * 512;
    for (int i = threadIdx.x; i < 512; i += 256) v[__brev(i) >> 23] = line[i];
    __syncthreads();
    for (int half = 1, shift = 8; half < 512; half *= 2, shift--) {
        const int k = threadIdx.x & (half - 1), i = 2 * threadIdx.x - k;
        const float2 w = twiddle[k << shift], a = v[i], b = v[i + half];
        const float2 t = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
        v[i] = make_float2(a.x + t.x, a.y + t.y);
        v[i + half] = make_float2(a.x - t.x, a.y - t.y);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 512; i += 256) line[i] = v[i];
}

// filter with a number of taps told at run time, every other sample is kept
extern "C" __global__ void sig_fir_and_halve(const float *in, float *out, int n, int taps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < taps; k++) sum += fir_taps[k] * in[2 * i + k];
    out[i] = sum;
}

// four second order sections, a channel each thread, samples interleaved
extern "C" __global__ void sig_biquads_of_channels(const float *__restrict__ in, float *__restrict__ out, int channels, int samples)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float z1[4] = {}, z2[4] = {};
    for (int t = 0; t < samples; t++) {
        float x = in[(size_t)t * channels + c];
#pragma unroll
        for (int s = 0; s < 4; s++) {
            const float y = section[s].b0 * x + z1[s];
            z1[s] = section[s].b1 * x - section[s].a1 * y + z2[s];
            z2[s] = section[s].b2 * x - section[s].a2 * y;
            x = y;
        }
        out[(size_t)t * channels + c] = x;
    }
}

// power at each frequency by Goertzel's recurrence
extern "C" __global__ void sig_goertzel_recurrence(const float *signal, float *power, int samples, int tones)
{
    const int tone = blockIdx.x * blockDim.x + threadIdx.x;
    if (tone >= tones) return;
    signal += (size_t)blockIdx.y * samples;
    const float c = 2.0f * cospif(2.0f * tone / samples);
    float s1 = 0, s2 = 0;
    for (int i = 0; i < samples; i++) {
        const float s = signal[i] + c * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    power[blockIdx.y * tones + tone] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

// correlation with a long pattern, pieces copied ahead asynchronously
extern "C" __global__ void sig_correlate_copied_ahead(const float *__restrict__ signal, const float *__restrict__ pattern, float *__restrict__ out, int n, int length)
{
    __shared__ float s[2][320], p[2][64];
    const int first = blockIdx.x * 256, last = n + length - 2;
    auto fetch = [&](int at, int buffer) {
        for (int i = threadIdx.x; i < 320; i += 256) __pipeline_memcpy_async(&s[buffer][i], signal + min(first + at + i, last), 4);
        if (threadIdx.x < 64) __pipeline_memcpy_async(&p[buffer][threadIdx.x], pattern + at + threadIdx.x, 4);
        __pipeline_commit();
    };
    fetch(0, 0);
    float sum = 0;
    int buffer = 0;
    for (int at = 0; at < length; at += 64) {
        if (at + 64 < length) {
            fetch(at + 64, buffer ^ 1);
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 64; k++) sum += p[buffer][k] * s[buffer][threadIdx.x + k];
        __syncthreads();
        buffer ^= 1;
    }
    if (first + threadIdx.x < n) out[first + threadIdx.x] = sum;
}

// cosine transform of 16 by 16 tiles: basis x tile x basis transposed, a warp each
extern "C" __global__ void __launch_bounds__(128) sig_dct_tiles_by_wmma(const half *tiles, const half *basis, float *out, int count)
{
    using namespace nvcuda;
    __shared__ __align__(32) float between[4][256];
    __shared__ __align__(32) half rounded[4][256];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, tile = blockIdx.x * 4 + warp;
    if (tile >= count) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> bt;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, basis, 16);
    wmma::load_matrix_sync(b, tiles + (size_t)tile * 256, 16);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(between[warp], c, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = lane; i < 256; i += 32) rounded[warp][i] = __float2half(between[warp][i]);
    __syncwarp();
    wmma::load_matrix_sync(a, rounded[warp], 16);
    wmma::load_matrix_sync(bt, basis, 16);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, bt, c);
    wmma::store_matrix_sync(out + (size_t)tile * 256, c, 16, wmma::mem_row_major);
}

// over-relaxation in place, one colour of the board
extern "C" __global__ void pde_sor_of_one_colour(double *u, const double *f, int w, int h, int colour, double omega)
{
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
    if (x >= w - 1 || y >= h - 1) return;
    const int i = y * w + x;
    const double mean = 0.25 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] + f[i]);
    u[i] += omega * (mean - u[i]);
}

// dense systems of N by elimination with pivots, a thread each
template <typename T, int N>
__global__ void systemsWithPivots(const T *a, const T *b, T *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T m[N][N + 1];
#pragma unroll
    for (int r = 0; r < N; r++) {
#pragma unroll
        for (int c = 0; c < N; c++) m[r][c] = a[(size_t)i * N * N + r * N + c];
        m[r][N] = b[(size_t)i * N + r];
    }
#pragma unroll
    for (int p = 0; p < N; p++) {
#pragma unroll
        for (int r = p + 1; r < N; r++)
            if (fabs(m[r][p]) > fabs(m[p][p])) {
#pragma unroll
                for (int c = p; c <= N; c++) {
                    const T t = m[r][c];
                    m[r][c] = m[p][c];
                    m[p][c] = t;
                }
            }
        const T inv = T(1) / m[p][p];
#pragma unroll
        for (int r = p + 1; r < N; r++) {
            const T f = m[r][p] * inv;
#pragma unroll
            for (int c = p + 1; c <= N; c++) m[r][c] -= f * m[p][c];
        }
    }
#pragma unroll
    for (int r = N - 1; r >= 0; r--) {
        T s = m[r][N];
#pragma unroll
        for (int c = r + 1; c < N; c++) s -= m[r][c] * m[c][N];
        m[r][N] = s / m[r][r];
        x[(size_t)i * N + r] = m[r][N];
    }
}
template __global__ void systemsWithPivots<float, 4>(const float *, const float *, float *, int);
template __global__ void systemsWithPivots<double, 5>(const double *, const double *, double *, int);

// eigenvalues of symmetric matrices of three by rotations until little is left beside the diagonal
extern "C" __global__ void la_eigen_three_by_jacobi(const float *six, float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = six[i], b = six[n + i], c = six[2 * n + i], d = six[3 * n + i], e = six[4 * n + i], f = six[5 * n + i];
    // a d e / d b f / e f c
    for (int sweep = 0; sweep < 12 && d * d + e * e + f * f > 1e-10f; sweep++) {
        auto rotate = [](float &p, float &q, float &off, float &u, float &v) {
            if (fabsf(off) < 1e-12f) return;
            const float theta = (q - p) / (2 * off);
            const float t = copysignf(1.0f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1));
            const float cs = rsqrtf(t * t + 1), sn = t * cs;
            p -= t * off;
            q += t * off;
            off = 0;
            const float nu = cs * u - sn * v;
            v = sn * u + cs * v;
            u = nu;
        };
        rotate(a, b, d, e, f);
        rotate(a, c, e, d, f);
        rotate(b, c, f, d, e);
    }
    values[i] = a;
    values[n + i] = b;
    values[2 * n + i] = c;
}
