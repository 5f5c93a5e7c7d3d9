// Signals.
#include <cuda_fp16.h>

// one stage of a Fourier transform in memory, two by two
extern "C" __global__ void sig_stage_of_twos(const float2 *in, float2 *out, int half, int span)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    int k = i & (span - 1), j = ((i - k) << 1) + k;
    float2 a = in[i], b = in[i + half];
    float s, c;
    sincospif(-(float)k / span, &s, &c);
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    out[j] = make_float2(a.x + t.x, a.y + t.y);
    out[j + span] = make_float2(a.x - t.x, a.y - t.y);
}

// 256 points of a block of 64, four by four
__device__ void four(float2 &a, float2 &b, float2 &c, float2 &d)
{
    float2 s = make_float2(a.x + c.x, a.y + c.y), t = make_float2(a.x - c.x, a.y - c.y);
    float2 u = make_float2(b.x + d.x, b.y + d.y), v = make_float2(b.y - d.y, d.x - b.x);
    a = make_float2(s.x + u.x, s.y + u.y);
    b = make_float2(t.x + v.x, t.y + v.y);
    c = make_float2(s.x - u.x, s.y - u.y);
    d = make_float2(t.x - v.x, t.y - v.y);
}
__device__ float2 turned(float2 a, float angle)
{
    float s, c;
    __sincosf(angle, &s, &c);
    return make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
}
extern "C" __global__ void sig_fourier_256_fours(const float2 *in, float2 *out)
{
    __shared__ float2 s[256];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    float2 v[4];
    for (int k = 0; k < 4; k++) v[k] = in[t + 64 * k];
    for (int span = 1; span < 256; span *= 4) {
        int k = t & (span - 1), j = (t - k) * 4 + k;
        for (int q = 1; q < 4; q++) v[q] = turned(v[q], -6.2831853f * q * k / (4 * span));
        four(v[0], v[1], v[2], v[3]);
        __syncthreads();
        for (int q = 0; q < 4; q++) s[j + q * span] = v[q];
        __syncthreads();
        for (int q = 0; q < 4; q++) v[q] = s[t + 64 * q];
    }
    for (int k = 0; k < 4; k++) out[t + 64 * k] = v[k];
}

// a filter of finite answer, nothing kept
extern "C" __global__ void sig_fir_plainly(const float *in, const float *taps, float *out, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = 0; k < count; k++)
        if (i - k >= 0) s += taps[k] * in[i - k];
    out[i] = s;
}

// the same from shared memory, half precision, every second sample kept
extern "C" __global__ void sig_fir_every_second(const half *in, const half *taps, half *out, int n)
{
    __shared__ half s[2 * 192 + 32];
    __shared__ half2 w[16];
    int base = blockIdx.x * 192 * 2;
    for (int k = threadIdx.x; k < 2 * 192 + 32; k += 192) s[k] = base + k < n ? in[base + k] : __float2half(0);
    if (threadIdx.x < 16) w[threadIdx.x] = ((const half2 *)taps)[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 192 + threadIdx.x;
    if (2 * i >= n) return;
    const half2 *p = (const half2 *)(s + 2 * threadIdx.x);
    half2 a = __float2half2_rn(0);
    #pragma unroll
    for (int k = 0; k < 16; k++) a = __hfma2(p[k], w[k], a);
    out[i] = __hadd(__low2half(a), __high2half(a));
}

// cosines of blocks of eight by eight
__constant__ float cosines[64];
extern "C" __global__ void sig_cosines_eight_square(const float *in, float *out, int w, int h)
{
    __shared__ float a[8][8], b[8][8];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * w + blockIdx.x * 8 + x;
    a[y][x] = in[at];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 8; k++) s += cosines[x * 8 + k] * a[y][k];
    b[y][x] = s;
    __syncthreads();
    s = 0;
    for (int k = 0; k < 8; k++) s += cosines[y * 8 + k] * b[k][x];
    out[at] = s;
}

// Goertzel: each thread one tone
extern "C" __global__ void sig_goertzel_of_tones(const float *in, float *power, int n, int tones)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= tones) return;
    const float *p = in + blockIdx.y * n;
    float c = 2 * cospif(2.0f * f / n), a = 0, b = 0;
    for (int k = 0; k < n; k++) {
        float t = p[k] + c * a - b;
        b = a;
        a = t;
    }
    power[blockIdx.y * tones + f] = a * a + b * b - c * a * b;
}

// Walsh and Hadamard in a block
template <class T, int BITS> __global__ void walsh(T *v)
{
    __shared__ T s[1 << BITS];
    T *p = v + ((size_t)blockIdx.x << BITS);
    for (int k = threadIdx.x; k < 1 << BITS; k += blockDim.x) s[k] = p[k];
    for (int d = 1; d < 1 << BITS; d *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < 1 << (BITS - 1); k += blockDim.x) {
            int i = 2 * (k - (k & (d - 1))) + (k & (d - 1));
            T a = s[i], b = s[i + d];
            s[i] = a + b;
            s[i + d] = a - b;
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 1 << BITS; k += blockDim.x) p[k] = s[k];
}
template __global__ void walsh<int, 11>(int *);
