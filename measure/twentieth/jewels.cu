// Many small problems of linear algebra.
#include <stdint.h>

// inverses of 4 x 4 by cofactors, a thread each, rows as quads
extern "C" __global__ void la_inverses_of_four(const float4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];
    float s0 = a.x * b.y - b.x * a.y, s1 = a.x * b.z - b.x * a.z, s2 = a.x * b.w - b.x * a.w;
    float s3 = a.y * b.z - b.y * a.z, s4 = a.y * b.w - b.y * a.w, s5 = a.z * b.w - b.z * a.w;
    float c5 = c.z * d.w - d.z * c.w, c4 = c.y * d.w - d.y * c.w, c3 = c.y * d.z - d.y * c.z;
    float c2 = c.x * d.w - d.x * c.w, c1 = c.x * d.z - d.x * c.z, c0 = c.x * d.y - d.x * c.y;
    float r = 1.f / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
    out[4 * i] = make_float4((b.y * c5 - b.z * c4 + b.w * c3) * r, (-a.y * c5 + a.z * c4 - a.w * c3) * r,
                             (d.y * s5 - d.z * s4 + d.w * s3) * r, (-c.y * s5 + c.z * s4 - c.w * s3) * r);
    out[4 * i + 1] = make_float4((-b.x * c5 + b.z * c2 - b.w * c1) * r, (a.x * c5 - a.z * c2 + a.w * c1) * r,
                                 (-d.x * s5 + d.z * s2 - d.w * s1) * r, (c.x * s5 - c.z * s2 + c.w * s1) * r);
    out[4 * i + 2] = make_float4((b.x * c4 - b.y * c2 + b.w * c0) * r, (-a.x * c4 + a.y * c2 - a.w * c0) * r,
                                 (d.x * s4 - d.y * s2 + d.w * s0) * r, (-c.x * s4 + c.y * s2 - c.w * s0) * r);
    out[4 * i + 3] = make_float4((-b.x * c3 + b.y * c1 - b.z * c0) * r, (a.x * c3 - a.y * c1 + a.z * c0) * r,
                                 (-d.x * s3 + d.y * s1 - d.z * s0) * r, (c.x * s3 - c.y * s1 + c.z * s0) * r);
}

// LU without pivots of 16 x 16 in shared memory, a block of 16 x 16 a matrix, the diagonal made heavy first
extern "C" __global__ void la_lu_sixteen_shared(const float *in, float *out, float heavy)
{
    __shared__ float m[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    const size_t at = (size_t)blockIdx.x * 256 + y * 16 + x;
    m[y][x] = in[at] + (x == y ? heavy : 0.f);
    __syncthreads();
    for (int k = 0; k < 15; k++) {
        if (x == k && y > k) m[y][k] /= m[k][k];
        __syncthreads();
        if (x > k && y > k) m[y][x] -= m[y][k] * m[k][x];
        __syncthreads();
    }
    out[at] = m[y][x];
}

template <typename T, int N>
__global__ void choleskyOf(const T *__restrict__ a, T *__restrict__ l, int n, T heavy)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T m[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++) m[r][c] = a[(size_t)(r * N + c) * n + i] + (r == c ? heavy : T(0));
#pragma unroll
    for (int c = 0; c < N; c++) {
#pragma unroll
        for (int k = 0; k < c; k++) m[c][c] -= m[c][k] * m[c][k];
        m[c][c] = sqrt(m[c][c]);
        const T f = T(1) / m[c][c];
#pragma unroll
        for (int r = c + 1; r < N; r++) {
#pragma unroll
            for (int k = 0; k < c; k++) m[r][c] -= m[r][k] * m[c][k];
            m[r][c] *= f;
        }
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++) l[(size_t)(r * N + c) * n + i] = m[r][c];
}
template __global__ void choleskyOf<double, 4>(const double *, double *, int, double);
template __global__ void choleskyOf<float, 8>(const float *, float *, int, float);

// products of 12 x 12 matrices and vectors, twelve threads each, 21 at a time
extern "C" __global__ void la_gemv_of_twelve(const float *a, const float *x, float *y, int n)
{
    const int m = blockIdx.x * 21 + threadIdx.x / 12, r = threadIdx.x % 12;
    if (threadIdx.x >= 252 || m >= n) return;
    float s = 0;
#pragma unroll
    for (int c = 0; c < 12; c++) s += a[(size_t)m * 144 + r * 12 + c] * x[(size_t)m * 12 + c];
    y[(size_t)m * 12 + r] = s;
}

struct Three {
    const double *m[9], *b[3];
    double *x[3];
};

