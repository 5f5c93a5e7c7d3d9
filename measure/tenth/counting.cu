/*
 * Histograms: counters in global memory, in shared memory, a copy a warp, a column a thread.
 */

extern "C" __global__ void
hist_direct(const unsigned char *data, unsigned *bins, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&bins[data[i]], 1);
}

extern "C" __global__ void
hist_by_block(const unsigned char *data, unsigned *bins, int n)
{
	__shared__ unsigned local[256];

	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		local[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&local[data[i]], 1);
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		atomicAdd(&bins[b], local[b]);
}

/* A copy for each of eight warps, four bytes a load, each block writes its own counts. */
extern "C" __global__ void
hist_by_warp(const unsigned *data, unsigned *partial, int words)
{
	__shared__ unsigned local[8][256];
	unsigned *mine = local[threadIdx.x / 32];

	for (int b = threadIdx.x; b < 8 * 256; b += 256)
		(&local[0][0])[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += 256 * gridDim.x) {
		unsigned v = data[i];
		atomicAdd(&mine[v & 255], 1);
		atomicAdd(&mine[v >> 8 & 255], 1);
		atomicAdd(&mine[v >> 16 & 255], 1);
		atomicAdd(&mine[v >> 24], 1);
	}
	__syncthreads();
	unsigned sum = 0;
	for (int w = 0; w < 8; w++)
		sum += local[w][threadIdx.x];
	partial[blockIdx.x * 256 + threadIdx.x] = sum;
}

/* Any number of bins between two ends. */
extern "C" __global__ void
hist_of_floats(const float *data, int *bins, int n, int count, float low, float width)
{
	extern __shared__ int local_bins[];

	for (int b = threadIdx.x; b < count; b += blockDim.x)
		local_bins[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int b = (int)((data[i] - low) / width);
		if (b >= 0 && b < count)
			atomicAdd(&local_bins[b], 1);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < count; b += blockDim.x)
		if (local_bins[b] > 0)
			atomicAdd(&bins[b], local_bins[b]);
}

/* Sixteen counters of each of 64 threads: no atomics. */
extern "C" __global__ void
hist_own_counters(const int *data, int *partial, int each)
{
	__shared__ int counters[16][64];
	int tid = threadIdx.x;
	const int *from = data + blockIdx.x * 64 * each;

	for (int b = 0; b < 16; b++)
		counters[b][tid] = 0;
	for (int k = 0; k < each; k++)
		counters[from[k * 64 + tid]][tid]++;
	__syncthreads();
	if (tid < 16) {
		int sum = 0;
		for (int t = 0; t < 64; t++)
			sum += counters[tid][(t + tid) % 64];
		partial[blockIdx.x * 16 + tid] = sum;
	}
}
