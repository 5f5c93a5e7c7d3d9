// Arithmetic, chance and control: bodies, escapes, trials, equations of motion.
#include <cstdint>

extern "C" __global__ void __launch_bounds__(128) nbody_softened_in_tiles(const float4 *__restrict__ body, float4 *__restrict__ pull, int n, float soft)
{
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int j0 = 0; j0 < n; j0 += 128) {
        int j = j0 + threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; k++) {
            float4 o = tile[k];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float f = o.w * r * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    if (i < n)
        pull[i] = make_float4(ax, ay, az, 0.f);
}

// potential of every charge with all others, plain loop
extern "C" __global__ void nbody_potential_plain_double(const double *x, const double *y, const double *q, double *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double s = 0;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        double dx = x[i] - x[j], dy = y[i] - y[j];
        s += q[j] / sqrt(dx * dx + dy * dy + 1e-6);
    }
    v[i] = s;
}

template <typename T>
__global__ void shipEscapes(uint16_t *out, int width, int height, int most, T x0, T y0, T step)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    T cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int it = 0;
    while (it < most && x * x + y * y < T(4)) {
        T t = x * x - y * y + cx;
        T p = x * y;
        y = 2 * (p < 0 ? -p : p) + cy;
        x = t;
        it++;
    }
    out[py * width + px] = it;
}
template __global__ void shipEscapes<float>(uint16_t *, int, int, int, float, float, float);
template __global__ void shipEscapes<double>(uint16_t *, int, int, int, double, double, double);

// a different formula for each kind of leaf
extern "C" __global__ void branch_formula_for_each_kind(const int *kind, const float *a, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = a[i], r;
    switch (kind[i]) {
    case 0: r = sinf(v); break;
    case 1: r = v * v * v - 2.0f * v; break;
    case 2: r = sqrtf(fabsf(v)) + 1.0f; break;
    case 3: r = __logf(fabsf(v) + 1.0f); break;
    case 4:
        r = v;
        for (int k = 0; k < 12; k++)
            r = 0.5f * (r + v / (r + 1.5f));
        break;
    case 5: r = atan2f(v, 0.3f); break;
    default: r = 0.0f;
    }
    out[i] = r;
}

extern "C" __global__ void loop_collatz_steps_from(uint64_t first, int *steps, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint64_t v = first + i;
        int count = 0;
        while (v != 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            count++;
        }
        steps[i] = count;
    }
}

__device__ inline uint32_t xorshift(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// mean over the days of a path against the strike
extern "C" __global__ void mc_asian_call_paths(float *paid, int paths, int days, float spot, float strike, float drift, float vol)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths)
        return;
    uint32_t s = p * 2654435761u + 12345u;
    float price = spot, mean = 0.f;
    for (int d = 0; d < days; d += 2) {
        float u = (xorshift(s) >> 8) * 5.9604645e-8f + 3e-8f, w = (xorshift(s) >> 8) * 5.9604645e-8f;
        float r = sqrtf(-2.f * __logf(u)), sn, cs;
        __sincosf(6.2831853f * w, &sn, &cs);
        price *= __expf(drift + vol * r * cs);
        mean += price;
        price *= __expf(drift + vol * r * sn);
        mean += price;
    }
    paid[p] = fmaxf(mean / days - strike, 0.f);
}

extern "C" __global__ void mc_needles_that_cross(unsigned long long *hits, int throws, unsigned seed)
{
    __shared__ unsigned block;
    if (threadIdx.x == 0)
        block = 0;
    __syncthreads();
    uint32_t s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 747796405u + seed;
    if (!s)
        s = 1;
    unsigned mine = 0;
    for (int i = 0; i < throws; i++) {
        float at = xorshift(s) * 2.3283064e-10f;
        float angle = xorshift(s) * 2.3283064e-10f * 3.1415927f;
        if (at < 0.5f * __sinf(angle) || at > 1.f - 0.5f * __sinf(angle))
            mine++;
    }
    atomicAdd(&block, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, (unsigned long long)block);
}

struct Vec3 {
    double x, y, z;
};

__device__ Vec3 lorenz(Vec3 p, double rho)
{
    return {10.0 * (p.y - p.x), p.x * (rho - p.z) - p.y, p.x * p.y - 8.0 / 3.0 * p.z};
}

// Runge and Kutta's four slopes, a starting point for each thread
extern "C" __global__ void phys_lorenz_four_slopes(double *state, int n, int steps, double h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3 p = {state[i], state[n + i], state[2 * n + i]};
    double rho = 20.0 + 10.0 * i / n;
    for (int s = 0; s < steps; s++) {
        Vec3 a = lorenz(p, rho);
        Vec3 b = lorenz({p.x + h / 2 * a.x, p.y + h / 2 * a.y, p.z + h / 2 * a.z}, rho);
        Vec3 c = lorenz({p.x + h / 2 * b.x, p.y + h / 2 * b.y, p.z + h / 2 * b.z}, rho);
        Vec3 d = lorenz({p.x + h * c.x, p.y + h * c.y, p.z + h * c.z}, rho);
        p.x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
        p.y += h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
        p.z += h / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
    }
    state[i] = p.x;
    state[n + i] = p.y;
    state[2 * n + i] = p.z;
}

// one colour of the board flips where chance allows; odd columns are even in the next row
extern "C" __global__ void phys_spins_on_one_colour(signed char *spin, int side, int colour, float beta, unsigned sweep)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= side / 2 || r >= side)
        return;
    int x = 2 * c + ((r + colour) & 1);
    int left = x == 0 ? side - 1 : x - 1, right = x == side - 1 ? 0 : x + 1;
    int up = r == 0 ? side - 1 : r - 1, down = r == side - 1 ? 0 : r + 1;
    int me = spin[r * side + x];
    int around = spin[r * side + left] + spin[r * side + right] + spin[up * side + x] + spin[down * side + x];
    uint32_t s = (r * side + x) * 2891336453u + sweep * 277803737u + 1;
    xorshift(s);
    float u = xorshift(s) * 2.3283064e-10f;
    if (u < __expf(-2.f * beta * me * around))
        spin[r * side + x] = -me;
}
