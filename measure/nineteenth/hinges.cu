// Transposes and turns.
#include <stdint.h>

// a tile DIM x DIM, ROWS of it at a time, P columns to spare
template <typename T, int DIM, int ROWS, int P>
__global__ void tileTransposed(const T *__restrict__ in, T *__restrict__ out, int w, int h)
{
    __shared__ T tile[DIM][DIM + P];
    int x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
    if (x < w)
        for (int j = 0; j < DIM && y + j < h; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x, y = blockIdx.x * DIM + threadIdx.y;
    if (x < h)
        for (int j = 0; j < DIM && y + j < w; j += ROWS) out[(size_t)(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void tileTransposed<float, 24, 6, 1>(const float *, float *, int, int);
template __global__ void tileTransposed<uint8_t, 64, 4, 4>(const uint8_t *, uint8_t *, int, int);
template __global__ void tileTransposed<double2, 16, 16, 0>(const double2 *, double2 *, int, int);

// no tile: rows read, columns written
extern "C" __global__ void tp_plain_by_columns(const double *in, double *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[(size_t)x * h + y] = in[(size_t)y * w + x];
}

// 4 x 4 in the registers of a thread, sides in fours
extern "C" __global__ void transpose_sixteen_in_hand(const float4 *__restrict__ in, float4 *__restrict__ out, int wq, int hq)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= wq || y >= hq) return;
    float4 a = in[(size_t)(4 * y) * wq + x], b = in[(size_t)(4 * y + 1) * wq + x], c = in[(size_t)(4 * y + 2) * wq + x], d = in[(size_t)(4 * y + 3) * wq + x];
    out[(size_t)(4 * x) * hq + y] = make_float4(a.x, b.x, c.x, d.x);
    out[(size_t)(4 * x + 1) * hq + y] = make_float4(a.y, b.y, c.y, d.y);
    out[(size_t)(4 * x + 2) * hq + y] = make_float4(a.z, b.z, c.z, d.z);
    out[(size_t)(4 * x + 3) * hq + y] = make_float4(a.w, b.w, c.w, d.w);
}

// columns of the tile exchanged by xor instead of spare ones; sides in 32
extern "C" __global__ void transpose_xor_places(const int *in, int *out, int w, int h)
{
    __shared__ int tile[32 * 32];
    const int tx = threadIdx.x;
    for (int ty = threadIdx.y; ty < 32; ty += blockDim.y) tile[ty * 32 + (tx ^ ty)] = in[(size_t)(blockIdx.y * 32 + ty) * w + blockIdx.x * 32 + tx];
    __syncthreads();
    for (int ty = threadIdx.y; ty < 32; ty += blockDim.y) out[(size_t)(blockIdx.x * 32 + ty) * h + blockIdx.y * 32 + tx] = tile[tx * 32 + (ty ^ tx)];
}

// half a turn of a picture of four bytes
extern "C" __global__ void flip_half_a_turn(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w) out[(h - 1 - y) * w + (w - 1 - x)] = in[y * w + x];
}

// 8 x 8 of eight lanes, exchanged by shuffles in three steps
extern "C" __global__ void transpose_eight_lanes(const int *in, int *out, int tiles)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, tile = t >> 3, r = t & 7;
    const bool in_range = tile < tiles;
    int v[8];
#pragma unroll
    for (int c = 0; c < 8; c++) v[c] = in_range ? in[tile * 64 + r * 8 + c] : 0;
#pragma unroll
    for (int d = 1; d < 8; d <<= 1)
#pragma unroll
        for (int c = 0; c < 8; c++) {
            if (c & d) continue;
            const bool upper = r & d;
            int give = upper ? v[c] : v[c | d];
            int got = __shfl_xor_sync(~0u, give, d);
            if (upper) v[c] = got;
            else v[c | d] = got;
        }
    if (!in_range) return;
#pragma unroll
    for (int c = 0; c < 8; c++) out[tile * 64 + r * 8 + c] = v[c];
}
