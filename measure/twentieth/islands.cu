// Softmax and normalisations of rows.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// a thread a row of few columns
extern "C" __global__ void softmax_row_a_thread(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *x = in + (size_t)r * cols;
    float m = x[0], s = 0;
    for (int c = 1; c < cols; c++) m = fmaxf(m, x[c]);
    for (int c = 0; c < cols; c++) s += expf(x[c] - m);
    for (int c = 0; c < cols; c++) out[(size_t)r * cols + c] = expf(x[c] - m) / s;
}

// a warp a row, all of it in registers
template <int COLS>
__global__ void softmaxHeld(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    constexpr int EACH = COLS / 32;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float v[EACH], m = -INFINITY, s = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        v[i] = in[(size_t)row * COLS + i * 32 + threadIdx.x];
        m = fmaxf(m, v[i]);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        v[i] = __expf(v[i] - m);
        s += v[i];
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
#pragma unroll
    for (int i = 0; i < EACH; i++) out[(size_t)row * COLS + i * 32 + threadIdx.x] = v[i] / s;
}
template __global__ void softmaxHeld<128>(const float *, float *, int);
template __global__ void softmaxHeld<1024>(const float *, float *, int);

// a block a row, three passes, trees in shared memory
extern "C" __global__ void softmax_three_passes(const float *in, float *out, int cols)
{
    extern __shared__ float tree[];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float m = -INFINITY, s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, x[c]);
    tree[threadIdx.x] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) tree[threadIdx.x] = fmaxf(tree[threadIdx.x], tree[threadIdx.x + d]);
        __syncthreads();
    }
    m = tree[0];
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += expf(y[c] = x[c] - m);
    tree[threadIdx.x] = s;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) tree[threadIdx.x] += tree[threadIdx.x + d];
        __syncthreads();
    }
    s = tree[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = expf(y[c]) / s;
}

// maximum and sum in one pass, joined by warps and then by the block
extern "C" __global__ void softmax_in_one_pass(const __half *in, __half *out, int cols)
{
    __shared__ float sm[32], ss[32];
    const __half *x = in + (size_t)blockIdx.x * cols;
    float m = -1e30f, s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float v = __half2float(x[c]), n = fmaxf(m, v);
        s = s * __expf(m - n) + __expf(v - n);
        m = n;
    }
    for (int o = 16; o; o >>= 1) {
        const float om = __shfl_xor_sync(0xffffffffu, m, o), os = __shfl_xor_sync(0xffffffffu, s, o), n = fmaxf(m, om);
        s = s * __expf(m - n) + os * __expf(om - n);
        m = n;
    }
    if (threadIdx.x % 32 == 0) {
        sm[threadIdx.x / 32] = m;
        ss[threadIdx.x / 32] = s;
    }
    __syncthreads();
    m = sm[0];
    s = ss[0];
    for (int w = 1; w < blockDim.x / 32; w++) {
        const float n = fmaxf(m, sm[w]);
        s = s * __expf(m - n) + ss[w] * __expf(sm[w] - n);
        m = n;
    }
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = __float2half(__expf(__half2float(x[c]) - m) / s);
}

// scores of a square where the future is masked, scaled, a warp a row in place
extern "C" __global__ void softmax_without_future(float *scores, int length, float scale)
{
    const int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= length) return;
    float *x = scores + ((size_t)blockIdx.y * length + row) * length;
    float m = -INFINITY, s = 0;
    for (int c = lane; c <= row; c += 32) m = fmaxf(m, x[c] * scale);
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    for (int c = lane; c <= row; c += 32) s += __expf(x[c] * scale - m);
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    for (int c = lane; c < length; c += 32) x[c] = c <= row ? __expf(x[c] * scale - m) / s : 0.f;
}

// logarithms of a softmax with a temperature, doubles, a block a row
extern "C" __global__ void softmax_logarithms(const double *in, double *out, int cols, double temperature)
{
    __shared__ double s[64];
    const double *x = in + (size_t)blockIdx.x * cols;
    const double inverse = 1.0 / temperature;
    double sum = 0;
    for (int c = threadIdx.x; c < cols; c += 64) sum += exp(x[c] * inverse);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    const double l = log(s[0]);
    for (int c = threadIdx.x; c < cols; c += 64) out[(size_t)blockIdx.x * cols + c] = x[c] * inverse - l;
}

