// Steps of partial differential equations on grids.
#include <cuda_runtime.h>

struct Spacing { float cx, cy, cz, rest; };
struct Reaction { float du, dv, feed, kill; };

__constant__ float arm[3];
__constant__ Spacing spacing;
__constant__ Reaction reaction;

// heat through layers of different conductivity, harmonic mean at each face
template <typename T>
__global__ void heatThroughLayers(const T *__restrict__ u, const T *__restrict__ k, T *__restrict__ out, int w, int h, T dt)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int i = y * w + x;
    const T here = u[i];
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[i] = here;
        return;
    }
    const T kh = k[i];
    auto flow = [&](int j) { const T kj = k[j]; return 2 * kh * kj / (kh + kj + T(1e-6)) * (u[j] - here); };
    out[i] = here + dt * (flow(i - 1) + flow(i + 1) + flow(i - w) + flow(i + w));
}
template __global__ void heatThroughLayers<float>(const float *, const float *, float *, int, int, float);
template __global__ void heatThroughLayers<double>(const double *, const double *, double *, int, int, double);

// bending of a plate: thirteen points, clamped at the rim
extern "C" __global__ void stencil_plate_of_thirteen(const float *in, float *out, unsigned w, unsigned h, float stiff)
{
    __shared__ float t[12][36];
    const int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 8 - 2;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * 36; i += 256) {
        const int ty = i / 36, tx = i % 36;
        const int x = min(max(x0 + tx, 0), (int)w - 1), y = min(max(y0 + ty, 0), (int)h - 1);
        t[ty][tx] = in[(size_t)y * w + x];
    }
    __syncthreads();
    const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) {
        const int a = threadIdx.x + 2, b = threadIdx.y + 2;
        const float near = t[b][a - 1] + t[b][a + 1] + t[b - 1][a] + t[b + 1][a];
        const float slant = t[b - 1][a - 1] + t[b - 1][a + 1] + t[b + 1][a - 1] + t[b + 1][a + 1];
        const float far = t[b][a - 2] + t[b][a + 2] + t[b - 2][a] + t[b + 2][a];
        out[(size_t)y * w + x] = t[b][a] - stiff * (20 * t[b][a] - 8 * near + 2 * slant + far);
    }
}

// a star of radius two, planes kept in registers while going up
extern "C" __global__ void __launch_bounds__(256) stencil_star_two_climbing(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float plane[12][36];
    const int x = blockIdx.x * 32 + threadIdx.x + 2, y = blockIdx.y * 8 + threadIdx.y + 2;
    const int tx = threadIdx.x + 2, ty = threadIdx.y + 2;
    const bool inside = x < nx - 2 && y < ny - 2;
    const int cx = min(x, nx - 1), cy = min(y, ny - 1);
    const int layer = nx * ny;
    const float *p = in + cy * nx + cx;
    float b2, b1 = p[0], c = p[layer], f1 = p[2 * layer], f2 = p[3 * layer];
    for (int z = 2; z < nz - 2; z++) {
        b2 = b1, b1 = c, c = f1, f1 = f2;
        f2 = p[(z + 2) * layer];
        __syncthreads();
        plane[ty][tx] = c;
        if (threadIdx.x < 2) {
            plane[ty][threadIdx.x] = in[z * layer + cy * nx + blockIdx.x * 32 + threadIdx.x];
            plane[ty][tx + 32] = in[z * layer + cy * nx + min(x + 32, nx - 1)];
        }
        if (threadIdx.y < 2) {
            plane[threadIdx.y][tx] = in[z * layer + (blockIdx.y * 8 + threadIdx.y) * nx + cx];
            plane[ty + 8][tx] = in[z * layer + min(y + 8, ny - 1) * nx + cx];
        }
        __syncthreads();
        if (inside) {
            const float one = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + b1 + f1;
            const float two = plane[ty][tx - 2] + plane[ty][tx + 2] + plane[ty - 2][tx] + plane[ty + 2][tx] + b2 + f2;
            out[z * layer + y * nx + x] = arm[0] * c + arm[1] * one + arm[2] * two;
        }
    }
}

