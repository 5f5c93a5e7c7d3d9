// Geometry, rays, particles.
#include <cfloat>
#include <cstdint>

// how often a ray to the right crosses the sides of a polygon
extern "C" __global__ void geo_points_in_polygon(const float2 *points, const float2 *corners, uint8_t *inside, int n, int sides)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = points[i];
    bool in = false;
    for (int k = 0, j = sides - 1; k < sides; j = k++) {
        float2 a = corners[k], b = corners[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
    }
    inside[i] = in;
}

struct Corner { float x, y, z; };
__device__ __forceinline__ Corner less(Corner a, Corner b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ __forceinline__ Corner across(Corner a, Corner b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__device__ __forceinline__ float along(Corner a, Corner b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// rays against triangles in tiles of shared memory; most are left early
extern "C" __global__ void geo_rays_and_triangles(const Corner *from, const Corner *to, const Corner *triangles, float *nearest, int *which, int rays, int count)
{
    __shared__ Corner t[64][3];
    int r = blockIdx.x * blockDim.x + threadIdx.x, hit = -1;
    Corner o = {0, 0, 0}, d = {0, 0, 1};
    if (r < rays) {
        o = from[r];
        d = to[r];
    }
    float best = FLT_MAX;
    for (int base = 0; base < count; base += 64) {
        int many = min(64, count - base);
        __syncthreads();
        for (int k = threadIdx.x; k < many * 3; k += blockDim.x) (&t[0][0])[k] = triangles[base * 3 + k];
        __syncthreads();
        for (int k = 0; k < many; k++) {
            Corner e = less(t[k][1], t[k][0]), f = less(t[k][2], t[k][0]), p = across(d, f);
            float det = along(e, p);
            if (fabsf(det) < 1e-8f) continue;
            float inv = 1.f / det;
            Corner s = less(o, t[k][0]);
            float u = along(s, p) * inv;
            if (u < 0.f || u > 1.f) continue;
            Corner q = across(s, e);
            float v = along(d, q) * inv;
            if (v < 0.f || u + v > 1.f) continue;
            float w = along(f, q) * inv;
            if (w > 1e-4f && w < best) {
                best = w;
                hit = base + k;
            }
        }
    }
    if (r < rays) {
        nearest[r] = best;
        which[r] = hit;
    }
}

// from cell to cell of a grid until one is full or the grid ends
extern "C" __global__ void geo_rays_through_cells(const uint8_t *full, float *way, int *steps, int width, int height, int side, float slope)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float dx = slope + (float)px / width, dy = slope * 0.5f + (float)py / height, dz = 1.f;
    int x = px * side / width, y = py * side / height, z = 0, many = 0;
    float tx = 1.f / dx, ty = 1.f / dy, tz = 1.f, nx = tx * 0.5f, ny = ty * 0.5f, nz = 0.5f / dz, t = 0.f;
    while (full[(z * side + y) * side + x] > 2) {
        if (nx < ny && nx < nz) {
            t = nx;
            nx += tx;
            if (++x >= side) break;
        } else if (ny < nz) {
            t = ny;
            ny += ty;
            if (++y >= side) break;
        } else {
            t = nz;
            nz += tz;
            if (++z >= side) break;
        }
        many++;
    }
    way[py * width + px] = t;
    steps[py * width + px] = many;
}

__device__ __noinline__ float distanceToThings(float x, float y, float z)
{
    float ball = sqrtf(x * x + y * y + z * z) - 1.f;
    float rx = fabsf(x) - 0.8f, ry = fabsf(y) - 0.8f, rz = fabsf(z) - 0.8f;
    float ox = fmaxf(rx, 0.f), oy = fmaxf(ry, 0.f), oz = fmaxf(rz, 0.f);
    float box = sqrtf(ox * ox + oy * oy + oz * oz) + fminf(fmaxf(rx, fmaxf(ry, rz)), 0.f);
    return fminf(fmaxf(box, -ball), y + 1.2f);
}

// steps as long as nothing is near
extern "C" __global__ void geo_march_to_things(uchar2 *out, int width, int height, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float dx = (px - 0.5f * width) / height, dy = (0.5f * height - py) / height, dz = 1.2f;
    float n = rsqrtf(dx * dx + dy * dy + dz * dz), t = 0.f;
    dx *= n;
    dy *= n;
    dz *= n;
    int k = 0;
    bool hit = false;
    for (; k < most; k++) {
        float d = distanceToThings(dx * t, dy * t, dz * t - 3.f);
        if (d < 1e-3f) {
            hit = true;
            break;
        }
        t += d;
        if (t > 20.f) break;
    }
    out[py * width + px] = make_uchar2(k, hit ? 1 + (int)(t * 8.f) : 0);
}

// nearest point of a full tree of halves, with a stack of one's own
extern "C" __global__ void geo_nearest_by_halves(const float4 *tree, const float *asked, int *found, float *distance, int nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q[3] = {asked[3 * i], asked[3 * i + 1], asked[3 * i + 2]}, best = FLT_MAX;
    int stack[24], top = 0, which = -1;
    stack[top++] = 0;
    while (top > 0) {
        int node = stack[--top];
        float4 p = tree[node];
        float dx = q[0] - p.x, dy = q[1] - p.y, dz = q[2] - p.z, d = dx * dx + dy * dy + dz * dz;
        if (d < best) {
            best = d;
            which = node;
        }
        int axis = (31 - __clz(node + 1)) % 3;
        float apart = axis == 0 ? dx : axis == 1 ? dy : dz;
        int near = 2 * node + (apart > 0.f ? 2 : 1), far = 4 * node + 3 - near;
        if (far < nodes && apart * apart < best) stack[top++] = far;
        if (near < nodes) stack[top++] = near;
    }
    found[i] = which;
    distance[i] = best;
}

// polygons cut by a window, side after side
extern "C" __global__ void geo_polygons_cut(const float2 *in, const uint8_t *corners, float *area, int n, float lx, float ly, float hx, float hy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 a[12], b[12];
    int many = corners[i] + 3;
    for (int k = 0; k < many; k++) a[k] = in[k * n + i];
    for (int side = 0; side < 4 && many > 0; side++) {
        int kept = 0;
        float2 p = a[many - 1];
        float limit = side == 0 ? lx : side == 1 ? -hx : side == 2 ? ly : -hy;
        float pd = (side == 0 ? p.x : side == 1 ? -p.x : side == 2 ? p.y : -p.y) - limit;
        for (int k = 0; k < many; k++) {
            float2 q = a[k];
            float qd = (side == 0 ? q.x : side == 1 ? -q.x : side == 2 ? q.y : -q.y) - limit;
            if ((pd < 0.f) != (qd < 0.f) && kept < 12) {
                float t = pd / (pd - qd);
                b[kept++] = make_float2(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
            }
            if (qd >= 0.f && kept < 12) b[kept++] = q;
            p = q;
            pd = qd;
        }
        many = kept;
        for (int k = 0; k < many; k++) a[k] = b[k];
    }
    float twice = 0.f;
    for (int k = 0; k < many; k++) {
        float2 p = a[k], q = a[k + 1 < many ? k + 1 : 0];
        twice += p.x * q.y - q.x * p.y;
    }
    area[i] = 0.5f * twice;
}

// pairs of segments that cross, counted by blocks of pairs
extern "C" __global__ void geo_segments_that_cross(const float4 *segments, unsigned *crossings, int n)
{
    int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    bool cross = false;
    if (i < j && j < n) {
        float4 s = segments[i], t = segments[j];
        float ax = s.z - s.x, ay = s.w - s.y, bx = t.z - t.x, by = t.w - t.y;
        float a = ax * (t.y - s.y) - ay * (t.x - s.x), b = ax * (t.w - s.y) - ay * (t.z - s.x);
        if (a * b < 0.f) {
            float c = bx * (s.y - t.y) - by * (s.x - t.x), d = bx * (s.w - t.y) - by * (s.z - t.x);
            cross = c * d < 0.f;
        }
    }
    int all = __syncthreads_count(cross);
    if (all > 0 && threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(crossings, (unsigned)all);
}

// density from particles in the cells around, who are listed by cell
extern "C" __global__ void phys_density_from_cells(const float4 *particles, const int *first, const uint8_t *many, float *density, int side, int slots, float reach)
{
    int cell = blockIdx.x, cx = cell % side, cy = cell / side % side, cz = cell / (side * side);
    if (threadIdx.x >= many[cell]) return;
    int me = first[cell] + threadIdx.x;
    float4 p = particles[me];
    float sum = 0.f, h2 = reach * reach;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = cx + dx, y = cy + dy, z = cz + dz;
                if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side) continue;
                int other = (z * side + y) * side + x, from = first[other], count = many[other];
                for (int k = 0; k < count; k++) {
                    float4 q = particles[from + k];
                    float ax = p.x - q.x + dx, ay = p.y - q.y + dy, az = p.z - q.z + dz;
                    float r2 = ax * ax + ay * ay + az * az;
                    if (r2 < h2) {
                        float w = h2 - r2;
                        sum += q.w * w * w * w;
                    }
                }
            }
    density[me] = sum;
}

// which particles belong to which cell, and how many
extern "C" __global__ void phys_particles_counted(const float3 *place, int *cell, int *counts, int *rank, int n, int side, float width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 p = place[i];
    int x = min(max((int)floorf(p.x / width), 0), side - 1);
    int y = min(max((int)floorf(p.y / width), 0), side - 1);
    int z = min(max((int)floorf(p.z / width), 0), side - 1);
    int c = (z * side + y) * side + x;
    cell[i] = c;
    rank[i] = atomicAdd(counts + c, 1);
}

// spins of one colour on a torus
extern "C" __global__ void phys_spins_of_one_colour(int8_t *spin, const float *chance, int width, int height, int colour, float beta)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= width / 2 || y >= height) return;
    int x = 2 * k + ((y + colour) & 1);
    int l = x > 0 ? x - 1 : width - 1, r = x + 1 < width ? x + 1 : 0, u = y > 0 ? y - 1 : height - 1, d = y + 1 < height ? y + 1 : 0;
    int around = spin[y * width + l] + spin[y * width + r] + spin[u * width + x] + spin[d * width + x];
    float odds = 1.f / (1.f + __expf(-2.f * beta * around));
    spin[y * width + x] = chance[y * (width / 2) + k] < odds ? 1 : -1;
}

// birds: those near are looked at until seven are found
extern "C" __global__ void phys_birds_look_at_seven(const float2 *place, const float2 *speed, float2 *next, int n, float sight, int window)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = place[i], v = speed[i], mean = make_float2(0.f, 0.f), away = mean;
    int seen = 0;
    for (int k = 1; k <= window; k++) {
        int j = i + (k & 1 ? (k + 1) / 2 : -k / 2);
        if (j < 0 || j >= n) continue;
        float2 q = place[j];
        float dx = q.x - p.x, dy = q.y - p.y, r2 = dx * dx + dy * dy;
        if (r2 > sight * sight) continue;
        float2 w = speed[j];
        mean.x += w.x;
        mean.y += w.y;
        if (r2 < 0.01f * sight * sight) {
            away.x -= dx;
            away.y -= dy;
        }
        if (++seen == 7) break;
    }
    if (seen > 0) {
        v.x += 0.1f * (mean.x / seen - v.x) + 0.5f * away.x;
        v.y += 0.1f * (mean.y / seen - v.y) + 0.5f * away.y;
    }
    next[i] = v;
}
