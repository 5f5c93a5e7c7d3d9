// Bodies, fractals, chance.
#include <stdint.h>

extern "C" __global__ void nbody_every_pair(const float4 *__restrict__ p, float4 *__restrict__ a, int n, float soft)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 me = p[i];
    float ax = 0.f, ay = 0.f, az = 0.f;
    for (int j = 0; j < n; j++) {
        const float4 b = p[j];
        const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
        const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft), f = b.w * inv * inv * inv;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
    }
    a[i] = make_float4(ax, ay, az, 0.f);
}

extern "C" __global__ void __launch_bounds__(128) nbody_tile_two_each(const float4 *__restrict__ p, float4 *__restrict__ a, int n, float soft)
{
    __shared__ float4 tile[128];
    const int i0 = blockIdx.x * 256 + threadIdx.x, i1 = i0 + 128;
    const float4 u = p[min(i0, n - 1)], v = p[min(i1, n - 1)];
    float3 s = make_float3(0.f, 0.f, 0.f), t = s;
    for (int base = 0; base < n; base += 128) {
        const int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? p[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++) {
            const float4 b = tile[k];
            float dx = b.x - u.x, dy = b.y - u.y, dz = b.z - u.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + soft), f = b.w * r * r * r;
            s.x += f * dx;
            s.y += f * dy;
            s.z += f * dz;
            dx = b.x - v.x, dy = b.y - v.y, dz = b.z - v.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + soft), f = b.w * r * r * r;
            t.x += f * dx;
            t.y += f * dy;
            t.z += f * dz;
        }
        __syncthreads();
    }
    if (i0 < n) a[i0] = make_float4(s.x, s.y, s.z, 0.f);
    if (i1 < n) a[i1] = make_float4(t.x, t.y, t.z, 0.f);
}

extern "C" __global__ void nbody_potential_f64(const double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z, double *__restrict__ e, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int j = 0; j < n; j++) {
        const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        s += 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
    e[i] = s;
}

// a table of neighbours, forces with a cutoff
extern "C" __global__ void nbody_lennard_list(const float4 *__restrict__ p, const int *__restrict__ neighbours, float4 *__restrict__ f, int n, int most, float cut2)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 me = p[i];
    float x = 0.f, y = 0.f, z = 0.f;
    for (int k = 0; k < most; k++) {
        const float4 b = p[neighbours[k * n + i]];
        const float dx = me.x - b.x, dy = me.y - b.y, dz = me.z - b.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cut2 && r2 > 1e-4f) {
            const float r = 0.01f / (r2 + 0.01f), r6 = r * r * r, s = r * r6 * (r6 - 0.5f);
            x += dx * s;
            y += dy * s;
            z += dz * s;
        }
    }
    f[i] = make_float4(x, y, z, 0.f);
}

extern "C" __global__ void mandelbrot_plain(unsigned char *image, int w, int h, float x0, float y0, float step, int most)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    const float cx = x0 + px * step, cy = y0 + py * step;
    float x = 0.f, y = 0.f;
    int k = 0;
    while (x * x + y * y < 4.f && k < most) {
        const float t = x * x - y * y + cx;
        y = 2.f * x * y + cy;
        x = t;
        k++;
    }
    image[py * w + px] = (unsigned char)(255 * k / most);
}

extern "C" __global__ void fractal_julia_f64(int *out, int w, int h, double cr, double ci, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    double x = 3.0 * (i % w) / w - 1.5, y = 2.0 * (i / w) / h - 1.0;
    int k = 0;
    for (; k < most; k++) {
        const double a = x * x, b = y * y;
        if (a + b > 4.0) break;
        y = 2 * x * y + ci;
        x = a - b + cr;
    }
    out[i] = k;
}

__device__ __forceinline__ uint32_t xorshift(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

extern "C" __global__ void monte_carlo_pi_count(unsigned *__restrict__ hits, int each, uint32_t seed)
{
    uint32_t s = seed + (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u | 1u;
    unsigned in = 0;
    for (int k = 0; k < each; k++) {
        const float x = (xorshift(s) >> 8) * 0x1p-24f, y = (xorshift(s) >> 8) * 0x1p-24f;
        in += x * x + y * y <= 1.f;
    }
    hits[blockIdx.x * blockDim.x + threadIdx.x] = in;
}

extern "C" __global__ void monte_carlo_asian(const float *__restrict__ normals, float *__restrict__ payoff, int paths, int steps, float drift, float vol, float strike)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float s = 1.f, sum = 0.f;
    for (int k = 0; k < steps; k++) {
        s *= __expf(drift + vol * normals[(size_t)k * paths + p]);
        sum += s;
    }
    payoff[p] = fmaxf(sum / steps - strike, 0.f);
}

extern "C" __global__ void monte_carlo_walk_2d(const unsigned *__restrict__ seeds, int2 *__restrict__ end, int walkers, int steps, int box)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= walkers) return;
    uint32_t s = seeds[i] | 1u;
    int x = 0, y = 0, k = 0;
    while (k < steps && abs(x) < box && abs(y) < box) {
        switch (xorshift(s) >> 30) {
        case 0: x++; break;
        case 1: x--; break;
        case 2: y++; break;
        default: y--; break;
        }
        k++;
    }
    end[i] = make_int2(x * 65536 + y, k);
}

extern "C" __global__ void black_scholes_call_put(const float *__restrict__ spot, const float *__restrict__ strike, const float *__restrict__ years, float *__restrict__ call, float *__restrict__ put, int n, float rate, float vol)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float s = 5.f + 25.f * spot[i], k = 1.f + 99.f * strike[i], t = 0.25f + 9.75f * years[i];
    const float root = sqrtf(t), d1 = (logf(s / k) + (rate + 0.5f * vol * vol) * t) / (vol * root), d2 = d1 - vol * root;
    const float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f), e = k * expf(-rate * t);
    call[i] = s * n1 - e * n2;
    put[i] = e * (1.f - n2) - s * (1.f - n1);
}
