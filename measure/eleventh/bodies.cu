// Bodies, fractals and other arithmetic.

struct Body {
    double x, y, z, m;
};

extern "C" __global__ void nbodyDouble(const Body *b, double *ax, double *ay, double *az, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
        double inv = rsqrt(dx * dx + dy * dy + dz * dz + 1e-9);
        double s = b[j].m * inv * inv * inv;
        fx += dx * s;
        fy += dy * s;
        fz += dz * s;
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
}

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
    float invDist = rsqrtf(distSqr);
    float s = bj.w * invDist * invDist * invDist;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

extern "C" __global__ void nbodyTiles(const float4 *pos, float4 *acc, int n)
{
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = pos[gtid];
    float3 a = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < n / blockDim.x; tile++) {
        shPosition[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < blockDim.x; j++)
            a = bodyBodyInteraction(mine, shPosition[j], a);
        __syncthreads();
    }
    acc[gtid] = make_float4(a.x, a.y, a.z, 0.0f);
}

// Lennard-Jones within a radius, all against all
extern "C" __global__ void nbodyCutoff(const float3 *p, float *energy, int n, float cut)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 mine = p[i];
    float e = 0.0f, cut2 = cut * cut;
    for (int j = 0; j < n; j++) {
        float dx = mine.x - p[j].x, dy = mine.y - p[j].y, dz = mine.z - p[j].z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cut2 && j != i) {
            float s = 0.0001f / (r2 + 0.001f), s3 = s * s * s;
            e += 4.0f * (s3 * s3 - s3);
        }
    }
    energy[i] = 0.5f * e;
}

template <typename T>
__global__ void mandelbrotSet(unsigned char *img, int w, int h, T x0, T y0, T dx, int maxIter)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    T cr = x0 + px * dx, ci = y0 + py * dx, zr = 0, zi = 0;
    int it = 0;
    while (it < maxIter && zr * zr + zi * zi <= T(4)) {
        T t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        it++;
    }
    img[py * w + px] = (unsigned char)it;
}

template __global__ void mandelbrotSet<float>(unsigned char *, int, int, float, float, float, int);
template __global__ void mandelbrotSet<double>(unsigned char *, int, int, double, double, double, int);

// a row for each block: work differs from block to block
extern "C" __global__ void mandelbrotJulia(int *count, int w, float step, float cr, float ci)
{
    for (int px = threadIdx.x; px < w; px += blockDim.x) {
        float zr = (px - w / 2) * step, zi = ((int)blockIdx.x - (int)gridDim.x / 2) * step;
        int k = 0;
        for (; k < 300; k++) {
            float r2 = zr * zr, i2 = zi * zi;
            if (r2 + i2 > 16.0f) break;
            zi = 2.0f * zr * zi + ci;
            zr = r2 - i2 + cr;
        }
        count[blockIdx.x * w + px] = k;
    }
}

__device__ __forceinline__ unsigned xorshift(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

extern "C" __global__ void monte_carlo_pi(unsigned *hits, int trials)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x, seed = id * 747796405u + 2891336453u;
    unsigned inside = 0;
    for (int k = 0; k < trials; k++) {
        float x = xorshift(seed) * 2.3283064e-10f, y = xorshift(seed) * 2.3283064e-10f;
        if (x * x + y * y < 1.0f) inside++;
    }
    hits[id] = inside;
}

extern "C" __global__ void polynomialHorner(const double *x, double *y, const double *coef, int n,
                                            int degree)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = coef[degree], t = x[i];
    for (int k = degree - 1; k >= 0; k--)
        v = v * t + coef[k];
    y[i] = v;
}

extern "C" __global__ void calc_sines(const float *x, float *y, int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = 0.0f;
        for (int k = 1; k <= terms; k++)
            s += sinf(k * x[i]) / k;
        y[i] = s;
    }
}

// Lorenz by Runge and Kutta, each thread its own start
extern "C" __global__ void calc_lorenz(float3 *state, int n, int steps, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 s = make_float3(1.0f + 0.001f * i, 1.0f, 20.0f);
    for (int t = 0; t < steps; t++) {
        float3 p = s, sum = make_float3(0, 0, 0);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float dx = 10.0f * (p.y - p.x), dy = p.x * (28.0f - p.z) - p.y;
            float dz = p.x * p.y - 2.6666667f * p.z;
            float w = k == 0 || k == 3 ? 1.0f : 2.0f, h = k == 2 ? dt : 0.5f * dt;
            sum.x += w * dx;
            sum.y += w * dy;
            sum.z += w * dz;
            p.x = s.x + h * dx;
            p.y = s.y + h * dy;
            p.z = s.z + h * dz;
        }
        s.x += dt / 6 * sum.x;
        s.y += dt / 6 * sum.y;
        s.z += dt / 6 * sum.z;
    }
    state[i] = s;
}

// independent chains, for the rate of a pipe
template <typename T, int ILP>
__global__ void calc_fma_chains(T *out, T a, T b, int rounds)
{
    T v[ILP];
#pragma unroll
    for (int k = 0; k < ILP; k++)
        v[k] = (T)(threadIdx.x + k);
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < ILP; k++)
            v[k] = v[k] * a + b;
    T sum = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++)
        sum += v[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template __global__ void calc_fma_chains<float, 2>(float *, float, float, int);
template __global__ void calc_fma_chains<double, 4>(double *, double, double, int);
