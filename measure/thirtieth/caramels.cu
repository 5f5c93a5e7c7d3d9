// Records, gathers, scatters and embedding tables.
#include <cuda_bf16.h>

struct Atom {
    float x, y, z;
    float vx, vy, vz;
    float fx, fy, fz;
    float mass;
};

// Half a kick, then a drift.
extern "C" __global__ void aos_atoms_kick(Atom *atoms, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Atom a = atoms[i];
        float s = 0.5f * dt / (0.5f + a.mass);
        a.vx += s * a.fx;
        a.vy += s * a.fy;
        a.vz += s * a.fz;
        atoms[i].vx = a.vx;
        atoms[i].vy = a.vy;
        atoms[i].vz = a.vz;
        atoms[i].x = a.x + dt * a.vx;
        atoms[i].y = a.y + dt * a.vy;
        atoms[i].z = a.z + dt * a.vz;
    }
}

struct Fields {
    float *field[7];
};

// Records of seven floats come in coalesced and leave as seven arrays.
extern "C" __global__ void aos_records_split(const float *__restrict__ records, Fields out, int n)
{
    __shared__ float stage[192 * 7];
    const int first = blockIdx.x * 192;
    const int count = min(192, n - first);
    for (int i = threadIdx.x; i < count * 7; i += 192)
        stage[i] = records[(size_t)first * 7 + i];
    __syncthreads();
    if (threadIdx.x < count) {
#pragma unroll
        for (int f = 0; f < 7; f++)
            out.field[f][first + threadIdx.x] = stage[threadIdx.x * 7 + f];
    }
}

extern "C" __global__ void gather_rows_take(const float *src, const long long *index, float *dst, long long rows,
                                            long long cols)
{
    long long total = rows * cols;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < total;
         i += (long long)gridDim.x * blockDim.x) {
        long long r = i / cols;
        dst[i] = src[index[r] * cols + (i - r * cols)];
    }
}

extern "C" __global__ void scatter_rows_accumulate(float *__restrict__ table, const int *__restrict__ index,
                                                   const float *__restrict__ grad, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows)
        return;
    float *to = table + (size_t)index[r] * cols;
    const float *from = grad + (size_t)r * cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        atomicAdd(to + c, from[c]);
}

struct Volume {
    const float *data;
    int nx, ny, nz;
};

// Samples at points of the unit cube.
extern "C" __global__ void gather_trilinear_in_cube(Volume v, const float3 *points, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 p = points[i];
    float x = __saturatef(p.x) * (v.nx - 1), y = __saturatef(p.y) * (v.ny - 1), z = __saturatef(p.z) * (v.nz - 1);
    int x0 = min((int)x, v.nx - 2), y0 = min((int)y, v.ny - 2), z0 = min((int)z, v.nz - 2);
    float fx = x - x0, fy = y - y0, fz = z - z0;
    const float *c = v.data + ((size_t)z0 * v.ny + y0) * v.nx + x0;
    const size_t up = (size_t)v.nx * v.ny;
    float a = c[0] + fx * (c[1] - c[0]);
    float b = c[v.nx] + fx * (c[v.nx + 1] - c[v.nx]);
    float d = c[up] + fx * (c[up + 1] - c[up]);
    float e = c[up + v.nx] + fx * (c[up + v.nx + 1] - c[up + v.nx]);
    float low = a + fy * (b - a), high = d + fy * (e - d);
    out[i] = low + fz * (high - low);
}

// Word, position and segment, as before the first layer of an encoder; one block per token.
extern "C" __global__ void embedding_three_tables(const int *__restrict__ words, const int *__restrict__ segments,
                                                  const float4 *__restrict__ word_table,
                                                  const float4 *__restrict__ place_table,
                                                  const float4 *__restrict__ segment_table, float4 *__restrict__ out,
                                                  int length, int quads)
{
    const int token = blockIdx.x;
    const float4 *w = word_table + (size_t)words[token] * quads;
    const float4 *p = place_table + (size_t)(token % length) * quads;
    const float4 *s = segment_table + (size_t)segments[token] * quads;
    for (int q = threadIdx.x; q < quads; q += blockDim.x) {
        float4 a = w[q], b = p[q], c = s[q];
        out[(size_t)token * quads + q] = make_float4(a.x + b.x + c.x, a.y + b.y + c.y, a.z + b.z + c.z, a.w + b.w + c.w);
    }
}

// A warp averages the rows of one bag.
extern "C" __global__ void embedding_bag_mean_bf16(const __nv_bfloat162 *table, const int *ids, const int *offsets,
                                                   __nv_bfloat162 *out, int bags, int pairs)
{
    const int bag = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (bag >= bags)
        return;
    const int begin = offsets[bag], end = offsets[bag + 1];
    const float scale = end > begin ? 1.0f / (end - begin) : 0.0f;
    for (int c = lane; c < pairs; c += 32) {
        float2 sum = make_float2(0.0f, 0.0f);
        for (int e = begin; e < end; e++) {
            float2 v = __bfloat1622float2(table[(size_t)ids[e] * pairs + c]);
            sum.x += v.x;
            sum.y += v.y;
        }
        out[(size_t)bag * pairs + c] = __floats2bfloat162_rn(sum.x * scale, sum.y * scale);
    }
}
