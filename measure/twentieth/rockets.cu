// Bodies and physics.

// all bodies, by tiles of a block
extern "C" __global__ void nbody_tiles_of_quads(const float4 *at, float4 *force, int n, float soft)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = at[min(i, n - 1)];
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += blockDim.x) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? at[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        #pragma unroll 8
        for (int k = 0; k < blockDim.x; k++) {
            float4 b = tile[k];
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float s = b.w * inv * inv * inv;
            a.x += dx * s;
            a.y += dy * s;
            a.z += dz * s;
        }
        __syncthreads();
    }
    if (i < n) force[i] = make_float4(a.x, a.y, a.z, 0);
}

// several bodies a thread, arrays by value
template <class T> struct Bodies { const T *x, *y, *m; };
template <class T, int EACH>
__global__ void attracted(Bodies<T> b, T *ax, T *ay, int n, T soft)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    T px[EACH], py[EACH], sx[EACH], sy[EACH];
    #pragma unroll
    for (int k = 0; k < EACH; k++) {
        int i = first + k < n ? first + k : n - 1;
        px[k] = b.x[i];
        py[k] = b.y[i];
        sx[k] = sy[k] = 0;
    }
    for (int j = 0; j < n; j++) {
        const T x = b.x[j], y = b.y[j], m = b.m[j];
        #pragma unroll
        for (int k = 0; k < EACH; k++) {
            const T dx = x - px[k], dy = y - py[k], w = m / (dx * dx + dy * dy + soft);
            sx[k] += dx * w;
            sy[k] += dy * w;
        }
    }
    #pragma unroll
    for (int k = 0; k < EACH; k++)
        if (first + k < n) {
            ax[first + k] = sx[k];
            ay[first + k] = sy[k];
        }
}
template __global__ void attracted<float, 4>(Bodies<float>, float *, float *, int, float);

// Lennard-Jones between the atoms of neighbouring cells; sixteen places in each cell
extern "C" __global__ void nbody_lennard_of_cells(const float4 *atoms, const int *held, float4 *force, int cells, float cut2)
{
    int cx = blockIdx.x, cy = blockIdx.y, cz = blockIdx.z, t = threadIdx.x;
    int cell = (cz * cells + cy) * cells + cx, mine = held[cell];
    if (t >= mine) return;
    float4 p = atoms[cell * 16 + t];
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = cx + dx, y = cy + dy, z = cz + dz;
                if (x < 0 || y < 0 || z < 0 || x >= cells || y >= cells || z >= cells) continue;
                int other = (z * cells + y) * cells + x, count = held[other];
                for (int k = 0; k < count; k++) {
                    if (other == cell && k == t) continue;
                    float4 q = atoms[other * 16 + k];
                    float rx = p.x - q.x - dx, ry = p.y - q.y - dy, rz = p.z - q.z - dz;
                    float r2 = rx * rx + ry * ry + rz * rz + 0.1f;
                    if (r2 > cut2) continue;
                    float i2 = 1.0f / r2, i6 = i2 * i2 * i2, f = (2 * i6 - 1) * i6 * i2;
                    fx += f * rx;
                    fy += f * ry;
                    fz += f * rz;
                    e += i6 * (i6 - 1);
                }
            }
    force[cell * 16 + t] = make_float4(fx, fy, fz, e);
}

// a cloth of springs, four neighbours
extern "C" __global__ void phys_cloth_of_springs(const float4 *now, const float4 *old, float4 *next, int w, int h, float stiff, float dt2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    float4 p = now[i], o = old[i];
    float fx = 0, fy = -9.81f, fz = 0;
    const int sx[4] = {1, -1, 0, 0}, sy[4] = {0, 0, 1, -1};
    for (int k = 0; k < 4; k++) {
        int u = x + sx[k], v = y + sy[k];
        if (u < 0 || v < 0 || u >= w || v >= h) continue;
        float4 q = now[v * w + u];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, l = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f;
        float s = stiff * (l - 1) / l;
        fx += s * dx;
        fy += s * dy;
        fz += s * dz;
    }
    next[i] = make_float4(2 * p.x - o.x + fx * dt2, 2 * p.y - o.y + fy * dt2, 2 * p.z - o.z + fz * dt2, p.w);
}

