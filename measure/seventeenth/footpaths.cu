// Pointers followed, ways that part.
#include <stdint.h>

extern "C" __global__ void chase_ring_by_one(const int *next, int *end, int hops)
{
    int p = 0;
    for (int k = 0; k < hops; k++) p = next[p];
    *end = p;
}

extern "C" __global__ void chase_ring_by_many(const unsigned *next, unsigned *end, int words, int hops, int apart)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned p = (unsigned)((long long)t * apart % words);
    for (int k = 0; k < hops; k++) p = next[p];
    end[t] = p;
}

struct Link {
    int next;
    int value;
    int more[2];
};
extern "C" __global__ void chase_links_until_value(const Link *links, const int *head, int *found, int n, int wanted, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = head[i], k = 0;
    while (k < most && links[at].value != wanted) {
        at = links[at].next;
        k++;
    }
    found[i] = k;
}

extern "C" __global__ void chase_steps_in_shared(const int *ring, int *out, int words, int hops)
{
    extern __shared__ int s[];
    for (int k = threadIdx.x; k < words; k += blockDim.x) s[k] = ring[k];
    __syncthreads();
    int p = (threadIdx.x * 7 + blockIdx.x) % words;
    for (int k = 0; k < hops; k++) p = s[p];
    out[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

// a search tree in an array: 2i+1, 2i+2; ends where nothing stands
extern "C" __global__ void chase_search_tree_down(const float *key, int nodes, const float *ask, int *depth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = ask[i];
    int at = 0, d = 0;
    while (at < nodes) {
        float k = key[at];
        if (fabsf(k - v) < 1e-4f) break;
        at = 2 * at + (v < k ? 1 : 2);
        d++;
    }
    depth[i] = d;
}

extern "C" __global__ void branch_on_sign_and_size(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = x[i];
    if (v > 0) {
        if (v > 0.5) v = log(v);
        else v = v * v * (3 - 2 * v);
    } else {
        if (v < -0.5) v = exp(v);
        else v = 1 / (1 + v * v);
    }
    y[i] = v;
}

extern "C" __global__ void branch_small_program(const uint8_t *ops, const int *a, int *out, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int acc = a[i];
    for (int k = 0; k < length; k++) {
        uint8_t op = ops[(size_t)k * n + i];
        switch (op & 7) {
        case 0: acc += 3; break;
        case 1: acc -= op; break;
        case 2: acc ^= acc << 3; break;
        case 3: acc *= 5; break;
        case 4: acc = ~acc; break;
        case 5: acc = acc > 0 ? acc >> 1 : -acc; break;
        case 6: if (acc & 1) continue; acc |= op; break;
        default: acc = acc % (op + 1);
        }
    }
    out[i] = acc;
}

extern "C" __global__ void branch_early_out_of_blocks(const int *work, float *out, int per)
{
    int w = work[blockIdx.x];
    if (w == 0) return;
    float s = threadIdx.x;
    for (int k = 0; k < w * per; k++) {
        s = s * 0.999f + 0.5f;
        if (s > 1e6f) break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// the halves of a block do different things with barriers between
extern "C" __global__ void branch_halves_of_a_block(const float *in, float *out, int rounds)
{
    __shared__ float s[2][128];
    const int t = threadIdx.x & 127;
    float acc = 0;
    for (int r = 0; r <= rounds; r++) {
        if (threadIdx.x < 128) {
            if (r < rounds) s[r & 1][t] = in[((size_t)blockIdx.x * rounds + r) * 128 + t];
        } else if (r > 0) {
            float v = s[r - 1 & 1][127 - t];
            acc += v > 0 ? sqrtf(v) : v * v;
        }
        __syncthreads();
    }
    if (threadIdx.x >= 128) out[blockIdx.x * 128 + t] = acc;
}
