// Stencils of volumes.
#include <cuda_fp16.h>
#include <stddef.h>

// all 27, weighed by how far they are
extern "C" __global__ void stencil_volume_all_27(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float w0, float w1, float w2, float w3)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    const float w[4] = {w0, w1, w2, w3};
    float s = 0;
#pragma unroll
    for (int c = -1; c <= 1; c++)
#pragma unroll
        for (int b = -1; b <= 1; b++)
#pragma unroll
            for (int a = -1; a <= 1; a++) s += w[a * a + b * b + c * c] * in[((z + c) * ny + y + b) * nx + x + a];
    out[(z * ny + y) * nx + x] = s;
}

// upwards plane by plane, the plane in shared memory, two below and above in registers
extern "C" __global__ void stencil_volume_radius_two(const float *in, float *out, int nx, int ny, int nz, float k0, float k1, float k2)
{
    __shared__ float tile[16 + 4][16 + 4];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx + 2, y = blockIdx.y * 16 + ty + 2;
    const size_t plane = (size_t)nx * ny;
    size_t at = (size_t)y * nx + x;
    float below2 = in[at], below1 = in[at + plane], here = in[at + 2 * plane], above1 = in[at + 3 * plane], above2;
    at += 2 * plane;
    for (int z = 2; z < nz - 2; z++, at += plane) {
        above2 = in[at + 2 * plane];
        tile[ty + 2][tx + 2] = here;
        if (tx < 2) {
            tile[ty + 2][tx] = in[at - 2];
            tile[ty + 2][tx + 18] = in[at + 16];
        }
        if (ty < 2) {
            tile[ty][tx + 2] = in[at - 2 * nx];
            tile[ty + 18][tx + 2] = in[at + 16 * nx];
        }
        __syncthreads();
        const float near = tile[ty + 2][tx + 1] + tile[ty + 2][tx + 3] + tile[ty + 1][tx + 2] + tile[ty + 3][tx + 2] + below1 + above1;
        const float far = tile[ty + 2][tx] + tile[ty + 2][tx + 4] + tile[ty][tx + 2] + tile[ty + 4][tx + 2] + below2 + above2;
        out[at] = k0 * here + k1 * near + k2 * far;
        __syncthreads();
        below2 = below1;
        below1 = here;
        here = above1;
        above1 = above2;
    }
}

// how much flows out of a cell, fields sit on its faces
extern "C" __global__ void stencil_divergence_of_faces(const double *u, const double *v, const double *w, double *out, size_t nx, size_t ny, size_t nz, double over)
{
    size_t x = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    size_t y = blockIdx.y * (size_t)blockDim.y + threadIdx.y;
    size_t z = blockIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    double du = u[(z * ny + y) * (nx + 1) + x + 1] - u[(z * ny + y) * (nx + 1) + x];
    double dv = v[(z * (ny + 1) + y + 1) * nx + x] - v[(z * (ny + 1) + y) * nx + x];
    double dw = w[((z + 1) * ny + y) * nx + x] - w[(z * ny + y) * nx + x];
    out[(z * ny + y) * nx + x] = (du + dv + dw) * over;
}

__device__ __forceinline__ float limited(float a, float b)
{
    if (a * b <= 0.f) return 0.f;
    return fabsf(a) < fabsf(b) ? a : b;
}

// slopes that are limited, places from one number
extern "C" __global__ void stencil_limited_slopes(const float *in, float *sx, float *sy, float *sz, int nx, int ny, int nz)
{
    const int n = nx * ny * nz;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
        if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) continue;
        const float c = in[i];
        sx[i] = limited(c - in[i - 1], in[i + 1] - c);
        sy[i] = limited(c - in[i - nx], in[i + nx] - c);
        sz[i] = limited(c - in[i - nx * ny], in[i + nx * ny] - c);
    }
}

// seven populations stream in and are mixed
extern "C" __global__ void stencil_lattice_of_seven(const float *from, float *to, int nx, int ny, int nz, float omega)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= nx) return;
    const int cells = nx * ny * nz, i = (z * ny + y) * nx + x;
    const int xm = x ? -1 : nx - 1, xp = x < nx - 1 ? 1 : 1 - nx;
    const int ym = y ? -nx : (ny - 1) * nx, yp = y < ny - 1 ? nx : (1 - ny) * nx;
    const int zm = z ? -nx * ny : (nz - 1) * nx * ny, zp = z < nz - 1 ? nx * ny : (1 - nz) * nx * ny;
    float f[7];
    f[0] = from[i];
    f[1] = from[cells + i + xm];
    f[2] = from[2 * cells + i + xp];
    f[3] = from[3 * cells + i + ym];
    f[4] = from[4 * cells + i + yp];
    f[5] = from[5 * cells + i + zm];
    f[6] = from[6 * cells + i + zp];
    float rho = 0.f;
    for (int k = 0; k < 7; k++) rho += f[k];
    for (int k = 0; k < 7; k++) to[k * cells + i] = f[k] + omega * ((k ? 0.125f : 0.25f) * rho - f[k]);
}

// halves, two cells of a row a thread
extern "C" __global__ void stencil_volume_of_half2(const __half2 *in, __half2 *out, int pairs, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    if (x >= pairs || y >= ny - 1 || z >= nz - 1) return;
    const int i = (z * ny + y) * pairs + x;
    __half2 s = __hadd2(in[i - pairs], in[i + pairs]);
    s = __hadd2(s, __hadd2(in[i - pairs * ny], in[i + pairs * ny]));
    out[i] = __hfma2(s, __float2half2_rn(0.125f), __hmul2(in[i], __float2half2_rn(0.5f)));
}
