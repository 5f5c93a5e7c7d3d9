// Chance and money.
#include <stdint.h>

// hits of a quarter circle, a xorshift a thread
extern "C" __global__ void monte_carlo_quarter_hits(unsigned long long *hits, int turns, unsigned seed)
{
    uint32_t s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + seed;
    int c = 0;
    s |= 1u;
    for (int k = 0; k < turns; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float x = (s >> 8) * (1.f / 16777216.f);
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float y = (s >> 8) * (1.f / 16777216.f);
        c += x * x + y * y < 1.f;
    }
    c = __reduce_add_sync(~0u, c);
    if ((threadIdx.x & 31) == 0) atomicAdd(hits, (unsigned long long)c);
}

struct Market { float spot, rate, vol, strike, dt; };

// an option on the mean of a path, normal numbers after Box and Muller
extern "C" __global__ void monte_carlo_mean_of_path(float *pay, Market m, int paths, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    uint64_t s = 0x9e3779b97f4a7c15ull * (i + 1);
    float logs = logf(m.spot), sum = 0;
    const float drift = (m.rate - 0.5f * m.vol * m.vol) * m.dt, wide = m.vol * sqrtf(m.dt);
    for (int k = 0; k < steps; k += 2) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        float u = ((unsigned)(s >> 32) >> 8) * (1.f / 16777216.f) + 3e-8f, v = ((unsigned)s >> 8) * (1.f / 16777216.f);
        float r = sqrtf(-2.f * __logf(u)), a, b;
        __sincosf(6.2831853f * v, &a, &b);
        logs += drift + wide * r * a;
        sum += __expf(logs);
        logs += drift + wide * r * b;
        sum += __expf(logs);
    }
    pay[i] = fmaxf(sum / steps - m.strike, 0.f);
}

// both prices after Black and Scholes
extern "C" __global__ void black_scholes_both_sides(const float *__restrict__ spot, const float *__restrict__ strike, const float *__restrict__ years, float2 *__restrict__ out, int n, float rate, float vol)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 5.f + 25.f * spot[i], k = 1.f + 99.f * strike[i], t = 0.25f + 9.75f * years[i];
    float q = vol * sqrtf(t), d1 = (logf(s / k) + (rate + 0.5f * vol * vol) * t) / q, d2 = d1 - q;
    float n1 = normcdff(d1), n2 = normcdff(d2), e = k * expf(-rate * t);
    out[i] = make_float2(s * n1 - e * n2, e * (1.f - n2) - s * (1.f - n1));
}

// four words after Philox, seven rounds
extern "C" __global__ void rnd_philox_seven_rounds(uint4 *out, int n, unsigned key)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 c = make_uint4(i, 0, 17, 0);
        uint2 k = make_uint2(key, ~key);
#pragma unroll
        for (int r = 0; r < 7; r++) {
            unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x, h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
            c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
            k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
        }
        out[i] = c;
    }
}

// an integral over points after Halton, in doubles
extern "C" __global__ void mcl_points_of_halton(double *part, int points, int each)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t * each >= points) return;
    double s = 0;
    for (int k = 0; k < each; k++) {
        double p[2];
        for (int d = 0; d < 2; d++) {
            int base = 2 + d, i = t * each + k + 1;
            double f = 1, r = 0;
            while (i > 0) {
                f /= base;
                r += f * (i % base);
                i /= base;
            }
            p[d] = r;
        }
        s += exp(-p[0] * p[1]) * p[0];
    }
    part[t] = s;
}

// a tree of prices, a block an option, levels in shared memory
extern "C" __global__ void fin_tree_of_levels(const float *spots, float *worth, int levels, float up, float chance, float keep)
{
    extern __shared__ float v[];
    const float s = 50.f + 50.f * spots[blockIdx.x];
    for (int k = threadIdx.x; k <= levels; k += blockDim.x) v[k] = fmaxf(100.f - s * powf(up, 2.f * k - levels), 0.f);
    for (int l = levels; l > 0; l--) {
        __syncthreads();
        for (int from = 0; from < l; from += blockDim.x) {
            const int k = from + threadIdx.x;
            float x = k < l ? keep * (chance * v[k + 1] + (1.f - chance) * v[k]) : 0.f;
            __syncthreads();
            if (k < l) v[k] = x;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) worth[blockIdx.x] = v[0];
}
