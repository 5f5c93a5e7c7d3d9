// Arrays of structures, structures of arrays, gathers and scatters.
#include <cuda_fp16.h>
#include <stdint.h>

struct Star {
    float ra, dec, magnitude, motion;
    int id;
    float parallax;
};

// brightness at ten parsecs: two of six members
extern "C" __global__ void aos_stars_absolute(const Star *stars, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = stars[i].magnitude + 5.f + 5.f * log10f(fabsf(stars[i].parallax) + 1e-6f);
}

struct __align__(16) Particle {
    float4 position, velocity;
};

// a kick and a drift in place
extern "C" __global__ void aos_particles_leap(Particle *p, int n, float dt, float gravity)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Particle q = p[i];
        q.velocity.y -= gravity * dt;
        q.position.x += q.velocity.x * dt;
        q.position.y += q.velocity.y * dt;
        q.position.z += q.velocity.z * dt;
        p[i] = q;
    }
}

struct Account {
    long long id;
    double balance;
    int branch;
    short kind, flags;
};

// records taken apart
extern "C" __global__ void aos_accounts_apart(const Account *in, long long *id, double *balance, int *branch, short *kind, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Account a = in[i];
    id[i] = a.id;
    balance[i] = a.balance;
    branch[i] = a.branch;
    kind[i] = a.kind;
}

struct Mesh {
    const float *ax, *ay, *az, *bx, *by, *bz, *cx, *cy, *cz;
};

// areas of triangles from nine arrays that come by value
extern "C" __global__ void soa_triangles_area(Mesh m, float *area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ux = m.bx[i] - m.ax[i], uy = m.by[i] - m.ay[i], uz = m.bz[i] - m.az[i];
    float vx = m.cx[i] - m.ax[i], vy = m.cy[i] - m.ay[i], vz = m.cz[i] - m.az[i];
    float x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    area[i] = 0.5f * sqrtf(x * x + y * y + z * z);
}

struct Pose {
    float qw, qx, qy, qz, tx, ty, tz;
};

// a point turned and moved by its own pose of seven floats
extern "C" __global__ void aos_poses_applied(const Pose *poses, const float3 *points, float3 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Pose p = poses[i];
        float3 v = points[i];
        float ux = p.qy * v.z - p.qz * v.y, uy = p.qz * v.x - p.qx * v.z, uz = p.qx * v.y - p.qy * v.x;
        float wx = p.qy * uz - p.qz * uy, wy = p.qz * ux - p.qx * uz, wz = p.qx * uy - p.qy * ux;
        out[i] = make_float3(v.x + 2.f * (p.qw * ux + wx) + p.tx, v.y + 2.f * (p.qw * uy + wy) + p.ty,
                             v.z + 2.f * (p.qw * uz + wz) + p.tz);
    }
}

// rows of sixteen floats by number, four lanes a row
extern "C" __global__ void gather_rows_of_sixteen(const float4 *table, const int *row, float4 *out, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * rows) out[i] = __ldg(table + (size_t)row[i >> 2] * 4 + (i & 3));
}

// numbers beyond the table give a default
extern "C" __global__ void gather_halves_or_default(const __half *table, int size, const unsigned *at, __half *out, int n, float otherwise)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = at[i];
    __half v = __float2half(otherwise);
    if (k < (unsigned)size) v = table[k];
    out[i] = v;
}

// the mean of eight neighbours of a node
extern "C" __global__ void gather_neighbours_mean(const int *neighbours, const double *value, double *mean, int nodes)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    double s = 0;
    for (int k = 0; k < 8; k++) s += value[neighbours[node * 8 + k]];
    mean[node] = s / 8;
}

// through a page table
extern "C" __global__ void gather_by_page_table(const int *pages, const float *memory, float *out, int n, int shift)
{
    const int mask = (1 << shift) - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = memory[((size_t)pages[i >> shift] << shift) + (i & mask)];
}

// the diagonals of many matrices
extern "C" __global__ void gather_diagonals(const float *matrices, float *out, int side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int m = i / side, d = i - m * side;
    out[i] = matrices[((size_t)m * side + d) * side + d];
}

// each to its own place
extern "C" __global__ void scatter_doubles_permuted(const double *in, const int *place, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[place[i]] = in[i];
}

// messages along edges, a warp an edge, added to rows of 32
extern "C" __global__ void scatter_messages_added(const int *from, const int *to, const float *x, float *sum, int edges)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (e >= edges) return;
    atomicAdd(sum + (size_t)to[e] * 32 + lane, x[(size_t)from[e] * 32 + lane]);
}

// the largest that came to each place
extern "C" __global__ void scatter_largest(const int *key, const int *value, int *largest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(largest + key[i], value[i]);
}
