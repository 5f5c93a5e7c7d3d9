// Bodies, fractals and other arithmetic.

extern "C" __global__ void nbodySimple(const float4 *bodies, float3 *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float4 b = bodies[j];
        float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
        float d2 = dx * dx + dy * dy + dz * dz + 1e-4f;
        float inv = rsqrtf(d2);
        float f = b.w * inv * inv * inv;
        ax += dx * f;
        ay += dy * f;
        az += dz * f;
    }
    acc[i] = make_float3(ax, ay, az);
}

template <int BLOCK, int UNROLL>
__global__ void nbodySharedUnrolled(const float4 *__restrict__ pos, float4 *__restrict__ acc, int n, float eps2)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 p = pos[i];
    float3 a = {0.f, 0.f, 0.f};
    for (int t = 0; t < n; t += BLOCK) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
#pragma unroll UNROLL
        for (int j = 0; j < BLOCK; j++) {
            float3 r = {tile[j].x - p.x, tile[j].y - p.y, tile[j].z - p.z};
            float d = r.x * r.x + r.y * r.y + r.z * r.z + eps2;
            float inv = 1.0f / sqrtf(d);
            float s = tile[j].w * (inv * inv * inv);
            a.x += r.x * s;
            a.y += r.y * s;
            a.z += r.z * s;
        }
        __syncthreads();
    }
    acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}
template __global__ void nbodySharedUnrolled<256, 8>(const float4 *, float4 *, int, float);

struct BodyD {
    double x, y, z, m;
};

extern "C" __global__ void nbodyPotentialDouble(const BodyD *b, double *phi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
        s -= b[j].m / sqrt(dx * dx + dy * dy + dz * dz + 1e-6);
    }
    phi[i] = s;
}

// forces over lists of neighbours
extern "C" __global__ void nbodyNeighbourLists(const float4 *pos, const int *neighbours, float *energy, int n, int most,
                                               float cut2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i];
    float e = 0;
    for (int k = 0; k < most; k++) {
        float4 q = pos[neighbours[k * n + i]];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        if (r2 < cut2) {
            float s = 0.05f / r2;
            float s3 = s * s * s;
            e += s3 * (s3 - 1.0f);
        }
    }
    energy[i] = e;
}

__device__ int escapes(float cx, float cy, int maxIter)
{
    float x = 0.0f, y = 0.0f;
    int iter = 0;
    while (x * x + y * y < 4.0f && iter < maxIter) {
        float xtemp = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = xtemp;
        ++iter;
    }
    return iter;
}

extern "C" __global__ void mandelbrotImage(int *output, int width, int height, float x0, float y0, float x1, float y1,
                                           int maxIter)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px < width && py < height) {
        float cx = x0 + px * (x1 - x0) / width, cy = y0 + py * (y1 - y0) / height;
        output[py * width + px] = escapes(cx, cy, maxIter);
    }
}

// a thread goes on to other points when it is done
extern "C" __global__ void mandelbrotStrided(unsigned short *out, int w, int n, double left, double top, double step,
                                             int limit)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
        double cr = left + p % w * step, ci = top - p / w * step, zr = 0, zi = 0;
        int k = 0;
        for (; k < limit; k++) {
            double r2 = zr * zr, i2 = zi * zi;
            if (r2 + i2 > 4.0) break;
            zi = 2 * zr * zi + ci;
            zr = r2 - i2 + cr;
        }
        out[p] = k;
    }
}

struct cuComplex_ {
    float r, i;
    __device__ cuComplex_(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2() const { return r * r + i * i; }
    __device__ cuComplex_ operator*(const cuComplex_ &a) const { return cuComplex_(r * a.r - i * a.i, i * a.r + r * a.i); }
    __device__ cuComplex_ operator+(const cuComplex_ &a) const { return cuComplex_(r + a.r, i + a.i); }
};

extern "C" __global__ void fractal_julia(unsigned char *ptr, int DIMX)
{
    int x = blockIdx.x, y = blockIdx.y * blockDim.x + threadIdx.x;
    if (y >= DIMX) return;
    float jx = 1.5f * (float)(DIMX / 2 - x) / (DIMX / 2), jy = 1.5f * (float)(DIMX / 2 - y) / (DIMX / 2);
    cuComplex_ c(-0.8f, 0.156f), a(jx, jy);
    int v = 1;
    for (int i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000) {
            v = 0;
            break;
        }
    }
    ptr[y * DIMX + x] = 255 * v;
}

