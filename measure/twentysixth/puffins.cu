// Graphs, strings, hashes, tables, dynamic programming.
#include <cstdint>

extern "C" __global__ void graph_relax_every_edge(const int *__restrict__ from, const int *__restrict__ to, const int *__restrict__ cost, int *dist, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    int d = dist[from[e]];
    if (d == 0x7fffffff)
        return;
    d += cost[e];
    if (d < dist[to[e]])
        atomicMin(&dist[to[e]], d);
}

// everybody's share of rank comes along the incoming links
extern "C" __global__ void graph_rank_pulled_along_links(const int *start, const int *source, const float *share, float *rank, int n, float damping)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        float s = 0.f;
        int end = start[v + 1];
        for (int e = start[v]; e < end; ++e)
            s += __ldg(share + source[e]);
        rank[v] = (1.f - damping) / n + damping * s;
    }
}

// nodes of this level open their neighbours, which are 0 as yet; a warp for each node
extern "C" __global__ void graph_open_level_by_warps(const int *__restrict__ start, const int *__restrict__ to, int *level, int depth, int *opened, int n)
{
    int node = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (node >= n || level[node] != depth)
        return;
    int count = 0;
    for (int e = start[node] + lane; e < start[node + 1]; e += 32) {
        int t = to[e];
        if (level[t] == 0) {
            level[t] = depth + 1;
            count++;
        }
    }
    count = __reduce_add_sync(0xffffffffu, count);
    if (lane == 0 && count)
        atomicAdd(opened, count);
}

// lists in an array: each thread follows its own for some steps and adds what it meets
extern "C" __global__ void chase_lists_and_add(const int *next, const int *value, long long *sum, int lists, int nodes, int steps)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= lists)
        return;
    int at = (int)((long long)t * nodes / lists);
    long long s = 0;
    for (int i = 0; i < steps; i++) {
        s += value[at];
        at = next[at];
    }
    sum[t] = s;
}

__constant__ unsigned char needle[16];

// where the needle begins, nothing but comparisons
extern "C" __global__ void str_places_of_needle(const unsigned char *text, int n, int length, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n)
        return;
    int k = 0;
    while (k < length && text[i + k] == needle[k])
        k++;
    if (k == length)
        atomicAdd(found, 1);
}

// letters to capitals, sixteen at a time
extern "C" __global__ void str_to_capitals_sixteen(uint4 *text, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 v = text[i];
    unsigned *w = &v.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned low = __vcmpgeu4(w[k], 0x61616161u) & __vcmpleu4(w[k], 0x7a7a7a7au);
        w[k] -= low & 0x20202020u;
    }
    text[i] = v;
}

extern "C" __global__ void hash_fnv_of_each_record(const unsigned char *records, uint64_t *out, int count, int bytes)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= count)
        return;
    uint64_t h = 14695981039346656037ull;
    for (int i = 0; i < bytes; i++) {
        h ^= records[(size_t)r * bytes + i];
        h *= 1099511628211ull;
    }
    out[r] = h;
}

__device__ __forceinline__ uint32_t mixed(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}

// keys into a table of a power of two, from place to place until one is free; 0 is free
extern "C" __global__ void hash_insert_next_free_place(const uint32_t *keys, uint32_t *table, uint32_t mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t key = keys[i] | 1;
    uint32_t at = mixed(key) & mask;
    for (uint32_t tries = 0; tries <= mask; tries++) {
        uint32_t old = atomicCAS(&table[at], 0u, key);
        if (old == 0 || old == key)
            return;
        at = (at + 1) & mask;
    }
}

// bits of a filter that all have to be set
extern "C" __global__ void hash_bloom_maybe_there(const uint32_t *__restrict__ keys, const uint32_t *__restrict__ bits, uint32_t words, uint8_t *__restrict__ maybe, int n, int probes)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t a = mixed(keys[i]), b = mixed(keys[i] ^ 0x9e3779b9u) | 1;
        bool all = true;
        for (int p = 0; p < probes && all; p++, a += b)
            all = bits[(a >> 5) % words] >> (a & 31) & 1;
        maybe[i] = all;
    }
}

// edit distance of two words of 24 letters for each thread, a row of the table in registers
extern "C" __global__ void dp_distance_of_short_words(const unsigned char *a, const unsigned char *b, int *out, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs)
        return;
    int row[25];
#pragma unroll
    for (int j = 0; j <= 24; j++)
        row[j] = j;
    for (int i = 0; i < 24; i++) {
        int corner = row[0], ca = a[i * pairs + p];
        row[0] = i + 1;
#pragma unroll
        for (int j = 1; j <= 24; j++) {
            int old = row[j];
            int swap = corner + (ca != b[(j - 1) * pairs + p]);
            row[j] = min(swap, min(old, row[j - 1]) + 1);
            corner = old;
        }
    }
    out[p] = row[24];
}

// one item after the other, the whole table of a knapsack in the shared memory of a block
extern "C" __global__ void dp_knapsack_for_each_block(const int *weight, const int *value, int *best, int items, int room)
{
    extern __shared__ int table[];
    int *now = table, *next = table + room + 1;
    const int *w = weight + blockIdx.x * items, *v = value + blockIdx.x * items;
    for (int c = threadIdx.x; c <= room; c += blockDim.x)
        now[c] = 0;
    __syncthreads();
    for (int i = 0; i < items; i++) {
        int wi = w[i] + 1, vi = v[i];
        for (int c = threadIdx.x; c <= room; c += blockDim.x) {
            int t = now[c];
            if (c >= wi)
                t = max(t, now[c - wi] + vi);
            next[c] = t;
        }
        __syncthreads();
        int *swap = now;
        now = next;
        next = swap;
    }
    if (threadIdx.x == 0)
        best[blockIdx.x] = now[room];
}

struct Sale {
    int shop;
    int item;
    float price;
    int day;
};

// sales of a range of days are kept, in any order
extern "C" __global__ void db_sales_between_days(const Sale *in, Sale *out, unsigned *kept, int n, int first, int last)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Sale s;
    bool take = false;
    if (i < n) {
        s = in[i];
        take = s.day >= first && s.day < last;
    }
    unsigned all = __ballot_sync(0xffffffffu, take);
    int lane = threadIdx.x & 31;
    unsigned base = 0;
    if (lane == 0 && all)
        base = atomicAdd(kept, __popc(all));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (take)
        out[base + __popc(all & ((1u << lane) - 1))] = s;
}
