// Pointers followed, trees searched, ways that part.
#include <cstdint>

struct Cell { int next; int weight; };

// every lane follows a list of its own until the end or until enough was seen
extern "C" __global__ void chase_until_heavy_enough(const Cell *cells, const int *start, int *seen, int lists, int nil, int enough)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists) return;
    int at = start[i], sum = 0, hops = 0;
    while (at < nil) {
        Cell c = cells[at];
        sum += c.weight;
        hops++;
        if (sum >= enough) break;
        at = c.next;
    }
    seen[i] = hops;
}

// two chases at a time in one thread, so that their waits overlap
template <int CHAINS>
__global__ void chaseTogether(const uint32_t *next, uint32_t *ends, int steps, uint32_t apart)
{
    uint32_t at[CHAINS];
    uint32_t t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int c = 0; c < CHAINS; c++) at[c] = (t * CHAINS + c) * apart;
    for (int s = 0; s < steps; s++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++) at[c] = next[at[c]];
#pragma unroll
    for (int c = 0; c < CHAINS; c++) ends[t * CHAINS + c] = at[c];
}
template __global__ void chaseTogether<1>(const uint32_t *, uint32_t *, int, uint32_t);
template __global__ void chaseTogether<4>(const uint32_t *, uint32_t *, int, uint32_t);

// buckets with lists: 1 where the key was found
extern "C" __global__ void chase_lists_of_buckets(const int *head, const int *next, const unsigned *keys, const unsigned *asked, uint8_t *found, int n, int buckets, int nil)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = asked[i];
        int node = head[(key * 2654435761u >> 7) % buckets];
        uint8_t is = 0;
        for (int hop = 0; node < nil && hop < 24; hop++) {
            if (keys[node] == key) {
                is = 1;
                break;
            }
            node = next[node];
        }
        found[i] = is;
    }
}

// a tree laid out by levels: first key not below
extern "C" __global__ void branch_tree_by_levels(const float *tree, const float *asked, int *place, int nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = asked[i];
    unsigned k = 1;
    while (k <= (unsigned)nodes) k = 2 * k + (tree[k - 1] < x);
    k >>= __ffs(~k);
    place[i] = (int)k - 1;
}

// a wide tree: nodes of fifteen keys, searched one by one
extern "C" __global__ void branch_nodes_of_fifteen(const int *keys, const int *asked, int *leaf, int levels, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return;
    int x = asked[i], node = 0;
    for (int level = 0; level < levels; level++) {
        const int *k = keys + node * 15;
        int slot = 0;
        while (slot < 15 && k[slot] <= x) slot++;
        node = node * 16 + 1 + slot;
    }
    leaf[i] = node;
}

// trees of decisions: feature, limit; a feature of 15 and more is a leaf
extern "C" __global__ void branch_forest_of_decisions(const uint8_t *feature, const float *limit, const float *x, float *score, int n, int trees, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    int size = (1 << depth) - 1;
    for (int t = 0; t < trees; t++) {
        int node = 0;
        for (int d = 0; d < depth - 1; d++) {
            int f = feature[t * size + node];
            if (f >= 15) break;
            node = 2 * node + 1 + (x[f * n + i] > limit[t * size + node]);
        }
        sum += limit[t * size + node];
    }
    score[i] = sum / trees;
}

__device__ __noinline__ float cheap(float v) { return v * 0.5f + 1.f; }
__device__ __noinline__ float dear(float v)
{
    for (int k = 0; k < 12; k++) v = sqrtf(v * v + 1.f) * 0.75f;
    return v;
}
__device__ float middling(float v) { return __expf(-v * v) + sinf(v); }

// each element by its kind; not all of them write
extern "C" __global__ void branch_by_kind_of_element(const uint8_t *kind, const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i], r;
    switch (kind[i]) {
    case 0: r = cheap(v); break;
    case 1: r = dear(v); break;
    case 2: r = middling(v); break;
    case 3: return;
    case 4: r = dear(cheap(v)); break;
    default: r = v;
    }
    out[i] = r;
}

// a tariff in steps; the discount is only set where it is looked at
extern "C" __global__ void branch_tariff_in_steps(const float *used, const int *customer, float *bill, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float u = used[i], cost, discount;
        int class_ = customer[i];
        if (class_ > 1) discount = class_ == 2 ? 0.05f : 0.12f;
        if (u < 10.f)
            cost = 4.f;
        else if (u < 50.f)
            cost = 4.f + (u - 10.f) * 0.3f;
        else if (u < 200.f) {
            cost = 16.f + (u - 50.f) * 0.22f;
            if (class_ > 2) cost -= 1.f;
        } else
            cost = 49.f + powf(u - 200.f, 0.9f) * 0.2f;
        if (class_ > 1) cost *= 1.f - discount;
        bill[i] = cost;
    }
}

// rows of unlike lengths: odd lanes take the long way
extern "C" __global__ void branch_odd_lanes_linger(const uint8_t *rounds, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = i * 747796405u + 2891336453u;
    int many = rounds[i];
    if (i & 1) many *= 3;
    for (int k = 0; k < many; k++) {
        if (h & 64) {
            h ^= h >> 15;
            continue;
        }
        h = h * 1664525u + 1013904223u;
        if ((h >> 24) == 0) break;
    }
    out[i] = h;
}
