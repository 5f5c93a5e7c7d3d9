// Signals, number formats, what the compiler makes of things.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// a stage of a radix-2 transform in memory, Stockham's order
extern "C" __global__ void fft_stockham_stage(const float2 *__restrict__ x, float2 *__restrict__ y, int half, int ns)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= half) return;
    float s, c;
    sincospif(-(float)(j % ns) / ns, &s, &c);
    float2 a = x[j], b = x[j + half];
    b = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int at = j / ns * ns * 2 + j % ns;
    y[at] = make_float2(a.x + b.x, a.y + b.y);
    y[at + ns] = make_float2(a.x - b.x, a.y - b.y);
}

// 512 points per block of 256 threads, all in shared memory
extern "C" __global__ void fft_512_in_shared(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 s[2][512];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * 512;
    s[0][t] = in[at + t];
    s[0][t + 256] = in[at + t + 256];
    int from = 0;
    for (int ns = 1; ns < 512; ns *= 2, from ^= 1) {
        __syncthreads();
        float w, c;
        __sincosf(-3.14159265f * (t & (ns - 1)) / ns, &w, &c);
        float2 a = s[from][t], b = s[from][t + 256];
        b = make_float2(b.x * c - b.y * w, b.x * w + b.y * c);
        int to = (t & ~(ns - 1)) * 2 + (t & (ns - 1));
        s[from ^ 1][to] = make_float2(a.x + b.x, a.y + b.y);
        s[from ^ 1][to + ns] = make_float2(a.x - b.x, a.y - b.y);
    }
    __syncthreads();
    out[at + t] = s[from][t];
    out[at + t + 256] = s[from][t + 256];
}

// power at a few frequencies, Goertzel, a thread a frequency and a block a signal
extern "C" __global__ void sig_power_at_frequencies(const float *__restrict__ x, float *__restrict__ power, int length, float base)
{
    const float *p = x + (size_t)blockIdx.x * length;
    const float k = 2.f * cospif(base * (threadIdx.x + 1));
    float a = 0, b = 0;
    for (int i = 0; i < length; i++) {
        float c = p[i] + k * a - b;
        b = a;
        a = c;
    }
    power[blockIdx.x * blockDim.x + threadIdx.x] = a * a + b * b - k * a * b;
}

// a bank of second-order filters, double precision, a channel a thread, samples of channels together
extern "C" __global__ void sig_biquad_bank(const float *__restrict__ x, float *__restrict__ y, const double *__restrict__ q, int channels, int length)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    const double b0 = q[c], b1 = q[channels + c], b2 = q[2 * channels + c], a1 = 0.5 * q[3 * channels + c], a2 = 0.25 * q[4 * channels + c];
    double z1 = 0, z2 = 0;
    for (int t = 0; t < length; t++) {
        double v = x[(size_t)t * channels + c], o = b0 * v + z1;
        z1 = b1 * v - a1 * o + z2;
        z2 = b2 * v - a2 * o;
        y[(size_t)t * channels + c] = (float)o;
    }
}

// one level of Haar's wavelet over rows, averages left and differences right
extern "C" __global__ void sig_haar_level(const float2 *__restrict__ in, float *__restrict__ out, int pairs, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= pairs || y >= rows) return;
    float2 v = in[(size_t)y * pairs + x];
    out[(size_t)y * 2 * pairs + x] = (v.x + v.y) * 0.70710678f;
    out[(size_t)y * 2 * pairs + pairs + x] = (v.x - v.y) * 0.70710678f;
}

// Horner in four number formats
template <typename T> struct Ops;
template <> struct Ops<half2> { static __device__ half2 fma(half2 a, half2 b, half2 c) { return __hfma2(a, b, c); } static __device__ half2 of(float v) { return __float2half2_rn(v); } };
template <> struct Ops<__nv_bfloat162> { static __device__ __nv_bfloat162 fma(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __hfma2(a, b, c); } static __device__ __nv_bfloat162 of(float v) { return __float2bfloat162_rn(v); } };
template <> struct Ops<float> { static __device__ float fma(float a, float b, float c) { return fmaf(a, b, c); } static __device__ float of(float v) { return v; } };
template <> struct Ops<double> { static __device__ double fma(double a, double b, double c) { return ::fma(a, b, c); } static __device__ double of(float v) { return v; } };

template <typename T>
__global__ void numHorner(const T *__restrict__ x, T *__restrict__ y, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = x[i], s = Ops<T>::of(1.f);
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 6; k++) s = Ops<T>::fma(s, v, Ops<T>::of(0.125f * (k - 3)));
    }
    y[i] = s;
}
template __global__ void numHorner<half2>(const half2 *, half2 *, int, int);
template __global__ void numHorner<__nv_bfloat162>(const __nv_bfloat162 *, __nv_bfloat162 *, int, int);
template __global__ void numHorner<float>(const float *, float *, int, int);
template __global__ void numHorner<double>(const double *, double *, int, int);

// one to eight independent chains
template <int ILP>
__device__ __forceinline__ void chains(float *out, int rounds)
{
    float v[ILP];
#pragma unroll
    for (int k = 0; k < ILP; k++) v[k] = threadIdx.x * 0.001f + k;
#pragma unroll 4
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < ILP; k++) v[k] = fmaf(v[k], 0.999f, 0.01f);
    float s = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++) s += v[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
extern "C" __global__ void calc_in_eight_chains(float *out, int rounds) { chains<8>(out, rounds); }

// wants some eighty registers, may have 32
__device__ __forceinline__ void mixSixty(float *v)
{
#pragma unroll
    for (int k = 0; k < 60; k++) v[k] = fmaf(v[k], 0.5f, v[(k * 7 + 11) % 60]);
}
extern "C" __global__ void __launch_bounds__(1024, 2) calc_sixty_values_squeezed(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[60];
#pragma unroll
    for (int k = 0; k < 60; k++) v[k] = in[(size_t)k * n + i];
    mixSixty(v);
    mixSixty(v);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 60; k++) s += v[k];
    out[i] = s;
}
extern "C" __global__ void __launch_bounds__(256) calc_sixty_values_at_ease(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[60];
#pragma unroll
    for (int k = 0; k < 60; k++) v[k] = in[(size_t)k * n + i];
    mixSixty(v);
    mixSixty(v);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 60; k++) s += v[k];
    out[i] = s;
}

extern "C" __global__ void int_divide_by_arguments(const int *__restrict__ a, int *__restrict__ q, int *__restrict__ r, int n, int d, long long big)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    q[i] = a[i] / d + (int)(big / (a[i] | 1));
    r[i] = a[i] % d;
}

extern "C" __global__ void fn_double_pow_atan(const double *__restrict__ x, double *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = pow(fabs(x[i]) + 0.5, 1.7) + atan2(x[i], 0.3) + log1p(fabs(x[i]));
}
