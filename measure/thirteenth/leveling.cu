// Softmax, norms, attention, products with few bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ float warpMax(float v)
{
    for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}
__device__ float warpSum(float v)
{
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
    return v;
}
__device__ float blockSum(float v)
{
    __shared__ float part[32];
    v = warpSum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0.f;
    return warpSum(v);
}

// a warp a row, the row read three times
extern "C" __global__ void softmaxThriceRead(const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *p = x + (size_t)row * cols;
    float m = -INFINITY;
    for (int c = lane; c < cols; c += 32) m = fmaxf(m, p[c]);
    m = warpMax(m);
    float s = 0;
    for (int c = lane; c < cols; c += 32) s += expf(p[c] - m);
    s = warpSum(s);
    for (int c = lane; c < cols; c += 32) y[(size_t)row * cols + c] = expf(p[c] - m) / s;
}

// largest and sum in one pass
extern "C" __global__ void softmaxOnePass(float *__restrict__ y, const float *__restrict__ x, int cols)
{
    __shared__ float ms[8], ss[8];
    const float *p = x + blockIdx.x * (size_t)cols;
    float m = -1e30f, s = 0;
    for (int c = threadIdx.x; c < cols; c += 256) {
        float v = p[c], k = fmaxf(m, v);
        s = s * __expf(m - k) + __expf(v - k);
        m = k;
    }
    float wm = warpMax(m);
    s = warpSum(s * __expf(m - wm));
    if (threadIdx.x % 32 == 0) ms[threadIdx.x / 32] = wm, ss[threadIdx.x / 32] = s;
    __syncthreads();
    m = ms[0];
    for (int w = 1; w < 8; w++) m = fmaxf(m, ms[w]);
    s = 0;
    for (int w = 0; w < 8; w++) s += ss[w] * __expf(ms[w] - m);
    float inv = 1.f / s;
    for (int c = threadIdx.x; c < cols; c += 256) y[blockIdx.x * (size_t)cols + c] = __expf(p[c] - m) * inv;
}

// scores of attention: what comes later counts nothing
extern "C" __global__ void softmaxCausal(const half *scores, half *probs, int length, float scale)
{
    int q = blockIdx.x, head = blockIdx.y;
    const half *in = scores + ((size_t)head * length + q) * length;
    half *out = probs + ((size_t)head * length + q) * length;
    float s = 0;
    for (int k = threadIdx.x; k <= q; k += blockDim.x) s += __expf(__half2float(in[k]) * scale);
    s = 1.0f / blockSum(s);
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        out[k] = k <= q ? __float2half(__expf(__half2float(in[k]) * scale) * s) : __float2half(0.f);
}

template <int COLS>
__global__ void layernormRegisters(const float *x, const float *g, const float *b, float *y, int rows)
{
    constexpr int PER = COLS / 32;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float v[PER], s = 0;
#pragma unroll
    for (int k = 0; k < PER; k++) s += v[k] = x[(size_t)row * COLS + k * 32 + threadIdx.x];
    float mean = warpSum(s) / COLS, q = 0;
#pragma unroll
    for (int k = 0; k < PER; k++) q += (v[k] - mean) * (v[k] - mean);
    float r = rsqrtf(warpSum(q) / COLS + 1e-5f);
#pragma unroll
    for (int k = 0; k < PER; k++) {
        int c = k * 32 + threadIdx.x;
        y[(size_t)row * COLS + c] = (v[k] - mean) * r * g[c] + b[c];
    }
}
template __global__ void layernormRegisters<768>(const float *, const float *, const float *, float *, int);

extern "C" __global__ void layernormHalfPairs(const half2 *x, half2 *y, const half2 *gain, int pairs)
{
    const half2 *p = x + (size_t)blockIdx.x * pairs;
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(p[i]);
        s += v.x + v.y;
        q += v.x * v.x + v.y * v.y;
    }
    s = blockSum(s) / (2 * pairs);
    q = blockSum(q) / (2 * pairs) - s * s;
    float r = rsqrtf(q + 1e-5f);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(p[i]), g = __half22float2(gain[i]);
        y[(size_t)blockIdx.x * pairs + i] = __floats2half2_rn((v.x - s) * r * g.x, (v.y - s) * r * g.y);
    }
}

extern "C" __global__ void __launch_bounds__(1024) rmsnormQuads(const float4 *x, const float4 *g, float4 *y, int quads, float eps)
{
    x += (size_t)blockIdx.x * quads;
    y += (size_t)blockIdx.x * quads;
    float s = 0;
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = x[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float r = rsqrtf(blockSum(s) / (4 * quads) + eps);
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
        float4 v = x[i], w = g[i];
        y[i] = make_float4(v.x * r * w.x, v.y * r * w.y, v.z * r * w.z, v.w * r * w.w);
    }
}

// tanh form, four at a time, with bias
extern "C" __global__ void gelu_tanh_bias(const float4 *x, const float4 *bias, float4 *y, int n4, int cols4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i % cols4];
    auto g = [](float t) { return 0.5f * t * (1.0f + tanhf(0.7978845608f * (t + 0.044715f * t * t * t))); };
    y[i] = make_float4(g(v.x + b.x), g(v.y + b.y), g(v.z + b.z), g(v.w + b.w));
}

