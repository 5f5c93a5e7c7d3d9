// Graphs.
#include <cstddef>
#include <cstdint>

extern "C" __global__ void bfs_level_by_vertices(const int *start, const int *edges, int *level, int *changed, int vertices, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < vertices && level[v] == now) {
        for (int e = start[v]; e < start[v + 1]; e++) {
            int u = edges[e];
            if (level[u] > now + 1) {
                level[u] = now + 1;
                *changed = 1;
            }
        }
    }
}

// A warp to each vertex of the frontier; what is new is marked in bits.
extern "C" __global__ void bfs_frontier_by_warps(const int *__restrict__ start, const int *__restrict__ edges,
                                                 const int *__restrict__ frontier, const unsigned *__restrict__ seen,
                                                 unsigned *__restrict__ found, int many)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int warps = gridDim.x * blockDim.x / 32;
    for (int f = w; f < many; f += warps) {
        int v = frontier[f];
        int end = start[v + 1];
        for (int e = start[v] + lane; e < end; e += 32) {
            int u = edges[e];
            unsigned bit = 1u << (u & 31);
            if (!(seen[u >> 5] & bit) && !(found[u >> 5] & bit))
                atomicOr(&found[u >> 5], bit);
        }
    }
}

// Lists of neighbours are kept as gaps in bytes; counts what two lists share.
extern "C" __global__ void graph_shared_neighbours_from_gaps(const uint8_t *__restrict__ gaps, const int *__restrict__ a,
                                                             const int *__restrict__ b, int *__restrict__ shared, int pairs, int degree)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    const uint8_t *p = gaps + (size_t)a[i] * degree, *q = gaps + (size_t)b[i] * degree;
    int x = p[0], y = q[0], ip = 0, iq = 0, same = 0;
    while (true) {
        if (x == y) same++;
        bool left = x <= y, right = y <= x;
        if (left) {
            if (++ip == degree) break;
            x += p[ip] + 1;
        }
        if (right) {
            if (++iq == degree) break;
            y += q[iq] + 1;
        }
    }
    shared[i] = same;
}

template <typename Real>
__global__ void ranksPulled(const int *__restrict__ start, const int *__restrict__ from, const int *__restrict__ outgoing,
                            const Real *__restrict__ rank, Real *__restrict__ next, int vertices, Real damping)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += blockDim.x * gridDim.x) {
        Real s = 0;
        for (int e = start[v]; e < start[v + 1]; e++) {
            int u = from[e];
            s += rank[u] / Real(outgoing[u] + 1);
        }
        next[v] = (1 - damping) / vertices + damping * s;
    }
}
template __global__ void ranksPulled<float>(const int *, const int *, const int *, const float *, float *, int, float);
template __global__ void ranksPulled<double>(const int *, const int *, const int *, const double *, double *, int, double);

// Bellman and Ford: every edge tries to shorten its end.
extern "C" __global__ void edge_relax_all_distances(const int2 *ends, const int *weight, const int *before, int *distance, long long edges)
{
    long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges) {
        int2 uv = ends[e];
        int d = before[uv.x] + weight[e];
        if (d < distance[uv.y])
            atomicMin(&distance[uv.y], d);
    }
}

// Up to the root as long as parents get smaller.
extern "C" __global__ void graph_roots_of_parents(const int *parent, int *root, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int p = v;
        while (parent[p] < p)
            p = parent[p];
        root[v] = p;
    }
}

// Whether a vertex may take the next colour: its draw beats those of all neighbours without one.
extern "C" __global__ void graph_draws_for_colour(const int *start, const int *edges, int8_t *colour, int vertices, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || colour[v] != 0) return;
    unsigned mine = v * 2654435761u;
    mine ^= mine >> 15;
    bool best = true;
    for (int e = start[v]; e < start[v + 1] && best; e++) {
        int u = edges[e];
        if (u == v) continue;
        int8_t c = colour[u];
        if (c != 0 && c != now) continue;
        unsigned his = u * 2654435761u;
        his ^= his >> 15;
        best = mine > his;
    }
    if (best) colour[v] = now;
}
