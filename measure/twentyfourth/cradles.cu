// Gathers, scatters and tables.
extern "C" __global__ void gather_four_by_int4(const int4 *__restrict__ index, const float *__restrict__ from, float4 *__restrict__ to, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    int4 k = index[i];
    to[i] = make_float4(from[k.x], from[k.y], from[k.z], from[k.w]);
}

extern "C" __global__ void scatter_weights_onto_grid(const unsigned *cell, const float *weight, float *grid, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&grid[cell[i]], weight[i]);
}

__device__ float3 mixed(float3 a, float3 b, float t)
{
    return make_float3(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z));
}

__device__ float3 corner(const float4 *cube, int side, int r, int g, int b)
{
    float4 v = cube[(b * side + g) * side + r];
    return make_float3(v.x, v.y, v.z);
}

// colours graded by a cube of side^3 entries, in between by eight corners
extern "C" __global__ void table_lookup_colour_cube(const uchar4 *in, const float4 *cube, float4 *out, int n, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const uchar4 p = in[i];
    const float scale = (side - 1) / 256.0f;
    float r = p.x * scale, g = p.y * scale, b = p.z * scale;
    int ri = (int)r, gi = (int)g, bi = (int)b;
    r -= ri;
    g -= gi;
    b -= bi;
    float3 c00 = mixed(corner(cube, side, ri, gi, bi), corner(cube, side, ri + 1, gi, bi), r);
    float3 c10 = mixed(corner(cube, side, ri, gi + 1, bi), corner(cube, side, ri + 1, gi + 1, bi), r);
    float3 c01 = mixed(corner(cube, side, ri, gi, bi + 1), corner(cube, side, ri + 1, gi, bi + 1), r);
    float3 c11 = mixed(corner(cube, side, ri, gi + 1, bi + 1), corner(cube, side, ri + 1, gi + 1, bi + 1), r);
    float3 c = mixed(mixed(c00, c10, g), mixed(c01, c11, g), b);
    out[i] = make_float4(c.x, c.y, c.z, p.w / 255.0f);
}

// a block a bag: the sum of its rows
extern "C" __global__ void embedding_bag_summed(const int *__restrict__ ids, const float *__restrict__ table, float *__restrict__ out, int bag, int dim)
{
    const int *mine = ids + (size_t)blockIdx.x * bag;
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float sum = 0.0f;
        for (int k = 0; k < bag; k++)
            sum += table[(size_t)mine[k] * dim + d];
        out[(size_t)blockIdx.x * dim + d] = sum;
    }
}

// a curve of 1025 points kept in shared memory
extern "C" __global__ void table_lookup_curve_shared(const float *curve, const float *in, float *out, int n)
{
    __shared__ float points[1025];
    for (int k = threadIdx.x; k < 1025; k += blockDim.x)
        points[k] = curve[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float at = (in[i] + 1.0f) * 512.0f;
        int k = min(max((int)at, 0), 1023);
        float t = at - k;
        out[i] = points[k] * (1.0f - t) + points[k + 1] * t;
    }
}

struct Spring {
    int a, b;
    float rest, stiffness;
};

extern "C" __global__ void gather_spring_energies(const Spring *springs, const float4 *where, float *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Spring s = springs[i];
        float4 p = where[s.a & 0xfffff], q = where[s.b & 0xfffff];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float stretch = sqrtf(dx * dx + dy * dy + dz * dz) - s.rest;
        energy[i] = 0.5f * s.stiffness * stretch * stretch;
    }
}
