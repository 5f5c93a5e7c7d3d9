// From place to place: lists, trees, tables, graphs.
#include <cstdint>

struct Node {
    int next;
    float value;
    int pad[2];
};

// lists of nodes with what they carry
extern "C" __global__ void chase_nodes_and_add(const Node *__restrict__ nodes, const int *__restrict__ heads, float *__restrict__ sums, int lists, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists) return;
    int at = heads[i];
    float s = 0;
    for (int k = 0; k < length; k++) {
        Node n = nodes[at];
        s += n.value;
        at = n.next;
    }
    sums[i] = s;
}

// one thread follows
extern "C" __global__ void chase_single_thread(const unsigned *next, unsigned *last, unsigned steps)
{
    unsigned at = 0;
    for (unsigned k = 0; k < steps; k++) at = next[at];
    *last = at;
}

// a search tree laid out level by level: keys of node k, children 2k+1 and 2k+2
template <typename Key>
__global__ void downTheTree(const Key *__restrict__ tree, int nodes, const Key *__restrict__ wanted, int n, int *__restrict__ level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Key w = wanted[i];
    int k = 0, depth = 0;
    while (k < nodes) {
        Key here = tree[k];
        if (here == w) break;
        k = 2 * k + (w < here ? 1 : 2);
        depth++;
    }
    level[i] = depth;
}
template __global__ void downTheTree<int>(const int *, int, const int *, int, int *);
template __global__ void downTheTree<double>(const double *, int, const double *, int, int *);

// open addressing: probes until the key or a hole
extern "C" __global__ void chase_probes_of_table(const uint32_t *__restrict__ table, uint32_t mask, const uint32_t *__restrict__ keys, uint8_t *__restrict__ probes, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t key = keys[i], at = key * 2654435761u & mask;
    int k = 1;
    for (; k < 64; k++) {
        uint32_t there = table[at];
        if (there == key || there % 4 == 0) break;
        at = (at + k) & mask;
    }
    probes[i] = k;
}

// a level of breadth-first search with queues
extern "C" __global__ void graph_queue_of_next_level(const int *__restrict__ start, const int *__restrict__ to, const int *__restrict__ queue, int length, int *__restrict__ depth,
    int *__restrict__ next, int *__restrict__ count, int level)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= length) return;
    int u = queue[q];
    for (int e = start[u]; e < start[u + 1]; ++e) {
        int v = to[e];
        if (depth[v] == 0 && atomicCAS(&depth[v], 0, level) == 0) next[atomicAdd(count, 1)] = v;
    }
}

// degrees from a list of edges
extern "C" __global__ void graph_degrees_of_edges(const int2 *__restrict__ edges, size_t m, int *__restrict__ in, int *__restrict__ out)
{
    size_t e = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (e < m) {
        int2 uv = edges[e];
        atomicAdd(out + uv.x, 1);
        atomicAdd(in + uv.y, 1);
    }
}

// a warp for each node: mean of the neighbours' features
extern "C" __global__ void graph_mean_of_features(const int *__restrict__ start, const int *__restrict__ to, const float *__restrict__ in, float *__restrict__ out, int nodes, int width)
{
    int u = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (u >= nodes) return;
    int from = start[u], end = start[u + 1];
    for (int f = lane; f < width; f += 32) {
        float s = 0;
        for (int e = from; e < end; e++) s += in[(size_t)to[e] * width + f];
        out[(size_t)u * width + f] = end > from ? s / (end - from) : 0;
    }
}

// least label of component spreads; pointers jump twice
extern "C" __global__ void graph_parents_jump(const int *__restrict__ parent, int *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int p = parent[i];
        int q = parent[p];
        out[i] = parent[q];
    }
}
