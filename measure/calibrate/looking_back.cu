/*
 * Blocks that wait for what earlier ones leave in memory: how often do they ask for it?
 *
 * `warps` of the block wait for each other, work `work` multiply-adds, then one thread waits.
 */
extern "C" __global__ void
wait_in_turn(volatile int *flags, float *out, int work)
{
	float sum = threadIdx.x;
	for (int w = 0; w < work; w++)
		sum = sum * 0.999f + 0.5f;
	__syncthreads();
	if (threadIdx.x == 0) {
		if (blockIdx.x > 0)
			while (flags[blockIdx.x - 1] == 0)
				;
		__threadfence();
		flags[blockIdx.x] = 1;
	}
	__syncthreads();
	if (sum < 0)
		out[threadIdx.x] = sum;
}

/* A running sum: each block looks back until it meets one that knows all before it. */
extern "C" __global__ void
look_back(const int *in, int *out, volatile unsigned long long *state, int work)
{
	__shared__ int before;
	const int tile = blockIdx.x;
	float sum = threadIdx.x;
	int value = in[tile * blockDim.x + threadIdx.x];
	for (int w = 0; w < work; w++)
		sum = sum * 0.999f + 0.5f;
	const int total = __syncthreads_count(value > 0 || sum < 0);
	if (threadIdx.x == 0) {
		state[tile] = (unsigned long long)(tile ? 1 : 2) << 32 | (unsigned)total;
		int sum_before = 0;
		for (int t = tile - 1; t >= 0;) {
			const unsigned long long s = state[t];
			if (s >> 32 == 0)
				continue;
			sum_before += (int)(unsigned)s;
			if (s >> 32 == 2)
				break;
			t--;
		}
		state[tile] = 2ull << 32 | (unsigned)(sum_before + total);
		before = sum_before;
	}
	__syncthreads();
	out[tile * blockDim.x + threadIdx.x] = before + value;
}
