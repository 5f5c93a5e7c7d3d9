// Convolutions with constant and shared memory.

__constant__ float taps[64];
__constant__ float square[49];

// borders repeat
template <int R> __global__ void convClamped(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -R; dy <= R; dy++)
#pragma unroll
        for (int dx = -R; dx <= R; dx++) {
            int a = min(max(x + dx, 0), w - 1), b = min(max(y + dy, 0), h - 1);
            sum += square[(dy + R) * (2 * R + 1) + dx + R] * in[b * w + a];
        }
    out[y * w + x] = sum;
}
template __global__ void convClamped<1>(const float *, float *, int, int);
template __global__ void convClamped<2>(const float *, float *, int, int);

// 7 by 7 over bytes, a tile with its rim in shared memory; outside is black
extern "C" __global__ void conv_bytes_in_tile(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char tile[16 + 6][32 + 6];
    const int x0 = blockIdx.x * 32 - 3, y0 = blockIdx.y * 16 - 3;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 22 * 38; i += 512) {
        int x = x0 + i % 38, y = y0 + i / 38;
        tile[i / 38][i % 38] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0;
    }
    __syncthreads();
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int j = 0; j < 7; j++)
        for (int i = 0; i < 7; i++) sum += square[j * 7 + i] * tile[threadIdx.y + j][threadIdx.x + i];
    sum = fabsf(sum);
    out[y * w + x] = (unsigned char)(sum > 255.0f ? 255.0f : sum);
}

// rows: each thread four places of a row, 17 taps
extern "C" __global__ void conv_rows_four_each(const float *in, float *out, int w)
{
    __shared__ float line[512 + 16];
    const int x0 = blockIdx.x * 512;
    const float *row = in + (long long)blockIdx.y * w;
    for (int i = threadIdx.x; i < 528; i += 128) {
        int x = x0 + i - 8;
        line[i] = x >= 0 && x < w ? row[x] : 0.f;
    }
    __syncthreads();
    for (int p = 0; p < 4; p++) {
        int at = p * 128 + threadIdx.x;
        if (x0 + at >= w) return;
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 17; k++) sum += taps[k] * line[at + k];
        out[(long long)blockIdx.y * w + x0 + at] = sum;
    }
}

// columns: 17 taps, 32 by 64 places a block
extern "C" __global__ void conv_columns_in_shared(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float part[64 + 16][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 64;
    for (int j = threadIdx.y; j < 80; j += 8) {
        int y = y0 + j - 8;
        part[j][threadIdx.x] = x < w && y >= 0 && y < h ? in[y * w + x] : 0.f;
    }
    __syncthreads();
    if (x >= w) return;
    for (int j = threadIdx.y; j < 64 && y0 + j < h; j += 8) {
        float sum = 0;
        for (int k = 0; k < 17; k++) sum = fmaf(taps[k], part[j + k][threadIdx.x], sum);
        out[(y0 + j) * w + x] = sum;
    }
}

// a signal: 64 taps back in time, straight from memory
extern "C" __global__ void conv_fir_of_64(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        const unsigned most = i < 63 ? i : 63;
        for (unsigned k = 0; k <= most; k++) sum += taps[k] * x[i - k];
        y[i] = sum;
    }
}

struct Layer {
    int channels, height, width, filters;
};

// three by three with a rim of zeros, bias and no negative results: a thread a result
extern "C" __global__ void conv_layer_with_bias(const float *__restrict__ in, const float *__restrict__ weights, const float *__restrict__ bias, float *__restrict__ out, Layer l)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, f = blockIdx.z;
    if (x >= l.width || y >= l.height) return;
    float sum = bias[f];
    for (int c = 0; c < l.channels; c++) {
        const float *plane = in + c * l.height * l.width, *k = weights + (f * l.channels + c) * 9;
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) {
                int a = x + i - 1, b = y + j - 1;
                if (a >= 0 && b >= 0 && a < l.width && b < l.height) sum += k[3 * j + i] * plane[b * l.width + a];
            }
    }
    out[(f * l.height + y) * l.width + x] = fmaxf(sum, 0.0f);
}

// one by one: eight filters a thread, their weights in shared memory
extern "C" __global__ void conv_pointwise_of_eight(const float *in, const float *weights, float *out, int channels, int pixels)
{
    extern __shared__ float w[];
    const int f0 = blockIdx.y * 8;
    for (int i = threadIdx.x; i < 8 * channels; i += blockDim.x) w[i] = weights[f0 * channels + i];
    __syncthreads();
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float sum[8] = {};
    for (int c = 0; c < channels; c++) {
        float v = in[c * pixels + p];
#pragma unroll
        for (int f = 0; f < 8; f++) sum[f] += v * w[f * channels + c];
    }
#pragma unroll
    for (int f = 0; f < 8; f++) out[(f0 + f) * pixels + p] = sum[f];
}
