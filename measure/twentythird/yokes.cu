// Networks in few bits.
#include <cstdint>
#include <cuda_fp16.h>

// floats to signed bytes, a scale for each channel (the last dimension)
extern "C" __global__ void quant_by_scale_of_channel(const float4 *__restrict__ x, const float4 *__restrict__ scale, char4 *__restrict__ out, int quads, int quads_of_row)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = x[i], s = __ldg(scale + i % quads_of_row);
    auto one = [](float a, float b) { return (signed char)max(-127, min(127, __float2int_rn(a * b))); };
    out[i] = make_char4(one(v.x, s.x), one(v.y, s.y), one(v.z, s.z), one(v.w, s.w));
}

// matrix of bytes times vector of bytes, a block for each row
template <int THREADS>
__global__ void rowOfBytes(const int4 *__restrict__ matrix, const int4 *__restrict__ vector, const float *__restrict__ scale, float *__restrict__ out, int vectors)
{
    __shared__ int part[THREADS / 32];
    const int4 *row = matrix + (size_t)blockIdx.x * vectors;
    int sum = 0;
    for (int i = threadIdx.x; i < vectors; i += THREADS) {
        int4 a = row[i], b = vector[i];
        sum = __dp4a(a.x, b.x, sum);
        sum = __dp4a(a.y, b.y, sum);
        sum = __dp4a(a.z, b.z, sum);
        sum = __dp4a(a.w, b.w, sum);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < THREADS / 32; w++) sum += part[w];
        out[blockIdx.x] = sum * scale[blockIdx.x];
    }
}
template __global__ void rowOfBytes<64>(const int4 *, const int4 *, const float *, float *, int);
template __global__ void rowOfBytes<256>(const int4 *, const int4 *, const float *, float *, int);

// nibbles to halves: groups of 64 weights share a scale and a zero
extern "C" __global__ void quant_nibbles_of_groups_to_halves(const uint32_t *__restrict__ packed, const __half *__restrict__ scale, const uint8_t *__restrict__ zero, uint4 *__restrict__ out, size_t words)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    uint32_t w = packed[i];
    float s = __half2float(scale[i / 8]), z = zero[i / 8];
    unsigned r[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        __half2 h = __floats2half2_rn(((w >> 8 * k & 15) - z) * s, ((w >> (8 * k + 4) & 15) - z) * s);
        r[k] = *(unsigned *)&h;
    }
    out[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

// product of signed bytes by inline instructions of tensor cores: a warp for 16 by 8, a block for 16 by 32
extern "C" __global__ void quant_inline_tensor_of_bytes(const int8_t *__restrict__ a, const int8_t *__restrict__ b, int *__restrict__ c, int n, int k)
{
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, group = lane >> 2, in_group = lane & 3;
    const int row = blockIdx.y * 16 + group, col = blockIdx.x * 32 + warp * 8;
    int d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    const int8_t *pa = a + (size_t)row * k + 4 * in_group, *pb = b + (size_t)(col + group) * k + 4 * in_group;
    for (int s = 0; s < k; s += 32) {
        int a0 = *(const int *)(pa + s), a1 = *(const int *)(pa + 8 * (size_t)k + s);
        int a2 = *(const int *)(pa + s + 16), a3 = *(const int *)(pa + 8 * (size_t)k + s + 16);
        int b0 = *(const int *)(pb + s), b1 = *(const int *)(pb + s + 16);
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+r"(d0), "+r"(d1), "+r"(d2), "+r"(d3) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    int *to = c + (size_t)row * n + col + 2 * in_group;
    *(int2 *)to = make_int2(d0, d1);
    *(int2 *)(to + 8 * (size_t)n) = make_int2(d2, d3);
}

// 3 by 3 over bytes, channels last, rectified and back to bytes: a thread for each place and filter
extern "C" __global__ void quant_three_by_three_rectified(const int *__restrict__ in, const int *__restrict__ weights, const int *__restrict__ bias, uint8_t *__restrict__ out, int w, int h, int words, int filters, int shift)
{
    int f = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
    if (f >= filters || x >= w) return;
    int sum = bias[f];
    for (int j = -1; j <= 1; j++) {
        if (y + j < 0 || y + j >= h) continue;
        for (int i = -1; i <= 1; i++) {
            if (x + i < 0 || x + i >= w) continue;
            const int *p = in + ((y + j) * w + x + i) * words;
            const int *q = weights + ((j + 1) * 3 + i + 1) * words * filters + f;
            for (int c = 0; c < words; c++) sum = __dp4a(p[c], q[c * filters], sum);
        }
    }
    out[(y * w + x) * filters + f] = min(max(sum, 0) >> shift, 255);
}

// blocks of 64 values by their greatest: a warp for each
extern "C" __global__ void quant_sixty_four_by_greatest(const float2 *__restrict__ x, char2 *__restrict__ out, float *__restrict__ greatest, int blocks)
{
    int b = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (b >= blocks) return;
    float2 v = x[(size_t)b * 32 + lane];
    float m = fmaxf(fabsf(v.x), fabsf(v.y));
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    float inv = m > 0 ? 127.f / m : 0.f;
    out[(size_t)b * 32 + lane] = make_char2((signed char)rintf(v.x * inv), (signed char)rintf(v.y * inv));
    if (lane == 0) greatest[b] = m;
}
