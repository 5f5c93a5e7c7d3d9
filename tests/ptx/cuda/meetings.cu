// Blocks, and warps of a block, that meet in memory or do not.

// Each block sorts pairs of its own: what it loads decides what it stores, and nobody else sees it.
extern "C" __global__ void sort_pairs(int *values)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (values[i] > values[i + 1]) {
		int first = values[i];
		values[i] = values[i + 1];
		values[i + 1] = first;
	}
}

// The same one element further: the last thread of a block takes an element of the next one.
extern "C" __global__ void sort_pairs_across(int *values, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
	if (i + 1 < n && values[i] > values[i + 1]) {
		int first = values[i];
		values[i] = values[i + 1];
		values[i + 1] = first;
	}
}

// Places are given away in the order in which warps come.
extern "C" __global__ void keep_small(int *to, const int *from, int *taken, int below)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (from[i] < below)
		to[atomicAdd(taken, 1)] = from[i];
}

// The order does not matter where nobody looks at what was there before.
extern "C" __global__ void count_small(int *counters, const int *from)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&counters[from[i] & 63], 1);
}

// Registers that are cleared by copies of one another: none of them decides by that.
extern "C" __global__ void dot_tiles(int *to, const int *a, const int *b, int n)
{
	__shared__ int tile[256];
	int sums[4] = {0, 0, 0, 0};
	int t = threadIdx.x;
	for (int k = 0; k < n; k += 256) {
		tile[t] = a[blockIdx.x * n + k + t];
		__syncthreads();
		for (int i = 0; i < 256; i += 4)
			for (int c = 0; c < 4; c++)
				sums[c] += tile[i + c] * b[(k + i + c) * 256 + t];
		__syncthreads();
	}
	to[blockIdx.x * 256 + t] = sums[0] + sums[1] + sums[2] + sums[3];
}
