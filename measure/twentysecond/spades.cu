// Following pointers, walking graphs.
#include <cstdint>

// many walkers on one ring, each from a place of its own
template <int UNROLL>
__global__ void walkers(const unsigned *__restrict__ next, unsigned *__restrict__ last, unsigned nodes, unsigned walkers, unsigned apart, int rounds)
{
    unsigned w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= walkers) return;
    unsigned at = (unsigned)((unsigned long long)w * apart % nodes);
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int u = 0; u < UNROLL; u++) at = next[at];
    }
    last[w] = at;
}
template __global__ void walkers<1>(const unsigned *, unsigned *, unsigned, unsigned, unsigned, int);
template __global__ void walkers<8>(const unsigned *, unsigned *, unsigned, unsigned, unsigned, int);

// one thread of a block walks a list, weights beside it, and sums as it goes
extern "C" __global__ void chase_weights_of_list(const int *next, const double *weight, double *total, int steps)
{
    if (threadIdx.x != 0) return;
    int at = blockIdx.x;
    double sum = 0;
    for (int s = 0; s < steps; s++) {
        sum += weight[at];
        at = next[at];
    }
    total[blockIdx.x] = sum;
}

// down a binary tree that lies level by level
extern "C" __global__ void chase_down_level_by_level(const float *__restrict__ split, const float *__restrict__ keys, int *__restrict__ leaf, int levels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float key = keys[i];
    int node = 0;
    for (int l = 0; l < levels; l++) node = 2 * node + 1 + (key >= split[node]);
    leaf[i] = node - ((1 << levels) - 1);
}

// breadth first, one level: who stands on the edge of what is known looks at neighbours
extern "C" __global__ void graph_next_level_of_reached(const int *begin, const int *neighbour, int *distance, int *changed, int nodes, int level)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || distance[v] != level) return;
    bool any = false;
    for (int e = begin[v]; e < begin[v + 1]; e++) {
        int u = neighbour[e];
        if (distance[u] > level + 1) {
            distance[u] = level + 1;
            any = true;
        }
    }
    if (any) *changed = 1;
}

// least label among neighbours, eight lanes for each node
extern "C" __global__ void graph_least_label_of_eight(const int64_t *__restrict__ begin, const unsigned *__restrict__ neighbour, const unsigned *__restrict__ label, unsigned *__restrict__ next, unsigned nodes)
{
    unsigned v = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    bool in = v < nodes;
    unsigned least = in ? label[v] : 0xffffffffu;
    if (in)
        for (int64_t e = begin[v] + lane, end = begin[v + 1]; e < end; e += 8) least = min(least, label[neighbour[e]]);
#pragma unroll
    for (int d = 4; d; d >>= 1) least = min(least, __shfl_xor_sync(0xffffffffu, least, d));
    if (in && lane == 0) next[v] = least;
}

// how much the neighbours of two nodes agree: both lists are in order and walked together
extern "C" __global__ void graph_agreement_of_pairs(const unsigned *lists, int each, const int *pairs, float *out, int n)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    const unsigned *a = lists + (long)pairs[2 * p] * each, *b = lists + (long)pairs[2 * p + 1] * each;
    int i = 0, j = 0, both = 0;
    while (i < each && j < each) {
        unsigned u = a[i], v = b[j];
        both += u == v;
        i += u <= v;
        j += v <= u;
    }
    out[p] = (float)both / (2 * each - both);
}

// all shortest ways by Floyd and Warshall, one k
extern "C" __global__ void graph_ways_through_node(int *way, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    __shared__ int to_k;
    if (threadIdx.x == 0) to_k = way[(size_t)i * n + k];
    __syncthreads();
    if (j >= n) return;
    int through = to_k + way[(size_t)k * n + j];
    if (through < way[(size_t)i * n + j]) way[(size_t)i * n + j] = through;
}
