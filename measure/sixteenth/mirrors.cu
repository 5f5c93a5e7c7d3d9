// Matrices turned.
#include <stdint.h>

// 64 x 64 by 256 threads, 16 numbers each
extern "C" __global__ void transpose_sixty_four(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    __shared__ float t[64][65];
    const int tx = threadIdx.x & 63, ty = threadIdx.x >> 6;
    for (int k = 0; k < 64; k += 4) {
        int r = blockIdx.y * 64 + ty + k, c = blockIdx.x * 64 + tx;
        if (r < rows && c < cols) t[ty + k][tx] = in[(size_t)r * cols + c];
    }
    __syncthreads();
    for (int k = 0; k < 64; k += 4) {
        int c = blockIdx.x * 64 + ty + k, r = blockIdx.y * 64 + tx;
        if (r < rows && c < cols) out[(size_t)c * rows + r] = t[tx][ty + k];
    }
}

template <class T>
__global__ void transposeAny(T *dst, const T *src, int width, int height)
{
    __shared__ T tile[32][32 + (sizeof(T) < 4 ? 2 : 1)];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = src[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        if (x < height && y + j < width) dst[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transposeAny<short>(short *, const short *, int, int);

// 32 x 32 of a warp, no shared memory at all: butterflies
extern "C" __global__ void transpose_by_butterflies(const unsigned *__restrict__ in, unsigned *__restrict__ out, int matrices)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= matrices) return;
    unsigned r[32];
#pragma unroll
    for (int k = 0; k < 32; k++) r[k] = in[(size_t)warp * 1024 + k * 32 + lane];
#pragma unroll
    for (int d = 16; d; d /= 2) {
#pragma unroll
        for (int k = 0; k < 32; k++)
            if (!(k & d)) {
                unsigned send = lane & d ? r[k] : r[k + d];
                unsigned got = __shfl_xor_sync(~0u, send, d);
                if (lane & d) r[k] = got;
                else r[k + d] = got;
            }
    }
#pragma unroll
    for (int k = 0; k < 32; k++) out[(size_t)warp * 1024 + k * 32 + lane] = r[k];
}

// H W 3 bytes -> 3 planes of float
template <int C>
__device__ void toPlanes(const uint8_t *__restrict__ in, float *__restrict__ out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
#pragma unroll
    for (int c = 0; c < C; c++) out[c * pixels + i] = in[i * C + c] * (1.0f / 255);
}
extern "C" __global__ void transpose_pixels_to_planes(const uint8_t *in, float *out, int pixels) { toPlanes<3>(in, out, pixels); }

// stack of small matrices, a block each, all of it in dynamic shared memory
extern "C" __global__ void transpose_small_stack(const float *in, float *out, int rows, int cols)
{
    extern __shared__ float m[];
    const size_t base = (size_t)blockIdx.x * rows * cols;
    for (int k = threadIdx.x; k < rows * cols; k += blockDim.x) m[k] = in[base + k];
    __syncthreads();
    for (int k = threadIdx.x; k < rows * cols; k += blockDim.x) out[base + k] = m[(k % rows) * cols + k / rows];
}

// A[i][j][k] -> B[k][i][j]; reads in line, writes far apart
extern "C" __global__ void transpose_last_to_first(const double *a, double *b, int I, int J, int K)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < I * J * K; t += gridDim.x * blockDim.x) {
        int k = t % K, ij = t / K;
        b[(size_t)k * I * J + ij] = a[t];
    }
}
