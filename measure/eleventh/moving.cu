// Copies and streams: offsets, strides, widths, conversions.
#include <cuda_fp16.h>

extern "C" __global__ void copyReadOffset(float *dst, const float *src, int n, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = src[i + offset];
}

extern "C" __global__ void copyBothOffset(float *dst, const float *src, int offset)
{
    int xid = blockIdx.x * blockDim.x + threadIdx.x + offset;
    dst[xid] = src[xid];
}

/* As the well-known benchmark of strides: thread i takes element i * stride of a ring. */
extern "C" __global__ void copyStrideRing(float *dst, const float *src, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = (int)((long long)i * stride % n);
    dst[i] = src[j];
}

extern "C" __global__ void copyStrideBoth(int *dst, const int *src, int stride, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    if (i < count)
        dst[i] = src[i] + 1;
}

template <typename V>
__global__ void copyVector(V *__restrict__ dst, const V *__restrict__ src, int n)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    dst[i] = src[i];
}

template __global__ void copyVector<char4>(char4 *, const char4 *, int);
template __global__ void copyVector<double>(double *, const double *, int);
template __global__ void copyVector<int4>(int4 *, const int4 *, int);

extern "C" __global__ void copy_unrolled_grid(float *dst, const float *src, long n)
{
    long step = (long)gridDim.x * blockDim.x;
#pragma unroll 4
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        dst[i] = src[i];
}

// each thread copies its own run of neighbours: what a beginner writes
extern "C" __global__ void copy_run_per_thread(float *dst, const float *src, int n, int run)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < run; k++)
        if (t * run + k < n)
            dst[t * run + k] = src[t * run + k];
}

extern "C" __global__ void copy_halves_as_floats(float *out, const __half *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __half2float(in[i]);
}

extern "C" __global__ void copy_floats_as_bytes(uchar4 *out, const float4 *in, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        float4 v = in[i];
        out[i] = make_uchar4((unsigned char)(v.x * 255.0f), (unsigned char)(v.y * 255.0f),
                             (unsigned char)(v.z * 255.0f), (unsigned char)(v.w * 255.0f));
    }
}

extern "C" __global__ void copy_box(float *dst, const float *src, int nx, int ny, int nz, int pitch,
                                    int slice)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x < nx && y < ny && z < nz)
        dst[(z * ny + y) * nx + x] = src[z * slice + y * pitch + x];
}

extern "C" __global__ void triadDouble(double *a, const double *b, const double *c, double s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + s * c[i];
}
