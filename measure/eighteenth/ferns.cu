// Fractals, loops that end when they end, ways that part, chains of pointers.
#include <stdint.h>

struct View { float x, y, step; int width, height, most; };
extern "C" __global__ void mandelbrot_of_third_power(uint16_t *out, View v)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= v.width || py >= v.height) return;
    float cx = v.x + px * v.step, cy = v.y + py * v.step, zx = 0, zy = 0;
    int k = 0;
    while (k < v.most) {
        float a = __fmul_rn(zx, zx), b = __fmul_rn(zy, zy);
        if (__fadd_rn(a, b) > 4.f) break;
        float nx = __fadd_rn(__fmul_rn(zx, __fsub_rn(a, __fmul_rn(3.f, b))), cx);
        zy = __fadd_rn(__fmul_rn(zy, __fsub_rn(__fmul_rn(3.f, a), b)), cy);
        zx = nx;
        k++;
    }
    out[py * v.width + px] = (uint16_t)k;
}

// points of a plane drawn towards the roots of z^4 - 1, double
extern "C" __global__ void fractal_four_roots(uint8_t *root, int w, int h, double span)
{
    int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
    if (px >= w || py >= h) return;
    double x = (px + 0.5 - w / 2) * span, y = (py + 0.5 - h / 2) * span;
    int k = 0;
    for (; k < 60; k++) {
        double x2 = x * x - y * y, y2 = 2 * x * y, x3 = x2 * x - y2 * y, y3 = x2 * y + y2 * x;
        double d = 4 * (x3 * x3 + y3 * y3) + 1e-300;
        double fx = x2 * x2 - y2 * y2 - 1, fy = 2 * x2 * y2;
        double dx = (fx * x3 + fy * y3) / d, dy = (fy * x3 - fx * y3) / d;
        x -= dx;
        y -= dy;
        if (dx * dx + dy * dy < 1e-18) break;
    }
    root[py * w + px] = (uint8_t)(fabs(x) > fabs(y) ? (x > 0 ? 0 : 1) : (y > 0 ? 2 : 3));
}

// continued fractions: how many terms until the rest is small
extern "C" __global__ void loop_terms_of_fraction(const double *in, int *terms, int n, double small)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = in[i];
    int k = 0;
    while (x > small && k < 40) {
        x = 1 / x;
        x -= floor(x);
        k++;
    }
    terms[i] = k;
}

// digits turned round and added until the same from both ends
extern "C" __global__ void loop_turn_round_and_add(uint64_t *number, uint8_t *rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t v = number[i];
    int k = 0;
    for (; k < 24; k++) {
        uint64_t r = 0;
        for (uint64_t q = v; q; q /= 10) r = r * 10 + q % 10;
        if (r == v) break;
        v += r;
    }
    rounds[i] = (uint8_t)k;
}

// sums of lists as long as told, list lengths that differ in a warp; a warp votes when to stop
extern "C" __global__ void loop_warp_until_last_lane(const int *length, const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int len = i < n ? length[i] : 0;
    float s = 0;
    for (int k = 0; __any_sync(~0u, k < len); k++)
        if (k < len) s = 0.75f * s + in[(i + 97 * k) % n];
    if (i < n) out[i] = s;
}

// seven kinds of work, by the data
extern "C" __global__ void branch_seven_kinds(const uint8_t *kind, const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], r;
    switch (kind[i]) {
    case 0: r = x + y; break;
    case 1: r = x * y - x; break;
    case 2: r = x / (1 + y * y); break;
    case 3: r = sqrtf(fabsf(x)) + y; break;
    case 4: r = __expf(x) - __expf(y); break;
    case 5:
        r = x;
        for (int k = 0; k < 6; k++) r = r * y + 0.5f;
        break;
    default: r = x > y ? x : -y;
    }
    out[i] = r;
}

// nested conditions, whole warps or single lanes as told
extern "C" __global__ void branch_by_width_of_groups(const float *in, float *out, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int g = i / width;
    float v = in[i];
    if (g % 2) {
        if (g % 4 == 1)
            for (int k = 0; k < 20; k++) v = v * 0.99f + 0.01f;
        else
            for (int k = 0; k < 30; k++) v = fabsf(v - 0.3f);
    } else {
        for (int k = 0; k < 10; k++) v = v * v - 0.5f;
    }
    out[i] = v;
}

// pointers after each other: several chains in one thread, each lane its own start
struct Node { int next; int weight; };
extern "C" __global__ void chase_two_chains_weighed(const Node *node, int *sum, int starts, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= starts) return;
    int a = 2 * i, b = 2 * i + 1, s = 0;
    for (int k = 0; k < steps; k++) {
        Node p = node[a], q = node[b];
        s += p.weight - q.weight;
        a = p.next;
        b = q.next;
    }
    sum[i] = s;
}

extern "C" __global__ void chase_double_ring_alone(const long long *ring, long long *out, int steps)
{
    long long p = 0;
    for (int k = 0; k < steps; k++) p = ring[p];
    *out = p;
}

// a chain within shared memory by every lane of one warp or of all
extern "C" __global__ void chase_bytes_in_shared(const uint8_t *map, int *out, int steps)
{
    __shared__ uint8_t s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = map[k];
    __syncthreads();
    int p = threadIdx.x & 255, sum = 0;
    for (int k = 0; k < steps; k++) {
        p = s[p];
        sum += p;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// parents followed to the root, paths halved
extern "C" __global__ void chase_to_root_halving(const int *parent, int *root, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int p = i;
    while (p != 0) p = parent[p] / 2;
    root[i] = p;
    int depth = 0;
    for (p = i; p; p = parent[p] / 2) depth++;
    root[i] = depth;
}
