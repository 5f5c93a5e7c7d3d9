// Products of matrices, and of matrices with vectors.
#include <cstddef>

extern "C" __global__ void gemm_doubles_first_written(const double *a, const double *b, double *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

template <typename T, int TILE>
__global__ void squareTiles(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, size_t m, size_t n, size_t k)
{
    __shared__ T as[TILE][TILE], bs[TILE][TILE];
    const size_t row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (size_t k0 = 0; k0 < k; k0 += TILE) {
        as[threadIdx.y][threadIdx.x] = row < m && k0 + threadIdx.x < k ? a[row * k + k0 + threadIdx.x] : T(0);
        bs[threadIdx.y][threadIdx.x] = col < n && k0 + threadIdx.y < k ? b[(k0 + threadIdx.y) * n + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

template __global__ void squareTiles<float, 32>(const float *, const float *, float *, size_t, size_t, size_t);

// 64 by 64 a block of 128 threads, eight by four a thread
extern "C" __global__ __launch_bounds__(128) void gemm_ragged_eights_by_fours(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int m, int n, int k, float alpha)
{
    __shared__ float as[16][64 + 4];
    __shared__ float bs[16][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += 16) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            int r = t / 16 + 8 * i, kk = t % 16;
            as[kk][r] = r0 + r < m && k0 + kk < k ? a[(r0 + r) * k + k0 + kk] : 0.0f;
            int kr = t / 64 + 2 * i, cc = t % 64;
            bs[kr][cc] = k0 + kr < k && c0 + cc < n ? b[(k0 + kr) * n + c0 + cc] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 16; kk++) {
            float4 a0 = *(const float4 *)&as[kk][ty * 8], a1 = *(const float4 *)&as[kk][ty * 8 + 4];
            float4 bv = *(const float4 *)&bs[kk][tx * 4];
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
#pragma unroll
            for (int i = 0; i < 8; i++) {
                acc[i][0] += av[i] * bv.x;
                acc[i][1] += av[i] * bv.y;
                acc[i][2] += av[i] * bv.z;
                acc[i][3] += av[i] * bv.w;
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int r = r0 + ty * 8 + i, cc = c0 + tx * 4 + j;
            if (r < m && cc < n)
                c[r * n + cc] = alpha * acc[i][j];
        }
}

// a times b turned: both are read along their rows; plus a bias
extern "C" __global__ void gemm_linear_with_bias(const float *__restrict__ x, const float *__restrict__ w, const float *__restrict__ bias, float *__restrict__ y, int rows, int outs, int ins)
{
    __shared__ float xs[32][33], ws[32][33];
    const int r0 = blockIdx.y * 32, o0 = blockIdx.x * 32;
    float sum[4] = {0, 0, 0, 0};
    for (int k0 = 0; k0 < ins; k0 += 32) {
        int k = k0 + threadIdx.x;
        for (int j = threadIdx.y; j < 32; j += 8) {
            xs[j][threadIdx.x] = r0 + j < rows && k < ins ? x[(r0 + j) * ins + k] : 0.0f;
            ws[j][threadIdx.x] = o0 + j < outs && k < ins ? w[(o0 + j) * ins + k] : 0.0f;
        }
        __syncthreads();
        for (int kk = 0; kk < 32; kk++) {
            float wv = ws[threadIdx.x][kk];
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum[j] += xs[threadIdx.y + 8 * j][kk] * wv;
        }
        __syncthreads();
    }
    int o = o0 + threadIdx.x;
    if (o >= outs)
        return;
    for (int j = 0; j < 4; j++) {
        int r = r0 + threadIdx.y + 8 * j;
        if (r < rows)
            y[r * outs + o] = sum[j] + bias[o];
    }
}

// few rows on the left, held in shared memory; a column a thread
template <int ROWS>
__global__ void fewRowsLeft(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, unsigned n, unsigned k)
{
    extern __shared__ float held[];
    for (unsigned i = threadIdx.x; i < ROWS * k; i += blockDim.x)
        held[i] = a[i];
    __syncthreads();
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n)
        return;
    float sum[ROWS] = {};
    for (unsigned i = 0; i < k; i++) {
        float v = b[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            sum[r] = fmaf(held[r * k + i], v, sum[r]);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        c[(size_t)r * n + col] = sum[r];
}

template __global__ void fewRowsLeft<4>(const float *, const float *, float *, unsigned, unsigned);

// a block for each of many small products
extern "C" __global__ void gemm_small_ones_strided(const float *a, const float *b, float *c, int side, long long stride)
{
    __shared__ float as[24 * 24], bs[24 * 24];
    const int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    a += blockIdx.x * stride;
    b += blockIdx.x * stride;
    c += blockIdx.x * stride;
    for (int i = t; i < side * side; i += threads) {
        as[i] = a[i];
        bs[i] = b[i];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < side; r += blockDim.y)
        for (int q = threadIdx.x; q < side; q += blockDim.x) {
            float sum = 0;
            for (int k = 0; k < side; k++)
                sum += as[r * side + k] * bs[k * side + q];
            c[r * side + q] = sum;
        }
}

// a warp a row, four floats at once, columns a multiple of four
extern "C" __global__ void matvec_warp_by_quads(const float4 *__restrict__ a, const float4 *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    const float4 *p = a + (size_t)row * quads;
    float sum = 0;
    for (int q = lane; q < quads; q += 32) {
        float4 u = p[q], v = __ldg(x + q);
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        y[row] = sum;
}

// the turned matrix: strips of rows, sums met by atomics
extern "C" __global__ void matvec_turned_in_strips(const float *a, const float *x, float *y, int rows, int cols, int strip)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    int first = blockIdx.y * strip, last = min(rows, first + strip);
    float sum = 0;
    for (int r = first; r < last; r++)
        sum += a[(size_t)r * cols + col] * x[r];
    atomicAdd(y + col, sum);
}
