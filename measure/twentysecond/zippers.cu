// Networks in few bits.
#include <cstdint>
#include <cuda_fp16.h>

// each row by its greatest: bytes and what one of them is worth
extern "C" __global__ void quant_rows_to_bytes(const float *__restrict__ x, int8_t *__restrict__ q, float *__restrict__ scale, int cols)
{
    __shared__ float most[8];
    const float *row = x + (size_t)blockIdx.x * cols;
    float m = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, fabsf(row[c]));
#pragma unroll
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = m;
    __syncthreads();
    m = most[threadIdx.x % (blockDim.x / 32)];
#pragma unroll
    for (int d = 4; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    const float inverse = m > 0.f ? 127.f / m : 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[(size_t)blockIdx.x * cols + c] = (int8_t)__float2int_rn(row[c] * inverse);
    if (threadIdx.x == 0) scale[blockIdx.x] = m / 127.f;
}

// bytes times bytes by fours: tiles of 32 by 32 outputs, 8 words of K at a time
extern "C" __global__ void __launch_bounds__(256) quant_tiles_of_dot_by_four(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c, int m, int n, int words)
{
    __shared__ int as[32][9], bs[32][9];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int lr = threadIdx.x / 8, lw = threadIdx.x % 8;
    const int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    int acc[2][2] = {};
    for (int w0 = 0; w0 < words; w0 += 8) {
        as[lr][lw] = row0 + lr < m && w0 + lw < words ? a[(row0 + lr) * words + w0 + lw] : 0;
        bs[lr][lw] = col0 + lr < n && w0 + lw < words ? b[(col0 + lr) * words + w0 + lw] : 0;
        __syncthreads();
#pragma unroll
        for (int w = 0; w < 8; w++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) acc[i][j] = __dp4a(as[ty + 16 * i][w], bs[tx + 16 * j][w], acc[i][j]);
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (row0 + ty + 16 * i < m && col0 + tx + 16 * j < n) c[(row0 + ty + 16 * i) * n + col0 + tx + 16 * j] = acc[i][j];
}

// weights of four bits in groups of 64, each with its scale: a warp for each row
extern "C" __global__ void quant_row_of_nibbles_by_warp(const uint4 *__restrict__ weights, const __half *__restrict__ scales, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0.f;
    for (int chunk = lane; chunk < cols / 32; chunk += 32) {
        uint4 w = weights[(size_t)row * (cols / 32) + chunk];
        float scale = __half2float(scales[(size_t)row * (cols / 64) + chunk / 2]);
        const float4 *at = reinterpret_cast<const float4 *>(x + chunk * 32);
        uint32_t word[4] = {w.x, w.y, w.z, w.w};
        float part = 0.f;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float4 lo = at[2 * k], hi = at[2 * k + 1];
            uint32_t v = word[k];
            part += (int(v & 15) - 8) * lo.x + (int(v >> 4 & 15) - 8) * lo.y + (int(v >> 8 & 15) - 8) * lo.z + (int(v >> 12 & 15) - 8) * lo.w;
            part += (int(v >> 16 & 15) - 8) * hi.x + (int(v >> 20 & 15) - 8) * hi.y + (int(v >> 24 & 15) - 8) * hi.z + (int(v >> 28) - 8) * hi.w;
        }
        sum += part * scale;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0) y[row] = sum;
}

// bytes on tensor cores: a warp makes 16 by 32 outputs, operands straight from memory
extern "C" __global__ void quant_bytes_on_tensor_cores(const int8_t *__restrict__ a, const int8_t *__restrict__ b, int *__restrict__ c, int m, int n, int k)
{
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int row = (blockIdx.y * (blockDim.x / 32) + warp) * 16, col = blockIdx.x * 32;
    if (row >= m || col >= n) return;
    int acc[4][4] = {};
    for (int k0 = 0; k0 < k; k0 += 32) {
        const int8_t *pa = a + (size_t)(row + g) * k + k0 + t * 4;
        unsigned a0 = *(const unsigned *)pa, a1 = *(const unsigned *)(pa + 8 * k);
        unsigned a2 = *(const unsigned *)(pa + 16), a3 = *(const unsigned *)(pa + 8 * k + 16);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const int8_t *pb = b + (size_t)(col + 8 * j + g) * k + k0 + t * 4;
            unsigned b0 = *(const unsigned *)pb, b1 = *(const unsigned *)(pb + 16);
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+r"(acc[j][0]), "+r"(acc[j][1]), "+r"(acc[j][2]), "+r"(acc[j][3])
                         : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 4; j++) {
        int *o = c + (size_t)(row + g) * n + col + 8 * j + 2 * t;
        *(int2 *)o = make_int2(acc[j][0], acc[j][1]);
        *(int2 *)(o + 8 * n) = make_int2(acc[j][2], acc[j][3]);
    }
}

struct Requantize {
    float multiplier;
    int zero, low, high;
};

// sums of 32 bits back to bytes: bias of the channel, scale, zero point, limits
template <typename Out>
__global__ void backToBytes(const int4 *__restrict__ sums, const int *__restrict__ bias, const float *__restrict__ scale, Out *__restrict__ out, int quads, int channels, Requantize r)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        int4 v = sums[i];
        int c = i * 4 % channels, part[4] = {v.x, v.y, v.z, v.w};
        unsigned packed = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            int q = __float2int_rn((part[k] + bias[c + k]) * scale[c + k] * r.multiplier) + r.zero;
            q = q < r.low ? r.low : q > r.high ? r.high : q;
            packed |= (unsigned)(q & 255) << 8 * k;
        }
        ((unsigned *)out)[i] = packed;
    }
}
template __global__ void backToBytes<uint8_t>(const int4 *, const int *, const float *, uint8_t *, int, int, Requantize);

// plus and minus one in single bits: products by exclusive or and counts of ones
extern "C" __global__ void quant_signs_by_counting_bits(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b, short *__restrict__ c, int m, int n, int words)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    int differ = 0;
    for (int w = 0; w < words; w++) differ += __popc(a[row * words + w] ^ b[w * n + col]);
    c[row * n + col] = (short)(32 * words - 2 * differ);
}

// 3 by 3 for each channel by itself, channels beside each other by fours
extern "C" __global__ void quant_depthwise_bytes(const char4 *__restrict__ in, const char4 *__restrict__ weight, int4 *__restrict__ out, int width, int height, int quads)
{
    int q = threadIdx.x, x = blockIdx.x, y = blockIdx.y;
    if (q >= quads) return;
    int4 sum = make_int4(0, 0, 0, 0);
    for (int dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (int dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || x + dx >= width) continue;
            char4 v = in[((y + dy) * width + x + dx) * quads + q], w = weight[((dy + 1) * 3 + dx + 1) * quads + q];
            sum.x += v.x * w.x;
            sum.y += v.y * w.y;
            sum.z += v.z * w.z;
            sum.w += v.w * w.w;
        }
    }
    out[(y * width + x) * quads + q] = sum;
}
