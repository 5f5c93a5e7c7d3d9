// Signals, bits, ciphers, small systems of equations.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cuda_bf16.h>

__constant__ float2 root_of_lanes[32];
__constant__ float fir_of_33[33];
__constant__ float tone[64];
__constant__ unsigned long long round_word[32];
__constant__ unsigned char power_of_two[256], log_of_byte[256];
__constant__ unsigned char parity_of[16];

// 32 points a warp, one a lane, exchanged by shuffles
extern "C" __global__ void fft_lanes_of_warp(float2 *__restrict__ data, int lines)
{
    const int line = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (line >= lines) return;
    float2 v = data[(size_t)line * 32 + (__brev(lane) >> 27)];
#pragma unroll
    for (int half = 1; half < 32; half *= 2) {
        const float2 w = root_of_lanes[(lane & (half - 1)) * (16 / half)];
        const bool upper = lane & half;
        const float2 mine = upper ? make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x) : v;
        const float ox = __shfl_xor_sync(~0u, mine.x, half), oy = __shfl_xor_sync(~0u, mine.y, half);
        v = upper ? make_float2(ox - mine.x, oy - mine.y) : make_float2(mine.x + ox, mine.y + oy);
    }
    data[(size_t)line * 32 + lane] = make_float2(v.x * 0.17677669f, v.y * 0.17677669f);
}

// 33 taps; the next stretch is on its way into shared memory while this one is summed
extern "C" __global__ void __launch_bounds__(128) sig_fir_stretches_ahead(const float *__restrict__ in, float *__restrict__ out, int n, int stretches)
{
    __shared__ __align__(16) float part[2][512 + 32];
    const int first = blockIdx.x * stretches * 512;
    auto fetch = [&](int k) {
        float *to = part[k & 1];
        for (int i = threadIdx.x; i < 136; i += 128) {
            const int at = first + k * 512 + 4 * i;
            if (at + 4 <= n + 32) __pipeline_memcpy_async(to + 4 * i, in + at, 16);
        }
        __pipeline_commit();
    };
    fetch(0);
    for (int k = 0; k < stretches; k++) {
        if (k + 1 < stretches) fetch(k + 1); else __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const float *p = part[k & 1];
        for (int j = 0; j < 4; j++) {
            const int i = j * 128 + threadIdx.x, at = first + k * 512 + i;
            float sum = 0;
#pragma unroll
            for (int t = 0; t < 33; t++) sum += fir_of_33[t] * p[i + t];
            if (at < n) out[at] = sum;
        }
        __syncthreads();
    }
}

// Goertzel: how much of each tone is in each frame; the tone goes by the thread
extern "C" __global__ void sig_tones_by_goertzel(const float *frames, float *power, int length, int tones)
{
    const float *frame = frames + (size_t)blockIdx.x * length;
    if (threadIdx.x >= tones) return;
    const float c = 2.f * tone[threadIdx.x];
    float s1 = 0, s2 = 0;
    for (int k = 0; k < length; k++) {
        const float s = frame[k] + c * s1 - s2;
        s2 = s1, s1 = s;
    }
    power[blockIdx.x * tones + threadIdx.x] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

// middle of five along a line, in half the width
extern "C" __global__ void sig_middle_of_five(const __nv_bfloat16 *__restrict__ in, __nv_bfloat16 *__restrict__ out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[5];
#pragma unroll
    for (int k = 0; k < 5; k++) {
        const int at = min(max((int)i + k - 2, 0), (int)n - 1);
        v[k] = __bfloat162float(in[at]);
    }
    auto order = [&](int a, int b) { const float low = fminf(v[a], v[b]); v[b] = fmaxf(v[a], v[b]), v[a] = low; };
    order(0, 1), order(3, 4), order(0, 3), order(1, 4), order(1, 2), order(2, 3), order(1, 2);
    out[i] = __float2bfloat16(v[2]);
}

// Speck of two words of 64 bits, 32 rounds, keys by the round's number; a counter is enciphered
extern "C" __global__ void cry_speck_by_counter(const ulonglong2 *__restrict__ in, ulonglong2 *__restrict__ out, long long n, unsigned long long nonce)
{
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        unsigned long long x = nonce, y = i;
#pragma unroll 8
        for (int r = 0; r < 32; r++) {
            x = ((x >> 8 | x << 56) + y) ^ round_word[r];
            y = (y << 3 | y >> 61) ^ x;
        }
        const ulonglong2 v = in[i];
        out[i] = make_ulonglong2(v.x ^ x, v.y ^ y);
    }
}

