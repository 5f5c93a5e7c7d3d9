// Fractals and loops that end when they will.
#include <cstdint>

// four steps between two looks at the distance, doubles
extern "C" __global__ void mandel_four_steps_a_look(unsigned short *counts, int width, int height, double left, double top, double step, int most)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    double cr = left + px * step, ci = top - py * step, zr = 0, zi = 0;
    int it = 0;
    while (it < most) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            double t = zr * zr - zi * zi + cr;
            zi = 2 * zr * zi + ci;
            zr = t;
        }
        it += 4;
        if (!(zr * zr + zi * zi < 16.0)) break;
    }
    counts[py * width + px] = it;
}

// the ship that burns, with or without smooth colours
template <bool SMOOTH>
__global__ void burningShip(float *out, int width, int height, float cx, float cy, float zoom, int limit)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x) {
        float a = cx + (i % width - width / 2) * zoom, b = cy + (i / width - height / 2) * zoom;
        float x = 0.f, y = 0.f, xx = 0.f, yy = 0.f;
        int n;
        for (n = 0; n < limit && xx + yy <= 64.f; n++) {
            y = fabsf(2.f * x * y) + b;
            x = xx - yy + a;
            xx = x * x;
            yy = y * y;
        }
        if (SMOOTH && n < limit)
            out[i] = n + 1 - log2f(0.5f * log2f(xx + yy));
        else
            out[i] = n;
    }
}
template __global__ void burningShip<true>(float *, int, int, float, float, float, int);
template __global__ void burningShip<false>(float *, int, int, float, float, float, int);

// points of the heart and the disc are known beforehand
extern "C" __global__ void mandel_heart_left_out(uint8_t *shade, int width, int height, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float cr = (x - 0.7f * width) * scale, ci = (y - 0.5f * height) * scale;
    uint8_t &to = shade[y * width + x];
    float q = (cr - 0.25f) * (cr - 0.25f) + ci * ci;
    if (q * (q + (cr - 0.25f)) < 0.25f * ci * ci || (cr + 1.f) * (cr + 1.f) + ci * ci < 0.0625f) {
        to = 0;
        return;
    }
    float zr = cr, zi = ci;
    int n = 1;
again:
    float r2 = zr * zr, i2 = zi * zi;
    if (r2 + i2 > 4.f) goto done;
    zi = (zr + zr) * zi + ci;
    zr = r2 - i2 + cr;
    if (++n < 255) goto again;
done:
    to = (uint8_t)n;
}

// longest way down to one, for each block of starts
extern "C" __global__ void loop_longest_way_down(unsigned long long first, int *longest, int per_thread)
{
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    int mine = 0;
    for (int k = 0; k < per_thread; k++) {
        unsigned long long v = first + ((unsigned long long)blockIdx.x * per_thread + k) * blockDim.x + threadIdx.x;
        int steps = 0;
        while (v != 1) {
            if (v & 1)
                v = 3 * v + 1;
            else
                v >>= 1;
            steps++;
        }
        if (steps > mine) mine = steps;
    }
    atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0) longest[blockIdx.x] = best;
}

// Euclid with remainders
extern "C" __global__ void loop_euclid_remainders(const int *a, const int *b, int *gcd, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[n - 1 - i];
    while (y) {
        int t = x % y;
        x = y;
        y = t;
    }
    gcd[i] = x;
}

// Stein: shifts and differences, long words
extern "C" __global__ void loop_stein_of_long_words(const unsigned long long *a, unsigned long long *gcd, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    unsigned long long x = a[i] | 1, y = a[i + 1];
    if (y != 0) {
        y >>= __ffsll(y) - 1;
        while (x != y) {
            if (x > y) {
                x -= y;
                x >>= __ffsll(x) - 1;
            } else {
                y -= x;
                y >>= __ffsll(y) - 1;
            }
        }
    }
    gcd[i] = x;
}

