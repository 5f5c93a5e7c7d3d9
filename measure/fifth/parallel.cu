// Reductions, prefix sums, sorts and compaction.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// Sum of doubles, two a load, by cooperative groups.
extern "C" __global__ void
par_reduce_groups(const double2 *in, double *out, long n)
{
	__shared__ double part[32];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	double s = 0;
	for (long i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) {
		double2 v = in[i];
		s += v.x + v.y;
	}
	s = cg::reduce(warp, s, cg::plus<double>());
	if (warp.thread_rank() == 0)
		part[warp.meta_group_rank()] = s;
	block.sync();
	if (warp.meta_group_rank() == 0) {
		s = warp.thread_rank() < warp.meta_group_size() ? part[warp.thread_rank()] : 0;
		s = cg::reduce(warp, s, cg::plus<double>());
		if (warp.thread_rank() == 0)
			atomicAdd(out, s);
	}
}

// Smallest and largest of integers and where the largest is, a block's worth each.
extern "C" __global__ void
par_extremes(const int4 *__restrict__ in, int *low, unsigned long long *high, int n)
{
	int small = INT_MAX;
	unsigned long long best = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int4 v = in[i];
		small = min(min(min(v.x, v.y), min(v.z, v.w)), small);
		int m = max(max(v.x, v.y), max(v.z, v.w));
		unsigned long long key = (unsigned long long)(unsigned)m << 32 | (unsigned)i;
		best = key > best ? key : best;
	}
	small = __reduce_min_sync(~0u, small);
	for (int o = 16; o; o /= 2) {
		unsigned long long other = __shfl_down_sync(~0u, best, o);
		best = other > best ? other : best;
	}
	if (threadIdx.x % 32 == 0) {
		atomicMin(low, small);
		atomicMax(high, best);
	}
}

// Exclusive prefix sums of 2048 numbers a block by a tree, padded against conflicts.
#define SPOT(i) ((i) + ((i) >> 5))

extern "C" __global__ void
par_scan_blelloch(const float *in, float *out, float *totals)
{
	__shared__ float s[SPOT(2047) + 1];
	int t = threadIdx.x, base = blockIdx.x * 2048, step = 1;
	s[SPOT(t)] = in[base + t];
	s[SPOT(t + 1024)] = in[base + t + 1024];
	for (int d = 1024; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) {
			int a = SPOT(step * (2 * t + 1) - 1), b = SPOT(step * (2 * t + 2) - 1);
			s[b] += s[a];
		}
		step *= 2;
	}
	if (t == 0) {
		totals[blockIdx.x] = s[SPOT(2047)];
		s[SPOT(2047)] = 0;
	}
	for (int d = 1; d < 2048; d *= 2) {
		step >>= 1;
		__syncthreads();
		if (t < d) {
			int a = SPOT(step * (2 * t + 1) - 1), b = SPOT(step * (2 * t + 2) - 1);
			float x = s[a];
			s[a] = s[b];
			s[b] += x;
		}
	}
	__syncthreads();
	out[base + t] = s[SPOT(t)];
	out[base + t + 1024] = s[SPOT(t + 1024)];
}

// Keeps what passes in a ring; one lane of those that pass asks for room for all of them.
extern "C" __global__ void
par_filter_warp(const float *__restrict__ in, float *__restrict__ out, int *count, float above,
		int n, int mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = in[i];
	if (v > above) {
		cg::coalesced_group g = cg::coalesced_threads();
		int at = 0;
		if (g.thread_rank() == 0)
			at = atomicAdd(count, (int)g.size());
		out[(g.shfl(at, 0) + g.thread_rank()) & mask] = v;
	}
}

