// Scans.
#include <stdint.h>

// Hillis and Steele over one block, with the sum of the block
extern "C" __global__ void scan_hillis_steele_block(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[512];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (i < n) out[i] = s[t];
    if (t == blockDim.x - 1) sums[blockIdx.x] = s[t];
}

// Blelloch's exclusive scan of 1024 floats, padded against conflicts of banks
#define PAD(i) ((i) + ((i) >> 5))
extern "C" __global__ void scan_blelloch_padded(const float *in, float *out)
{
    __shared__ float s[PAD(1024)];
    int t = threadIdx.x, base = blockIdx.x * 1024, step = 1;
    s[PAD(t)] = in[base + t];
    s[PAD(t + 512)] = in[base + t + 512];
    for (int d = 512; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[PAD(step * (2 * t + 2) - 1)] += s[PAD(step * (2 * t + 1) - 1)];
        step *= 2;
    }
    if (t == 0) s[PAD(1023)] = 0;
    for (int d = 1; d < 1024; d *= 2) {
        step >>= 1;
        __syncthreads();
        if (t < d) {
            int a = PAD(step * (2 * t + 1) - 1), b = PAD(step * (2 * t + 2) - 1);
            float v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    out[base + t] = s[PAD(t)];
    out[base + t + 512] = s[PAD(t + 512)];
}

// one pass: every tile looks back at those before it; state holds a flag above a sum
extern "C" __global__ void scan_decoupled_lookback(const int4 *in, int4 *out, volatile unsigned long long *state, unsigned *ticket, int quads)
{
    __shared__ int warps[8];
    __shared__ int before, tile;
    int t = threadIdx.x;
    if (t == 0) tile = atomicInc(ticket, gridDim.x - 1);
    __syncthreads();
    int i = tile * blockDim.x + t, me = tile;
    int4 v = i < quads ? in[i] : make_int4(0, 0, 0, 0);
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int s = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, s, d);
        if ((t & 31) >= d) s += o;
    }
    if ((t & 31) == 31) warps[t >> 5] = s;
    __syncthreads();
    int offset = s - v.w, total = 0;
    for (int w = 0; w < 8; w++) {
        if (w < t >> 5) offset += warps[w];
        total += warps[w];
    }
    if (t == 0) {
        int sum = 0;
        if (me > 0) {
            state[me] = 1ull << 32 | (unsigned)total;
            for (int k = me - 1; k >= 0; k--) {
                unsigned long long w;
                do w = state[k]; while (w >> 32 == 0);
                sum += (int)(unsigned)w;
                if (w >> 32 == 2) break;
            }
        }
        state[me] = 2ull << 32 | (unsigned)(sum + total);
        before = sum;
    }
    __syncthreads();
    offset += before;
    if (i < quads) out[i] = make_int4(v.x + offset, v.y + offset, v.z + offset, v.w + offset);
}

// a warp carries its sum along a row
extern "C" __global__ void scan_row_of_warp_carried(const float *in, float *out, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    const float *p = in + (size_t)row * cols;
    float *q = out + (size_t)row * cols;
    float carry = 0;
    for (int c = lane; c - lane < cols; c += 32) {
        float v = c < cols ? p[c] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            float o = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d) v += o;
        }
        v += carry;
        if (c < cols) q[c] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

// sums start anew wherever the key changes; inside a block
struct Marked { int head; float sum; };
__device__ __forceinline__ Marked operator+(Marked a, Marked b) { return {a.head | b.head, b.head ? b.sum : a.sum + b.sum}; }
extern "C" __global__ void scan_sums_of_keys(const int *key, const float *in, float *out, int n)
{
    __shared__ Marked last[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    Marked m = {0, 0};
    if (i < n) {
        m.sum = in[i];
        m.head = threadIdx.x == 0 || key[i] != key[i - 1];
    }
    #pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        Marked o = {__shfl_up_sync(~0u, m.head, d), __shfl_up_sync(~0u, m.sum, d)};
        if (lane >= d) m = o + m;
    }
    if (lane == 31) last[w] = m;
    __syncthreads();
    if (w > 0) {
        Marked c = last[0];
        for (int k = 1; k < w; k++) c = c + last[k];
        m = c + m;
    }
    if (i < n) out[i] = m.sum;
}

