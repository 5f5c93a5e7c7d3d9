// Prices, chances.
#include <stdint.h>

__device__ __forceinline__ float normalBelow(float d)
{
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float p = 0.39894228f * expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - p : p;
}

// barrier option in closed form: down and out call
extern "C" __global__ void fin_down_and_out_call(const float *spot, const float *strike, const float *years, float *price, int n, float rate, float vol, float barrier)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s = 50 + 50 * spot[i], k = 60 + 30 * strike[i], t = 0.1f + years[i];
        float root = vol * sqrtf(t), drift = (rate + 0.5f * vol * vol) * t;
        float d1 = (logf(s / k) + drift) / root;
        float e1 = (logf(barrier * barrier / (s * k)) + drift) / root;
        float disc = k * expf(-rate * t);
        float plain = s * normalBelow(d1) - disc * normalBelow(d1 - root);
        float power = powf(barrier / s, 2 * rate / (vol * vol) - 1);
        float image = power * (barrier * barrier / s * normalBelow(e1) - disc * normalBelow(e1 - root));
        price[i] = s > barrier ? plain - image : 0;
    }
}

// tree of Cox, Ross and Rubinstein for a put that may be used early, a block for an option
extern "C" __global__ void fin_put_tree_by_block(const float *spot, float *price, int steps, float up, float p, float discount)
{
    __shared__ float v[513];
    float s = 80 + 40 * spot[blockIdx.x], lu = __logf(up);
    for (int j = threadIdx.x; j <= steps; j += blockDim.x) v[j] = fmaxf(100 - s * __expf(lu * (2 * j - steps)), 0.f);
    for (int t = steps - 1; t >= 0; t--) {
        float next[4];
        __syncthreads();
        for (int j = threadIdx.x, e = 0; j <= t; j += blockDim.x, e++) {
            float hold = discount * (p * v[j + 1] + (1 - p) * v[j]);
            next[e] = fmaxf(hold, 100 - s * __expf(lu * (2 * j - t)));
        }
        __syncthreads();
        for (int j = threadIdx.x, e = 0; j <= t; j += blockDim.x, e++) v[j] = next[e];
    }
    __syncthreads();
    if (threadIdx.x == 0) price[blockIdx.x] = v[0];
}

__device__ __forceinline__ uint32_t stir(uint32_t &a, uint32_t &b)
{
    uint32_t t = a ^ (a << 11);
    a = b;
    b = b ^ (b >> 19) ^ t ^ (t >> 8);
    return b;
}

// paths of two assets that move together: best of both at the end
extern "C" __global__ void monte_carlo_best_of_two(float *sums, int steps, float vol, float together)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, a = i * 2654435761u + 12345, b = a ^ 0x9e3779b9u;
    float x = 0, y = 0, other = sqrtf(1 - together * together);
    for (int k = 0; k < steps; k++) {
        float u = (stir(a, b) >> 8) * 5.9604645e-8f + 3e-8f, v = (stir(a, b) >> 8) * 5.9604645e-8f;
        float r = sqrtf(-2 * __logf(u)), s, c;
        __sincosf(6.2831853f * v, &s, &c);
        x += vol * (r * c);
        y += vol * (together * r * c + other * r * s);
    }
    float pay = fmaxf(fmaxf(__expf(x), __expf(y)) - 1, 0.f);
    for (int d = 16; d; d >>= 1) pay += __shfl_down_sync(~0u, pay, d);
    if (threadIdx.x % 32 == 0) sums[i / 32] = pay;
}

// needles over lines, counted by votes of warps; ints only in the check of hits
extern "C" __global__ void monte_carlo_lattice_walk_home(unsigned *home, int most)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, a = i * 747796405u + 1, b = i ^ 0xdeadbeefu;
    int x = 0, y = 0, k = 0;
    do {
        uint32_t r = stir(a, b) >> 30;
        x += (r == 0) - (r == 1);
        y += (r == 2) - (r == 3);
        k++;
    } while ((x | y) && k < most);
    home[i] = k;
}

// present worth of cash flows in months, rates read from a curve in constant memory
__constant__ float curve[121];
extern "C" __global__ void fin_worth_on_a_curve(const int *months, const float *cash, double *worth, int deals, int flows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= deals) return;
    double w = 0;
    for (int k = 0; k < flows; k++) {
        int m = months[k * deals + i];
        w += cash[k * deals + i] * exp(-(double)curve[m] * m / 12);
    }
    worth[i] = w;
}

// losses of a portfolio by scenario: a block a scenario, the worst kept
extern "C" __global__ void fin_loss_by_scenario(const float *exposure, const float *shock, float *loss, int positions, int factors)
{
    extern __shared__ float f[];
    __shared__ float part[8];
    for (int k = threadIdx.x; k < factors; k += blockDim.x) f[k] = shock[blockIdx.x * factors + k];
    __syncthreads();
    float s = 0;
    for (int p = threadIdx.x; p < positions; p += blockDim.x) {
        float v = 0;
        for (int k = 0; k < factors; k++) v += exposure[k * positions + p] * f[k];
        s += fminf(v, 0.5f);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) s += part[k];
        loss[blockIdx.x] = s;
    }
}

// moving averages, short over long crossed: one price row a thread, prices down the columns
extern "C" __global__ void fin_crossings_of_averages(const float *price, int *crossings, int days, int stocks, float quick, float slow)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= stocks) return;
    float a = price[s], b = a;
    bool above = false;
    int n = 0;
    for (int d = 1; d < days; d++) {
        float p = price[d * stocks + s];
        a = __fadd_rn(a, __fmul_rn(quick, __fsub_rn(p, a)));
        b = __fadd_rn(b, __fmul_rn(slow, __fsub_rn(p, b)));
        bool now = a > b;
        n += now != above;
        above = now;
    }
    crossings[s] = n;
}
