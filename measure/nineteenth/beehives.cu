// Stencils and fields in space.
#include <cuda_fp16.h>

struct Box { int nx, ny, nz; };

// seven points, one a thread
extern "C" __global__ void stencil_seven_in_box(const float *__restrict__ in, float *__restrict__ out, Box b, float c0, float c1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= b.nx - 1 || y >= b.ny - 1 || z >= b.nz - 1) return;
    const int sy = b.nx, sz = b.nx * b.ny, p = z * sz + y * sy + x;
    out[p] = c0 * in[p] + c1 * (in[p - 1] + in[p + 1] + in[p - sy] + in[p + sy] + in[p - sz] + in[p + sz]);
}

// reach of two, z by z with five planes in hand, the plane in shared memory
extern "C" __global__ void stencil_thirteen_upwards(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float s[12][36];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
    const size_t plane = (size_t)nx * ny;
    const int cx = min(x, nx - 1), cy = min(y, ny - 1);
    const float *p = in + (size_t)cy * nx + cx;
    float a = p[0], b = p[plane], c = p[2 * plane], d = p[3 * plane], e;
    for (int z = 2; z < nz - 2; z++) {
        e = p[(z + 2) * plane];
        __syncthreads();
        for (int q = ty * 32 + tx; q < 12 * 36; q += 256) {
            int u = min(max((int)blockIdx.x * 32 + q % 36 - 2, 0), nx - 1), v = min(max((int)blockIdx.y * 8 + q / 36 - 2, 0), ny - 1);
            s[q / 36][q % 36] = in[z * plane + (size_t)v * nx + u];
        }
        __syncthreads();
        if (x < nx && y < ny)
            out[z * plane + (size_t)y * nx + x] = 0.5f * c + 0.1f * (b + d) - 0.02f * (a + e) + 0.1f * (s[ty + 2][tx + 1] + s[ty + 2][tx + 3] + s[ty + 1][tx + 2] + s[ty + 3][tx + 2])
                - 0.02f * (s[ty + 2][tx] + s[ty + 2][tx + 4] + s[ty][tx + 2] + s[ty + 4][tx + 2]);
        a = b, b = c, c = d, d = e;
    }
}

// 27 doubles in three kinds of neighbour
extern "C" __global__ void stencil_twenty_seven_doubles(const double *in, double *out, int nx, int ny, int nz, double face, double edge, double corner)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    double s = 0;
    const double k[4] = {1.0, face, edge, corner};
#pragma unroll
    for (int c = -1; c <= 1; c++)
#pragma unroll
        for (int b = -1; b <= 1; b++)
#pragma unroll
            for (int a = -1; a <= 1; a++) s += k[(a != 0) + (b != 0) + (c != 0)] * in[((size_t)(z + c) * ny + y + b) * nx + x + a];
    out[((size_t)z * ny + y) * nx + x] = s;
}

struct Fields { float *hx, *hy, *hz; const float *ex, *ey, *ez; };

// H from the curl of E, in place
extern "C" __global__ void field_h_from_e(Fields f, Box b, float k)
{
    const int cells = b.nx * b.ny * b.nz;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < cells; p += gridDim.x * blockDim.x) {
        int x = p % b.nx, y = p / b.nx % b.ny, z = p / (b.nx * b.ny);
        if (x == b.nx - 1 || y == b.ny - 1 || z == b.nz - 1) continue;
        const int sy = b.nx, sz = b.nx * b.ny;
        f.hx[p] -= k * (f.ez[p + sy] - f.ez[p] - f.ey[p + sz] + f.ey[p]);
        f.hy[p] -= k * (f.ex[p + sz] - f.ex[p] - f.ez[p + 1] + f.ez[p]);
        f.hz[p] -= k * (f.ey[p + 1] - f.ey[p] - f.ex[p + sy] + f.ex[p]);
    }
}

// carried with the wind, kept in half, reckoned in float
extern "C" __global__ void field_carried_in_half(const half *q, const float *u, const float *v, half *out, int w, int h, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int p = y * w + x;
    float a = u[p], b = v[p], c = __half2float(q[p]);
    float l = __half2float(q[x > 0 ? p - 1 : p]), r = __half2float(q[x < w - 1 ? p + 1 : p]);
    float n = __half2float(q[y > 0 ? p - w : p]), s = __half2float(q[y < h - 1 ? p + w : p]);
    float gx = a > 0.f ? c - l : r - c, gy = b > 0.f ? c - n : s - c;
    out[p] = __float2half(c - dt * (a * gx + b * gy));
}

// a gas on a lattice of nine ways: drawn in, then relaxed; on a ring
extern "C" __global__ void pde_lattice_of_nine(const float *__restrict__ f, float *__restrict__ g, int w, int h, float omega)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    const size_t cells = (size_t)w * h;
    float q[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        int sx = x - ex[k], sy = y - ey[k];
        sx = sx < 0 ? w - 1 : sx >= w ? 0 : sx;
        sy = sy < 0 ? h - 1 : sy >= h ? 0 : sy;
        q[k] = f[k * cells + (size_t)sy * w + sx];
        rho += q[k];
        ux += q[k] * ex[k];
        uy += q[k] * ey[k];
    }
    ux /= rho;
    uy /= rho;
    const float sq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float eu = 3.f * (ex[k] * ux + ey[k] * uy);
        g[k * cells + (size_t)y * w + x] = q[k] + omega * (wt[k] * rho * (1.f + eu + 0.5f * eu * eu - sq) - q[k]);
    }
}
