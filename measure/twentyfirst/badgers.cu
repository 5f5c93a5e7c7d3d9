// Arrays of structures, and structures of arrays.
#include <cuda_fp16.h>
#include <stdint.h>

struct Spring {
    float at, speed, stiff, mass, rest;
};

// four small steps of each spring, held in registers
extern "C" __global__ void aos_springs_swing(Spring *springs, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Spring s = springs[i];
        for (int k = 0; k < 4; k++) {
            s.speed -= dt * s.stiff * (s.at - s.rest) / s.mass;
            s.at += dt * s.speed;
        }
        springs[i].at = s.at;
        springs[i].speed = s.speed;
    }
}

struct Body8 {
    double pos[3], momentum[3], mass, charge;
};

extern "C" __global__ void aos_kinetic_of_bodies(const Body8 *bodies, double *out, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0;
    for (int d = 0; d < 3; d++) sum += bodies[i].momentum[d] * bodies[i].momentum[d];
    out[i] = sum / (2 * bodies[i].mass);
}

struct __align__(8) Voxel {
    __half density, heat;
    unsigned short kind, flags;
};

// eight bytes at once, most of them go back as they came
extern "C" __global__ void aos_voxels_cooled(Voxel *voxels, int n, float by)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Voxel v = voxels[i];
        if (v.kind & 1) continue;
        v.heat = __float2half(__half2float(v.heat) * by);
        v.flags |= 4;
        voxels[i] = v;
    }
}

struct Together {
    float4 *p;
    __device__ float4 get(int i) const { return p[i]; }
    __device__ void set(int i, float4 v) const { p[i] = v; }
};
struct Apart {
    float *x, *y, *z, *w;
    __device__ float4 get(int i) const { return make_float4(x[i], y[i], z[i], w[i]); }
    __device__ void set(int i, float4 v) const
    {
        x[i] = v.x;
        y[i] = v.y;
        z[i] = v.z;
        w[i] = v.w;
    }
};

// the same step, wherever the four numbers lie
template <class Layout>
__global__ void drift(Layout points, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = points.get(i);
    float r = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z) + 1.0f;
    v.x += dt * v.w / r;
    v.y += dt * v.w;
    v.z -= dt * r;
    v.w *= 0.999f;
    points.set(i, v);
}
template __global__ void drift<Together>(Together, int, float);
template __global__ void drift<Apart>(Apart, int, float);

struct Face {
    float nx, ny, nz, area;
};

// corners are asked for by number
extern "C" __global__ void aos_faces_of_mesh(const int3 *__restrict__ corners, const float3 *__restrict__ points, Face *__restrict__ faces, int n)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    const int3 c = corners[i];
    const float3 p = points[c.x], q = points[c.y], r = points[c.z];
    const float ax = q.x - p.x, ay = q.y - p.y, az = q.z - p.z, bx = r.x - p.x, by = r.y - p.y, bz = r.z - p.z;
    const float nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
    const float length = sqrtf(nx * nx + ny * ny + nz * nz);
    const float over = length > 0.f ? 1.f / length : 0.f;
    faces[i] = Face{nx * over, ny * over, nz * over, 0.5f * length};
}

// those that are left go into a ring, next to those that came before
extern "C" __global__ void aos_survivors_appended(const float4 *all, int n, float4 *ring, unsigned mask, unsigned *count)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    float4 p = all[i];
    if (p.w < 0.8f) return;
    unsigned slot = atomicAdd(count, 1u);
    ring[slot & mask] = p;
}

struct Entry {
    uint8_t kind, flags;
    uint16_t count;
    int value;
};

// each thread sixteen neighbours, those without a flag are passed over
extern "C" __global__ void aos_entries_in_sixteens(const Entry *entries, long *sums, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
    if (first >= n) return;
    long sum = 0;
    int most = 0;
    for (int k = first; k < first + 16 && k < n; k++) {
        if (!(entries[k].flags & 3)) continue;
        sum += entries[k].value;
        if (entries[k].count > most) most = entries[k].count;
    }
    sums[first / 16] = sum + most;
}

struct Seven {
    float v[7];
};

// 28 bytes each: a block brings them as words, works on its own, and takes them back as words
extern "C" __global__ void __launch_bounds__(128) aos_sevens_through_shared(const float *in, float *out, int n)
{
    __shared__ Seven room[128];
    float *words = (float *)room;
    const int base = blockIdx.x * 128 * 7, all = n * 7;
    for (int k = threadIdx.x; k < 128 * 7; k += 128)
        if (base + k < all) words[k] = in[base + k];
    __syncthreads();
    if (blockIdx.x * 128 + threadIdx.x < n) {
        Seven s = room[threadIdx.x];
        float mean = 0;
        for (int k = 0; k < 7; k++) mean += s.v[k];
        mean /= 7;
        for (int k = 0; k < 7; k++) room[threadIdx.x].v[k] = s.v[k] - mean;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 128 * 7; k += 128)
        if (base + k < all) out[base + k] = words[k];
}
