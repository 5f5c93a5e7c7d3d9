// Decoders and their training.
#include <cstddef>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// One query of each head against all keys: the warps share the keys, then join their sums.
extern "C" __global__ void attn_query_keys_over_warps(const __half *__restrict__ q, const __half *__restrict__ k,
                                                      const __half *__restrict__ v, __half *__restrict__ out, int length,
                                                      int kv_heads, float scale)
{
    __shared__ float tops[8], sums[8];
    __shared__ float4 parts[8][32];
    const int head = blockIdx.x, kv = head / (gridDim.x / kv_heads), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int warps = blockDim.x / 32;
    auto load = [](const __half *p) {
        uint2 raw = *reinterpret_cast<const uint2 *>(p);
        float2 a = __half22float2(*reinterpret_cast<__half2 *>(&raw.x)), b = __half22float2(*reinterpret_cast<__half2 *>(&raw.y));
        return make_float4(a.x, a.y, b.x, b.y);
    };
    float4 mine = load(q + head * 128 + lane * 4);
    float top = -INFINITY, sum = 0;
    float4 acc = make_float4(0, 0, 0, 0);
    for (int t = warp; t < length; t += warps) {
        size_t at = ((size_t)t * kv_heads + kv) * 128 + lane * 4;
        float4 key = load(k + at);
        float s = mine.x * key.x + mine.y * key.y + mine.z * key.z + mine.w * key.w;
#pragma unroll
        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffffu, s, d);
        s *= scale;
        float now = fmaxf(top, s), keep = __expf(top - now), p = __expf(s - now);
        float4 value = load(v + at);
        sum = sum * keep + p;
        acc.x = acc.x * keep + p * value.x;
        acc.y = acc.y * keep + p * value.y;
        acc.z = acc.z * keep + p * value.z;
        acc.w = acc.w * keep + p * value.w;
        top = now;
    }
    if (lane == 0) {
        tops[warp] = top;
        sums[warp] = sum;
    }
    parts[warp][lane] = acc;
    __syncthreads();
    if (warp == 0) {
        float all = -INFINITY, total = 0;
        for (int w = 0; w < warps; w++) all = fmaxf(all, tops[w]);
        float4 r = make_float4(0, 0, 0, 0);
        for (int w = 0; w < warps; w++) {
            float f = __expf(tops[w] - all);
            float4 p = parts[w][lane];
            total += f * sums[w];
            r.x += f * p.x;
            r.y += f * p.y;
            r.z += f * p.z;
            r.w += f * p.w;
        }
        __half2 *o = reinterpret_cast<__half2 *>(out + head * 128 + lane * 4);
        o[0] = __floats2half2_rn(r.x / total, r.y / total);
        o[1] = __floats2half2_rn(r.z / total, r.w / total);
    }
}

// The same in plain steps: scores, their softmax, values; a block for a head of a sequence.
extern "C" __global__ void attn_query_scores_then_values(const float *q, const float *k, const float *v, float *out, const int *lengths,
                                                         int most, int dim)
{
    extern __shared__ float score[];
    __shared__ float total;
    int head = blockIdx.x, seq = blockIdx.y, heads = gridDim.x;
    int length = lengths[seq] + 1;
    const float *qh = q + (size_t)(seq * heads + head) * dim;
    size_t base = (size_t)(seq * heads + head) * most * dim;
    for (int t = threadIdx.x; t < length; t += blockDim.x) {
        float s = 0;
        for (int d = 0; d < dim; d++)
            s += qh[d] * k[base + (size_t)t * dim + d];
        score[t] = s * rsqrtf((float)dim);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        float m = -1e30f, s = 0;
        for (int t = threadIdx.x; t < length; t += 32) m = fmaxf(m, score[t]);
        for (int d = 16; d > 0; d /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
        for (int t = threadIdx.x; t < length; t += 32) s += score[t] = expf(score[t] - m);
        for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
        if (threadIdx.x == 0) total = s;
    }
    __syncthreads();
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float s = 0;
        for (int t = 0; t < length; t++)
            s += score[t] * v[base + (size_t)t * dim + d];
        out[(size_t)(seq * heads + head) * dim + d] = s / total;
    }
}

