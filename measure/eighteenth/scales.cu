// Softmax and norms of rows.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

__device__ float overBlock(float v, bool largest)
{
    __shared__ float part[32];
    for (int d = 16; d; d >>= 1) {
        float o = __shfl_xor_sync(~0u, v, d);
        v = largest ? fmaxf(v, o) : v + o;
    }
    __syncthreads();
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = part[0];
    for (int k = 1; k < blockDim.x / 32; k++) v = largest ? fmaxf(v, part[k]) : v + part[k];
    return v;
}

extern "C" __global__ void softmax_with_temperature(const float *in, float *out, int cols, float warmth)
{
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float top = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) top = fmaxf(top, x[c]);
    top = overBlock(top, true);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float e = __expf((x[c] - top) * warmth);
        y[c] = e;
        sum += e;
    }
    sum = overBlock(sum, false);
    float scale = 1 / sum;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] *= scale;
}

// columns that many, kept in registers by a warp; double
template <int KEEP>
__global__ void softmaxWarpDoubles(const double *in, double *out, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    double v[KEEP], top = -1e300, sum = 0;
    for (int k = 0; k < KEEP; k++) {
        v[k] = in[(size_t)row * 32 * KEEP + k * 32 + lane];
        top = fmax(top, v[k]);
    }
    for (int d = 16; d; d /= 2) top = fmax(top, __shfl_xor_sync(~0u, top, d));
    for (int k = 0; k < KEEP; k++) sum += v[k] = exp(v[k] - top);
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    for (int k = 0; k < KEEP; k++) out[(size_t)row * 32 * KEEP + k * 32 + lane] = v[k] / sum;
}
template __global__ void softmaxWarpDoubles<3>(const double *, double *, int);

// down columns: running maximum and sum, a thread a column, bf16
extern "C" __global__ void softmax_down_columns_bf16(const __nv_bfloat16 *in, __nv_bfloat16 *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float top = -1e30f, sum = 0;
    for (int r = 0; r < rows; r++) {
        float v = __bfloat162float(in[r * cols + c]), m = fmaxf(top, v);
        sum = sum * __expf(top - m) + __expf(v - m);
        top = m;
    }
    for (int r = 0; r < rows; r++) out[r * cols + c] = __float2bfloat16(__expf(__bfloat162float(in[r * cols + c]) - top) / sum);
}

// layer norm of 512 halves: 64 threads with eight each
extern "C" __global__ void __launch_bounds__(64) layernorm_512_eight_each(const uint4 *in, const __half *gain, const __half *shift, uint4 *out, float eps)
{
    union { uint4 raw; __half h[8]; } v, r;
    v.raw = in[blockIdx.x * 64 + threadIdx.x];
    float x[8], s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        x[k] = __half2float(v.h[k]);
        s += x[k];
    }
    float mean = overBlock(s, false) / 512;
#pragma unroll
    for (int k = 0; k < 8; k++) q += (x[k] - mean) * (x[k] - mean);
    float scale = rsqrtf(overBlock(q, false) / 512 + eps);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int c = threadIdx.x * 8 + k;
        r.h[k] = __float2half((x[k] - mean) * scale * __half2float(gain[c]) + __half2float(shift[c]));
    }
    out[blockIdx.x * 64 + threadIdx.x] = r.raw;
}

// instance norm: a block for an image's channel, then relu
extern "C" __global__ void nrm_instance_and_relu(float *planes, int places, float eps)
{
    float *p = planes + (size_t)blockIdx.x * places;
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < places; i += blockDim.x) {
        float v = p[i];
        s += v;
        q += v * v;
    }
    s = overBlock(s, false) / places;
    q = overBlock(q, false) / places - s * s;
    float scale = rsqrtf(q + eps);
    for (int i = threadIdx.x; i < places; i += blockDim.x) p[i] = fmaxf((p[i] - s) * scale, 0.f);
}

// unit length of rows of three to forty, a thread each
extern "C" __global__ void nrm_unit_rows_of_any_length(const int *start, const float *in, float *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int i = start[r]; i < start[r + 1]; i++) s += in[i] * in[i];
    s = s > 0 ? rsqrtf(s) : 0;
    for (int i = start[r]; i < start[r + 1]; i++) out[i] = in[i] * s;
}

// gradient of softmax: y (g - sum g y), four rows a block of 128
extern "C" __global__ void softmax_gradient_of_rows(const float *y, const float *g, float *d, int rows, int cols)
{
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= rows) return;
    const float4 *py = (const float4 *)(y + (size_t)row * cols), *pg = (const float4 *)(g + (size_t)row * cols);
    float4 *pd = (float4 *)(d + (size_t)row * cols);
    float s = 0;
    for (int c = threadIdx.x; c < cols / 4; c += 32) {
        float4 a = py[c], b = pg[c];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    for (int c = threadIdx.x; c < cols / 4; c += 32) {
        float4 a = py[c], b = pg[c];
        pd[c] = make_float4(a.x * (b.x - s), a.y * (b.y - s), a.z * (b.z - s), a.w * (b.w - s));
    }
}
