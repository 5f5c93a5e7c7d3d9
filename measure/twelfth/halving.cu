// Plain kernels in small and large numbers: half, bfloat16, bytes, double.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void vector_add_half(const __half *a, const __half *b, __half *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = __hadd(a[i], b[i]);
}

extern "C" __global__ void saxpy_half2(int n2, float alpha, const __half2 *__restrict__ x, __half2 *__restrict__ y)
{
    __half2 a = __float2half2_rn(alpha);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n2; i += gridDim.x * blockDim.x) y[i] = __hfma2(a, x[i], y[i]);
}

extern "C" __global__ void vector_add_bf16x8(const uint4 *a, const uint4 *b, uint4 *c, int n8)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    uint4 x = a[i], y = b[i], z;
    const __nv_bfloat162 *p = (const __nv_bfloat162 *)&x, *q = (const __nv_bfloat162 *)&y;
    __nv_bfloat162 *r = (__nv_bfloat162 *)&z;
#pragma unroll
    for (int k = 0; k < 4; k++) r[k] = __hadd2(p[k], q[k]);
    c[i] = z;
}

extern "C" __global__ void layer_bf16_to_float_scaled(const __nv_bfloat16 *in, float *out, const float *scale, int cols,
                                                      int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __bfloat162float(in[i]) * scale[i % cols];
}

extern "C" __global__ void layer_quantize_int8(const float4 *in, char4 *out, float inv, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    char4 q;
    q.x = (signed char)max(-127, min(127, __float2int_rn(v.x * inv)));
    q.y = (signed char)max(-127, min(127, __float2int_rn(v.y * inv)));
    q.z = (signed char)max(-127, min(127, __float2int_rn(v.z * inv)));
    q.w = (signed char)max(-127, min(127, __float2int_rn(v.w * inv)));
    out[i] = q;
}

extern "C" __global__ void dot_int8(const int *a, const int *b, int *out, int words)
{
    int s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) s = __dp4a(a[i], b[i], s);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}

// one exponential, one logarithm, one sine of a double
extern "C" __global__ void calc_double_functions(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = exp(x[i]) + log(x[i] + 2.0) + sin(x[i]);
}

extern "C" __global__ void matvec_half_rows(const __half *__restrict__ A, const __half *__restrict__ x, float *y, int cols)
{
    int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
    const uint4 *a = (const uint4 *)(A + (size_t)row * cols), *v = (const uint4 *)x;
    float s = 0;
    for (int c = lane; c < cols / 8; c += 32) {
        uint4 p = a[c], q = v[c];
        const __half2 *ph = (const __half2 *)&p, *qh = (const __half2 *)&q;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float2 f = __half22float2(ph[k]), g = __half22float2(qh[k]);
            s += f.x * g.x + f.y * g.y;
        }
    }
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) y[row] = s;
}

extern "C" __global__ void vector_complex_multiply(const double2 *a, const double2 *b, double2 *c, int n, double scale)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        double2 x = a[i], y = b[i];
        c[i] = make_double2(scale * (x.x * y.x - x.y * y.y), scale * (x.x * y.y + x.y * y.x));
    }
}
