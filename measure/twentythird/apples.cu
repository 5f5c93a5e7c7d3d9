// Copies: shifted, with strides, in wide words, of rectangles, interleaved, converted.
#include <cuda_fp16.h>
#include <stddef.h>

extern "C" __global__ void copy_between_offsets(const float *src, unsigned from, float *dst, unsigned to, unsigned n)
{
    unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    dst[to + i] = src[from + i];
}

extern "C" __global__ void copy_each_kth_double(double *__restrict__ to, const double *__restrict__ from, size_t count, size_t k)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) to[i] = from[i * k];
}

template <typename W, int PER> __global__ void copyWords(W *out, const W *in, int n)
{
    int first = blockIdx.x * (blockDim.x * PER) + threadIdx.x;
#pragma unroll
    for (int p = 0; p < PER; p++) {
        int i = first + p * blockDim.x;
        if (i < n) out[i] = in[i];
    }
}
template __global__ void copyWords<short4, 1>(short4 *, const short4 *, int);
template __global__ void copyWords<ulonglong2, 2>(ulonglong2 *, const ulonglong2 *, int);
template __global__ void copyWords<unsigned short, 4>(unsigned short *, const unsigned short *, int);

struct Window {
    int left, top, width, height;
};

// a rectangle of a picture, as a picture of its own
extern "C" __global__ void copy_window_of_picture(const uchar4 *picture, int pitch, Window w, uchar4 *__restrict__ out)
{
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < w.width && y < w.height) out[y * w.width + x] = picture[(w.top + y) * pitch + w.left + x];
}

extern "C" __global__ void copy_stereo_interleaved(const float *left, const float *right, float *both, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        both[2 * i + 0] = left[i];
        both[2 * i + 1] = right[i];
    }
}

extern "C" __global__ void copy_ring_turned(const int *__restrict__ in, int *__restrict__ out, int n, int by)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[(i + by) % n] = in[i];
}

extern "C" __global__ void copy_float4_to_halves(const float4 *__restrict__ in, __half2 *__restrict__ out, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = __ldg(in + i);
    out[2 * i] = __floats2half2_rn(v.x, v.y);
    out[2 * i + 1] = __floats2half2_rn(v.z, v.w);
}

extern "C" __global__ void copy_other_endian(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned threads = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = __byte_perm(in[i], 0, 0x0123);
}
