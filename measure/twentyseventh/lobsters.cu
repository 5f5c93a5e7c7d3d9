// Sparse products and many small systems.

extern "C" __global__ void spmv_thread_walks_row(const int *start, const int *cols, const double *values, const double *x, double *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        double s = 0;
        for (int i = start[r]; i < start[r + 1]; i++)
            s += values[i] * x[cols[i]];
        y[r] = s;
    }
}

// LANES threads to a row
template <typename T, int LANES> __global__ void lanesToRow(const int *__restrict__ start, const int *__restrict__ cols, const T *__restrict__ values, const T *__restrict__ x, T *__restrict__ y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, r = t / LANES, lane = t % LANES;
    T s = 0;
    if (r < rows)
        for (int i = start[r] + lane; i < start[r + 1]; i += LANES)
            s += values[i] * __ldg(&x[cols[i]]);
#pragma unroll
    for (int d = LANES / 2; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, d, LANES);
    if (r < rows && lane == 0)
        y[r] = s;
}
template __global__ void lanesToRow<float, 8>(const int *, const int *, const float *, const float *, float *, int);
template __global__ void lanesToRow<float, 32>(const int *, const int *, const float *, const float *, float *, int);

// columns of the padded rows lie together; a row's own length ends the walk
extern "C" __global__ void spmv_padded_rows_ell(const unsigned char *__restrict__ lengths, const int *__restrict__ cols, const float *__restrict__ values, const float *__restrict__ x, float *__restrict__ y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float s = 0.0f;
    int n = lengths[r];
    for (int k = 0; k < n; k++)
        s += values[(size_t)k * rows + r] * x[cols[(size_t)k * rows + r]];
    y[r] = s;
}

// blocks of 4 by 4, four lanes to a row of blocks
extern "C" __global__ void spmv_bsr_quad_lanes(const int *__restrict__ start, const int *__restrict__ cols, const float4 *__restrict__ blocks, const float4 *__restrict__ x, float *__restrict__ y, int blockRows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, br = t >> 2, r = t & 3;
    if (br >= blockRows)
        return;
    float s = 0.0f;
    for (int i = start[br]; i < start[br + 1]; i++) {
        float4 a = blocks[(size_t)i * 4 + r], v = x[cols[i]];
        s += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    y[t] = s;
}

// sparse times dense: a warp to a row, 64 columns as pairs
extern "C" __global__ void spmm_row_of_warp_64(const int *__restrict__ start, const int *__restrict__ cols, const float *__restrict__ values, const float2 *__restrict__ b, float2 *__restrict__ c, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= rows)
        return;
    float2 s = make_float2(0, 0);
    int from = start[r], to = start[r + 1];
    for (int base = from; base < to; base += 32) {
        int i = base + lane;
        int col = i < to ? cols[i] : 0;
        float v = i < to ? values[i] : 0.0f;
        int here = min(32, to - base);
        for (int k = 0; k < here; k++) {
            float2 d = b[(size_t)__shfl_sync(~0u, col, k) * 32 + lane];
            float f = __shfl_sync(~0u, v, k);
            s.x += f * d.x;
            s.y += f * d.y;
        }
    }
    c[(size_t)r * 32 + lane] = s;
}

// a matrix in each thread, elimination with rows exchanged, right side solved
template <typename T, int N> __global__ void solveInThread(const T *__restrict__ matrices, const T *__restrict__ right, T *__restrict__ x, int count)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count)
        return;
    T a[N][N + 1];
#pragma unroll
    for (int i = 0; i < N; i++) {
#pragma unroll
        for (int j = 0; j < N; j++)
            a[i][j] = matrices[(size_t)(i * N + j) * count + m];
        a[i][N] = right[(size_t)i * count + m];
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
#pragma unroll
        for (int i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[k][k]))
#pragma unroll
                for (int j = k; j <= N; j++) {
                    T t = a[k][j];
                    a[k][j] = a[i][j];
                    a[i][j] = t;
                }
        T r = T(1) / a[k][k];
#pragma unroll
        for (int i = k + 1; i < N; i++) {
            T f = a[i][k] * r;
#pragma unroll
            for (int j = k + 1; j <= N; j++)
                a[i][j] -= f * a[k][j];
        }
    }
#pragma unroll
    for (int k = N - 1; k >= 0; k--) {
        T s = a[k][N];
#pragma unroll
        for (int j = k + 1; j < N; j++)
            s -= a[k][j] * a[j][N];
        a[k][N] = s / a[k][k];
        x[(size_t)k * count + m] = a[k][N];
    }
}
template __global__ void solveInThread<float, 4>(const float *, const float *, float *, int);
template __global__ void solveInThread<double, 6>(const double *, const double *, double *, int);

// Cholesky of 32 by 32, a warp and shared memory each; the diagonal is lifted first
extern "C" __global__ void la_cholesky_of_warp_32(float *matrices, int count, float lift)
{
    extern __shared__ float squares[];
    float *a = squares + threadIdx.y * 32 * 33;
    int m = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (m >= count)
        return;
    float *mine = matrices + (size_t)m * 1024;
    for (int r = 0; r < 32; r++)
        a[r * 33 + lane] = mine[r * 32 + lane] + (r == lane ? lift : 0.0f);
    __syncwarp();
    for (int k = 0; k < 32; k++) {
        float d = sqrtf(a[k * 33 + k]);
        __syncwarp();
        if (lane == k)
            a[k * 33 + k] = d;
        else if (lane > k)
            a[lane * 33 + k] /= d;
        __syncwarp();
        for (int j = k + 1; j < 32; j++)
            if (lane >= j)
                a[lane * 33 + j] -= a[lane * 33 + k] * a[j * 33 + k];
        __syncwarp();
    }
    for (int r = 0; r < 32; r++)
        mine[r * 32 + lane] = lane <= r ? a[r * 33 + lane] : 0.0f;
}

// products of small matrices: 12 by 12 threads, several matrices a block
extern "C" __global__ void la_products_of_twelves(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int count)
{
    __shared__ double as[2][12][12], bs[2][12][12];
    int z = threadIdx.z, i = threadIdx.y, j = threadIdx.x;
    for (int first = blockIdx.x * 2; first < count; first += gridDim.x * 2) {
        int m = first + z;
        size_t at = (size_t)m * 144 + i * 12 + j;
        if (m < count) {
            as[z][i][j] = a[at];
            bs[z][i][j] = b[at];
        }
        __syncthreads();
        if (m < count) {
            double s = 0;
            for (int k = 0; k < 12; k++)
                s += as[z][i][k] * bs[z][k][j];
            c[at] = s;
        }
        __syncthreads();
    }
}

// tridiagonal systems side by side: forward and back
extern "C" __global__ void la_tridiagonal_side_by_side(const float *__restrict__ low, const float *__restrict__ high, float *__restrict__ work, float *__restrict__ d, int n, int systems, float diagonal)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float c = 0.0f, x = 0.0f;
    for (int i = 0; i < n; i++) {
        size_t at = (size_t)i * systems + s;
        float r = 1.0f / (diagonal - low[at] * c);
        x = (d[at] - low[at] * x) * r;
        c = high[at] * r;
        work[at] = c;
        d[at] = x;
    }
    for (int i = n - 2; i >= 0; i--) {
        size_t at = (size_t)i * systems + s;
        x = d[at] - work[at] * x;
        d[at] = x;
    }
}
