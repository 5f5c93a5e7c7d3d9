// Sparse matrices and graphs.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void spmv_csr_one_row_each(const int *__restrict__ start, const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int rows)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}

template <int LANES>
__device__ __forceinline__ void csrByLanes(const int *__restrict__ first, const int *__restrict__ length, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    const int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float s = 0;
    if (r < rows) {
        const int b = first[r], e = b + length[r];
        for (int k = b + lane; k < e; k += LANES) s = fmaf(__ldg(val + k), __ldg(x + __ldg(col + k)), s);
    }
#pragma unroll
    for (int o = LANES / 2; o; o /= 2) s += __shfl_down_sync(~0u, s, o, LANES);
    if (r < rows && lane == 0) y[r] = s;
}
extern "C" __global__ void spmv_ragged_8_lanes(const int *f, const int *l, const int *c, const float *v, const float *x, float *y, int rows) { csrByLanes<8>(f, l, c, v, x, y, rows); }
extern "C" __global__ void spmv_ragged_32_lanes(const int *f, const int *l, const int *c, const float *v, const float *x, float *y, int rows) { csrByLanes<32>(f, l, c, v, x, y, rows); }

// slices of 32 rows, each slice as wide as its longest row
extern "C" __global__ void spmv_slices_of_32(const int *__restrict__ sliceStart, const int *__restrict__ sliceWidth, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int s = r / 32, at = sliceStart[s] + r % 32, w = sliceWidth[s];
    float sum = 0;
    for (int k = 0; k < w; k++, at += 32) sum += val[at] * x[col[at]];
    y[r] = sum;
}

extern "C" __global__ void spmv_ell_half_values(const int *__restrict__ col, const half *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
#pragma unroll 4
    for (int k = 0; k < width; k++) {
        int c = col[(size_t)k * rows + r];
        if (c >= 0) s += __half2float(val[(size_t)k * rows + r]) * x[c];
    }
    y[r] = s;
}

// coordinates sorted by row: a warp adds up runs of the same row, heads write
extern "C" __global__ void spmv_coo_runs_in_warp(const int *__restrict__ row, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y, int n, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int r = i < n ? row[i] / each : -1;
    float v = i < n ? val[i] * x[col[i]] : 0.f;
    for (int o = 1; o < 32; o *= 2) {
        float u = __shfl_down_sync(~0u, v, o);
        int q = __shfl_down_sync(~0u, r, o);
        if (lane + o < 32 && q == r) v += u;
    }
    int before = __shfl_up_sync(~0u, r, 1);
    if (r >= 0 && (lane == 0 || before != r)) atomicAdd(y + r, v);
}

extern "C" __global__ void sparse_rows_times_thin(const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val, const float *__restrict__ B, float *__restrict__ C, int rows)
{
    // eight columns of B, a thread for each number of C
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = i >> 3, c = i & 7;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k] * B[col[k] * 8 + c];
    C[i] = s;
}

// ---- graphs, edges as CSR

extern "C" __global__ void bfs_push_from_frontier(const int *__restrict__ frontier, const int *__restrict__ start, const int *__restrict__ edge, int *level, int m, int now)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    int v = frontier[i];
    for (int k = start[v]; k < start[v + 1]; k++) {
        int u = edge[k];
        if (level[u] == 0) level[u] = now + 1;     // whoever writes, writes the same
    }
}

extern "C" __global__ void bfs_pull_bits(const unsigned *__restrict__ seen, const int *__restrict__ start, const int *__restrict__ edge, unsigned *__restrict__ next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;
    if (v < n && !(seen[v / 32] >> v % 32 & 1))
        for (int k = start[v]; k < start[v + 1] && !found; k++) {
            int u = edge[k];
            found = seen[u / 32] >> u % 32 & 1;
        }
    unsigned b = __ballot_sync(~0u, found);
    if (threadIdx.x % 32 == 0 && v < n) next[v / 32] = b;
}

extern "C" __global__ void gph_page_rank_warp(const int *__restrict__ start, const int *__restrict__ edge, const float *__restrict__ share, float *__restrict__ rank, int n, float damp)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (v >= n) return;
    float s = 0;
    for (int k = start[v] + lane; k < start[v + 1]; k += 32) s += share[edge[k]];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (!lane) rank[v] = (1.f - damp) / n + damp * s;
}

extern "C" __global__ void gph_shorten_paths(const int *__restrict__ from, const int *__restrict__ to, const int *__restrict__ weight, const int *__restrict__ dist, int *best, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    int d = dist[from[e]] + weight[e], t = to[e];
    if (d < dist[t]) atomicMin(best + t, d);
}
