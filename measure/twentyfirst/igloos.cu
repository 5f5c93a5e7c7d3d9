// Convolutions.
#include <cuda_fp16.h>
#include <float.h>

__constant__ float taps[64];
__constant__ float kernel2d[49];
__constant__ float kernel3d[27];

// a line of points, weights from constant memory, ends held
extern "C" __global__ void conv_points_seven_taps(const float2 *in, float2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = 0, y = 0;
    for (int k = -3; k <= 3; k++) {
        int j = i + k;
        j = j < 0 ? 0 : j > n - 1 ? n - 1 : j;
        x += taps[k + 3] * in[j].x;
        y += taps[k + 3] * in[j].y;
    }
    out[i] = make_float2(x, y);
}

// squares of K from a tile with its halo, blocks of B x B
template <typename T, int K, int B>
__global__ void tiledMask(const T *__restrict__ in, T *__restrict__ out, int w, int h)
{
    constexpr int R = K / 2, S = B + 2 * R;
    __shared__ T tile[S][S + 1];
    for (int q = threadIdx.y * B + threadIdx.x; q < S * S; q += B * B) {
        const int x = (int)(blockIdx.x * B) + q % S - R, y = (int)(blockIdx.y * B) + q / S - R;
        tile[q / S][q % S] = (unsigned)x < (unsigned)w && (unsigned)y < (unsigned)h ? in[y * w + x] : T(0);
    }
    __syncthreads();
    const int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
    if (x >= w || y >= h) return;
    T s = 0;
#pragma unroll
    for (int b = 0; b < K; b++)
#pragma unroll
        for (int a = 0; a < K; a++) s += (T)kernel2d[b * K + a] * tile[threadIdx.y + b][threadIdx.x + a];
    out[y * w + x] = s;
}
template __global__ void tiledMask<float, 5, 16>(const float *, float *, int, int);
template __global__ void tiledMask<float, 7, 32>(const float *, float *, int, int);
template __global__ void tiledMask<double, 3, 16>(const double *, double *, int, int);

struct ConvShape {
    int channels, filters, height, width, kernel, stride, pad, groups;
};

// a layer of groups of channels, any kernel, stride and padding
extern "C" __global__ void conv_layer_of_groups(const float *in, const float *weights, float *out, ConvShape s)
{
    const int oh = (s.height + 2 * s.pad - s.kernel) / s.stride + 1, ow = (s.width + 2 * s.pad - s.kernel) / s.stride + 1;
    const int p = blockIdx.x * blockDim.x + threadIdx.x, f = blockIdx.y;
    if (p >= oh * ow) return;
    const int per = s.channels / s.groups, first = f / (s.filters / s.groups) * per;
    const int y0 = p / ow * s.stride - s.pad, x0 = p % ow * s.stride - s.pad;
    float sum = 0.f;
    for (int c = 0; c < per; c++)
        for (int ky = 0; ky < s.kernel; ky++) {
            const int y = y0 + ky;
            if (y < 0 || y >= s.height) continue;
            for (int kx = 0; kx < s.kernel; kx++) {
                const int x = x0 + kx;
                if (x < 0) continue;
                if (x >= s.width) break;
                sum += in[((first + c) * s.height + y) * s.width + x] * weights[((f * per + c) * s.kernel + ky) * s.kernel + kx];
            }
        }
    out[f * oh * ow + p] = sum;
}

// backwards: from each output to the inputs that reach it, kernel 4, stride 2, padding 1
extern "C" __global__ void conv_turned_to_twice_the_size(const float *in, const float *weights, float *out, int channels, int h, int w)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, f = blockIdx.z;
    if (x >= 2 * w || y >= 2 * h) return;
    float sum = 0;
    for (int c = 0; c < channels; c++)
#pragma unroll
        for (int ky = 0; ky < 4; ky++) {
            const int ty = y + 1 - ky;
            if (ty & 1 || ty < 0 || ty / 2 >= h) continue;
#pragma unroll
            for (int kx = 0; kx < 4; kx++) {
                const int tx = x + 1 - kx;
                if (tx & 1 || tx < 0 || tx / 2 >= w) continue;
                sum += in[(c * h + ty / 2) * w + tx / 2] * weights[((f * channels + c) * 4 + ky) * 4 + kx];
            }
        }
    out[(f * 2 * h + y) * 2 * w + x] = sum;
}

