// Stencils on plates and in boxes.
#include <cuda_pipeline.h>

extern "C" __global__ void stencil_plate_cools(const float *t, float *next, int nx, int ny, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
        int i = y * nx + x;
        next[i] = t[i] + k * (t[i - 1] + t[i + 1] + t[i - nx] + t[i + nx] - 4.0f * t[i]);
    }
}

// mean of 3 x 3, edges repeated, tile with a rim of one in shared memory
template <typename T, int BX, int BY>
__global__ void __launch_bounds__(BX *BY) meanOfNine(const T *__restrict__ in, T *__restrict__ out, unsigned w, unsigned h)
{
    __shared__ T tile[BY + 2][BX + 2];
    const int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
    for (int k = threadIdx.y * BX + threadIdx.x; k < (BX + 2) * (BY + 2); k += BX * BY) {
        int ly = k / (BX + 2), lx = k % (BX + 2);
        int gx = min(max(x0 + lx, 0), (int)w - 1), gy = min(max(y0 + ly, 0), (int)h - 1);
        tile[ly][lx] = in[(size_t)gy * w + gx];
    }
    __syncthreads();
    const unsigned x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    if (x >= w || y >= h)
        return;
    T s = 0;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            s += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[(size_t)y * w + x] = s / T(9);
}
template __global__ void meanOfNine<float, 32, 8>(const float *, float *, unsigned, unsigned);
template __global__ void meanOfNine<double, 16, 12>(const double *, double *, unsigned, unsigned);

extern "C" __global__ void stencil_box_of_heat(const float *__restrict__ u, float *__restrict__ v, size_t nx, size_t ny, size_t nz, float a, float b)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    size_t i = (z * ny + y) * nx + x;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
        v[i] = u[i];
        return;
    }
    v[i] = a * u[i] + b * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] + u[i + nx * ny]);
}

// centre, and what lies one, two and three cells away along each axis
__constant__ float arm_weight[4];

// a thread walks up its column and keeps seven values of it in registers
extern "C" __global__ void __launch_bounds__(256) stencil_arms_of_three_climb(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    int x = blockIdx.x * 32 + threadIdx.x + 3, y = blockIdx.y * 8 + threadIdx.y + 3;
    if (x >= nx - 3 || y >= ny - 3)
        return;
    const int plane = nx * ny;
    const float *p = in + y * nx + x;
    float q[7];
#pragma unroll
    for (int k = 0; k < 6; k++)
        q[k + 1] = p[k * plane];
    for (int z = 3; z < nz - 3; z++) {
#pragma unroll
        for (int k = 0; k < 6; k++)
            q[k] = q[k + 1];
        q[6] = p[(z + 3) * plane];
        const float *c = p + z * plane;
        float s = arm_weight[0] * q[3];
#pragma unroll
        for (int r = 1; r <= 3; r++)
            s += arm_weight[r] * (q[3 - r] + q[3 + r] + c[-r] + c[r] + c[-r * nx] + c[r * nx]);
        out[z * plane + y * nx + x] = s;
    }
}

// flow of a dye with wind; first order, against the wind
extern "C" __global__ void stencil_dye_in_wind(const double *dye, const double *wx, const double *wy, double *next, long long nx, long long ny, double dt)
{
    const long long cells = nx * ny;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += (long long)gridDim.x * blockDim.x) {
        long long x = i % nx, y = i / nx;
        double c = dye[i];
        double west = x > 0 ? dye[i - 1] : c, east = x < nx - 1 ? dye[i + 1] : c;
        double south = y > 0 ? dye[i - nx] : c, north = y < ny - 1 ? dye[i + nx] : c;
        double gx = wx[i] > 0 ? c - west : east - c;
        double gy = wy[i] > 0 ? c - south : north - c;
        next[i] = c - dt * (wx[i] * gx + wy[i] * gy);
    }
}

// over-relaxation in place: one colour of the board a launch
extern "C" __global__ void stencil_board_of_two_colours(float *p, const float *f, int n, int colour, float omega)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
    if (x < n - 1 && y < n - 1) {
        float old = p[y * n + x];
        float g = 0.25f * (p[y * n + x - 1] + p[y * n + x + 1] + p[(y - 1) * n + x] + p[(y + 1) * n + x] - f[y * n + x]);
        p[y * n + x] = old + omega * (g - old);
    }
}

// two smoothing steps of a long line at once
extern "C" __global__ void stencil_line_two_steps(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float a[192 + 4], b[192 + 2];
    const int first = blockIdx.x * 192 - 2;
    for (int k = threadIdx.x; k < 196; k += 192) {
        int g = first + k;
        if (g >= 0 && g < n)
            __pipeline_memcpy_async(&a[k], &in[g], sizeof(float));
        else
            a[k] = 0.0f;
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = threadIdx.x; k < 194; k += 192) {
        int g = first + 1 + k;
        b[k] = g >= 0 && g < n ? 0.25f * a[k] + 0.5f * a[k + 1] + 0.25f * a[k + 2] : 0.0f;
    }
    __syncthreads();
    int g = blockIdx.x * 192 + threadIdx.x;
    if (g < n)
        out[g] = 0.25f * b[threadIdx.x] + 0.5f * b[threadIdx.x + 1] + 0.25f * b[threadIdx.x + 2];
}
