// Graphs.
#include <stdint.h>

extern "C" __global__ void bfs_levels_of_all(const int *__restrict__ ptr, const int *__restrict__ adj, const int *__restrict__ level, int *next, int *changed, int now, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != now) return;
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (level[adj[e]] > now + 1) next[adj[e]] = now + 1, *changed = 1;
}

extern "C" __global__ void gph_least_label_of_edges(const int2 *__restrict__ edge, const int *__restrict__ label, int *next, int m)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int2 p = edge[e];
    int a = label[p.x], b = label[p.y];
    if (a < b) atomicMin(next + p.y, a);
    else if (b < a) atomicMin(next + p.x, b);
}

// triangles: for each edge the lists of both ends are merged; lists are kept as gaps
extern "C" __global__ void gph_triangles_by_merging(const int *__restrict__ ptr, const uint8_t *__restrict__ gap, const int2 *__restrict__ edge, unsigned long long *count, int m)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned c = 0;
    if (e < m) {
        int i = ptr[edge[e].x], ie = ptr[edge[e].x + 1], j = ptr[edge[e].y], je = ptr[edge[e].y + 1];
        int a = gap[i], b = gap[j];
        for (;;) {
            bool left = a <= b, right = b <= a;
            c += a == b;
            if (left) {
                if (++i == ie) break;
                a += gap[i] + 1;
            }
            if (right) {
                if (++j == je) break;
                b += gap[j] + 1;
            }
        }
    }
    c = __reduce_add_sync(~0u, c);
    if (threadIdx.x % 32 == 0 && c) atomicAdd(count, (unsigned long long)c);
}

// Bellman and Ford, a warp a vertex; distances read as they stand
extern "C" __global__ void gph_relax_out_of_warp(const int *__restrict__ ptr, const int *__restrict__ adj, const int *__restrict__ weight, const int *__restrict__ from, int *to, int n)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (v >= n) return;
    int d = from[v];
    for (int e = ptr[v] + threadIdx.x % 32; e < ptr[v + 1]; e += 32) atomicMin(to + adj[e], d + weight[e]);
}

// colours: the least that no neighbour has, 64 at most
extern "C" __global__ void gph_first_free_colour(const int *__restrict__ ptr, const int *__restrict__ adj, const uint8_t *__restrict__ colour, uint8_t *__restrict__ next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    unsigned long long used = 0;
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (adj[e] < v) used |= 1ull << (colour[adj[e]] & 63);
    next[v] = __ffsll(~used) - 1;
}

extern "C" __global__ void floyd_step_all_pairs(int *d, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n) {
        int via = d[i * n + k] + d[k * n + j];
        if (via < d[i * n + j]) d[i * n + j] = via;
    }
}
