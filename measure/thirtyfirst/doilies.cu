// Softmax, norms, activations, losses and optimiser steps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// largest and sum in one pass, then a second one writes
extern "C" __global__ void softmax_rows_one_pass_statistics(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    __shared__ float most_of[32], sum_of[32];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = x[c];
        if (v > most) {
            sum *= __expf(most - v);
            most = v;
        }
        sum += __expf(v - most);
    }
    for (int s = 16; s; s >>= 1) {
        float m = __shfl_xor_sync(~0u, most, s), t = __shfl_xor_sync(~0u, sum, s);
        float top = fmaxf(most, m);
        sum = top == -INFINITY ? 0.0f : sum * __expf(most - top) + t * __expf(m - top);
        most = top;
    }
    int warps = blockDim.x / 32;
    if (threadIdx.x % 32 == 0) {
        most_of[threadIdx.x / 32] = most;
        sum_of[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    float top = most_of[0];
    for (int w = 1; w < warps; w++)
        top = fmaxf(top, most_of[w]);
    float total = 0.0f;
    for (int w = 0; w < warps; w++)
        if (most_of[w] > -INFINITY)
            total += sum_of[w] * __expf(most_of[w] - top);
    float inverse = 1.0f / total;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[c] = __expf(x[c] - top) * inverse;
}

// scores of a square of queries and keys: row r sees keys 0 ... r modulo length; a warp a row
extern "C" __global__ void softmax_causal_bf16_in_place(__nv_bfloat16 *scores, int rows, int length, float scale)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    __nv_bfloat16 *x = scores + (size_t)row * length;
    int seen = row % length + 1;
    float most = -1e30f;
    for (int c = lane; c < seen; c += 32)
        most = fmaxf(most, scale * __bfloat162float(x[c]));
    for (int s = 16; s; s >>= 1)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
    float sum = 0.0f;
    for (int c = lane; c < seen; c += 32)
        sum += expf(scale * __bfloat162float(x[c]) - most);
    for (int s = 16; s; s >>= 1)
        sum += __shfl_xor_sync(~0u, sum, s);
    for (int c = lane; c < length; c += 32)
        x[c] = __float2bfloat16(c < seen ? expf(scale * __bfloat162float(x[c]) - most) / sum : 0.0f);
}

template <typename T> __device__ T sumOfBlock(T v, T *shared)
{
    for (int s = 16; s; s >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, s);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        shared[threadIdx.x >> 5] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < (blockDim.x + 31) / 32; w++)
        v += shared[w];
    return v;
}

// a row is held in registers: EACH * blockDim.x >= cols
template <typename T, int EACH> __global__ void normOfHeldRow(const T *__restrict__ in, const T *__restrict__ gamma, const T *__restrict__ beta, T *__restrict__ out, int cols, T epsilon)
{
    __shared__ T shared[32];
    const T *x = in + (size_t)blockIdx.x * cols;
    T held[EACH], sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int c = threadIdx.x + e * blockDim.x;
        held[e] = c < cols ? x[c] : T(0);
        sum += held[e];
    }
    T mean = sumOfBlock(sum, shared) / cols;
    sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (threadIdx.x + e * blockDim.x < cols)
            sum += (held[e] - mean) * (held[e] - mean);
    T scale = T(1) / sqrt(sumOfBlock(sum, shared) / cols + epsilon);
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int c = threadIdx.x + e * blockDim.x;
        if (c < cols)
            out[(size_t)blockIdx.x * cols + c] = (held[e] - mean) * scale * gamma[c] + beta[c];
    }
}
template __global__ void normOfHeldRow<float, 4>(const float *, const float *, const float *, float *, int, float);
template __global__ void normOfHeldRow<double, 2>(const double *, const double *, const double *, double *, int, double);

// silu(gate) * up, two halves at once
extern "C" __global__ void act_gated_silu_half_pairs(const half2 *gate, const half2 *up, half2 *out, long long pairs)
{
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += (long long)blockDim.x * gridDim.x) {
        float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
        g.x = g.x / (1.0f + __expf(-g.x)) * u.x;
        g.y = g.y / (1.0f + __expf(-g.y)) * u.y;
        out[i] = __float22half2_rn(g);
    }
}

struct Adam {
    float rate, beta1, beta2, epsilon, decay, correction1, correction2;
};

// gradients and a shadow of the weights in bf16, the rest in float
extern "C" __global__ void op_adamw_with_bf16_shadow(float *__restrict__ weight, __nv_bfloat16 *__restrict__ shadow, float *__restrict__ m, float *__restrict__ v, const __nv_bfloat16 *__restrict__ gradient, size_t n, Adam p)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = __bfloat162float(gradient[i]), w = weight[i];
    float mi = p.beta1 * m[i] + (1.0f - p.beta1) * g;
    float vi = p.beta2 * v[i] + (1.0f - p.beta2) * g * g;
    m[i] = mi;
    v[i] = vi;
    w -= p.rate * (mi * p.correction1 / (sqrtf(vi * p.correction2) + p.epsilon) + p.decay * w);
    weight[i] = w;
    shadow[i] = __float2bfloat16(w);
}

// logarithm of the sum of exponentials less the label's score
extern "C" __global__ __launch_bounds__(320) void op_cross_entropy_of_logits(const float *__restrict__ logits, const int *__restrict__ labels, float *__restrict__ loss, float *__restrict__ gradient, int classes, float weight)
{
    __shared__ float shared[32];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float *d = gradient + (size_t)blockIdx.x * classes;
    float most = -INFINITY;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        most = fmaxf(most, x[c]);
    for (int s = 16; s; s >>= 1)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = most;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        most = fmaxf(most, shared[w]);
    float sum = 0.0f;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        sum += expf(x[c] - most);
    sum = sumOfBlock(sum, shared);
    int label = labels[blockIdx.x];
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        d[c] = weight * (expf(x[c] - most) / sum - (c == label ? 1.0f : 0.0f));
    if (threadIdx.x == 0)
        loss[blockIdx.x] = logf(sum) + most - x[label];
}

__device__ unsigned mixedBits(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// residual + dropout(in + bias), and the mask as a bit for each element
extern "C" __global__ void layer_dropout_onto_residual(const float *in, const float *bias, const float *residual, float *out, unsigned *mask, int n, int cols, float keep, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool kept = i < n && mixedBits(i ^ seed) * 2.3283064e-10f < keep;
    unsigned bits = __ballot_sync(0xffffffff, kept);
    if (i < n) {
        float v = in[i] + bias[i % cols];
        out[i] = residual[i] + (kept ? v / keep : 0.0f);
        if (i % 32 == 0)
            mask[i / 32] = bits;
    }
}
