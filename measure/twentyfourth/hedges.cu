// Stencils of a plane.
extern "C" __global__ void stencil_relax_towards_source(const float *u, const float *f, float *next, int nx, int ny, float h2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
        return;
    int c = j * nx + i;
    next[c] = 0.25f * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - h2 * f[c]);
}

// mean of a square whose radius the caller says; at the edges of what there is
extern "C" __global__ void stencil_box_of_any_radius(const float *__restrict__ in, float *__restrict__ out, int width, int height, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    int count = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int xx = x + dx, yy = y + dy;
            if (xx >= 0 && xx < width && yy >= 0 && yy < height) {
                sum += in[yy * width + xx];
                count++;
            }
        }
    out[y * width + x] = sum / count;
}

// only cells of one colour change, in place
extern "C" __global__ void stencil_one_colour_in_place(double *u, const double *f, int n, int colour, double omega)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((j + colour) & 1);
    if (i < n - 1 && j < n - 1) {
        size_t c = (size_t)j * n + i;
        double r = 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] + f[c]) - u[c];
        u[c] += omega * r;
    }
}

#define WX 32
#define WY 16

// waves: second order in time, the present in shared memory with its border
extern "C" __global__ void __launch_bounds__(WX *WY) stencil_membrane_in_tile(const float *__restrict__ now, float *past, int nx, int ny, float c2)
{
    __shared__ float s[WY + 2][WX + 2];
    const int gx = blockIdx.x * WX + threadIdx.x, gy = blockIdx.y * WY + threadIdx.y;
    const int x = min(gx, nx - 1), y = min(gy, ny - 1), lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    s[ly][lx] = now[y * nx + x];
    if (threadIdx.x == 0)
        s[ly][0] = now[y * nx + max(x - 1, 0)];
    if (threadIdx.x == WX - 1)
        s[ly][WX + 1] = now[y * nx + min(x + 1, nx - 1)];
    if (threadIdx.y == 0)
        s[0][lx] = now[max(y - 1, 0) * nx + x];
    if (threadIdx.y == WY - 1)
        s[WY + 1][lx] = now[min(y + 1, ny - 1) * nx + x];
    __syncthreads();
    if (gx > 0 && gy > 0 && gx < nx - 1 && gy < ny - 1) {
        float lap = s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] - 4.0f * s[ly][lx];
        int c = gy * nx + gx;
        past[c] = 2.0f * s[ly][lx] - past[c] + c2 * lap;
    }
}

__device__ __forceinline__ int at(const unsigned char *p, int x, int y, int w)
{
    return p[y * w + x];
}

extern "C" __global__ void stencil_edges_of_grey(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = 0;
        return;
    }
    int gx = at(in, x + 1, y - 1, w) + 2 * at(in, x + 1, y, w) + at(in, x + 1, y + 1, w) - at(in, x - 1, y - 1, w) - 2 * at(in, x - 1, y, w) - at(in, x - 1, y + 1, w);
    int gy = at(in, x - 1, y + 1, w) + 2 * at(in, x, y + 1, w) + at(in, x + 1, y + 1, w) - at(in, x - 1, y - 1, w) - 2 * at(in, x, y - 1, w) - at(in, x + 1, y - 1, w);
    out[y * w + x] = min(255, abs(gx) + abs(gy));
}

// the game of life on a torus
extern "C" __global__ void life_on_a_torus(const int *cells, int *next, unsigned w, unsigned h)
{
    const unsigned n = w * h;
    for (unsigned c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x) {
        unsigned x = c % w, y = c / w, l = (x + w - 1) % w, r = (x + 1) % w, up = (y + h - 1) % h * w, down = (y + 1) % h * w, here = y * w;
        int alive = cells[up + l] + cells[up + x] + cells[up + r] + cells[here + l] + cells[here + r] + cells[down + l] + cells[down + x] + cells[down + r];
        next[c] = alive == 3 || (alive == 2 && cells[c]);
    }
}
