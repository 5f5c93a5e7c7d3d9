// Sparse matrices.
#include <cuda_fp16.h>
#include <stdint.h>

// as in the first lecture: a thread a row
extern "C" __global__ void spmv_rows_of_floats(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++) s += val[k] * x[col[k]];
        y[r] = s;
    }
}

// half a warp a row
extern "C" __global__ void spmv_half_warp_a_row(const int *__restrict__ ptr, const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int rows)
{
    const int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, lane = threadIdx.x & 15;
    double s = 0;
    if (r < rows)
        for (int k = ptr[r] + lane; k < ptr[r + 1]; k += 16) s += val[k] * x[col[k]];
    s += __shfl_down_sync(~0u, s, 8, 16), s += __shfl_down_sync(~0u, s, 4, 16), s += __shfl_down_sync(~0u, s, 2, 16), s += __shfl_down_sync(~0u, s, 1, 16);
    if (r < rows && lane == 0) y[r] = s;
}

// products to shared memory in line, then each row adds its own
extern "C" __global__ void spmv_stream_then_rows(const int *__restrict__ ptr, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    __shared__ float products[2048];
    const int r0 = blockIdx.x * blockDim.x, r1 = min(r0 + (int)blockDim.x, rows), first = ptr[r0], last = ptr[r1];
    float s = 0;
    const int r = r0 + threadIdx.x, a = r < rows ? ptr[r] : 0, b = r < rows ? ptr[r + 1] : 0;
    for (int k0 = first; k0 < last; k0 += 2048) {
        for (int k = k0 + threadIdx.x; k < min(k0 + 2048, last); k += blockDim.x) products[k - k0] = val[k] * x[col[k]];
        __syncthreads();
        for (int k = max(a, k0); k < min(b, k0 + 2048); k++) s += products[k - k0];
        __syncthreads();
    }
    if (r < rows) y[r] = s;
}

extern "C" __global__ void spmv_ell_of_doubles(const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double s = 0;
    for (int k = 0; k < width; k++) {
        int c = col[k * rows + r];
        if (c >= 0) s += val[k * rows + r] * x[c];
    }
    y[r] = s;
}

// C = S B, B dense of 64 columns as float2, a warp a row
extern "C" __global__ void spmm_warp_sixty_four(const int *__restrict__ ptr, const int *__restrict__ col, const float *__restrict__ val, const float2 *__restrict__ B, float2 *__restrict__ C, int rows)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (r >= rows) return;
    float2 s = {0, 0};
    for (int k0 = ptr[r], end = ptr[r + 1]; k0 < end; k0 += 32) {
        int c = 0;
        float v = 0;
        if (k0 + lane < end) c = col[k0 + lane], v = val[k0 + lane];
        for (int j = 0; j < min(32, end - k0); j++) {
            float w = __shfl_sync(~0u, v, j);
            float2 b = B[(size_t)__shfl_sync(~0u, c, j) * 32 + lane];
            s.x += w * b.x, s.y += w * b.y;
        }
    }
    C[(size_t)r * 32 + lane] = s;
}

// entries of A B^T where a pattern asks for them: halves, 8 lanes an entry
extern "C" __global__ void sparse_sampled_halves(const int *__restrict__ row, const int *__restrict__ col, const uint4 *__restrict__ A, const uint4 *__restrict__ B, float *__restrict__ out, int n)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (e >= n) return;
    uint4 a = A[(size_t)row[e] * 8 + lane], b = B[(size_t)col[e] * 8 + lane];
    const __half2 *p = (const __half2 *)&a, *q = (const __half2 *)&b;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float2 f = __half22float2(__hmul2(p[k], q[k]));
        s += f.x + f.y;
    }
    for (int d = 4; d; d >>= 1) s += __shfl_down_sync(__activemask(), s, d, 8);
    if (lane == 0) out[e] = s;
}
