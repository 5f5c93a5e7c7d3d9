/*
 * What a kernel costs that does nothing: the time of a launch, and the rate at which blocks start.
 * Each kernel below also shows what reading one special register costs in counters.
 */
extern "C" __global__ void
empty(void)
{
}

/* Blocks that last a known time: what is left is the gap until the next one has their place. */
extern "C" __global__ void
spin(int cycles)
{
	extern __shared__ unsigned char held[];
	const long long start = clock64();

	while (clock64() - start < cycles)
		;
	if (cycles < 0)
		held[0] = 1;
}

#define READS(name, value)                                                                         \
	extern "C" __global__ void name(unsigned *out)                                             \
	{                                                                                          \
		if ((value) == 0xfffffff0u)                                                        \
			out[0] = 1;                                                                \
	}

READS(reads_nothing, (unsigned)gridDim.x + 0xf0000000u)
READS(reads_thread_x, threadIdx.x)
READS(reads_thread_xy, threadIdx.x * 977u + threadIdx.y)
READS(reads_thread_xyz, threadIdx.x * 977u + threadIdx.y * 31u + threadIdx.z)
READS(reads_block_x, blockIdx.x)
READS(reads_thread_and_block, blockIdx.x * 1024u + threadIdx.x)
