// Bodies, fractals, chance and money.
#include <cuda_fp16.h>
#include <stdint.h>

__device__ float3 pull(float3 bi, float4 bj, float3 ai, float eps2)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float d = r.x * r.x + r.y * r.y + r.z * r.z + eps2;
    float inv = 1.0f / sqrtf(d * d * d), s = bj.w * inv;
    return make_float3(ai.x + r.x * s, ai.y + r.y * s, ai.z + r.z * s);
}
extern "C" __global__ void nbody_book_tiles(const float4 *X, float4 *A, int n)
{
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 my = X[min(gtid, n - 1)];
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < n; i += blockDim.x) {
        shPosition[threadIdx.x] = i + (int)threadIdx.x < n ? X[i + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < (int)blockDim.x; k++) acc = pull(make_float3(my.x, my.y, my.z), shPosition[k], acc, 0.01f);
        __syncthreads();
    }
    if (gtid < n) A[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

// the others come round by shuffles; a warp holds 32 of them at a time
extern "C" __global__ void nbody_passed_by_lanes(const float4 *__restrict__ p, float4 *__restrict__ a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const float4 me = p[min(i, n - 1)];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j += 32) {
        const float4 o = j + lane < n ? p[j + lane] : make_float4(0, 0, 0, 0);
#pragma unroll 8
        for (int k = 0; k < 32; k++) {
            const float dx = __shfl_sync(~0u, o.x, k) - me.x, dy = __shfl_sync(~0u, o.y, k) - me.y, dz = __shfl_sync(~0u, o.z, k) - me.z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = __shfl_sync(~0u, o.w, k) * r * r * r;
            x += f * dx, y += f * dy, z += f * dz;
        }
    }
    if (i < n) a[i] = make_float4(x, y, z, 0);
}

// smoothed particles: density from the 27 cells about, cells of fixed room
extern "C" __global__ void phy_density_by_cells(const float3 *__restrict__ pos, const int *__restrict__ count, float *__restrict__ rho, int g, int room, float h)
{
    const int cell = blockIdx.x, me = threadIdx.x;
    const int cx = cell % g, cy = cell / g % g, cz = cell / g / g;
    if (me >= count[cell]) return;
    const float3 p = pos[(size_t)cell * room + me];
    float s = 0;
    for (int q = 0; q < 27; q++) {
        int x = cx + q % 3 - 1, y = cy + q / 3 % 3 - 1, z = cz + q / 9 - 1;
        if (x < 0 || y < 0 || z < 0 || x >= g || y >= g || z >= g) continue;
        const int o = (z * g + y) * g + x, m = count[o];
        for (int k = 0; k < m; k++) {
            const float3 b = pos[(size_t)o * room + k];
            const float dx = b.x - p.x + (q % 3 - 1), dy = b.y - p.y + (q / 3 % 3 - 1), dz = b.z - p.z + (q / 9 - 1);
            const float d = h * h - (dx * dx + dy * dy + dz * dz);
            if (d > 0.f) s += d * d * d;
        }
    }
    rho[(size_t)cell * room + me] = s;
}

// cloth: springs to eight neighbours, Verlet
extern "C" __global__ void phy_cloth_verlet(const float3 *__restrict__ now, const float3 *__restrict__ old, float3 *__restrict__ next, int w, int h, float stiff, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int i = y * w + x;
    const float3 p = now[i], o = old[i];
    float fx = 0, fy = -9.8f, fz = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx == 0 && dy == 0) || x + dx < 0 || x + dx >= w || y + dy < 0 || y + dy >= h) continue;
            const float3 q = now[i + dy * w + dx];
            const float rest = dx && dy ? 1.41421f : 1.f;
            const float ex = q.x - p.x, ey = q.y - p.y, ez = q.z - p.z, len = sqrtf(ex * ex + ey * ey + ez * ez) + 1e-6f;
            const float f = stiff * (len - rest) / len;
            fx += f * ex, fy += f * ey, fz += f * ez;
        }
    next[i] = make_float3(2 * p.x - o.x + fx * dt * dt, 2 * p.y - o.y + fy * dt * dt, 2 * p.z - o.z + fz * dt * dt);
}

// rays against a handful of spheres in constant memory, nearest hit shaded
__constant__ float4 ballList[32];
extern "C" __global__ void phy_trace_balls(uchar4 *img, int w, int h, int balls)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float dx = (px - 0.5f * w) / h, dy = (py - 0.5f * h) / h, dz = 1.f, inv = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= inv, dy *= inv, dz *= inv;
    float best = 1e30f, shade = 0;
    for (int k = 0; k < balls; k++) {
        float4 s = ballList[k];
        float cx = 4 * s.x, cy = 4 * s.y, cz = 6 + 3 * s.z, r = 0.3f + 0.5f * fabsf(s.w);
        float b = cx * dx + cy * dy + cz * dz, c = cx * cx + cy * cy + cz * cz - r * r, d = b * b - c;
        if (d > 0) {
            float t = b - sqrtf(d);
            if (t > 0 && t < best) {
                best = t;
                shade = fmaxf(0.f, (cz - t * dz) / r);
            }
        }
    }
    unsigned char v = (unsigned char)(255 * fminf(shade, 1.f));
    img[py * w + px] = make_uchar4(v, v, v / 2, 255);
}