__device__ inline float cnd(float d)
{
    return 0.5f * erfcf(-d * 0.70710678f);
}

extern "C" __global__ void black_scholes_prices(float *call, float *put, const float *S, const float *X, const float *T,
                                                float R, float V, int n)
{
    int opt = blockIdx.x * blockDim.x + threadIdx.x;
    if (opt >= n) return;
    float s = 5.0f + 25.0f * S[opt], x = 1.0f + 99.0f * X[opt], t = 0.25f + 9.75f * T[opt];
    float sq = sqrtf(t);
    float d1 = (__logf(s / x) + (R + 0.5f * V * V) * t) / (V * sq), d2 = d1 - V * sq;
    float e = __expf(-R * t);
    float c = s * cnd(d1) - x * e * cnd(d2);
    call[opt] = c;
    put[opt] = c + x * e - s;
}

// paths of a price, a linear congruential generator and Box-Muller each
extern "C" __global__ void monte_carlo_paths(float *payoff, int steps, float mu, float sigma, float strike)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long s = 6364136223846793005ull * (i + 1) + 1442695040888963407ull;
    float logS = 0, most = 0;
    for (int k = 0; k < steps; k++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        float u = ((unsigned)(s >> 40) + 1) * 5.9604645e-8f;
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        float v = (unsigned)(s >> 40) * 5.9604645e-8f;
        float z = sqrtf(-2.0f * logf(u)) * cospif(2.0f * v);
        logS += mu + sigma * z;
        most = fmaxf(most, logS);
    }
    payoff[i] = fmaxf(expf(most) - strike, 0.0f);
}

template <typename T, int DEGREE>
__global__ void polynomialEval(const T *x, T *y, int n, const T *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = x[i], s = c[DEGREE];
#pragma unroll
    for (int k = DEGREE - 1; k >= 0; k--) s = s * v + c[k];
    y[i] = s;
}
template __global__ void polynomialEval<float, 100>(const float *, float *, int, const float *);

// 256 complex numbers a block, radix two in shared memory
extern "C" __global__ void fourier256(const float2 *in, float2 *out)
{
    __shared__ float2 s[256];
    int t = threadIdx.x;
    const float2 *x = in + (size_t)blockIdx.x * 256;
    s[__brev(t) >> 24] = x[t];
    s[__brev(t + 128) >> 24] = x[t + 128];
    for (int len = 1; len < 256; len *= 2) {
        __syncthreads();
        int j = t % len, i = t / len * 2 * len + j;
        float sn, cs;
        sincospif(-(float)j / len, &sn, &cs);
        float2 a = s[i], b = s[i + len];
        float2 r = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[i] = make_float2(a.x + r.x, a.y + r.y);
        s[i + len] = make_float2(a.x - r.x, a.y - r.y);
    }
    __syncthreads();
    out[(size_t)blockIdx.x * 256 + t] = s[t];
    out[(size_t)blockIdx.x * 256 + t + 128] = s[t + 128];
}

extern "C" __global__ void calc_peak_flops(float *out, float a, float b, int rounds)
{
    float x0 = threadIdx.x, x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3;
    float y0 = x0 * 2, y1 = x1 * 2, y2 = x2 * 2, y3 = x3 * 2;
#pragma unroll 16
    for (int i = 0; i < rounds; i++) {
        x0 = x0 * a + b;
        x1 = x1 * a + b;
        x2 = x2 * a + b;
        x3 = x3 * a + b;
        y0 = y0 * a + b;
        y1 = y1 * a + b;
        y2 = y2 * a + b;
        y3 = y3 * a + b;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x0 + x1 + x2 + x3 + y0 + y1 + y2 + y3;
}
