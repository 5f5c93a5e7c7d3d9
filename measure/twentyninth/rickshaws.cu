// Bodies, particles, fractals, rays.
#include <cuda_runtime.h>

struct Sphere { float x, y, z, radius; };

__constant__ float4 well[32];
__constant__ Sphere ball_of_scene[48];
__constant__ unsigned flame[64];

// softened gravity, tiles of bodies by way of shared memory
extern "C" __global__ void nbody_soft_by_tiles(const float4 *__restrict__ body, float3 *__restrict__ pull, int n, float soft)
{
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = body[min(i, n - 1)];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        const int j = first + threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < blockDim.x; k++) {
            const float4 other = tile[k];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            const float f = other.w * near * near * near;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    if (i < n) pull[i] = make_float3(ax, ay, az);
}

// the same law in double, planes apart and straight from memory
extern "C" __global__ void nbody_double_straight(const double *x, const double *y, const double *m, double *ax, double *ay, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    double fx = 0, fy = 0;
    for (int j = 0; j < n; j++) {
        double dx = x[j] - x[i], dy = y[j] - y[i];
        double r2 = dx * dx + dy * dy + 1e-3;
        double f = m[j] / (r2 * sqrt(r2));
        fx += f * dx;
        fy += f * dy;
    }
    ax[i] = fx;
    ay[i] = fy;
}

// molecules in cells: each cell holds a stretch of them, 27 cells are near
extern "C" __global__ void phys_forces_from_cells(const float4 *__restrict__ at, const int *__restrict__ start, float4 *__restrict__ force, int side, float cut2)
{
    const int cell = blockIdx.x;
    const int cz = cell / (side * side), cy = cell / side % side, cx = cell % side;
    for (int i = start[cell] + threadIdx.x; i < start[cell + 1]; i += blockDim.x) {
        const float4 me = at[i];
        float4 f = make_float4(0, 0, 0, 0);
        for (int k = 0; k < 27; k++) {
            const int x = (cx + k % 3 - 1 + side) % side, y = (cy + k / 3 % 3 - 1 + side) % side, z = (cz + k / 9 - 1 + side) % side;
            const int other = (z * side + y) * side + x;
            for (int j = start[other]; j < start[other + 1]; j++) {
                const float4 o = at[j];
                const float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
                const float r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < cut2 && j != i) {
                    const float inv = 1 / (r2 + 0.01f), six = inv * inv * inv;
                    const float size = (2 * six - 1) * six * inv;
                    f.x += size * dx, f.y += size * dy, f.z += size * dz, f.w += six * (six - 1);
                }
            }
        }
        force[i] = f;
    }
}

// test particles among wells whose number is told at run time, a few steps of leapfrog
extern "C" __global__ void phys_leapfrog_among_wells(float2 *place, float2 *speed, int n, int wells, int steps, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = place[i], v = speed[i];
    for (int s = 0; s < steps; s++) {
        float ax = 0, ay = 0;
        for (int k = 0; k < wells; k++) {
            const float4 c = well[k];
            const float dx = c.x - p.x, dy = c.y - p.y;
            const float f = c.z * __expf(-(dx * dx + dy * dy) * (c.w + 1));
            ax += f * dx, ay += f * dy;
        }
        v.x += dt * ax, v.y += dt * ay;
        p.x += dt * v.x, p.y += dt * v.y;
    }
    place[i] = p, speed[i] = v;
}

// the burning ship, coloured by a table
extern "C" __global__ void fractal_ship_in_flames(unsigned *out, int w, int h, int most, float x0, float y0, float span)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    const float cx = x0 + span * px / w, cy = y0 + span * py / h;
    float x = 0, y = 0;
    int k = 0;
    for (; k < most && x * x + y * y < 16; k++) {
        const float t = x * x - y * y + cx;
        y = 2 * fabsf(x * y) + cy;
        x = t;
    }
    out[py * w + px] = k == most ? 0xff000000u : flame[k & 63];
}

// Newton's basins of z^3 = 1, in REAL
template <typename REAL>
__global__ void basinsOfNewton(unsigned char *out, int n, int most, REAL span)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += gridDim.x * blockDim.x) {
        REAL x = span * (REAL(i % n) / n - REAL(0.501)), y = span * (REAL(i / n) / n - REAL(0.4987));
        int k = 0;
        while (k < most) {
            const REAL a = x * x - y * y, b = 2 * x * y;
            const REAL re = x * a - y * b - 1, im = x * b + y * a;
            if (re * re + im * im < REAL(1e-6)) break;
            const REAL d = 3 * (a * a + b * b) + REAL(1e-20);
            x -= (re * a + im * b) / d;
            y -= (im * a - re * b) / d;
            k++;
        }
        out[i] = (unsigned char)min(k, 255);
    }
}
template __global__ void basinsOfNewton<float>(unsigned char *, int, int, float);
template __global__ void basinsOfNewton<double>(unsigned char *, int, int, double);

