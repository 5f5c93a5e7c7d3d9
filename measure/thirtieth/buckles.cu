// Moving data: between pitches, between precisions, mirrored, and with axes exchanged.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// Pitches are in bytes.
extern "C" __global__ void copy_rows_pitched(float *__restrict__ dst, size_t dst_pitch, const float *__restrict__ src,
                                             size_t src_pitch, int width, int height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
        const float *from = (const float *)((const char *)src + y * src_pitch);
        float *to = (float *)((char *)dst + y * dst_pitch);
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
            to[x] = from[x];
    }
}

extern "C" __global__ void copy_floats_as_halves(const float *in, __half *out, unsigned n)
{
    const unsigned quads = n / 4;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        float4 v = reinterpret_cast<const float4 *>(in)[i];
        __half2 pair[2] = {__floats2half2_rn(v.x, v.y), __floats2half2_rn(v.z, v.w)};
        reinterpret_cast<uint2 *>(out)[i] = *reinterpret_cast<uint2 *>(pair);
    }
    if (i < n % 4)
        out[quads * 4 + i] = __float2half(in[quads * 4 + i]);
}

// One block per image row; the next piece of the row is on its way while this one is written out backwards.
// The width is a multiple of 4.
extern "C" __global__ void __launch_bounds__(128) copy_async_mirrored(const float *__restrict__ in,
                                                                      float *__restrict__ out, int width)
{
    __shared__ __align__(16) float piece[2][512];
    const float *row = in + (long long)blockIdx.x * width;
    float *target = out + (long long)blockIdx.x * width;
    const int pieces = (width + 511) / 512;
    const int lane = threadIdx.x * 4;

    if (lane < width)
        __pipeline_memcpy_async(&piece[0][lane], row + lane, 16);
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        const int next = (p + 1) * 512 + lane;
        if (next < width)
            __pipeline_memcpy_async(&piece[(p + 1) & 1][lane], row + next, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const int length = min(512, width - p * 512);
        const int start = width - p * 512 - length;
        for (int i = threadIdx.x; i < length; i += blockDim.x)
            target[start + i] = piece[p & 1][length - 1 - i];
        __syncthreads();
    }
}

struct Axes {
    int extent[4];       // of the output, slowest first
    long long stride[4]; // in the input
};

template <typename T> __global__ void permuteAxes(const T *__restrict__ in, T *__restrict__ out, Axes axes, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned rest = (unsigned)i;
    long long from = 0;
#pragma unroll
    for (int a = 3; a >= 0; a--) {
        unsigned q = rest / (unsigned)axes.extent[a];
        from += (rest - q * axes.extent[a]) * axes.stride[a];
        rest = q;
    }
    out[i] = in[from];
}
template __global__ void permuteAxes<float>(const float *, float *, Axes, long long);
template __global__ void permuteAxes<__half>(const __half *, __half *, Axes, long long);

// 64 x 64 bytes in a tile, four at a time; both sides are multiples of 4.
extern "C" __global__ void transpose_bytes_tile(const uchar4 *in, uchar4 *out, int width, int height)
{
    __shared__ __align__(4) unsigned char tile[64][68];
    const int x = blockIdx.x * 64 + threadIdx.x * 4;
    for (int r = threadIdx.y; r < 64; r += 16) {
        const int y = blockIdx.y * 64 + r;
        if (x < width && y < height)
            *reinterpret_cast<uchar4 *>(&tile[r][threadIdx.x * 4]) = in[((size_t)y * width + x) / 4];
    }
    __syncthreads();
    const int c = threadIdx.x * 4;
    const int column = blockIdx.y * 64 + c;
    for (int r = threadIdx.y; r < 64; r += 16) {
        const int row = blockIdx.x * 64 + r;
        if (row < width && column < height)
            out[((size_t)row * height + column) / 4] =
                make_uchar4(tile[c][r], tile[c + 1][r], tile[c + 2][r], tile[c + 3][r]);
    }
}
