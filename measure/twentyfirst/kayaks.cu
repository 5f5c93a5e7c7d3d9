// Softmax and normalisation of rows.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <float.h>

__device__ __forceinline__ float lanes_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__device__ __forceinline__ float lanes_most(float v)
{
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

// a warp a row of any length, three passes
extern "C" __global__ void softmax_warp_any_length(const float *in, float *out, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float *x = in + (size_t)row * cols;
    float *y = out + (size_t)row * cols;
    float most = -FLT_MAX, sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += 32) most = fmaxf(most, x[c]);
    most = lanes_most(most);
    for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(x[c] - most);
    sum = lanes_sum(sum);
    for (int c = threadIdx.x; c < cols; c += 32) y[c] = __expf(x[c] - most) / sum;
}

// rows end where they are told to, what is behind is zero
extern "C" __global__ void softmax_of_given_lengths(const float *in, const int *lengths, float *out, int cols)
{
    extern __shared__ float part[];
    const size_t base = (size_t)blockIdx.x * cols;
    const int length = min(lengths[blockIdx.x], cols), t = threadIdx.x;
    if (length <= 0) {
        for (int c = t; c < cols; c += blockDim.x) out[base + c] = 0.f;
        return;
    }
    float v = -INFINITY;
    for (int c = t; c < length; c += blockDim.x) v = max(v, in[base + c]);
    part[t] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] = max(part[t], part[t + s]);
        __syncthreads();
    }
    const float most = part[0];
    __syncthreads();
    v = 0.f;
    for (int c = t; c < length; c += blockDim.x) v += expf(in[base + c] - most);
    part[t] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    const float over = 1.f / part[0];
    for (int c = t; c < cols; c += blockDim.x) out[base + c] = c < length ? expf(in[base + c] - most) * over : 0.f;
}

// over the channels of a picture, a thread a pixel
extern "C" __global__ void softmax_over_planes(const float *in, float *out, int channels, int pixels)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    const size_t base = (size_t)blockIdx.y * channels * pixels + p;
    float most = in[base];
    for (int c = 1; c < channels; c++) most = fmaxf(most, in[base + (size_t)c * pixels]);
    float sum = 0;
    for (int c = 0; c < channels; c++) {
        const float e = expf(in[base + (size_t)c * pixels] - most);
        out[base + (size_t)c * pixels] = e;
        sum += e;
    }
    sum = 1 / sum;
    for (int c = 0; c < channels; c++) out[base + (size_t)c * pixels] *= sum;
}

// a row of PER elements a lane, held in registers, of bfloat16
template <int PER>
__global__ void softmaxOfBf16(const __nv_bfloat162 *in, __nv_bfloat162 *out, int rows, float scale)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float2 v[PER];
    float most = -FLT_MAX, sum = 0;
#pragma unroll
    for (int k = 0; k < PER; k++) {
        v[k] = __bfloat1622float2(in[((size_t)row * PER + k) * 32 + lane]);
        v[k].x *= scale;
        v[k].y *= scale;
        most = fmaxf(most, fmaxf(v[k].x, v[k].y));
    }
    most = lanes_most(most);
#pragma unroll
    for (int k = 0; k < PER; k++) {
        v[k].x = exp2f(v[k].x - most);
        v[k].y = exp2f(v[k].y - most);
        sum += v[k].x + v[k].y;
    }
    sum = 1.f / lanes_sum(sum);
#pragma unroll
    for (int k = 0; k < PER; k++) out[((size_t)row * PER + k) * 32 + lane] = __floats2bfloat162_rn(v[k].x * sum, v[k].y * sum);
}
template __global__ void softmaxOfBf16<4>(const __nv_bfloat162 *, __nv_bfloat162 *, int, float);
template __global__ void softmaxOfBf16<12>(const __nv_bfloat162 *, __nv_bfloat162 *, int, float);

// the loss of each row and what flows back, in one block
extern "C" __global__ void softmax_loss_and_gradient(const float *logits, const int *labels, float *loss, float *gradient, int classes)
{
    __shared__ float shared[32];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float *g = gradient + (size_t)blockIdx.x * classes;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    float m = -FLT_MAX, s = 0;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        const float v = x[c];
        if (v > m) {
            s *= __expf(m - v);
            m = v;
        }
        s += __expf(v - m);
    }
    const float wm = lanes_most(m);
    s = lanes_sum(s * __expf(m - wm));
    __shared__ float sums[32];
    if (lane == 0) shared[warp] = wm, sums[warp] = s;
    __syncthreads();
    float most = -FLT_MAX, sum = 0;
    for (int w = 0; w < warps; w++) most = fmaxf(most, shared[w]);
    for (int w = 0; w < warps; w++) sum += sums[w] * __expf(shared[w] - most);
    const int label = labels[blockIdx.x];
    for (int c = threadIdx.x; c < classes; c += blockDim.x) g[c] = __expf(x[c] - most) / sum - (c == label ? 1.f : 0.f);
    if (threadIdx.x == 0) loss[blockIdx.x] = logf(sum) + most - x[label];
}

