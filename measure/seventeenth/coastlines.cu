// Fractals, and loops that the data end.
#include <stdint.h>

extern "C" __global__ void mandelbrot_one_pixel_each(unsigned char *image, int width, int height, float left, float top, float scale, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    float cr = left + (i % width) * scale, ci = top + (i / width) * scale;
    float zr = 0, zi = 0;
    int count = 0;
    for (; count < limit; count++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0f) break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
    }
    image[i] = count & 255;
}

struct View {
    double x, y, step;
    int w, h, limit;
};
// rows are handed to blocks in turn
extern "C" __global__ void mandelbrot_rows_in_turn(int *out, View v)
{
    for (int y = blockIdx.x; y < v.h; y += gridDim.x)
        for (int x = threadIdx.x; x < v.w; x += blockDim.x) {
            double a = v.x + x * v.step, b = v.y + y * v.step, p = a, q = b;
            int k = 0;
            do {
                double t = p * p - q * q + a;
                q = 2 * p * q + b;
                p = t;
            } while (++k < v.limit && p * p + q * q < 16.0);
            out[y * v.w + x] = k;
        }
}

extern "C" __global__ void fractal_julia_coloured(uchar4 *img, int w, int h, float cr, float ci)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float x = 3.f * px / w - 1.5f, y = 2.f * py / h - 1.f;
    int k = 0;
    while (x * x + y * y < 4.f && k < 200) {
        float t = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = t;
        ++k;
    }
    img[py * w + px] = make_uchar4(k * 5, k * 3, 255 - k, 255);
}

extern "C" __global__ void collatz_steps_of_each(const unsigned *start, int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = start[i] + 1ull;
    int s = 0;
    while (v > 1) {
        v = (v & 1) ? 3 * v + 1 : v / 2;
        s++;
    }
    steps[i] = s;
}

extern "C" __global__ void loop_common_divisors(const int *a, const int *b, int *g, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = a[i] + 1, y = b[i] + 1;
        while (y) {
            int r = x % y;
            x = y;
            y = r;
        }
        g[i] = x;
    }
}

extern "C" __global__ void loop_smallest_factor(unsigned first, unsigned *factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = first + i, d = 2;
    if (v % 2 != 0) {
        for (d = 3; d * d <= v; d += 2)
            if (v % d == 0) break;
        if (d * d > v) d = v;
    }
    factor[i] = d;
}

extern "C" __global__ void loop_fixed_point_of_cosine(const float *x, float *y, uint8_t *turns, int n, float tol)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], a = v;
    int k = 0;
    for (; k < 100; k++) {
        float w = cosf(v) + 0.3f * a;
        bool near = fabsf(w - v) < tol;
        v = w;
        if (near) break;
    }
    y[i] = v;
    turns[i] = k;
}

extern "C" __global__ void loop_digit_sums_until_one(const uint32_t *v, uint8_t *digit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t x = v[i];
    while (x > 9) {
        uint32_t s = 0;
        for (; x; x /= 10) s += x % 10;
        x = s;
    }
    digit[i] = x;
}

// lists of their own lengths; a thread each
extern "C" __global__ void loop_sum_own_count(const int *count, const float *v, float *out, int n, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = 0; k < count[i]; k++) s += v[k * n + i];
    out[i] = s;
}
