// Copies: shifted, strided, wide, by rows.
#include <stdint.h>

// read and written at places that differ, by blocks that walk on
extern "C" __global__ void copy_between_offsets_walking(const double *__restrict__ src, double *__restrict__ dst, int count, int skipIn, int skipOut)
{
    const int step = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        dst[skipOut + i] = src[skipIn + i];
}

extern "C" __global__ void copy_dense_into_strided(const int *src, int *dst, unsigned count, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    dst[(size_t)i * stride + 1] = src[i];
}

template <typename V, int EACH>
__global__ void moveWide(const V *__restrict__ a, V *__restrict__ b, int vectors)
{
    const int base = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    V held[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (base + k * blockDim.x < vectors) held[k] = a[base + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (base + k * blockDim.x < vectors) b[base + k * blockDim.x] = held[k];
}
template __global__ void moveWide<short4, 2>(const short4 *, short4 *, int);
template __global__ void moveWide<double2, 3>(const double2 *, double2 *, int);
template __global__ void moveWide<uint8_t, 8>(const uint8_t *, uint8_t *, int);

// a window out of a volume, dense afterwards
struct Window { int x, y, z, width, height, depth; };
extern "C" __global__ void copy_window_out_of_volume(const float *vol, int volWidth, int volHeight, float *out, Window win)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < win.width && y < win.height)
        out[((size_t)z * win.height + y) * win.width + x] = vol[((size_t)(z + win.z) * volHeight + y + win.y) * volWidth + x + win.x];
}

// each thread takes a run of seven words
extern "C" __global__ void copy_seven_in_a_row(const float *in, float *out, int runs)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < runs)
        for (int k = 0; k < 7; k++) out[7 * r + k] = in[7 * r + k];
}

// one stream split in two: even words here, odd words there
extern "C" __global__ void stream_split_even_odd(const int2 *in, int *even, int *odd, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int2 v = in[i];
        even[i] = v.x;
        odd[i] = v.y;
    }
}

// backwards, four at a time, turned round within
extern "C" __global__ void array_mirror_quads(const float4 *in, float4 *out, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        float4 v = in[quads - 1 - i];
        out[i] = make_float4(v.w, v.z, v.y, v.x);
    }
}

extern "C" __global__ void fill_rows_with_index(uint16_t *out, int width, int height, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * pitch + x] = (uint16_t)(y * 7 + x);
}

// three sources in turn, by number of the block
struct Sources { const float *from[3]; };
extern "C" __global__ void copy_from_one_of_three(Sources s, float *out, int perBlock)
{
    const float *from = s.from[blockIdx.x % 3] + (blockIdx.x / 3) * perBlock;
    float *to = out + (size_t)blockIdx.x * perBlock;
    for (int i = threadIdx.x; i < perBlock; i += blockDim.x) to[i] = from[i];
}
