// Scans.
#include <stdint.h>

// up and down the tree, two a thread
extern "C" __global__ void scan_tree_up_tree_down(const int *in, int *out, int *totals)
{
    __shared__ int s[512];
    const int t = threadIdx.x, base = blockIdx.x * 512;
    s[2 * t] = in[base + 2 * t];
    s[2 * t + 1] = in[base + 2 * t + 1];
    int off = 1;
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
        off *= 2;
    }
    if (t == 0) totals[blockIdx.x] = s[511], s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1, v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t];
    out[base + 2 * t + 1] = s[2 * t + 1];
}

// doubling steps between two buffers
extern "C" __global__ void scan_between_buffers_of_block(const float *in, float *out, int n)
{
    extern __shared__ float buf[];
    const int b = blockDim.x, t = threadIdx.x, i = blockIdx.x * b + t;
    int from = 0;
    buf[t] = i < n ? in[i] : 0.f;
    __syncthreads();
    for (int d = 1; d < b; d <<= 1) {
        buf[(from ^ 1) * b + t] = t >= d ? buf[from * b + t] + buf[from * b + t - d] : buf[from * b + t];
        from ^= 1;
        __syncthreads();
    }
    if (i < n) out[i] = buf[from * b + t];
}

// anew at every flag, within a warp
extern "C" __global__ void scan_anew_at_flags(const float *in, const uint8_t *flag, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = i < n ? in[i] : 0.f;
    unsigned heads = __ballot_sync(~0u, i < n && flag[i]) | 1u;
    int first = 31 - __clz(heads & (~0u >> (31 - lane)));
    for (int d = 1; d < 32; d <<= 1) {
        float o = __shfl_up_sync(~0u, v, d);
        if (lane - d >= first) v += o;
    }
    if (i < n) out[i] = v;
}

// what came before a block is added to all of it
extern "C" __global__ void prefix_add_before(int4 *data, const int *before, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    const int b = before[blockIdx.x];
    int4 v = data[i];
    v.x += b, v.y += b, v.z += b, v.w += b;
    data[i] = v;
}

// the highest so far of each row: a warp a row
extern "C" __global__ void cum_highest_of_rows(const double *in, double *out, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    double carry = -1e300;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        double v = c0 + lane < cols ? in[(size_t)r * cols + c0 + lane] : -1e300;
        for (int d = 1; d < 32; d <<= 1) {
            double o = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v = fmax(v, o);
        }
        v = fmax(v, carry);
        if (c0 + lane < cols) out[(size_t)r * cols + c0 + lane] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}

// those above a limit close up, places drawn by block
extern "C" __global__ void scan_keep_above(const float *in, float *out, int *kept, int n, float limit)
{
    __shared__ int warps[16], from;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, w = threadIdx.x / 32, lane = threadIdx.x % 32;
    float v = i < n ? in[i] : 0.f;
    const bool keep = i < n && v > limit;
    unsigned vote = __ballot_sync(~0u, keep);
    if (lane == 0) warps[w] = __popc(vote);
    __syncthreads();
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < (int)blockDim.x / 32; k++) {
            int c = warps[k];
            warps[k] = s;
            s += c;
        }
        from = atomicAdd(kept, s);
    }
    __syncthreads();
    const int at = from + warps[w] + __popc(vote & ((1u << lane) - 1));
    if (keep && at < n) out[at] = v;
}

// a row of 48 bytes a thread, one after the other
extern "C" __global__ void prefix_serial_bytes(const uint8_t *in, uint16_t *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    unsigned s = 0;
    for (int k = 0; k < 48; k++) {
        s += in[(size_t)k * rows + r];
        out[(size_t)k * rows + r] = s;
    }
}
