/*
 * Row-wise work of neural networks, and sparse matrices times a vector.
 */
#ifndef BLOCK
#define BLOCK 256
#endif

static __device__ float
over_warp(float value, bool maximum)
{
	for (int offset = 16; offset > 0; offset /= 2) {
		const float other = __shfl_xor_sync(0xffffffffu, value, offset);
		value = maximum ? fmaxf(value, other) : value + other;
	}
	return value;
}

static __device__ float
over_block(float value, bool maximum)
{
	__shared__ float part[32];

	value = over_warp(value, maximum);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = value;
	__syncthreads();
	value = part[0];
	for (int w = 1; w < BLOCK / 32; w++)
		value = maximum ? fmaxf(value, part[w]) : value + part[w];
	return value;
}

/* A block for a row, three passes over it. */
extern "C" __global__ void
softmax_block(const float *in, float *out, int columns)
{
	const float *row = in + (long long)blockIdx.x * columns;
	float *to = out + (long long)blockIdx.x * columns;
	float most = -INFINITY;
	float sum = 0.0f;

	for (int i = threadIdx.x; i < columns; i += BLOCK)
		most = fmaxf(most, row[i]);
	most = over_block(most, true);
	for (int i = threadIdx.x; i < columns; i += BLOCK)
		sum += __expf(row[i] - most);
	sum = over_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += BLOCK)
		to[i] = __expf(row[i] - most) / sum;
}

/* A warp for a row. */
extern "C" __global__ void
softmax_warp(const float *in, float *out, int rows, int columns)
{
	const int r = blockIdx.x * blockDim.y + threadIdx.y;
	const float *row = in + (long long)r * columns;
	float most = -INFINITY;
	float sum = 0.0f;

	if (r >= rows)
		return;
	for (int i = threadIdx.x; i < columns; i += 32)
		most = fmaxf(most, row[i]);
	most = over_warp(most, true);
	for (int i = threadIdx.x; i < columns; i += 32)
		sum += __expf(row[i] - most);
	sum = over_warp(sum, false);
	for (int i = threadIdx.x; i < columns; i += 32)
		out[(long long)r * columns + i] = __expf(row[i] - most) / sum;
}

extern "C" __global__ void
layer_norm(const float *in, const float *scale, const float *shift, float *out, int columns)
{
	const float *row = in + (long long)blockIdx.x * columns;
	float sum = 0.0f;
	float squares = 0.0f;

	for (int i = threadIdx.x; i < columns; i += BLOCK) {
		sum += row[i];
		squares += row[i] * row[i];
	}
	const float mean = over_block(sum, false) / columns;
	const float variance = over_block(squares, false) / columns - mean * mean;
	const float factor = rsqrtf(variance + 1e-5f);
	for (int i = threadIdx.x; i < columns; i += BLOCK)
		out[(long long)blockIdx.x * columns + i] = (row[i] - mean) * factor * scale[i] + shift[i];
}

/* The Gaussian error unit, through tanh. */
extern "C" __global__ void
gelu(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		const float x = in[i];
		out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
	}
}

/* Sparse rows of `each` entries: begins[r] = r * each. A thread for a row. */
extern "C" __global__ void
spmv_thread(const int *begins, const int *columns, const float *values, const float *x, float *y,
            int rows)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	if (row >= rows)
		return;
	for (int k = begins[row]; k < begins[row + 1]; k++)
		sum += values[k] * x[columns[k]];
	y[row] = sum;
}

/* A warp for a row. */
extern "C" __global__ void
spmv_warp(const int *begins, const int *columns, const float *values, const float *x, float *y,
          int rows)
{
	const int row = blockIdx.x * blockDim.y + threadIdx.y;
	float sum = 0.0f;

	if (row >= rows)
		return;
	for (int k = begins[row] + threadIdx.x; k < begins[row + 1]; k += 32)
		sum += values[k] * x[columns[k]];
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffffu, sum, offset);
	if (threadIdx.x == 0)
		y[row] = sum;
}

/* Entry k of all rows side by side (ELLPACK). */
extern "C" __global__ void
spmv_ell(const int *columns, const float *values, const float *x, float *y, int rows, int each)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	if (row >= rows)
		return;
	for (int k = 0; k < each; k++)
		sum += values[k * rows + row] * x[columns[k * rows + row]];
	y[row] = sum;
}
