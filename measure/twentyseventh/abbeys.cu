// Copies and transposes.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

extern "C" __global__ void copy_one_float_a_thread(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

// several 16-byte loads outstanding before the first store
template <int U> __global__ void __launch_bounds__(256) copyAhead(const int4 *__restrict__ in, int4 *__restrict__ out, long long n)
{
    long long base = (long long)blockIdx.x * blockDim.x * U + threadIdx.x;
    int4 v[U];
#pragma unroll
    for (int u = 0; u < U; u++)
        if (base + u * blockDim.x < n)
            v[u] = in[base + u * blockDim.x];
#pragma unroll
    for (int u = 0; u < U; u++)
        if (base + u * blockDim.x < n)
            out[base + u * blockDim.x] = v[u];
}
template __global__ void copyAhead<4>(const int4 *, int4 *, long long);
template __global__ void copyAhead<8>(const int4 *, int4 *, long long);

// a box out of a larger volume
extern "C" __global__ void copy_box_of_volume(const double *__restrict__ volume, double *__restrict__ box, int3 from, int3 extent, size_t pitch, size_t slice)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= extent.x || y >= extent.y || z >= extent.z)
        return;
    size_t source = (size_t)(z + from.z) * slice + (size_t)(y + from.y) * pitch + x + from.x;
    box[((size_t)z * extent.y + y) * extent.x + x] = volume[source];
}

// two stages of cp.async; each thread takes back what it brought
extern "C" __global__ void __launch_bounds__(256) copy_staged_async(const float4 *__restrict__ in, float4 *__restrict__ out, int n, float scale)
{
    __shared__ float4 stage[2][256];
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        __pipeline_memcpy_async(&stage[0][threadIdx.x], in + i, 16);
    __pipeline_commit();
    int now = 0;
    for (; i < n; i += step) {
        if (i + step < n)
            __pipeline_memcpy_async(&stage[now ^ 1][threadIdx.x], in + i + step, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        float4 v = stage[now][threadIdx.x];
        out[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
        now ^= 1;
    }
}

// left and right channels one after the other, as a sound card wants them
extern "C" __global__ void copy_left_and_right_woven(const short *left, const short *right, short2 *out, unsigned frames, unsigned repeat)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < frames; i += gridDim.x * blockDim.x) {
        short2 s = make_short2(left[i], right[i]);
        for (unsigned r = 0; r < repeat; r++)
            out[(size_t)r * frames + i] = s;
    }
}

extern "C" __global__ void transpose_of_longs_plain(const long long *a, long long *b, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        b[(size_t)c * rows + r] = a[(size_t)r * cols + c];
}

template <typename T, int TILE, int ROWS> __global__ void throughTile(const T *__restrict__ in, T *__restrict__ out, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + (sizeof(T) == 2 ? 2 : 1)];
    int c = blockIdx.x * TILE + threadIdx.x;
    for (int j = threadIdx.y; j < TILE; j += ROWS) {
        int r = blockIdx.y * TILE + j;
        if (r < rows && c < cols)
            tile[j][threadIdx.x] = in[(long)r * cols + c];
    }
    __syncthreads();
    int r = blockIdx.y * TILE + threadIdx.x;
    for (int j = threadIdx.y; j < TILE; j += ROWS) {
        int cc = blockIdx.x * TILE + j;
        if (r < rows && cc < cols)
            out[(long)cc * rows + r] = tile[threadIdx.x][j];
    }
}
template __global__ void throughTile<float, 32, 8>(const float *, float *, int, int);
template __global__ void throughTile<__nv_bfloat16, 64, 4>(const __nv_bfloat16 *, __nv_bfloat16 *, int, int);

// one block for a matrix of 24 by 24, 96 threads
extern "C" __global__ void __launch_bounds__(96) transpose_small_batched(const float *in, float *out, int count)
{
    __shared__ float s[24 * 25];
    for (int m = blockIdx.x; m < count; m += gridDim.x) {
        const float *from = in + m * 576;
        for (int e = threadIdx.x; e < 576; e += 96)
            s[e / 24 * 25 + e % 24] = from[e];
        __syncthreads();
        for (int e = threadIdx.x; e < 576; e += 96)
            out[m * 576 + e] = s[e % 24 * 25 + e / 24];
        __syncthreads();
    }
}

// pairs of tiles change places across the diagonal
extern "C" __global__ void transpose_tiles_change_places(double *a, unsigned n)
{
    __shared__ double upper[16][17], lower[16][17];
    unsigned bx = blockIdx.x, by = blockIdx.y;
    if (bx < by)
        return;
    unsigned x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
    unsigned tx = by * 16 + threadIdx.x, ty = bx * 16 + threadIdx.y;
    if (x < n && y < n)
        upper[threadIdx.y][threadIdx.x] = a[(size_t)y * n + x];
    if (bx != by && tx < n && ty < n)
        lower[threadIdx.y][threadIdx.x] = a[(size_t)ty * n + tx];
    __syncthreads();
    if (tx < n && ty < n)
        a[(size_t)ty * n + tx] = upper[threadIdx.x][threadIdx.y];
    if (bx != by && x < n && y < n)
        a[(size_t)y * n + x] = lower[threadIdx.x][threadIdx.y];
}
