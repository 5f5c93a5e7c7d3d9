/* Rows: softmax and layer normalisation; sparse matrices. */
#include <cfloat>
#include <cstddef>
#include <cuda_fp16.h>

/* A thread a row. */
extern "C" __global__ void
softmax_naive(const float *in, float *out, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float most = -FLT_MAX, sum = 0.0f;
	for (int c = 0; c < columns; c++)
		most = fmaxf(most, in[row * columns + c]);
	for (int c = 0; c < columns; c++)
		sum += expf(in[row * columns + c] - most);
	for (int c = 0; c < columns; c++)
		out[row * columns + c] = expf(in[row * columns + c] - most) / sum;
}

/* A block a row, trees in shared memory. */
extern "C" __global__ void
softmax_tree(const float *__restrict__ in, float *__restrict__ out, int columns)
{
	extern __shared__ float shared[];
	const float *x = in + (size_t)blockIdx.x * columns;
	float *y = out + (size_t)blockIdx.x * columns;
	int tid = threadIdx.x;

	float most = -INFINITY;
	for (int i = tid; i < columns; i += blockDim.x)
		most = fmaxf(most, x[i]);
	shared[tid] = most;
	__syncthreads();
	for (int s = blockDim.x / 2; s >= 1; s /= 2) {
		if (tid < s)
			shared[tid] = fmaxf(shared[tid], shared[tid + s]);
		__syncthreads();
	}
	most = shared[0];
	__syncthreads();
	float sum = 0.0f;
	for (int i = tid; i < columns; i += blockDim.x) {
		float e = __expf(x[i] - most);
		y[i] = e;
		sum += e;
	}
	shared[tid] = sum;
	__syncthreads();
	for (int s = blockDim.x / 2; s >= 1; s /= 2) {
		if (tid < s)
			shared[tid] += shared[tid + s];
		__syncthreads();
	}
	sum = shared[0];
	for (int i = tid; i < columns; i += blockDim.x)
		y[i] /= sum;
}

/* A warp a row of halves, the maximum and the sum in one pass. */
extern "C" __global__ void
softmax_online(const __half2 *__restrict__ in, __half2 *__restrict__ out, int rows, int pairs)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	const __half2 *x = in + (size_t)row * pairs;
	float most = -INFINITY, sum = 0.0f;
	for (int i = threadIdx.x; i < pairs; i += 32) {
		float2 v = __half22float2(x[i]);
		float higher = fmaxf(most, fmaxf(v.x, v.y));
		sum = sum * __expf(most - higher) + __expf(v.x - higher) + __expf(v.y - higher);
		most = higher;
	}
#pragma unroll
	for (int mask = 16; mask > 0; mask /= 2) {
		float other = __shfl_xor_sync(0xffffffff, most, mask);
		float others = __shfl_xor_sync(0xffffffff, sum, mask);
		float higher = fmaxf(most, other);
		sum = sum * __expf(most - higher) + others * __expf(other - higher);
		most = higher;
	}
	float inverse = 1.0f / sum;
	for (int i = threadIdx.x; i < pairs; i += 32) {
		float2 v = __half22float2(x[i]);
		out[(size_t)row * pairs + i] = __floats2half2_rn(__expf(v.x - most) * inverse,
		                                                 __expf(v.y - most) * inverse);
	}
}

static __device__ float2
sum_of_block(float2 v)
{
	__shared__ float2 parts[32];
	__shared__ float2 whole;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int offset = 16; offset > 0; offset >>= 1) {
		v.x += __shfl_down_sync(0xffffffff, v.x, offset);
		v.y += __shfl_down_sync(0xffffffff, v.y, offset);
	}
	if (lane == 0)
		parts[warp] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		v = make_float2(0.0f, 0.0f);
		for (int w = 0; w < blockDim.x / 32; w++) {
			v.x += parts[w].x;
			v.y += parts[w].y;
		}
		whole = v;
	}
	__syncthreads();
	return whole;
}