// seven points, steps of different length along each axis
extern "C" __global__ void stencil_seven_uneven_steps(const float *in, float *out, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
        const long long i = ((long long)z * ny + y) * nx + x;
        out[i] = spacing.rest * in[i] + spacing.cx * (in[i - 1] + in[i + 1]) + spacing.cy * (in[i - nx] + in[i + nx])
            + spacing.cz * (in[i - (long long)nx * ny] + in[i + (long long)nx * ny]);
    }
}

// two chemicals that react, on a torus
extern "C" __global__ void pde_spots_on_torus(const float *__restrict__ u, const float *__restrict__ v, float *__restrict__ u2, float *__restrict__ v2, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    const int l = (x + n - 1) % n, r = (x + 1) % n, up = (y + n - 1) % n, dn = (y + 1) % n;
    const int i = y * n + x;
    const float a = u[i], b = v[i];
    const float la = u[y * n + l] + u[y * n + r] + u[up * n + x] + u[dn * n + x] - 4 * a;
    const float lb = v[y * n + l] + v[y * n + r] + v[up * n + x] + v[dn * n + x] - 4 * b;
    const float abb = a * b * b;
    u2[i] = a + reaction.du * la - abb + reaction.feed * (1 - a);
    v2[i] = b + reaction.dv * lb + abb - (reaction.feed + reaction.kill) * b;
}

// inviscid Burgers, upwind by the sign of the speed
extern "C" __global__ void pde_burgers_by_wind(const double *u, double *out, size_t n, double ratio)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const double here = u[i];
        if (i == 0 || i == n - 1)
            out[i] = here;
        else if (here > 0)
            out[i] = here - ratio * here * (here - u[i - 1]);
        else
            out[i] = here - ratio * here * (u[i + 1] - here);
    }
}

// four sweeps of Jacobi within a tile of 32 by 32, of which 24 by 24 are right
extern "C" __global__ void __launch_bounds__(1024) pde_four_sweeps_in_tile(const float *__restrict__ in, const float *__restrict__ f, float *__restrict__ out, int w, int h)
{
    __shared__ float t[2][32][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * 24 + tx - 4, y = blockIdx.y * 24 + ty - 4;
    const bool there = x >= 0 && y >= 0 && x < w && y < h;
    const bool moves = x > 0 && y > 0 && x < w - 1 && y < h - 1 && tx > 0 && ty > 0 && tx < 31 && ty < 31;
    const float source = there ? f[y * w + x] : 0;
    t[0][ty][tx] = t[1][ty][tx] = there ? in[y * w + x] : 0;
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 4; s++) {
        const float(*a)[33] = t[s & 1];
        if (moves) t[~s & 1][ty][tx] = 0.25f * (a[ty][tx - 1] + a[ty][tx + 1] + a[ty - 1][tx] + a[ty + 1][tx] - source);
        __syncthreads();
    }
    if (there && tx >= 4 && tx < 28 && ty >= 4 && ty < 28) out[y * w + x] = t[0][ty][tx];
}

// shallow water by Lax and Friedrichs; depth and both flows apart
extern "C" __global__ void pde_shallow_water_step(const float *h, const float *p, const float *q, float *h2, float *p2, float *q2, int nx, int ny, float r)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1) return;
    const int i = y * nx + x, place[4] = {i - 1, i + 1, i - nx, i + nx};
    float H[4], P[4], Q[4];
#pragma unroll
    for (int k = 0; k < 4; k++) H[k] = h[place[k]] + 1, P[k] = p[place[k]], Q[k] = q[place[k]];
    const float g = 4.905f;
    h2[i] = 0.25f * (H[0] + H[1] + H[2] + H[3]) - 1 - r * (P[1] - P[0] + Q[3] - Q[2]);
    p2[i] = 0.25f * (P[0] + P[1] + P[2] + P[3])
        - r * (P[1] * P[1] / H[1] + g * H[1] * H[1] - P[0] * P[0] / H[0] - g * H[0] * H[0] + P[3] * Q[3] / H[3] - P[2] * Q[2] / H[2]);
    q2[i] = 0.25f * (Q[0] + Q[1] + Q[2] + Q[3])
        - r * (P[1] * Q[1] / H[1] - P[0] * Q[0] / H[0] + Q[3] * Q[3] / H[3] + g * H[3] * H[3] - Q[2] * Q[2] / H[2] - g * H[2] * H[2]);
}
