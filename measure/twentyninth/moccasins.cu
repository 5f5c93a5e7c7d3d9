// Many small systems, and sparse matrices.
#include <cstddef>
#include <cuda_fp16.h>

// a warp factors a matrix in shared memory, without pivots; `heavy` is put on the diagonal
template <typename T, int N, int WARPS>
__global__ void __launch_bounds__(32 * WARPS) factorsOfWarp(const T *__restrict__ in, T *__restrict__ out, T heavy, int batch)
{
    __shared__ T all[WARPS][N][N + 1];
    const int lane = threadIdx.x % 32, which = blockIdx.x * WARPS + threadIdx.x / 32;
    if (which >= batch)
        return;
    T(*a)[N + 1] = all[threadIdx.x / 32];
    for (int i = lane; i < N * N; i += 32)
        a[i / N][i % N] = in[(size_t)which * N * N + i] + (i / N == i % N ? heavy : T(0));
    __syncwarp();
    for (int k = 0; k < N; k++) {
        T inverse = T(1) / a[k][k];
        for (int r = k + 1 + lane; r < N; r += 32) {
            T f = a[r][k] * inverse;
            a[r][k] = f;
            for (int c = k + 1; c < N; c++)
                a[r][c] -= f * a[k][c];
        }
        __syncwarp();
    }
    for (int i = lane; i < N * N; i += 32)
        out[(size_t)which * N * N + i] = a[i / N][i % N];
}

template __global__ void factorsOfWarp<float, 32, 4>(const float *, float *, float, int);
template __global__ void factorsOfWarp<double, 20, 2>(const double *, double *, double, int);

// Cholesky in registers; element (r, c) of all systems lies together, the lower half is read
template <int N>
__global__ void rootInRegisters(const float *__restrict__ in, float *__restrict__ out, float heavy, int batch)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= batch)
        return;
    float l[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            l[r][c] = in[(size_t)(r * N + c) * batch + b] + (r == c ? heavy : 0.0f);
#pragma unroll
    for (int c = 0; c < N; c++) {
#pragma unroll
        for (int k = 0; k < c; k++)
#pragma unroll
            for (int r = c; r < N; r++)
                l[r][c] -= l[r][k] * l[c][k];
        float inverse = rsqrtf(l[c][c]);
#pragma unroll
        for (int r = c; r < N; r++)
            l[r][c] *= inverse;
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            out[(size_t)(r * N + c) * batch + b] = l[r][c];
}

template __global__ void rootInRegisters<6>(const float *, float *, float, int);

struct Matrix3 {
    float m[9];
};

// Cramer's rule
extern "C" __global__ void la_three_equations_each(const Matrix3 *matrices, const float3 *right, float3 *x, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        Matrix3 a = matrices[i];
        float3 b = right[i];
        float c0 = a.m[4] * a.m[8] - a.m[5] * a.m[7], c1 = a.m[5] * a.m[6] - a.m[3] * a.m[8], c2 = a.m[3] * a.m[7] - a.m[4] * a.m[6];
        float det = a.m[0] * c0 + a.m[1] * c1 + a.m[2] * c2;
        if (fabsf(det) < 1e-6f) {
            x[i] = make_float3(0, 0, 0);
            return;
        }
        float inverse = 1.0f / det;
        float3 r;
        r.x = (b.x * c0 + a.m[1] * (a.m[5] * b.z - b.y * a.m[8]) + a.m[2] * (b.y * a.m[7] - a.m[4] * b.z)) * inverse;
        r.y = (a.m[0] * (b.y * a.m[8] - a.m[5] * b.z) + b.x * c1 + a.m[2] * (a.m[3] * b.z - b.y * a.m[6])) * inverse;
        r.z = (a.m[0] * (a.m[4] * b.z - b.y * a.m[7]) + a.m[1] * (b.y * a.m[6] - a.m[3] * b.z) + b.x * c2) * inverse;
        x[i] = r;
    }
}

