// Bodies, particles, fractals.
#include <cstddef>
#include <cstdint>

// All pairs; a tile of bodies in shared memory at a time.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
pullOfAllBodies(const float4 *__restrict__ bodies, float4 *__restrict__ pull, int n, float soft)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0, energy = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int k = start + threadIdx.x;
        tile[threadIdx.x] = k < n ? bodies[k] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < BLOCK; j++) {
            float4 o = tile[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float f = o.w * r;
            energy -= f;
            f *= r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    if (i < n)
        pull[i] = make_float4(ax, ay, az, energy);
}
template __global__ void pullOfAllBodies<128>(const float4 *, float4 *, int, float);
template __global__ void pullOfAllBodies<256>(const float4 *, float4 *, int, float);

struct Body {
    double x, y, z, mass;
};

extern "C" __global__ void nbody_pairs_plain_double(const Body *bodies, double *ax, double *ay, double *az, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
        double dx = bodies[j].x - bodies[i].x;
        double dy = bodies[j].y - bodies[i].y;
        double dz = bodies[j].z - bodies[i].z;
        double d2 = dx * dx + dy * dy + dz * dz + 1e-3;
        double f = bodies[j].mass / (d2 * sqrt(d2));
        sx += f * dx;
        sy += f * dy;
        sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
}

// Lennard-Jones among cells with eight places each; a block is a cell, a thread a place and a neighbour.
extern "C" __global__ void nbody_cells_lennard_jones(const float4 *place, const int *filled, float *energy, int nx, int ny, int nz,
                                                     float cutoff2)
{
    __shared__ float sums[8];
    int cx = blockIdx.x, cy = blockIdx.y, cz = blockIdx.z;
    int cell = (cz * ny + cy) * nx + cx;
    int p = threadIdx.x, side = threadIdx.y;
    if (side == 0) sums[p] = 0.0f;
    __syncthreads();
    int ox = cx + side % 3 - 1, oy = cy + side / 3 % 3 - 1, oz = cz + side / 9 - 1;
    ox = (ox + nx) % nx;
    oy = (oy + ny) % ny;
    oz = (oz + nz) % nz;
    if (p < filled[cell]) {
        float4 a = place[cell * 8 + p];
        int other = (oz * ny + oy) * nx + ox;
        int many = filled[other];
        float e = 0.0f;
        for (int k = 0; k < many; k++) {
            if (other == cell && k == p) continue;
            float4 b = place[other * 8 + k];
            float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.5f;
            if (r2 < cutoff2) {
                float s = 1.0f / (r2 * r2 * r2);
                e += s * s - s;
            }
        }
        atomicAdd(&sums[p], e);
    }
    __syncthreads();
    if (side == 0)
        energy[cell * 8 + p] = sums[p];
}

struct Ball {
    float x, y, z, vx, vy, vz, radius;
};

extern "C" __global__ void phys_balls_bounce_in_box(const Ball *__restrict__ in, Ball *__restrict__ out, unsigned n, float dt, int steps)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Ball b = in[i];
        for (int s = 0; s < steps; s++) {
            b.vy -= 9.81f * dt;
            b.x += b.vx * dt;
            b.y += b.vy * dt;
            b.z += b.vz * dt;
            if (fabsf(b.x) > 1.0f) { b.vx = -b.vx; b.x = copysignf(1.0f, b.x); }
            if (b.y < -1.0f) { b.vy = -0.9f * b.vy; b.y = -1.0f; }
            if (fabsf(b.z) > 1.0f) { b.vz = -b.vz; b.z = copysignf(1.0f, b.z); }
        }
        out[i] = b;
    }
}

// Density of a smoothed fluid from lists of neighbours.
extern "C" __global__ void phys_density_from_neighbours(const float4 *__restrict__ p, const int *__restrict__ list,
                                                        const int *__restrict__ many, float *__restrict__ density, int n, float h2)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 a = p[i];
        float s = a.w * h2 * h2 * h2;
        for (int k = 0; k < many[i]; k++) {
            float4 b = p[list[(size_t)k * n + i]];
            float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            float d = h2 - dx * dx - dy * dy - dz * dz;
            if (d > 0) s += b.w * d * d * d;
        }
        density[i] = s;
    }
}

// How long until the point leaves, for any kind of real.
template <typename R>
__global__ void escapeOf(unsigned short *out, int width, int height, R left, R top, R step, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    R cr = left + x * step, ci = top - y * step, zr = 0, zi = 0;
    int k = 0;
    while (k < most && zr * zr + zi * zi <= R(4)) {
        R t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
    }
    out[y * width + x] = k;
}
template __global__ void escapeOf<float>(unsigned short *, int, int, float, float, float, int);
template __global__ void escapeOf<double>(unsigned short *, int, int, double, double, double, int);

__constant__ unsigned julia_palette[64];

extern "C" __global__ void mandelbrot_julia_in_colours(unsigned *picture, int width, int height, float cr, float ci, int most)
{
    int pixels = width * height;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pixels; p += gridDim.x * blockDim.x) {
        float x = 3.2f * (p % width) / width - 1.6f;
        float y = 2.4f * (p / width) / height - 1.2f;
        int k;
        for (k = 0; k < most; k++) {
            float xx = x * x, yy = y * y;
            if (xx + yy > 4.0f) break;
            y = 2.0f * x * y + ci;
            x = xx - yy + cr;
        }
        picture[p] = k == most ? 0xff000000u : julia_palette[k & 63];
    }
}

// Which root of z^3 = 1 Newton's method finds, four samples a pixel.
extern "C" __global__ void mandelbrot_newton_three_roots(uint8_t *root, int side, float span, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= side || py >= side) return;
    int sum = 0;
    for (int s = 0; s < 4; s++) {
        float x = span * ((px + 0.5f * (s & 1)) / side - 0.5f) + 1e-3f;
        float y = span * ((py + 0.5f * (s >> 1)) / side - 0.5f) + 1e-3f;
        for (int k = 0; k < most; k++) {
            float x2 = x * x - y * y, y2 = 2 * x * y;
            float fx = x * x2 - y * y2 - 1, fy = x * y2 + y * x2;
            if (fx * fx + fy * fy < 1e-6f) break;
            float d = 1.0f / (3.0f * (x2 * x2 + y2 * y2) + 1e-12f);
            x -= (fx * x2 + fy * y2) * d;
            y -= (fy * x2 - fx * y2) * d;
        }
        sum += x > 0 ? 0 : y > 0 ? 1 : 2;
    }
    root[py * side + px] = sum;
}
