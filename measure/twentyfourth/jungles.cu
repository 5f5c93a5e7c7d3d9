// Convolutions.
__constant__ float weights[128];

template <int R> __global__ void alongRows(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    const float *row = in + (size_t)y * w;
    float sum = 0.0f;
#pragma unroll
    for (int k = -R; k <= R; k++) {
        int xx = x + k;
        if (xx >= 0 && xx < w)
            sum += weights[R + k] * row[xx];
    }
    out[(size_t)y * w + x] = sum;
}
template __global__ void alongRows<4>(const float *, float *, int, int);
template __global__ void alongRows<12>(const float *, float *, int, int);

// 5 by 5; a block of 16x16 loads its 20x20 in turns, mirrored at the edges
extern "C" __global__ void conv_five_by_five_mirrored(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float tile[20][20];
    const int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 16 - 2;
    for (int e = threadIdx.y * 16 + threadIdx.x; e < 400; e += 256) {
        int x = x0 + e % 20, y = y0 + e / 20;
        x = x < 0 ? -x : x >= w ? 2 * w - 2 - x : x;
        y = y < 0 ? -y : y >= h ? 2 * h - 2 - y : y;
        tile[e / 20][e % 20] = in[max(y, 0) * w + max(x, 0)];
    }
    __syncthreads();
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 5; j++)
#pragma unroll
        for (int i = 0; i < 5; i++)
            sum += weights[5 * j + i] * tile[threadIdx.y + j][threadIdx.x + i];
    out[y * w + x] = sum;
}

struct Layer {
    int channels, height, width, filters;
};

// 3 by 3, no padding; a block one filter, whose weights lie in shared memory
extern "C" __global__ void conv_filter_of_block(const float *__restrict__ in, const float *__restrict__ filter, float *__restrict__ out, Layer l)
{
    extern __shared__ float mine[];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, f = blockIdx.z, ow = l.width - 2, oh = l.height - 2;
    for (int k = tid; k < 9 * l.channels; k += blockDim.x * blockDim.y)
        mine[k] = filter[f * 9 * l.channels + k];
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    float sum = 0.0f;
    for (int c = 0; c < l.channels; c++) {
        const float *p = in + (c * l.height + y) * l.width + x;
        const float *m = mine + 9 * c;
        for (int j = 0; j < 3; j++, p += l.width, m += 3)
            sum += m[0] * p[0] + m[1] * p[1] + m[2] * p[2];
    }
    out[(f * oh + y) * ow + x] = fmaxf(sum, 0.0f);
}

// each channel its own 3 by 3, every second place, zeros around; channels lie together in quads
extern "C" __global__ void conv_depthwise_halving(const float4 *in, const float4 *filter, float4 *out, int w, int h, int quads)
{
    const int ow = (w + 1) / 2, oh = (h + 1) / 2;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= ow * oh * quads)
        return;
    const int q = i % quads, x = i / quads % ow * 2, y = i / quads / ow * 2;
    float4 sum = {0, 0, 0, 0};
    for (int j = -1; j <= 1; j++)
        for (int k = -1; k <= 1; k++) {
            if (x + k < 0 || x + k >= w || y + j < 0 || y + j >= h)
                continue;
            float4 v = in[((y + j) * w + x + k) * quads + q], f = filter[((j + 1) * 3 + k + 1) * quads + q];
            sum.x += v.x * f.x;
            sum.y += v.y * f.y;
            sum.z += v.z * f.z;
            sum.w += v.w * f.w;
        }
    out[i] = sum;
}

// a filter of a length told at launch: signal and filter in shared memory
extern "C" __global__ void conv_signal_by_long_filter(const double *signal, const double *filter, double *out, int n, int length)
{
    extern __shared__ double shared[];
    double *f = shared, *s = shared + length;
    const int first = blockIdx.x * blockDim.x;
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        f[k] = filter[k];
    for (int k = threadIdx.x; k < blockDim.x + length - 1; k += blockDim.x)
        s[k] = first + k < n ? signal[first + k] : 0.0;
    __syncthreads();
    if (first + threadIdx.x < n) {
        double sum = 0.0;
        for (int k = 0; k < length; k++)
            sum += f[k] * s[threadIdx.x + k];
        out[first + threadIdx.x] = sum;
    }
}

// patches of 3 by 3 laid out as columns of a matrix
extern "C" __global__ void conv_patches_laid_in_columns(const float *__restrict__ in, float *__restrict__ columns, int channels, int h, int w)
{
    const long total = (long)channels * h * w;
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < total; i += (long)gridDim.x * blockDim.x) {
        const int x = i % w, y = i / w % h, c = i / ((long)w * h);
        float *to = columns + ((long)c * 9 * h + y) * w + x;
#pragma unroll
        for (int k = 0; k < 9; k++) {
            int yy = y + k / 3 - 1, xx = x + k % 3 - 1;
            *to = yy >= 0 && yy < h && xx >= 0 && xx < w ? in[((long)c * h + yy) * w + xx] : 0.0f;
            to += (long)h * w;
        }
    }
}
