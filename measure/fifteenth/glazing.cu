// Convolutions and pictures.
#include <cuda_fp16.h>
#include <stdint.h>

__constant__ float tapsInConstant[64];
extern "C" __global__ void conv_line_constant_taps(const float *__restrict__ in, float *__restrict__ out, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = 0; k < taps; k++) {
        int j = i + k - taps / 2;
        if (j >= 0 && j < n) s += in[j] * tapsInConstant[k];
    }
    out[i] = s;
}

// the taps in memory, everything in 2-D, any odd size
extern "C" __global__ void conv_plane_any_mask(const float *in, const float *mask, float *out, int w, int h, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int u = x + j - m / 2, v = y + i - m / 2;
            if (u >= 0 && u < w && v >= 0 && v < h) s += in[v * w + u] * mask[i * m + j];
        }
    out[y * w + x] = s;
}

// seven by seven, tile and rim in shared memory, each thread four rows
extern "C" __global__ void conv_seven_four_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float s[38][40];
    const int x0 = blockIdx.x * 32 - 3, y0 = blockIdx.y * 32 - 3, t = threadIdx.y * 32 + threadIdx.x;
    for (int k = t; k < 38 * 38; k += 256) {
        int x = x0 + k % 38, y = y0 + k / 38;
        s[k / 38][k % 38] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.f;
    }
    __syncthreads();
    float acc[4] = {};
    const int ty = threadIdx.y * 4;
#pragma unroll
    for (int r = 0; r < 10; r++)
#pragma unroll
        for (int j = 0; j < 7; j++) {
            float v = s[ty + r][threadIdx.x + j];
#pragma unroll
            for (int q = 0; q < 4; q++)
                if (r >= q && r < q + 7) acc[q] += v * tapsInConstant[(r - q) * 7 + j];
        }
    const int x = x0 + 3 + threadIdx.x;
    for (int q = 0; q < 4; q++) {
        int y = y0 + 3 + ty + q;
        if (x < w && y < h) out[y * w + x] = acc[q];
    }
}

// keep one sample of four after 32 taps
extern "C" __global__ void sig_decimate_by_four(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out, int m)
{
    __shared__ float t[32];
    if (threadIdx.x < 32) t[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
        float s = 0;
#pragma unroll 8
        for (int k = 0; k < 32; k++) s += t[k] * in[4 * i + k];
        out[i] = s;
    }
}

// channels last, half2 channels, 3 x 3 depthwise with zero padding
extern "C" __global__ void conv_depth_channels_last(const half2 *__restrict__ in, const half2 *__restrict__ k, half2 *__restrict__ out, int h, int w, int c2)
{
    const int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y, b = blockIdx.z;
    if (x >= w || c >= c2) return;
    half2 s = __float2half2_rn(0.f);
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++)
            if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
                s = __hfma2(in[(((size_t)b * h + y + dy) * w + x + dx) * c2 + c], k[((dy + 1) * 3 + dx + 1) * c2 + c], s);
    out[(((size_t)b * h + y) * w + x) * c2 + c] = s;
}

// transposed convolution: 2 x 2, stride 2, a thread for each output pixel and channel
extern "C" __global__ void conv_upward_two(const float *__restrict__ in, const float *__restrict__ wgt, float *__restrict__ out, int ci, int co, int h, int w)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, o = blockIdx.z;
    if (x >= 2 * w) return;
    float s = 0;
    for (int c = 0; c < ci; c++) s += in[(c * h + y / 2) * w + x / 2] * wgt[((c * co + o) * 2 + y % 2) * 2 + x % 2];
    out[(o * 2 * h + y) * 2 * w + x] = s;
}

extern "C" __global__ void layer_average_pool_3x3(const float *__restrict__ in, float *__restrict__ out, int w, int h, int ow, int oh, int total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int ox = i % ow, oy = i / ow % oh, c = i / (ow * oh);
    float s = 0;
    int n = 0;
    for (int y = max(oy * 2 - 1, 0); y < min(oy * 2 + 2, h); y++)
        for (int x = max(ox * 2 - 1, 0); x < min(ox * 2 + 2, w); x++, n++) s += in[((size_t)c * h + y) * w + x];
    out[i] = s / n;
}

