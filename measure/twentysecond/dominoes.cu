// Transposes.
#include <stddef.h>
#include <stdint.h>

template <typename T> __global__ void transposePlain(const T *in, T *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}
template __global__ void transposePlain<float>(const float *, float *, int, int);
template __global__ void transposePlain<double>(const double *, double *, int, int);

template <typename T, int TILE, int HIGH, int PAD> __global__ void transposeTile(const T *__restrict__ in, T *__restrict__ out, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + PAD];
    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += HIGH)
        if (c < cols && r + k < rows) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(r + k) * cols + c];
    __syncthreads();
    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += HIGH)
        if (c < rows && r + k < cols) out[(size_t)(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}
template __global__ void transposeTile<float, 32, 8, 1>(const float *, float *, int, int);
template __global__ void transposeTile<int, 32, 32, 0>(const int *, int *, int, int);
template __global__ void transposeTile<double, 16, 16, 1>(const double *, double *, int, int);
template __global__ void transposeTile<float2, 32, 16, 1>(const float2 *, float2 *, int, int);

// pictures channel by channel become pixels of channels, a picture a z
extern "C" __global__ void transpose_channels_to_back(const float *in, float *out, int channels, int pixels)
{
    __shared__ float tile[16][17];
    const float *from = in + (size_t)blockIdx.z * channels * pixels;
    float *to = out + (size_t)blockIdx.z * channels * pixels;
    int p = blockIdx.x * 16 + threadIdx.x, c = blockIdx.y * 16 + threadIdx.y;
    if (p < pixels && c < channels) tile[threadIdx.y][threadIdx.x] = from[c * pixels + p];
    __syncthreads();
    p = blockIdx.x * 16 + threadIdx.y;
    c = blockIdx.y * 16 + threadIdx.x;
    if (p < pixels && c < channels) to[p * channels + c] = tile[threadIdx.x][threadIdx.y];
}

// square, in place: a tile changes places with its mirror image
extern "C" __global__ void transpose_square_on_itself(float *a, int n)
{
    __shared__ float upper[32][33], lower[32][33];
    if (blockIdx.x < blockIdx.y) return;
    const int x = threadIdx.x, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += blockDim.y) {
        if (by + y < n && bx + x < n) upper[y][x] = a[(by + y) * n + bx + x];
        if (bx + y < n && by + x < n) lower[y][x] = a[(bx + y) * n + by + x];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += blockDim.y) {
        if (by + y < n && bx + x < n) a[(by + y) * n + bx + x] = lower[x][y];
        if (bx + y < n && by + x < n) a[(bx + y) * n + by + x] = upper[x][y];
    }
}

// no padding: columns of the tile are turned by their row
extern "C" __global__ void transpose_turned_columns(const uint32_t *in, uint32_t *out, unsigned rows, unsigned cols)
{
    __shared__ uint32_t tile[32 * 32];
    unsigned x = threadIdx.x, c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        unsigned y = threadIdx.y + 8 * k;
        tile[y * 32 + (x ^ y)] = in[(r0 + y) * cols + c0 + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 4; k++) {
        unsigned y = threadIdx.y + 8 * k;
        out[(c0 + y) * rows + r0 + x] = tile[x * 32 + (x ^ y)];
    }
}

// axes of a volume: (z, y, x) to (y, x, z), a thread an element of the result
extern "C" __global__ void transpose_axes_of_volume(const float *in, float *out, int nx, int ny, int nz)
{
    int n = nx * ny * nz;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int z = i % nz, x = i / nz % nx, y = i / (nz * nx);
        out[i] = in[(z * ny + y) * nx + x];
    }
}
