// Pictures.
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void img_sepia_quads(const uchar4 *in, uchar4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    float r = .393f * p.x + .769f * p.y + .189f * p.z, g = .349f * p.x + .686f * p.y + .168f * p.z, b = .272f * p.x + .534f * p.y + .131f * p.z;
    out[i] = make_uchar4((uint8_t)fminf(r, 255), (uint8_t)fminf(g, 255), (uint8_t)fminf(b, 255), p.w);
}

// box of any size from the picture of sums
extern "C" __global__ void img_box_from_sums(const unsigned *__restrict__ sums, float *__restrict__ out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int x0 = max(x - r, 0), x1 = min(x + r, w - 1), y0 = max(y - r, 0), y1 = min(y + r, h - 1);
    unsigned s = sums[y1 * w + x1] - sums[y0 * w + x1] - sums[y1 * w + x0] + sums[y0 * w + x0];
    out[y * w + x] = (float)s / ((x1 - x0) * (y1 - y0));
}

extern "C" __global__ void img_turn_nearest(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int w, int h, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float u = x - w * 0.5f, v = y - h * 0.5f;
    int sx = __float2int_rn(c * u + s * v + w * 0.5f), sy = __float2int_rn(-s * u + c * v + h * 0.5f);
    out[y * w + x] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[sy * w + sx] : 0xff000000u;
}

// Sobel on bytes, four pixels a thread by words
extern "C" __global__ void img_sobel_by_words(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int words, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1 || x >= words - 1 || y < 1 || y >= h - 1) return;
    int p[3][6];
#pragma unroll
    for (int j = 0; j < 3; j++) {
        const uint32_t *r = in + (y + j - 1) * words + x;
        uint32_t a = r[-1], b = r[0], c = r[1];
        p[j][0] = a >> 24, p[j][1] = b & 255, p[j][2] = b >> 8 & 255, p[j][3] = b >> 16 & 255, p[j][4] = b >> 24, p[j][5] = c & 255;
    }
    uint32_t o = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int gx = p[0][k + 2] + 2 * p[1][k + 2] + p[2][k + 2] - p[0][k] - 2 * p[1][k] - p[2][k];
        int gy = p[2][k] + 2 * p[2][k + 1] + p[2][k + 2] - p[0][k] - 2 * p[0][k + 1] - p[0][k + 2];
        o |= min(abs(gx) + abs(gy), 255) << 8 * k;
    }
    out[y * words + x] = o;
}

// threshold by the mean about it, 15 x 15, tile and halo in shared memory, columns first
extern "C" __global__ void img_threshold_by_mean(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int w, int h, int bias)
{
    __shared__ uint8_t t[30][48];
    __shared__ int col[16][48];
    const int x0 = blockIdx.x * 32 - 7, y0 = blockIdx.y * 16 - 7, tid = threadIdx.y * 32 + threadIdx.x;
    for (int k = tid; k < 30 * 46; k += 512) {
        int x = min(max(x0 + k % 46, 0), w - 1), y = min(max(y0 + k / 46, 0), h - 1);
        t[k / 46][k % 46] = in[y * w + x];
    }
    __syncthreads();
    for (int k = tid; k < 16 * 46; k += 512) {
        int s = 0;
#pragma unroll
        for (int j = 0; j < 15; j++) s += t[k / 46 + j][k % 46];
        col[k / 46][k % 46] = s;
    }
    __syncthreads();
    int s = 0;
#pragma unroll
    for (int i = 0; i < 15; i++) s += col[threadIdx.y][threadIdx.x + i];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = t[threadIdx.y + 7][threadIdx.x + 7] * 225 > s - 225 * bias ? 255 : 0;
}

extern "C" __global__ void img_yuv_to_rgb(const uint8_t *__restrict__ Y, const uint8_t *__restrict__ U, const uint8_t *__restrict__ V, uchar3 *__restrict__ rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int c = Y[y * w + x] - 16, d = U[y / 2 * (w / 2) + x / 2] - 128, e = V[y / 2 * (w / 2) + x / 2] - 128;
    auto clip = [](int v) { return (uint8_t)min(max(v, 0), 255); };
    rgb[y * w + x] = make_uchar3(clip((298 * c + 409 * e + 128) >> 8), clip((298 * c - 100 * d - 208 * e + 128) >> 8), clip((298 * c + 516 * d + 128) >> 8));
}

// edges thinned along the gradient's direction
extern "C" __global__ void img_keep_ridges(const float2 *__restrict__ g, float *__restrict__ out, int w, int h, float bar)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    float2 c = g[y * w + x];
    float m = hypotf(c.x, c.y);
    if (m < bar) {
        out[y * w + x] = 0;
        return;
    }
    float ax = fabsf(c.x), ay = fabsf(c.y);
    int d = ay < 0.414f * ax ? 1 : ax < 0.414f * ay ? w : c.x * c.y > 0 ? w + 1 : w - 1;
    float2 p = g[y * w + x + d], q = g[y * w + x - d];
    out[y * w + x] = m >= hypotf(p.x, p.y) && m >= hypotf(q.x, q.y) ? m : 0;
}
