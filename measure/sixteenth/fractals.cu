// Loops whose length the data decide.
#include <stdint.h>

extern "C" __global__ void mandelbrot_in_doubles(uint16_t *img, int w, int h, double x0, double y0, double step, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    double cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int i = 0;
    while (i < most && x * x + y * y <= 4.0) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy, x = t, i++;
    }
    img[py * w + px] = i;
}

// a palette of 64 in constant memory, bulb and cardioid left out, four steps between looks
__constant__ uint32_t paletteOf64[64];
extern "C" __global__ void mandelbrot_four_between(uint32_t *img, int w, int h, float x0, float y0, float step, int most)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < w * h; k += gridDim.x * blockDim.x) {
        float cx = x0 + k % w * step, cy = y0 + k / w * step, x = 0, y = 0, q = (cx - 0.25f) * (cx - 0.25f) + cy * cy;
        int i = 0;
        if (q * (q + cx - 0.25f) <= 0.25f * cy * cy || (cx + 1) * (cx + 1) + cy * cy <= 0.0625f) i = most;
        for (; i < most && x * x + y * y < 16.f; i += 4)
#pragma unroll
            for (int u = 0; u < 4; u++) {
                float t = fmaf(x, x, fmaf(-y, y, cx));
                y = fmaf(2 * x, y, cy), x = t;
            }
        img[k] = paletteOf64[i & 63];
    }
}

// Newton on z^3 = 1: which root, and how fast
extern "C" __global__ void fractal_newton_cubic(uint8_t *root, int w, int h, float span)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y;
    if (px >= w) return;
    float x = (px + 0.5f) / w * 2 * span - span, y = (py + 0.5f) / h * 2 * span - span;
    int it = 0;
    for (; it < 40; it++) {
        float x2 = x * x - y * y, y2 = 2 * x * y, x3 = x2 * x - y2 * y - 1, y3 = x2 * y + y2 * x, d = 3 * (x2 * x2 + y2 * y2) + 1e-20f;
        float nx = (x3 * x2 + y3 * y2) / d, ny = (y3 * x2 - x3 * y2) / d;
        x -= nx, y -= ny;
        if (nx * nx + ny * ny < 1e-8f) break;
    }
    root[py * w + px] = (x > 0 ? 0 : y > 0 ? 64 : 128) + it;
}

extern "C" __global__ void collatz_longest_in_warp(unsigned *best, unsigned first, int each)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned most = 0;
    for (int k = 0; k < each; k++) {
        unsigned long long v = first + t * each + k;
        unsigned steps = 0;
        while (v != 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            steps++;
        }
        most = max(most, steps);
    }
    most = __reduce_max_sync(~0u, most);
    if (threadIdx.x % 32 == 0) best[t / 32] = most;
}

// Miller and Rabin with three bases, 32 bits
__device__ unsigned powMod(unsigned b, unsigned e, unsigned m)
{
    unsigned long long r = 1, x = b % m;
    for (; e; e >>= 1) {
        if (e & 1) r = r * x % m;
        x = x * x % m;
    }
    return (unsigned)r;
}
extern "C" __global__ void loop_strong_probable_primes(unsigned first, uint8_t *prime, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = first + 2 * i, d = v - 1;
    int s = __ffs(d) - 1;
    d >>= s;
    bool ok = true;
    const unsigned bases[3] = {2, 7, 61};
    for (int k = 0; k < 3 && ok; k++) {
        unsigned long long x = powMod(bases[k], d, v);
        if (x == 1 || x == v - 1) continue;
        int r = 1;
        for (; r < s; r++) {
            x = x * x % v;
            if (x == v - 1) break;
        }
        ok = r < s;
    }
    prime[i] = ok;
}

// Halley's cube roots until they stand still
extern "C" __global__ void loop_until_still(const double *in, double *out, uint8_t *turns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = in[i] * 1e6, x = a > 1 ? a / 3 : 1, before;
    int t = 0;
    do {
        before = x;
        double c = x * x * x;
        x = x * (c + 2 * a) / (2 * c + a);
    } while (fabs(x - before) > 1e-12 * fabs(x) && ++t < 60);
    out[i] = x, turns[i] = t;
}

// distance fields: spheres traced until hit or lost
extern "C" __global__ void loop_march_a_field(float *depth, int w, int h, float camera)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float dx = (px - w / 2) / (float)h, dy = (py - h / 2) / (float)h, dz = 1, r = rsqrtf(dx * dx + dy * dy + 1), t = 0;
    dx *= r, dy *= r, dz *= r;
    for (int k = 0; k < 96; k++) {
        float x = t * dx, y = t * dy, z = t * dz - camera;
        float mx = x - 4 * floorf(x / 4 + 0.5f), my = y - 4 * floorf(y / 4 + 0.5f), mz = z - 4 * floorf(z / 4 + 0.5f);
        float d = fminf(sqrtf(mx * mx + my * my + mz * mz) - 0.9f, y + 6.f);
        if (d < 1e-3f) break;
        t += d;
        if (t > 60) break;
    }
    depth[py * w + px] = t;
}
