// Bodies that pull at each other.
#include <cuda_fp16.h>

// tiles of the block's size in shared memory, unrolled as told
template <int BLOCK, int UNROLL>
__global__ void pullByTiles(const float4 *__restrict__ bodies, float3 *__restrict__ pull, int n, float soft)
{
    __shared__ float4 tile[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += BLOCK) {
        tile[threadIdx.x] = base + threadIdx.x < n ? bodies[base + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll UNROLL
        for (int j = 0; j < BLOCK; j++) {
            const float4 o = tile[j];
            const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            const float f = o.w * inv * inv * inv;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    if (i < n) pull[i] = make_float3(ax, ay, az);
}
template __global__ void pullByTiles<64, 4>(const float4 *, float3 *, int, float);
template __global__ void pullByTiles<256, 16>(const float4 *, float3 *, int, float);

// floats between, doubles summed; arrays apart, no shared memory
extern "C" __global__ void nbody_floats_summed_as_doubles(const float *x, const float *y, const float *z, const float *m, double *potential, int n, float soft)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = x[i], yi = y[i], zi = z[i];
    double p = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        p -= m[j] / sqrtf(dx * dx + dy * dy + dz * dz + soft);
    }
    potential[i] = p * m[i];
}

// Lennard-Jones within a radius in a box that repeats
extern "C" __global__ void nbody_within_radius_periodic(const float4 *at, float4 *force, int n, float box, float cut2)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const float4 a = at[i];
    float4 f = {0, 0, 0, 0};
    for (int j = 0; j < n; ++j) {
        const float4 b = at[j];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        dx -= box * rintf(dx / box);
        dy -= box * rintf(dy / box);
        dz -= box * rintf(dz / box);
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 > cut2 || i == j) continue;
        const float i2 = 1.0f / fmaxf(r2, 0.01f), i6 = i2 * i2 * i2;
        const float s = 24.0f * i6 * (2.0f * i6 - 1.0f) * i2;
        f.x += s * dx;
        f.y += s * dy;
        f.z += s * dz;
        f.w += 4.0f * i6 * (i6 - 1.0f);
    }
    force[i] = f;
}

// a warp a body in doubles, lanes share the others
extern "C" __global__ void nbody_warp_of_doubles(const double *bodies, double *out, int n, double soft)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
    if (i >= n) return;
    const double x = bodies[4 * i], y = bodies[4 * i + 1], z = bodies[4 * i + 2];
    double a[3] = {0, 0, 0};
    for (int j = lane; j < n; j += 32) {
        const double dx = bodies[4 * j] - x, dy = bodies[4 * j + 1] - y, dz = bodies[4 * j + 2] - z;
        const double r2 = dx * dx + dy * dy + dz * dz + soft;
        const double f = bodies[4 * j + 3] / (r2 * sqrt(r2));
        a[0] += f * dx;
        a[1] += f * dy;
        a[2] += f * dz;
    }
    for (int d = 0; d < 3; d++)
        for (int k = 16; k; k >>= 1) a[d] += __shfl_down_sync(0xffffffffu, a[d], k);
    if (lane == 0)
        for (int d = 0; d < 3; d++) out[3 * i + d] = a[d];
}

// cells of equal numbers of points, those of the nine cells around count neighbours
extern "C" __global__ void nbody_neighbours_of_cells(const float2 *points, const int *starts, int *count, int across, int down, float r2)
{
    const int cx = blockIdx.x, cy = blockIdx.y, cell = cy * across + cx;
    for (int i = starts[cell] + threadIdx.x; i < starts[cell + 1]; i += blockDim.x) {
        const float2 p = points[i];
        int c = 0;
        for (int y = max(cy - 1, 0); y <= min(cy + 1, down - 1); y++)
            for (int x = max(cx - 1, 0); x <= min(cx + 1, across - 1); x++)
                for (int j = starts[y * across + x]; j < starts[y * across + x + 1]; j++) {
                    const float dx = points[j].x - p.x, dy = points[j].y - p.y;
                    if (dx * dx + dy * dy < r2 && j != i) c++;
                }
        count[i] = c;
    }
}

// pairs of halves: two others at once in a plane
extern "C" __global__ void nbody_two_others_in_halves(const __half2 *x, const __half2 *y, float2 *out, int pairs)
{
    extern __shared__ __half2 tile[];
    __half2 *ys = tile + blockDim.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half2 me = i < 2 * pairs ? (i & 1 ? __high2half2(x[i / 2]) : __low2half2(x[i / 2])) : __float2half2_rn(0.f);
    const __half2 my = i < 2 * pairs ? (i & 1 ? __high2half2(y[i / 2]) : __low2half2(y[i / 2])) : __float2half2_rn(0.f);
    float fx = 0, fy = 0;
    for (int base = 0; base < pairs; base += blockDim.x) {
        const int j = base + threadIdx.x;
        if (j < pairs) {
            tile[threadIdx.x] = x[j];
            ys[threadIdx.x] = y[j];
        }
        __syncthreads();
        const int last = min((int)blockDim.x, pairs - base);
        for (int k = 0; k < last; k++) {
            const __half2 dx = __hsub2(tile[k], me), dy = __hsub2(ys[k], my);
            const __half2 w = __hfma2(dx, dx, __hfma2(dy, dy, __float2half2_rn(0.5f)));
            const float2 ww = __half22float2(w), xx = __half22float2(dx), yy = __half22float2(dy);
            fx += xx.x / ww.x + xx.y / ww.y;
            fy += yy.x / ww.x + yy.y / ww.y;
        }
        __syncthreads();
    }
    if (i < 2 * pairs) out[i] = make_float2(fx, fy);
}
