// Signals.
#include <cstdint>

// 512 complex numbers in shared memory: bits reversed, then twos
extern "C" __global__ void sig_fourier_512_twos(const float2 *in, float2 *out, float sign)
{
    __shared__ float2 s[512];
    int t = threadIdx.x;
    const float2 *p = in + (size_t)blockIdx.x * 512;
    for (int k = t; k < 512; k += 256) s[__brev(k) >> 23] = p[k];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int j = t & (half - 1), a = 2 * (t - j) + j, b = a + half;
        float si, co;
        sincospif(sign * j / half, &si, &co);
        float2 u = s[a], v = s[b];
        float re = v.x * co - v.y * si, im = v.x * si + v.y * co;
        s[a] = make_float2(u.x + re, u.y + im);
        s[b] = make_float2(u.x - re, u.y - im);
    }
    __syncthreads();
    for (int k = t; k < 512; k += 256) out[(size_t)blockIdx.x * 512 + k] = s[k];
}

// eight complex numbers in registers of a thread, many short transforms
extern "C" __global__ void sig_fourier_of_eight(const double2 *in, double2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 a[8];
#pragma unroll
    for (int k = 0; k < 8; k++) a[k] = in[k * n + i];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        double2 u = a[k], v = a[k + 4], d = make_double2(u.x - v.x, u.y - v.y);
        a[k] = make_double2(u.x + v.x, u.y + v.y);
        const double c[4] = {1, 0.70710678118654752, 0, -0.70710678118654752}, s[4] = {0, -0.70710678118654752, -1, -0.70710678118654752};
        a[k + 4] = make_double2(d.x * c[k] - d.y * s[k], d.x * s[k] + d.y * c[k]);
    }
#pragma unroll
    for (int h = 0; h < 8; h += 4) {
#pragma unroll
        for (int k = 0; k < 2; k++) {
            double2 u = a[h + k], v = a[h + k + 2], d = make_double2(u.x - v.x, u.y - v.y);
            a[h + k] = make_double2(u.x + v.x, u.y + v.y);
            a[h + k + 2] = k ? make_double2(d.y, -d.x) : d;
        }
        double2 e = a[h], f = a[h + 1], g = a[h + 2], j = a[h + 3];
        a[h] = make_double2(e.x + f.x, e.y + f.y);
        a[h + 1] = make_double2(e.x - f.x, e.y - f.y);
        a[h + 2] = make_double2(g.x + j.x, g.y + j.y);
        a[h + 3] = make_double2(g.x - j.x, g.y - j.y);
    }
    out[i] = a[0];
    out[n + i] = a[4];
    out[2 * n + i] = a[2];
    out[3 * n + i] = a[6];
    out[4 * n + i] = a[1];
    out[5 * n + i] = a[5];
    out[6 * n + i] = a[3];
    out[7 * n + i] = a[7];
}

struct Biquad { float b0, b1, b2, a1, a2; };
// recursive filters in a row, a thread for a channel, samples of channels side by side
template <int STAGES>
__global__ void filterChannels(const float *in, float *out, const Biquad *stages, int channels, int samples)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float z1[STAGES] = {}, z2[STAGES] = {};
    for (int t = 0; t < samples; t++) {
        float v = in[t * channels + c];
#pragma unroll
        for (int s = 0; s < STAGES; s++) {
            Biquad q = stages[s];
            float y = q.b0 * v + z1[s];
            z1[s] = q.b1 * v - q.a1 * y + z2[s];
            z2[s] = q.b2 * v - q.a2 * y;
            v = y;
        }
        out[t * channels + c] = v;
    }
}
template __global__ void filterChannels<2>(const float *, float *, const Biquad *, int, int);
template __global__ void filterChannels<5>(const float *, float *, const Biquad *, int, int);

