// Softmax, norms and the small operators of networks.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void softmaxThreadRow(float *out, const float *inp, int N, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        const float *inp_row = inp + i * C;
        float *out_row = out + i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++)
            if (inp_row[j] > maxval) maxval = inp_row[j];
        double sum = 0.0;
        for (int j = 0; j < C; j++) {
            out_row[j] = expf(inp_row[j] - maxval);
            sum += out_row[j];
        }
        for (int j = 0; j < C; j++) out_row[j] /= (float)sum;
    }
}

__device__ __forceinline__ float laneMax(float v)
{
    for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(0xFFFFFFFF, v, o));
    return v;
}
__device__ __forceinline__ float laneSum(float v)
{
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xFFFFFFFF, v, o);
    return v;
}

// a warp holds its row in registers: C = 32 * PER
template <int PER>
__global__ void softmaxWarpRegisters(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float *x = in + (size_t)row * 32 * PER + threadIdx.x;
    float v[PER], m = -INFINITY, s = 0;
#pragma unroll
    for (int k = 0; k < PER; k++) m = fmaxf(m, v[k] = x[32 * k]);
    m = laneMax(m);
#pragma unroll
    for (int k = 0; k < PER; k++) s += v[k] = __expf(v[k] - m);
    s = 1.0f / laneSum(s);
#pragma unroll
    for (int k = 0; k < PER; k++) out[(size_t)row * 32 * PER + threadIdx.x + 32 * k] = v[k] * s;
}
template __global__ void softmaxWarpRegisters<32>(const float *, float *, int);

extern "C" __global__ void softmaxBlockHalf(const __half *__restrict__ in, __half *__restrict__ out, int cols, float scale)
{
    extern __shared__ float row[];
    __shared__ float red[32];
    int t = threadIdx.x, lane = t % 32, w = t / 32, W = blockDim.x / 32;
    size_t base = (size_t)blockIdx.x * cols;
    float m = -1e30f, s = 0;
    for (int c = t; c < cols; c += blockDim.x) {
        row[c] = __half2float(in[base + c]) * scale;
        m = fmaxf(m, row[c]);
    }
    m = laneMax(m);
    if (lane == 0) red[w] = m;
    __syncthreads();
    m = laneMax(lane < W ? red[lane] : -1e30f);
    __syncthreads();
    for (int c = t; c < cols; c += blockDim.x) {
        row[c] = exp2f((row[c] - m) * 1.44269504f);
        s += row[c];
    }
    s = laneSum(s);
    if (lane == 0) red[w] = s;
    __syncthreads();
    s = laneSum(lane < W ? red[lane] : 0.0f);
    for (int c = t; c < cols; c += blockDim.x) out[base + c] = __float2half(row[c] / s);
}

// loss of a row: logarithm of the sum less the logit of the label
extern "C" __global__ void softmaxCrossEntropy(const float *logits, const int *labels, float *loss, int classes)
{
    __shared__ float s[128];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float m = x[0];
    for (int c = threadIdx.x; c < classes; c += 128) m = max(m, x[c]);
    s[threadIdx.x] = m;
    for (int k = 64; k > 0; k /= 2) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + k]);
    }
    __syncthreads();
    m = s[0];
    __syncthreads();
    float sum = 0;
    for (int c = threadIdx.x; c < classes; c += 128) sum += expf(x[c] - m);
    s[threadIdx.x] = sum;
    for (int k = 64; k > 0; k /= 2) {
        __syncthreads();
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    }
    if (threadIdx.x == 0) loss[blockIdx.x] = logf(s[0]) + m - x[labels[blockIdx.x]];
}

extern "C" __global__ void layernormNaive(float *out, float *mean, float *rstd, const float *inp, const float *weight,
                                          const float *bias, int N, int C)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= N) return;
    const float *x = inp + idx * C;
    float m = 0.0f;
    for (int i = 0; i < C; i++) m += x[i];
    m = m / C;
    float v = 0.0f;
    for (int i = 0; i < C; i++) {
        float xshift = x[i] - m;
        v += xshift * xshift;
    }
    v = v / C;
    float s = 1.0f / sqrtf(v + 1e-5f);
    for (int i = 0; i < C; i++) out[idx * C + i] = s * (x[i] - m) * weight[i] + bias[i];
    mean[idx] = m;
    rstd[idx] = s;
}

