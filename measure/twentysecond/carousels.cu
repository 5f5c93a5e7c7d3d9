// Gathers and scatters by index.
#include <cuda_fp16.h>
#include <stddef.h>

// rows of a table for the words of a text, a warp a word
extern "C" __global__ void gather_words_by_warps(const int *__restrict__ words, const float4 *__restrict__ table, float4 *__restrict__ out, int count, int quads)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
    if (warp >= count) return;
    const float4 *row = table + (size_t)words[warp] * quads;
    for (int k = lane; k < quads; k += warpSize) out[(size_t)warp * quads + k] = row[k];
}

extern "C" __global__ void gather_by_ldg(const float *x, const int *index, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __ldg(x + __ldg(index + i));
}

extern "C" __global__ void gather_where_wanted(const unsigned char *wanted, const int *index, const double *x, double *y, int n)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n || wanted[i] == 0) return;
    y[i] = x[index[i]];
}

// six neighbours of each vertex of a mesh, neighbour lists one after the other
extern "C" __global__ void gather_mesh_of_six(const int *neighbour, const float *height, float *smooth, int vertices)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += gridDim.x * blockDim.x) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 6; ++k) sum += height[neighbour[k * vertices + v]];
        smooth[v] = 0.5f * height[v] + sum * (0.5f / 6.0f);
    }
}

// between two places of a table in global memory
extern "C" __global__ void table_lookup_linear(const float *x, const float *table, int size, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = x[i] * (size - 1);
        int k = (int)t;
        if (k > size - 2) k = size - 2;
        float f = t - k;
        y[i] = (1.0f - f) * table[k] + f * table[k + 1];
    }
}

struct Volume {
    const float *data;
    int nx, ny, nz;
    __device__ float at(int x, int y, int z) const { return data[(z * ny + y) * nx + x]; }
};

extern "C" __global__ void gather_trilinear_points(Volume v, const float *px, const float *py, const float *pz, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = px[i] * (v.nx - 1), y = py[i] * (v.ny - 1), z = pz[i] * (v.nz - 1);
    int ix = min((int)x, v.nx - 2), iy = min((int)y, v.ny - 2), iz = min((int)z, v.nz - 2);
    float fx = x - ix, fy = y - iy, fz = z - iz;
    float plane[2];
    for (int k = 0; k < 2; k++) {
        float a = v.at(ix, iy, iz + k) * (1 - fx) + v.at(ix + 1, iy, iz + k) * fx;
        float b = v.at(ix, iy + 1, iz + k) * (1 - fx) + v.at(ix + 1, iy + 1, iz + k) * fx;
        plane[k] = a * (1 - fy) + b * fy;
    }
    out[i] = plane[0] * (1 - fz) + plane[1] * fz;
}

extern "C" __global__ void binary_search_in_sorted(const int *sorted, int size, const int *keys, int *place, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int key = keys[i], lo = 0, hi = size;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    place[i] = lo;
}

extern "C" __global__ void scatter_couples_permuted(const float2 *in, const unsigned *to, float2 *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = in[i];
}

extern "C" __global__ void scatter_weights_added(const int *cell, const float *weight, float *grid, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&grid[cell[i]], weight[i]);
}

// length of each edge of a graph whose vertices lie in the plane
extern "C" __global__ void gather_edge_lengths(const int2 *edges, const __half2 *points, float *length, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n) {
        int2 uv = edges[e];
        float2 a = __half22float2(points[uv.x]), b = __half22float2(points[uv.y]);
        float dx = a.x - b.x, dy = a.y - b.y;
        length[e] = sqrtf(dx * dx + dy * dy);
    }
}