extern "C" __global__ void layer_swiglu_bf16(const __nv_bfloat162 *gate, const __nv_bfloat162 *up, __nv_bfloat162 *out, int pairs)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 g = __bfloat1622float2(gate[i]), u = __bfloat1622float2(up[i]);
        g.x = g.x / (1.f + __expf(-g.x)) * u.x;
        g.y = g.y / (1.f + __expf(-g.y)) * u.y;
        out[i] = __floats2bfloat162_rn(g.x, g.y);
    }
}

// rows to bytes with a scale for each row
extern "C" __global__ void layer_quantize_rows(const float *x, signed char *q, float *scales, int cols)
{
    __shared__ float most[8];
    const float *p = x + (size_t)blockIdx.x * cols;
    float m = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, fabsf(p[c]));
    m = warpMax(m);
    if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = m;
    __syncthreads();
    m = most[0];
    for (int w = 1; w < blockDim.x / 32; w++) m = fmaxf(m, most[w]);
    float scale = m / 127.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) q[(size_t)blockIdx.x * cols + c] = (signed char)__float2int_rn(p[c] / scale);
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

// weights of four bits, blocks of 32 with a scale; a warp a row
extern "C" __global__ void matvec_nibbles(const unsigned *w, const half *scale, const float *x, float *y, int rows, int blocks)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int b = lane / 4; b < blocks; b += 8) {
        unsigned q = w[((size_t)row * blocks + b) * 4 + lane % 4];
        const float *v = x + b * 32 + lane % 4 * 8;
        float s = 0;
#pragma unroll
        for (int k = 0; k < 8; k++) s += (float)((int)((q >> (4 * k)) & 15) - 8) * v[k];
        sum += s * __half2float(scale[(size_t)row * blocks + b]);
    }
    sum = warpSum(sum);
    if (lane == 0) y[row] = sum;
}

// one query a thread, keys and values pass through shared memory, sums kept along
template <int DIM, int TILE>
__global__ void att_query_per_thread(const float *__restrict__ Q, const float *__restrict__ K, const float *__restrict__ V,
                                     float *__restrict__ O, int length, float scale)
{
    __shared__ float ks[TILE][DIM], vs[TILE][DIM];
    size_t head = (size_t)blockIdx.y * length * DIM;
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float mine[DIM], acc[DIM], m = -1e30f, l = 0;
#pragma unroll
    for (int d = 0; d < DIM; d++) mine[d] = Q[head + (size_t)q * DIM + d] * scale, acc[d] = 0;
    for (int t = 0; t < length; t += TILE) {
        __syncthreads();
        for (int e = threadIdx.x; e < TILE * DIM; e += blockDim.x) {
            ks[e / DIM][e % DIM] = K[head + (size_t)t * DIM + e];
            vs[e / DIM][e % DIM] = V[head + (size_t)t * DIM + e];
        }
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            float s = 0;
#pragma unroll
            for (int d = 0; d < DIM; d++) s += mine[d] * ks[j][d];
            float k = fmaxf(m, s), c = __expf(m - k), p = __expf(s - k);
            l = l * c + p;
#pragma unroll
            for (int d = 0; d < DIM; d++) acc[d] = acc[d] * c + p * vs[j][d];
            m = k;
        }
    }
#pragma unroll
    for (int d = 0; d < DIM; d++) O[head + (size_t)q * DIM + d] = acc[d] / l;
}
template __global__ void att_query_per_thread<32, 32>(const float *, const float *, const float *, float *, int, float);

// one new token: a block a head, scores in shared memory
extern "C" __global__ void att_one_token(const float *q, const half *keys, const half *values, float *out, int length)
{
    extern __shared__ float score[];
    const int dim = 64;
    const float *mine = q + blockIdx.x * dim;
    const half *K = keys + (size_t)blockIdx.x * length * dim, *V = values + (size_t)blockIdx.x * length * dim;
    float s = 0;
    for (int t = threadIdx.x / 32; t < length; t += blockDim.x / 32) {
        float2 k = __half22float2(((const half2 *)(K + (size_t)t * dim))[threadIdx.x % 32]);
        float d = warpSum(k.x * mine[threadIdx.x % 32 * 2] + k.y * mine[threadIdx.x % 32 * 2 + 1]);
        if (threadIdx.x % 32 == 0) score[t] = __expf(d * 0.125f);
    }
    __syncthreads();
    for (int t = threadIdx.x; t < length; t += blockDim.x) s += score[t];
    s = blockSum(s);
    if (threadIdx.x < dim) {
        float o = 0;
        for (int t = 0; t < length; t++) o += score[t] * __half2float(V[(size_t)t * dim + threadIdx.x]);
        out[blockIdx.x * dim + threadIdx.x] = o / s;
    }
}

// positions turned into angles, halves of a head turned together
extern "C" __global__ void layer_rotary_halves(float *x, int heads, int dim, float base)
{
    int token = blockIdx.x;
    for (int e = threadIdx.x; e < heads * dim / 2; e += blockDim.x) {
        int h = e / (dim / 2), d = e % (dim / 2);
        float angle = token * powf(base, -2.0f * d / dim), s, c;
        sincosf(angle, &s, &c);
        float *p = x + ((size_t)token * heads + h) * dim + d;
        float a = p[0], b = p[dim / 2];
        p[0] = a * c - b * s;
        p[dim / 2] = a * s + b * c;
    }
}
