// Copies of arrays: shifted, strided, wide, padded, in planes.
#include <stddef.h>
#include <stdint.h>

extern "C" __global__ void copy_shifted_window(const float *in, float *out, size_t n, size_t offset)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + offset];
}

extern "C" __global__ void copy_strided_reads(const float *__restrict__ in, float *__restrict__ out, int n, int stride)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i * stride];
}

extern "C" __global__ void copy_strided_writes(const double *in, double *out, unsigned n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i * stride] = in[i];
}

template <typename V> __global__ void copyWide(const V *__restrict__ src, V *__restrict__ dst, int count)
{
    const int stride = blockDim.x * gridDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += stride) dst[i] = src[i];
}
template __global__ void copyWide<float4>(const float4 *, float4 *, int);
template __global__ void copyWide<float2>(const float2 *, float2 *, int);
template __global__ void copyWide<unsigned char>(const unsigned char *, unsigned char *, int);

// a picture with a frame of zeros around it
extern "C" __global__ void copy_image_padded(const float *in, int w, int h, float *out, int pad)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int ow = w + 2 * pad, oh = h + 2 * pad;
    if (x >= ow || y >= oh) return;
    int sx = x - pad, sy = y - pad;
    float v = 0.0f;
    if (sx >= 0 && sx < w && sy >= 0 && sy < h) v = in[sy * w + sx];
    out[y * ow + x] = v;
}

extern "C" __global__ void copy_planes_to_rgb(const unsigned char *r, const unsigned char *g, const unsigned char *b, unsigned char *rgb, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        rgb[3 * i] = r[i];
        rgb[3 * i + 1] = g[i];
        rgb[3 * i + 2] = b[i];
    }
}

// as memcpy: sixteen bytes at a time, then what is left
extern "C" __global__ void copy_memory_any(const void *from, void *to, size_t bytes)
{
    const size_t id = blockIdx.x * (size_t)blockDim.x + threadIdx.x, step = gridDim.x * (size_t)blockDim.x;
    const size_t words = bytes / sizeof(uint4);
    for (size_t i = id; i < words; i += step) ((uint4 *)to)[i] = ((const uint4 *)from)[i];
    const size_t tail = words * sizeof(uint4) + id;
    if (tail < bytes) ((uint8_t *)to)[tail] = ((const uint8_t *)from)[tail];
}

extern "C" __global__ void copy_four_in_flight(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = base + k * blockDim.x;
        v[k] = i < n ? in[i] : 0.f;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = base + k * blockDim.x;
        if (i < n) out[i] = 2.0f * v[k];
    }
}

extern "C" __global__ void copy_backwards_long(const double *in, double *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

// every thread has eight neighbours of its own
extern "C" __global__ void copy_chunk_a_thread(const int *in, int *out, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (int k = 0; k < 8; k++)
        if (first + k < n) out[first + k] = in[first + k];
}

extern "C" __global__ void copy_rolled_in_block(const float *in, float *out, int n, int by)
{
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = tile[(threadIdx.x + by) % blockDim.x];
}

extern "C" __global__ void fill_ramp_of_int4(int4 *out, int quads, int first, int step)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        int v = first + 4 * i * step;
        out[i] = make_int4(v, v + step, v + 2 * step, v + 3 * step);
    }
}
