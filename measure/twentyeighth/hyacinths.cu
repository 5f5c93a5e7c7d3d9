// Rows of networks: softmax, norms, activations, attention.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

template <bool MOST>
__device__ float over_block(float v, float *room)
{
    for (int s = 16; s; s >>= 1) {
        float u = __shfl_xor_sync(~0u, v, s);
        v = MOST ? fmaxf(v, u) : v + u;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) room[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? room[threadIdx.x % 32] : (MOST ? -INFINITY : 0.f);
    for (int s = 16; s; s >>= 1) {
        float u = __shfl_xor_sync(~0u, v, s);
        v = MOST ? fmaxf(v, u) : v + u;
    }
    return v;
}

// a row in the registers of a block
template <int THREADS, int EACH>
__global__ void __launch_bounds__(THREADS) softmaxInHand(const float *__restrict__ x, float *__restrict__ y, int cols)
{
    __shared__ float room[32];
    const float *row = x + (size_t)blockIdx.x * cols;
    float v[EACH], top = -INFINITY, sum = 0.f;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int c = threadIdx.x + i * THREADS;
        v[i] = c < cols ? row[c] : -INFINITY;
        top = fmaxf(top, v[i]);
    }
    top = over_block<true>(top, room);
#pragma unroll
    for (int i = 0; i < EACH; i++) sum += v[i] = __expf(v[i] - top);
    float inv = 1.0f / over_block<false>(sum, room);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int c = threadIdx.x + i * THREADS;
        if (c < cols) y[(size_t)blockIdx.x * cols + c] = v[i] * inv;
    }
}
template __global__ void softmaxInHand<128, 8>(const float *, float *, int);
template __global__ void softmaxInHand<320, 13>(const float *, float *, int);

// scores of bfloat16 in place, no look at later keys; a warp a row
extern "C" __global__ void softmax_bf16_up_to_diagonal(__nv_bfloat16 *scores, float scale, int length, int rows)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    __nv_bfloat16 *s = scores + (size_t)row * length;
    int visible = row % length + 1;
    float top = -1e30f, sum = 0.f;
    for (int c = lane; c < visible; c += 32) {
        float v = __bfloat162float(s[c]) * scale;
        if (v > top) {
            sum *= __expf(top - v);
            top = v;
        }
        sum += __expf(v - top);
    }
    float all = top;
    for (int o = 16; o; o >>= 1) all = fmaxf(all, __shfl_xor_sync(~0u, all, o));
    sum *= __expf(top - all);
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    float inv = 1.f / sum;
    for (int c = lane; c < length; c += 32)
        s[c] = __float2bfloat16(c < visible ? __expf(__bfloat162float(s[c]) * scale - all) * inv : 0.f);
}

// as a beginner writes it: a thread a row
extern "C" __global__ void layernorm_lone_thread_row(const float *x, const float *gamma, const float *beta, float *y, int rows, int cols, float eps)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float mean = 0, var = 0;
    for (int c = 0; c < cols; c++) mean += x[r * cols + c];
    mean /= cols;
    for (int c = 0; c < cols; c++) {
        float d = x[r * cols + c] - mean;
        var += d * d;
    }
    float inv = 1.0f / sqrtf(var / cols + eps);
    for (int c = 0; c < cols; c++) y[r * cols + c] = (x[r * cols + c] - mean) * inv * gamma[c] + beta[c];
}

// groups of channels of pictures
extern "C" __global__ void layernorm_groups_of_channels(const float *__restrict__ x, const float *__restrict__ gamma, const float *__restrict__ beta, float *__restrict__ y, int channels, int groups, int pixels)
{
    __shared__ float room[32];
    const int each = channels / groups, g = blockIdx.x % groups, count = each * pixels;
    const size_t base = (size_t)blockIdx.x * count;
    float sum = 0.f, squares = 0.f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        float v = x[base + i];
        sum += v;
        squares += v * v;
    }
    float mean = over_block<false>(sum, room) / count;
    float inv = rsqrtf(over_block<false>(squares, room) / count - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int c = g * each + i / pixels;
        y[base + i] = (x[base + i] - mean) * inv * gamma[c] + beta[c];
    }
}

// each head of 128 normed, then turned by its position; a warp a head
extern "C" __global__ void __launch_bounds__(128) rmsnorm_of_heads_then_rotary(__half *q, const __half *__restrict__ weight, const int *__restrict__ position, int heads, int tokens)
{
    int at = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (at >= heads * tokens) return;
    int token = at / heads;
    __half2 *row = reinterpret_cast<__half2 *>(q + (size_t)at * 128);
    const __half2 *w = reinterpret_cast<const __half2 *>(weight);
    float2 a = __half22float2(row[lane]), b = __half22float2(row[lane + 32]);
    float squares = a.x * a.x + a.y * a.y + b.x * b.x + b.y * b.y;
    for (int s = 16; s; s >>= 1) squares += __shfl_xor_sync(~0u, squares, s);
    float inv = rsqrtf(squares / 128.0f + 1e-6f);
    float2 wa = __half22float2(w[lane]), wb = __half22float2(w[lane + 32]);
    a.x *= inv * wa.x, a.y *= inv * wa.y, b.x *= inv * wb.x, b.y *= inv * wb.y;
    float p = (float)position[token], s0, c0, s1, c1;
    __sincosf(p * exp2f(-(2 * lane) * (13.28771238f / 64.0f)), &s0, &c0);
    __sincosf(p * exp2f(-(2 * lane + 1) * (13.28771238f / 64.0f)), &s1, &c1);
    row[lane] = __floats2half2_rn(a.x * c0 - b.x * s0, a.y * c1 - b.y * s1);
    row[lane + 32] = __floats2half2_rn(b.x * c0 + a.x * s0, b.y * c1 + a.y * s1);
}

