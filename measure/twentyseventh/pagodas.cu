// Convolutions whose weights lie in constant memory, and some whose do not.
#include <cuda_fp16.h>

__constant__ float bell17[17];

// along rows; the block's stretch with both ends in shared memory
extern "C" __global__ void conv_bell_along_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float line[4][64 + 16];
    int x0 = blockIdx.x * 64, y = blockIdx.y * 4 + threadIdx.y;
    if (y < h)
        for (int t = threadIdx.x; t < 80; t += 64) {
            int x = x0 + t - 8;
            line[threadIdx.y][t] = x >= 0 && x < w ? in[y * w + x] : 0.f;
        }
    __syncthreads();
    int x = x0 + threadIdx.x;
    if (x >= w || y >= h) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += bell17[k] * line[threadIdx.y][threadIdx.x + k];
    out[y * w + x] = sum;
}

// down columns straight from memory
extern "C" __global__ void conv_bell_down_columns(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = -8; k <= 8; k++) {
        int yy = y + k;
        if (yy >= 0 && yy < h) sum += bell17[k + 8] * in[yy * w + x];
    }
    out[y * w + x] = sum;
}

__constant__ float square_of_weights[15 * 15];

// any odd side up to fifteen
extern "C" __global__ void conv_square_side_at_run_time(const float *__restrict__ in, float *__restrict__ out, int w, int h, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, r = side / 2;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int b = 0; b < side; b++)
        for (int a = 0; a < side; a++) {
            int xx = min(max(x + a - r, 0), w - 1), yy = min(max(y + b - r, 0), h - 1);
            sum += square_of_weights[b * side + a] * in[yy * w + xx];
        }
    out[y * w + x] = sum;
}

__constant__ float bank_of_filters[16][25];

// the filter by the block's depth
extern "C" __global__ void conv_bank_by_depth(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2, y = blockIdx.y * blockDim.y + threadIdx.y + 2, f = blockIdx.z;
    if (x >= w - 2 || y >= h - 2) return;
    float sum = 0;
#pragma unroll
    for (int b = 0; b < 5; b++)
#pragma unroll
        for (int a = 0; a < 5; a++) sum = fmaf(bank_of_filters[f][b * 5 + a], in[(y + b - 2) * w + x + a - 2], sum);
    out[(f * h + y) * w + x] = fmaxf(sum, 0.f);
}

// the filter by what the pixel is labelled
extern "C" __global__ void conv_bank_by_label(const float *in, const unsigned char *label, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *f = bank_of_filters[label[i] & 15];
    float sum = 0;
    for (int k = 0; k < 9; k++) sum += f[k] * in[i + k];
    out[i] = sum;
}

__constant__ float4 quads_of_taps[32];

// taps four at a time
extern "C" __global__ void conv_taps_in_quads(const float *__restrict__ in, float *__restrict__ out, unsigned n, unsigned quads)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (unsigned q = 0; q < quads; q++) {
        float4 t = quads_of_taps[q];
        const float *p = in + i + 4 * q;
        sum += t.x * p[0] + t.y * p[1] + t.z * p[2] + t.w * p[3];
    }
    out[i] = sum;
}

__constant__ unsigned char small_weights[25];

// bytes against small whole weights, four pixels of a word
extern "C" __global__ void conv_bytes_whole_weights(const unsigned char *in, unsigned char *out, int w, int h, int shift)
{
    int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum[4] = {0, 0, 0, 0};
    for (int b = 0; b < 5; b++) {
        const unsigned char *row = in + (size_t)min(max(y + b - 2, 0), h - 1) * w;
#pragma unroll
        for (int a = 0; a < 5; a++)
#pragma unroll
            for (int k = 0; k < 4; k++) sum[k] += small_weights[b * 5 + a] * row[min(max(x + k + a - 2, 0), w - 1)];
    }
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (x + k < w) out[(size_t)y * w + x + k] = min(sum[k] >> shift, 255);
}

__constant__ float first_layer[16 * 27];
__constant__ float first_bias[16];

// three channels to sixteen, every second pixel, a thread for all sixteen
extern "C" __global__ void __launch_bounds__(128) conv_first_layer_of_net(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int ow = w / 2, oh = h / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= ow * oh) return;
    int x = i % ow * 2, y = i / ow * 2;
    in += (size_t)blockIdx.y * 3 * w * h;
    out += (size_t)blockIdx.y * 16 * ow * oh;
    float acc[16];
#pragma unroll
    for (int f = 0; f < 16; f++) acc[f] = first_bias[f];
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 3; a++) {
                int xx = x + a - 1, yy = y + b - 1;
                float v = xx >= 0 && yy >= 0 && xx < w && yy < h ? in[(c * h + yy) * w + xx] : 0.f;
#pragma unroll
                for (int f = 0; f < 16; f++) acc[f] += first_layer[f * 27 + c * 9 + b * 3 + a] * v;
            }
#pragma unroll
    for (int f = 0; f < 16; f++) out[f * ow * oh + i] = acc[f] > 0 ? acc[f] : 0.1f * acc[f];
}

// each channel along time, four taps that never look ahead, pairs of halves
extern "C" __global__ void conv_causal_pairs_of_half(const half2 *__restrict__ in, const half2 *__restrict__ taps, half2 *__restrict__ out, int length, int pairs)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= pairs) return;
    int t0 = blockIdx.y * 64;
    half2 w0 = taps[c], w1 = taps[pairs + c], w2 = taps[2 * pairs + c], w3 = taps[3 * pairs + c];
    half2 none = __float2half2_rn(0.f);
    half2 a = t0 > 2 ? in[(t0 - 3) * pairs + c] : none, b = t0 > 1 ? in[(t0 - 2) * pairs + c] : none, d = t0 > 0 ? in[(t0 - 1) * pairs + c] : none;
    for (int t = t0; t < min(t0 + 64, length); t++) {
        half2 e = in[t * pairs + c];
        half2 s = __hfma2(w3, e, __hfma2(w2, d, __hfma2(w1, b, __hmul2(w0, a))));
        float2 f = __half22float2(s);
        f.x = f.x / (1.f + __expf(-f.x));
        f.y = f.y / (1.f + __expf(-f.y));
        out[t * pairs + c] = __float22half2_rn(f);
        a = b;
        b = d;
        d = e;
    }
}

// both passes in one kernel, only the inner part of the tile survives
template <int R>
__global__ void bothPasses(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    constexpr int S = 32 - 2 * R;
    __shared__ float a[32][33], b[32][33];
    int x = blockIdx.x * S + (int)threadIdx.x - R, y0 = blockIdx.y * S - R;
    for (int r = threadIdx.y; r < 32; r += 8) {
        int y = y0 + r;
        a[r][threadIdx.x] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0.f;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (threadIdx.x >= R && threadIdx.x < 32 - R) {
            float s = 0;
            for (int k = -R; k <= R; k++) s += bell17[k + 8] * a[r][threadIdx.x + k];
            b[r][threadIdx.x] = s;
        }
    __syncthreads();
    for (int r = threadIdx.y + R; r < 32 - R; r += 8)
        if (threadIdx.x >= R && threadIdx.x < 32 - R && x < w && y0 + r < h) {
            float s = 0;
            for (int k = -R; k <= R; k++) s += bell17[k + 8] * b[r + k][threadIdx.x];
            out[(y0 + r) * w + x] = s;
        }
}
template __global__ void bothPasses<2>(const float *, float *, int, int);
template __global__ void bothPasses<4>(const float *, float *, int, int);