// Lorenz's butterfly by Runge and Kutta
struct Point3 { double x, y, z; };
__device__ Point3 slope(Point3 p, double r) { return {10 * (p.y - p.x), p.x * (r - p.z) - p.y, p.x * p.y - 8.0 / 3 * p.z}; }
__device__ Point3 along(Point3 p, Point3 d, double t) { return {p.x + t * d.x, p.y + t * d.y, p.z + t * d.z}; }
extern "C" __global__ void phys_butterfly_fourth_order(Point3 *points, int n, int steps, double dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point3 p = points[i];
    for (int s = 0; s < steps; s++) {
        Point3 a = slope(p, 28), b = slope(along(p, a, dt / 2), 28), c = slope(along(p, b, dt / 2), 28), d = slope(along(p, c, dt), 28);
        p.x += dt / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
        p.y += dt / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
        p.z += dt / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
    }
    points[i] = p;
}

// the potential of charges on a plane of points; charges held in constant memory
__constant__ float4 charges[1024];
extern "C" __global__ void phys_potential_of_charges(float *out, int w, int h, int count, float step)
{
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float u = x * step, v = y * step, s0 = 0, s1 = 0;
    for (int k = 0; k < count; k++) {
        float4 c = charges[k];
        float dy = v - c.y, t = dy * dy + c.z * c.z + 0.01f, d0 = u - c.x, d1 = d0 + step;
        s0 += c.w * rsqrtf(d0 * d0 + t);
        s1 += c.w * rsqrtf(d1 * d1 + t);
    }
    out[y * w + x] = s0;
    if (x + 1 < w) out[y * w + x + 1] = s1;
}

// a ball thrown in a box until it has struck enough walls or time is up
extern "C" __global__ void phys_balls_in_box(const float2 *speed, float2 *at, int *struck, int n, int steps, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 v = speed[i], p = make_float2(0.5f, 0.5f);
    int hits = 0;
    for (int s = 0; s < steps && hits < most; s++) {
        p.x += v.x * 0.03125f;
        p.y += v.y * 0.03125f;
        if (p.x < 0 || p.x > 1) {
            v.x = -v.x;
            p.x = p.x < 0 ? -p.x : 2 - p.x;
            hits++;
        }
        if (p.y < 0 || p.y > 1) {
            v.y = -v.y;
            p.y = p.y < 0 ? -p.y : 2 - p.y;
            hits++;
        }
    }
    at[i] = p;
    struck[i] = hits;
}

// rays against spheres, the nearest is shaded
struct Ball { float x, y, z, r2; };
extern "C" __global__ void phys_rays_on_spheres(const Ball *balls, int count, float *image, int w, int h)
{
    __shared__ Ball s[64];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int k = t; k < count; k += blockDim.x * blockDim.y) s[k] = balls[k];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = (float)x / w - 0.5f, dy = (float)y / h - 0.5f, l = rsqrtf(dx * dx + dy * dy + 1);
    dx *= l;
    dy *= l;
    float near = 1e30f, shade = 0;
    for (int k = 0; k < count; k++) {
        Ball b = s[k];
        float cx = b.x - 0.5f, cy = b.y - 0.5f, cz = b.z + 1, along = cx * dx + cy * dy + cz * l;
        float off = cx * cx + cy * cy + cz * cz - along * along, r2 = 0.1f * b.r2;
        if (off > r2) continue;
        float d = along - sqrtf(r2 - off);
        if (d > 0 && d < near) {
            near = d;
            shade = sqrtf((r2 - off) / r2);
        }
    }
    image[y * w + x] = shade;
}
