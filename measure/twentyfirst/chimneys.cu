// Gathers and scatters.
#include <cuda_fp16.h>
#include <stdint.h>

// a bag of rows of a table is added up, a block a bag
extern "C" __global__ void gather_bags_of_rows(const int *offsets, const int *ids, const float *table, float *out, int dim)
{
    const int bag = blockIdx.x, from = offsets[bag], to = offsets[bag + 1];
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float sum = 0.0f;
        for (int k = from; k < to; ++k) sum += table[ids[k] * dim + d];
        out[bag * dim + d] = to > from ? sum / (to - from) : 0.0f;
    }
}

// between four points of a picture
extern "C" __global__ void gather_bilinear_at(const float *__restrict__ image, const float2 *__restrict__ at, float *__restrict__ out, int n, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = at[i].x * (w - 1), y = at[i].y * (h - 1);
    int x0 = min((int)x, w - 2), y0 = min((int)y, h - 2);
    float fx = x - x0, fy = y - y0;
    const float *p = image + y0 * w + x0;
    float top = p[0] + fx * (p[1] - p[0]), bottom = p[w] + fx * (p[w + 1] - p[w]);
    out[i] = top + fy * (bottom - top);
}

// an index of an index
extern "C" __global__ void gather_index_of_index(const int *first, const int *second, const double *values, double *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = values[second[first[i]]];
}

// a palette in shared memory, four pixels a thread
extern "C" __global__ void gather_palette_of_256(const uchar4 *in, const float *palette, float4 *out, int quads)
{
    __shared__ float colours[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) colours[k] = palette[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 p = in[i];
        out[i] = make_float4(colours[p.x], colours[p.y], colours[p.z], colours[p.w]);
    }
}

// 64-bit places, some of them nowhere
extern "C" __global__ void gather_long_or_zero(const long long *places, const float *x, float *y, long long n, long long limit)
{
    const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    const long long p = places[i];
    y[i] = p < 0 || p >= limit ? 0.f : x[p];
}

// the middle of four corners each
extern "C" __global__ void gather_cell_centres(const int4 *cells, const float3 *points, float3 *centres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int4 c = cells[i];
        int at[4] = {c.x, c.y, c.z, c.w};
        float3 s = make_float3(0, 0, 0);
        for (int k = 0; k < 4; k++) {
            float3 p = points[at[k]];
            s.x += p.x;
            s.y += p.y;
            s.z += p.z;
        }
        centres[i] = make_float3(0.25f * s.x, 0.25f * s.y, 0.25f * s.z);
    }
}

// some channels of pixels that lie channel by channel
extern "C" __global__ void gather_picked_channels(const __half *in, const int *picked, __half *out, int pixels, int channels, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels * count) return;
    const int pixel = i / count, k = i % count;
    out[i] = in[pixel * channels + picked[k]];
}

extern "C" __global__ void scatter_quads_to_slots(const int *slots, const float4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[slots[i]] = in[i];
}

// the least of each cell, by exchange
extern "C" __global__ void scatter_least_by_exchange(const int *cell, const float *values, float *least, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float v = values[i];
        int *at = (int *)least + cell[i];
        int seen = *at;
        while (v < __int_as_float(seen)) {
            const int was = atomicCAS(at, seen, __float_as_int(v));
            if (was == seen) break;
            seen = was;
        }
    }
}