extern "C" __global__ void mandelbrot_smooth_colour(float *out, int w, int h, float cx, float cy, float zoom, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float a = cx + (x - w / 2) * zoom, b = cy + (y - h / 2) * zoom, u = 0, v = 0, uu = 0, vv = 0;
    int k = 0;
    while (k < most && uu + vv < 256.f) {
        v = 2 * u * v + b;
        u = uu - vv + a;
        uu = u * u, vv = v * v;
        k++;
    }
    out[y * w + x] = k == most ? 0.f : k + 1 - log2f(0.5f * log2f(uu + vv));
}

extern "C" __global__ void fractal_burning_ship(uint8_t *out, int w, int h, double x0, double y0, double step, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    const double a = x0 + i % w * step, b = y0 + i / w * step;
    double x = 0, y = 0;
    int k = 0;
    for (; k < most && x * x + y * y <= 4; k++) {
        const double t = x * x - y * y + a;
        y = fabs(2 * x * y) + b;
        x = t;
    }
    out[i] = k & 255;
}

__device__ __forceinline__ uint32_t shiftXor(uint32_t &s) { s ^= s << 13, s ^= s >> 17, s ^= s << 5; return s; }

extern "C" __global__ void monte_carlo_european_block(const float *__restrict__ spot, float *__restrict__ price, int paths, float strike, float rate, float vol)
{
    // an option a block
    __shared__ float part[256];
    uint32_t s = (blockIdx.x * 256 + threadIdx.x) * 2654435761u + 1u;
    float sum = 0, s0 = 80.f + 40.f * spot[blockIdx.x];
    for (int p = threadIdx.x; p < paths; p += 256) {
        float u = (shiftXor(s) >> 8) * 0x1p-24f + 0x1p-25f, v = (shiftXor(s) >> 8) * 0x1p-24f;
        float r = sqrtf(-2.f * __logf(u)), c, d;
        __sincosf(6.2831853f * v, &d, &c);
        sum += fmaxf(s0 * __expf(rate - 0.5f * vol * vol + vol * r * c) - strike, 0.f);
        sum += fmaxf(s0 * __expf(rate - 0.5f * vol * vol + vol * r * d) - strike, 0.f);
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 128; k; k /= 2) {
        if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) price[blockIdx.x] = __expf(-rate) * part[0] / (2 * paths);
}

// American put on a tree, a block an option, the row of values in shared memory
extern "C" __global__ void fin_tree_american(const float *__restrict__ spot, float *__restrict__ price, int steps, float up, float p, float df)
{
    extern __shared__ float v[];
    const float s0 = 60.f + 80.f * spot[blockIdx.x], lu = log2f(up);
    for (int k = threadIdx.x; k <= steps; k += blockDim.x) v[k] = fmaxf(100.f - s0 * exp2f(lu * (2 * k - steps)), 0.f);
    for (int t = steps - 1; t >= 0; t--) {
        __syncthreads();
        float keep[4];
        int q = 0;
        for (int k = threadIdx.x; k <= t; k += blockDim.x, q++) keep[q] = fmaxf(df * (p * v[k + 1] + (1 - p) * v[k]), 100.f - s0 * exp2f(lu * (2 * k - t)));
        __syncthreads();
        q = 0;
        for (int k = threadIdx.x; k <= t; k += blockDim.x, q++) v[k] = keep[q];
    }
    if (threadIdx.x == 0) price[blockIdx.x] = v[0];
}

// yield of a bond by Newton's method, until it is right
extern "C" __global__ void fin_bond_yield(const double *__restrict__ price, const int *__restrict__ years, double *__restrict__ yield, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double y = 0.05, want = 80 + 40 * price[i];
    int m = 1 + years[i];
    for (int it = 0; it < 50; it++) {
        double f = 0, d = 0, q = 1 / (1 + y), w = 1;
        for (int t = 1; t <= m; t++) {
            w *= q;
            double c = t == m ? 105 : 5;
            f += c * w;
            d -= t * c * w * q;
        }
        double step = (f - want) / d;
        y -= step;
        if (fabs(step) < 1e-12) break;
    }
    yield[i] = y;
}

// Ising spins as bytes, the black of a chessboard, chance by a hash of the place
extern "C" __global__ void chance_spins_half_step(int8_t *__restrict__ black, const int8_t *__restrict__ white, int w, int h, int parity, uint32_t seed, float beta)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int up = (y + h - 1) % h, down = (y + 1) % h, side = (y & 1) == parity ? (x + 1) % w : (x + w - 1) % w;
    auto spin = [&](int v) { return v & 1 ? 1 : -1; };
    int s = spin(black[y * w + x]), n = spin(white[up * w + x]) + spin(white[down * w + x]) + spin(white[y * w + x]) + spin(white[y * w + side]);
    uint32_t k = seed ^ (y * w + x) * 0x9E3779B9u;
    k = (k ^ k >> 16) * 0x85ebca6bu, k = (k ^ k >> 13) * 0xc2b2ae35u, k ^= k >> 16;
    if ((k >> 8) * 0x1p-24f < __expf(-2.f * beta * s * n)) black[y * w + x] ^= 1;
}

extern "C" __global__ void sim_kepler_anomaly(const float *__restrict__ mean, const float *__restrict__ ecc, float *__restrict__ e, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float m = 3.14159f * mean[i], k = 0.95f * ecc[i], x = m;
        for (int it = 0; it < 30; it++) {
            float s, c;
            sincosf(x, &s, &c);
            float d = (x - k * s - m) / (1.f - k * c);
            x -= d;
            if (fabsf(d) < 1e-5f) break;
        }
        e[i] = x;
    }
}
