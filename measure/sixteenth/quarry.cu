// Stencils in one, two and three dimensions.
#include <stdint.h>

extern "C" __global__ void stencil_five_doubles(const double *u, double *v, int nx, int ny, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1) {
        int k = j * nx + i;
        v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx] - 4 * u[k]);
    }
}

// z in registers, x and y in shared memory, radius 2
extern "C" __global__ void stencil_star_two_march(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float s[12][36];
    const int i = blockIdx.x * 32 + threadIdx.x + 2, j = blockIdx.y * 8 + threadIdx.y + 2, tx = threadIdx.x + 2, ty = threadIdx.y + 2;
    const int plane = nx * ny;
    int at = j * nx + i;
    float b2 = in[at], b1 = in[at + plane], c = in[at + 2 * plane], f1 = in[at + 3 * plane], f2 = in[at + 4 * plane];
    at += 2 * plane;
    for (int k = 2; k < nz - 2; k++) {
        __syncthreads();
        s[ty][tx] = c;
        if (threadIdx.y < 2) s[ty - 2][tx] = in[at - 2 * nx], s[ty + 8][tx] = in[at + 8 * nx];
        if (threadIdx.x < 2) s[ty][tx - 2] = in[at - 2], s[ty][tx + 32] = in[at + 32];
        __syncthreads();
        out[at] = 0.5f * c + 0.06f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + b1 + f1)
                  + 0.02f * (s[ty][tx - 2] + s[ty][tx + 2] + s[ty - 2][tx] + s[ty + 2][tx] + b2 + f2);
        at += plane;
        b2 = b1, b1 = c, c = f1, f1 = f2;
        if (k + 3 < nz) f2 = in[at + 2 * plane];
    }
}

template <int R>
__device__ void lineStencil(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll
    for (int d = -R; d <= R; d++) {
        int k = i + d;
        if (k >= 0 && k < n) s += in[k] / (1 + (d < 0 ? -d : d));
    }
    if (i < n) out[i] = s;
}
extern "C" __global__ void stencil_line_of_seven(const float *in, float *out, int n) { lineStencil<3>(in, out, n); }
extern "C" __global__ void stencil_line_of_thirty_three(const float *in, float *out, int n) { lineStencil<16>(in, out, n); }

// wave equation, two times kept; sources on a sparse lattice
extern "C" __global__ void stencil_wave_two_times(const float *__restrict__ now, float *__restrict__ old, int n, float c2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1) return;
    int k = y * n + x;
    float lap = now[k - 1] + now[k + 1] + now[k - n] + now[k + n] - 4.f * now[k];
    float v = 2.f * now[k] - old[k] + c2 * lap;
    if ((x & 127) == 64 && (y & 127) == 64) v += 1.f;
    old[k] = v;
}

extern "C" __global__ void pde_gray_scott(const float2 *__restrict__ uv, float2 *__restrict__ next, int w, int h, float f, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    auto at = [&](int i, int j) { return uv[((j + h) % h) * w + (i + w) % w]; };
    float2 c = at(x, y), l = at(x - 1, y), r = at(x + 1, y), t = at(x, y - 1), b = at(x, y + 1);
    float lu = l.x + r.x + t.x + b.x - 4 * c.x, lv = l.y + r.y + t.y + b.y - 4 * c.y, q = c.x * c.y * c.y;
    next[y * w + x] = make_float2(c.x + 0.16f * lu - q + f * (1 - c.x), c.y + 0.08f * lv + q - (f + k) * c.y);
}

// four in a row each, neighbours to the side from the neighbouring lanes
extern "C" __global__ void stencil_quads_and_lanes(const float4 *__restrict__ in, float4 *__restrict__ out, int quads, int h)
{
    const int lane = threadIdx.x & 31, q = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y + 1;
    if (y >= h - 1) return;
    float4 c = make_float4(0, 0, 0, 0);
    if (q < quads) c = in[y * quads + q];
    float left = __shfl_up_sync(~0u, c.w, 1), right = __shfl_down_sync(~0u, c.x, 1);
    if (q >= quads) return;
    const float *row = (const float *)(in + y * quads);
    if (lane == 0) left = q ? row[4 * q - 1] : 0.f;
    if (lane == 31 || q == quads - 1) right = q < quads - 1 ? row[4 * q + 4] : 0.f;
    float4 u = in[(y - 1) * quads + q], d = in[(y + 1) * quads + q];
    out[y * quads + q] = make_float4(0.25f * (left + c.y + u.x + d.x), 0.25f * (c.x + c.z + u.y + d.y), 0.25f * (c.y + c.w + u.z + d.z), 0.25f * (c.z + right + u.w + d.w));
}

// electric field from magnetic, six arrays; Yee
extern "C" __global__ void pde_yee_electric(float *ex, float *ey, float *ez, const float *__restrict__ hx, const float *__restrict__ hy, const float *__restrict__ hz, int n, float c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n || j >= n || k >= n) return;
    int a = (k * n + j) * n + i;
    ex[a] += c * ((hz[a] - hz[a - n]) - (hy[a] - hy[a - n * n]));
    ey[a] += c * ((hx[a] - hx[a - n * n]) - (hz[a] - hz[a - 1]));
    ez[a] += c * ((hy[a] - hy[a - 1]) - (hx[a] - hx[a - n]));
}

// eight sweeps of a piece of a line inside shared memory
extern "C" __global__ void stencil_sweeps_inside(const float *in, float *out, int n, int sweeps)
{
    extern __shared__ float s[];
    float *a = s, *b = s + blockDim.x;
    const int inner = blockDim.x - 2 * sweeps, i = blockIdx.x * inner + (int)threadIdx.x - sweeps, t = threadIdx.x;
    a[t] = i >= 0 && i < n ? in[i] : 0.f;
    __syncthreads();
    for (int k = 1; k <= sweeps; k++) {
        if (t >= k && t < blockDim.x - k) b[t] = 0.25f * a[t - 1] + 0.5f * a[t] + 0.25f * a[t + 1];
        __syncthreads();
        float *c = a;
        a = b, b = c;
    }
    if (t >= sweeps && t < blockDim.x - sweeps && i < n) out[i] = a[t];
}