// rays through balls, mirrored up to three times
extern "C" __global__ void geo_rays_among_balls(float *out, int w, int h, int balls)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float ox = 0.5f, oy = 0.5f, oz = -2;
    float dx = (px + 0.5f) / w - 0.5f, dy = (py + 0.5f) / h - 0.5f, dz = 1.5f;
    float l = rsqrtf(dx * dx + dy * dy + dz * dz), light = 0, share = 1;
    dx *= l, dy *= l, dz *= l;
    for (int bounce = 0; bounce < 3; bounce++) {
        float nearest = 1e30f;
        int hit = -1;
        for (int k = 0; k < balls; k++) {
            const Sphere s = ball_of_scene[k];
            const float r = 0.2f * s.radius, x = s.x - ox, y = s.y - oy, z = s.z - oz;
            const float b = x * dx + y * dy + z * dz, c = b * b - x * x - y * y - z * z + r * r;
            if (c <= 0) continue;
            const float t = b - sqrtf(c);
            if (t > 1e-3f && t < nearest) nearest = t, hit = k;
        }
        if (hit < 0) {
            light += share * (0.5f + 0.5f * dy);
            break;
        }
        const Sphere s = ball_of_scene[hit];
        ox += nearest * dx, oy += nearest * dy, oz += nearest * dz;
        float nx = ox - s.x, ny = oy - s.y, nz = oz - s.z;
        l = rsqrtf(nx * nx + ny * ny + nz * nz);
        nx *= l, ny *= l, nz *= l;
        light += share * 0.4f * fmaxf(0.f, ny);
        share *= 0.6f;
        const float d = 2 * (dx * nx + dy * ny + dz * nz);
        dx -= d * nx, dy -= d * ny, dz -= d * nz;
    }
    out[py * w + px] = light;
}

// walks over a field of heights until the ground is met
extern "C" __global__ void geo_walk_over_heights(const float *__restrict__ height, int *__restrict__ out, int side, int rays, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays) return;
    float x = (i * 37) % side, y = (i / 64) % side, z = 1.1f;
    const float dx = __cosf(i * 0.001f), dy = __sinf(i * 0.001f), fall = 0.002f + 0.02f * (i % 31) / 31.f;
    int k = 0;
    for (; k < most; k++) {
        const int ix = (int)x, iy = (int)y;
        if (ix < 0 || iy < 0 || ix >= side || iy >= side) break;
        if (height[iy * side + ix] > z) break;
        x += dx, y += dy, z -= fall;
    }
    out[i] = k;
}

// first of the triangles that each ray meets, Moeller and Trumbore; 64 triangles at once in shared memory
extern "C" __global__ void __launch_bounds__(128) geo_nearest_triangle_of_rays(const float *__restrict__ tri, const float *__restrict__ ray, int *__restrict__ first, float *__restrict__ far, int rays, int tris)
{
    __shared__ float t[64 * 9];
    const int i = blockIdx.x * 128 + threadIdx.x;
    float r[6];
    for (int k = 0; k < 6; k++) r[k] = i < rays ? ray[(size_t)k * rays + i] : 0;
    float best = 1e30f;
    int which = -1;
    for (int base = 0; base < tris; base += 64) {
        const int here = min(64, tris - base);
        __syncthreads();
        for (int k = threadIdx.x; k < here * 9; k += 128) t[k] = tri[base * 9 + k];
        __syncthreads();
        for (int k = 0; k < here; k++) {
            const float *a = t + 9 * k;
            const float e1x = a[3] - a[0], e1y = a[4] - a[1], e1z = a[5] - a[2];
            const float e2x = a[6] - a[0], e2y = a[7] - a[1], e2z = a[8] - a[2];
            const float px = r[4] * e2z - r[5] * e2y, py = r[5] * e2x - r[3] * e2z, pz = r[3] * e2y - r[4] * e2x;
            const float det = e1x * px + e1y * py + e1z * pz;
            if (fabsf(det) < 1e-8f) continue;
            const float inv = 1 / det, sx = r[0] - a[0], sy = r[1] - a[1], sz = r[2] - a[2];
            const float u = inv * (sx * px + sy * py + sz * pz);
            if (u < 0 || u > 1) continue;
            const float qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x;
            const float v = inv * (r[3] * qx + r[4] * qy + r[5] * qz);
            if (v < 0 || u + v > 1) continue;
            const float d = inv * (e2x * qx + e2y * qy + e2z * qz);
            if (d > 0 && d < best) best = d, which = base + k;
        }
    }
    if (i < rays) first[i] = which, far[i] = best;
}
