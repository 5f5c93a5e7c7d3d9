// Transposes.
#include <cuda_fp16.h>

extern "C" __global__ void transposeByDivision(const int *in, int *out, int rows, int cols)
{
    int n = rows * cols;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int r = i / cols, c = i % cols;
        out[c * rows + r] = in[i];
    }
}

template <typename T, int TILE, int ROWS, int PAD>
__global__ void transposeStaged(const T *__restrict__ in, T *__restrict__ out, int w, int h)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < h && y + j < w) out[(size_t)(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transposeStaged<float, 32, 8, 1>(const float *, float *, int, int);
template __global__ void transposeStaged<unsigned char, 64, 4, 4>(const unsigned char *, unsigned char *, int, int);

// 4 x 4 bytes a thread, turned in registers
extern "C" __global__ void transposeBytesInRegisters(const unsigned *in, unsigned *out, int words, int quadRows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= quadRows) return;
    unsigned a = in[(4 * y + 0) * words + x], b = in[(4 * y + 1) * words + x];
    unsigned c = in[(4 * y + 2) * words + x], d = in[(4 * y + 3) * words + x];
    unsigned ab0 = __byte_perm(a, b, 0x5140), ab1 = __byte_perm(a, b, 0x7362);
    unsigned cd0 = __byte_perm(c, d, 0x5140), cd1 = __byte_perm(c, d, 0x7362);
    out[(4 * x + 0) * quadRows + y] = __byte_perm(ab0, cd0, 0x5410);
    out[(4 * x + 1) * quadRows + y] = __byte_perm(ab0, cd0, 0x7632);
    out[(4 * x + 2) * quadRows + y] = __byte_perm(ab1, cd1, 0x5410);
    out[(4 * x + 3) * quadRows + y] = __byte_perm(ab1, cd1, 0x7632);
}

// many small squares, one a block
extern "C" __global__ void transposeSmallBatch(float *m, int n)
{
    extern __shared__ float sh[];
    float *mine = m + (size_t)blockIdx.x * n * n;
    int c = threadIdx.x, r = threadIdx.y;
    sh[c * (n + 1) + r] = mine[r * n + c];
    __syncthreads();
    mine[r * n + c] = sh[r * (n + 1) + c];
}

// [batch][seq][head][dim] to [batch][head][seq][dim]
extern "C" __global__ void transposeHeads(const half *in, half *out, int seq, int heads, int dim)
{
    int s = blockIdx.x, h = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.z;
    if (h >= heads) return;
    const half *from = in + ((size_t)(b * seq + s) * heads + h) * dim;
    half *to = out + ((size_t)(b * heads + h) * seq + s) * dim;
    for (int d = threadIdx.x; d < dim; d += blockDim.x) to[d] = from[d];
}

// a warp reads 32 columns of a row and writes a column; no shared memory
extern "C" __global__ void transposeThroughCache(float *__restrict__ out, const float *__restrict__ in, unsigned n)
{
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row0 = blockIdx.y * 16;
    if (col >= n) return;
    float v[16];
#pragma unroll
    for (int k = 0; k < 16; k++) v[k] = in[(row0 + k) * n + col];
    float4 *to = (float4 *)(out + col * n + row0);
#pragma unroll
    for (int k = 0; k < 4; k++) to[k] = make_float4(v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]);
}
