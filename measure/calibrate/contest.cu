/*
 * Loops of compare and swap in global memory, as programs write them where the hardware has no atomic of
 * its own: how often do they fail, if threads of other warps and blocks change the same words meanwhile,
 * and how long does that take?
 *
 * Of each warp `lanes` lanes take part; each goes `turns` times to a word drawn from `words`. `still` 1:
 * thread i of the grid goes to word i % words. `work`: rounds of arithmetic before each turn.
 */
__device__ static unsigned
scramble(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ x >> 16;
}

__device__ static unsigned
drawn(int turn, int words, int still)
{
	const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
	return (still ? thread : scramble(turn * 65599u + thread)) % (unsigned)words;
}

__device__ static void
busy(float *sum, int work)
{
	for (int w = 0; w < work; w++)
		*sum = *sum * 0.999f + 0.5f;
}

extern "C" __global__ void
contest_add(double *data, float *out, int words, int lanes, int turns, int still, int work)
{
	float sum = threadIdx.x;
	if (threadIdx.x % 32 >= lanes)
		return;
	for (int t = 0; t < turns; t++) {
		unsigned long long *at = (unsigned long long *)&data[drawn(t, words, still)];
		busy(&sum, work);
		unsigned long long old = *at, assumed;
		do {
			assumed = old;
			old = atomicCAS(at, assumed,
			                (unsigned long long)__double_as_longlong(1.0 + __longlong_as_double((long long)assumed)));
		} while (assumed != old);
	}
	if (sum < 0)
		out[threadIdx.x] = sum;
}

extern "C" __global__ void
contest_add_float(float *data, float *out, int words, int lanes, int turns, int still, int work)
{
	float sum = threadIdx.x;
	if (threadIdx.x % 32 >= lanes)
		return;
	for (int t = 0; t < turns; t++) {
		int *at = (int *)&data[drawn(t, words, still)];
		busy(&sum, work);
		int old = *(volatile int *)at, assumed;
		do {
			assumed = old;
			old = atomicCAS(at, assumed, __float_as_int(1.0f + __int_as_float(assumed)));
		} while (assumed != old);
	}
	if (sum < 0)
		out[threadIdx.x] = sum;
}

extern "C" __global__ void
contest_max(float *data, const float *values, int words, int lanes, int turns, int still)
{
	if (threadIdx.x % 32 >= lanes)
		return;
	for (int t = 0; t < turns; t++) {
		const float value = values[(t * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x];
		int *at = (int *)&data[drawn(t, words, still)];
		int old = *at, assumed;
		do {
			assumed = old;
			if (__int_as_float(assumed) >= value)
				break;
			old = atomicCAS(at, assumed, __float_as_int(value));
		} while (assumed != old);
	}
}

/* One thread of each block takes a lock, changes a word and lets go. */
extern "C" __global__ void
contest_lock(int *locks, int *data, int words, int turns, int work)
{
	float sum = threadIdx.x;
	if (threadIdx.x)
		return;
	for (int t = 0; t < turns; t++) {
		const unsigned word = drawn(t, words, 0);
		while (atomicCAS(&locks[word], 0, 1) != 0)
			;
		__threadfence();
		((volatile int *)data)[word]++;
		busy(&sum, work);
		__threadfence();
		atomicExch(&locks[word], 0);
	}
	if (sum < 0)
		data[threadIdx.x] = (int)sum;
}
