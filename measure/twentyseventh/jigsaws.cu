// Quantised layers, steps of optimisers, losses.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// rows to bytes by their largest magnitude
extern "C" __global__ void quant_rows_to_int8_symmetric(const float *__restrict__ x, signed char *__restrict__ q, float *__restrict__ scales, int cols)
{
    __shared__ float s[8];
    const float *row = x + (size_t)blockIdx.x * cols;
    float m = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = fmaxf(m, fabsf(row[c]));
    for (int d = 16; d; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = m;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        m = fmaxf(m, s[w]);
    float r = m > 0.0f ? 127.0f / m : 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[(size_t)blockIdx.x * cols + c] = (signed char)__float2int_rn(row[c] * r);
    if (threadIdx.x == 0)
        scales[blockIdx.x] = m / 127.0f;
}

// eight weights of four bits in a word, groups of 64 with scale and zero; a warp for a row
extern "C" __global__ void quant_matvec_nibble_groups(const unsigned *__restrict__ w, const half2 *__restrict__ scaleAndZero, const float *__restrict__ x, float *__restrict__ y, int rows, int words)
{
    extern __shared__ float xs[];
    for (int i = threadIdx.x; i < words * 8; i += blockDim.x)
        xs[i] = x[i];
    __syncthreads();
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = lane; i < words; i += 32) {
        unsigned u = w[(size_t)row * words + i];
        float2 sz = __half22float2(scaleAndZero[(size_t)row * (words / 8) + i / 8]);
        float part = 0.0f, plain = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float v = xs[i * 8 + k];
            part += v * (float)(u >> (4 * k) & 15u);
            plain += v;
        }
        sum += sz.x * part - sz.y * plain;
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        y[row] = sum;
}

// 32 weights in 18 bytes: a half and 16 pairs of nibbles
struct Pack32 {
    __half d;
    unsigned char q[16];
};

extern "C" __global__ void quant_packs_made_floats(const Pack32 *packs, float *out, long long count)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long p = i / 16;
    int j = i % 16;
    if (p >= count)
        return;
    float d = __half2float(packs[p].d);
    int b = packs[p].q[j];
    out[p * 32 + j] = d * ((b & 15) - 8);
    out[p * 32 + 16 + j] = d * ((b >> 4) - 8);
}

// a linear layer on bytes with its sums scaled back and bias, ReLU; 32 by 32 a block, 2 by 2 a thread
extern "C" __global__ void __launch_bounds__(256) quant_linear_with_relu(const int *__restrict__ x, const int *__restrict__ w, const float *__restrict__ ofRow, const float *__restrict__ ofCol, const float *__restrict__ bias, half *__restrict__ y, int m, int n, int words)
{
    __shared__ int xs[32][17], ws[32][17];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    int a00 = 0, a01 = 0, a10 = 0, a11 = 0;
    for (int t = 0; t < words; t += 16) {
        for (int h = 0; h < 32; h += 16) {
            bool in = t + tx < words;
            xs[ty + h][tx] = in && r0 + ty + h < m ? x[(r0 + ty + h) * words + t + tx] : 0;
            ws[ty + h][tx] = in && c0 + ty + h < n ? w[(c0 + ty + h) * words + t + tx] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            int x0 = xs[ty][k], x1 = xs[ty + 16][k], w0 = ws[tx][k], w1 = ws[tx + 16][k];
            a00 = __dp4a(x0, w0, a00);
            a01 = __dp4a(x0, w1, a01);
            a10 = __dp4a(x1, w0, a10);
            a11 = __dp4a(x1, w1, a11);
        }
        __syncthreads();
    }
    int sums[2][2] = {{a00, a01}, {a10, a11}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int r = r0 + ty + 16 * i, c = c0 + tx + 16 * j;
            if (r < m && c < n)
                y[(size_t)r * n + c] = __float2half(fmaxf(0.0f, sums[i][j] * ofRow[r] * ofCol[c] + bias[c]));
        }
}

