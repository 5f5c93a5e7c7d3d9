/*
 * Atomics of lanes that lie on several lines: what one request is taken apart into (counters alone).
 *
 * Each warp makes `rounds` requests; in each the first `lanes` lanes go to words chosen anew out of
 * `words`, `step` elements apart. RETURN 1: the old value is used, so that it is no reduction. TYPE is
 * unsigned, float, double or unsigned long long. The array begins at a multiple of 2 MiB.
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
meets(TYPE *room, unsigned words, unsigned step, unsigned lanes, unsigned rounds)
{
	const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x % 32 >= lanes)
		return;
	for (unsigned r = 0; r < rounds; r++) {
		const unsigned to = scramble(r * 65599u + me) % words * step;
		const TYPE old = atomicAdd(&room[to], (TYPE)1);
		if (RETURN && old == (TYPE)0x12345678)
			room[words * step] = 0;
	}
}
