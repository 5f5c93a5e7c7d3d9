// Scans.
#include <stdint.h>

extern "C" __global__ void scan_two_buffers_512(const int *in, int *out, int n)
{
    __shared__ int temp[2][512];
    int t = threadIdx.x, i = blockIdx.x * 512 + t, from = 0;
    temp[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 512; d <<= 1) {
        int v = temp[from][t];
        if (t >= d) v += temp[from][t - d];
        from ^= 1;
        temp[from][t] = v;
        __syncthreads();
    }
    if (i < n) out[i] = temp[from][t];
}

#define CONFLICT_FREE(k) ((k) + ((k) >> 5))
extern "C" __global__ void scan_tree_without_conflicts(const float *in, float *out, float *sums)
{
    extern __shared__ float t[];
    const int n = 2 * blockDim.x, id = threadIdx.x;
    const float *src = in + (size_t)blockIdx.x * n;
    int a = id, b = id + blockDim.x, off = 1;
    t[CONFLICT_FREE(a)] = src[a];
    t[CONFLICT_FREE(b)] = src[b];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (id < d) t[CONFLICT_FREE(off * (2 * id + 2) - 1)] += t[CONFLICT_FREE(off * (2 * id + 1) - 1)];
        off *= 2;
    }
    __syncthreads();
    if (id == 0) {
        sums[blockIdx.x] = t[CONFLICT_FREE(n - 1)];
        t[CONFLICT_FREE(n - 1)] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (id < d) {
            int p = CONFLICT_FREE(off * (2 * id + 1) - 1), q = CONFLICT_FREE(off * (2 * id + 2) - 1);
            float v = t[p];
            t[p] = t[q];
            t[q] += v;
        }
    }
    __syncthreads();
    out[(size_t)blockIdx.x * n + a] = t[CONFLICT_FREE(a)];
    out[(size_t)blockIdx.x * n + b] = t[CONFLICT_FREE(b)];
}

// sums that begin anew where a flag stands, within a block
extern "C" __global__ void scan_segments_by_flags(const int *in, const uint8_t *flag, int *out, int n)
{
    __shared__ int v[256];
    __shared__ uint8_t f[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    v[t] = i < n ? in[i] : 0;
    f[t] = i < n ? flag[i] == 0 : 1;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int w = v[t];
        uint8_t g = f[t];
        if (t >= d && !g) {
            w += v[t - d];
            g = f[t - d];
        }
        __syncthreads();
        v[t] = w;
        f[t] = g;
        __syncthreads();
    }
    if (i < n) out[i] = v[t];
}

extern "C" __global__ void cum_sum_down_columns(const double *in, double *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    double s = 0;
    for (int r = 0; r < rows; ++r) {
        s += in[r * cols + c];
        out[r * cols + c] = s;
    }
}

// bytes to running sums, a block a row, a carry from piece to piece
extern "C" __global__ void prefix_of_picture_rows(const uint8_t *img, int *sums, int width)
{
    __shared__ int warps[8];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int carry = 0;
    for (int x0 = 0; x0 < width; x0 += 256) {
        int x = x0 + threadIdx.x, v = x < width ? img[(size_t)blockIdx.x * width + x] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            int o = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v += o;
        }
        if (lane == 31) warps[w] = v;
        __syncthreads();
        int before = 0, all = 0;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            if (k < w) before += warps[k];
            all += warps[k];
        }
        if (x < width) sums[(size_t)blockIdx.x * width + x] = carry + before + v;
        carry += all;
        __syncthreads();
    }
}

// one pass: a tile's sum goes out, then the one before is waited for
extern "C" __global__ void scan_chain_of_tiles(const int *in, int *out, volatile int *state, volatile int *done, unsigned *ticket)
{
    __shared__ int s[256];
    __shared__ int tile, before;
    const int t = threadIdx.x;
    if (t == 0) tile = atomicInc(ticket, gridDim.x - 1);
    __syncthreads();
    const int4 v = ((const int4 *)in)[tile * 256 + t];
    int sum = v.x + v.y + v.z + v.w;
    s[t] = sum;
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        int o = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += o;
        __syncthreads();
    }
    if (t == 255) {
        int b = 0;
        if (tile > 0) {
            while (done[tile - 1] == 0) {}
            __threadfence();
            b = state[tile - 1];
        }
        state[tile] = b + s[255];
        __threadfence();
        done[tile] = 1;
        before = b;
    }
    __syncthreads();
    int base = before + s[t] - sum;
    ((int4 *)out)[tile * 256 + t] = make_int4(base + v.x, base + v.x + v.y, base + v.x + v.y + v.z, base + sum);
}

extern "C" __global__ void prefix_rows_without_zeros(const short *in, short *out, int *kept, int cols)
{
    __shared__ int counts[8];
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int at = 0;
    for (int c0 = 0; c0 < cols; c0 += blockDim.x) {
        int c = c0 + threadIdx.x;
        short v = c < cols ? in[(size_t)blockIdx.x * cols + c] : 0;
        unsigned b = __ballot_sync(~0u, v != 0);
        if (lane == 0) counts[w] = __popc(b);
        __syncthreads();
        int pos = at;
        for (int k = 0; k < w; k++) pos += counts[k];
        if (v) out[(size_t)blockIdx.x * cols + pos + __popc(b & ((1u << lane) - 1))] = v;
        for (int k = 0; k < blockDim.x / 32; k++) at += counts[k];
        __syncthreads();
    }
    if (threadIdx.x == 0) kept[blockIdx.x] = at;
}
