// Prices, equations in time and small systems.
#include <math.h>

// American put on a tree; a block for an option, the layer of values in shared memory
extern "C" __global__ void fin_puts_up_a_shared_lattice(const float *spot, const float *strike, float *value, int steps, float rate, float vol, float years)
{
    extern __shared__ float layer[];
    const float s0 = spot[blockIdx.x], k = strike[blockIdx.x];
    const float dt = years / steps, up = expf(vol * sqrtf(dt)), disc = expf(-rate * dt);
    const float p = (1.0f / disc - 1.0f / up) / (up - 1.0f / up);
    const float lift = logf(up);
    for (int j = threadIdx.x; j <= steps; j += blockDim.x)
        layer[j] = fmaxf(k - s0 * expf(lift * (2 * j - steps)), 0.0f);
    __syncthreads();
    for (int t = steps - 1; t >= 0; t--) {
        for (int base = 0; base <= t; base += blockDim.x) {
            int j = base + threadIdx.x;
            float v = 0.0f;
            if (j <= t)
                v = fmaxf(disc * (p * layer[j + 1] + (1.0f - p) * layer[j]), k - s0 * __expf(lift * (2 * j - t)));
            __syncthreads();
            if (j <= t)
                layer[j] = v;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0)
        value[blockIdx.x] = layer[0];
}

// a path ends as soon as it touches the barrier
extern "C" __global__ void fin_paths_until_the_barrier(float *pay, int paths, int days, float s0, float strike, float barrier, float drift, float sigma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths)
        return;
    unsigned long long state = 6364136223846793005ull * (i + 1) + 1442695040888963407ull;
    float s = s0;
    bool alive = true;
    for (int d = 0; d < days; d++) {
        float g = 0.0f;
        for (int k = 0; k < 4; k++) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            g += (unsigned)(state >> 40) * (1.0f / 16777216.0f);
        }
        g = (g - 2.0f) * 1.7320508f;
        s *= expf(drift + sigma * g);
        if (s < barrier) {
            alive = false;
            break;
        }
    }
    pay[i] = alive ? fmaxf(s - strike, 0.0f) : 0.0f;
}

__device__ double call_price(double s, double k, double t, double r, double v)
{
    double a = v * sqrt(t), d = (log(s / k) + (r + 0.5 * v * v) * t) / a;
    return s * normcdf(d) - k * exp(-r * t) * normcdf(d - a);
}

// the volatility that gives the price, by halving
extern "C" __global__ void fin_volatility_by_halving(const double *moneyness, const double *quote, double *vol, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double k = 0.8 + 0.4 * moneyness[i], want = call_price(1.0, k, 0.5, 0.02, 0.05 + 0.6 * quote[i]);
    double lo = 0.01, hi = 2.0;
    while (hi - lo > 1e-5) {
        double mid = 0.5 * (lo + hi);
        if (call_price(1.0, k, 0.5, 0.02, mid) < want)
            lo = mid;
        else
            hi = mid;
    }
    vol[i] = 0.5 * (lo + hi);
}

__constant__ float butterfly[3];

__device__ float3 slope(float3 s)
{
    return make_float3(butterfly[0] * (s.y - s.x), s.x * (butterfly[1] - s.z) - s.y, s.x * s.y - butterfly[2] * s.z);
}

__device__ float3 along(float3 s, float3 d, float h)
{
    return make_float3(s.x + h * d.x, s.y + h * d.y, s.z + h * d.z);
}

// four slopes a step, many starting points
extern "C" __global__ void sim_butterflies_four_slopes(const float3 *__restrict__ from, float3 *__restrict__ to, int n, int steps, float h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 s = from[i];
    for (int t = 0; t < steps; t++) {
        float3 a = slope(s), b = slope(along(s, a, 0.5f * h)), c = slope(along(s, b, 0.5f * h)), d = slope(along(s, c, h));
        s.x += h / 6.0f * (a.x + 2.0f * b.x + 2.0f * c.x + d.x);
        s.y += h / 6.0f * (a.y + 2.0f * b.y + 2.0f * c.y + d.y);
        s.z += h / 6.0f * (a.z + 2.0f * b.z + 2.0f * c.z + d.z);
    }
    to[i] = s;
}

