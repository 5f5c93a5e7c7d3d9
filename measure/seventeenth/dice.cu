// Chances and prices.
#include <stdint.h>

// linear congruence, jumped ahead to where the thread begins
extern "C" __global__ void rnd_lcg_with_jumps(float *out, int n, int each, unsigned seed)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, begin = t * each;
    if (begin >= n) return;
    unsigned a = 1664525u, c = 1013904223u, s = seed, k = begin;
    unsigned am = 1, cm = 0;
    while (k) {
        if (k & 1) {
            am *= a;
            cm = cm * a + c;
        }
        c *= a + 1;
        a *= a;
        k >>= 1;
    }
    s = am * s + cm;
    for (int i = begin; i < min(begin + each, n); i++) {
        s = 1664525u * s + 1013904223u;
        out[i] = (s >> 8) * (1.f / 16777216.f);
    }
}

extern "C" __global__ void monte_carlo_area_of_disc(unsigned long long *inside, int tries)
{
    unsigned long long s = (blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x) * 6364136223846793005ull + 1442695040888963407ull;
    int hits = 0;
    for (int k = 0; k < tries; k++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        float x = (unsigned)s * 2.3283064e-10f, y = (unsigned)(s >> 32) * 2.3283064e-10f;
        hits += x * x + y * y < 1.f;
    }
    hits = __reduce_add_sync(~0u, hits);
    if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned long long)hits);
}

struct Option {
    float strike, years;
};
extern "C" __global__ void black_scholes_of_structures(const Option *o, float2 *price, int n, float spot, float rate, float vol)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float K = 50.f + 100.f * o[i].strike, T = 0.1f + 2.f * o[i].years, root = vol * sqrtf(T);
    float d1 = (logf(spot / K) + (rate + 0.5f * vol * vol) * T) / root, d2 = d1 - root;
    auto cdf = [](float d) {
        float k = 1.f / (1.f + 0.2316419f * fabsf(d));
        float p = 0.39894228f * expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
        return d > 0 ? 1 - p : p;
    };
    float disc = K * expf(-rate * T), c = spot * cdf(d1) - disc * cdf(d2);
    price[i] = make_float2(c, c - spot + disc);
}

// a random walk a thread, until it leaves or gives up
extern "C" __global__ void monte_carlo_walk_until_out(int *steps, int n, int edge, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = i * 747796405u + 2891336453u;
    int x = 0, y = 0, k = 0;
    while (k < most && abs(x) < edge && abs(y) < edge) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        if (s & 16) x += s & 32 ? 1 : -1;
        else y += s & 32 ? 1 : -1;
        k++;
    }
    steps[i] = k;
}

extern "C" __global__ void fin_average_of_paths(const float *__restrict__ normal, float *__restrict__ payoff, int paths, int steps, float s0, float drift, float vol, float strike)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float s = s0, sum = 0;
    for (int k = 0; k < steps; k++) {
        s *= __expf(drift + vol * normal[(size_t)k * paths + p]);
        sum += s;
    }
    payoff[p] = fmaxf(sum / steps - strike, 0.f);
}
