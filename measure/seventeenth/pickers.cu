// Reads and writes by index.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void gather_doubles_by_list(const double *__restrict__ table, const int *__restrict__ index, double *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[index[i]];
}

extern "C" __global__ void gather_edge_differences(const float *x, const int2 *edges, float *out, int edgesCount)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edgesCount) return;
    int2 ends = edges[e];
    out[e] = x[ends.y] - x[ends.x];
}

extern "C" __global__ void scatter_votes(const int *candidate, const int *votes, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum[candidate[i]], votes[i]);
}

extern "C" __global__ void scatter_into_columns(const float *in, float *out, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols) out[(i % rows) * cols + i / rows] = in[i];
}

extern "C" __global__ void gather_halves_by_shorts(const __half *__restrict__ table, const unsigned short *__restrict__ index, __half *__restrict__ out, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        ushort2 k = *(const ushort2 *)(index + i);
        *(__half2 *)(out + i) = __halves2half2(table[k.x], table[k.y]);
    }
}

extern "C" __global__ void table_lookup_plane(const float *__restrict__ lut, int side, const float2 *__restrict__ at, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = at[i];
    float x = p.x * (side - 1), y = p.y * (side - 1);
    int x0 = min((int)x, side - 2), y0 = min((int)y, side - 2);
    float fx = x - x0, fy = y - y0;
    const float *c = lut + y0 * side + x0;
    float top = c[0] + fx * (c[1] - c[0]);
    float bottom = c[side] + fx * (c[side + 1] - c[side]);
    out[i] = top + fy * (bottom - top);
}

// 1023 edges in shared memory, ten halvings without a branch
extern "C" __global__ void binary_search_edges_shared(const float *__restrict__ edges, const float *__restrict__ v, short *__restrict__ bin, int n)
{
    __shared__ float e[1024];
    for (int k = threadIdx.x; k < 1023; k += blockDim.x) e[k] = edges[k];
    if (threadIdx.x == 0) e[1023] = 3.4e38f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = v[i];
        int at = 0;
#pragma unroll
        for (int half = 512; half; half >>= 1) at += e[at + half - 1] <= x ? half : 0;
        bin[i] = at;
    }
}

extern "C" __global__ void gather_record_per_warp(const float *__restrict__ records, const int *__restrict__ list, float *__restrict__ out, int count)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (warp >= count) return;
    int r = list[warp];
    for (int k = lane; k < 96; k += 32) out[warp * 96 + k] = records[r * 96 + k];
}
