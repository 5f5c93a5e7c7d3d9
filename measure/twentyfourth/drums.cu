// Transposes.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

extern "C" __global__ void transpose_columns_written(const float *in, float *out, size_t width, size_t height)
{
    size_t x = blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

template <typename T, int SIDE, int ROWS> __global__ void turnThroughTile(const T *__restrict__ in, T *__restrict__ out, int width, int height)
{
    __shared__ T tile[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    for (int j = 0; j < SIDE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
    for (int j = 0; j < SIDE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void turnThroughTile<float, 32, 4>(const float *, float *, int, int);
template __global__ void turnThroughTile<int2, 16, 16>(const int2 *, int2 *, int, int);
template __global__ void turnThroughTile<unsigned short, 32, 8>(const unsigned short *, unsigned short *, int, int);

// 64 by 64 halves a block, read and written as pairs; sides are even
extern "C" __global__ void transpose_half_by_pairs(const half2 *in, half2 *out, int width, int height)
{
    __shared__ half tile[64][66];
    const int px = blockIdx.x * 32 + threadIdx.x;
    for (int r = threadIdx.y; r < 64; r += 8) {
        int y = blockIdx.y * 64 + r;
        if (2 * px < width && y < height) {
            half2 v = in[y * (width / 2) + px];
            tile[r][2 * threadIdx.x] = __low2half(v);
            tile[r][2 * threadIdx.x + 1] = __high2half(v);
        }
    }
    __syncthreads();
    const int qx = blockIdx.y * 32 + threadIdx.x;
    for (int r = threadIdx.y; r < 64; r += 8) {
        int y = blockIdx.x * 64 + r;
        if (2 * qx < height && y < width)
            out[y * (height / 2) + qx] = __halves2half2(tile[2 * threadIdx.x][r], tile[2 * threadIdx.x + 1][r]);
    }
}

// many 8x8 matrices, eight lanes each, by exchanging between lanes
extern "C" __global__ void transpose_eights_by_lanes(const float *in, float *out, int count)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int which = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (which >= count)
        return;
    const int lane = tile.thread_rank();
    const float4 *row = (const float4 *)(in + (size_t)which * 64 + lane * 8);
    float4 lo = row[0], hi = row[1];
    float v[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
    for (int mask = 4; mask > 0; mask >>= 1) {
        const bool upper = lane & mask;
#pragma unroll
        for (int j = 0; j < 8; j++)
            if (!(j & mask)) {
                float got = tile.shfl_xor(upper ? v[j] : v[j | mask], mask);
                if (upper)
                    v[j] = got;
                else
                    v[j | mask] = got;
            }
    }
    float4 *to = (float4 *)(out + (size_t)which * 64 + lane * 8);
    to[0] = make_float4(v[0], v[1], v[2], v[3]);
    to[1] = make_float4(v[4], v[5], v[6], v[7]);
}

// [batch][length][heads][dim] -> [batch][heads][length][dim], dim in quads
extern "C" __global__ void transpose_length_and_heads(const float4 *__restrict__ in, float4 *__restrict__ out, int length, int heads, int quads, long long total)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;
    int d = i % quads, l = i / quads % length, h = i / ((long long)quads * length) % heads;
    long long b = i / ((long long)quads * length * heads);
    out[i] = in[((b * length + l) * heads + h) * quads + d];
}
