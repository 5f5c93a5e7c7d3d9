// Gathers, scatters, looking up of rows.
#include <cuda_bf16.h>

extern "C" __global__ void gather_doubles_as_listed(const int *__restrict__ list, const double *__restrict__ from, double *__restrict__ to, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = from[list[i]];
}

extern "C" __global__ void scatter_pairs_to_places(const unsigned *places, const float2 *pairs, float2 *out, unsigned n)
{
    unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        out[places[i]] = pairs[i];
}

// a row of floats by a warp, four at a time
extern "C" __global__ void gather_rows_quad_lanes(const float4 *__restrict__ table, const long long *__restrict__ ids, float4 *__restrict__ out, int count, int quads)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= count)
        return;
    const float4 *row = table + ids[warp] * quads;
    for (int q = lane; q < quads; q += 32)
        out[(size_t)warp * quads + q] = __ldg(row + q);
}

// words and positions of a sentence, two bf16 a thread
extern "C" __global__ void embedding_words_and_positions(const int *tokens, const __nv_bfloat162 *words, const __nv_bfloat162 *positions, __nv_bfloat162 *out, int length, int pairs)
{
    int t = blockIdx.x;
    const __nv_bfloat162 *w = words + (size_t)tokens[t] * pairs;
    const __nv_bfloat162 *p = positions + (size_t)(t % length) * pairs;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        out[(size_t)t * pairs + i] = __hadd2(w[i], p[i]);
}

extern "C" __global__ void embedding_gradient_rows_added(const int *tokens, const float *grad, float *table, int dim, int padding)
{
    int token = tokens[blockIdx.x];
    if (token == padding)
        return;
    for (int i = threadIdx.x; i < dim; i += blockDim.x)
        atomicAdd(&table[(size_t)token * dim + i], grad[(size_t)blockIdx.x * dim + i]);
}

// an image looked up between its pixels
extern "C" __global__ void gather_between_pixels(const float *__restrict__ image, const float2 *__restrict__ at, float *__restrict__ out, int width, int height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 p = at[i];
    float x = p.x * (width - 1), y = p.y * (height - 1);
    int x0 = min((int)floorf(x), width - 2), y0 = min((int)floorf(y), height - 2);
    float fx = x - x0, fy = y - y0;
    const float *q = image + (size_t)y0 * width + x0;
    float top = q[0] + fx * (q[1] - q[0]);
    float bottom = q[width] + fx * (q[width + 1] - q[width]);
    out[i] = top + fy * (bottom - top);
}

__device__ unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ (x >> 16);
}

// items to a hashed bucket, the bucket's number counted up
extern "C" __global__ void scatter_to_hashed_buckets(const unsigned *keys, unsigned *fill, unsigned *slots, unsigned n, unsigned mask, unsigned room)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned b = mixed(keys[i]) & mask;
        unsigned place = atomicAdd(&fill[b], 1u);
        if (place < room)
            slots[b * room + place] = keys[i];
    }
}

__constant__ float curve[256];

// a byte through a table that all threads share in constant memory
extern "C" __global__ void table_lookup_tone_curve(const uchar4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        out[i] = make_float4(curve[p.x], curve[p.y], curve[p.z], p.w * (1.0f / 255.0f));
    }
}
