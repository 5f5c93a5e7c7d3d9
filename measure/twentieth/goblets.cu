// Convolutions: constant weights, shared memory, layers of networks.
#include <cuda_fp16.h>
#include <stdint.h>

__constant__ float row_weights[33];
__constant__ float mask[81];

// a row's stretch and its halo in shared memory, 8 to each side
extern "C" __global__ void conv_rows_with_halo(const float *in, float *out, int width)
{
    __shared__ float s[128 + 16];
    const float *row = in + (size_t)blockIdx.y * width;
    const int x0 = blockIdx.x * 128;
    for (int i = threadIdx.x; i < 128 + 16; i += 128) {
        int x = x0 + i - 8;
        s[i] = x >= 0 && x < width ? row[x] : 0.f;
    }
    __syncthreads();
    const int x = x0 + threadIdx.x;
    if (x >= width) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += row_weights[k] * s[threadIdx.x + k];
    out[(size_t)blockIdx.y * width + x] = sum;
}

template <int K>
__global__ void maskedBy(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.f;
#pragma unroll
    for (int b = 0; b < K; b++)
#pragma unroll
        for (int a = 0; a < K; a++) {
            const int u = x + a - K / 2, v = y + b - K / 2;
            if (u >= 0 && u < w && v >= 0 && v < h) sum += mask[b * K + a] * in[v * w + u];
        }
    out[y * w + x] = sum;
}
template __global__ void maskedBy<3>(const float *, float *, int, int);
template __global__ void maskedBy<9>(const float *, float *, int, int);

// the output tile is smaller than the input tile: threads at its edge only load
extern "C" __global__ void conv_tile_edges_idle(const float *in, float *out, int w, int h)
{
    __shared__ float tile[32][32];
    const int x = blockIdx.x * 28 + threadIdx.x - 2, y = blockIdx.y * 28 + threadIdx.y - 2;
    tile[threadIdx.y][threadIdx.x] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.0f;
    __syncthreads();
    const int tx = threadIdx.x - 2, ty = threadIdx.y - 2;
    if (x < 0 || x >= w || y < 0 || y >= h) return;
    if (tx < 0 || tx >= 28 || ty < 0 || ty >= 28) return;
    float sum = 0.0f;
    for (int b = 0; b < 5; b++)
        for (int a = 0; a < 5; a++) sum += mask[b * 5 + a] * tile[ty + b][tx + a];
    out[y * w + x] = sum;
}

// a long filter over a signal, both in shared memory of a size given at launch
extern "C" __global__ void conv_long_filter(const float *signal, const float *filter, float *out, int n, int taps)
{
    extern __shared__ float room[];
    float *f = room, *s = room + taps;
    const int base = blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < taps; i += blockDim.x) f[i] = filter[i];
    for (int i = threadIdx.x; i < (int)blockDim.x + taps - 1; i += blockDim.x) {
        const int at = base + i - (taps - 1);
        s[i] = at >= 0 && at < n ? signal[at] : 0.f;
    }
    __syncthreads();
    if (base + (int)threadIdx.x >= n) return;
    float sum = 0.f;
    for (int k = 0; k < taps; k++) sum += f[k] * s[threadIdx.x + taps - 1 - k];
    out[base + threadIdx.x] = sum;
}

struct Layer {
    int ins, outs, h, w;
};

// 3 x 3, a thread a place of an output plane, its weights in shared memory
extern "C" __global__ void conv_layer_weights_shared(const float *in, const float *weights, const float *bias, float *out, Layer l)
{
    extern __shared__ float kept[];
    const int o = blockIdx.y;
    for (int i = threadIdx.x; i < l.ins * 9; i += blockDim.x) kept[i] = weights[(size_t)o * l.ins * 9 + i];
    __syncthreads();
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= l.h * l.w) return;
    const int x = p % l.w, y = p / l.w;
    float sum = bias[o];
    for (int c = 0; c < l.ins; c++) {
        const float *plane = in + (size_t)c * l.h * l.w;
        for (int k = 0; k < 9; k++) {
            const int u = x + k % 3 - 1, v = y + k / 3 - 1;
            if (u >= 0 && v >= 0 && u < l.w && v < l.h) sum += kept[c * 9 + k] * plane[v * l.w + u];
        }
    }
    out[(size_t)o * l.h * l.w + p] = fmaxf(sum, 0.f);
}

