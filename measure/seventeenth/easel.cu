// Pictures.
#include <stdint.h>

extern "C" __global__ void img_grey_of_rgba(const uchar4 *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
    }
}

extern "C" __global__ void img_median_of_five_rows(const uint8_t *in, uint8_t *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int v[9], k = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) v[k++] = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 9; b++)
            if (v[b] < v[a]) {
                int t = v[a];
                v[a] = v[b];
                v[b] = t;
            }
    out[y * w + x] = v[4];
}

extern "C" __global__ void img_edge_strength(const float *in, float *out, int w, int h)
{
    __shared__ float t[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
        int px = min(max((int)blockIdx.x * 32 + k % 34 - 1, 0), w - 1), py = min(max((int)blockIdx.y * 8 + k / 34 - 1, 0), h - 1);
        t[k / 34][k % 34] = in[py * w + px];
    }
    __syncthreads();
    if (x >= w || y >= h) return;
    int i = threadIdx.x, j = threadIdx.y;
    float gx = t[j][i + 2] - t[j][i] + 2 * (t[j + 1][i + 2] - t[j + 1][i]) + t[j + 2][i + 2] - t[j + 2][i];
    float gy = t[j + 2][i] - t[j][i] + 2 * (t[j + 2][i + 1] - t[j][i + 1]) + t[j + 2][i + 2] - t[j][i + 2];
    out[y * w + x] = sqrtf(gx * gx + gy * gy);
}

extern "C" __global__ void img_weigh_by_likeness(const float *__restrict__ in, float *__restrict__ out, int w, int h, int r, float space, float value)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x], sum = 0, norm = 0;
    for (int j = max(y - r, 0); j <= min(y + r, h - 1); j++)
        for (int i = max(x - r, 0); i <= min(x + r, w - 1); i++) {
            float v = in[j * w + i], d = v - c, q = (i - x) * (i - x) + (j - y) * (j - y);
            float g = __expf(-q * space - d * d * value);
            sum += g * v;
            norm += g;
        }
    out[y * w + x] = sum / norm;
}

extern "C" __global__ void img_shrink_bilinear(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int w, int h, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
    int x0 = max((int)floorf(fx), 0), y0 = max((int)floorf(fy), 0), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    fx -= x0, fy -= y0;
    for (int c = 0; c < 3; c++) {
        float a = in[(y0 * w + x0) * 3 + c], b = in[(y0 * w + x1) * 3 + c], d = in[(y1 * w + x0) * 3 + c], e = in[(y1 * w + x1) * 3 + c];
        out[(y * ow + x) * 3 + c] = (uint8_t)((a * (1 - fx) + b * fx) * (1 - fy) + (d * (1 - fx) + e * fx) * fy + 0.5f);
    }
}
