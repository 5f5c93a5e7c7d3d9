// Volumes and fields that change in time.

// seven points, block of three sides
extern "C" __global__ void stencil_cube_of_seven(const float *in, float *out, int nx, int ny, int nz, float a, float b)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
        int c = (z * ny + y) * nx + x;
        out[c] = a * in[c] + b * (in[c - 1] + in[c + 1] + in[c - nx] + in[c + nx] + in[c - nx * ny] + in[c + nx * ny]);
    }
}

__constant__ float shell_weights[3];

// thirteen points: a plane in shared memory, the axis that marches in registers
extern "C" __global__ void __launch_bounds__(256)
stencil_thirteen_on_the_march(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float p[12][36];
    int i = blockIdx.x * 32 + threadIdx.x + 2, j = blockIdx.y * 8 + threadIdx.y + 2;
    bool inside = i < nx - 2 && j < ny - 2;
    int ci = min(i, nx - 1), cj = min(j, ny - 1), tx = threadIdx.x + 2, ty = threadIdx.y + 2;
    size_t plane = (size_t)nx * ny, at = (size_t)cj * nx + ci;
    float back2 = in[at], back1 = in[at + plane], here = in[at + 2 * plane], next1 = in[at + 3 * plane];
    for (int k = 2; k < nz - 2; k++) {
        const float *q = in + k * plane;
        float next2 = q[at + 2 * plane];
        p[ty][tx] = here;
        if (threadIdx.x < 2) {
            p[ty][tx - 2] = q[cj * nx + i - 2];
            p[ty][tx + 32] = q[cj * nx + min(i + 32, nx - 1)];
        }
        if (threadIdx.y < 2) {
            p[ty - 2][tx] = q[(j - 2) * nx + ci];
            p[ty + 8][tx] = q[min(j + 8, ny - 1) * nx + ci];
        }
        __syncthreads();
        if (inside)
            out[k * plane + at] = shell_weights[0] * here
                + shell_weights[1] * (back1 + next1 + p[ty][tx - 1] + p[ty][tx + 1] + p[ty - 1][tx] + p[ty + 1][tx])
                + shell_weights[2] * (back2 + next2 + p[ty][tx - 2] + p[ty][tx + 2] + p[ty - 2][tx] + p[ty + 2][tx]);
        __syncthreads();
        back2 = back1;
        back1 = here;
        here = next1;
        next1 = next2;
    }
}

__constant__ double dice[3][3][3];

// all neighbours, weights by place in a dice
template <typename Index>
__global__ void wholeNeighbourhood(const double *__restrict__ in, double *__restrict__ out, Index nx, Index ny, Index nz)
{
    Index x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1) return;
    double sum = 0;
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 3; a++) sum += dice[c][b][a] * in[((z + c - 1) * ny + y + b - 1) * nx + x + a - 1];
    out[(z * ny + y) * nx + x] = sum;
}
template __global__ void wholeNeighbourhood<int>(const double *, double *, int, int, int);
template __global__ void wholeNeighbourhood<long long>(const double *, double *, long long, long long, long long);

struct Mixture {
    float du, dv, feed, kill, dt;
};
__constant__ Mixture mixture;

// two substances that react, on a torus
extern "C" __global__ void pde_spots_of_two_substances(const float *u, const float *v, float *un, float *vn, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int l = x == 0 ? w - 1 : x - 1, r = x == w - 1 ? 0 : x + 1, d = y == 0 ? h - 1 : y - 1, t = y == h - 1 ? 0 : y + 1;
    float a = u[y * w + x], b = v[y * w + x];
    float la = u[y * w + l] + u[y * w + r] + u[d * w + x] + u[t * w + x] - 4 * a;
    float lb = v[y * w + l] + v[y * w + r] + v[d * w + x] + v[t * w + x] - 4 * b;
    float abb = a * b * b;
    un[y * w + x] = a + mixture.dt * (mixture.du * la - abb + mixture.feed * (1 - a));
    vn[y * w + x] = b + mixture.dt * (mixture.dv * lb + abb - (mixture.feed + mixture.kill) * b);
}

// upwind transport, the side by the sign of the wind
extern "C" __global__ void pde_wind_carries(const double *q, const double *wx, const double *wy, double *to, int nx, int ny, double ratio)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y;
    if (i < 1 || i > nx - 2 || j < 1 || j > ny - 2) return;
    int c = j * nx + i;
    double dx = wx[c] > 0 ? q[c] - q[c - 1] : q[c + 1] - q[c];
    double dy = wy[c] > 0 ? q[c] - q[c - nx] : q[c + nx] - q[c];
    to[c] = q[c] - ratio * (wx[c] * dx + wy[c] * dy);
}

// viscous velocities of two components in one float2
extern "C" __global__ void pde_burgers_in_pairs(const float2 *__restrict__ in, float2 *__restrict__ out, int nx, int ny, float dt, float nu)
{
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < nx * ny; c += gridDim.x * blockDim.x) {
        int x = c % nx, y = c / nx;
        float2 m = in[c];
        if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
            float2 w = in[c - 1], e = in[c + 1], s = in[c - nx], n = in[c + nx];
            float fx = m.x * (e.x - w.x) * 0.5f + m.y * (n.x - s.x) * 0.5f;
            float fy = m.x * (e.y - w.y) * 0.5f + m.y * (n.y - s.y) * 0.5f;
            m.x += dt * (nu * (w.x + e.x + s.x + n.x - 4.f * m.x) - fx);
            m.y += dt * (nu * (w.y + e.y + s.y + n.y - 4.f * m.y) - fy);
        }
        out[c] = m;
    }
}

// several sweeps of a block's own line before it meets its neighbours again
extern "C" __global__ void pde_rod_many_steps(const float *in, float *out, int n, int steps, float k)
{
    extern __shared__ float rod[];
    float *a = rod, *b = rod + blockDim.x;
    int own = blockDim.x - 2 * steps, i = blockIdx.x * own + (int)threadIdx.x - steps;
    a[threadIdx.x] = i >= 0 && i < n ? in[i] : 0.f;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        float m = a[threadIdx.x];
        if (threadIdx.x > 0 && threadIdx.x < blockDim.x - 1 && i >= 0 && i < n)
            m += k * (a[threadIdx.x - 1] - 2.f * m + a[threadIdx.x + 1]);
        b[threadIdx.x] = m;
        __syncthreads();
        float *t = a;
        a = b;
        b = t;
    }
    if (threadIdx.x >= steps && threadIdx.x < steps + own && i < n) out[i] = a[threadIdx.x];
}
