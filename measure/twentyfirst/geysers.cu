// Stencils of planes.
#include <stddef.h>

// the world's end is its beginning
extern "C" __global__ void stencil_cross_on_torus(const double *in, double *out, int w, int h, double k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h, d = (y + 1) % h;
    double c = in[y * w + x];
    out[y * w + x] = c + k * (in[y * w + l] + in[y * w + r] + in[u * w + x] + in[d * w + x] - 4.0 * c);
}

struct NineWeights {
    float w[3][3];
};

// loops stay loops, the edge is copied
extern "C" __global__ void stencil_nine_of_structure(const float *in, float *out, int nx, int ny, NineWeights k)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    float s = 0.f;
    if (i == 0 || j == 0 || i == nx - 1 || j == ny - 1)
        s = in[j * nx + i];
    else
#pragma unroll 1
        for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++) s += k.w[b + 1][a + 1] * in[(j + b) * nx + i + a];
    out[j * nx + i] = s;
}

// a thread goes down its column, three rows of three in registers
extern "C" __global__ void stencil_down_the_strip(const float *__restrict__ in, float *__restrict__ out, int w, int h, int strip)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (x >= w - 1) return;
    const int first = blockIdx.y * strip + 1, last = min(first + strip, h - 1);
    if (first >= last) return;
    const float *p = in + (size_t)(first - 1) * w + x;
    float a0 = p[-1], a1 = p[0], a2 = p[1];
    p += w;
    float b0 = p[-1], b1 = p[0], b2 = p[1];
    for (int y = first; y < last; y++) {
        p += w;
        const float c0 = p[-1], c1 = p[0], c2 = p[1];
        const float gx = a2 - a0 + 2 * (b2 - b0) + c2 - c0, gy = c0 - a0 + 2 * (c1 - a1) + c2 - a2;
        out[(size_t)y * w + x] = sqrtf(gx * gx + gy * gy);
        a0 = b0, a1 = b1, a2 = b2;
        b0 = c0, b1 = c1, b2 = c2;
    }
}

// the magnetic field of a plane wave's half step
extern "C" __global__ void stencil_fdtd_half_step(const float *ez, float *hx, float *hy, const float *damp, int nx, int ny, float dt)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < ny - 1; j += blockDim.y * gridDim.y)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nx - 1; i += blockDim.x * gridDim.x) {
            const int at = j * nx + i;
            const float d = damp[at], here = ez[at];
            hx[at] = d * hx[at] - dt * (ez[at + nx] - here);
            hy[at] = d * hy[at] + dt * (ez[at + 1] - here);
        }
}

// two fluids that react while they spread
extern "C" __global__ void __launch_bounds__(256) stencil_brusselator(const double *u, const double *v, double *un, double *vn, int n, double a, double b, double du, double dv, double dt)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x > n - 2 || y > n - 2) return;
    int i = y * n + x;
    double U = u[i], V = v[i];
    double lu = u[i - 1] + u[i + 1] + u[i - n] + u[i + n] - 4 * U;
    double lv = v[i - 1] + v[i + 1] + v[i - n] + v[i + n] - 4 * V;
    double r = U * U * V;
    un[i] = U + dt * (du * lu + a - (b + 1) * U + r);
    vn[i] = V + dt * (dv * lv + b * U - r);
}

// sums of squares of side 2 R + 1 from shared memory
template <int R, int BX, int BY>
__global__ void boxed(const int *in, int *out, int w, int h)
{
    __shared__ int tile[BY + 2 * R][BX + 2 * R];
    const int x0 = blockIdx.x * BX - R, y0 = blockIdx.y * BY - R;
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
        for (int i = threadIdx.x; i < BX + 2 * R; i += BX) {
            const int x = x0 + i, y = y0 + j;
            tile[j][i] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0;
        }
    __syncthreads();
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0;
    for (int b = 0; b <= 2 * R; b++)
        for (int a = 0; a <= 2 * R; a++) sum += tile[threadIdx.y + b][threadIdx.x + a];
    out[y * w + x] = sum;
}
template __global__ void boxed<1, 64, 4>(const int *, int *, int, int);
template __global__ void boxed<4, 16, 16>(const int *, int *, int, int);

// what blows from where: a code each cell
extern "C" __global__ void stencil_wind_by_code(const float *in, const unsigned char *wind, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    float from;
    switch (wind[i] & 7) {
    case 0: from = x > 0 ? in[i - 1] : 0.f; break;
    case 1: from = x < w - 1 ? in[i + 1] : 0.f; break;
    case 2: from = y > 0 ? in[i - w] : 0.f; break;
    case 3: from = y < h - 1 ? in[i + w] : 0.f; break;
    case 4:
        out[i] = 0.f;
        return;
    default: from = in[i];
    }
    out[i] = 0.5f * (in[i] + from);
}

// two steps at once, the halo of two is worked on by all
extern "C" __global__ void stencil_twice_in_tile(const float *in, float *out, int n, float k)
{
    __shared__ float a[20][36], b[20][36];
    const int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 16 - 2;
    const int t = threadIdx.y * 32 + threadIdx.x;
    for (int q = t; q < 20 * 36; q += 512) {
        const int i = q % 36, j = q / 36, x = min(max(x0 + i, 0), n - 1), y = min(max(y0 + j, 0), n - 1);
        a[j][i] = in[(size_t)y * n + x];
    }
    __syncthreads();
    for (int q = t; q < 18 * 34; q += 512) {
        const int i = q % 34 + 1, j = q / 34 + 1;
        b[j][i] = a[j][i] + k * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i] - 4 * a[j][i]);
    }
    __syncthreads();
    const int i = threadIdx.x + 2, j = threadIdx.y + 2, x = x0 + i, y = y0 + j;
    if (x >= 2 && y >= 2 && x < n - 2 && y < n - 2)
        out[(size_t)y * n + x] = b[j][i] + k * (b[j][i - 1] + b[j][i + 1] + b[j - 1][i] + b[j + 1][i] - 4 * b[j][i]);
}