// Rows of signed bytes times a vector of signed bytes.
extern "C" __global__ void __launch_bounds__(256)
quant_matvec_of_bytes(const int4 *__restrict__ w, const float *__restrict__ row_scale, const int4 *__restrict__ x, float x_scale,
                      float *__restrict__ y, int rows, int sixteens)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    int s = 0;
    for (int i = lane; i < sixteens; i += 32) {
        int4 a = w[(size_t)row * sixteens + i], b = x[i];
        s = __dp4a(a.x, b.x, s);
        s = __dp4a(a.y, b.y, s);
        s = __dp4a(a.z, b.z, s);
        s = __dp4a(a.w, b.w, s);
    }
    s = __reduce_add_sync(0xffffffffu, s);
    if (lane == 0) y[row] = s * row_scale[row] * x_scale;
}

// Four bits a weight, a scale for 32 of them.
extern "C" __global__ void quant_matvec_of_nibbles(const unsigned *__restrict__ w, const __half *__restrict__ scale,
                                                   const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    extern __shared__ float vec[];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) vec[c] = x[c];
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); row < rows; row += gridDim.x * (blockDim.x >> 5)) {
        float sum = 0;
        for (int e = lane; e < cols / 8; e += 32) {
            unsigned v = w[(size_t)row * (cols / 8) + e];
            float s = 0;
#pragma unroll
            for (int b = 0; b < 8; b++)
                s += ((int)(v >> 4 * b & 15) - 8) * vec[e * 8 + b];
            sum += s * __half2float(scale[(size_t)row * (cols / 32) + e / 4]);
        }
        for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0) y[row] = sum;
    }
}

extern "C" __global__ void quant_halves_from_nibbles(const uint32_t *packed, const __half *scale, const uint8_t *zero, uint4 *out,
                                                     long long words, int words_in_group)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= words) return;
    uint32_t v = packed[i];
    __half2 s = __half2half2(scale[i / words_in_group]);
    int z = zero[i / words_in_group] & 15;
    __half2 h[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        h[k] = __hmul2(s, __halves2half2(__int2half_rn((int)(v >> 8 * k & 15) - z), __int2half_rn((int)(v >> (8 * k + 4) & 15) - z)));
    out[i] = *reinterpret_cast<uint4 *>(h);
}

struct AdamRates {
    float rate, beta1, beta2, eps, decay, fix1, fix2;
};

template <typename Weight>
__global__ void stepOfAdam(Weight *__restrict__ w, const Weight *__restrict__ g, float *__restrict__ m, float *__restrict__ v,
                           size_t n, AdamRates r)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float x = (float)w[i], d = (float)g[i];
        float a = r.beta1 * m[i] + (1 - r.beta1) * d, b = r.beta2 * fabsf(v[i]) + (1 - r.beta2) * d * d;
        m[i] = a;
        v[i] = b;
        x -= r.rate * (a * r.fix1 / (sqrtf(b * r.fix2) + r.eps) + r.decay * x);
        w[i] = (Weight)x;
    }
}
template __global__ void stepOfAdam<float>(float *, const float *, float *, float *, size_t, AdamRates);
template __global__ void stepOfAdam<__nv_bfloat16>(__nv_bfloat16 *, const __nv_bfloat16 *, float *, float *, size_t, AdamRates);

// Halves of each head turn against each other.
extern "C" __global__ void op_turn_halves_of_heads(const __half *in, __half *out, const int *position, int heads, int half_dim, float base)
{
    int token = blockIdx.x, p = position[token];
    for (int k = threadIdx.x; k < heads * half_dim; k += blockDim.x) {
        int head = k / half_dim, d = k % half_dim;
        float s, c;
        sincosf(p * powf(base, -(float)d / half_dim), &s, &c);
        size_t at = ((size_t)token * heads + head) * 2 * half_dim + d;
        float a = __half2float(in[at]), b = __half2float(in[at + half_dim]);
        out[at] = __float2half(a * c - b * s);
        out[at + half_dim] = __float2half(a * s + b * c);
    }
}

