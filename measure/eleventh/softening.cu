// Softmax and norms of rows.
#include <cuda_fp16.h>

extern "C" __global__ void softmaxNaive(const float *in, float *out, int N, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        const float *inp_row = in + (size_t)i * C;
        float *out_row = out + (size_t)i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++) {
            if (inp_row[j] > maxval) maxval = inp_row[j];
        }
        float sum = 0.0f;
        for (int j = 0; j < C; j++) {
            out_row[j] = expf(inp_row[j] - maxval);
            sum += out_row[j];
        }
        for (int j = 0; j < C; j++)
            out_row[j] /= sum;
    }
}

template <typename T>
__global__ void softmaxTree(const T *in, T *out, int cols)
{
    __shared__ T red[256];
    const T *x = in + (size_t)blockIdx.x * cols;
    T *y = out + (size_t)blockIdx.x * cols;
    const int t = threadIdx.x;
    T best = x[t < cols ? t : 0];
    for (int c = t; c < cols; c += 256)
        best = x[c] > best ? x[c] : best;
    red[t] = best;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s && red[t + s] > red[t]) red[t] = red[t + s];
        __syncthreads();
    }
    best = red[0];
    __syncthreads();
    T sum = 0;
    for (int c = t; c < cols; c += 256)
        sum += exp(x[c] - best);
    red[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
    }
    T inverse = T(1) / red[0];
    for (int c = t; c < cols; c += 256)
        y[c] = exp(x[c] - best) * inverse;
}

template __global__ void softmaxTree<float>(const float *, float *, int);
template __global__ void softmaxTree<double>(const double *, double *, int);

// a warp for each row, maximum and sum in one pass
extern "C" __global__ void softmaxOnline(const float *__restrict__ in, float *__restrict__ out,
                                         int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *x = in + (size_t)row * cols;
    float m = -INFINITY, d = 0.0f;
    for (int c = lane; c < cols; c += 32) {
        float v = x[c], bigger = fmaxf(m, v);
        d = d * __expf(m - bigger) + __expf(v - bigger);
        m = bigger;
    }
    for (int o = 16; o > 0; o >>= 1) {
        float m2 = __shfl_xor_sync(~0u, m, o), d2 = __shfl_xor_sync(~0u, d, o);
        float bigger = fmaxf(m, m2);
        d = d * __expf(m - bigger) + d2 * __expf(m2 - bigger);
        m = bigger;
    }
    for (int c = lane; c < cols; c += 32)
        out[(size_t)row * cols + c] = __expf(x[c] - m) / d;
}

__device__ float blockTotal(float v)
{
    __shared__ float warps[32];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, o);
    __syncthreads();
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0.0f;
    for (int w = 0; w < blockDim.x / 32; w++)
        sum += warps[w];
    return sum;
}

extern "C" __global__ void layernormTwoPass(float *out, const float *in, const float *gamma,
                                            const float *beta, int cols)
{
    const float *x = in + (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += x[c];
    float mean = blockTotal(sum) / cols;
    float squares = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) squares += (x[c] - mean) * (x[c] - mean);
    float scale = rsqrtf(blockTotal(squares) / cols + 1e-5f);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * scale * gamma[c] + beta[c];
}

// 1024 columns, a warp holds a row in registers
extern "C" __global__ void layernormWarp(float4 *out, const float4 *in, const float4 *gamma, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float4 v[8];
    float sum = 0, squares = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        v[i] = in[(size_t)row * 256 + i * 32 + threadIdx.x];
        sum += v[i].x + v[i].y + v[i].z + v[i].w;
        squares += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
    }
    for (int o = 16; o > 0; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, o);
        squares += __shfl_xor_sync(0xffffffff, squares, o);
    }
    float mean = sum / 1024, r = rsqrtf(squares / 1024 - mean * mean + 1e-5f);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        float4 g = gamma[i * 32 + threadIdx.x];
        out[(size_t)row * 256 + i * 32 + threadIdx.x] =
            make_float4((v[i].x - mean) * r * g.x, (v[i].y - mean) * r * g.y,
                        (v[i].z - mean) * r * g.z, (v[i].w - mean) * r * g.w);
    }
}

extern "C" __global__ void rmsnormHalf(__half *out, const __half *in, const __half *weight, int cols)
{
    const __half2 *x = (const __half2 *)(in + (size_t)blockIdx.x * cols);
    const __half2 *w = (const __half2 *)weight;
    __half2 *y = (__half2 *)(out + (size_t)blockIdx.x * cols);
    float squares = 0.0f;
    for (int c = threadIdx.x; c < cols / 2; c += blockDim.x) {
        float2 f = __half22float2(x[c]);
        squares += f.x * f.x + f.y * f.y;
    }
    float r = rsqrtf(blockTotal(squares) / cols + 1e-6f);
    for (int c = threadIdx.x; c < cols / 2; c += blockDim.x) {
        float2 f = __half22float2(x[c]), g = __half22float2(w[c]);
        y[c] = __floats2half2_rn(f.x * r * g.x, f.y * r * g.y);
    }
}
