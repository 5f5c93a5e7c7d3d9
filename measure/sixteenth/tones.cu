// Transforms and filters of signals.
#include <stdint.h>

__device__ __forceinline__ float2 mulc(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// 256 points a block of 128, radix 2, decimation in time
extern "C" __global__ void fft_two_by_two_256(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 s[256];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 256;
    s[__brev(t) >> 24] = in[base + t];
    s[__brev(t + 128) >> 24] = in[base + t + 128];
    for (int half = 1; half < 256; half *= 2) {
        __syncthreads();
        int k = t & (half - 1), a = 2 * t - k, b = a + half;
        float2 w;
        sincospif(-(float)k / half, &w.y, &w.x);
        float2 x = s[a], y = mulc(s[b], w);
        s[a] = make_float2(x.x + y.x, x.y + y.y), s[b] = make_float2(x.x - y.x, x.y - y.y);
    }
    __syncthreads();
    out[base + t] = s[t], out[base + t + 128] = s[t + 128];
}

// eight points in registers, points far apart: first pass of a long transform
extern "C" __global__ void fft_eight_far_apart(const float2 *__restrict__ in, float2 *__restrict__ out, int n8)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    float2 v[8];
#pragma unroll
    for (int k = 0; k < 8; k++) v[k] = in[i + k * n8];
    const float h = 0.70710678f;
    const float2 tw[4] = {{1, 0}, {h, -h}, {0, -1}, {-h, -h}};
#pragma unroll
    for (int d = 4; d; d /= 2)
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (!(k & d)) {
                float2 a = v[k], b = v[k + d];
                v[k] = make_float2(a.x + b.x, a.y + b.y);
                v[k + d] = mulc(make_float2(a.x - b.x, a.y - b.y), tw[(k & (d - 1)) * 4 / d]);
            }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int r = (k & 1) << 2 | (k & 2) | k >> 2;
        float2 w;
        __sincosf(-6.2831853f * r * i / (8.f * n8), &w.y, &w.x);
        out[r * n8 + i] = mulc(v[k], w);
    }
}

// a pass in double with a table of twiddles
extern "C" __global__ void fft_pass_with_table(double2 *data, const double2 *__restrict__ table, int half, int stride, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2) return;
    int k = t & (half - 1), a = 2 * t - k;
    double2 w = table[k * stride], x = data[a], y = data[a + half];
    double2 z = make_double2(y.x * w.x - y.y * w.y, y.x * w.y + y.y * w.x);
    data[a] = make_double2(x.x + z.x, x.y + z.y), data[a + half] = make_double2(x.x - z.x, x.y - z.y);
}

// tones of a keypad: Goertzel for eight frequencies, a thread a frame
__constant__ float keypad[8];
extern "C" __global__ void sig_goertzel_eight(const float *__restrict__ x, float *__restrict__ power, int frames, int length)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= frames) return;
    float a[8] = {}, b[8] = {};
    for (int i = 0; i < length; i++) {
        float v = x[i * frames + f];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float s = v + keypad[k] * a[k] - b[k];
            b[k] = a[k], a[k] = s;
        }
    }
#pragma unroll
    for (int k = 0; k < 8; k++) power[k * frames + f] = a[k] * a[k] + b[k] * b[k] - keypad[k] * a[k] * b[k];
}

// Walsh and Hadamard: 1024 by a warp, 32 a lane
extern "C" __global__ void sig_walsh_in_a_warp(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; k++) v[k] = in[(size_t)r * 1024 + k * 32 + lane];
#pragma unroll
    for (int d = 1; d < 32; d *= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if (!(k & d)) {
                float a = v[k], b = v[k + d];
                v[k] = a + b, v[k + d] = a - b;
            }
#pragma unroll
    for (int d = 1; d < 32; d *= 2)
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float o = __shfl_xor_sync(~0u, v[k], d);
            v[k] = lane & d ? o - v[k] : v[k] + o;
        }
#pragma unroll
    for (int k = 0; k < 32; k++) out[(size_t)r * 1024 + k * 32 + lane] = v[k] * 0.03125f;
}

// 8 x 8 cosine transform of a picture, a block of 64 threads does 8 blocks in rows then columns
extern "C" __global__ void sig_cosine_blocks(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ basis, int w)
{
    __shared__ float s[8][8][9], c[8][8];
    const int b = threadIdx.x / 8, k = threadIdx.x % 8;
    c[b][k] = basis[threadIdx.x];
    const size_t at = (size_t)blockIdx.y * 8 * w + blockIdx.x * 64 + b * 8 + k;
#pragma unroll
    for (int r = 0; r < 8; r++) s[b][r][k] = in[at + r * w];
    __syncthreads();
    float v[8], o[8];
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = s[b][k][i];
#pragma unroll
    for (int u = 0; u < 8; u++) {
        o[u] = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) o[u] += c[u][i] * v[i];
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < 8; u++) s[b][k][u] = o[u];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = s[b][i][k];
#pragma unroll
    for (int u = 0; u < 8; u++) {
        float x = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) x += c[u][i] * v[i];
        out[at + u * w] = x;
    }
}
