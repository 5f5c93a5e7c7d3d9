// Chases, forks in the road, loops of unknown length.
#include <stdint.h>

struct Link { uint32_t next; float weight; };
extern "C" __global__ void chase_weights_along(const Link *__restrict__ pool, const uint32_t *__restrict__ head, float *__restrict__ out, int n, int hops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t at = head[i];
    float s = 0;
    for (int k = 0; k < hops; k++) {
        Link l = pool[at];
        s += l.weight;
        at = l.next & 0xfffffu;
    }
    out[i] = s;
}

extern "C" __global__ void chase_one_warp_in_step(const int *__restrict__ next, int *__restrict__ out, int hops, int spread)
{
    int at = threadIdx.x * spread;
    for (int k = 0; k < hops; k++) at = next[at];
    out[threadIdx.x] = at;
}

extern "C" __global__ void chase_within_shared_words(const uint32_t *__restrict__ ring, uint32_t *__restrict__ out, int words, int hops)
{
    extern __shared__ uint32_t r[];
    for (int k = threadIdx.x; k < words; k += blockDim.x) r[k] = ring[k];
    __syncthreads();
    uint32_t at = threadIdx.x % words;
    for (int k = 0; k < hops; k++) at = r[at] % words;
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// a trie of four-way nodes, keys of two bits a level
extern "C" __global__ void chase_down_a_trie(const int4 *__restrict__ node, const uint32_t *__restrict__ key, int *__restrict__ depth, int nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t k = key[i];
    int at = 0, d = 0;
    for (; d < 16; d++, k >>= 2) {
        int4 c = node[at];
        int to = (k & 3) == 0 ? c.x : (k & 3) == 1 ? c.y : (k & 3) == 2 ? c.z : c.w;
        if ((to & 7) == 0) break;
        at = to % nodes;
    }
    depth[i] = d;
}

extern "C" __global__ void branch_by_sign_of_input(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (v < 0.0f) {
        for (int k = 0; k < 20; k++) v = v * 0.9f - 0.1f;
    } else {
        for (int k = 0; k < 20; k++) v = sqrtf(v + 1.0f);
    }
    out[i] = v;
}

extern "C" __global__ void branch_by_lane_modulo(int *out, int n, int m, int work)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = i;
    if (threadIdx.x % m == 0) for (int k = 0; k < work; k++) v = v * 1664525u + 1013904223u;
    else if (threadIdx.x % m == 1) for (int k = 0; k < work; k++) v = (v << 3 | v >> 29) ^ 0x5bd1e995u;
    else if (threadIdx.x % m == 2) for (int k = 0; k < work; k++) v += __popc(v) + k;
    else for (int k = 0; k < work; k++) v = v ^ v >> 1 ^ k;
    out[i] = v;
}

// a little machine: each thread runs the same program on its own number
extern "C" __global__ void branch_byte_code(const uint8_t *__restrict__ code, const float *__restrict__ in, float *__restrict__ out, int length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = in[i], b = 1.f, c = 0.5f;
    for (int pc = 0; pc < length; pc++)
        switch (code[pc]) {
        case 0: a = a + b; break;
        case 1: a = a * c; break;
        case 2: b = b - c; break;
        case 3: c = fabsf(a) + 0.25f; break;
        case 4: { float t = a; a = b; b = t; break; }
        case 5: a = rsqrtf(a * a + 1.f); break;
        case 6: b = fminf(a, b); break;
        case 7: if (a > 0.5f) pc++; break;
        default: c = c * 0.5f + 0.1f; break;
        }
    out[i] = a + b + c;
}

__device__ __noinline__ float slowSeries(float x, int terms)
{
    float t = x, s = x;
    for (int k = 1; k < terms; k++) {
        t *= -x * x / ((2 * k) * (2 * k + 1));
        s += t;
    }
    return s;
}
__device__ __noinline__ float quickEstimate(float x) { return x * (1.27323954f - 0.405284735f * fabsf(x)); }

extern "C" __global__ void fn_calls_not_inlined(const float *__restrict__ x, float *__restrict__ y, int n, float bar)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    y[i] = fabsf(v) < bar ? slowSeries(v, 6) : quickEstimate(v);
}

__device__ __noinline__ unsigned countLeaves(unsigned shape, int depth)
{
    if (depth == 0 || (shape & 7) == 0) return 1;
    return countLeaves(shape * 1664525u + 1u, depth - 1) + countLeaves(shape * 22695477u + 3u, depth - 1);
}
extern "C" __global__ void loop_leaves_by_recursion(const unsigned *__restrict__ seed, unsigned *__restrict__ leaves, int n, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) leaves[i] = countLeaves(seed[i], depth);
}

extern "C" __global__ void loop_digits_of_number(const uint32_t *__restrict__ in, uint8_t *__restrict__ sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t v = in[i], s = 0;
    while (v) {
        s += v % 10;
        v /= 10;
    }
    sum[i] = s;
}

// while the lanes of a warp are not all done
extern "C" __global__ void loop_until_all_agree(const float *__restrict__ start, float *__restrict__ out, int *__restrict__ rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? 1.f + 50.f * start[i] : 1.f, y = x;
    int k = 0;
    bool done = false;
    while (!__all_sync(~0u, done) && k < 64) {
        float z = 0.5f * (y + x / y);
        done = fabsf(z - y) <= 1e-6f * z;
        y = z;
        k++;
    }
    if (i < n) out[i] = y, rounds[i] = k;
}

// triangular work: thread i does i mod m rounds
extern "C" __global__ void loop_ramp_of_rounds(const double *__restrict__ a, double *__restrict__ out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = a[i];
    for (int k = i % m; k > 0; k--) s = s * 0.5 + k;
    out[i] = s;
}
