// Transposes.
#include <cuda_fp16.h>

// neighbouring threads write neighbours and read with a stride
extern "C" __global__ void transpose_strided_reads(const float *in, float *out, unsigned rows, unsigned cols)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

template <class T, int SIDE, int STEP> __global__ void turnTile(T *__restrict__ out, const T *__restrict__ in, int rows, int cols)
{
    __shared__ T tile[SIDE][SIDE + 1];
    int c = blockIdx.x * SIDE + threadIdx.x, r0 = blockIdx.y * SIDE;
    for (int k = threadIdx.y; k < SIDE; k += STEP)
        if (c < cols && r0 + k < rows) tile[k][threadIdx.x] = in[(size_t)(r0 + k) * cols + c];
    __syncthreads();
    int r = r0 + threadIdx.x, c0 = blockIdx.x * SIDE;
    for (int k = threadIdx.y; k < SIDE; k += STEP)
        if (r < rows && c0 + k < cols) out[(size_t)(c0 + k) * rows + r] = tile[threadIdx.x][k];
}
template __global__ void turnTile<float, 32, 8>(float *, const float *, int, int);
template __global__ void turnTile<double, 32, 16>(double *, const double *, int, int);
template __global__ void turnTile<unsigned char, 32, 8>(unsigned char *, const unsigned char *, int, int);

// four by four in registers; rows and cols are multiples of four
extern "C" __global__ void transpose_four_by_four(const float4 *in, float4 *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    int wide = cols / 4, high = rows / 4;
    if (c >= wide || r >= high) return;
    float4 a = in[(4 * r + 0) * wide + c], b = in[(4 * r + 1) * wide + c];
    float4 d = in[(4 * r + 2) * wide + c], e = in[(4 * r + 3) * wide + c];
    out[(4 * c + 0) * high + r] = make_float4(a.x, b.x, d.x, e.x);
    out[(4 * c + 1) * high + r] = make_float4(a.y, b.y, d.y, e.y);
    out[(4 * c + 2) * high + r] = make_float4(a.z, b.z, d.z, e.z);
    out[(4 * c + 3) * high + r] = make_float4(a.w, b.w, d.w, e.w);
}

// blocks go along diagonals; sides are multiples of 32
extern "C" __global__ void transpose_along_diagonals(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    if (width != height) {
        int id = blockIdx.x + gridDim.x * blockIdx.y;
        by = id % gridDim.y;
        bx = (id / gridDim.y + by) % gridDim.x;
    }
    int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[x + (y + k) * width];
    __syncthreads();
    x = by * 32 + threadIdx.x;
    y = bx * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) out[x + (y + k) * height] = tile[threadIdx.x][threadIdx.y + k];
}

// tokens, heads, pairs -> heads, tokens, pairs
extern "C" __global__ void transpose_tokens_and_heads(const half2 *__restrict__ in, half2 *__restrict__ out, int tokens, int heads, int pairs)
{
    int token = blockIdx.x;
    for (int i = threadIdx.x; i < heads * pairs; i += blockDim.x) {
        int head = i / pairs, p = i - head * pairs;
        out[((size_t)head * tokens + token) * pairs + p] = in[(size_t)token * heads * pairs + i];
    }
}

// squares of 32 by 32 bits, a warp each
extern "C" __global__ void transpose_squares_of_bits(const unsigned *in, unsigned *out, int squares)
{
    const int lane = threadIdx.x & 31, square = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (square >= squares) return;
    const unsigned row = in[32 * square + lane];
    unsigned column = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        unsigned votes = __ballot_sync(~0u, row >> k & 1);
        if (lane == k) column = votes;
    }
    out[32 * square + lane] = column;
}