// 1 x 1: eight output planes a thread
extern "C" __global__ void conv_points_eight_planes(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int ins, int outs, int pixels)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y * 8;
    if (p >= pixels) return;
    float s[8] = {};
    for (int c = 0; c < ins; c++) {
        const float v = in[(size_t)c * pixels + p];
#pragma unroll
        for (int k = 0; k < 8; k++) s[k] += v * weights[(o + k) * ins + c];
    }
#pragma unroll
    for (int k = 0; k < 8; k++) out[(size_t)(o + k) * pixels + p] = s[k];
}

// each channel by itself, channels innermost, four a thread
extern "C" __global__ void conv_depthwise_channels_last(const float4 *in, const float4 *weights, float4 *out, int w, int h, int quads)
{
    const int n = w * h * quads;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int q = i % quads, x = i / quads % w, y = i / (quads * w);
        float4 s = make_float4(0, 0, 0, 0);
        for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++) {
                if (x + a < 0 || x + a >= w || y + b < 0 || y + b >= h) continue;
                const float4 v = in[((y + b) * w + x + a) * quads + q], k = weights[((b + 1) * 3 + a + 1) * quads + q];
                s.x += v.x * k.x;
                s.y += v.y * k.y;
                s.z += v.z * k.z;
                s.w += v.w * k.w;
            }
        out[i] = s;
    }
}

// a Gaussian of five, first along rows then along columns of one tile
extern "C" __global__ void conv_gauss_both_ways(const float *in, float *out, int w, int h)
{
    __shared__ float raw[20][36], across[20][32];
    const float g[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
    for (int i = t; i < 20 * 36; i += 256) {
        const int x = min(max(x0 + i % 36 - 2, 0), w - 1), y = min(max(y0 + i / 36 - 2, 0), h - 1);
        raw[i / 36][i % 36] = in[y * w + x];
    }
    __syncthreads();
    for (int i = t; i < 20 * 32; i += 256) {
        float s = 0;
        for (int k = 0; k < 5; k++) s += g[k] * raw[i / 32][i % 32 + k];
        across[i / 32][i % 32] = s;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 16; r += 8) {
        float s = 0;
        for (int k = 0; k < 5; k++) s += g[k] * across[r + k][threadIdx.x];
        if (x0 + threadIdx.x < w && y0 + r < h) out[(y0 + r) * w + x0 + threadIdx.x] = s;
    }
}

// pixels of four bytes made sharper
extern "C" __global__ void conv_sharper_uchar4(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int r = 0, g = 0, b = 0;
    auto add = [&](int u, int v, int k) {
        const uchar4 p = in[min(max(v, 0), h - 1) * w + min(max(u, 0), w - 1)];
        r += k * p.x;
        g += k * p.y;
        b += k * p.z;
    };
    add(x, y, 5);
    add(x - 1, y, -1);
    add(x + 1, y, -1);
    add(x, y - 1, -1);
    add(x, y + 1, -1);
    auto byte = [](int v) { return (unsigned char)min(max(v, 0), 255); };
    out[y * w + x] = make_uchar4(byte(r), byte(g), byte(b), 255);
}

// patches of 4 x 4 without overlap become rows, as a first layer does
extern "C" __global__ void conv_patches_to_rows(const float *in, __half *rows, int w, int h, int channels)
{
    const int pw = w / 4, size = 16 * channels, n = pw * (h / 4) * size;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int patch = i / size, e = i % size, c = e / 16, k = e % 16;
    rows[i] = __float2half(in[((size_t)c * h + patch / pw * 4 + k / 4) * w + patch % pw * 4 + k % 4]);
}
