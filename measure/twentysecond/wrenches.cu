// Attention.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// scores of queries and keys, tiles of 16 by 16; tiles above the diagonal are left
extern "C" __global__ void att_scores_below_diagonal(const float *__restrict__ q, const float *__restrict__ k, float *__restrict__ scores, int length, int width, float scale)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float qs[16][17], ks[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, key = blockIdx.x * 16 + ty;
    const size_t head = (size_t)blockIdx.z * length;
    float sum = 0.f;
    for (int d = 0; d < width; d += 16) {
        qs[ty][tx] = row < length ? q[(head + row) * width + d + tx] : 0.f;
        ks[ty][tx] = key < length ? k[(head + key) * width + d + tx] : 0.f;
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 16; e++) sum += qs[ty][e] * ks[tx][e];
        __syncthreads();
    }
    if (row < length && col <= row) scores[(head + row) * length + col] = sum * scale;
}

// a query for each thread, keys and values come in tiles; sums are mended when a greater score comes
template <int WIDTH, int TILE>
__global__ void __launch_bounds__(64) wholeRowOfAttention(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length, float scale)
{
    __shared__ float ks[TILE][WIDTH], vs[TILE][WIDTH];
    const size_t head = (size_t)blockIdx.y * length * WIDTH;
    const int row = blockIdx.x * 64 + threadIdx.x;
    float mine[WIDTH], sum[WIDTH], most = -1e30f, total = 0.f;
#pragma unroll
    for (int d = 0; d < WIDTH; d++) {
        mine[d] = row < length ? q[head + (size_t)row * WIDTH + d] * scale : 0.f;
        sum[d] = 0.f;
    }
    for (int base = 0; base < length; base += TILE) {
        const int here = min(TILE, length - base);
        __syncthreads();
        for (int e = threadIdx.x; e < here * WIDTH; e += 64) {
            ks[e / WIDTH][e % WIDTH] = k[head + (size_t)base * WIDTH + e];
            vs[e / WIDTH][e % WIDTH] = v[head + (size_t)base * WIDTH + e];
        }
        __syncthreads();
        for (int j = 0; j < here; j++) {
            float s = 0.f;
#pragma unroll
            for (int d = 0; d < WIDTH; d++) s += mine[d] * ks[j][d];
            if (s > most) {
                const float mend = __expf(most - s);
                total *= mend;
#pragma unroll
                for (int d = 0; d < WIDTH; d++) sum[d] *= mend;
                most = s;
            }
            const float p = __expf(s - most);
            total += p;
#pragma unroll
            for (int d = 0; d < WIDTH; d++) sum[d] += p * vs[j][d];
        }
    }
    if (row < length)
#pragma unroll
        for (int d = 0; d < WIDTH; d++) out[head + (size_t)row * WIDTH + d] = sum[d] / total;
}
template __global__ void wholeRowOfAttention<32, 32>(const float *, const float *, const float *, float *, int, float);
template __global__ void wholeRowOfAttention<64, 16>(const float *, const float *, const float *, float *, int, float);

// one new query against all that was kept: four warps share a head, each takes every fourth place
extern "C" __global__ void att_one_query_of_kept(const __half2 *__restrict__ q, const __half2 *__restrict__ keys, const __half2 *__restrict__ values, float2 *__restrict__ out, const int *__restrict__ lengths, int room, float scale)
{
    __shared__ float most_of[4], total_of[4];
    __shared__ float2 sum_of[4][32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, head = blockIdx.x;
    const int length = lengths[head];
    const float2 mine = __half22float2(q[head * 32 + lane]);
    float most = -1e30f, total = 0.f;
    float2 sum = make_float2(0.f, 0.f);
    for (int t = warp; t < length; t += 4) {
        size_t at = ((size_t)head * room + t) * 32 + lane;
        float2 k = __half22float2(keys[at]);
        float s = mine.x * k.x + mine.y * k.y;
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        s *= scale;
        float higher = fmaxf(most, s), mend = __expf(most - higher), p = __expf(s - higher);
        float2 v = __half22float2(values[at]);
        sum.x = sum.x * mend + p * v.x;
        sum.y = sum.y * mend + p * v.y;
        total = total * mend + p;
        most = higher;
    }
    if (lane == 0) {
        most_of[warp] = most;
        total_of[warp] = total;
    }
    sum_of[warp][lane] = sum;
    __syncthreads();
    if (warp == 0) {
        float all = fmaxf(fmaxf(most_of[0], most_of[1]), fmaxf(most_of[2], most_of[3]));
        float2 o = make_float2(0.f, 0.f);
        float norm = 0.f;
        for (int w = 0; w < 4; w++) {
            float mend = __expf(most_of[w] - all);
            o.x += sum_of[w][lane].x * mend;
            o.y += sum_of[w][lane].y * mend;
            norm += total_of[w] * mend;
        }
        out[head * 32 + lane] = make_float2(o.x / norm, o.y / norm);
    }
}

// pairs of a head turned by an angle that grows with the place
extern "C" __global__ void att_pairs_turned_by_place(__nv_bfloat162 *x, const float *__restrict__ speed, int tokens, int heads, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) return;
    int p = i % pairs, token = i / (pairs * heads);
    float s, c;
    sincosf(token * speed[p], &s, &c);
    float a = __bfloat162float(x[i].x), b = __bfloat162float(x[i].y);
    x[i].x = __float2bfloat16(a * c - b * s);
    x[i].y = __float2bfloat16(a * s + b * c);
}

// shares times values on tensor cores: a warp makes 16 rows of a head 64 wide, halves in, floats out
extern "C" __global__ void att_shares_times_values(const half *__restrict__ shares, const half *__restrict__ values, float *__restrict__ out, int length)
{
    const int warp = threadIdx.x / 32;
    const int row = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
    if (row >= length) return;
    const half *p = shares + ((size_t)blockIdx.y * length + row) * length;
    const half *v = values + (size_t)blockIdx.y * length * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4];
    for (int n = 0; n < 4; n++) wmma::fill_fragment(acc[n], 0.0f);
    for (int t = 0; t < length; t += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, p + t, length);
        for (int n = 0; n < 4; n++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, v + t * 64 + n * 16, 64);
            wmma::mma_sync(acc[n], a, b, acc[n]);
        }
    }
    float *o = out + ((size_t)blockIdx.y * length + row) * 64;
    for (int n = 0; n < 4; n++) wmma::store_matrix_sync(o + n * 16, acc[n], 64, wmma::mem_row_major);
}