extern "C" __global__ void img_gamma_by_table(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, const uint8_t *__restrict__ table, int n)
{
    __shared__ uint8_t t[256];
    if (threadIdx.x < 64) ((uint32_t *)t)[threadIdx.x] = ((const uint32_t *)table)[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    out[i] = make_uchar4(t[p.x], t[p.y], t[p.z], p.w);
}

extern "C" __global__ void img_unsharp_mask(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int w, int h, float amount)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int s = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) s += in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)] << (2 - abs(dx) - abs(dy));
    float me = in[y * w + x], v = me + amount * (me - s * (1.f / 16.f));
    out[y * w + x] = (uint8_t)fminf(fmaxf(v, 0.f), 255.f);
}

extern "C" __global__ void img_mosaic_tiles(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int w, int h)
{
    __shared__ unsigned r, g, b;
    if (threadIdx.x == 0 && threadIdx.y == 0) r = g = b = 0;
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    uchar4 p = make_uchar4(0, 0, 0, 0);
    if (x < w && y < h) {
        p = in[y * w + x];
        atomicAdd(&r, p.x);
        atomicAdd(&g, p.y);
        atomicAdd(&b, p.z);
    }
    __syncthreads();
    const unsigned n = min((int)blockDim.x, w - (int)(blockIdx.x * blockDim.x)) * min((int)blockDim.y, h - (int)(blockIdx.y * blockDim.y));
    if (x < w && y < h) out[y * w + x] = make_uchar4(r / n, g / n, b / n, p.w);
}

extern "C" __global__ void img_turn_by_angle(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int w, int h, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float u = x - 0.5f * w, v = y - 0.5f * h;
    int sx = __float2int_rn(c * u + s * v + 0.5f * w), sy = __float2int_rn(-s * u + c * v + 0.5f * h);
    out[y * w + x] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0xff000000u;
}

// forward cosine transform of 8 x 8 blocks, a thread for each coefficient, two passes through shared memory
extern "C" __global__ void pic_cosine_8x8(const uint8_t *__restrict__ in, short *__restrict__ out, const float *__restrict__ basis, int w)
{
    __shared__ float s[4][8][9], m[4][8][9], k[8][8];
    const int tx = threadIdx.x, ty = threadIdx.y, b = threadIdx.z;
    if (b == 0) k[ty][tx] = basis[ty * 8 + tx];
    const int x = (blockIdx.x * 4 + b) * 8 + tx, y = blockIdx.y * 8 + ty;
    s[b][ty][tx] = in[y * w + x] - 128.f;
    __syncthreads();
    float v = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) v += s[b][ty][i] * k[tx][i];
    m[b][ty][tx] = v;
    __syncthreads();
    v = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) v += m[b][i][tx] * k[ty][i];
    out[y * w + x] = (short)rintf(v);
}

// 3 x 3 closing in one visit: dilate a shared tile, then erode
extern "C" __global__ void img_close_holes(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int w, int h)
{
    __shared__ uint8_t a[20][36], d[18][36];
    const int t = threadIdx.y * 32 + threadIdx.x, x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 16 - 2;
    for (int k = t; k < 20 * 36; k += 512) {
        int x = x0 + k % 36, y = y0 + k / 36;
        a[k / 36][k % 36] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
    }
    __syncthreads();
    for (int k = t; k < 18 * 34; k += 512) {
        int x = k % 34, y = k / 34, v = 0;
        for (int i = 0; i < 9; i++) v = max(v, (int)a[y + i / 3][x + i % 3]);
        d[y][x] = v;
    }
    __syncthreads();
    const int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
    if (x >= w || y >= h) return;
    int v = 255;
    for (int i = 0; i < 9; i++) v = min(v, (int)d[threadIdx.y + i / 3][threadIdx.x + i % 3]);
    out[y * w + x] = v;
}
