// The end of a network: losses, optimiser steps, choosing the next token.
#include <cuda_fp16.h>

struct Settings {
    float rate, beta1, beta2, eps, decay;
    float correct1, correct2; // 1 - beta^step
};

extern "C" __global__ void op_adamw_step(float *__restrict__ param, const float *__restrict__ grad, float *__restrict__ m,
                                         float *__restrict__ v, Settings s, size_t n)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const float g = grad[i];
        const float mi = s.beta1 * m[i] + (1.0f - s.beta1) * g;
        const float vi = s.beta2 * v[i] + (1.0f - s.beta2) * g * g;
        m[i] = mi;
        v[i] = vi;
        float p = param[i] * (1.0f - s.rate * s.decay);
        param[i] = p - s.rate * (mi / s.correct1) / (sqrtf(vi / s.correct2) + s.eps);
    }
}

// The sign of a blend of gradient and momentum; a half copy of the weights for the next pass.
extern "C" __global__ void op_lion_with_half_copy(float4 *weights, uint2 *copy, const uint2 *grads, float4 *momentum,
                                                  int quads, float rate, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    uint2 raw = grads[i];
    float2 g0 = __half22float2(*reinterpret_cast<__half2 *>(&raw.x));
    float2 g1 = __half22float2(*reinterpret_cast<__half2 *>(&raw.y));
    float4 w = weights[i], m = momentum[i];
    const float g[4] = {g0.x, g0.y, g1.x, g1.y};
    float *wp = &w.x, *mp = &m.x;
#pragma unroll
    for (int e = 0; e < 4; e++) {
        float u = 0.9f * mp[e] + 0.1f * g[e];
        float sign = u > 0.0f ? 1.0f : u < 0.0f ? -1.0f : 0.0f;
        wp[e] -= rate * (sign + decay * wp[e]);
        mp[e] = 0.99f * mp[e] + 0.01f * g[e];
    }
    weights[i] = w;
    momentum[i] = m;
    __half2 h[2] = {__floats2half2_rn(w.x, w.y), __floats2half2_rn(w.z, w.w)};
    copy[i] = *reinterpret_cast<uint2 *>(h);
}

// Loss of each row and the gradient of the logits.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK) crossEntropyRows(const float *logits, const int *labels, float *loss, float *grad,
                                                          int classes, float weight)
{
    __shared__ float buffer[BLOCK];
    const int tid = threadIdx.x;
    const float *row = logits + (size_t)blockIdx.x * classes;
    float most = -3.4e38f;
    for (int c = tid; c < classes; c += BLOCK)
        most = fmaxf(most, row[c]);
    buffer[tid] = most;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (tid < d)
            buffer[tid] = fmaxf(buffer[tid], buffer[tid + d]);
        __syncthreads();
    }
    most = buffer[0];
    __syncthreads();
    float sum = 0.0f;
    for (int c = tid; c < classes; c += BLOCK)
        sum += expf(row[c] - most);
    buffer[tid] = sum;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (tid < d)
            buffer[tid] += buffer[tid + d];
        __syncthreads();
    }
    const float total = buffer[0];
    const int label = labels[blockIdx.x];
    if (tid == 0)
        loss[blockIdx.x] = logf(total) + most - row[label];
    for (int c = tid; c < classes; c += BLOCK)
        grad[(size_t)blockIdx.x * classes + c] = weight * (expf(row[c] - most) / total - (c == label ? 1.0f : 0.0f));
}
template __global__ void crossEntropyRows<128>(const float *, const int *, float *, float *, int, float);
template __global__ void crossEntropyRows<512>(const float *, const int *, float *, float *, int, float);

