// Convolutions and other windows over signals and pictures.

#define MAX_TAPS 129
__constant__ float taps[MAX_TAPS];
__constant__ float window5[25];

extern "C" __global__ void conv1dSimple(const float *N, const float *M, float *P, int maskWidth, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;
    int start = i - maskWidth / 2;
    for (int j = 0; j < maskWidth; j++)
        if (start + j >= 0 && start + j < width) value += N[start + j] * M[j];
    if (i < width) P[i] = value;
}

template <int R>
__global__ void conv1dTile(const float *in, float *out, int n)
{
    __shared__ float s[256 + 2 * R];
    int g = blockIdx.x * 256 + threadIdx.x;
    for (int i = threadIdx.x; i < 256 + 2 * R; i += 256) {
        int at = blockIdx.x * 256 + i - R;
        s[i] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    if (g >= n) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) sum += s[threadIdx.x + k] * taps[k];
    out[g] = sum;
}
template __global__ void conv1dTile<3>(const float *, float *, int);

extern "C" __global__ void conv2dFive(const float *in, float *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height) return;
    float sum = 0.0f;
    for (int i = -2; i <= 2; i++)
        for (int j = -2; j <= 2; j++) {
            int r = min(max(row + i, 0), height - 1);
            int c = min(max(col + j, 0), width - 1);
            sum += in[r * width + c] * window5[(i + 2) * 5 + j + 2];
        }
    out[row * width + col] = sum;
}

// tile of 20 x 20 for 16 x 16 results; all threads load, the inner ones work
extern "C" __global__ void conv2dInputTile(const float *in, float *out, int width, int height)
{
    __shared__ float tile[20][20];
    int tx = threadIdx.x, ty = threadIdx.y;
    int rowO = blockIdx.y * 16 + ty, colO = blockIdx.x * 16 + tx;
    int rowI = rowO - 2, colI = colO - 2;
    if (rowI >= 0 && rowI < height && colI >= 0 && colI < width)
        tile[ty][tx] = in[rowI * width + colI];
    else
        tile[ty][tx] = 0.0f;
    __syncthreads();
    if (ty < 16 && tx < 16 && rowO < height && colO < width) {
        float v = 0.0f;
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) v += window5[i * 5 + j] * tile[ty + i][tx + j];
        out[rowO * width + colO] = v;
    }
}

extern "C" __global__ void convRowsUnrolled(float *dst, const float *src, int w, int h, int pitch)
{
    // 8 results a thread, 16 apart, with an apron of 16 on both sides
    __shared__ float s[4][16 * 10];
    const int baseX = (blockIdx.x * 8 - 1) * 16 + threadIdx.x;
    const int baseY = blockIdx.y * 4 + threadIdx.y;
    src += baseY * pitch + baseX;
    dst += baseY * pitch + baseX;
#pragma unroll
    for (int i = 1; i < 9; i++) s[threadIdx.y][threadIdx.x + i * 16] = src[i * 16];
    s[threadIdx.y][threadIdx.x] = baseX >= 0 ? src[0] : 0;
    s[threadIdx.y][threadIdx.x + 9 * 16] = w - baseX > 9 * 16 ? src[9 * 16] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 9; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -8; j <= 8; j++) sum += taps[8 - j] * s[threadIdx.y][threadIdx.x + i * 16 + j];
        dst[i * 16] = sum;
    }
}

extern "C" __global__ void convColumnsPlain(float *dst, const float *src, int w, int h, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.f;
    for (int k = -radius; k <= radius; k++) {
        int yy = y + k;
        if (yy >= 0 && yy < h) sum += src[yy * w + x] * taps[radius - k];
    }
    dst[y * w + x] = sum;
}

// a thread slides down its column
extern "C" __global__ void convBoxRunning(const float *id, float *od, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    float scale = 1.0f / (2 * r + 1);
    float t = id[x] * r;
    for (int y = 0; y < r + 1; y++) t += id[y * w + x];
    od[x] = t * scale;
    for (int y = 1; y < h; y++) {
        t += id[min(y + r, h - 1) * w + x];
        t -= id[max(y - r - 1, 0) * w + x];
        od[y * w + x] = t * scale;
    }
}

// a layer: every output channel over all input channels, 3 x 3, weights in global memory
extern "C" __global__ void convLayerDirect(const float *__restrict__ in, const float *__restrict__ weight,
                                           const float *__restrict__ bias, float *__restrict__ out, int C, int H, int W,
                                           int K)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = blockIdx.z / K, k = blockIdx.z % K;
    if (x >= W - 2 || y >= H - 2) return;
    float s = bias[k];
    for (int c = 0; c < C; c++) {
        const float *p = in + ((size_t)(n * C + c) * H + y) * W + x;
        const float *w = weight + (k * C + c) * 9;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) s += p[i * W + j] * w[i * 3 + j];
    }
    out[((size_t)(n * K + k) * (H - 2) + y) * (W - 2) + x] = s;
}

extern "C" __global__ void convIm2col(const float *im, float *col, int C, int H, int W, int k, int pad, int stride,
                                      int Ho, int Wo)
{
    int n = C * Ho * Wo;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int wo = i % Wo, ho = i / Wo % Ho, c = i / Wo / Ho;
        float *to = col + ((size_t)c * k * k * Ho + ho) * Wo + wo;
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++) {
                int y = ho * stride - pad + a, x = wo * stride - pad + b;
                *to = y >= 0 && x >= 0 && y < H && x < W ? im[((size_t)c * H + y) * W + x] : 0;
                to += Ho * Wo;
            }
    }
}

extern "C" __global__ void convMaxPool2(const float *__restrict__ in, float *__restrict__ out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    int wo = w / 2, ho = h / 2;
    if (x < wo && y < ho) {
        const float *p = in + (size_t)c * h * w + 2 * y * w + 2 * x;
        float2 a = *(const float2 *)p, b = *(const float2 *)(p + w);
        out[(size_t)c * ho * wo + y * wo + x] = fmaxf(fmaxf(a.x, a.y), fmaxf(b.x, b.y));
    }
}

extern "C" __global__ void convBilateral(const unsigned char *in, unsigned char *out, int w, int h, int r, float space,
                                         float range)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float centre = in[y * w + x], sum = 0, weights = 0;
    for (int j = -r; j <= r; j++)
        for (int i = -r; i <= r; i++) {
            int xx = x + i, yy = y + j;
            if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
            float v = in[yy * w + xx];
            float e = (i * i + j * j) * space + (v - centre) * (v - centre) * range;
            float q = expf(-e);
            sum += q * v;
            weights += q;
        }
    out[y * w + x] = (unsigned char)(sum / weights + 0.5f);
}
