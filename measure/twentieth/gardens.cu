// Stencils in a volume.
#include <stdint.h>

// seven points, a thread a cell
extern "C" __global__ void stencil_volume_seven(const double *in, double *out, int nx, int ny, int nz, double a, double b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    size_t p = ((size_t)z * ny + y) * nx + x, s = (size_t)nx * ny;
    out[p] = a * in[p] + b * (in[p - 1] + in[p + 1] + in[p - nx] + in[p + nx] + in[p - s] + in[p + s]);
}

__constant__ float arms[5];

// twenty-five points: planes in shared memory, the column in registers, as finite differences of waves are done
extern "C" __global__ void __launch_bounds__(512) stencil_wave_twenty_five(const float *__restrict__ now, float *__restrict__ before, const float *__restrict__ speed, int nx, int ny, int nz)
{
    __shared__ float s[16 + 8][32 + 8];
    const int x = blockIdx.x * 32 + threadIdx.x + 4, y = blockIdx.y * 16 + threadIdx.y + 4;
    const int tx = threadIdx.x + 4, ty = threadIdx.y + 4, plane = nx * ny;
    int in = y * nx + x, out = in + 4 * plane;
    float behind[4], front[4], here;
    for (int i = 3; i >= 0; i--, in += plane) behind[i] = now[in];
    here = now[in];
    in += plane;
    for (int i = 0; i < 4; i++, in += plane) front[i] = now[in];
    for (int z = 4; z < nz - 4; z++) {
        __syncthreads();
        if (threadIdx.y < 4) {
            s[threadIdx.y][tx] = now[out - 4 * nx];
            s[threadIdx.y + 20][tx] = now[out + 16 * nx];
        }
        if (threadIdx.x < 4) {
            s[ty][threadIdx.x] = now[out - 4];
            s[ty][threadIdx.x + 36] = now[out + 32];
        }
        s[ty][tx] = here;
        __syncthreads();
        float v = arms[0] * here;
#pragma unroll
        for (int i = 1; i <= 4; i++)
            v += arms[i] * (front[i - 1] + behind[i - 1] + s[ty - i][tx] + s[ty + i][tx] + s[ty][tx - i] + s[ty][tx + i]);
        before[out] = 2.f * here - before[out] + speed[out] * v;
        for (int i = 3; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = here;
        here = front[0];
        for (int i = 0; i < 3; i++) front[i] = front[i + 1];
        if (z < nz - 5) front[3] = now[in];
        in += plane;
        out += plane;
    }
}

// the mean of 27 cells of bytes
extern "C" __global__ void stencil_volume_mean_bytes(const uint8_t *in, uint8_t *out, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int sum = 0, count = 0;
    for (int c = max(z - 1, 0); c <= min(z + 1, nz - 1); c++)
        for (int b = max(y - 1, 0); b <= min(y + 1, ny - 1); b++)
            for (int a = max(x - 1, 0); a <= min(x + 1, nx - 1); a++) {
                sum += in[((size_t)c * ny + b) * nx + a];
                count++;
            }
    out[((size_t)z * ny + y) * nx + x] = sum / count;
}

// four cells along x a thread, quads where lines allow it
extern "C" __global__ void stencil_poisson_by_quads(const float *u, const float *f, float *v, int nx, int ny, int nz)
{
    const int q = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    if (4 * q >= nx || y >= ny - 1) return;
    const size_t p = ((size_t)z * ny + y) * nx + 4 * q, s = (size_t)nx * ny;
    const float4 c = *(const float4 *)(u + p), n = *(const float4 *)(u + p - nx), o = *(const float4 *)(u + p + nx);
    const float4 d = *(const float4 *)(u + p - s), t = *(const float4 *)(u + p + s), r = *(const float4 *)(f + p);
    const float left = q > 0 ? u[p - 1] : 0.f, right = 4 * q + 4 < nx ? u[p + 4] : 0.f;
    float4 w;
    w.x = (left + c.y + n.x + o.x + d.x + t.x - r.x) / 6.f;
    w.y = (c.x + c.z + n.y + o.y + d.y + t.y - r.y) / 6.f;
    w.z = (c.y + c.w + n.z + o.z + d.z + t.z - r.z) / 6.f;
    w.w = (c.z + right + n.w + o.w + d.w + t.w - r.w) / 6.f;
    *(float4 *)(v + p) = w;
}

struct Box {
    int nx, ny, nz;
    __device__ bool inside(int x, int y, int z) const { return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1; }
    __device__ int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
};
struct Slope {
    const float *f;
    __device__ float operator()(const Box &b, int x, int y, int z) const
    {
        float gx = f[b.at(x + 1, y, z)] - f[b.at(x - 1, y, z)], gy = f[b.at(x, y + 1, z)] - f[b.at(x, y - 1, z)];
        float gz = f[b.at(x, y, z + 1)] - f[b.at(x, y, z - 1)];
        return 0.5f * sqrtf(gx * gx + gy * gy + gz * gz);
    }
};
struct Highest {
    const float *f;
    __device__ float operator()(const Box &b, int x, int y, int z) const
    {
        float m = f[b.at(x, y, z)];
        for (int d = -1; d <= 1; d += 2)
            m = fmaxf(m, fmaxf(f[b.at(x + d, y, z)], fmaxf(f[b.at(x, y + d, z)], f[b.at(x, y, z + d)])));
        return m;
    }
};

// any function of a cell's surroundings, all cells in one loop over the grid
template <typename F>
__global__ void eachInside(Box b, float *out, F f)
{
    const int cells = b.nx * b.ny * b.nz;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
        const int x = i % b.nx, y = i / b.nx % b.ny, z = i / (b.nx * b.ny);
        out[i] = b.inside(x, y, z) ? f(b, x, y, z) : 0.f;
    }
}
template __global__ void eachInside<Slope>(Box, float *, Slope);
template __global__ void eachInside<Highest>(Box, float *, Highest);

// the curl: three fields in, three out
extern "C" __global__ void stencil_curl_of_field(const float *ax, const float *ay, const float *az, float *bx, float *by, float *bz, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    const int s = nx * ny;
    for (int z = 1; z < nz - 1; z++) {
        int p = z * s + y * nx + x;
        bx[p] = 0.5f * (az[p + nx] - az[p - nx] - ay[p + s] + ay[p - s]);
        by[p] = 0.5f * (ax[p + s] - ax[p - s] - az[p + 1] + az[p - 1]);
        bz[p] = 0.5f * (ay[p + 1] - ay[p - 1] - ax[p + nx] + ax[p - nx]);
    }
}
