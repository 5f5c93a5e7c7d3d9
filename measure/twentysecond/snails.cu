// Threads that take as long as their data wants.
#include <cstdint>

template <typename T>
struct View {
    T left, top, step;
    int width, height, most;
};

// the set as everybody writes it first
template <typename T>
__global__ void escapeTimes(int *image, View<T> v)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= v.width || py >= v.height) return;
    T cx = v.left + px * v.step, cy = v.top - py * v.step;
    T x = 0, y = 0;
    int i = 0;
    while (x * x + y * y <= T(4) && i < v.most) {
        T t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        i++;
    }
    image[py * v.width + px] = i;
}
template __global__ void escapeTimes<float>(int *, View<float>);
template __global__ void escapeTimes<double>(int *, View<double>);

// a Julia set, four samples for each pixel, one byte of grey
extern "C" __global__ void mandel_julia_four_samples(unsigned char *grey, int width, int height, float cx, float cy, float zoom)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= width * height) return;
    int total = 0;
    for (int s = 0; s < 4; s++) {
        float x = (p % width + 0.5f * (s & 1) - 0.5f * width) * zoom;
        float y = (p / width + 0.5f * (s >> 1) - 0.5f * height) * zoom;
        int i;
        for (i = 0; i < 255; i++) {
            float xx = x * x, yy = y * y;
            if (xx + yy > 4.f) break;
            y = 2.f * x * y + cy;
            x = xx - yy + cx;
        }
        total += i;
    }
    grey[p] = total / 4;
}

// how many steps 3n+1 takes from each of many numbers, longest of each block
extern "C" __global__ void loop_hailstones_longest(unsigned long long first, int each, int *longest)
{
    __shared__ int most;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    int mine = 0;
    for (int e = 0; e < each; e++) {
        unsigned long long n = first + ((unsigned long long)blockIdx.x * each + e) * blockDim.x + threadIdx.x;
        int steps = 0;
        for (; n != 1; steps++) n = n & 1 ? 3 * n + 1 : n >> 1;
        if (steps > mine) mine = steps;
    }
    atomicMax(&most, mine);
    __syncthreads();
    if (threadIdx.x == 0) longest[blockIdx.x] = most;
}

// Newton's way to the root of x exp(x) = a, until it moves no more
__global__ void lambertW(const double *a, double *w, int *steps, int n, double small)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        double x = log(1.0 + a[i]), move;
        int k = 0;
        do {
            double e = exp(x);
            move = (x * e - a[i]) / (e * (x + 1.0));
            x -= move;
            k++;
        } while (fabs(move) > small && k < 50);
        w[i] = x;
        steps[i] = k;
    }
}

enum { CIRCLE, RING, BOX, ELLIPSE };

__device__ float areaOf(int kind, float a, float b)
{
    switch (kind) {
    case CIRCLE: return 3.14159265f * a * a;
    case RING: return 3.14159265f * fabsf(a * a - b * b);
    case BOX: return a * b;
    case ELLIPSE: {
        float h = (a - b) * (a - b) / ((a + b) * (a + b));
        return 3.14159265f * (a + b) * (1.f + 3.f * h / (10.f + sqrtf(4.f - 3.f * h)));
    }
    default: return powf(a, b);
    }
}

// things of different kinds beside each other
extern "C" __global__ void branch_by_kind_of_thing(const unsigned char *__restrict__ kind, const float2 *__restrict__ size, float *__restrict__ area, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        area[i] = areaOf(kind[i], size[i].x, size[i].y);
}

// lists of different lengths, one for each thread: their variances
extern "C" __global__ void loop_variances_of_ragged(const int *__restrict__ begin, const int *__restrict__ length, const float *__restrict__ item, float *__restrict__ out, int lists)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lists) return;
    const float *p = item + begin[l];
    int n = length[l];
    float mean = 0.f, m2 = 0.f;
    for (int k = 0; k < n; k++) {
        float d = p[k] - mean;
        mean += d / (k + 1);
        m2 += d * (p[k] - mean);
    }
    out[l] = n > 1 ? m2 / (n - 1) : 0.f;
}

// numbers of bits, groups of seven to a byte: decoded by a thread for each of many streams
extern "C" __global__ void loop_bytes_with_more_bit(const uint8_t *__restrict__ bytes, const int *__restrict__ length, uint64_t *__restrict__ sums, int streams, int room)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= streams) return;
    const uint8_t *at = bytes + (size_t)s * room, *end = at + length[s];
    uint64_t sum = 0;
    while (at < end) {
        uint32_t v = 0;
        int shift = 0;
        uint8_t b;
        do {
            b = *at++;
            if (shift < 28) v |= (uint32_t)(b & 127) << shift;
            shift += 7;
        } while ((b & 128) && at < end);
        sum += v;
    }
    sums[s] = sum;
}
