/*
 * Products of sparse matrices with vectors and with narrow matrices.
 */

template <typename T>
__global__ void
spmv_rows(const int *row_start, const int *columns, const T *values, const T *x, T *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < rows) {
		T sum = 0;
		for (int k = row_start[row]; k < row_start[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}

template __global__ void spmv_rows<float>(const int *, const int *, const float *, const float *,
                                          float *, int);
template __global__ void spmv_rows<double>(const int *, const int *, const double *, const double *,
                                           double *, int);

extern "C" __global__ void
spmv_warp_each(const int *row_start, const int *columns, const float *values, const float *x,
               float *y, int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x & 31;

	if (row >= rows)
		return;
	int end = row_start[row + 1];
	float sum = 0.0f;
	for (int k = row_start[row] + lane; k < end; k += 32)
		sum += values[k] * x[columns[k]];
	for (int d = 16; d > 0; d >>= 1)
		sum += __shfl_down_sync(0xffffffff, sum, d);
	if (lane == 0)
		y[row] = sum;
}

/* Padded to the longest row, column after column; padding names no column there is. */
extern "C" __global__ void
spmv_padded(const int *columns, const float *values, const float *x, float *y, int rows, int most)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int k = 0; k < most; k++) {
		int col = columns[k * rows + row];
		if (col < rows)
			sum += values[k * rows + row] * x[col];
	}
	y[row] = sum;
}

extern "C" __global__ void
spmv_triples_add(const int *row, const int *column, const float *value, const float *x, float *y,
                 int count)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;

	if (k < count)
		atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

/* A sparse matrix by a dense one of blockDim.x columns: a row of threads for each row. */
extern "C" __global__ void
spmm_row_of_threads(const int *row_start, const int *columns, const float *values, const float *B,
                    float *C, int rows)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	int j = threadIdx.x;

	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int k = row_start[row]; k < row_start[row + 1]; k++)
		sum += values[k] * B[columns[k] * blockDim.x + j];
	C[row * blockDim.x + j] = sum;
}
