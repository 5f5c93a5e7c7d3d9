// Sparse matrices.
#include <stdint.h>

// a thread a row
template <typename T>
__global__ void rowOfThread(const int *__restrict__ start, const int *__restrict__ col, const T *__restrict__ val, const T *__restrict__ x, T *__restrict__ y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    T s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}
template __global__ void rowOfThread<float>(const int *, const int *, const float *, const float *, float *, int);
template __global__ void rowOfThread<double>(const int *, const int *, const double *, const double *, double *, int);

// L lanes a row
template <int L>
__global__ void rowOfLanes(const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    const int r = (blockIdx.x * blockDim.x + threadIdx.x) / L, lane = threadIdx.x % L;
    float s = 0;
    if (r < rows)
        for (int k = start[r] + lane; k < start[r + 1]; k += L) s += val[k] * x[col[k]];
    for (int d = L / 2; d; d >>= 1) s += __shfl_down_sync(~0u, s, d, L);
    if (r < rows && lane == 0) y[r] = s;
}
template __global__ void rowOfLanes<4>(const int *, const int *, const float *, const float *, float *, int);
template __global__ void rowOfLanes<32>(const int *, const int *, const float *, const float *, float *, int);

// ELL: columns of entries, each row with a count of its own
extern "C" __global__ void spmv_counted_ell(const int *count, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    const int most = count[r];
    for (int k = 0; k < most; k++) s += val[(size_t)k * rows + r] * x[col[(size_t)k * rows + r]];
    y[r] = s;
}

// COO in order, row and place packed in a word: lanes of the same row first put together
extern "C" __global__ void spmv_coo_lanes_joined(const int *packed, const int *col, const float *val, const float *x, float *y, int entries)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int r = i < entries ? packed[i] >> 5 : -1;
    float s = i < entries ? val[i] * x[col[i]] : 0.f;
    for (int d = 1; d < 32; d <<= 1) {
        float o = __shfl_up_sync(~0u, s, d);
        int q = __shfl_up_sync(~0u, r, d);
        if (lane >= d && q == r) s += o;
    }
    int next = __shfl_down_sync(~0u, r, 1);
    if (r >= 0 && (lane == 31 || next != r)) atomicAdd(y + r, s);
}

// times a matrix of 48 columns: a block of 48 x 4
extern "C" __global__ void spmm_forty_eight_wide(const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ b, float *__restrict__ c, int rows)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y, j = threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r], end = start[r + 1]; k < end; k++) s = fmaf(val[k], b[(size_t)col[k] * 48 + j], s);
    c[(size_t)r * 48 + j] = s;
}

// blocks of 4 x 4: sixteen lanes a row of blocks
extern "C" __global__ void sp_blocks_of_sixteen(const int *start, const int *col, const float *val, const float4 *x, float *y, int blockRows)
{
    const int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, lane = threadIdx.x & 15, i = lane & 3, part = lane >> 2;
    float s = 0;
    if (r < blockRows)
        for (int k = start[r] + part; k < start[r + 1]; k += 4) {
            float4 v = *(const float4 *)(val + (size_t)k * 16 + i * 4), w = x[col[k]];
            s += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
        }
    s += __shfl_xor_sync(~0u, s, 4);
    s += __shfl_xor_sync(~0u, s, 8);
    if (r < blockRows && part == 0) y[r * 4 + i] = s;
}

// diagonals at offsets that constant memory names
__constant__ int offsets[16];
extern "C" __global__ void spmv_named_diagonals(const double *diag, const double *x, double *y, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int d = 0; d < count; d++) {
        int j = i + offsets[d] - 500;
        if (j >= 0 && j < n) s += diag[(size_t)d * n + i] * x[j];
    }
    y[i] = s;
}

// only chosen places of a dense product: eight lanes a place
extern "C" __global__ void sp_chosen_places(const int *row, const int *col, const float4 *a, const float4 *b, float *out, int places, int quads)
{
    int p = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float s = 0;
    if (p < places) {
        const float4 *u = a + (size_t)row[p] * quads, *v = b + (size_t)col[p] * quads;
        for (int k = lane; k < quads; k += 8) s += u[k].x * v[k].x + u[k].y * v[k].y + u[k].z * v[k].z + u[k].w * v[k].w;
    }
    for (int d = 4; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (p < places && lane == 0) out[p] = s;
}