/* A block a row of fours, the row kept in shared memory. */
extern "C" __global__ void
layernorm_kept(const float4 *in, const float4 *gamma, const float4 *beta, float4 *out, int quads)
{
	extern __shared__ float4 row[];
	float2 sums = make_float2(0.0f, 0.0f);
	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 v = in[(size_t)blockIdx.x * quads + i];
		row[i] = v;
		sums.x += v.x + v.y + v.z + v.w;
		sums.y += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	}
	sums = sum_of_block(sums);
	float mean = sums.x / (4 * quads);
	float scale = rsqrtf(sums.y / (4 * quads) - mean * mean + 1e-5f);
	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 v = row[i], g = gamma[i], b = beta[i];
		v.x = (v.x - mean) * scale * g.x + b.x;
		v.y = (v.y - mean) * scale * g.y + b.y;
		v.z = (v.z - mean) * scale * g.z + b.z;
		v.w = (v.w - mean) * scale * g.w + b.w;
		out[(size_t)blockIdx.x * quads + i] = v;
	}
}

/* A warp a row of halves, two passes over memory. */
extern "C" __global__ void
layernorm_half(const __half *in, const __half *gamma, const __half *beta, __half *out, int rows,
               int columns)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	const __half *x = in + (size_t)row * columns;
	float mean = 0.0f, variance = 0.0f;
	for (int c = lane; c < columns; c += 32)
		mean += __half2float(x[c]);
	for (int mask = 16; mask > 0; mask >>= 1)
		mean += __shfl_xor_sync(~0u, mean, mask);
	mean /= columns;
	for (int c = lane; c < columns; c += 32) {
		float d = __half2float(x[c]) - mean;
		variance += d * d;
	}
	for (int mask = 16; mask > 0; mask >>= 1)
		variance += __shfl_xor_sync(~0u, variance, mask);
	float scale = 1.0f / sqrtf(variance / columns + 1e-5f);
	for (int c = lane; c < columns; c += 32)
		out[(size_t)row * columns + c] =
		        __float2half((__half2float(x[c]) - mean) * scale * __half2float(gamma[c]) +
		                     __half2float(beta[c]));
}

/* Compressed rows: starts, and how many each row has. A thread a row. */
extern "C" __global__ void
sparse_rows(const int *__restrict__ start, const int *__restrict__ count,
            const int *__restrict__ column, const float *__restrict__ value,
            const float *__restrict__ x, float *__restrict__ y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		float dot = 0.0f;
		int begin = start[row], end = begin + count[row];
		for (int k = begin; k < end; k++)
			dot += value[k] * x[column[k]];
		y[row] = dot;
	}
}

/* Some lanes a row. */
template <int LANES> static __device__ __forceinline__ void
rows_by_lanes(const int *start, const int *count, const int *column, const REAL *value,
              const REAL *x, REAL *y, int rows)
{
	const int thread = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = thread / LANES, lane = thread % LANES;
	REAL dot = 0;
	if (row < rows) {
		const int begin = start[row], end = begin + count[row];
		for (int k = begin + lane; k < end; k += LANES)
			dot += value[k] * x[column[k]];
	}
#pragma unroll
	for (int offset = LANES / 2; offset > 0; offset /= 2)
		dot += __shfl_down_sync(0xffffffff, dot, offset, LANES);
	if (row < rows && lane == 0)
		y[row] = dot;
}

extern "C" __global__ void
sparse_lanes_8(const int *start, const int *count, const int *column, const REAL *value,
               const REAL *x, REAL *y, int rows)
{
	rows_by_lanes<8>(start, count, column, value, x, y, rows);
}

extern "C" __global__ void
sparse_lanes_32(const int *start, const int *count, const int *column, const REAL *value,
                const REAL *x, REAL *y, int rows)
{
	rows_by_lanes<32>(start, count, column, value, x, y, rows);
}

/* Triples in double precision; row numbers are stored times `share`. */
extern "C" __global__ void
sparse_triples(const int *row, const int *column, const double *value, const double *x, double *y,
               int share, int n)
{
	int stride = blockDim.x * gridDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		atomicAdd(y + row[i] / share, value[i] * x[column[i]]);
}

/* Rows of one width, stored column after column; a column below 0 ends a row. */
extern "C" __global__ void
sparse_padded(const int *column, const double *value, const double *x, double *y, int rows,
              int width)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	double sum = 0.0;
	for (int k = 0; k < width; k++) {
		int c = column[k * rows + row];
		if (c < 0)
			break;
		sum += value[k * rows + row] * x[c];
	}
	y[row] = sum;
}
