// Convolutions.
#include <cuda_fp16.h>
#include <stdint.h>

__constant__ float taps[128];

// rows, reach R, the stretch of a block in shared memory
template <int R>
__global__ void alongRow(const float *__restrict__ in, float *__restrict__ out, int w)
{
    __shared__ float s[160 + 2 * R];
    const float *row = in + (size_t)blockIdx.y * w;
    const int x = blockIdx.x * 160 + threadIdx.x;
    for (int k = threadIdx.x; k < 160 + 2 * R; k += 160) {
        int u = (int)blockIdx.x * 160 + k - R;
        s[k] = u >= 0 && u < w ? row[u] : 0.f;
    }
    __syncthreads();
    if (x >= w) return;
    float a = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) a += taps[k] * s[threadIdx.x + k];
    out[(size_t)blockIdx.y * w + x] = a;
}
template __global__ void alongRow<3>(const float *, float *, int);
template __global__ void alongRow<15>(const float *, float *, int);

// columns, no shared memory, edges repeated
extern "C" __global__ void conv_columns_held_at_edges(const float *__restrict__ in, float *__restrict__ out, int w, int h, int reach)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float a = 0;
    for (int d = -reach; d <= reach; d++) a += taps[d + reach] * in[min(max(y + d, 0), h - 1) * w + x];
    out[y * w + x] = a;
}

// 3 x 3 of bytes, what lies outside left out
extern "C" __global__ void convolve_bytes_guarded(const uint8_t *in, uint8_t *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++)
            if (x + a >= 0 && x + a < w && y + b >= 0 && y + b < h) s += taps[(b + 1) * 3 + a + 1] * in[(y + b) * w + x + a];
    out[y * w + x] = (uint8_t)fminf(fmaxf(s + 0.5f, 0.f), 255.f);
}

// K x K of doubles, the tile in shared memory of any size
extern "C" __global__ void conv_doubles_any_reach(const double *in, double *out, int w, int h, int reach)
{
    extern __shared__ double tile[];
    const int bw = blockDim.x, bh = blockDim.y, tw = bw + 2 * reach, th = bh + 2 * reach;
    const int ox = blockIdx.x * bw - reach, oy = blockIdx.y * bh - reach;
    for (int q = threadIdx.y * bw + threadIdx.x; q < tw * th; q += bw * bh) {
        int x = ox + q % tw, y = oy + q / tw;
        tile[q] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.0;
    }
    __syncthreads();
    const int x = blockIdx.x * bw + threadIdx.x, y = blockIdx.y * bh + threadIdx.y;
    if (x >= w || y >= h) return;
    double s = 0;
    int t = 0;
    for (int b = 0; b <= 2 * reach; b++)
        for (int a = 0; a <= 2 * reach; a++) s += taps[t++] * tile[(threadIdx.y + b) * tw + threadIdx.x + a];
    out[y * w + x] = s;
}

// planes of channels, 3 x 3, each thread four planes of the result
extern "C" __global__ void conv_planes_four_out(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int w, int h, int ins)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z * 4;
    if (x >= w || y >= h) return;
    float s[4] = {0, 0, 0, 0};
    for (int c = 0; c < ins; c++)
#pragma unroll
        for (int k = 0; k < 9; k++) {
            int u = x + k % 3 - 1, v = y + k / 3 - 1;
            float q = u >= 0 && u < w && v >= 0 && v < h ? in[(c * h + v) * w + u] : 0.f;
            for (int j = 0; j < 4; j++) s[j] += q * weights[((o + j) * ins + c) * 9 + k];
        }
    for (int j = 0; j < 4; j++) out[((o + j) * h + y) * w + x] = s[j];
}

// each plane for itself, 5 x 5, stride of two, halves
extern "C" __global__ void cnv_own_plane_half(const half *in, const half *weights, half *out, int w, int h)
{
    const int ow = (w + 1) / 2, oh = (h + 1) / 2, c = blockIdx.z;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    __half s = __float2half(0.f);
    for (int b = 0; b < 5; b++) {
        int v = 2 * y + b - 2;
        if (v < 0 || v >= h) continue;
        for (int a = 0; a < 5; a++) {
            int u = 2 * x + a - 2;
            if (u >= 0 && u < w) s = __hfma(in[(c * h + v) * w + u], weights[c * 25 + b * 5 + a], s);
        }
    }
    out[(c * oh + y) * ow + x] = s;
}

// pieces of 3 x 3 laid out as columns
extern "C" __global__ void conv_unfold_pieces(const float *in, float *out, int w, int h, int channels)
{
    const int n = channels * 9 * w * h;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = i % w, y = i / w % h, k = i / (w * h) % 9, c = i / (w * h * 9);
        int u = x + k % 3 - 1, v = y + k / 3 - 1;
        out[i] = u < 0 || u >= w || v < 0 || v >= h ? 0.f : in[(c * h + v) * w + u];
    }
}

// twice as wide and high: gathered where four-by-four taps with a stride of two reach
extern "C" __global__ void conv_doubling_sides(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 2 * w || y >= 2 * h) return;
    float s = 0;
    for (int b = (y + 1) & 1; b < 4; b += 2)
        for (int a = (x + 1) & 1; a < 4; a += 2) {
            int u = (x + 1 - a) / 2, v = (y + 1 - b) / 2;
            if (x + 1 - a >= 0 && y + 1 - b >= 0 && u < w && v < h) s += taps[b * 4 + a] * in[v * w + u];
        }
    out[y * 2 * w + x] = s;
}
