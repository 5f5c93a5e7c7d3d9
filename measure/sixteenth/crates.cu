// Arrays of structures and the other way round.
#include <cuda_fp16.h>
#include <stdint.h>

typedef struct { float t, k, c; int kind; } Cell;
extern "C" __global__ void aos_heat_cells(Cell *cells, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (cells[i].kind & 1) cells[i].t += dt * cells[i].k / (cells[i].c + 2.0f);
    else cells[i].t *= 0.5f;
}

struct Planet { double x, y, z, m; int id, orbit; };
extern "C" __global__ void aos_planet_moment(const Planet *p, double *moment, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) moment[i] = p[i].m * (p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

// one field out of six
struct Order { int customer, item, count, price, day, state; };
extern "C" __global__ void aos_raise_one_field(Order *orders, int n, int by)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        orders[i].price += by;
}

struct View {
    float m[9];
    const float *x, *y, *z;
    float *u, *v;
    int n;
};
extern "C" __global__ void soa_project_view(View view)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= view.n) return;
    float x = view.x[i], y = view.y[i], z = view.z[i];
    float w = view.m[6] * x + view.m[7] * y + view.m[8] * z + 4.0f;
    view.u[i] = (view.m[0] * x + view.m[1] * y + view.m[2] * z) / w;
    view.v[i] = (view.m[3] * x + view.m[4] * y + view.m[5] * z) / w;
}

struct Rgb { uint8_t r, g, b; };
extern "C" __global__ void struct_rgb_to_565(const Rgb *in, uint16_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Rgb p = in[i];
        out[i] = (uint16_t)((p.r >> 3) << 11 | (p.g >> 2) << 5 | p.b >> 3);
    }
}

// blocks of 8: aosoa
struct Eight { float px[8], py[8], vx[8], vy[8]; };
extern "C" __global__ void soa_in_blocks_of_eight(Eight *blocks, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Eight *b = blocks + i / 8;
    int k = i % 8;
    b->px[k] += b->vx[k] * dt;
    b->py[k] += b->vy[k] * dt;
}

// what a container library makes of it: index of a field from a table of offsets
extern "C" __global__ void struct_field_by_offset(const char *rows, const int *offsets, float *out, int n, int bytes, int fields)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float s = 0;
    for (int f = 0; f < fields; f++) s += *(const float *)(rows + (size_t)r * bytes + offsets[f] * 4);
    out[r] = s;
}
