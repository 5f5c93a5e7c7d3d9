// Rows, sparse products, layers of networks.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>

__device__ __forceinline__ float warpSum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

__device__ __forceinline__ float warpMax(float v)
{
    for (int d = 16; d; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// rows of up to 256 halves, eight in the registers of each lane
extern "C" __global__ void softmax_short_rows_of_halves(const half *__restrict__ in, half *__restrict__ out, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const half *p = in + (size_t)row * cols;
    float v[8], top = -1e30f, sum = 0.f;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int c = lane + 32 * i;
        v[i] = c < cols ? __half2float(p[c]) : -1e30f;
        top = fmaxf(top, v[i]);
    }
    top = warpMax(top);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        v[i] = __expf(v[i] - top);
        sum += v[i];
    }
    sum = 1.f / warpSum(sum);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int c = lane + 32 * i;
        if (c < cols)
            out[(size_t)row * cols + c] = __float2half(v[i] * sum);
    }
}

// a thread for each row, three passes
extern "C" __global__ void softmax_row_of_one_thread(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float m = in[r * cols];
        for (int c = 1; c < cols; c++)
            m = max(m, in[r * cols + c]);
        float s = 0;
        for (int c = 0; c < cols; c++)
            s += expf(in[r * cols + c] - m);
        for (int c = 0; c < cols; c++)
            out[r * cols + c] = expf(in[r * cols + c] - m) / s;
    }
}

extern "C" __global__ void layernorm_gradient_of_input(const float *__restrict__ dy, const float *__restrict__ x, const float *__restrict__ gain,
                                                       const float *__restrict__ mean, const float *__restrict__ inv, float *__restrict__ dx, int cols)
{
    __shared__ float part[2][32];
    int row = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    const float *g = dy + (size_t)row * cols, *v = x + (size_t)row * cols;
    float m = mean[row], s = inv[row], a = 0.f, b = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float t = g[c] * gain[c];
        a += t;
        b += t * (v[c] - m) * s;
    }
    a = warpSum(a);
    b = warpSum(b);
    if (lane == 0) {
        part[0][warp] = a;
        part[1][warp] = b;
    }
    __syncthreads();
    a = warpSum(lane < warps ? part[0][lane] : 0.f) / cols;
    b = warpSum(lane < warps ? part[1][lane] : 0.f) / cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        dx[(size_t)row * cols + c] = s * (g[c] * gain[c] - a - (v[c] - m) * s * b);
}

extern "C" __global__ void rmsnorm_bf16_pairs_of_row(const __nv_bfloat162 *x, const __nv_bfloat162 *gain, __nv_bfloat162 *y, int pairs, float eps)
{
    extern __shared__ float warps[];
    const __nv_bfloat162 *row = x + (size_t)blockIdx.x * pairs;
    float s = 0;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __bfloat1622float2(row[i]);
        s += v.x * v.x + v.y * v.y;
    }
    s = warpSum(s);
    if ((threadIdx.x & 31) == 0)
        warps[threadIdx.x >> 5] = s;
    __syncthreads();
    float total = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        total += warps[w];
    float r = rsqrtf(total / (2 * pairs) + eps);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __bfloat1622float2(row[i]), g = __bfloat1622float2(gain[i]);
        y[(size_t)blockIdx.x * pairs + i] = __floats2bfloat162_rn(v.x * r * g.x, v.y * r * g.y);
    }
}

extern "C" __global__ void spmv_rows_one_thread_float(const int *start, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0.0f;
        for (int j = start[r]; j < start[r + 1]; j++)
            s += val[j] * x[col[j]];
        y[r] = s;
    }
}

// padded rows laid out by columns; a negative column ends a row
extern "C" __global__ void spmv_ellpack_double(const int *__restrict__ col, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int rows, int most)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
        double s = 0.0;
        for (int j = 0; j < most; j++) {
            int c = col[(size_t)j * rows + r];
            if (c < 0)
                break;
            s = fma(val[(size_t)j * rows + r], x[c], s);
        }
        y[r] = s;
    }
}

// sparse times dense: a block for each row, a thread for each column of the result
extern "C" __global__ void spmm_row_times_features(const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val,
                                                   const float *__restrict__ dense, float *__restrict__ out, int width)
{
    int row = blockIdx.x;
    int from = start[row], to = start[row + 1];
    for (int f = threadIdx.x; f < width; f += blockDim.x) {
        float s = 0.f;
        for (int j = from; j < to; j++)
            s += val[j] * dense[(size_t)col[j] * width + f];
        out[(size_t)row * width + f] = s;
    }
}

