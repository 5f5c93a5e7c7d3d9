// Softmax, norms and activations.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// a block of threads for a row, three walks over it
extern "C" __global__ void softmax_three_walks(const float *x, float *y, int cols)
{
    __shared__ float s[256];
    const float *row = x + (size_t)blockIdx.x * cols;
    float *to = y + (size_t)blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = fmaxf(m, row[c]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += expf(row[c] - m);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    sum = s[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        to[c] = expf(row[c] - m) / sum;
}

// short rows of halves stay in a warp's registers
template <int EACH> __global__ void __launch_bounds__(128) rowInRegisters(const __half *__restrict__ x, __half *__restrict__ y, int rows, int cols, float scale)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float v[EACH], m = -1e30f, sum = 0.0f;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int c = i * 32 + lane;
        v[i] = c < cols ? __half2float(x[(size_t)row * cols + c]) * scale : -1e30f;
        m = fmaxf(m, v[i]);
    }
    for (int d = 16; d; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        v[i] = __expf(v[i] - m);
        sum += v[i];
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(~0u, sum, d);
    float r = __frcp_rn(sum);
#pragma unroll
    for (int i = 0; i < EACH; i++)
        if (i * 32 + lane < cols)
            y[(size_t)row * cols + i * 32 + lane] = __float2half(v[i] * r);
}
template __global__ void rowInRegisters<4>(const __half *, __half *, int, int, float);
template __global__ void rowInRegisters<16>(const __half *, __half *, int, int, float);

// greatest and sum in one walk
extern "C" __global__ void softmax_log_in_one_walk(const float4 *__restrict__ x, float4 *__restrict__ y, int quads)
{
    __shared__ float2 s[32];
    const float4 *row = x + (size_t)blockIdx.x * quads;
    float m = -1e30f, sum = 0.0f;
    for (int q = threadIdx.x; q < quads; q += blockDim.x) {
        float4 v = row[q];
        float n = fmaxf(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), m);
        sum = sum * __expf(m - n) + __expf(v.x - n) + __expf(v.y - n) + __expf(v.z - n) + __expf(v.w - n);
        m = n;
    }
    for (int d = 16; d; d >>= 1) {
        float om = __shfl_xor_sync(~0u, m, d), os = __shfl_xor_sync(~0u, sum, d), n = fmaxf(m, om);
        sum = sum * __expf(m - n) + os * __expf(om - n);
        m = n;
    }
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = make_float2(m, sum);
    __syncthreads();
    m = s[0].x;
    sum = s[0].y;
    for (int w = 1; w < blockDim.x / 32; w++) {
        float n = fmaxf(m, s[w].x);
        sum = sum * __expf(m - n) + s[w].y * __expf(s[w].x - n);
        m = n;
    }
    float minus = m + __logf(sum);
    for (int q = threadIdx.x; q < quads; q += blockDim.x) {
        float4 v = row[q];
        y[(size_t)blockIdx.x * quads + q] = make_float4(v.x - minus, v.y - minus, v.z - minus, v.w - minus);
    }
}

__device__ float2 sumOfBlock(float2 v)
{
    __shared__ float2 s[32];
    for (int d = 16; d; d >>= 1) {
        v.x += __shfl_xor_sync(0xffffffffu, v.x, d);
        v.y += __shfl_xor_sync(0xffffffffu, v.y, d);
    }
    if ((threadIdx.x & 31) == 0)
        s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = make_float2(0, 0);
    for (int w = 0; w < (int)(blockDim.x >> 5); w++) {
        v.x += s[w].x;
        v.y += s[w].y;
    }
    return v;
}

extern "C" __global__ void layernorm_halves_by_pairs(const half2 *__restrict__ x, const half2 *__restrict__ gain, const half2 *__restrict__ bias, half2 *__restrict__ y, int pairs, float eps)
{
    x += (size_t)blockIdx.x * pairs;
    y += (size_t)blockIdx.x * pairs;
    float2 t = make_float2(0, 0);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(x[i]);
        t.x += v.x + v.y;
        t.y += v.x * v.x + v.y * v.y;
    }
    t = sumOfBlock(t);
    float mean = t.x / (2 * pairs), r = rsqrtf(t.y / (2 * pairs) - mean * mean + eps);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(x[i]), g = __half22float2(gain[i]), b = __half22float2(bias[i]);
        y[i] = __floats2half2_rn((v.x - mean) * r * g.x + b.x, (v.y - mean) * r * g.y + b.y);
    }
}

