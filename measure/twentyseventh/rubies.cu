// Bodies and particles.

// all pairs, each body read from memory
extern "C" __global__ void nbody_pairs_in_double(const double *x, const double *y, const double *z, const double *m, double *ax, double *ay, double *az, int n, double soft)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double px = x[i], py = y[i], pz = z[i], sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
        double dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz;
        double r2 = dx * dx + dy * dy + dz * dz + soft;
        double f = m[j] / (r2 * sqrt(r2));
        sx += f * dx;
        sy += f * dy;
        sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
}

// tiles in dynamic shared memory, two bodies for each thread
extern "C" __global__ void nbody_two_for_a_thread(const float4 *__restrict__ p, float4 *__restrict__ a, int n, float soft)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x, k = i + blockDim.x;
    float4 none = make_float4(0, 0, 0, 0), u = i < n ? p[i] : none, v = k < n ? p[k] : none, f = none, g = none;
    for (int t = 0; t < n; t += blockDim.x) {
        int j = t + threadIdx.x;
        tile[threadIdx.x] = j < n ? p[j] : none;
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < blockDim.x; s++) {
            float4 o = tile[s];
            float dx = o.x - u.x, dy = o.y - u.y, dz = o.z - u.z;
            float q = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float w = o.w * q * q * q;
            f.x += w * dx, f.y += w * dy, f.z += w * dz;
            dx = o.x - v.x, dy = o.y - v.y, dz = o.z - v.z;
            q = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            w = o.w * q * q * q;
            g.x += w * dx, g.y += w * dy, g.z += w * dz;
        }
        __syncthreads();
    }
    if (i < n) a[i] = f;
    if (k < n) a[k] = g;
}

__constant__ float4 suns[64];

// light dust around a few heavy suns
extern "C" __global__ void nbody_dust_among_suns(float4 *place, float4 *speed, int n, int count, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = place[i], v = speed[i];
    float ax = 0, ay = 0, az = 0;
    for (int s = 0; s < count; s++) {
        float4 sun = suns[s];
        float dx = sun.x - p.x, dy = sun.y - p.y, dz = sun.z - p.z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float k = sun.w * inv * inv * inv;
        ax += k * dx;
        ay += k * dy;
        az += k * dz;
    }
    v.x += dt * ax, v.y += dt * ay, v.z += dt * az;
    p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
    place[i] = p;
    speed[i] = v;
}

struct Rules {
    float near2, apart, along, together, fastest;
};
__constant__ Rules rules_of_flock;

// birds look at the birds of their own block
extern "C" __global__ void phys_flock_within_block(const float2 *__restrict__ at, const float2 *__restrict__ going, float2 *__restrict__ next, int n)
{
    __shared__ float2 p[128], v[128];
    int i = blockIdx.x * 128 + threadIdx.x, live = min(128, n - (int)blockIdx.x * 128);
    if (i < n) {
        p[threadIdx.x] = at[i];
        v[threadIdx.x] = going[i];
    }
    __syncthreads();
    if (i >= n) return;
    float2 me = p[threadIdx.x], sum = make_float2(0, 0), way = sum, off = sum;
    int near = 0;
    for (int j = 0; j < live; j++) {
        float dx = p[j].x - me.x, dy = p[j].y - me.y, d2 = dx * dx + dy * dy;
        if (d2 < rules_of_flock.near2 && j != threadIdx.x) {
            sum.x += dx, sum.y += dy;
            way.x += v[j].x, way.y += v[j].y;
            float k = 1.f / (d2 + 0.001f);
            off.x -= k * dx, off.y -= k * dy;
            near++;
        }
    }
    float2 w = v[threadIdx.x];
    if (near) {
        float one = 1.f / near;
        w.x += one * (rules_of_flock.together * sum.x + rules_of_flock.along * way.x + rules_of_flock.apart * off.x);
        w.y += one * (rules_of_flock.together * sum.y + rules_of_flock.along * way.y + rules_of_flock.apart * off.y);
    }
    float speed = sqrtf(w.x * w.x + w.y * w.y);
    if (speed > rules_of_flock.fastest) {
        w.x *= rules_of_flock.fastest / speed;
        w.y *= rules_of_flock.fastest / speed;
    }
    next[i] = w;
}

// cells of a grid, each with the same room; a thread for each particle, 27 cells around
extern "C" __global__ void phys_forces_of_cells(const float4 *__restrict__ p, const int *__restrict__ filled, float4 *__restrict__ f, int side, int room, float cut2)
{
    int cell = blockIdx.x, cx = cell % side, cy = cell / side % side, cz = cell / side / side;
    if (threadIdx.x >= filled[cell]) return;
    float4 me = p[(size_t)cell * room + threadIdx.x], sum = make_float4(0, 0, 0, 0);
    for (int z = max(cz - 1, 0); z <= min(cz + 1, side - 1); z++)
        for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); y++)
            for (int x = max(cx - 1, 0); x <= min(cx + 1, side - 1); x++) {
                int other = (z * side + y) * side + x, many = filled[other];
                for (int k = 0; k < many; k++) {
                    float4 o = p[(size_t)other * room + k];
                    float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z, r2 = dx * dx + dy * dy + dz * dz;
                    if (r2 < cut2 && r2 > 1e-6f) {
                        float s = __fdividef(0.01f, r2), s3 = s * s * s, w = s3 * (s3 - 0.5f);
                        sum.x += w * dx;
                        sum.y += w * dy;
                        sum.z += w * dz;
                        sum.w += s3 * s3 - s3;
                    }
                }
            }
    f[(size_t)cell * room + threadIdx.x] = sum;
}

// cloth of springs; four straight neighbours pull, the middle step of a leapfrog
extern "C" __global__ void phys_cloth_pulled(const float *__restrict__ x, float *__restrict__ v, int w, int h, float rest, float k, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h) return;
    int c = j * w + i;
    const int dx[4] = {-1, 1, 0, 0}, dy[4] = {0, 0, -1, 1};
    float px = x[3 * c], py = x[3 * c + 1], pz = x[3 * c + 2], fx = 0, fy = 0, fz = -9.81f;
#pragma unroll
    for (int s = 0; s < 4; s++) {
        int a = i + dx[s], b = j + dy[s];
        if (a < 0 || b < 0 || a >= w || b >= h) continue;
        int o = 3 * (b * w + a);
        float ex = x[o] - px, ey = x[o + 1] - py, ez = x[o + 2] - pz;
        float len = sqrtf(ex * ex + ey * ey + ez * ez);
        float pull = k * (len - rest) / fmaxf(len, 1e-4f);
        fx += pull * ex;
        fy += pull * ey;
        fz += pull * ez;
    }
    v[3 * c] += dt * fx;
    v[3 * c + 1] += dt * fy;
    v[3 * c + 2] += dt * fz;
}

// kinetic energy and momentum of everything
extern "C" __global__ void phys_energy_of_all(const float4 *__restrict__ v, double *sums, long long n)
{
    double e = 0, px = 0;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        float4 a = v[i];
        e += 0.5f * fabsf(a.w) * (a.x * a.x + a.y * a.y + a.z * a.z);
        px += fabsf(a.w) * a.x;
    }
    for (int d = 16; d; d /= 2) {
        e += __shfl_down_sync(~0u, e, d);
        px += __shfl_down_sync(~0u, px, d);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(sums, e);
        atomicAdd(sums + 1, px);
    }
}
