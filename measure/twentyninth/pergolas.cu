// Pictures: palettes, curves, warps, windows, layers.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Homography { float m[9]; };

__constant__ uchar4 paint[32];
__constant__ unsigned char contrast_curve[256];
__constant__ Homography view;
__constant__ float3 luma_row;

// each pixel takes the nearest of the paints
extern "C" __global__ void img_nearest_of_paints(const uchar4 *in, uchar4 *out, int n, int paints)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 p = in[i];
    int best = 1 << 30, which = 0;
    for (int k = 0; k < paints; k++) {
        const uchar4 c = paint[k];
        const int r = p.x - c.x, g = p.y - c.y, b = p.z - c.z;
        const int d = 2 * r * r + 4 * g * g + 3 * b * b;
        if (d < best) best = d, which = k;
    }
    out[i] = paint[which];
}

// a tone curve, four bytes at a time
extern "C" __global__ void img_curve_in_constant(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, size_t n)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const uchar4 p = in[i];
        out[i] = make_uchar4(contrast_curve[p.x], contrast_curve[p.y], contrast_curve[p.z], p.w);
    }
}

// another view of a plane picture, four neighbours mixed
extern "C" __global__ void img_view_of_plane(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const float u = (float)x / w, v = (float)y / h;
    const float d = 1 + view.m[6] * u + view.m[7] * v + view.m[8];
    const float sx = (view.m[0] * u + view.m[1] * v + view.m[2]) / d * w;
    const float sy = (view.m[3] * u + view.m[4] * v + view.m[5]) / d * h;
    unsigned char value = 0;
    if (sx >= 0 && sy >= 0 && sx < w - 1 && sy < h - 1) {
        const int ix = (int)sx, iy = (int)sy;
        const float fx = sx - ix, fy = sy - iy;
        const unsigned char *p = in + iy * w + ix;
        const float a = p[0] + fx * (p[1] - p[0]), b = p[w] + fx * (p[w + 1] - p[w]);
        value = (unsigned char)(a + fy * (b - a) + 0.5f);
    }
    out[y * w + x] = value;
}

// mean and spread of a window set each pixel's contrast; the tile's size is told at launch
extern "C" __global__ void img_contrast_of_window(const float *in, float *out, int w, int h, int r)
{
    extern __shared__ float tile[];
    const int tw = blockDim.x + 2 * r, th = blockDim.y + 2 * r;
    const int x0 = blockIdx.x * blockDim.x - r, y0 = blockIdx.y * blockDim.y - r;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < tw * th; i += blockDim.x * blockDim.y) {
        const int x = min(max(x0 + i % tw, 0), w - 1), y = min(max(y0 + i / tw, 0), h - 1);
        tile[i] = in[y * w + x];
    }
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0, squares = 0;
    for (int b = 0; b <= 2 * r; b++)
        for (int a = 0; a <= 2 * r; a++) {
            const float v = tile[(threadIdx.y + b) * tw + threadIdx.x + a];
            sum += v;
            squares += v * v;
        }
    const int count = (2 * r + 1) * (2 * r + 1);
    const float mean = sum / count, spread = sqrtf(fmaxf(squares / count - mean * mean, 0.f));
    out[y * w + x] = (tile[(threadIdx.y + r) * tw + threadIdx.x + r] - mean) / (spread + 0.1f);
}

// masks of one bit a pixel grow by one to all eight sides
extern "C" __global__ void img_grow_mask_of_bits(const unsigned *__restrict__ in, unsigned *__restrict__ out, int words, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= words) return;
    unsigned all = 0;
    for (int b = -1; b <= 1; b++) {
        if (y + b < 0 || y + b >= h) continue;
        const unsigned *row = in + (size_t)(y + b) * words;
        const unsigned here = row[x];
        const unsigned left = x > 0 ? row[x - 1] >> 31 : 0, right = x + 1 < words ? row[x + 1] << 31 : 0;
        all |= here | here << 1 | here >> 1 | left | right;
    }
    out[(size_t)y * words + x] = all;
}

// error of each line carried along it; a line is one thread's
extern "C" __global__ void img_dither_along_lines(const float *in, unsigned char *out, int w, int h, float levels)
{
    const int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h) return;
    float carry = 0;
    for (int x = 0; x < w; x++) {
        const float wanted = in[(size_t)x * h + y] + carry;
        const float taken = rintf(__saturatef(wanted) * levels);
        carry = wanted - taken / levels;
        out[(size_t)x * h + y] = (unsigned char)taken;
    }
}

// layers upon layers, from the front until nothing shines through
extern "C" __global__ void __launch_bounds__(128) img_layers_front_to_back(const uchar4 *__restrict__ layers, uchar4 *__restrict__ out, int n, int count)
{
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n) return;
    float r = 0, g = 0, b = 0, through = 1;
    for (int l = 0; l < count && through > 0.02f; l++) {
        const uchar4 p = layers[(size_t)l * n + i];
        const float a = p.w * (1 / 255.f) * through;
        r += a * p.x, g += a * p.y, b += a * p.z;
        through -= a;
    }
    out[i] = make_uchar4(r, g, b, 255 * (1 - through));
}

// counts of brightness, a table for each warp, added up at the end
extern "C" __global__ void hist_brightness_by_warps(const float *__restrict__ red, const float *__restrict__ green, const float *__restrict__ blue, unsigned *counts, int n)
{
    __shared__ unsigned own[8][128];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int i = threadIdx.x; i < 8 * 128; i += 256) own[0][i] = 0;
    __syncthreads();
    unsigned *mine = own[warp.meta_group_rank()];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const float y = luma_row.x * red[i] + luma_row.y * green[i] + luma_row.z * blue[i];
        atomicAdd(&mine[min(127, (int)(y * 128))], 1);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        unsigned sum = 0;
        for (int k = 0; k < 8; k++) sum += own[k][threadIdx.x];
        if (sum) atomicAdd(&counts[threadIdx.x], sum);
    }
}
