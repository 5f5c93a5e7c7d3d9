// Transposes and flips.
#include <stdint.h>

// first try: a thread for each row
extern "C" __global__ void transpose_row_per_thread(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        for (int c = 0; c < cols; c++)
            out[c * rows + r] = in[r * cols + c];
}

template <typename T, int TILE, int ROWS, int PAD>
__device__ __forceinline__ void tileTranspose(const T *__restrict__ in, T *__restrict__ out, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (x < cols && y + k < rows) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (x < rows && y + k < cols) out[(size_t)(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}
extern "C" __global__ void transpose_any_double_16(const double *in, double *out, int rows, int cols) { tileTranspose<double, 16, 16, 0>(in, out, rows, cols); }
extern "C" __global__ void transpose_any_complex(const float2 *in, float2 *out, int rows, int cols) { tileTranspose<float2, 32, 8, 1>(in, out, rows, cols); }
extern "C" __global__ void transpose_any_byte(const uint8_t *in, uint8_t *out, int rows, int cols) { tileTranspose<uint8_t, 32, 8, 4>(in, out, rows, cols); }

// 8 x 8 inside a warp's registers: each lane holds two elements of its row
extern "C" __global__ void transpose_small_by_shuffle(const int *__restrict__ in, int *__restrict__ out, int matrices)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (warp >= matrices) return;
    int row = lane >> 2, col = (lane & 3) * 2;
    int2 v = ((const int2 *)in)[warp * 32 + lane];
    int2 o;
    // element (row, col) comes from (col, row)
    int a = __shfl_sync(~0u, v.x, col * 4 + row / 2), b = __shfl_sync(~0u, v.y, col * 4 + row / 2);
    o.x = row & 1 ? b : a;
    a = __shfl_sync(~0u, v.x, (col + 1) * 4 + row / 2), b = __shfl_sync(~0u, v.y, (col + 1) * 4 + row / 2);
    o.y = row & 1 ? b : a;
    ((int2 *)out)[warp * 32 + lane] = o;
}

// batch x sequence x heads x 64  ->  batch x heads x sequence x 64, as attention wants it
extern "C" __global__ void transpose_heads_forward(const uint4 *__restrict__ in, uint4 *__restrict__ out, int sequence, int heads)
{
    const int s = blockIdx.x, b = blockIdx.y;
    for (int k = threadIdx.x; k < heads * 8; k += blockDim.x) {
        const int h = k / 8, d = k % 8;
        out[(((size_t)b * heads + h) * sequence + s) * 8 + d] = in[((size_t)b * sequence + s) * heads * 8 + k];
    }
}

extern "C" __global__ void flip_quarter_turn(const float *__restrict__ src, float *__restrict__ dst, int w, int h)
{
    __shared__ float t[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) t[threadIdx.y][threadIdx.x] = src[y * w + x];
    __syncthreads();
    // clockwise: (x, y) -> (h - 1 - y, x)
    int sx = blockIdx.x * 16 + threadIdx.y, sy = blockIdx.y * 16 + threadIdx.x;
    if (sx < w && sy < h) dst[sx * h + (h - 1 - sy)] = t[threadIdx.x][threadIdx.y];
}

// lower and upper tile change places; a block for each pair, 32 x 8 threads
extern "C" __global__ void transpose_pairs_of_tiles(float *a, int n, int tiles)
{
    __shared__ float lo[32][33], hi[32][33];
    int k = blockIdx.x, r = 0;
    while (k > r) { r++; k -= r; }     // row r of the triangle, column k
    int bx = k * 32, by = r * 32;
    for (int j = threadIdx.y; j < 32; j += 8) {
        lo[j][threadIdx.x] = a[(by + j) * n + bx + threadIdx.x];
        hi[j][threadIdx.x] = a[(bx + j) * n + by + threadIdx.x];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) {
        a[(bx + j) * n + by + threadIdx.x] = lo[threadIdx.x][j];
        if (bx != by) a[(by + j) * n + bx + threadIdx.x] = hi[threadIdx.x][j];
    }
}
