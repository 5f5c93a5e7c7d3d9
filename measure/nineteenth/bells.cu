// Signals.
#include <cuda_fp16.h>

// 1024 points by 128 threads, radix 2 in shared memory, reals and imaginaries apart
extern "C" __global__ void fft_thousand_apart(float *re, float *im)
{
    __shared__ float a[1024], b[1024];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int k = t; k < 1024; k += 128) {
        int r = __brev(k) >> 22;
        a[r] = re[base + k];
        b[r] = im[base + k];
    }
    for (int half = 1; half < 1024; half <<= 1) {
        __syncthreads();
        for (int q = t; q < 512; q += 128) {
            int j = q & (half - 1), i = 2 * (q - j) + j;
            float s, c;
            sincospif(-(float)j / half, &s, &c);
            float x = a[i + half] * c - b[i + half] * s, y = a[i + half] * s + b[i + half] * c;
            a[i + half] = a[i] - x, b[i + half] = b[i] - y;
            a[i] += x, b[i] += y;
        }
    }
    __syncthreads();
    for (int k = t; k < 1024; k += 128) re[base + k] = a[k], im[base + k] = b[k];
}

// a filter of T taps by a thread for eight outcomes, the signal sliding through registers
template <int T>
__global__ void slidingFilter(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out, int n)
{
    const int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 8 > n) return;
    float s[8] = {};
#pragma unroll
    for (int k = 0; k < T + 7; k++) {
        float v = in[i + k];
#pragma unroll
        for (int j = 0; j < 8; j++)
            if (k - j >= 0 && k - j < T) s[j] += taps[k - j] * v;
    }
#pragma unroll
    for (int j = 0; j < 8; j += 4) *(float4 *)(out + i + j) = make_float4(s[j], s[j + 1], s[j + 2], s[j + 3]);
}
template __global__ void slidingFilter<9>(const float *, const float *, float *, int);
template __global__ void slidingFilter<33>(const float *, const float *, float *, int);

struct Biquad { double b0, b1, b2, a1, a2; };

// a filter that remembers: channels side by side, doubles
extern "C" __global__ void sig_filter_that_remembers(const float *in, float *out, int channels, int samples, Biquad f)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    double z1 = 0, z2 = 0;
    for (int k = 0; k < samples; k++) {
        double x = in[(size_t)k * channels + c], y = f.b0 * x + z1;
        z1 = f.b1 * x - f.a1 * y + z2;
        z2 = f.b2 * x - f.a2 * y;
        out[(size_t)k * channels + c] = y;
    }
}

// a level of Haar in a plane, halves
extern "C" __global__ void sig_haar_level_halves(const half2 *in, half *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (2 * x >= w || 2 * y >= h) return;
    half2 p = in[y * w + x], q = in[y * w + w / 2 + x];
    half2 s = __hadd2(p, q), d = __hsub2(p, q);
    const half k = __float2half(0.5f);
    const int hw = w / 2, plane = hw * (h / 2), o = y * hw + x;
    out[o] = __hmul(k, __hadd(s.x, s.y));
    out[plane + o] = __hmul(k, __hsub(s.x, s.y));
    out[2 * plane + o] = __hmul(k, __hadd(d.x, d.y));
    out[3 * plane + o] = __hmul(k, __hsub(d.x, d.y));
}

// likeness of a stretch with itself at lags, a block a lag
extern "C" __global__ void sig_likeness_of_lags(const float *in, float *out, int n)
{
    __shared__ float part[6];
    const int lag = blockIdx.x;
    float s = 0;
    for (int i = threadIdx.x; i + lag < n; i += blockDim.x) s += in[i] * in[i + lag];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) out[lag] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5];
}
