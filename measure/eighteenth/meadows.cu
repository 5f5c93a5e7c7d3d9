// Stencils in the plane.
#include <cuda_fp16.h>
#include <stdint.h>

// anisotropic diffusion after Perona and Malik
extern "C" __global__ void stencil_edge_keeping_heat(const float *__restrict__ u, float *__restrict__ v, int w, int h, float kappa, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    float c = u[i];
    float n = u[y > 0 ? i - w : i] - c, s = u[y < h - 1 ? i + w : i] - c;
    float e = u[x < w - 1 ? i + 1 : i] - c, o = u[x > 0 ? i - 1 : i] - c;
    float k = 1 / (kappa * kappa);
    v[i] = c + dt * (n / (1 + n * n * k) + s / (1 + s * s * k) + e / (1 + e * e * k) + o / (1 + o * o * k));
}

// 13 points, a tile with rim two of doubles
extern "C" __global__ void stencil_biharmonic_tile(const double *in, double *out, int w, int h)
{
    __shared__ double t[12][36];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int y = threadIdx.y; y < 12; y += 8)
        for (int x = threadIdx.x; x < 36; x += 32) {
            int gx = min(max(x0 + x - 2, 0), w - 1), gy = min(max(y0 + y - 2, 0), h - 1);
            t[y][x] = in[gy * w + gx];
        }
    __syncthreads();
    int gx = x0 + threadIdx.x, gy = y0 + threadIdx.y;
    if (gx >= w || gy >= h) return;
    double *c = &t[threadIdx.y + 2][threadIdx.x + 2];
    out[gy * w + gx] = 20 * c[0] - 8 * (c[1] + c[-1] + c[36] + c[-36]) + 2 * (c[37] + c[35] + c[-35] + c[-37]) + c[2] + c[-2] + c[72] + c[-72];
}

// a column each, values handed down in registers; half precision
extern "C" __global__ void stencil_falling_window_half(const __half *in, __half *out, int w, int h, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (x >= w - 1) return;
    int y = blockIdx.y * rows + 1, end = min(y + rows, h - 1);
    float above = __half2float(in[(y - 1) * w + x]), here = __half2float(in[y * w + x]);
    for (; y < end; y++) {
        float below = __half2float(in[(y + 1) * w + x]);
        float sides = __half2float(in[y * w + x - 1]) + __half2float(in[y * w + x + 1]);
        out[y * w + x] = __float2half(0.25f * (above + below + sides) - here);
        above = here;
        here = below;
    }
}

// flood of water: heights and depths, flow to the four neighbours that lie lower
extern "C" __global__ void stencil_water_flows(const float *ground, const float *water, float *next, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const int near[4] = {-1, 1, -w, w};
    int i = y * w + x;
    float level = ground[i] + water[i], d = water[i];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = i + near[k];
        float difference = ground[j] + water[j] - level;
        if (difference > 0) d += 0.125f * fminf(difference, water[j]);
        else d -= 0.125f * fminf(-difference, water[i]);
    }
    next[i] = d;
}

// cells of three states by bytes: a fire in a forest
extern "C" __global__ void stencil_forest_fire(const uint8_t *now, uint8_t *next, int n, unsigned seed)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    int i = y * n + x;
    uint8_t s = now[i], r = 0;
    if (s == 1) {
        int left = (x + n - 1) % n, right = (x + 1) % n, up = (y + n - 1) % n, down = (y + 1) % n;
        bool burn = now[y * n + left] == 2 || now[y * n + right] == 2 || now[up * n + x] == 2 || now[down * n + x] == 2;
        unsigned q = (i ^ seed) * 2654435761u;
        q ^= q >> 15;
        r = burn && (q & 3) ? 2 : 1;
    }
    next[i] = r;
}

// four by one by a thread, quads of floats
extern "C" __global__ void stencil_quads_five_point(const float4 *__restrict__ in, float4 *__restrict__ out, int quads, int h)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (q >= quads || y < 1 || y >= h - 1) return;
    int i = y * quads + q;
    const float *line = (const float *)(in + y * quads);
    float4 c = in[i], n = in[i - quads], s = in[i + quads];
    float left = q ? line[4 * q - 1] : c.x, right = q < quads - 1 ? line[4 * q + 4] : c.w;
    out[i] = make_float4(left + c.y + n.x + s.x - 4 * c.x, c.x + c.z + n.y + s.y - 4 * c.y, c.y + c.w + n.z + s.z - 4 * c.z, c.z + right + n.w + s.w - 4 * c.w);
}

// tiles by launch, three sweeps of Jacobi within a block, one rim lost at each
template <int W, int H, int SWEEPS>
__global__ void sweepInTile(const float *in, float *out, int w, int h)
{
    __shared__ float t[2][H][W];
    const int x = blockIdx.x * (W - 2 * SWEEPS) + threadIdx.x - SWEEPS, y = blockIdx.y * (H - 2 * SWEEPS) + threadIdx.y - SWEEPS;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const bool in_plane = x >= 0 && y >= 0 && x < w && y < h;
    float v = in_plane ? in[y * w + x] : 0;
    t[0][ty][tx] = v;
    __syncthreads();
#pragma unroll
    for (int s = 0; s < SWEEPS; s++) {
        if (tx > s && ty > s && tx < W - 1 - s && ty < H - 1 - s && x > 0 && y > 0 && x < w - 1 && y < h - 1)
            v = 0.25f * (t[s & 1][ty][tx - 1] + t[s & 1][ty][tx + 1] + t[s & 1][ty - 1][tx] + t[s & 1][ty + 1][tx]);
        t[~s & 1][ty][tx] = v;
        __syncthreads();
    }
    if (tx >= SWEEPS && ty >= SWEEPS && tx < W - SWEEPS && ty < H - SWEEPS && x < w && y < h) out[y * w + x] = v;
}
template __global__ void sweepInTile<32, 16, 3>(const float *, float *, int, int);
template __global__ void sweepInTile<16, 16, 1>(const float *, float *, int, int);

// strain of a displacement, four outputs
struct Strain { float *xx, *yy, *xy, *rot; };
extern "C" __global__ void stencil_strains_of_plate(const float2 *d, Strain e, int w, int h, float inv2h)
{
    int x = 1 + blockIdx.x * blockDim.x + threadIdx.x, y = 1 + blockIdx.y;
    if (x >= w - 1) return;
    int i = y * w + x;
    float2 l = d[i - 1], r = d[i + 1], u = d[i - w], b = d[i + w];
    float ux = (r.x - l.x) * inv2h, vy = (b.y - u.y) * inv2h, uy = (b.x - u.x) * inv2h, vx = (r.y - l.y) * inv2h;
    e.xx[i] = ux;
    e.yy[i] = vy;
    e.xy[i] = 0.5f * (uy + vx);
    e.rot[i] = 0.5f * (vx - uy);
}
