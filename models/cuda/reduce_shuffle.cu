/*
 * Sum of n floats without a tree in shared memory: a grid-stride sum in each thread, then five
 * exchanges between the lanes of a warp, one element of shared memory for each warp, five
 * exchanges in the first warp, and one atomic addition for each block. BLOCK is a multiple of
 * 32, at most 1024.
 *
 *     reduce_shuffle<<<BLOCKS, BLOCK>>>(total, x, n)
 */
#ifndef BLOCK
#define BLOCK 256
#endif

static __device__ float
sum_over_warp(float value)
{
	for (int offset = 16; offset > 0; offset /= 2)
		value += __shfl_down_sync(0xffffffffu, value, offset);
	return value;
}

extern "C" __global__ void
reduce_shuffle(float *total, const float *x, int n)
{
	__shared__ float warp_sum[BLOCK / 32];
	float sum = 0.0f;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
		sum += x[i];
	sum = sum_over_warp(sum);
	if (threadIdx.x % 32 == 0)
		warp_sum[threadIdx.x / 32] = sum;
	__syncthreads();

	if (threadIdx.x < 32) {
		sum = threadIdx.x < BLOCK / 32 ? warp_sum[threadIdx.x] : 0.0f;
		sum = sum_over_warp(sum);
		if (threadIdx.x == 0)
			atomicAdd(total, sum);
	}
}
