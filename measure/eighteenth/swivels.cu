// Transposes.
#include <cuda_fp16.h>
#include <stdint.h>

// straight, a column of eight by thread
extern "C" __global__ void transpose_eight_down(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (x >= width) return;
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (y0 + k < height) out[x * height + y0 + k] = in[(y0 + k) * width + x];
}

template <class T, int TILE, int PAD, int ROWS>
__global__ void turnTile(const T *in, T *out, int width, int height)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width) out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void turnTile<int64_t, 16, 1, 8>(const int64_t *, int64_t *, int, int);
template __global__ void turnTile<float, 32, 0, 16>(const float *, float *, int, int);
template __global__ void turnTile<uint16_t, 32, 2, 4>(const uint16_t *, uint16_t *, int, int);

// pairs of halves: a tile of 64 by 32
extern "C" __global__ void transpose_half_pairs(const __half2 *__restrict__ in, __half *__restrict__ out, int width, int height)
{
    __shared__ __half s[32][66];
    int x = blockIdx.x * 64 + 2 * threadIdx.x, y0 = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && y0 + j < height) {
            __half2 v = in[((y0 + j) * width + x) / 2];
            s[j][2 * threadIdx.x] = __low2half(v);
            s[j][2 * threadIdx.x + 1] = __high2half(v);
        }
    __syncthreads();
    int yy = y0 + threadIdx.x;
    for (int j = threadIdx.y; j < 64; j += 8) {
        int xx = blockIdx.x * 64 + j;
        if (xx < width && yy < height) out[xx * height + yy] = s[threadIdx.x][j];
    }
}

// batches of 20 x 12, a warp each, by way of shared memory
extern "C" __global__ void transpose_small_per_warp(const float *in, float *out, int batches)
{
    __shared__ float s[4][240];
    int lane = threadIdx.x, w = threadIdx.y, b = blockIdx.x * 4 + w;
    if (b >= batches) return;
    for (int k = lane; k < 240; k += 32) s[w][k] = in[b * 240 + k];
    __syncwarp();
    for (int k = lane; k < 240; k += 32) out[b * 240 + k] = s[w][k % 20 * 12 + k / 20];
}

// axes 0 1 2 3 become 0 2 1 3, sixteen bytes at a time
extern "C" __global__ void transpose_middle_axes_quads(const float4 *in, float4 *out, int a, int b, int quads)
{
    int q = threadIdx.x, i = blockIdx.x, j = blockIdx.y, n = blockIdx.z;
    if (q < quads) out[((n * b + j) * a + i) * quads + q] = in[((n * a + i) * b + j) * quads + q];
}

// square, diagonal blocks first: rows of blocks shifted
extern "C" __global__ void __launch_bounds__(256) transpose_shifted_blocks(double *out, const double *in, int n)
{
    __shared__ double s[32][33];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = s[threadIdx.x][threadIdx.y + j];
}
