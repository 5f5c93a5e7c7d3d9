/*
 * Counts how often each of BINS values occurs among n: each block counts into shared memory
 * with atomics and adds its counts to those in global memory at the end. BINS is a power of
 * two.
 *
 *     histogram_shared<<<BLOCKS, BLOCK>>>(counts, data, n)
 */
#ifndef BINS
#define BINS 256
#endif

extern "C" __global__ void
histogram_shared(unsigned *counts, const unsigned *data, int n)
{
	__shared__ unsigned bins[BINS];

	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		bins[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[data[i] & (BINS - 1)], 1u);
	__syncthreads();
	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		atomicAdd(&counts[b], bins[b]);
}