// an oscillator with friction that depends on where it is; the step follows the error
extern "C" __global__ void sim_oscillator_minds_its_step(const double *__restrict__ mu, double *__restrict__ last, int *__restrict__ steps, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double m = 0.5 + 4.0 * mu[i], x = 2.0, v = 0.0, t = 0.0, h = 0.01;
        int done = 0;
        while (t < 2.0 && done < 2000) {
            if (t + h > 2.0)
                h = 2.0 - t;
            double a1 = m * (1 - x * x) * v - x;
            double x2 = x + h * v, v2 = v + h * a1;
            double a2 = m * (1 - x2 * x2) * v2 - x2;
            double ex = 0.5 * h * fabs(v2 - v), ev = 0.5 * h * fabs(a2 - a1);
            double err = fmax(ex, ev);
            done++;
            if (err < 1e-4 || h < 1e-7) {
                x += 0.5 * h * (v + v2);
                v += 0.5 * h * (a1 + a2);
                t += h;
                if (err < 2e-5)
                    h *= 1.5;
            } else
                h *= 0.5;
        }
        last[i] = x;
        steps[i] = done;
    }
}

// diagonals of many systems side by side: entry k of system i is at k * n + i
template <typename T> __global__ void threeDiagonals(const T *lower, const T *upper, const T *rhs, T *x, T *work, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T c = upper[i] / T(4), d = rhs[i] / T(4);
    work[i] = c;
    x[i] = d;
    for (int k = 1; k < length; k++) {
        size_t at = (size_t)k * n + i;
        T a = lower[at], w = T(1) / (T(4) - a * c);
        c = upper[at] * w;
        d = (rhs[at] - a * d) * w;
        work[at] = c;
        x[at] = d;
    }
    for (int k = length - 2; k >= 0; k--) {
        size_t at = (size_t)k * n + i;
        d = x[at] - work[at] * d;
        x[at] = d;
    }
}
template __global__ void threeDiagonals<float>(const float *, const float *, const float *, float *, float *, int, int);
template __global__ void threeDiagonals<double>(const double *, const double *, const double *, double *, double *, int, int);

// symmetric systems of six, one a thread; the diagonal is made heavy enough
extern "C" __global__ void __launch_bounds__(96) la_roots_of_six_by_six(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float l[6][6], y[6];
#pragma unroll
    for (int r = 0; r < 6; r++) {
#pragma unroll
        for (int c = 0; c <= r; c++) {
            float s = a[(size_t)(r * (r + 1) / 2 + c) * n + i] + (r == c ? 8.0f : 0.0f);
#pragma unroll
            for (int k = 0; k < c; k++)
                s -= l[r][k] * l[c][k];
            l[r][c] = r == c ? rsqrtf(s) : s * l[c][c];
        }
        float s = b[(size_t)r * n + i];
#pragma unroll
        for (int k = 0; k < r; k++)
            s -= l[r][k] * y[k];
        y[r] = s * l[r][r];
    }
#pragma unroll
    for (int r = 5; r >= 0; r--) {
        float s = y[r];
#pragma unroll
        for (int k = r + 1; k < 6; k++)
            s -= l[k][r] * y[k];
        y[r] = s * l[r][r];
        x[(size_t)r * n + i] = y[r];
    }
}

__constant__ int drift_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int drift_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float drift_share[9];

// a fluid as nine streams in each cell: gather, collide, store; the sides meet
extern "C" __global__ void pde_fluid_of_nine_streams(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    const size_t cells = (size_t)nx * ny, here = (size_t)y * nx + x;
    float v[9], rho = 0.0f, ux = 0.0f, uy = 0.0f;
    for (int k = 0; k < 9; k++) {
        int sx = x - drift_x[k], sy = y - drift_y[k];
        sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx;
        sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
        v[k] = f[k * cells + (size_t)sy * nx + sx];
        rho += v[k];
        ux += drift_x[k] * v[k];
        uy += drift_y[k] * v[k];
    }
    float inv = 1.0f / (rho + 1e-6f);
    ux *= inv;
    uy *= inv;
    const float square = 1.5f * (ux * ux + uy * uy);
    for (int k = 0; k < 9; k++) {
        float eu = 3.0f * (drift_x[k] * ux + drift_y[k] * uy);
        float rest = drift_share[k] * rho * (1.0f + eu + 0.5f * eu * eu - square);
        g[k * cells + here] = v[k] + omega * (rest - v[k]);
    }
}
