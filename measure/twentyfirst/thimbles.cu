// Graphs.
#include <cstdint>

// a level of breadth-first search over a list of edges
extern "C" __global__ void graph_level_over_edges(const int2 *edges, const int *level, int *reached, int count, int now, int unseen)
{
    int stride = gridDim.x * blockDim.x;
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < count; e += stride) {
        int2 edge = edges[e];
        if (level[edge.x] == now && level[edge.y] >= unseen) reached[edge.y] = now + 1;
        if (level[edge.y] == now && level[edge.x] >= unseen) reached[edge.x] = now + 1;
    }
}

// bottom up: who is not seen asks its neighbours until one was in the frontier
extern "C" __global__ void graph_frontier_asked_from_below(const int *start, const int *length, const int *to, const uint32_t *frontier, const uint32_t *visited, uint32_t *next, int *parent, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;
    if (v < nodes && !(visited[v >> 5] >> (v & 31) & 1)) {
        const int *list = to + start[v];
        int many = length[v];
        for (int k = 0; k < many; k++) {
            int u = list[k];
            if (frontier[u >> 5] >> (u & 31) & 1) {
                parent[v] = u;
                found = true;
                break;
            }
        }
    }
    unsigned word = __ballot_sync(0xffffffff, found);
    if ((threadIdx.x & 31) == 0 && v < nodes) next[v >> 5] = word;
}

// rank drawn by a warp, with the difference to the last time added up
extern "C" __global__ void __launch_bounds__(256, 4) graph_rank_by_warps(const int64_t *start, const int *from, const float *share, const float *old, float *rank, float *change, int64_t nodes, float damping)
{
    __shared__ float part[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float diff = 0;
    for (int64_t v = (int64_t)blockIdx.x * 8 + warp; v < nodes; v += (int64_t)gridDim.x * 8) {
        float sum = 0;
        for (int64_t k = start[v] + lane; k < start[v + 1]; k += 32) sum += share[from[k]];
#pragma unroll
        for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
        if (lane == 0) {
            float now = (1.f - damping) / nodes + damping * sum;
            rank[v] = now;
            diff += fabsf(now - old[v]);
        }
    }
    if (lane == 0) part[warp] = diff;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int w = 0; w < 8; w++) all += part[w];
        atomicAdd(change, all);
    }
}

// shortest ways: nodes that were touched offer their neighbours a way
extern "C" __global__ void graph_ways_offered(const int *start, const int *to, const unsigned *cost, const uint8_t *touched, const unsigned *distance, unsigned *offered, uint8_t *touch_next, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || !touched[v]) return;
    unsigned base = distance[v];
    for (int k = start[v]; k < start[v + 1]; ++k) {
        int u = to[k];
        unsigned way = base + cost[k];
        if (way < distance[u]) {
            atomicMin(&offered[u], way);
            touch_next[u] = 1;
        }
    }
}

// common neighbours of the ends of each edge: two sorted lists go side by side
extern "C" __global__ void graph_corners_in_common(const int *start, const uint16_t *list, const int2 *edges, unsigned long long *total, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = 0;
    if (e < count) {
        int2 edge = edges[e];
        int i = start[edge.x], iend = start[edge.x + 1], j = start[edge.y], jend = start[edge.y + 1];
        while (i < iend && j < jend) {
            int a = list[i], b = list[j];
            if (a == b) {
                mine++;
                i++;
                j++;
            } else if (a < b)
                i++;
            else
                j++;
        }
    }
    mine = __reduce_add_sync(~0u, mine);
    if ((threadIdx.x & 31) == 0 && mine) atomicAdd(total, (unsigned long long)mine);
}

// the first colour that no neighbour has
extern "C" __global__ void graph_first_free_colour(const int *start, const int *to, const uint8_t *colour, uint8_t *chosen, int nodes)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += gridDim.x * blockDim.x) {
        unsigned long long taken = 0;
        for (int k = start[v]; k < start[v + 1]; k++) {
            unsigned c = colour[to[k]];
            if (c < 64) taken |= 1ull << c;
        }
        int free = __ffsll(~taken);
        chosen[v] = free ? free - 1 : 255;
    }
}

// walks that turn by chance and end where there is no way on
extern "C" __global__ void graph_walks_by_chance(const int *start, const int *degree, const int *to, int *ends, unsigned *visits, int walks, int nodes, int steps)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= walks) return;
    unsigned seed = w * 2654435761u + 12345u;
    int at = (int)(seed % (unsigned)nodes), s = 0;
    for (; s < steps; s++) {
        int d = degree[at];
        if (d == 0) break;
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        at = to[start[at] + (int)(seed % (unsigned)d)];
        if ((seed & 0xf0000000u) == 0) atomicAdd(visits + at, 1u);
    }
    ends[w] = at;
}

// boxes of a full tree, from the leaves upwards: who comes second goes on
extern "C" __global__ void graph_boxes_from_leaves(const float2 *leaf, float2 *box, unsigned *arrivals, int leaves)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= leaves) return;
    int node = leaves - 1 + i;
    box[node] = leaf[i];
    while (node > 0) {
        __threadfence();
        int up = (node - 1) / 2;
        if ((atomicAdd(&arrivals[up], 1u) & 1) == 0) return;
        __threadfence();
        volatile const float2 *a = box + 2 * up + 1, *b = box + 2 * up + 2;
        float2 both;
        both.x = fminf(a->x, b->x);
        both.y = fmaxf(a->y, b->y);
        box[up] = both;
        node = up;
    }
}
