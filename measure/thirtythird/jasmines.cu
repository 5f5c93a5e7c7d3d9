// Small matrices in batches, and sparse products.
#include <cuda_runtime.h>

template <int N>
__global__ void smallTimesSmall(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                                int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float a[N * N], b[N * N];
#pragma unroll
	for (int k = 0; k < N * N; k++) {
		a[k] = A[(size_t)k * count + i];
		b[k] = B[(size_t)k * count + i];
	}
#pragma unroll
	for (int r = 0; r < N; r++)
#pragma unroll
		for (int c = 0; c < N; c++) {
			float sum = 0.f;
#pragma unroll
			for (int k = 0; k < N; k++)
				sum += a[r * N + k] * b[k * N + c];
			C[(size_t)(r * N + c) * count + i] = sum;
		}
}
template __global__ void smallTimesSmall<3>(const float *, const float *, float *, int);
template __global__ void smallTimesSmall<5>(const float *, const float *, float *, int);

extern "C" __global__ void la_invert_three_by_three(const double *in, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const double *m = in + 9 * (size_t)i;
	double *o = out + 9 * (size_t)i;
	double a = m[0] + 3, b = m[1], c = m[2], d = m[3], e = m[4] + 3, f = m[5], g = m[6], h = m[7], k = m[8] + 3;
	double A = e * k - f * h, B = f * g - d * k, C = d * h - e * g;
	double s = 1 / (a * A + b * B + c * C);
	o[0] = A * s;
	o[1] = (c * h - b * k) * s;
	o[2] = (b * f - c * e) * s;
	o[3] = B * s;
	o[4] = (a * k - c * g) * s;
	o[5] = (c * d - a * f) * s;
	o[6] = C * s;
	o[7] = (b * g - a * h) * s;
	o[8] = (a * e - b * d) * s;
}

// A system of 32 unknowns to a warp, elimination without pivots; lane: row.
extern "C" __global__ void la_gauss_warp_to_system(const float *__restrict__ A, const float *__restrict__ rhs,
                                                   float *__restrict__ x, int systems)
{
	int lane = threadIdx.x, system = blockIdx.x * blockDim.y + threadIdx.y;
	if (system >= systems)
		return;
	float row[32];
#pragma unroll
	for (int c = 0; c < 32; c++)
		row[c] = A[(size_t)system * 1024 + c * 32 + lane] + (c == lane ? 40.f : 0.f);
	float b = rhs[system * 32 + lane];
#pragma unroll
	for (int p = 0; p < 32; p++) {
		float factor = lane == p ? 0.f : row[p] / __shfl_sync(~0u, row[p], p);
		float bp = __shfl_sync(~0u, b, p);
		b -= factor * bp;
#pragma unroll
		for (int c = p; c < 32; c++)
			row[c] -= factor * __shfl_sync(~0u, row[c], p);
	}
	float mine = 1.f;
#pragma unroll
	for (int c = 0; c < 32; c++)
		if (c == lane)
			mine = row[c];
	x[system * 32 + lane] = b / mine;
}

extern "C" __global__ void spmv_rows_of_lengths(const int *__restrict__ begin, const int *__restrict__ cols,
                                                const double *__restrict__ values, const double *__restrict__ x,
                                                double *__restrict__ y, int rows)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows) {
		double sum = 0;
		// Rows are padded; how many places are used is told by the row.
		int used = 1 + (unsigned)r * 2654435761u % (unsigned)(begin[r + 1] - begin[r]);
		for (int i = begin[r]; i < begin[r] + used; i++)
			sum += values[i] * x[cols[i]];
		y[r] = sum;
	}
}

template <int LANES>
__global__ void sparseLanesToRow(const int *__restrict__ begin, const int *__restrict__ cols,
                                 const float *__restrict__ values, const float *__restrict__ x,
                                 float *__restrict__ y, int rows)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x, r = id / LANES, lane = id % LANES;
	float sum = 0.f;
	if (r < rows)
		for (int i = begin[r] + lane, e = begin[r + 1]; i < e; i += LANES)
			sum += values[i] * __ldg(&x[cols[i]]);
	for (int s = LANES / 2; s; s >>= 1)
		sum += __shfl_down_sync(~0u, sum, s, LANES);
	if (r < rows && lane == 0)
		y[r] = sum;
}
template __global__ void sparseLanesToRow<8>(const int *, const int *, const float *, const float *, float *, int);

// A sparse matrix by a dense one, `wide` columns; block to a row.
extern "C" __global__ void spmm_block_to_row(const int *begin, const int *cols, const float *values,
                                             const float *dense, float *out, int wide)
{
	int r = blockIdx.x, first = begin[r], last = begin[r + 1];
	for (int c = threadIdx.x; c < wide; c += blockDim.x) {
		float sum = 0.f;
		for (int i = first; i < last; i++)
			sum += values[i] * dense[(size_t)cols[i] * wide + c];
		out[(size_t)r * wide + c] = sum;
	}
}
