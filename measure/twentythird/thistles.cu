// Money and chance.
#include <cstdint>

struct Option {
    float spot, strike, rate, volatility, years;
};

__device__ inline uint32_t xorshift(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// an Asian call: a path for each thread, two normal numbers at a time, sums of blocks
extern "C" __global__ void fin_mean_price_call_paths(Option o, int paths, int steps, uint32_t seed, float *sums)
{
    __shared__ float part[256];
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    float pay = 0;
    if (p < paths) {
        uint32_t s = (p + 1) * 2654435761u ^ seed;
        if (s == 0) s = 1;
        float dt = o.years / steps, drift = (o.rate - 0.5f * o.volatility * o.volatility) * dt, wide = o.volatility * sqrtf(dt);
        float x = logf(o.spot), total = 0;
        for (int k = 0; k < steps; k += 2) {
            float u = ((xorshift(s) >> 8) + 1) * (1.f / 16777216), v = (xorshift(s) >> 8) * (6.2831853f / 16777216);
            float r = sqrtf(-2 * logf(u)), sn, cs;
            sincosf(v, &sn, &cs);
            x += drift + wide * r * cs;
            total += expf(x);
            x += drift + wide * r * sn;
            total += expf(x);
        }
        pay = fmaxf(total / steps - o.strike, 0.f) * expf(-o.rate * o.years);
    }
    part[threadIdx.x] = pay;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d; d >>= 1) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

__device__ double bond(double yield, double coupon, int years)
{
    double worth = 0, d = 1;
    for (int k = 0; k < years; k++) {
        d /= 1 + yield;
        worth += coupon * d;
    }
    return worth + 100 * d;
}

// the yield of each bond by halving
extern "C" __global__ void fin_yield_by_halving(const double *__restrict__ price, const double *__restrict__ coupon, const int *__restrict__ years, double *__restrict__ yield, int bonds, double close)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bonds) return;
    double low = 0, high = 1;
    int n = years[i] + 1;
    while (high - low > close) {
        double mid = 0.5 * (low + high);
        if (bond(mid, coupon[i], n) > price[i]) low = mid;
        else high = mid;
    }
    yield[i] = 0.5 * (low + high);
}

// a European call on a tree, a block for each, levels in shared memory
extern "C" __global__ void fin_levels_of_tree_in_block(const float *spot, const float *strike, float *worth, int levels, float up, float chance, float discount)
{
    extern __shared__ float value[];
    float s = spot[blockIdx.x], k = strike[blockIdx.x], log_up = logf(up);
    for (int j = threadIdx.x; j <= levels; j += blockDim.x) value[j] = fmaxf(s * expf(log_up * (2 * j - levels)) - k, 0.f);
    for (int level = levels; level > 0; level--) {
        for (int first = 0; first < level; first += blockDim.x) {
            int j = first + threadIdx.x;
            __syncthreads();
            float v = j < level ? discount * (chance * value[j + 1] + (1 - chance) * value[j]) : 0;
            __syncthreads();
            if (j < level) value[j] = v;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) worth[blockIdx.x] = value[0];
}

// risk of portfolios: weights times covariances times weights, a warp for each
template <int ASSETS>
__global__ void riskOfPortfolios(const float *__restrict__ weight, const float *__restrict__ covariance, float *__restrict__ risk, int portfolios)
{
    __shared__ float cov[ASSETS][ASSETS];
    for (int k = threadIdx.x; k < ASSETS * ASSETS; k += blockDim.x) cov[k / ASSETS][k % ASSETS] = covariance[k];
    __syncthreads();
    const int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (p >= portfolios) return;
    const float *w = weight + (size_t)p * ASSETS;
    float sum = 0;
    for (int c = lane; c < ASSETS; c += 32) {
        float row = 0;
        for (int r = 0; r < ASSETS; r++) row += w[r] * cov[r][c];
        sum += row * w[c];
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) risk[p] = sqrtf(fabsf(sum));
}
template __global__ void riskOfPortfolios<64>(const float *, const float *, float *, int);

struct State {
    uint32_t x, y, z, w, v, d;
};

// each generator has a state of six words in memory and gives some numbers
extern "C" __global__ void rng_states_of_six_words(State *states, float *__restrict__ out, int n, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State s = states[i];
    for (int k = 0; k < each; k++) {
        uint32_t t = s.x ^ s.x >> 2;
        s.x = s.y, s.y = s.z, s.z = s.w, s.w = s.v;
        s.v = s.v ^ s.v << 4 ^ t ^ t << 1;
        s.d += 362437;
        out[(size_t)k * n + i] = (float)((s.v + s.d) >> 8) * (1.f / 16777216);
    }
    states[i] = s;
}

// jumps ahead to its own place of one long stream, then gives four numbers
extern "C" __global__ void rng_leaps_to_own_place(ulonglong2 *__restrict__ out, uint64_t n, uint64_t seed)
{
    const uint64_t a0 = 6364136223846793005ull, c0 = 1442695040888963407ull;
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < n; i += (uint64_t)gridDim.x * blockDim.x) {
        uint64_t a = a0, c = c0, A = 1, C = 0;
        for (uint64_t m = 2 * i; m; m >>= 1) {
            if (m & 1) {
                A *= a;
                C = C * a + c;
            }
            c *= a + 1;
            a *= a;
        }
        uint64_t s = A * seed + C, first = s * a0 + c0;
        out[i] = make_ulonglong2(first, first * a0 + c0);
    }
}

// even words to normal numbers, in pairs
extern "C" __global__ void rng_pairs_of_normals(const uint2 *__restrict__ words, float2 *__restrict__ out, unsigned pairs, float mean, float deviation)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    uint2 w = words[i];
    float u = (w.x + 1.f) * 2.3283064e-10f, r = sqrtf(-2.f * __logf(fminf(u, 1.f)));
    float s, c;
    __sincosf((float)w.y * 1.4629181e-9f, &s, &c);
    out[i] = make_float2(mean + deviation * r * c, mean + deviation * r * s);
}