// doubles, two trees
extern "C" __global__ void layer_norm_double_trees(const double *in, const double *gain, const double *bias, double *out, int cols, double eps)
{
    __shared__ double s[128];
    const double *x = in + (size_t)blockIdx.x * cols;
    double v = 0;
    for (int c = threadIdx.x; c < cols; c += 128) v += x[c];
    s[threadIdx.x] = v;
    for (int k = 64; k; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    }
    __syncthreads();
    const double mean = s[0] / cols;
    __syncthreads();
    v = 0;
    for (int c = threadIdx.x; c < cols; c += 128) v += (x[c] - mean) * (x[c] - mean);
    s[threadIdx.x] = v;
    for (int k = 64; k; k >>= 1) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    }
    __syncthreads();
    const double over = rsqrt(s[0] / cols + eps);
    for (int c = threadIdx.x; c < cols; c += 128) out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * over * gain[c] + bias[c];
}

// a warp a row of halves, running means joined as Welford and Chan do
extern "C" __global__ void layer_norm_welford_of_halves(const __half *in, const float *gain, __half *out, int rows, int cols, float eps)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const __half *x = in + (size_t)row * cols;
    float mean = 0, m2 = 0, n = 0;
    for (int c = lane; c < cols; c += 32) {
        const float v = __half2float(x[c]), d = v - mean;
        n += 1;
        mean += d / n;
        m2 += d * (v - mean);
    }
    for (int k = 16; k; k /= 2) {
        const float om = __shfl_xor_sync(0xffffffffu, mean, k), o2 = __shfl_xor_sync(0xffffffffu, m2, k), on = __shfl_xor_sync(0xffffffffu, n, k);
        const float all = n + on;
        if (all == 0) continue;
        const float d = om - mean;
        mean = (n * mean + on * om) / all;
        m2 += o2 + d * d * n * on / all;
        n = all;
    }
    const float over = rsqrtf(m2 / cols + eps);
    for (int c = lane; c < cols; c += 32) out[(size_t)row * cols + c] = __float2half((__half2float(x[c]) - mean) * over * gain[c]);
}

// what flows back through the rows of a normalisation
extern "C" __global__ void layer_norm_backwards_by_rows(const float *dy, const float *x, const float *gain, const float *mean, const float *over, float *dx, int rows, int cols)
{
    for (int row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y) {
        const size_t base = (size_t)row * cols;
        const float m = mean[row], r = over[row];
        float a = 0, b = 0;
        for (int c = threadIdx.x; c < cols; c += 32) {
            const float g = dy[base + c] * gain[c];
            a += g;
            b += g * (x[base + c] - m) * r;
        }
        a = lanes_sum(a) / cols;
        b = lanes_sum(b) / cols;
        for (int c = threadIdx.x; c < cols; c += 32) dx[base + c] = r * (dy[base + c] * gain[c] - a - (x[base + c] - m) * r * b);
    }
}

// a row a block, quads stay in registers
template <int QUADS>
__global__ void __launch_bounds__(256) rootMeanSquare(const float4 *__restrict__ in, const float4 *__restrict__ gain, float4 *__restrict__ out, float eps)
{
    __shared__ float warps[8];
    const size_t base = (size_t)blockIdx.x * 256 * QUADS;
    float4 v[QUADS];
    float s = 0;
#pragma unroll
    for (int k = 0; k < QUADS; k++) {
        v[k] = in[base + k * 256 + threadIdx.x];
        s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    s = lanes_sum(s);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < 8; w++) s += warps[w];
    const float r = rsqrtf(s / (1024 * QUADS) + eps);
#pragma unroll
    for (int k = 0; k < QUADS; k++) {
        const float4 g = gain[k * 256 + threadIdx.x];
        out[base + k * 256 + threadIdx.x] = make_float4(v[k].x * r * g.x, v[k].y * r * g.y, v[k].z * r * g.z, v[k].w * r * g.w);
    }
}
template __global__ void rootMeanSquare<1>(const float4 *, const float4 *, float4 *, float);
template __global__ void rootMeanSquare<4>(const float4 *, const float4 *, float4 *, float);
