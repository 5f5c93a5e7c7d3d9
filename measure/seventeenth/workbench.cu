// Small systems, signals, arrays of a thread's own, templates.
#include <cuda_fp16.h>
#include <stdint.h>

// five unknowns a thread, Gauss without a search for pivots
extern "C" __global__ void sys_five_by_five(const float *__restrict__ A, const float *__restrict__ b, float *__restrict__ x, int n)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= n) return;
    float a[5][6];
    for (int r = 0; r < 5; r++) {
        for (int c = 0; c < 5; c++) a[r][c] = A[(r * 5 + c) * n + m] + (r == c ? 6.f : 0.f);
        a[r][5] = b[r * n + m];
    }
    for (int k = 0; k < 5; k++) {
        float inv = 1.f / a[k][k];
        for (int r = k + 1; r < 5; r++) {
            float f = a[r][k] * inv;
            for (int c = k; c < 6; c++) a[r][c] -= f * a[k][c];
        }
    }
    for (int k = 4; k >= 0; k--) {
        float s = a[k][5];
        for (int c = k + 1; c < 5; c++) s -= a[k][c] * a[c][5];
        a[k][5] = s / a[k][k];
    }
    for (int k = 0; k < 5; k++) x[k * n + m] = a[k][5];
}

// many tridiagonal systems, a thread each
extern "C" __global__ void sys_thomas_side_by_side(const double *lower, const double *diag, const double *upper, double *rhs, double *c, int systems, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    double cp = upper[s] / diag[s], dp = rhs[s] / diag[s];
    c[s] = cp;
    rhs[s] = dp;
    for (int k = 1; k < n; k++) {
        int i = k * systems + s;
        double w = 1 / (diag[i] - lower[i] * cp);
        cp = upper[i] * w;
        dp = (rhs[i] - lower[i] * dp) * w;
        c[i] = cp;
        rhs[i] = dp;
    }
    for (int k = n - 2; k >= 0; k--) {
        int i = k * systems + s;
        dp = rhs[i] - c[i] * dp;
        rhs[i] = dp;
    }
}

extern "C" __global__ void la_rank_two_update(double *A, const double *x, const double *y, int n, double alpha)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c <= r) A[(size_t)r * n + c] += alpha * (x[r] * y[c] + y[r] * x[c]);
}

// 64 points by six steps in shared memory, four transforms a block
extern "C" __global__ void fft_sixty_four_points(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 s[4][64];
    const int f = threadIdx.x / 32, t = threadIdx.x % 32;
    const size_t base = ((size_t)blockIdx.x * 4 + f) * 64;
    for (int k = t; k < 64; k += 32) s[f][__brev(k) >> 26] = in[base + k];
    __syncwarp();
#pragma unroll 1
    for (int half = 1; half < 64; half *= 2) {
        int j = t & (half - 1), i = 2 * t - j;
        float sn, cs;
        sincospif(-(float)j / half, &sn, &cs);
        float2 a = s[f][i], b = s[f][i + half], w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[f][i] = make_float2(a.x + w.x, a.y + w.y);
        s[f][i + half] = make_float2(a.x - w.x, a.y - w.y);
        __syncwarp();
    }
    for (int k = t; k < 64; k += 32) out[base + k] = s[f][k];
}

extern "C" __global__ void sig_filter_with_feedback(const float *in, float *out, int channels, int length, float b0, float b1, float a1, float a2)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float x1 = 0, y1 = 0, y2 = 0;
    for (int k = 0; k < length; k++) {
        float x = in[(size_t)k * channels + c];
        float y = b0 * x + b1 * x1 - a1 * y1 - a2 * y2;
        out[(size_t)k * channels + c] = y;
        x1 = x, y2 = y1, y1 = y;
    }
}

// counts in an array of the thread's own, indexed by data: lives in local memory
extern "C" __global__ void arr_most_frequent_of_own(const uint8_t *__restrict__ v, uint8_t *__restrict__ mode, int n, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short count[32];
    for (int k = 0; k < 32; k++) count[k] = 0;
    for (int k = 0; k < each; k++) count[v[(size_t)k * n + i] & 31]++;
    int best = 0;
    for (int k = 1; k < 32; k++)
        if (count[k] > count[best]) best = k;
    mode[i] = best;
}

template <class T, int N>
struct Poly {
    T c[N];
    __device__ T operator()(T x) const
    {
        T r = c[N - 1];
#pragma unroll
        for (int k = N - 2; k >= 0; k--) r = r * x + c[k];
        return r;
    }
};
template <class T, class Fn>
__global__ void numMapWith(const T *in, T *out, int n, Fn fn, int repeat)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = in[i];
    for (int k = 0; k < repeat; k++) v = fn(v);
    out[i] = v;
}
template __global__ void numMapWith<float, Poly<float, 6>>(const float *, float *, int, Poly<float, 6>, int);
template __global__ void numMapWith<double, Poly<double, 10>>(const double *, double *, int, Poly<double, 10>, int);