// parity bytes of messages over GF(256), products by logarithms
extern "C" __global__ void code_parity_bytes(const unsigned char *__restrict__ message, unsigned char *__restrict__ parity, int messages, int length)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= messages) return;
    unsigned char reg[8] = {};
    for (int k = 0; k < length; k++) {
        const unsigned char lead = message[(size_t)k * messages + i] ^ reg[0];
        const int l = log_of_byte[lead];
#pragma unroll
        for (int j = 0; j < 8; j++) {
            const unsigned char next = j < 7 ? reg[j + 1] : 0;
            reg[j] = next ^ (lead ? power_of_two[(l + parity_of[j]) % 255] : 0);
        }
    }
#pragma unroll
    for (int j = 0; j < 8; j++) parity[(size_t)j * messages + i] = reg[j];
}

// squares of 32 by 32 bits turned by a warp
extern "C" __global__ void bits_turn_squares(const unsigned *__restrict__ in, unsigned *__restrict__ out, int squares)
{
    const int square = blockIdx.x * blockDim.y + threadIdx.y;
    if (square >= squares) return;
    const unsigned row = in[square * 32 + threadIdx.x];
    unsigned column = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        const unsigned bits = __ballot_sync(~0u, row >> k & 1);
        if (threadIdx.x == k) column = bits;
    }
    out[square * 32 + threadIdx.x] = column;
}

// places in space woven into one number
extern "C" __global__ void bits_weave_three(const float *x, const float *y, const float *z, unsigned long long *out, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto apart = [](float f) {
        unsigned long long v = (unsigned long long)(f * 2097152.f) & 0x1fffff;
        v = (v | v << 32) & 0x001f00000000ffffull;
        v = (v | v << 16) & 0x001f0000ff0000ffull;
        v = (v | v << 8) & 0x100f00f00f00f00full;
        v = (v | v << 4) & 0x10c30c30c30c30c3ull;
        return (v | v << 2) & 0x1249249249249249ull;
    };
    out[i] = apart(x[i]) | apart(y[i]) << 1 | apart(z[i]) << 2;
}

// own values of symmetric three by three, turned until what is beside the diagonal is small
template <typename T>
__global__ void ownValuesOfThree(const T *__restrict__ m, T *__restrict__ value, int n, T small)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T a[3][3];
    for (int k = 0, e = 0; k < 3; k++)
        for (int l = k; l < 3; l++, e++) a[k][l] = a[l][k] = m[(size_t)e * n + i];
    for (int sweep = 0; sweep < 12; sweep++) {
        if (a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2] < small) break;
#pragma unroll
        for (int turn = 0; turn < 3; turn++) {
            const int p = turn == 2 ? 1 : 0, q = turn == 0 ? 1 : 2, r = 3 - p - q;
            if (a[p][q] == 0) continue;
            const T theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
            const T t = (theta < 0 ? T(-1) : T(1)) / (fabs(theta) + sqrt(theta * theta + 1));
            const T c = 1 / sqrt(t * t + 1), s = t * c, pq = a[p][q], rp = a[r][p], rq = a[r][q];
            a[p][p] -= t * pq, a[q][q] += t * pq, a[p][q] = a[q][p] = 0;
            a[r][p] = a[p][r] = c * rp - s * rq;
            a[r][q] = a[q][r] = s * rp + c * rq;
        }
    }
    for (int k = 0; k < 3; k++) value[(size_t)k * n + i] = a[k][k];
}
template __global__ void ownValuesOfThree<float>(const float *, float *, int, float);
template __global__ void ownValuesOfThree<double>(const double *, double *, int, double);

// systems of sixteen unknowns by Gauss and Jordan, sixteen lanes each, a row a lane
extern "C" __global__ void la_sixteen_by_lanes(const float *__restrict__ matrix, const float *__restrict__ right, float *__restrict__ x, int systems)
{
    const int system = (blockIdx.x * blockDim.x + threadIdx.x) / 16, row = threadIdx.x & 15;
    const bool there = system < systems;
    float a[16], b = there ? right[system * 16 + row] : 0;
#pragma unroll
    for (int k = 0; k < 16; k++) a[k] = (there ? matrix[(size_t)system * 256 + k * 16 + row] : 0) + (k == row ? 16 : 0);
#pragma unroll
    for (int p = 0; p < 16; p++) {
        const float pivot = __shfl_sync(~0u, a[p], p, 16), mine = a[p];
        const float f = row == p ? 0 : mine / pivot;
#pragma unroll
        for (int k = p; k < 16; k++) a[k] -= f * __shfl_sync(~0u, a[k], p, 16);
        b -= f * __shfl_sync(~0u, b, p, 16);
    }
    float own = a[0];
#pragma unroll
    for (int k = 1; k < 16; k++)
        if (k == row) own = a[k];
    if (there) x[system * 16 + row] = b / own;
}
