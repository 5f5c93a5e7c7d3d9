// Signals, small systems.
#include <stdint.h>

// radix two, decimation in time, 512 points a block of 256, table of roots in memory
extern "C" __global__ void fft_tabled_roots_512(float2 *data, const float2 *root)
{
    __shared__ float2 s[512];
    float2 *p = data + blockIdx.x * 512;
    const int t = threadIdx.x;
    s[__brev(t) >> 23] = p[t];
    s[__brev(t + 256) >> 23] = p[t + 256];
    for (int half = 1; half < 512; half <<= 1) {
        __syncthreads();
        int k = t & (half - 1), i = 2 * t - k;
        float2 w = root[k * (256 / half)], a = s[i], b = s[i + half];
        float2 u = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
        s[i] = make_float2(a.x + u.x, a.y + u.y);
        s[i + half] = make_float2(a.x - u.x, a.y - u.y);
    }
    __syncthreads();
    p[t] = s[t];
    p[t + 256] = s[t + 256];
}

// lifting steps of a wavelet along rows, ints, in shared memory
extern "C" __global__ void sig_lifted_wavelet_rows(const int *in, int *out, int width)
{
    extern __shared__ int row[];
    const int *p = in + (size_t)blockIdx.x * width;
    for (int k = threadIdx.x; k < width; k += blockDim.x) row[k] = p[k];
    __syncthreads();
    int half = width / 2;
    for (int k = threadIdx.x; k < half; k += blockDim.x) row[2 * k + 1] -= (row[2 * k] + row[min(2 * k + 2, width - 2)]) >> 1;
    __syncthreads();
    for (int k = threadIdx.x; k < half; k += blockDim.x) row[2 * k] += (row[max(2 * k - 1, 1)] + row[2 * k + 1] + 2) >> 2;
    __syncthreads();
    for (int k = threadIdx.x; k < half; k += blockDim.x) {
        out[(size_t)blockIdx.x * width + k] = row[2 * k];
        out[(size_t)blockIdx.x * width + half + k] = row[2 * k + 1];
    }
}

// likeness of a short signal at every shift, four shifts of a thread
extern "C" __global__ void sig_likeness_at_shifts(const float *signal, const float *wanted, float *out, int n, int length)
{
    extern __shared__ float w[];
    for (int k = threadIdx.x; k < length; k += blockDim.x) w[k] = wanted[k];
    __syncthreads();
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 3 + length > n) return;
    float a = 0, b = 0, c = 0, d = 0, x = signal[first], y = signal[first + 1], z = signal[first + 2];
    for (int k = 0; k < length; k++) {
        float u = signal[first + k + 3], v = w[k];
        a += x * v, b += y * v, c += z * v, d += u * v;
        x = y, y = z, z = u;
    }
    *(float4 *)(out + first) = make_float4(a, b, c, d);
}

// up by three, down by two, with a filter of phases
extern "C" __global__ void sig_resample_three_for_two(const short *in, const float *phase, short *out, int n, int reach)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = 2 * i / 3, f = 2 * i % 3;
    float s = 0;
    for (int k = 0; k < reach; k++) {
        int j = at - k;
        if (j >= 0) s += phase[f * reach + k] * in[j];
    }
    out[i] = (short)max(-32768, min(32767, __float2int_rn(s)));
}

// beams: delays of sixteen channels, sums of samples between
extern "C" __global__ void sig_beams_of_sixteen(const float *channel, const float *delay, float *beam, int samples, int beams)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (t >= samples) return;
    float s = 0;
#pragma unroll 4
    for (int c = 0; c < 16; c++) {
        float at = t + delay[b * 16 + c];
        int i = (int)at;
        float f = at - i;
        if (i + 1 < samples) s += (1 - f) * channel[c * samples + i] + f * channel[c * samples + i + 1];
    }
    beam[b * samples + t] = s;
}

// four by four inverses by cofactors would be long: Gauss with pivots, in local arrays, double
extern "C" __global__ void sml_solve_six_with_pivots(const double *A, const double *b, double *x, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double m[6][7];
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) m[r][c] = A[(r * 6 + c) * count + i];
        m[r][6] = b[r * count + i];
    }
    for (int k = 0; k < 6; k++) {
        int p = k;
        for (int r = k + 1; r < 6; r++)
            if (fabs(m[r][k]) > fabs(m[p][k])) p = r;
        for (int c = k; c < 7; c++) {
            double t = m[k][c];
            m[k][c] = m[p][c];
            m[p][c] = t;
        }
        double inv = 1 / m[k][k];
        for (int r = k + 1; r < 6; r++) {
            double f = m[r][k] * inv;
            for (int c = k; c < 7; c++) m[r][c] -= f * m[k][c];
        }
    }
    for (int k = 5; k >= 0; k--) {
        double s = m[k][6];
        for (int c = k + 1; c < 6; c++) s -= m[k][c] * m[c][6];
        m[k][6] = s / m[k][k];
    }
    for (int k = 0; k < 6; k++) x[k * count + i] = m[k][6];
}

// rows of a triangular system one after the other by a block
extern "C" __global__ void la_backward_solve_by_block(const float *U, float *x, int n)
{
    extern __shared__ float v[];
    const float *m = U + (size_t)blockIdx.x * n * n;
    for (int k = threadIdx.x; k < n; k += blockDim.x) v[k] = x[blockIdx.x * n + k];
    for (int k = n - 1; k >= 0; k--) {
        __syncthreads();
        if (threadIdx.x == 0) v[k] /= 4 + m[k * n + k];
        __syncthreads();
        float s = v[k];
        for (int r = threadIdx.x; r < k; r += blockDim.x) v[r] -= s * 0.1f * m[k * n + r];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) x[blockIdx.x * n + k] = v[k];
}

// Bessel and gamma functions, doubles
extern "C" __global__ void fn_bessel_and_gamma(const double *in, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double x = in[i];
        out[i] = j0(10 * x) + lgamma(1 + x);
    }
}

// five chains of sines of polynomials, floats by launch bounds of few registers
extern "C" __global__ void __launch_bounds__(256, 8) calc_mixed_series(const float *in, float *out, int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], a = 1, b = x, c = 0, d = 0;
    for (int k = 1; k <= terms; k++) {
        a = a * x / k;
        b = -b * x * x / (2 * k * (2 * k + 1));
        c += a;
        d += b;
    }
    out[i] = c + d + sinf(x) * cosf(3 * x);
}
