// Bodies and fields.
#include <cstdint>

struct Body {
    float3 at;
    float mass;
};

__device__ float3 pull(float4 me, float4 other, float3 sum, float soft)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float r2 = dx * dx + dy * dy + dz * dz + soft;
    float inv = rsqrtf(r2);
    float f = other.w * inv * inv * inv;
    sum.x += dx * f;
    sum.y += dy * f;
    sum.z += dz * f;
    return sum;
}

// all pairs, tiles of bodies in shared memory
template <int TILE>
__global__ void pullOfAll(const float4 *__restrict__ bodies, float3 *__restrict__ force, int n, float soft)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < TILE; k++) sum = pull(me, tile[k], sum, soft);
        __syncthreads();
    }
    if (i < n) force[i] = sum;
}
template __global__ void pullOfAll<128>(const float4 *, float3 *, int, float);
template __global__ void pullOfAll<256>(const float4 *, float3 *, int, float);

// a warp for each body, structures read through plain pointers
extern "C" __global__ void nbody_warp_for_each_body(const Body *body, float3 *speed, int n, float dt)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= n) return;
    float3 me = body[i].at, f = make_float3(0, 0, 0);
    for (int j = lane; j < n; j += 32) {
        float dx = body[j].at.x - me.x, dy = body[j].at.y - me.y, dz = body[j].at.z - me.z;
        float d = sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float w = body[j].mass / (d * d * d);
        f.x += w * dx, f.y += w * dy, f.z += w * dz;
    }
    for (int s = 16; s; s /= 2) {
        f.x += __shfl_down_sync(0xffffffff, f.x, s);
        f.y += __shfl_down_sync(0xffffffff, f.y, s);
        f.z += __shfl_down_sync(0xffffffff, f.z, s);
    }
    if (lane == 0) {
        speed[i].x += dt * f.x;
        speed[i].y += dt * f.y;
        speed[i].z += dt * f.z;
    }
}

// Lennard and Jones within a cutoff, a box without edges
extern "C" __global__ void phys_energy_within_cutoff(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z, float *__restrict__ energy, int n, float side, float cutoff2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float xi = x[i], yi = y[i], zi = z[i], inv = 1 / side;
    float e = 0;
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        dx -= side * rintf(dx * inv);
        dy -= side * rintf(dy * inv);
        dz -= side * rintf(dz * inv);
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff2 && j != i) {
            float s = 1 / (r2 + 0.1f), s6 = s * s * s;
            e += 2 * (s6 * s6 - s6);
        }
    }
    energy[i] = e;
}

__device__ __forceinline__ uint32_t mixed(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ h >> 16;
}

// half a sweep of a magnet: every other place of a chess board, chance by place
extern "C" __global__ void phys_spins_of_chessboard(int8_t *spin, int w, int h, int colour, float beta, uint32_t seed)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
    x += (y + colour) & 1;
    if (x >= w || y >= h) return;
    int left = x ? x - 1 : w - 1, right = x + 1 < w ? x + 1 : 0;
    int up = y ? y - 1 : h - 1, down = y + 1 < h ? y + 1 : 0;
    int around = (spin[y * w + left] & 1) + (spin[y * w + right] & 1) + (spin[up * w + x] & 1) + (spin[down * w + x] & 1);
    int me = spin[y * w + x] & 1;
    float gain = 2.f * (2 * me - 1) * (2 * around - 4);
    float chance = (mixed(seed ^ (uint32_t)(y * w + x)) >> 8) * (1.f / 16777216);
    if (chance < expf(-beta * gain)) spin[y * w + x] = 1 - me;
}

struct Air {
    double drag, gravity, wind;
};

// stones thrown: Runge and Kutta in double until they are down, or so many steps
extern "C" __global__ void phys_stones_until_down(const double *__restrict__ vx0, const double *__restrict__ vy0, double *__restrict__ reach, int n, Air air, double dt, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = 0, y = 0, vx = vx0[i], vy = vy0[i];
    auto push = [&](double u, double v, double &ax, double &ay) {
        double r = u - air.wind, s = air.drag * sqrt(r * r + v * v);
        ax = -s * r;
        ay = -s * v - air.gravity;
    };
    for (int k = 0; k < most && y >= 0; k++) {
        double ax, ay, bx, by;
        push(vx, vy, ax, ay);
        push(vx + 0.5 * dt * ax, vy + 0.5 * dt * ay, bx, by);
        x += dt * (vx + 0.5 * dt * ax);
        y += dt * (vy + 0.5 * dt * ay);
        vx += dt * bx;
        vy += dt * by;
    }
    reach[i] = x;
}
