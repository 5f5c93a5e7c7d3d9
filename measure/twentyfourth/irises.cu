// Stencils of volumes.
struct Sides {
    int x, y, z;
};

// a thread a cell, found from its number
extern "C" __global__ void stencil_cube_by_number(const float *in, float *out, int nx, int ny, int nz, float k)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= nx * ny * nz)
        return;
    int x = c % nx, y = c / nx % ny, z = c / (nx * ny);
    float here = in[c];
    float w = x > 0 ? in[c - 1] : here, e = x < nx - 1 ? in[c + 1] : here;
    float s = y > 0 ? in[c - nx] : here, n = y < ny - 1 ? in[c + nx] : here;
    float d = z > 0 ? in[c - nx * ny] : here, u = z < nz - 1 ? in[c + nx * ny] : here;
    out[c] = here + k * (w + e + s + n + d + u - 6.0f * here);
}

// up through z, three planes of a column kept in registers, neighbours through shared memory
template <typename T, int BX, int BY> __global__ void upwardsInShared(const T *__restrict__ in, T *__restrict__ out, Sides n, T centre, T side)
{
    __shared__ T plane[BY + 2][BX + 2];
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool within = x < n.x && y < n.y, inner = x > 0 && y > 0 && x < n.x - 1 && y < n.y - 1;
    const size_t layer = (size_t)n.x * n.y;
    size_t c = (size_t)y * n.x + x;
    T below = within ? in[c] : T(0), here = within ? in[c + layer] : T(0);
    for (int z = 1; z < n.z - 1; z++) {
        c += layer;
        T above = within ? in[c + layer] : T(0);
        plane[ty][tx] = here;
        if (inner || within) {
            if (threadIdx.x == 0 && x > 0)
                plane[ty][0] = in[c - 1];
            if (threadIdx.x == BX - 1 && x < n.x - 1)
                plane[ty][BX + 1] = in[c + 1];
            if (threadIdx.y == 0 && y > 0)
                plane[0][tx] = in[c - n.x];
            if (threadIdx.y == BY - 1 && y < n.y - 1)
                plane[BY + 1][tx] = in[c + n.x];
        }
        __syncthreads();
        if (inner)
            out[c] = centre * here + side * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above);
        __syncthreads();
        below = here;
        here = above;
    }
}
template __global__ void upwardsInShared<float, 32, 8>(const float *, float *, Sides, float, float);
template __global__ void upwardsInShared<double, 16, 16>(const double *, double *, Sides, double, double);

__constant__ float star[5];

// eighth order along each axis, sides have a border of four
extern "C" __global__ void stencil_seismic_star(const float *__restrict__ now, const float *__restrict__ speed, float *past, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    if (x >= nx - 4 || y >= ny - 4)
        return;
    const int layer = nx * ny;
    int c = y * nx + x + 4 * layer;
    float column[9];
#pragma unroll
    for (int k = 0; k < 8; k++)
        column[k] = now[c + (k - 4) * layer];
    for (int z = 4; z < nz - 4; z++, c += layer) {
        column[8] = now[c + 4 * layer];
        float sum = 3.0f * star[0] * column[4];
#pragma unroll
        for (int r = 1; r <= 4; r++)
            sum += star[r] * (now[c - r] + now[c + r] + now[c - r * nx] + now[c + r * nx] + column[4 - r] + column[4 + r]);
        past[c] = 2.0f * column[4] - past[c] + speed[c] * sum;
#pragma unroll
        for (int k = 0; k < 8; k++)
            column[k] = column[k + 1];
    }
}

__constant__ float cube[27];

extern "C" __global__ void stencil_cube_of_weights(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    float sum = 0.0f;
    for (int dz = 0; dz < 3; dz++)
        for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++)
                sum += cube[dz * 9 + dy * 3 + dx] * in[((z + dz - 1) * ny + y + dy - 1) * nx + x + dx - 1];
    out[(z * ny + y) * nx + x] = sum;
}

struct Field {
    float *x, *y, *z;
};

// the electric half of a step after Yee
extern "C" __global__ void stencil_electric_of_yee(Field e, Field h, unsigned nx, unsigned ny, unsigned nz, float k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, l = blockIdx.z;
    if (i == 0 || j == 0 || l == 0 || i >= nx || j >= ny || l >= nz)
        return;
    unsigned c = (l * ny + j) * nx + i, down = nx * ny;
    float hx = h.x[c], hy = h.y[c], hz = h.z[c];
    e.x[c] += k * ((hz - h.z[c - nx]) - (hy - h.y[c - down]));
    e.y[c] += k * ((hx - h.x[c - down]) - (hz - h.z[c - 1]));
    e.z[c] += k * ((hy - h.y[c - 1]) - (hx - h.x[c - nx]));
}
