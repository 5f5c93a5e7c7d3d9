// Layers of language models: softmax, norms, gates, attention, quantised weights.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ __forceinline__ float warpSum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ __forceinline__ float warpMax(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

// Maximum and sum in one walk over the row, then the quotients in a second.
extern "C" __global__ void softmax_one_walk_rows(const float *__restrict__ x, float *__restrict__ y, int cols)
{
    __shared__ float maxima[32], sums[32];
    const float *row = x + (size_t)blockIdx.x * cols;
    float *to = y + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = row[c];
        if (v > most) {
            sum *= __expf(most - v);
            most = v;
        }
        sum += __expf(v - most);
    }
    float all = warpMax(most);
    sum = warpSum(most == -INFINITY ? 0.0f : sum * __expf(most - all));
    if (threadIdx.x % 32 == 0) {
        maxima[threadIdx.x / 32] = all;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    const int warps = blockDim.x / 32;
    most = -INFINITY;
    for (int w = 0; w < warps; w++)
        most = fmaxf(most, maxima[w]);
    sum = 0.0f;
    for (int w = 0; w < warps; w++)
        sum += maxima[w] == -INFINITY ? 0.0f : sums[w] * __expf(maxima[w] - most);
    const float inverse = 1.0f / sum;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        to[c] = __expf(row[c] - most) * inverse;
}

// Scores of shape heads x length x length; query q sees keys 0 ... q. A warp per query.
extern "C" __global__ void softmax_causal_scores(const __half *scores, __half *out, int length, int rows, float scale)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const int seen = row % length + 1;
    const __half *from = scores + (size_t)row * length;
    __half *to = out + (size_t)row * length;
    float most = -INFINITY;
    for (int k = lane; k < seen; k += 32)
        most = fmaxf(most, __half2float(from[k]) * scale);
    most = warpMax(most);
    float sum = 0.0f;
    for (int k = lane; k < seen; k += 32)
        sum += expf(__half2float(from[k]) * scale - most);
    sum = warpSum(sum);
    for (int k = lane; k < length; k += 32)
        to[k] = __float2half(k < seen ? expf(__half2float(from[k]) * scale - most) / sum : 0.0f);
}

// Adds the residual, keeps the sum for later and writes the normed row; the row waits in shared memory.
extern "C" __global__ void rmsnorm_with_skip_bf16(const __nv_bfloat162 *__restrict__ x,
                                                       const __nv_bfloat162 *__restrict__ residual,
                                                       const __nv_bfloat162 *__restrict__ weight,
                                                       __nv_bfloat162 *__restrict__ kept,
                                                       __nv_bfloat162 *__restrict__ y, int pairs, float eps)
{
    extern __shared__ float2 held[];
    __shared__ float part[32];
    const size_t base = (size_t)blockIdx.x * pairs;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 a = __bfloat1622float2(x[base + c]), b = __bfloat1622float2(residual[base + c]);
        a.x += b.x;
        a.y += b.y;
        held[c] = a;
        kept[base + c] = __floats2bfloat162_rn(a.x, a.y);
        sum += a.x * a.x + a.y * a.y;
    }
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0.0f;
    const float scale = rsqrtf(warpSum(sum) / (2 * pairs) + eps);
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 a = held[c], w = __bfloat1622float2(weight[c]);
        y[base + c] = __floats2bfloat162_rn(a.x * scale * w.x, a.y * scale * w.y);
    }
}

// Each row holds the gate, then the value.
extern "C" __global__ void act_swiglu_pairs(const __half2 *__restrict__ in, __half2 *__restrict__ out, int rows, int pairs)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= pairs)
        return;
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        float2 g = __half22float2(in[(size_t)r * 2 * pairs + c]);
        float2 v = __half22float2(in[(size_t)r * 2 * pairs + pairs + c]);
        g.x = g.x / (1.0f + __expf(-g.x));
        g.y = g.y / (1.0f + __expf(-g.y));
        out[(size_t)r * pairs + c] = __floats2half2_rn(g.x * v.x, g.y * v.y);
    }
}

// A thread keeps one query; 32 keys and values at a time come by in shared memory. Heads in grid.y.
template <int D>
__global__ void __launch_bounds__(64) queriesPerThread(const float *__restrict__ Q, const float *__restrict__ K,
                                                       const float *__restrict__ V, float *__restrict__ O, int length,
                                                       float scale)
{
    __shared__ float4 keys[32][D / 4], values[32][D / 4];
    const size_t head = (size_t)blockIdx.y * length * D;
    const int query = blockIdx.x * 64 + threadIdx.x;
    float4 q[D / 4], acc[D / 4];
    const float4 *from = reinterpret_cast<const float4 *>(Q + head + (size_t)min(query, length - 1) * D);
#pragma unroll
    for (int i = 0; i < D / 4; i++) {
        q[i] = from[i];
        acc[i] = make_float4(0, 0, 0, 0);
    }
    float most = -1e30f, sum = 0.0f;
    for (int base = 0; base < length; base += 32) {
        const int count = min(32, length - base);
        const float4 *k4 = reinterpret_cast<const float4 *>(K + head + (size_t)base * D);
        const float4 *v4 = reinterpret_cast<const float4 *>(V + head + (size_t)base * D);
        for (int i = threadIdx.x; i < count * (D / 4); i += 64) {
            (&keys[0][0])[i] = k4[i];
            (&values[0][0])[i] = v4[i];
        }
        __syncthreads();
        for (int j = 0; j < count; j++) {
            float s = 0.0f;
#pragma unroll
            for (int i = 0; i < D / 4; i++) {
                float4 k = keys[j][i];
                s += q[i].x * k.x + q[i].y * k.y + q[i].z * k.z + q[i].w * k.w;
            }
            s *= scale;
            const float next = fmaxf(most, s);
            const float old = __expf(most - next), p = __expf(s - next);
            most = next;
            sum = sum * old + p;
#pragma unroll
            for (int i = 0; i < D / 4; i++) {
                float4 v = values[j][i];
                acc[i].x = acc[i].x * old + p * v.x;
                acc[i].y = acc[i].y * old + p * v.y;
                acc[i].z = acc[i].z * old + p * v.z;
                acc[i].w = acc[i].w * old + p * v.w;
            }
        }
        __syncthreads();
    }
    if (query < length) {
        float4 *to = reinterpret_cast<float4 *>(O + head + (size_t)query * D);
        const float r = 1.0f / sum;
#pragma unroll
        for (int i = 0; i < D / 4; i++)
            to[i] = make_float4(acc[i].x * r, acc[i].y * r, acc[i].z * r, acc[i].w * r);
    }
}
template __global__ void queriesPerThread<32>(const float *, const float *, const float *, float *, int, float);
template __global__ void queriesPerThread<64>(const float *, const float *, const float *, float *, int, float);

