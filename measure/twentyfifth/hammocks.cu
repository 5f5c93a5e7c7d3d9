// Stencils in the plane.
#include <cstddef>

template <typename T>
__global__ void laplaceOfPlane(const T *u, T *out, int width, int height, T h2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        out[i] = (u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - T(4) * u[i]) / h2;
    }
}
template __global__ void laplaceOfPlane<float>(const float *, float *, int, int, float);
template __global__ void laplaceOfPlane<double>(const double *, double *, int, int, double);

// nine points by a tile with its frame; the edge repeats
template <int BX, int BY>
__global__ void nineWithFrame(const float *__restrict__ in, float *__restrict__ out, int width, int height, float middle, float side, float corner)
{
    __shared__ float s[BY + 2][BX + 2];
    const int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
    for (int k = threadIdx.y * BX + threadIdx.x; k < (BX + 2) * (BY + 2); k += BX * BY) {
        int x = min(max(x0 + k % (BX + 2), 0), width - 1);
        int y = min(max(y0 + k / (BX + 2), 0), height - 1);
        s[k / (BX + 2)][k % (BX + 2)] = in[y * width + x];
    }
    __syncthreads();
    const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float(*c)[BX + 2] = &s[threadIdx.y];
    const int t = threadIdx.x;
    float v = middle * c[1][t + 1];
    v += side * (c[0][t + 1] + c[2][t + 1] + c[1][t] + c[1][t + 2]);
    v += corner * (c[0][t] + c[0][t + 2] + c[2][t] + c[2][t + 2]);
    out[y * width + x] = v;
}
template __global__ void nineWithFrame<32, 8>(const float *, float *, int, int, float, float, float);
template __global__ void nineWithFrame<16, 16>(const float *, float *, int, int, float, float, float);

// several steps of heat on a tile of 32 by 32 whose frame dies off, so 32 - 2 * steps of each side are written
extern "C" __global__ void __launch_bounds__(1024) stencil_heat_steps_in_tile(const float *in, float *out, int width, int height, int steps, float r)
{
    __shared__ float tile[2][32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int inner = 32 - 2 * steps;
    const int x = blockIdx.x * inner + tx - steps, y = blockIdx.y * inner + ty - steps;
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    tile[0][ty][tx] = inside ? in[(size_t)y * width + x] : 0.0f;
    __syncthreads();
    int now = 0;
    for (int s = 1; s <= steps; s++) {
        float v = tile[now][ty][tx];
        if (inside && tx >= s && tx < 32 - s && ty >= s && ty < 32 - s)
            v += r * (tile[now][ty][tx - 1] + tile[now][ty][tx + 1] + tile[now][ty - 1][tx] + tile[now][ty + 1][tx] - 4 * v);
        tile[now ^ 1][ty][tx] = v;
        now ^= 1;
        __syncthreads();
    }
    if (inside && tx >= steps && tx < 32 - steps && ty >= steps && ty < 32 - steps)
        out[(size_t)y * width + x] = tile[now][ty][tx];
}

// each thread goes down a column and keeps three rows in registers
extern "C" __global__ void stencil_rows_roll_down(const double *__restrict__ u, double *__restrict__ v, int width, int height, int strip)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (x >= width - 1)
        return;
    int y = 1 + blockIdx.y * strip;
    int last = min(y + strip, height - 1);
    double above = u[(y - 1) * width + x], here = u[y * width + x];
    for (; y < last; y++) {
        double below = u[(y + 1) * width + x];
        v[y * width + x] = 0.25 * (above + below + u[y * width + x - 1] + u[y * width + x + 1]) - 0.5 * here;
        above = here;
        here = below;
    }
}

// the wave equation in heterogeneous rock, fourth order in space, written over the step before last
extern "C" __global__ void stencil_wave_over_the_last(const float *__restrict__ now, float *__restrict__ last, const float *__restrict__ speed, unsigned width, unsigned height, float dt2)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x + 2 >= width || y + 2 >= height)
        return;
    size_t i = (size_t)y * width + x;
    float lap = -5.0f * now[i];
    lap += 4.0f / 3.0f * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width]);
    lap -= 1.0f / 12.0f * (now[i - 2] + now[i + 2] + now[i - 2 * width] + now[i + 2 * width]);
    float c = speed[i];
    last[i] = 2.0f * now[i] - last[i] + dt2 * c * c * lap;
}

// smooths where the picture is flat and keeps the edges (Perona and Malik)
extern "C" __global__ void stencil_smooth_but_edges(const float *img, float *out, int w, int h, float lambda, float inv_k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float c = img[y * w + x];
    float n = img[max(y - 1, 0) * w + x] - c;
    float s = img[min(y + 1, h - 1) * w + x] - c;
    float e = img[y * w + min(x + 1, w - 1)] - c;
    float o = img[y * w + max(x - 1, 0)] - c;
    float gn = __expf(-n * n * inv_k), gs = __expf(-s * s * inv_k);
    float ge = __expf(-e * e * inv_k), go = __expf(-o * o * inv_k);
    out[y * w + x] = c + lambda * (gn * n + gs * s + ge * e + go * o);
}

// least of five by five bytes, rows first, then columns, both in shared memory
extern "C" __global__ void stencil_erode_five_by_five(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    __shared__ unsigned char raw[20][68];
    __shared__ unsigned char rows[20][64];
    int t = threadIdx.y * 64 + threadIdx.x; // 64 by 4
    int bx = blockIdx.x * 64, by = blockIdx.y * 16;
    for (int k = t; k < 20 * 68; k += 256) {
        int x = bx + k % 68 - 2, y = by + k / 68 - 2;
        raw[k / 68][k % 68] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 255;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 20; r += 4) {
        int m = raw[r][threadIdx.x];
        for (int k = 1; k < 5; k++)
            m = min(m, (int)raw[r][threadIdx.x + k]);
        rows[r][threadIdx.x] = m;
    }
    __syncthreads();
    int x = bx + threadIdx.x;
    for (int r = threadIdx.y; r < 16; r += 4)
        if (x < w && by + r < h) {
            int m = rows[r][threadIdx.x];
            for (int k = 1; k < 5; k++)
                m = min(m, (int)rows[r + k][threadIdx.x]);
            out[(by + r) * w + x] = m;
        }
}
