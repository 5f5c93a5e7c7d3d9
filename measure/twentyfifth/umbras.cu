// Chance, and equations integrated in every thread.
#include <cstddef>
#include <cstdint>

__device__ __forceinline__ unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__device__ __forceinline__ unsigned xorshift(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

extern "C" __global__ void mc_quarter_circle_xorshift(unsigned long long *hits, int throws, unsigned seed)
{
    unsigned s = mixed(seed + blockIdx.x * blockDim.x + threadIdx.x) | 1;
    unsigned in = 0;
    for (int k = 0; k < throws; k++) {
        float x = xorshift(s) * 2.3283064e-10f, y = xorshift(s) * 2.3283064e-10f;
        in += x * x + y * y < 1.0f;
    }
    in = __reduce_add_sync(0xffffffffu, in);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(hits, (unsigned long long)in);
}

struct Market {
    float spot, strike, rate, volatility, years;
};

// Asian option: the mean along each path counts.
extern "C" __global__ void mc_mean_of_price_paths(float *payoff, int paths, int steps, Market m, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths)
        return;
    unsigned long long state = ((unsigned long long)mixed(i) << 32) + seed;
    float dt = m.years / steps, drift = (m.rate - 0.5f * m.volatility * m.volatility) * dt;
    float wide = m.volatility * sqrtf(dt), price = m.spot, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned a = state >> 32;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned b = state >> 32;
        float r = sqrtf(-2.0f * __logf((a + 1.0f) * 2.3283064e-10f)), s, c;
        __sincosf(6.2831853f * (b * 2.3283064e-10f), &s, &c);
        price *= __expf(drift + wide * r * c);
        sum += price;
        price *= __expf(drift + wide * r * s);
        sum += price;
    }
    payoff[i] = expf(-m.rate * m.years) * fmaxf(sum / (2 * ((steps + 1) / 2)) - m.strike, 0.0f);
}

// Philox 4x32, ten rounds, four numbers a thread.
extern "C" __global__ void rng_philox_four_floats(float4 *__restrict__ out, size_t quads, uint2 key)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < quads; i += (size_t)gridDim.x * blockDim.x) {
        uint4 c = make_uint4((unsigned)i, (unsigned)(i >> 32), 0, 0);
        uint2 k = key;
#pragma unroll
        for (int r = 0; r < 10; r++) {
            unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
            unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
            c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
            k.x += 0x9E3779B9u;
            k.y += 0xBB67AE85u;
        }
        out[i] = make_float4((c.x >> 8) * 5.9604645e-8f, (c.y >> 8) * 5.9604645e-8f, (c.z >> 8) * 5.9604645e-8f,
                             (c.w >> 8) * 5.9604645e-8f);
    }
}

// Half a sweep of the Ising model over the fields of one colour.
extern "C" __global__ void mc_spins_of_one_colour(int8_t *spin, int width, int height, int colour, float beta, unsigned seed)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
    x += (y + colour) & 1;
    if (x >= width || y >= height) return;
    int up = y == 0 ? height - 1 : y - 1, down = y == height - 1 ? 0 : y + 1;
    int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
    int me = spin[y * width + x] & 1 ? 1 : -1;
    int around = (spin[up * width + x] & 1) + (spin[down * width + x] & 1) + (spin[y * width + left] & 1) + (spin[y * width + right] & 1);
    float cost = 2.0f * me * (2 * around - 4);
    float draw = (mixed(seed ^ (unsigned)(y * width + x)) >> 8) * 5.9604645e-8f;
    if (cost <= 0 || draw < __expf(-beta * cost))
        spin[y * width + x] = me > 0 ? 0 : 1;
}

// Walkers start in the middle; how many steps until one leaves the circle.
extern "C" __global__ void mc_steps_until_outside(unsigned *steps, unsigned n, int radius, unsigned most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = mixed(i + 12345) | 1, k = 0;
    int x = 0, y = 0;
    while (x * x + y * y < radius * radius && k < most) {
        unsigned r = xorshift(s) >> 30;
        x += r == 0 ? 1 : r == 1 ? -1 : 0;
        y += r == 2 ? 1 : r == 3 ? -1 : 0;
        k++;
    }
    steps[i] = k;
}

struct Vec3 {
    float x, y, z;
};
__device__ inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ inline Vec3 operator*(float s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
__device__ inline Vec3 lorenz(Vec3 p) { return {10.0f * (p.y - p.x), p.x * (28.0f - p.z) - p.y, p.x * p.y - 8.0f / 3.0f * p.z}; }

extern "C" __global__ void phys_lorenz_four_stages(const Vec3 *start, Vec3 *end, int n, float h, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Vec3 p = start[i];
        for (int s = 0; s < steps; s++) {
            Vec3 a = lorenz(p), b = lorenz(p + 0.5f * h * a), c = lorenz(p + 0.5f * h * b), d = lorenz(p + h * c);
            p = p + h / 6.0f * (a + 2.0f * b + 2.0f * c + d);
        }
        end[i] = p;
    }
}

// Van der Pol's oscillator; Heun's error against Euler's sets the step.
extern "C" __global__ void phys_oscillator_steps_adapt(const double *__restrict__ stiffness, double2 *__restrict__ state,
                                                       int *__restrict__ taken, int n, double until, double tolerance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double mu = 2.0 + 1.5 * stiffness[i], x = 2.0, v = 0.0, t = 0.0, h = 1e-3;
    int count = 0;
    while (t < until && count < 5000) {
        h = fmin(h, until - t + 1e-12);
        double ax = v, av = mu * (1 - x * x) * v - x;
        double x1 = x + h * ax, v1 = v + h * av;
        double bx = v1, bv = mu * (1 - x1 * x1) * v1 - x1;
        double error = 0.5 * h * (fabs(bx - ax) + fabs(bv - av));
        count++;
        if (error < tolerance) {
            x += 0.5 * h * (ax + bx);
            v += 0.5 * h * (av + bv);
            t += h;
        }
        h *= fmin(2.0, fmax(0.3, 0.9 * sqrt(tolerance / (error + 1e-16))));
    }
    state[i] = make_double2(x, v);
    taken[i] = count;
}
