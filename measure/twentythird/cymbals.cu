// Gathers, scatters and look-ups.
#include <cuda_fp16.h>
#include <stddef.h>

// a block a word of the text
extern "C" __global__ void gather_word_vectors(const int *words, const half2 *__restrict__ vectors, half2 *__restrict__ out, int pairs, float scale)
{
    const half2 *row = vectors + (size_t)words[blockIdx.x] * pairs;
    half2 *to = out + (size_t)blockIdx.x * pairs;
    const half2 s = __float2half2_rn(scale);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) to[i] = __hmul2(row[i], s);
}

extern "C" __global__ void gather_or_nothing(const float *values, const int *where, float *out, size_t n, int limit)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = where[i];
    out[i] = w < limit ? values[w] : 0.0f;
}

struct Turn {
    float cosine, sine, middle_x, middle_y;
};

extern "C" __global__ void gather_picture_turned(const float *__restrict__ in, float *__restrict__ out, int w, int h, Turn t)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = x - t.middle_x, dy = y - t.middle_y;
    float sx = t.cosine * dx - t.sine * dy + t.middle_x;
    float sy = t.sine * dx + t.cosine * dy + t.middle_y;
    int x0 = (int)floorf(sx), y0 = (int)floorf(sy);
    float value = 0.0f;
    if (x0 >= 0 && y0 >= 0 && x0 + 1 < w && y0 + 1 < h) {
        float fx = sx - x0, fy = sy - y0;
        const float *p = in + y0 * w + x0;
        float top = p[0] + fx * (p[1] - p[0]);
        float low = p[w] + fx * (p[w + 1] - p[w]);
        value = top + fy * (low - top);
    }
    out[y * w + x] = value;
}

extern "C" __global__ void gather_through_two_tables(const unsigned *first, const unsigned *second, const double *__restrict__ last, double *__restrict__ out, unsigned n)
{
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) out[i] = __ldg(&last[second[first[i]]]);
}

extern "C" __global__ void table_lookup_palette(const unsigned char *__restrict__ picture, const uchar4 *palette, uchar4 *out, int n)
{
    __shared__ uchar4 colours[256];
    if (threadIdx.x < 256) colours[threadIdx.x] = palette[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = colours[picture[i]];
}

// neighbours lie by columns: the k-th of all, then the next
extern "C" __global__ void gather_mean_of_neighbours(const int *neighbours, const float *__restrict__ x, float *mean, int n, int degree)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        float sum = 0;
        for (int k = 0; k < degree; k++) sum += x[neighbours[(size_t)k * n + v]];
        mean[v] = sum / degree;
    }
}

extern "C" __global__ void scatter_records_to_places(const int2 *records, const int *place, int2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[place[i]] = records[i];
}
