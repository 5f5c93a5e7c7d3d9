/*
 * Reductions, scans and histograms.
 */
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef BINS
#define BINS 256
#endif

/* Neighbours first: half of the lanes idle from the start. */
extern "C" __global__ void
reduce_interleaved(float *out, const float *x)
{
	__shared__ float part[BLOCK];
	const int tid = threadIdx.x;

	part[tid] = x[blockIdx.x * BLOCK + tid];
	__syncthreads();
	for (int step = 1; step < BLOCK; step *= 2) {
		if (tid % (2 * step) == 0)
			part[tid] += part[tid + step];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = part[0];
}

/* The first threads work, but their stride makes bank conflicts. */
extern "C" __global__ void
reduce_conflicts(float *out, const float *x)
{
	__shared__ float part[BLOCK];
	const int tid = threadIdx.x;

	part[tid] = x[blockIdx.x * BLOCK + tid];
	__syncthreads();
	for (int step = 1; step < BLOCK; step *= 2) {
		const int at = 2 * step * tid;
		if (at < BLOCK)
			part[at] += part[at + step];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = part[0];
}

extern "C" __global__ void
reduce_halves(float *out, const float *x)
{
	__shared__ float part[BLOCK];
	const int tid = threadIdx.x;

	part[tid] = x[blockIdx.x * BLOCK + tid];
	__syncthreads();
	for (int step = BLOCK / 2; step > 0; step /= 2) {
		if (tid < step)
			part[tid] += part[tid + step];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = part[0];
}

/* Every warp adds its own sum to one counter. */
extern "C" __global__ void
reduce_atomic_warp(float *total, const float *x)
{
	float sum = x[blockIdx.x * blockDim.x + threadIdx.x];

	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffffu, sum, offset);
	if (threadIdx.x % 32 == 0)
		atomicAdd(total, sum);
}

/* Every thread adds to one of `slots` counters. */
extern "C" __global__ void
reduce_atomic_thread(int *totals, const int *x, int slots)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	atomicAdd(&totals[i % slots], x[i]);
}

extern "C" __global__ void
dot(float *total, const float *x, const float *y, int n)
{
	__shared__ float part[BLOCK / 32];
	float sum = 0.0f;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
		sum += x[i] * y[i];
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffffu, sum, offset);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < BLOCK / 32; w++)
			sum += part[w];
		atomicAdd(total, sum);
	}
}

/* Sums of columns, one thread each: coalesced; of rows, one thread each: not. */
extern "C" __global__ void
column_sums(const float *x, float *out, int rows, int columns)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int r = 0; r < rows; r++)
		sum += x[(long long)r * columns + column];
	out[column] = sum;
}

extern "C" __global__ void
row_sums(const float *x, float *out, int rows, int columns)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int c = 0; c < columns; c++)
		sum += x[(long long)row * columns + c];
	out[row] = sum;
}

/* Prefix sums of each block (Hillis and Steele), two buffers in shared memory. */
extern "C" __global__ void
scan_steps(const int *x, int *out)
{
	__shared__ int part[2][BLOCK];
	const int tid = threadIdx.x;
	int from = 0;

	part[0][tid] = x[blockIdx.x * BLOCK + tid];
	__syncthreads();
	for (int step = 1; step < BLOCK; step *= 2) {
		part[1 - from][tid] = part[from][tid] + (tid >= step ? part[from][tid - step] : 0);
		from = 1 - from;
		__syncthreads();
	}
	out[blockIdx.x * BLOCK + tid] = part[from][tid];
}

/* Up and down the tree (Blelloch), two elements for each thread. */
extern "C" __global__ void
scan_tree(const int *x, int *out)
{
	__shared__ int part[2 * BLOCK];
	const int tid = threadIdx.x;
	const int first = blockIdx.x * 2 * BLOCK;
	int step = 1;

	part[2 * tid] = x[first + 2 * tid];
	part[2 * tid + 1] = x[first + 2 * tid + 1];
	for (int active = BLOCK; active > 0; active /= 2) {
		__syncthreads();
		if (tid < active)
			part[step * (2 * tid + 2) - 1] += part[step * (2 * tid + 1) - 1];
		step *= 2;
	}
	if (tid == 0)
		part[2 * BLOCK - 1] = 0;
	for (int active = 1; active <= BLOCK; active *= 2) {
		step /= 2;
		__syncthreads();
		if (tid < active) {
			const int left = part[step * (2 * tid + 1) - 1];
			part[step * (2 * tid + 1) - 1] = part[step * (2 * tid + 2) - 1];
			part[step * (2 * tid + 2) - 1] += left;
		}
	}
	__syncthreads();
	out[first + 2 * tid] = part[2 * tid];
	out[first + 2 * tid + 1] = part[2 * tid + 1];
}

/* Prefix sums of a block through exchanges. */
extern "C" __global__ void
scan_shuffle(const int *x, int *out)
{
	__shared__ int sums[32];
	const int lane = threadIdx.x % 32;
	const int warp = threadIdx.x / 32;
	int value = x[blockIdx.x * BLOCK + threadIdx.x];

	for (int offset = 1; offset < 32; offset *= 2) {
		const int left = __shfl_up_sync(0xffffffffu, value, offset);
		value += lane >= offset ? left : 0;
	}
	if (lane == 31)
		sums[warp] = value;
	__syncthreads();
	int before = 0;
	for (int w = 0; w < warp; w++)
		before += sums[w];
	out[blockIdx.x * BLOCK + threadIdx.x] = value + before;
}

extern "C" __global__ void
histogram_global(unsigned *counts, const unsigned *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&counts[data[i] & (BINS - 1)], 1u);
}

/* A histogram of bytes for each warp of the block. */
extern "C" __global__ void
histogram_warp(unsigned *counts, const unsigned char *data, int n)
{
	__shared__ unsigned bins[BLOCK / 32][256];
	unsigned *own = bins[threadIdx.x / 32];

	for (int b = threadIdx.x; b < BLOCK / 32 * 256; b += BLOCK)
		bins[0][b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
		atomicAdd(&own[data[i]], 1u);
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += BLOCK) {
		unsigned sum = 0;
		for (int w = 0; w < BLOCK / 32; w++)
			sum += bins[w][b];
		atomicAdd(&counts[b], sum);
	}
}