struct Softplus {
    float beta;
    __device__ float operator()(float v) const { return v * beta > 20.f ? v : log1pf(expf(v * beta)) / beta; }
};
struct HardSwish {
    float shift;
    __device__ float operator()(float v) const { return v * fminf(fmaxf(v + shift, 0.f), 6.f) / 6.f; }
};

template <typename F>
__global__ void eachActivated(const float4 *__restrict__ x, float4 *__restrict__ y, int quads, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = x[i];
    y[i] = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));
}
template __global__ void eachActivated<Softplus>(const float4 *, float4 *, int, Softplus);
template __global__ void eachActivated<HardSwish>(const float4 *, float4 *, int, HardSwish);

// a query a thread, 64 wide, keys and values in tiles of 32
extern "C" __global__ void __launch_bounds__(64) attn_query_a_thread_tiles_of_32(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ o, int length, float scale)
{
    __shared__ float4 ks[32][16], vs[32][16];
    const size_t head = (size_t)blockIdx.y * length * 64;
    const int at = blockIdx.x * 64 + threadIdx.x;
    const bool mine = at < length;
    float4 query[16], out[16];
    for (int i = 0; i < 16; i++) {
        query[i] = mine ? reinterpret_cast<const float4 *>(q + head + (size_t)at * 64)[i] : make_float4(0, 0, 0, 0);
        out[i] = make_float4(0, 0, 0, 0);
    }
    float top = -1e30f, sum = 0.f;
    for (int base = 0; base < length; base += 32) {
        int count = min(32, length - base);
        for (int i = threadIdx.x; i < count * 16; i += 64) {
            ks[i / 16][i % 16] = reinterpret_cast<const float4 *>(k + head + (size_t)base * 64)[i];
            vs[i / 16][i % 16] = reinterpret_cast<const float4 *>(v + head + (size_t)base * 64)[i];
        }
        __syncthreads();
        for (int j = 0; j < count; j++) {
            float s = 0.f;
#pragma unroll
            for (int i = 0; i < 16; i++) {
                float4 u = ks[j][i];
                s += query[i].x * u.x + query[i].y * u.y + query[i].z * u.z + query[i].w * u.w;
            }
            s *= scale;
            float now = fmaxf(top, s), keep = __expf(top - now), p = __expf(s - now);
            sum = sum * keep + p;
            top = now;
#pragma unroll
            for (int i = 0; i < 16; i++) {
                float4 u = vs[j][i];
                out[i].x = out[i].x * keep + p * u.x;
                out[i].y = out[i].y * keep + p * u.y;
                out[i].z = out[i].z * keep + p * u.z;
                out[i].w = out[i].w * keep + p * u.w;
            }
        }
        __syncthreads();
    }
    if (!mine) return;
    float inv = 1.f / sum;
    for (int i = 0; i < 16; i++)
        reinterpret_cast<float4 *>(o + head + (size_t)at * 64)[i] = make_float4(out[i].x * inv, out[i].y * inv, out[i].z * inv, out[i].w * inv);
}

