// Rows made to sum to one, rows made to have mean and variance.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Running {
    float most, sum;
};

__device__ __forceinline__ Running joined(Running a, Running b)
{
    float most = fmaxf(a.most, b.most);
    return {most, a.sum * __expf(a.most - most) + b.sum * __expf(b.most - most)};
}

// greatest and sum in one reading, a block for each row of float4
template <int THREADS>
__global__ void __launch_bounds__(THREADS) softmaxRunning(const float4 *__restrict__ x, float4 *__restrict__ y, int quads)
{
    __shared__ Running parts[THREADS / 32];
    x += (size_t)blockIdx.x * quads;
    y += (size_t)blockIdx.x * quads;
    Running r = {-3e38f, 0.f};
    for (int q = threadIdx.x; q < quads; q += THREADS) {
        float4 v = x[q];
        float most = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
        if (most > r.most) {
            r.sum *= __expf(r.most - most);
            r.most = most;
        }
        r.sum += __expf(v.x - r.most) + __expf(v.y - r.most) + __expf(v.z - r.most) + __expf(v.w - r.most);
    }
    for (int d = 16; d; d >>= 1)
        r = joined(r, {__shfl_xor_sync(0xffffffffu, r.most, d), __shfl_xor_sync(0xffffffffu, r.sum, d)});
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = r;
    __syncthreads();
    r = parts[0];
    for (int w = 1; w < THREADS / 32; w++) r = joined(r, parts[w]);
    float over = 1.f / r.sum;
    for (int q = threadIdx.x; q < quads; q += THREADS) {
        float4 v = x[q];
        y[q] = make_float4(__expf(v.x - r.most) * over, __expf(v.y - r.most) * over, __expf(v.z - r.most) * over, __expf(v.w - r.most) * over);
    }
}
template __global__ void softmaxRunning<128>(const float4 *, float4 *, int);
template __global__ void softmaxRunning<512>(const float4 *, float4 *, int);

// scores of a square of places, only what came before is seen: a warp for each row, halves
extern "C" __global__ void softmax_seen_so_far_halves(const __half *scores, __half *out, int length, float scale)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    if (row >= length) return;
    size_t at = ((size_t)blockIdx.y * length + row) * length;
    float most = -INFINITY;
    for (int c = lane; c <= row; c += 32) most = fmaxf(most, __half2float(scores[at + c]) * scale);
    for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    float sum = 0;
    for (int c = lane; c <= row; c += 32) sum += expf(__half2float(scores[at + c]) * scale - most);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    for (int c = lane; c < length; c += 32)
        out[at + c] = c <= row ? __float2half(expf(__half2float(scores[at + c]) * scale - most) / sum) : __float2half(0.f);
}

// ten classes, a thread for each sample: logarithms of shares, and which is greatest
extern "C" __global__ void softmax_log_of_ten_classes(const float *logits, float *logp, int *guess, int samples)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= samples) return;
    float v[10], most = -1e30f, sum = 0.f;
    int best = 0;
    for (int c = 0; c < 10; c++) {
        v[c] = logits[s * 10 + c];
        if (v[c] > most) {
            most = v[c];
            best = c;
        }
    }
    for (int c = 0; c < 10; c++) sum += expf(v[c] - most);
    float norm = most + logf(sum);
    for (int c = 0; c < 10; c++) logp[s * 10 + c] = v[c] - norm;
    guess[s] = best;
}

__device__ float blockTotal(float v, float *room)
{
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) room[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? room[threadIdx.x] : 0.f;
        for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x == 0) room[0] = v;
    }
    __syncthreads();
    v = room[0];
    __syncthreads();
    return v;
}

// what a layer made is added to what it was given; the sum is kept, and made to have mean and variance
extern "C" __global__ void layer_norm_of_sum_kept(const float2 *__restrict__ x, float2 *__restrict__ residual, const float2 *__restrict__ gamma, const float2 *__restrict__ beta, float2 *__restrict__ out, int pairs, float epsilon)
{
    __shared__ float room[32];
    extern __shared__ float2 row[];
    size_t at = (size_t)blockIdx.x * pairs;
    float sum = 0.f;
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        float2 a = x[at + p], r = residual[at + p];
        a.x += r.x;
        a.y += r.y;
        residual[at + p] = a;
        row[p] = a;
        sum += a.x + a.y;
    }
    float mean = blockTotal(sum, room) / (2 * pairs);
    float squares = 0.f;
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        float dx = row[p].x - mean, dy = row[p].y - mean;
        squares += dx * dx + dy * dy;
    }
    float over = rsqrtf(blockTotal(squares, room) / (2 * pairs) + epsilon);
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        float2 g = gamma[p], b = beta[p], a = row[p];
        out[at + p] = make_float2((a.x - mean) * over * g.x + b.x, (a.y - mean) * over * g.y + b.y);
    }
}

// gradients of gamma and beta: sums down columns, 32 columns and eight strips of rows for each block
extern "C" __global__ void layer_norm_gradients_down(const float *__restrict__ dy, const float *__restrict__ x, const float *__restrict__ mean, const float *__restrict__ over, float *dgamma, float *dbeta, int rows, int cols)
{
    __shared__ float g[8][33], b[8][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sg = 0.f, sb = 0.f;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 8) {
            float d = dy[(size_t)r * cols + c];
            sb += d;
            sg += d * (x[(size_t)r * cols + c] - mean[r]) * over[r];
        }
    g[threadIdx.y][threadIdx.x] = sg;
    b[threadIdx.y][threadIdx.x] = sb;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int k = 1; k < 8; k++) {
            sg += g[k][threadIdx.x];
            sb += b[k][threadIdx.x];
        }
        dgamma[c] = sg;
        dbeta[c] = sb;
    }
}
