// Fractals, chases, forks of the way and loops that end when data say so.
#include <stdint.h>

extern "C" __global__ void mandel_escape_floats(int *out, int w, int h, float x0, float y0, float step, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int k = 0;
    while (x * x + y * y <= 4.0f && k < most) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        k++;
    }
    out[py * w + px] = k;
}

// Julia's set of a cube, with a class of complex numbers, by a grid that strides
struct Cplx {
    float re, im;
    __device__ Cplx(float r, float i) : re(r), im(i) {}
    __device__ Cplx operator*(const Cplx &o) const { return Cplx(re * o.re - im * o.im, re * o.im + im * o.re); }
    __device__ Cplx operator+(const Cplx &o) const { return Cplx(re + o.re, im + o.im); }
    __device__ float norm() const { return re * re + im * im; }
};
extern "C" __global__ void mandel_julia_of_cubes(uchar4 *image, int w, int h, float cr, float ci)
{
    const Cplx c(cr, ci);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        Cplx z(3.0f * (i % w) / w - 1.5f, 3.0f * (i / w) / h - 1.5f);
        int k = 0;
        for (; k < 200; k++) {
            z = z * z * z + c;
            if (z.norm() > 1000) break;
        }
        image[i] = make_uchar4(k, k * 2 & 255, k * 4 & 255, 255);
    }
}

// Newton's way to the roots of z^3 = 1
extern "C" __global__ void mandel_newton_of_roots(unsigned char *root, unsigned char *turns, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    double x = 4.0 * (px + 0.5) / w - 2, y = 4.0 * (py + 0.5) / h - 2;
    int k = 0, which = 0;
    for (; k < 50; k++) {
        double x2 = x * x - y * y, y2 = 2 * x * y, d = 3 * (x2 * x2 + y2 * y2);
        if (d < 1e-12) break;
        double nx = 2 * x / 3 + x2 / d, ny = 2 * y / 3 - y2 / d, moved = fabs(nx - x) + fabs(ny - y);
        x = nx;
        y = ny;
        if (moved < 1e-6) break;
    }
    if (x < 0) which = y > 0 ? 1 : 2;
    root[py * w + px] = which;
    turns[py * w + px] = k;
}

// one thread follows a chain
extern "C" __global__ void chase_lonely(const unsigned *next, unsigned *end, int steps)
{
    unsigned p = 0;
    for (int s = 0; s < steps; s++) p = next[p];
    *end = p;
}

// a warp of each block follows 64-bit links, each lane its own way, and adds what it passes
extern "C" __global__ void chase_long_links_adding(const long long *next, const float *worth, float *sums, int steps, long long nodes)
{
    long long p = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * 97 % nodes;
    float s = 0;
    for (int k = 0; k < steps; k++) {
        s += worth[p];
        p = next[p];
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// chase within shared memory
extern "C" __global__ void chase_within_shared(const int *next, int *ends, int steps)
{
    __shared__ int s[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) s[k] = next[k];
    __syncthreads();
    int p = threadIdx.x;
    for (int k = 0; k < steps; k++) p = s[p];
    ends[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

// even and odd threads do other things
extern "C" __global__ void branch_by_parity(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    if (threadIdx.x % 2 == 0) {
        for (int k = 0; k < 20; k++) v = sinf(v) + 0.5f;
    } else {
        for (int k = 0; k < 30; k++) v = sqrtf(v * v + 1) - 0.5f;
    }
    out[i] = v;
}

// data choose one of six operations of a small machine
extern "C" __global__ void branch_small_machine(const unsigned char *code, const int *in, int *out, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int a = in[i], b = i;
    for (int k = 0; k < length; k++) {
        switch (code[i % 32 * length + k]) {
        case 0: a += b; break;
        case 1: a ^= b << 3; break;
        case 2: b = a * 5 + 1; break;
        case 3: if (a < 0) a = -a; break;
        case 4: b -= a >> 2; break;
        default: a = b ^ (a | 1); break;
        }
    }
    out[i] = a ^ b;
}

// each warp of the block has another part to play
extern "C" __global__ void branch_warps_with_roles(const float *in, float *out, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x % 128, w = threadIdx.x / 32;
    if (blockDim.x != 128 || i >= n) return;
    float v = in[i];
    if (w == 0) {
        out[i] = expf(v);
    } else if (w == 1) {
        float s = 0;
        for (int k = 1; k <= 16; k++) s += v / k;
        out[i] = s;
    } else if (w == 2) {
        out[i] = v > 0 ? logf(1 + v) : atanf(v);
    } else {
        if (v < 0.5f) return;
        out[i] = rsqrtf(v);
    }
}

// ends on its own: the first of a row above a limit
extern "C" __global__ void loop_first_above(const float *in, int *first, int rows, int cols, float limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int c = 0;
    while (c < cols && in[c * rows + r] <= limit) c++;
    first[r] = c;
}

// as many turns as the word has bits
extern "C" __global__ void loop_bits_of_word(const unsigned *in, const float *table, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s = 0;
        for (unsigned v = in[i]; v; v &= v - 1) s += table[__ffs(v) - 1];
        out[i] = s;
    }
}

// sum of digits until a single one is left; 64 bits
extern "C" __global__ void loop_digits_until_one(const unsigned long long *in, int *rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = in[i];
    int k = 0;
    while (v > 9) {
        unsigned long long s = 0;
        do {
            s += v % 10;
            v /= 10;
        } while (v);
        v = s;
        k++;
    }
    rounds[i] = k * 10 + (int)v;
}

// e to the x by a series until the member is small
template <class T> __global__ void seriesUntil(const T *in, T *out, int n, T small)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x = in[i], sum = 1, member = 1;
    for (int k = 1; member > small * sum; k++) {
        member *= x / k;
        sum += member;
    }
    out[i] = sum;
}
template __global__ void seriesUntil<double>(const double *, double *, int, double);
