// Arrays of structures, structures of arrays.
#include <stdint.h>

struct Body {
    float3 pos;
    float3 vel;
    float mass;
    int id;
};
extern "C" __global__ void aos_step_bodies(Body *bodies, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body b = bodies[i];
    b.vel.z -= 9.81f * dt;
    b.pos.x += b.vel.x * dt;
    b.pos.y += b.vel.y * dt;
    b.pos.z += b.vel.z * dt;
    if (b.pos.z < 0.f) {
        b.pos.z = -b.pos.z;
        b.vel.z = -0.8f * b.vel.z;
    }
    bodies[i] = b;
}

struct Nine {
    int f[9];
};
extern "C" __global__ void aos_two_of_nine_fields(const Nine *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].f[1] ^ in[i].f[7];
}

struct Gas {
    const double *rho, *u, *v, *w;
    double *energy;
    double gamma;
    int cells;
};
extern "C" __global__ void soa_gas_energy(Gas gas)
{
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < gas.cells; c += blockDim.x * gridDim.x) {
        double kinetic = 0.5 * gas.rho[c] * (gas.u[c] * gas.u[c] + gas.v[c] * gas.v[c] + gas.w[c] * gas.w[c]);
        gas.energy[c] = kinetic + gas.rho[c] / (gas.gamma - 1.0);
    }
}

struct Entry {
    signed char tag;
    short code;
    int value;
    double weight;
};
extern "C" __global__ void aos_mixed_entries(const Entry *e, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Entry x = e[i];
    double s = x.weight;
    if (x.tag > 0) s += x.value;
    else s -= x.code;
    out[i] = s;
}

struct Lane32 {
    float x[32], y[32], z[32];
};
extern "C" __global__ void soa_in_blocks_of_32(const Lane32 *in, float *r2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Lane32 &b = in[i >> 5];
    int l = i & 31;
    r2[i] = b.x[l] * b.x[l] + b.y[l] * b.y[l] + b.z[l] * b.z[l];
}

// three floats each, turned into three arrays through shared memory
extern "C" __global__ void aos_split_by_shared(const float *__restrict__ xyz, float *__restrict__ x, float *__restrict__ y, float *__restrict__ z, int n)
{
    __shared__ float s[3 * 256];
    int first = blockIdx.x * 256;
    for (int k = threadIdx.x; k < 768; k += 256) {
        int at = 3 * first + k;
        if (at < 3 * n) s[k] = xyz[at];
    }
    __syncthreads();
    int i = first + threadIdx.x;
    if (i < n) {
        x[i] = s[3 * threadIdx.x];
        y[i] = s[3 * threadIdx.x + 1];
        z[i] = s[3 * threadIdx.x + 2];
    }
}

struct __align__(16) Pose {
    float4 q;
    float3 t;
    float unused;
};
extern "C" __global__ void struct_apply_poses(const Pose *poses, const float3 *points, float3 *out, int n, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Pose p = poses[i / each];
    float3 v = points[i];
    float3 c = make_float3(p.q.y * v.z - p.q.z * v.y + p.q.w * v.x, p.q.z * v.x - p.q.x * v.z + p.q.w * v.y, p.q.x * v.y - p.q.y * v.x + p.q.w * v.z);
    out[i] = make_float3(v.x + 2 * (p.q.y * c.z - p.q.z * c.y) + p.t.x, v.y + 2 * (p.q.z * c.x - p.q.x * c.z) + p.t.y, v.z + 2 * (p.q.x * c.y - p.q.y * c.x) + p.t.z);
}
