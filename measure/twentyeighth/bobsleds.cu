// Gathers, scatters, embeddings, columns of tables.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// mean of the neighbours' 128 features, a warp a node
extern "C" __global__ void gather_graph_features_mean(const int *__restrict__ row_ptr, const int *__restrict__ degree, const int *__restrict__ col, const float4 *__restrict__ feat, float4 *__restrict__ out, int nodes)
{
    int node = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (node >= nodes) return;
    int begin = row_ptr[node], count = degree[node];
    float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int e = begin; e < begin + count; e++) {
        float4 v = __ldg(&feat[(size_t)col[e] * 32 + lane]);
        sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
    float scale = count > 0 ? 1.0f / count : 0.0f;
    out[(size_t)node * 32 + lane] = make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale);
}

// pages of keys to one run; 16 tokens a page, 128 halves a token
extern "C" __global__ void gather_cache_pages(const uint4 *__restrict__ pool, const int *__restrict__ table, uint4 *__restrict__ out, int pages_each)
{
    const int seq = blockIdx.y, page = blockIdx.x;
    const uint4 *from = pool + (size_t)table[seq * pages_each + page] * 256;
    uint4 *to = out + ((size_t)seq * pages_each + page) * 256;
    for (int i = threadIdx.x; i < 256; i += blockDim.x) to[i] = from[i];
}

template <typename Index>
__global__ void takeValues(const float *values, const Index *index, float *out, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = values[index[i]];
}
template __global__ void takeValues<long long>(const float *, const long long *, float *, size_t);

// the greatest of each segment; values are not negative, so their bits order as integers
extern "C" __global__ void scatter_peak_of_segments(const float *value, const int *segment, int *peak, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&peak[segment[i]], __float_as_int(value[i]));
}

// tokens to the slots of their experts, weighted
extern "C" __global__ void scatter_tokens_to_experts(const __half2 *__restrict__ tokens, const int *__restrict__ slot, const float *__restrict__ gate, __half2 *__restrict__ sorted, int pairs)
{
    const int token = blockIdx.x;
    __half2 g = __float2half2_rn(gate[token]);
    const __half2 *from = tokens + (size_t)token * pairs;
    __half2 *to = sorted + (size_t)slot[token] * pairs;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) to[c] = __hmul2(from[c], g);
}

template <int THREADS>
__global__ void __launch_bounds__(THREADS) embedRows(const int *__restrict__ ids, const float4 *__restrict__ table, float4 *__restrict__ out, int quads, int vocabulary, int tokens)
{
    constexpr int ROWS = THREADS / 32;
    int token = blockIdx.x * ROWS + threadIdx.x / 32;
    if (token >= tokens) return;
    int id = ids[token];
    bool known = id >= 0 && id < vocabulary;
    for (int c = threadIdx.x % 32; c < quads; c += 32)
        out[(size_t)token * quads + c] = known ? table[(size_t)id * quads + c] : make_float4(0, 0, 0, 0);
}
template __global__ void embedRows<128>(const int *, const float4 *, float4 *, int, int, int);

extern "C" __global__ void embedding_backward_bf16_pairs(const int *__restrict__ ids, const __nv_bfloat162 *__restrict__ grad, __nv_bfloat162 *table_grad, int pairs, long long total)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int token = i / pairs, c = i % pairs;
    atomicAdd(&table_grad[(size_t)ids[token] * pairs + c], grad[i]);
}

__device__ inline uint32_t mixed(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x7feb352du;
    k ^= k >> 15;
    k *= 0x846ca68bu;
    return k ^ (k >> 16);
}

// rows whose key passes a Bloom filter, appended together
extern "C" __global__ void db_bloom_rows_appended(const uint32_t *__restrict__ keys, const uint32_t *__restrict__ filter, uint32_t mask, uint32_t *rows, unsigned *count, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bool pass = false;
    if (i < n) {
        uint32_t h = mixed(keys[i]), g = mixed(h + 0x9e3779b9u);
        pass = (filter[(h >> 5) & mask] >> (h & 31) & 1) && (filter[(g >> 5) & mask] >> (g & 31) & 1);
    }
    if (pass) {
        cg::coalesced_group group = cg::coalesced_threads();
        unsigned base = 0;
        if (group.thread_rank() == 0) base = atomicAdd(count, group.size());
        rows[group.shfl(base, 0) + group.thread_rank()] = i;
    }
}

// sums and counts of groups in a table of the block with linear probing, then into the table of all
extern "C" __global__ void db_groups_probed_in_block(const int *__restrict__ key, const int *__restrict__ amount, unsigned long long *sums, unsigned *counts, int n, int groups)
{
    __shared__ int slot_key[1024];
    __shared__ unsigned slot_count[1024];
    __shared__ unsigned long long slot_sum[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) slot_key[i] = -1, slot_count[i] = 0, slot_sum[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int k = key[i];
        if (k >= groups) continue;
        unsigned s = mixed(k) & 1023;
        while (true) {
            int was = atomicCAS(&slot_key[s], -1, k);
            if (was == -1 || was == k) break;
            s = (s + 1) & 1023;
        }
        atomicAdd(&slot_count[s], 1u);
        atomicAdd(&slot_sum[s], (unsigned long long)amount[i]);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        if (slot_key[i] >= 0) {
            atomicAdd(&counts[slot_key[i]], slot_count[i]);
            atomicAdd(&sums[slot_key[i]], slot_sum[i]);
        }
}
