/*
 * Additions in shared memory that the banks cannot do: a loop that reads the word, adds, and swaps it in
 * if nobody changed it meanwhile. How many rounds does it take, and how long?
 *
 * TYPE is float, double, unsigned long long or (an addition that the banks do) unsigned. The lanes of a
 * warp spread over `words` words, chosen anew in each turn; `apart` 1: each warp has words of its own.
 * `still` 1: lane i of every turn goes to word i % words.
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

extern "C" __global__ void
shared_rounds(TYPE *out, int words, int apart, int still, int turns, int work)
{
	extern __shared__ unsigned char room[];
	TYPE *own = (TYPE *)room;
	const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const int count = apart ? words * (int)(blockDim.x / 32) : words;
	float sum = threadIdx.x;

	for (int i = threadIdx.x; i < count; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	if (apart)
		own += warp * words;
	for (int t = 0; t < turns; t++) {
		const unsigned drawn = scramble(t * 65599u + blockIdx.x * 1048583u + threadIdx.x);
		const unsigned to = (still ? lane : drawn) % (unsigned)words;
		for (int w = 0; w < work; w++)
			sum = sum * 0.5f + 1.25f;
		atomicAdd(&own[to], (TYPE)(1 + (sum > 1e30f)));
	}
	__syncthreads();
	if (apart)
		own -= warp * words;
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		out[i] = own[i];
}
