// Images.
#include <stdint.h>

extern "C" __global__ void img_hsv_turn_hue(const uchar4 *in, uchar4 *out, int n, float turn)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    float r = p.x / 255.f, g = p.y / 255.f, b = p.z / 255.f;
    float most = fmaxf(r, fmaxf(g, b)), least = fminf(r, fminf(g, b)), d = most - least, h = 0;
    if (d > 0) {
        if (most == r) h = (g - b) / d + (g < b ? 6 : 0);
        else if (most == g) h = (b - r) / d + 2;
        else h = (r - g) / d + 4;
    }
    h += turn;
    if (h >= 6) h -= 6;
    float c[3];
    for (int k = 0; k < 3; k++) {
        float q = h + (k == 0 ? 0.f : k == 1 ? 4.f : 2.f);
        if (q >= 6) q -= 6;
        float e = fminf(fmaxf(fabsf(q - 3) - 1, 0.f), 1.f);
        c[k] = most - d * (1 - e);
    }
    out[i] = make_uchar4((unsigned char)(c[0] * 255 + 0.5f), (unsigned char)(c[1] * 255 + 0.5f), (unsigned char)(c[2] * 255 + 0.5f), p.w);
}

// median of nine by a network, three floats of a row kept
__device__ __forceinline__ void order(float &a, float &b)
{
    float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}
extern "C" __global__ void img_median_nine_floats(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
    order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]), order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
    order(v[4], v[2]);
    out[y * w + x] = v[4];
}

// barrel distortion undone, bilinear, bytes
extern "C" __global__ void img_undo_barrel(const uint8_t *in, uint8_t *out, int w, int h, float k1, float k2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float u = (2.f * x - w) / h, v = (2.f * y - h) / h, r2 = u * u + v * v, f = 1 + k1 * r2 + k2 * r2 * r2;
    float sx = 0.5f * (u * f * h + w), sy = 0.5f * (v * f * h + h);
    int a = (int)floorf(sx), b = (int)floorf(sy);
    uint8_t r = 0;
    if (a >= 0 && b >= 0 && a < w - 1 && b < h - 1) {
        float fx = sx - a, fy = sy - b;
        const uint8_t *p = in + b * w + a;
        r = (uint8_t)((1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]) + 0.5f);
    }
    out[y * w + x] = r;
}

// error handed to neighbours is serial: ordered dither by an 8 x 8 matrix instead, 32 pixels to a word
extern "C" __global__ void pix_dither_to_bits(const uint8_t *in, unsigned *bits, int words, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int a = x & 7, b = y & 7, m = 0;
    for (int k = 0; k < 3; k++) {
        m = m << 2 | (((a ^ b) >> k & 1) << 1) | (b >> k & 1);
    }
    bool on = in[(size_t)y * words * 32 + x] > m * 4 + 2;
    unsigned votes = __ballot_sync(~0u, on);
    if ((x & 31) == 0) bits[y * words + x / 32] = votes;
}

// local contrast: mean and spread of windows from two summed tables
extern "C" __global__ void img_contrast_from_tables(const double *sum, const double *squares, float *out, int w, int h, int reach)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int x0 = max(x - reach, 0), x1 = min(x + reach + 1, w), y0 = max(y - reach, 0), y1 = min(y + reach + 1, h), p = w + 1;
    double n = (double)(x1 - x0) * (y1 - y0);
    double s = sum[y1 * p + x1] - sum[y0 * p + x1] - sum[y1 * p + x0] + sum[y0 * p + x0];
    double q = squares[y1 * p + x1] - squares[y0 * p + x1] - squares[y1 * p + x0] + squares[y0 * p + x0];
    out[y * w + x] = (float)sqrt(fmax(q / n - s / n * (s / n), 0.0));
}

// blocks of 8 x 8: forward cosine transform, one thread a row then a column, 32 blocks of a row
__constant__ float cosines[64];
extern "C" __global__ void pic_cosine_blocks_by_rows(const uint8_t *in, short *out, int w)
{
    __shared__ float s[8][32][9];
    int b = threadIdx.x, r = threadIdx.y;
    int x0 = (blockIdx.x * 32 + b) * 8, y0 = blockIdx.y * 8;
    float v[8];
    for (int k = 0; k < 8; k++) v[k] = in[(y0 + r) * w + x0 + k] - 128.f;
    for (int u = 0; u < 8; u++) {
        float a = 0;
        for (int k = 0; k < 8; k++) a += cosines[u * 8 + k] * v[k];
        s[r][b][u] = a;
    }
    __syncthreads();
    for (int u = 0; u < 8; u++) {
        float a = 0;
        for (int k = 0; k < 8; k++) a += cosines[u * 8 + k] * s[k][b][r];
        out[(y0 + u) * w + x0 + r] = (short)__float2int_rn(a);
    }
}

// colours found among a palette of sixty-four, in constant memory
__constant__ uchar4 palette[64];
extern "C" __global__ void pix_nearest_of_palette(const uchar4 *in, uint8_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    int best = 1 << 30, who = 0;
    for (int k = 0; k < 64; k++) {
        int r = p.x - palette[k].x, g = p.y - palette[k].y, b = p.z - palette[k].z, d = 2 * r * r + 4 * g * g + 3 * b * b;
        if (d < best) best = d, who = k;
    }
    out[i] = (uint8_t)who;
}

// absolute differences of a block with places around it in the frame before, least kept
extern "C" __global__ void vid_best_shift_of_blocks(const uint8_t *now, const uint8_t *before, short2 *shift, int w, int h)
{
    __shared__ uint8_t mine[8][8];
    __shared__ unsigned best;
    int bx = blockIdx.x * 8, by = blockIdx.y * 8, t = threadIdx.x;
    if (t < 64) mine[t / 8][t % 8] = now[(by + t / 8) * w + bx + t % 8];
    if (t == 0) best = ~0u;
    __syncthreads();
    if (t < 225) {
        int dx = t % 15 - 7, dy = t / 15 - 7;
        unsigned s = 0;
        if (bx + dx >= 0 && by + dy >= 0 && bx + dx + 8 <= w && by + dy + 8 <= h) {
            for (int j = 0; j < 8; j++)
                for (int i = 0; i < 8; i++) s = __sad(mine[j][i], before[(by + dy + j) * w + bx + dx + i], s);
            atomicMin(&best, s << 8 | t);
        }
    }
    __syncthreads();
    if (t == 0) shift[blockIdx.y * gridDim.x + blockIdx.x] = make_short2((best & 255) % 15 - 7, (best & 255) / 15 - 7);
}
