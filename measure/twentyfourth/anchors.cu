// Copies: shifted, strided, between pitches, in wide words, taken apart.
#include <cstddef>

template <typename T> __global__ void shiftAlong(T *__restrict__ dst, const T *__restrict__ src, size_t n, size_t shift)
{
    size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        dst[i] = src[i + shift];
}
template __global__ void shiftAlong<float>(float *, const float *, size_t, size_t);
template __global__ void shiftAlong<unsigned char>(unsigned char *, const unsigned char *, size_t, size_t);

extern "C" __global__ void copy_quads_with_stride(const int4 *in, int4 *out, unsigned n, unsigned stride)
{
    unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n)
        out[tid] = in[tid * stride];
}

struct Plane16 {
    unsigned short *data;
    int pitch;
};

// pitches are in elements; each thread does every eighth row of its strip of 64
extern "C" __global__ void copy_shorts_pitch_to_pitch(Plane16 from, Plane16 to, int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y0 = blockIdx.y * 64 + threadIdx.y;
    if (x >= width)
        return;
    for (int y = y0; y < min(y0 + 64, height); y += 8)
        to.data[(size_t)y * to.pitch + x] = from.data[(size_t)y * from.pitch + x];
}

// 16 bytes a thread, the last few bytes one by one
extern "C" __global__ void copy_bytes_sixteen_at_once(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, long long bytes)
{
    const long long whole = bytes / 16;
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < whole)
        reinterpret_cast<uint4 *>(out)[i] = reinterpret_cast<const uint4 *>(in)[i];
    else if (i == whole)
        for (long long b = whole * 16; b < bytes; b++)
            out[b] = in[b];
}

extern "C" __global__ void copy_complex_into_parts(const float2 *z, float *re, float *im, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 v = z[i];
    re[i] = v.x;
    im[i] = v.y;
}

// four double2 in flight for each thread
extern "C" __global__ __launch_bounds__(256) void copy_double2_four_in_hand(const double2 *__restrict__ a, double2 *__restrict__ b, int n)
{
    const int base = blockIdx.x * 1024 + threadIdx.x;
    double2 v[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (base + k * 256 < n)
            v[k] = a[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (base + k * 256 < n)
            b[base + k * 256] = v[k];
}
