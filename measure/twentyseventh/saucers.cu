// Escape loops, rays and shapes.
#include <cuda_runtime.h>

__constant__ uchar4 paints[64];

// smooth colouring through a few paints
extern "C" __global__ void mandelbrot_painted(uchar4 *image, int w, int h, float x0, float y0, float step, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h) return;
    float cx = x0 + i * step, cy = y0 + j * step, x = 0, y = 0, xx = 0, yy = 0;
    int k = 0;
    while (xx + yy < 4.0f && k < most) {
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        k++;
    }
    image[j * w + i] = k == most ? make_uchar4(0, 0, 0, 255) : paints[k & 63];
}

// rows taken by a loop over the grid, double
template <typename Real>
__global__ void escapeRows(int *counts, int w, int h, Real x0, Real y0, Real step, int most)
{
    for (long long p = blockIdx.x * (long long)blockDim.x + threadIdx.x; p < (long long)w * h; p += (long long)gridDim.x * blockDim.x) {
        Real cx = x0 + step * (Real)(p % w), cy = y0 + step * (Real)(p / w), x = cx, y = cy;
        int k;
        for (k = 0; k < most; k++) {
            Real xx = x * x, yy = y * y;
            if (xx + yy > Real(4)) break;
            y = (x + x) * y + cy;
            x = xx - yy + cx;
        }
        counts[p] = k;
    }
}
template __global__ void escapeRows<double>(int *, int, int, double, double, double, int);
template __global__ void escapeRows<float>(int *, int, int, float, float, float, int);

__constant__ float2 seeds_of_julia[16];

// a sheet of sixteen sets, the seed by the block's depth
extern "C" __global__ void fractal_sheet_of_seeds(unsigned char *out, int side, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= side || j >= side) return;
    float2 c = seeds_of_julia[blockIdx.z];
    float x = 3.0f * i / side - 1.5f, y = 3.0f * j / side - 1.5f;
    int k = 0;
    for (; k < most && x * x + y * y < 16.f; k++) {
        float t = x * x - y * y + c.x;
        y = fabsf(2.f * x * y) + c.y;
        x = t;
    }
    out[((size_t)blockIdx.z * side + j) * side + i] = (unsigned char)k;
}

// which root of z^3 = 1 one falls into
extern "C" __global__ void fractal_falls_into_root(float *out, int w, int h, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h) return;
    float x = 4.f * (i + 0.5f) / w - 2.f, y = 4.f * (j + 0.5f) / h - 2.f;
    int k = 0;
    while (k < most) {
        float x2 = x * x - y * y, y2 = 2 * x * y;
        float x3 = x2 * x - y2 * y - 1, y3 = x2 * y + y2 * x;
        float d = 3.f * (x2 * x2 + y2 * y2) + 1e-12f;
        float dx = (x3 * x2 + y3 * y2) / d, dy = (y3 * x2 - x3 * y2) / d;
        x -= dx;
        y -= dy;
        k++;
        if (dx * dx + dy * dy < 1e-8f) break;
    }
    int root = x > 0 ? 0 : y > 0 ? 1 : 2;
    out[j * w + i] = root + k / 64.0f;
}

__constant__ float4 balls[128];

// a ray for each pixel, nearest of the balls and a little light
extern "C" __global__ void geo_rays_at_balls(float *image, int w, int h, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h) return;
    float dx = (2.f * i - w) / h, dy = (2.f * j - h) / h, dz = 1.5f;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= inv, dy *= inv, dz *= inv;
    float best = 1e30f;
    int which = -1;
    for (int b = 0; b < count; b++) {
        float4 s = balls[b];
        float ox = 4.f * s.x, oy = 3.f * s.y, oz = s.z + 4.f, r = 0.1f + 0.2f * fabsf(s.w);
        float along = ox * dx + oy * dy + oz * dz;
        float d2 = ox * ox + oy * oy + oz * oz - along * along;
        if (d2 < r * r) {
            float t = along - sqrtf(r * r - d2);
            if (t > 0 && t < best) best = t, which = b;
        }
    }
    float light = 0.1f;
    if (which >= 0) {
        float4 s = balls[which];
        float nx = best * dx - 4.f * s.x, ny = best * dy - 3.f * s.y, nz = best * dz - s.z - 4.f;
        light += fmaxf(0.f, (nx + ny - nz) * rsqrtf(3.f * (nx * nx + ny * ny + nz * nz)));
    }
    image[j * w + i] = light;
}

