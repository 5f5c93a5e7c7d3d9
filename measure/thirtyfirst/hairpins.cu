// Batches of small linear algebra, sparse products.

// Cholesky factor of N by N, a thread a matrix; N is added along the diagonal
template <typename T, int N> __global__ void choleskyOfThread(const T *__restrict__ in, T *__restrict__ out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    T a[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            a[r][c] = in[(size_t)i * N * N + r * N + c] + (r == c ? T(N) : T(0));
#pragma unroll
    for (int c = 0; c < N; c++) {
#pragma unroll
        for (int k = 0; k < c; k++)
#pragma unroll
            for (int r = c; r < N; r++)
                a[r][c] -= a[r][k] * a[c][k];
        a[c][c] = sqrt(a[c][c]);
        T inverse = T(1) / a[c][c];
#pragma unroll
        for (int r = c + 1; r < N; r++)
            a[r][c] *= inverse;
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++)
            out[(size_t)i * N * N + r * N + c] = c <= r ? a[r][c] : T(0);
}
template __global__ void choleskyOfThread<float, 6>(const float *, float *, int);
template __global__ void choleskyOfThread<double, 4>(const double *, double *, int);

// LU with row exchanges of 24 by 24, a block of 96 threads a matrix
extern "C" __global__ __launch_bounds__(96) void la_lu_24_rows_exchanged(const double *in, double *out, int *pivots, int count)
{
    __shared__ double a[24][25];
    __shared__ int chosen;
    const int t = threadIdx.x;
    for (int m = blockIdx.x; m < count; m += gridDim.x) {
        for (int e = t; e < 576; e += 96)
            a[e / 24][e % 24] = in[(size_t)m * 576 + e];
        __syncthreads();
        for (int k = 0; k < 24; k++) {
            if (t == 0) {
                int best = k;
                for (int r = k + 1; r < 24; r++)
                    if (fabs(a[r][k]) > fabs(a[best][k]))
                        best = r;
                chosen = best;
                pivots[m * 24 + k] = best;
            }
            __syncthreads();
            int p = chosen;
            if (p != k && t < 24) {
                double swap = a[k][t];
                a[k][t] = a[p][t];
                a[p][t] = swap;
            }
            __syncthreads();
            if (t > k && t < 24)
                a[t][k] /= a[k][k];
            __syncthreads();
            int left = 23 - k;
            for (int e = t; e < left * left; e += 96) {
                int r = k + 1 + e / left, c = k + 1 + e % left;
                a[r][c] -= a[r][k] * a[k][c];
            }
            __syncthreads();
        }
        for (int e = t; e < 576; e += 96)
            out[(size_t)m * 576 + e] = a[e / 24][e % 24];
        __syncthreads();
    }
}

// tridiagonal systems side by side: row r of system s at r * systems + s; every diagonal holds the same
extern "C" __global__ void la_thomas_interleaved(const double *__restrict__ lower, const double *__restrict__ upper, const double *__restrict__ right, double *__restrict__ c, double *__restrict__ x, int systems, int length, double diagonal)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    double before = upper[s] / diagonal, d = right[s] / diagonal;
    c[s] = before;
    x[s] = d;
    for (int r = 1; r < length; r++) {
        size_t at = (size_t)r * systems + s;
        double l = lower[at], scale = 1.0 / (diagonal - l * before);
        before = upper[at] * scale;
        d = (right[at] - l * d) * scale;
        c[at] = before;
        x[at] = d;
    }
    for (int r = length - 2; r >= 0; r--) {
        size_t at = (size_t)r * systems + s;
        d = x[at] - c[at] * d;
        x[at] = d;
    }
}

// 8 by 8 times 8 by 8, 64 threads a pair, four pairs a block of 8 by 8 by 4
extern "C" __global__ void la_eights_multiplied_in_batch(const float *A, const float *B, float *C, int count)
{
    __shared__ float a[4][8][8], b[4][8][9];
    int m = blockIdx.x * 4 + threadIdx.z, x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    if (m < count) {
        a[z][y][x] = A[m * 64 + y * 8 + x];
        b[z][y][x] = B[m * 64 + y * 8 + x];
    }
    __syncthreads();
    if (m >= count)
        return;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[z][y][k] * b[z][k][x];
    C[m * 64 + y * 8 + x] = sum;
}

// a row has between 1 and as many entries as there is room for
__device__ __forceinline__ int entriesOf(int row, int room)
{
    unsigned h = row * 2654435761u;
    h ^= h >> 15;
    return 1 + h % room;
}

// a thread a row
extern "C" __global__ void spmv_rows_with_slack(const int *__restrict__ start, const int *__restrict__ column, const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y, int rows, int room)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        double sum = 0;
        int from = start[row], to = from + entriesOf(row, room);
        for (int e = from; e < to; e++)
            sum += value[e] * x[column[e]];
        y[row] = sum;
    }
}

// LANES a row
template <int LANES> __global__ void rowsByLanes(const int *start, const int *column, const float *value, const float *__restrict__ x, float *y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0.0f;
    if (row < rows)
        for (int e = start[row] + lane; e < start[row + 1]; e += LANES)
            sum += value[e] * x[column[e]];
#pragma unroll
    for (int s = LANES / 2; s; s >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, s, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}
template __global__ void rowsByLanes<4>(const int *, const int *, const float *, const float *, float *, int);
template __global__ void rowsByLanes<32>(const int *, const int *, const float *, const float *, float *, int);

// slices of 32 rows, entry k of a slice's rows side by side; a slice is as long as its own hash says
extern "C" __global__ void spmv_sliced_ellpack(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y, int rows, int room)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int slice = row / 32, at = start[slice] + row % 32, length = entriesOf(slice, room);
    float sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < length; k++, at += 32)
        sum += value[at] * __ldg(&x[column[at]]);
    y[row] = sum;
}

// sparse times dense of 64 columns, a warp a row, two columns a lane
extern "C" __global__ void spmm_warp_row_of_64(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value, const float2 *__restrict__ dense, float2 *__restrict__ out, int rows, int room)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    int from = start[row], to = from + entriesOf(row, room);
    float2 sum = {0.0f, 0.0f};
    for (int e = from; e < to; e++) {
        float v = value[e];
        float2 d = dense[(size_t)column[e] * 32 + threadIdx.x];
        sum.x += v * d.x;
        sum.y += v * d.y;
    }
    out[(size_t)row * 32 + threadIdx.x] = sum;
}
