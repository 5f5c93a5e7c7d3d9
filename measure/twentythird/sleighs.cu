// Chases and graphs.
#include <cstdint>

// one warp, each lane along its own way
template <typename I>
__global__ void alongOwnWay(const I *__restrict__ next, I *__restrict__ last, I apart, int steps)
{
    I at = (I)(blockIdx.x * blockDim.x + threadIdx.x) * apart;
#pragma unroll 1
    for (int s = 0; s < steps; s++) at = next[at];
    last[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
template __global__ void alongOwnWay<int>(const int *, int *, int, int);
template __global__ void alongOwnWay<long long>(const long long *, long long *, long long, int);

// from random nodes of a tree up to its root: a parent lies before its child
extern "C" __global__ void chase_up_to_the_root(const unsigned *__restrict__ parent, int *__restrict__ depth, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = 0;
    for (unsigned at = i; at != 0; at = parent[at] % at) d++;
    depth[i] = d;
}

// a small table of links is brought to shared memory, then followed
extern "C" __global__ void chase_links_in_shared_copy(const unsigned short *__restrict__ links, unsigned *__restrict__ out, int nodes, int steps)
{
    extern __shared__ unsigned short own[];
    for (int k = threadIdx.x; k < nodes; k += blockDim.x) own[k] = links[k];
    __syncthreads();
    unsigned at = (blockIdx.x * 31 + threadIdx.x) % nodes, sum = 0;
    for (int s = 0; s < steps; s++) {
        at = own[at];
        sum += at;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// one level of a breadth-first search: bytes for levels, a thread for each node
extern "C" __global__ void graph_level_kept_in_bytes(const int *start, const int *edges, const uint8_t *level, uint8_t *after, int *changed, int nodes, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || level[v] != now) return;
    bool any = false;
    for (int e = start[v]; e < start[v + 1]; e++) {
        int u = edges[e];
        if (level[u] > now + 1) {
            after[u] = now + 1;
            any = true;
        }
    }
    if (any) *changed = 1;
}

// shorter ways along edges
extern "C" __global__ void graph_shorter_by_each_edge(const int2 *__restrict__ edge, const unsigned *__restrict__ length, const unsigned *__restrict__ before, unsigned *__restrict__ after, int edges)
{
    int stride = gridDim.x * blockDim.x;
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += stride) {
        int2 uv = edge[e];
        unsigned way = before[uv.x] + length[e];
        if (way < before[uv.y]) atomicMin(after + uv.y, way);
    }
}

// rank from all that point here, damped
extern "C" __global__ void graph_rank_pulled_and_damped(const unsigned *__restrict__ start, const unsigned *__restrict__ from, const float *__restrict__ rank, const float *__restrict__ degree, float *__restrict__ out, unsigned nodes, float damp)
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    float sum = 0.f;
    for (unsigned e = start[v], end = start[v + 1]; e < end; ++e) {
        unsigned u = from[e];
        sum += rank[u] / (degree[u] + 1.f);
    }
    out[v] = (1.f - damp) / nodes + damp * sum;
}

// friends in common along each edge, lists of eight against each other
extern "C" __global__ void graph_common_friends_of_eight(const int4 *__restrict__ friends, const int2 *__restrict__ edge, uint8_t *__restrict__ common, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int2 uv = edge[e];
    int a[8], b[8];
    *(int4 *)a = friends[2 * uv.x], *(int4 *)(a + 4) = friends[2 * uv.x + 1];
    *(int4 *)b = friends[2 * uv.y], *(int4 *)(b + 4) = friends[2 * uv.y + 1];
    int c = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) c += a[i] == b[j];
    common[e] = c;
}
