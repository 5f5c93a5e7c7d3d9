// Convolutions, masks in constant and in shared memory.
#include <cuda_fp16.h>
#include <stdint.h>

__constant__ float sieve[1024];

#define MASK_WIDTH 11
extern "C" __global__ void conv_line_of_eleven(const float *N, float *P, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    int start = i - MASK_WIDTH / 2;
    for (int j = 0; j < MASK_WIDTH; j++) {
        if (start + j >= 0 && start + j < width) v += N[start + j] * sieve[j];
    }
    if (i < width) P[i] = v;
}

// output tile 12 x 12 of a block of 16 x 16, five by five
extern "C" __global__ void conv_five_block_covers_input(const float *in, float *out, int w, int h)
{
    __shared__ float t[16][16];
    int ox = blockIdx.x * 12 + threadIdx.x, oy = blockIdx.y * 12 + threadIdx.y, x = ox - 2, y = oy - 2;
    t[threadIdx.y][threadIdx.x] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.0f;
    __syncthreads();
    if (threadIdx.x < 12 && threadIdx.y < 12 && ox < w && oy < h) {
        float s = 0;
        for (int j = 0; j < 5; j++)
            for (int i = 0; i < 5; i++) s += sieve[j * 5 + i] * t[threadIdx.y + j][threadIdx.x + i];
        out[oy * w + ox] = s;
    }
}

// down the columns, radius 6, four outputs a thread
template <int R, int STEPS>
__global__ void convDownColumns(const float *__restrict__ src, float *__restrict__ dst, int w, int h)
{
    __shared__ float s[8 * STEPS + 2 * R][33];
    const int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 8 * STEPS - R;
    for (int j = threadIdx.y; j < 8 * STEPS + 2 * R; j += 8) {
        int y = y0 + j;
        s[j][threadIdx.x] = x < w && y >= 0 && y < h ? src[y * w + x] : 0.f;
    }
    __syncthreads();
    if (x >= w) return;
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        int j = k * 8 + threadIdx.y, y = y0 + R + j;
        float sum = 0;
#pragma unroll
        for (int d = 0; d <= 2 * R; d++) sum += sieve[d] * s[j + d][threadIdx.x];
        if (y < h) dst[y * w + x] = sum;
    }
}
template __global__ void convDownColumns<6, 4>(const float *, float *, int, int);

struct Layer {
    int batch, inC, outC, h, w;
};
// three by three, stride two, padding one; a thread an output
extern "C" __global__ void conv_layer_stride_two(const float *__restrict__ x, const float *__restrict__ k, const float *__restrict__ bias, float *__restrict__ y, Layer l)
{
    const int ow = (l.w + 1) / 2, oh = (l.h + 1) / 2;
    int o = blockIdx.x * blockDim.x + threadIdx.x, oc = blockIdx.y, b = blockIdx.z;
    if (o >= ow * oh) return;
    int ox = o % ow, oy = o / ow;
    float s = bias[oc];
    for (int c = 0; c < l.inC; c++) {
        const float *plane = x + ((size_t)b * l.inC + c) * l.h * l.w, *f = k + (oc * l.inC + c) * 9;
#pragma unroll
        for (int j = 0; j < 3; j++)
#pragma unroll
            for (int i = 0; i < 3; i++) {
                int xx = 2 * ox + i - 1, yy = 2 * oy + j - 1;
                if (xx >= 0 && yy >= 0 && xx < l.w && yy < l.h) s += plane[yy * l.w + xx] * f[3 * j + i];
            }
    }
    y[((size_t)b * l.outC + oc) * oh * ow + o] = fmaxf(s, 0.f);
}

// one by one: 32 outputs in registers, a place a thread, weights by quads from shared memory
extern "C" __global__ void conv_one_by_one_to_32(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int channels, int places)
{
    extern __shared__ __align__(16) float wts[];
    for (int k = threadIdx.x; k < channels * 32; k += blockDim.x) wts[k] = weights[k];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= places) return;
    float acc[32] = {};
    for (int c = 0; c < channels; c++) {
        float v = in[c * places + p];
        const float4 *w4 = (const float4 *)(wts + c * 32);
#pragma unroll
        for (int q = 0; q < 8; q++) {
            float4 f = w4[q];
            acc[4 * q] += v * f.x, acc[4 * q + 1] += v * f.y, acc[4 * q + 2] += v * f.z, acc[4 * q + 3] += v * f.w;
        }
    }
#pragma unroll
    for (int o = 0; o < 32; o++) out[o * places + p] = acc[o];
}

extern "C" __global__ void conv_cube_of_27(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= n || y >= n || z >= n) return;
    float s = 0;
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 3; a++) {
                int i = x + a - 1, j = y + b - 1, k = z + c - 1;
                if (i >= 0 && j >= 0 && k >= 0 && i < n && j < n && k < n) s += sieve[(c * 3 + b) * 3 + a] * in[(k * n + j) * n + i];
            }
    out[(z * n + y) * n + x] = s;
}
