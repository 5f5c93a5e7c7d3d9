// Attention.
#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>

struct Shape {
    int length, width;
    float scale;
};

// a block for one query of one head: scores and shares in shared memory, values after
extern "C" __global__ void att_block_for_one_query(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, Shape s)
{
    extern __shared__ float score[]; // [length], then [width]
    float *query = score + s.length;
    __shared__ float fold[32];
    const size_t head = (size_t)blockIdx.y * s.length * s.width;
    const int row = blockIdx.x, t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
    for (int d = t; d < s.width; d += blockDim.x) query[d] = q[head + (size_t)row * s.width + d] * s.scale;
    __syncthreads();
    float top = -1e30f;
    for (int j = t; j <= row; j += blockDim.x) {
        const float *key = k + head + (size_t)j * s.width;
        float dot = 0;
        for (int d = 0; d < s.width; d++) dot += query[d] * key[d];
        score[j] = dot;
        top = fmaxf(top, dot);
    }
    for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (lane == 0) fold[t / 32] = top;
    __syncthreads();
    for (int w = 0; w < warps; w++) top = fmaxf(top, fold[w]);
    __syncthreads();
    float sum = 0;
    for (int j = t; j <= row; j += blockDim.x) {
        score[j] = __expf(score[j] - top);
        sum += score[j];
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) fold[t / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < warps; w++) sum += fold[w];
    for (int d = t; d < s.width; d += blockDim.x) {
        float o = 0;
        for (int j = 0; j <= row; j++) o += score[j] * v[head + (size_t)j * s.width + d];
        out[head + (size_t)row * s.width + d] = o / sum;
    }
}

// scores of halves on tensor cores, a warp for a tile of sixteen by sixteen
template <int WIDTH>
__global__ void scoresByTiles(const half *__restrict__ q, const half *__restrict__ k, float *__restrict__ scores, int length, float scale)
{
    using namespace nvcuda::wmma;
    const int warp = threadIdx.x / 32;
    const int row = blockIdx.y * 16, col = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
    if (col >= length) return;
    q += (size_t)blockIdx.z * length * WIDTH;
    k += (size_t)blockIdx.z * length * WIDTH;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.f);
#pragma unroll
    for (int d = 0; d < WIDTH; d += 16) {
        fragment<matrix_a, 16, 16, 16, half, row_major> a;
        fragment<matrix_b, 16, 16, 16, half, col_major> b;
        load_matrix_sync(a, q + (size_t)row * WIDTH + d, WIDTH);
        load_matrix_sync(b, k + (size_t)col * WIDTH + d, WIDTH);
        mma_sync(sum, a, b, sum);
    }
    for (int e = 0; e < sum.num_elements; e++) sum.x[e] *= scale;
    store_matrix_sync(scores + ((size_t)blockIdx.z * length + row) * length + col, sum, length, mem_row_major);
}
template __global__ void scoresByTiles<64>(const half *, const half *, float *, int, float);
template __global__ void scoresByTiles<128>(const half *, const half *, float *, int, float);

// new keys and values go to the pages of their sequence
extern "C" __global__ void att_new_tokens_to_pages(const uint4 *__restrict__ keys, const uint4 *__restrict__ values, uint4 *key_pages, uint4 *value_pages, const int *__restrict__ page_of, const int *__restrict__ place_of, int row)
{
    const int token = blockIdx.x, page = page_of[token], place = place_of[token];
    const size_t from = (size_t)token * row, to = ((size_t)page * 16 + place) * row;
    for (int i = threadIdx.x; i < row; i += blockDim.x) {
        key_pages[to + i] = keys[from + i];
        value_pages[to + i] = values[from + i];
    }
}

// only the last 32 keys count: a lane for each key, then for two columns of values
extern "C" __global__ void att_lane_for_each_near_key(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length, int queries, float scale)
{
    const int query = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (query >= queries) return;
    const int place = query % length;
    const float2 *mine = (const float2 *)(q + (size_t)query * 64);
    const int key = query - 31 + lane;
    const bool there = place - 31 + lane >= 0;
    float dot = -1e30f;
    if (there) {
        const float4 *a = (const float4 *)mine, *b = (const float4 *)(k + (size_t)key * 64);
        dot = 0;
#pragma unroll
        for (int d = 0; d < 16; d++) {
            float4 x = a[d], y = b[d];
            dot += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
        }
        dot *= scale;
    }
    float top = dot;
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    float p = there ? expf(dot - top) : 0.f, sum = p;
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    p /= sum;
    float2 o = make_float2(0, 0);
    for (int j = max(0, 31 - place); j < 32; j++) {
        float share = __shfl_sync(~0u, p, j);
        float2 w = ((const float2 *)(v + (size_t)(query - 31 + j) * 64))[lane];
        o.x += share * w.x;
        o.y += share * w.y;
    }
    ((float2 *)(out + (size_t)query * 64))[lane] = o;
}

// slope by distance is added to scores, what lies ahead is shut out
extern "C" __global__ void att_slopes_and_mask_added(__half *scores, const float *__restrict__ slope, int length)
{
    int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x), i = blockIdx.y, head = blockIdx.z;
    if (j >= length) return;
    __half2 *at = (__half2 *)(scores + ((size_t)head * length + i) * length + j);
    float2 v = __half22float2(*at);
    float m = slope[head];
    v.x = j <= i ? v.x + m * (j - i) : -60000.f;
    v.y = j + 1 <= i ? v.y + m * (j + 1 - i) : -60000.f;
    *at = __float22half2_rn(v);
}
