// Blocks of a cooperative launch that meet at barriers of the whole grid (cooperative_groups), and locks that warps
// fight for by compare and swap. Words of state are 0 before a launch.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ float worked(float x, int work)
{
	for (int w = 0; w < work; w++)
		x = x * 0.999f + 0.5f;
	return x;
}

// ---- barriers of the grid ----
// clocks: of all rounds, as block 0 sees it
extern "C" __global__ void meet_rounds(float *out, int rounds, int work, long long *clocks)
{
	cg::grid_group grid = cg::this_grid();
	float x = threadIdx.x;
	const long long start = clock64();
	for (int r = 0; r < rounds; r++) {
		x = worked(x, work);
		grid.sync();
	}
	if (grid.thread_rank() == 0)
		clocks[0] = clock64() - start;
	if (x < 0)
		out[threadIdx.x] = x;
}
// nobody meets: what the launch itself takes
extern "C" __global__ void meet_none(float *out, int rounds, int work, long long *clocks)
{
	float x = worked(threadIdx.x, work);
	if (x < 0)
		out[threadIdx.x] = x;
}
// blocks come at different times: block b works b * work
extern "C" __global__ void meet_late(float *out, int rounds, int work, long long *clocks)
{
	cg::grid_group grid = cg::this_grid();
	float x = threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		x = worked(x, (blockIdx.x + r) % gridDim.x * work);
		grid.sync();
	}
	if (x < 0)
		out[threadIdx.x] = x;
}
// all pass over an array between two barriers
extern "C" __global__ void meet_stream(float *a, float *b, int n, int rounds)
{
	cg::grid_group grid = cg::this_grid();
	for (int r = 0; r < rounds; r++) {
		const float *from = r & 1 ? b : a;
		float *to = r & 1 ? a : b;
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			to[i] = from[i] * 0.5f + 1;
		grid.sync();
	}
}
// neighbours, so that what others wrote is read
extern "C" __global__ void meet_stencil(float *a, float *b, int n, int rounds)
{
	cg::grid_group grid = cg::this_grid();
	for (int r = 0; r < rounds; r++) {
		const float *from = r & 1 ? b : a;
		float *to = r & 1 ? a : b;
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			to[i] = i > 0 && i < n - 1 ? (from[i - 1] + from[i] + from[i + 1]) * 0.33f : from[i];
		grid.sync();
	}
}
// a sum of the grid: each block leaves its part, block 0 adds them
extern "C" __global__ void meet_sum(const float *a, float *parts, int n, float *out)
{
	cg::grid_group grid = cg::this_grid();
	__shared__ float warps[32];
	float s = 0;
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		s += a[i];
	for (int d = 16; d; d >>= 1)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x < 32) {
		s = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
		for (int d = 16; d; d >>= 1)
			s += __shfl_down_sync(~0u, s, d);
		if (threadIdx.x == 0)
			parts[blockIdx.x] = s;
	}
	grid.sync();
	if (blockIdx.x == 0 && threadIdx.x < 32) {
		s = 0;
		for (int i = threadIdx.x; i < gridDim.x; i += 32)
			s += parts[i];
		for (int d = 16; d; d >>= 1)
			s += __shfl_down_sync(~0u, s, d);
		if (threadIdx.x == 0)
			out[0] = s;
	}
}

