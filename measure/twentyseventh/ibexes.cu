// Attention.
#include <cuda_fp16.h>

// scores of a head, keys after the query masked
extern "C" __global__ void attn_scores_masked_plain(const float *q, const float *k, float *scores, int length, int dim, float scale)
{
    int key = blockIdx.x * blockDim.x + threadIdx.x, query = blockIdx.y * blockDim.y + threadIdx.y;
    size_t head = (size_t)blockIdx.z * length;
    if (key >= length || query >= length)
        return;
    float s = -1e9f;
    if (key <= query) {
        s = 0.0f;
        for (int d = 0; d < dim; d++)
            s += q[(head + query) * dim + d] * k[(head + key) * dim + d];
        s *= scale;
    }
    scores[(head + query) * length + key] = s;
}

// one new token against a cache of halves; a block for a head, 64 numbers deep
extern "C" __global__ void __launch_bounds__(128) attn_next_token_of_cache(const float *__restrict__ q, const half2 *__restrict__ keys, const half2 *__restrict__ values, float *__restrict__ out, int most, float scale)
{
    extern __shared__ float p[];
    __shared__ float s[4], sums[64 * 2];
    int head = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int length = most - (head * 37) % (most / 2);
    const half2 *k = keys + (size_t)head * most * 32, *v = values + (size_t)head * most * 32;
    float2 mine = ((const float2 *)q)[head * 32 + lane];
    for (int t = warp; t < length; t += 4) {
        float2 f = __half22float2(k[t * 32 + lane]);
        float d = mine.x * f.x + mine.y * f.y;
        for (int o = 16; o; o >>= 1)
            d += __shfl_xor_sync(~0u, d, o);
        if (lane == 0)
            p[t] = d * scale;
    }
    __syncthreads();
    float m = -1e30f;
    for (int t = threadIdx.x; t < length; t += 128)
        m = fmaxf(m, p[t]);
    for (int o = 16; o; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if (lane == 0)
        s[warp] = m;
    __syncthreads();
    m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
    __syncthreads();
    float sum = 0.0f;
    for (int t = threadIdx.x; t < length; t += 128) {
        float e = __expf(p[t] - m);
        p[t] = e;
        sum += e;
    }
    for (int o = 16; o; o >>= 1)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();
    sum = s[0] + s[1] + s[2] + s[3];
    int half = threadIdx.x / 64, d = threadIdx.x % 64;
    const __half *vs = (const __half *)v;
    float acc = 0.0f;
#pragma unroll 4
    for (int t = half; t < length; t += 2)
        acc += p[t] * __half2float(vs[t * 64 + d]);
    sums[threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.x < 64)
        out[head * 64 + d] = (sums[d] + sums[64 + d]) / sum;
}

// tiles of 32 keys, a query by a thread, softmax kept up as one goes
template <int D, bool CAUSAL> __global__ void __launch_bounds__(64) tilesKeptUp(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ o, int length, float scale)
{
    __shared__ float ks[32][D], vs[32][D];
    size_t head = (size_t)blockIdx.y * length;
    int query = blockIdx.x * 64 + threadIdx.x;
    float mine[D], acc[D], m = -1e30f, sum = 0.0f;
#pragma unroll
    for (int d = 0; d < D; d++) {
        mine[d] = query < length ? q[(head + query) * D + d] * scale : 0.0f;
        acc[d] = 0.0f;
    }
    int last = CAUSAL ? min(length, (int)(blockIdx.x + 1) * 64) : length;
    for (int t = 0; t < last; t += 32) {
        int here = min(32, last - t);
        __syncthreads();
        for (int e = threadIdx.x; e < here * D; e += 64) {
            ks[e / D][e % D] = k[(head + t) * D + e];
            vs[e / D][e % D] = v[(head + t) * D + e];
        }
        __syncthreads();
        for (int j = 0; j < here; j++) {
            if (CAUSAL && t + j > query)
                break;
            float s = 0.0f;
#pragma unroll
            for (int d = 0; d < D; d++)
                s += mine[d] * ks[j][d];
            if (s > m) {
                float c = __expf(m - s);
                sum *= c;
#pragma unroll
                for (int d = 0; d < D; d++)
                    acc[d] *= c;
                m = s;
            }
            float e = __expf(s - m);
            sum += e;
#pragma unroll
            for (int d = 0; d < D; d++)
                acc[d] += e * vs[j][d];
        }
    }
    if (query < length) {
#pragma unroll
        for (int d = 0; d < D; d++)
            o[(head + query) * D + d] = acc[d] / sum;
    }
}
template __global__ void tilesKeptUp<32, false>(const float *, const float *, const float *, float *, int, float);
template __global__ void tilesKeptUp<64, true>(const float *, const float *, const float *, float *, int, float);

// a window of keys about the query, a warp for a query, 64 deep
extern "C" __global__ void attn_window_about_query(const float2 *__restrict__ q, const float2 *__restrict__ k, const float2 *__restrict__ v, float2 *__restrict__ o, int length, int reach)
{
    int query = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    size_t head = (size_t)blockIdx.y * length;
    if (query >= length)
        return;
    float2 mine = q[(head + query) * 32 + lane], acc = make_float2(0, 0);
    float m = -1e30f, sum = 0.0f;
    for (int t = max(0, query - reach); t <= min(length - 1, query + reach); t++) {
        float2 f = k[(head + t) * 32 + lane];
        float s = mine.x * f.x + mine.y * f.y;
        for (int d = 16; d; d >>= 1)
            s += __shfl_xor_sync(~0u, s, d);
        s *= 0.125f;
        float n = fmaxf(m, s), c = __expf(m - n), e = __expf(s - n);
        float2 w = v[(head + t) * 32 + lane];
        acc.x = acc.x * c + e * w.x;
        acc.y = acc.y * c + e * w.y;
        sum = sum * c + e;
        m = n;
    }
    o[(head + query) * 32 + lane] = make_float2(acc.x / sum, acc.y / sum);
}
