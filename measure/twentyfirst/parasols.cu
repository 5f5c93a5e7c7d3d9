// Sparse matrices.
#include <cstdint>

// rows by begin and length, with room between them
extern "C" __global__ void spmv_begin_and_length(int rows, const int *__restrict__ begin, const int *__restrict__ length, const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        double dot = 0;
        for (int k = begin[row]; k < begin[row] + length[row]; k++)
            dot += val[k] * x[col[k]];
        y[row] = dot;
    }
}

// ELLPACK with the lengths of rows
extern "C" __global__ void spmv_ell_with_lengths(const float *val, const int *col, const int *length, const float *x, float *y, int rows, int pitch)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += blockDim.x * gridDim.x) {
        float sum = 0.0f;
        int many = length[r];
        for (int k = 0, at = r; k < many; ++k, at += pitch)
            sum = fmaf(val[at], __ldg(x + col[at]), sum);
        y[r] = sum;
    }
}

// LANES threads for a row, sums added to what is there: y = alpha A x + beta y
template <typename Index, typename Real, int LANES>
__global__ void csrVectorKernel(Index rows, const Index *rowPtr, const int *colIdx, const Real *values, const Real *x, Real *y, Real alpha, Real beta)
{
    const int lane = threadIdx.x & (LANES - 1);
    const Index perGrid = (Index)gridDim.x * (blockDim.x / LANES);
    for (Index row = ((Index)blockIdx.x * blockDim.x + threadIdx.x) / LANES; row < rows; row += perGrid) {
        Real sum = 0;
        const Index last = rowPtr[row + 1];
        for (Index j = rowPtr[row] + lane; j < last; j += LANES)
            sum += values[j] * x[colIdx[j]];
#pragma unroll
        for (int d = LANES / 2; d > 0; d >>= 1)
            sum += __shfl_down_sync(0xffffffff, sum, d, LANES);
        if (lane == 0) y[row] = alpha * sum + beta * y[row];
    }
}
template __global__ void csrVectorKernel<int64_t, float, 8>(int64_t, const int64_t *, const int *, const float *, const float *, float *, float, float);
template __global__ void csrVectorKernel<int, double, 16>(int, const int *, const int *, const double *, const double *, double *, double, double);

// coordinates packed in one word, sorted by row: lanes of the same row add up, then one atomic
extern "C" __global__ void spmv_packed_coordinates(const unsigned long long *key, const float *val, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int row = -1;
    float v = 0;
    if (i < n) {
        unsigned long long k = key[i];
        row = (int)(k >> 20);
        v = val[i] * x[k & 0xfffff];
    }
    for (int d = 1; d < 32; d <<= 1) {
        int r = __shfl_up_sync(~0u, row, d);
        float o = __shfl_up_sync(~0u, v, d);
        if (lane >= d && r == row) v += o;
    }
    int next = __shfl_down_sync(~0u, row, 1);
    if (row >= 0 && (lane == 31 || next != row)) atomicAdd(y + row, v);
}

// blocks of two by two, a thread for a row of blocks
extern "C" __global__ void spmv_two_by_two(const int *ptr, const int *col, const float4 *block, const float2 *x, float2 *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float2 sum = make_float2(0.f, 0.f);
    for (int k = ptr[r], e = ptr[r + 1]; k < e; k++) {
        float4 b = block[k];
        float2 v = x[col[k]];
        sum.x += b.x * v.x + b.y * v.y;
        sum.y += b.z * v.x + b.w * v.y;
    }
    y[r] = sum;
}

// only the upper triangle is stored
extern "C" __global__ void spmv_upper_half_kept(const int *ptr, const int *col, const double *val, const double *x, double *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double mine = 0, xr = x[r];
    for (int k = ptr[r]; k < ptr[r + 1]; k++) {
        int c = col[k];
        double v = val[k];
        mine += v * x[c];
        if (c != r) atomicAdd(&y[c], v * xr);
    }
    atomicAdd(&y[r], mine);
}

// a sparse matrix times eight dense columns
extern "C" __global__ void spmm_eight_columns_in_pairs(int rows, const int *ptr, const int *col, const float *val, const float *b, float *c)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, j = threadIdx.x;
    if (row < rows) {
        float s = 0;
        int k = ptr[row];
        const int end = ptr[row + 1];
        for (; k + 1 < end; k += 2) {
            float p = val[k] * b[col[k] * 8 + j];
            float q = val[k + 1] * b[col[k + 1] * 8 + j];
            s += p + q;
        }
        if (k < end) s += val[k] * b[col[k] * 8 + j];
        c[row * 8 + j] = s;
    }
}

// products of dense rows where the mask has an entry; eight lanes for one
extern "C" __global__ void sparse_products_where_marked(const int *row, const int *col, const float4 *a, const float4 *b, float *out, int entries, int quads)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int e = (int)(t >> 3), lane = (int)(t & 7);
    if (e >= entries) return;
    const float4 *p = a + (long long)row[e] * quads, *q = b + (long long)col[e] * quads;
    float s = 0;
    for (int k = lane; k < quads; k += 8) {
        float4 u = p[k], v = q[k];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    unsigned group = 0xffu << (threadIdx.x & 24);
    s += __shfl_xor_sync(group, s, 4);
    s += __shfl_xor_sync(group, s, 2);
    s += __shfl_xor_sync(group, s, 1);
    if (lane == 0) out[e] = s;
}

// one sweep of Jacobi; the diagonal stands among the others
extern "C" __global__ void sparse_jacobi_sweep(const int *ptr, const int *col, const float *val, const float *b, const float *old, float *now, int rows, float omega)
{
    int r = threadIdx.x + blockIdx.x * blockDim.x;
    if (r >= rows) return;
    float rest = b[r], diagonal = 1.f;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) {
        int c = col[k];
        if (c == r) {
            diagonal += fabsf(val[k]);
            continue;
        }
        rest -= val[k] * old[c];
    }
    now[r] = (1.f - omega) * old[r] + omega * rest / diagonal;
}

// entries of each row above a threshold are kept, at most LIMIT of them
template <int LIMIT>
__global__ void thinRows(const int *ptr, const int *col, const double *val, int *keptCol, double *keptVal, int *kept, int rows, double threshold)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int many = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) {
        double v = val[k];
        if (fabs(v) < threshold) continue;
        keptCol[r * LIMIT + many] = col[k];
        keptVal[r * LIMIT + many] = v;
        if (++many == LIMIT) break;
    }
    kept[r] = many;
}
template __global__ void thinRows<6>(const int *, const int *, const double *, int *, double *, int *, int, double);
