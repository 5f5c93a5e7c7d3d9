// Chains, branches, loops that end where the data says.
#include <stdint.h>

extern "C" __global__ void chase_one_lane(const unsigned *__restrict__ next, unsigned *out, int hops)
{
    unsigned at = 0;
    for (int k = 0; k < hops; k++) at = next[at];
    *out = at;
}

extern "C" __global__ void chase_wide_ring(const uint64_t *__restrict__ next, uint64_t *__restrict__ out, int hops, unsigned stride)
{
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    uint64_t at = (uint64_t)t * stride;
    for (int k = 0; k < hops; k++) at = next[at];
    out[t] = at;
}

extern "C" __global__ void chase_ring_shared(const unsigned short *__restrict__ ring, unsigned *__restrict__ out, int size, int hops)
{
    __shared__ unsigned short s[4096];
    for (int k = threadIdx.x; k < size; k += blockDim.x) s[k] = ring[k];
    __syncthreads();
    unsigned at = threadIdx.x % size;
    for (int k = 0; k < hops; k++) at = s[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// lists of known heads and unknown length, which end at an element of a sixteenth place
extern "C" __global__ void follow_lists_summing(const int *__restrict__ next, const float *__restrict__ value, float *__restrict__ sum, int lists, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists) return;
    float s = 0.f;
    int steps = 0;
    for (int at = i + 1; at % 16 != 0 && steps < most; at = next[at], steps++) s += value[at];
    sum[i] = s;
}

extern "C" __global__ void chase_tree_descent(const float *__restrict__ split, const float *__restrict__ x, int *__restrict__ leaf, int n, int depth)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = x[i];
    int node = 0;
    for (int d = 0; d < depth; d++) node = 2 * node + (v < split[node] ? 1 : 2);
    leaf[i] = node;
}

extern "C" __global__ void branch_even_odd_lanes(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (threadIdx.x % 2 == 0) {
        for (int k = 0; k < 16; k++) v = v * 1.01f + 0.5f;
    } else {
        for (int k = 0; k < 16; k++) v = v * 0.99f - 0.5f;
    }
    out[i] = v;
}

extern "C" __global__ void branch_even_odd_warps(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (threadIdx.x / 32 % 2 == 0) {
        for (int k = 0; k < 16; k++) v = v * 1.01f + 0.5f;
    } else {
        for (int k = 0; k < 16; k++) v = v * 0.99f - 0.5f;
    }
    out[i] = v;
}

extern "C" __global__ void branch_six_ways(const unsigned char *__restrict__ kind, const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = in[i];
    float r;
    switch (kind[i]) {
    case 0: r = sinf(v); break;
    case 1: r = expf(v); break;
    case 2: r = v * v * v - v; break;
    case 3: r = sqrtf(fabsf(v)); break;
    case 4: r = v > 0.f ? logf(1.f + v) : -v; break;
    default: r = 1.f / (1.f + v * v);
    }
    out[i] = r;
}

extern "C" __global__ void branch_rarely_taken(const int *__restrict__ in, int *__restrict__ out, int n, int limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    if (v < limit)
        for (int k = 0; k < 200; k++) v = v * 1664525 + 1013904223;
    out[i] = v;
}

extern "C" __global__ void loop_collatz_steps(int *__restrict__ steps, int n, int first)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = first + i;
    int k = 0;
    while (v != 1 && k < 1000) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        k++;
    }
    steps[i] = k;
}

extern "C" __global__ void loop_root_by_bisection(const double *__restrict__ c, double *__restrict__ root, int n, double eps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double lo = 0, hi = 2 + c[i];
    while (hi - lo > eps * (1 + hi)) {
        const double m = 0.5 * (lo + hi);
        if (m * m * m + m < c[i] + 1) lo = m;
        else hi = m;
    }
    root[i] = 0.5 * (lo + hi);
}

extern "C" __global__ void loop_count_primes(int *__restrict__ flags, int from, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned v = from + 2 * i + 1;
    bool prime = true;
    for (unsigned d = 3; d * d <= v; d += 2)
        if (v % d == 0) {
            prime = false;
            break;
        }
    flags[i] = prime;
}

// the greatest of each row, or the first that is great enough
extern "C" __global__ void loop_rows_of_any_length(const int *__restrict__ begin, const int *__restrict__ length, const float *__restrict__ value, float *__restrict__ most, int rows)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
        float m = -1.f;
        for (int k = 0; k < length[r]; k++) {
            const float v = value[begin[r] + k];
            if (v > m) m = v;
            if (m > 0.995f) break;
        }
        most[r] = m;
    }
}

extern "C" __global__ void loop_horner_runtime(const double *__restrict__ x, const double *__restrict__ c, double *__restrict__ y, int n, int degree)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = c[degree];
    for (int k = degree - 1; k >= 0; k--) s = s * x[i] + c[k];
    y[i] = s;
}
