// Chance, money and equations of motion.
#include <cstdint>

__device__ __forceinline__ uint32_t stirred(uint32_t x)
{
    x = x * 747796405u + 2891336453u;
    uint32_t w = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    return (w >> 22) ^ w;
}

// darts thrown at a quarter of a circle
extern "C" __global__ void mc_darts_at_quarter(unsigned long long *hits, int rounds, unsigned seed)
{
    unsigned s = stirred(seed + blockIdx.x * blockDim.x + threadIdx.x) | 1, in = 0;
    for (int r = 0; r < rounds; r++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        unsigned x = s >> 16, y = s & 0xffff;
        in += (unsigned long long)x * x + (unsigned long long)y * y <= 0xfffe0001ull;
    }
    in = __reduce_add_sync(0xffffffffu, in);
    if ((threadIdx.x & 31) == 0) atomicAdd(hits, (unsigned long long)in);
}

struct Market {
    float spot, strike, rate, vol, years;
};
__constant__ Market market;

// payoff of the mean along each path
extern "C" __global__ void mc_paths_of_mean_price(float *pay, int paths, int steps, unsigned seed)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float dt = market.years / steps, drift = (market.rate - 0.5f * market.vol * market.vol) * dt, wide = market.vol * sqrtf(dt);
    float s = market.spot, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        uint32_t a = stirred(seed ^ (p * 4096u + k)), b = stirred(a + 0x9e3779b9u);
        float u = (a + 1.0f) * 2.3283064e-10f, v = b * 2.3283064e-10f, sn, cs;
        float r = sqrtf(-2.f * __logf(u));
        __sincosf(6.2831853f * v, &sn, &cs);
        s *= __expf(drift + wide * r * cs);
        sum += s;
        s *= __expf(drift + wide * r * sn);
        sum += s;
    }
    pay[p] = expf(-market.rate * market.years) * fmaxf(sum / steps - market.strike, 0.f);
}

// steps on a lattice until the walker is out of the ring
extern "C" __global__ void mc_walkers_till_outside(int *lasted, int n, int radius, int most, unsigned seed)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint64_t s = stirred(seed + i) * 6364136223846793005ull + 1442695040888963407ull;
        int x = 0, y = 0, k = 0;
        while (k < most && x * x + y * y < radius * radius) {
            s = s * 6364136223846793005ull + 1442695040888963407ull;
            switch (s >> 62) {
            case 0: x++; break;
            case 1: x--; break;
            case 2: y++; break;
            default: y--;
            }
            k++;
        }
        lasted[i] = k;
    }
}

__device__ inline uint32_t turnLeft(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

// a state of four words for each thread, many numbers each
extern "C" __global__ void rng_four_word_streams(uint4 *state, float *out, int streams, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= streams) return;
    uint4 s = state[i];
    for (int k = 0; k < each; k++) {
        uint32_t r = turnLeft(s.x + s.w, 7) + s.x, t = s.y << 9;
        s.z ^= s.x;
        s.w ^= s.y;
        s.y ^= s.z;
        s.x ^= s.w;
        s.z ^= t;
        s.w = turnLeft(s.w, 11);
        out[(size_t)k * streams + i] = (r >> 8) * (1.0f / 16777216.0f);
    }
    state[i] = s;
}

