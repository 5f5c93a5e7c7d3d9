// Records, lookups, scattered places.
#include <cuda_fp16.h>
#include <stdint.h>

struct Particle { float px, py, pz, vx, vy, vz; int life; };
extern "C" __global__ void aos_particle_push(Particle *p, const Particle *q, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle a = q[i];
    a.px += a.vx * dt;
    a.py += a.vy * dt;
    a.pz += a.vz * dt;
    a.vy -= 9.81f * dt;
    if (a.py < 0.f) { a.py = -a.py; a.vy *= -0.5f; }
    a.life -= 1;
    p[i] = a;
}

__constant__ float worldMatrix[16];
struct Vertex { float px, py, pz, nx, ny, nz, u, v; };

extern "C" __global__ void aos_vertex_transform(const Vertex *in, Vertex *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float *m = worldMatrix;
    out[i].px = m[0] * in[i].px + m[1] * in[i].py + m[2] * in[i].pz + m[3];
    out[i].py = m[4] * in[i].px + m[5] * in[i].py + m[6] * in[i].pz + m[7];
    out[i].pz = m[8] * in[i].px + m[9] * in[i].py + m[10] * in[i].pz + m[11];
    out[i].nx = m[0] * in[i].nx + m[1] * in[i].ny + m[2] * in[i].nz;
    out[i].ny = m[4] * in[i].nx + m[5] * in[i].ny + m[6] * in[i].nz;
    out[i].nz = m[8] * in[i].nx + m[9] * in[i].ny + m[10] * in[i].nz;
    out[i].u = in[i].u;
    out[i].v = 1.0f - in[i].v;
}

struct Cloud { const float *x, *y, *z; float *ox, *oy, *oz; };
extern "C" __global__ void soa_points_transform(Cloud c, int n)
{
    const float *m = worldMatrix;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float x = c.x[i], y = c.y[i], z = c.z[i];
        c.ox[i] = fmaf(m[0], x, fmaf(m[1], y, fmaf(m[2], z, m[3])));
        c.oy[i] = fmaf(m[4], x, fmaf(m[5], y, fmaf(m[6], z, m[7])));
        c.oz[i] = fmaf(m[8], x, fmaf(m[9], y, fmaf(m[10], z, m[11])));
    }
}

// five floats a record; the block fetches its records in line, then each thread reads its own
extern "C" __global__ void aos_five_staged(const float *__restrict__ rec, float *__restrict__ score, int n)
{
    extern __shared__ float stage[];
    const int first = blockIdx.x * blockDim.x, here = min((int)blockDim.x, n - first);
    for (int k = threadIdx.x; k < 5 * here; k += blockDim.x)
        stage[k] = rec[5 * first + k];
    __syncthreads();
    if ((int)threadIdx.x < here) {
        const float *r = stage + 5 * threadIdx.x;
        score[first + threadIdx.x] = r[0] * r[1] + r[2] * r[3] - r[4];
    }
}

struct Aabb { float3 lo, hi; };
__device__ bool overlaps(const Aabb &a, const Aabb &b)
{
    return a.lo.x <= b.hi.x && a.hi.x >= b.lo.x && a.lo.y <= b.hi.y && a.hi.y >= b.lo.y && a.lo.z <= b.hi.z && a.hi.z >= b.lo.z;
}
// sweep along the list: each box against the next few
extern "C" __global__ void obj_boxes_overlap(const Aabb *__restrict__ box, int *__restrict__ hits, int n, int reach)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Aabb me = box[i];
    int c = 0;
    for (int j = i + 1; j <= i + reach && j < n; j++) c += overlaps(me, box[j]);
    hits[i] = c;
}

extern "C" __global__ void gather_four_neighbours(const float *__restrict__ field, const int4 *__restrict__ nb, float *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int4 k = nb[i];
        out[i] = 0.25f * (__ldg(field + k.x) + __ldg(field + k.y) + __ldg(field + k.z) + __ldg(field + k.w));
    }
}

extern "C" __global__ void scatter_bit_reversed(const float2 *in, float2 *out, int log2n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[__brev(i) >> (32 - log2n)] = in[i];
}

extern "C" __global__ void scatter_keep_newest(const int *slot, const int *stamp, int *newest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(newest + slot[i], stamp[i]);
}

extern "C" __global__ void gather_height_map(const float *__restrict__ h, const float2 *__restrict__ where, float *__restrict__ out, int w, int rows, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float2 p = where[i];
    const float x = fminf(p.x * (w - 1), w - 1.001f), y = fminf(p.y * (rows - 1), rows - 1.001f);
    const int ix = (int)x, iy = (int)y;
    const float fx = x - ix, fy = y - iy;
    const float *a = h + (size_t)iy * w + ix, *b = a + w;
    out[i] = (a[0] * (1 - fx) + a[1] * fx) * (1 - fy) + (b[0] * (1 - fx) + b[1] * fx) * fy;
}

extern "C" __global__ void embedding_tokens_and_places(const int *__restrict__ token, const half2 *__restrict__ table, const half2 *__restrict__ place, half2 *__restrict__ out, int width2, int length)
{
    const int row = blockIdx.x, t = token[row];
    for (int c = threadIdx.x; c < width2; c += blockDim.x)
        out[row * width2 + c] = __hadd2(table[(size_t)t * width2 + c], place[(row % length) * width2 + c]);
}

__constant__ float lutInConstant[256];
extern "C" __global__ void table_lookup_constant(const uint8_t *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = lutInConstant[in[i]];
}

// like a page walk: two levels of indices, then the word
extern "C" __global__ void table_lookup_two_levels(const uint32_t *__restrict__ top, const uint32_t *__restrict__ leaf, const uint32_t *__restrict__ words, const uint32_t *__restrict__ address, uint32_t *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t a = address[i];
    uint32_t page = leaf[(top[a >> 14] << 6) | (a >> 8 & 63)];
    out[i] = words[page << 8 | (a & 255)];
}

// one warp copies one ragged record
extern "C" __global__ void gather_ragged_rows(const int *__restrict__ start, const int *__restrict__ pick, const float *__restrict__ data, float *__restrict__ sums, int picks)
{
    const int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (w >= picks) return;
    const int r = pick[w];
    float s = 0;
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) s += data[k];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) sums[w] = s;
}
