// Stencils in space.
#include <stddef.h>

extern "C" __global__ void stencil_seven_points_naive(const float *in, float *out, int nx, int ny, int nz, float c0, float c1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    int i = (z * ny + y) * nx + x, layer = nx * ny;
    out[i] = c0 * in[i] + c1 * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - layer] + in[i + layer]);
}

// up through z, the layer in shared memory, what is above and below in registers
template <typename T, int BX, int BY> __global__ void marchUp(const T *__restrict__ in, T *__restrict__ out, int nx, int ny, int nz, T c)
{
    __shared__ T s[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
    const bool inside = x < nx - 1 && y < ny - 1;
    const bool loads = x < nx && y < ny;
    const size_t layer = (size_t)nx * ny;
    size_t i = (size_t)y * nx + x;
    T below = loads ? in[i] : T(0), here = loads ? in[i + layer] : T(0);
    for (int z = 1; z < nz - 1; z++) {
        i += layer;
        T above = loads ? in[i + layer] : T(0);
        __syncthreads();
        s[ty][tx] = here;
        if (loads) {
            if (tx == 1) s[ty][0] = in[i - 1];
            if (ty == 1) s[0][tx] = in[i - nx];
            if (tx == BX && x + 1 < nx) s[ty][BX + 1] = in[i + 1];
            if (ty == BY && y + 1 < ny) s[BY + 1][tx] = in[i + nx];
        }
        __syncthreads();
        if (inside) out[i] = here + c * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above - T(6) * here);
        below = here;
        here = above;
    }
}
template __global__ void marchUp<float, 32, 8>(const float *, float *, int, int, int, float);
template __global__ void marchUp<double, 16, 16>(const double *, double *, int, int, int, double);

// four to each side along every axis
extern "C" __global__ void stencil_twenty_five_points(const float *__restrict__ u, const float *__restrict__ v, float *__restrict__ next, int nx, int ny, int nz)
{
    const float c[5] = {-8.541667f, 1.6f, -0.2f, 0.025397f, -0.001786f};
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4, z = blockIdx.z + 4;
    if (x >= nx - 4 || y >= ny - 4) return;
    const int row = nx, layer = nx * ny, i = z * layer + y * row + x;
    float s = c[0] * u[i];
#pragma unroll
    for (int k = 1; k < 5; k++)
        s += c[k] * (u[i - k] + u[i + k] + u[i - k * row] + u[i + k * row] + u[i - k * layer] + u[i + k * layer]);
    next[i] = 2.f * u[i] - next[i] + v[i] * s;
}

// conductivity differs from place to place; flat index, grid-stride
extern "C" __global__ void stencil_varying_conduction(const double *t, const double *k, double *out, size_t nx, size_t ny, size_t nz, double dt)
{
    const size_t n = nx * ny * nz, layer = nx * ny;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const size_t x = i % nx, y = i / nx % ny, z = i / layer;
        if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) continue;
        double flux = 0.0;
        flux += 0.5 * (k[i] + k[i + 1]) * (t[i + 1] - t[i]);
        flux -= 0.5 * (k[i] + k[i - 1]) * (t[i] - t[i - 1]);
        flux += 0.5 * (k[i] + k[i + nx]) * (t[i + nx] - t[i]);
        flux -= 0.5 * (k[i] + k[i - nx]) * (t[i] - t[i - nx]);
        flux += 0.5 * (k[i] + k[i + layer]) * (t[i + layer] - t[i]);
        flux -= 0.5 * (k[i] + k[i - layer]) * (t[i] - t[i - layer]);
        out[i] = t[i] + dt * flux;
    }
}

struct Field {
    float *x, *y, *z;
};

struct Extent {
    int nx, ny, nz;
};

// the magnetic half step of Yee's scheme
extern "C" __global__ void stencil_yee_magnetic(Field h, Field e, Extent n, float c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (i >= n.nx - 1 || j >= n.ny - 1) return;
    int a = (k * n.ny + j) * n.nx + i, dy = n.nx, dz = n.nx * n.ny;
    float ex = e.x[a], ey = e.y[a], ez = e.z[a];
    h.x[a] -= c * ((e.z[a + dy] - ez) - (e.y[a + dz] - ey));
    h.y[a] -= c * ((e.x[a + dz] - ex) - (e.z[a + 1] - ez));
    h.z[a] -= c * ((e.y[a + 1] - ey) - (e.x[a + dy] - ex));
}

// the median of a voxel and its six neighbours, bytes
__device__ __forceinline__ void ordered(int &a, int &b)
{
    int low = min(a, b);
    b = max(a, b);
    a = low;
}

extern "C" __global__ void stencil_median_of_seven(const unsigned char *in, unsigned char *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    const unsigned char *p = in + (z * ny + y) * nx + x;
    int v[7];
    v[0] = p[0];
    v[1] = p[x > 0 ? -1 : 0];
    v[2] = p[x < nx - 1 ? 1 : 0];
    v[3] = p[y > 0 ? -nx : 0];
    v[4] = p[y < ny - 1 ? nx : 0];
    v[5] = p[z > 0 ? -nx * ny : 0];
    v[6] = p[z < nz - 1 ? nx * ny : 0];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = i + 1; j < 7; j++) ordered(v[i], v[j]);
    out[(z * ny + y) * nx + x] = v[3];
}