// one by one, pairs of halves, weights of a filter in shared memory
extern "C" __global__ void conv_pointwise_half_pairs(const __half2 *in, const __half *weights, __half2 *out, int channels, int pairs)
{
    extern __shared__ float ws[];
    for (int c = threadIdx.x; c < channels; c += blockDim.x) ws[c] = __half2float(weights[blockIdx.y * channels + c]);
    __syncthreads();
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    float2 s = {0.f, 0.f};
    for (int c = 0; c < channels; c++) {
        const float2 v = __half22float2(in[c * pairs + p]);
        s.x = fmaf(ws[c], v.x, s.x);
        s.y = fmaf(ws[c], v.y, s.y);
    }
    out[blockIdx.y * pairs + p] = __floats2half2_rn(s.x, s.y);
}

// 27 weights of a volume
extern "C" __global__ void conv_volume_constant_27(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    for (int z = blockIdx.z; z < nz; z += gridDim.z) {
        float s = 0;
        for (int c = 0; c < 3; c++)
            for (int b = 0; b < 3; b++)
                for (int a = 0; a < 3; a++) {
                    int u = x + a - 1, v = y + b - 1, t = z + c - 1;
                    if (u >= 0 && u < nx && v >= 0 && v < ny && t >= 0 && t < nz) s += kernel3d[(c * 3 + b) * 3 + a] * in[(t * ny + v) * nx + u];
                }
        out[(z * ny + y) * nx + x] = s;
    }
}

// the largest of three by three, every second, and where it was
extern "C" __global__ void conv_largest_of_windows(const float *in, float *out, int *where, int planes, int h, int w)
{
    const int oh = (h - 1) / 2 + 1, ow = (w - 1) / 2 + 1;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * oh * ow) return;
    const int x0 = i % ow * 2 - 1, y0 = i / ow % oh * 2 - 1;
    const float *plane = in + (size_t)(i / (ow * oh)) * h * w;
    float best = -FLT_MAX;
    int at;
    for (int y = max(y0, 0); y < min(y0 + 3, h); y++)
        for (int x = max(x0, 0); x < min(x0 + 3, w); x++)
            if (plane[y * w + x] > best) {
                best = plane[y * w + x];
                at = y * w + x;
            }
    out[i] = best;
    where[i] = at;
}

// Winograd's transformation of tiles of four, two apart
extern "C" __global__ void conv_winograd_of_input(const float *in, float *out, int channels, int h, int w)
{
    const int across = (w - 2) / 2, tiles = across * ((h - 2) / 2);
    const int t = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (t >= tiles) return;
    const float *p = in + ((size_t)c * h + t / across * 2) * w + t % across * 2;
    float d[4][4], r[4][4];
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) d[j][i] = p[j * w + i];
    for (int i = 0; i < 4; i++) {
        r[0][i] = d[0][i] - d[2][i];
        r[1][i] = d[1][i] + d[2][i];
        r[2][i] = d[2][i] - d[1][i];
        r[3][i] = d[1][i] - d[3][i];
    }
    for (int j = 0; j < 4; j++) {
        const float v[4] = {r[j][0] - r[j][2], r[j][1] + r[j][2], r[j][2] - r[j][1], r[j][1] - r[j][3]};
        for (int i = 0; i < 4; i++) out[((size_t)(j * 4 + i) * channels + c) * tiles + t] = v[i];
    }
}

// columns, eight results a thread with a halo of eight rows above and below; whole tiles
#define RADIUS 8
extern "C" __global__ void conv_columns_of_eight_steps(float *dst, const float *src, int pitch, int height)
{
    __shared__ float s[16][(8 + 2) * 8 + 1];
    const int x = blockIdx.x * 16 + threadIdx.x, y = ((int)blockIdx.y * 8 - 1) * 8 + threadIdx.y;
    src += y * pitch + x;
    dst += y * pitch + x;
#pragma unroll
    for (int i = 1; i < 9; i++) s[threadIdx.x][threadIdx.y + i * 8] = src[i * 8 * pitch];
    s[threadIdx.x][threadIdx.y] = y >= 0 ? src[0] : 0;
    s[threadIdx.x][threadIdx.y + 72] = height - y > 72 ? src[72 * pitch] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 9; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++) sum += taps[RADIUS - j] * s[threadIdx.x][threadIdx.y + i * 8 + j];
        dst[i * 8 * pitch] = sum;
    }
}
