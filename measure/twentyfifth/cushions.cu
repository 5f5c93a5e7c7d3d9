// Gathers, scatters, tables and embeddings.
#include <cstdint>
#include <cuda_bf16.h>

__constant__ unsigned char curve[256];

// a warp fetches a row of `quads` float4
extern "C" __global__ void gather_rows_by_warps(const float4 *__restrict__ table, const int *__restrict__ rows, float4 *__restrict__ out, int n, int quads)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n)
        return;
    const float4 *from = table + (size_t)rows[row] * quads;
    for (int k = threadIdx.x; k < quads; k += 32)
        out[(size_t)row * quads + k] = from[k];
}

template <typename T, typename I>
__global__ void putAtPlaces(const T *__restrict__ in, const I *__restrict__ place, T *__restrict__ out, I n)
{
    I i = (I)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[place[i]] = in[i];
}
template __global__ void putAtPlaces<float, int>(const float *, const int *, float *, int);
template __global__ void putAtPlaces<double, long long>(const double *, const long long *, double *, long long);

// gradient of an embedding: rows of the batch added to rows of the table
extern "C" __global__ void scatter_gradient_of_words(const float *grad, const int *words, float *table, int dim)
{
    int token = blockIdx.x;
    int word = words[token];
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
        atomicAdd(&table[(long)word * dim + d], grad[(long)token * dim + d]);
}

extern "C" __global__ void table_lookup_gamma_curve(const uchar4 *in, uchar4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        out[i] = make_uchar4(curve[p.x], curve[p.y], curve[p.z], p.w);
    }
}

// between the two nearest entries, over [0, 1)
extern "C" __global__ void table_lookup_between_entries(const float *__restrict__ table, const float *__restrict__ at, float *__restrict__ out, int n, int entries)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        float where = at[i] * (entries - 1);
        int k = min((int)where, entries - 2);
        float f = where - k;
        out[i] = table[k] + f * (table[k + 1] - table[k]);
    }
}

// token and position rows added, bfloat16, eight at once
extern "C" __global__ void __launch_bounds__(96) embedding_with_positions(const int *__restrict__ tokens, const uint4 *__restrict__ words, const uint4 *__restrict__ positions, uint4 *__restrict__ out, int length, int eights)
{
    const int at = blockIdx.x;
    const uint4 *word = words + (size_t)tokens[at] * eights;
    const uint4 *position = positions + (size_t)(at % length) * eights;
    for (int k = threadIdx.x; k < eights; k += 96) {
        uint4 a = word[k], b = position[k];
        __nv_bfloat162 *x = reinterpret_cast<__nv_bfloat162 *>(&a);
        const __nv_bfloat162 *y = reinterpret_cast<const __nv_bfloat162 *>(&b);
#pragma unroll
        for (int j = 0; j < 4; j++)
            x[j] = __hadd2(x[j], y[j]);
        out[(size_t)at * eights + k] = a;
    }
}

// mean over the neighbours of a cell of an unstructured mesh; -1 would be the border, given here as the cell count
extern "C" __global__ void gather_average_over_mesh_cells(const double *u, const int *neighbours, double *out, int cells, int most)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells)
        return;
    double sum = 0;
    int found = 0;
    for (int k = 0; k < most; k++) {
        int other = neighbours[k * cells + c];
        if (other < cells) {
            sum += u[other];
            found++;
        }
    }
    out[c] = found ? sum / found : u[c];
}

// samples an image at positions in units of its sides
extern "C" __global__ void gather_bilinear_texels(const float *image, const float2 *at, float *out, int n, int width, int height)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = at[i].x * (width - 1), y = at[i].y * (height - 1);
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
    float fx = x - x0, fy = y - y0;
    float top = image[y0 * width + x0] * (1 - fx) + image[y0 * width + x1] * fx;
    float bottom = image[y1 * width + x0] * (1 - fx) + image[y1 * width + x1] * fx;
    out[i] = top * (1 - fy) + bottom * fy;
}
