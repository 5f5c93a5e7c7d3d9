/*
 * Running sums, compaction and histograms.
 */
#include <cuda_runtime.h>

extern "C" __global__ void
run_block_two_buffers(const float *in, float *out, float *sums, int n)
{
	__shared__ float buffer[2][512];
	int t = threadIdx.x, i = blockIdx.x * 512 + t;
	int from = 0;
	buffer[0][t] = i < n ? in[i] : 0.0f;
	__syncthreads();
	for (int d = 1; d < 512; d *= 2) {
		buffer[1 - from][t] =
			t >= d ? buffer[from][t] + buffer[from][t - d] : buffer[from][t];
		from = 1 - from;
		__syncthreads();
	}
	if (i < n)
		out[i] = buffer[from][t];
	if (t == 511)
		sums[blockIdx.x] = buffer[from][t];
}

__device__ __forceinline__ int
warp_inclusive(int v)
{
	int lane = threadIdx.x & 31;
	for (int d = 1; d < 32; d <<= 1) {
		int w = __shfl_up_sync(0xffffffffu, v, d);
		if (lane >= d)
			v += w;
	}
	return v;
}

extern "C" __global__ void
run_block_warps(const int *in, int *out, int *sums, int n)
{
	__shared__ int totals[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int own = i < n ? in[i] : 0;
	int v = warp_inclusive(own);
	if (lane == 31)
		totals[warp] = v;
	__syncthreads();
	if (warp == 0)
		totals[lane] = warp_inclusive(lane < blockDim.x / 32 ? totals[lane] : 0);
	__syncthreads();
	if (warp > 0)
		v += totals[warp - 1];
	if (i < n)
		out[i] = v - own;
	if (threadIdx.x == blockDim.x - 1)
		sums[blockIdx.x] = v;
}

/* A warp goes along a row and carries the sum on. */
extern "C" __global__ void
run_rows_carried(const int *in, int *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	int carry = 0;
	for (int c = threadIdx.x; c < (cols + 31) / 32 * 32; c += 32) {
		int v = c < cols ? in[row * cols + c] : 0;
		v = warp_inclusive(v) + carry;
		if (c < cols)
			out[row * cols + c] = v;
		carry = __shfl_sync(0xffffffffu, v, 31);
	}
}

/* A thread goes down a column. */
extern "C" __global__ void
run_columns_down(const float *in, float *out, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols)
		return;
	float sum = 0.0f;
	for (int r = 0; r < rows; r++) {
		sum += in[(size_t)r * cols + c];
		out[(size_t)r * cols + c] = sum;
	}
}

extern "C" __global__ void
run_add_carries(int4 *data, const int *carries, int quads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < quads && blockIdx.x > 0) {
		int add = carries[blockIdx.x - 1];
		int4 v = data[i];
		data[i] = make_int4(v.x + add, v.y + add, v.z + add, v.w + add);
	}
}

/* What is positive is kept; a warp books its places at once, in a ring. */
extern "C" __global__ void
run_keep_positive(const float *in, float *out, unsigned *count, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x & 31;
	float v = i < n ? in[i] : -1.0f;
	unsigned votes = __ballot_sync(0xffffffff, v > 0.0f);
	unsigned base = 0;
	if (lane == 0 && votes)
		base = atomicAdd(count, __popc(votes));
	base = __shfl_sync(0xffffffff, base, 0);
	unsigned at = base + __popc(votes & ((1u << lane) - 1));
	if (v > 0.0f)
		out[at & mask] = v;
}

extern "C" __global__ void
bkt_bytes_in_words(const unsigned *words, unsigned *counts, int n)
{
	__shared__ unsigned local[256];
	local[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		unsigned w = words[i];
		atomicAdd(&local[w & 255], 1u);
		atomicAdd(&local[w >> 8 & 255], 1u);
		atomicAdd(&local[w >> 16 & 255], 1u);
		atomicAdd(&local[w >> 24], 1u);
	}
	__syncthreads();
	atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void
bkt_floats_global(const float *in, int *counts, int n, float low, float inverse, int bins)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int bin = (int)((in[i] - low) * inverse);
	if (bin >= 0 && bin < bins)
		atomicAdd(&counts[bin], 1);
}

extern "C" __global__ void
bkt_joint_32(const unsigned char *a, const unsigned char *b, int *counts, int n)
{
	__shared__ int joint[32 * 32];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		joint[k] = 0;
	__syncthreads();
	int stride = blockDim.x * gridDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		atomicAdd(&joint[(a[i] >> 3) * 32 + (b[i] >> 3)], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (joint[k])
			atomicAdd(&counts[k], joint[k]);
}

extern "C" __global__ void
bkt_weights(const int *keys, const float *weights, float *sums, int n, int bins)
{
	extern __shared__ float acc[];
	for (int k = threadIdx.x; k < bins; k += blockDim.x)
		acc[k] = 0.0f;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&acc[keys[i]], weights[i]);
	__syncthreads();
	for (int k = threadIdx.x; k < bins; k += blockDim.x)
		atomicAdd(&sums[k], acc[k]);
}

/* Sixteen counts in each thread's registers, then by shuffles and one addition a warp. */
extern "C" __global__ void
bkt_sixteen_registers(const unsigned char *in, int *counts, int n)
{
	int mine[16] = {};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = in[i] & 15;
#pragma unroll
		for (int k = 0; k < 16; k++)
			mine[k] += v == k;
	}
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int all = __reduce_add_sync(0xffffffffu, mine[k]);
		if ((threadIdx.x & 31) == k)
			atomicAdd(&counts[k], all);
	}
}
