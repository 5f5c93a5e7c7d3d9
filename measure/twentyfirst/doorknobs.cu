// Transposes.
#include <cuda_fp16.h>
#include <stdint.h>

// halves by twos, a tile of 64 x 64; both sides even
extern "C" __global__ void transpose_halves_by_twos(const __half2 *in, __half2 *out, int w, int h)
{
    __shared__ __half tile[64][66];
    const int x = blockIdx.x * 32 + threadIdx.x, top = blockIdx.y * 64;
    for (int r = threadIdx.y; r < 64; r += blockDim.y)
        if (2 * x < w && top + r < h) {
            const __half2 v = in[(top + r) * (w / 2) + x];
            tile[r][2 * threadIdx.x] = __low2half(v);
            tile[r][2 * threadIdx.x + 1] = __high2half(v);
        }
    __syncthreads();
    const int y = blockIdx.y * 32 + threadIdx.x, left = blockIdx.x * 64;
    for (int r = threadIdx.y; r < 64; r += blockDim.y)
        if (2 * y < h && left + r < w)
            out[(left + r) * (h / 2) + y] = __halves2half2(tile[2 * threadIdx.x][r], tile[2 * threadIdx.x + 1][r]);
}

// four by four in registers; sides are multiples of four
extern "C" __global__ void transpose_fours_in_registers(const float4 *__restrict__ in, float4 *__restrict__ out, int w4, int h4)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w4 || y >= h4) return;
    float4 a = in[(4 * y) * w4 + x], b = in[(4 * y + 1) * w4 + x], c = in[(4 * y + 2) * w4 + x], d = in[(4 * y + 3) * w4 + x];
    out[(4 * x) * h4 + y] = make_float4(a.x, b.x, c.x, d.x);
    out[(4 * x + 1) * h4 + y] = make_float4(a.y, b.y, c.y, d.y);
    out[(4 * x + 2) * h4 + y] = make_float4(a.z, b.z, c.z, d.z);
    out[(4 * x + 3) * h4 + y] = make_float4(a.w, b.w, c.w, d.w);
}

// each warp a tile of its own in dynamic shared memory
extern "C" __global__ void transpose_tile_of_warp(const int *in, int *out, int w, int h)
{
    extern __shared__ int room[];
    int *tile = room + threadIdx.x / 32 * 32 * 33;
    const int lane = threadIdx.x % 32, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int across = (w + 31) / 32, down = (h + 31) / 32;
    if (warp >= across * down) return;
    const int left = warp % across * 32, top = warp / across * 32;
    if (left + lane < w)
        for (int r = 0; r < 32; r++) {
            if (top + r >= h) break;
            tile[r * 33 + lane] = in[(top + r) * w + left + lane];
        }
    __syncwarp();
    if (top + lane < h)
        for (int r = 0; r < 32 && left + r < w; r++) out[(left + r) * h + top + lane] = tile[lane * 33 + r];
}

// sequences of heads become heads of sequences
extern "C" __global__ void transpose_heads_to_front(const float4 *in, float4 *out, int sequence, int heads, int quads, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = i % quads, h = i / quads % heads, s = i / quads / heads % sequence, b = i / quads / heads / sequence;
    out[((b * heads + h) * sequence + s) * quads + q] = in[i];
}

// blocks go along the diagonal
extern "C" __global__ void transpose_along_diagonal(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[32][32 + 1];
    int blockIdx_x, blockIdx_y;
    if (width == height) {
        blockIdx_y = blockIdx.x;
        blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        blockIdx_y = bid % gridDim.y;
        blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
    }
    int xIndex = blockIdx_x * 32 + threadIdx.x;
    int yIndex = blockIdx_y * 32 + threadIdx.y;
    int index_in = xIndex + yIndex * width;
    xIndex = blockIdx_y * 32 + threadIdx.x;
    yIndex = blockIdx_x * 32 + threadIdx.y;
    int index_out = xIndex + yIndex * height;
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    __syncthreads();
    for (int i = 0; i < 32; i += 8) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

template <typename T, int TILE, int ROWS, int PAD>
__global__ void flipped(const T *__restrict__ in, T *__restrict__ out, int w, int h)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < h && y + j < w) out[(size_t)(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void flipped<float, 16, 16, 0>(const float *, float *, int, int);
template __global__ void flipped<double, 16, 4, 1>(const double *, double *, int, int);
template __global__ void flipped<unsigned char, 32, 8, 4>(const unsigned char *, unsigned char *, int, int);

// one number after another, places by long division
extern "C" __global__ void transpose_by_long_division(const float *in, float *out, size_t rows, size_t cols)
{
    const size_t n = rows * cols;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const size_t r = i / cols, c = i - r * cols;
        out[c * rows + r] = in[i];
    }
}
