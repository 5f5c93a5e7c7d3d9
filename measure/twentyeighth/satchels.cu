// Bodies, particles, rays and shapes.

struct Camera { float ex, ey, ez, scale; };
struct Scene { float4 ball; float4 box; float ground, fog; };

__constant__ float4 balls_in_view[64];
__constant__ Scene scene;
__constant__ float2 outline[128];

// every pair, positions straight from memory
extern "C" __global__ void nbody_all_pairs_soft(const float4 *__restrict__ body, float3 *__restrict__ force, int n, float soft)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 me = body[i];
    float3 f = make_float3(0, 0, 0);
    for (int j = 0; j < n; j++) {
        const float4 o = body[j];
        const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        const float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
        const float s = o.w * r * r * r;
        f.x += s * dx;
        f.y += s * dy;
        f.z += s * dz;
    }
    force[i] = f;
}

// tiles of bodies in shared memory, any precision; arrays apart
template <typename T, int B>
__global__ void bodiesInTiles(const T *x, const T *y, const T *z, const T *m, T *ax, T *ay, T *az, int n, T soft)
{
    __shared__ T s[4][B];
    const int i = blockIdx.x * B + threadIdx.x, k = i < n ? i : n - 1;
    const T px = x[k], py = y[k], pz = z[k];
    T fx = 0, fy = 0, fz = 0;
    for (int base = 0; base < n; base += B) {
        const int j = base + threadIdx.x;
        s[0][threadIdx.x] = j < n ? x[j] : T(0);
        s[1][threadIdx.x] = j < n ? y[j] : T(0);
        s[2][threadIdx.x] = j < n ? z[j] : T(0);
        s[3][threadIdx.x] = j < n ? m[j] : T(0);
        __syncthreads();
#pragma unroll 8
        for (int q = 0; q < B; q++) {
            const T dx = s[0][q] - px, dy = s[1][q] - py, dz = s[2][q] - pz;
            const T r = rsqrt(dx * dx + dy * dy + dz * dz + soft);
            const T g = s[3][q] * r * r * r;
            fx += g * dx;
            fy += g * dy;
            fz += g * dz;
        }
        __syncthreads();
    }
    if (i < n) {
        ax[i] = fx;
        ay[i] = fy;
        az[i] = fz;
    }
}
template __global__ void bodiesInTiles<float, 256>(const float *, const float *, const float *, const float *, float *, float *, float *, int, float);
template __global__ void bodiesInTiles<double, 128>(const double *, const double *, const double *, const double *, double *, double *, double *, int, double);

// particles in cells of a fixed capacity; nearer than the cut they repel
extern "C" __global__ void phys_cells_of_eight(const float4 *__restrict__ p, float *__restrict__ energy, int nx, int ny, int nz, float cut2)
{
    const int cell = blockIdx.x * 4 + threadIdx.y, slot = threadIdx.x;
    if (cell >= nx * ny * nz) return;
    const int cx = cell % nx, cy = cell / nx % ny, cz = cell / (nx * ny);
    const float4 me = p[cell * 8 + slot];
    float sum = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int a = cx + dx, b = cy + dy, c = cz + dz;
                if (a < 0 || b < 0 || c < 0 || a >= nx || b >= ny || c >= nz) continue;
                const float4 *other = p + ((c * ny + b) * nx + a) * 8;
                for (int k = 0; k < 8; k++) {
                    const float ux = other[k].x + dx - me.x, uy = other[k].y + dy - me.y, uz = other[k].z + dz - me.z;
                    const float r2 = ux * ux + uy * uy + uz * uz;
                    if (r2 < cut2 && r2 > 1e-6f) {
                        const float q = cut2 / r2, q3 = q * q * q;
                        sum += q3 * q3 - q3;
                    }
                }
            }
    energy[cell * 8 + slot] = sum;
}

// cloth: springs to four neighbours, Verlet
extern "C" __global__ void phys_cloth_by_verlet(const float4 *now, float4 *before, int w, int h, float rest, float stiff, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float4 p = now[y * w + x];
    float fx = 0, fy = -9.81f, fz = 0;
    const int sx[4] = {-1, 1, 0, 0}, sy[4] = {0, 0, -1, 1};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int a = x + sx[k], b = y + sy[k];
        if (a < 0 || b < 0 || a >= w || b >= h) continue;
        float4 o = now[b * w + a];
        float dx = o.x - p.x, dy = o.y - p.y, dz = o.z - p.z;
        float len = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f;
        float f = stiff * (len - rest) / len;
        fx += f * dx;
        fy += f * dy;
        fz += f * dz;
    }
    float4 q = before[y * w + x];
    before[y * w + x] = make_float4(2 * p.x - q.x + fx * dt * dt, 2 * p.y - q.y + fy * dt * dt, 2 * p.z - q.z + fz * dt * dt, p.w);
}

// nearest of the balls for each pixel
extern "C" __global__ void geo_nearest_ball_of_pixel(float *depth, int *which, int w, int h, int balls, Camera cam)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = (x - 0.5f * w) * cam.scale, dy = (y - 0.5f * h) * cam.scale, dz = 1.0f;
    const float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= inv;
    dy *= inv;
    dz *= inv;
    float best = 1e30f;
    int hit = -1;
    for (int k = 0; k < balls; k++) {
        const float4 s = balls_in_view[k];
        const float ox = s.x - cam.ex, oy = s.y - cam.ey, oz = s.z - cam.ez;
        const float b = ox * dx + oy * dy + oz * dz, c = ox * ox + oy * oy + oz * oz - s.w * s.w, d = b * b - c;
        if (d < 0.0f) continue;
        const float t = b - sqrtf(d);
        if (t > 0.0f && t < best) {
            best = t;
            hit = k;
        }
    }
    depth[y * w + x] = best;
    which[y * w + x] = hit;
}

__device__ float distanceToScene(float x, float y, float z)
{
    const float bx = x - scene.ball.x, by = y - scene.ball.y, bz = z - scene.ball.z - 3.0f;
    const float ball = sqrtf(bx * bx + by * by + bz * bz) - scene.ball.w;
    const float qx = fmaxf(fabsf(x + 1.0f) - scene.box.x, 0.0f), qy = fmaxf(fabsf(y) - scene.box.y, 0.0f), qz = fmaxf(fabsf(z - 4.0f) - scene.box.z, 0.0f);
    const float box = sqrtf(qx * qx + qy * qy + qz * qz) - 0.1f * scene.box.w;
    return fminf(fminf(ball, box), y + 1.0f + scene.ground);
}

// a ray walks on as far as nothing is near
extern "C" __global__ void geo_march_to_surface(float *shade, unsigned w, unsigned h, int most)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    float dx = (i % w) / (float)w - 0.5f, dy = 0.5f - (i / w) / (float)h, dz = 1.0f;
    const float inv = rsqrtf(dx * dx + dy * dy + 1.0f);
    dx *= inv;
    dy *= inv;
    dz *= inv;
    float t = 0;
    int step = 0;
    while (step < most && t < 20.0f) {
        const float d = distanceToScene(t * dx, t * dy, t * dz);
        if (d < 1e-3f) break;
        t += d;
        step++;
    }
    shade[i] = t < 20.0f ? __expf(-scene.fog * t) : 0.0f;
}

// is a point within the outline?
extern "C" __global__ void geo_points_in_outline(const float2 *points, unsigned char *inside, int n, int corners)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float2 p = points[i];
    bool in = false;
    float2 a = outline[corners - 1];
    for (int k = 0; k < corners; k++) {
        const float2 b = outline[k];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
        a = b;
    }
    inside[i] = in;
}
