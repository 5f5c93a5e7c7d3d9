// Attention, quantised layers, embeddings, choice of tokens.
#include <cstdint>
#include <cuda_fp16.h>

// one new token: a block a head, four warps go over the keys, D = 128 as four halves a lane
extern "C" __global__ __launch_bounds__(128) void attn_single_token_cached_halves(const float *__restrict__ query, const half *__restrict__ keys, const half *__restrict__ values, float *__restrict__ out, int length)
{
    extern __shared__ float score[];
    __shared__ float of_warp[4];
    const int head = blockIdx.x, t = threadIdx.x, lane = t % 32, warp = t / 32;
    const half *k = keys + (size_t)head * length * 128, *v = values + (size_t)head * length * 128;
    const float4 q = ((const float4 *)(query + head * 128))[lane];
    float most = -1e30f;
    for (int i = warp; i < length; i += 4) {
        uint2 packed = ((const uint2 *)(k + (size_t)i * 128))[lane];
        float2 a = __half22float2(*(half2 *)&packed.x), b = __half22float2(*(half2 *)&packed.y);
        float dot = q.x * a.x + q.y * a.y + q.z * b.x + q.w * b.y;
        for (int s = 16; s; s >>= 1)
            dot += __shfl_xor_sync(~0u, dot, s);
        dot *= 0.08838835f;
        if (lane == 0)
            score[i] = dot;
        most = fmaxf(most, dot);
    }
    if (lane == 0)
        of_warp[warp] = most;
    __syncthreads();
    most = fmaxf(fmaxf(of_warp[0], of_warp[1]), fmaxf(of_warp[2], of_warp[3]));
    __syncthreads();
    float sum = 0.0f;
    for (int i = t; i < length; i += 128) {
        float e = __expf(score[i] - most);
        score[i] = e;
        sum += e;
    }
    for (int s = 16; s; s >>= 1)
        sum += __shfl_xor_sync(~0u, sum, s);
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    sum = of_warp[0] + of_warp[1] + of_warp[2] + of_warp[3];
    float mine = 0.0f;
#pragma unroll 4
    for (int i = 0; i < length; i++)
        mine += score[i] * __half2float(v[(size_t)i * 128 + t]);
    out[head * 128 + t] = mine / sum;
}

// a thread a query, keys and values of 32 places at a time in shared memory, causal
template <int D> __global__ void causalRowHeld(const float *__restrict__ Q, const float *__restrict__ K, const float *__restrict__ V, float *__restrict__ O, int length, float scale)
{
    __shared__ float ks[32][D], vs[32][D];
    const size_t base = (size_t)blockIdx.y * length * D;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float q[D], o[D], most = -1e30f, sum = 0.0f;
#pragma unroll
    for (int d = 0; d < D; d++) {
        q[d] = row < length ? Q[base + (size_t)row * D + d] * scale : 0.0f;
        o[d] = 0.0f;
    }
    const int end = min(length, (int)((blockIdx.x + 1) * blockDim.x));
    for (int j0 = 0; j0 < end; j0 += 32) {
        __syncthreads();
        for (int e = threadIdx.x; e < 32 * D; e += blockDim.x) {
            bool there = j0 + e / D < length;
            ks[e / D][e % D] = there ? K[base + (size_t)j0 * D + e] : 0.0f;
            vs[e / D][e % D] = there ? V[base + (size_t)j0 * D + e] : 0.0f;
        }
        __syncthreads();
        int stop = min(32, row + 1 - j0);
        for (int j = 0; j < stop; j++) {
            float s = 0.0f;
#pragma unroll
            for (int d = 0; d < D; d++)
                s += q[d] * ks[j][d];
            if (s > most) {
                float shrink = __expf(most - s);
                sum *= shrink;
#pragma unroll
                for (int d = 0; d < D; d++)
                    o[d] *= shrink;
                most = s;
            }
            float p = __expf(s - most);
            sum += p;
#pragma unroll
            for (int d = 0; d < D; d++)
                o[d] += p * vs[j][d];
        }
    }
    if (row < length)
#pragma unroll
        for (int d = 0; d < D; d++)
            O[base + (size_t)row * D + d] = o[d] / sum;
}
template __global__ void causalRowHeld<32>(const float *, const float *, const float *, float *, int, float);

