// Convolutions and pictures.
#define RADIUS 8
__constant__ float kernel1d[2 * RADIUS + 1];
__constant__ float mask2d[49];
__constant__ unsigned char curve[256];

// square mask of K x K in constant memory, edges left out
template <int K>
__global__ void convSquareMask(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    for (int j = 0; j < K; j++)
        for (int i = 0; i < K; i++) {
            int xx = x + i - K / 2, yy = y + j - K / 2;
            if (xx >= 0 && xx < w && yy >= 0 && yy < h) s += in[yy * w + xx] * mask2d[j * K + i];
        }
    out[y * w + x] = s;
}
template __global__ void convSquareMask<3>(const float *, float *, int, int);
template __global__ void convSquareMask<7>(const float *, float *, int, int);

// rows of a separable filter; a block works on 128 pixels of a row
extern "C" __global__ void convRowsStaged(const float *src, float *dst, int w, int h)
{
    __shared__ float line[128 + 2 * RADIUS];
    int y = blockIdx.y, x0 = blockIdx.x * 128;
    for (int i = threadIdx.x; i < 128 + 2 * RADIUS; i += blockDim.x) {
        int x = x0 + i - RADIUS;
        line[i] = x < 0 || x >= w ? 0.f : src[y * w + x];
    }
    __syncthreads();
    int x = x0 + threadIdx.x;
    if (x >= w) return;
    float s = 0;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++) s += line[threadIdx.x + k] * kernel1d[k];
    dst[y * w + x] = s;
}

// columns: 16 wide, 64 high a block, eight results a thread
extern "C" __global__ void convColumnsStaged(float *__restrict__ dst, const float *__restrict__ src, int w, int h)
{
    __shared__ float s[64 + 2 * RADIUS][17];
    const int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 64;
    for (int j = threadIdx.y; j < 64 + 2 * RADIUS; j += 8) {
        int y = y0 + j - RADIUS;
        s[j][threadIdx.x] = x < w && y >= 0 && y < h ? src[y * w + x] : 0.f;
    }
    __syncthreads();
    if (x < w)
        for (int j = threadIdx.y; j < 64 && y0 + j < h; j += 8) {
            float sum = 0;
            for (int k = 0; k <= 2 * RADIUS; k++) sum = fmaf(kernel1d[k], s[j + k][threadIdx.x], sum);
            dst[(y0 + j) * w + x] = sum;
        }
}

// 1 x 1 over channels, four outputs a thread
extern "C" __global__ void convPointwise(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int cin,
                                         int cout, int pixels)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y * 4;
    if (p >= pixels) return;
    float s[4] = {};
    for (int c = 0; c < cin; c++) {
        float v = in[c * pixels + p];
#pragma unroll
        for (int k = 0; k < 4; k++) s[k] += v * w[(o + k) * cin + c];
    }
    for (int k = 0; k < 4; k++) out[(o + k) * pixels + p] = s[k];
}

// depthwise 3 x 3, channels last
extern "C" __global__ void convDepthwiseLast(const float *x, const float *w, float *y, int side, int channels)
{
    int c = threadIdx.x + blockIdx.z * blockDim.x, col = blockIdx.x, row = blockIdx.y;
    if (c >= channels) return;
    float s = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        if ((unsigned)(row + dy) >= (unsigned)side) continue;
        for (int dx = -1; dx <= 1; ++dx) {
            if ((unsigned)(col + dx) >= (unsigned)side) continue;
            s += x[((row + dy) * side + col + dx) * channels + c] * w[((dy + 1) * 3 + dx + 1) * channels + c];
        }
    }
    y[(row * side + col) * channels + c] = s;
}

// 3 x 3 x 3 in space, the weights in shared memory
extern "C" __global__ void convVolume(const float *v, const float *weights, float *out, int nx, int ny, int nz)
{
    __shared__ float w[27];
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (t < 27) w[t] = weights[t];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x > nx - 2 || y > ny - 2 || z > nz - 2) return;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 27; k++) s += w[k] * v[((z + k / 9 - 1) * ny + y + k / 3 % 3 - 1) * nx + x + k % 3 - 1];
    out[(z * ny + y) * nx + x] = s;
}

#define PX(dx, dy) (float)img[(y + (dy)) * w + x + (dx)]
extern "C" __global__ void img_scharr_magnitude(const unsigned char *img, unsigned char *edges, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    float gx = 3 * (PX(1, -1) - PX(-1, -1)) + 10 * (PX(1, 0) - PX(-1, 0)) + 3 * (PX(1, 1) - PX(-1, 1));
    float gy = 3 * (PX(-1, 1) - PX(-1, -1)) + 10 * (PX(0, 1) - PX(0, -1)) + 3 * (PX(1, 1) - PX(1, -1));
    float m = sqrtf(gx * gx + gy * gy) * 0.0625f;
    edges[y * w + x] = m > 255.f ? 255 : (unsigned char)m;
}

extern "C" __global__ void img_tone_curve(const uchar4 *in, uchar4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    out[i] = make_uchar4(curve[p.x], curve[p.y], curve[p.z], p.w);
}

#define ORDER(a, b) { float lo = fminf(a, b), hi = fmaxf(a, b); a = lo; b = hi; }
// median of a cross of five
extern "C" __global__ void img_median_cross(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float a = in[y * w + x], b = in[y * w + max(x - 1, 0)], c = in[y * w + min(x + 1, w - 1)];
    float d = in[max(y - 1, 0) * w + x], e = in[min(y + 1, h - 1) * w + x];
    ORDER(a, b) ORDER(d, e) ORDER(a, d) ORDER(b, e) ORDER(b, c) ORDER(c, d) ORDER(b, c)
    out[y * w + x] = c;
}
