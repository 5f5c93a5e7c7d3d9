// Arrays of structures and structures of arrays.
struct Particle {
    float3 pos, vel;
    float mass;
    int alive;
};

struct Room {
    float lo, hi, damping;
};

__device__ void bounce(float &p, float &v, const Room &r)
{
    if (p < r.lo) {
        p = 2.0f * r.lo - p;
        v = -v * r.damping;
    } else if (p > r.hi) {
        p = 2.0f * r.hi - p;
        v = -v * r.damping;
    }
}

extern "C" __global__ void aos_particles_in_room(Particle *particles, int n, float dt, Room room)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Particle p = particles[i];
    p.pos.x += p.vel.x * dt;
    p.pos.y += p.vel.y * dt;
    p.pos.z += p.vel.z * dt;
    bounce(p.pos.x, p.vel.x, room);
    bounce(p.pos.y, p.vel.y, room);
    bounce(p.pos.z, p.vel.z, room);
    particles[i] = p;
}

struct Employee {
    int department, years;
    double salary;
    unsigned grade;
};

extern "C" __global__ void aos_salaries_raised(Employee *staff, unsigned n, double rate)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double raise = rate;
        if (staff[i].grade % 4 == 0)
            raise *= 1.5;
        staff[i].salary *= 1.0 + raise;
    }
}

struct Rgb {
    unsigned char r, g, b;
};

__device__ __forceinline__ unsigned char scaled(unsigned char c, float gain)
{
    float v = c * gain + 0.5f;
    return v > 255.0f ? 255 : (unsigned char)v;
}

extern "C" __global__ void aos_rgb_made_brighter(const Rgb *__restrict__ in, Rgb *__restrict__ out, int n, float gain)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        Rgb p = in[i];
        p.r = scaled(p.r, gain);
        p.g = scaled(p.g, gain);
        p.b = scaled(p.b, gain);
        out[i] = p;
    }
}

struct City {
    double lat, lon;
};

extern "C" __global__ void aos_cities_great_circle(const City *cities, double *km, int n, City home)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    double dlat = sin((cities[i].lat - home.lat) * 0.5), dlon = sin((cities[i].lon - home.lon) * 0.5);
    double h = dlat * dlat + cos(cities[i].lat) * cos(home.lat) * dlon * dlon;
    km[i] = 2.0 * 6371.0 * asin(sqrt(h));
}

struct Bodies {
    const float *x, *y, *z, *m;
};

extern "C" __global__ void soa_potential_at_point(Bodies b, float *phi, size_t n, float3 at)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float dx = b.x[i] - at.x, dy = b.y[i] - at.y, dz = b.z[i] - at.z;
        phi[i] = -b.m[i] * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
    }
}

extern "C" __global__ void aos_quaternions_multiplied(const float4 *a, const float4 *b, float4 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = __ldg(&a[i]), q = __ldg(&b[i]);
    c[i] = make_float4(p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                       p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z);
}
