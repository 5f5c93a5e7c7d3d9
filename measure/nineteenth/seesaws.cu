// Rows made even: softmax and norms.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// in one pass, a warp a row
extern "C" __global__ void softmax_one_pass_warp(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    const float *p = in + (size_t)r * cols;
    float m = -1e30f, s = 0;
    for (int k = lane; k < cols; k += 32) {
        float v = p[k], h = fmaxf(m, v);
        s = s * __expf(m - h) + __expf(v - h);
        m = h;
    }
    for (int d = 16; d; d >>= 1) {
        float mo = __shfl_xor_sync(~0u, m, d), so = __shfl_xor_sync(~0u, s, d), h = fmaxf(m, mo);
        s = s * __expf(m - h) + so * __expf(mo - h);
        m = h;
    }
    const float inv = 1.f / s;
    for (int k = lane; k < cols; k += 32) out[(size_t)r * cols + k] = __expf(p[k] - m) * inv;
}

// the row kept in shared memory, a block a row, three passes over it
extern "C" __global__ void softmax_row_kept(const float *in, float *out, int cols, float heat)
{
    extern __shared__ float row[];
    __shared__ float part[32];
    const int t = threadIdx.x, warps = blockDim.x / 32;
    auto all = [&](float v, bool most) {
        for (int d = 16; d; d >>= 1) {
            float o = __shfl_xor_sync(~0u, v, d);
            v = most ? fmaxf(v, o) : v + o;
        }
        __syncthreads();
        if (t % 32 == 0) part[t / 32] = v;
        __syncthreads();
        v = part[0];
        for (int k = 1; k < warps; k++) v = most ? fmaxf(v, part[k]) : v + part[k];
        return v;
    };
    float m = -1e30f, s = 0;
    for (int k = t; k < cols; k += blockDim.x) m = fmaxf(m, row[k] = in[(size_t)blockIdx.x * cols + k] * heat);
    m = all(m, true);
    for (int k = t; k < cols; k += blockDim.x) s += row[k] = expf(row[k] - m);
    s = all(s, false);
    for (int k = t; k < cols; k += blockDim.x) out[(size_t)blockIdx.x * cols + k] = row[k] / s;
}

// the logarithm of it, 64 halves a warp held in registers
extern "C" __global__ void softmax_log_of_halves(const half2 *in, half2 *out, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float2 v = __half22float2(in[r * 32 + lane]);
    float m = fmaxf(v.x, v.y);
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    float s = expf(v.x - m) + expf(v.y - m);
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    float l = m + logf(s);
    out[r * 32 + lane] = __floats2half2_rn(v.x - l, v.y - l);
}

// and back: the gradient through a softmax
extern "C" __global__ void softmax_way_back(const float *y, const float *dy, float *dx, int cols)
{
    __shared__ float part[4];
    const size_t base = (size_t)blockIdx.x * cols;
    float s = 0;
    for (int k = threadIdx.x; k < cols; k += 128) s += y[base + k] * dy[base + k];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = part[0] + part[1] + part[2] + part[3];
    for (int k = threadIdx.x; k < cols; k += 128) dx[base + k] = y[base + k] * (dy[base + k] - s);
}

// rows of Q quads a lane in registers, a warp a row
template <int Q>
__global__ void normOfQuads(const float4 *__restrict__ in, const float4 *__restrict__ gain, const float4 *__restrict__ bias, float4 *__restrict__ out, int rows)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    float4 v[Q];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < Q; k++) {
        v[k] = in[(size_t)r * 32 * Q + 32 * k + lane];
        s += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    const float mean = s / (128 * Q);
#pragma unroll
    for (int k = 0; k < Q; k++) {
        v[k].x -= mean, v[k].y -= mean, v[k].z -= mean, v[k].w -= mean;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(~0u, q, d);
    const float inv = rsqrtf(q / (128 * Q) + 1e-5f);
#pragma unroll
    for (int k = 0; k < Q; k++) {
        float4 g = gain[32 * k + lane], b = bias[32 * k + lane];
        out[(size_t)r * 32 * Q + 32 * k + lane] = make_float4(v[k].x * inv * g.x + b.x, v[k].y * inv * g.y + b.y, v[k].z * inv * g.z + b.z, v[k].w * inv * g.w + b.w);
    }
}
template __global__ void normOfQuads<2>(const float4 *, const float4 *, const float4 *, float4 *, int);
template __global__ void normOfQuads<7>(const float4 *, const float4 *, const float4 *, float4 *, int);

// root of mean squares, bfloat16, eight at once
extern "C" __global__ void rmsnorm_eights_of_bf16(const uint4 *in, const uint4 *gain, uint4 *out, int eights, float eps)
{
    __shared__ float part[8];
    const uint4 *row = in + (size_t)blockIdx.x * eights;
    float s = 0;
    for (int k = threadIdx.x; k < eights; k += blockDim.x) {
        uint4 v = row[k];
        const __nv_bfloat162 *p = (const __nv_bfloat162 *)&v;
        for (int q = 0; q < 4; q++) {
            float2 f = __bfloat1622float2(p[q]);
            s += f.x * f.x + f.y * f.y;
        }
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < (int)blockDim.x / 32; w++) s += part[w];
    const float inv = rsqrtf(s / (8 * eights) + eps);
    for (int k = threadIdx.x; k < eights; k += blockDim.x) {
        uint4 v = row[k], g = gain[k];
        __nv_bfloat162 *p = (__nv_bfloat162 *)&v, *h = (__nv_bfloat162 *)&g;
        for (int q = 0; q < 4; q++) {
            float2 f = __bfloat1622float2(p[q]), w = __bfloat1622float2(h[q]);
            p[q] = __floats2bfloat162_rn(f.x * inv * w.x, f.y * inv * w.y);
        }
        out[(size_t)blockIdx.x * eights + k] = v;
    }
}

// channels in groups over a plane: a block a group
extern "C" __global__ void nrm_groups_of_planes(const float *in, const float *gain, float *out, int each, int pixels)
{
    __shared__ double part[2][16];
    const size_t base = (size_t)blockIdx.x * each * pixels;
    const int n = each * pixels;
    float s = 0, q = 0;
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float v = in[base + k];
        s += v;
        q += v * v;
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0) part[0][threadIdx.x / 32] = s, part[1][threadIdx.x / 32] = q;
    __syncthreads();
    double a = 0, b = 0;
    for (int w = 0; w < (int)blockDim.x / 32; w++) a += part[0][w], b += part[1][w];
    const float mean = a / n, inv = rsqrtf((float)(b / n - a / n * (a / n)) + 1e-5f);
    for (int k = threadIdx.x; k < n; k += blockDim.x) out[base + k] = (in[base + k] - mean) * inv * gain[blockIdx.x * each + k / pixels];
}

// a bias, then gelu by tanh, in halves
extern "C" __global__ void act_bias_gelu_halves(half2 *x, const half2 *bias, int n, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 v = __half22float2(__hadd2(x[i], bias[i % pairs]));
    v.x = 0.5f * v.x * (1.f + tanhf(0.79788456f * (v.x + 0.044715f * v.x * v.x * v.x)));
    v.y = 0.5f * v.y * (1.f + tanhf(0.79788456f * (v.y + 0.044715f * v.y * v.y * v.y)));
    x[i] = __float22half2_rn(v);
}
