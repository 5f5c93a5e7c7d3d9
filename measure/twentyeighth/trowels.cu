// Tables of dynamic programming, graphs, pointers, branches and loops by their data.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__constant__ float move_score[32 * 32];
__constant__ unsigned char program[64];
__constant__ float operand[16];

// edit distance of two words, an anti-diagonal at a time, a block for each pair
extern "C" __global__ void dp_edits_by_diagonals(const unsigned char *a, const unsigned char *b, int *distance, int length)
{
    extern __shared__ int lines[];
    int *before = lines, *last = lines + length + 1, *now = lines + 2 * (length + 1);
    const unsigned char *s = a + (size_t)blockIdx.x * length, *t = b + (size_t)blockIdx.x * length;
    for (int d = 0; d <= 2 * length; d++) {
        for (int i = max(0, d - length) + threadIdx.x; i <= min(d, length); i += blockDim.x) {
            const int j = d - i;
            int v;
            if (i == 0 || j == 0) v = d;
            else v = min(min(last[i - 1], last[i]) + 1, before[i - 1] + (s[i - 1] != t[j - 1]));
            now[i] = v;
        }
        __syncthreads();
        int *free = before;
        before = last;
        last = now;
        now = free;
    }
    if (threadIdx.x == 0) distance[blockIdx.x] = last[length];
}

// best path of 32 states, a lane each; scores of moves in constant memory
extern "C" __global__ void dp_viterbi_of_32(const float *__restrict__ emit, const unsigned char *__restrict__ seen, float *best, int sequences, int length)
{
    const int seq = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (seq >= sequences) return;
    float score = 0;
    for (int t = 0; t < length; t++) {
        float top = -1e30f;
#pragma unroll 8
        for (int from = 0; from < 32; from++) top = fmaxf(top, __shfl_sync(~0u, score, from) + move_score[from * 32 + lane]);
        score = top + emit[seen[(size_t)seq * length + t] * 32 + lane];
    }
    for (int d = 16; d; d /= 2) score = fmaxf(score, __shfl_xor_sync(~0u, score, d));
    if (lane == 0) best[seq] = score;
}

// knapsacks: the row of capacities in shared memory, items one after another
extern "C" __global__ void dp_knapsack_in_block(const int *weight, const int *worth, int *best, int items, int capacity)
{
    extern __shared__ int row[];
    const int *w = weight + blockIdx.x * items, *v = worth + blockIdx.x * items;
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) row[c] = 0;
    int *from = row, *to = row + capacity + 1;
    __syncthreads();
    for (int k = 0; k < items; k++) {
        const int wk = w[k] + 1, vk = v[k];
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x) to[c] = c >= wk ? max(from[c], from[c - wk] + vk) : from[c];
        __syncthreads();
        int *t = from;
        from = to;
        to = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = from[capacity];
}

// a level of a search in breadth, vertices of the last level look around
extern "C" __global__ void graph_level_by_vertices(const int *__restrict__ row, const int *__restrict__ to, int *level, int *grown, int n, int depth)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth) return;
    bool any = false;
    for (int e = row[v]; e < row[v + 1]; e++) {
        int u = to[e];
        if (level[u] > depth + 1) {
            level[u] = depth + 1;
            any = true;
        }
    }
    if (any) *grown = 1;
}

// page rank, pulled: a tile of eight lanes for each page
extern "C" __global__ void graph_rank_by_tiles(const int *row, const int *from, const float *rank, const float *share, float *next, int n, float damp)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int v = (blockIdx.x * blockDim.x + threadIdx.x) / 8; v < n; v += gridDim.x * blockDim.x / 8) {
        float sum = 0;
        for (int e = row[v] + tile.thread_rank(); e < row[v + 1]; e += 8) sum += rank[from[e]] * share[from[e]];
        for (int d = 4; d; d >>= 1) sum += tile.shfl_down(sum, d);
        if (tile.thread_rank() == 0) next[v] = (1.0f - damp) / n + damp * sum;
    }
}

// both ends of an edge take the smaller label
extern "C" __global__ void graph_labels_along_edges(const int2 *edges, int *label, unsigned *changed, long long m)
{
    const long long e = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (e >= m) return;
    const int2 p = edges[e];
    const int a = label[p.x], b = label[p.y];
    if (a == b) return;
    if (a < b) atomicMin(&label[p.y], a);
    else atomicMin(&label[p.x], b);
    atomicAdd(changed, 1u);
}

// each walker follows the pointers as often as its own number says
extern "C" __global__ void chase_walkers_own_hops(const unsigned *next, const unsigned char *hops, unsigned *end, int n, unsigned places)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned at = (i * 2654435761u) % places;
    for (int k = hops[i]; k > 0; k--) at = next[at];
    end[i] = at;
}

// down a heap-ordered tree of keys to a leaf
template <typename Key>
__global__ void chaseDownTree(const Key *__restrict__ tree, const Key *__restrict__ query, unsigned *__restrict__ leaf, size_t n, int levels)
{
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const Key q = query[i];
        unsigned node = 1;
        for (int l = 0; l < levels; l++) node = 2 * node + (tree[node] < q ? 1 : 0);
        leaf[i] = node - (1u << levels);
    }
}
template __global__ void chaseDownTree<float>(const float *, const float *, unsigned *, size_t, int);
template __global__ void chaseDownTree<long long>(const long long *, const long long *, unsigned *, size_t, int);

// one program of bytes for all, or, with `own`, each thread begins elsewhere in it
extern "C" __global__ void branch_little_machine(const float *in, float *out, int n, int steps, int own)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = in[i], b = 1.0f;
    unsigned pc = own ? i * 7 : 0;
    for (int s = 0; s < steps; s++, pc++) {
        const int code = program[pc & 63];
        const float x = operand[code & 15];
        switch (code >> 4) {
        case 0: a += x; break;
        case 1: a *= x; break;
        case 2: b = a; break;
        case 3: a = b - x * a; break;
        case 4: a = sqrtf(fabsf(a)); break;
        case 5: if (a > x) pc++; break;
        case 6: a = fminf(fmaxf(a, -x), x); break;
        default: a = a / (1.0f + b * b);
        }
    }
    out[i] = a;
}

// the smallest divisor, by trial
extern "C" __global__ void loop_least_divisor(const unsigned *numbers, unsigned *divisor, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const unsigned v = numbers[i] | 1u;
        unsigned d = 3;
        while (d * d <= v && v % d) d += 2;
        divisor[i] = d * d <= v ? d : v;
    }
}

// Collatz: steps until one
extern "C" __global__ void loop_halve_or_triple(unsigned *steps, unsigned first, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = (unsigned long long)first + i;
    unsigned k = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v >> 1;
        k++;
    }
    steps[i] = k;
}

// Kepler's equation by Newton until it no longer moves
extern "C" __global__ void loop_kepler_until_still(const double *mean, const double *eccentricity, double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double m = 6.283185307179586 * mean[i], e = 0.95 * eccentricity[i];
    double x = e < 0.8 ? m : 3.141592653589793, step;
    int k = 0;
    do {
        step = (x - e * sin(x) - m) / (1.0 - e * cos(x));
        x -= step;
    } while (fabs(step) > 1e-12 && ++k < 50);
    out[i] = x;
}
