// Grids: one, two and three dimensions.
#include <stdint.h>

extern "C" __global__ void stencil_laplace_doubles(const double *__restrict__ u, double *__restrict__ v, int nx, int ny)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= nx - 1 || j >= ny - 1) return;
    const int c = j * nx + i;
    v[c] = 0.25 * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx]);
}

template <int R>
__device__ __forceinline__ void boxSum(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    constexpr int S = 16 + 2 * R;
    __shared__ float s[S][S];
    const int x0 = blockIdx.x * 16 - R, y0 = blockIdx.y * 16 - R;
    for (int k = threadIdx.y * 16 + threadIdx.x; k < S * S; k += 256) {
        int x = min(max(x0 + k % S, 0), w - 1), y = min(max(y0 + k / S, 0), h - 1);
        s[k / S][k % S] = in[y * w + x];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int dy = 0; dy <= 2 * R; dy++)
#pragma unroll
        for (int dx = 0; dx <= 2 * R; dx++) sum += s[threadIdx.y + dy][threadIdx.x + dx];
    const int x = x0 + R + threadIdx.x, y = y0 + R + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = sum * (1.f / ((2 * R + 1) * (2 * R + 1)));
}
extern "C" __global__ void stencil_box_two(const float *in, float *out, int w, int h) { boxSum<2>(in, out, w, h); }
extern "C" __global__ void stencil_box_four(const float *in, float *out, int w, int h) { boxSum<4>(in, out, w, h); }

// stable fluids: trace back and interpolate
extern "C" __global__ void grid_advect_back(const float *__restrict__ q, const float2 *__restrict__ vel, float *__restrict__ out, int w, int h, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float2 v = vel[y * w + x];
    float px = fminf(fmaxf(x - dt * v.x, 0.f), w - 1.001f), py = fminf(fmaxf(y - dt * v.y, 0.f), h - 1.001f);
    int ix = (int)px, iy = (int)py;
    float fx = px - ix, fy = py - iy;
    const float *p = q + iy * w + ix;
    out[y * w + x] = (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]);
}

extern "C" __global__ void stencil_cube_seven_doubles(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz, double k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    long sy = nx, sz = (long)nx * ny, c = z * sz + y * sy + x;
    b[c] = a[c] + k * (a[c - 1] + a[c + 1] + a[c - sy] + a[c + sy] + a[c - sz] + a[c + sz] - 6 * a[c]);
}

// planes pass by: below, here, above in registers, the middle one shared
extern "C" __global__ void stencil_cube_planes_shared(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int nz)
{
    __shared__ float p[10][34];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx + 1, y = blockIdx.y * 8 + ty + 1;
    const bool in = x < nx - 1 && y < ny - 1;
    const size_t plane = (size_t)nx * ny;
    const size_t at = (size_t)min(y, ny - 1) * nx + min(x, nx - 1);
    float below = a[at], here = a[at + plane];
    for (int z = 1; z < nz - 1; z++) {
        const float above = a[(z + 1) * plane + at];
        __syncthreads();
        if (in) p[ty + 1][tx + 1] = here;
        const float *row = a + z * plane;
        if (in) {
            if (tx == 0) p[ty + 1][0] = row[at - 1];
            if (tx == 31 || x == nx - 2) p[ty + 1][tx + 2] = row[at + 1];
            if (ty == 0) p[0][tx + 1] = row[at - nx];
            if (ty == 7 || y == ny - 2) p[ty + 2][tx + 1] = row[at + nx];
        }
        __syncthreads();
        if (in) b[z * plane + at] = (below + above + p[ty + 1][tx] + p[ty + 1][tx + 2] + p[ty][tx + 1] + p[ty + 2][tx + 1]) * (1.f / 6.f) - here;
        below = here;
        here = above;
    }
}

__constant__ float cubeWeights[27];
extern "C" __global__ void stencil_cube_all_27(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1) return;
    float s = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                s += cubeWeights[(dz + 1) * 9 + (dy + 1) * 3 + dx + 1] * a[((size_t)(z + dz) * ny + y + dy) * nx + x + dx];
    b[((size_t)z * ny + y) * nx + x] = s;
}

