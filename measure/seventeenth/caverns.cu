// Stencils in volumes.
#include <stdint.h>

#define AT(i, j, k) (((size_t)(k) * ny + (j)) * nx + (i))

extern "C" __global__ void stencil_seven_in_bricks(const float *in, float *out, int nx, int ny, int nz, float c0, float c1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1)
        out[AT(i, j, k)] = c0 * in[AT(i, j, k)] + c1 * (in[AT(i - 1, j, k)] + in[AT(i + 1, j, k)] + in[AT(i, j - 1, k)] + in[AT(i, j + 1, k)] + in[AT(i, j, k - 1)] + in[AT(i, j, k + 1)]);
}

// radius 4: plane in shared memory, nine numbers along z in registers
__constant__ float eighthOrder[5];
extern "C" __global__ void stencil_radius_four_march(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float s[16][40];
    const int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.x * 32 + tx + 4, j = blockIdx.y * 8 + ty + 4;
    float z[9];
#pragma unroll
    for (int q = 0; q < 8; q++) z[q + 1] = in[AT(i, j, q)];
    for (int k = 4; k < nz - 4; k++) {
#pragma unroll
        for (int q = 0; q < 8; q++) z[q] = z[q + 1];
        z[8] = in[AT(i, j, k + 4)];
        __syncthreads();
        s[ty + 4][tx + 4] = z[4];
        if (tx < 4) {
            s[ty + 4][tx] = in[AT(i - 4, j, k)];
            s[ty + 4][tx + 36] = in[AT(i + 32, j, k)];
        }
        if (ty < 4) {
            s[ty][tx + 4] = in[AT(i, j - 4, k)];
            s[ty + 12][tx + 4] = in[AT(i, j + 8, k)];
        }
        __syncthreads();
        float v = 3.f * eighthOrder[0] * z[4];
#pragma unroll
        for (int d = 1; d <= 4; d++) v += eighthOrder[d] * (z[4 - d] + z[4 + d] + s[ty + 4][tx + 4 - d] + s[ty + 4][tx + 4 + d] + s[ty + 4 - d][tx + 4] + s[ty + 4 + d][tx + 4]);
        out[AT(i, j, k)] = v;
    }
}

extern "C" __global__ void pde_conduct_layers(const double *__restrict__ T, const double *__restrict__ kappa, double *__restrict__ out, int nx, int ny, int nz, double dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
    for (int k = 1; k < nz - 1; k++) {
        size_t c = AT(i, j, k), px = 1, py = nx, pz = (size_t)nx * ny;
        double kc = kappa[c], t = T[c];
        double flow = (kappa[c + px] + kc) * (T[c + px] - t) - (kappa[c - px] + kc) * (t - T[c - px]);
        flow += (kappa[c + py] + kc) * (T[c + py] - t) - (kappa[c - py] + kc) * (t - T[c - py]);
        flow += (kappa[c + pz] + kc) * (T[c + pz] - t) - (kappa[c - pz] + kc) * (t - T[c - pz]);
        out[c] = t + 0.5 * dt * flow;
    }
}

// lattice Boltzmann, nine speeds, each an array of its own: collision where it stands
extern "C" __global__ void field_collide_nine(float *f, int cells, float omega)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    float g[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < 9; q++) {
        g[q] = f[q * cells + c];
        rho += g[q];
        ux += ex[q] * g[q];
        uy += ey[q] * g[q];
    }
    ux /= rho, uy /= rho;
    float u2 = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float eu = 3.f * (ex[q] * ux + ey[q] * uy);
        f[q * cells + c] = g[q] + omega * (w[q] * rho * (1.f + eu + 0.5f * eu * eu - u2) - g[q]);
    }
}

extern "C" __global__ void stencil_largest_of_27_bytes(const uint8_t *in, uint8_t *out, int nx, int ny, int nz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (i >= nx || j >= ny) return;
    int m = 0;
    for (int c = max(k - 1, 0); c <= min(k + 1, nz - 1); c++)
        for (int b = max(j - 1, 0); b <= min(j + 1, ny - 1); b++)
            for (int a = max(i - 1, 0); a <= min(i + 1, nx - 1); a++) m = max(m, (int)in[AT(a, b, c)]);
    out[AT(i, j, k)] = m;
}
