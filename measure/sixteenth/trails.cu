// Chases and branches.
#include <stdint.h>

extern "C" __global__ void chase_single_long(const unsigned long long *next, unsigned long long *out, int hops)
{
    unsigned long long at = 0;
    for (int k = 0; k < hops; k++) at = next[at];
    *out = at;
}

// independent chains in one thread
template <int C>
__device__ void chains(const int *__restrict__ next, int *__restrict__ out, int n, int hops)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, at[C];
#pragma unroll
    for (int c = 0; c < C; c++) at[c] = (t * C + c) * 37 % n;
    for (int k = 0; k < hops; k++)
#pragma unroll
        for (int c = 0; c < C; c++) at[c] = next[at[c]];
    int s = 0;
#pragma unroll
    for (int c = 0; c < C; c++) s += at[c];
    out[t] = s;
}
extern "C" __global__ void chase_four_chains(const int *next, int *out, int n, int hops) { chains<4>(next, out, n, hops); }

// a list's nodes have 32 bytes: next, key and ballast; keys summed till the end or the limit
struct Node { int next, key; float ballast[6]; };
extern "C" __global__ void chase_nodes_summing(const Node *__restrict__ nodes, const int *__restrict__ heads, float *__restrict__ sums, int lists, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists) return;
    float s = 0;
    int at = heads[i];
    for (int k = 0; k < limit; k++) {
        const Node *n = nodes + at;
        s += (n->key & 15) * n->ballast[n->key & 3];
        if ((n->key & 31) == 31) break;
        at = n->next;
    }
    sums[i] = s;
}

extern "C" __global__ void branch_sixteen_cases(const float *in, const uint8_t *op, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i] + 2.f;
    switch (op[i] & 15) {
    case 0: x = sqrtf(x); break;
    case 1: x = x * x * x - 1; break;
    case 2: x = expf(x); break;
    case 3: x = logf(x); break;
    case 4: x = sinf(x); break;
    case 5: x = 1 / x; break;
    case 6: x = x > 1.5f ? x : -x; break;
    case 7: x = floorf(x * 16); break;
    case 8: x = tanhf(x); break;
    case 9: x = cbrtf(x); break;
    case 10: x = atanf(x); break;
    case 11: x = fmodf(x, 0.7f); break;
    case 12: x = exp2f(x) - x; break;
    case 13: x = __int_as_float(__float_as_int(x) ^ 1); break;
    case 14: x = log2f(x) + 3; break;
    default: x = 0;
    }
    out[i] = x;
}

// warps of a block have different trades: loads, works, stores
extern "C" __global__ void branch_trades_of_warps(const float *__restrict__ in, float *__restrict__ out, int rounds)
{
    __shared__ float a[2][64], b[2][64];
    const int w = threadIdx.x / 64, t = threadIdx.x % 64;
    const size_t base = (size_t)blockIdx.x * rounds * 64;
    for (int r = 0; r < rounds + 2; r++) {
        if (w == 0) {
            if (r < rounds) a[r & 1][t] = in[base + r * 64 + t];
        } else if (w == 1) {
            if (r >= 1 && r <= rounds) {
                float x = a[(r - 1) & 1][t];
                for (int k = 0; k < 8; k++) x = x * 0.9f + sinf(x);
                b[(r - 1) & 1][t] = x;
            }
        } else if (r >= 2) out[base + (r - 2) * 64 + t] = b[r & 1][t];
        __syncthreads();
    }
}

// lengths of rows drawn at random: lanes wait for the longest
extern "C" __global__ void branch_lanes_wait(const int *__restrict__ lengths, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = i;
    for (int k = lengths[i]; k > 0; k--) x = fmaf(x, 0.999f, 1.f);
    out[i] = x;
}

// the same, but whole warps are long or short
extern "C" __global__ void branch_warps_wait(const int *__restrict__ lengths, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = i;
    for (int k = lengths[i / 32]; k > 0; k--) x = fmaf(x, 0.999f, 1.f);
    out[i] = x;
}

// a decision tree of depth ten for each row of 16 features
extern "C" __global__ void branch_down_a_forest(const float *__restrict__ rows, const int *__restrict__ feature, const float *__restrict__ bar, float *__restrict__ out, int n, int trees)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int t = 0; t < trees; t++) {
        int at = 1;
        for (int d = 0; d < 10; d++) at = 2 * at + (rows[feature[t * 1024 + at] * n + i] > bar[t * 1024 + at]);
        s += at & 7;
    }
    out[i] = s / trees;
}
