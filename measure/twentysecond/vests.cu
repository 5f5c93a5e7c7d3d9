// Money and chance.
#include <cmath>
#include <cstdint>

struct Option {
    float spot, strike, barrier, rate, volatility, years;
};

__device__ inline uint32_t xorshift(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// paths of a price that end when it falls through a barrier
extern "C" __global__ void fin_paths_until_barrier(Option o, float *payoff, int paths, int steps, unsigned seed)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    uint32_t s = seed ^ (p * 2654435761u + 1u);
    float dt = o.years / steps;
    float drift = (o.rate - 0.5f * o.volatility * o.volatility) * dt, spread = o.volatility * sqrtf(dt);
    float x = logf(o.spot), floor_at = logf(o.barrier);
    bool alive = true;
    for (int t = 0; t < steps && alive; t += 2) {
        float u = (xorshift(s) + 1.f) * 2.3283064e-10f, v = xorshift(s) * 2.3283064e-10f;
        float r = sqrtf(-2.f * __logf(u)), sn, cs;
        __sincosf(6.2831853f * v, &sn, &cs);
        x += drift + spread * r * sn;
        alive = x > floor_at;
        x += drift + spread * r * cs;
        alive = alive && x > floor_at;
    }
    payoff[p] = alive ? fmaxf(expf(x) - o.strike, 0.f) * expf(-o.rate * o.years) : 0.f;
}

// American puts on a tree of 256 steps: a block for each, back through shared memory
extern "C" __global__ void fin_tree_of_american_puts(const float *__restrict__ spot, const float *__restrict__ strike, float *__restrict__ value, float up, float chance, float discount)
{
    __shared__ float v[2][257];
    const int i = threadIdx.x;
    const float s = spot[blockIdx.x], k = strike[blockIdx.x], squared = up * up;
    float price = s * powf(up, 2.f * i - 256.f);
    v[0][i] = fmaxf(k - price, 0.f);
    if (i == 255) v[0][256] = fmaxf(k - price * squared, 0.f);
    int now = 0;
    for (int step = 255; step >= 0; step--) {
        __syncthreads();
        if (i <= step) {
            float hold = discount * (chance * v[now][i + 1] + (1.f - chance) * v[now][i]);
            price *= up;
            v[now ^ 1][i] = fmaxf(hold, k - price);
        }
        now ^= 1;
    }
    if (i == 0) value[blockIdx.x] = v[now][0];
}

__device__ double normal(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752);
}

// the volatility at which a call costs what it costs: Newton, at most 20 steps
extern "C" __global__ void fin_volatility_from_price(const double *price, const double *strike, double *volatility, int n, double spot, double rate, double years)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double sigma = 0.3, root = sqrt(years), k = strike[i];
        for (int it = 0; it < 20; it++) {
            double d1 = (log(spot / k) + (rate + 0.5 * sigma * sigma) * years) / (sigma * root);
            double d2 = d1 - sigma * root;
            double off = spot * normal(d1) - k * exp(-rate * years) * normal(d2) - price[i];
            double vega = spot * root * 0.3989422804014327 * exp(-0.5 * d1 * d1);
            double next = sigma - off / fmax(vega, 1e-6);
            next = fmin(fmax(next, 0.01), 3.0);
            bool close = fabs(next - sigma) < 1e-9;
            sigma = next;
            if (close) break;
        }
        volatility[i] = sigma;
    }
}

// Philox with ten rounds, four words for a counter
__device__ inline uint4 philox(uint4 c, uint2 key)
{
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
        unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ key.x, l1, h0 ^ c.w ^ key.y, l0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}

extern "C" __global__ void rng_philox_even_floats(float4 *out, unsigned quads, unsigned seed, unsigned stream)
{
    unsigned q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= quads) return;
    uint4 r = philox(make_uint4(q, 0, stream, 0), make_uint2(seed, 0));
    out[q] = make_float4((r.x >> 8) * 5.9604645e-8f, (r.y >> 8) * 5.9604645e-8f, (r.z >> 8) * 5.9604645e-8f, (r.w >> 8) * 5.9604645e-8f);
}

// pi by darts: each thread throws with a generator of 64 bits, sums by shuffles, one addition for a warp
extern "C" __global__ void rng_darts_at_circle(unsigned long long *hits, int throws)
{
    uint64_t state = (uint64_t)(blockIdx.x * blockDim.x + threadIdx.x) * 0x9E3779B97F4A7C15ull + 88172645463325252ull;
    int inside = 0;
    for (int t = 0; t < throws; t++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        uint32_t w = (uint32_t)((state >> 18 ^ state) >> 27), rot = state >> 59;
        w = w >> rot | w << (-rot & 31);
        float x = (w & 0xffff) * (1.f / 65536), y = (w >> 16) * (1.f / 65536);
        inside += x * x + y * y < 1.f;
    }
    inside = __reduce_add_sync(0xffffffffu, inside);
    if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)inside);
}

// worth of portfolios under many scenarios: shares times prices, a thread for each scenario
template <int ASSETS>
__global__ void worthOfScenarios(const float *__restrict__ share, const float *__restrict__ factor, float *__restrict__ worth, int scenarios, int portfolios)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= scenarios) return;
    float f[ASSETS];
#pragma unroll
    for (int a = 0; a < ASSETS; a++) f[a] = factor[a * scenarios + s];
    for (int p = 0; p < portfolios; p++) {
        float sum = 0.f;
#pragma unroll
        for (int a = 0; a < ASSETS; a++) sum += share[p * ASSETS + a] * f[a];
        worth[(size_t)p * scenarios + s] = sum;
    }
}
template __global__ void worthOfScenarios<24>(const float *, const float *, float *, int, int);
