// Chance, money, and equations in time.
#include <cuda_runtime.h>

struct Market { float spot, rate, sigma, years, strike; };

__constant__ Market bazaar;
__constant__ float flip_chance[10];
__constant__ double swing[4];
__constant__ float nodes_of_gauss[2][8];

__device__ __forceinline__ unsigned pcg(unsigned &s)
{
    s = s * 747796405u + 2891336453u;
    const unsigned w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

// xorshift points in a square: how many fall within the circle
extern "C" __global__ void mc_darts_in_quarter(unsigned long long *inside, unsigned seed, int each)
{
    unsigned long long s = seed + 0x9e3779b97f4a7c15ull * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    unsigned found = 0;
    for (int k = 0; k < each; k++) {
        s ^= s << 13, s ^= s >> 7, s ^= s << 17;
        const float x = (unsigned)s * 0x1p-32f, y = (unsigned)(s >> 32) * 0x1p-32f;
        found += x * x + y * y < 1.f;
    }
    found = __reduce_add_sync(~0u, found);
    if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned long long)found);
}

// an option on the mean of the price: one path a thread, two normals at once
extern "C" __global__ void mc_asian_by_pcg(float *paid, int paths, int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    unsigned s = i * 2654435761u + 12345u;
    const float dt = bazaar.years / steps, drift = (bazaar.rate - 0.5f * bazaar.sigma * bazaar.sigma) * dt, vol = bazaar.sigma * sqrtf(dt);
    float log_price = 0, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        const float u = (pcg(s) >> 8) * 0x1p-24f + 0x1p-25f, v = (pcg(s) >> 8) * 0x1p-24f;
        const float r = sqrtf(-2 * __logf(u));
        float sn, cs;
        __sincosf(6.2831853f * v, &sn, &cs);
        log_price += drift + vol * r * cs;
        sum += __expf(log_price);
        log_price += drift + vol * r * sn;
        sum += __expf(log_price);
    }
    paid[i] = __expf(-bazaar.rate * bazaar.years) * fmaxf(bazaar.spot * sum / steps - bazaar.strike, 0.f);
}

// Philox of four words and ten rounds, four numbers a thread
extern "C" __global__ void rng_philox_ten_rounds(uint4 *out, unsigned n, unsigned k0, unsigned k1)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 c = make_uint4(i, 0, 0, 7);
#pragma unroll
    for (int r = 0; r < 10; r++) {
        const unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
        const unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    out[i] = c;
}

// spins of one colour of a board; the chance of a flip by how many neighbours agree
extern "C" __global__ void mc_spins_half_board(signed char *spin, int w, int h, int colour, unsigned round)
{
    const int half = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (half >= w / 2 || y >= h) return;
    const int x = 2 * half + ((y + colour) & 1);
    const int l = x ? x - 1 : w - 1, r = x + 1 < w ? x + 1 : 0, u = y ? y - 1 : h - 1, d = y + 1 < h ? y + 1 : 0;
    const int here = spin[y * w + x] & 1;
    const int agree = ((spin[y * w + l] & 1) == here) + ((spin[y * w + r] & 1) == here) + ((spin[u * w + x] & 1) == here) + ((spin[d * w + x] & 1) == here);
    unsigned s = (y * w + x) ^ round * 0x85ebca6bu;
    if ((pcg(s) >> 8) * 0x1p-24f < flip_chance[agree + 5 * here]) spin[y * w + x] = 1 - here;
}

// Lorenz' equations by Runge and Kutta, the parameters spread over the threads
template <typename T>
__global__ void strangeWings(T *__restrict__ out, int n, int steps, T dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const T rho = T(20) + T(10) * i / n, sigma = 10, beta = T(8) / 3;
    T y[3] = {1, 1, 1};
    for (int s = 0; s < steps; s++) {
        T k[3], sum[3] = {0, 0, 0}, z[3] = {y[0], y[1], y[2]};
#pragma unroll
        for (int stage = 0; stage < 4; stage++) {
            k[0] = sigma * (z[1] - z[0]);
            k[1] = z[0] * (rho - z[2]) - z[1];
            k[2] = z[0] * z[1] - beta * z[2];
            const T weight = stage == 0 || stage == 3 ? T(1) / 6 : T(1) / 3, ahead = stage == 2 ? dt : dt / 2;
#pragma unroll
            for (int c = 0; c < 3; c++) sum[c] += weight * k[c], z[c] = y[c] + ahead * k[c];
        }
#pragma unroll
        for (int c = 0; c < 3; c++) y[c] += dt * sum[c];
    }
    for (int c = 0; c < 3; c++) out[c * n + i] = y[c];
}
template __global__ void strangeWings<float>(float *, int, int, float);
template __global__ void strangeWings<double>(double *, int, int, double);

