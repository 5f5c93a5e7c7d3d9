// Small systems and solvers.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;

// three diagonals, a thread for a system, systems side by side
extern "C" __global__ void la_three_diagonals_swept(const float *__restrict__ lower, const float *__restrict__ upper, const float *__restrict__ right, float *__restrict__ c, float *__restrict__ x, int systems, int rows)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    float cp = 0, dp = 0;
    for (int r = 0; r < rows; r++) {
        int k = r * systems + s;
        float m = 1.f / (4.f - lower[k] * cp);
        cp = upper[k] * m;
        dp = (right[k] - lower[k] * dp) * m;
        c[k] = cp;
        x[k] = dp;
    }
    for (int r = rows - 2; r >= 0; r--) {
        int k = r * systems + s;
        dp = x[k] - c[k] * dp;
        x[k] = dp;
    }
}

// N unknowns by elimination in registers
template <typename T, int N>
__global__ void solvedInRegisters(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ x, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    T m[N][N + 1];
#pragma unroll
    for (int r = 0; r < N; r++) {
#pragma unroll
        for (int c = 0; c < N; c++) m[r][c] = a[(r * N + c) * n + i] + (r == c ? T(N) : T(0));
        m[r][N] = b[r * n + i];
    }
#pragma unroll
    for (int p = 0; p < N; p++) {
        T inv = T(1) / m[p][p];
#pragma unroll
        for (int r = p + 1; r < N; r++) {
            T f = m[r][p] * inv;
#pragma unroll
            for (int c = p; c <= N; c++) m[r][c] -= f * m[p][c];
        }
    }
#pragma unroll
    for (int r = N - 1; r >= 0; r--) {
        T s = m[r][N];
#pragma unroll
        for (int c = r + 1; c < N; c++) s -= m[r][c] * m[c][N];
        m[r][N] = s / m[r][r];
        x[r * n + i] = m[r][N];
    }
}
template __global__ void solvedInRegisters<float, 4>(const float *, const float *, float *, size_t);
template __global__ void solvedInRegisters<double, 6>(const double *, const double *, double *, size_t);

// a factor of a symmetric matrix of thirty-two, a warp for each, columns by shuffles of a tile
extern "C" __global__ void la_factor_by_warp_tile(const float *__restrict__ a, float *__restrict__ l, int count)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int s = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, r = warp.thread_rank();
    if (s >= count) return;
    float row[32];
#pragma unroll
    for (int c = 0; c < 32; c++) row[c] = 0.5f * (a[(size_t)s * 1024 + r * 32 + c] + a[(size_t)s * 1024 + c * 32 + r]) + (r == c ? 32.f : 0.f);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        float d = rsqrtf(warp.shfl(row[k], k));
        row[k] *= d;
#pragma unroll
        for (int c = k + 1; c < 32; c++) row[c] -= row[k] * warp.shfl(row[k], c);
    }
#pragma unroll
    for (int c = 0; c < 32; c++) l[(size_t)s * 1024 + r * 32 + c] = c <= r ? row[c] : 0.f;
}

__constant__ float powers_of_polynomial[16];

// a root by Newton's steps until they are small
extern "C" __global__ void la_root_of_polynomial(const float *__restrict__ shift, float *__restrict__ root, int *__restrict__ used, int n, int degree, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = 1.5f, want = shift[i];
    int k = 0;
    for (; k < most; k++) {
        float p = 0, d = 0;
        for (int g = degree; g >= 0; g--) {
            d = d * x + p;
            p = p * x + powers_of_polynomial[g] + (g == 1);
        }
        float step = (p - want) / d;
        x -= step;
        if (fabsf(step) < 1e-5f) break;
    }
    root[i] = x;
    used[i] = k;
}

// largest turn first is not needed for three: sweeps of Jacobi in double
extern "C" __global__ void la_axes_of_three_by_three(const double *__restrict__ six, double *__restrict__ values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = six[i], b = six[n + i], c = six[2 * n + i], ab = six[3 * n + i], ac = six[4 * n + i], bc = six[5 * n + i];
    auto turn = [](double &p, double &q, double &pq, double &pr, double &qr) {
        if (fabs(pq) < 1e-300) return;
        double h = (q - p) / (2 * pq), t = copysign(1.0, h) / (fabs(h) + sqrt(h * h + 1)), cs = 1 / sqrt(t * t + 1), sn = t * cs;
        p -= t * pq;
        q += t * pq;
        pq = 0;
        double x = cs * pr - sn * qr;
        qr = sn * pr + cs * qr;
        pr = x;
    };
    for (int s = 0; s < 12 && ab * ab + ac * ac + bc * bc > 1e-24; s++) {
        turn(a, b, ab, ac, bc);
        turn(a, c, ac, ab, bc);
        turn(b, c, bc, ab, ac);
    }
    values[i] = fmin(a, fmin(b, c));
    values[n + i] = a + b + c;
    values[2 * n + i] = fmax(a, fmax(b, c));
}

// residual of a dense system: rows through shared memory by asynchronous copies, two stages
extern "C" __global__ void __launch_bounds__(128) la_residual_by_async_rows(const float *__restrict__ a, const float *__restrict__ x, const float *__restrict__ b, float *__restrict__ r, int rows, int cols)
{
    __shared__ __align__(16) float stage[2][4][512];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * 4 + warp;
    if (row >= rows) return;
    const float *p = a + (size_t)row * cols;
    auto fetch = [&](int s, int c0) {
        for (int k = lane * 4; k < 512 && c0 + k < cols; k += 128) __pipeline_memcpy_async(&stage[s][warp][k], p + c0 + k, 16);
        __pipeline_commit();
    };
    float sum = 0;
    fetch(0, 0);
    int s = 0;
    for (int c0 = 0; c0 < cols; c0 += 512, s ^= 1) {
        if (c0 + 512 < cols) fetch(s ^ 1, c0 + 512);
        else __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncwarp();
        int many = min(512, cols - c0);
        for (int k = lane; k < many; k += 32) sum += stage[s][warp][k] * x[c0 + k];
        __syncwarp();
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) r[row] = b[row] - sum;
}

// products of many small matrices on tensor cores, a warp for each of sixteen by sixteen, several terms
extern "C" __global__ void gemm_chains_of_sixteen(const half *__restrict__ a, const half *__restrict__ b, float *__restrict__ c, int batch, int terms)
{
    using namespace nvcuda;
    int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (s >= batch) return;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int t = 0; t < terms; t++) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
        wmma::load_matrix_sync(fa, a + ((size_t)s * terms + t) * 256, 16);
        wmma::load_matrix_sync(fb, b + ((size_t)s * terms + t) * 256, 16);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(c + (size_t)s * 256, acc, 16, wmma::mem_row_major);
}
