// Stencils on planes.
#include <stdint.h>

__constant__ float nineWeights[9];
extern "C" __global__ void stencil_nine_weights_given(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    float s = 0.f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            s += nineWeights[(dy + 1) * 3 + dx + 1] * in[(y + dy) * nx + x + dx];
    out[y * nx + x] = s;
}

// mean over a square, any radius, tile and rim in shared memory
extern "C" __global__ void stencil_box_mean_tile(const float *in, float *out, int nx, int ny, int r)
{
    extern __shared__ float tile[];
    const int bw = blockDim.x, bh = blockDim.y, pitch = bw + 2 * r;
    const int x0 = blockIdx.x * bw - r, y0 = blockIdx.y * bh - r;
    for (int j = threadIdx.y; j < bh + 2 * r; j += bh)
        for (int i = threadIdx.x; i < pitch; i += bw) {
            int x = min(max(x0 + i, 0), nx - 1), y = min(max(y0 + j, 0), ny - 1);
            tile[j * pitch + i] = in[y * nx + x];
        }
    __syncthreads();
    int x = blockIdx.x * bw + threadIdx.x, y = blockIdx.y * bh + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float s = 0;
    for (int j = 0; j <= 2 * r; j++)
        for (int i = 0; i <= 2 * r; i++) s += tile[(threadIdx.y + j) * pitch + threadIdx.x + i];
    out[y * nx + x] = s / ((2 * r + 1) * (2 * r + 1));
}

// ghost cells all round
extern "C" __global__ void life_with_ghosts(const int *now, int *next, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, p = n + 2;
    if (x > n || y > n) return;
    int id = y * p + x;
    int alive = now[id - p - 1] + now[id - p] + now[id - p + 1] + now[id - 1] + now[id + 1] + now[id + p - 1] + now[id + p] + now[id + p + 1];
    if (now[id] == 1 && alive < 2) next[id] = 0;
    else if (now[id] == 1 && (alive == 2 || alive == 3)) next[id] = 1;
    else if (now[id] == 1 && alive > 3) next[id] = 0;
    else if (now[id] == 0 && alive == 3) next[id] = 1;
    else next[id] = now[id];
}

// eight rows a thread, three rows kept in registers
extern "C" __global__ void stencil_rolling_eight_rows(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y0 = blockIdx.y * 8 + 1;
    if (x >= nx - 1) return;
    float above = in[(y0 - 1) * nx + x], here = in[y0 * nx + x];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int y = y0 + k;
        if (y >= ny - 1) break;
        float below = in[(y + 1) * nx + x];
        out[y * nx + x] = 0.5f * here + 0.125f * (above + below + in[y * nx + x - 1] + in[y * nx + x + 1]);
        above = here;
        here = below;
    }
}

extern "C" __global__ void pde_lax_friedrichs(const float *__restrict__ q, float *__restrict__ next, int nx, int ny, float a, float b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    float e = q[j * nx + (i + 1) % nx], w = q[j * nx + (i + nx - 1) % nx], n = q[(j + 1) % ny * nx + i], s = q[(j + ny - 1) % ny * nx + i];
    next[j * nx + i] = 0.25f * (e + w + n + s) - 0.5f * a * (e * e - w * w) * 0.5f - 0.5f * b * (n - s);
}

// one sweep, and the largest change of each block
extern "C" __global__ void stencil_sweep_and_change(const float *u, float *v, const float *f, float *change, int n, float h2)
{
    __shared__ float most[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float d = 0;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        int k = y * n + x;
        float w = 0.25f * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n] - h2 * f[k]);
        d = fabsf(w - u[k]);
        v[k] = w;
    }
    most[t] = d;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) most[t] = fmaxf(most[t], most[t + s]);
        __syncthreads();
    }
    if (t == 0) change[blockIdx.y * gridDim.x + blockIdx.x] = most[0];
}

extern "C" __global__ void stencil_overrelax_one_colour(double *u, const double *f, int nx, int ny, double omega, int colour)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + (j + colour) % 2;
    if (i >= nx - 1 || j >= ny - 1) return;
    double r = u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i] - 4 * u[j * nx + i] - f[j * nx + i];
    u[j * nx + i] += 0.25 * omega * r;
}

extern "C" __global__ void grid_prolongate_bilinear(const float *coarse, float *fine, int nc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, nf = 2 * nc + 1;
    if (i >= nf || j >= nf) return;
    auto at = [&](int a, int b) { return a >= 0 && b >= 0 && a < nc && b < nc ? coarse[b * nc + a] : 0.f; };
    int a = (i - 1) >> 1, b = (j - 1) >> 1;
    float v;
    if (i & 1) v = j & 1 ? at(a, b) : 0.5f * (at(a, b) + at(a, b + 1));
    else v = j & 1 ? 0.5f * (at(a, b) + at(a + 1, b)) : 0.25f * (at(a, b) + at(a + 1, b) + at(a, b + 1) + at(a + 1, b + 1));
    fine[j * nf + i] += v;
}
