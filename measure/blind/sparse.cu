// Sparse products and small direct solvers.
#include <math.h>

extern "C" __global__ void
sp_csr_scalar(const int *row_ptr, const int *columns, const double *values, const double *x,
	      double *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		double sum = 0;
		for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[row] = sum;
	}
}

extern "C" __global__ void
sp_csr_warp(const int *__restrict__ row_ptr, const int *__restrict__ columns,
	    const float *__restrict__ values, const float *__restrict__ x, float *__restrict__ y,
	    int rows)
{
	int lane = threadIdx.x & 31;
	int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += 32)
		sum = fmaf(values[k], __ldg(x + columns[k]), sum);
	for (int d = 16; d; d >>= 1)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		y[row] = sum;
}

/* Column after column; each row ends where its own length says. */
extern "C" __global__ void
sp_ell(const int *__restrict__ lengths, const int *__restrict__ columns,
       const double *__restrict__ values, const double *__restrict__ x, double *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	double sum = 0.0;
	int length = lengths[row];
	for (int k = 0; k < length; k++)
		sum += values[k * rows + row] * x[columns[k * rows + row]];
	y[row] = sum;
}

extern "C" __global__ void
sp_coo(const int *rows, const int *columns, const float *values, const float *x, float *y, int nnz)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += blockDim.x * gridDim.x)
		atomicAdd(&y[rows[i]], values[i] * x[columns[i]]);
}

/* Sparse times a tall dense matrix of 32 columns: a warp for a row. */
extern "C" __global__ void
sp_spmm(const int *row_ptr, const int *columns, const float *values, const float *B, float *C,
	int rows)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int k = row_ptr[row]; k < row_ptr[row + 1]; ++k)
		sum += values[k] * B[columns[k] * 32 + threadIdx.x];
	C[row * 32 + threadIdx.x] = sum;
}

#define PANEL 32

/* Right-looking LU of a panel of 32 columns without pivots, one block. */
extern "C" __global__ void
la_lu_panel(double *A, int rows, int lda)
{
	extern __shared__ double panel[]; /* rows x 32, by rows */
	int t = threadIdx.x;
	for (int i = t; i < rows * PANEL; i += blockDim.x)
		panel[i] = A[(size_t)(i / PANEL) * lda + i % PANEL] +
			   (i / PANEL == i % PANEL ? 40.0 : 0.0);
	__syncthreads();
	for (int k = 0; k < PANEL; k++) {
		double pivot = 1.0 / panel[k * PANEL + k];
		for (int r = k + 1 + t; r < rows; r += blockDim.x) {
			double l = panel[r * PANEL + k] * pivot;
			panel[r * PANEL + k] = l;
			for (int c = k + 1; c < PANEL; c++)
				panel[r * PANEL + c] -= l * panel[k * PANEL + c];
		}
		__syncthreads();
	}
	for (int i = t; i < rows * PANEL; i += blockDim.x)
		A[(size_t)(i / PANEL) * lda + i % PANEL] = panel[i];
}

/* Thomas' algorithm, a thread for a system, systems side by side. */
extern "C" __global__ void
la_thomas(const double *a, const double *b, const double *c, double *d, double *scratch, int n,
	  int systems)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	double cp = c[s] / (b[s] + 4.0), dp = d[s] / (b[s] + 4.0);
	scratch[s] = cp;
	d[s] = dp;
	for (int i = 1; i < n; i++) {
		int at = i * systems + s;
		double m = 1.0 / (b[at] + 4.0 - a[at] * cp);
		cp = c[at] * m;
		dp = (d[at] - a[at] * dp) * m;
		scratch[at] = cp;
		d[at] = dp;
	}
	for (int i = n - 2; i >= 0; i--) {
		int at = i * systems + s;
		dp = d[at] - scratch[at] * dp;
		d[at] = dp;
	}
}

/* Parallel cyclic reduction, a block for a system, a thread for a row. */
extern "C" __global__ void
la_cyclic_reduction(const float *ga, const float *gb, const float *gc, const float *gd, float *gx)
{
	extern __shared__ float sh[];
	int n = blockDim.x, i = threadIdx.x, at = blockIdx.x * n + i;
	float *a = sh, *b = sh + n, *c = sh + 2 * n, *d = sh + 3 * n;

	a[i] = i > 0 ? ga[at] : 0.0f;
	b[i] = gb[at] + 3.0f;
	c[i] = i < n - 1 ? gc[at] : 0.0f;
	d[i] = gd[at];
	__syncthreads();
	for (int step = 1; step < n; step *= 2) {
		int lo = max(i - step, 0), hi = min(i + step, n - 1);
		float k1 = i - step >= 0 ? a[i] / b[lo] : 0.0f;
		float k2 = i + step < n ? c[i] / b[hi] : 0.0f;
		float na = -a[lo] * k1, nc = -c[hi] * k2;
		float nb = b[i] - c[lo] * k1 - a[hi] * k2;
		float nd = d[i] - d[lo] * k1 - d[hi] * k2;
		__syncthreads();
		a[i] = na;
		b[i] = nb;
		c[i] = nc;
		d[i] = nd;
		__syncthreads();
	}
	gx[at] = d[i] / b[i];
}

/* Cholesky of many 6 x 6 matrices, a thread for each, all in registers. */
extern "C" __global__ void
la_cholesky6(float *matrices, int count)
{
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= count)
		return;
	float L[6][6];
#pragma unroll
	for (int i = 0; i < 6; i++)
#pragma unroll
		for (int j = 0; j < 6; j++)
			L[i][j] = matrices[(i * 6 + j) * count + m] + (i == j ? 8.0f : 0.0f);
#pragma unroll
	for (int j = 0; j < 6; j++) {
#pragma unroll
		for (int k = 0; k < j; k++)
#pragma unroll
			for (int i = j; i < 6; i++)
				L[i][j] -= L[i][k] * L[j][k];
		float r = rsqrtf(L[j][j]);
#pragma unroll
		for (int i = j; i < 6; i++)
			L[i][j] *= r;
	}
#pragma unroll
	for (int i = 0; i < 6; i++)
#pragma unroll
		for (int j = 0; j <= i; j++)
			matrices[(i * 6 + j) * count + m] = L[i][j];
}
