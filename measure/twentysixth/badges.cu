// Moving data: pitched copies, conversions, transposes, arrays of structures, gathers.
#include <cuda_fp16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void copy_between_pitched_planes(const float *in, size_t in_pitch, float *out, size_t out_pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
        const float *row = (const float *)((const char *)in + y * in_pitch);
        float *to = (float *)((char *)out + y * out_pitch);
        if (x < width)
            to[x] = row[x];
    }
}

// eight halves become eight floats
extern "C" __global__ void __launch_bounds__(256) copy_halves_widened_eight(const uint4 *__restrict__ in, float4 *__restrict__ out, unsigned n)
{
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    if (i >= n)
        return;
    uint4 v = in[i];
    float2 a = __half22float2(*(__half2 *)&v.x), b = __half22float2(*(__half2 *)&v.y);
    float2 c = __half22float2(*(__half2 *)&v.z), d = __half22float2(*(__half2 *)&v.w);
    out[2 * i] = make_float4(a.x, a.y, b.x, b.y);
    out[2 * i + 1] = make_float4(c.x, c.y, d.x, d.y);
}

// y = a x + y, U elements for each thread
template <typename T, int U>
__global__ void axpyUnrolled(T a, const T *x, T *y, int n)
{
    int base = blockIdx.x * blockDim.x * U + threadIdx.x;
#pragma unroll
    for (int u = 0; u < U; u++) {
        int i = base + u * blockDim.x;
        if (i < n)
            y[i] += a * x[i];
    }
}
template __global__ void axpyUnrolled<float, 4>(float, const float *, float *, int);
template __global__ void axpyUnrolled<double, 2>(double, const double *, double *, int);

extern "C" __global__ void transpose_conjugate_tiles(const float2 *__restrict__ a, float2 *__restrict__ b, int rows, int cols)
{
    __shared__ float2 tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < cols && y + j < rows)
            tile[threadIdx.y + j][threadIdx.x] = a[(size_t)(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < rows && y + j < cols) {
            float2 v = tile[threadIdx.x][threadIdx.y + j];
            v.y = -v.y;
            b[(size_t)(y + j) * rows + x] = v;
        }
}

// one thread for each element, nothing shared
extern "C" __global__ void transpose_shorts_straight(const short *a, short *b, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        b[c * rows + r] = a[r * cols + c];
}

struct Droplet {
    float x, y, z;
    float mass;
    int kind;
    float temperature;
};

extern "C" __global__ void aos_droplets_evaporate(Droplet *drops, int n, float dt, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Droplet d = drops[i];
        if (d.temperature > 0.0f) {
            d.mass *= __expf(-rate * d.temperature * dt);
            d.z -= dt * d.mass;
            drops[i].mass = d.mass;
            drops[i].z = d.z;
        }
    }
}

extern "C" __global__ void soa_bounding_radius(const double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z,
                                               float *__restrict__ r, long long n)
{
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step)
        r[i] = (float)sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
}

// out[i] = src[first[second[i]]]
extern "C" __global__ void gather_by_way_of_two_tables(const float *src, const int *first, const int *second, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = src[first[second[i]]];
}

// a tile of eight threads brings each record of 32 words
extern "C" __global__ void gather_records_by_eights(const int4 *__restrict__ table, const int *__restrict__ which, int4 *__restrict__ out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int record = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (record >= n)
        return;
    int from = 0;
    if (tile.thread_rank() == 0)
        from = which[record];
    from = tile.shfl(from, 0);
    out[(size_t)record * 8 + tile.thread_rank()] = table[(size_t)from * 8 + tile.thread_rank()];
}