// shallow water, one Lax-Friedrichs step of three fields in one array of structures
extern "C" __global__ void pde_shallow_water(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv, float *__restrict__ nh, float *__restrict__ nhu, float *__restrict__ nhv, int w, int rows, float lambda)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= rows) return;
    int l = y * w + (x + w - 1) % w, r = y * w + (x + 1) % w, u = (y + rows - 1) % rows * w + x, d = (y + 1) % rows * w + x, c = y * w + x;
    auto fx = [&](int i, float &a, float &b, float &e) { float p = h[i] + 1.f, q = hu[i]; a = q; b = q * q / p + 4.905f * p * p; e = q * hv[i] / p; };
    auto fy = [&](int i, float &a, float &b, float &e) { float p = h[i] + 1.f, q = hv[i]; a = q; b = q * hu[i] / p; e = q * q / p + 4.905f * p * p; };
    float l0, l1, l2, r0, r1, r2, u0, u1, u2, d0, d1, d2;
    fx(l, l0, l1, l2), fx(r, r0, r1, r2), fy(u, u0, u1, u2), fy(d, d0, d1, d2);
    nh[c] = 0.25f * (h[l] + h[r] + h[u] + h[d]) - lambda * (r0 - l0 + d0 - u0);
    nhu[c] = 0.25f * (hu[l] + hu[r] + hu[u] + hu[d]) - lambda * (r1 - l1 + d1 - u1);
    nhv[c] = 0.25f * (hv[l] + hv[r] + hv[u] + hv[d]) - lambda * (r2 - l2 + d2 - u2);
}

// 64 cells of Conway's to a word, sums by full adders
extern "C" __global__ void life_sixty_four_cells(const uint64_t *__restrict__ in, uint64_t *__restrict__ out, int words, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= rows) return;
    uint64_t s0 = 0, s1 = 0, s2 = 0, me = 0;
    for (int dy = -1; dy <= 1; dy++) {
        int r = (y + dy + rows) % rows;
        uint64_t c = in[r * words + x], l = in[r * words + (x + words - 1) % words], q = in[r * words + (x + 1) % words];
        uint64_t left = c << 1 | l >> 63, right = c >> 1 | q << 63;
        if (dy == 0) me = c;
        uint64_t add[3] = {left, right, c};
#pragma unroll
        for (int k = 0; k < 3; k++) {
            uint64_t v = (dy == 0 && k == 2) ? 0 : add[k];
            uint64_t c0 = s0 & v;
            s0 ^= v;
            uint64_t c1 = s1 & c0;
            s1 ^= c0;
            s2 |= c1;
        }
    }
    // two or three: s1 set, s2 not; three when s0
    out[y * words + x] = s1 & ~s2 & (s0 | me);
}

// two Jacobi steps in one visit: 28 x 28 results from 32 x 32 cells
extern "C" __global__ void stencil_two_steps_at_once(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float a[32][33], b[32][33];
    const int x = blockIdx.x * 28 + threadIdx.x - 2, y0 = blockIdx.y * 28 - 2;
    for (int r = threadIdx.y; r < 32; r += 8) {
        int y = y0 + r;
        a[r][threadIdx.x] = x >= 0 && x < w && y >= 0 && y < h ? in[(size_t)y * w + x] : 0.f;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8) {
        int y = y0 + r;
        bool edge = threadIdx.x == 0 || threadIdx.x == 31 || r == 0 || r == 31 || x < 0 || x >= w || y < 0 || y >= h;
        b[r][threadIdx.x] = edge ? 0.f : 0.25f * (a[r - 1][threadIdx.x] + a[r + 1][threadIdx.x] + a[r][threadIdx.x - 1] + a[r][threadIdx.x + 1]);
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8) {
        int y = y0 + r;
        if (threadIdx.x >= 2 && threadIdx.x < 30 && r >= 2 && r < 30 && x < w && y < h)
            out[(size_t)y * w + x] = 0.25f * (b[r - 1][threadIdx.x] + b[r + 1][threadIdx.x] + b[r][threadIdx.x - 1] + b[r][threadIdx.x + 1]);
    }
}

// lattice Boltzmann D2Q9 by planes, pull and relax
extern "C" __global__ void __launch_bounds__(128) stencil_nine_speeds(const float *__restrict__ f, float *__restrict__ g, int w, int h, float omega)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    const size_t cells = (size_t)w * h;
    float v[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < 9; q++) {
        int sx = x - cx[q], sy = y - cy[q];
        sx += sx < 0 ? w : sx >= w ? -w : 0;
        sy += sy < 0 ? h : sy >= h ? -h : 0;
        v[q] = f[q * cells + (size_t)sy * w + sx];
        rho += v[q], ux += cx[q] * v[q], uy += cy[q] * v[q];
    }
    ux /= rho, uy /= rho;
    const float sq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float cu = 3.f * (cx[q] * ux + cy[q] * uy);
        g[q * cells + (size_t)y * w + x] = v[q] + omega * (wt[q] * rho * (1.f + cu + 0.5f * cu * cu - sq) - v[q]);
    }
}
