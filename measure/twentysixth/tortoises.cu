// Small solvers, pictures, filters of signals.
#include <cstdint>

// a symmetric matrix of N x N for each thread, made definite; element e of matrix m lies at e * count + m
template <typename T, int N>
__global__ void choleskyEach(const T *__restrict__ a, T *__restrict__ out, int count)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count)
        return;
    T l[N][N];
#pragma unroll
    for (int i = 0; i < N; i++)
#pragma unroll
        for (int j = 0; j <= i; j++)
            l[i][j] = a[(size_t)(i * N + j) * count + m] + (i == j ? T(2 * N) : T(0));
#pragma unroll
    for (int j = 0; j < N; j++) {
        T d = l[j][j];
#pragma unroll
        for (int k = 0; k < j; k++)
            d -= l[j][k] * l[j][k];
        d = sqrt(d);
        l[j][j] = d;
#pragma unroll
        for (int i = j + 1; i < N; i++) {
            T s = l[i][j];
#pragma unroll
            for (int k = 0; k < j; k++)
                s -= l[i][k] * l[j][k];
            l[i][j] = s / d;
        }
    }
#pragma unroll
    for (int i = 0; i < N; i++)
#pragma unroll
        for (int j = 0; j <= i; j++)
            out[(size_t)(i * N + j) * count + m] = l[i][j];
}
template __global__ void choleskyEach<double, 4>(const double *, double *, int);
template __global__ void choleskyEach<float, 6>(const float *, float *, int);

// tridiagonal systems, a thread for each, elements of neighbours side by side
extern "C" __global__ void la_tridiagonal_interleaved(const float *low, const float *up, const float *rhs, float *c, float *x, int systems, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float cp = up[s] / 4.0f, dp = rhs[s] / 4.0f;
    c[s] = cp;
    x[s] = dp;
    for (int i = 1; i < n; i++) {
        size_t at = (size_t)i * systems + s;
        float m = 1.0f / (4.0f - low[at] * cp);
        cp = up[at] * m;
        dp = (rhs[at] - low[at] * dp) * m;
        c[at] = cp;
        x[at] = dp;
    }
    for (int i = n - 2; i >= 0; i--) {
        size_t at = (size_t)i * systems + s;
        dp = x[at] - c[at] * dp;
        x[at] = dp;
    }
}

// a matrix of 32 x 32 in the shared memory of each block, without pivots; the diagonal is raised
extern "C" __global__ void __launch_bounds__(1024) la_factors_of_32_in_shared(const float *in, float *out)
{
    __shared__ float a[32][33];
    int r = threadIdx.y, c = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 1024 + r * 32 + c;
    a[r][c] = in[base] + (r == c ? 32.f : 0.f);
    __syncthreads();
    for (int k = 0; k < 31; k++) {
        if (c == k && r > k)
            a[r][k] /= a[k][k];
        __syncthreads();
        if (r > k && c > k)
            a[r][c] -= a[r][k] * a[k][c];
        __syncthreads();
    }
    out[base] = a[r][c];
}

// a sweep of Jacobi over a dense system, a block for each row; dynamic shared memory for the sum
extern "C" __global__ void la_jacobi_row_of_block(const double *A, const double *b, const double *x, double *y, int n)
{
    extern __shared__ double s[];
    int row = blockIdx.x;
    double sum = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        if (j != row)
            sum += A[(size_t)row * n + j] * x[j];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[row] = (b[row] - s[0]) / (A[(size_t)row * n + row] + n);
}

extern "C" __global__ void img_bilateral_any_radius(const float *in, float *out, int width, int height, int radius, float space, float tone)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float centre = in[y * width + x], sum = 0.f, weights = 0.f;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int px = min(max(x + dx, 0), width - 1), py = min(max(y + dy, 0), height - 1);
            float v = in[py * width + px];
            float w = __expf(-(dx * dx + dy * dy) * space - (v - centre) * (v - centre) * tone);
            sum += w * v;
            weights += w;
        }
    out[y * width + x] = sum / weights;
}

extern "C" __global__ void img_planes_420_to_rgb(const uint8_t *__restrict__ luma, const uint8_t *__restrict__ u, const uint8_t *__restrict__ v, uchar4 *__restrict__ rgb, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int c = (y / 2) * (width / 2) + x / 2;
    int l = 298 * (luma[y * width + x] - 16), d = u[c] - 128, e = v[c] - 128;
    int r = (l + 409 * e + 128) >> 8, g = (l - 100 * d - 208 * e + 128) >> 8, b = (l + 516 * d + 128) >> 8;
    rgb[y * width + x] = make_uchar4(min(max(r, 0), 255), min(max(g, 0), 255), min(max(b, 0), 255), 255);
}

// darkest of 3 x 3 bytes, the tile with its border in shared memory
template <int BX, int BY>
__global__ void __launch_bounds__(BX * BY) darkestAround(const uint8_t *in, uint8_t *out, int width, int height)
{
    __shared__ uint8_t t[BY + 2][BX + 2];
    int x0 = blockIdx.x * BX - 1, y0 = blockIdx.y * BY - 1;
    for (int i = threadIdx.y * BX + threadIdx.x; i < (BX + 2) * (BY + 2); i += BX * BY) {
        int x = x0 + i % (BX + 2), y = y0 + i / (BX + 2);
        t[i / (BX + 2)][i % (BX + 2)] = x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 255;
    }
    __syncthreads();
    int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int m = 255;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            m = min(m, (int)t[threadIdx.y + dy][threadIdx.x + dx]);
    out[y * width + x] = m;
}
template __global__ void darkestAround<32, 10>(const uint8_t *, uint8_t *, int, int);

// 512 complex numbers for each block of 256 threads, radix two
extern "C" __global__ void __launch_bounds__(256) fft_five_hundred_twelve_each(const float2 *in, float2 *out)
{
    __shared__ float2 s[512];
    const float2 *from = in + (size_t)blockIdx.x * 512;
    for (int i = threadIdx.x; i < 512; i += 256)
        s[__brev(i) >> 23] = from[i];
    __syncthreads();
    for (int half = 1; half < 512; half *= 2) {
        int k = threadIdx.x & (half - 1);
        int a = 2 * threadIdx.x - k, b = a + half;
        float sn, cs;
        sincospif(-(float)k / half, &sn, &cs);
        float2 p = s[a], q = s[b];
        float2 w = make_float2(q.x * cs - q.y * sn, q.x * sn + q.y * cs);
        s[a] = make_float2(p.x + w.x, p.y + w.y);
        s[b] = make_float2(p.x - w.x, p.y - w.y);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 512; i += 256)
        out[(size_t)blockIdx.x * 512 + i] = s[i];
}

// a filter of two poles and two zeros runs along every channel
extern "C" __global__ void sig_biquad_each_channel(const float *in, float *out, int channels, int length, float b0, float b1, float b2, float a1, float a2)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;
    float z1 = 0.f, z2 = 0.f;
    for (int i = 0; i < length; i++) {
        float x = in[(size_t)i * channels + c];
        float y = b0 * x + z1;
        z1 = b1 * x - a1 * y + z2;
        z2 = b2 * x - a2 * y;
        out[(size_t)i * channels + c] = y;
    }
}

__constant__ double tapsOfLowPass[64];

extern "C" __global__ void sig_decimated_by_taps(const double *in, double *out, int n, int taps, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double s = 0.0;
        for (int k = 0; k < taps; k++)
            s += tapsOfLowPass[k] * in[i * step + k];
        out[i] = s;
    }
}