__device__ float block_sum(float v, float *room)
{
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if (threadIdx.x % 32 == 0) room[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < blockDim.x / 32; w++) v += room[w];
    return v;
}

// mean, then spread, then the row again
extern "C" __global__ void layer_norm_two_sums(const float *in, const float *gain, const float *shift, float *out, int cols, float eps)
{
    __shared__ float room[32];
    const float *x = in + (size_t)blockIdx.x * cols;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += x[c];
    const float mean = block_sum(s, room) / cols;
    s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += (x[c] - mean) * (x[c] - mean);
    const float scale = rsqrtf(block_sum(s, room) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * scale * gain[c] + shift[c];
}

// a warp a row of 256 halves, four pairs a lane
extern "C" __global__ void layer_norm_held_half2(const __half2 *in, const __half2 *gain, const __half2 *shift, __half2 *out, int rows)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float2 v[4];
    float s = 0, q = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        v[i] = __half22float2(in[(size_t)row * 128 + 32 * i + lane]);
        s += v[i].x + v[i].y;
        q += v[i].x * v[i].x + v[i].y * v[i].y;
    }
    for (int o = 16; o; o >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, o);
        q += __shfl_xor_sync(0xffffffffu, q, o);
    }
    const float mean = s / 256, scale = rsqrtf(q / 256 - mean * mean + 1e-5f);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const float2 g = __half22float2(gain[32 * i + lane]), b = __half22float2(shift[32 * i + lane]);
        out[(size_t)row * 128 + 32 * i + lane] = __floats2half2_rn((v[i].x - mean) * scale * g.x + b.x, (v[i].y - mean) * scale * g.y + b.y);
    }
}

// what gain and shift learn: columns of many rows, parts of rows added
extern "C" __global__ void layer_norm_learns(const float *grad, const float *hat, float *dgain, float *dshift, int rows, int cols, int part)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float g = 0, b = 0;
    for (int r = blockIdx.y * part; r < min(rows, (blockIdx.y + 1) * part); r++) {
        const float d = grad[(size_t)r * cols + c];
        g += d * hat[(size_t)r * cols + c];
        b += d;
    }
    atomicAdd(dgain + c, g);
    atomicAdd(dshift + c, b);
}

// the root of squares' mean, what was left is added first and kept
extern "C" __global__ void rmsnorm_added_bf16(__nv_bfloat162 *left, const __nv_bfloat162 *in, const __nv_bfloat162 *gain, __nv_bfloat162 *out, int pairs)
{
    __shared__ float room[32];
    const size_t base = (size_t)blockIdx.x * pairs;
    float s = 0;
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        const __nv_bfloat162 v = __hadd2(left[base + p], in[base + p]);
        left[base + p] = v;
        const float2 f = __bfloat1622float2(v);
        s += f.x * f.x + f.y * f.y;
    }
    const float scale = rsqrtf(block_sum(s, room) / (2 * pairs) + 1e-6f);
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        const float2 f = __bfloat1622float2(left[base + p]), g = __bfloat1622float2(gain[p]);
        out[base + p] = __floats2bfloat162_rn(f.x * scale * g.x, f.y * scale * g.y);
    }
}

struct Groups {
    int channels, groups, pixels;
    float eps;
};

// a block a group of channels of a picture
extern "C" __global__ void layer_norm_of_groups(const float *in, const float *gain, const float *shift, float *out, Groups g)
{
    __shared__ float room[32];
    const int each = g.channels / g.groups, size = each * g.pixels, first = blockIdx.x % g.groups * each;
    const float *x = in + (size_t)blockIdx.x * size;
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        s += x[i];
        q += x[i] * x[i];
    }
    s = block_sum(s, room) / size;
    q = block_sum(q, room) / size - s * s;
    const float scale = rsqrtf(q + g.eps);
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        const int c = first + i / g.pixels;
        out[(size_t)blockIdx.x * size + i] = (x[i] - s) * scale * gain[c] + shift[c];
    }
}
