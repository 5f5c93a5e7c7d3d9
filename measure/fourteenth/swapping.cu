// Rows become columns.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void transpose_reads_in_line(const float *a, float *b, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) b[c * rows + r] = a[r * cols + c];
}

extern "C" __global__ void transpose_writes_in_line(const float *a, float *b, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) b[c * rows + r] = a[r * cols + c];
}

template <typename T, int SIDE, int ROWS, int PAD>
__device__ void tileTurn(const T *__restrict__ a, T *__restrict__ b, int rows, int cols)
{
    __shared__ T tile[SIDE][SIDE + PAD];
    int c = blockIdx.x * SIDE + threadIdx.x;
    int r0 = blockIdx.y * SIDE;
    for (int j = threadIdx.y; j < SIDE; j += ROWS)
        if (c < cols && r0 + j < rows) tile[j][threadIdx.x] = a[(size_t)(r0 + j) * cols + c];
    __syncthreads();
    int r = r0 + threadIdx.x;
    int c0 = blockIdx.x * SIDE;
    for (int j = threadIdx.y; j < SIDE; j += ROWS)
        if (r < rows && c0 + j < cols) b[(size_t)(c0 + j) * rows + r] = tile[threadIdx.x][j];
}

extern "C" __global__ void transpose_tile_unpadded(const float *a, float *b, int rows, int cols) { tileTurn<float, 32, 8, 0>(a, b, rows, cols); }
extern "C" __global__ void transpose_tile_u16(const uint16_t *a, uint16_t *b, int rows, int cols) { tileTurn<uint16_t, 32, 4, 2>(a, b, rows, cols); }

// the column index is mixed with the row, so that no padding is needed
extern "C" __global__ void transpose_xor_swizzle(const float *__restrict__ a, float *__restrict__ b, int n)
{
    __shared__ float t[32 * 32];
    const int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        t[y * 32 + (x ^ y)] = a[(size_t)(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        b[(size_t)(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = t[x * 32 + (y ^ x)];
}

extern "C" __global__ void transpose_quads_4x4(const float4 *__restrict__ a, float4 *__restrict__ b, int rows4, int cols4)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= cols4 || r >= rows4) return;
    float4 q0 = a[(4 * r + 0) * cols4 + c], q1 = a[(4 * r + 1) * cols4 + c];
    float4 q2 = a[(4 * r + 2) * cols4 + c], q3 = a[(4 * r + 3) * cols4 + c];
    b[(4 * c + 0) * rows4 + r] = make_float4(q0.x, q1.x, q2.x, q3.x);
    b[(4 * c + 1) * rows4 + r] = make_float4(q0.y, q1.y, q2.y, q3.y);
    b[(4 * c + 2) * rows4 + r] = make_float4(q0.z, q1.z, q2.z, q3.z);
    b[(4 * c + 3) * rows4 + r] = make_float4(q0.w, q1.w, q2.w, q3.w);
}

// pairs of tiles above and below the diagonal change places
extern "C" __global__ void transpose_square_in_place(double *m, int n)
{
    __shared__ double up[16][17], down[16][17];
    if (blockIdx.x < blockIdx.y) return;
    const int x = threadIdx.x, y = threadIdx.y;
    const size_t here = (size_t)(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x;
    const size_t there = (size_t)(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x;
    up[y][x] = m[here];
    down[y][x] = m[there];
    __syncthreads();
    m[here] = down[x][y];
    m[there] = up[x][y];
}

extern "C" __global__ void transpose_xyz_to_zxy(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float slab[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y, z = blockIdx.z * 16 + threadIdx.y;
    if (x < nx && z < nz) slab[threadIdx.y][threadIdx.x] = in[((size_t)z * ny + y) * nx + x];
    __syncthreads();
    z = blockIdx.z * 16 + threadIdx.x;
    x = blockIdx.x * 16 + threadIdx.y;
    if (x < nx && z < nz) out[((size_t)y * nx + x) * nz + z] = slab[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_channels_last(const __half *__restrict__ in, __half *__restrict__ out, int channels, int pixels)
{
    __shared__ __half t[32][34];
    const size_t image = (size_t)blockIdx.z * channels * pixels;
    int p = blockIdx.x * 32 + threadIdx.x, c = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (p < pixels && c + j < channels) t[threadIdx.y + j][threadIdx.x] = in[image + (size_t)(c + j) * pixels + p];
    __syncthreads();
    p = blockIdx.x * 32 + threadIdx.y;
    c = blockIdx.y * 32 + threadIdx.x;
    for (int j = 0; j < 32; j += 8)
        if (p + j < pixels && c < channels) out[image + (size_t)(p + j) * channels + c] = t[threadIdx.x][threadIdx.y + j];
}
