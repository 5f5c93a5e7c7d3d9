// Bodies and particles.
#include <stdint.h>

extern "C" __global__ void nbody_straight_from_memory(const float4 *pos, float3 *acc, int n, float soft2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = pos[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float4 o = pos[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float r2 = dx * dx + dy * dy + dz * dz + soft2;
        float inv = rsqrtf(r2);
        float f = o.w * inv * inv * inv;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
    }
    acc[i] = make_float3(ax, ay, az);
}

template <int TILE>
__global__ void nbodyTileOf(const float4 *__restrict__ pos, float4 *__restrict__ vel, int n, float dt)
{
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = pos[min(i, n - 1)];
    float3 a = {0, 0, 0};
    for (int t = 0; t < n; t += TILE) {
        tile[threadIdx.x] = t + threadIdx.x < n ? pos[t + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))), r6 = r2 * r2 * r2;
            float f = tile[k].w * rsqrtf(r6);
            a.x += dx * f, a.y += dy * f, a.z += dz * f;
        }
        __syncthreads();
    }
    if (i < n) {
        float4 v = vel[i];
        vel[i] = make_float4(v.x + a.x * dt, v.y + a.y * dt, v.z + a.z * dt, v.w);
    }
}
template __global__ void nbodyTileOf<128>(const float4 *, float4 *, int, float);

extern "C" __global__ void phy_pairs_within_cutoff(const float3 *p, float *energy, int n, float cut2)
{
    extern __shared__ float3 s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 me = i < n ? p[i] : make_float3(1e9f, 0, 0);
    float e = 0;
    for (int t = 0; t < n; t += blockDim.x) {
        if (t + threadIdx.x < n) s[threadIdx.x] = p[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < blockDim.x && t + k < n; k++) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z, r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut2 && t + k != i) {
                float q = 1.f / (r2 + 0.1f), q3 = q * q * q;
                e += 4.f * (q3 * q3 - q3);
            }
        }
        __syncthreads();
    }
    if (i < n) energy[i] = 0.5f * e;
}

__constant__ float4 ions[256];
extern "C" __global__ void phy_potential_on_a_plane(float *grid, int nx, int ny, float h, float z, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float px = x * h, py = y * h, v = 0;
    for (int k = 0; k < count; k++) {
        float dx = px - ions[k].x, dy = py - ions[k].y, dz = z - ions[k].z;
        v += ions[k].w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
    }
    grid[y * nx + x] += v;
}

// a cloth of springs: four neighbours
extern "C" __global__ void phy_cloth_forces(const float3 *__restrict__ p, const float3 *__restrict__ v, float3 *__restrict__ f, int w, int h, float k, float damp, float rest)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int i = y * w + x, dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
    float3 me = p[i], u = v[i], s = make_float3(-damp * u.x, -damp * u.y - 9.8f, -damp * u.z);
    for (int q = 0; q < 4; q++) {
        int xx = x + dx[q], yy = y + dy[q];
        if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
        float3 o = p[yy * w + xx];
        float a = o.x - me.x, b = o.y - me.y, c = o.z - me.z, len = sqrtf(a * a + b * b + c * c) + 1e-6f, g = k * (len - rest) / len;
        s.x += g * a, s.y += g * b, s.z += g * c;
    }
    f[i] = s;
}