// American put on a lattice, a block for an option
extern "C" __global__ void fin_lattice_of_puts(const float *__restrict__ spot, const float *__restrict__ strike, float *__restrict__ price, int steps, float up, float toUp, float discount)
{
    extern __shared__ float value[];
    float s0 = spot[blockIdx.x] + 0.5f, k = strike[blockIdx.x] + 0.5f, lup = __log2f(up);
    for (int j = threadIdx.x; j <= steps; j += blockDim.x) value[j] = fmaxf(k - s0 * exp2f(lup * (2 * j - steps)), 0.f);
    __syncthreads();
    for (int t = steps - 1; t >= 0; t--) {
        for (int base = 0; base <= t; base += blockDim.x) {
            int j = base + threadIdx.x;
            float v = 0;
            if (j <= t) v = fmaxf(discount * (toUp * value[j + 1] + (1 - toUp) * value[j]), k - s0 * exp2f(lup * (2 * j - t)));
            __syncthreads();
            if (j <= t) value[j] = v;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) price[blockIdx.x] = value[0];
}

template <typename T>
__device__ T below(T d) { return T(0.5) * erfc(-d * T(0.70710678118654752)); }

// prices of both kinds from the closed formula
template <typename T>
__global__ void callsAndPuts(const T *__restrict__ s, const T *__restrict__ k, const T *__restrict__ t, T *__restrict__ call, T *__restrict__ put, int n, T r, T v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T S = T(0.1) + s[i], K = T(0.1) + k[i], years = T(0.05) + t[i], root = v * sqrt(years);
    T d1 = (log(S / K) + (r + T(0.5) * v * v) * years) / root, d2 = d1 - root, now = K * exp(-r * years);
    T c = S * below(d1) - now * below(d2);
    call[i] = c;
    put[i] = c + now - S;
}
template __global__ void callsAndPuts<float>(const float *, const float *, const float *, float *, float *, int, float, float);
template __global__ void callsAndPuts<double>(const double *, const double *, const double *, double *, double *, int, double, double);

__constant__ float curve_years[64];
__constant__ float curve_rates[64];

// coupons twice a year until the bond ends, the rate read off a curve
extern "C" __global__ void fin_bonds_along_curve(const float *__restrict__ life, const float *__restrict__ coupon, float *__restrict__ worth, int n, int knots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float end = life[i], c = 0.05f * coupon[i], sum = 0, rate = 0, t = end;
    bool last = true;
    while (t > 0) {
        int lo = 0, hi = knots - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) >> 1;
            if (curve_years[mid] <= t) lo = mid;
            else hi = mid;
        }
        float a = (t - curve_years[lo]) / (curve_years[hi] - curve_years[lo]);
        rate = 0.1f * (curve_rates[lo] + a * (curve_rates[hi] - curve_rates[lo]));
        sum += (last ? 1.f + c : c) * __expf(-rate * t);
        last = false;
        t -= 0.5f;
    }
    worth[i] = sum;
}

// four stages of Runge and Kutta for a strange attractor
extern "C" __global__ void phys_butterfly_orbits(float *x, float *y, float *z, int n, int steps, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p[3] = {x[i], y[i], z[i]};
    for (int s = 0; s < steps; s++) {
        float k[3], q[3] = {p[0], p[1], p[2]}, sum[3] = {0, 0, 0};
#pragma unroll
        for (int g = 0; g < 4; g++) {
            k[0] = 10.f * (q[1] - q[0]);
            k[1] = q[0] * (28.f - q[2]) - q[1];
            k[2] = q[0] * q[1] - 2.6666667f * q[2];
            float w = g == 0 || g == 3 ? 1.f : 2.f, h = g == 2 ? dt : 0.5f * dt;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                sum[c] += w * k[c];
                q[c] = p[c] + h * k[c];
            }
        }
        for (int c = 0; c < 3; c++) p[c] += dt / 6.f * sum[c];
    }
    x[i] = p[0], y[i] = p[1], z[i] = p[2];
}

__constant__ double stages[4][4];

// any explicit scheme of four stages for a pendulum that is pushed
extern "C" __global__ void phys_pushed_pendulums(const double *__restrict__ push, double *__restrict__ angle, double *__restrict__ spin, int n, int steps, double h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = angle[i], w = spin[i], f = push[i];
    for (int s = 0; s < steps; s++) {
        double ka[4], kw[4], t = s * h;
#pragma unroll
        for (int g = 0; g < 4; g++) {
            double ga = a, gw = w;
#pragma unroll
            for (int b = 0; b < g; b++) {
                ga += h * stages[g - 1][b] * ka[b];
                gw += h * stages[g - 1][b] * kw[b];
            }
            ka[g] = gw;
            kw[g] = -sin(ga) - 0.1 * gw + f * cos(0.7 * t);
        }
#pragma unroll
        for (int g = 0; g < 4; g++) {
            a += h * stages[3][g] * ka[g];
            w += h * stages[3][g] * kw[g];
        }
    }
    angle[i] = a;
    spin[i] = w;
}

// steps shrink and grow with the error
extern "C" __global__ void __launch_bounds__(128) phys_stiff_circuit_adaptive(float *v, int *taken, int n, float until, float tolerance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = v[i], y = 0, t = 0, h = 0.05f, mu = 1.f + 4.f * (i & 7);
    int k = 0;
    while (t < until && k < 20000) {
        float dx = y, dy = mu * (1 - x * x) * y - x;
        float xe = x + h * dx, ye = y + h * dy;
        float ex = ye, ey = mu * (1 - xe * xe) * ye - xe;
        float error = 0.5f * h * fmaxf(fabsf(ex - dx), fabsf(ey - dy));
        if (error <= tolerance) {
            t += h;
            x += 0.5f * h * (dx + ex);
            y += 0.5f * h * (dy + ey);
        }
        h *= fminf(2.f, fmaxf(0.3f, 0.9f * sqrtf(tolerance / (error + 1e-12f))));
        k++;
    }
    v[i] = x;
    taken[i] = k;
}
