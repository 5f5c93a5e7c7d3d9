// Copies, turned matrices and arrays of records.
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

template <typename T>
__global__ void copyCropped(const T *src, size_t src_ld, T *dst, size_t dst_ld, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    dst[y * dst_ld + x] = src[y * src_ld + x];
}
template __global__ void copyCropped<float>(const float *, size_t, float *, size_t, int, int);
template __global__ void copyCropped<unsigned char>(const unsigned char *, size_t, unsigned char *, size_t, int, int);

extern "C" __global__ void __launch_bounds__(256) copy_uint4_pair_each(uint4 *__restrict__ dst, const uint4 *__restrict__ src, unsigned n)
{
    unsigned i = blockIdx.x * 512u + threadIdx.x;
    if (i + 256u < n) {
        uint4 a = src[i];
        uint4 b = src[i + 256u];
        dst[i] = a;
        dst[i + 256u] = b;
    } else if (i < n) {
        dst[i] = src[i];
    }
}

// weights to bfloat16 on their way out
extern "C" __global__ void copy_float_to_bf16_gained(const float2 *__restrict__ in, __nv_bfloat162 *__restrict__ out, float gain, size_t pairs)
{
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += step) {
        float2 v = in[i];
        out[i] = __floats2bfloat162_rn(v.x * gain, v.y * gain);
    }
}

// tiles of 128 quads, three of them on their way while one is written
extern "C" __global__ void __launch_bounds__(128) copy_ring_of_four_gained(const float4 *__restrict__ in, float4 *__restrict__ out, float gain, int tiles)
{
    __shared__ float4 ring[4][128];
    const int tid = threadIdx.x, step = gridDim.x;
    for (int s = 0; s < 3; s++) {
        int t = blockIdx.x + s * step;
        if (t < tiles) __pipeline_memcpy_async(&ring[s][tid], &in[(size_t)t * 128 + tid], 16);
        __pipeline_commit();
    }
    int turn = 0;
    for (int t = blockIdx.x; t < tiles; t += step, turn++) {
        int ahead = t + 3 * step;
        if (ahead < tiles) __pipeline_memcpy_async(&ring[(turn + 3) & 3][tid], &in[(size_t)ahead * 128 + tid], 16);
        __pipeline_commit();
        __pipeline_wait_prior(3);
        float4 v = ring[turn & 3][tid];
        v.x *= gain;
        v.y *= gain;
        v.z *= gain;
        v.w *= gain;
        out[(size_t)t * 128 + tid] = v;
    }
}

template <typename T, int TILE, int ROWS>
__global__ void flipBatch(T *__restrict__ out, const T *__restrict__ in, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + 1];
    const size_t plane = (size_t)blockIdx.z * rows * cols;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[plane + (size_t)(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < rows && y + j < cols) out[plane + (size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void flipBatch<float, 32, 8>(float *, const float *, int, int);
template __global__ void flipBatch<double, 16, 16>(double *, const double *, int, int);

// a picture of bytes, three a pixel, to normalised planes as a network takes them
extern "C" __global__ void transpose_rgb_bytes_to_tensor(const unsigned char *__restrict__ hwc, float *__restrict__ chw, int pixels, float3 mean, float3 inv_std)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    const unsigned char *from = hwc + ((size_t)blockIdx.y * pixels + p) * 3;
    float *to = chw + (size_t)blockIdx.y * 3 * pixels + p;
    to[0] = (from[0] * (1.0f / 255.0f) - mean.x) * inv_std.x;
    to[pixels] = (from[1] * (1.0f / 255.0f) - mean.y) * inv_std.y;
    to[2 * pixels] = (from[2] * (1.0f / 255.0f) - mean.z) * inv_std.z;
}

struct Hit {
    float3 point, normal, dir;
    float depth;
    unsigned material;
    unsigned pixel;
};

// Blinn-Phong of ray hits, colours out of a small palette
extern "C" __global__ void aos_hits_shaded(const Hit *__restrict__ hits, const float4 *__restrict__ palette, uchar4 *__restrict__ frame, float3 light, unsigned n, unsigned materials)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Hit h = hits[i];
        float lx = light.x - h.point.x, ly = light.y - h.point.y, lz = light.z - h.point.z;
        float inv = rsqrtf(lx * lx + ly * ly + lz * lz + 1e-6f);
        lx *= inv, ly *= inv, lz *= inv;
        float hx = lx - h.dir.x, hy = ly - h.dir.y, hz = lz - h.dir.z;
        float hinv = rsqrtf(hx * hx + hy * hy + hz * hz + 1e-6f);
        float diffuse = fmaxf(0.f, h.normal.x * lx + h.normal.y * ly + h.normal.z * lz);
        float spec = fmaxf(0.f, (h.normal.x * hx + h.normal.y * hy + h.normal.z * hz) * hinv);
        float4 c = palette[h.material % materials];
        float shine = __powf(spec, c.w * 30.0f + 2.0f);
        frame[i] = make_uchar4(__saturatef(c.x * diffuse + shine) * 255.0f, __saturatef(c.y * diffuse + shine) * 255.0f,
                               __saturatef(c.z * diffuse + shine) * 255.0f, 255);
    }
}

struct Tick {
    double price;
    int volume;
    int flags;
};
struct Bar {
    double open, high, low, close;
    long long volume;
};

// a thread a bar of trades
extern "C" __global__ void aos_ticks_to_bars(const Tick *ticks, Bar *bars, int bars_count, int per_bar)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= bars_count) return;
    const Tick *t = ticks + (size_t)b * per_bar;
    Bar bar;
    bar.open = bar.high = bar.low = bar.close = t[0].price;
    bar.volume = t[0].volume;
    for (int i = 1; i < per_bar; i++) {
        double p = t[i].price;
        if (p > bar.high) bar.high = p;
        if (p < bar.low) bar.low = p;
        bar.close = p;
        bar.volume += t[i].volume;
    }
    bars[b] = bar;
}