// Sorts 512 or 1024 pairs of key and value a block, odd-even merges.
extern "C" __global__ void
par_sort_odd_even(const unsigned *keys_in, const unsigned *values_in, unsigned *keys,
		  unsigned *values, int length)
{
	extern __shared__ unsigned store[];
	unsigned *k = store, *v = store + length;
	size_t base = (size_t)blockIdx.x * length;
	int half = length / 2, t = threadIdx.x;
	k[t] = keys_in[base + t], v[t] = values_in[base + t];
	k[t + half] = keys_in[base + t + half], v[t + half] = values_in[base + t + half];
	auto order = [&](int a, int b) {
		if (k[a] > k[b]) {
			unsigned x = k[a], y = v[a];
			k[a] = k[b], v[a] = v[b];
			k[b] = x, v[b] = y;
		}
	};
	for (int size = 2; size <= length; size <<= 1) {
		int stride = size / 2, offset = t & (stride - 1);
		__syncthreads();
		int at = 2 * t - (t & (stride - 1));
		order(at, at + stride);
		for (stride >>= 1; stride > 0; stride >>= 1) {
			__syncthreads();
			at = 2 * t - (t & (stride - 1));
			if (offset >= stride)
				order(at - stride, at);
		}
	}
	__syncthreads();
	keys[base + t] = k[t], values[base + t] = v[t];
	keys[base + t + half] = k[t + half], values[base + t + half] = v[t + half];
}

// One step of a bitonic sort of 64-bit keys in memory.
extern "C" __global__ void
par_bitonic_step64(const unsigned long long *in, unsigned long long *out, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
	if (other > i) {
		unsigned long long a = in[i], b = in[other];
		bool swap = (a > b) == ((i & k) == 0);
		out[i] = swap ? b : a;
		out[other] = swap ? a : b;
	}
}

// Digits of four bits ranked in a block: 16 counters a thread packed in shared memory as bytes.
extern "C" __global__ void __launch_bounds__(128)
	par_rank_digits(const unsigned *__restrict__ keys, unsigned short *__restrict__ ranks,
			unsigned *__restrict__ counts, int shift)
{
	__shared__ unsigned short bins[16][128];
	__shared__ unsigned totals[16];
	int t = threadIdx.x;
	unsigned own[4], mine[4];
	for (int d = 0; d < 16; d++)
		bins[d][t] = 0;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		own[i] = keys[(size_t)blockIdx.x * 512 + t * 4 + i] >> shift & 15;
		mine[i] = bins[own[i]][t]++;
	}
	__syncthreads();
	int w = t / 32, lane = t % 32;
	for (int d = w; d < 16; d += 4) {
		unsigned run = 0;
		for (int c = 0; c < 4; c++) {
			unsigned v = bins[d][c * 32 + lane], s = v;
			for (int o = 1; o < 32; o *= 2) {
				unsigned u = __shfl_up_sync(~0u, s, o);
				s += lane >= o ? u : 0;
			}
			bins[d][c * 32 + lane] = run + s - v;
			run += __shfl_sync(~0u, s, 31);
		}
		if (lane == 0)
			totals[d] = run;
	}
	__syncthreads();
	if (t < 16)
		counts[t * gridDim.x + blockIdx.x] = totals[t];
#pragma unroll
	for (int i = 0; i < 4; i++)
		ranks[(size_t)blockIdx.x * 512 + t * 4 + i] = bins[own[i]][t] + mine[i];
}

// Sums of rows of unlike length: a group of TILE lanes each.
template <int TILE>
__global__ void
par_segments(const float *values, const int *lengths, float *out, int segments, int room)
{
	cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(cg::this_thread_block());
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / TILE;
	if (s >= segments)
		return;
	float sum = 0;
	for (int i = tile.thread_rank(); i < lengths[s]; i += TILE)
		sum += values[(size_t)s * room + i];
	sum = cg::reduce(tile, sum, cg::plus<float>());
	if (tile.thread_rank() == 0)
		out[s] = sum;
}

template __global__ void par_segments<4>(const float *, const int *, float *, int, int);
template __global__ void par_segments<32>(const float *, const int *, float *, int, int);
