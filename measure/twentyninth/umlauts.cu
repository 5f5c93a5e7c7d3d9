// Graphs, pointers, branches and loops that the data decide.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__constant__ float knob[8];

// ranks pulled along edges, LANES threads a vertex
template <int LANES>
__global__ void pullRanks(const int *__restrict__ start, const int *__restrict__ from, const float *__restrict__ share, float *__restrict__ rank, int vertices, float damp)
{
    const auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int v = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (v >= vertices) return;
    float sum = 0;
    for (int e = start[v] + tile.thread_rank(); e < start[v + 1]; e += LANES) sum += share[from[e]];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) rank[v] = (1 - damp) / vertices + damp * sum;
}
template __global__ void pullRanks<4>(const int *, const int *, const float *, float *, int, float);
template __global__ void pullRanks<32>(const int *, const int *, const float *, float *, int, float);

// shorter ways along a list of edges
extern "C" __global__ void graph_shorten_ways(const int *__restrict__ a, const int *__restrict__ b, const int *__restrict__ length, int *way, int edges)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
        const int d = way[a[e]] + length[e];
        if (d < way[b[e]]) atomicMin(&way[b[e]], d);
    }
}

// both ends of an edge get the smaller root
extern "C" __global__ void graph_hook_to_smaller_root(const int *__restrict__ a, const int *__restrict__ b, int *parent, int edges)
{
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int u = a[e], v = b[e];
    while (parent[u] != u) u = parent[u];
    while (parent[v] != v) v = parent[v];
    if (u != v) atomicMin(&parent[max(u, v)], min(u, v));
}

// greedy colouring's inner loop: the least colour that no neighbour has
extern "C" __global__ void graph_least_free_colour(const int *__restrict__ neighbour, const unsigned char *__restrict__ colour, unsigned char *__restrict__ wish, int vertices, int degree)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < vertices) {
        unsigned long long taken = 0;
        for (int k = 0; k < degree; k++) taken |= 1ull << (colour[neighbour[(size_t)k * vertices + v]] & 63);
        const int free = __ffsll(~taken);
        wish[v] = free ? free - 1 : 63;
    }
}

// a walk along a chain that picks up a load at each stop
extern "C" __global__ void chase_chain_with_loads(const int *__restrict__ next, const float *__restrict__ load, float *__restrict__ out, int starts, int n, int hops)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= starts) return;
    int at = (long long)i * n / starts;
    float sum = 0;
    for (int k = 0; k < hops; k++) {
        sum += load[at];
        at = next[at];
    }
    out[i] = sum + at;
}

// down a tree of keys laid out level by level
extern "C" __global__ void chase_down_levels(const unsigned *__restrict__ tree, const unsigned *__restrict__ key, unsigned *__restrict__ leaf, int n, unsigned nodes)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned k = key[i];
    unsigned at = 1;
    while (at < nodes) at = 2 * at + (tree[at] < k);
    leaf[i] = at;
}

// what is done to a number depends on its kind
extern "C" __global__ void branch_kinds_of_work(const unsigned char *__restrict__ kind, const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    const float c = knob[kind[i] & 7];
    switch (kind[i] & 7) {
    case 0: v = v * c + 1; break;
    case 1: v = sqrtf(v + c); break;
    case 2: v = expf(-v * c); break;
    case 3: v = logf(v + 1 + c); break;
    case 4: for (int k = 0; k < 12; k++) v = v * 0.9f + c; break;
    case 5: v = sinf(v) + cosf(v * c); break;
    case 6: v = v > 0.5f ? v / (c + 1) : v * c; break;
    default: v = powf(v + 0.1f, c);
    }
    out[i] = v;
}

// most numbers are let through, few are worked on at length
extern "C" __global__ void __launch_bounds__(256) branch_few_are_worked_on(const double *__restrict__ in, double *__restrict__ out, size_t n, double bound, int rounds)
{
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i >= n) return;
    double v = in[i];
    if (v > bound) {
        double r = v;
        for (int k = 0; k < rounds; k++) r = r - (r * r * r - v) / (3 * r * r);
        v = r;
    }
    out[i] = v;
}

// roots of x e^x = a by halving, until the bracket is short
extern "C" __global__ void loop_halving_to_root(const float *a, float *root, int *rounds, int n, float short_enough)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float low = 0.f, high = 1.f + a[i];
    int k = 0;
    while (high - low > short_enough * (1.f + 20.f * a[i])) {
        float mid = 0.5f * (low + high);
        if (mid * expf(mid) < a[i]) low = mid; else high = mid;
        k++;
    }
    root[i] = 0.5f * (low + high);
    rounds[i] = k;
}

// smallest divisor by trial
extern "C" __global__ void loop_divisor_by_trial(const unsigned *__restrict__ in, unsigned *__restrict__ out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned v = in[i] | 1;
    unsigned d = 3;
    while (d * d <= v && v % d) d += 2;
    out[i] = d * d <= v ? d : v;
}

// ways to set queens on the rows left after a given two
extern "C" __global__ void loop_queens_by_bits(unsigned *ways, int side)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side) return;
    const int c0 = i / side, c1 = i % side;
    const unsigned all = (1u << side) - 1;
    unsigned found = 0;
    if (c1 > c0 + 1 || c1 + 1 < c0) {
        unsigned free[16], cols[16], left[16], right[16];
        int row = 2;
        cols[2] = 1u << c0 | 1u << c1;
        left[2] = 1u << c0 << 2 | 1u << c1 << 1;
        right[2] = 1u << c0 >> 2 | 1u << c1 >> 1;
        free[2] = all & ~(cols[2] | left[2] | right[2]);
        while (row >= 2) {
            if (!free[row]) {
                row--;
                continue;
            }
            const unsigned bit = free[row] & -free[row];
            free[row] ^= bit;
            if (row == side - 1) {
                found++;
                continue;
            }
            cols[row + 1] = cols[row] | bit;
            left[row + 1] = (left[row] | bit) << 1;
            right[row + 1] = (right[row] | bit) >> 1;
            row++;
            free[row] = all & ~(cols[row] | left[row] | right[row]);
        }
    }
    ways[i] = found;
}
