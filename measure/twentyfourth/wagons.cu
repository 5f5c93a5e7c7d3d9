// Prices and chances.
#include <cstdint>
#include <cmath>

struct Market {
    float rate, volatility;
};

// calls and puts of Black and Scholes with two of their slopes
__device__ inline float below(float d) { return 0.5f * erfcf(-d * 0.70710678f); }
extern "C" __global__ void fin_options_and_slopes(const float *__restrict__ spot, const float *__restrict__ strike, const float *__restrict__ years, float *__restrict__ call,
    float *__restrict__ put, float2 *__restrict__ slopes, Market m, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float s = spot[i] + 1, k = strike[i] + 1, t = years[i] + 0.1f, root = sqrtf(t);
        float d1 = (logf(s / k) + (m.rate + 0.5f * m.volatility * m.volatility) * t) / (m.volatility * root), d2 = d1 - m.volatility * root;
        float df = expf(-m.rate * t), c = s * below(d1) - k * df * below(d2);
        call[i] = c;
        put[i] = c - s + k * df;
        float density = 0.39894228f * expf(-0.5f * d1 * d1);
        slopes[i] = make_float2(below(d1), s * density * root);
    }
}

// American put on a tree in local memory
template <int STEPS>
__global__ void treeOfThread(const double *__restrict__ strike, double *__restrict__ price, int n, double up, double p, double discount)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v[STEPS + 1], k = strike[i], s = 100 * pow(up, -(double)STEPS);
    for (int j = 0; j <= STEPS; j++) {
        v[j] = fmax(k - s, 0.0);
        s *= up * up;
    }
    for (int step = STEPS - 1; step >= 0; step--) {
        s = 100 * pow(up, -(double)step);
        for (int j = 0; j <= step; j++) {
            v[j] = fmax(discount * (p * v[j + 1] + (1 - p) * v[j]), k - s);
            s *= up * up;
        }
    }
    price[i] = v[0];
}
template __global__ void treeOfThread<48>(const double *, double *, int, double, double, double);

// knock-out barrier, paths with xorshift and sums of twelve
__device__ uint32_t next(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    return s ^= s << 5;
}
extern "C" __global__ void mc_barrier_knocks_out(float *payoff, int paths, int steps, float drift, float sigma, float barrier, uint32_t seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    uint32_t s = seed + 2654435761u * (i + 1);
    float x = 100;
    for (int k = 0; k < steps; k++) {
        float z = -6;
        for (int j = 0; j < 12; j++) z += (next(s) >> 8) * (1.f / 16777216);
        x *= 1 + drift + sigma * z;
        if (x > barrier) {
            x = 0;
            break;
        }
    }
    payoff[i] = fmaxf(x - 100, 0.f);
}

// area of a quarter circle, counted by warps
extern "C" __global__ void mc_quarter_of_circle(unsigned long long *inside, int each, uint64_t seed)
{
    uint64_t s = seed + (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull;
    int mine = 0;
    for (int k = 0; k < each; k++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        float x = (uint32_t)(s >> 40) * (1.f / 16777216), y = (uint32_t)(s >> 16 & 0xffffff) * (1.f / 16777216);
        mine += x * x + y * y < 1.f;
    }
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned long long)mine);
}

// counter-based numbers, four of each counter
__device__ uint4 stirred(uint4 c, uint2 key)
{
    for (int r = 0; r < 7; r++) {
        uint32_t h0 = __umulhi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x, h1 = __umulhi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
        c = make_uint4(h1 ^ c.y ^ key.x, l1, h0 ^ c.w ^ key.y, l0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return c;
}
extern "C" __global__ void rng_fours_of_counters(float4 *out, unsigned quads, uint2 key)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uint4 r = stirred(make_uint4(i, 0, 0, 0), key);
    const float k = 1.0f / 4294967296.0f;
    out[i] = make_float4(r.x * k, r.y * k, r.z * k, r.w * k);
}

// a value's walk along dates: greatest fall from the top so far, a thread for each share
extern "C" __global__ void fin_greatest_fall_from_top(const float *__restrict__ close, float *__restrict__ fall, int shares, int days)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= shares) return;
    float top = 0, worst = 0;
    for (int d = 0; d < days; d++) {
        float v = close[(size_t)d * shares + s];
        top = fmaxf(top, v);
        worst = fmaxf(worst, top - v);
    }
    fall[s] = worst;
}
