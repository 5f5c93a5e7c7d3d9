// Fractals, chance, differential equations, finance.

__constant__ float2 julia_seed[8];
__constant__ float curve_time[64];
__constant__ float curve_rate[64];

// the burning ship, integer counts
extern "C" __global__ void fractal_ship_on_fire(int *count, int w, int h, float x0, float y0, float step, int most)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const float cx = x0 + x * step, cy = y0 + y * step;
    float a = 0, b = 0;
    int k = 0;
    while (k < most && a * a + b * b < 4.0f) {
        const float t = a * a - b * b + cx;
        b = fabsf(2 * a * b) + cy;
        a = t;
        k++;
    }
    count[y * w + x] = k;
}

// one of several Julia sets a layer, its seed in constant memory
extern "C" __global__ void fractal_julia_layers(unsigned char *out, int side, int most, float zoom)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, layer = blockIdx.z;
    if (x >= side || y >= side) return;
    const float2 c = julia_seed[layer];
    float a = (2.0f * x / side - 1.0f) * zoom, b = (2.0f * y / side - 1.0f) * zoom;
    int k;
    for (k = 0; k < most; k++) {
        const float aa = a * a, bb = b * b;
        if (aa + bb > 4.0f) break;
        b = 2.0f * a * b + c.y - 0.5f;
        a = aa - bb + c.x - 1.0f;
    }
    out[((size_t)layer * side + y) * side + x] = (unsigned char)(k * 255 / most);
}

// Newton's method on z^3 = 1 in double precision: which root, how soon
extern "C" __global__ void fractal_newton_of_cube(int *out, int w, int h, double span)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
        double a = (i % w - w * 0.5) / w * span, b = (i / w - h * 0.5) / h * span + 1e-9;
        int k = 0;
        for (; k < 40; k++) {
            const double a2 = a * a - b * b, b2 = 2 * a * b;
            const double d = a2 * a2 + b2 * b2;
            if (d < 1e-30) break;
            const double na = (2 * a + a2 / d) / 3, nb = (2 * b - b2 / d) / 3;
            const double moved = (na - a) * (na - a) + (nb - b) * (nb - b);
            a = na;
            b = nb;
            if (moved < 1e-12) break;
        }
        out[i] = k * 4 + (a > 0 ? 0 : b > 0 ? 1 : 2);
    }
}

__device__ __host__ inline unsigned xorshift(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// points within the quarter circle
extern "C" __global__ void mc_quarter_circle(unsigned long long *hits, int tries, unsigned seed)
{
    __shared__ unsigned ofWarp[32];
    unsigned s = seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x + 1), in = 0;
    for (int k = 0; k < tries; k++) {
        const float x = (xorshift(s) >> 8) * 0x1p-24f, y = (xorshift(s) >> 8) * 0x1p-24f;
        in += x * x + y * y < 1.0f;
    }
    for (int d = 16; d; d >>= 1) in += __shfl_down_sync(~0u, in, d);
    if (threadIdx.x % 32 == 0) ofWarp[threadIdx.x / 32] = in;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned all = 0;
        for (int i = 0; i < blockDim.x / 32; i++) all += ofWarp[i];
        atomicAdd(hits, (unsigned long long)all);
    }
}

// an option on the mean of its path
extern "C" __global__ void __launch_bounds__(128) mc_option_on_mean(float *pay, int paths, int steps, float s0, float strike, float rate, float vol, float dt)
{
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= paths) return;
    unsigned s = 747796405u * (i + 1) + 2891336453u;
    const float drift = (rate - 0.5f * vol * vol) * dt, spread = vol * sqrtf(dt);
    float price = s0, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        const float u = ((xorshift(s) >> 8) + 1) * 0x1p-24f, v = (xorshift(s) >> 8) * 0x1p-24f;
        const float r = sqrtf(-2.0f * __logf(u));
        float sn, cs;
        __sincosf(6.2831853f * v, &sn, &cs);
        price *= __expf(drift + spread * r * cs);
        sum += price;
        price *= __expf(drift + spread * r * sn);
        sum += price;
    }
    pay[i] = __expf(-rate * dt * steps) * fmaxf(sum / steps - strike, 0.0f);
}

// Philox 4x32, ten rounds: a counter is four words
extern "C" __global__ void rng_philox_words(uint4 *out, size_t n, unsigned key0, unsigned key1)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint4 c = make_uint4((unsigned)i, (unsigned)(i >> 32), 0, 0);
        unsigned a = key0, b = key1;
