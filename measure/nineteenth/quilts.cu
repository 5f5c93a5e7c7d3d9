// Stencils in a plane.
#include <stdint.h>

// five points with a rim in shared memory, blocks of 48 x 6
extern "C" __global__ void stencil_five_in_quilt(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
    __shared__ float s[8][50];
    const int x = blockIdx.x * 48 + threadIdx.x, y = blockIdx.y * 6 + threadIdx.y, sx = threadIdx.x + 1, sy = threadIdx.y + 1;
    auto at = [&](int u, int v) { return u >= 0 && u < w && v >= 0 && v < h ? in[v * w + u] : 0.f; };
    s[sy][sx] = at(x, y);
    if (threadIdx.x == 0) s[sy][0] = at(x - 1, y);
    if (threadIdx.x == 47) s[sy][49] = at(x + 1, y);
    if (threadIdx.y == 0) s[0][sx] = at(x, y - 1);
    if (threadIdx.y == 5) s[7][sx] = at(x, y + 1);
    __syncthreads();
    if (x < w && y < h) out[y * w + x] = 0.25f * (s[sy][sx - 1] + s[sy][sx + 1] + s[sy - 1][sx] + s[sy + 1][sx]);
}

struct Nine { float k[9]; };

// nine weights by value, inner places only
extern "C" __global__ void stencil_nine_by_value(const float *in, float *out, int w, int h, Nine f)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) s += f.k[k] * in[(y + k / 3 - 1) * w + x + k % 3 - 1];
    out[y * w + x] = s;
}

// down a column, three rows in hand
extern "C" __global__ void stencil_down_in_hand(const float *__restrict__ in, float *__restrict__ out, int w, int h, int rows)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * rows + 1, to = min(from + rows, h - 1);
    if (x < 1 || x >= w - 1 || from >= to) return;
    float up = in[(size_t)(from - 1) * w + x], mid = in[(size_t)from * w + x];
    for (int y = from; y < to; y++) {
        float down = in[(size_t)(y + 1) * w + x];
        out[(size_t)y * w + x] = mid + 0.2f * (up + down + in[(size_t)y * w + x - 1] + in[(size_t)y * w + x + 1] - 4.f * mid);
        up = mid;
        mid = down;
    }
}

// the game of life, 32 cells a word, rows closed into rings
extern "C" __global__ void life_of_packed_bits(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int words, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= h) return;
    uint32_t ones = 0, twos = 0, fours = 0;
    auto add = [&](uint32_t b) {
        uint32_t c = ones & b;
        ones ^= b;
        uint32_t d = twos & c;
        twos ^= c;
        fours |= d;
    };
    uint32_t mine = 0;
    for (int d = -1; d <= 1; d++) {
        const uint32_t *row = in + (size_t)((y + d + h) % h) * words;
        uint32_t c = row[x], l = row[x ? x - 1 : words - 1], r = row[x + 1 < words ? x + 1 : 0];
        add(c << 1 | l >> 31);
        add(c >> 1 | r << 31);
        if (d) add(c);
        else mine = c;
    }
    out[(size_t)y * words + x] = ~fours & twos & (ones | mine);
}

// a wave, second order in time, in doubles; the newest over the oldest
extern "C" __global__ void stencil_wave_over_oldest(double *old, const double *now, int w, int h, double c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
    size_t p = (size_t)y * w + x;
    double lap = -(now[p - 2] + now[p + 2] + now[p - 2 * w] + now[p + 2 * w]) / 12.0 + (now[p - 1] + now[p + 1] + now[p - w] + now[p + w]) * (4.0 / 3.0) - 5.0 * now[p];
    old[p] = 2.0 * now[p] - old[p] + c * lap;
}

// what flows less where it is steep
extern "C" __global__ void stencil_flow_where_flat(const float *in, float *out, int w, int h, float kappa, float rate)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x];
    float n = in[max(y - 1, 0) * w + x] - c, s = in[min(y + 1, h - 1) * w + x] - c, e = in[y * w + min(x + 1, w - 1)] - c, u = in[y * w + max(x - 1, 0)] - c;
    float k = -1.f / (kappa * kappa);
    out[y * w + x] = c + rate * (__expf(n * n * k) * n + __expf(s * s * k) * s + __expf(e * e * k) * e + __expf(u * u * k) * u);
}

// integers on a ring by remainders; reach as macro-less template
template <int R>
__global__ void ringSum(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int s = 0;
    for (int d = -R; d <= R; d++) s += in[y * w + (x + d + w) % w] - in[(y + d + h) % h * w + x];
    out[y * w + x] = s;
}
template __global__ void ringSum<1>(const int *, int *, int, int);
template __global__ void ringSum<5>(const int *, int *, int, int);

// the largest of 5 x 5, bytes in shared memory, in two passes
extern "C" __global__ void win_largest_of_25(const uint8_t *in, uint8_t *out, int w, int h)
{
    __shared__ uint8_t s[20][36], r[20][32];
    const int bx = blockIdx.x * 32 - 2, by = blockIdx.y * 16 - 2, t = threadIdx.y * 32 + threadIdx.x;
    for (int q = t; q < 20 * 36; q += 256) {
        int x = min(max(bx + q % 36, 0), w - 1), y = min(max(by + q / 36, 0), h - 1);
        s[q / 36][q % 36] = in[y * w + x];
    }
    __syncthreads();
    for (int q = t; q < 20 * 32; q += 256) {
        int m = 0;
        for (int d = 0; d < 5; d++) m = max(m, s[q / 32][q % 32 + d]);
        r[q / 32][q % 32] = m;
    }
    __syncthreads();
    for (int q = t; q < 16 * 32; q += 256) {
        int x = blockIdx.x * 32 + q % 32, y = blockIdx.y * 16 + q / 32, m = 0;
        for (int d = 0; d < 5; d++) m = max(m, r[q / 32 + d][q % 32]);
        if (x < w && y < h) out[y * w + x] = m;
    }
}

// the red places of a board, in place
extern "C" __global__ void grid_red_places(float *u, const float *f, int w, int h, int colour, float omega)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1, x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + ((y + colour) & 1);
    if (x >= w - 1 || y >= h - 1) return;
    float r = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x] - f[y * w + x]);
    u[y * w + x] += omega * (r - u[y * w + x]);
}
