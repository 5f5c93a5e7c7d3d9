// Reductions, scans, histograms, normalisations.
#include <cooperative_groups.h>

extern "C" __global__ void reduce_tree(float *out, const float *in, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		sum += in[i];
	s[t] = sum;
	__syncthreads();
	for (int half = 128; half > 0; half >>= 1) {
		if (t < half)
			s[t] += s[t + half];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce_shuffle(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = i < n ? in[i] : 0;
	for (int by = 16; by > 0; by /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, by);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, sum);
}

extern "C" __global__ void reduce_maximum(unsigned *out, const unsigned *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(out, in[i]);
}

extern "C" __global__ void count_barrier(int *out, const int *in, int limit)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int small = __syncthreads_count(in[i] < limit);
	int any = __syncthreads_or(in[i] == limit), all = __syncthreads_and(in[i] >= 0);
	if (threadIdx.x == 0) {
		out[3 * blockIdx.x] = small;
		out[3 * blockIdx.x + 1] = any != 0;
		out[3 * blockIdx.x + 2] = all != 0;
	}
}

// Inclusive scan of one block of 256.
extern "C" __global__ void scan_block(int *out, const int *in)
{
	__shared__ int s[2][256];
	int t = threadIdx.x, from = 0;
	s[0][t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int by = 1; by < 256; by *= 2) {
		s[1 - from][t] = t >= by ? s[from][t] + s[from][t - by] : s[from][t];
		from = 1 - from;
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = s[from][t];
}

extern "C" __global__ void scan_warp(int *out, const int *in)
{
	int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
	for (int by = 1; by < 32; by *= 2) {
		int other = __shfl_up_sync(0xffffffff, value, by);
		if (lane >= by)
			value += other;
	}
	out[i] = value;
}

extern "C" __global__ void histogram(unsigned *bins, const unsigned *in, int n)
{
	__shared__ unsigned local[64];
	if (threadIdx.x < 64)
		local[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[in[i] & 63], 1u);
	__syncthreads();
	if (threadIdx.x < 64)
		atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void softmax(float *out, const float *in, int width)
{
	__shared__ float s[128];
	const float *row = in + blockIdx.x * width;
	int t = threadIdx.x;
	float best = -1e30f, sum = 0;
	for (int i = t; i < width; i += 128)
		best = fmaxf(best, row[i]);
	s[t] = best;
	__syncthreads();
	for (int half = 64; half > 0; half /= 2) {
		if (t < half)
			s[t] = fmaxf(s[t], s[t + half]);
		__syncthreads();
	}
	best = s[0];
	__syncthreads();
	for (int i = t; i < width; i += 128)
		sum += expf(row[i] - best);
	s[t] = sum;
	__syncthreads();
	for (int half = 64; half > 0; half /= 2) {
		if (t < half)
			s[t] += s[t + half];
		__syncthreads();
	}
	for (int i = t; i < width; i += 128)
		out[blockIdx.x * width + i] = expf(row[i] - best) / s[0];
}

// One warp per row.
extern "C" __global__ void layer_norm(float *out, const float *in, int width)
{
	const float *row = in + (blockIdx.x * blockDim.y + threadIdx.y) * width;
	float sum = 0, squares = 0;
	for (int i = threadIdx.x; i < width; i += 32) {
		sum += row[i];
		squares += row[i] * row[i];
	}
	for (int by = 16; by > 0; by /= 2) {
		sum += __shfl_xor_sync(0xffffffff, sum, by);
		squares += __shfl_xor_sync(0xffffffff, squares, by);
	}
	float mean = sum / width, scale = rsqrtf(squares / width - mean * mean + 1e-5f);
	for (int i = threadIdx.x; i < width; i += 32)
		out[(blockIdx.x * blockDim.y + threadIdx.y) * width + i] = (row[i] - mean) * scale;
}

// A tile a turn: what is beyond the end is left as it was.
extern "C" __global__ void sum_of_tiles(float *out, const float *in, int n, int turns)
{
	__shared__ float tile[64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	float sum = 0;
	tile[t] = 0;
#pragma unroll 1
	for (int k = 0; k < turns; k++, i += gridDim.x * 64) {
		__syncthreads();
		if (i < n)
			tile[t] = in[i];
		__syncthreads();
		sum += tile[63 - t];
	}
	out[blockIdx.x * 64 + t] = sum;
}
