// Copies, transposes, structures, gathers and scatters.
#include <cuda_pipeline.h>

// a block moves one stretch, each thread V elements a block's width apart
template <typename T, int V> __global__ void copyStretch(T *__restrict__ to, const T *__restrict__ from, unsigned n)
{
    unsigned first = blockIdx.x * (V * blockDim.x) + threadIdx.x;
    T held[V];
#pragma unroll
    for (int v = 0; v < V; v++)
        if (first + v * blockDim.x < n)
            held[v] = from[first + v * blockDim.x];
#pragma unroll
    for (int v = 0; v < V; v++)
        if (first + v * blockDim.x < n)
            to[first + v * blockDim.x] = held[v];
}
template __global__ void copyStretch<double, 4>(double *, const double *, unsigned);
template __global__ void copyStretch<short, 8>(short *, const short *, unsigned);

// big endian file data to little endian
extern "C" __global__ void copy_words_endian_changed(const unsigned *in, unsigned *out, long long n)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        out[i] = __byte_perm(in[i], 0, 0x0123);
}

// three stages in flight; every thread reads back only what it asked for itself
extern "C" __global__ void copy_scaled_three_in_flight(const float4 *__restrict__ in, float4 *__restrict__ out, int quads, float scale)
{
    extern __shared__ float4 stage[];
    const int stride = gridDim.x * blockDim.x, t = threadIdx.x;
    int ahead = blockIdx.x * blockDim.x + t;
    for (int s = 0; s < 3; s++, ahead += stride) {
        if (ahead < quads)
            __pipeline_memcpy_async(&stage[s * blockDim.x + t], &in[ahead], 16);
        __pipeline_commit();
    }
    int s = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < quads; i += stride, ahead += stride) {
        __pipeline_wait_prior(2);
        float4 v = stage[s * blockDim.x + t];
        if (ahead < quads)
            __pipeline_memcpy_async(&stage[s * blockDim.x + t], &in[ahead], 16);
        __pipeline_commit();
        v.x *= scale, v.y *= scale, v.z *= scale, v.w *= scale;
        out[i] = v;
        s = s == 2 ? 0 : s + 1;
    }
}

// no padding: the column is turned by the row
extern "C" __global__ __launch_bounds__(256) void transpose_tile_columns_xored(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < cols && y0 + j < rows)
            tile[j][threadIdx.x ^ j] = in[(size_t)(y0 + j) * cols + x];
    __syncthreads();
    int y = y0 + threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) {
        int column = blockIdx.x * 32 + j;
        if (y < rows && column < cols)
            out[(size_t)column * rows + y] = tile[threadIdx.x][j ^ threadIdx.x];
    }
}

// [batch][n][m] to [batch][m][n], one matrix for each z
extern "C" __global__ void transpose_each_of_batch(const double *in, double *out, int n, int m)
{
    __shared__ double tile[16][17];
    const double *a = in + (size_t)blockIdx.z * n * m;
    double *b = out + (size_t)blockIdx.z * n * m;
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    if (x < m && y < n)
        tile[threadIdx.y][threadIdx.x] = a[y * m + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < n && y < m)
        b[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

struct Vertex {
    float position[3];
    float normal[3];
    unsigned colour;
    float u, v;
};

struct Pose {
    float m[3][4];
};

// vertices of 36 bytes are placed in the world; positions and texture places go into arrays of their own
extern "C" __global__ void aos_mesh_vertices_posed(const Vertex *vertices, float4 *position, float2 *texture, int n, Pose pose)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vertex p = vertices[i];
    float out[3];
    for (int r = 0; r < 3; r++)
        out[r] = pose.m[r][0] * p.position[0] + pose.m[r][1] * p.position[1] + pose.m[r][2] * p.position[2] + pose.m[r][3];
    float shade = fmaxf(0.0f, p.normal[2]);
    position[i] = make_float4(out[0], out[1], out[2], shade);
    texture[i] = make_float2(p.u, p.v);
}

struct Account {
    long long id;
    double balance;
    int branch;
    short kind;
    short closed;
};

// only open accounts of one kind are touched
extern "C" __global__ void aos_interest_of_one_kind(Account *accounts, size_t n, short kind, double rate)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (accounts[i].kind & 3) == kind && !(accounts[i].closed & 1))
        accounts[i].balance += accounts[i].balance * rate;
}

// picture values at places between the pixels
extern "C" __global__ void gather_bilinear_at_places(const float *__restrict__ picture, const float2 *__restrict__ places, float *__restrict__ out, int n, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 p = places[i];
    float x = fminf(fmaxf((0.5f + 0.5f * p.x) * (w - 1), 0.0f), w - 1.001f);
    float y = fminf(fmaxf((0.5f + 0.5f * p.y) * (h - 1), 0.0f), h - 1.001f);
    int xi = min((int)x, w - 2), yi = min((int)y, h - 2);
    float fx = x - xi, fy = y - yi;
    const float *corner = picture + yi * w + xi;
    float top = corner[0] + fx * (corner[1] - corner[0]);
    float bottom = corner[w] + fx * (corner[w + 1] - corner[w]);
    out[i] = top + fy * (bottom - top);
}

// element i goes to i * factor modulo n
template <typename T> __global__ void scatterByFactor(T *to, const T *from, unsigned long long n, unsigned long long factor)
{
    unsigned long long i = blockIdx.x * 1ull * blockDim.x + threadIdx.x;
    if (i < n)
        to[i * factor % n] = from[i];
}
template __global__ void scatterByFactor<float>(float *, const float *, unsigned long long, unsigned long long);
