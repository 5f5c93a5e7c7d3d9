// Reductions, scans and histograms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <limits.h>
namespace cg = cooperative_groups;

// The least and the greatest of each block's share.
extern "C" __global__ void reduce_least_and_greatest(const int *data, int2 *out, size_t n)
{
	__shared__ int lows[32], highs[32];
	int low = INT_MAX, high = INT_MIN;
	size_t stride = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		int v = data[i];
		low = min(low, v);
		high = max(high, v);
	}
	low = __reduce_min_sync(0xffffffff, low);
	high = __reduce_max_sync(0xffffffff, high);
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	if (lane == 0) {
		lows[warp] = low;
		highs[warp] = high;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < (blockDim.x + 31) / 32; w++) {
			low = min(low, lows[w]);
			high = max(high, highs[w]);
		}
		out[blockIdx.x] = make_int2(low, high);
	}
}

extern "C" __global__ void reduce_norm_by_tiles(const double *__restrict__ x, double *total, int n)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
	double sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += x[i] * x[i];
	sum = cg::reduce(tile, sum, cg::plus<double>());
	if (tile.thread_rank() == 0)
		atomicAdd(total, sum);
}

// Where each row is greatest: a block a row.
extern "C" __global__ void reduce_argmax_of_rows(const float *__restrict__ data, int *__restrict__ where,
                                                 int columns)
{
	__shared__ float best_value[32];
	__shared__ int best_place[32];
	const float *row = data + (size_t)blockIdx.x * columns;
	float value = -INFINITY;
	int place = 0;
	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		if (row[c] > value) {
			value = row[c];
			place = c;
		}
	auto better = [&](float v, int p) {
		if (v > value || (v == value && p < place)) {
			value = v;
			place = p;
		}
	};
	for (int o = 16; o > 0; o /= 2) {
		float v = __shfl_xor_sync(~0u, value, o);
		int p = __shfl_xor_sync(~0u, place, o);
		better(v, p);
	}
	if (threadIdx.x % 32 == 0) {
		best_value[threadIdx.x / 32] = value;
		best_place[threadIdx.x / 32] = place;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < blockDim.x / 32; w++)
			better(best_value[w], best_place[w]);
		where[blockIdx.x] = place;
	}
}

// Exclusive within a block's chunk of ITEMS values a thread; the chunk's total goes to totals.
template <int ITEMS, int BLOCK>
__global__ void scanChunks(const unsigned *__restrict__ in, unsigned *__restrict__ out,
                           unsigned *__restrict__ totals, unsigned n)
{
	__shared__ unsigned buffer[ITEMS * BLOCK];
	__shared__ unsigned warps[BLOCK / 32];
	unsigned base = blockIdx.x * ITEMS * BLOCK, t = threadIdx.x;
	for (int i = 0; i < ITEMS; i++) {
		unsigned at = base + i * BLOCK + t;
		buffer[i * BLOCK + t] = at < n ? in[at] : 0;
	}
	__syncthreads();
	unsigned mine[ITEMS], sum = 0;
#pragma unroll
	for (int i = 0; i < ITEMS; i++) {
		mine[i] = sum;
		sum += buffer[t * ITEMS + i];
	}
	unsigned upto = sum;
#pragma unroll
	for (int o = 1; o < 32; o *= 2) {
		unsigned v = __shfl_up_sync(~0u, upto, o);
		if (t % 32 >= o)
			upto += v;
	}
	if (t % 32 == 31)
		warps[t / 32] = upto;
	__syncthreads();
	unsigned before = upto - sum;
	for (unsigned w = 0; w < t / 32; w++)
		before += warps[w];
#pragma unroll
	for (int i = 0; i < ITEMS; i++)
		buffer[t * ITEMS + i] = before + mine[i];
	if (t == BLOCK - 1)
		totals[blockIdx.x] = before + sum;
	__syncthreads();
	for (int i = 0; i < ITEMS; i++) {
		unsigned at = base + i * BLOCK + t;
		if (at < n)
			out[at] = buffer[i * BLOCK + t];
	}
}
template __global__ void scanChunks<7, 256>(const unsigned *, unsigned *, unsigned *, unsigned);
template __global__ void scanChunks<1, 1024>(const unsigned *, unsigned *, unsigned *, unsigned);

// h[t] = a[t] h[t-1] + b[t] along each row, as in a gated recurrent layer: a warp a row.
extern "C" __global__ void scan_gated_recurrence(const float *__restrict__ a, const float *__restrict__ b,
                                                 float *__restrict__ h, int rows, int steps)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (row >= rows)
		return;
	size_t base = (size_t)row * steps;
	float carry = 0;
	for (int s = 0; s < steps; s += 32) {
		bool in = s + lane < steps;
		float factor = in ? a[base + s + lane] : 1.f;
		float value = in ? b[base + s + lane] : 0.f;
		for (int o = 1; o < 32; o <<= 1) {
			float f = __shfl_up_sync(~0u, factor, o);
			float v = __shfl_up_sync(~0u, value, o);
			if (lane >= o) {
				value += factor * v;
				factor *= f;
			}
		}
		value += factor * carry;
		if (in)
			h[base + s + lane] = value;
		carry = __shfl_sync(~0u, value, 31);
	}
}

// A histogram for each warp, four bytes a load.
extern "C" __global__ void __launch_bounds__(256) hist_bytes_by_warp(const uchar4 *data, unsigned *bins,
                                                                     int quads)
{
	__shared__ unsigned mine[8][256];
	for (int i = threadIdx.x; i < 8 * 256; i += 256)
		(&mine[0][0])[i] = 0;
	__syncthreads();
	unsigned *own = mine[threadIdx.x / 32];
	for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
		uchar4 v = data[i];
		atomicAdd(own + v.x, 1);
		atomicAdd(own + v.y, 1);
		atomicAdd(own + v.z, 1);
		atomicAdd(own + v.w, 1);
	}
	__syncthreads();
	unsigned sum = 0;
	for (int w = 0; w < 8; w++)
		sum += mine[w][threadIdx.x];
	if (sum)
		atomicAdd(bins + threadIdx.x, sum);
}

__constant__ float hist_dandelion_edges[65];

// Bins of any width between rising edges.
extern "C" __global__ void hist_edges_halved(const float *values, int *bins, long long n)
{
	__shared__ int local[64];
	if (threadIdx.x < 64)
		local[threadIdx.x] = 0;
	__syncthreads();
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
	     i += (long long)blockDim.x * gridDim.x) {
		float v = values[i];
		int low = 0, high = 64;
		while (high - low > 1) {
			int mid = (low + high) / 2;
			if (v >= hist_dandelion_edges[mid])
				low = mid;
			else
				high = mid;
		}
		atomicAdd(&local[low], 1);
	}
	__syncthreads();
	if (threadIdx.x < 64)
		atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// Lanes with the same key add once.
extern "C" __global__ void hist_long_keys_lanes_agree(const long long *__restrict__ keys, unsigned *count,
                                             unsigned bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool in = i < n;
	unsigned active = __ballot_sync(~0u, in);
	if (!in)
		return;
	unsigned bin = (unsigned)((unsigned long long)keys[i] % bins);
	unsigned peers = __match_any_sync(active, bin);
	if ((threadIdx.x & 31) == __ffs(peers) - 1)
		atomicAdd(&count[bin], __popc(peers));
}