extern "C" __global__ void gelu_with_bias_and_slope(const float4 *__restrict__ x, const float4 *__restrict__ bias, float4 *__restrict__ y,
                                                    float4 *__restrict__ slope, unsigned quads, unsigned width)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 a = x[i], b = bias[i % width], r, s;
    auto one = [](float t, float &d) {
        float inner = 0.79788456f * (t + 0.044715f * t * t * t), h = tanhf(inner);
        d = 0.5f * (1 + h) + 0.5f * t * (1 - h * h) * 0.79788456f * (1 + 0.134145f * t * t);
        return 0.5f * t * (1 + h);
    };
    r.x = one(a.x + b.x, s.x);
    r.y = one(a.y + b.y, s.y);
    r.z = one(a.z + b.z, s.z);
    r.w = one(a.w + b.w, s.w);
    y[i] = r;
    slope[i] = s;
}

// Sixteen tokens at once through a layer: the four warps of a block share the inner length.
extern "C" __global__ void __launch_bounds__(128)
gemm_sixteen_tokens_wmma(const half *__restrict__ x, const half *__restrict__ w, float *__restrict__ y, int n, int k)
{
    __shared__ float part[4][256];
    int warp = threadIdx.x / 32, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int i = warp * 16; i < k; i += 64) {
        wmma::load_matrix_sync(a, x + i, k);
        wmma::load_matrix_sync(b, w + (size_t)col * k + i, k);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(part[warp], c, 16, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 128)
        y[(size_t)(i / 16) * n + col + i % 16] = part[0][i] + part[1][i] + part[2][i] + part[3][i];
}

__device__ __forceinline__ void copyAsync(void *to, const void *from)
{
    unsigned a = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(a), "l"(from));
}

// bfloat16, C = A * B^T, tiles of 64 x 64 x 32 in two stages, m16n8k16; sizes are multiples of the tile.
extern "C" __global__ void __launch_bounds__(128)
gemm_two_stages_mma_bf16(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ B, float *__restrict__ C, int n, int k)
{
    __shared__ __align__(16) __nv_bfloat16 as[2][64][40], bs[2][64][40];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32, group = lane / 4, pair = lane % 4;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, wr = warp / 2 * 32, wc = warp % 2 * 32;
    float c[2][4][4] = {};
    auto stage = [&](int s, int kk) {
#pragma unroll
        for (int q = 0; q < 2; q++) {
            int p = t + q * 128, r = p / 4, o = p % 4 * 8;
            copyAsync(&as[s][r][o], A + (size_t)(row0 + r) * k + kk + o);
            copyAsync(&bs[s][r][o], B + (size_t)(col0 + r) * k + kk + o);
        }
        asm volatile("cp.async.commit_group;\n" ::);
    };
    stage(0, 0);
    for (int kk = 0; kk < k; kk += 32) {
        int s = kk / 32 & 1;
        if (kk + 32 < k) {
            stage(s ^ 1, kk + 32);
            asm volatile("cp.async.wait_group 1;\n" ::);
        } else
            asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 32; h += 16) {
            unsigned a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wr + i * 16 + group, o = h + pair * 2;
                a[i][0] = *(unsigned *)&as[s][r][o];
                a[i][1] = *(unsigned *)&as[s][r + 8][o];
                a[i][2] = *(unsigned *)&as[s][r][o + 8];
                a[i][3] = *(unsigned *)&as[s][r + 8][o + 8];
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                int r = wc + j * 8 + group, o = h + pair * 2;
                b[j][0] = *(unsigned *)&bs[s][r][o];
                b[j][1] = *(unsigned *)&bs[s][r][o + 8];
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(c[i][j][0]), "+f"(c[i][j][1]), "+f"(c[i][j][2]), "+f"(c[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            size_t at = (size_t)(row0 + wr + i * 16 + group) * n + col0 + wc + j * 8 + pair * 2;
            *(float2 *)&C[at] = make_float2(c[i][j][0], c[i][j][1]);
            *(float2 *)&C[at + 8 * (size_t)n] = make_float2(c[i][j][2], c[i][j][3]);
        }
}
