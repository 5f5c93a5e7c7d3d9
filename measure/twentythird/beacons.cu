// Arrays of structures.
#include <math.h>

struct Star {
    float x, y, z, vx, vy, vz, mass;
};

extern "C" __global__ void aos_stars_drawn_to_centre(Star *stars, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Star s = stars[i];
    float r2 = s.x * s.x + s.y * s.y + s.z * s.z + 0.01f;
    float pull = -dt * s.mass * rsqrtf(r2) / r2;
    s.vx += pull * s.x;
    s.vy += pull * s.y;
    s.vz += pull * s.z;
    s.x += dt * s.vx;
    s.y += dt * s.vy;
    s.z += dt * s.vz;
    stars[i] = s;
}

struct __align__(16) Purchase {
    int article, amount;
    float price, rebate;
};

extern "C" __global__ void aos_purchases_priced(const Purchase *__restrict__ list, double *__restrict__ due, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        const Purchase p = list[i];
        due[i] = (double)p.amount * p.price * (1.0 - p.rebate);
    }
}

struct Reading {
    float celsius, humidity, pressure;
    unsigned short station, flags;
};

struct Series {
    float *celsius, *humidity, *pressure;
    unsigned short *station;
};

extern "C" __global__ void aos_readings_to_series(const Reading *in, Series out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out.celsius[i] = in[i].celsius;
        out.humidity[i] = in[i].humidity;
        out.pressure[i] = in[i].pressure;
        out.station[i] = in[i].station;
    }
}

struct Loan {
    int debt, rate, months;
};

// as many rounds as the loan has months
extern "C" __global__ void aos_loans_paid_off(const Loan *loans, int *left, int n, int payment)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int debt = loans[i].debt * 1000;
    for (int m = 0; m < loans[i].months && debt > 0; m++) debt = debt + debt / 1024 * loans[i].rate - payment;
    left[i] = debt > 0 ? debt : 0;
}

struct Ball {
    float x, y, z, radius;
};

__device__ float meeting(const float3 o, const float3 d, Ball b)
{
    float ox = o.x - b.x, oy = o.y - b.y, oz = o.z - b.z;
    float a = d.x * d.x + d.y * d.y + d.z * d.z;
    float half = ox * d.x + oy * d.y + oz * d.z;
    float c = ox * ox + oy * oy + oz * oz - b.radius * b.radius;
    float under = half * half - a * c;
    if (under < 0.0f) return -1.0f;
    return (-half - sqrtf(under)) / a;
}

struct Ray {
    float3 origin, direction;
};

extern "C" __global__ void aos_rays_meet_ball(const Ray *__restrict__ rays, float *__restrict__ when, int n, Ball ball)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        when[i] = meeting(rays[i].origin, rays[i].direction, ball);
}

extern "C" __global__ void aos_double3_crossed(const double3 *a, const double3 *b, double3 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double3 u = a[i], v = b[i];
        c[i] = make_double3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
    }
}
