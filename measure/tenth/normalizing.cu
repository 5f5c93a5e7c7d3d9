/*
 * Softmax and layer normalisation, of rows long and short.
 */
#include <cfloat>
#include <cuda_fp16.h>

/* A thread for each row. */
extern "C" __global__ void
softmax_thread_a_row(const float *in, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;

	if (r >= rows)
		return;
	const float *x = in + r * cols;
	float *y = out + r * cols;
	float most = -FLT_MAX, sum = 0.0f;
	for (int j = 0; j < cols; j++)
		most = fmaxf(most, x[j]);
	for (int j = 0; j < cols; j++)
		sum += expf(x[j] - most);
	for (int j = 0; j < cols; j++)
		y[j] = expf(x[j] - most) / sum;
}

/* A warp for each row of up to 32 * EACH columns, kept in registers. */
template <int EACH>
__global__ void
softmax_warp_keeps(const float *in, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.y + threadIdx.y;
	int lane = threadIdx.x;
	float v[EACH];
	float most = -FLT_MAX, sum = 0.0f;

	if (r >= rows)
		return;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		int j = lane + 32 * k;
		v[k] = j < cols ? in[r * cols + j] : -FLT_MAX;
		most = fmaxf(most, v[k]);
	}
	for (int d = 16; d > 0; d >>= 1)
		most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		v[k] = __expf(v[k] - most);
		sum += v[k];
	}
	for (int d = 16; d > 0; d >>= 1)
		sum += __shfl_xor_sync(0xffffffff, sum, d);
	float scale = 1.0f / sum;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		int j = lane + 32 * k;
		if (j < cols)
			out[r * cols + j] = v[k] * scale;
	}
}

template __global__ void softmax_warp_keeps<2>(const float *, float *, int, int);
template __global__ void softmax_warp_keeps<8>(const float *, float *, int, int);

/* A block for each row, three passes, trees in shared memory. */
extern "C" __global__ void
softmax_block_a_row(const float *in, float *out, int cols)
{
	extern __shared__ float s[];
	const float *x = in + (size_t)blockIdx.x * cols;
	float *y = out + (size_t)blockIdx.x * cols;
	int tid = threadIdx.x;
	float most = -FLT_MAX;

	for (int j = tid; j < cols; j += blockDim.x)
		most = fmaxf(most, x[j]);
	s[tid] = most;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (tid < d)
			s[tid] = fmaxf(s[tid], s[tid + d]);
		__syncthreads();
	}
	most = s[0];
	__syncthreads();
	float sum = 0.0f;
	for (int j = tid; j < cols; j += blockDim.x) {
		float e = expf(x[j] - most);
		y[j] = e;
		sum += e;
	}
	s[tid] = sum;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (tid < d)
			s[tid] += s[tid + d];
		__syncthreads();
	}
	sum = s[0];
	for (int j = tid; j < cols; j += blockDim.x)
		y[j] /= sum;
}

__device__ float2
both_of_block(float2 v)
{
	__shared__ float2 of_warp[32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	for (int d = 16; d > 0; d >>= 1) {
		v.x += __shfl_xor_sync(0xffffffff, v.x, d);
		v.y += __shfl_xor_sync(0xffffffff, v.y, d);
	}
	if (lane == 0)
		of_warp[warp] = v;
	__syncthreads();
	v = make_float2(0.0f, 0.0f);
	for (int w = 0; w < blockDim.x / 32; w++) {
		v.x += of_warp[w].x;
		v.y += of_warp[w].y;
	}
	return v;
}

/* Mean and variance from one pass of sums and squares. */
extern "C" __global__ void
layer_norm_block(const float *in, const float *gamma, const float *beta, float *out, int cols,
                 float epsilon)
{
	const float *x = in + blockIdx.x * cols;
	float *y = out + blockIdx.x * cols;
	float2 sums = make_float2(0.0f, 0.0f);

	for (int j = threadIdx.x; j < cols; j += blockDim.x) {
		float v = x[j];
		sums.x += v;
		sums.y += v * v;
	}
	sums = both_of_block(sums);
	float mean = sums.x / cols;
	float scale = rsqrtf(sums.y / cols - mean * mean + epsilon);
	for (int j = threadIdx.x; j < cols; j += blockDim.x)
		y[j] = (x[j] - mean) * scale * gamma[j] + beta[j];
}

/* Rows of halves, a warp a row, two halves a load. */
extern "C" __global__ void
layer_norm_half_warp(const __half2 *in, const __half2 *gamma, __half2 *out, int rows, int pairs)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x & 31;

	if (r >= rows)
		return;
	const __half2 *x = in + r * pairs;
	float sum = 0.0f, squares = 0.0f;
	for (int j = lane; j < pairs; j += 32) {
		float2 v = __half22float2(x[j]);
		sum += v.x + v.y;
		squares += v.x * v.x + v.y * v.y;
	}
	for (int d = 16; d > 0; d >>= 1) {
		sum += __shfl_xor_sync(0xffffffff, sum, d);
		squares += __shfl_xor_sync(0xffffffff, squares, d);
	}
	float mean = sum / (2 * pairs);
	float scale = rsqrtf(squares / (2 * pairs) - mean * mean + 1e-5f);
	for (int j = lane; j < pairs; j += 32) {
		float2 v = __half22float2(x[j]);
		float2 g = __half22float2(gamma[j]);
		out[r * pairs + j] = __floats2half2_rn((v.x - mean) * scale * g.x,
		                                       (v.y - mean) * scale * g.y);
	}
}
