// Graphs, and tables filled by recurrences.
#include <stdint.h>

extern "C" __global__ void bfs_visit_level(const int *ptr, const int *edges, int *level, int *changed, int nodes, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || level[v] != now) return;
    for (int k = ptr[v]; k < ptr[v + 1]; k++) {
        int u = edges[k];
        if (level[u] > 90) {
            level[u] = now + 1;
            *changed = 1;
        }
    }
}

extern "C" __global__ void gph_relax_all_edges(const int *from, const int *to, const int *weight, const int *dist, int *next, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int d = dist[from[e]] + weight[e];
    if (d < dist[to[e]]) atomicMin(&next[to[e]], d);
}

extern "C" __global__ void gph_share_of_neighbours(const int *ptr, const int *in, const int *degree, const float *rank, float *next, int nodes, float damp)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    float s = 0;
    for (int k = ptr[v]; k < ptr[v + 1]; k++) {
        int u = in[k];
        s += rank[u] / (degree[u] + 1);
    }
    next[v] = (1 - damp) / nodes + damp * s;
}

extern "C" __global__ void floyd_inside_one_block(float *dist, int n)
{
    extern __shared__ float d[];
    float *mine = dist + (size_t)blockIdx.x * n * n;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) d[i] = mine[i];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
            float via = d[i / n * n + k] + d[k * n + i % n];
            if (via < d[i]) d[i] = via;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) mine[i] = d[i];
}

// the longest common part of two texts, a block a pair, one diagonal after another
extern "C" __global__ void txt_common_by_diagonals(const char *a, const char *b, int *length, int n)
{
    extern __shared__ short cell[];
    short *two = cell, *one = cell + n + 1, *now = cell + 2 * (n + 1);
    const char *p = a + (size_t)blockIdx.x * n, *q = b + (size_t)blockIdx.x * n;
    for (int k = threadIdx.x; k < 3 * (n + 1); k += blockDim.x) cell[k] = 0;
    __syncthreads();
    for (int d = 2; d <= 2 * n; d++) {
        for (int i = max(1, d - n) + threadIdx.x; i <= min(n, d - 1); i += blockDim.x) {
            int j = d - i;
            now[i] = p[i - 1] == q[j - 1] ? two[i - 1] + 1 : max(one[i - 1], one[i]);
        }
        if (threadIdx.x == 0) now[0] = 0;
        __syncthreads();
        short *t = two;
        two = one;
        one = now;
        now = t;
        __syncthreads();
    }
    if (threadIdx.x == 0) length[blockIdx.x] = one[n];
}

extern "C" __global__ void int_cheapest_way_down(const int *cost, const int *above, int *below, int w, int rows)
{
    extern __shared__ int line[];
    const int own = blockDim.x - 2 * rows, x = (int)(blockIdx.x * own) - rows + (int)threadIdx.x;
    const bool inside = x >= 0 && x < w;
    const int none = 1 << 28;
    int *a = line, *b = line + blockDim.x;
    a[threadIdx.x] = inside ? above[x] : none;
    for (int r = 0; r < rows; r++) {
        __syncthreads();
        if (threadIdx.x > r && threadIdx.x < blockDim.x - 1 - r) {
            int m = min(a[threadIdx.x], min(a[threadIdx.x - 1], a[threadIdx.x + 1]));
            b[threadIdx.x] = inside ? m + cost[(size_t)r * w + x] : none;
        }
        int *t = a;
        a = b;
        b = t;
    }
    __syncthreads();
    if (threadIdx.x >= rows && threadIdx.x < blockDim.x - rows && inside) below[x] = a[threadIdx.x];
}
