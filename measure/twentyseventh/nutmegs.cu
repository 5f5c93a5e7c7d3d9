// Two-dimensional stencils: heat, waves, cells.

// explicit heat step, one thread for each point
extern "C" __global__ void stencil_heat_first_try(const float *u, float *v, int nx, int ny, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
    int c = j * nx + i;
    v[c] = u[c] + k * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - 4.0f * u[c]);
}

// nine points out of a tile with its rim, edges repeated
template <typename T, int BX, int BY>
__global__ void ninePointTile(const T *__restrict__ in, T *__restrict__ out, int nx, int ny)
{
    __shared__ T tile[BY + 2][BX + 2];
    const int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
    for (int t = threadIdx.y * BX + threadIdx.x; t < (BX + 2) * (BY + 2); t += BX * BY) {
        int x = min(max(x0 + t % (BX + 2), 0), nx - 1);
        int y = min(max(y0 + t / (BX + 2), 0), ny - 1);
        tile[t / (BX + 2)][t % (BX + 2)] = in[(size_t)y * nx + x];
    }
    __syncthreads();
    int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x < nx && y < ny) {
        T near = 0, far = 0;
        int a = threadIdx.x + 1, b = threadIdx.y + 1;
        near = tile[b][a - 1] + tile[b][a + 1] + tile[b - 1][a] + tile[b + 1][a];
        far = tile[b - 1][a - 1] + tile[b - 1][a + 1] + tile[b + 1][a - 1] + tile[b + 1][a + 1];
        out[(size_t)y * nx + x] = (T)0.2 * near + (T)0.05 * far;
    }
}
template __global__ void ninePointTile<float, 32, 8>(const float *, float *, int, int);
template __global__ void ninePointTile<double, 16, 16>(const double *, double *, int, int);

__constant__ float star_arms[9];

// star of known arms
template <int R>
__global__ void starOfArms(const float *__restrict__ in, float *__restrict__ out, unsigned nx, unsigned ny)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x + R, y = blockIdx.y * blockDim.y + threadIdx.y + R;
    if (x >= nx - R || y >= ny - R) return;
    const float *p = in + y * nx + x;
    float sum = star_arms[0] * *p;
#pragma unroll
    for (int r = 1; r <= R; r++) sum += star_arms[r] * (p[r] + p[-r] + p[r * (int)nx] + p[-r * (int)nx]);
    out[y * nx + x] = sum;
}
template __global__ void starOfArms<2>(const float *, float *, unsigned, unsigned);
template __global__ void starOfArms<6>(const float *, float *, unsigned, unsigned);

// the same of a radius only known at run time
extern "C" __global__ void stencil_star_radius_told(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= radius && x < nx - radius && y >= radius && y < ny - radius) {
        float sum = star_arms[0] * in[y * nx + x];
        for (int r = 1; r <= radius; r++)
            sum += star_arms[r] * (in[y * nx + x - r] + in[y * nx + x + r] + in[(y - r) * nx + x] + in[(y + r) * nx + x]);
        out[y * nx + x] = sum;
    }
}

// conductivity on the faces between cells
extern "C" __global__ void stencil_faces_conducting(const double *u, const double *kx, const double *ky, double *v, size_t nx, size_t ny, double dt)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x + 1;
    size_t j = (size_t)blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i + 1 >= nx || j + 1 >= ny) return;
    size_t c = j * nx + i;
    double east = kx[c] * (u[c + 1] - u[c]), west = kx[c - 1] * (u[c] - u[c - 1]);
    double north = ky[c] * (u[c + nx] - u[c]), south = ky[c - nx] * (u[c] - u[c - nx]);
    v[c] = u[c] + dt * (east - west + north - south);
}

__constant__ float sponge_of_rim[32];

// membrane with a rim that swallows waves; the older field becomes the newer
extern "C" __global__ void __launch_bounds__(192) stencil_membrane_with_sponge(const float *__restrict__ now, float *__restrict__ old, int nx, int ny, float c2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    int c = y * nx + x;
    float left = x > 0 ? now[c - 1] : 0.f, right = x < nx - 1 ? now[c + 1] : 0.f;
    float down = y > 0 ? now[c - nx] : 0.f, high = y < ny - 1 ? now[c + nx] : 0.f;
    float mid = now[c];
    int rim = min(min(x, nx - 1 - x), min(y, ny - 1 - y));
    float keep = rim < 32 ? sponge_of_rim[rim] : 1.f;
    old[c] = keep * (2.f * mid - old[c] + c2 * (left + right + down + high - 4.f * mid));
}

__constant__ unsigned char born_or_stays[18];

// cells on a torus, any rule of the family
extern "C" __global__ void stencil_cells_of_any_rule(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int a = (x + dx + w) % w, b = (y + dy + h) % h;
            n += in[b * w + a];
        }
    int self = in[y * w + x];
    out[y * w + x] = born_or_stays[self * 9 + n - self];
}

// each thread goes down a strip and keeps three sums of a row
extern "C" __global__ void stencil_strip_by_row_sums(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < 1 || x >= nx - 1) return;
    int y = blockIdx.y * rows + 1, end = min(y + rows, ny - 1);
    const float *p = in + (size_t)(y - 1) * nx + x;
    float above = p[-1] + 2.f * p[0] + p[1];
    p += nx;
    float here = p[-1] + 2.f * p[0] + p[1];
    for (; y < end; y++) {
        p += nx;
        float below = p[-1] + 2.f * p[0] + p[1];
        out[(size_t)y * nx + x] = (above + 2.f * here + below) * 0.0625f;
        above = here;
        here = below;
    }
}
