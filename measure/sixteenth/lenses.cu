// Convolutions.
#include <cuda_fp16.h>
#include <stdint.h>

__constant__ float lensTaps[512];

extern "C" __global__ void conv_gauss_along_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h, int radius)
{
    extern __shared__ float line[];
    const int y = blockIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.x * blockDim.x - radius;
    for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x) line[k] = first + k >= 0 && first + k < w ? in[y * w + first + k] : 0.f;
    __syncthreads();
    if (x >= w) return;
    float s = 0;
    for (int k = 0; k <= 2 * radius; k++) s += lensTaps[k] * line[threadIdx.x + k];
    out[y * w + x] = s;
}

// the other way: 4 x 4, stride 2, up to twice the size; C channels in, one thread per output number
extern "C" __global__ void conv_transposed_four(const float *__restrict__ in, const float *__restrict__ k, float *__restrict__ out, int channels, int w, int h, int outs)
{
    const int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y, o = blockIdx.z;
    if (ox >= 2 * w) return;
    float s = 0;
    for (int c = 0; c < channels; c++)
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++) {
                int ky = (oy + 1) % 2 + 2 * a, kx = (ox + 1) % 2 + 2 * b, iy = (oy + 1 - ky) / 2, ix = (ox + 1 - kx) / 2;
                if (oy + 1 >= ky && ox + 1 >= kx && iy < h && ix < w) s += in[(c * h + iy) * w + ix] * k[((c * outs + o) * 4 + ky) * 4 + kx];
            }
    out[(o * 2 * h + oy) * 2 * w + ox] = s;
}

// audio: 511 taps, eight outputs a thread from shared memory
extern "C" __global__ void conv_long_line(const float *__restrict__ in, float *__restrict__ out, int n, int taps)
{
    __shared__ float s[1024 + 512];
    const int first = blockIdx.x * 1024;
    for (int k = threadIdx.x; k < 1024 + taps - 1; k += 128) s[k] = first + k < n ? in[first + k] : 0.f;
    __syncthreads();
    float a[8] = {};
    for (int t = 0; t < taps; t++) {
        float c = lensTaps[t];
#pragma unroll
        for (int r = 0; r < 8; r++) a[r] += c * s[threadIdx.x + 128 * r + t];
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
        if (first + threadIdx.x + 128 * r < n) out[first + threadIdx.x + 128 * r] = a[r];
}

// NHWC, 8 channels as halves in one uint4, 3 x 3 depthwise
extern "C" __global__ void conv_depth_eight_halves(const uint4 *__restrict__ in, const uint4 *__restrict__ taps, uint4 *__restrict__ out, int w, int h, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h * groups) return;
    int g = i % groups, x = i / groups % w, y = i / groups / w;
    __half2 s[4] = {};
    for (int j = -1; j <= 1; j++)
        for (int k = -1; k <= 1; k++) {
            if (x + k < 0 || x + k >= w || y + j < 0 || y + j >= h) continue;
            uint4 v = in[((y + j) * w + x + k) * groups + g], t = taps[((j + 1) * 3 + k + 1) * groups + g];
            const __half2 *a = (const __half2 *)&v, *b = (const __half2 *)&t;
#pragma unroll
            for (int q = 0; q < 4; q++) s[q] = __hfma2(a[q], b[q], s[q]);
        }
    out[i] = *(uint4 *)s;
}

// Winograd F(2 x 2, 3 x 3): 4 x 4 tiles to the other domain
extern "C" __global__ void conv_winograd_tiles(const float *__restrict__ in, float *__restrict__ V, int w, int h, int tilesX, int tiles)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (t >= tiles) return;
    const int x0 = t % tilesX * 2, y0 = t / tilesX * 2;
    float d[4][4], e[4][4];
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int i = 0; i < 4; i++) d[j][i] = y0 + j < h && x0 + i < w ? in[((size_t)c * h + y0 + j) * w + x0 + i] : 0.f;
#pragma unroll
    for (int i = 0; i < 4; i++) e[0][i] = d[0][i] - d[2][i], e[1][i] = d[1][i] + d[2][i], e[2][i] = d[2][i] - d[1][i], e[3][i] = d[1][i] - d[3][i];
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float r[4] = {e[j][0] - e[j][2], e[j][1] + e[j][2], e[j][2] - e[j][1], e[j][1] - e[j][3]};
#pragma unroll
        for (int i = 0; i < 4; i++) V[((size_t)(j * 4 + i) * gridDim.y + c) * tiles + t] = r[i];
    }
}

// 5 x 5, stride 2, 3 channels to 16, taps in shared memory, all 16 in registers
extern "C" __global__ void conv_first_layer(const float *__restrict__ in, const float *__restrict__ k, float *__restrict__ out, int w, int h)
{
    __shared__ __align__(16) float taps[75 * 16];
    for (int i = threadIdx.x; i < 1200; i += blockDim.x) taps[i] = k[i];
    __syncthreads();
    const int ow = w / 2, oh = h / 2, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= ow) return;
    float s[16] = {};
    for (int c = 0; c < 3; c++)
        for (int j = 0; j < 5; j++) {
            int yy = 2 * y + j - 2;
            if (yy < 0 || yy >= h) continue;
            for (int i = 0; i < 5; i++) {
                int xx = 2 * x + i - 2;
                float v = xx >= 0 && xx < w ? in[(c * h + yy) * w + xx] : 0.f;
                const float4 *t = (const float4 *)&taps[((c * 5 + j) * 5 + i) * 16];
#pragma unroll
                for (int q = 0; q < 4; q++) {
                    float4 f = t[q];
                    s[4 * q] += v * f.x, s[4 * q + 1] += v * f.y, s[4 * q + 2] += v * f.z, s[4 * q + 3] += v * f.w;
                }
            }
        }
#pragma unroll
    for (int o = 0; o < 16; o++) out[(o * oh + y) * ow + x] = s[o];
}

// bytes, four channels in a word, dp4a; 16 filters
extern "C" __global__ void conv_bytes_by_words(const int *__restrict__ in, const int *__restrict__ taps, int *__restrict__ out, int w, int h, int words)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, o = threadIdx.y;
    if (x >= w - 2 || y >= h - 2) return;
    int s = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < words; c++) s = __dp4a(in[((y + j) * w + x + i) * words + c], taps[((o * 3 + j) * 3 + i) * words + c], s);
    out[((size_t)o * h + y) * w + x] = s;
}
