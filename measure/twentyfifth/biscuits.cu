// Arrays of structures, structures of arrays, and the way between them.
#include <cstddef>
#include <cstdint>

struct Point {
    float x, y, z;
};

// triples staged in shared memory, so that reads and writes are both in line
extern "C" __global__ void aos_triples_to_three_arrays(const float *__restrict__ xyz, float *__restrict__ x, float *__restrict__ y, float *__restrict__ z, int n)
{
    extern __shared__ float staged[];
    int first = blockIdx.x * blockDim.x;
    int here = min((int)blockDim.x, n - first);
    for (int k = threadIdx.x; k < 3 * here; k += blockDim.x)
        staged[k] = xyz[(size_t)3 * first + k];
    __syncthreads();
    int t = threadIdx.x;
    if (t < here) {
        x[first + t] = staged[3 * t];
        y[first + t] = staged[3 * t + 1];
        z[first + t] = staged[3 * t + 2];
    }
}

struct Triangle {
    Point a, b, c;
    int material;
};

extern "C" __global__ void aos_areas_of_triangles(const Triangle *triangles, float *areas, unsigned count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const Triangle &t = triangles[i];
    float ux = t.b.x - t.a.x, uy = t.b.y - t.a.y, uz = t.b.z - t.a.z;
    float vx = t.c.x - t.a.x, vy = t.c.y - t.a.y, vz = t.c.z - t.a.z;
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    areas[i] = 0.5f * sqrtf(nx * nx + ny * ny + nz * nz);
}

struct Cloud {
    double *px, *py, *pz;
    double *vx, *vy, *vz;
    const double *mass;
};

// half a step of leapfrog in a harmonic trap
extern "C" __global__ void soa_kick_and_drift(Cloud c, size_t n, double dt, double k)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        double f = -k * dt / c.mass[i];
        double vx = c.vx[i] + f * c.px[i];
        double vy = c.vy[i] + f * c.py[i];
        double vz = c.vz[i] + f * c.pz[i];
        c.vx[i] = vx;
        c.vy[i] = vy;
        c.vz[i] = vz;
        c.px[i] += dt * vx;
        c.py[i] += dt * vy;
        c.pz[i] += dt * vz;
    }
}

struct Sample {
    uint32_t id;
    int16_t kind;
    uint8_t flags;
    uint8_t weight;
    float value;
    float error;
};

// rescales the samples of one kind in place; the others are only looked at
extern "C" __global__ void aos_samples_of_a_kind(Sample *samples, int n, int kind, float gain)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (samples[i].kind & 3) == kind) {
        samples[i].value *= gain;
        samples[i].error *= fabsf(gain);
        samples[i].flags |= 128;
    }
}

template <typename T> struct Complex {
    T re, im;
};

template <typename T>
__global__ void powerOfComplex(const Complex<T> *__restrict__ z, T *__restrict__ power, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    power[i] = z[i].re * z[i].re + z[i].im * z[i].im;
}
template __global__ void powerOfComplex<float>(const Complex<float> *, float *, int);
template __global__ void powerOfComplex<double>(const Complex<double> *, double *, int);

struct Box {
    float lo[3], hi[3];
};

extern "C" __global__ void aos_boxes_that_overlap(const Box *boxes, unsigned char *hit, int n, Box query)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        bool apart = false;
        for (int k = 0; k < 3; k++)
            apart = apart || boxes[i].lo[k] > query.hi[k] || boxes[i].hi[k] < query.lo[k];
        hit[i] = !apart;
    }
}

// groups of 32 bodies: each group holds 32 x, then 32 y, 32 z, 32 charges
struct Group {
    float x[32], y[32], z[32], q[32];
};

extern "C" __global__ void aos_groups_of_thirtytwo(const Group *__restrict__ groups, float *__restrict__ energy, int count)
{
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (g >= count)
        return;
    const Group &b = groups[g];
    float r2 = b.x[lane] * b.x[lane] + b.y[lane] * b.y[lane] + b.z[lane] * b.z[lane];
    energy[g * 32 + lane] = b.q[lane] * rsqrtf(r2 + 0.01f);
}
