// Stencils of the plane.
#include <math.h>

struct Mask {
    float middle, side, corner;
};

extern "C" __global__ void stencil_nine_of_plane(const float *__restrict__ in, float *__restrict__ out, int w, int h, Mask m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const float *p = in + y * w + x;
    out[y * w + x] = m.middle * p[0] + m.side * (p[-1] + p[1] + p[-w] + p[w])
                     + m.corner * (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]);
}

// the wind says from which side
extern "C" __global__ void stencil_upwind_transport(const double *q, const double *u, const double *v, double *next, unsigned w, unsigned h, double r)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
    const unsigned at = y * w + x;
    const double c = q[at];
    double dx, dy;
    if (u[at] > 0) dx = c - q[at - 1];
    else dx = q[at + 1] - c;
    if (v[at] > 0) dy = c - q[at - w];
    else dy = q[at + w] - c;
    next[at] = c - r * (u[at] * dx + v[at] * dy);
}

template <int BX, int BY> __global__ void heatShared(const float *in, float *out, int w, int h, float k)
{
    __shared__ float t[BY + 2][BX + 2];
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool inside = x < w && y < h;
    if (inside) {
        t[ty][tx] = in[y * w + x];
        if (threadIdx.x == 0) t[ty][0] = x > 0 ? in[y * w + x - 1] : 0.0f;
        if (threadIdx.x == BX - 1 || x == w - 1) t[ty][tx + 1] = x < w - 1 ? in[y * w + x + 1] : 0.0f;
        if (threadIdx.y == 0) t[0][tx] = y > 0 ? in[(y - 1) * w + x] : 0.0f;
        if (threadIdx.y == BY - 1 || y == h - 1) t[ty + 1][tx] = y < h - 1 ? in[(y + 1) * w + x] : 0.0f;
    }
    __syncthreads();
    if (!inside) return;
    float c = t[ty][tx];
    out[y * w + x] = c + k * (t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx] - 4.0f * c);
}
template __global__ void heatShared<32, 8>(const float *, float *, int, int, float);
template __global__ void heatShared<16, 16>(const float *, float *, int, int, float);

// 0 bare, 1 wood, 2 fire: wood beside fire burns, fire leaves bare ground
extern "C" __global__ void stencil_fire_in_wood(const unsigned char *now, unsigned char *then, int w, int h)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w;
        unsigned char s = now[i];
        if (s == 1) {
            bool fire = (x > 0 && now[i - 1] == 2) || (x < w - 1 && now[i + 1] == 2) || (y > 0 && now[i - w] == 2) || (y < h - 1 && now[i + w] == 2);
            s = fire ? 2 : 1;
        } else
            s = 0;
        then[i] = s;
    }
}

// two steps at once: 32 by 32 threads, 28 by 28 results
extern "C" __global__ void stencil_two_steps_in_tile(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float a[32][32], b[32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * 28 + tx - 2, y = blockIdx.y * 28 + ty - 2;
    const bool in_plane = x >= 0 && y >= 0 && x < n && y < n;
    const bool border = x == 0 || y == 0 || x == n - 1 || y == n - 1;
    a[ty][tx] = in_plane ? in[y * n + x] : 0.f;
    __syncthreads();
    const bool first = tx > 0 && ty > 0 && tx < 31 && ty < 31;
    if (first) b[ty][tx] = border ? a[ty][tx] : 0.25f * (a[ty][tx - 1] + a[ty][tx + 1] + a[ty - 1][tx] + a[ty + 1][tx]);
    __syncthreads();
    if (tx > 1 && ty > 1 && tx < 30 && ty < 30 && in_plane)
        out[y * n + x] = border ? b[ty][tx] : 0.25f * (b[ty][tx - 1] + b[ty][tx + 1] + b[ty - 1][tx] + b[ty + 1][tx]);
}

struct Reaction {
    float du, dv, feed, kill;
};

__device__ __forceinline__ float bend(const float *f, int at, int left, int right, int up, int down)
{
    return f[at + left] + f[at + right] + f[at + up] + f[at + down] - 4.f * f[at];
}

// Gray and Scott on a torus
extern "C" __global__ void stencil_spots_and_stripes(const float *u, const float *v, float *un, float *vn, int w, int h, Reaction r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int at = y * w + x;
    int left = x == 0 ? w - 1 : -1, right = x == w - 1 ? 1 - w : 1;
    int up = y == 0 ? (h - 1) * w : -w, down = y == h - 1 ? (1 - h) * w : w;
    float a = u[at], b = v[at], meet = a * b * b;
    un[at] = a + r.du * bend(u, at, left, right, up, down) - meet + r.feed * (1.f - a);
    vn[at] = b + r.dv * bend(v, at, left, right, up, down) + meet - (r.feed + r.kill) * b;
}
