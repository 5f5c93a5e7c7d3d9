// Bodies, fractals, chance, equations in time.

struct float3n {
    float x, y, z;
};

extern "C" __global__ void nbodyArrays(const float *x, const float *y, const float *z, const float *m, float3n *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = x[i], yi = y[i], zi = z[i];
    float3n a = {0, 0, 0};
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
        float inv = 1.0f / sqrtf(r2);
        float f = m[j] * inv * inv * inv;
        a.x += dx * f;
        a.y += dy * f;
        a.z += dz * f;
    }
    acc[i] = a;
}

// tiles of the block's size in dynamic shared memory
extern "C" __global__ void nbodyTiledDynamic(const float4 *__restrict__ pos, float4 *__restrict__ force, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int t = 0; t < n; t += blockDim.x) {
        int j = t + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            float4 p = tile[k];
            float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = p.w * r * r * r;
            fx += s * dx;
            fy += s * dy;
            fz += s * dz;
            e -= p.w * r;
        }
        __syncthreads();
    }
    if (i < n) force[i] = make_float4(fx * me.w, fy * me.w, fz * me.w, e * me.w);
}

// a square of cells with up to eight each; forces within reach
extern "C" __global__ void nbodyCells(const float2 *where, const int *filled, float2 *force, int side, float reach2)
{
    int cx = blockIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y, k = threadIdx.x;
    if (cy >= side) return;
    int cell = cy * side + cx;
    if (k >= filled[cell]) return;
    float2 me = where[cell * 8 + k], f = {0, 0};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int ox = cx + dx, oy = cy + dy;
            if (ox < 0 || oy < 0 || ox >= side || oy >= side) continue;
            int other = oy * side + ox, many = filled[other];
            for (int j = 0; j < many; j++) {
                float2 p = where[other * 8 + j];
                float ex = p.x + dx - me.x, ey = p.y + dy - me.y, r2 = ex * ex + ey * ey;
                if (r2 > 0.f && r2 < reach2) {
                    f.x += ex * (reach2 - r2);
                    f.y += ey * (reach2 - r2);
                }
            }
        }
    force[cell * 8 + k] = f;
}

extern "C" __global__ void mandelbrotRows(unsigned char *img, int w, int h, float x0, float y0, float step, int limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y) {
        if (x >= w) break;
        float cr = x0 + x * step, ci = y0 + y * step, zr = 0, zi = 0;
        int k = 0;
        while (k < limit && zr * zr + zi * zi < 4.0f) {
            float t = zr * zr - zi * zi + cr;
            zi = 2.0f * zr * zi + ci;
            zr = t;
            ++k;
        }
        img[y * w + x] = (unsigned char)k;
    }
}

struct View {
    double left, top, step;
    int w, h, most;
};

extern "C" __global__ void mandelbrotDeep(int *steps, View v)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= v.w * v.h) return;
    double a = v.left + (p % v.w) * v.step, b = v.top + (p / v.w) * v.step, x = a, y = b;
    int n;
    for (n = 0; n < v.most; n++) {
        double xx = x * x, yy = y * y;
        if (xx + yy > 4.0) break;
        y = 2 * x * y + b;
        x = xx - yy + a;
    }
    steps[p] = n;
}

__device__ unsigned lcg(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return s;
}

extern "C" __global__ void monte_carlo_quarter(unsigned long long *inside, int each, unsigned seed)
{
    unsigned s = seed ^ (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    int in = 0;
    for (int k = 0; k < each; k++) {
        float x = (lcg(s) >> 8) * (1.0f / 16777216.0f), y = (lcg(s) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y < 1.0f) in++;
    }
    for (int o = 16; o; o >>= 1) in += __shfl_down_sync(~0u, in, o);
    if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned long long)in);
}

// a price that is gone when it touches the barrier
extern "C" __global__ void monte_carlo_barrier(float *payoff, const float *gauss, int paths, int steps, float drift, float vol, float strike,
                                               float barrier)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float s = 1.0f;
    for (int t = 0; t < steps; t++) {
        s *= __expf(drift + vol * gauss[t * paths + p]);
        if (s >= barrier) {
            payoff[p] = 0;
            return;
        }
    }
    payoff[p] = fmaxf(s - strike, 0.f);
}

template <class T>
struct State {
    T x, v;
};
template <class T>
__device__ State<T> slope(State<T> s, T k, T c)
{
    return {s.v, -k * s.x - c * s.v - s.x * s.x * s.x};
}
// Runge and Kutta, fourth order, an oscillator a thread
template <class T>
__global__ void calc_oscillators(State<T> *all, const T *k, int n, int steps, T h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<T> s = all[i];
    T stiff = k[i], c = T(0.1);
    for (int t = 0; t < steps; t++) {
        State<T> a = slope(s, stiff, c);
        State<T> b = slope<T>({s.x + h / 2 * a.x, s.v + h / 2 * a.v}, stiff, c);
        State<T> d = slope<T>({s.x + h / 2 * b.x, s.v + h / 2 * b.v}, stiff, c);
        State<T> e = slope<T>({s.x + h * d.x, s.v + h * d.v}, stiff, c);
        s.x += h / 6 * (a.x + 2 * b.x + 2 * d.x + e.x);
        s.v += h / 6 * (a.v + 2 * b.v + 2 * d.v + e.v);
    }
    all[i] = s;
}
template __global__ void calc_oscillators<float>(State<float> *, const float *, int, int, float);

extern "C" __global__ void calc_distance_haversine(const float2 *a, const float2 *b, float *d, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return;
    float2 p = a[i], q = b[i];
    float u = sinf(0.5f * (q.x - p.x)), v = sinf(0.5f * (q.y - p.y));
    float h = u * u + cosf(p.x) * cosf(q.x) * v * v;
    d[i] = 2.0f * 6371.0f * asinf(sqrtf(h));
}

// an implicit step in one direction: tridiagonal systems, a thread each
extern "C" __global__ void calc_implicit_lines(const double *u, double *out, double *work, int lines, int n, double r)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lines) return;
    double c = -r / (1 + 2 * r), d = u[l] / (1 + 2 * r);
    work[l] = c;
    out[l] = d;
    for (int i = 1; i < n; i++) {
        double m = 1.0 / (1 + 2 * r + r * c);
        c = -r * m;
        d = (u[i * lines + l] + r * d) * m;
        work[i * lines + l] = c;
        out[i * lines + l] = d;
    }
    for (int i = n - 2; i >= 0; i--) {
        d = out[i * lines + l] - work[i * lines + l] * d;
        out[i * lines + l] = d;
    }
}
