// Pictures.
#include <cstdint>

// bytes red, green, blue beside each other -> planes of luminance and two of chrominance
extern "C" __global__ void img_rgb_to_three_planes(const uint8_t *__restrict__ rgb, uint8_t *__restrict__ luma, uint8_t *__restrict__ blue, uint8_t *__restrict__ red, int pixels)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float r = rgb[3 * p], g = rgb[3 * p + 1], b = rgb[3 * p + 2];
    float y = 0.299f * r + 0.587f * g + 0.114f * b;
    luma[p] = (uint8_t)(y + 0.5f);
    blue[p] = (uint8_t)fminf(255.f, 128.5f + 0.564f * (b - y));
    red[p] = (uint8_t)fminf(255.f, 128.5f + 0.713f * (r - y));
}

__device__ __forceinline__ float at(const float *im, int w, int h, int x, int y)
{
    return x < 0 || y < 0 || x >= w || y >= h ? 0.f : im[y * w + x];
}

// turned around the middle, four neighbours weighed
extern "C" __global__ void img_turned_by_sine(const float *im, float *out, int w, int h, float sine, float cosine)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = x - 0.5f * w, dy = y - 0.5f * h;
    float sx = cosine * dx + sine * dy + 0.5f * w, sy = cosine * dy - sine * dx + 0.5f * h;
    int ix = (int)floorf(sx), iy = (int)floorf(sy);
    float u = sx - ix, v = sy - iy;
    float top = at(im, w, h, ix, iy) * (1 - u) + at(im, w, h, ix + 1, iy) * u;
    float low = at(im, w, h, ix, iy + 1) * (1 - u) + at(im, w, h, ix + 1, iy + 1) * u;
    out[y * w + x] = top * (1 - v) + low * v;
}

// means of squares of any size from an integral image
__global__ void boxFromIntegral(const unsigned *integral, unsigned char *out, int w, int h, int radius)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int x0 = max(x - radius, 0), x1 = min(x + radius + 1, w);
    const int y0 = max(y - radius, 0), y1 = min(y + radius + 1, h);
    const int pitch = w + 1;
    unsigned sum = integral[y1 * pitch + x1] - integral[y0 * pitch + x1] - integral[y1 * pitch + x0] + integral[y0 * pitch + x0];
    out[y * w + x] = sum / ((x1 - x0) * (y1 - y0));
}

// smaller by a whole factor: mean of a square of bytes, three channels
template <int FACTOR>
__global__ void shrink(const uchar3 *__restrict__ in, uchar3 *__restrict__ out, int out_w, int out_h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_w || y >= out_h) return;
    int r = 0, g = 0, b = 0;
    for (int j = 0; j < FACTOR; j++)
        for (int i = 0; i < FACTOR; i++) {
            uchar3 p = in[(y * FACTOR + j) * out_w * FACTOR + x * FACTOR + i];
            r += p.x;
            g += p.y;
            b += p.z;
        }
    out[y * out_w + x] = make_uchar3(r / (FACTOR * FACTOR), g / (FACTOR * FACTOR), b / (FACTOR * FACTOR));
}
template __global__ void shrink<2>(const uchar3 *, uchar3 *, int, int);
template __global__ void shrink<5>(const uchar3 *, uchar3 *, int, int);

// grey levels through a table in shared memory, sixteen pixels for each thread
extern "C" __global__ void img_levels_by_shared_table(const uint4 *in, uint4 *out, const uint8_t *table, int quads)
{
    __shared__ uint8_t t[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) t[k] = table[k];
    __syncthreads();
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= quads) return;
    uint4 v = in[q];
    auto four = [&](unsigned w) {
        return (unsigned)t[w & 255] | (unsigned)t[w >> 8 & 255] << 8 | (unsigned)t[w >> 16 & 255] << 16 | (unsigned)t[w >> 24] << 24;
    };
    out[q] = make_uint4(four(v.x), four(v.y), four(v.z), four(v.w));
}

// dithered to black and white by an ordered matrix, 32 pixels to a word
__constant__ unsigned char bayer[64];
extern "C" __global__ void img_dithered_to_bits(const uint8_t *grey, uint32_t *bits, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    bool white = x < w && y < h && grey[y * w + x] > bayer[(y & 7) * 8 + (x & 7)];
    unsigned word = __ballot_sync(0xffffffffu, white);
    if (threadIdx.x % 32 == 0 && x < w && y < h) bits[y * ((w + 31) / 32) + x / 32] = word;
}
