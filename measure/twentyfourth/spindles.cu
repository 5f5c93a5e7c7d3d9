// Ways apart: fractals, branches, loops that end by the data.
#include <cuComplex.h>
#include <cstdint>

struct View {
    float left, top, step;
};

// smooth colours
extern "C" __global__ void mandel_smooth_grey(float *picture, int w, int h, View v, int most)
{
    int px = threadIdx.x + blockIdx.x * blockDim.x, py = threadIdx.y + blockIdx.y * blockDim.y;
    if (px >= w || py >= h) return;
    float cr = v.left + px * v.step, ci = v.top + py * v.step, x = 0, y = 0, x2 = 0, y2 = 0;
    int k = 0;
    while (x2 + y2 < 256.0f && k < most) {
        y = 2 * x * y + ci;
        x = x2 - y2 + cr;
        x2 = x * x, y2 = y * y;
        k++;
    }
    picture[py * w + px] = k == most ? 0.0f : k + 1 - log2f(0.5f * log2f(x2 + y2));
}

// Julia set, complex numbers of the library, rows taken in turn
extern "C" __global__ void mandel_julia_cucomplex(unsigned char *out, int w, int h, cuDoubleComplex c, int most)
{
    for (int y = blockIdx.x; y < h; y += gridDim.x)
        for (int x = threadIdx.x; x < w; x += blockDim.x) {
            cuDoubleComplex z = make_cuDoubleComplex(3.0 * x / w - 1.5, 2.0 * y / h - 1.0);
            int k = 0;
            for (; k < most; k++) {
                if (cuCreal(z) * cuCreal(z) + cuCimag(z) * cuCimag(z) > 4.0) break;
                z = cuCadd(cuCmul(z, z), c);
            }
            out[y * w + x] = (unsigned char)k;
        }
}

// Newton's method for z^3 = 1: which root
extern "C" __global__ void mandel_basins_of_newton(uint8_t *root, int w, int h, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    float x = 4.f * (i % w) / w - 2.f, y = 4.f * (i / w) / h - 2.f;
    for (int k = 0; k < most; k++) {
        float x2 = x * x - y * y, y2 = 2 * x * y, d = 3 * (x2 * x2 + y2 * y2) + 1e-12f;
        float x3 = x2 * x - y2 * y - 1, y3 = x2 * y + y2 * x;
        float dx = (x3 * x2 + y3 * y2) / d, dy = (y3 * x2 - x3 * y2) / d;
        x -= dx, y -= dy;
        if (dx * dx + dy * dy < 1e-8f) break;
    }
    root[i] = x > 0 ? 0 : y > 0 ? 1 : 2;
}

// lanes part by the number they hold
__device__ float longWay(float v, int turns)
{
    for (int k = 0; k < turns; k++) v = sqrtf(v * v + 1.0f) - 0.5f * v;
    return v;
}
extern "C" __global__ void branch_short_or_long_way(const float *in, float *out, int n, float level, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (v > level)
        out[i] = longWay(v, turns);
    else if (v > 0)
        out[i] = __sinf(v) * 2;
    else
        out[i] = -v;
}

// five cases told by the lane
extern "C" __global__ void branch_case_of_lane(const int *__restrict__ a, int *__restrict__ out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = a[i];
        switch (threadIdx.x % 5) {
        case 0: v = v * 7 + 3; break;
        case 1: v = v / 13; break;
        case 2: v = __popc(v) << 4; break;
        case 3: v = v % 1000; break;
        default: v ^= v >> 7; v *= 0x45d9f3b; v ^= v >> 9;
        }
        out[i] = v;
    }
}

// smallest divisor by trial
extern "C" __global__ void loop_smallest_divisor(const unsigned *__restrict__ in, unsigned *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = in[i] | 1, d = 3;
    while (d * d <= v && v % d) d += 2;
    out[i] = d * d <= v ? d : v;
}

// each walks the bits that are set
extern "C" __global__ void loop_positions_of_bits(const uint64_t *words, uint32_t *sums, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint64_t w = words[i] & words[(i + 1) % n];
        uint32_t s = 0;
        while (w) {
            int b = __ffsll((long long)w) - 1;
            s += b * b;
            w &= w - 1;
        }
        sums[i] = s;
    }
}

// series until the term no longer counts
extern "C" __global__ void loop_series_of_bessel(const double *__restrict__ x, double *__restrict__ out, int *__restrict__ terms, int n, double least)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double q = 0.25 * x[i] * x[i], t = 1, s = 1;
    int k = 0;
    do {
        k++;
        t *= -q / ((double)k * k);
        s += t;
    } while (fabs(t) > least && k < 200);
    out[i] = s;
    terms[i] = k;
}
