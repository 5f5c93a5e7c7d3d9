// Convolutions and pooling.
#include <cfloat>
#include <cuda_fp16.h>

__constant__ float taps[81];
__constant__ float filters3[16 * 27]; // 16 filters of 3 channels, 3 by 3

extern "C" __global__ void conv_signal_by_taps(const float *signal, float *out, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.f;
        int start = i - length / 2;
        for (int k = 0; k < length; k++)
            if (start + k >= 0 && start + k < n)
                sum += signal[start + k] * taps[k];
        out[i] = sum;
    }
}

// (2R+1) squared, zero outside
template <int R>
__global__ void squareOfTaps(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.f;
#pragma unroll
    for (int dy = -R; dy <= R; dy++)
#pragma unroll
        for (int dx = -R; dx <= R; dx++)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += in[(y + dy) * width + x + dx] * taps[(dy + R) * (2 * R + 1) + dx + R];
    out[y * width + x] = sum;
}
template __global__ void squareOfTaps<1>(const float *, float *, int, int);
template __global__ void squareOfTaps<3>(const float *, float *, int, int);

// any odd size up to 9, the tile and its frame in dynamic shared memory, clamped
extern "C" __global__ void conv_tile_of_any_size(const float *in, float *out, int width, int height, int size)
{
    extern __shared__ float tile[];
    int r = size / 2;
    int tw = blockDim.x + 2 * r, th = blockDim.y + 2 * r;
    int x0 = blockIdx.x * blockDim.x - r, y0 = blockIdx.y * blockDim.y - r;
    for (int j = threadIdx.y; j < th; j += blockDim.y)
        for (int i = threadIdx.x; i < tw; i += blockDim.x)
            tile[j * tw + i] = in[min(max(y0 + j, 0), height - 1) * width + min(max(x0 + i, 0), width - 1)];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float sum = 0;
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                sum += tile[(threadIdx.y + j) * tw + threadIdx.x + i] * taps[j * size + i];
        out[y * width + x] = sum;
    }
}

// second half of a separable filter: down the columns, 16 wide and 64 high, eight rows a thread
extern "C" __global__ void __launch_bounds__(128) conv_down_columns_in_tile(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    constexpr int R = 8;
    __shared__ float s[64 + 2 * R][17];
    const int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 64;
    for (int j = threadIdx.y; j < 64 + 2 * R; j += 8) {
        int y = y0 + j - R;
        s[j][threadIdx.x] = x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    if (x >= width)
        return;
#pragma unroll
    for (int j = threadIdx.y; j < 64; j += 8) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k <= 2 * R; k++)
            sum += taps[k] * s[j + k][threadIdx.x];
        if (y0 + j < height)
            out[(y0 + j) * width + x] = sum;
    }
}

// five by five for each channel, channels last, two channels a thread
extern "C" __global__ void conv_depthwise_five_in_half(const __half2 *__restrict__ in, const __half2 *__restrict__ weights, __half2 *__restrict__ out, int width, int height, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int x = blockIdx.y * blockDim.y + threadIdx.y;
    int y = blockIdx.z % height, image = blockIdx.z / height;
    if (p >= pairs || x >= width)
        return;
    in += (size_t)image * height * width * pairs;
    float2 sum = make_float2(0.f, 0.f);
    for (int j = 0; j < 5; j++) {
        int yy = y + j - 2;
        if (yy < 0 || yy >= height)
            continue;
#pragma unroll
        for (int i = 0; i < 5; i++) {
            int xx = x + i - 2;
            if (xx >= 0 && xx < width) {
                float2 v = __half22float2(in[((size_t)yy * width + xx) * pairs + p]);
                float2 w = __half22float2(weights[(j * 5 + i) * pairs + p]);
                sum.x += v.x * w.x;
                sum.y += v.y * w.y;
            }
        }
    }
    out[((size_t)blockIdx.z * width + x) * pairs + p] = __floats2half2_rn(sum.x, sum.y);
}

// first layer of a network: three channels in, sixteen out, every second pixel, all outputs of a pixel by one thread
extern "C" __global__ void conv_first_layer_sixteen_out(const float *__restrict__ in, float *__restrict__ out, int width, int height, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    in += (size_t)blockIdx.z * 3 * width * height;
    out += (size_t)blockIdx.z * 16 * ow * oh;
    float acc[16] = {};
    for (int c = 0; c < 3; c++) {
        float v[9];
#pragma unroll
        for (int k = 0; k < 9; k++) {
            int xx = 2 * x + k % 3 - 1, yy = 2 * y + k / 3 - 1;
            v[k] = xx >= 0 && xx < width && yy >= 0 && yy < height ? in[(c * height + yy) * width + xx] : 0.f;
        }
#pragma unroll
        for (int f = 0; f < 16; f++)
#pragma unroll
            for (int k = 0; k < 9; k++)
                acc[f] += filters3[f * 27 + c * 9 + k] * v[k];
    }
#pragma unroll
    for (int f = 0; f < 16; f++)
        out[(size_t)f * ow * oh + y * ow + x] = acc[f] > 0.f ? acc[f] : 0.1f * acc[f];
}

// the general layer as first written: a thread an output, loops over everything
extern "C" __global__ void conv_layer_as_first_written(const float *in, const float *weights, const float *bias, float *out, int channels, int height, int width, int filters, int size, int stride, int pad, int total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;
    int ow = (width + 2 * pad - size) / stride + 1, oh = (height + 2 * pad - size) / stride + 1;
    int x = i % ow, y = i / ow % oh, f = i / (ow * oh) % filters, image = i / (ow * oh * filters);
    float sum = bias[f];
    for (int c = 0; c < channels; c++)
        for (int ky = 0; ky < size; ky++)
            for (int kx = 0; kx < size; kx++) {
                int yy = y * stride - pad + ky, xx = x * stride - pad + kx;
                if (yy >= 0 && yy < height && xx >= 0 && xx < width)
                    sum += in[((image * channels + c) * height + yy) * width + xx] * weights[((f * channels + c) * size + ky) * size + kx];
            }
    out[i] = sum;
}

// twice the size by a kernel of four by four (transposed, stride two, one channel)
extern "C" __global__ void conv_transposed_twice_the_size(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 2 * width || y >= 2 * height)
        return;
    float sum = 0.0f;
    for (int ky = (y + 1) & 1; ky < 4; ky += 2)
        for (int kx = (x + 1) & 1; kx < 4; kx += 2) {
            int sy = (y + 1 - ky) / 2, sx = (x + 1 - kx) / 2;
            if (y + 1 >= ky && x + 1 >= kx && sy < height && sx < width)
                sum += in[sy * width + sx] * taps[ky * 4 + kx];
        }
    out[(long)y * 2 * width + x] = sum;
}

// greatest of three by three, every second pixel
extern "C" __global__ void conv_pool_greatest_of_nine(const float *__restrict__ in, float *__restrict__ out, unsigned char *__restrict__ which, int height, int width, int oh, int ow, size_t total)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < total; i += (size_t)gridDim.x * blockDim.x) {
        int x = i % ow, y = i / ow % oh;
        const float *plane = in + i / ((size_t)ow * oh) * height * width;
        float best = -FLT_MAX;
        int at = 0;
        for (int k = 0; k < 9; k++) {
            int yy = 2 * y + k / 3 - 1, xx = 2 * x + k % 3 - 1;
            if (yy < 0 || yy >= height || xx < 0 || xx >= width)
                continue;
            float v = plane[yy * width + xx];
            if (v > best) {
                best = v;
                at = k;
            }
        }
        out[i] = best;
        which[i] = at;
    }
}
