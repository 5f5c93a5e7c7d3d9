// Attention.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// scores as written on the board: a thread for each query and key
extern "C" __global__ void att_scores_from_the_board(const float *q, const float *k, float *s, int length, int width, float scale)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, head = blockIdx.z;
    if (i >= length || j >= length) return;
    q += (size_t)head * length * width;
    k += (size_t)head * length * width;
    float sum = 0;
    for (int d = 0; d < width; d++) sum += q[i * width + d] * k[j * width + d];
    s[((size_t)head * length + i) * length + j] = j <= i ? sum * scale : -1e9f;
}

// a query for each thread, keys and values by tiles, sums kept while one walks
template <int WIDTH, int TILE>
__global__ void queryOfThread(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length, float scale)
{
    __shared__ float keys[TILE][WIDTH], values[TILE][WIDTH];
    size_t head = (size_t)blockIdx.y * length * WIDTH;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine[WIDTH], sum[WIDTH], m = -1e30f, l = 0;
    for (int d = 0; d < WIDTH; d++) {
        mine[d] = i < length ? q[head + (size_t)i * WIDTH + d] * scale : 0;
        sum[d] = 0;
    }
    for (int t = 0; t < length; t += TILE) {
        for (int x = threadIdx.x; x < TILE * WIDTH; x += blockDim.x) {
            int row = t + x / WIDTH;
            keys[x / WIDTH][x % WIDTH] = row < length ? k[head + (size_t)row * WIDTH + x % WIDTH] : 0;
            values[x / WIDTH][x % WIDTH] = row < length ? v[head + (size_t)row * WIDTH + x % WIDTH] : 0;
        }
        __syncthreads();
        int end = min(TILE, length - t);
        for (int j = 0; j < end; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < WIDTH; d++) s += mine[d] * keys[j][d];
            float top = fmaxf(m, s), old = __expf(m - top), p = __expf(s - top);
            l = l * old + p;
#pragma unroll
            for (int d = 0; d < WIDTH; d++) sum[d] = sum[d] * old + p * values[j][d];
            m = top;
        }
        __syncthreads();
    }
    if (i < length)
        for (int d = 0; d < WIDTH; d++) out[head + (size_t)i * WIDTH + d] = sum[d] / l;
}
template __global__ void queryOfThread<32, 32>(const float *, const float *, const float *, float *, int, float);

// places turned into angles: pairs of a head turned in place
extern "C" __global__ void att_pairs_turned_by_angles(float2 *__restrict__ x, int tokens, int heads, int pairs, float base)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) return;
    int p = i % pairs, token = i / pairs / heads;
    float angle = token * exp2f(-base * p / pairs), s, c;
    __sincosf(angle, &s, &c);
    float2 v = x[i];
    x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// one new token: a warp of the block for each stretch of the kept keys, joined at the end
extern "C" __global__ void att_new_token_against_kept(const half *__restrict__ q, const half2 *__restrict__ keys, const half2 *__restrict__ values, float *__restrict__ out, int kept)
{
    __shared__ float most[8], total[8], part[8][64];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t head = blockIdx.x;
    half2 mine = ((const half2 *)q)[head * 32 + lane];
    float2 a = __half22float2(mine);
    float m = -1e30f, l = 0, x = 0, y = 0;
    for (int j = warp; j < kept; j += 8) {
        float2 k = __half22float2(keys[(head * kept + j) * 32 + lane]);
        float s = a.x * k.x + a.y * k.y;
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffff, s, d);
        s *= 0.125f;
        float top = fmaxf(m, s), old = __expf(m - top), p = __expf(s - top);
        float2 v = __half22float2(values[(head * kept + j) * 32 + lane]);
        l = l * old + p, x = x * old + p * v.x, y = y * old + p * v.y, m = top;
    }
    if (lane == 0) most[warp] = m, total[warp] = l;
    part[warp][2 * lane] = x;
    part[warp][2 * lane + 1] = y;
    __syncthreads();
    if (threadIdx.x < 64) {
        float top = most[0], sum = 0, all = 0;
        for (int w = 1; w < 8; w++) top = fmaxf(top, most[w]);
        for (int w = 0; w < 8; w++) {
            float f = __expf(most[w] - top);
            sum += f * part[w][threadIdx.x];
            all += f * total[w];
        }
        out[head * 64 + threadIdx.x] = sum / all;
    }
}

// weights times values with wmma, a warp for 16 rows of a head of width 64
extern "C" __global__ void att_values_mixed_by_wmma(const half *__restrict__ p, const half *__restrict__ v, float *__restrict__ out, int length)
{
    int warp = threadIdx.x / 32, row = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
    if (row >= length) return;
    size_t head = blockIdx.y;
    p += head * length * length + (size_t)row * length;
    v += head * length * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4];
    for (int n = 0; n < 4; n++) wmma::fill_fragment(c[n], 0.f);
    for (int k = 0; k < length; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, p + k, length);
#pragma unroll
        for (int n = 0; n < 4; n++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, v + k * 64 + n * 16, 64);
            wmma::mma_sync(c[n], a, b, c[n]);
        }
    }
    for (int n = 0; n < 4; n++) wmma::store_matrix_sync(out + (head * length + row) * 64 + n * 16, c[n], 64, wmma::mem_row_major);
}
