// Shared memory with and without what orders its accesses. The tests name lines of this file.

// The barrier in the loop is missing: a thread reads what another has not yet added.
extern "C" __global__ void reduce_without_barrier(const float *in, float *out)
{
	__shared__ float s[256];
	s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce_with_barrier(const float *in, float *out)
{
	__shared__ float s[256];
	s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}

// The second barrier of a tiled product is missing: the next tile is stored over one still read.
extern "C" __global__ void tiles_without_second_barrier(const float *in, float *out, int n)
{
	__shared__ float tile[128];
	float sum = 0;
	for (int t = 0; t < n; t += 128) {
		tile[threadIdx.x] = in[t + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 128; k++)
			sum += tile[k];
	}
	out[blockIdx.x * 128 + threadIdx.x] = sum;
}

extern "C" __global__ void tiles_with_both_barriers(const float *in, float *out, int n)
{
	__shared__ float tile[128];
	float sum = 0;
	for (int t = 0; t < n; t += 128) {
		tile[threadIdx.x] = in[t + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 128; k++)
			sum += tile[k];
		__syncthreads();
	}
	out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// Counting without atomics.
extern "C" __global__ void count_plainly(const int *in, int *out)
{
	__shared__ int count[16];
	if (threadIdx.x < 16)
		count[threadIdx.x] = 0;
	__syncthreads();
	count[in[threadIdx.x] & 15]++;
	__syncthreads();
	if (threadIdx.x < 16)
		out[threadIdx.x] = count[threadIdx.x];
}

extern "C" __global__ void count_with_atomics(const int *in, int *out)
{
	__shared__ int count[16];
	if (threadIdx.x < 16)
		count[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&count[in[threadIdx.x] & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		out[threadIdx.x] = count[threadIdx.x];
}

// The lectures of 2010: a warp adds in step, without a barrier.
extern "C" __global__ void warp_in_step(const float *in, float *out)
{
	__shared__ volatile float s[64];
	const int t = threadIdx.x;
	s[t] = in[t];
	s[t + 32] = in[t + 32];
	s[t] += s[t + 16];
	s[t] += s[t + 8];
	out[t] = s[t];
}

extern "C" __global__ void warp_with_syncwarp(const float *in, float *out)
{
	__shared__ volatile float s[64];
	const int t = threadIdx.x;
	s[t] = in[t];
	s[t + 32] = 0;
	__syncwarp();
	float other = s[t + 16];
	__syncwarp();
	s[t] += other;
	__syncwarp();
	other = s[t + 8];
	__syncwarp();
	s[t] += other;
	out[t] = s[t];
}

// All threads raise the same flag to the same value: not a race.
extern "C" __global__ void same_flag(const int *in, int *out)
{
	__shared__ int found;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	if (in[threadIdx.x] == 7)
		found = 1;
	__syncthreads();
	out[threadIdx.x] = found;
}

// Named barriers: the first half of the block hands a tile to the second.
extern "C" __global__ void handed_over(const float *in, float *out)
{
	__shared__ float tile[64];
	if (threadIdx.x < 64) {
		tile[threadIdx.x] = in[threadIdx.x];
		asm volatile("bar.arrive 1, 128;" ::: "memory");
	} else {
		asm volatile("bar.sync 1, 128;" ::: "memory");
		out[threadIdx.x - 64] = tile[127 - threadIdx.x];
	}
}

extern "C" __global__ void handed_over_too_early(const float *in, float *out)
{
	__shared__ float tile[64];
	if (threadIdx.x < 64) {
		asm volatile("bar.arrive 1, 128;" ::: "memory");
		tile[threadIdx.x] = in[threadIdx.x];
	} else {
		asm volatile("bar.sync 1, 128;" ::: "memory");
		out[threadIdx.x - 64] = tile[127 - threadIdx.x];
	}
}
