// Sparse matrices and vectors.

template <typename T>
__global__ void spmvScalar(int rows, const int *ptr, const int *col, const T *val, const T *x, T *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        T dot = 0;
        int row_start = ptr[row];
        int row_end = ptr[row + 1];
        for (int jj = row_start; jj < row_end; jj++)
            dot += val[jj] * x[col[jj]];
        y[row] += dot;
    }
}

template __global__ void spmvScalar<float>(int, const int *, const int *, const float *,
                                           const float *, float *);
template __global__ void spmvScalar<double>(int, const int *, const int *, const double *,
                                            const double *, double *);

// LANES neighbours share a row
template <int LANES>
__global__ void spmvVector(int rows, const int *__restrict__ ptr, const int *__restrict__ col,
                           const float *__restrict__ val, const float *__restrict__ x,
                           float *__restrict__ y)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int row = thread / LANES, lane = thread % LANES;
    float sum = 0.0f;
    if (row < rows)
        for (int j = ptr[row] + lane; j < ptr[row + 1]; j += LANES)
            sum += val[j] * x[col[j]];
    for (int o = LANES / 2; o > 0; o /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, o, LANES);
    if (row < rows && lane == 0) y[row] = sum;
}

template __global__ void spmvVector<4>(int, const int *, const int *, const float *, const float *,
                                       float *);
template __global__ void spmvVector<32>(int, const int *, const int *, const float *, const float *,
                                        float *);

extern "C" __global__ void spmvCoo(const int *row, const int *col, const float *val, const float *x,
                                   float *y, int nnz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz) atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// padded rows by columns, each with its own length
extern "C" __global__ void spmvEll(const float *val, const int *col, const int *length, const float *x,
                                   float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0;
        for (int k = 0; k < length[r]; k++)
            s += val[k * rows + r] * x[col[k * rows + r]];
        y[r] = s;
    }
}

// diagonals at offsets; a column of the array for each
extern "C" __global__ void spmvDiagonals(const double *diag, const int *offset, const double *x,
                                         double *y, int n, int count)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    double s = 0.0;
    for (int d = 0; d < count; d++) {
        int c = r + offset[d] - n / 2;
        if (c >= 0 && c < n)
            s += diag[(size_t)d * n + r] * x[c];
    }
    y[r] = s;
}

// blocks of 4 x 4, four threads for each row of blocks
extern "C" __global__ void spmvBlocks4(const int *ptr, const int *col, const float4 *val,
                                       const float4 *x, float *y, int brows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / 4, r = t % 4;
    if (b >= brows) return;
    float sum = 0.0f;
    for (int k = ptr[b]; k < ptr[b + 1]; k++) {
        float4 a = val[4 * k + r], v = x[col[k]];
        sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    y[t] = sum;
}

// sparse times dense: a block for each row, its threads are the columns
extern "C" __global__ void spmmRows(const int *ptr, const int *col, const float *val, const float *B,
                                    float *C, int width)
{
    int row = blockIdx.x;
    for (int c = threadIdx.x; c < width; c += blockDim.x) {
        float acc = 0.0f;
        for (int k = ptr[row]; k < ptr[row + 1]; k++)
            acc += val[k] * B[(size_t)col[k] * width + c];
        C[(size_t)row * width + c] = acc;
    }
}

// products of rows, only where the pattern has an entry; a warp for each
extern "C" __global__ void spmmSampled(const int *row, const int *col, const float *A, const float *B,
                                       float *out, int nnz, int depth)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (e >= nnz) return;
    const float *a = A + (size_t)row[e] * depth, *b = B + (size_t)col[e] * depth;
    float s = 0;
    for (int k = lane; k < depth; k += 32)
        s += a[k] * b[k];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffff, s, o);
    if (lane == 0) out[e] = s;
}
