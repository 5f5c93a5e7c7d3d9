// Rows made even: softmax and norms.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cfloat>

// greatest and sum together, one walk; a second writes
template <int THREADS>
__global__ void onceAndAgain(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    __shared__ float most[THREADS / 32], sums[THREADS / 32];
    const float *row = in + (size_t)blockIdx.x * cols;
    float m = -FLT_MAX, s = 0;
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        float v = row[c];
        if (v > m) s *= __expf(m - v), m = v;
        s += __expf(v - m);
    }
    for (int d = 16; d > 0; d >>= 1) {
        float m2 = __shfl_xor_sync(0xffffffff, m, d), s2 = __shfl_xor_sync(0xffffffff, s, d), top = fmaxf(m, m2);
        s = s * __expf(m - top) + s2 * __expf(m2 - top);
        m = top;
    }
    if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = m, sums[threadIdx.x / 32] = s;
    __syncthreads();
    m = most[0];
    for (int w = 1; w < THREADS / 32; w++) m = fmaxf(m, most[w]);
    s = 0;
    for (int w = 0; w < THREADS / 32; w++) s += sums[w] * __expf(most[w] - m);
    float scale = 1 / s;
    for (int c = threadIdx.x; c < cols; c += THREADS) out[(size_t)blockIdx.x * cols + c] = __expf(row[c] - m) * scale;
}
template __global__ void onceAndAgain<128>(const float *, float *, int);
template __global__ void onceAndAgain<512>(const float *, float *, int);

// a thread for each row, as one writes it first
extern "C" __global__ void softmax_log_of_row_by_thread(const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *p = x + r * cols;
    float *q = y + r * cols;
    float m = p[0];
    for (int c = 1; c < cols; c++) m = fmaxf(m, p[c]);
    float s = 0;
    for (int c = 0; c < cols; c++) s += expf(p[c] - m);
    float l = m + logf(s);
    for (int c = 0; c < cols; c++) q[c] = p[c] - l;
}

// halves, two at a time, a warp for a row, scaled first
extern "C" __global__ void softmax_scaled_half_pairs(const half2 *__restrict__ in, half2 *__restrict__ out, int rows, int pairs, float scale)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    in += (size_t)row * pairs;
    out += (size_t)row * pairs;
    float m = -1e30f;
    for (int c = lane; c < pairs; c += 32) {
        float2 v = __half22float2(in[c]);
        m = fmaxf(m, fmaxf(v.x, v.y) * scale);
    }
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    float s = 0;
    for (int c = lane; c < pairs; c += 32) {
        float2 v = __half22float2(in[c]);
        s += __expf(v.x * scale - m) + __expf(v.y * scale - m);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    s = __fdividef(1.f, s);
    for (int c = lane; c < pairs; c += 32) {
        float2 v = __half22float2(in[c]);
        out[c] = __floats2half2_rn(__expf(v.x * scale - m) * s, __expf(v.y * scale - m) * s);
    }
}

// layer norm, mean then variance, tree in shared memory
__device__ float sumOfBlock(float v, float *room)
{
    room[threadIdx.x] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) room[threadIdx.x] += room[threadIdx.x + s];
        __syncthreads();
    }
    float sum = room[0];
    __syncthreads();
    return sum;
}
extern "C" __global__ void layer_norm_mean_then_spread(const float *x, const float *gamma, const float *beta, float *y, int cols, float eps)
{
    extern __shared__ float room[];
    x += blockIdx.x * (size_t)cols;
    y += blockIdx.x * (size_t)cols;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += x[c];
    float mean = sumOfBlock(s, room) / cols;
    s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float d = x[c] - mean;
        s += d * d;
    }
    float k = rsqrtf(sumOfBlock(s, room) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = (x[c] - mean) * k * gamma[c] + beta[c];
}

// gradient of scale and shift: columns, strips of rows, atomics
extern "C" __global__ void layer_norm_gradient_of_scale(const float *__restrict__ dy, const float *__restrict__ x, const float2 *__restrict__ stats,
    float *__restrict__ dgamma, float *__restrict__ dbeta, int rows, int cols)
{
    __shared__ float g[8][33], b[8][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sg = 0, sb = 0;
    if (c < cols)
        for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += 8 * gridDim.y) {
            float2 st = stats[r];
            float d = dy[(size_t)r * cols + c];
            sg += d * (x[(size_t)r * cols + c] - st.x) * st.y;
            sb += d;
        }
    g[threadIdx.y][threadIdx.x] = sg;
    b[threadIdx.y][threadIdx.x] = sb;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int k = 1; k < 8; k++) sg += g[k][threadIdx.x], sb += b[k][threadIdx.x];
        atomicAdd(dgamma + c, sg);
        atomicAdd(dbeta + c, sb);
    }
}

// residual added, root of mean square, bfloat16
extern "C" __global__ void rmsnorm_after_residual_bf16(__nv_bfloat162 *__restrict__ residual, const __nv_bfloat162 *__restrict__ x,
    const __nv_bfloat162 *__restrict__ weight, __nv_bfloat162 *__restrict__ out, int pairs, float eps)
{
    __shared__ float warps[32];
    __nv_bfloat162 *res = residual + (size_t)blockIdx.x * pairs;
    float s = 0;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 a = __bfloat1622float2(res[c]), b = __bfloat1622float2(x[(size_t)blockIdx.x * pairs + c]);
        a.x += b.x, a.y += b.y;
        res[c] = __floats2bfloat162_rn(a.x, a.y);
        s += a.x * a.x + a.y * a.y;
    }
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
        for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
        if (threadIdx.x == 0) warps[0] = rsqrtf(s / (2 * pairs) + eps);
    }
    __syncthreads();
    float k = warps[0];
    for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
        float2 a = __bfloat1622float2(res[c]), w = __bfloat1622float2(weight[c]);
        out[(size_t)blockIdx.x * pairs + c] = __floats2bfloat162_rn(a.x * k * w.x, a.y * k * w.y);
    }
}