// a filter with its neighbourhood in shared memory; taps from constant memory
__constant__ float taps[128];
extern "C" __global__ void sig_fir_tile_and_halo(const float *in, float *out, int n, int count)
{
    extern __shared__ float tile[];
    int base = blockIdx.x * blockDim.x, half = count / 2;
    for (int k = threadIdx.x; k < blockDim.x + count - 1; k += blockDim.x) {
        int at = base + k - half;
        tile[k] = at >= 0 && at < n ? in[at] : 0.f;
    }
    __syncthreads();
    int i = base + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < count; k++) sum += taps[k] * tile[threadIdx.x + k];
    out[i] = sum;
}

// middle of seven neighbours in time
extern "C" __global__ void sig_middle_of_seven(const short *in, short *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short v[7];
#pragma unroll
    for (int k = 0; k < 7; k++) v[k] = in[min(max(i + k - 3, 0), n - 1)];
#pragma unroll
    for (int a = 0; a < 4; a++)
#pragma unroll
        for (int b = a + 1; b < 7; b++)
            if (v[b] < v[a]) {
                short t = v[a];
                v[a] = v[b];
                v[b] = t;
            }
    out[i] = v[3];
}

// Haar's steps of a block of 1024, each half as long
extern "C" __global__ void sig_haar_of_block(const float *in, float *out, int levels)
{
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 1024 + t];
    s[t + 512] = in[blockIdx.x * 1024 + t + 512];
    int length = 1024;
    for (int l = 0; l < levels; l++) {
        length /= 2;
        __syncthreads();
        float a, d;
        if (t < length) {
            float x = s[2 * t], y = s[2 * t + 1];
            a = (x + y) * 0.70710678f;
            d = (x - y) * 0.70710678f;
        }
        __syncthreads();
        if (t < length) {
            s[t] = a;
            s[length + t] = d;
        }
    }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = s[t];
    out[blockIdx.x * 1024 + t + 512] = s[t + 512];
}

// likeness to itself at each lag, a block for a lag
extern "C" __global__ void sig_likeness_at_lags(const float *x, float *r, int n)
{
    __shared__ float part[4];
    int lag = blockIdx.x;
    float sum = 0;
    for (int i = threadIdx.x; i + lag < n; i += 128) sum += x[i] * x[i + lag];
#pragma unroll
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) r[lag] = (part[0] + part[1] + part[2] + part[3]) / n;
}

// another rate of samples: phases of a filter, up by L and down by M
extern "C" __global__ void sig_other_rate(const float *in, const float *filter, float *out, int n, int made, int up, int down, int per_phase)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= made) return;
    long long at = (long long)i * down;
    int phase = (int)(at % up);
    long long newest = at / up;
    float sum = 0;
    for (int k = 0; k < per_phase; k++) {
        long long s = newest - k;
        if (s < 0) break;
        if (s < n) sum += filter[k * up + phase] * in[s];
    }
    out[i] = sum;
}

// rows of 32 by cosines, the second kind; a warp for a row
extern "C" __global__ void sig_cosines_of_thirty_two(const float *in, float *out, int rows)
{
    __shared__ float c[32][33];
    int lane = threadIdx.x, w = threadIdx.y;
    for (int k = w; k < 32; k += blockDim.y) c[k][lane] = cospif((2 * lane + 1) * k / 64.f) * (k ? 0.25f : 0.17677669f);
    __syncthreads();
    int row = blockIdx.x * blockDim.y + w;
    if (row >= rows) return;
    float v = in[row * 32 + lane], sum = 0;
    for (int j = 0; j < 32; j++) sum = fmaf(c[lane][j], __shfl_sync(~0u, v, j), sum);
    out[row * 32 + lane] = sum;
}

// places that stand out from what is around, each thread stops as soon as one is higher
extern "C" __global__ void sig_places_that_stand_out(const float *x, int *places, int *found, int n, int reach, float least, int room)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || x[i] < least) return;
    float v = x[i];
    for (int k = 1; k <= reach; k++) {
        if (i - k >= 0 && x[i - k] >= v) return;
        if (i + k < n && x[i + k] > v) return;
    }
    places[atomicAdd(found, 1) % room] = i;
}
