// Arrays of structures.
#include <stddef.h>

struct Particle {
    float x, y, z;
    float vx, vy, vz;
    float mass, charge;
};

struct Particles {
    float *x, *y, *z;
    const float *vx, *vy, *vz;
};

struct Sale {
    int item, quantity, cents, region;
};

struct Pixel {
    unsigned char r, g, b;
};

struct Box {
    float lo[3], hi[3];
};

struct __align__(16) Matrix4 {
    float4 row[4];
};

__device__ __forceinline__ float dot4(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

extern "C" __global__ void aos_particles_advance(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

extern "C" __global__ void soa_particles_advance(Particles p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p.x[i] += dt * p.vx[i];
        p.y[i] += dt * p.vy[i];
        p.z[i] += dt * p.vz[i];
    }
}

// what a region has sold, nothing where the sale is another's
extern "C" __global__ void aos_sales_of_region(const Sale *sales, long long *worth, size_t n, int region)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const Sale &s = sales[i];
        long long value = 0;
        if (s.region == region) value = (long long)s.quantity * s.cents;
        worth[i] = value;
    }
}

extern "C" __global__ void aos_pixels_to_luma(const Pixel *in, unsigned char *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Pixel p = in[i];
        out[i] = (unsigned char)((77 * p.r + 150 * p.g + 29 * p.b) >> 8);
    }
}

extern "C" __global__ void aos_vectors_normalised(float3 *v, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float3 a = v[i];
        float inv = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + 1e-12f);
        v[i] = make_float3(a.x * inv, a.y * inv, a.z * inv);
    }
}

extern "C" __global__ void aos_matrices_applied(const Matrix4 *__restrict__ m, const float4 *__restrict__ v, float4 *__restrict__ out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Matrix4 a = m[i];
    float4 x = v[i];
    out[i] = make_float4(dot4(a.row[0], x), dot4(a.row[1], x), dot4(a.row[2], x), dot4(a.row[3], x));
}

extern "C" __global__ void aos_boxes_that_touch(const Box *boxes, Box query, unsigned char *hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool touch = true;
    for (int k = 0; k < 3; k++)
        if (boxes[i].lo[k] > query.hi[k] || boxes[i].hi[k] < query.lo[k]) {
            touch = false;
            break;
        }
    hit[i] = touch;
}
