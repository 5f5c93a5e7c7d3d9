// Fractals, loops, branches, chases.
#include <stdint.h>

// Mandelbrot in whole numbers, 28 bits of fraction in 64
extern "C" __global__ void mandelbrot_in_whole_numbers(uint16_t *out, int w, int h, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const long long cr = (-2ll << 28) + (3ll << 28) * x / w, ci = (-1ll << 28) + (2ll << 28) * y / h;
    long long a = 0, b = 0;
    int k = 0;
    while (k < most) {
        long long aa = a * a >> 28, bb = b * b >> 28;
        if (aa + bb > 4ll << 28) break;
        b = (2 * a * b >> 28) + ci;
        a = aa - bb + cr;
        k++;
    }
    out[y * w + x] = k;
}

struct View { float left, top, step; };

// with a smooth end, four places a thread across
extern "C" __global__ void mandelbrot_smooth_fours(float *out, int w, int h, View v, int most)
{
    const int y = blockIdx.y * blockDim.y + threadIdx.y, x0 = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (y >= h) return;
    for (int x = x0; x < min(x0 + 4, w); x++) {
        float cr = v.left + x * v.step, ci = v.top + y * v.step, a = 0, b = 0;
        int k = 0;
        for (; k < most && a * a + b * b < 64.f; k++) {
            float t = a * a - b * b + cr;
            b = 2.f * a * b + ci;
            a = t;
        }
        out[y * w + x] = k == most ? 0.f : k + 1 - log2f(0.5f * log2f(a * a + b * b));
    }
}

// Julia in doubles
extern "C" __global__ void fractal_julia_of_doubles(uint8_t *out, int w, int h, double cr, double ci, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    double a = 3.2 * x / w - 1.6, b = 2.4 * y / h - 1.2;
    int k = 0;
    for (; k < most; k++) {
        double p = a * a, q = b * b;
        if (p + q > 4.0) break;
        b = 2.0 * a * b + ci;
        a = p - q + cr;
    }
    out[y * w + x] = k;
}

// the longest of a stretch of numbers that halve and triple
extern "C" __global__ void collatz_longest_of_stretch(int *steps, unsigned *at, unsigned from, int each, int threads)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    int best = -1;
    unsigned which = 0;
    for (int k = 0; k < each; k++) {
        unsigned long long v = from + (unsigned)(t * each + k);
        int s = 0;
        while (v > 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            s++;
        }
        if (s > best) best = s, which = from + t * each + k;
    }
    steps[t] = best;
    at[t] = which;
}

// the greatest common measure, by remainders
extern "C" __global__ void loop_common_measure(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], y = b[i];
    while (y) {
        unsigned r = x % y;
        x = y;
        y = r;
    }
    out[i] = x;
}

// five ways by what a byte holds, uneven in length
extern "C" __global__ void branch_five_uneven(const uint8_t *kind, float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    switch (kind[i]) {
    case 0: v = -v; break;
    case 1: v = sinf(v) * cosf(v); break;
    case 2: v = sqrtf(fabsf(v)) + logf(fabsf(v) + 1.f); break;
    case 3:
        for (int k = 0; k < 10; k++) v = v * v - 0.7f;
        break;
    default: return;
    }
    x[i] = v;
}

// limits within limits, in the order of warps
extern "C" __global__ void branch_limits_in_limits(const int *a, int *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = a[i], r;
        if (v < 500) {
            if (v < 100) r = v * v;
            else if (v < 300) r = v / 7 + v % 11;
            else r = v ^ 0x55;
        } else if (v & 1) {
            r = 0;
            while (v > 3) {
                r += v & 3;
                v >>= 2;
            }
        } else
            r = __popc(v) * 1000;
        out[i] = r;
    }
}

// cube roots by Newton until they stand
extern "C" __global__ void loop_cube_root_until_still(const float *in, float *out, int n, float near)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i], x = fmaxf(v, 1.f), d;
    do {
        d = (x * x * x - v) / (3.f * x * x);
        x -= d;
    } while (fabsf(d) > near * x);
    out[i] = x;
}

// as many turns as the data says, each a sum from a table in shared memory
extern "C" __global__ void loop_turns_from_data(const int *turns, const float *table, float *out, int n)
{
    __shared__ float s[128];
    if (threadIdx.x < 128) s[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = 0;
    const int c = turns[i];
    for (int k = 0; k < c; k++) v += s[(i + k * k) & 127];
    out[i] = v;
}

// many chases through one ring in random order
extern "C" __global__ void chase_many_in_ring(const int *next, const int *start, int *end, int chases, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chases) return;
    int p = start[i];
    for (int k = 0; k < steps; k++) p = next[p];
    end[i] = p;
}

struct Link { int next; float weight; int pad[2]; };

// links of 16 bytes, until the weights add up
extern "C" __global__ void chase_links_until_heavy(const Link *links, float *sum, int *count, int chains, int size, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chains) return;
    int p = (int)((unsigned)i * 2654435761u % (unsigned)size), c = 0;
    float s = 0;
    while (s < limit && c < 500) {
        Link l = links[p];
        s += fabsf(l.weight);
        p = (l.next & 0x7fffffff) % size;
        c++;
    }
    sum[i] = s;
    count[i] = c;
}

// down a tree laid out by levels, left or right by a key
extern "C" __global__ void chase_down_a_tree(const float *limits, const float *keys, int *leaf, int n, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float k = keys[i];
    int node = 0;
    for (int d = 0; d < depth; d++) {
        node = 2 * node + (k < limits[node] ? 1 : 2);
        k = k * 1.7f - (k > 0.3f ? 0.9f : -0.2f);
    }
    leaf[i] = node;
}

// a polynomial of degree D after Horner
template <typename T, int D>
__global__ void afterHorner(const T *__restrict__ c, const T *__restrict__ x, T *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = x[i], s = c[D];
#pragma unroll
    for (int k = D - 1; k >= 0; k--) s = s * v + c[k];
    y[i] = s;
}
template __global__ void afterHorner<float, 40>(const float *, const float *, float *, int);
template __global__ void afterHorner<double, 11>(const double *, const double *, double *, int);

// prime or not, by trial
extern "C" __global__ void num_prime_by_trial(uint8_t *prime, unsigned from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = from + i;
    bool p = v > 1 && (v & 1 || v == 2);
    for (unsigned d = 3; p && d * d <= v; d += 2) p = v % d != 0;
    prime[i] = p;
}