#pragma unroll
        for (int r = 0; r < 10; r++) {
            const unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
            const unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
            c = make_uint4(h1 ^ c.y ^ a, l1, h0 ^ c.w ^ b, l0);
            a += 0x9E3779B9u;
            b += 0xBB67AE85u;
        }
        out[i] = c;
    }
}

// American put by a binomial tree, a block for each
extern "C" __global__ void fin_american_by_tree(const float *spot, const float *strike, float *value, int steps, float up, float p, float discount)
{
    extern __shared__ float v[];
    const float s = 50.0f + 100.0f * spot[blockIdx.x], k = 50.0f + 100.0f * strike[blockIdx.x], lu = __logf(up);
    for (int i = threadIdx.x; i <= steps; i += blockDim.x) v[i] = fmaxf(k - s * __expf(lu * (2 * i - steps)), 0.0f);
    __syncthreads();
    for (int t = steps - 1; t >= 0; t--) {
        for (int base = 0; base <= t; base += blockDim.x) {
            const int i = base + threadIdx.x;
            float x = 0;
            if (i <= t) x = fmaxf(discount * (p * v[i + 1] + (1 - p) * v[i]), k - s * __expf(lu * (2 * i - t)));
            __syncthreads();
            if (i <= t) v[i] = x;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) value[blockIdx.x] = v[0];
}

// bonds discounted on a curve of knots in constant memory: search, then between two knots
extern "C" __global__ void fin_bonds_on_curve(const float *coupon, const float *first, double *price, int n, int payments, int knots)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float c = coupon[i];
    double sum = 0;
    for (int k = 0; k < payments; k++) {
        const float t = first[i] + 0.5f * k;
        int lo = 0, hi = knots - 1;
        while (hi - lo > 1) {
            const int mid = (lo + hi) / 2;
            if (curve_time[mid] <= t) lo = mid;
            else hi = mid;
        }
        const float f = fminf(fmaxf((t - curve_time[lo]) / (curve_time[hi] - curve_time[lo]), 0.0f), 1.0f);
        const float r = 0.05f * (curve_rate[lo] + f * (curve_rate[hi] - curve_rate[lo]));
        sum += (c + (k == payments - 1 ? 1.0f : 0.0f)) * expf(-r * t);
    }
    price[i] = sum;
}

// Lorenz by Runge and Kutta, one system a thread
template <typename T>
__global__ void lorenzByRungeKutta(T *x, T *y, T *z, int n, int steps, T h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T s[3] = {x[i], y[i], z[i]};
    auto slope = [](const T *u, T *d) {
        d[0] = T(10) * (u[1] - u[0]);
        d[1] = u[0] * (T(28) - u[2]) - u[1];
        d[2] = u[0] * u[1] - T(8.0 / 3.0) * u[2];
    };
    for (int k = 0; k < steps; k++) {
        T a[3], b[3], c[3], d[3], t[3];
        slope(s, a);
        for (int q = 0; q < 3; q++) t[q] = s[q] + h / 2 * a[q];
        slope(t, b);
        for (int q = 0; q < 3; q++) t[q] = s[q] + h / 2 * b[q];
        slope(t, c);
        for (int q = 0; q < 3; q++) t[q] = s[q] + h * c[q];
        slope(t, d);
        for (int q = 0; q < 3; q++) s[q] += h / 6 * (a[q] + 2 * b[q] + 2 * c[q] + d[q]);
    }
    x[i] = s[0];
    y[i] = s[1];
    z[i] = s[2];
}
template __global__ void lorenzByRungeKutta<float>(float *, float *, float *, int, int, float);
template __global__ void lorenzByRungeKutta<double>(double *, double *, double *, int, int, double);

// a stiffening pendulum with a step that halves and grows: every thread takes its own number of steps
extern "C" __global__ void phys_pendulum_own_steps(const float *angle, float *end, int *steps, int n, float until, float tolerance)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 3.0f * angle[i], v = 0, t = 0, h = 0.1f;
    int taken = 0;
    while (t < until && taken < 2000) {
        h = fminf(h, until - t);
        const float ka = v, kv = -__sinf(a);
        const float ea = a + h * ka, ev = v + h * kv;
        const float ha = a + 0.5f * h * (ka + ev), hv = v + 0.5f * h * (kv - __sinf(ea));
        const float error = fabsf(ha - ea) + fabsf(hv - ev);
        if (error < tolerance || h < 1e-4f) {
            t += h;
            a = ha;
            v = hv;
            if (error < 0.25f * tolerance) h *= 1.5f;
        } else
            h *= 0.5f;
        taken++;
    }
    end[i] = a;
    steps[i] = taken;
}
