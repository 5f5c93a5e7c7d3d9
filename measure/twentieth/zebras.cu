// Attention, and layers of small numbers.
#include <cuda_fp16.h>
#include <stdint.h>

// a warp for a query of 64: the softmax is kept up as keys go by
extern "C" __global__ void attn_warp_goes_along(const float *q, const float *k, const float *v, float *out, int length, float scale)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x, head = blockIdx.y;
    if (row >= length) return;
    const float2 *K = (const float2 *)(k + (size_t)head * length * 64), *V = (const float2 *)(v + (size_t)head * length * 64);
    float2 a = ((const float2 *)(q + ((size_t)head * length + row) * 64))[lane], o = make_float2(0, 0);
    float high = -INFINITY, sum = 0;
    for (int j = 0; j <= row; j++) {
        float2 b = K[j * 32 + lane];
        float s = a.x * b.x + a.y * b.y;
        for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
        s *= scale;
        float now = fmaxf(high, s), keep = expf(high - now), e = expf(s - now);
        float2 c = V[j * 32 + lane];
        o.x = o.x * keep + e * c.x;
        o.y = o.y * keep + e * c.y;
        sum = sum * keep + e;
        high = now;
    }
    ((float2 *)(out + ((size_t)head * length + row) * 64))[lane] = make_float2(o.x / sum, o.y / sum);
}

// a thread for a query; keys and values come by tiles of 32
template <int D> __global__ void tiledAttention(const float *q, const float *k, const float *v, float *out, int length, float scale)
{
    __shared__ float K[32][D], V[32][D];
    int i = blockIdx.x * 64 + threadIdx.x;
    size_t base = (size_t)blockIdx.y * length * D;
    float a[D], o[D], high = -1e30f, sum = 0;
    #pragma unroll
    for (int d = 0; d < D; d++) {
        a[d] = i < length ? q[base + i * D + d] * scale : 0;
        o[d] = 0;
    }
    for (int from = 0; from < length; from += 32) {
        int count = min(32, length - from);
        __syncthreads();
        for (int e = threadIdx.x; e < count * D; e += 64) {
            (&K[0][0])[e] = k[base + from * D + e];
            (&V[0][0])[e] = v[base + from * D + e];
        }
        __syncthreads();
        for (int j = 0; j < count; j++) {
            float s = 0;
            #pragma unroll
            for (int d = 0; d < D; d++) s += a[d] * K[j][d];
            if (s > high) {
                float keep = __expf(high - s);
                sum *= keep;
                #pragma unroll
                for (int d = 0; d < D; d++) o[d] *= keep;
                high = s;
            }
            float e = __expf(s - high);
            sum += e;
            #pragma unroll
            for (int d = 0; d < D; d++) o[d] += e * V[j][d];
        }
    }
    if (i >= length) return;
    #pragma unroll
    for (int d = 0; d < D; d++) out[base + i * D + d] = o[d] / sum;
}
template __global__ void tiledAttention<32>(const float *, const float *, const float *, float *, int, float);

// one query against a share of a cache of halves: what is found is put down for later
extern "C" __global__ void attn_share_of_cache(const half2 *q, const half2 *k, const half2 *v, float *part, float2 *found, int length, int share, float scale)
{
    __shared__ float s[8][130];
    int head = blockIdx.y, lane = threadIdx.x & 31, w = threadIdx.x >> 5, to = min((blockIdx.x + 1) * share, length);
    const half2 *K = k + (size_t)head * length * 64, *V = v + (size_t)head * length * 64;
    float2 a = __half22float2(q[head * 64 + lane]), b = __half22float2(q[head * 64 + 32 + lane]);
    float high = -1e30f, sum = 0;
    float4 o = make_float4(0, 0, 0, 0);
    for (int j = blockIdx.x * share + w; j < to; j += 8) {
        float2 c = __half22float2(K[j * 64 + lane]), d = __half22float2(K[j * 64 + 32 + lane]);
        float t = a.x * c.x + a.y * c.y + b.x * d.x + b.y * d.y;
        for (int m = 16; m; m /= 2) t += __shfl_xor_sync(~0u, t, m);
        t *= scale;
        float now = fmaxf(high, t), keep = __expf(high - now), e = __expf(t - now);
        c = __half22float2(V[j * 64 + lane]);
        d = __half22float2(V[j * 64 + 32 + lane]);
        o = make_float4(o.x * keep + e * c.x, o.y * keep + e * c.y, o.z * keep + e * d.x, o.w * keep + e * d.y);
        sum = sum * keep + e;
        high = now;
    }
    s[w][2 * lane] = o.x;
    s[w][2 * lane + 1] = o.y;
    s[w][64 + 2 * lane] = o.z;
    s[w][65 + 2 * lane] = o.w;
    if (lane == 0) {
        s[w][128] = high;
        s[w][129] = sum;
    }
    __syncthreads();
    if (threadIdx.x >= 128) return;
    float all = -1e30f, total = 0, r = 0;
    for (int m = 0; m < 8; m++) all = fmaxf(all, s[m][128]);
    for (int m = 0; m < 8; m++) {
        float f = __expf(s[m][128] - all);
        total += f * s[m][129];
        r += f * s[m][threadIdx.x];
    }
    int at = head * gridDim.x + blockIdx.x;
    part[at * 128 + threadIdx.x] = r;
    if (threadIdx.x == 0) found[at] = make_float2(all, total);
}