// systems of three after Cramer, all parts in arrays of their own; near-singular ones give zeros
extern "C" __global__ void la_three_by_cramer(Three s, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double m[9], b[3];
    for (int k = 0; k < 9; k++) m[k] = s.m[k][i];
    for (int k = 0; k < 3; k++) b[k] = s.b[k][i];
    const double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
    const double det = m[0] * c0 + m[1] * c1 + m[2] * c2;
    const double r = fabs(det) < 1e-9 ? 0.0 : 1.0 / det;
    s.x[0][i] = r * (b[0] * c0 + m[1] * (m[5] * b[2] - b[1] * m[8]) + m[2] * (b[1] * m[7] - m[4] * b[2]));
    s.x[1][i] = r * (m[0] * (b[1] * m[8] - m[5] * b[2]) + b[0] * c1 + m[2] * (m[3] * b[2] - b[1] * m[6]));
    s.x[2][i] = r * (m[0] * (m[4] * b[2] - b[1] * m[7]) + m[1] * (b[1] * m[6] - m[3] * b[2]) + b[0] * c2);
}

// products of 8 x 8 doubles, 64 threads each, four a block
extern "C" __global__ void la_gemm_of_eight(const double *a, const double *b, double *c, int n)
{
    __shared__ double sa[4][8][8], sb[4][8][8];
    const int p = blockIdx.x * 4 + threadIdx.z;
    const size_t at = (size_t)p * 64 + threadIdx.y * 8 + threadIdx.x;
    if (p < n) {
        sa[threadIdx.z][threadIdx.y][threadIdx.x] = a[at];
        sb[threadIdx.z][threadIdx.y][threadIdx.x] = b[at];
    }
    __syncthreads();
    if (p >= n) return;
    double s = 0;
    for (int k = 0; k < 8; k++) s += sa[threadIdx.z][threadIdx.y][k] * sb[threadIdx.z][k][threadIdx.x];
    c[at] = s;
}

// eigenvalues of symmetric 3 x 3 after Jacobi, a fixed number of sweeps
extern "C" __global__ void la_eigen_three_jacobi(const float *in, float *out, int n, int sweeps)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float xx = in[i], yy = in[n + i], zz = in[2 * n + i], xy = in[3 * n + i], xz = in[4 * n + i], yz = in[5 * n + i];
        auto turn = [](float &p, float &q, float &pq, float &pr, float &qr) {
            const float theta = (q - p) / (2.f * (pq == 0.f ? 1e-30f : pq));
            const float t = copysignf(1.f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1.f));
            const float c = rsqrtf(t * t + 1.f), s = t * c, r = pr;
            p -= t * pq;
            q += t * pq;
            pq = 0.f;
            pr = c * r - s * qr;
            qr = s * r + c * qr;
        };
        for (int k = 0; k < sweeps; k++) {
            turn(xx, yy, xy, xz, yz);
            turn(xx, zz, xz, xy, yz);
            turn(yy, zz, yz, xy, xz);
        }
        out[i] = xx;
        out[n + i] = yy;
        out[2 * n + i] = zz;
    }
}

// lower triangular systems of 32, a warp each, the solution goes round by shuffles
extern "C" __global__ void la_triangle_by_warp(const float *l, const float *b, float *x, int n)
{
    const int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (m >= n) return;
    const float *row = l + (size_t)m * 1024;
    float mine = b[(size_t)m * 32 + lane];
    for (int k = 0; k < 32; k++) {
        const float v = __shfl_sync(0xffffffffu, mine / (row[k * 32 + k] + 40.f), k);
        if (lane == k) mine = v;
        if (lane > k) mine -= row[lane * 32 + k] * v;
    }
    x[(size_t)m * 32 + lane] = mine;
}

// Gauss and Jordan on n x (n + 1) in shared memory, the largest of a column is brought up
extern "C" __global__ void la_gauss_with_pivots(const double *in, double *x, int n)
{
    extern __shared__ double m[];
    __shared__ int pivot;
    const int w = n + 1, size = n * w;
    for (int i = threadIdx.x; i < size; i += blockDim.x) m[i] = in[(size_t)blockIdx.x * size + i];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) {
            pivot = k;
            for (int r = k + 1; r < n; r++)
                if (fabs(m[r * w + k]) > fabs(m[pivot * w + k])) pivot = r;
        }
        __syncthreads();
        if (pivot != k)
            for (int c = threadIdx.x; c < w; c += blockDim.x) {
                const double t = m[k * w + c];
                m[k * w + c] = m[pivot * w + c];
                m[pivot * w + c] = t;
            }
        __syncthreads();
        for (int r = threadIdx.x; r < n; r += blockDim.x)
            if (r != k) {
                const double f = m[r * w + k] / m[k * w + k];
                for (int c = k; c < w; c++) m[r * w + c] -= f * m[k * w + c];
            }
        __syncthreads();
    }
    for (int r = threadIdx.x; r < n; r += blockDim.x) x[(size_t)blockIdx.x * n + r] = m[r * w + n] / m[r * w + r];
}
