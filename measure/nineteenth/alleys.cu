// Graphs and dynamic programming.
#include <stdint.h>

// a level: those just reached look at their neighbours
extern "C" __global__ void bfs_those_just_reached(const int *__restrict__ start, const int *__restrict__ next, int *level, int *more, int nodes, int now)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= nodes || level[u] != now) return;
    bool any = false;
    for (int k = start[u]; k < start[u + 1]; k++) {
        int v = next[k];
        if (level[v] < 0) level[v] = now + 1, any = true;
    }
    if (any) *more = 1;
}

// edges relaxed: distances only fall
extern "C" __global__ void edge_distances_fall(const int *from, const int *to, const int *cost, int *dist, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int d = dist[from[e]];
    if (d == INT32_MAX) return;
    d += cost[e];
    if (d < dist[to[e]]) atomicMin(dist + to[e], d);
}

// rank drawn from neighbours: a warp a node
extern "C" __global__ void gph_rank_drawn_by_warps(const int *__restrict__ start, const int *__restrict__ from, const float *__restrict__ rank, const int *__restrict__ degree, float *__restrict__ out, int nodes, float damp)
{
    const int u = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (u >= nodes) return;
    float s = 0;
    for (int k = start[u] + lane; k < start[u + 1]; k += 32) {
        int v = from[k];
        s += __fdividef(rank[v], (float)(degree[v] + 1));
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[u] = (1.f - damp) / nodes + damp * s;
}

// neighbours in common of the ends of an edge; lists in order
extern "C" __global__ void gra_common_of_ends(const int *start, const int *list, const int *u, const int *v, int *common, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int i = start[u[e]], ie = start[u[e] + 1], j = start[v[e]], je = start[v[e] + 1], c = 0;
    while (i < ie && j < je) {
        int a = list[i], b = list[j];
        c += a == b;
        i += a <= b;
        j += b <= a;
    }
    common[e] = c;
}

// labels sink to the least around, once
extern "C" __global__ void gph_labels_sink(const int *a, const int *b, const int *label, int *out, int edges)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
        int x = label[a[e]], y = label[b[e]];
        if (x < y) atomicMin(out + b[e], x);
        else if (y < x) atomicMin(out + a[e], y);
    }
}

// one step of all shortest ways, in place, 16 bits
extern "C" __global__ void floyd_step_of_shorts(uint16_t *d, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    unsigned way = (unsigned)d[i * n + k] + d[k * n + j];
    if (way < d[i * n + j]) d[i * n + j] = way;
}

// edits between two words: a warp a pair, diagonals by shuffles, words of 32
extern "C" __global__ void int_edits_of_words(const uint8_t *a, const uint8_t *b, int *out, int pairs)
{
    const int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (p >= pairs) return;
    const int mine = a[p * 32 + lane];
    int left = lane + 1, before = lane, up = 0;
    const int word = b[p * 32 + lane];
    for (int step = 0; step < 63; step++) {
        const int col = step - lane, other = __shfl_sync(~0u, word, col & 31);
        int above = __shfl_up_sync(~0u, left, 1);
        if (lane == 0) above = col + 1;
        if (col >= 0 && col < 32) {
            up = above;
            int diag = col == 0 ? lane : before;
            int r = min(min(left, up) + 1, diag + (mine != other));
            before = up;
            left = r;
        }
    }
    if (lane == 31) out[p] = left;
}

// the most that a sack holds: a block a sack, weights one after the other
extern "C" __global__ void int_most_of_sacks(const int *weight, const int *worth, int *best, int things, int room)
{
    extern __shared__ int v[];
    for (int r = threadIdx.x; r <= room; r += blockDim.x) v[r] = 0;
    __syncthreads();
    int *now = v, *then = v + room + 1;
    for (int i = 0; i < things; i++) {
        const int w = weight[blockIdx.x * things + i] + 1, p = worth[blockIdx.x * things + i];
        for (int r = threadIdx.x; r <= room; r += blockDim.x) then[r] = r >= w ? max(now[r], now[r - w] + p) : now[r];
        __syncthreads();
        int *t = now;
        now = then, then = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = now[room];
}
