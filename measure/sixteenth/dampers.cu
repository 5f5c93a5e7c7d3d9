// Softmax and norms.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

__device__ __forceinline__ float warpMax(float v) { for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, d)); return v; }
__device__ __forceinline__ float warpSum(float v) { for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d); return v; }

template <bool MAX>
__device__ float blockFold(float v)
{
    __shared__ float s[32];
    __syncthreads();
    v = MAX ? warpMax(v) : warpSum(v);
    if (!(threadIdx.x & 31)) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = (threadIdx.x & 31) < blockDim.x >> 5 ? s[threadIdx.x & 31] : MAX ? -INFINITY : 0.f;
    return MAX ? warpMax(v) : warpSum(v);
}

// the row stays in registers: float4 a thread
extern "C" __global__ void softmax_row_of_quads(const float4 *__restrict__ in, float4 *__restrict__ out)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[i];
    float m = blockFold<true>(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    v.x = __expf(v.x - m), v.y = __expf(v.y - m), v.z = __expf(v.z - m), v.w = __expf(v.w - m);
    float r = 1.f / blockFold<false>(v.x + v.y + v.z + v.w);
    out[i] = make_float4(v.x * r, v.y * r, v.z * r, v.w * r);
}

// running maximum and sum, a warp a row of halves
extern "C" __global__ void softmax_running_halves(const __half2 *__restrict__ in, __half2 *__restrict__ out, int rows, int pairs)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const __half2 *x = in + (size_t)row * pairs;
    float m = -INFINITY, s = 0;
    for (int p = lane; p < pairs; p += 32) {
        float2 v = __half22float2(x[p]);
        float n = fmaxf(m, fmaxf(v.x, v.y));
        s = s * __expf(m - n) + __expf(v.x - n) + __expf(v.y - n);
        m = n;
    }
    float all = warpMax(m);
    s = warpSum(s * __expf(m - all));
    for (int p = lane; p < pairs; p += 32) {
        float2 v = __half22float2(x[p]);
        out[(size_t)row * pairs + p] = __floats2half2_rn(__expf(v.x - all) / s, __expf(v.y - all) / s);
    }
}

// classes few, rows many: a thread a row, in local registers
template <int N>
__device__ void smallRow(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[N], m = -INFINITY, s = 0;
#pragma unroll
    for (int k = 0; k < N; k++) v[k] = in[r * N + k], m = fmaxf(m, v[k]);
#pragma unroll
    for (int k = 0; k < N; k++) v[k] = expf(v[k] - m), s += v[k];
#pragma unroll
    for (int k = 0; k < N; k++) out[r * N + k] = v[k] / s;
}
extern "C" __global__ void softmax_ten_classes(const float *in, float *out, int rows) { smallRow<10>(in, out, rows); }

// rows of different lengths, padded with zeros
extern "C" __global__ void softmax_up_to_length(const float *__restrict__ in, const int *__restrict__ lengths, float *__restrict__ out, int cols)
{
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    const int len = lengths[blockIdx.x] + 1;
    float m = -INFINITY, s = 0;
    for (int c = threadIdx.x; c < len; c += blockDim.x) m = fmaxf(m, x[c]);
    m = blockFold<true>(m);
    for (int c = threadIdx.x; c < len; c += blockDim.x) s += expf(x[c] - m);
    s = blockFold<false>(s);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = c < len ? expf(x[c] - m) / s : 0.f;
}

// eight halves a load, row in registers between the passes
extern "C" __global__ void rmsnorm_eight_halves(const uint4 *__restrict__ x, const uint4 *__restrict__ g, uint4 *__restrict__ y, int vecs, float eps)
{
    const uint4 *row = x + (size_t)blockIdx.x * vecs;
    uint4 v = {0, 0, 0, 0};
    if (threadIdx.x < vecs) v = row[threadIdx.x];
    __half2 *h = (__half2 *)&v;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float2 f = __half22float2(h[k]);
        s += f.x * f.x + f.y * f.y;
    }
    float r = rsqrtf(blockFold<false>(s) / (vecs * 8) + eps);
    if (threadIdx.x < vecs) {
        uint4 w = g[threadIdx.x];
        const __half2 *gw = (const __half2 *)&w;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float2 f = __half22float2(h[k]), c = __half22float2(gw[k]);
            h[k] = __floats2half2_rn(f.x * r * c.x, f.y * r * c.y);
        }
        y[(size_t)blockIdx.x * vecs + threadIdx.x] = v;
    }
}

// gradients of scale and shift: columns, 32 wide, 8 threads deep, one atomic a column
extern "C" __global__ void layernorm_scale_gradients(const __nv_bfloat16 *__restrict__ dy, const __nv_bfloat16 *__restrict__ xhat, float *dg, float *db, int rows, int cols)
{
    __shared__ float s[8][33], q[8][33];
    const int c = blockIdx.x * 32 + threadIdx.x;
    float a = 0, b = 0;
    for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += gridDim.y * 8) {
        float d = __bfloat162float(dy[(size_t)r * cols + c]);
        a += d * __bfloat162float(xhat[(size_t)r * cols + c]), b += d;
    }
    s[threadIdx.y][threadIdx.x] = a, q[threadIdx.y][threadIdx.x] = b;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 8; k++) a += s[k][threadIdx.x], b += q[k][threadIdx.x];
        atomicAdd(dg + c, a), atomicAdd(db + c, b);
    }
}
