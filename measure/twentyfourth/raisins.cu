// Bodies, particles, fluids.
#include <cmath>

struct Body {
    float x, y, z, m;
};

// all pairs, straight from memory
extern "C" __global__ void nbody_pairs_from_memory(const Body *__restrict__ b, float3 *__restrict__ force, int n, float soft)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body me = b[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        Body o = b[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
        float k = o.m * r * r * r;
        fx += k * dx, fy += k * dy, fz += k * dz;
    }
    force[i] = make_float3(fx * me.m, fy * me.m, fz * me.m);
}

// tiles in shared memory, two bodies for each thread
template <int TILE>
__global__ void twoOfEachThread(const float4 *__restrict__ pos, float4 *__restrict__ vel, int n, float dt)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * 2 * TILE + threadIdx.x, j = i + TILE;
    float4 p = i < n ? pos[i] : make_float4(0, 0, 0, 0), q = j < n ? pos[j] : make_float4(0, 0, 0, 0);
    float3 a = {0, 0, 0}, b = {0, 0, 0};
    auto pull = [](float4 me, float4 o, float3 &f) {
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-2f, r = rsqrtf(d), k = o.w * r / d;
        f.x = fmaf(k, dx, f.x), f.y = fmaf(k, dy, f.y), f.z = fmaf(k, dz, f.z);
    };
    for (int t = 0; t < n; t += TILE) {
        int s = t + threadIdx.x;
        tile[threadIdx.x] = s < n ? pos[s] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < TILE; k++) {
            pull(p, tile[k], a);
            pull(q, tile[k], b);
        }
        __syncthreads();
    }
    if (i < n) vel[i].x += a.x * dt, vel[i].y += a.y * dt, vel[i].z += a.z * dt;
    if (j < n) vel[j].x += b.x * dt, vel[j].y += b.y * dt, vel[j].z += b.z * dt;
}
template __global__ void twoOfEachThread<128>(const float4 *, float4 *, int, float);

// double, energy of each body with those after it
extern "C" __global__ void nbody_energy_of_later_pairs(const double *x, const double *y, const double *z, double *energy, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double e = 0;
    for (unsigned j = i + 1; j < n; ++j) {
        double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
        e -= 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
    energy[i] = e;
}

// Lennard-Jones with lists of neighbours, neighbour after neighbour
struct Fluid {
    float side, cut2, epsilon;
};
extern "C" __global__ void phys_listed_neighbours(const float4 *__restrict__ pos, const int *__restrict__ list, const int *__restrict__ count, float4 *__restrict__ force, int n, Fluid f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], sum = {0, 0, 0, 0};
    int c = count[i];
    for (int k = 0; k < c; k++) {
        float4 q = __ldg(&pos[list[k * n + i]]);
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        dx -= f.side * rintf(dx / f.side), dy -= f.side * rintf(dy / f.side), dz -= f.side * rintf(dz / f.side);
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < f.cut2 && r2 > 0.01f) {
            float i2 = 1.0f / r2, i6 = i2 * i2 * i2, s = f.epsilon * i6 * (i6 - 0.5f) * i2;
            sum.x += s * dx, sum.y += s * dy, sum.z += s * dz;
            sum.w += i6 * (i6 - 1);
        }
    }
    force[i] = sum;
}

// places and speeds a step on, walls throw back
template <typename Real>
__global__ void stepInBox(Real *__restrict__ x, Real *__restrict__ v, const Real *__restrict__ a, int n, Real dt, Real side)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 3 * n; i += gridDim.x * blockDim.x) {
        Real w = v[i] + dt * a[i], p = x[i] + dt * w;
        if (p < 0) p = -p, w = -w;
        else if (p > side) p = 2 * side - p, w = -w;
        x[i] = p;
        v[i] = w;
    }
}
template __global__ void stepInBox<float>(float *, float *, const float *, int, float, float);
template __global__ void stepInBox<double>(double *, double *, const double *, int, double, double);

// lattice Boltzmann in a plane, nine speeds, periodic, pulled
__constant__ float share[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
extern "C" __global__ void phys_nine_speeds_collide(const float *__restrict__ in, float *__restrict__ out, int w, int h, float omega)
{
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    size_t plane = (size_t)w * h;
    float f[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        int sx = x - cx[k], sy = y - cy[k];
        sx = sx < 0 ? sx + w : sx >= w ? sx - w : sx;
        sy = sy < 0 ? sy + h : sy >= h ? sy - h : sy;
        f[k] = in[k * plane + sy * w + sx];
        rho += f[k], ux += f[k] * cx[k], uy += f[k] * cy[k];
    }
    ux /= rho, uy /= rho;
    float u2 = 1 - 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float cu = 3 * (cx[k] * ux + cy[k] * uy);
        out[k * plane + y * w + x] = f[k] + omega * (share[k] * rho * (u2 + cu + 0.5f * cu * cu) - f[k]);
    }
}
