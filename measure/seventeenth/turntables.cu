// Transposes.
#include <stdint.h>

extern "C" __global__ void transpose_without_tile(const double *in, double *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void transpose_sixteen_padded(const int *in, int *out, int width, int height)
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

#define TILE_DIM 32
#define BLOCK_ROWS 8
extern "C" __global__ void transpose_complex_guarded(float2 *odata, const float2 *idata, int width, int height)
{
    __shared__ float2 tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_same_array_pairs(float *a, int n)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float p[32][33], q[32][33];
    int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 32, qx = blockIdx.y * 32 + threadIdx.x, qy = blockIdx.x * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        if (px < n && py + r < n) p[r][threadIdx.x] = a[(py + r) * n + px];
        if (qx < n && qy + r < n) q[r][threadIdx.x] = a[(qy + r) * n + qx];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        if (qx < n && qy + r < n) a[(qy + r) * n + qx] = p[threadIdx.x][r];
        if (px < n && py + r < n) a[(py + r) * n + px] = q[threadIdx.x][r];
    }
}

extern "C" __global__ void transpose_bytes_by_tile(const uint8_t *in, uint8_t *out, int w, int h)
{
    __shared__ uint8_t tile[64][68];
    int x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
    for (int k = threadIdx.x; k < 64 * 64; k += blockDim.x) {
        int r = k / 64, c = k % 64;
        if (y0 + r < h && x0 + c < w) tile[r][c] = in[(y0 + r) * w + x0 + c];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 64 * 64; k += blockDim.x) {
        int r = k / 64, c = k % 64;
        if (x0 + r < w && y0 + c < h) out[(x0 + r) * h + y0 + c] = tile[c][r];
    }
}

// (image, channel, place) -> (image, place, channel)
extern "C" __global__ void transpose_channels_to_end(const float *__restrict__ in, float *__restrict__ out, int channels, int places)
{
    __shared__ float t[32][33];
    const float *src = in + (size_t)blockIdx.z * channels * places;
    float *dst = out + (size_t)blockIdx.z * channels * places;
    int p = blockIdx.x * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int c = blockIdx.y * 32 + k;
        if (p < places && c < channels) t[k][threadIdx.x] = src[c * places + p];
    }
    __syncthreads();
    int c = blockIdx.y * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int q = blockIdx.x * 32 + k;
        if (c < channels && q < places) dst[q * channels + c] = t[threadIdx.x][k];
    }
}

// 32 words of 32 bits a warp, by ballots
extern "C" __global__ void transpose_bits_by_ballot(const uint32_t *in, uint32_t *out, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    uint32_t v = i < words ? in[i] : 0, r = 0;
#pragma unroll 4
    for (int b = 0; b < 32; b++) {
        uint32_t m = __ballot_sync(0xffffffffu, v >> b & 1);
        if (lane == b) r = m;
    }
    if (i < words) out[i] = r;
}