// ---- how often a barrier is asked: one word that is counted up ----
extern "C" __global__ void ask_barrier(volatile unsigned *count, int rounds, int *asked, int work)
{
	int n = 0;
	float x = threadIdx.x;
	for (int r = 1; r <= rounds; r++) {
		x = worked(x, work);
		__syncthreads();
		if (threadIdx.x == 0) {
			const unsigned wanted = r * gridDim.x;
			__threadfence();
			atomicAdd((unsigned *)count, 1u);
			do
				n++;
			while (count[0] < wanted);
			__threadfence();
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		asked[blockIdx.x] = n + (x < 0);
}

// ---- locks: the first lane of each warp, `times` often, adds to a word while it has the lock ----
// KIND 0 compare and swap until it has it; 1 and __nanosleep(100) between; 2 looks before; 3 exchange instead
// The last warp of each block that comes with lane 0 of `warps` warps.
template <int KIND> __device__ void lock_times(int *words, int locks, int times, int *asked)
{
	int n = 0;
	if (threadIdx.x % 32 == 0) {
		const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
		for (int t = 0; t < times; t++) {
			int *lock = words + (warp + t * 7) % locks * 64;
			if (KIND == 0)
				while (n++, atomicCAS(lock, 0, 1) != 0)
					;
			if (KIND == 1)
				while (n++, atomicCAS(lock, 0, 1) != 0)
					__nanosleep(100);
			if (KIND == 2)
				do {
					while (*(volatile int *)lock)
						;
					n++;
				} while (atomicCAS(lock, 0, 1) != 0);
			if (KIND == 3)
				while (n++, atomicExch(lock, 1) != 0)
					;
			__threadfence();
			((volatile int *)lock)[32] = ((volatile int *)lock)[32] + 1;
			__threadfence();
			atomicExch(lock, 0);
		}
		asked[warp] = n;
	}
}
#define LOCK(n) extern "C" __global__ void lock_times_##n(int *words, int locks, int times, int *asked) { lock_times<n>(words, locks, times, asked); }
LOCK(0) LOCK(1) LOCK(2) LOCK(3)

// ---- when blocks begin ----
extern "C" __global__ void begins(unsigned long long *at)
{
	unsigned long long now;
	if (threadIdx.x == 0) {
		asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
		at[blockIdx.x] = now;
	}
}
extern "C" __global__ void begins_clock(unsigned long long *at)
{
	if (threadIdx.x == 0)
		at[blockIdx.x] = clock64();
}

// ---- a running sum of tiles in one pass: a warp looks back over 32 blocks at a time ----
template <int EACH> __device__ void running(const int *a, int *out, volatile unsigned long long *state, int *looks)
{
	__shared__ int warps[32], carried;
	const int me = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int v[EACH], s = 0;
	const int at0 = (me * blockDim.x + threadIdx.x) * EACH;
	for (int e = 0; e < EACH; e++)
		v[e] = a[at0 + e];
	for (int e = 0; e < EACH; e++)
		s += v[e];
	int upto = s;
	for (int d = 1; d < 32; d <<= 1) {
		const int o = __shfl_up_sync(~0u, upto, d);
		if (lane >= d)
			upto += o;
	}
	if (lane == 31)
		warps[warp] = upto;
	__syncthreads();
	if (warp == 0) {
		int w = lane < blockDim.x / 32 ? warps[lane] : 0;
		for (int d = 1; d < 32; d <<= 1) {
			const int o = __shfl_up_sync(~0u, w, d);
			if (lane >= d)
				w += o;
		}
		warps[lane] = w;
		const int total = __shfl_sync(~0u, w, blockDim.x / 32 - 1);
		int before = 0, n = 0;
		if (lane == 0)
			state[me] = (unsigned long long)(me ? 1 : 2) << 32 | (unsigned)total;
		for (int end = me - 1; end >= 0; end -= 32) {
			const int at = end - lane;
			unsigned long long st;
			do {
				st = at >= 0 ? state[at] : 2ull << 32;
				n++;
			} while (__any_sync(~0u, st >> 32 == 0));
			const unsigned done = __ballot_sync(~0u, st >> 32 == 2);
			const int last = done ? __ffs(done) - 1 : 31;
			int x = lane <= last ? (int)st : 0;
			for (int d = 16; d; d >>= 1)
				x += __shfl_xor_sync(~0u, x, d);
			before += x;
			if (done)
				break;
		}
		if (lane == 0) {
			if (me)
				state[me] = 2ull << 32 | (unsigned)(before + total);
			carried = before;
			looks[me] = n;
		}
	}
	__syncthreads();
	int sum = carried + (warp ? warps[warp - 1] : 0) + upto - s;
	for (int e = 0; e < EACH; e++) {
		sum += v[e];
		out[at0 + e] = sum;
	}
}
extern "C" __global__ void running_1(const int *a, int *out, volatile unsigned long long *state, int *looks) { running<1>(a, out, state, looks); }
extern "C" __global__ void running_4(const int *a, int *out, volatile unsigned long long *state, int *looks) { running<4>(a, out, state, looks); }
extern "C" __global__ void running_8(const int *a, int *out, volatile unsigned long long *state, int *looks) { running<8>(a, out, state, looks); }
// the same, one thread looks back block by block
template <int EACH> __device__ void running_single(const int *a, int *out, volatile unsigned long long *state, int *looks)
{
	__shared__ int total, carried;
	const int me = blockIdx.x;
	const int at0 = me * blockDim.x * EACH + threadIdx.x;
	int s = 0, v[EACH];
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	for (int e = 0; e < EACH; e++)
		s += v[e] = a[at0 + e * blockDim.x];
	atomicAdd(&total, s);
	__syncthreads();
	if (threadIdx.x == 0) {
		int before = 0, n = 0;
		state[me] = (unsigned long long)(me ? 1 : 2) << 32 | (unsigned)total;
		for (int at = me - 1; at >= 0; at--) {
			unsigned long long st;
			do {
				st = state[at];
				n++;
			} while (st >> 32 == 0);
			before += (int)st;
			if (st >> 32 == 2)
				break;
		}
		if (me)
			state[me] = 2ull << 32 | (unsigned)(before + total);
		carried = before;
		looks[me] = n;
	}
	__syncthreads();
	for (int e = 0; e < EACH; e++)
		out[at0 + e * blockDim.x] = v[e] + carried;
}
extern "C" __global__ void running_single_4(const int *a, int *out, volatile unsigned long long *state, int *looks) { running_single<4>(a, out, state, looks); }