__device__ __noinline__ double cubic(const double *c, double x) { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }

// halving of an interval until it is small
extern "C" __global__ void loop_halving_of_intervals(const double *coefficients, double *root, int *steps, int n, double small)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double c[4];
    for (int k = 0; k < 4; k++) c[k] = coefficients[k * n + i];
    double lo = -8, hi = 8, flo = cubic(c, lo);
    int many = 0;
    if (flo * cubic(c, hi) > 0) {
        root[i] = 0;
        steps[i] = -1;
        return;
    }
    while (hi - lo > small * (1 + fabs(lo))) {
        double mid = 0.5 * (lo + hi), f = cubic(c, mid);
        many++;
        if (f == 0) {
            lo = hi = mid;
            break;
        }
        if ((f > 0) == (flo > 0)) {
            lo = mid;
            flo = f;
        } else
            hi = mid;
    }
    root[i] = 0.5 * (lo + hi);
    steps[i] = many;
}

// primes by trial, with early break
extern "C" __global__ void loop_trial_divisions(const unsigned *numbers, unsigned char *prime, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = numbers[i];
    bool is = v > 1;
    if (v % 2 == 0) is = v == 2;
    else
        for (unsigned d = 3; d * d <= v; d += 2)
            if (v % d == 0) {
                is = false;
                break;
            }
    prime[i] = is;
}

// Kepler's equation by Newton until the correction is small
template <class Real>
__global__ void keplerEquation(const Real *mean, const Real *eccentricity, Real *anomaly, int n, Real eps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Real m = mean[i], e = eccentricity[i], E = e < Real(0.8) ? m : Real(3.14159265358979);
    Real d;
    int guard = 0;
    do {
        Real s = sin(E), c = cos(E);
        d = (E - e * s - m) / (1 - e * c);
        E -= d;
    } while (fabs(d) > eps && ++guard < 40);
    anomaly[i] = E;
}
template __global__ void keplerEquation<float>(const float *, const float *, float *, int, float);
template __global__ void keplerEquation<double>(const double *, const double *, double *, int, double);

// powers modulo a number, by squaring
extern "C" __global__ void loop_powers_modulo(const unsigned *base, const unsigned *exponent, unsigned *out, int n, unsigned modulus)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned long long b = base[i] % modulus, r = 1;
        for (unsigned e = exponent[i]; e; e >>= 1) {
            if (e & 1) r = r * b % modulus;
            b = b * b % modulus;
        }
        out[i] = (unsigned)r;
    }
}

// a program of small words, run on a stack of eight; every thread has its own data
extern "C" __global__ void branch_words_of_program(const uint8_t *program, int length, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float stack[8];
    int top = 0;
    stack[0] = x[i];
    for (int pc = 0; pc < length; pc++) {
        switch (program[pc]) {
        case 0:
            if (top < 7) {
                stack[top + 1] = stack[top];
                top++;
            }
            break;
        case 1:
            if (top > 0) {
                stack[top - 1] += stack[top];
                top--;
            }
            break;
        case 2:
            if (top > 0) {
                stack[top - 1] *= stack[top];
                top--;
            }
            break;
        case 3: stack[top] = -stack[top]; break;
        case 4: stack[top] += 1.5f; break;
        case 5: stack[top] = fminf(fmaxf(stack[top], -4.f), 4.f); break;
        case 6:
            if (stack[top] < 0.f) pc++;
            break;
        default: stack[top] *= 0.5f;
        }
    }
    y[i] = stack[top];
}

// sums of a series, a bit more for those that converge slowly
extern "C" __global__ void loop_error_function_series(const float *x, float *y, int *terms, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i], term = v, sum = v;
        int k = 0;
        while (fabsf(term) > 1e-7f * fabsf(sum) && k < 200) {
            k++;
            term *= -v * v / k;
            sum += term / (2 * k + 1);
        }
        y[i] = 1.12837917f * sum;
        terms[i] = k;
    }
}
