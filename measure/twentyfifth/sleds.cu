// Chases, branches and loops whose length the data decide.
#include <cstddef>
#include <cstdint>

// Every thread follows the list from its own place.
extern "C" __global__ void chase_list_from_every_place(const int *next, int *end, int n, int hops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int p = i;
    for (int h = 0; h < hops; h++)
        p = next[p];
    end[i] = p;
}

struct __align__(16) Node {
    unsigned left, right;
    float split, value;
};

// Down a tree of linked nodes: a bit of the key tells the side.
extern "C" __global__ void chase_nodes_of_tree(const Node *nodes, unsigned count, const unsigned *keys, float *out, int n, int depth)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = keys[i], at = key % count;
        float sum = 0;
        for (int d = 0; d < depth; d++) {
            Node node = nodes[at];
            sum += node.split > node.value ? node.value : node.split;
            at = (key & 1 ? node.right : node.left) % count;
            key = key >> 1 | key << 31;
        }
        out[i] = sum;
    }
}

// A forest of full trees over features; leaves at the last level.
extern "C" __global__ void gather_votes_of_forest(const float *__restrict__ features, const float *__restrict__ threshold,
                                                  const uint8_t *__restrict__ which, const float *__restrict__ leaf,
                                                  float *__restrict__ score, int samples, int width, int trees, int levels)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= samples) return;
    const float *mine = features + (size_t)s * width;
    int inner = (1 << levels) - 1;
    float sum = 0;
    for (int t = 0; t < trees; t++) {
        int node = 0;
        for (int l = 0; l < levels; l++) {
            float v = mine[which[t * inner + node] % width];
            node = 2 * node + 1 + (v > threshold[t * inner + node]);
        }
        sum += leaf[(t << levels) + node - inner];
    }
    score[s] = sum / trees;
}

extern "C" __global__ void branch_shapes_by_kind(const uint8_t *kind, const float *a, const float *b, float *area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = fabsf(a[i]), y = fabsf(b[i]), r;
    switch (kind[i]) {
    case 0: r = x * y; break;
    case 1: r = 0.5f * x * y; break;
    case 2: r = 3.14159265f * x * x; break;
    case 3: r = 3.14159265f * x * y; break;
    case 4: r = 4 * x * x + 2 * sqrtf(x * x + y * y); break;
    case 5: r = expf(-x) * sinf(y); break;
    case 6: {
        r = 0;
        for (int k = 1; k <= 12; k++) r += powf(x, 1.0f / k) / (k + y);
        break;
    }
    case 7: r = logf(1 + x) / (1 + y); break;
    default: r = -1;
    }
    area[i] = r;
}

// The first place in its row where the value passes the limit.
extern "C" __global__ void branch_first_above_in_row(const float *rows, int *where, unsigned n, unsigned length, float limit)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n) {
        int found = -1;
        for (unsigned k = 0; k < length; k++)
            if (rows[(size_t)k * n + r] > limit) {
                found = k;
                break;
            }
        where[r] = found;
    }
}

extern "C" __global__ void loop_collatz_longest_of_block(unsigned long long first, unsigned n, unsigned *longest, unsigned *steps_all)
{
    __shared__ unsigned most;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned steps = 0;
    if (i < n) {
        unsigned long long v = first + i;
        while (v > 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            steps++;
        }
        steps_all[i] = steps;
    }
    atomicMax(&most, steps);
    __syncthreads();
    if (threadIdx.x == 0) longest[blockIdx.x] = most;
}

// Stein's way: only shifts and differences.
extern "C" __global__ void loop_common_divisor_by_shifts(const uint64_t *a, const uint64_t *b, uint64_t *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t u = a[i] >> 8 | 1, v = b[i] >> 8 | 2;
    int shift = __ffsll(u | v) - 1;
    u >>= __ffsll(u) - 1;
    do {
        v >>= __ffsll(v) - 1;
        if (u > v) {
            uint64_t t = u;
            u = v;
            v = t;
        }
        v -= u;
    } while (v);
    out[i] = u << shift;
}

// Kepler's equation, until the step is small enough.
extern "C" __global__ void loop_kepler_until_settled(const double *__restrict__ anomaly, const double *__restrict__ eccentric,
                                                     double *__restrict__ out, int n, double tolerance)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double m = anomaly[i], e = 0.95 * fabs(eccentric[i]);
    double x = m + e * sin(m);
    for (int k = 0; k < 50; k++) {
        double s, c;
        sincos(x, &s, &c);
        double step = (x - e * s - m) / (1.0 - e * c);
        x -= step;
        if (fabs(step) < tolerance) break;
    }
    out[i] = x;
}
