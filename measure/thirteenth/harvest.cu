// Records, tables and chains.
#include <cuda_fp16.h>

struct Body {
    float px, py, pz, mass;
    float vx, vy, vz;
    int id;
};

extern "C" __global__ void aosLeapfrog(Body *bodies, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body b = bodies[i];
    b.px += dt * b.vx;
    b.py += dt * b.vy;
    b.pz += dt * b.vz;
    bodies[i] = b;
}

struct BodyArrays {
    float *x, *y, *z;
    const float *u, *v, *w;
    int count;
};

extern "C" __global__ void soaLeapfrog(BodyArrays b, float dt)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < b.count; i += gridDim.x * blockDim.x) {
        b.x[i] += dt * b.u[i];
        b.y[i] += dt * b.v[i];
        b.z[i] += dt * b.w[i];
    }
}

struct Sample {
    float t, a, b, c, weight;
};

struct alignas(16) Quad {
    float4 lo, hi;
};

extern "C" __global__ void aosQuadLengths(const Quad *q, float *len, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = q[i].lo, b = q[i].hi;
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    len[i] = sqrtf(dx * dx + dy * dy + dz * dz) * a.w;
}

struct Vec3d {
    double x, y, z;
};
__device__ Vec3d cross(const Vec3d &a, const Vec3d &b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

extern "C" __global__ void aosCrossProducts(Vec3d *c, const Vec3d *a, const Vec3d *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = cross(a[i], b[i]);
}

template <typename T, typename I>
__global__ void gatherBy(T *__restrict__ out, const T *__restrict__ table, const I *__restrict__ index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[index[i]];
}
template __global__ void gatherBy<double, int>(double *, const double *, const int *, int);
template __global__ void gatherBy<short, unsigned short>(short *, const short *, const unsigned short *, int);

// bilinear look-up in a square table
extern "C" __global__ void gatherBilinear(const float *table, int side, const float2 *where, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = where[i].x * (side - 1), y = where[i].y * (side - 1);
    int x0 = min((int)x, side - 2), y0 = min((int)y, side - 2);
    float fx = x - x0, fy = y - y0;
    const float *p = table + y0 * side + x0;
    float top = p[0] + fx * (p[1] - p[0]);
    float low = p[side] + fx * (p[side + 1] - p[side]);
    out[i] = top + fy * (low - top);
}

// rows of a half table, a warp for each
extern "C" __global__ void gatherRowsHalf(const half2 *table, const int *rows, half2 *out, int wanted, int width2)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= wanted) return;
    const half2 *from = table + (size_t)rows[w] * width2;
    for (int k = lane; k < width2; k += 32) out[(size_t)w * width2 + k] = from[k];
}

extern "C" __global__ void scatterByOrder(const float *in, const int *place, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[place[i]] = in[i];
}

extern "C" __global__ void scatterLargest(int *best, const int *key, const int *score, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicMax(&best[key[i]], score[i]);
}

extern "C" __global__ void chaseAlone(const unsigned *next, unsigned *end, int hops)
{
    unsigned at = 0;
    for (int h = 0; h < hops; h++) at = next[at];
    *end = at;
}

// every lane its own start in one ring
extern "C" __global__ void chaseByLanes(const int *ring, int *end, int size, int hops)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int at = (int)((long long)t * 4099 % size);
#pragma unroll 4
    for (int h = 0; h < hops; h++) at = ring[at];
    end[t] = at;
}

// the ring is copied to shared memory first
extern "C" __global__ void chaseCached(const unsigned short *ring, int *end, int size, int hops)
{
    extern __shared__ unsigned short near_[];
    for (int k = threadIdx.x; k < size; k += blockDim.x) near_[k] = ring[k];
    __syncthreads();
    int at = threadIdx.x % size;
    while (hops--) at = near_[at];
    end[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
