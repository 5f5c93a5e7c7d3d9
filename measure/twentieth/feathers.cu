// Stencils in a plane.
#include <cuda_fp16.h>
#include <stdint.h>

// five points, the border stays as it is
extern "C" __global__ void stencil_laplace_plain(const float *u, float *v, int nx, int ny, float c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
        int at = j * nx + i;
        v[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4.f * u[at]);
    }
}

// a Jacobi step and how much it changed, summed by warps
extern "C" __global__ void stencil_jacobi_with_change(const double *u, const double *f, double *v, double *change, int nx, int ny, double hh)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    double d = 0;
    if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1) {
        const size_t at = (size_t)j * nx + i;
        const double w = 0.25 * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - hh * f[at]);
        d = (w - u[at]) * (w - u[at]);
        v[at] = w;
    }
    for (int o = 16; o; o >>= 1) d += __shfl_down_sync(0xffffffffu, d, o);
    if (threadIdx.x % 32 == 0) atomicAdd(change + j % 64, d);
}

#define TX 32
#define TY 16
// heat in a tile with its halo in shared memory
extern "C" __global__ void __launch_bounds__(TX *TY) stencil_heat_with_halo(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, float k)
{
    __shared__ float s[TY + 2][TX + 2];
    const int gx = blockIdx.x * TX + threadIdx.x, gy = blockIdx.y * TY + threadIdx.y;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    auto at = [&](int x, int y) { return in[min(max(y, 0), ny - 1) * nx + min(max(x, 0), nx - 1)]; };
    s[ly][lx] = at(gx, gy);
    if (threadIdx.x == 0) s[ly][0] = at(gx - 1, gy);
    if (threadIdx.x == TX - 1) s[ly][TX + 1] = at(gx + 1, gy);
    if (threadIdx.y == 0) s[0][lx] = at(gx, gy - 1);
    if (threadIdx.y == TY - 1) s[TY + 1][lx] = at(gx, gy + 1);
    __syncthreads();
    if (gx < nx && gy < ny)
        out[gy * nx + gx] = s[ly][lx] + k * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] - 4.f * s[ly][lx]);
}

// a checkerboard: those of one colour are renewed from those of the other
extern "C" __global__ void stencil_one_colour(double *u, const double *f, int nx, int ny, int colour, double omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1) return;
    if (((x + y) & 1) != colour) return;
    int p = y * nx + x;
    double r = 0.25 * (u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] - f[p]);
    u[p] += omega * (r - u[p]);
}

struct Weights {
    float w[9];
};

// a star of R arms each way, weights by value
template <int R>
__global__ void starOf(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, Weights k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + R, y = blockIdx.y * blockDim.y + threadIdx.y + R;
    if (x >= nx - R || y >= ny - R) return;
    float s = k.w[0] * in[y * nx + x];
#pragma unroll
    for (int d = 1; d <= R; d++)
        s += k.w[d] * (in[y * nx + x - d] + in[y * nx + x + d] + in[(y - d) * nx + x] + in[(y + d) * nx + x]);
    out[y * nx + x] = s;
}
template __global__ void starOf<2>(const float *, float *, int, int, Weights);
template __global__ void starOf<6>(const float *, float *, int, int, Weights);

// life on a torus, a byte a cell
extern "C" __global__ void stencil_life_on_torus(const uint8_t *now, uint8_t *next, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h * w, d = (y + 1) % h * w, m = y * w;
    const int n = now[u + l] + now[u + x] + now[u + r] + now[m + l] + now[m + r] + now[d + l] + now[d + x] + now[d + r];
    next[m + x] = n == 3 || (n == 2 && now[m + x]);
}

struct Water {
    const float *h, *u, *v;
    float *h2, *u2, *v2;
};

// shallow water: three fields in, three out
extern "C" __global__ void stencil_shallow_water(Water f, int nx, int ny, float dt, float g)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    int p = y * nx + x;
    float dhx = f.h[p + 1] - f.h[p - 1], dhy = f.h[p + nx] - f.h[p - nx];
    float dux = f.u[p + 1] - f.u[p - 1], dvy = f.v[p + nx] - f.v[p - nx];
    f.u2[p] = f.u[p] - 0.5f * dt * g * dhx;
    f.v2[p] = f.v[p] - 0.5f * dt * g * dhy;
    f.h2[p] = f.h[p] - 0.5f * dt * f.h[p] * (dux + dvy);
}

// Perona and Malik: flows grow weak across edges
extern "C" __global__ void stencil_edges_kept(const float *in, float *out, int w, int h, float k, float lambda)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        const int x = i % w, y = i / w;
        const float c = in[i];
        const float n = (y > 0 ? in[i - w] : c) - c, s = (y < h - 1 ? in[i + w] : c) - c;
        const float e = (x < w - 1 ? in[i + 1] : c) - c, o = (x > 0 ? in[i - 1] : c) - c;
        out[i] = c + lambda * (n * __expf(-n * n * k) + s * __expf(-s * s * k) + e * __expf(-e * e * k) + o * __expf(-o * o * k));
    }
}

// pairs of halves along a row: a smoothing of 3 x 3
extern "C" __global__ void stencil_half2_smoothing(const __half2 *in, __half2 *out, int pairs, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= pairs - 1 || y >= h - 1) return;
    __half2 sum = __float2half2_rn(0.f);
#pragma unroll
    for (int d = -1; d <= 1; d++) {
        const __half2 *row = in + (y + d) * pairs + x;
        __half2 l = row[-1], m = row[0], r = row[1];
        __half2 left = __halves2half2(__high2half(l), __low2half(m)), right = __halves2half2(__high2half(m), __low2half(r));
        sum = __hadd2(sum, __hadd2(left, __hadd2(m, right)));
    }
    out[y * pairs + x] = __hmul2(sum, __float2half2_rn(1.f / 9.f));
}