// the shares put together
extern "C" __global__ void attn_shares_joined(const float *part, const float2 *found, half *out, int shares)
{
    int head = blockIdx.x, t = threadIdx.x;
    float high = -1e30f, sum = 0, r = 0;
    for (int k = 0; k < shares; k++) high = fmaxf(high, found[head * shares + k].x);
    for (int k = 0; k < shares; k++) {
        float2 f = found[head * shares + k];
        float e = expf(f.x - high);
        sum += e * f.y;
        r += e * part[(head * shares + k) * 128 + t];
    }
    out[head * 128 + t] = __float2half(r / sum);
}

// bytes times bytes, a warp a row; scales of rows
extern "C" __global__ void quant_row_of_bytes(const int4 *weights, const int4 *x, const float *scale, float *y, int rows, int quads, float xs)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31, s = 0;
    if (r >= rows) return;
    for (int k = lane; k < quads; k += 32) {
        int4 a = weights[(size_t)r * quads + k], b = x[k];
        s = __dp4a(a.x, b.x, s);
        s = __dp4a(a.y, b.y, s);
        s = __dp4a(a.z, b.z, s);
        s = __dp4a(a.w, b.w, s);
    }
    s = __reduce_add_sync(~0u, s);
    if (lane == 0) y[r] = s * scale[r] * xs;
}

// four bits a weight, a scale for each group of 32
struct Group { half scale; uint8_t nibbles[16]; };
extern "C" __global__ void quant_groups_of_nibbles(const Group *weights, const float *x, float *y, int rows, int groups)
{
    __shared__ float s[4];
    int r = blockIdx.x, lane = threadIdx.x & 31;
    float sum = 0;
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        const Group *w = weights + (size_t)r * groups + g;
        float t = 0;
        #pragma unroll
        for (int k = 0; k < 16; k++) {
            int b = w->nibbles[k];
            t += ((b & 15) - 8) * x[g * 32 + k] + ((b >> 4) - 8) * x[g * 32 + 16 + k];
        }
        sum += t * __half2float(w->scale);
    }
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) s[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[r] = s[0] + s[1] + s[2] + s[3];
}

// rows into bytes by their largest, in two goes
extern "C" __global__ void quant_rows_by_largest(const half2 *in, char2 *out, float *scales, int pairs)
{
    __shared__ float s[32];
    const half2 *p = in + (size_t)blockIdx.x * pairs;
    float high = 0;
    for (int k = threadIdx.x; k < pairs; k += blockDim.x) {
        float2 v = __half22float2(__habs2(p[k]));
        high = fmaxf(high, fmaxf(v.x, v.y));
    }
    for (int d = 16; d; d >>= 1) high = fmaxf(high, __shfl_xor_sync(~0u, high, d));
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = high;
    __syncthreads();
    for (int k = 0; k < blockDim.x / 32; k++) high = fmaxf(high, s[k]);
    float f = high > 0 ? 127 / high : 0;
    for (int k = threadIdx.x; k < pairs; k += blockDim.x) {
        float2 v = __half22float2(p[k]);
        out[(size_t)blockIdx.x * pairs + k] = make_char2(__float2int_rn(v.x * f), __float2int_rn(v.y * f));
    }
    if (threadIdx.x == 0) scales[blockIdx.x] = high / 127;
}

// sums of 32 bits scaled back to bytes, with a bias, held within 0 ... 255
extern "C" __global__ void quant_back_to_bytes(const int4 *sums, const int *bias, const float *scale, uchar4 *out, int quads, int channels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    int4 v = sums[i];
    int c = 4 * i % channels;
    int r0 = __float2int_rn((v.x + bias[c]) * scale[c]), r1 = __float2int_rn((v.y + bias[c + 1]) * scale[c + 1]);
    int r2 = __float2int_rn((v.z + bias[c + 2]) * scale[c + 2]), r3 = __float2int_rn((v.w + bias[c + 3]) * scale[c + 3]);
    out[i] = make_uchar4(min(max(r0, 0), 255), min(max(r1, 0), 255), min(max(r2, 0), 255), min(max(r3, 0), 255));
}
