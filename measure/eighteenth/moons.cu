// Bodies, particles, fields.
#include <stdint.h>

// every pair, softened, tile of the block in shared memory, quads
extern "C" __global__ void nbody_tile_with_jerk(const float4 *__restrict__ place, const float4 *__restrict__ speed, float4 *acc, float4 *jerk, int n, float soft)
{
    extern __shared__ float4 s[];
    float4 *sp = s, *sv = s + blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = place[min(i, n - 1)], v = speed[min(i, n - 1)];
    float ax = 0, ay = 0, az = 0, jx = 0, jy = 0, jz = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int j = base + threadIdx.x;
        sp[threadIdx.x] = j < n ? place[j] : make_float4(0, 0, 0, 0);
        sv[threadIdx.x] = j < n ? speed[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) {
            float4 q = sp[k], u = sv[k];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float vx = u.x - v.x, vy = u.y - v.y, vz = u.z - v.z;
            float r2 = dx * dx + dy * dy + dz * dz + soft, inv = rsqrtf(r2), inv2 = inv * inv;
            float m = q.w * inv * inv2, rv = 3 * (dx * vx + dy * vy + dz * vz) * inv2;
            ax += m * dx, ay += m * dy, az += m * dz;
            jx += m * (vx - rv * dx), jy += m * (vy - rv * dy), jz += m * (vz - rv * dz);
        }
        __syncthreads();
    }
    if (i < n) {
        acc[i] = make_float4(ax, ay, az, 0);
        jerk[i] = make_float4(jx, jy, jz, 0);
    }
}

// a body's pull by a block, straight from arrays, doubles
extern "C" __global__ void nbody_block_for_a_body(const double *x, const double *y, const double *m, double *pull, int n)
{
    __shared__ double part[4];
    double px = x[blockIdx.x], py = y[blockIdx.x], s = 0;
    for (int j = threadIdx.x; j < n; j += 128) {
        double dx = x[j] - px, dy = y[j] - py;
        s += m[j] / sqrt(dx * dx + dy * dy + 0.01);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) pull[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

// neighbours by lists of fixed length: springs and damping
extern "C" __global__ void phy_springs_of_a_net(const float3 *at, const float3 *speed, const int *neighbour, float3 *force, int n, float stiff, float damp)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 p = at[i], v = speed[i], f = make_float3(0, -9.81f, 0);
    for (int k = 0; k < 6; k++) {
        int j = neighbour[k * n + i];
        float3 q = at[j], u = speed[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        float l = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f, pull = stiff * (l - 0.5f) / l;
        f.x += pull * dx + damp * (u.x - v.x);
        f.y += pull * dy + damp * (u.y - v.y);
        f.z += pull * dz + damp * (u.z - v.z);
    }
    force[i] = f;
}

// charges in a magnetic field: Boris's push, field by position
struct Push { float bx, by, bz, e, dt; };
extern "C" __global__ void phy_boris_push(float *x, float *v, int n, Push c, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = x[i], py = x[n + i], pz = x[2 * n + i], vx = v[i], vy = v[n + i], vz = v[2 * n + i];
    float tx = c.bx * c.dt * 0.5f, ty = c.by * c.dt * 0.5f, tz = c.bz * c.dt * 0.5f;
    float k = 2 / (1 + tx * tx + ty * ty + tz * tz);
    for (int s = 0; s < steps; s++) {
        float h = 0.5f * c.dt * c.e;
        vx -= h * px, vy -= h * py, vz -= h * pz;
        float ux = vx + vy * tz - vz * ty, uy = vy + vz * tx - vx * tz, uz = vz + vx * ty - vy * tx;
        vx += k * (uy * tz - uz * ty);
        vy += k * (uz * tx - ux * tz);
        vz += k * (ux * ty - uy * tx);
        vx -= h * px, vy -= h * py, vz -= h * pz;
        px += c.dt * vx, py += c.dt * vy, pz += c.dt * vz;
    }
    x[i] = px, x[n + i] = py, x[2 * n + i] = pz;
    v[i] = vx, v[n + i] = vy, v[2 * n + i] = vz;
}

// chains of pendulums: fourth order Runge and Kutta for two angles, double
__device__ void swing(const double *a, double *d)
{
    double s = sin(a[0] - a[1]), c = cos(a[0] - a[1]), den = 2 - c * c;
    d[0] = a[2];
    d[1] = a[3];
    d[2] = (-s * (a[3] * a[3] + c * a[2] * a[2]) - 2 * sin(a[0]) + c * sin(a[1])) / den;
    d[3] = (s * (2 * a[2] * a[2] + c * a[3] * a[3]) + 2 * (c * sin(a[0]) - sin(a[1]))) / den;
}
extern "C" __global__ void phy_double_pendulums(double *state, int n, double h, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double y[4], k[4], t[4], sum[4];
    for (int d = 0; d < 4; d++) y[d] = state[d * n + i];
    for (int s = 0; s < steps; s++) {
        swing(y, k);
        for (int d = 0; d < 4; d++) sum[d] = k[d], t[d] = y[d] + 0.5 * h * k[d];
        swing(t, k);
        for (int d = 0; d < 4; d++) sum[d] += 2 * k[d], t[d] = y[d] + 0.5 * h * k[d];
        swing(t, k);
        for (int d = 0; d < 4; d++) sum[d] += 2 * k[d], t[d] = y[d] + h * k[d];
        swing(t, k);
        for (int d = 0; d < 4; d++) y[d] += h / 6 * (sum[d] + k[d]);
    }
    for (int d = 0; d < 4; d++) state[d * n + i] = y[d];
}

// mass of particles to the nearest four nodes of a grid
extern "C" __global__ void sim_mass_to_grid_of_points(const float2 *at, float *grid, int n, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = at[i].x * (side - 1), y = at[i].y * (side - 1);
    int a = min((int)x, side - 2), b = min((int)y, side - 2);
    float fx = x - a, fy = y - b;
    float *p = grid + b * side + a;
    atomicAdd(p, (1 - fx) * (1 - fy));
    atomicAdd(p + 1, fx * (1 - fy));
    atomicAdd(p + side, (1 - fx) * fy);
    atomicAdd(p + side + 1, fx * fy);
}

// Riemann fluxes of shallow water by Rusanov, along rows
struct Water { const float *h, *hu; float *fh, *fhu; };
extern "C" __global__ void pde_rusanov_fluxes(Water w, int faces, float g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= faces) return;
    float hl = w.h[i] + 0.5f, hr = w.h[i + 1] + 0.5f, ql = w.hu[i], qr = w.hu[i + 1];
    float ul = ql / hl, ur = qr / hr;
    float a = fmaxf(fabsf(ul) + sqrtf(g * hl), fabsf(ur) + sqrtf(g * hr));
    w.fh[i] = 0.5f * (ql + qr - a * (hr - hl));
    w.fhu[i] = 0.5f * (ql * ul + 0.5f * g * hl * hl + qr * ur + 0.5f * g * hr * hr - a * (qr - ql));
}