extern "C" __global__ void layer_huber_loss_total(const float *__restrict__ guess, const float *__restrict__ truth,
                                                  double *total, long long n, float delta)
{
    __shared__ float part[32];
    float sum = 0.0f;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        float e = fabsf(guess[i] - truth[i]);
        if (e <= delta)
            sum += 0.5f * e * e;
        else
            sum += delta * (e - 0.5f * delta);
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x + 31) / 32 ? part[threadIdx.x] : 0.0f;
        for (int d = 16; d; d >>= 1)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x == 0)
            atomicAdd(total, (double)sum);
    }
}

// Every thread keeps its own best of the row in order; then the block takes the best head, K times.
template <int K>
__global__ void __launch_bounds__(128) bestOfRow(const float *__restrict__ logits, float *__restrict__ best,
                                                 int *__restrict__ which, int words)
{
    __shared__ float value[4];
    __shared__ int place[4];
    const float *row = logits + (size_t)blockIdx.x * words;
    float v[K];
    int p[K];
#pragma unroll
    for (int i = 0; i < K; i++) {
        v[i] = -INFINITY;
        p[i] = 0x7fffffff;
    }
    for (int w = threadIdx.x; w < words; w += 128) {
        float x = row[w];
        if (x > v[K - 1]) {
            v[K - 1] = x;
            p[K - 1] = w;
#pragma unroll
            for (int i = K - 1; i > 0; i--)
                if (v[i] > v[i - 1]) {
                    float a = v[i];
                    v[i] = v[i - 1];
                    v[i - 1] = a;
                    int b = p[i];
                    p[i] = p[i - 1];
                    p[i - 1] = b;
                }
        }
    }
    for (int k = 0; k < K; k++) {
        float x = v[0];
        int at = p[0];
        for (int d = 16; d > 0; d >>= 1) {
            float y = __shfl_xor_sync(0xffffffff, x, d);
            int b = __shfl_xor_sync(0xffffffff, at, d);
            if (y > x || (y == x && b < at)) {
                x = y;
                at = b;
            }
        }
        if (threadIdx.x % 32 == 0) {
            value[threadIdx.x / 32] = x;
            place[threadIdx.x / 32] = at;
        }
        __syncthreads();
        x = value[0];
        at = place[0];
        for (int w = 1; w < 4; w++)
            if (value[w] > x || (value[w] == x && place[w] < at)) {
                x = value[w];
                at = place[w];
            }
        if (p[0] == at) {
#pragma unroll
            for (int i = 0; i + 1 < K; i++) {
                v[i] = v[i + 1];
                p[i] = p[i + 1];
            }
            v[K - 1] = -INFINITY;
            p[K - 1] = 0x7fffffff;
        }
        if (threadIdx.x == 0) {
            best[blockIdx.x * K + k] = x;
            which[blockIdx.x * K + k] = at;
        }
        __syncthreads();
    }
}
template __global__ void bestOfRow<4>(const float *, float *, int *, int);
template __global__ void bestOfRow<8>(const float *, float *, int *, int);

__device__ unsigned scramble(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

// One draw from softmax(logits / temperature): the largest of the logits with Gumbel noise.
extern "C" __global__ void llm_draw_by_gumbel(const __half *logits, int *token, int words, float cooler, unsigned seed)
{
    __shared__ unsigned long long found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    const __half *row = logits + (size_t)blockIdx.x * words;
    unsigned long long mine = 0;
    for (int w = threadIdx.x; w < words; w += blockDim.x) {
        float u = ((scramble(seed ^ (blockIdx.x * words + w)) >> 9) + 0.5f) * (1.0f / 8388608.0f);
        float x = __half2float(row[w]) * cooler - __logf(-logf(u));
        unsigned bits = __float_as_uint(x);
        bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
        unsigned long long key = (unsigned long long)bits << 32 | (unsigned)w;
        if (key > mine)
            mine = key;
    }
    for (int d = 16; d > 0; d /= 2) {
        unsigned long long other = __shfl_down_sync(0xffffffff, mine, d);
        if (other > mine)
            mine = other;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(&found, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        token[blockIdx.x] = (int)(found & 0xffffffffu);
}
