// Convolutions and filters of pictures.
#include <cuda_fp16.h>

__constant__ float mask5x5[25];
__constant__ float lineMask[33];
__constant__ float bank3x3[16 * 9];

extern "C" __global__ void conv_mask_in_constant(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc = 0.f;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
            int xx = x + i - 2, yy = y + j - 2;
            if (xx >= 0 && yy >= 0 && xx < w && yy < h) acc += mask5x5[j * 5 + i] * in[yy * w + xx];
        }
    out[y * w + x] = acc;
}

extern "C" __global__ void conv_mask_in_memory(const float *__restrict__ in, const float *__restrict__ mask, float *__restrict__ out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc = 0.f;
    for (int j = -r; j <= r; ++j) {
        int yy = min(max(y + j, 0), h - 1);
        for (int i = -r; i <= r; ++i) acc += mask[(j + r) * (2 * r + 1) + i + r] * in[yy * w + min(max(x + i, 0), w - 1)];
    }
    out[y * w + x] = acc;
}

// every thread loads one element of the tile, those within compute
extern "C" __global__ void conv_input_tile(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float t[32][32];
    int x = blockIdx.x * 28 + threadIdx.x - 2, y = blockIdx.y * 28 + threadIdx.y - 2;
    t[threadIdx.y][threadIdx.x] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0.f;
    __syncthreads();
    int tx = threadIdx.x - 2, ty = threadIdx.y - 2;
    if (tx < 0 || ty < 0 || tx >= 28 || ty >= 28 || x >= w || y >= h) return;
    float acc = 0.f;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) acc += mask5x5[j * 5 + i] * t[ty + j][tx + i];
    out[y * w + x] = acc;
}

extern "C" __global__ void conv_rows_of_quads(const float4 *__restrict__ in, float4 *__restrict__ out, int quads, int h)
{
    __shared__ __align__(16) float line[4 * 64 + 32];
    int q = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y;
    float4 zero = make_float4(0.f, 0.f, 0.f, 0.f);
    *(float4 *)&line[16 + 4 * threadIdx.x] = q < quads ? in[y * quads + q] : zero;
    if (threadIdx.x < 4) {
        *(float4 *)&line[4 * threadIdx.x] = q >= 4 && q - 4 < quads ? in[y * quads + q - 4] : zero;
        *(float4 *)&line[16 + 256 + 4 * threadIdx.x] = q + 64 < quads ? in[y * quads + q + 64] : zero;
    }
    __syncthreads();
    if (q >= quads) return;
    float s[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) {
        s[e] = 0.f;
        for (int k = -16; k <= 16; ++k)
            if (16 + 4 * (int)threadIdx.x + e + k < 288) s[e] += lineMask[k + 16] * line[16 + 4 * threadIdx.x + e + k];
    }
    out[y * quads + q] = make_float4(s[0], s[1], s[2], s[3]);
}

extern "C" __global__ void conv_columns_sliding(const float *__restrict__ in, float *__restrict__ out, int w, int h, int strip)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * strip;
    if (x >= w) return;
    float win[7];
#pragma unroll
    for (int k = 0; k < 6; ++k) win[k + 1] = y0 + k - 3 >= 0 && y0 + k - 3 < h ? in[(y0 + k - 3) * w + x] : 0.f;
    for (int y = y0; y < min(h, y0 + strip); ++y) {
#pragma unroll
        for (int k = 0; k < 6; ++k) win[k] = win[k + 1];
        win[6] = y + 3 < h ? in[(y + 3) * w + x] : 0.f;
        float s = 0.f;
#pragma unroll
        for (int k = 0; k < 7; ++k) s += lineMask[k] * win[k];
        out[y * w + x] = s;
    }
}

// a bank of sixteen masks: planes out
extern "C" __global__ void conv_bank_of_masks(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 2 || y >= h - 2) return;
    float p[9];
    for (int k = 0; k < 9; ++k) p[k] = in[(y + k / 3) * w + x + k % 3];
    for (int f = 0; f < 16; ++f) {
        float s = 0.f;
        for (int k = 0; k < 9; ++k) s += bank3x3[f * 9 + k] * p[k];
        out[((size_t)f * (h - 2) + y) * (w - 2) + x] = fmaxf(s, 0.f);
    }
}

