// Pictures.
#include <stdint.h>

// three bytes to one
extern "C" __global__ void img_grey_of_three(const uint8_t *rgb, uint8_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8;
}

// a box that slides along a row: a thread a row
extern "C" __global__ void img_box_slides_on(const float *in, float *out, int w, int h, int r)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h) return;
    const float *p = in + (size_t)y * w;
    float s = 0, k = 1.f / (2 * r + 1);
    for (int x = -r; x <= r; x++) s += p[min(max(x, 0), w - 1)];
    for (int x = 0; x < w; x++) {
        out[(size_t)y * w + x] = s * k;
        s += p[min(x + r + 1, w - 1)] - p[max(x - r, 0)];
    }
}

// another size, between four
extern "C" __global__ void img_size_between_four(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int w, int h, int nw, int nh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nw || y >= nh) return;
    float u = fmaxf((x + 0.5f) * w / nw - 0.5f, 0.f), v = fmaxf((y + 0.5f) * h / nh - 0.5f, 0.f);
    int a = (int)u, b = (int)v, a1 = min(a + 1, w - 1), b1 = min(b + 1, h - 1);
    float f = u - a, g = v - b;
    uchar4 p = in[b * w + a], q = in[b * w + a1], r = in[b1 * w + a], s = in[b1 * w + a1];
    auto mix = [&](float i, float j, float k, float l) { return (uint8_t)((i * (1 - f) + j * f) * (1 - g) + (k * (1 - f) + l * f) * g + 0.5f); };
    out[y * nw + x] = make_uchar4(mix(p.x, q.x, r.x, s.x), mix(p.y, q.y, r.y, s.y), mix(p.z, q.z, r.z, s.z), mix(p.w, q.w, r.w, s.w));
}

// turned by an angle, the nearest taken
extern "C" __global__ void img_turned_nearest(const uint32_t *in, uint32_t *out, int w, int h, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float u = x - 0.5f * w, v = y - 0.5f * h;
    int sx = (int)floorf(c * u + s * v + 0.5f * w + 0.5f), sy = (int)floorf(c * v - s * u + 0.5f * h + 0.5f);
    out[y * w + x] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0xff000000u;
}

// edges after Sobel, a tile of bytes in shared memory
extern "C" __global__ void img_edges_from_tile(const uint8_t *in, uint8_t *out, int w, int h)
{
    __shared__ int s[10][66];
    const int bx = blockIdx.x * 64, by = blockIdx.y * 8, t = threadIdx.y * 64 + threadIdx.x;
    for (int q = t; q < 660; q += 512) s[q / 66][q % 66] = in[min(max(by + q / 66 - 1, 0), h - 1) * w + min(max(bx + q % 66 - 1, 0), w - 1)];
    __syncthreads();
    const int x = bx + threadIdx.x, y = by + threadIdx.y, i = threadIdx.y, j = threadIdx.x;
    if (x >= w || y >= h) return;
    int gx = s[i][j + 2] + 2 * s[i + 1][j + 2] + s[i + 2][j + 2] - s[i][j] - 2 * s[i + 1][j] - s[i + 2][j];
    int gy = s[i + 2][j] + 2 * s[i + 2][j + 1] + s[i + 2][j + 2] - s[i][j] - 2 * s[i][j + 1] - s[i][j + 2];
    out[y * w + x] = min(abs(gx) + abs(gy), 255);
}

// one picture over another by what it lets through, in place
extern "C" __global__ void pix_laid_over(const uchar4 *over, uchar4 *under, long long n)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        uchar4 o = over[i];
        if (o.w == 0) continue;
        uchar4 u = under[i];
        int a = o.w, b = 255 - a;
        under[i] = make_uchar4((o.x * a + u.x * b + 127) / 255, (o.y * a + u.y * b + 127) / 255, (o.z * a + u.z * b + 127) / 255, max(o.w, u.w));
    }
}

// curves for each colour from shared memory, four places a thread
extern "C" __global__ void pix_curves_held(const uint8_t *curves, const uint4 *in, uint4 *out, int n)
{
    __shared__ uint8_t c[768];
    for (int k = threadIdx.x; k < 768; k += blockDim.x) c[k] = curves[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto map = [&](unsigned p) { return c[p & 255] | c[256 + (p >> 8 & 255)] << 8 | c[512 + (p >> 16 & 255)] << 16 | (p & 0xff000000u); };
    uint4 v = in[i];
    out[i] = make_uint4(map(v.x), map(v.y), map(v.z), map(v.w));
}

// smoothed, but not over edges
extern "C" __global__ void img_smooth_between_edges(const float *in, float *out, int w, int h, int r, float space, float tone)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x], s = 0, k = 0;
    for (int b = max(y - r, 0); b <= min(y + r, h - 1); b++)
        for (int a = max(x - r, 0); a <= min(x + r, w - 1); a++) {
            float v = in[b * w + a], d = v - c, f = expf(-((a - x) * (a - x) + (b - y) * (b - y)) * space - d * d * tone);
            s += f * v;
            k += f;
        }
    out[y * w + x] = s / k;
}
