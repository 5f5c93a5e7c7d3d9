// Copies: pitches, offsets, strides, widths of words.
#include <cuda_fp16.h>
#include <stddef.h>

// rows of two pictures whose lines are longer than the window, pitches in bytes
extern "C" __global__ void copy_window_of_pitches(const float *__restrict__ src, size_t srcPitch, float *__restrict__ dst, size_t dstPitch, int width, int height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
        const float *s = (const float *)((const char *)src + y * srcPitch);
        float *d = (float *)((char *)dst + y * dstPitch);
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) d[x] = s[x];
    }
}

// words that begin within words
extern "C" __global__ void copy_words_off_by_bytes(const unsigned int *in, unsigned int *out, int words, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    unsigned int lo = in[i], hi = in[i + 1];
    out[i] = __funnelshift_r(lo, hi, 8 * bytes);
}

// each thread its own stretch
template <typename T, int PER>
__global__ void copyStretches(const T *in, T *out, unsigned int n)
{
    const unsigned int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER;
#pragma unroll
    for (int k = 0; k < PER; ++k)
        if (first + k < n) out[first + k] = in[first + k];
}
template __global__ void copyStretches<float, 4>(const float *, float *, unsigned int);
template __global__ void copyStretches<short, 8>(const short *, short *, unsigned int);
template __global__ void copyStretches<double, 3>(const double *, double *, unsigned int);

// every so many, 64-bit places
extern "C" __global__ void copy_each_kth_long(const double *in, double *out, long long n, long long stride, long long start)
{
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        out[i] = in[start + i * stride];
}

// what a ring holds, oldest first
extern "C" __global__ void copy_out_of_ring(const float2 *ring, float2 *out, unsigned head, unsigned mask, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = ring[(head + i) & mask];
}

// a thread a text, until its end
extern "C" __global__ void copy_texts_until_zero(const char *in, char *out, int texts, int room)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= texts) return;
    for (int k = 0; k < room; k++) {
        char c = in[t * room + k];
        out[t * room + k] = c;
        if (c == 0) break;
    }
}

// a = b + s c by twos
extern "C" __global__ void __launch_bounds__(512, 2) stream_triad_by_double2(double2 *a, const double2 *b, const double2 *c, double s, int n)
{
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512) {
        double2 u = b[i], v = c[i];
        u.x += s * v.x;
        u.y += s * v.y;
        a[i] = u;
    }
}

// lines as long as a block go round
extern "C" __global__ void copy_lines_turned(const int *in, int *out, int by)
{
    extern __shared__ int line[];
    const int at = blockIdx.x * blockDim.x;
    line[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    out[at + threadIdx.x] = line[(threadIdx.x + by) % blockDim.x];
}

// what becomes of a row is written beside it
extern "C" __global__ void copy_rows_as_told(const int *told, const float *in, float *out, int cols)
{
    const float *from = in + (size_t)blockIdx.x * cols;
    float *to = out + (size_t)blockIdx.x * cols;
    switch (told[blockIdx.x]) {
    case 0:
        for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = from[c];
        break;
    case 1:
        for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = -from[c];
        break;
    case 2:
        for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = from[cols - 1 - c];
        break;
    case 3:
        return;
    default:
        for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = 1.0f;
    }
}

// four floats become four halves, what is left over goes by ones
extern "C" __global__ void copy_floats_narrowed(const float *in, __half *out, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 v = *reinterpret_cast<const float4 *>(in + i);
        __half2 h[2] = {__floats2half2_rn(v.x, v.y), __floats2half2_rn(v.z, v.w)};
        *reinterpret_cast<uint2 *>(out + i) = *reinterpret_cast<uint2 *>(h);
    } else
        for (; i < n; i++) out[i] = __float2half(in[i]);
}
