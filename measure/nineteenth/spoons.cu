// Matrix times vector, and small systems.
#include <cuda_fp16.h>

// a thread a row, by fours
extern "C" __global__ void matvec_row_of_quads(const float4 *a, const float4 *x, float *y, int rows, int quads)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = 0; k < quads; k++) {
        float4 l = a[(size_t)r * quads + k], v = x[k];
        s += l.x * v.x + l.y * v.y + l.z * v.z + l.w * v.w;
    }
    y[r] = s;
}

// a block a row, in doubles
extern "C" __global__ void matvec_block_of_doubles(const double *__restrict__ a, const double *__restrict__ x, double *__restrict__ y, int cols)
{
    __shared__ double part[8];
    const double *row = a + (size_t)blockIdx.x * cols;
    double s = 0;
    for (int k = threadIdx.x; k < cols; k += blockDim.x) s = fma(row[k], x[k], s);
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; w++) s += part[w];
        y[blockIdx.x] = s;
    }
}

// 16 lanes a row of half2, x in shared memory
extern "C" __global__ void mv_sixteen_lanes_half(const half2 *__restrict__ a, const half2 *__restrict__ x, float *__restrict__ y, int rows, int pairs)
{
    extern __shared__ half2 sx[];
    for (int k = threadIdx.x; k < pairs; k += blockDim.x) sx[k] = x[k];
    __syncthreads();
    const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    float s = 0;
    if (r < rows)
        for (int k = lane; k < pairs; k += 16) {
            float2 l = __half22float2(a[(size_t)r * pairs + k]), v = __half22float2(sx[k]);
            s += l.x * v.x + l.y * v.y;
        }
    for (int d = 8; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d, 16);
    if (r < rows && lane == 0) y[r] = s;
}

// of columns, in slabs of rows that a structure describes; added at the end
struct Slab { int rows, cols, high; };
extern "C" __global__ void matvec_columns_in_slabs(const float *__restrict__ a, const float *__restrict__ x, float *y, Slab s)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * s.high, to = min(from + s.high, s.rows);
    if (c >= s.cols) return;
    float t = 0;
#pragma unroll 4
    for (int r = from; r < to; r++) t += a[(size_t)r * s.cols + c] * x[r];
    atomicAdd(y + c, t);
}

// the sum of A and an outer product, in place
extern "C" __global__ void la_rank_one_added(float *a, const float *x, const float *y, int rows, int cols, float alpha)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) a[(size_t)r * cols + c] += alpha * x[r] * y[c];
}

// Cholesky of 32 x 32 by a warp, in shared memory
extern "C" __global__ void la_cholesky_of_a_warp(const float *in, float *out)
{
    __shared__ float s[32][33];
    const int t = threadIdx.x;
    for (int r = 0; r < 32; r++) s[r][t] = in[blockIdx.x * 1024 + r * 32 + t] * 0.5f + (r == t ? 40.f : 0.f);
    __syncwarp();
    for (int k = 0; k < 32; k++) {
        float d = sqrtf(s[k][k]);
        __syncwarp();
        if (t == k) s[k][k] = d;
        if (t > k) s[t][k] /= d;
        __syncwarp();
        if (t > k)
            for (int j = k + 1; j <= t; j++) s[t][j] -= s[t][k] * s[j][k];
        __syncwarp();
    }
    for (int r = 0; r < 32; r++) out[blockIdx.x * 1024 + r * 32 + t] = t <= r ? s[r][t] : 0.f;
}

// systems of three diagonals side by side, one a thread
extern "C" __global__ void sys_three_diagonals(const double *__restrict__ lower, const double *__restrict__ upper, const double *__restrict__ right, double *__restrict__ work, double *__restrict__ x, int systems, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    double c = 0, d = 0;
    for (int i = 0; i < n; i++) {
        size_t p = (size_t)i * systems + s;
        double inv = 1.0 / (4.0 - lower[p] * c);
        d = (right[p] - lower[p] * d) * inv;
        c = upper[p] * inv;
        work[p] = c;
        x[p] = d;
    }
    for (int i = n - 2; i >= 0; i--) {
        size_t p = (size_t)i * systems + s;
        d = x[p] - work[p] * d;
        x[p] = d;
    }
}

// inverses of 3 x 3, nine floats in a row
extern "C" __global__ void sml_inverse_of_nine(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m[9];
    for (int k = 0; k < 9; k++) m[k] = in[(size_t)i * 9 + k] + (k % 4 == 0 ? 3.f : 0.f);
    float c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
    float d = 1.f / (m[0] * c0 + m[1] * c1 + m[2] * c2);
    float *o = out + (size_t)i * 9;
    o[0] = c0 * d, o[1] = (m[2] * m[7] - m[1] * m[8]) * d, o[2] = (m[1] * m[5] - m[2] * m[4]) * d;
    o[3] = c1 * d, o[4] = (m[0] * m[8] - m[2] * m[6]) * d, o[5] = (m[2] * m[3] - m[0] * m[5]) * d;
    o[6] = c2 * d, o[7] = (m[1] * m[6] - m[0] * m[7]) * d, o[8] = (m[0] * m[4] - m[1] * m[3]) * d;
}