// one query for each head over the keys and values kept; four warps share the keys, heads of 64
extern "C" __global__ void __launch_bounds__(128) attn_one_query_over_kept_keys(const float *__restrict__ q, const half *__restrict__ keys, const half *__restrict__ values,
                                                                                float *__restrict__ out, int length, float scale)
{
    __shared__ float tops[4], sums[4], parts[4][64];
    int head = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const half2 *k = (const half2 *)(keys + (size_t)head * length * 64);
    const half2 *v = (const half2 *)(values + (size_t)head * length * 64);
    float2 mine = ((const float2 *)(q + head * 64))[lane];
    float top = -1e30f, sum = 0.f;
    float2 acc = make_float2(0.f, 0.f);
    for (int i = warp; i < length; i += 4) {
        float2 kk = __half22float2(k[i * 32 + lane]);
        float score = warpSum(kk.x * mine.x + kk.y * mine.y) * scale;
        float next = fmaxf(top, score);
        float old = __expf(top - next), p = __expf(score - next);
        float2 vv = __half22float2(v[i * 32 + lane]);
        acc.x = acc.x * old + p * vv.x;
        acc.y = acc.y * old + p * vv.y;
        sum = sum * old + p;
        top = next;
    }
    parts[warp][2 * lane] = acc.x;
    parts[warp][2 * lane + 1] = acc.y;
    if (lane == 0) {
        tops[warp] = top;
        sums[warp] = sum;
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        float m = fmaxf(fmaxf(tops[0], tops[1]), fmaxf(tops[2], tops[3]));
        float total = 0.f, r = 0.f;
        for (int w = 0; w < 4; w++) {
            float f = __expf(tops[w] - m);
            total += f * sums[w];
            r += f * parts[w][threadIdx.x];
        }
        out[head * 64 + threadIdx.x] = r / total;
    }
}

// a thread keeps one query of 32 numbers and its result; keys pass through shared memory
extern "C" __global__ void __launch_bounds__(64) attn_queries_in_registers(const float *q, const float *k, const float *v, float *out, int length, float scale)
{
    __shared__ float ks[32][32], vs[32][32];
    size_t base = (size_t)blockIdx.y * length * 32;
    int i = blockIdx.x * 64 + threadIdx.x;
    float qi[32], acc[32];
    for (int d = 0; d < 32; d++) {
        qi[d] = i < length ? q[base + (size_t)i * 32 + d] * scale : 0.f;
        acc[d] = 0.f;
    }
    float top = -1e30f, sum = 0.f;
    for (int j0 = 0; j0 < length; j0 += 32) {
        int count = min(32, length - j0);
        for (int e = threadIdx.x; e < count * 32; e += 64) {
            ks[e / 32][e % 32] = k[base + (size_t)j0 * 32 + e];
            vs[e / 32][e % 32] = v[base + (size_t)j0 * 32 + e];
        }
        __syncthreads();
        for (int j = 0; j < count; j++) {
            float s = 0.f;
#pragma unroll
            for (int d = 0; d < 32; d++)
                s += qi[d] * ks[j][d];
            if (s > top) {
                float f = __expf(top - s);
                sum *= f;
#pragma unroll
                for (int d = 0; d < 32; d++)
                    acc[d] *= f;
                top = s;
            }
            float p = __expf(s - top);
            sum += p;
#pragma unroll
            for (int d = 0; d < 32; d++)
                acc[d] += p * vs[j][d];
        }
        __syncthreads();
    }
    if (i < length)
        for (int d = 0; d < 32; d++)
            out[base + (size_t)i * 32 + d] = acc[d] / sum;
}

// the largest of a row becomes 127
extern "C" __global__ void quant_row_to_largest_127(const float4 *in, char4 *out, float *scales, int quads)
{
    __shared__ float tops[32];
    const float4 *row = in + (size_t)blockIdx.x * quads;
    float m = 0.f;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = row[i];
        m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    m = warpMax(m);
    if (threadIdx.x % 32 == 0)
        tops[threadIdx.x / 32] = m;
    __syncthreads();
    m = warpMax(threadIdx.x % 32 < blockDim.x / 32 ? tops[threadIdx.x % 32] : 0.f);
    float f = m > 0.f ? 127.f / m : 0.f;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = row[i];
        out[(size_t)blockIdx.x * quads + i] = make_char4(__float2int_rn(v.x * f), __float2int_rn(v.y * f), __float2int_rn(v.z * f), __float2int_rn(v.w * f));
    }
    if (threadIdx.x == 0)
        scales[blockIdx.x] = m / 127.f;
}

// weights of four bits, a scale for every group of 64; a warp for each row
extern "C" __global__ void quant_nibbles_times_vector(const uint32_t *__restrict__ w, const half *__restrict__ scale, const float *__restrict__ x, float *__restrict__ y, int rows, int words)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    float s = 0.f;
    for (int i = lane; i < words; i += 32) {
        uint32_t v = w[(size_t)row * words + i];
        float part = 0.f;
#pragma unroll
        for (int j = 0; j < 8; j++)
            part += ((int)(v >> (4 * j) & 15) - 8) * x[8 * i + j];
        s += part * __half2float(scale[(size_t)row * (words / 8) + i / 8]);
    }
    s = warpSum(s);
    if (lane == 0)
        y[row] = s;
}

extern "C" __global__ void layer_adamw_step_flat(float *w, const float *g, float *m, float *v, long long n, float lr, float b1, float b2, float decay, float c1, float c2)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    float mi = m[i] = b1 * m[i] + (1 - b1) * gi;
    float vi = v[i] = b2 * v[i] + (1 - b2) * gi * gi;
    w[i] -= lr * (mi / c1 / (sqrtf(vi / c2) + 1e-8f) + decay * w[i]);
}
