// Bodies and other physics.
#include <stdint.h>

// all pairs, no shared memory
extern "C" __global__ void nbody_nothing_held(const float4 *__restrict__ p, float4 *__restrict__ f, int n, float soft)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = p[i];
    float x = 0, y = 0, z = 0, e = 0;
    for (int j = 0; j < n; j++) {
        float4 q = p[j];
        float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z, inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft), k = q.w * inv * inv * inv;
        x += dx * k, y += dy * k, z += dz * k, e -= q.w * inv;
    }
    f[i] = make_float4(x, y, z, e);
}

// doubles by tiles of the block
extern "C" __global__ void nbody_double_by_tiles(const double *x, const double *y, const double *m, double *ax, double *ay, int n)
{
    extern __shared__ double s[];
    const int b = blockDim.x, t = threadIdx.x, i = blockIdx.x * b + t;
    const double px = i < n ? x[i] : 0, py = i < n ? y[i] : 0;
    double fx = 0, fy = 0;
    for (int j0 = 0; j0 < n; j0 += b) {
        if (j0 + t < n) s[t] = x[j0 + t], s[b + t] = y[j0 + t], s[2 * b + t] = m[j0 + t];
        __syncthreads();
        for (int j = 0; j < min(b, n - j0); j++) {
            double dx = s[j] - px, dy = s[b + j] - py, r = dx * dx + dy * dy + 0.01, k = s[2 * b + j] / (r * sqrt(r));
            fx += dx * k;
            fy += dy * k;
        }
        __syncthreads();
    }
    if (i < n) ax[i] = fx, ay[i] = fy;
}

// neighbours by list, within a reach: forces that push near and pull far
extern "C" __global__ void nby_listed_within_reach(const float4 *__restrict__ p, const int *__restrict__ list, const int *__restrict__ count, float3 *__restrict__ f, int n, float reach2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = p[i];
    float3 s = make_float3(0, 0, 0);
    const int c = count[i];
    for (int k = 0; k < c; k++) {
        float4 b = p[list[(size_t)k * n + i]];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, r2 = dx * dx + dy * dy + dz * dz + 0.05f;
        if (r2 > reach2) continue;
        float i2 = 1.f / r2, i6 = i2 * i2 * i2, w = i6 * (i6 - 0.5f) * i2;
        s.x += w * dx, s.y += w * dy, s.z += w * dz;
    }
    f[i] = s;
}

// a step of leapfrog in a bowl
extern "C" __global__ void phy_leapfrog_in_bowl(float3 *x, float3 *v, int n, float dt, float stiff)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 p = x[i], u = v[i];
    u.x -= 0.5f * dt * stiff * p.x, u.y -= 0.5f * dt * stiff * p.y, u.z -= 0.5f * dt * stiff * p.z;
    p.x += dt * u.x, p.y += dt * u.y, p.z += dt * u.z;
    u.x -= 0.5f * dt * stiff * p.x, u.y -= 0.5f * dt * stiff * p.y, u.z -= 0.5f * dt * stiff * p.z;
    x[i] = p;
    v[i] = u;
}

// Kepler's equation by Newton until it is near enough
extern "C" __global__ void phy_kepler_until_near(const double *mean, const double *ecc, double *out, int *turns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double m = mean[i], e = ecc[i];
    double x = m + e * sin(m);
    int k = 0;
    for (; k < 30; k++) {
        double d = (x - e * sin(x) - m) / (1.0 - e * cos(x));
        x -= d;
        if (fabs(d) < 1e-10) break;
    }
    out[i] = x;
    turns[i] = k;
}

// magnets on a board, one colour, chances from a hash
extern "C" __global__ void sim_magnets_one_colour(int8_t *spin, int w, int h, int colour, unsigned seed, float beta)
{
    const int y = blockIdx.y, x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + ((y + colour) & 1);
    if (x >= w) return;
    const int s = spin[y * w + x];
    const int around = spin[y * w + (x + 1 == w ? 0 : x + 1)] + spin[y * w + (x ? x - 1 : w - 1)] + spin[(y + 1 == h ? 0 : y + 1) * w + x] + spin[(y ? y - 1 : h - 1) * w + x];
    unsigned r = (y * w + x) * 2654435761u ^ seed;
    r ^= r >> 16, r *= 0x7feb352du, r ^= r >> 15, r *= 0x846ca68bu, r ^= r >> 16;
    if ((r >> 8) * (1.f / 16777216.f) < __expf(-2.f * beta * s * around)) spin[y * w + x] = -s;
}