// largest magnitude of a row, then bytes; cols a multiple of 4
extern "C" __global__ void quant_rows_into_signed_bytes(const float *__restrict__ in, char4 *__restrict__ out, float *__restrict__ scales, int cols)
{
    __shared__ float most_of[8];
    const float4 *x = (const float4 *)(in + (size_t)blockIdx.x * cols);
    float most = 0.0f;
    for (int c = threadIdx.x; c < cols / 4; c += blockDim.x) {
        float4 v = x[c];
        most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    for (int s = 16; s; s >>= 1)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
    if (threadIdx.x % 32 == 0)
        most_of[threadIdx.x / 32] = most;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        most = fmaxf(most, most_of[w]);
    float inverse = most > 0.0f ? 127.0f / most : 0.0f;
    for (int c = threadIdx.x; c < cols / 4; c += blockDim.x) {
        float4 v = x[c];
        out[(size_t)blockIdx.x * (cols / 4) + c] = make_char4(__float2int_rn(v.x * inverse), __float2int_rn(v.y * inverse), __float2int_rn(v.z * inverse), __float2int_rn(v.w * inverse));
    }
    if (threadIdx.x == 0)
        scales[blockIdx.x] = most / 127.0f;
}

// weights of four bits, groups of 32 with a half scale each; a warp a row, a lane a word of eight
extern "C" __global__ void quant_matvec_nibbles_grouped(const unsigned *__restrict__ W, const half *__restrict__ scales, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x, words = cols / 8;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int w = lane; w < words; w += 32) {
        unsigned packed = W[(size_t)row * words + w];
        float scale = __half2float(scales[(size_t)row * (words / 4) + w / 4]);
        float part = 0.0f;
#pragma unroll
        for (int i = 0; i < 8; i++)
            part += ((int)(packed >> 4 * i & 15) - 8) * x[8 * w + i];
        sum += scale * part;
    }
    for (int s = 16; s; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[row] = sum;
}

// rows of the table in half plus sines of the position, as floats; dim even
extern "C" __global__ void embedding_half_with_sines(const int *__restrict__ tokens, const half *__restrict__ table, float *__restrict__ out, int count, int dim, int length)
{
    int token = blockIdx.x * blockDim.y + threadIdx.y;
    if (token >= count)
        return;
    const half2 *row = (const half2 *)(table + (size_t)tokens[token] * dim);
    float2 *to = (float2 *)(out + (size_t)token * dim);
    float place = token % length, root = sqrtf((float)dim);
    for (int d = threadIdx.x; d < dim / 2; d += blockDim.x) {
        float2 v = __half22float2(row[d]);
        float s, c;
        sincosf(place * exp2f(-13.287712f * 2 * d / dim), &s, &c);
        to[d] = make_float2(v.x * root + s, v.y * root + c);
    }
}

// gradients of tokens are added to their rows
extern "C" __global__ void embedding_gradient_added_up(const int *tokens, const float *gradient, float *table, int count, int dim)
{
    long long n = (long long)count * dim;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        int token = i / dim, d = i % dim;
        atomicAdd(table + (long long)tokens[token] * dim + d, gradient[i]);
    }
}

// of 64 experts the best K, a warp a token; weights sum to one
template <int K> __global__ void bestExperts(const float *__restrict__ scores, int *__restrict__ chosen, float *__restrict__ weights, int tokens)
{
    int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (token >= tokens)
        return;
    float a = scores[token * 64 + lane], b = scores[token * 64 + 32 + lane];
    float value[K], sum = 0.0f;
    int place[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
        float best = a >= b ? a : b;
        int at = a >= b ? lane : lane + 32;
#pragma unroll
        for (int s = 16; s; s >>= 1) {
            float other = __shfl_xor_sync(~0u, best, s);
            int where = __shfl_xor_sync(~0u, at, s);
            if (other > best || (other == best && where < at))
                best = other, at = where;
        }
        value[k] = best, place[k] = at;
        if (at == lane)
            a = -INFINITY;
        if (at == lane + 32)
            b = -INFINITY;
    }
#pragma unroll
    for (int k = 0; k < K; k++) {
        value[k] = __expf(value[k]);
        sum += value[k];
    }
    if (lane == 0)
#pragma unroll
        for (int k = 0; k < K; k++) {
            chosen[token * K + k] = place[k];
            weights[token * K + k] = value[k] / sum;
        }
}
template __global__ void bestExperts<2>(const float *, int *, float *, int);
template __global__ void bestExperts<6>(const float *, int *, float *, int);

// the first token at which the running sum of the row passes a drawn share; 256 threads, a row a block
extern "C" __global__ __launch_bounds__(256) void llm_token_drawn_from_weights(const float *__restrict__ weights, const float *__restrict__ drawn, int *__restrict__ token, int words)
{
    __shared__ float upto[256];
    __shared__ int found;
    const float *row = weights + (size_t)blockIdx.x * words;
    const int t = threadIdx.x, each = (words + 255) / 256;
    float sum = 0.0f;
    for (int i = t; i < words; i += 256)
        sum += row[i];
    upto[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s)
            upto[t] += upto[t + s];
        __syncthreads();
    }
    float target = drawn[blockIdx.x] * upto[0];
    if (t == 0)
        found = words - 1;
    __syncthreads();
    // chunks of neighbours now
    int from = min(t * each, words), to = min(from + each, words);
    float own = 0.0f;
    for (int i = from; i < to; i++)
        own += row[i];
    upto[t] = own;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        float add = t >= s ? upto[t - s] : 0.0f;
        __syncthreads();
        upto[t] += add;
        __syncthreads();
    }
    float before = t ? upto[t - 1] : 0.0f;
    if (target >= before && target < upto[t]) {
        for (int i = from; i < to; i++) {
            before += row[i];
            if (target < before) {
                atomicMin(&found, i);
                break;
            }
        }
    }
    __syncthreads();
    if (t == 0)
        token[blockIdx.x] = found;
}
