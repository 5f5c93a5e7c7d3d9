// Convolutions.
#include <cuda_fp16.h>
#include <stdint.h>
__constant__ float taps[225];

// any odd length, from constant memory; a row of 256 with its rims in shared memory
extern "C" __global__ void conv_signal_in_windows(const float *__restrict__ in, float *__restrict__ out, int n, int reach)
{
    extern __shared__ float s[];
    int first = blockIdx.x * blockDim.x;
    for (int k = threadIdx.x; k < blockDim.x + 2 * reach; k += blockDim.x) {
        int i = first + k - reach;
        s[k] = i >= 0 && i < n ? in[i] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 2 * reach; k++) sum += taps[k] * s[threadIdx.x + k];
    if (first + threadIdx.x < n) out[first + threadIdx.x] = sum;
}

// five by five of constant weights, mirrored at the rim, bytes
extern "C" __global__ void conv_five_mirrored_bytes(const uint8_t *in, uint8_t *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
#pragma unroll
    for (int j = -2; j <= 2; j++) {
        int yy = abs(y + j);
        yy = yy >= h ? 2 * h - 2 - yy : yy;
#pragma unroll
        for (int i = -2; i <= 2; i++) {
            int xx = abs(x + i);
            xx = xx >= w ? 2 * w - 2 - xx : xx;
            s += taps[(j + 2) * 5 + i + 2] * in[yy * w + xx];
        }
    }
    out[y * w + x] = (uint8_t)min(max(__float2int_rn(s), 0), 255);
}

// tiles, rim by all threads, kernel length as template
template <int R, typename T>
__global__ void convTileOf(const T *__restrict__ in, T *__restrict__ out, int w, int h)
{
    __shared__ T s[16 + 2 * R][32 + 2 * R + 1];
    const int x0 = blockIdx.x * 32 - R, y0 = blockIdx.y * 16 - R, t = threadIdx.y * 32 + threadIdx.x;
    for (int e = t; e < (16 + 2 * R) * (32 + 2 * R); e += 512) {
        int x = x0 + e % (32 + 2 * R), y = y0 + e / (32 + 2 * R);
        s[e / (32 + 2 * R)][e % (32 + 2 * R)] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : T(0);
    }
    __syncthreads();
    const int x = x0 + R + threadIdx.x, y = y0 + R + threadIdx.y;
    T acc = 0;
#pragma unroll
    for (int j = 0; j <= 2 * R; j++)
#pragma unroll
        for (int i = 0; i <= 2 * R; i++) acc += (T)taps[j * (2 * R + 1) + i] * s[threadIdx.y + j][threadIdx.x + i];
    if (x < w && y < h) out[y * w + x] = acc;
}
template __global__ void convTileOf<1, double>(const double *, double *, int, int);
template __global__ void convTileOf<4, float>(const float *, float *, int, int);

// dilated, causal, many channels: out[t][c] = sum w[k][c] in[t - k d][c]
extern "C" __global__ void conv_dilated_causal(const float *in, const float *weight, float *out, int times, int channels, int reach, int dilation)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, t = blockIdx.y;
    if (c >= channels) return;
    float s = 0;
    for (int k = 0; k < reach && t - k * dilation >= 0; k++) s += weight[k * channels + c] * in[(t - k * dilation) * channels + c];
    out[t * channels + c] = s;
}

// three by three, channels last, eight outputs of a thread, weights in shared memory
extern "C" __global__ void conv_three_channels_last(const float *__restrict__ in, const float *__restrict__ weight, float *__restrict__ out, int w, int h, int ins, int outs)
{
    extern __shared__ float k[];
    const int o0 = blockIdx.z * 8;
    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < 72 * ins; e += blockDim.x * blockDim.y) k[e] = weight[e / 8 * outs + o0 + e % 8];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc[8] = {};
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int xx = x + i - 1, yy = y + j - 1;
            if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
            const float *p = in + (yy * w + xx) * ins;
            for (int c = 0; c < ins; c++) {
                float v = p[c];
                const float *q = k + ((j * 3 + i) * ins + c) * 8;
#pragma unroll
                for (int o = 0; o < 8; o++) acc[o] += v * q[o];
            }
        }
    for (int o = 0; o < 8; o++) out[(y * w + x) * outs + o0 + o] = acc[o];
}

// depth by depth, halves, stride two, two places of a thread
extern "C" __global__ void conv_depthwise_stride_two_half(const __half *in, const __half *weight, __half *out, int w, int h, int channels)
{
    int c = blockIdx.z, x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
    int ow = w / 2, oh = h / 2;
    if (x >= ow || y >= oh) return;
    const __half *p = in + (size_t)c * w * h;
    for (int e = 0; e < 2 && x + e < ow; e++) {
        float s = 0;
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) {
                int xx = 2 * (x + e) + i - 1, yy = 2 * y + j - 1;
                if (xx >= 0 && yy >= 0 && xx < w && yy < h) s = fmaf(__half2float(weight[c * 9 + j * 3 + i]), __half2float(p[yy * w + xx]), s);
            }
        out[((size_t)c * oh + y) * ow + x + e] = __float2half(s);
    }
}
