// Convolutions and filters, their weights in constant memory in many forms.
#include <cuda_fp16.h>
#include <mma.h>

struct Emboss { float w[9]; float bias, gain, edge; };

__constant__ float lobe[17];
__constant__ float taps[64];
__constant__ float bank[9 * 32];
__constant__ Emboss emboss;
__constant__ float4 quad_tap[25];
__constant__ __half2 wave_tap[3];
__constant__ signed char laplace[49];

// along rows, radius 8, the strip in shared memory
extern "C" __global__ void conv_lobe_over_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float strip[4][64 + 16];
    const int y = blockIdx.y * 4 + threadIdx.y, x0 = blockIdx.x * 64 - 8;
    const float *row = in + (size_t)min(y, h - 1) * w;
    for (int i = threadIdx.x; i < 80; i += 64) strip[threadIdx.y][i] = row[min(max(x0 + i, 0), w - 1)];
    __syncthreads();
    const int x = blockIdx.x * 64 + threadIdx.x;
    if (x >= w || y >= h) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += lobe[k] * strip[threadIdx.y][threadIdx.x + k];
    out[(size_t)y * w + x] = sum;
}

// along columns, eight results of one column a thread
extern "C" __global__ void conv_lobe_over_columns(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    if (x >= w || y0 >= h) return;
    float v[24];
#pragma unroll
    for (int k = 0; k < 24; k++) v[k] = in[min(max(y0 + k - 8, 0), h - 1) * w + x];
#pragma unroll
    for (int j = 0; j < 8; j++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 17; k++) sum = fmaf(lobe[k], v[j + k], sum);
        if (y0 + j < h) out[(y0 + j) * w + x] = sum;
    }
}

// bytes, a radius told at run time, zero beyond the rim
extern "C" __global__ void conv_bytes_radius_told(const unsigned char *in, unsigned char *out, int w, int h, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float sum = 0.f, weight = 0.f;
        for (int k = -radius; k <= radius; k++) {
            if (x + k >= 0 && x + k < w) {
                sum += taps[k + radius] * in[y * w + x + k];
                weight += taps[k + radius];
            }
        }
        out[y * w + x] = (unsigned char)fminf(255.f, sum / (weight + 1e-3f));
    }
}

// a filter of its own for each lane: 32 channels side by side, three by three
extern "C" __global__ void conv_each_lane_its_filter(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int channel = threadIdx.x;
    const int x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
    if (x >= w) return;
    float sum = 0;
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++) {
            const int px = x + a, py = y + b;
            if (px < 0 || py < 0 || px >= w || py >= h) continue;
            sum += bank[((b + 1) * 3 + a + 1) * 32 + channel] * in[((size_t)py * w + px) * 32 + channel];
        }
    out[((size_t)y * w + x) * 32 + channel] = fmaxf(sum, 0.f);
}

// relief of a picture, all its settings in one structure
extern "C" __global__ void conv_relief_by_settings(const float *in, float *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = emboss.bias;
    for (int k = 0; k < 9; k++) {
        const int px = x + k % 3 - 1, py = y + k / 3 - 1;
        const bool in_it = px >= 0 && py >= 0 && px < w && py < h;
        s += emboss.w[k] * (in_it ? in[py * w + px] : emboss.edge);
    }
    out[y * w + x] = __saturatef(s * emboss.gain);
}

// depthwise five by five on pixels of four channels
extern "C" __global__ void __launch_bounds__(256) conv_depth_five_by_quads(const float4 *__restrict__ in, float4 *__restrict__ out, int w, int h)
{
    __shared__ float4 t[12][36];
    const int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 8 - 2;
    for (int y = threadIdx.y; y < 12; y += 8)
        for (int x = threadIdx.x; x < 36; x += 32) {
            const int px = x0 + x, py = y0 + y;
            t[y][x] = px >= 0 && py >= 0 && px < w && py < h ? in[py * w + px] : make_float4(0, 0, 0, 0);
        }
    __syncthreads();
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 25; k++) {
        const float4 v = t[threadIdx.y + k / 5][threadIdx.x + k % 5], c = quad_tap[k];
        s.x += v.x * c.x, s.y += v.y * c.y, s.z += v.z * c.z, s.w += v.w * c.w;
    }
    out[y * w + x] = s;
}

// looks back by steps of a dilation, pairs of channels
extern "C" __global__ void conv_causal_dilated_pairs(const __half2 *__restrict__ in, __half2 *__restrict__ out, int steps, int pairs, int apart)
{
    const int c = blockIdx.y * blockDim.x + threadIdx.x, t = blockIdx.x;
    if (c >= pairs) return;
    __half2 s = __float2half2_rn(0.f);
#pragma unroll
    for (int k = 0; k < 3; k++)
        if (t - k * apart >= 0) s = __hfma2(wave_tap[k], in[(size_t)(t - k * apart) * pairs + c], s);
    out[(size_t)t * pairs + c] = s;
}

// seven by seven of small whole numbers; SIZE known to the compiler, rows of bytes read by the thread
template <int SIZE, typename Index>
__global__ void blobOfBytes(const unsigned char *__restrict__ in, short *__restrict__ out, Index w, Index h)
{
    const Index x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x + SIZE > w || y + SIZE > h) return;
    int s = 0;
#pragma unroll
    for (int b = 0; b < SIZE; b++)
#pragma unroll
        for (int a = 0; a < SIZE; a++) s += laplace[b * SIZE + a] * in[(y + b) * w + x + a];
    out[y * w + x] = (short)(s >> 4);
}
template __global__ void blobOfBytes<7, int>(const unsigned char *, short *, int, int);
template __global__ void blobOfBytes<3, size_t>(const unsigned char *, short *, size_t, size_t);

// one by one convolution, 64 channels to 64, sixteen pixels a warp
extern "C" __global__ void conv_one_by_one_wmma(const half *__restrict__ in, const half *__restrict__ weight, float *__restrict__ out, int pixels)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) half wt[64 * 72];
    for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) wt[(i >> 6) * 72 + (i & 63)] = weight[i];
    __syncthreads();
    const int strip = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (strip * 16 >= pixels) return;
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c[4];
#pragma unroll
    for (int j = 0; j < 4; j++) fill_fragment(c[j], 0.f);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        load_matrix_sync(a, in + (size_t)strip * 16 * 64 + k * 16, 64);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            load_matrix_sync(b, wt + k * 16 * 72 + j * 16, 72);
            mma_sync(c[j], a, b, c[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < c[j].num_elements; i++) c[j].x[i] = fmaxf(c[j].x[i], 0.f);
        store_matrix_sync(out + (size_t)strip * 16 * 64 + j * 16, c[j], 64, mem_row_major);
    }
}
