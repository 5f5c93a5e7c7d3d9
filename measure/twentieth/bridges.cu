// Transposes.
#include <stdint.h>

// writes go along, reads go down
extern "C" __global__ void transpose_ints_down(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = in[x * width + y];
}

template <typename T, int DIM, int ROWS>
__global__ void transposeByTile(const T *__restrict__ in, T *__restrict__ out, int width, int height)
{
    __shared__ T tile[DIM][DIM + 1];
    int x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
#pragma unroll
    for (int r = 0; r < DIM; r += ROWS)
        if (x < width && y + r < height) tile[threadIdx.y + r][threadIdx.x] = in[(size_t)(y + r) * width + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
#pragma unroll
    for (int r = 0; r < DIM; r += ROWS)
        if (x < height && y + r < width) out[(size_t)(y + r) * height + x] = tile[threadIdx.x][threadIdx.y + r];
}
template __global__ void transposeByTile<double, 32, 8>(const double *, double *, int, int);
template __global__ void transposeByTile<uint16_t, 64, 16>(const uint16_t *, uint16_t *, int, int);

// a block a small matrix of any shape
extern "C" __global__ void transpose_small_batch(const float *in, float *out, int rows, int cols)
{
    extern __shared__ float held[];
    const int size = rows * cols;
    const float *from = in + (size_t)blockIdx.x * size;
    float *to = out + (size_t)blockIdx.x * size;
    for (int i = threadIdx.x; i < size; i += blockDim.x) held[i] = from[i];
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += blockDim.x) to[i] = held[(i % rows) * cols + i / rows];
}

// planes of pictures to pixels with all channels
extern "C" __global__ void transpose_planes_to_pixels(const float *in, float *out, int channels, int pixels)
{
    __shared__ float tile[32][33];
    const size_t image = (size_t)blockIdx.z * channels * pixels;
    const int p = blockIdx.x * 32, c = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
        if (c + r < channels && p + threadIdx.x < pixels)
            tile[r][threadIdx.x] = in[image + (size_t)(c + r) * pixels + p + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
        if (p + r < pixels && c + threadIdx.x < channels)
            out[image + (size_t)(p + r) * channels + c + threadIdx.x] = tile[threadIdx.x][r];
}

// a square in place: tiles change with their mirror tiles, those below the diagonal go at once
extern "C" __global__ void transpose_square_with_mirror(float *a, int n)
{
    __shared__ float upper[32][33], lower[32][33];
    if (blockIdx.y > blockIdx.x) return;
    const int ux = blockIdx.x * 32, uy = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += 8) {
        upper[r][threadIdx.x] = a[(size_t)(uy + r) * n + ux + threadIdx.x];
        lower[r][threadIdx.x] = a[(size_t)(ux + r) * n + uy + threadIdx.x];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8) {
        a[(size_t)(uy + r) * n + ux + threadIdx.x] = lower[threadIdx.x][r];
        a[(size_t)(ux + r) * n + uy + threadIdx.x] = upper[threadIdx.x][r];
    }
}

// the outermost axis of a volume becomes the innermost
extern "C" __global__ void transpose_volume_zyx(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float tile[16][17];
    const int y = blockIdx.z;
    int x = blockIdx.x * 16 + threadIdx.x, z = blockIdx.y * 16 + threadIdx.y;
    if (x < nx && z < nz) tile[threadIdx.y][threadIdx.x] = in[((size_t)z * ny + y) * nx + x];
    __syncthreads();
    z = blockIdx.y * 16 + threadIdx.x;
    x = blockIdx.x * 16 + threadIdx.y;
    if (x < nx && z < nz) out[((size_t)x * ny + y) * nz + z] = tile[threadIdx.x][threadIdx.y];
}

// 32 words of bits by a warp's votes
extern "C" __global__ void transpose_bits_by_votes(const uint32_t *in, uint32_t *out, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i - (i & 31) >= words) return;
    uint32_t mine = in[i], turned = 0;
    for (int b = 0; b < 32; b++) {
        uint32_t vote = __ballot_sync(0xffffffffu, (mine >> b) & 1u);
        if ((threadIdx.x & 31) == b) turned = vote;
    }
    out[i] = turned;
}

// complex numbers, conjugated on the way, by pairs without padding
extern "C" __global__ void transpose_conjugate(const float2 *in, float2 *out, int rows, int cols)
{
    __shared__ float2 tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < rows && y < cols) {
        float2 v = tile[threadIdx.x][threadIdx.y];
        out[y * rows + x] = make_float2(v.x, -v.y);
    }
}
