// Stencils of planes and volumes.

__constant__ float star_coef[5];
__constant__ float cube_by_distance[4];
__constant__ float lattice_weight[9];

// five points, a thread each, the rim is copied
extern "C" __global__ void stencil_five_point_plain(const float *in, float *out, int w, int h, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int i = y * w + x;
        float u = in[i];
        if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
            u += c * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4.0f * u);
        out[i] = u;
    }
}

// Jacobi sweep for a Poisson equation; tile with halo, outside counts as zero
template <typename T, int BX, int BY>
__global__ void __launch_bounds__(BX *BY) jacobiTileSweep(const T *__restrict__ u, const T *__restrict__ f, T *__restrict__ v, int w, int h, T hh)
{
    __shared__ T s[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    auto at = [&](int i, int j) { return i >= 0 && j >= 0 && i < w && j < h ? u[(size_t)j * w + i] : T(0); };
    s[ty][tx] = at(x, y);
    if (tx == 1) s[ty][0] = at(x - 1, y);
    if (tx == BX) s[ty][BX + 1] = at(x + 1, y);
    if (ty == 1) s[0][tx] = at(x, y - 1);
    if (ty == BY) s[BY + 1][tx] = at(x, y + 1);
    __syncthreads();
    if (x >= w || y >= h) return;
    const size_t i = (size_t)y * w + x;
    v[i] = T(0.25) * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + hh * f[i]);
}
template __global__ void jacobiTileSweep<float, 32, 8>(const float *, const float *, float *, int, int, float);
template __global__ void jacobiTileSweep<double, 16, 16>(const double *, const double *, double *, int, int, double);

// game of life on a torus, one byte a cell
extern "C" __global__ void stencil_life_wrapped_bytes(const unsigned char *now, unsigned char *next, unsigned w, unsigned h)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        unsigned x = i % w, y = i / w;
        unsigned l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h * w, d = (y + 1) % h * w, m = y * w;
        int n = now[u + l] + now[u + x] + now[u + r] + now[m + l] + now[m + r] + now[d + l] + now[d + x] + now[d + r];
        next[i] = n == 3 || (n == 2 && now[i]);
    }
}

// eighth order Laplacian, second order in time: acoustic wave
extern "C" __global__ void stencil_wave_order_eight(const float *__restrict__ p, float *__restrict__ old, const float *__restrict__ speed, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    if (x >= w - 4 || y >= h - 4) return;
    const long long i = (long long)y * w + x;
    float lap = 2.0f * star_coef[0] * p[i];
#pragma unroll
    for (int k = 1; k <= 4; k++)
        lap += star_coef[k] * (p[i - k] + p[i + k] + p[i - (long long)k * w] + p[i + (long long)k * w]);
    old[i] = 2.0f * p[i] - old[i] + speed[i] * lap;
}

// all 27 neighbours; the weight depends on how many steps away
extern "C" __global__ void stencil_cube_by_distance(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    float sum = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += cube_by_distance[abs(dx) + abs(dy) + abs(dz)] * in[((z + dz) * ny + y + dy) * nx + x + dx];
    out[(z * ny + y) * nx + x] = sum;
}

// seven points, planes of a column kept in registers, the middle plane in shared memory
template <int BX, int BY>
__global__ void sevenMarchColumn(const double *__restrict__ in, double *__restrict__ out, int nx, int ny, int nz, double a, double b)
{
    __shared__ double mid[BY + 2][BX + 2];
    const int x = blockIdx.x * BX + threadIdx.x + 1, y = blockIdx.y * BY + threadIdx.y + 1;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool inside = x < nx - 1 && y < ny - 1, held = x < nx && y < ny;
    const size_t plane = (size_t)nx * ny;
    size_t i = (size_t)y * nx + x;
    double below = 0, here = held ? in[i] : 0, above = held ? in[i + plane] : 0;
    for (int z = 1; z < nz - 1; z++) {
        i += plane;
        below = here;
        here = above;
        above = held ? in[i + plane] : 0;
        mid[ty][tx] = here;
        if (held && tx == 1) mid[ty][0] = in[i - 1];
        if (inside && tx == BX) mid[ty][BX + 1] = in[i + 1];
        if (held && ty == 1) mid[0][tx] = in[i - nx];
        if (inside && ty == BY) mid[BY + 1][tx] = in[i + nx];
        __syncthreads();
        if (inside) out[i] = a * here + b * (below + above + mid[ty][tx - 1] + mid[ty][tx + 1] + mid[ty - 1][tx] + mid[ty + 1][tx]);
        __syncthreads();
    }
}
template __global__ void sevenMarchColumn<32, 8>(const double *, double *, int, int, int, double, double);
template __global__ void sevenMarchColumn<32, 4>(const double *, double *, int, int, int, double, double);

// lattice Boltzmann, nine directions, pull and collide, periodic
extern "C" __global__ void pde_boltzmann_pull_collide(const float *__restrict__ f, float *__restrict__ g, int w, int h, float omega)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const int n = w * h;
    float q[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        int a = x - ex[k], b = y - ey[k];
        a = a < 0 ? w - 1 : a == w ? 0 : a;
        b = b < 0 ? h - 1 : b == h ? 0 : b;
        q[k] = f[k * n + b * w + a];
        rho += q[k];
        ux += ex[k] * q[k];
        uy += ey[k] * q[k];
    }
    ux /= rho;
    uy /= rho;
    const float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float eu = 3.0f * (ex[k] * ux + ey[k] * uy);
        float equal = lattice_weight[k] * rho * (1.0f + eu + 0.5f * eu * eu - uu);
        g[k * n + y * w + x] = q[k] + omega * (equal - q[k]);
    }
}

// several steps of a rod in shared memory; the strip shrinks by one place on either side a step
extern "C" __global__ void stencil_rod_many_steps(const double *in, double *out, int n, int steps, double c)
{
    extern __shared__ double rod[];
    double *a = rod, *b = rod + blockDim.x;
    const int inner = blockDim.x - 2 * steps;
    const int x = blockIdx.x * inner + (int)threadIdx.x - steps;
    a[threadIdx.x] = x >= 0 && x < n ? in[x] : 0.0;
    __syncthreads();
    for (int s = 1; s <= steps; s++) {
        if (threadIdx.x >= s && threadIdx.x < blockDim.x - s) {
            double u = a[threadIdx.x];
            b[threadIdx.x] = x >= 0 && x < n ? u + c * (a[threadIdx.x - 1] - 2 * u + a[threadIdx.x + 1]) : 0.0;
        }
        __syncthreads();
        double *t = a;
        a = b;
        b = t;
    }
    if (threadIdx.x >= steps && threadIdx.x < blockDim.x - steps && x < n) out[x] = a[threadIdx.x];
}
