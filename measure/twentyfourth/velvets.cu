// Pictures.
#include <cstdint>

// Sobel of grey bytes, edges left black
extern "C" __global__ void img_sobel_of_bytes(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int v = 0;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        const uint8_t *p = in + (y - 1) * w + x - 1, *q = p + w, *r = q + w;
        int gx = p[2] + 2 * q[2] + r[2] - p[0] - 2 * q[0] - r[0];
        int gy = r[0] + 2 * r[1] + r[2] - p[0] - 2 * p[1] - p[2];
        v = min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
    }
    out[y * w + x] = v;
}

// median of nine, tile with rim in shared memory, a short network of min and max
__device__ __forceinline__ void order(float &a, float &b)
{
    float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}
extern "C" __global__ void img_median_of_nine(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float t[18][19];
    int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
        int x = min(max(x0 + k % 18 - 1, 0), w - 1), y = min(max(y0 + k / 18 - 1, 0), h - 1);
        t[k / 18][k % 18] = in[y * w + x];
    }
    __syncthreads();
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = t[threadIdx.y + k / 3][threadIdx.x + k % 3];
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
    order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
    order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
    order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
    order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
    order(v[4], v[2]);
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = v[4];
}

// both sides weighted: near in place and in tone
template <int R>
__global__ void nearInTone(const float *__restrict__ in, float *__restrict__ out, int w, int h, float place, float tone)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x], sum = 0, norm = 0;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++) {
            int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);
            float p = in[v * w + u], d = p - c;
            float k = __expf(-(dx * dx + dy * dy) * place - d * d * tone);
            sum += k * p;
            norm += k;
        }
    out[y * w + x] = sum / norm;
}
template __global__ void nearInTone<2>(const float *, float *, int, int, float, float);
template __global__ void nearInTone<5>(const float *, float *, int, int, float, float);

// luma plane and half-size pairs of chroma to four bytes
extern "C" __global__ void img_planes_to_rgba(const uint8_t *luma, const uchar2 *chroma, uchar4 *out, unsigned w, unsigned h)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float l = 1.164f * (luma[y * w + x] - 16);
    uchar2 c = chroma[(y / 2) * (w / 2) + x / 2];
    float u = c.x - 128.f, v = c.y - 128.f;
    auto byte = [](float f) { return (unsigned char)fminf(fmaxf(f, 0.f), 255.f); };
    out[y * w + x] = make_uchar4(byte(l + 1.596f * v), byte(l - 0.392f * u - 0.813f * v), byte(l + 2.017f * u), 255);
}

// curves of three channels looked up in constant memory, four pixels of each thread
__constant__ uint8_t curves[768];
extern "C" __global__ void img_curves_of_channels(uint32_t *__restrict__ pixels, int n)
{
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = base + k * blockDim.x;
        if (i < n) {
            uint32_t p = pixels[i];
            pixels[i] = curves[p & 255] | curves[256 + (p >> 8 & 255)] << 8 | curves[512 + (p >> 16 & 255)] << 16 | (p & 0xff000000u);
        }
    }
}

// half the size, boxes of two by two, four channels as floats
extern "C" __global__ void img_half_size_of_boxes(const float4 *__restrict__ in, float4 *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (2 * x + 1 >= w || 2 * y + 1 >= h) return;
    float4 s = {0, 0, 0, 0};
    for (int k = 0; k < 4; k++) {
        float4 v = in[(2 * y + k / 2) * w + 2 * x + k % 2];
        s.x += v.x, s.y += v.y, s.z += v.z, s.w += v.w;
    }
    out[y * (w / 2) + x] = make_float4(s.x / 4, s.y / 4, s.z / 4, s.w / 4);
}
