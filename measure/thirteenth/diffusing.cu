// Stencils.

extern "C" __global__ void stencilCrossClamped(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x];
    float l = x > 0 ? in[y * w + x - 1] : c;
    float r = x < w - 1 ? in[y * w + x + 1] : c;
    float u = y > 0 ? in[(y - 1) * w + x] : c;
    float d = y < h - 1 ? in[(y + 1) * w + x] : c;
    out[y * w + x] = 0.5f * c + 0.125f * (l + r + u + d);
}

// tile with a rim of R, loaded by loops
template <int BX, int BY, int R>
__global__ void stencilRimTile(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    __shared__ float t[BY + 2 * R][BX + 2 * R];
    int bx = blockIdx.x * BX, by = blockIdx.y * BY;
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
        for (int i = threadIdx.x; i < BX + 2 * R; i += BX) {
            int gx = bx + i - R, gy = by + j - R;
            t[j][i] = (gx >= 0 && gx < nx && gy >= 0 && gy < ny) ? in[gy * nx + gx] : 0.0f;
        }
    __syncthreads();
    int x = bx + threadIdx.x, y = by + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float s = -4.0f * R * t[threadIdx.y + R][threadIdx.x + R];
#pragma unroll
    for (int k = 1; k <= R; k++)
        s += t[threadIdx.y + R - k][threadIdx.x + R] + t[threadIdx.y + R + k][threadIdx.x + R] +
             t[threadIdx.y + R][threadIdx.x + R - k] + t[threadIdx.y + R][threadIdx.x + R + k];
    out[y * nx + x] = s;
}
template __global__ void stencilRimTile<32, 8, 1>(const float *, float *, int, int);
template __global__ void stencilRimTile<16, 16, 3>(const float *, float *, int, int);

__constant__ double coefs[9];

extern "C" __global__ void stencilNineOnLine(double *out, const double *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 4;
    if (i >= n - 4) return;
    double s = 0;
#pragma unroll
    for (int k = -4; k <= 4; k++) s += coefs[k + 4] * in[i + k];
    out[i] = s;
}

// walks through z with three planes in registers and one in shared memory
extern "C" __global__ void stencilWalkPlanes(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, int nz, float a,
                                             float b)
{
    __shared__ float plane[10][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
    bool in = x < nx - 1 && y < ny - 1;
    int cx = min(x, nx - 1), cy = min(y, ny - 1), layer = nx * ny;
    const float *p = u + cy * nx + cx;
    float below = p[0], here = p[layer];
    for (int z = 1; z < nz - 1; z++) {
        float above = p[(z + 1) * layer];
        __syncthreads();
        plane[ty][tx] = here;
        if (threadIdx.x == 0) plane[ty][0] = p[z * layer - 1];
        if (threadIdx.x == 31) plane[ty][33] = u[z * layer + cy * nx + min(x + 1, nx - 1)];
        if (threadIdx.y == 0) plane[0][tx] = p[z * layer - nx];
        if (threadIdx.y == 7) plane[9][tx] = u[z * layer + min(y + 1, ny - 1) * nx + cx];
        __syncthreads();
        if (in)
            v[z * layer + y * nx + x] = a * here + b * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                                                        plane[ty + 1][tx] + below + above);
        below = here;
        here = above;
    }
}

// star of radius two in space, place by division
extern "C" __global__ void stencilStarThirteen(const double *in, double *out, int nx, int ny, int nz)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)nx * ny * nz) return;
    int x = i % nx, y = i / nx % ny, z = i / ((size_t)nx * ny);
    if (x < 2 || y < 2 || z < 2 || x >= nx - 2 || y >= ny - 2 || z >= nz - 2) {
        out[i] = in[i];
        return;
    }
    const size_t sy = nx, sz = (size_t)nx * ny;
    out[i] = 0.25 * in[i] + 0.1 * (in[i - 1] + in[i + 1] + in[i - sy] + in[i + sy] + in[i - sz] + in[i + sz]) +
             0.025 * (in[i - 2] + in[i + 2] + in[i - 2 * sy] + in[i + 2 * sy] + in[i - 2 * sz] + in[i + 2 * sz]);
}

// conductivity differs from place to place
extern "C" __global__ void stencilVariable(const double *__restrict__ k, const double *__restrict__ t, double *__restrict__ out,
                                           int n, double f)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y + 1; j < n - 1; j += gridDim.y * blockDim.y) {
        int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
        if (i >= n - 1) return;
        int c = j * n + i;
        double e = 0.5 * (k[c] + k[c + 1]) * (t[c + 1] - t[c]), w = 0.5 * (k[c] + k[c - 1]) * (t[c] - t[c - 1]);
        double s = 0.5 * (k[c] + k[c + n]) * (t[c + n] - t[c]), o = 0.5 * (k[c] + k[c - n]) * (t[c] - t[c - n]);
        out[c] = t[c] + f * (e - w + s - o);
    }
}

// eight steps at once in shared memory, the tile shrinks
extern "C" __global__ void stencilManySteps(const float *in, float *out, int n, float r)
{
    __shared__ float a[2][256];
    int t = threadIdx.x, i = blockIdx.x * 240 + t - 8;
    a[0][t] = i >= 0 && i < n ? in[i] : 0.f;
    int now = 0;
    for (int step = 1; step <= 8; step++, now ^= 1) {
        __syncthreads();
        if (t >= step && t < 256 - step) a[now ^ 1][t] = a[now][t] + r * (a[now][t - 1] - 2.f * a[now][t] + a[now][t + 1]);
    }
    __syncthreads();
    if (t >= 8 && t < 248 && i < n) out[i] = a[now][t];
}

struct Pair {
    float u, v;
};

extern "C" __global__ void stencilTwoSpecies(const Pair *in, Pair *out, int side, float feed, float kill)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int l = (x + side - 1) % side, r = (x + 1) % side, u = (y + side - 1) % side, d = (y + 1) % side;
    Pair c = in[y * side + x], pl = in[y * side + l], pr = in[y * side + r], pu = in[u * side + x], pd = in[d * side + x];
    float uvv = c.u * c.v * c.v;
    Pair o;
    o.u = c.u + 0.2f * (pl.u + pr.u + pu.u + pd.u - 4 * c.u) - uvv + feed * (1 - c.u);
    o.v = c.v + 0.1f * (pl.v + pr.v + pu.v + pd.v - 4 * c.v) + uvv - (feed + kill) * c.v;
    out[y * side + x] = o;
}
