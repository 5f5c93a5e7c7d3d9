// Copies: offsets, strides, widths.
#include <stdint.h>

extern "C" __global__ void copy_offset_in_and_out(const float *in, float *out, int n, int from, int to)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        out[i + to] = in[i + from];
    }
}

// every block a contiguous chunk of 2048 double2
extern "C" __global__ void copy_chunk_of_double2(const double2 *__restrict__ src, double2 *__restrict__ dst, int n)
{
    const int begin = blockIdx.x * 2048;
    const int end = min(begin + 2048, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        dst[i] = src[i];
}

extern "C" __global__ void strided_read_dense_write(const float *a, float *b, int n, int stride)
{
    const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    b[tid] = a[(size_t)tid * stride];
}

extern "C" __global__ void copy_uchar4_four_each(const uchar4 *in, uchar4 *out, int n)
{
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    uchar4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = base + k * blockDim.x;
        if (i < n) v[k] = in[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = base + k * blockDim.x;
        if (i < n) out[i] = make_uchar4(v[k].w, v[k].z, v[k].y, v[k].x);
    }
}

extern "C" __global__ void copy_rows_pitch_in_bytes(const char *in, size_t inPitch, char *out, size_t outPitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const short *src = (const short *)(in + y * inPitch);
        short *dst = (short *)(out + y * outPitch);
        dst[x] = src[x];
    }
}

extern "C" __global__ void stream_scale_long_long(const long long *x, long long *y, long long scale, long long bias, size_t n)
{
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = scale * x[i] + bias;
}

extern "C" __global__ void vector_add_float3(const float3 *a, const float3 *b, float3 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 p = a[i], q = b[i];
    c[i] = make_float3(p.x + q.x, p.y + q.y, p.z + q.z);
}

// only one lane of four has work
extern "C" __global__ void copy_one_lane_of_four(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (threadIdx.x & 3) == 0) out[i] = in[i];
}

extern "C" __global__ void array_rotate_by(const float *in, float *out, int n, int k)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[(i + k) % n];
}
