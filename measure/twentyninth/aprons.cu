// Copies, transposes and records.
#include <cstddef>
#include <cuda_pipeline.h>

// ITEMS elements a thread, all loads before the first store
template <typename T, int ITEMS>
__global__ void copyBlocked(const T *__restrict__ in, T *__restrict__ out, int n)
{
    const int base = blockIdx.x * (blockDim.x * ITEMS) + threadIdx.x;
    T held[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (base + i * (int)blockDim.x < n)
            held[i] = in[base + i * blockDim.x];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (base + i * (int)blockDim.x < n)
            out[base + i * blockDim.x] = held[i];
}

template __global__ void copyBlocked<float, 8>(const float *, float *, int);
template __global__ void copyBlocked<uchar4, 4>(const uchar4 *, uchar4 *, int);

// a window of a larger matrix, as LAPACK's lacpy does
extern "C" __global__ void copy_window_with_leading_sides(const float *src, size_t lds, float *dst, size_t ldd, size_t rows, size_t cols)
{
    for (size_t r = blockIdx.y; r < rows; r += gridDim.y)
        for (size_t c = blockIdx.x * blockDim.x + threadIdx.x; c < cols; c += (size_t)gridDim.x * blockDim.x)
            dst[r * ldd + c] = src[r * lds + c];
}

// tiles of 256 quads, each turned end to end; the next one is on its way meanwhile
extern "C" __global__ __launch_bounds__(256) void copy_tiles_mirrored_async(const float4 *__restrict__ in, float4 *__restrict__ out, int tiles)
{
    __shared__ float4 stage[2][256];
    const int t = threadIdx.x;
    int now = 0;
    if (blockIdx.x < tiles)
        __pipeline_memcpy_async(&stage[0][t], in + (size_t)blockIdx.x * 256 + t, 16);
    __pipeline_commit();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int next = tile + gridDim.x;
        if (next < tiles)
            __pipeline_memcpy_async(&stage[now ^ 1][t], in + (size_t)next * 256 + t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[now][255 - t];
        out[(size_t)tile * 256 + t] = make_float4(v.w, v.z, v.y, v.x);
        __syncthreads();
        now ^= 1;
    }
}

// 32 by 32 with ten rows of threads
extern "C" __global__ void transpose_ten_rows_of_threads(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += blockDim.y) {
        int y = blockIdx.y * 32 + j;
        if (x < width && y < height)
            tile[j][threadIdx.x] = in[(size_t)y * width + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += blockDim.y) {
        int y = blockIdx.x * 32 + j;
        if (x < height && y < width)
            out[(size_t)y * height + x] = tile[threadIdx.x][j];
    }
}

// any order of four axes; sides and strides are those of the result
extern "C" __global__ void transpose_four_axes(const float *__restrict__ in, float *__restrict__ out, int4 side, int4 stride, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int rest = i;
        int w = rest % side.w;
        rest /= side.w;
        int z = rest % side.z;
        rest /= side.z;
        int y = rest % side.y;
        int x = rest / side.y;
        out[i] = in[x * stride.x + y * stride.y + z * stride.z + w * stride.w];
    }
}

// five fields a record, turned into five arrays by way of shared memory
extern "C" __global__ __launch_bounds__(192) void aos_fives_to_arrays(const float *__restrict__ records, float *__restrict__ f0, float *__restrict__ f1, float *__restrict__ f2, float *__restrict__ f3, float *__restrict__ f4, int n)
{
    __shared__ float buffer[5 * 192];
    int first = blockIdx.x * 192, count = min(192, n - first);
    for (int i = threadIdx.x; i < 5 * count; i += 192)
        buffer[i] = records[5 * first + i];
    __syncthreads();
    int t = threadIdx.x;
    if (t < count) {
        f0[first + t] = buffer[5 * t];
        f1[first + t] = buffer[5 * t + 1];
        f2[first + t] = buffer[5 * t + 2];
        f3[first + t] = buffer[5 * t + 3];
        f4[first + t] = buffer[5 * t + 4];
    }
}

struct Player {
    int id;
    short health, mana;
    unsigned flags;
};

extern "C" __global__ void aos_players_healed(Player *players, unsigned n, int amount)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Player &p = players[i];
        if ((p.flags & 3) == 0)
            continue;
        if (p.flags & 1)
            p.health = (short)min(p.health + amount, 1000);
        else
            p.mana = (short)max(p.mana - amount, -1000);
    }
}