// AdamW with a master copy in float and the weight itself in bf16
extern "C" __global__ void op_adamw_with_master(float *__restrict__ master, __nv_bfloat16 *__restrict__ weight, const __nv_bfloat16 *__restrict__ grad, float *__restrict__ m, float *__restrict__ v, float rate, float decay, float c1, float c2, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float g = __bfloat162float(grad[i]);
        float a = 0.9f * m[i] + 0.1f * g, b = 0.95f * v[i] + 0.05f * g * g;
        float p = master[i];
        p -= rate * (a * c1 / (sqrtf(b * c2) + 1e-8f) + decay * p);
        m[i] = a;
        v[i] = b;
        master[i] = p;
        weight[i] = __float2bfloat16(p);
    }
}

extern "C" __global__ void op_momentum_nesterov_step(float4 *w, const float4 *g, float4 *velocity, int quads, float rate, float mu)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    float4 p = w[i], d = g[i], v = velocity[i];
    float *pp = &p.x, *dd = &d.x, *vv = &v.x;
    for (int k = 0; k < 4; k++) {
        vv[k] = mu * vv[k] + dd[k];
        pp[k] -= rate * (dd[k] + mu * vv[k]);
    }
    w[i] = p;
    velocity[i] = v;
}

// the sign of a running mean, in double
extern "C" __global__ void op_sign_of_momentum_step(double *w, const double *g, double *m, int n, double rate, double decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double c = 0.9 * m[i] + 0.1 * g[i];
        double s = c > 0 ? 1.0 : c < 0 ? -1.0 : 0.0;
        w[i] -= rate * (s + decay * w[i]);
        m[i] = 0.99 * m[i] + 0.01 * g[i];
    }
}

// cross entropy with smoothed labels and its gradient, a block a row
extern "C" __global__ void op_loss_smoothed_cross_entropy(const float *__restrict__ logits, const int *__restrict__ labels, float *__restrict__ losses, float *__restrict__ grads, int classes, float smooth)
{
    __shared__ float s[3][32];
    const float *x = logits + (size_t)blockIdx.x * classes;
    float m = -1e30f, e = 0.0f, plain = 0.0f;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float v = x[c];
        if (v > m) {
            e *= __expf(m - v);
            m = v;
        }
        e += __expf(v - m);
        plain += v;
    }
    for (int d = 16; d; d >>= 1) {
        float om = __shfl_xor_sync(~0u, m, d), oe = __shfl_xor_sync(~0u, e, d), n = fmaxf(m, om);
        e = e * __expf(m - n) + oe * __expf(om - n);
        m = n;
        plain += __shfl_xor_sync(~0u, plain, d);
    }
    int warps = blockDim.x / 32;
    if (threadIdx.x % 32 == 0) {
        s[0][threadIdx.x / 32] = m;
        s[1][threadIdx.x / 32] = e;
        s[2][threadIdx.x / 32] = plain;
    }
    __syncthreads();
    float top = -1e30f, sum = 0.0f, all = 0.0f;
    for (int w = 0; w < warps; w++)
        top = fmaxf(top, s[0][w]);
    for (int w = 0; w < warps; w++) {
        sum += s[1][w] * __expf(s[0][w] - top);
        all += s[2][w];
    }
    float logSum = top + __logf(sum);
    int label = labels[blockIdx.x];
    if (threadIdx.x == 0)
        losses[blockIdx.x] = logSum - (1.0f - smooth) * x[label] - smooth * all / classes;
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        grads[(size_t)blockIdx.x * classes + c] = __expf(x[c] - logSum) - smooth / classes - (c == label ? 1.0f - smooth : 0.0f);
}

// Huber's loss of all, one sum
extern "C" __global__ void op_loss_huber_summed(const float2 *__restrict__ a, const float2 *__restrict__ b, float *total, int pairs, float delta)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 x = a[i], y = b[i];
        float d = fabsf(x.x - y.x), e = fabsf(x.y - y.y);
        sum += d < delta ? 0.5f * d * d : delta * (d - 0.5f * delta);
        sum += e < delta ? 0.5f * e * e : delta * (e - 0.5f * delta);
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, sum);
}
