// Chance and money.
#include <stdint.h>

__device__ unsigned xorshift(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// a quarter of a circle
extern "C" __global__ void mc_darts_on_quarter(unsigned *hits, int throws)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = i * 747796405u + 2891336453u, mine = 0;
    for (int k = 0; k < throws; k++) {
        float x = xorshift(s) * 2.3283064e-10f, y = xorshift(s) * 2.3283064e-10f;
        if (x * x + y * y < 1) mine++;
    }
    hits[i] = mine;
}

// a walk in the plane until it leaves the circle
extern "C" __global__ void mc_walk_until_outside(int *steps, int n, int radius, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = i * 2654435761u + 12345u;
    int x = 0, y = 0, k = 0;
    while (k < most && x * x + y * y < radius * radius) {
        unsigned r = xorshift(s) >> 30;
        x += (r == 0) - (r == 1);
        y += (r == 2) - (r == 3);
        k++;
    }
    steps[i] = k;
}

// numbers as they are dealt: 64-bit congruence with a permuted end; normal by pairs
struct Dealer {
    uint64_t state, step;
    __device__ unsigned operator()()
    {
        uint64_t old = state;
        state = old * 6364136223846793005ull + step;
        unsigned x = (unsigned)((old >> 18 ^ old) >> 27), r = old >> 59;
        return x >> r | x << (-r & 31);
    }
};
extern "C" __global__ void rng_normal_pairs_dealt(float2 *out, int n, int each, uint64_t seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Dealer deal = {seed + i, 2 * (uint64_t)i + 1};
    deal();
    for (int k = 0; k < each; k++) {
        if (k * gridDim.x * blockDim.x + i >= n) break;
        float u = (deal() + 1.0f) * 2.3283064e-10f, v = deal() * 2.3283064e-10f;
        float r = sqrtf(-2 * logf(u)), s, c;
        sincospif(2 * v, &s, &c);
        out[k * gridDim.x * blockDim.x + i] = make_float2(r * c, r * s);
    }
}

// a barrier option: a path dies when it falls too far
extern "C" __global__ void mc_paths_that_may_die(const float *normal, float *pay, int paths, int steps, float s0, float drift, float vol, float barrier, float strike)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float s = s0;
    for (int k = 0; k < steps; k++) {
        s *= expf(drift + vol * normal[k * paths + p]);
        if (s < barrier) {
            pay[p] = 0;
            return;
        }
    }
    pay[p] = fmaxf(s - strike, 0);
}

__device__ double normalBelow(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

// what volatility is behind a price: Newton until near
extern "C" __global__ void fin_volatility_behind(const double *spot, const double *years, double *vol, int *turns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 80 + spot[i], t = 0.25 + years[i], k = 100, r = 0.02, q = sqrt(t), price = fmax(s - k * exp(-r * t), 0.0) + 8, v = 0.4;
    int turn = 0;
    for (; turn < 30; turn++) {
        double d1 = (log(s / k) + (r + v * v / 2) * t) / (v * q), d2 = d1 - v * q;
        double c = s * normalBelow(d1) - k * exp(-r * t) * normalBelow(d2), vega = s * q * 0.3989422804014327 * exp(-d1 * d1 / 2);
        double d = (c - price) / vega;
        v -= d;
        if (fabs(d) < 1e-10) break;
    }
    vol[i] = v;
    turns[i] = turn;
}

// an American put on a tree, a block for each; prices in shared memory
extern "C" __global__ void fin_put_on_tree(const float *strikes, float *price, int levels, float up, float chance, float less)
{
    extern __shared__ float leaf[];
    float k = 50 + 100 * strikes[blockIdx.x], down = 1 / up;
    for (int j = threadIdx.x; j <= levels; j += blockDim.x) leaf[j] = fmaxf(k - 100 * powf(up, 2 * j - levels), 0);
    __syncthreads();
    for (int l = levels - 1; l >= 0; l--) {
        float v[4];
        int c = 0;
        for (int j = threadIdx.x; j <= l; j += blockDim.x) v[c++] = fmaxf(less * (chance * leaf[j + 1] + (1 - chance) * leaf[j]), k - 100 * powf(j * 2 > l ? up : down, abs(2 * j - l)));
        __syncthreads();
        c = 0;
        for (int j = threadIdx.x; j <= l; j += blockDim.x) leaf[j] = v[c++];
        __syncthreads();
    }
    if (threadIdx.x == 0) price[blockIdx.x] = leaf[0];
}

// bonds with as many payments as they have years
extern "C" __global__ void fin_bonds_of_years(const int *years, const double *coupon, const double *yield, double *price, double *duration, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double d = 1 / (1 + 0.1 * yield[i]), f = 1, p = 0, t = 0;
        int y = years[i];
        for (int k = 1; k <= y; k++) {
            f *= d;
            double c = 100 * (coupon[i] + (k == y)) * f;
            p += c;
            t += k * c;
        }
        price[i] = p;
        duration[i] = p > 0 ? t / p : 0;
    }
}