__device__ float farFrom(float x, float y, float z)
{
    x -= 2.f * floorf(x * 0.5f + 0.5f);
    y -= 2.f * floorf(y * 0.5f + 0.5f);
    float q = sqrtf(x * x + z * z) - 0.6f;
    return fminf(sqrtf(q * q + y * y) - 0.2f, sqrtf(x * x + y * y + z * z) - 0.3f);
}

// steps as long as the distance to the nearest surface
extern "C" __global__ void geo_march_to_rings(float *depth, int w, int h, int most, float z0)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < w && j < h) {
        float dx = (2.f * i - w) / h, dy = (2.f * j - h) / h, inv = rsqrtf(dx * dx + dy * dy + 1.f), t = 0;
        for (int k = 0; k < most; k++) {
            float d = farFrom(t * dx * inv, t * dy * inv, z0 + t * inv);
            if (d < 1e-3f || t > 20.f) break;
            t += d;
        }
        depth[j * w + i] = t;
    }
}

__constant__ float2 corners[256];

// points inside a polygon by crossings
extern "C" __global__ void geo_points_within_fence(const float2 *__restrict__ p, unsigned char *__restrict__ in, int n, int sides)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 q = p[i];
    bool inside = false;
    for (int a = 0, b = sides - 1; a < sides; b = a++) {
        float2 u = corners[a], v = corners[b];
        if ((u.y > q.y) != (v.y > q.y) && q.x < (v.x - u.x) * (q.y - u.y) / (v.y - u.y) + u.x) inside = !inside;
    }
    in[i] = inside;
}

// each ray against all triangles, these in shared memory by the block
extern "C" __global__ void geo_rays_at_triangles(const float *__restrict__ rays, const float *__restrict__ tri, int *__restrict__ hit, float *__restrict__ where, int n, int m)
{
    __shared__ float t[64 * 9];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float o[3] = {0, 0, 0}, d[3] = {0, 0, 1};
    if (i < n)
        for (int k = 0; k < 3; k++) o[k] = rays[6 * i + k], d[k] = rays[6 * i + 3 + k];
    float best = 1e30f;
    int which = -1;
    for (int first = 0; first < m; first += 64) {
        int many = min(64, m - first);
        __syncthreads();
        for (int k = threadIdx.x; k < many * 9; k += blockDim.x) t[k] = tri[first * 9 + k];
        __syncthreads();
        for (int k = 0; k < many; k++) {
            const float *a = t + 9 * k;
            float e1x = a[3] - a[0], e1y = a[4] - a[1], e1z = a[5] - a[2], e2x = a[6] - a[0], e2y = a[7] - a[1], e2z = a[8] - a[2];
            float px = d[1] * e2z - d[2] * e2y, py = d[2] * e2x - d[0] * e2z, pz = d[0] * e2y - d[1] * e2x;
            float det = e1x * px + e1y * py + e1z * pz;
            if (fabsf(det) < 1e-7f) continue;
            float inv = 1.f / det, sx = o[0] - a[0], sy = o[1] - a[1], sz = o[2] - a[2];
            float u = inv * (sx * px + sy * py + sz * pz);
            if (u < 0 || u > 1) continue;
            float qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x;
            float v = inv * (d[0] * qx + d[1] * qy + d[2] * qz);
            if (v < 0 || u + v > 1) continue;
            float far = inv * (e2x * qx + e2y * qy + e2z * qz);
            if (far > 0 && far < best) best = far, which = first + k;
        }
    }
    if (i < n) {
        hit[i] = which;
        where[i] = best;
    }
}
