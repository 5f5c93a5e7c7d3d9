// Fractals, branches and loops by the data.
#include <cstdint>

struct Frame {
    float left, top, step;
    int width, height;
};

// how soon each point escapes, as a byte
extern "C" __global__ void mandel_byte_for_each_point(uint8_t *out, Frame f, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= f.width || py >= f.height) return;
    float cx = f.left + px * f.step, cy = f.top + py * f.step, x = 0, y = 0;
    int k = 0;
    while (k < most && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        k++;
    }
    out[py * f.width + px] = (uint8_t)k;
}

// z cubed and a constant; a thread takes point after point
template <typename T>
__global__ void cubedPoints(unsigned short *steps, int width, int height, T half, T cx, T cy, int most)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x) {
        T x = (T)(i % width) / width * 2 * half - half, y = (T)(i / width) / height * 2 * half - half;
        int k = 0;
        for (; k < most; k++) {
            T xx = x * x, yy = y * y;
            if (xx + yy > (T)4) break;
            T u = x * (xx - 3 * yy) + cx;
            y = y * (3 * xx - yy) + cy;
            x = u;
        }
        steps[i] = k;
    }
}
template __global__ void cubedPoints<float>(unsigned short *, int, int, float, float, float, int);
template __global__ void cubedPoints<double>(unsigned short *, int, int, double, double, double, int);

// each element has its own operation
extern "C" __global__ void branch_own_operation(const uint8_t *op, const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], r;
    switch (op[i]) {
    case 0: r = x + y; break;
    case 1: r = x - y; break;
    case 2: r = x * y; break;
    case 3: r = y != 0 ? x / y : 0; break;
    case 4: r = sqrtf(fabsf(x)) + y; break;
    case 5: r = sinf(x) * y; break;
    case 6: r = expf(-x * x); break;
    case 7: r = fmaxf(x, y) - fminf(x, y); break;
    default: r = x;
    }
    out[i] = r;
}

// Euclid on pairs
extern "C" __global__ void loop_euclid_on_pairs(const uint2 *pairs, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = pairs[i].x, b = pairs[i].y;
    while (b) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    out[i] = a;
}

// digits of long numbers added up until nothing is left
extern "C" __global__ void loop_digits_of_longs(const uint64_t *__restrict__ in, int *__restrict__ out, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        uint64_t v = in[i] >> (in[i] & 31);
        int sum = 0;
        while (v != 0) {
            sum += (int)(v % 10);
            v /= 10;
        }
        out[i] = sum;
    }
}

// cube roots by Newton until two steps agree
extern "C" __global__ void loop_cube_roots_until_close(const double *__restrict__ in, double *__restrict__ out, int n, double close)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = in[i], r = v > 1 ? v : 1, before;
    do {
        before = r;
        r = r - (r * r * r - v) / (3 * r * r);
    } while (fabs(r - before) > close * r);
    out[i] = r;
}

// areas of how much of each triangle lies below a level: many ways out
extern "C" __global__ void branch_triangles_below_level(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ area, int n, float level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ax = x[3 * i], bx = x[3 * i + 1], cx = x[3 * i + 2], ay = y[3 * i], by = y[3 * i + 1], cy = y[3 * i + 2];
    float whole = 0.5f * fabsf((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
    int below = (ay < level) + (by < level) + (cy < level);
    if (below == 0) {
        area[i] = 0;
        return;
    }
    if (below == 3) {
        area[i] = whole;
        return;
    }
    bool want = below == 1; // the corner that is alone on its side
    float apex, p, q;
    if ((ay < level) == want) apex = ay, p = by, q = cy;
    else if ((by < level) == want) apex = by, p = ay, q = cy;
    else apex = cy, p = ay, q = by;
    float cut = whole * ((level - apex) / (p - apex)) * ((level - apex) / (q - apex));
    area[i] = want ? cut : whole - cut;
}
