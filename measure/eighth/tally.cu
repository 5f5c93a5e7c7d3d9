// Reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdint.h>

namespace cg = cooperative_groups;

// The seven steps of the well-known talk.
extern "C" __global__ void
tot_step1_modulo(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	sdata[tid] = g_idata[i];
	__syncthreads();
	for (unsigned int s = 1; s < blockDim.x; s *= 2) {
		if (tid % (2 * s) == 0)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void
tot_step2_strided(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	sdata[tid] = g_idata[i];
	__syncthreads();
	for (unsigned int s = 1; s < blockDim.x; s *= 2) {
		int index = 2 * s * tid;
		if (index < blockDim.x)
			sdata[index] += sdata[index + s];
		__syncthreads();
	}
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void
tot_step3_sequential(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	sdata[tid] = g_idata[i];
	__syncthreads();
	for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void
tot_step4_first_add(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;

	sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
	__syncthreads();
	for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

__device__ void
warp_reduce(volatile int *sdata, int tid)
{
	sdata[tid] += sdata[tid + 32];
	__syncwarp();
	sdata[tid] += sdata[tid + 16];
	__syncwarp();
	sdata[tid] += sdata[tid + 8];
	__syncwarp();
	sdata[tid] += sdata[tid + 4];
	__syncwarp();
	sdata[tid] += sdata[tid + 2];
	__syncwarp();
	sdata[tid] += sdata[tid + 1];
}

extern "C" __global__ void
tot_step5_last_warp(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;

	sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
	__syncthreads();
	for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
		if (tid < s)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid < 32)
		warp_reduce(sdata, tid);
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

template <unsigned blockSize>
__device__ void
finish(int *sdata, unsigned tid)
{
	if (blockSize >= 512) {
		if (tid < 256)
			sdata[tid] += sdata[tid + 256];
		__syncthreads();
	}
	if (blockSize >= 256) {
		if (tid < 128)
			sdata[tid] += sdata[tid + 128];
		__syncthreads();
	}
	if (blockSize >= 128) {
		if (tid < 64)
			sdata[tid] += sdata[tid + 64];
		__syncthreads();
	}
	if (tid < 32)
		warp_reduce(sdata, tid);
}

extern "C" __global__ void
tot_step6_unrolled(const int *g_idata, int *g_odata)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * (256 * 2) + tid;

	sdata[tid] = g_idata[i] + g_idata[i + 256];
	__syncthreads();
	finish<256>(sdata, tid);
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

extern "C" __global__ void
tot_step7_many(const int *g_idata, int *g_odata, unsigned n)
{
	extern __shared__ int sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * (512 * 2) + tid;
	unsigned int gridSize = 512 * 2 * gridDim.x;

	sdata[tid] = 0;
	while (i < n) {
		sdata[tid] += g_idata[i] + g_idata[i + 512];
		i += gridSize;
	}
	__syncthreads();
	finish<512>(sdata, tid);
	if (tid == 0)
		g_odata[blockIdx.x] = sdata[0];
}

__inline__ __device__ double
sum_of_warp(double v)
{
	for (int o = warpSize / 2; o > 0; o /= 2)
		v += __shfl_down_sync(0xffffffff, v, o);
	return v;
}

// Squares in double: warps shuffle, one atomic a warp.
extern "C" __global__ void
tot_square_warps(const float *x, double *out, int n)
{
	double sum = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		sum += (double)x[i] * x[i];
	sum = sum_of_warp(sum);
	if ((threadIdx.x & (warpSize - 1)) == 0)
		atomicAdd(out, sum);
}

// With groups: vectors of four ints, a tile of 32, an atomic a block.
extern "C" __global__ void
tot_groups(const int4 *in, int *sum, int n)
{
	__shared__ int total;
	auto block = cg::this_thread_block();
	auto tile = cg::tiled_partition<32>(block);
	int mine = 0;

	if (block.thread_rank() == 0)
		total = 0;
	block.sync();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int4 v = in[i];
		mine += v.x + v.y + v.z + v.w;
	}
	mine = cg::reduce(tile, mine, cg::plus<int>());
	if (tile.thread_rank() == 0)
		atomicAdd(&total, mine);
	block.sync();
	if (block.thread_rank() == 0)
		atomicAdd(sum, total);
}

// The last block to end adds what the others left.
extern "C" __global__ void
tot_last_block(const float *in, volatile float *part, unsigned *count, float *out, int n)
{
	__shared__ float s[256];
	__shared__ bool last;
	int t = threadIdx.x;
	float sum = 0.0f;

	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		sum += in[i];
	s[t] = sum;
	__syncthreads();
	for (int k = 128; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	sum = 0.0f;
	for (int i = t; i < gridDim.x; i += 256)
		sum += part[i];
	s[t] = sum;
	__syncthreads();
	for (int k = 128; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		*out = s[0];
}
