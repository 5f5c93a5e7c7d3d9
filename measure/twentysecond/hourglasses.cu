// Stencils on a line and on a plane.
#include <stddef.h>

struct Plane {
    int nx, ny;
    double hx, hy;
};

extern "C" __global__ void stencil_jacobi_five_points(const float *u, float *next, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
        int i = y * nx + x;
        next[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx]);
    }
}

// heat with a source, steps and sizes in a structure
extern "C" __global__ void stencil_heat_with_source(const double *__restrict__ u, const double *__restrict__ f, double *__restrict__ next, Plane p, double dt)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= p.nx || y >= p.ny) return;
    const size_t i = (size_t)y * p.nx + x;
    if (x == 0 || y == 0 || x == p.nx - 1 || y == p.ny - 1) {
        next[i] = u[i];
        return;
    }
    const double uxx = (u[i - 1] - 2 * u[i] + u[i + 1]) / (p.hx * p.hx);
    const double uyy = (u[i - p.nx] - 2 * u[i] + u[i + p.nx]) / (p.hy * p.hy);
    next[i] = u[i] + dt * (uxx + uyy + f[i]);
}

// tile with a halo of one in shared memory
extern "C" __global__ void stencil_halo_tile_16(const float *in, float *out, int w, int h, float c)
{
    __shared__ float s[18][18];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int cx = min(x, w - 1), cy = min(y, h - 1);
    s[ty][tx] = in[cy * w + cx];
    if (threadIdx.x == 0) s[ty][0] = in[cy * w + max(cx - 1, 0)];
    if (threadIdx.x == 15) s[ty][17] = in[cy * w + min(cx + 1, w - 1)];
    if (threadIdx.y == 0) s[0][tx] = in[max(cy - 1, 0) * w + cx];
    if (threadIdx.y == 15) s[17][tx] = in[min(cy + 1, h - 1) * w + cx];
    __syncthreads();
    if (x >= w || y >= h) return;
    float left = s[ty][x == 0 ? 1 : tx - 1], right = s[ty][x == w - 1 ? tx : tx + 1];
    float up = s[y == 0 ? 1 : ty - 1][tx], down = s[y == h - 1 ? ty : ty + 1][tx];
    out[y * w + x] = s[ty][tx] + c * (left + right + up + down - 4.0f * s[ty][tx]);
}

// waves, eighth order in space, second in time
extern "C" __global__ void stencil_wave_eighth_order(const float *__restrict__ now, float *__restrict__ before, const float *__restrict__ speed, int nx, int ny)
{
    const float c0 = -2.847222222f, c[4] = {1.6f, -0.2f, 0.025396825f, -0.001785714f};
    int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    if (x >= nx - 4 || y >= ny - 4) return;
    int i = y * nx + x;
    float lap = 2.0f * c0 * now[i];
#pragma unroll
    for (int k = 1; k <= 4; k++) lap += c[k - 1] * (now[i - k] + now[i + k] + now[i - k * nx] + now[i + k * nx]);
    before[i] = 2.0f * now[i] - before[i] + speed[i] * lap;
}

// half of the places, in place
extern "C" __global__ void stencil_red_or_black(double *u, const double *f, int n, int colour, double omega)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
    if (x < n - 1 && y < n - 1) {
        int i = y * n + x;
        double r = 0.25 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - f[i]) - u[i];
        u[i] += omega * r;
    }
}

__device__ inline int wrapped(int v, int n) { return v < 0 ? v + n : v >= n ? v - n : v; }

extern "C" __global__ void life_on_torus_bytes(const unsigned char *now, unsigned char *next, int w, int h)
{
    int n = w * h;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w, alive = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (dx || dy) alive += now[wrapped(y + dy, h) * w + wrapped(x + dx, w)];
        next[i] = alive == 3 || (alive == 2 && now[i]);
    }
}

extern "C" __global__ void stencil_sobel_magnitude(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const unsigned char *p = in + y * w + x;
    int gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
    int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
    int m = abs(gx) + abs(gy);
    out[y * w + x] = m > 255 ? 255 : m;
}

// a line, R to each side, the block's part in shared memory
template <int R, int BLOCK> __global__ void lineOf(const int *in, int *out, int n)
{
    __shared__ int s[BLOCK + 2 * R];
    int g = blockIdx.x * BLOCK + threadIdx.x, l = threadIdx.x + R;
    s[l] = g < n ? in[g] : 0;
    if (threadIdx.x < R) {
        s[l - R] = g >= R ? in[g - R] : 0;
        s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -R; k <= R; k++) sum += s[l + k];
    if (g < n) out[g] = sum;
}
template __global__ void lineOf<3, 256>(const int *, int *, int);
template __global__ void lineOf<12, 128>(const int *, int *, int);
