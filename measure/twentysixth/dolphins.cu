// Stencils and convolutions.
#include <cuda_fp16.h>

extern "C" __global__ void stencil_heat_five_points_double(const double *u, double *v, int nx, int ny, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
        return;
    size_t at = (size_t)j * nx + i;
    v[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4.0 * u[at]);
}

// planes of 32 x 8 marched along z: what lies above and below in registers
extern "C" __global__ void __launch_bounds__(256) stencil_march_seven_points(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, int nz, float a, float b)
{
    __shared__ float s[10][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    bool in = x < nx && y < ny;
    size_t plane = (size_t)nx * ny, at = (size_t)y * nx + x;
    float below = 0.f, here = in ? u[at] : 0.f;
    for (int z = 0; z < nz; z++) {
        float above = in && z + 1 < nz ? u[at + plane] : 0.f;
        s[ty][tx] = here;
        if (threadIdx.x == 0)
            s[ty][0] = y < ny && x > 0 ? u[at - 1] : 0.f;
        if (threadIdx.x == 31)
            s[ty][33] = y < ny && x + 1 < nx ? u[at + 1] : 0.f;
        if (threadIdx.y == 0)
            s[0][tx] = x < nx && y > 0 ? u[at - nx] : 0.f;
        if (threadIdx.y == 7)
            s[9][tx] = x < nx && y + 1 < ny ? u[at + nx] : 0.f;
        __syncthreads();
        if (in)
            v[at] = a * here + b * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above);
        __syncthreads();
        below = here;
        here = above;
        at += plane;
    }
}

// fourth order in space, second in time
extern "C" __global__ void stencil_acoustic_step(const float *now, float *before, const float *speed, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 2;
    if (x >= nx - 2 || y >= ny - 2 || z >= nz - 2)
        return;
    int p = nx * ny;
    int i = (z * ny + y) * nx + x;
    float lap = -7.5f * now[i];
    lap += 1.3333334f * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] + now[i - p] + now[i + p]);
    lap -= 0.083333336f * (now[i - 2] + now[i + 2] + now[i - 2 * nx] + now[i + 2 * nx] + now[i - 2 * p] + now[i + 2 * p]);
    before[i] = 2.0f * now[i] - before[i] + speed[i] * lap;
}

__constant__ float brushWeights[33];

// along rows, a block of threads and its halo in shared memory
extern "C" __global__ void conv_along_rows_with_halo(const float *in, float *out, int width, int radius)
{
    extern __shared__ float line[];
    const float *row = in + (size_t)blockIdx.y * width;
    int start = blockIdx.x * blockDim.x - radius;
    for (int i = threadIdx.x; i < blockDim.x + 2 * radius; i += blockDim.x) {
        int x = min(max(start + i, 0), width - 1);
        line[i] = row[x];
    }
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width) {
        float sum = 0;
        for (int k = 0; k <= 2 * radius; k++)
            sum += brushWeights[k] * line[threadIdx.x + k];
        out[(size_t)blockIdx.y * width + x] = sum;
    }
}

__constant__ float patchWeights[225];

// a window of any odd side up to 15, nothing beyond the border
extern "C" __global__ void conv_window_any_side(const float *in, float *out, int width, int height, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int r = side / 2;
    float acc = 0.0f;
    for (int dy = 0; dy < side; dy++) {
        for (int dx = 0; dx < side; dx++) {
            int px = x + dx - r, py = y + dy - r;
            if (px >= 0 && px < width && py >= 0 && py < height)
                acc += in[py * width + px] * patchWeights[dy * side + dx];
        }
    }
    out[y * width + x] = acc;
}

// every output channel of a place sums 3 x 3 places of all input channels; stride two, padding one
extern "C" __global__ void conv_three_by_three_stride_two(const float *__restrict__ in, const float *__restrict__ w, const float *__restrict__ bias,
                                                          float *__restrict__ out, int channels, int height, int width, int outChannels)
{
    int oh = height / 2, ow = width / 2;
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= outChannels * oh * ow)
        return;
    int x = idx % ow, y = idx / ow % oh, o = idx / (ow * oh);
    float sum = bias[o];
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < 3; i++) {
            int py = 2 * y + i - 1;
            if (py < 0 || py >= height)
                continue;
            for (int j = 0; j < 3; j++) {
                int px = 2 * x + j - 1;
                if (px >= 0 && px < width)
                    sum = fmaf(in[(c * height + py) * width + px], w[((o * channels + c) * 3 + i) * 3 + j], sum);
            }
        }
    out[idx] = fmaxf(sum, 0.f);
}

// channels last, two channels each thread, K x K
template <int K>
__global__ void depthwiseLast(const half2 *__restrict__ in, const half2 *__restrict__ w, half2 *__restrict__ out, int pairs, int height, int width)
{
    int c = threadIdx.x;
    int x = blockIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || c >= pairs)
        return;
    float2 sum = make_float2(0.f, 0.f);
#pragma unroll
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int j = 0; j < K; j++) {
            int px = x + j - K / 2, py = y + i - K / 2;
            if ((unsigned)px < (unsigned)width && (unsigned)py < (unsigned)height) {
                float2 v = __half22float2(in[((size_t)py * width + px) * pairs + c]);
                float2 f = __half22float2(w[(i * K + j) * pairs + c]);
                sum.x += v.x * f.x;
                sum.y += v.y * f.y;
            }
        }
    out[((size_t)y * width + x) * pairs + c] = __float22half2_rn(sum);
}
template __global__ void depthwiseLast<3>(const half2 *, const half2 *, half2 *, int, int, int);
template __global__ void depthwiseLast<7>(const half2 *, const half2 *, half2 *, int, int, int);

extern "C" __global__ void conv_pool_largest_of_window(const float *in, float *out, int *where, int height, int width, int window)
{
    int ow = width / window, oh = height / window;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    int c = blockIdx.z;
    if (x >= ow)
        return;
    const float *plane = in + (size_t)c * height * width;
    float best = -3.4e38f;
    int place = -1;
    for (int i = 0; i < window; i++)
        for (int j = 0; j < window; j++) {
            int at = (y * window + i) * width + x * window + j;
            if (plane[at] > best) {
                best = plane[at];
                place = at;
            }
        }
    size_t o = ((size_t)c * oh + y) * ow + x;
    out[o] = best;
    where[o] = place;
}
