// Convolutions; the weights lie in constant memory.
#include <cuda_fp16.h>

__constant__ float bell[33];
__constant__ float patch[121];
__constant__ float bank[16][8];
__constant__ __half2 depth_weight[9 * 32];
__constant__ float4 sharpen[9];
__constant__ double comb[32];

// 17 taps along a row, the line in shared memory
extern "C" __global__ void conv_bell_on_each_row(const float *__restrict__ in, float *__restrict__ out, int w)
{
    __shared__ float line[256 + 16];
    const float *row = in + (size_t)blockIdx.y * w;
    const int first = blockIdx.x * 256;
    for (int i = threadIdx.x; i < 272; i += 256) {
        int x = min(max(first + i - 8, 0), w - 1);
        line[i] = row[x];
    }
    __syncthreads();
    const int x = first + threadIdx.x;
    if (x >= w) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 17; k++) sum = fmaf(bell[k], line[threadIdx.x + k], sum);
    out[(size_t)blockIdx.y * w + x] = sum;
}

// columns, the radius told at run time
extern "C" __global__ void conv_bell_radius_told(const float *in, float *out, int w, int h, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    for (int k = -radius; k <= radius; k++) {
        int yy = y + k;
        if (yy < 0) yy = -yy;
        if (yy >= h) yy = 2 * h - 2 - yy;
        sum += bell[k + radius] * in[yy * w + x];
    }
    out[y * w + x] = sum;
}

// any odd size, outside is zero
extern "C" __global__ void conv_patch_of_any_size(const float *in, float *out, unsigned w, unsigned h, unsigned size)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const unsigned r = size / 2;
    float sum = 0;
    for (unsigned j = 0; j < size; j++)
        for (unsigned i = 0; i < size; i++) {
            unsigned a = x + i - r, b = y + j - r;
            if (a < w && b < h) sum += patch[j * size + i] * in[b * w + a];
        }
    out[y * w + x] = sum;
}

// only where the patch fits; bytes in, tile in shared memory, two rows of results a thread
template <int K>
__global__ void __launch_bounds__(256) patchOverBytes(const unsigned char *__restrict__ in, float *__restrict__ out, int w, int h)
{
    constexpr int TW = 32, TH = 16;
    __shared__ float tile[TH + K - 1][TW + K - 1];
    const int x0 = blockIdx.x * TW, y0 = blockIdx.y * TH;
    for (int j = threadIdx.y; j < TH + K - 1; j += 8)
        for (int i = threadIdx.x; i < TW + K - 1; i += 32) {
            const int x = x0 + i, y = y0 + j;
            tile[j][i] = x < w && y < h ? in[y * w + x] * (1.0f / 255.0f) : 0.0f;
        }
    __syncthreads();
    const int ow = w - K + 1, oh = h - K + 1;
#pragma unroll
    for (int part = 0; part < 2; part++) {
        const int ty = threadIdx.y + 8 * part, x = x0 + threadIdx.x, y = y0 + ty;
        if (x >= ow || y >= oh) continue;
        float sum = 0;
#pragma unroll
        for (int j = 0; j < K; j++)
#pragma unroll
            for (int i = 0; i < K; i++) sum += patch[j * K + i] * tile[ty + j][threadIdx.x + i];
        out[y * ow + x] = sum;
    }
}
template __global__ void patchOverBytes<5>(const unsigned char *, float *, int, int);
template __global__ void patchOverBytes<9>(const unsigned char *, float *, int, int);

// sixteen filters of eight taps over one signal; neighbouring threads have different filters
extern "C" __global__ void conv_bank_of_sixteen(const float *signal, float *out, int n)
{
    const int f = threadIdx.x & 15;
    for (int p = (blockIdx.x * blockDim.x + threadIdx.x) >> 4; p < n; p += gridDim.x * blockDim.x >> 4) {
        float sum = 0;
        for (int k = 0; k < 8; k++) sum += bank[f][k] * signal[p + k];
        out[p * 16 + f] = sum > 0 ? sum : 0;
    }
}

// depthwise 3 by 3, channels last, two channels a thread (64 channels)
extern "C" __global__ void conv_depthwise_pairs(const __half2 *__restrict__ in, __half2 *__restrict__ out, int w, int h)
{
    const int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
    if (x >= w) return;
    __half2 sum = __float2half2_rn(0.0f);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int a = x + i - 1, b = y + j - 1;
            if (a >= 0 && b >= 0 && a < w && b < h) sum = __hfma2(depth_weight[(j * 3 + i) * 32 + c], in[(b * w + a) * 32 + c], sum);
        }
    out[(y * w + x) * 32 + c] = sum;
}

// a 3 by 3 with its own weights per colour
extern "C" __global__ void conv_colours_by_float4(const float4 *in, float4 *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        const float4 v = in[(y + k / 3 - 1) * w + x + k % 3 - 1], c = sharpen[k];
        s.x += c.x * v.x;
        s.y += c.y * v.y;
        s.z += c.z * v.z;
        s.w += c.w * v.w;
    }
    out[y * w + x] = s;
}

// taps far apart, in double precision
extern "C" __global__ void conv_comb_far_apart(const double *in, double *out, long long n, int taps, int apart)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0;
    for (int k = 0; k < taps; k++) {
        long long j = i - (long long)k * apart;
        if (j < 0) break;
        sum += comb[k] * in[j];
    }
    out[i] = sum;
}
