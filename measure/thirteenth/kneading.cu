// Narrow numbers, copies in flight, Fourier, small systems.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

extern "C" __global__ void stream_half2_axpy(const half2 *x, half2 *y, int n, float a)
{
    half2 k = __float2half2_rn(a);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma2(k, x[i], y[i]);
}

extern "C" __global__ void stream_bf16_average(const __nv_bfloat16 *a, const __nv_bfloat16 *b, __nv_bfloat16 *c, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = __float2bfloat16(0.5f * (__bfloat162float(a[i]) + __bfloat162float(b[i])));
}

// windows of a signal: while one is worked on the next is on its way
template <int STAGES>
__global__ void stream_staged_windows(const float *__restrict__ in, float *__restrict__ out, int tiles)
{
    __shared__ float buf[STAGES][256];
    const float *from = in + (size_t)blockIdx.x * tiles * 256;
    float *to = out + (size_t)blockIdx.x * tiles * 256;
    int t = threadIdx.x;
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < tiles) __pipeline_memcpy_async(&buf[s][4 * t], from + s * 256 + 4 * t, 16);
        __pipeline_commit();
    }
    for (int k = 0; k < tiles; k++) {
        int ahead = k + STAGES - 1;
        if (ahead < tiles) __pipeline_memcpy_async(&buf[ahead % STAGES][4 * t], from + ahead * 256 + 4 * t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        const float *b = buf[k % STAGES];
        for (int e = t; e < 256; e += 64) {
            float l = b[e > 0 ? e - 1 : 0], r = b[e < 255 ? e + 1 : 255];
            to[k * 256 + e] = 0.25f * l + 0.5f * b[e] + 0.25f * r;
        }
        __syncthreads();
    }
}
template __global__ void stream_staged_windows<4>(const float *, float *, int);

// a product whose tiles come by cp.async, two buffers
extern "C" __global__ void matmulTilesInFlight(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[2][32][32], sb[2][32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    auto bring = [&](int s, int k0) {
        for (int j = 0; j < 32; j += 8) {
            __pipeline_memcpy_async(&sa[s][ty + j][tx], &a[(row + j) * n + k0 + tx], 4);
            __pipeline_memcpy_async(&sb[s][ty + j][tx], &b[(k0 + ty + j) * n + col], 4);
        }
        __pipeline_commit();
    };
    float s[4] = {};
    bring(0, 0);
    for (int k0 = 0, at = 0; k0 < n; k0 += 32, at ^= 1) {
        if (k0 + 32 < n) bring(at ^ 1, k0 + 32);
        else __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; k++) {
            float v = sb[at][k][tx];
            for (int j = 0; j < 4; j++) s[j] += sa[at][ty + 8 * j][k] * v;
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) c[(row + 8 * j) * n + col] = s[j];
}

__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// radix two, 1024 points a block, bits turned while loading
extern "C" __global__ void fft_radix2_1024(const float2 *in, float2 *out)
{
    __shared__ float2 s[1024];
    for (int i = threadIdx.x; i < 1024; i += 512) s[__brev(i) >> 22] = in[blockIdx.x * 1024 + i];
    for (int half_ = 1; half_ < 1024; half_ *= 2) {
        __syncthreads();
        int k = threadIdx.x & (half_ - 1), lo = 2 * threadIdx.x - k;
        float c, d;
        sincospif(-(float)k / half_, &d, &c);
        float2 a = s[lo], b = s[lo + half_] * make_float2(c, d);
        s[lo] = a + b;
        s[lo + half_] = a - b;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512) out[blockIdx.x * 1024 + i] = s[i];
}

// one step of radix four over the whole array
extern "C" __global__ void fft_radix4_step(const float2 *__restrict__ in, float2 *__restrict__ out, int n, int p)
{
    int t = n / 4, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= t) return;
    int k = i & (p - 1), j = ((i - k) << 2) + k;
    float alpha = -0.5f * k / p, c, s;
    sincospif(alpha, &s, &c);
    float2 w = {c, s}, w2 = w * w;
    float2 a = in[i], b = in[i + t] * w, d = in[i + 2 * t] * w2, e = in[i + 3 * t] * (w2 * w);
    float2 u = a + d, v = a - d, x = b + e, y = b - e;
    y = make_float2(y.y, -y.x);
    out[j] = u + x;
    out[j + p] = v + y;
    out[j + 2 * p] = u - x;
    out[j + 3 * p] = v - y;
}

// LU without pivots, a thread a matrix, all in registers
template <int N>
__global__ void linear_lu_registers(const float *in, float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float m[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++) m[r][c] = in[(r * N + c) * count + i] + (r == c ? N : 0.f);
#pragma unroll
    for (int k = 0; k < N; k++) {
        float inv = 1.f / m[k][k];
#pragma unroll
        for (int r = k + 1; r < N; r++) {
            m[r][k] *= inv;
#pragma unroll
            for (int c = k + 1; c < N; c++) m[r][c] -= m[r][k] * m[k][c];
        }
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++) out[(r * N + c) * count + i] = m[r][c];
}
template __global__ void linear_lu_registers<5>(const float *, float *, int);

// Cholesky of 32 x 32 doubles, a warp a matrix, a lane a row
extern "C" __global__ void linear_cholesky_warp(const double *in, double *out, int count)
{
    __shared__ double s[2][32][33];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, b = blockIdx.x * 2 + w;
    if (b >= count) return;
    double(*m)[33] = s[w];
    for (int r = 0; r < 32; r++) m[r][lane] = in[(size_t)b * 1024 + r * 32 + lane] + (r == lane ? 64.0 : 0.0);
    __syncwarp();
    for (int k = 0; k < 32; k++) {
        double d = sqrt(m[k][k]);
        __syncwarp();
        if (lane == k) m[k][k] = d;
        if (lane > k) m[lane][k] /= d;
        __syncwarp();
        if (lane > k)
            for (int c = k + 1; c <= lane; c++) m[lane][c] -= m[lane][k] * m[c][k];
        __syncwarp();
    }
    for (int r = 0; r < 32; r++) out[(size_t)b * 1024 + r * 32 + lane] = lane <= r ? m[r][lane] : 0.0;
}

// Gauss and Jordan with the right side beside, a block a system
extern "C" __global__ void linear_gauss_jordan(const float *a, const float *b, float *x, int n)
{
    extern __shared__ float m[];
    int pitch = n + 1, r = threadIdx.y, c = threadIdx.x;
    for (int k = c; k < pitch; k += blockDim.x)
        m[r * pitch + k] = k < n ? a[((size_t)blockIdx.x * n + r) * n + k] + (k == r ? n : 0) : b[blockIdx.x * n + r];
    __syncthreads();
    for (int p = 0; p < n; p++) {
        float f = m[r * pitch + p] / m[p * pitch + p];
        __syncthreads();
        if (r != p)
            for (int k = p + c; k < pitch; k += blockDim.x) m[r * pitch + k] -= f * m[p * pitch + k];
        __syncthreads();
    }
    if (c == 0) x[blockIdx.x * n + r] = m[r * pitch + n] / m[r * pitch + r];
}

// lower triangle solved forward for many right sides
extern "C" __global__ void linear_forward_solve(const float *__restrict__ L, const float *__restrict__ b, float *__restrict__ x, int n,
                                                int sides)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sides) return;
    for (int i = 0; i < n; i++) {
        float v = b[i * sides + s];
        for (int j = 0; j < i; j++) v -= L[i * n + j] * x[j * sides + s];
        x[i * sides + s] = v;
    }
}
