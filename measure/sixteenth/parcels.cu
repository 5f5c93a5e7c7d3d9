// Copies and streams, one question to the memory system each.
#include <stdint.h>

extern "C" __global__ void copy_chars_from_offset(const char *src, char *dst, int n, int offset)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) dst[tid] = src[tid + offset];
}

// float2, every `step`-th of the source
extern "C" __global__ void strided_float2_collect(const float2 *__restrict__ src, float2 *__restrict__ dst, int n, int step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    dst[i] = src[(size_t)i * step];
}

extern "C" __global__ void copy_int4_grid_stride(const int4 *__restrict__ a, int4 *__restrict__ b, size_t quads)
{
    for (size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x; k < quads; k += (size_t)gridDim.x * blockDim.x)
        b[k] = __ldg(a + k);
}

struct alignas(16) Line { int4 q[4]; };
// 64 bytes a thread: loads and stores of 16
extern "C" __global__ void copy_line_per_thread(const Line *a, Line *b, int lines)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < lines) b[i] = a[i];
}

// the way one writes it on a CPU: everybody a stretch of their own
extern "C" __global__ void copy_stretch_per_thread(const float *a, float *b, int n, int each)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; i++) b[i] = a[i];
}

extern "C" __global__ void copy_window_out(const float *image, float *window, int pitch, int x0, int y0, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) window[y * w + x] = image[(y + y0) * pitch + x + x0];
}

extern "C" __global__ void stream_triad_double2(double2 *a, const double2 *b, const double2 *c, double s, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        double2 x = b[i], y = c[i];
        a[i] = make_double2(x.x + s * y.x, x.y + s * y.y);
    }
}

template <int U, typename F>
__device__ void unrolledFor(size_t n, F f)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (; i + (U - 1) * step < n; i += U * step) {
#pragma unroll
        for (int u = 0; u < U; u++) f(i + u * step);
    }
    for (; i < n; i += step) f(i);
}
extern "C" __global__ void stream_lambda_clamp(const float *__restrict__ x, float *__restrict__ y, size_t n, float lo, float hi)
{
    unrolledFor<4>(n, [=](size_t i) { y[i] = fminf(fmaxf(x[i], lo), hi); });
}

extern "C" __global__ void copy_volatile_words(const volatile unsigned *from, volatile unsigned *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        to[2 * i] = from[2 * i];
        to[2 * i + 1] = from[2 * i + 1];
    }
}

// read with .cg, written with .cs: past L1, and first to go from L2
extern "C" __global__ void copy_past_first_level(const float4 *in, float4 *out, int n)
{
    const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    if (i < n) __stcs(out + i, __ldcg(in + i));
    if (i + (int)blockDim.x < n) __stcs(out + i + blockDim.x, __ldcg(in + i + blockDim.x));
}