struct Cache {
    const __half *keys, *values; // page x head x 16 tokens x 128
    const int *table;            // sequence x pages
    int pages, heads;
};

// One new token per sequence against its pages; the lengths differ between sequences.
extern "C" __global__ void __launch_bounds__(128) attn_decode_from_pages(const __half *query, Cache cache, __half *out,
                                                                         int shortest, int spread)
{
    extern __shared__ float score[];
    __shared__ float part[4];
    const int seq = blockIdx.y, head = blockIdx.x;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int length = min(shortest + (int)(seq * 2654435761u % (unsigned)spread), cache.pages * 16);
    const int *pages = cache.table + seq * cache.pages;

    uint2 raw = reinterpret_cast<const uint2 *>(query + ((size_t)seq * cache.heads + head) * 128)[lane];
    const float2 qa = __half22float2(*reinterpret_cast<__half2 *>(&raw.x));
    const float2 qb = __half22float2(*reinterpret_cast<__half2 *>(&raw.y));
    float most = -INFINITY;
    for (int t = warp; t < length; t += 4) {
        const __half *key = cache.keys + (((size_t)pages[t / 16] * cache.heads + head) * 16 + t % 16) * 128;
        uint2 k = reinterpret_cast<const uint2 *>(key)[lane];
        float2 a = __half22float2(*reinterpret_cast<__half2 *>(&k.x));
        float2 b = __half22float2(*reinterpret_cast<__half2 *>(&k.y));
        float s = warpSum(qa.x * a.x + qa.y * a.y + qb.x * b.x + qb.y * b.y) * 0.08838834764f;
        if (lane == 0)
            score[t] = s;
        most = fmaxf(most, s);
    }
    if (lane == 0)
        part[warp] = most;
    __syncthreads();
    most = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
    __syncthreads();
    float sum = 0.0f;
    for (int t = threadIdx.x; t < length; t += 128) {
        float e = __expf(score[t] - most);
        score[t] = e;
        sum += e;
    }
    sum = warpSum(sum);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    sum = part[0] + part[1] + part[2] + part[3];
    float acc = 0.0f;
    for (int t = 0; t < length; t++) {
        const __half *value = cache.values + (((size_t)pages[t / 16] * cache.heads + head) * 16 + t % 16) * 128;
        acc += score[t] * __half2float(value[threadIdx.x]);
    }
    out[((size_t)seq * cache.heads + head) * 128 + threadIdx.x] = __float2half(acc / sum);
}

// Eight weights of four bits in a word, a scale for every 64 of a row; a warp per row.
extern "C" __global__ void quant_int4_grouped_matvec(const uint32_t *__restrict__ weights, const __half *__restrict__ scales,
                                                     const __half *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    const uint32_t *w = weights + (size_t)row * (cols / 8);
    const __half *s = scales + (size_t)row * (cols / 64);
    float sum = 0.0f;
    for (int c = lane; c < cols / 8; c += 32) {
        const uint32_t packed = w[c];
        const uint4 v = reinterpret_cast<const uint4 *>(x)[c];
        const __half2 *h = reinterpret_cast<const __half2 *>(&v);
        float part = 0.0f;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float2 f = __half22float2(h[i]);
            part += ((int)(packed >> (8 * i) & 15) - 8) * f.x + ((int)(packed >> (8 * i + 4) & 15) - 8) * f.y;
        }
        sum += part * __half2float(s[c / 8]);
    }
    sum = warpSum(sum);
    if (lane == 0)
        y[row] = sum;
}

// Every row by its largest magnitude to -127 ... 127; cols is a multiple of 4.
extern "C" __global__ void quant_rows_to_char4(const float4 *x, char4 *q, float *scale, int quads)
{
    __shared__ float part[32];
    const float4 *row = x + (size_t)blockIdx.x * quads;
    float most = 0.0f;
    for (int c = threadIdx.x; c < quads; c += blockDim.x) {
        float4 v = row[c];
        most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    most = warpMax(most);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = most;
    __syncthreads();
    if (threadIdx.x < 32) {
        most = warpMax(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0) {
            part[0] = most;
            scale[blockIdx.x] = most / 127.0f;
        }
    }
    __syncthreads();
    const float inverse = part[0] > 0.0f ? 127.0f / part[0] : 0.0f;
    for (int c = threadIdx.x; c < quads; c += blockDim.x) {
        float4 v = row[c];
        q[(size_t)blockIdx.x * quads + c] = make_char4(__float2int_rn(v.x * inverse), __float2int_rn(v.y * inverse),
                                                       __float2int_rn(v.z * inverse), __float2int_rn(v.w * inverse));
    }
}
