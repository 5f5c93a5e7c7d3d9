// Transposes and permutations.
#include <cstddef>
#include <cuda_fp16.h>

extern "C" __global__ void transpose_columns_read(const double *in, double *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[c * rows + r] = in[r * cols + c];
}

template <typename T, int TILE, int PAD>
__global__ void tileTurned(T *__restrict__ out, const T *__restrict__ in, unsigned rows, unsigned cols)
{
    __shared__ T tile[TILE][TILE + PAD];
    unsigned x = blockIdx.x * TILE + threadIdx.x;
    unsigned y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned j = 0; j < TILE; j += blockDim.y)
        if (x < cols && y + j < rows)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (unsigned j = 0; j < TILE; j += blockDim.y)
        if (x < rows && y + j < cols)
            out[(size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void tileTurned<float, 32, 0>(float *, const float *, unsigned, unsigned);
template __global__ void tileTurned<float, 32, 1>(float *, const float *, unsigned, unsigned);
template __global__ void tileTurned<double2, 16, 1>(double2 *, const double2 *, unsigned, unsigned);

// each thread turns four by four bytes in registers
extern "C" __global__ void transpose_bytes_four_by_four(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int rows4, int cols4)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= cols4 || r >= rows4)
        return;
    uchar4 a = in[(4 * r + 0) * cols4 + c];
    uchar4 b = in[(4 * r + 1) * cols4 + c];
    uchar4 d = in[(4 * r + 2) * cols4 + c];
    uchar4 e = in[(4 * r + 3) * cols4 + c];
    out[(4 * c + 0) * rows4 + r] = make_uchar4(a.x, b.x, d.x, e.x);
    out[(4 * c + 1) * rows4 + r] = make_uchar4(a.y, b.y, d.y, e.y);
    out[(4 * c + 2) * rows4 + r] = make_uchar4(a.z, b.z, d.z, e.z);
    out[(4 * c + 3) * rows4 + r] = make_uchar4(a.w, b.w, d.w, e.w);
}

// a square matrix in its own place: a block swaps two tiles; blocks below the diagonal have nothing to do
extern "C" __global__ void transpose_square_in_its_place(float *a, int n)
{
    __shared__ float one[32][33], two[32][33];
    if (blockIdx.y > blockIdx.x)
        return;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) {
        if (x < n && y + j < n)
            one[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
        if (tx < n && ty + j < n)
            two[threadIdx.y + j][threadIdx.x] = a[(ty + j) * n + tx];
    }
    __syncthreads();
    for (int j = 0; j < 32; j += 8) {
        if (tx < n && ty + j < n)
            a[(ty + j) * n + tx] = one[threadIdx.x][threadIdx.y + j];
        if (x < n && y + j < n)
            a[(y + j) * n + x] = two[threadIdx.x][threadIdx.y + j];
    }
}

// many N by N matrices, several to a block
template <int N>
__global__ void manySmallTurned(const int *in, int *out, int count)
{
    extern __shared__ int held[];
    int per_block = blockDim.x / (N * N);
    int m = blockIdx.x * per_block + threadIdx.x / (N * N);
    int e = threadIdx.x % (N * N);
    bool mine = threadIdx.x < per_block * N * N && m < count;
    int *mat = held + threadIdx.x / (N * N) * (N * N);
    if (mine)
        mat[e] = in[m * N * N + e];
    __syncthreads();
    if (mine)
        out[m * N * N + e] = mat[e % N * N + e / N];
}
template __global__ void manySmallTurned<5>(const int *, int *, int);

// [x][y][z] to [z][y][x], a tile of x and z for each y
extern "C" __global__ void transpose_cube_end_for_end(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float tile[32][33];
    int y = blockIdx.z;
    int z = blockIdx.x * 32 + threadIdx.x;
    int x = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x + j < nx && z < nz)
            tile[threadIdx.y + j][threadIdx.x] = in[((size_t)(x + j) * ny + y) * nz + z];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    z = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < nx && z + j < nz)
            out[((size_t)(z + j) * ny + y) * nx + x] = tile[threadIdx.x][threadIdx.y + j];
}

// channels first to channels last, the plain way: each thread writes one element
extern "C" __global__ void transpose_channels_to_the_end(const __half *in, __half *out, int channels, int pixels, long long total)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) {
        int c = i % channels;
        long long rest = i / channels;
        int p = rest % pixels;
        long long image = rest / pixels;
        out[i] = in[(image * channels + c) * pixels + p];
    }
}

struct Permutation {
    int sides[4];   // of the result
    int strides[4]; // in the source, for each side of the result
};

extern "C" __global__ void transpose_four_sides_any_order(const float *in, float *out, Permutation p, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int rest = i, from = 0;
#pragma unroll
        for (int k = 3; k >= 0; k--) {
            int q = rest / p.sides[k];
            from += (rest - q * p.sides[k]) * p.strides[k];
            rest = q;
        }
        out[i] = in[from];
    }
}

extern "C" __global__ void flip_picture_left_to_right(const uchar3 *in, uchar3 *out, int width, int height)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        out[y * width + width - 1 - x] = in[y * width + x];
}
