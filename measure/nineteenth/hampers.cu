// Arrays of structures, and structures of arrays.
#include <stdint.h>

struct Drone { float px, py, pz, vx, vy, vz, charge; int id; };

// 32 bytes read and written whole
extern "C" __global__ void aos_drones_fly(Drone *d, int n, float dt, float drain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Drone q = d[i];
    if (q.charge <= 0.f) return;
    q.px += q.vx * dt;
    q.py += q.vy * dt;
    q.pz = fmaxf(0.f, q.pz + q.vz * dt);
    q.charge -= drain * (fabsf(q.vx) + fabsf(q.vy) + fabsf(q.vz));
    d[i] = q;
}

struct Record { double price; double rest[4]; long long stamp; };

// one member of 48 bytes
extern "C" __global__ void aos_only_the_price(const Record *r, double *price, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) price[i] = 1.19 * r[i].price;
}

struct Cloud { float *x, *y, *z; const float *u, *v, *w; const uint8_t *alive; };

// seven arrays by one structure, those that are dead leave at once
extern "C" __global__ void soa_cloud_drifts(Cloud c, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || !c.alive[i]) return;
    c.x[i] = fmaf(c.u[i], dt, c.x[i]);
    c.y[i] = fmaf(c.v[i], dt, c.y[i]);
    c.z[i] = fmaf(c.w[i], dt, c.z[i]);
}

// six floats a record to six arrays, by shared memory
extern "C" __global__ void aos_unpack_six_shared(const float *in, float *out, int n)
{
    __shared__ float s[6 * 192];
    const int first = blockIdx.x * 192, here = min(192, n - first);
    for (int k = threadIdx.x; k < 6 * here; k += 192) s[k] = in[(size_t)first * 6 + k];
    __syncthreads();
    if ((int)threadIdx.x < here)
        for (int f = 0; f < 6; f++) out[(size_t)f * n + first + threadIdx.x] = s[threadIdx.x * 6 + f];
}

struct Reading { uint8_t kind; float value; uint16_t count; double weight; };

// members of four sizes; what is done depends on the kind
extern "C" __global__ void aos_readings_by_kind(const Reading *r, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Reading *p = r + i;
    switch (p->kind & 3) {
    case 0: out[i] = p->value; break;
    case 1: out[i] = p->value * p->weight; break;
    case 2: out[i] = p->count; break;
    default: out[i] = p->weight * p->count + p->value;
    }
}

struct Brick { float x[8], y[8], z[8]; };

// bricks of eight: lanes side by side within a brick
extern "C" __global__ void struct_bricks_length(const Brick *__restrict__ b, float *__restrict__ len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Brick &q = b[i / 8];
    const int l = i % 8;
    len[i] = sqrtf(q.x[l] * q.x[l] + q.y[l] * q.y[l] + q.z[l] * q.z[l]);
}
