// Arrays of structures and structures of arrays.
#include <stdint.h>

struct Parcel { float weight, length, width, height; int zone; };
extern "C" __global__ void aos_postage_of_parcels(const Parcel *p, float *price, const float *rates, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Parcel q = p[i];
        float girth = 2 * (q.width + q.height) + q.length;
        price[i] = rates[q.zone & 7] * (q.weight + 0.2f * girth);
    }
}

struct Car { double position, speed, wish; };
extern "C" __global__ void aos_traffic_follow(const Car *now, Car *next, int n, double dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Car me = now[i], front = now[i + 1 < n ? i + 1 : 0];
    double gap = front.position - me.position;
    double ratio = me.speed / me.wish;
    double push = 1.0 - ratio * ratio - 1.0 / (1.0 + gap * gap);
    me.speed += push * dt;
    me.position += me.speed * dt;
    next[i] = me;
}

struct Sheep { float *x, *y, *vx, *vy; uint8_t *awake; };
extern "C" __global__ void soa_sheep_wander(Sheep s, int n, float dt, float bound)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (!s.awake[i]) continue;
        float x = s.x[i] + dt * s.vx[i], y = s.y[i] + dt * s.vy[i];
        if (fabsf(x) > bound) s.vx[i] = -s.vx[i];
        if (fabsf(y) > bound) s.vy[i] = -s.vy[i];
        s.x[i] = x;
        s.y[i] = y;
    }
}

// 64 bytes a record; only its tail changes
struct alignas(16) Account { int id; int kind; float history[12]; float balance; float fee; };
extern "C" __global__ void aos_charge_accounts(Account *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i].balance -= a[i].fee;
}

// members that are not aligned together: 7 bytes
extern "C" __global__ void aos_seven_byte_entries(const uint8_t *raw, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const uint8_t *e = raw + 7 * (size_t)i;
        out[i] = (e[0] | e[1] << 8) + (e[2] | e[3] << 8 | e[4] << 16) - (int8_t)e[6];
    }
}

// structures of four made into arrays, eight structures a warp at a time
extern "C" __global__ void soa_from_quads_by_lanes(const float *quads, float *out, int n)
{
    int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int first = warp * 8;
    if (first >= n) return;
    float v = quads[4 * first + lane];
    int source = (lane & 7) * 4 + (lane >> 3);
    float w = __shfl_sync(~0u, v, source);
    out[(size_t)(lane >> 3) * n + first + (lane & 7)] = w;
}
