// Bodies that pull each other, and other particles.
#include <cuda_runtime.h>

struct Body {
    float x, y, z, mass, vx, vy, vz, charge;
};

// every body against every other, as one writes it first
extern "C" __global__ void nbody_of_structures(const Body *bodies, Body *next, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float dx = bodies[j].x - me.x;
        float dy = bodies[j].y - me.y;
        float dz = bodies[j].z - me.z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
        float f = bodies[j].mass * inv * inv * inv;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
    }
    me.vx += ax * dt;
    me.vy += ay * dt;
    me.vz += az * dt;
    me.x += me.vx * dt;
    me.y += me.vy * dt;
    me.z += me.vz * dt;
    next[i] = me;
}

struct Pull {
    double gravity, soft;
    int n, first;
};

// tiles of others in shared memory, double precision; potential besides where wanted
template <bool POTENTIAL>
__global__ void pullInDouble(const double4_16a *__restrict__ at, double3 *__restrict__ a, double *__restrict__ potential, Pull p)
{
    extern __shared__ double4_16a others[];
    int i = p.first + blockIdx.x * blockDim.x + threadIdx.x;
    double4_16a me = i < p.n ? at[i] : make_double4_16a(0, 0, 0, 0);
    double3 sum = {0, 0, 0};
    double phi = 0;
    for (int base = 0; base < p.n; base += blockDim.x) {
        int j = base + threadIdx.x;
        others[threadIdx.x] = j < p.n ? at[j] : make_double4_16a(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) {
            double dx = others[k].x - me.x, dy = others[k].y - me.y, dz = others[k].z - me.z;
            double r = rsqrt(dx * dx + dy * dy + dz * dz + p.soft);
            double f = others[k].w * r;
            if (POTENTIAL) phi -= f;
            f *= r * r;
            sum.x += f * dx;
            sum.y += f * dy;
            sum.z += f * dz;
        }
        __syncthreads();
    }
    if (i < p.n) {
        a[i] = {p.gravity * sum.x, p.gravity * sum.y, p.gravity * sum.z};
        if (POTENTIAL) potential[i] = p.gravity * phi;
    }
}
template __global__ void pullInDouble<false>(const double4_16a *, double3 *, double *, Pull);
template __global__ void pullInDouble<true>(const double4_16a *, double3 *, double *, Pull);

// Lennard and Jones among listed neighbours, lists stand column by column
extern "C" __global__ void phys_forces_of_listed(const float4 *__restrict__ position, const int *__restrict__ neighbour, const int *__restrict__ count, float4 *__restrict__ force, int atoms, float cutoff, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms) return;
    float4 me = position[i];
    float fx = 0, fy = 0, fz = 0, energy = 0;
    for (int k = 0; k < count[i]; k++) {
        float4 you = __ldg(&position[neighbour[k * atoms + i]]);
        float dx = me.x - you.x, dy = me.y - you.y, dz = me.z - you.z;
        dx -= box * rintf(dx / box);
        dy -= box * rintf(dy / box);
        dz -= box * rintf(dz / box);
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff * cutoff && r2 > 0.01f) {
            float s2 = 1.f / r2, s6 = s2 * s2 * s2;
            float f = 24.f * s6 * (2.f * s6 - 1.f) * s2;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
            energy += 2.f * s6 * (s6 - 1.f);
        }
    }
    force[i] = make_float4(fx, fy, fz, energy);
}

// charges of particles onto the four corners around each
extern "C" __global__ void phys_charges_onto_mesh(const float2 *where, const float *charge, float *mesh, int particles, int side)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= particles) return;
    float2 w = where[p];
    float q = charge[p];
    int x = (int)w.x, y = (int)w.y;
    float u = w.x - x, v = w.y - y;
    int x1 = x + 1 < side ? x + 1 : 0, y1 = y + 1 < side ? y + 1 : 0;
    atomicAdd(&mesh[y * side + x], q * (1 - u) * (1 - v));
    atomicAdd(&mesh[y * side + x1], q * u * (1 - v));
    atomicAdd(&mesh[y1 * side + x], q * (1 - u) * v);
    atomicAdd(&mesh[y1 * side + x1], q * u * v);
}

struct Particles {
    float *x, *y, *z, *u, *v, *w;
};

__device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// charged particles turned by a magnetic field (Boris), arrays of a structure by value
extern "C" __global__ void phys_boris_turns(Particles p, long n, float3 e, float3 b, float h, int steps)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        float3 r = make_float3(p.x[i], p.y[i], p.z[i]);
        float3 v = make_float3(p.u[i], p.v[i], p.w[i]);
        for (int s = 0; s < steps; s++) {
            float3 m = make_float3(v.x + h * e.x, v.y + h * e.y, v.z + h * e.z);
            float3 t = make_float3(h * b.x, h * b.y, h * b.z);
            float k = 2.f / (1.f + t.x * t.x + t.y * t.y + t.z * t.z);
            float3 c = cross(m, t);
            c = make_float3(m.x + c.x, m.y + c.y, m.z + c.z);
            float3 d = cross(c, t);
            v = make_float3(m.x + k * d.x + h * e.x, m.y + k * d.y + h * e.y, m.z + k * d.z + h * e.z);
            r.x += 2 * h * v.x;
            r.y += 2 * h * v.y;
            r.z += 2 * h * v.z;
        }
        p.x[i] = r.x, p.y[i] = r.y, p.z[i] = r.z;
        p.u[i] = v.x, p.v[i] = v.y, p.w[i] = v.z;
    }
}