// of symmetric three by three, xx xy xz yy yz zz in six arrays; largest first
extern "C" __global__ void la_eigenvalues_of_tensors(const double *__restrict__ six, double *__restrict__ three, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double xx = six[i], xy = six[n + i], xz = six[2 * n + i], yy = six[3 * n + i], yz = six[4 * n + i], zz = six[5 * n + i];
    double mean = (xx + yy + zz) / 3;
    double a = xx - mean, b = yy - mean, c = zz - mean;
    double p = sqrt((a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
    double det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
    double r = p > 0 ? det / (2 * p * p * p) : 0;
    double angle = acos(fmin(1.0, fmax(-1.0, r))) / 3;
    double first = mean + 2 * p * cos(angle);
    double last = mean + 2 * p * cos(angle + 2.0943951023931953);
    three[i] = first;
    three[n + i] = 3 * mean - first - last;
    three[2 * n + i] = last;
}

extern "C" __global__ void spmv_thread_a_row(const int *row_start, const int *col, const float *value, const float *x, float *y, int rows, float alpha, float beta)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        for (int j = row_start[r]; j < row_start[r + 1]; j++)
            sum += value[j] * x[col[j]];
        y[r] = alpha * sum + beta * y[r];
    }
}

// LANES of a warp share a row
template <int LANES, typename I>
__global__ void rowOfFewLanes(const I *__restrict__ row_start, const I *__restrict__ col, const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y, I rows)
{
    I thread = (I)blockIdx.x * blockDim.x + threadIdx.x, row = thread / LANES;
    int lane = threadIdx.x % LANES;
    double sum = 0;
    if (row < rows)
        for (I j = row_start[row] + lane; j < row_start[row + 1]; j += LANES)
            sum += value[j] * __ldg(&x[col[j]]);
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

template __global__ void rowOfFewLanes<8, int>(const int *, const int *, const double *, const double *, double *, int);
template __global__ void rowOfFewLanes<4, long long>(const long long *, const long long *, const double *, const double *, double *, long long);

// rows of 4 to 35 entries, as a hash of their number says, 36 places kept for each
extern "C" __global__ void spmv_rows_of_uneven_length(const int *__restrict__ col, const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y, unsigned rows)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    unsigned length = 4 + (r * 2654435761u >> 27);
    size_t at = (size_t)r * 36;
    float sum = 0;
    for (unsigned j = 0; j < length; j++)
        sum = fmaf(value[at + j], x[col[at + j]], sum);
    y[r] = sum;
}

// times a dense matrix in halves, a warp a row, 64 columns
extern "C" __global__ void spmm_warp_a_row_of_halves(const int *__restrict__ row_start, const int *__restrict__ col, const float *__restrict__ value, const half2 *__restrict__ dense, half2 *__restrict__ out, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows)
        return;
    int first = row_start[row], last = row_start[row + 1];
    float2 sum = make_float2(0, 0);
    for (int j0 = first; j0 < last; j0 += 32) {
        int c = j0 + lane < last ? col[j0 + lane] : 0;
        float v = j0 + lane < last ? value[j0 + lane] : 0.0f;
        int many = min(32, last - j0);
        for (int j = 0; j < many; j++) {
            float w = __shfl_sync(~0u, v, j);
            float2 d = __half22float2(dense[(size_t)__shfl_sync(~0u, c, j) * 32 + lane]);
            sum.x += w * d.x;
            sum.y += w * d.y;
        }
    }
    out[(size_t)row * 32 + lane] = __float22half2_rn(sum);
}

// only where the pattern asks: dots of 32 long rows, a quarter of a warp each
extern "C" __global__ void sparse_dots_of_sampled_pairs(const int *__restrict__ row, const int *__restrict__ col, const float4 *__restrict__ a, const float4 *__restrict__ b, float *__restrict__ out, int entries)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float sum = 0;
    if (e < entries) {
        float4 u = a[(size_t)row[e] * 8 + lane], v = b[(size_t)col[e] * 8 + lane];
        sum = u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    sum += __shfl_down_sync(~0u, sum, 4, 8);
    sum += __shfl_down_sync(~0u, sum, 2, 8);
    sum += __shfl_down_sync(~0u, sum, 1, 8);
    if (e < entries && lane == 0)
        out[e] = sum;
}
