// Records, tables, permutations.
#include <stdint.h>

struct Trade {
    double price;
    int shares;
    unsigned short fee;
    unsigned char side, kind;
    float rate;
    int account;
};

extern "C" __global__ void aos_trade_cash(const Trade *__restrict__ t, double *__restrict__ cash, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const Trade &r = t[i];
    double v = r.price * (r.shares & 1023) - r.fee;
    cash[i] = r.side & 1 ? -v : v;
}

struct Pixel7 {
    float lum, u, v, depth, nx, ny, nz;
};

struct Rigid {
    float4 place, speed, spin;
};

extern "C" __global__ void aos_rigid_step(const Rigid *__restrict__ from, Rigid *__restrict__ to, float dt, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        Rigid r = from[i];
        r.place.x = fmaf(dt, r.speed.x, r.place.x);
        r.place.y = fmaf(dt, r.speed.y, r.place.y);
        r.place.z = fmaf(dt, r.speed.z, r.place.z);
        r.spin.w *= 1.f - dt;
        to[i] = r;
    }
}

// structures of eight into arrays of structures of arrays, a block of 32 each
extern "C" __global__ void aos_to_tiled(const float *__restrict__ aos, float *__restrict__ tiled, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    int tile = i / 32, lane = i % 32;
#pragma unroll
    for (int f = 0; f < 8; ++f) tiled[(tile * 8 + f) * 32 + lane] = aos[i * 8 + f];
}

struct Columns {
    const int *amount;
    const float *weight;
    const unsigned char *region;
    float *score;
    int rows;
};

extern "C" __global__ void soa_score(Columns c, float bonus)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= c.rows) return;
    float s = c.amount[i] * c.weight[i];
    if (c.region[i] < 10) s += bonus;
    c.score[i] = s;
}

struct Pair64 {
    uint64_t key, value;
};

extern "C" __global__ void gather_pairs(const Pair64 *__restrict__ table, const unsigned *__restrict__ pick, Pair64 *__restrict__ out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = table[pick[i]];
}

extern "C" __global__ void gather_via_shared(const float *__restrict__ table, int size, const unsigned char *__restrict__ code, float *__restrict__ out, int n)
{
    extern __shared__ float gvs_table[];
    for (int k = threadIdx.x; k < size; k += blockDim.x) gvs_table[k] = table[k];
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = gvs_table[code[i]];
}

extern "C" __global__ void gather_two_deep(const int *first, const int *second, const float *value, float *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = value[second[first[i]]];
}

extern "C" __global__ void gather_row_per_warp(const float *__restrict__ rows, const int *__restrict__ ids, float *__restrict__ out, int wanted, int width)
{
    int warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x & 31;
    if (warp >= wanted) return;
    const float *r = rows + (size_t)ids[warp] * width;
    for (int c = lane; c < width; c += 32) out[(size_t)warp * width + c] = r[c];
}

extern "C" __global__ void scatter_pairs_permuted(const int2 *__restrict__ in, const int *__restrict__ place, int2 *__restrict__ out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[place[i]] = in[i];
}

extern "C" __global__ void scatter_add_mass(const float *__restrict__ x, const float *__restrict__ mass, float *__restrict__ cells, int n, int size)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    float at = x[i] * (size - 1);
    int c = (int)at;
    if (c > size - 2) c = size - 2;
    float part = at - c;
    atomicAdd(&cells[c], mass[i] * (1.f - part));
    atomicAdd(&cells[c + 1], mass[i] * part);
}

// bags of tokens: mean of their rows
extern "C" __global__ void embedding_bag_average(const float4 *__restrict__ rows, const int *__restrict__ tokens, float4 *__restrict__ out, int bag, int quads)
{
    const int b = blockIdx.x, q = threadIdx.x;
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int k = 0; k < bag; ++k) {
        float4 v = rows[(size_t)tokens[b * bag + k] * quads + q];
        s.x += v.x;
        s.y += v.y;
        s.z += v.z;
        s.w += v.w;
    }
    float r = 1.f / bag;
    out[b * quads + q] = make_float4(s.x * r, s.y * r, s.z * r, s.w * r);
}

extern "C" __global__ void binary_search_lower(const int *__restrict__ sorted, int size, const int *__restrict__ asked, int *__restrict__ found, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    int key = asked[i], lo = 0, hi = size;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] < key) lo = mid + 1;
        else hi = mid;
    }
    found[i] = lo;
}
