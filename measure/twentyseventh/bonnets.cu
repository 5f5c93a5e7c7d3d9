// Arrays of structures, and structures of arrays.

struct Body {
    float3 place, speed;
    float mass;
    int alive;
};

extern "C" __global__ void aos_bodies_fall(Body *bodies, int n, float dt, float3 g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Body b = bodies[i];
    if (!b.alive)
        return;
    b.speed.x += g.x * dt;
    b.speed.y += g.y * dt;
    b.speed.z += g.z * dt;
    b.place.x += b.speed.x * dt;
    b.place.y += b.speed.y * dt;
    b.place.z += b.speed.z * dt;
    if (b.place.y < 0.0f) {
        b.place.y = -b.place.y;
        b.speed.y *= -0.5f;
    }
    bodies[i] = b;
}

// the same in the other order
struct Bodies {
    float *x, *y, *z, *u, *v, *w;
    const int *alive;
};

extern "C" __global__ void soa_bodies_fall(Bodies b, int n, float dt, float3 g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || !b.alive[i])
        return;
    float u = b.u[i] + g.x * dt, v = b.v[i] + g.y * dt, w = b.w[i] + g.z * dt;
    float y = b.y[i] + v * dt;
    b.x[i] += u * dt;
    b.z[i] += w * dt;
    if (y < 0.0f) {
        y = -y;
        v *= -0.5f;
    }
    b.y[i] = y;
    b.u[i] = u;
    b.v[i] = v;
    b.w[i] = w;
}

// 24-byte records taken apart with whole lines read
extern "C" __global__ void __launch_bounds__(192) aos_points_apart_by_shared(const double *__restrict__ points, double *__restrict__ x, double *__restrict__ y, double *__restrict__ z, size_t n)
{
    __shared__ double s[3 * 192];
    size_t first = (size_t)blockIdx.x * 192;
    size_t here = n - first < 192 ? n - first : 192;
    for (size_t e = threadIdx.x; e < 3 * here; e += 192)
        s[e] = points[3 * first + e];
    __syncthreads();
    if (threadIdx.x < here) {
        x[first + threadIdx.x] = s[3 * threadIdx.x];
        y[first + threadIdx.x] = s[3 * threadIdx.x + 1];
        z[first + threadIdx.x] = s[3 * threadIdx.x + 2];
    }
}

struct Triangle {
    float a[3], b[3], c[3];
};

__device__ float3 minus(const float *p, const float *q) { return make_float3(p[0] - q[0], p[1] - q[1], p[2] - q[2]); }

extern "C" __global__ void aos_triangle_areas(const Triangle *__restrict__ mesh, float4 *__restrict__ normals, unsigned count)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count) {
        float3 e = minus(mesh[t].b, mesh[t].a), f = minus(mesh[t].c, mesh[t].a);
        float3 c = make_float3(e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x);
        float twice = sqrtf(c.x * c.x + c.y * c.y + c.z * c.z);
        float r = twice > 0.0f ? 1.0f / twice : 0.0f;
        normals[t] = make_float4(c.x * r, c.y * r, c.z * r, 0.5f * twice);
    }
}

struct Line {
    int article;
    short amount;
    unsigned char rate, flags;
    double price;
};

__constant__ float rates[4];

// index type as a parameter of the template
template <typename I> __global__ void invoices(const Line *lines, double *totals, I n)
{
    for (I i = blockIdx.x * (I)blockDim.x + threadIdx.x; i < n; i += (I)gridDim.x * blockDim.x) {
        Line l = lines[i];
        double net = l.amount * l.price;
        if (l.flags & 1)
            net *= 0.98;
        totals[i] = net * (1.0 + rates[l.rate & 3]);
    }
}
template __global__ void invoices<int>(const Line *, double *, int);
template __global__ void invoices<size_t>(const Line *, double *, size_t);

// 32 records together, field after field: lanes read whole lines
struct Pack {
    float x[32], y[32], z[32], q[32];
};

extern "C" __global__ void aos_packs_of_a_warp(const Pack *packs, float *energy, int count, float4 field)
{
    int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (p >= count)
        return;
    const Pack &k = packs[p];
    float e = k.q[lane] * (k.x[lane] * field.x + k.y[lane] * field.y + k.z[lane] * field.z + field.w);
    for (int d = 16; d; d >>= 1)
        e += __shfl_down_sync(0xffffffffu, e, d);
    if (lane == 0)
        energy[p] = e;
}
