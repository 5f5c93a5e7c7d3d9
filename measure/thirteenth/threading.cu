// Products with sparse matrices.

extern "C" __global__ void spmvRowThread(int rows, const int *ptr, const int *col, const double *val, const double *x, double *y)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r < rows) {
        double dot = 0;
        int a = ptr[r], b = ptr[r + 1];
        for (int j = a; j < b; j++) dot += val[j] * x[col[j]];
        y[r] = dot;
    }
}

// lengths of rows are given, they differ
extern "C" __global__ void spmvUnevenRows(const int *start, const int *count, const int *col, const float *val, const float *x, float *y,
                                          int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    int p = start[r];
    for (int k = count[r]; k > 0; k--, p++) s += val[p] * x[col[p]];
    y[r] += s;
}

template <typename T, int LANES>
__global__ void spmvLanes(const int *__restrict__ start, const int *__restrict__ count, const int *__restrict__ col,
                          const T *__restrict__ val, const T *__restrict__ x, T *__restrict__ y, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    T s = 0;
    if (r < rows)
        for (int k = lane; k < count[r]; k += LANES) s += val[start[r] + k] * x[col[start[r] + k]];
#pragma unroll
    for (int o = LANES / 2; o; o /= 2) s += __shfl_down_sync(0xffffffffu, s, o, LANES);
    if (r < rows && lane == 0) y[r] = s;
}
template __global__ void spmvLanes<float, 32>(const int *, const int *, const int *, const float *, const float *, float *, int);

// columns of the padded matrix one after another; -1 none
extern "C" __global__ void spmvPaddedColumns(const int *col, const float *val, const float *x, float *y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
#pragma unroll 2
    for (int k = 0; k < width; k++) {
        int c = col[k * rows + r] - 1;
        if (c >= 0) s += val[k * rows + r] * x[c];
    }
    y[r] = s;
}

extern "C" __global__ void spmvEntries(const int *row, const int *col, const double *val, const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// slices of 32 rows, each slice as wide as it must be
extern "C" __global__ void spmvSlices(const int *slice, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int s = r / 32, from = slice[s] * 32, width = slice[s + 1] - slice[s];
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int at = from + k * 32 + r % 32;
        sum = fmaf(val[at], __ldg(&x[col[at]]), sum);
    }
    y[r] = sum;
}

// blocks of 3 x 3, a thread for each row of a block
extern "C" __global__ void spmvBlocks3(const int *ptr, const int *col, const float *val, const float *x, float *y, int blockRows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, br = t / 3, i = t % 3;
    if (br >= blockRows) return;
    float s = 0;
    for (int b = ptr[br]; b < ptr[br + 1]; b++) {
        const float *m = val + b * 9 + i * 3, *v = x + col[b] * 3;
        s += m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
    }
    y[t] = s;
}

// sparse times dense: a block a row, a thread a column
extern "C" __global__ void spmmBlockRow(const int *ptr, const int *col, const float *val, const float *B, float *C, int width)
{
    __shared__ int cs[64];
    __shared__ float vs[64];
    int r = blockIdx.x, a = ptr[r], n = ptr[r + 1] - a;
    float s = 0;
    for (int k0 = 0; k0 < n; k0 += 64) {
        __syncthreads();
        for (int k = threadIdx.x; k < min(64, n - k0); k += blockDim.x) {
            cs[k] = col[a + k0 + k];
            vs[k] = val[a + k0 + k];
        }
        __syncthreads();
        if (threadIdx.x < width)
            for (int k = 0; k < min(64, n - k0); k++) s += vs[k] * B[(size_t)cs[k] * width + threadIdx.x];
    }
    if (threadIdx.x < width) C[(size_t)r * width + threadIdx.x] = s;
}

extern "C" __global__ void csr_jacobi_sweep(const int *ptr, const int *col, const double *val, const double *b, const double *x,
                                            double *xnew, int n)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < n; r += gridDim.x * blockDim.x) {
        double s = b[r], diag = 1.0;
        for (int j = ptr[r]; j < ptr[r + 1]; j++) {
            int c = col[j];
            if (c == r) diag += val[j] * val[j];
            else s -= val[j] * x[c];
        }
        xnew[r] = s / diag;
    }
}
