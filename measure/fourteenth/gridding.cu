// Values on grids, and their neighbours.

extern "C" __global__ void stencil_heat2d(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, float k)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    const int i = y * nx + x;
    v[i] = u[i] + k * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] - 4.0f * u[i]);
}

// periodic, eight neighbours
extern "C" __global__ void life_torus(const unsigned char *now, unsigned char *then, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int l = x ? x - 1 : w - 1, r = x + 1 < w ? x + 1 : 0, a = y ? y - 1 : h - 1, b = y + 1 < h ? y + 1 : 0;
    const int n = now[a * w + l] + now[a * w + x] + now[a * w + r] + now[y * w + l] + now[y * w + r] + now[b * w + l] + now[b * w + x] + now[b * w + r];
    then[y * w + x] = n == 3 || (n == 2 && now[y * w + x]);
}

template <typename T, int BX, int BY>
__device__ void nineShared(const T *__restrict__ in, T *__restrict__ out, int nx, int ny)
{
    __shared__ T s[BY + 2][BX + 2];
    const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
    for (int e = threadIdx.y * BX + threadIdx.x; e < (BX + 2) * (BY + 2); e += BX * BY) {
        const int sx = e % (BX + 2), sy = e / (BX + 2), gx = x0 + sx - 1, gy = y0 + sy - 1;
        s[sy][sx] = gx >= 0 && gy >= 0 && gx < nx && gy < ny ? in[(size_t)gy * nx + gx] : T(0);
    }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x >= nx || y >= ny) return;
    out[(size_t)y * nx + x] = T(0.25) * s[j][i] + T(0.125) * (s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i])
        + T(0.0625) * (s[j - 1][i - 1] + s[j - 1][i + 1] + s[j + 1][i - 1] + s[j + 1][i + 1]);
}

extern "C" __global__ void stencil_nine_shared_f32(const float *in, float *out, int nx, int ny) { nineShared<float, 32, 16>(in, out, nx, ny); }
// dynamic tile of a radius given at the launch
extern "C" __global__ void stencil_line_radius(const float *__restrict__ in, const float *__restrict__ weight, float *__restrict__ out, int n, int radius)
{
    extern __shared__ float slr_tile[];
    const int first = blockIdx.x * blockDim.x - radius;
    for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x) {
        const int at = first + k;
        slr_tile[k] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0.0f;
    for (int k = 0; k <= 2 * radius; k++) s += weight[k] * slr_tile[threadIdx.x + k];
    out[i] = s;
}

extern "C" __global__ void stencil_seven_point(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, int nz, double c0, double c1)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    const int i = (z * ny + y) * nx + x, plane = nx * ny;
    v[i] = c0 * u[i] + c1 * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - plane] + u[i + plane]);
}

// one plane in shared memory, those above and below in registers
extern "C" __global__ void stencil_marching_planes(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, int nz)
{
    __shared__ float now[10][34];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool in = x < nx && y < ny;
    const size_t plane = (size_t)nx * ny, at = (size_t)y * nx + x;
    float below = in ? u[at] : 0.f, here = in ? u[at + plane] : 0.f;
    for (int z = 1; z < nz - 1; z++) {
        const float above = in ? u[at + (z + 1) * plane] : 0.f;
        __syncthreads();
        now[ty][tx] = here;
        if (threadIdx.x == 0) now[ty][0] = in && x > 0 ? u[at + z * plane - 1] : 0.f;
        if (threadIdx.x == 31) now[ty][33] = in && x + 1 < nx ? u[at + z * plane + 1] : 0.f;
        if (threadIdx.y == 0) now[0][tx] = in && y > 0 ? u[at + z * plane - nx] : 0.f;
        if (threadIdx.y == 7) now[9][tx] = in && y + 1 < ny ? u[at + z * plane + nx] : 0.f;
        __syncthreads();
        if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
            v[at + z * plane] = 0.5f * here + (below + above + now[ty][tx - 1] + now[ty][tx + 1] + now[ty - 1][tx] + now[ty + 1][tx]) * (1.f / 12);
        below = here;
        here = above;
    }
}

extern "C" __global__ void stencil_27_points(const float *__restrict__ u, float *__restrict__ v, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x > n - 2 || y > n - 2 || z > n - 2) return;
    float s = 0.f;
#pragma unroll
    for (int c = -1; c <= 1; c++)
#pragma unroll
        for (int b = -1; b <= 1; b++)
#pragma unroll
            for (int a = -1; a <= 1; a++) s += u[((z + c) * n + y + b) * n + x + a];
    v[(z * n + y) * n + x] = s * (1.f / 27);
}

__constant__ float waveTaps[5];

extern "C" __global__ void stencil_wave_order8(const float *__restrict__ now, const float *__restrict__ before, float *__restrict__ next, int nx, int ny, float c)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    if (x >= nx - 4 || y >= ny - 4) return;
    const int i = y * nx + x;
    float l = 2.f * waveTaps[0] * now[i];
#pragma unroll
    for (int k = 1; k <= 4; k++) l += waveTaps[k] * (now[i - k] + now[i + k] + now[i - k * nx] + now[i + k * nx]);
    next[i] = 2.f * now[i] - before[i] + c * l;
}

struct Grid2 {
    int nx, ny;
    float hx, hy;
};

// red cells first: half the threads have nothing to do
extern "C" __global__ void stencil_red_black(float *u, const float *f, Grid2 g, int colour, float omega)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= g.nx - 1 || y >= g.ny - 1 || ((x + y) & 1) != colour) return;
    const float ax = 1.f / (g.hx * g.hx), ay = 1.f / (g.hy * g.hy);
    const int i = y * g.nx + x;
    const float r = (ax * (u[i - 1] + u[i + 1]) + ay * (u[i - g.nx] + u[i + g.nx]) - f[i]) / (2.f * (ax + ay));
    u[i] += omega * (r - u[i]);
}

// four rows per thread, neighbours across lanes by shuffles
extern "C" __global__ void stencil_by_shuffles(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    const unsigned full = 0xffffffffu;
    const int lane = threadIdx.x, x = blockIdx.x * 30 + lane, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    const int xc = min(x, nx - 1);
    float up = y0 > 0 && y0 <= ny ? in[(y0 - 1) * nx + xc] : 0.f, mid = y0 < ny ? in[y0 * nx + xc] : 0.f;
    for (int k = 0; k < 4; k++) {
        const int y = y0 + k;
        const float down = y + 1 < ny ? in[(y + 1) * nx + xc] : 0.f;
        const float left = __shfl_up_sync(full, mid, 1), right = __shfl_down_sync(full, mid, 1);
        if (lane > 0 && lane < 31 && x < nx - 1 && y > 0 && y < ny - 1)
            out[y * nx + x] = 0.2f * (up + mid + down + left + right);
        up = mid;
        mid = down;
    }
}

extern "C" __global__ void grid_upwind_flux(const double *__restrict__ q, const double *__restrict__ u, const double *__restrict__ v, double *__restrict__ out, int nx, int ny, double dt)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    const int i = y * nx + x;
    const double dx = u[i] > 0 ? q[i] - q[i - 1] : q[i + 1] - q[i];
    const double dy = v[i] > 0 ? q[i] - q[i - nx] : q[i + nx] - q[i];
    out[i] = q[i] - dt * (u[i] * dx + v[i] * dy);
}