extern "C" __global__ void conv_layer_direct(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int ci, int co, int size)
{
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, o = blockIdx.y, b = blockIdx.z, side = size - 2;
    if (x >= side || y >= side) return;
    float s = 0.f;
    for (int c = 0; c < ci; ++c) {
        const float *p = in + ((size_t)(b * ci + c) * size + y) * size + x, *k = weights + (o * ci + c) * 9;
        s += k[0] * p[0] + k[1] * p[1] + k[2] * p[2];
        s += k[3] * p[size] + k[4] * p[size + 1] + k[5] * p[size + 2];
        s += k[6] * p[2 * size] + k[7] * p[2 * size + 1] + k[8] * p[2 * size + 2];
    }
    out[((size_t)(b * co + o) * side + y) * side + x] = s;
}

extern "C" __global__ void conv_im2col(const float *__restrict__ in, float *__restrict__ cols, int channels, int h, int w, int k, int stride, int oh, int ow)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= channels * k * k * oh * ow) return;
    int ox = i % ow, oy = i / ow % oh, r = i / (ow * oh), kx = r % k, ky = r / k % k, c = r / (k * k);
    int x = ox * stride + kx - k / 2, y = oy * stride + ky - k / 2;
    cols[i] = x >= 0 && y >= 0 && x < w && y < h ? in[(c * h + y) * w + x] : 0.f;
}

extern "C" __global__ void conv_depthwise_half2(const __half2 *__restrict__ in, const __half2 *__restrict__ k, __half2 *__restrict__ out, int w, int h, int pairs)
{
    int c = threadIdx.x, x = blockIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= pairs || y >= h) return;
    __half2 s = __floats2half2_rn(0.f, 0.f);
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h)
                s = __hfma2(in[((y + j) * w + x + i) * pairs + c], k[((j + 1) * 3 + i + 1) * pairs + c], s);
    out[(y * w + x) * pairs + c] = s;
}

extern "C" __global__ void img_sobel_shared(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h, int threshold)
{
    __shared__ int t[18][34];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int e = threadIdx.y * 32 + threadIdx.x; e < 18 * 34; e += 512) {
        int gx = min(max(x0 + e % 34 - 1, 0), w - 1), gy = min(max(y0 + e / 34 - 1, 0), h - 1);
        t[e / 34][e % 34] = in[gy * w + gx];
    }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    if (x0 + x > w || y0 + y > h) return;
    int gx = t[y - 1][x + 1] + 2 * t[y][x + 1] + t[y + 1][x + 1] - t[y - 1][x - 1] - 2 * t[y][x - 1] - t[y + 1][x - 1];
    int gy = t[y + 1][x - 1] + 2 * t[y + 1][x] + t[y + 1][x + 1] - t[y - 1][x - 1] - 2 * t[y - 1][x] - t[y - 1][x + 1];
    out[(y0 + y - 1) * w + x0 + x - 1] = abs(gx) + abs(gy) > threshold ? 255 : 0;
}

__device__ __forceinline__ void order(unsigned char &a, unsigned char &b)
{
    unsigned char lo = a < b ? a : b, hi = a < b ? b : a;
    a = lo;
    b = hi;
}

extern "C" __global__ void img_median_3x3(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    unsigned char v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
#pragma unroll
    for (int a = 0; a < 5; ++a)
#pragma unroll
        for (int b = 8; b > a; --b) order(v[b - 1], v[b]);
    out[y * w + x] = v[4];
}

extern "C" __global__ void img_bilateral_range(const float *__restrict__ in, float *__restrict__ out, int w, int h, int r, float space, float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float centre = in[y * w + x], sum = 0.f, norm = 0.f;
    for (int j = -r; j <= r; ++j)
        for (int i = -r; i <= r; ++i) {
            int xx = x + i, yy = y + j;
            if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
            float v = in[yy * w + xx], d = v - centre;
            float g = __expf(-(i * i + j * j) * space - d * d * range);
            sum += g * v;
            norm += g;
        }
    out[y * w + x] = sum / norm;
}

extern "C" __global__ void img_resize_linear(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    int fx = (int)((long long)x * (w - 1) * 256 / (ow - 1)), fy = (int)((long long)y * (h - 1) * 256 / (oh - 1));
    int ix = min(fx >> 8, w - 2), iy = min(fy >> 8, h - 2), ax = fx - (ix << 8), ay = fy - (iy << 8);
    const unsigned char *p = in + iy * w + ix;
    int top = p[0] * (256 - ax) + p[1] * ax, bottom = p[w] * (256 - ax) + p[w + 1] * ax;
    out[y * ow + x] = (unsigned char)((top * (256 - ay) + bottom * ay) >> 16);
}
