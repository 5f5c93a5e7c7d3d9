// Stencils in space.
#include <stdint.h>

// seven points, every thread walks a column of z
extern "C" __global__ void stencil_pillar_seven(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz, double c0, double c1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    int plane = nx * ny, i = plane + y * nx + x;
    double below = a[i - plane], here = a[i];
    for (int z = 1; z < nz - 1; z++, i += plane) {
        double above = a[i + plane];
        b[i] = c0 * here + c1 * (below + above + a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]);
        below = here;
        here = above;
    }
}

// nineteen points: faces and edges, a cell a thread
extern "C" __global__ void stencil_nineteen_points(const float *a, float *b, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x > nx - 2 || y > ny - 2 || z > nz - 2) return;
    size_t i = ((size_t)z * ny + y) * nx + x;
    float faces = 0, edges = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int d = dx * dx + dy * dy + dz * dz;
                float v = d == 0 || d == 3 ? 0.f : a[i + (dz * ny + dy) * nx + dx];
                if (d == 1) faces += v;
                if (d == 2) edges += v;
            }
    b[i] = (2 * faces + edges) / 24 - a[i];
}

// a brick with rim in shared memory, 8 x 8 x 8
extern "C" __global__ void __launch_bounds__(512) stencil_brick_with_rim(const float *in, float *out, int n)
{
    __shared__ float s[10][10][10];
    int t = threadIdx.x + 8 * (threadIdx.y + 8 * threadIdx.z);
    int x0 = blockIdx.x * 8 - 1, y0 = blockIdx.y * 8 - 1, z0 = blockIdx.z * 8 - 1;
    for (int e = t; e < 1000; e += 512) {
        int x = (x0 + e % 10 + n) % n, y = (y0 + e / 10 % 10 + n) % n, z = (z0 + e / 100 + n) % n;
        (&s[0][0][0])[e] = in[(z * n + y) * n + x];
    }
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1, k = threadIdx.z + 1;
    int x = x0 + i, y = y0 + j, z = z0 + k;
    if (x < n && y < n && z < n)
        out[(z * n + y) * n + x] = s[k][j][i] + 0.1f * (s[k][j][i - 1] + s[k][j][i + 1] + s[k][j - 1][i] + s[k][j + 1][i] + s[k - 1][j][i] + s[k + 1][j][i] - 6 * s[k][j][i]);
}

// curl of a field of three components, each a volume of its own
struct Field { const float *x, *y, *z; };
struct Curl { float *x, *y, *z; };
extern "C" __global__ void field_curl_of_three(Field f, Curl c, int nx, int ny, int nz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int cells = nx * ny * nz;
    if (i >= cells) return;
    int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    if (x == nx - 1 || y == ny - 1 || z == nz - 1) return;
    int sy = nx, sz = nx * ny;
    c.x[i] = f.z[i + sy] - f.z[i] - f.y[i + sz] + f.y[i];
    c.y[i] = f.x[i + sz] - f.x[i] - f.z[i + 1] + f.z[i];
    c.z[i] = f.y[i + 1] - f.y[i] - f.x[i + sy] + f.x[i];
}

// restriction of a grid by eight children, double
extern "C" __global__ void grid_restrict_by_eight(const double *fine, double *coarse, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= n || y >= n || z >= n) return;
    double s = 0;
    int m = 2 * n;
#pragma unroll
    for (int k = 0; k < 8; k++) s += fine[((2 * z + (k >> 2)) * m + 2 * y + (k >> 1 & 1)) * m + 2 * x + (k & 1)];
    coarse[(z * n + y) * n + x] = s * 0.125;
}

// distance swept along x: a line each, forward then back
extern "C" __global__ void grid_sweep_lines_both_ways(float *d, int nx, int lines)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lines) return;
    float last = 1e9f;
    for (int x = 0; x < nx; x++) {
        last = fminf(d[x * lines + l], last + 1);
        d[x * lines + l] = last;
    }
    for (int x = nx - 1; x >= 0; x--) {
        last = fminf(d[x * lines + l], last + 1);
        d[x * lines + l] = last;
    }
}
