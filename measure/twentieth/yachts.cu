// Pictures.
#include <stdint.h>

// turned about its middle, between four points
extern "C" __global__ void img_turned_between_four(const float *in, float *out, int w, int h, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = x - 0.5f * w, dy = y - 0.5f * h, u = c * dx + s * dy + 0.5f * w, v = c * dy - s * dx + 0.5f * h;
    int x0 = (int)floorf(u), y0 = (int)floorf(v);
    if (x0 < 0 || y0 < 0 || x0 + 1 >= w || y0 + 1 >= h) {
        out[y * w + x] = 0;
        return;
    }
    float a = u - x0, b = v - y0;
    const float *p = in + y0 * w + x0;
    out[y * w + x] = (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[w] + a * p[w + 1]);
}

// the middle of nine
__device__ __forceinline__ void order(unsigned char &a, unsigned char &b)
{
    unsigned char t = min(a, b);
    b = max(a, b);
    a = t;
}
extern "C" __global__ void img_middle_of_nine(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char v[9];
    for (int k = 0; k < 9; k++) {
        int u = min(max(x + k % 3 - 1, 0), w - 1), r = min(max(y + k / 3 - 1, 0), h - 1);
        v[k] = in[r * w + u];
    }
    #pragma unroll
    for (int k = 0; k < 5; k++)
        #pragma unroll
        for (int j = k + 1; j < 9; j++) order(v[k], v[j]);
    out[y * w + x] = v[4];
}

// the table of an equalised picture from its histogram, one block
extern "C" __global__ void img_table_of_equalised(const unsigned *hist, unsigned char *table, int pixels)
{
    __shared__ unsigned s[256];
    __shared__ unsigned first;
    int t = threadIdx.x;
    s[t] = hist[t];
    if (t == 0) first = 0xffffffffu;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        unsigned v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (s[t] > 0) atomicMin(&first, s[t]);
    __syncthreads();
    float share = s[t] > first ? (float)(s[t] - first) / (pixels - first) : 0;
    table[t] = (unsigned char)(255 * fminf(share, 1.0f) + 0.5f);
}

// and the picture through it, 16 points a thread
extern "C" __global__ void img_through_table(uint4 *image, const unsigned char *table, int n)
{
    __shared__ unsigned char s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = image[i];
        unsigned *w = &v.x;
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            unsigned p = w[k];
            w[k] = s[p & 255] | s[p >> 8 & 255] << 8 | s[p >> 16 & 255] << 16 | (unsigned)s[p >> 24] << 24;
        }
        image[i] = v;
    }
}

// colour, depth and light
struct Rgb { float r, g, b; };
extern "C" __global__ void img_hue_of_colours(const Rgb *in, Rgb *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Rgb c = in[i];
    float high = fmaxf(c.r, fmaxf(c.g, c.b)), low = fminf(c.r, fminf(c.g, c.b)), d = high - low, hue = 0;
    if (d > 0) {
        if (high == c.r) hue = (c.g - c.b) / d + (c.g < c.b ? 6 : 0);
        else if (high == c.g) hue = (c.b - c.r) / d + 2;
        else hue = (c.r - c.g) / d + 4;
    }
    out[i] = Rgb{hue * 60, high > 0 ? d / high : 0, high};
}

// the least of a window, from shared memory; first along, then down
template <int R> __global__ void eroded(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char a[16 + 2 * R][32 + 2 * R], b[16 + 2 * R][32];
    int x0 = blockIdx.x * 32 - R, y0 = blockIdx.y * 16 - R;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < (16 + 2 * R) * (32 + 2 * R); k += 512) {
        int u = x0 + k % (32 + 2 * R), v = y0 + k / (32 + 2 * R);
        a[k / (32 + 2 * R)][k % (32 + 2 * R)] = u < 0 || v < 0 || u >= w || v >= h ? 255 : in[v * w + u];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 16 + 2 * R; y += 16) {
        unsigned char m = 255;
        for (int k = 0; k <= 2 * R; k++) m = min(m, a[y][threadIdx.x + k]);
        b[y][threadIdx.x] = m;
    }
    __syncthreads();
    int x = x0 + R + threadIdx.x, y = y0 + R + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char m = 255;
    for (int k = 0; k <= 2 * R; k++) m = min(m, b[threadIdx.y + k][threadIdx.x]);
    out[y * w + x] = m;
}
template __global__ void eroded<3>(const unsigned char *, unsigned char *, int, int);

// full colours from Bayer's pattern: red at even places of even rows
extern "C" __global__ void img_colours_of_pattern(const unsigned short *raw, unsigned short *rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    const unsigned short *p = raw + y * w + x;
    int c = p[0], sides = (p[-1] + p[1]) / 2, ends = (p[-w] + p[w]) / 2, cross = (p[-1] + p[1] + p[-w] + p[w]) / 4;
    int corners = (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]) / 4, r, g, b;
    if (y % 2 == 0) {
        if (x % 2 == 0) r = c, g = cross, b = corners;
        else r = sides, g = c, b = ends;
    } else {
        if (x % 2 == 0) r = ends, g = c, b = sides;
        else r = corners, g = cross, b = c;
    }
    unsigned short *q = rgb + 3 * (y * w + x);
    q[0] = r;
    q[1] = g;
    q[2] = b;
}

// means of boxes out of a table of sums
extern "C" __global__ void img_boxes_from_sums(const long long *sums, float *out, int w, int h, int reach)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int x0 = max(x - reach, 0), x1 = min(x + reach + 1, w), y0 = max(y - reach, 0), y1 = min(y + reach + 1, h), p = w + 1;
    long long s = sums[y1 * p + x1] - sums[y0 * p + x1] - sums[y1 * p + x0] + sums[y0 * p + x0];
    out[y * w + x] = (float)s / ((x1 - x0) * (y1 - y0));
}