// Welford's moments, joined over lanes and warps
extern "C" __global__ void layernormWelford(const float4 *__restrict__ in, float4 *__restrict__ out,
                                            const float4 *__restrict__ gamma, const float4 *__restrict__ beta, int cols4)
{
    __shared__ float3 parts[32];
    const float4 *x = in + (size_t)blockIdx.x * cols4;
    float n = 0, mean = 0, m2 = 0;
    for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
        float4 v = x[c];
        float e[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            n += 1;
            float d = e[k] - mean;
            mean += d / n;
            m2 += d * (e[k] - mean);
        }
    }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        float n2 = __shfl_down_sync(~0u, n, o), mb = __shfl_down_sync(~0u, mean, o), q = __shfl_down_sync(~0u, m2, o);
        float all = n + n2, d = mb - mean;
        if (all > 0) {
            m2 += q + d * d * n * n2 / all;
            mean += d * n2 / all;
            n = all;
        }
    }
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = make_float3(n, mean, m2);
    __syncthreads();
    n = mean = m2 = 0;
    for (int w = 0; w < blockDim.x / 32; w++) {
        float3 p = parts[w];
        float all = n + p.x, d = p.y - mean;
        m2 += p.z + d * d * n * p.x / all;
        mean += d * p.x / all;
        n = all;
    }
    float r = rsqrtf(m2 / n + 1e-5f);
    for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
        float4 v = x[c], g = gamma[c], b = beta[c];
        out[(size_t)blockIdx.x * cols4 + c] = make_float4((v.x - mean) * r * g.x + b.x, (v.y - mean) * r * g.y + b.y,
                                                          (v.z - mean) * r * g.z + b.z, (v.w - mean) * r * g.w + b.w);
    }
}

// residual added in place, then the root of the mean square, in bfloat16
extern "C" __global__ void rmsnormResidualBf16(__nv_bfloat16 *out, __nv_bfloat16 *residual, const __nv_bfloat16 *x,
                                               const __nv_bfloat16 *w, int cols)
{
    __shared__ float red[32];
    size_t base = (size_t)blockIdx.x * cols;
    float q = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = __bfloat162float(x[base + c]) + __bfloat162float(residual[base + c]);
        residual[base + c] = __float2bfloat16(v);
        q += v * v;
    }
    q = laneSum(q);
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = q;
    __syncthreads();
    q = laneSum(threadIdx.x % 32 < blockDim.x / 32 ? red[threadIdx.x % 32] : 0);
    float r = rsqrtf(q / cols + 1e-6f);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[base + c] = __float2bfloat16(__bfloat162float(residual[base + c]) * r * __bfloat162float(w[c]));
}

struct Relu {
    __device__ float operator()(float v) const { return v > 0 ? v : 0; }
};
struct Gelu {
    __device__ float operator()(float v) const { return 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v))); }
};
template <class Op>
__global__ void layer_map(const float *__restrict__ in, float *__restrict__ out, int n, Op op)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = op(in[i]);
}
template __global__ void layer_map<Relu>(const float *, float *, int, Relu);
template __global__ void layer_map<Gelu>(const float *, float *, int, Gelu);

extern "C" __global__ void layer_relu_half2(__half2 *x, int n2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n2) x[i] = __hmax2(x[i], __float2half2_rn(0.f));
}

extern "C" __global__ void layer_adam(float *p, float *m, float *v, const float *g, int n, float lr, float b1, float b2,
                                      float eps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i];
    float mi = m[i] = b1 * m[i] + (1 - b1) * gi;
    float vi = v[i] = b2 * v[i] + (1 - b2) * gi * gi;
    p[i] -= lr * mi / (sqrtf(vi) + eps);
}
