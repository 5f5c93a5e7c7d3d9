// Stencils in space.
#include <cstddef>
#include <cuda_fp16.h>

__constant__ float wing[5];

extern "C" __global__ void stencil_six_neighbours_plain(const double *u, double *v, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    int i = (z * ny + y) * nx + x;
    v[i] = (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] + u[i + nx * ny]) / 6.0;
}

// along z with the planes above and below in registers
template <typename T>
__global__ void planeByPlane(const T *__restrict__ u, T *__restrict__ v, int nx, int ny, int nz, T a, T b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1)
        return;
    const size_t plane = (size_t)nx * ny;
    size_t i = (size_t)y * nx + x;
    T below = u[i], here = u[i + plane];
    i += plane;
    for (int z = 1; z < nz - 1; z++, i += plane) {
        T above = u[i + plane];
        v[i] = a * here + b * (below + above + u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx]);
        below = here;
        here = above;
    }
}
template __global__ void planeByPlane<float>(const float *, float *, int, int, int, float, float);
template __global__ void planeByPlane<double>(const double *, double *, int, int, int, double, double);

// the plane at hand in shared memory with its frame, blocks share out z in slabs
extern "C" __global__ void __launch_bounds__(320) stencil_slab_through_shared(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, int nz, int slab)
{
    __shared__ float s[12][34]; // 32 by 10
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 10 + threadIdx.y;
    const int cx = min(x, nx - 1), cy = min(y, ny - 1);
    const size_t plane = (size_t)nx * ny, at = (size_t)cy * nx + cx;
    const int z0 = blockIdx.z * slab, z1 = min(z0 + slab, nz);
    float below = u[at + max(z0 - 1, 0) * plane], here = u[at + z0 * plane];
    for (int z = z0; z < z1; z++) {
        float above = u[at + min(z + 1, nz - 1) * plane];
        const float *p = u + z * plane;
        __syncthreads();
        s[ty][tx] = here;
        if (threadIdx.x == 0)
            s[ty][0] = p[(size_t)cy * nx + max(cx - 1, 0)];
        if (threadIdx.x == 31)
            s[ty][33] = p[(size_t)cy * nx + min(cx + 1, nx - 1)];
        if (threadIdx.y == 0)
            s[0][tx] = p[(size_t)max(cy - 1, 0) * nx + cx];
        if (threadIdx.y == 9)
            s[11][tx] = p[(size_t)min(cy + 1, ny - 1) * nx + cx];
        __syncthreads();
        if (x < nx && y < ny)
            v[at + z * plane] = 0.4f * here + 0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above);
        below = here;
        here = above;
    }
}

// all 27, weighted by how far they are off; 3-D blocks, periodic
extern "C" __global__ void stencil_twentyseven_periodic(const float *u, float *v, int n, float4 weight)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= n || y >= n || z >= n)
        return;
    const float w[4] = {weight.x, weight.y, weight.z, weight.w};
    float sum = 0.0f;
#pragma unroll
    for (int dz = -1; dz <= 1; dz++)
#pragma unroll
        for (int dy = -1; dy <= 1; dy++)
#pragma unroll
            for (int dx = -1; dx <= 1; dx++) {
                int xx = (x + dx + n) % n, yy = (y + dy + n) % n, zz = (z + dz + n) % n;
                sum += w[dx * dx + dy * dy + dz * dz] * u[((size_t)zz * n + yy) * n + xx];
            }
    v[((size_t)z * n + y) * n + x] = sum;
}

// eighth order along each axis, 25 points, the column along z in registers, x and y by the cache
extern "C" __global__ void stencil_eighth_order_column(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    if (x >= nx - 4 || y >= ny - 4)
        return;
    const int plane = nx * ny;
    int i = y * nx + x;
    float column[9];
#pragma unroll
    for (int k = 0; k < 8; k++)
        column[k + 1] = u[i + k * plane];
    i += 4 * plane;
    for (int z = 4; z < nz - 4; z++, i += plane) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            column[k] = column[k + 1];
        column[8] = u[i + 4 * plane];
        float sum = 3.0f * wing[0] * column[4];
#pragma unroll
        for (int r = 1; r <= 4; r++)
            sum += wing[r] * (column[4 - r] + column[4 + r] + u[i - r] + u[i + r] + u[i - r * nx] + u[i + r * nx]);
        v[i] = sum;
    }
}

struct Flow {
    const float *u, *v, *w;
};

// divergence of a staggered velocity, cells of nx by ny by nz, faces one more along their axis
extern "C" __global__ void stencil_outflow_of_cells(Flow f, float *div, int nx, int ny, int nz, float inv_h)
{
    int n = nx * ny * nz;
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x) {
        int x = c % nx, y = c / nx % ny, z = c / (nx * ny);
        int iu = (z * ny + y) * (nx + 1) + x;
        int iv = (z * (ny + 1) + y) * nx + x;
        float d = f.u[iu + 1] - f.u[iu];
        d += f.v[iv + nx] - f.v[iv];
        d += f.w[c + nx * ny] - f.w[c];
        div[c] = d * inv_h;
    }
}

// a field in half precision, two cells a thread, sums in float; the row of pairs is nx2 long
extern "C" __global__ void stencil_blur_space_in_half(const __half2 *__restrict__ in, __half2 *__restrict__ out, int nx2, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y, z = blockIdx.z;
    if (x >= nx2)
        return;
    float2 sum = make_float2(0.f, 0.f);
#pragma unroll
    for (int dz = -1; dz <= 1; dz++)
#pragma unroll
        for (int dy = -1; dy <= 1; dy++) {
            int yy = min(max(y + dy, 0), ny - 1), zz = min(max(z + dz, 0), nz - 1);
            const __half2 *row = in + ((size_t)zz * ny + yy) * nx2;
            float2 m = __half22float2(row[x]);
            float left = x > 0 ? __high2float(row[x - 1]) : m.x;
            float right = x < nx2 - 1 ? __low2float(row[x + 1]) : m.y;
            sum.x += left + m.x + m.y;
            sum.y += m.x + m.y + right;
        }
    out[((size_t)z * ny + y) * nx2 + x] = __floats2half2_rn(sum.x / 27.f, sum.y / 27.f);
}
