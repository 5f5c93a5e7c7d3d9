// Bodies, particles, fractals and chance.

// every body pulls every other; tiles of bodies in shared memory, as large as the block
extern "C" __global__ void nbody_flock_by_tiles(const float4 *__restrict__ body, float4 *__restrict__ pull, int n, float soft)
{
    extern __shared__ float4 others[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int j = base + threadIdx.x;
        others[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) {
            float4 o = others[k];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float s = o.w * inv * inv * inv;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    if (i < n)
        pull[i] = make_float4(ax, ay, az, 0.0f);
}

extern "C" __global__ void nbody_planets_in_doubles(const double *x, const double *y, const double *z, const double *m, double *energy, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double xi = x[i], yi = y[i], zi = z[i], e = 0.0;
    for (unsigned j = 0; j < n; j++) {
        if (j == i)
            continue;
        double dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        e -= m[j] / sqrt(dx * dx + dy * dy + dz * dz + 1e-4);
    }
    energy[i] = e * m[i];
}

struct Sky {
    float gravity, drag, bounce, dt;
};
__constant__ Sky sky;

// the walls are at 0 and 1
extern "C" __global__ void phys_balls_in_a_case(float3 *__restrict__ place, float3 *__restrict__ speed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 p = place[i], v = speed[i];
    v.y -= sky.gravity * sky.dt;
    float keep = 1.0f - sky.drag * sky.dt;
    v.x *= keep; v.y *= keep; v.z *= keep;
    p.x += v.x * sky.dt; p.y += v.y * sky.dt; p.z += v.z * sky.dt;
    if (p.x < 0.0f || p.x > 1.0f) { p.x = fminf(fmaxf(p.x, 0.0f), 1.0f); v.x *= -sky.bounce; }
    if (p.y < 0.0f || p.y > 1.0f) { p.y = fminf(fmaxf(p.y, 0.0f), 1.0f); v.y *= -sky.bounce; }
    if (p.z < 0.0f || p.z > 1.0f) { p.z = fminf(fmaxf(p.z, 0.0f), 1.0f); v.z *= -sky.bounce; }
    place[i] = p;
    speed[i] = v;
}

// particles lie ordered by cell, start[c] is the first of cell c; density with a smooth kernel
extern "C" __global__ void phys_crowding_by_cell_starts(const float2 *__restrict__ place, const int *__restrict__ start, float *density, int side, int n, float reach)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int per = n / (side * side);
    int cell = min(i / per, side * side - 1), cx = cell % side, cy = cell / side;
    float2 p = place[i];
    float r2 = reach * reach, sum = 0.0f;
    for (int gy = max(cy - 1, 0); gy <= min(cy + 1, side - 1); gy++)
        for (int gx = max(cx - 1, 0); gx <= min(cx + 1, side - 1); gx++) {
            int c = gy * side + gx;
            for (int j = start[c]; j < start[c + 1]; j++) {
                float2 o = place[j];
                float d2 = (o.x - p.x) * (o.x - p.x) + (o.y - p.y) * (o.y - p.y);
                if (d2 < r2) {
                    float t = r2 - d2;
                    sum += t * t * t;
                }
            }
        }
    density[i] = sum;
}

__constant__ unsigned colour_of_depth[64];

// a colour for the depth at which the point escapes
extern "C" __global__ void mandelbrot_in_sixty_four_colours(unsigned *picture, int w, int h, float left, float top, float step, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float cr = left + x * step, ci = top + y * step;
    float zr = 0.0f, zi = 0.0f;
    int k = 0;
    while (k < most && zr * zr + zi * zi <= 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        ++k;
    }
    picture[y * w + x] = k == most ? 0u : colour_of_depth[k & 63];
}

template <typename R> __global__ void juliaDepth(unsigned short *depth, unsigned w, unsigned h, R cr, R ci, R span)
{
    const unsigned long long all = (unsigned long long)w * h;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < all; i += (unsigned long long)gridDim.x * blockDim.x) {
        R zr = (R(i % w) / w - R(0.5)) * span, zi = (R(i / w) / h - R(0.5)) * span;
        unsigned short k = 0;
        for (; k < 300; k++) {
            R a = zr * zr, b = zi * zi;
            if (a + b > R(4))
                break;
            zi = 2 * zr * zi + ci;
            zr = a - b + cr;
        }
        depth[i] = k;
    }
}
template __global__ void juliaDepth<double>(unsigned short *, unsigned, unsigned, double, double, double);
template __global__ void juliaDepth<float>(unsigned short *, unsigned, unsigned, float, float, float);

// which root of z^3 = 1 Newton's steps end at
extern "C" __global__ void fractal_three_roots(unsigned char *which, int w, int h, float span)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float a = (x + 0.5f - 0.5f * w) * span / w, b = (y + 0.5f - 0.5f * h) * span / h;
    int root = 3;
    for (int k = 0; k < 40; k++) {
        float a2 = a * a - b * b, b2 = 2 * a * b;
        float d = 3.0f * (a2 * a2 + b2 * b2) + 1e-20f;
        float fa = a2 * a - b2 * b - 1.0f, fb = a2 * b + b2 * a;
        float da = (fa * a2 + fb * b2) / d, db = (fb * a2 - fa * b2) / d;
        a -= da;
        b -= db;
        if (da * da + db * db < 1e-10f) {
            root = a > 0 ? 0 : b > 0 ? 1 : 2;
            break;
        }
    }
    which[y * w + x] = root;
}

__device__ __forceinline__ unsigned next_of(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// darts at a quarter of a disc; a warp adds its hits together, lane 0 adds them to the sum
extern "C" __global__ void mc_darts_at_a_disc(unsigned long long *hits, int throws, unsigned seed)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = (id + 1) * 2654435761u ^ seed;
    if (s == 0)
        s = 1;
    unsigned in = 0;
    for (int k = 0; k < throws; k++) {
        float x = next_of(s) * 2.3283064e-10f, y = next_of(s) * 2.3283064e-10f;
        in += x * x + y * y < 1.0f;
    }
    for (int d = 16; d; d >>= 1)
        in += __shfl_down_sync(0xffffffffu, in, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(hits, (unsigned long long)in);
}

// a counter-based generator, ten rounds
extern "C" __global__ void __launch_bounds__(256, 4) rng_ten_rounds_of_counters(uint4 *out, unsigned n, unsigned k0, unsigned k1)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 c = make_uint4(i, 0u, 0u, 0u);
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
        unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[i] = c;
}
