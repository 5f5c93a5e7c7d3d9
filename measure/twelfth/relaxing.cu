// Stencils on lines, planes and in space.

#define RADIUS 5
#define BLOCK 128

extern "C" __global__ void stencilLineShared(const int *in, int *out)
{
    __shared__ int temp[BLOCK + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK] = in[gindex + BLOCK];
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    out[gindex] = result;
}

extern "C" __global__ void stencilHeat2d(const float *__restrict__ u, float *__restrict__ un, int nx, int ny, float ax,
                                         float ay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
    int c = j * nx + i;
    un[c] = u[c] + ax * (u[c + 1] - 2.f * u[c] + u[c - 1]) + ay * (u[c + nx] - 2.f * u[c] + u[c - nx]);
}

// nine points from a tile with its rim
template <int BX, int BY>
__global__ void stencilNineTile(const float *in, float *out, int w, int h)
{
    __shared__ float s[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    for (int j = threadIdx.y; j < BY + 2; j += BY)
        for (int i = threadIdx.x; i < BX + 2; i += BX) {
            int gx = blockIdx.x * BX + i - 1, gy = blockIdx.y * BY + j - 1;
            s[j][i] = gx >= 0 && gy >= 0 && gx < w && gy < h ? in[gy * w + gx] : 0.f;
        }
    __syncthreads();
    if (x >= w || y >= h) return;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 3; j++)
#pragma unroll
        for (int i = 0; i < 3; i++) sum += s[threadIdx.y + j][threadIdx.x + i];
    out[y * w + x] = sum / 9.f;
}
template __global__ void stencilNineTile<32, 8>(const float *, float *, int, int);

// Gauss-Seidel on the cells of one colour, in place
extern "C" __global__ void stencilRedBlack(float *u, const float *f, int n, int colour, float h2)
{
    int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x), row = blockIdx.y * blockDim.y + threadIdx.y + 1;
    col += 1 + ((row + colour) & 1);
    if (col < n - 1 && row < n - 1)
        u[row * n + col] = 0.25f * (u[row * n + col - 1] + u[row * n + col + 1] + u[(row - 1) * n + col] +
                                    u[(row + 1) * n + col] - h2 * f[row * n + col]);
}

// wave equation, periodic
extern "C" __global__ void stencilWavePeriodic(double *next, const double *now, const double *before, int nx, int ny,
                                               double c2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    int l = (x + nx - 1) % nx, r = (x + 1) % nx, d = (y + ny - 1) % ny, u = (y + 1) % ny;
    double v = now[y * nx + x];
    double lap = now[y * nx + l] + now[y * nx + r] + now[d * nx + x] + now[u * nx + x] - 4 * v;
    next[y * nx + x] = 2 * v - before[y * nx + x] + c2 * lap;
}

// wind decides from which side
extern "C" __global__ void stencilUpwind(const float *q, const float *vx, const float *vy, float *out, int nx, int ny,
                                         float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1) return;
    int i = y * nx + x;
    float a = vx[i], b = vy[i], dx, dy;
    if (a > 0) dx = q[i] - q[i - 1];
    else dx = q[i + 1] - q[i];
    if (b > 0) dy = q[i] - q[i - nx];
    else dy = q[i + nx] - q[i];
    out[i] = q[i] - dt * (a * dx + b * dy);
}

extern "C" __global__ void stencilSevenPoint(const float *in, float *out, int nx, int ny, int nz, float c0, float c1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i > 0 && j > 0 && k > 0 && i < nx - 1 && j < ny - 1 && k < nz - 1) {
#define AT(x, y, z) in[((z) * ny + (y)) * nx + (x)]
        out[(k * ny + j) * nx + i] = c1 * (AT(i - 1, j, k) + AT(i + 1, j, k) + AT(i, j - 1, k) + AT(i, j + 1, k) +
                                           AT(i, j, k - 1) + AT(i, j, k + 1)) -
                                     c0 * AT(i, j, k);
#undef AT
    }
}

// eighth order: a plane in shared memory, the column in registers, marching along z
extern "C" __global__ void stencilFiniteDifference(const float *__restrict__ in, float *__restrict__ out, int nx, int ny,
                                                   int nz)
{
    __shared__ float s[8 + 8][32 + 8];
    const float w[5] = {-2.8472f, 1.6f, -0.2f, 0.025396f, -0.0017857f};
    int x = blockIdx.x * 32 + threadIdx.x + 4, y = blockIdx.y * 8 + threadIdx.y + 4;
    int tx = threadIdx.x + 4, ty = threadIdx.y + 4, slice = nx * ny;
    int at = y * nx + x;
    float col[9];
#pragma unroll
    for (int k = 0; k < 8; k++) col[k + 1] = in[at + k * slice];
    for (int z = 4; z < nz - 4; z++) {
#pragma unroll
        for (int k = 0; k < 8; k++) col[k] = col[k + 1];
        col[8] = in[at + (z + 4) * slice];
        __syncthreads();
        s[ty][tx] = col[4];
        if (threadIdx.x < 4) {
            s[ty][tx - 4] = in[at + z * slice - 4];
            s[ty][tx + 32] = in[at + z * slice + 32];
        }
        if (threadIdx.y < 4) {
            s[ty - 4][tx] = in[at + z * slice - 4 * nx];
            s[ty + 8][tx] = in[at + z * slice + 8 * nx];
        }
        __syncthreads();
        float sum = 3 * w[0] * col[4];
#pragma unroll
        for (int r = 1; r <= 4; r++)
            sum += w[r] * (col[4 - r] + col[4 + r] + s[ty][tx - r] + s[ty][tx + r] + s[ty - r][tx] + s[ty + r][tx]);
        out[at + z * slice] = sum;
    }
}

__constant__ int boltzX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int boltzY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

// lattice Boltzmann, nine speeds, pull and collide
extern "C" __global__ void stencilBoltzmann(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    int cells = nx * ny;
    float p[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        int sx = x - boltzX[k], sy = y - boltzY[k];
        sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx;
        sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
        p[k] = f[k * cells + sy * nx + sx];
        rho += p[k];
        ux += boltzX[k] * p[k];
        uy += boltzY[k] * p[k];
    }
    ux /= rho;
    uy /= rho;
    float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float w = k == 0 ? 4.f / 9 : k < 5 ? 1.f / 9 : 1.f / 36;
        float cu = 3 * (boltzX[k] * ux + boltzY[k] * uy);
        g[k * cells + y * nx + x] = p[k] + omega * (w * rho * (1 + cu + 0.5f * cu * cu - usq) - p[k]);
    }
}
