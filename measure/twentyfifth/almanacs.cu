// Copies: from and to other offsets, strided, between views, of many widths.
#include <cstdint>
#include <cuda_pipeline.h>

struct alignas(16) Double4 {
    double x, y, z, w;
};

template <class T>
__global__ void copyFromTo(const T *src, T *dst, int n, int from, int to)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        dst[to + i] = src[from + i];
}
template __global__ void copyFromTo<unsigned char>(const unsigned char *, unsigned char *, int, int, int);
template __global__ void copyFromTo<Double4>(const Double4 *, Double4 *, int, int, int);

// dst[i] = src[i * step]
extern "C" __global__ void copy_every_nth_of(const double *__restrict__ src, double *__restrict__ dst, long long n, long long step)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = src[i * step];
}

extern "C" __global__ void copy_out_to_every_nth(const float *src, float *dst, unsigned n, unsigned step)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    dst[(size_t)i * step] = src[i];
}

// left and right channel of a sound into one stream, two samples a thread
extern "C" __global__ void copy_stereo_channels_zipped(const short2 *__restrict__ left, const short2 *__restrict__ right, short4 *__restrict__ both, int pairs)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < pairs) {
        short2 l = left[i], r = right[i];
        both[i] = make_short4(l.x, r.x, l.y, r.y);
    }
}

struct View {
    float *data;
    int pitch; // in floats
    int x, y;
};

extern "C" __global__ void copy_window_of_matrix(View from, View to, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        to.data[(to.y + y) * to.pitch + to.x + x] = from.data[(from.y + y) * from.pitch + from.x + x];
}

// data that nobody reads again: past the caches, four vectors in flight
extern "C" __global__ void __launch_bounds__(512) copy_streaming_float4(const float4 *__restrict__ in, float4 *__restrict__ out, size_t n)
{
    size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    if (i + 1536 < n) {
        float4 a = __ldcs(in + i);
        float4 b = __ldcs(in + i + 512);
        float4 c = __ldcs(in + i + 1024);
        float4 d = __ldcs(in + i + 1536);
        __stcs(out + i, a);
        __stcs(out + i + 512, b);
        __stcs(out + i + 1024, c);
        __stcs(out + i + 1536, d);
    } else {
        for (; i < n; i += 512)
            out[i] = in[i];
    }
}

// bytes from any address: single ones up to the next word of the target, then words put together by shifts
extern "C" __global__ void copy_bytes_misaligned(const uint8_t *src, uint8_t *dst, int bytes, int from, int to)
{
    const uint8_t *s = src + from;
    uint8_t *d = dst + to;
    int head = min((int)(-(intptr_t)d & 3), bytes);
    int words = (bytes - head) / 4;
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    if (tid < head)
        d[tid] = s[tid];
    s += head;
    d += head;
    for (int w = tid; w < words; w += step) {
        uint32_t v = s[4 * w] | s[4 * w + 1] << 8 | s[4 * w + 2] << 16 | (uint32_t)s[4 * w + 3] << 24;
        reinterpret_cast<uint32_t *>(d)[w] = v;
    }
    int tail = bytes - head - 4 * words;
    if (tid < tail)
        d[4 * words + tid] = s[4 * words + tid];
}

// each block takes its tiles through shared memory, the next one on its way
extern "C" __global__ void __launch_bounds__(256) copy_by_way_of_shared(const int4 *__restrict__ in, int4 *__restrict__ out, int tiles)
{
    __shared__ int4 stage[2][256];
    int t = threadIdx.x;
    int which = 0;
    int tile = blockIdx.x;
    if (tile < tiles)
        __pipeline_memcpy_async(&stage[0][t], in + (size_t)tile * 256 + t, 16);
    __pipeline_commit();
    for (; tile < tiles; tile += gridDim.x) {
        int next = tile + gridDim.x;
        if (next < tiles)
            __pipeline_memcpy_async(&stage[which ^ 1][t], in + (size_t)next * 256 + t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        out[(size_t)tile * 256 + t] = stage[which][t];
        which ^= 1;
    }
}
