// Pictures.
#include <cstdint>

__device__ __forceinline__ uchar4 clamped(const uchar4 *im, int w, int h, int x, int y)
{
    return im[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
}

// emboss four channels
extern "C" __global__ void img_embossed_quads(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    uchar4 a = clamped(in, w, h, x - 1, y - 1), b = clamped(in, w, h, x + 1, y + 1), c = in[y * w + x];
    auto one = [](int p, int q) { return (unsigned char)min(max(128 + q - p, 0), 255); };
    out[y * w + x] = make_uchar4(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z), c.w);
}

// to any size, three channels beside each other, between four neighbours
extern "C" __global__ void img_three_channels_to_any_size(const uint8_t *in, int w, int h, uint8_t *out, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float sx = fmaxf((x + 0.5f) * w / ow - 0.5f, 0.f), sy = fmaxf((y + 0.5f) * h / oh - 0.5f, 0.f);
    int x0 = min((int)sx, w - 1), y0 = min((int)sy, h - 1), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float u = sx - x0, v = sy - y0;
    for (int c = 0; c < 3; c++) {
        float top = in[3 * (y0 * w + x0) + c] * (1 - u) + in[3 * (y0 * w + x1) + c] * u;
        float low = in[3 * (y1 * w + x0) + c] * (1 - u) + in[3 * (y1 * w + x1) + c] * u;
        out[3 * (y * ow + x) + c] = (uint8_t)(top * (1 - v) + low * v + 0.5f);
    }
}

// second half of an integral image: sums go down each column in place
extern "C" __global__ void img_sums_down_columns(unsigned *sums, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    unsigned s = 0;
    for (int y = 0; y < h; y++) {
        s += sums[(size_t)y * w + x];
        sums[(size_t)y * w + x] = s;
    }
}

// noise taken away by likeness of patches
template <int REACH, int PATCH>
__global__ void likePatches(const float *__restrict__ in, float *__restrict__ out, int w, int h, float sharp)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, edge = REACH + PATCH;
    if (x < edge || y < edge || x >= w - edge || y >= h - edge) return;
    float sum = 0, weights = 0;
    for (int j = -REACH; j <= REACH; j++)
        for (int i = -REACH; i <= REACH; i++) {
            float d = 0;
#pragma unroll
            for (int v = -PATCH; v <= PATCH; v++)
#pragma unroll
                for (int u = -PATCH; u <= PATCH; u++) {
                    float e = in[(y + v) * w + x + u] - in[(y + j + v) * w + x + i + u];
                    d += e * e;
                }
            float k = __expf(-d * sharp);
            sum += k * in[(y + j) * w + x + i];
            weights += k;
        }
    out[y * w + x] = sum / weights;
}
template __global__ void likePatches<3, 1>(const float *, float *, int, int, float);

// lines through bright points: each votes for every angle
extern "C" __global__ void img_votes_for_lines(const uint8_t *__restrict__ in, int w, int h, int bright, int *__restrict__ votes, int angles, int reach)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h || in[y * w + x] < bright) return;
    for (int a = 0; a < angles; a++) {
        float s, c;
        __sincosf(3.14159265f * a / angles, &s, &c);
        int r = (int)rintf(x * c + y * s) + reach;
        atomicAdd(votes + a * (2 * reach + 1) + r, 1);
    }
}

// labels of one colour sink to the least around, shared tile with a rim
extern "C" __global__ void img_labels_sink_in_tile(const uint8_t *__restrict__ colour, const int *__restrict__ in, int *__restrict__ out, int w, int h)
{
    __shared__ int label[18][34];
    __shared__ uint8_t c[18][34];
    int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 512) {
        int x = x0 + k % 34, y = y0 + k / 34;
        bool inside = x >= 0 && y >= 0 && x < w && y < h;
        label[k / 34][k % 34] = inside ? in[y * w + x] : 0x7fffffff;
        c[k / 34][k % 34] = inside ? colour[y * w + x] : 255;
    }
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x >= w || y >= h) return;
    int best = label[j][i];
    uint8_t me = c[j][i];
    if (c[j][i - 1] == me) best = min(best, label[j][i - 1]);
    if (c[j][i + 1] == me) best = min(best, label[j][i + 1]);
    if (c[j - 1][i] == me) best = min(best, label[j - 1][i]);
    if (c[j + 1][i] == me) best = min(best, label[j + 1][i]);
    out[y * w + x] = best;
}