// a driven pendulum whose step fits itself to the error
extern "C" __global__ void phys_pendulum_fitting_steps(const double *__restrict__ push, double *__restrict__ angle, int *__restrict__ taken, int n, double until, double tolerance)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const double p = push[i];
    double t = 0, a = 0.5, v = 0, dt = 0.01;
    int steps = 0;
    while (t < until && steps < 4000) {
        dt = fmin(dt, until - t);
        const double f1 = swing[0] * p - swing[1] * v - (swing[2] + 1) * a * (1 - a * a / 6);
        const double a1 = a + dt * v, v1 = v + dt * f1;
        const double f2 = swing[0] * p - swing[1] * v1 - (swing[2] + 1) * a1 * (1 - a1 * a1 / 6);
        const double a2 = a + dt / 2 * (v + v1), v2 = v + dt / 2 * (f1 + f2);
        const double error = fabs(a2 - a1) + fabs(v2 - v1) + 1e-12;
        if (error < tolerance) t += dt, a = a2, v = v2;
        dt *= fmin(2.0, fmax(0.3, 0.9 * sqrt(tolerance / error)));
        steps++;
    }
    angle[i] = a;
    taken[i] = steps;
}

// an American put on a tree of prices, one block an option
extern "C" __global__ void fin_put_down_the_tree(const float *spot, const float *strike, float *price, int steps)
{
    extern __shared__ float value[];
    const float s = 50 + 50 * spot[blockIdx.x], k = 50 + 50 * strike[blockIdx.x];
    const float dt = 1.f / steps, up = expf(0.3f * sqrtf(dt)), log_up = 0.3f * sqrtf(dt), grow = expf(0.03f * dt);
    const float p = (grow - 1 / up) / (up - 1 / up), back = 1 / grow;
    for (int i = threadIdx.x; i <= steps; i += blockDim.x) value[i] = fmaxf(k - s * __expf(log_up * (2 * i - steps)), 0.f);
    __syncthreads();
    for (int t = steps - 1; t >= 0; t--) {
        for (int first = 0; first <= t; first += blockDim.x) {
            const int i = first + threadIdx.x;
            float v = 0;
            if (i <= t) v = fmaxf(back * (p * value[i + 1] + (1 - p) * value[i]), k - s * __expf(log_up * (2 * i - t)));
            __syncthreads();
            if (i <= t) value[i] = v;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) price[blockIdx.x] = value[0];
}

// the volatility that a price tells of, by Newton
extern "C" __global__ void fin_volatility_told_by_price(const float *__restrict__ moneyness, const float *__restrict__ wanted, float *__restrict__ sigma, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float s = 0.8f + 0.4f * moneyness[i], true_sigma = 0.1f + 0.5f * wanted[i], log_s = logf(s);
        auto call = [&](float v) { return s * normcdff(log_s / v + 0.5f * v) - normcdff(log_s / v - 0.5f * v); };
        const float price = call(true_sigma);
        float v = 0.4f;
        for (int k = 0; k < 30; k++) {
            const float d = log_s / v + 0.5f * v, vega = s * 0.39894228f * __expf(-0.5f * d * d);
            const float off = call(v) - price;
            if (fabsf(off) < 1e-5f) break;
            v = fmaxf(0.05f, v - off / fmaxf(vega, 1e-3f));
        }
        sigma[i] = v;
    }
}

// integrals of a bump by Gauss' rule, nodes and weights by two indices
extern "C" __global__ void num_gauss_rule_of_eight(const float *centre, float *out, long long n)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float c = centre[i], sum = 0;
        for (int piece = 0; piece < 4; piece++)
            for (int k = 0; k < 8; k++) {
                float x = 0.25f * (piece + nodes_of_gauss[0][k]) - c;
                sum += nodes_of_gauss[1][k] * expf(-20.f * x * x) / (1.f + x * x);
            }
        out[i] = 0.25f * sum;
    }
}