// totals of blocks by one block alone: each thread a stretch
extern "C" __global__ void scan_totals_alone(int *totals, int n)
{
    __shared__ int s[1024];
    int t = threadIdx.x, each = (n + blockDim.x - 1) / blockDim.x, sum = 0;
    int from = t * each, to = min(n, from + each);
    for (int i = from; i < to; i++) sum += totals[i];
    s[t] = sum;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    int run = t ? s[t - 1] : 0;
    for (int i = from; i < to; i++) {
        int v = totals[i];
        totals[i] = run;
        run += v;
    }
}

// any operator, several items a thread
struct Larger { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct Adder { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
template <class T, int ITEMS, int BLOCK, class Op>
__global__ void scanItems(const T *in, T *out, T first, Op op)
{
    __shared__ T s[ITEMS * BLOCK];
    __shared__ T warps[BLOCK / 32];
    T v[ITEMS];
    size_t base = (size_t)blockIdx.x * ITEMS * BLOCK;
    for (int k = 0; k < ITEMS; k++) s[k * BLOCK + threadIdx.x] = in[base + k * BLOCK + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        v[k] = s[threadIdx.x * ITEMS + k];
        if (k) v[k] = op(v[k - 1], v[k]);
    }
    T all = v[ITEMS - 1];
    int lane = threadIdx.x & 31, w = threadIdx.x / 32;
    for (int d = 1; d < 32; d *= 2) {
        T o = __shfl_up_sync(~0u, all, d);
        if (lane >= d) all = op(o, all);
    }
    if (lane == 31) warps[w] = all;
    T before = __shfl_up_sync(~0u, all, 1);
    if (lane == 0) before = first;
    __syncthreads();
    for (int k = w - 1; k >= 0; k--) before = op(warps[k], before);
    #pragma unroll
    for (int k = 0; k < ITEMS; k++) s[threadIdx.x * ITEMS + k] = op(before, v[k]);
    __syncthreads();
    for (int k = 0; k < ITEMS; k++) out[base + k * BLOCK + threadIdx.x] = s[k * BLOCK + threadIdx.x];
}
template __global__ void scanItems<double, 7, 128, Larger>(const double *, double *, double, Larger);
template __global__ void scanItems<int, 16, 256, Adder>(const int *, int *, int, Adder);

// running sums down the columns
extern "C" __global__ void scan_down_columns(const double *in, double *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double sum = 0;
    for (int r = 0; r < rows; r++) {
        sum += in[r * cols + c];
        out[r * cols + c] = sum;
    }
}

// y = a y + b along rows of 32 pairs, by a warp
extern "C" __global__ void scan_linear_recurrence(const float2 *ab, float *y, float start, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float2 f = ab[row * 32 + lane];
    for (int d = 1; d < 32; d *= 2) {
        float a = __shfl_up_sync(~0u, f.x, d), b = __shfl_up_sync(~0u, f.y, d);
        if (lane >= d) {
            f.y = fmaf(f.x, b, f.y);
            f.x *= a;
        }
    }
    y[row * 32 + lane] = f.x * start + f.y;
}

// places of the marked, by votes
extern "C" __global__ void scan_places_of_marked(const unsigned char *mark, int *places, int *counts, int n)
{
    __shared__ int warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    bool is = i < n && mark[i] != 0;
    unsigned votes = __ballot_sync(~0u, is);
    if (lane == 0) warps[w] = __popc(votes);
    __syncthreads();
    if (w == 0) {
        int v = lane < blockDim.x / 32 ? warps[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int o = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v += o;
        }
        warps[lane] = v;
    }
    __syncthreads();
    int at = (w ? warps[w - 1] : 0) + __popc(votes & ((1u << lane) - 1));
    if (is) places[blockIdx.x * blockDim.x + at] = i;
    if (threadIdx.x == 0) counts[blockIdx.x] = warps[blockDim.x / 32 - 1];
}
