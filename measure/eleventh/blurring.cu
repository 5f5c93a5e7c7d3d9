// Convolutions and filters of pictures.
#define MAX_MASK 65

__constant__ float c_mask[MAX_MASK];
__constant__ float c_kernel[49];

extern "C" __global__ void conv1dConstant(const float *in, float *out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0.0f;
    for (int k = -radius; k <= radius; k++) {
        int j = i + k;
        if (j >= 0 && j < n)
            acc += in[j] * c_mask[k + radius];
    }
    out[i] = acc;
}

extern "C" __global__ void conv1dHalo(const float *in, float *out, int n, int radius)
{
    extern __shared__ float sh[];
    int base = blockIdx.x * blockDim.x - radius;
    for (int s = threadIdx.x; s < blockDim.x + 2 * radius; s += blockDim.x) {
        int g = base + s;
        sh[s] = g >= 0 && g < n ? in[g] : 0.0f;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float acc = 0.0f;
        for (int k = 0; k <= 2 * radius; k++)
            acc += sh[threadIdx.x + k] * c_mask[k];
        out[i] = acc;
    }
}

extern "C" __global__ void conv2dGlobalMask(const float *img, const float *mask, float *out, int w,
                                            int h, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= w || row >= h) return;
    float value = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
            int r = row - m / 2 + i, c = col - m / 2 + j;
            if (r >= 0 && r < h && c >= 0 && c < w)
                value += img[r * w + c] * mask[i * m + j];
        }
    }
    out[row * w + col] = value;
}

// the picture has a border of R on every side, so that nothing is asked
template <int R>
__global__ void conv2dConstant(const float *__restrict__ img, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int pitch = w + 2 * R;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i <= 2 * R; i++)
#pragma unroll
        for (int j = 0; j <= 2 * R; j++)
            sum += img[(y + i) * pitch + x + j] * c_kernel[i * (2 * R + 1) + j];
    out[y * w + x] = sum;
}

template __global__ void conv2dConstant<1>(const float *, float *, int, int);
template __global__ void conv2dConstant<3>(const float *, float *, int, int);

#define TILE_W 32
#define TILE_H 8
#define RAD 3

extern "C" __global__ void conv2dSharedTile(const float *img, float *out, int w, int h)
{
    __shared__ float tile[TILE_H + 2 * RAD][TILE_W + 2 * RAD];
    const int x0 = blockIdx.x * TILE_W - RAD, y0 = blockIdx.y * TILE_H - RAD;
    const int tid = threadIdx.y * TILE_W + threadIdx.x;
    for (int i = tid; i < (TILE_H + 2 * RAD) * (TILE_W + 2 * RAD); i += TILE_W * TILE_H) {
        int ty = i / (TILE_W + 2 * RAD), tx = i % (TILE_W + 2 * RAD);
        int x = min(max(x0 + tx, 0), w - 1), y = min(max(y0 + ty, 0), h - 1);
        tile[ty][tx] = img[y * w + x];
    }
    __syncthreads();
    int x = blockIdx.x * TILE_W + threadIdx.x, y = blockIdx.y * TILE_H + threadIdx.y;
    if (x < w && y < h) {
        float sum = 0.0f;
        for (int i = 0; i < 2 * RAD + 1; i++)
            for (int j = 0; j < 2 * RAD + 1; j++)
                sum += tile[threadIdx.y + i][threadIdx.x + j] * c_kernel[i * 7 + j];
        out[y * w + x] = sum;
    }
}

extern "C" __global__ void convSeparableRow(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    extern __shared__ float line[];
    for (int i = threadIdx.x; i < blockDim.x + 2 * r; i += blockDim.x) {
        int c = (int)(blockIdx.x * blockDim.x) + i - r;
        line[i] = c < 0 || c >= w ? 0.0f : in[y * w + c];
    }
    __syncthreads();
    if (x >= w) return;
    float s = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 2 * r + 1; k++)
        s = fmaf(line[threadIdx.x + k], c_mask[k], s);
    out[y * w + x] = s;
}

extern "C" __global__ void convSeparableColumn(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    for (int k = -r; k <= r; k++) {
        int yy = y + k;
        if (yy < 0) yy = -yy;
        if (yy >= h) yy = 2 * h - 2 - yy;
        s += in[yy * w + x] * c_mask[k + r];
    }
    out[y * w + x] = s;
}

extern "C" __global__ void convSobelBytes(const unsigned char *src, unsigned char *dst, int width,
                                          int height)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        float dx = (-1 * src[(y - 1) * width + (x - 1)]) + (-2 * src[y * width + (x - 1)])
                   + (-1 * src[(y + 1) * width + (x - 1)]) + (src[(y - 1) * width + (x + 1)])
                   + (2 * src[y * width + (x + 1)]) + (src[(y + 1) * width + (x + 1)]);
        float dy = (src[(y - 1) * width + (x - 1)]) + (2 * src[(y - 1) * width + x])
                   + (src[(y - 1) * width + (x + 1)]) + (-1 * src[(y + 1) * width + (x - 1)])
                   + (-2 * src[(y + 1) * width + x]) + (-1 * src[(y + 1) * width + (x + 1)]);
        float m = sqrtf(dx * dx + dy * dy);
        dst[y * width + x] = m > 255 ? 255 : (unsigned char)m;
    }
}

// a layer: for each image and map, over all channels; 3 x 3, weights in global memory
extern "C" __global__ void convDepthwise(const float *in, const float *weights, float *out, int c,
                                         int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int plane = blockIdx.z;
    const float *f = weights + plane % c * 9;
    const float *img = in + (size_t)plane * h * w;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < 3; i++)
#pragma unroll
        for (int j = 0; j < 3; j++) {
            int yy = y + i - 1, xx = x + j - 1;
            if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                sum += img[yy * w + xx] * f[3 * i + j];
        }
    out[(size_t)plane * h * w + y * w + x] = fmaxf(sum, 0.0f);
}

__device__ __forceinline__ void order2(unsigned char &a, unsigned char &b)
{
    unsigned char low = min(a, b);
    b = max(a, b);
    a = low;
}

extern "C" __global__ void convMedian3(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    unsigned char v[9];
#pragma unroll
    for (int i = 0; i < 9; i++)
        v[i] = in[(y + i / 3 - 1) * w + x + i % 3 - 1];
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
        for (int j = 8; j > i; j--)
            order2(v[j - 1], v[j]);
    out[y * w + x] = v[4];
}
