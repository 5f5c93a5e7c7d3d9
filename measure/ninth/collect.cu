/*
 * Reductions.
 */
#include <cfloat>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

extern "C" __global__ void
agg_tree_max(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x + tid;
	s[tid] = i < n ? in[i] : -FLT_MAX;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (tid < d)
			s[tid] = fmaxf(s[tid], s[tid + d]);
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

struct Sum {
	__device__ float
	operator()(float a, float b) const
	{
		return a + b;
	}
	__device__ float
	first() const
	{
		return 0.0f;
	}
};

struct Least {
	__device__ float
	operator()(float a, float b) const
	{
		return a < b ? a : b;
	}
	__device__ float
	first() const
	{
		return FLT_MAX;
	}
};

template <typename Op>
__global__ void
agg_with(const float *in, float *out, int n, Op op)
{
	__shared__ float warps[32];
	float mine = op.first();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine = op(mine, in[i]);
	for (int d = 16; d > 0; d >>= 1)
		mine = op(mine, __shfl_xor_sync(~0u, mine, d));
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = mine;
	__syncthreads();
	if (threadIdx.x < 32) {
		mine = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : op.first();
		for (int d = 16; d > 0; d >>= 1)
			mine = op(mine, __shfl_xor_sync(~0u, mine, d));
		if (threadIdx.x == 0)
			out[blockIdx.x] = mine;
	}
}
template __global__ void agg_with<Sum>(const float *, float *, int, Sum);
template __global__ void agg_with<Least>(const float *, float *, int, Least);

/* Where the least stands: value and place go through shared memory together. */
extern "C" __global__ void
agg_least_place(const float *in, float *values, int *places, int n)
{
	__shared__ float value[256];
	__shared__ int place[256];
	int t = threadIdx.x;
	float best = FLT_MAX;
	int where = -1;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		if (in[i] < best) {
			best = in[i];
			where = i;
		}
	value[t] = best;
	place[t] = where;
	__syncthreads();
	for (int half = 128; half >= 1; half /= 2) {
		if (t < half && value[t + half] < value[t]) {
			value[t] = value[t + half];
			place[t] = place[t + half];
		}
		__syncthreads();
	}
	if (t == 0) {
		values[blockIdx.x] = value[0];
		places[blockIdx.x] = place[0];
	}
}

extern "C" __global__ void
agg_block_atomic(const int *in, int *total, int n)
{
	__shared__ int block_total;
	if (threadIdx.x == 0)
		block_total = 0;
	__syncthreads();
	int mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		mine += in[i];
	atomicAdd(&block_total, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, block_total);
}

extern "C" __global__ void
agg_tiles_of_16(const float *in, float *out, int groups, int each)
{
	auto tile = cg::tiled_partition<16>(cg::this_thread_block());
	int group = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
	if (group >= groups)
		return;
	float sum = 0;
	for (int i = tile.thread_rank(); i < each; i += 16)
		sum += in[group * each + i];
	sum = cg::reduce(tile, sum, cg::plus<float>());
	if (tile.thread_rank() == 0)
		out[group] = sum;
}

extern "C" __global__ void
agg_dot_doubles(const double *x, const double *y, double *result, int n)
{
	double sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += x[i] * y[i];
	__shared__ double part[256];
	part[threadIdx.x] = sum;
	__syncthreads();
	for (int s = blockDim.x / 2; s >= 32; s /= 2) {
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x < 32) {
		sum = part[threadIdx.x];
		for (int d = 16; d > 0; d /= 2)
			sum += __shfl_down_sync(0xffffffffu, sum, d);
		if (threadIdx.x == 0)
			atomicAdd(result, sum);
	}
}

/* 32 columns a block, rows shared out among its 16 rows of threads. */
extern "C" __global__ void
agg_columns(const float *in, float *out, int rows, int cols)
{
	__shared__ float part[16][33];
	int col = blockIdx.x * 32 + threadIdx.x;
	float sum = 0.0f;
	if (col < cols)
		for (int r = threadIdx.y; r < rows; r += 16)
			sum += in[(size_t)r * cols + col];
	part[threadIdx.y][threadIdx.x] = sum;
	__syncthreads();
	if (threadIdx.y == 0 && col < cols) {
		for (int k = 1; k < 16; k++)
			sum += part[k][threadIdx.x];
		out[col] = sum;
	}
}

extern "C" __global__ void
agg_rows_warp(const float *in, float *sums, float *largest, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	int lane = threadIdx.x & 31;
	if (row >= rows)
		return;
	float sum = 0.0f, most = -FLT_MAX;
	for (int c = lane; c < cols; c += 32) {
		float v = in[row * cols + c];
		sum += v;
		most = fmaxf(most, v);
	}
#pragma unroll
	for (int m = 16; m; m >>= 1) {
		sum += __shfl_xor_sync(0xffffffff, sum, m);
		most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, m));
	}
	if (lane == 0) {
		sums[row] = sum;
		largest[row] = most;
	}
}

/* Sum and sum of squares, four floats a load, two outputs a block. */
extern "C" __global__ void
agg_moments(const float4 *in, float2 *out, int quads)
{
	__shared__ float2 warp_sums[8];
	float s = 0, q = 0;
	for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
		float4 v = in[i];
		s += v.x + v.y + v.z + v.w;
		q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	}
	for (int d = 16; d; d >>= 1) {
		s += __shfl_down_sync(0xffffffff, s, d);
		q += __shfl_down_sync(0xffffffff, q, d);
	}
	if ((threadIdx.x & 31) == 0)
		warp_sums[threadIdx.x >> 5] = make_float2(s, q);
	__syncthreads();
	if (threadIdx.x == 0) {
		float2 all = warp_sums[0];
		for (int w = 1; w < 8; w++) {
			all.x += warp_sums[w].x;
			all.y += warp_sums[w].y;
		}
		out[blockIdx.x] = all;
	}
}

struct Between {
	int low, high;
	__device__ bool
	operator()(int v) const
	{
		return v >= low && v < high;
	}
};

template <typename Predicate>
__global__ void
agg_count_if(const int *in, int *counts, int n, Predicate holds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int found = __syncthreads_count(i < n && holds(in[i]));
	if (threadIdx.x == 0)
		counts[blockIdx.x] = found;
}
template __global__ void agg_count_if<Between>(const int *, int *, int, Between);

/* The norm of each small vector, a thread for one. */
extern "C" __global__ void
agg_norms_of_12(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < 12; k++)
		sum += in[12 * i + k] * in[12 * i + k];
	out[i] = sqrtf(sum);
}