// 64 queries a block, 16 a warp, on tensor cores; keys 32 at a time; length a multiple of 64
extern "C" __global__ void __launch_bounds__(128) attn_wmma_online_64_wide(const __half *__restrict__ q, const __half *__restrict__ k, const __half *__restrict__ v, __half *__restrict__ o, int length, float scale, int causal)
{
    __shared__ __align__(32) __half ks[32][72], vs[32][72], ps[64][40];
    __shared__ __align__(32) float ss[64][36], os[64][64];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32, r0 = warp * 16, q0 = blockIdx.x * 64;
    const size_t head = (size_t)blockIdx.y * length * 64;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fq[4];
    for (int i = 0; i < 4; i++) wmma::load_matrix_sync(fq[i], q + head + (size_t)(q0 + r0) * 64 + 16 * i, 64);
    for (int i = lane; i < 16 * 64; i += 32) os[r0 + i / 64][i % 64] = 0.f;
    // two lanes a row
    const int row = r0 + lane / 2, part = lane % 2;
    float top = -1e30f, sum = 0.f;
    const int end = causal ? q0 + 64 : length;
    for (int base = 0; base < end; base += 32) {
        __syncthreads();
        for (int i = t; i < 32 * 8; i += 128) {
            *reinterpret_cast<uint4 *>(&ks[i / 8][i % 8 * 8]) = reinterpret_cast<const uint4 *>(k + head + (size_t)base * 64)[i];
            *reinterpret_cast<uint4 *>(&vs[i / 8][i % 8 * 8]) = reinterpret_cast<const uint4 *>(v + head + (size_t)base * 64)[i];
        }
        __syncthreads();
        for (int j = 0; j < 2; j++) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, float> s;
            wmma::fill_fragment(s, 0.f);
            for (int i = 0; i < 4; i++) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fk;
                wmma::load_matrix_sync(fk, &ks[16 * j][16 * i], 72);
                wmma::mma_sync(s, fq[i], fk, s);
            }
            wmma::store_matrix_sync(&ss[r0][16 * j], s, 36, wmma::mem_row_major);
        }
        __syncwarp();
        float now = top;
        for (int c = part * 16; c < part * 16 + 16; c++) {
            float u = causal && base + c > q0 + row ? -1e30f : ss[row][c] * scale;
            ss[row][c] = u;
            now = fmaxf(now, u);
        }
        now = fmaxf(now, __shfl_xor_sync(~0u, now, 1));
        float keep = __expf(top - now), add = 0.f;
        for (int c = part * 16; c < part * 16 + 16; c++) {
            float p = __expf(ss[row][c] - now);
            add += p;
            ps[row][c] = __float2half(p);
        }
        add += __shfl_xor_sync(~0u, add, 1);
        sum = sum * keep + add;
        top = now;
        for (int c = part * 32; c < part * 32 + 32; c++) os[row][c] *= keep;
        __syncwarp();
        for (int j = 0; j < 4; j++) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
            wmma::load_matrix_sync(acc, &os[r0][16 * j], 64, wmma::mem_row_major);
            for (int i = 0; i < 2; i++) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fp;
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fv;
                wmma::load_matrix_sync(fp, &ps[r0][16 * i], 40);
                wmma::load_matrix_sync(fv, &vs[16 * i][16 * j], 72);
                wmma::mma_sync(acc, fp, fv, acc);
            }
            wmma::store_matrix_sync(&os[r0][16 * j], acc, 64, wmma::mem_row_major);
        }
        __syncwarp();
    }
    float inv = 1.f / sum;
    for (int c = part * 32; c < part * 32 + 32; c++) o[head + (size_t)(q0 + row) * 64 + c] = __float2half(os[row][c] * inv);
}

// one new token: a block a query head, heads of keys shared by `share` of them; lengths differ
extern "C" __global__ void attn_decode_shared_heads(const __half *__restrict__ q, const __half *__restrict__ k, const __half *__restrict__ v, const int *__restrict__ lengths, __half *__restrict__ o, int longest, int share, float scale)
{
    extern __shared__ float score[];
    __shared__ float room[32];
    __shared__ float partial[4][128];
    const int heads = gridDim.x, h = blockIdx.x, b = blockIdx.y, kv = h / share, kvs = heads / share;
    const int length = lengths[b] + 1, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const __half *keys = k + ((size_t)b * kvs + kv) * longest * 128;
    const __half *values = v + ((size_t)b * kvs + kv) * longest * 128;
    const __half2 *mine = reinterpret_cast<const __half2 *>(q + ((size_t)b * heads + h) * 128);
    float2 q0 = __half22float2(mine[lane]), q1 = __half22float2(mine[lane + 32]);
    float top = -INFINITY;
    for (int j = warp; j < length; j += 4) {
        const __half2 *key = reinterpret_cast<const __half2 *>(keys + (size_t)j * 128);
        float2 k0 = __half22float2(key[lane]), k1 = __half22float2(key[lane + 32]);
        float s = q0.x * k0.x + q0.y * k0.y + q1.x * k1.x + q1.y * k1.y;
        for (int i = 16; i; i >>= 1) s += __shfl_xor_sync(~0u, s, i);
        s *= scale;
        if (lane == 0) score[j] = s;
        top = fmaxf(top, s);
    }
    top = over_block<true>(top, room);
    float sum = 0.f;
    for (int j = threadIdx.x; j < length; j += 128) sum += score[j] = __expf(score[j] - top);
    sum = over_block<false>(sum, room);
    float4 acc = make_float4(0, 0, 0, 0);
    for (int j = warp; j < length; j += 4) {
        const __half2 *value = reinterpret_cast<const __half2 *>(values + (size_t)j * 128) + lane * 2;
        float2 v0 = __half22float2(value[0]), v1 = __half22float2(value[1]);
        float p = score[j];
        acc.x += p * v0.x, acc.y += p * v0.y, acc.z += p * v1.x, acc.w += p * v1.y;
    }
    *reinterpret_cast<float4 *>(&partial[warp][lane * 4]) = acc;
    __syncthreads();
    int c = threadIdx.x;
    o[((size_t)b * heads + h) * 128 + c] = __float2half((partial[0][c] + partial[1][c] + partial[2][c] + partial[3][c]) / sum);
}
