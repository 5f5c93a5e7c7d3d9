// Random numbers and money.
#include <cstdint>

__device__ __forceinline__ void philoxRound(uint32_t (&c)[4], uint32_t k0, uint32_t k1)
{
    uint32_t h0 = __umulhi(0xD2511F53u, c[0]), l0 = 0xD2511F53u * c[0];
    uint32_t h1 = __umulhi(0xCD9E8D57u, c[2]), l1 = 0xCD9E8D57u * c[2];
    uint32_t c1 = c[1], c3 = c[3];
    c[0] = h1 ^ c1 ^ k0;
    c[1] = l1;
    c[2] = h0 ^ c3 ^ k1;
    c[3] = l0;
}

// counters into words, ROUNDS times
template <int ROUNDS>
__global__ void philoxFill(uint4 *out, uint32_t seed, uint32_t stream, int64_t n)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x) {
        uint32_t c[4] = {(uint32_t)i, (uint32_t)(i >> 32), stream, 0u}, k0 = seed, k1 = ~seed;
#pragma unroll
        for (int r = 0; r < ROUNDS; r++) {
            philoxRound(c, k0, k1);
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        out[i] = make_uint4(c[0], c[1], c[2], c[3]);
    }
}
template __global__ void philoxFill<10>(uint4 *, uint32_t, uint32_t, int64_t);
template __global__ void philoxFill<7>(uint4 *, uint32_t, uint32_t, int64_t);

__device__ __forceinline__ uint32_t pcg(uint64_t &s)
{
    uint64_t old = s;
    s = old * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27), r = (uint32_t)(old >> 59);
    return x >> r | x << (-r & 31);
}
__device__ __forceinline__ float unit(uint64_t &s) { return (pcg(s) >> 8) * (1.f / 16777216.f); }

// how many come before the product is too small: Knuth's way
extern "C" __global__ void rng_how_many_arrive(const float *rate, int *count, int n, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t s = seed + (uint64_t)i * 0x9E3779B97F4A7C15ull;
    float limit = expf(-rate[i]), p = 1.f;
    int k = -1;
    do {
        k++;
        p *= unit(s);
    } while (p > limit);
    count[i] = k;
}

// gamma by Marsaglia and Tsang: thrown away and drawn again
extern "C" __global__ void rng_gamma_drawn_again(float shape, float *out, int *tries, int n, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t s = seed ^ (uint64_t)(i + 1) * 0xD1342543DE82EF95ull;
    float d = shape - 1.f / 3.f, c = rsqrtf(9.f * d);
    int many = 0;
    for (;;) {
        float a = 1.f - unit(s), b = unit(s), u = 1.f - unit(s);
        float x = sqrtf(-2.f * logf(a)) * cospif(2.f * b), v = 1.f + c * x;
        many++;
        if (v <= 0.f) continue;
        v = v * v * v;
        if (logf(u) < 0.5f * x * x + d * (1.f - v + logf(v))) {
            out[i] = d * v;
            break;
        }
    }
    tries[i] = many;
}

// an integral by throwing points; the block adds up
extern "C" __global__ void mc_points_under_a_hill(double *sum, int per_thread, unsigned long long seed)
{
    __shared__ double s[4];
    uint64_t state = seed + blockIdx.x * 128u + threadIdx.x;
    pcg(state);
    double mine = 0;
    for (int k = 0; k < per_thread; k++) {
        float x = unit(state), y = unit(state), z = unit(state);
        float r = x * x + y * y + z * z;
        if (r < 1.f) mine += sqrtf(1.f - r);
    }
    for (int d = 16; d > 0; d >>= 1) mine += __shfl_down_sync(~0u, mine, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) sum[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
}

__device__ double below(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }
struct Greeks { double price, delta, gamma, vega, theta; };
// price and greeks of calls
extern "C" __global__ void fin_call_and_its_greeks(const double *spot, const double *strike, const double *years, Greeks *out, int n, double rate, double sigma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double S = spot[i], K = strike[i], T = years[i], root = sqrt(T);
    double d1 = (log(S / K) + (rate + 0.5 * sigma * sigma) * T) / (sigma * root), d2 = d1 - sigma * root;
    double density = 0.3989422804014327 * exp(-0.5 * d1 * d1), paid = K * exp(-rate * T);
    Greeks g;
    g.delta = below(d1);
    g.price = S * g.delta - paid * below(d2);
    g.gamma = density / (S * sigma * root);
    g.vega = S * density * root;
    g.theta = -S * density * sigma / (2 * root) - rate * paid * below(d2);
    out[i] = g;
}

// what rate makes the payments worth nothing: Newton, not too often
extern "C" __global__ void fin_rate_of_return(const float *paid, const uint8_t *periods, float *rate, int *rounds, int n, int pitch)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int many = periods[i] + 2, k;
    float r = 0.1f;
    for (k = 0; k < 50; k++) {
        float v = 1.f / (1.f + r), f = -1.f, g = 0.f, w = v;
        for (int t = 1; t <= many; t++) {
            float c = paid[t * pitch + i];
            f += c * w;
            g -= t * c * w * v;
            w *= v;
        }
        if (fabsf(f) < 1e-5f) break;
        if (g == 0.f) {
            k = -1;
            break;
        }
        float next = r - f / g;
        r = next < -0.9f ? 0.5f * (r - 0.9f) : next;
    }
    rate[i] = r;
    rounds[i] = k;
}

// Heston's variance beside the price, a path for a thread
extern "C" __global__ void __launch_bounds__(192) fin_paths_with_variance(float *payoff, int paths, int steps, float kappa, float theta, float xi, float rho, unsigned long long seed)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    uint64_t s = seed + (uint64_t)p * 0x9E3779B97F4A7C15ull;
    float dt = 1.f / steps, root = sqrtf(dt), v = theta, x = 0.f, other = sqrtf(1.f - rho * rho);
#pragma unroll 2
    for (int k = 0; k < steps; k++) {
        float r = sqrtf(-2.f * __logf(1.f - unit(s))), a, b;
        __sincosf(6.2831853f * unit(s), &a, &b);
        a *= r;
        b *= r;
        float w = sqrtf(fmaxf(v, 0.f));
        x += -0.5f * fmaxf(v, 0.f) * dt + w * root * a;
        v += kappa * (theta - fmaxf(v, 0.f)) * dt + xi * w * root * (rho * a + other * b);
    }
    payoff[p] = fmaxf(__expf(x) - 1.f, 0.f);
}

// deepest fall below the highest so far, series side by side
extern "C" __global__ void fin_deepest_fall(const float *price, float *fall, int *when, int series, int days)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= series) return;
    float high = price[s], worst = 0.f;
    int at = 0;
    for (int d = 1; d < days; d++) {
        float p = price[(size_t)d * series + s];
        if (p > high)
            high = p;
        else if (high - p > worst) {
            worst = high - p;
            at = d;
        }
    }
    fall[s] = worst;
    when[s] = at;
}
