// Prices and chances, random numbers made on the spot.
#include <cuda_fp16.h>
#include <stdint.h>

__device__ __forceinline__ uint32_t xorshift(uint32_t &s) { s ^= s << 13, s ^= s >> 17, s ^= s << 5; return s; }
__device__ __forceinline__ float unitOf(uint32_t v) { return (v >> 8) * (1.0f / 16777216.0f); }

// Philox 4 x 32, ten rounds
__device__ uint4 philox(uint4 c, uint2 k)
{
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x, hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
        c = make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
        k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
    }
    return c;
}
extern "C" __global__ void rnd_philox_normals(float4 *out, int n, unsigned key)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 r = philox(make_uint4(i, 0, 0, 0), make_uint2(key, 0));
    float u = sqrtf(-2 * logf((r.x + 0.5f) * 2.3283064e-10f)), v = sqrtf(-2 * logf((r.z + 0.5f) * 2.3283064e-10f)), s, c, t, d;
    sincospif(r.y * 4.6566129e-10f, &s, &c);
    sincospif(r.w * 4.6566129e-10f, &t, &d);
    out[i] = make_float4(u * c, u * s, v * d, v * t);
}

// Heston: two correlated walks a path, Euler with full truncation
extern "C" __global__ void monte_carlo_heston(float *__restrict__ payoff, int paths, int steps, float kappa, float theta, float xi, float rho)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    uint32_t s = p * 747796405u + 2891336453u;
    float x = 0, v = theta, dt = 1.f / steps, root = sqrtf(dt), other = sqrtf(1 - rho * rho);
    for (int k = 0; k < steps; k++) {
        float a = unitOf(xorshift(s)) + 1e-7f, b = unitOf(xorshift(s)), sn, cs;
        float r = sqrtf(-2.f * __logf(a));
        __sincosf(6.2831853f * b, &sn, &cs);
        float z1 = r * cs, z2 = rho * z1 + other * r * sn, vp = fmaxf(v, 0.f), sv = sqrtf(vp);
        x += -0.5f * vp * dt + sv * root * z1;
        v += kappa * (theta - vp) * dt + xi * sv * root * z2;
    }
    payoff[p] = fmaxf(100 * expf(x) - 100, 0.f);
}

extern "C" __global__ void black_scholes_in_double(const double *__restrict__ S, const double *__restrict__ K, const double *__restrict__ T, double *__restrict__ call, double *__restrict__ put, double r, double v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = S[i] * 90 + 10, k = K[i] * 90 + 10, t = T[i] * 2 + 0.05, q = v * sqrt(t);
    double d1 = (log(s / k) + (r + v * v / 2) * t) / q, d2 = d1 - q, e = k * exp(-r * t);
    double n1 = 0.5 * erfc(-d1 * 0.70710678118654752), n2 = 0.5 * erfc(-d2 * 0.70710678118654752);
    call[i] = s * n1 - e * n2;
    put[i] = e * (1 - n2) - s * (1 - n1);
}

// binomial tree, a warp an option, 16 leaves a lane in registers, values handed to the neighbour
extern "C" __global__ void fin_tree_in_a_warp(const float *__restrict__ strike, float *__restrict__ price, int n, float up, float pu, float disc)
{
    int o = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (o >= n) return;
    float k = 80 + 40 * strike[o], v[16];
#pragma unroll
    for (int j = 0; j < 16; j++) v[j] = fmaxf(100 * __powf(up, 2 * (lane * 16 + j) - 511.f) - k, 0.f);
    for (int step = 511; step > 0; step--) {
        float next = __shfl_down_sync(~0u, v[0], 1);
#pragma unroll
        for (int j = 0; j < 15; j++) v[j] = disc * (pu * v[j + 1] + (1 - pu) * v[j]);
        v[15] = disc * (pu * next + (1 - pu) * v[15]);
    }
    if (lane == 0) price[o] = v[0];
}

// volatility that gives the price: Newton with bisection to fall back upon
extern "C" __global__ void fin_volatility_of_price(const float *__restrict__ moneyness, const float *__restrict__ wanted, float *__restrict__ vol, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float k = 0.8f + 0.4f * moneyness[i], goal = fmaxf(1 - k, 0.f) + 0.01f + 0.3f * wanted[i], lo = 0.01f, hi = 4.f, v = 0.5f;
    for (int it = 0; it < 50; it++) {
        float d1 = -__logf(k) / v + 0.5f * v, d2 = d1 - v, c = normcdff(d1) - k * normcdff(d2) - goal;
        if (fabsf(c) < 1e-5f) break;
        if (c > 0) hi = v;
        else lo = v;
        float vega = 0.39894228f * __expf(-0.5f * d1 * d1);
        v -= c / vega;
        if (!(v > lo && v < hi)) v = 0.5f * (lo + hi);
    }
    vol[i] = v;
}

// cash flows discounted with a curve in constant memory, doubles
__constant__ double curveByMonth[480];
extern "C" __global__ void fin_worth_of_loans(const double *__restrict__ principal, const float *__restrict__ rate, const int *__restrict__ months, double *__restrict__ worth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double left = principal[i] + 2, r = 0.002 + 0.005 * rate[i], w = 0;
    int m = months[i] + 12;
    double pay = left * r / (1 - pow(1 + r, -m));
    for (int k = 0; k < m; k++) {
        double interest = left * r;
        left -= pay - interest;
        w += pay * curveByMonth[k];
    }
    worth[i] = w;
}

// Mersenne-like twister of 33 words a warp, lanes side by side
extern "C" __global__ void rnd_small_twister(uint32_t *state, uint32_t *__restrict__ out, int rounds)
{
    __shared__ uint32_t s[4][96];
    const int w = threadIdx.x / 32, lane = threadIdx.x % 32, g = blockIdx.x * 4 + w;
    s[w][lane] = state[g * 32 + lane];
    s[w][lane + 32] = state[g * 32 + lane] * 1664525u + lane;
    __syncwarp();
    int at = 0;
    for (int r = 0; r < rounds; r++) {
        uint32_t a = s[w][(at + lane) & 63], b = s[w][(at + lane + 1) & 63], c = s[w][(at + lane + 17) & 63];
        uint32_t y = (a & 0x80000000u) | (b & 0x7fffffffu), v = c ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        __syncwarp();
        s[w][(at + lane) & 63] = v;
        __syncwarp();
        v ^= v >> 11, v ^= v << 7 & 0x9d2c5680u, v ^= v << 15 & 0xefc60000u, v ^= v >> 18;
        out[((size_t)g * rounds + r) * 32 + lane] = v;
        at = (at + 32) & 63;
    }
    state[g * 32 + lane] = s[w][lane];
}
