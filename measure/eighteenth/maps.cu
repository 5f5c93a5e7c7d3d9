// Graphs and tables.
#include <stdint.h>

// a level of a search by warps over the frontier, next frontier by one atomic a warp
extern "C" __global__ void bfs_frontier_warp_appends(const int *start, const int *edge, const int *frontier, int size, int *level, int *next, int *nextSize, int depth)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= size) return;
    int v = frontier[w];
    for (int e0 = start[v]; e0 < start[v + 1]; e0 += 32) {
        int e = e0 + lane, u = e < start[v + 1] ? edge[e] : -1;
        bool fresh = u >= 0 && atomicCAS(&level[u], 0, depth) == 0;
        unsigned votes = __ballot_sync(~0u, fresh);
        int base = 0;
        if (lane == 0 && votes) base = atomicAdd(nextSize, __popc(votes));
        base = __shfl_sync(~0u, base, 0);
        if (fresh) next[base + __popc(votes & ((1u << lane) - 1))] = u;
    }
}

// pull: vertices not yet seen look at their neighbours until one was in the front
extern "C" __global__ void bfs_look_back_until_found(const int *start, const int *edge, const unsigned *front, uint8_t *seen, unsigned *reached, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;
    if (v < n && !seen[v])
        for (int e = start[v]; e < start[v + 1] && !found; e++) {
            int u = edge[e];
            found = front[u >> 5] >> (u & 31) & 1;
        }
    unsigned votes = __ballot_sync(~0u, found);
    if (v < n && (threadIdx.x & 31) == 0) reached[v >> 5] = votes;
    if (found) seen[v] = 1;
}

// label propagation with the least of the neighbours, doubles as ranks, four lanes a vertex
extern "C" __global__ void gph_mean_of_neighbours(const int *start, const int *edge, const double *rank, double *next, int n, double keep)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
    if (v >= n) return;
    double s = 0;
    for (int e = start[v] + lane; e < start[v + 1]; e += 4) s += rank[edge[e]];
    s += __shfl_xor_sync(~0u, s, 1);
    s += __shfl_xor_sync(~0u, s, 2);
    if (lane == 0) next[v] = (1 - keep) * s / max(1, start[v + 1] - start[v]) + keep * rank[v];
}

// degrees of both ends
extern "C" __global__ void edge_degrees_counted(const int2 *edge, int *out, int *in, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n) {
        int2 p = edge[e];
        atomicAdd(&out[p.x], 1);
        atomicAdd(&in[p.y], 1);
    }
}

// common neighbours of the ends of an edge by bit rows
extern "C" __global__ void gph_common_by_bit_rows(const unsigned *rows, const int2 *edge, int *common, int n, int words)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (e >= n) return;
    const unsigned *a = rows + (size_t)edge[e].x * words, *b = rows + (size_t)edge[e].y * words;
    int s = 0;
    for (int k = lane; k < words; k += 8) s += __popc(a[k] & b[k]);
    for (int d = 4; d; d >>= 1) s += __shfl_down_sync(~0u, s, d, 8);
    if (lane == 0) common[e] = s;
}

// open addressing: put keys, linear, then how far each went
__device__ __forceinline__ unsigned spread(unsigned k)
{
    k ^= k >> 16;
    k *= 0x7feb352du;
    k ^= k >> 15;
    return k * 0x846ca68bu;
}
extern "C" __global__ void hash_put_and_count_steps(const unsigned *key, unsigned *table, int *steps, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = key[i] | 1, at = spread(k) & mask;
    int s = 0;
    for (;; at = (at + 1) & mask, s++) {
        unsigned was = atomicCAS(&table[at], 0, k);
        if (was == 0 || was == k) break;
    }
    steps[i] = s;
}

// two hashes, two buckets of four words each: is the key there
extern "C" __global__ void hash_ask_two_buckets(const uint4 *bucket, const unsigned *key, uint8_t *found, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = key[i];
    uint4 a = bucket[spread(k) & mask];
    bool hit = a.x == k || a.y == k || a.z == k || a.w == k;
    if (!hit) {
        uint4 b = bucket[spread(k ^ 0x9e3779b9u) & mask];
        hit = b.x == k || b.y == k || b.z == k || b.w == k;
    }
    found[i] = hit;
}

// all pairs, a pivot's row and column in shared memory: one round of 32
extern "C" __global__ void floyd_blocks_beyond_the_cross(int *d, int n, int round)
{
    __shared__ int row[32][32], col[32][33];
    if (blockIdx.x == round || blockIdx.y == round) return;
    int x = threadIdx.x, y = threadIdx.y, gx = blockIdx.x * 32 + x, k0 = round * 32;
    for (int j = y; j < 32; j += 8) {
        row[j][x] = d[(k0 + j) * n + gx];
        col[j][x] = d[(blockIdx.y * 32 + j) * n + k0 + x];
    }
    __syncthreads();
    for (int j = y; j < 32; j += 8) {
        int i = (blockIdx.y * 32 + j) * n + gx, v = d[i];
        for (int k = 0; k < 32; k++) v = min(v, col[j][k] + row[k][x]);
        d[i] = v;
    }
}
