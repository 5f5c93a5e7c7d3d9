// Convolutions.
#include <stddef.h>

__constant__ float mask_line[33];
__constant__ float mask_plane[81];

// the mask in global memory
extern "C" __global__ void conv_mask_in_global(const float *in, const float *mask, float *out, int w, int h, int k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    int r = k / 2;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++) {
            int sx = x + i - r, sy = y + j - r;
            if (sx >= 0 && sx < w && sy >= 0 && sy < h) sum += in[sy * w + sx] * mask[j * k + i];
        }
    out[y * w + x] = sum;
}

template <int R> __global__ void convConstant(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll
    for (int j = -R; j <= R; j++) {
        const int sy = min(max(y + j, 0), h - 1);
#pragma unroll
        for (int i = -R; i <= R; i++) {
            const int sx = min(max(x + i, 0), w - 1);
            sum += in[sy * w + sx] * mask_plane[(j + R) * (2 * R + 1) + i + R];
        }
    }
    out[y * w + x] = sum;
}
template __global__ void convConstant<1>(const float *, float *, int, int);
template __global__ void convConstant<3>(const float *, float *, int, int);

// separable, rows: the block's pixels and eight to each side in shared memory
extern "C" __global__ void conv_rows_in_shared(const float *in, float *out, int w, int h)
{
    __shared__ float s[4][128 + 16];
    const int y = blockIdx.y * 4 + threadIdx.y, x0 = blockIdx.x * 128 - 8;
    if (y < h)
        for (int i = threadIdx.x; i < 144; i += 128) {
            int x = x0 + i;
            s[threadIdx.y][i] = x >= 0 && x < w ? in[y * w + x] : 0.0f;
        }
    __syncthreads();
    const int x = x0 + 8 + threadIdx.x;
    if (y >= h || x >= w) return;
    float sum = 0;
    for (int k = 0; k < 17; k++) sum += s[threadIdx.y][threadIdx.x + k] * mask_line[k];
    out[y * w + x] = sum;
}

// separable, columns: a thread a pixel, straight from memory
extern "C" __global__ void conv_columns_direct(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    int from = max(-r, -y), to = min(r, h - 1 - y);
    float sum = 0;
    for (int k = from; k <= to; k++) sum += in[(y + k) * w + x] * mask_line[k + r];
    out[y * w + x] = sum;
}

// a long signal in doubles against taps given by pointer
extern "C" __global__ void conv_signal_many_taps(const double *signal, const double *taps, double *out, int n, int count)
{
    extern __shared__ double h[];
    for (int k = threadIdx.x; k < count; k += blockDim.x) h[k] = taps[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double s = 0;
        int most = min(count, i + 1);
        for (int k = 0; k < most; k++) s += h[k] * signal[i - k];
        out[i] = s;
    }
}

// each channel with its own three by three, stride S
template <int S> __global__ void convDepthwise(const float *__restrict__ in, const float *__restrict__ weights, const float *__restrict__ bias, float *__restrict__ out, int channels, int h, int w)
{
    const int ow = w / S, oh = h / S, total = channels * oh * ow;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    const int x = i % ow * S - 1, y = i / ow % oh * S - 1, c = i / (ow * oh);
    const float *p = in + (size_t)c * h * w, *k = weights + c * 9;
    float sum = bias[c];
#pragma unroll
    for (int r = 0; r < 3; r++)
#pragma unroll
        for (int q = 0; q < 3; q++)
            if ((unsigned)(y + r) < (unsigned)h && (unsigned)(x + q) < (unsigned)w) sum += p[(y + r) * w + x + q] * __ldg(k + r * 3 + q);
    out[i] = fmaxf(sum, 0.0f);
}
template __global__ void convDepthwise<1>(const float *, const float *, const float *, float *, int, int, int);
template __global__ void convDepthwise<2>(const float *, const float *, const float *, float *, int, int, int);

// all channels, 16 x 16 places and four filters a block, valid places only
extern "C" __global__ void conv_layer_four_filters(const float *in, const float *weights, float *out, int channels, int h, int w)
{
    __shared__ float tile[18][19];
    __shared__ float k[4][9];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    const int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, f0 = blockIdx.z * 4;
    float acc[4] = {0, 0, 0, 0};
    for (int c = 0; c < channels; c++) {
        for (int e = t; e < 18 * 18; e += 256) {
            int y = e / 18, x = e % 18;
            tile[y][x] = y0 + y < h && x0 + x < w ? in[(c * h + y0 + y) * w + x0 + x] : 0.0f;
        }
        if (t < 36) k[t / 9][t % 9] = weights[((f0 + t / 9) * channels + c) * 9 + t % 9];
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 3; r++)
#pragma unroll
            for (int q = 0; q < 3; q++) {
                float v = tile[ty + r][tx + q];
#pragma unroll
                for (int f = 0; f < 4; f++) acc[f] += v * k[f][r * 3 + q];
            }
        __syncthreads();
    }
    if (y0 + ty < h - 2 && x0 + tx < w - 2)
        for (int f = 0; f < 4; f++) out[((f0 + f) * (h - 2) + y0 + ty) * (w - 2) + x0 + tx] = acc[f];
}

// patches as columns of a matrix
extern "C" __global__ void conv_patches_to_columns(const float *image, float *columns, int channels, int h, int w, int k, int pad)
{
    const int oh = h + 2 * pad - k + 1, ow = w + 2 * pad - k + 1, n = channels * oh * ow;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int x = i % ow, y = i / ow % oh, c = i / ow / oh;
        float *to = columns + ((size_t)c * k * k * oh + y) * ow + x;
        for (int r = 0; r < k; r++)
            for (int q = 0; q < k; q++) {
                int sy = y + r - pad, sx = x + q - pad;
                *to = sy >= 0 && sx >= 0 && sy < h && sx < w ? image[(c * h + sy) * w + sx] : 0.0f;
                to += oh * ow;
            }
    }
}

extern "C" __global__ void conv_means_of_two_by_two(const float2 *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float2 a = in[(2 * y) * w + x], b = in[(2 * y + 1) * w + x];
    out[y * w + x] = 0.25f * (a.x + a.y + b.x + b.y);
}