// what flows back through a layer norm to its input
extern "C" __global__ void layernorm_back_to_input(const float *__restrict__ x, const float *__restrict__ dy, const float *__restrict__ gain, const float2 *__restrict__ meanAndRoot, float *__restrict__ dx, int cols)
{
    size_t at = (size_t)blockIdx.x * cols;
    float2 mr = meanAndRoot[blockIdx.x], t = make_float2(0, 0);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float g = dy[at + c] * gain[c];
        t.x += g;
        t.y += g * (x[at + c] - mr.x) * mr.y;
    }
    t = sumOfBlock(t);
    t.x /= cols;
    t.y /= cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float h = (x[at + c] - mr.x) * mr.y;
        dx[at + c] = mr.y * (dy[at + c] * gain[c] - t.x - h * t.y);
    }
}

// residual added and normed, a warp a row
extern "C" __global__ void rmsnorm_after_residual_sum(__nv_bfloat162 *residual, const __nv_bfloat162 *__restrict__ x, const __nv_bfloat162 *__restrict__ gain, __nv_bfloat162 *__restrict__ y, int rows, int pairs, float eps)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    size_t at = (size_t)row * pairs;
    float s = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += 32) {
        float2 a = __bfloat1622float2(residual[at + i]), b = __bfloat1622float2(x[at + i]);
        a.x += b.x;
        a.y += b.y;
        residual[at + i] = __floats2bfloat162_rn(a.x, a.y);
        s += a.x * a.x + a.y * a.y;
    }
    for (int d = 16; d; d >>= 1)
        s += __shfl_xor_sync(~0u, s, d);
    float r = rsqrtf(s / (2 * pairs) + eps);
    for (int i = threadIdx.x; i < pairs; i += 32) {
        float2 a = __bfloat1622float2(residual[at + i]), g = __bfloat1622float2(gain[i]);
        y[at + i] = __floats2bfloat162_rn(a.x * r * g.x, a.y * r * g.y);
    }
}

// group norm with SiLU, a block for a group of an image
extern "C" __global__ void nrm_groups_of_channels_silu(const float *__restrict__ x, const float *__restrict__ gain, const float *__restrict__ bias, float *__restrict__ y, int perGroup, int pixels, int groups)
{
    int n = perGroup * pixels;
    size_t at = (size_t)blockIdx.x * n;
    float2 t = make_float2(0, 0);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = x[at + i];
        t.x += v;
        t.y += v * v;
    }
    t = sumOfBlock(t);
    float mean = t.x / n, r = rsqrtf(t.y / n - mean * mean + 1e-5f);
    int first = blockIdx.x % groups * perGroup;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int c = first + i / pixels;
        float v = (x[at + i] - mean) * r * gain[c] + bias[c];
        y[at + i] = v / (1.0f + __expf(-v));
    }
}

extern "C" __global__ void act_gelu_of_bf16(const __nv_bfloat16 *in, __nv_bfloat16 *out, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = __bfloat162float(in[i]);
        out[i] = __float2bfloat16(0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v))));
    }
}

// gate and value in the two halves of a row
extern "C" __global__ void act_gate_of_two_halves(const float4 *__restrict__ in, float4 *__restrict__ out, int rows, int quads)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * quads; i += gridDim.x * blockDim.x) {
        int r = i / quads, c = i - r * quads;
        float4 g = in[(size_t)r * 2 * quads + c], v = in[(size_t)r * 2 * quads + quads + c];
        out[i] = make_float4(v.x / (1.0f + __expf(-g.x)), v.y / (1.0f + __expf(-g.y)), v.z / (1.0f + __expf(-g.z)), v.w / (1.0f + __expf(-g.w)));
    }
}
