// Matrix products without tensor cores. Row-major throughout.
#include <cuda_fp16.h>

extern "C" __global__ void gemm_plain_dot_a_thread(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

template <typename T, int S> __global__ void sharedSquares(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k)
{
    __shared__ T as[S][S], bs[S][S];
    int row = blockIdx.y * S + threadIdx.y, col = blockIdx.x * S + threadIdx.x;
    T sum = 0;
    for (int t = 0; t < k; t += S) {
        as[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[(size_t)row * k + t + threadIdx.x] : T(0);
        bs[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(size_t)(t + threadIdx.y) * n + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < S; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}
template __global__ void sharedSquares<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void sharedSquares<double, 16>(const double *, const double *, double *, int, int, int);

// 128 by 64 a block, 8 by 4 a thread; any m, n, k
extern "C" __global__ void __launch_bounds__(256) gemm_eight_by_four_a_thread(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int k, float alpha, float beta)
{
    __shared__ float As[8][128 + 4], Bs[8][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    float acc[8][4] = {};
    for (int t = 0; t < k; t += 8) {
        for (int e = threadIdx.x; e < 128 * 8; e += 256) {
            int r = e / 8, q = e % 8;
            As[q][r] = row0 + r < m && t + q < k ? A[(row0 + r) * k + t + q] : 0.0f;
        }
        for (int e = threadIdx.x; e < 64 * 8; e += 256) {
            int q = e / 64, c = e % 64;
            Bs[q][c] = col0 + c < n && t + q < k ? B[(t + q) * n + col0 + c] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 8; q++) {
            float x[8], y[4];
            for (int i = 0; i < 8; i++)
                x[i] = As[q][ty * 8 + i];
            for (int j = 0; j < 4; j++)
                y[j] = Bs[q][tx * 4 + j];
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 4; j++)
                    acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) {
            int r = row0 + ty * 8 + i, c = col0 + tx * 4 + j;
            if (r < m && c < n)
                C[r * n + c] = alpha * acc[i][j] + beta * C[r * n + c];
        }
}

// A transposed times B, as gradients of weights are made
extern "C" __global__ void gemm_gradient_of_weights(const float *__restrict__ x, const float *__restrict__ dy, float *__restrict__ dw, int rows, int in, int out)
{
    __shared__ float xs[16][33], ys[16][33];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.y * 32, o0 = blockIdx.x * 32;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int r0 = 0; r0 < rows; r0 += 16) {
        int r = r0 + ty;
        for (int h = 0; h < 32; h += 16) {
            xs[ty][tx + h] = r < rows && i0 + tx + h < in ? x[(long long)r * in + i0 + tx + h] : 0.0f;
            ys[ty][tx + h] = r < rows && o0 + tx + h < out ? dy[(long long)r * out + o0 + tx + h] : 0.0f;
        }
        __syncthreads();
        for (int q = 0; q < 16; q++) {
            float a0 = xs[q][ty], a1 = xs[q][ty + 16], b0 = ys[q][tx], b1 = ys[q][tx + 16];
            s00 += a0 * b0;
            s01 += a0 * b1;
            s10 += a1 * b0;
            s11 += a1 * b1;
        }
        __syncthreads();
    }
    int i = i0 + ty, o = o0 + tx;
    if (i < in && o < out)
        dw[(long long)i * out + o] = s00;
    if (i < in && o + 16 < out)
        dw[(long long)i * out + o + 16] = s01;
    if (i + 16 < in && o < out)
        dw[(long long)(i + 16) * out + o] = s10;
    if (i + 16 < in && o + 16 < out)
        dw[(long long)(i + 16) * out + o + 16] = s11;
}

extern "C" __global__ void gemm_of_complex_numbers(const float2 *a, const float2 *b, float2 *c, unsigned m, unsigned n, unsigned k)
{
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
        float2 s = make_float2(0, 0);
        for (unsigned i = 0; i < k; i++) {
            float2 x = a[row * k + i], y = b[i * n + col];
            s.x += x.x * y.x - x.y * y.y;
            s.y += x.x * y.y + x.y * y.x;
        }
        c[row * n + col] = s;
    }
}

// bytes, four to a word; b is stored by columns
extern "C" __global__ void gemm_dp4a_of_packed_words(const int *__restrict__ a, const int *__restrict__ bt, int *__restrict__ c, int m, int n, int words)
{
    __shared__ int as[16][17], bs[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x, colOfLoad = blockIdx.x * 16 + threadIdx.y;
    int sum = 0;
    for (int t = 0; t < words; t += 16) {
        int w = t + threadIdx.x;
        as[threadIdx.y][threadIdx.x] = row < m && w < words ? a[row * words + w] : 0;
        bs[threadIdx.y][threadIdx.x] = colOfLoad < n && w < words ? bt[colOfLoad * words + w] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum = __dp4a(as[threadIdx.y][i], bs[threadIdx.x][i], sum);
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

// few rows, much depth: blocks share the depth and add up
extern "C" __global__ void __launch_bounds__(128) gemm_thin_depth_shared_out(const half *__restrict__ a, const half2 *__restrict__ b, float *c, int rows, int pairs, int k, int strip)
{
    extern __shared__ float part[]; // rows x strip
    int k0 = blockIdx.y * strip, here = min(strip, k - k0);
    for (int e = threadIdx.x; e < rows * here; e += blockDim.x)
        part[e / here * strip + e % here] = __half2float(a[(size_t)(e / here) * k + k0 + e % here]);
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs)
        return;
    float2 acc[8] = {};
    for (int q = 0; q < here; q++) {
        float2 w = __half22float2(b[(size_t)(k0 + q) * pairs + p]);
#pragma unroll
        for (int r = 0; r < 8; r++)
            if (r < rows) {
                acc[r].x += part[r * strip + q] * w.x;
                acc[r].y += part[r * strip + q] * w.y;
            }
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
        if (r < rows) {
            atomicAdd(&c[(r * (size_t)pairs + p) * 2], acc[r].x);
            atomicAdd(&c[(r * (size_t)pairs + p) * 2 + 1], acc[r].y);
        }
}
