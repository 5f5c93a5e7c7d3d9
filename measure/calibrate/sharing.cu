/*
 * Blocks that read the same: how many of their requests join on the way from L1 to L2?
 *
 * The blocks of a group load the same tiles, one after the other, with work between. A group is blocks
 * that follow each other (consecutive) or every groups-th one. Compared are the sectors that come to L1
 * (l1tex__m_xbar2l1tex_read_sectors.sum) and those that L2 is asked for (lts__t_sectors_srcunit_tex.sum
 * without the stores).
 */
extern "C" __global__ void
share_tiles(const float *x, float *out, int groups, int consecutive, int tiles, int work)
{
	__shared__ float part[256];
	const int b = blockIdx.x;
	const int group = consecutive ? b / (gridDim.x / groups) : b % groups;
	const float *own = x + (long long)group * tiles * 256;
	float sum = threadIdx.x;

	for (int t = 0; t < tiles; t++) {
		part[threadIdx.x] = own[t * 256 + threadIdx.x];
		__syncthreads();
		for (int i = 0; i < work; i++)
			sum = sum * 0.5f + part[(threadIdx.x + i) & 255];
		__syncthreads();
	}
	out[b * 256 + threadIdx.x] = sum;
}

/* The same without shared memory: every warp reads every word. */
extern "C" __global__ void
share_direct(const float *x, float *out, int groups, int consecutive, int tiles)
{
	const int b = blockIdx.x;
	const int group = consecutive ? b / (gridDim.x / groups) : b % groups;
	const float *own = x + (long long)group * tiles * 256;
	float sum = threadIdx.x;

	for (int t = 0; t < tiles * 256; t += 32)
		sum = sum * 0.5f + own[t + threadIdx.x % 32];
	out[b * 256 + threadIdx.x] = sum;
}

/* Which SM a block runs on. */
extern "C" __global__ void
where_blocks_run(unsigned *sm, int spin)
{
	const long long start = clock64();
	unsigned id;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
	if (threadIdx.x == 0)
		sm[blockIdx.x] = id;
	while (clock64() - start < spin)
		;
}
