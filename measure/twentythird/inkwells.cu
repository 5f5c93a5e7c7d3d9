// Stencils of volumes.
#include <stddef.h>

extern "C" __global__ void stencil_heat_in_cube(const float *t, float *next, int nx, int ny, int nz, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    size_t plane = (size_t)nx * ny, at = z * plane + (size_t)y * nx + x;
    float c = t[at];
    next[at] = c + k * (t[at - 1] + t[at + 1] + t[at - nx] + t[at + nx] + t[at - plane] + t[at + plane] - 6.0f * c);
}

// a thread goes through all z; the plane lies in shared memory, above and below in registers
template <typename T> __global__ void poissonThroughZ(const T *__restrict__ u, const T *__restrict__ f, T *__restrict__ out, int nx, int ny, int nz, T h2)
{
    __shared__ T s[10][34];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = nx * ny;
    const bool in = x < nx && y < ny, inner = x > 0 && y > 0 && x < nx - 1 && y < ny - 1;
    int at = y * nx + x;
    T below = 0, here = 0, above = 0;
    if (in) {
        here = u[at];
        above = u[at + plane];
    }
    for (int z = 1; z < nz - 1; z++) {
        at += plane;
        below = here;
        here = above;
        if (in) {
            above = u[at + plane];
            s[ty][tx] = here;
            if (threadIdx.x == 0 && x > 0) s[ty][0] = u[at - 1];
            if (threadIdx.x == 31 && x < nx - 1) s[ty][33] = u[at + 1];
            if (threadIdx.y == 0 && y > 0) s[0][tx] = u[at - nx];
            if (threadIdx.y == 7 && y < ny - 1) s[9][tx] = u[at + nx];
        }
        __syncthreads();
        if (inner) out[at] = (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above - h2 * f[at]) / T(6);
        __syncthreads();
    }
}
template __global__ void poissonThroughZ<float>(const float *, const float *, float *, int, int, int, float);
template __global__ void poissonThroughZ<double>(const double *, const double *, double *, int, int, int, double);

extern "C" __global__ void stencil_mean_of_27(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float sum = 0;
    int count = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int a = x + dx, b = y + dy, c = z + dz;
                if (a >= 0 && b >= 0 && c >= 0 && a < nx && b < ny && c < nz) {
                    sum += in[(c * ny + b) * nx + a];
                    count++;
                }
            }
    out[(z * ny + y) * nx + x] = sum / count;
}

__device__ double slope(const double *p, long long i, int n, long long step)
{
    if (i == 0) return p[step] - p[0];
    if (i == n - 1) return p[0] - p[-step];
    return 0.5 * (p[step] - p[-step]);
}

extern "C" __global__ void stencil_steepness_of_volume(const double *in, double *out, int nx, int ny, int nz)
{
    const long long n = (long long)nx * ny * nz;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        const int x = i % nx, y = i / nx % ny, z = i / ((long long)nx * ny);
        const double a = slope(in + i, x, nx, 1), b = slope(in + i, y, ny, nx), c = slope(in + i, z, nz, (long long)nx * ny);
        out[i] = sqrt(a * a + b * b + c * c);
    }
}

struct Volume {
    const float *data;
    unsigned nx, ny, nz;
};

// 13 points, fourth order
extern "C" __global__ void stencil_laplace_of_13(Volume v, float *__restrict__ out)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 2, y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (x >= v.nx - 2 || y >= v.ny - 2) return;
    const unsigned plane = v.nx * v.ny;
    for (unsigned z = 2 + blockIdx.z; z < v.nz - 2; z += gridDim.z) {
        const float *p = v.data + z * plane + y * v.nx + x;
        float near = __ldg(p - 1) + __ldg(p + 1) + __ldg(p - v.nx) + __ldg(p + v.nx) + __ldg(p - plane) + __ldg(p + plane);
        float far = __ldg(p - 2) + __ldg(p + 2) + __ldg(p - 2 * v.nx) + __ldg(p + 2 * v.nx) + __ldg(p - 2 * plane) + __ldg(p + 2 * plane);
        out[z * plane + y * v.nx + x] = (16.0f * near - far - 90.0f * __ldg(p)) * (1.0f / 12.0f);
    }
}
