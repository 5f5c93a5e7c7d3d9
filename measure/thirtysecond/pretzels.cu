// Filters and pictures; most of them keep what they need in constant memory.
#include <cuda_fp16.h>

__constant__ float smooth_taps[17];

// rows: each block has 256 pixels of a row and eight more on both sides
extern "C" __global__ void conv_smooth_along_rows(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float row[256 + 16];
    const int y = blockIdx.y, x0 = blockIdx.x * 256 - 8;
    for (int k = threadIdx.x; k < 272; k += blockDim.x) {
        int x = x0 + k;
        row[k] = x >= 0 && x < w ? in[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads();
    const int x = blockIdx.x * 256 + threadIdx.x;
    if (x >= w)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 17; k++)
        sum += smooth_taps[k] * row[threadIdx.x + k];
    out[(size_t)y * w + x] = sum;
}

extern "C" __global__ void conv_smooth_down_columns(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0.0f;
    for (int k = -8; k <= 8; k++) {
        int yy = y + k;
        if (yy >= 0 && yy < h)
            sum += smooth_taps[k + 8] * in[yy * w + x];
    }
    out[y * w + x] = sum;
}

__constant__ float any_mask[15 * 15];
__constant__ int any_mask_side;

// square mask with an odd side that only the host knows; edges repeated
extern "C" __global__ void conv_mask_of_any_side(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const int r = any_mask_side / 2;
    float acc = 0;
    for (int j = 0; j < any_mask_side; j++) {
        int yy = min(max(y + j - r, 0), h - 1);
        for (int i = 0; i < any_mask_side; i++) {
            int xx = min(max(x + i - r, 0), w - 1);
            acc += any_mask[j * any_mask_side + i] * in[yy * w + xx];
        }
    }
    out[y * w + x] = acc;
}

__constant__ float filter_bank[8][3][3][3];
__constant__ float bank_bias[8];

// three planes in, eight planes out, all eight of a pixel by one thread
extern "C" __global__ void __launch_bounds__(128) conv_bank_of_eight_filters(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    const size_t plane = (size_t)w * h;
    float acc[8];
#pragma unroll
    for (int f = 0; f < 8; f++)
        acc[f] = bank_bias[f];
    for (int c = 0; c < 3; c++)
#pragma unroll
        for (int j = 0; j < 3; j++)
#pragma unroll
            for (int i = 0; i < 3; i++) {
                int xx = x + i - 1, yy = y + j - 1;
                float v = xx >= 0 && xx < w && yy >= 0 && yy < h ? in[c * plane + (size_t)yy * w + xx] : 0.0f;
#pragma unroll
                for (int f = 0; f < 8; f++)
                    acc[f] = fmaf(filter_bank[f][c][j][i], v, acc[f]);
            }
#pragma unroll
    for (int f = 0; f < 8; f++)
        out[f * plane + (size_t)y * w + x] = fmaxf(acc[f], 0.0f);
}

__constant__ unsigned poster_palette[256];

extern "C" __global__ void img_poster_from_palette(const unsigned char *index, unsigned *rgba, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rgba[i] = poster_palette[index[i]];
}

struct ColourGrade {
    float4 row[3];
    float exposure, pivot, contrast, spare;
};
__constant__ ColourGrade grade;

extern "C" __global__ void img_grade_of_film(const float4 *__restrict__ in, float4 *__restrict__ out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = in[i], q;
        q.x = grade.row[0].x * p.x + grade.row[0].y * p.y + grade.row[0].z * p.z + grade.row[0].w;
        q.y = grade.row[1].x * p.x + grade.row[1].y * p.y + grade.row[1].z * p.z + grade.row[1].w;
        q.z = grade.row[2].x * p.x + grade.row[2].y * p.y + grade.row[2].z * p.z + grade.row[2].w;
        q.x = (q.x * grade.exposure - grade.pivot) * grade.contrast + grade.pivot;
        q.y = (q.y * grade.exposure - grade.pivot) * grade.contrast + grade.pivot;
        q.z = (q.z * grade.exposure - grade.pivot) * grade.contrast + grade.pivot;
        q.w = p.w;
        out[i] = q;
    }
}

__constant__ unsigned char tone_bytes[256];

extern "C" __global__ void img_tone_of_bytes(const uchar4 *in, uchar4 *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uchar4 p = in[i];
    p.x = tone_bytes[p.x];
    p.y = tone_bytes[p.y];
    p.z = tone_bytes[p.z];
    out[i] = p;
}

__constant__ unsigned char print_screen[8][8];

// grey to black and white, threshold by the place on the sheet; 32 pixels a word
extern "C" __global__ void img_screen_for_print(const unsigned char *grey, unsigned *bits, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= h)
        return;
    bool ink = x < w && grey[y * w + x] < print_screen[y & 7][x & 7];
    unsigned word = __ballot_sync(0xffffffffu, ink);
    if (threadIdx.x % 32 == 0 && x < w)
        bits[y * ((w + 31) / 32) + x / 32] = word;
}

__constant__ float near_weight[5][5];

extern "C" __global__ void img_keep_edges_smooth(const float *__restrict__ in, float *__restrict__ out, int w, int h, float sharp)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const float mid = in[y * w + x];
    float total = 0.0f, sum = 0.0f;
#pragma unroll
    for (int j = -2; j <= 2; j++) {
        int yy = y + j;
        if (yy < 0 || yy >= h)
            continue;
        for (int i = -2; i <= 2; i++) {
            int xx = x + i;
            if (xx < 0 || xx >= w)
                continue;
            float v = in[yy * w + xx];
            float k = near_weight[j + 2][i + 2] * __expf(-sharp * (v - mid) * (v - mid));
            total += k;
            sum += k * v;
        }
    }
    out[y * w + x] = __fdividef(sum, total + 1e-6f);
}

__device__ __forceinline__ void order(int &a, int &b)
{
    int lo = min(a, b);
    b = max(a, b);
    a = lo;
}

// median of nine by the known network of 19 exchanges
extern "C" __global__ void img_median_by_nineteen_swaps(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1)
        return;
    int p[9];
#pragma unroll
    for (int j = 0; j < 3; j++)
#pragma unroll
        for (int i = 0; i < 3; i++)
            p[3 * j + i] = in[(y + j - 1) * w + x + i - 1];
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[1]); order(p[3], p[4]); order(p[6], p[7]);
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[3]); order(p[5], p[8]); order(p[4], p[7]);
    order(p[3], p[6]); order(p[1], p[4]); order(p[2], p[5]);
    order(p[4], p[7]); order(p[4], p[2]); order(p[6], p[4]);
    order(p[4], p[2]);
    out[y * w + x] = p[4];
}

__constant__ float half_kernel[9];

// nine taps along a row of halves, two pixels a thread; rows have an even length
extern "C" __global__ void conv_nine_taps_in_half2(const __half2 *__restrict__ in, __half2 *__restrict__ out, int pairs, int rows)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (p >= pairs || y >= rows)
        return;
    const __half2 *line = in + (size_t)y * pairs;
    float v[10];
#pragma unroll
    for (int k = 0; k < 5; k++) {
        int q = p + k - 2;
        float2 f = q >= 0 && q < pairs ? __half22float2(line[q]) : make_float2(0.0f, 0.0f);
        v[2 * k] = f.x;
        v[2 * k + 1] = f.y;
    }
    float a = 0.0f, b = 0.0f;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        a += half_kernel[k] * v[k];
        b += half_kernel[k] * v[k + 1];
    }
    out[(size_t)y * pairs + p] = __floats2half2_rn(a, b);
}
