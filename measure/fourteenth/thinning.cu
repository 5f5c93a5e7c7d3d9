// Sparse matrices.
#include <cuda_fp16.h>

// rows of any length: begin and count of each
template <typename T>
__device__ __forceinline__ T rowByThread(const int *begin, const int *count, const int *col, const T *val, const T *x, int r)
{
    T s = 0;
    for (int k = begin[r], e = k + count[r]; k < e; k++) s += val[k] * x[col[k]];
    return s;
}

extern "C" __global__ void spmv_csr_thread(const int *__restrict__ rowptr, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    const int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r >= rows) return;
    float dot = 0.f;
    for (int k = rowptr[r]; k < rowptr[r + 1]; k++) dot += val[k] * x[col[k]];
    y[r] = dot;
}

extern "C" __global__ void spmv_uneven_thread(const int *__restrict__ begin, const int *__restrict__ count, const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int rows)
{
    const int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r < rows) y[r] = rowByThread(begin, count, col, val, x, r);
}

template <int LANES>
__device__ void rowByLanes(const int *__restrict__ begin, const int *__restrict__ count, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    const int r = (blockDim.x * blockIdx.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float s = 0.f;
    if (r < rows)
        for (int k = lane; k < count[r]; k += LANES) s += val[begin[r] + k] * x[col[begin[r] + k]];
#pragma unroll
    for (int o = LANES / 2; o > 0; o /= 2) s += __shfl_down_sync(0xffffffffu, s, o, LANES);
    if (lane == 0 && r < rows) y[r] = s;
}

extern "C" __global__ void spmv_uneven_four_lanes(const int *begin, const int *count, const int *col, const float *val, const float *x, float *y, int rows) { rowByLanes<4>(begin, count, col, val, x, y, rows); }
extern "C" __global__ void spmv_uneven_warp(const int *begin, const int *count, const int *col, const float *val, const float *x, float *y, int rows) { rowByLanes<32>(begin, count, col, val, x, y, rows); }

extern "C" __global__ void spmv_ell_columns(const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows, int width)
{
    const int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r >= rows) return;
    float dot = 0.f;
    for (int k = 0; k < width; k++) {
        const int c = col[k * rows + r];
        if (c > 0) dot += val[k * rows + r] * x[c - 1];
    }
    y[r] = dot;
}

extern "C" __global__ void spmv_coo_atomic(const int *__restrict__ row, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *y, int entries)
{
    const int e = blockDim.x * blockIdx.x + threadIdx.x;
    if (e < entries) atomicAdd(&y[row[e]], val[e] * x[col[e]]);
}

// keys in order, the row in their upper bits: sums within the warp before the atomic
extern "C" __global__ void spmv_coo_segments(const int *__restrict__ key, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *y, int entries)
{
    const int e = blockDim.x * blockIdx.x + threadIdx.x, lane = threadIdx.x % 32;
    const int r = e < entries ? key[e] >> 4 : -1;
    float s = e < entries ? val[e] * x[col[e]] : 0.f;
    for (int o = 1; o < 32; o *= 2) {
        const int pr = __shfl_up_sync(~0u, r, o);
        const float ps = __shfl_up_sync(~0u, s, o);
        if (lane >= o && pr == r) s += ps;
    }
    const int after = __shfl_down_sync(~0u, r, 1);
    if (r >= 0 && (lane == 31 || after != r)) atomicAdd(&y[r], s);
}

extern "C" __global__ void spmv_diagonals(const double *__restrict__ bands, const int *__restrict__ offsets, const double *__restrict__ x, double *__restrict__ y, int n, int count)
{
    const int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r >= n) return;
    double s = 0;
    for (int d = 0; d < count; d++) {
        const int c = r + offsets[d] - offsets[count / 2];
        if (c >= 0 && c < n) s += bands[d * n + r] * x[c];
    }
    y[r] = s;
}

extern "C" __global__ void sparse_times_dense(const int *__restrict__ rowptr, const int *__restrict__ col, const float *__restrict__ val, const float4 *__restrict__ B, float4 *__restrict__ C, int rows, int quads)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, q = threadIdx.x;
    if (r >= rows) return;
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int k = rowptr[r]; k < rowptr[r + 1]; k++) {
        const float v = val[k];
        const float4 b = B[(size_t)col[k] * quads + q];
        s.x += v * b.x;
        s.y += v * b.y;
        s.z += v * b.z;
        s.w += v * b.w;
    }
    C[(size_t)r * quads + q] = s;
}

// dense times dense where the pattern has entries
extern "C" __global__ void sparse_sampled_products(const int *__restrict__ row, const int *__restrict__ col, const __half2 *__restrict__ A, const __half2 *__restrict__ B, float *__restrict__ out, int entries, int pairs)
{
    const int e = (blockDim.x * blockIdx.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float s = 0.f;
    if (e < entries) {
        const __half2 *a = A + (size_t)row[e] * pairs, *b = B + (size_t)col[e] * pairs;
        for (int k = lane; k < pairs; k += 8) {
            const float2 u = __half22float2(a[k]), v = __half22float2(b[k]);
            s += u.x * v.x + u.y * v.y;
        }
    }
    s += __shfl_down_sync(~0u, s, 4, 8);
    s += __shfl_down_sync(~0u, s, 2, 8);
    s += __shfl_down_sync(~0u, s, 1, 8);
    if (e < entries && lane == 0) out[e] = s;
}
