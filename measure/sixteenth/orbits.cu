// Bodies, atoms, particles.
#include <stdint.h>

extern "C" __global__ void nbody_tiles_unrolled(const float4 *__restrict__ p, float4 *__restrict__ acc, int n, float soft)
{
    __shared__ float4 tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int j0 = 0; j0 < n; j0 += 256) {
        tile[threadIdx.x] = p[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; j++) {
            float4 q = tile[j];
            float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float f = q.w * r * r * r;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, 0);
}

// Lennard-Jones over padded lists, list laid out column by column
extern "C" __global__ void phy_lennard_padded_lists(const float4 *__restrict__ x, const int *__restrict__ list, const int *__restrict__ count, float4 *__restrict__ force, int n, float cut2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = __ldg(x + i);
    float fx = 0, fy = 0, fz = 0, e = 0;
    const int c = count[i];
    for (int k = 0; k < c; k++) {
        float4 b = __ldg(x + list[k * n + i]);
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        if (r2 < cut2) {
            float i2 = 1.f / r2, i6 = i2 * i2 * i2, f = i6 * (48.f * i6 - 24.f) * i2;
            fx += f * dx, fy += f * dy, fz += f * dz, e += 4.f * i6 * (i6 - 1.f);
        }
    }
    force[i] = make_float4(fx, fy, fz, e);
}

// a block a cell, its 27 neighbours after one another through shared memory; 64 places a cell, some empty
extern "C" __global__ void phy_repel_by_cells(const float4 *__restrict__ p, const int *__restrict__ count, float3 *__restrict__ f, int side)
{
    __shared__ float4 other[64];
    const int cx = blockIdx.x, cy = blockIdx.y, cz = blockIdx.z, cell = (cz * side + cy) * side + cx, mine = count[cell];
    float4 me = p[cell * 64 + threadIdx.x];
    float3 s = {0, 0, 0};
    for (int d = 0; d < 27; d++) {
        int x = cx + d % 3 - 1, y = cy + d / 3 % 3 - 1, z = cz + d / 9 - 1;
        if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side) continue;
        const int c = (z * side + y) * side + x, m = count[c];
        __syncthreads();
        if (threadIdx.x < m) other[threadIdx.x] = p[c * 64 + threadIdx.x];
        __syncthreads();
        if (threadIdx.x < mine)
            for (int k = 0; k < m; k++) {
                float dx = me.x - other[k].x, dy = me.y - other[k].y, dz = me.z - other[k].z, r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < 0.25f && r2 > 0) {
                    float w = 0.5f - sqrtf(r2);
                    s.x += w * dx, s.y += w * dy, s.z += w * dz;
                }
            }
    }
    if (threadIdx.x < mine) f[cell * 64 + threadIdx.x] = s;
}

// springs between atoms, forces added to both ends
extern "C" __global__ void phy_bonds_both_ends(const float4 *__restrict__ x, const int2 *__restrict__ bond, float *force, int bonds, float k)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= bonds) return;
    int2 e = bond[b];
    float4 p = x[e.x], q = x[e.y];
    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f, f = -k * (r - 1.f) / r;
    atomicAdd(force + 3 * e.x, f * dx), atomicAdd(force + 3 * e.x + 1, f * dy), atomicAdd(force + 3 * e.x + 2, f * dz);
    atomicAdd(force + 3 * e.y, -f * dx), atomicAdd(force + 3 * e.y + 1, -f * dy), atomicAdd(force + 3 * e.y + 2, -f * dz);
}

// real part of Ewald: erfc in double; a warp an atom, pairs by lanes
extern "C" __global__ void phy_ewald_real_part(const double *__restrict__ xyzq, double *__restrict__ energy, int n, double alpha)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= n) return;
    double x = xyzq[4 * i], y = xyzq[4 * i + 1], z = xyzq[4 * i + 2], q = xyzq[4 * i + 3], e = 0;
    for (int j = lane; j < n; j += 32) {
        if (j == i) continue;
        double dx = xyzq[4 * j] - x, dy = xyzq[4 * j + 1] - y, dz = xyzq[4 * j + 2] - z, r = sqrt(dx * dx + dy * dy + dz * dz) + 1e-9;
        e += q * xyzq[4 * j + 3] * erfc(alpha * r) / r;
    }
    for (int d = 16; d; d /= 2) e += __shfl_down_sync(~0u, e, d);
    if (lane == 0) energy[i] = 0.5 * e;
}

// charge to a grid, cloud in cell: eight additions each
extern "C" __global__ void phy_charge_to_corners(const float4 *__restrict__ p, float *grid, int n, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = p[i];
    float x = a.x * (side - 1), y = a.y * (side - 1), z = a.z * (side - 1);
    int ix = min((int)x, side - 2), iy = min((int)y, side - 2), iz = min((int)z, side - 2);
    float fx = x - ix, fy = y - iy, fz = z - iz;
#pragma unroll
    for (int c = 0; c < 8; c++)
        atomicAdd(grid + ((iz + (c >> 2)) * side + iy + (c >> 1 & 1)) * side + ix + (c & 1),
                  a.w * (c & 1 ? fx : 1 - fx) * (c & 2 ? fy : 1 - fy) * (c & 4 ? fz : 1 - fz));
}
