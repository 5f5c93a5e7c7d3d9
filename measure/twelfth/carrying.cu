// Vectors added, scaled, filled and copied: offsets, strides, widths.
#include <cuda_pipeline.h>

extern "C" __global__ void vectorAdd(const float *A, const float *B, float *C, int numElements)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < numElements)
    {
        C[i] = A[i] + B[i] + 0.0f;
    }
}

extern "C" __global__ void saxpy_grid_stride(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

template <typename T>
__global__ void stream_scale_add(T *__restrict__ a, const T *__restrict__ b, const T *__restrict__ c,
                               const T *__restrict__ d, T s, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = (b[i] - c[i]) * s + d[i];
}
template __global__ void stream_scale_add<double>(double *, const double *, const double *, const double *, double, size_t);

// N loads in flight per thread, a block apart
template <int N>
__global__ void copyInFlight(float *out, const float *in)
{
    int base = blockIdx.x * blockDim.x * N + threadIdx.x;
    float r[N];
#pragma unroll
    for (int k = 0; k < N; k++) r[k] = in[base + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < N; k++) out[base + k * blockDim.x] = r[k];
}
template __global__ void copyInFlight<4>(float *, const float *);

extern "C" __global__ void copyBytes(unsigned char *d, const unsigned char *s, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = s[i];
}

extern "C" __global__ void copyShortsShifted(unsigned short *dst, const unsigned short *src, int n, int shift)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i + shift < n) dst[i] = src[i + shift];
}

extern "C" __global__ void copy_float4_streaming(float4 *__restrict__ out, const float4 *__restrict__ in, int n4)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride)
        __stcs(out + i, __ldcs(in + i));
}

extern "C" __global__ void copyToStride(double *out, const double *in, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[(long long)i * stride] = in[i];
}

extern "C" __global__ void copyFromStride(float *out, const float *in, int n, int stride, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i * stride + offset];
}

struct Plane {
    float *data;
    int pitch;
    int width;
    int height;
};

extern "C" __global__ void copy_planes_pitched(Plane to, Plane from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < to.width && y < to.height)
        to.data[y * to.pitch + x] = from.data[y * from.pitch + x];
}

// tiles come through shared memory by asynchronous copies, the next while this one is used
extern "C" __global__ void copy_scaled_async(float *__restrict__ out, const float *__restrict__ in, float s, int tiles)
{
    __shared__ float4 buf[2][128];
    const int t = threadIdx.x;
    const float4 *src = reinterpret_cast<const float4 *>(in) + (size_t)blockIdx.x * tiles * 128;
    float4 *dst = reinterpret_cast<float4 *>(out) + (size_t)blockIdx.x * tiles * 128;
    __pipeline_memcpy_async(&buf[0][t], &src[t], 16);
    __pipeline_commit();
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles)
            __pipeline_memcpy_async(&buf[(k + 1) & 1][t], &src[(k + 1) * 128 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = buf[k & 1][t ^ 1];
        dst[k * 128 + (t ^ 1)] = make_float4(s * v.x, s * v.y, s * v.z, s * v.w);
        __syncthreads();
    }
}
