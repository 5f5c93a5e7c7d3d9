// Gathers and scatters.
#include <cuda_fp16.h>
#include <stdint.h>

template <class T> __global__ void pickThrough(const T *__restrict__ table, const uint32_t *__restrict__ where, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[where[i]];
}
template __global__ void pickThrough<float4>(const float4 *, const uint32_t *, float4 *, int);
template __global__ void pickThrough<uint8_t>(const uint8_t *, const uint32_t *, uint8_t *, int);

// corners of triangles, then area
extern "C" __global__ void gather_triangle_areas(const float *__restrict__ vertex, const int *__restrict__ corner, float *area, int triangles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= triangles) return;
    float p[3][3];
    for (int k = 0; k < 3; k++) {
        int v = corner[3 * t + k];
        for (int d = 0; d < 3; d++) p[k][d] = vertex[3 * v + d];
    }
    float ax = p[1][0] - p[0][0], ay = p[1][1] - p[0][1], az = p[1][2] - p[0][2];
    float bx = p[2][0] - p[0][0], by = p[2][1] - p[0][1], bz = p[2][2] - p[0][2];
    float cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    area[t] = 0.5f * sqrtf(cx * cx + cy * cy + cz * cz);
}

// a sum of places given by a bag of indices each
extern "C" __global__ void embedding_bag_mean(const __half *__restrict__ table, const int *__restrict__ index, float *out, int bag, int dim)
{
    int d = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < bag; k++)
        sum += __half2float(table[(size_t)index[blockIdx.x * bag + k] * dim + d]);
    out[(size_t)blockIdx.x * dim + d] = sum / bag;
}

extern "C" __global__ void scatter_scaled_doubles(const double *value, const int *to, double *out, int n, double by)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        out[to[i]] = by * value[i];
}

// three tables one after the other
extern "C" __global__ void table_lookup_three_deep(const uint16_t *__restrict__ a, const uint16_t *__restrict__ b, const float *__restrict__ c, const uint8_t *__restrict__ key, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = c[b[a[key[i]]]];
}

// trilinear values of a grid at scattered points
extern "C" __global__ void table_lookup_in_a_cube(const float *__restrict__ cube, int side, const float *__restrict__ points, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f[3];
    int c[3];
    for (int d = 0; d < 3; d++) {
        float x = points[d * n + i] * (side - 1);
        c[d] = min((int)x, side - 2);
        f[d] = x - c[d];
    }
    const float *q = cube + (c[2] * side + c[1]) * side + c[0];
    float r = 0;
    for (int k = 0; k < 8; k++) {
        float w = (k & 1 ? f[0] : 1 - f[0]) * (k & 2 ? f[1] : 1 - f[1]) * (k & 4 ? f[2] : 1 - f[2]);
        r += w * q[((k >> 2) * side + (k >> 1 & 1)) * side + (k & 1)];
    }
    out[i] = r;
}

// where each of some queries would go in an ordered table of doubles, both ends
extern "C" __global__ void binary_search_range(const double *__restrict__ sorted, int size, const double *__restrict__ query, int *low, int *count, double width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int found[2];
    for (int e = 0; e < 2; e++) {
        double want = query[i] + e * width;
        int a = 0, b = size;
        while (a < b) {
            int m = (a + b) >> 1;
            if (sorted[m] < want) a = m + 1;
            else b = m;
        }
        found[e] = a;
    }
    low[i] = found[0];
    count[i] = found[1] - found[0];
}

// marks by bit
extern "C" __global__ void scatter_bits_of_visited(const int *__restrict__ places, unsigned *bitmap, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int p = places[i];
        unsigned bit = 1u << (p & 31);
        if (!(bitmap[p >> 5] & bit)) atomicOr(&bitmap[p >> 5], bit);
    }
}
