// Blocks that wait for each other through global memory: what a link of such a chain takes. Words of state
// are 0 before a launch; by a program that this file is with any main.

// ---- what a link is made of: one thread, clocks of a turn ----

template <int WHAT> __device__ void part(volatile int *words, int turns, long long *clocks)
{
	int sum = 0, at = 0;
	const long long start = clock64();
	for (int t = 0; t < turns; t++) {
		if (WHAT == 0)
			at = words[at];
		if (WHAT == 1)
			at = atomicAdd((int *)words + at, 0);
		if (WHAT == 2)
			__threadfence();
		if (WHAT == 3) {
			words[t & 31] = t;
			__threadfence();
		}
		if (WHAT == 4) {
			words[32] = at;
			at = words[at];
			__threadfence();
		}
		if (WHAT == 5)
			at = atomicExch((int *)words + at, 0);
		if (WHAT == 6)
			at = atomicCAS((int *)words + at, 0, 0);
		if (WHAT == 7) {
			atomicExch((int *)words + 32 + (t & 31), t);
			__threadfence();
		}
		if (WHAT == 8)
			asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(at) : "l"(words + at) : "memory");
		if (WHAT == 9)
			asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(words + 32), "r"(t) : "memory");
		if (WHAT == 10) {
			at = words[at];
			__threadfence();
		}
	}
	clocks[0] = clock64() - start + (sum + at == 12345);
}
#define PART(n) extern "C" __global__ void part_##n(volatile int *w, int turns, long long *c) { part<n>(w, turns, c); }
PART(0) PART(1) PART(2) PART(3) PART(4) PART(5) PART(6) PART(7) PART(8) PART(9) PART(10)

__device__ float worked(float x, int work)
{
	for (int w = 0; w < work; w++)
		x = x * 0.999f + 0.5f;
	return x;
}

// Two blocks, one thread each, answer each other.
extern "C" __global__ void to_and_fro(volatile int *flags, int turns, long long *clocks)
{
	const int me = blockIdx.x;
	const long long start = clock64();
	if (me > 1)
		return;
	for (int t = 1; t <= turns; t++) {
		if (me == 0)
			flags[0] = t;
		while (flags[(1 - me) * 64] < t)
			;
		if (me == 1)
			flags[64] = t;
	}
	if (me == 0)
		clocks[0] = clock64() - start;
}

// ---- chains: each block waits for the one before ----

// POLL 0 volatile load, 1 atomic that adds nothing, 2 ld.acquire. TELL 0 a store, 1 fence and store, 2 fence
// and exchange, 3 st.release. CARRY: a sum beside the flag. ALL: the whole block works between.
template <int POLL, int TELL, bool CARRY, bool ALL>
__device__ void chain(volatile int *flags, volatile int *sums, float *out, int work)
{
	const int me = blockIdx.x;
	float x = threadIdx.x;
	__shared__ int carried;
	if (threadIdx.x == 0) {
		int carry = 0;
		if (me > 0) {
			if (POLL == 0)
				while (flags[me - 1] == 0)
					;
			if (POLL == 1)
				while (atomicAdd((int *)flags + me - 1, 0) == 0)
					;
			if (POLL == 2) {
				int f;
				do
					asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(f) : "l"(flags + me - 1) : "memory");
				while (f == 0);
			}
			if (CARRY) {
				if (POLL != 2)
					__threadfence();
				carry = sums[me - 1];
			}
		}
		carried = carry;
	}
	if (ALL)
		__syncthreads();
	x = worked(x + carried, work);
	if (ALL)
		__syncthreads();
	if (threadIdx.x == 0) {
		if (CARRY)
			sums[me] = carried + (x < 0 ? 2 : 1);
		if (TELL == 1 || TELL == 2)
			__threadfence();
		if (TELL == 2)
			atomicExch((int *)flags + me, 1);
		else if (TELL == 3)
			asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(flags + me), "r"(x < 0 ? 2 : 1) : "memory");
		else
			flags[me] = x < 0 ? 2 : 1;
	}
	if (x < 0)
		out[threadIdx.x] = x;
}
#define CHAIN(name, ...)                                                                                             \
	extern "C" __global__ void chain_##name(volatile int *flags, volatile int *sums, float *out, int work)      \
	{                                                                                                            \
		chain<__VA_ARGS__>(flags, sums, out, work);                                                          \
	}
CHAIN(plain, 0, 0, false, false)
CHAIN(fence, 0, 1, false, false)
CHAIN(carry, 0, 1, true, false)
CHAIN(carry_all, 0, 1, true, true)
CHAIN(atomic, 1, 2, true, false)
CHAIN(atomic_only, 1, 2, false, false)
CHAIN(acquire, 2, 3, true, false)
CHAIN(acquire_all, 2, 3, true, true)

// ---- a warp looks back over 32 blocks at a time ----
extern "C" __global__ void look_32(volatile unsigned long long *state, int *looks, int work)
{
	const int me = blockIdx.x, lane = threadIdx.x;
	const float x = worked(threadIdx.x, work);
	int before = 0, n = 0;
	if (lane == 0)
		state[me] = (unsigned long long)(me ? 1 : 2) << 32 | (x < 0 ? 2 : 1);
	for (int end = me - 1; end >= 0; end -= 32) {
		const int at = end - lane;
		unsigned long long s;
		do {
			s = at >= 0 ? state[at] : 2ull << 32;
			n++;
		} while (__any_sync(~0u, s >> 32 == 0));
		const unsigned done = __ballot_sync(~0u, s >> 32 == 2);
		const int last = done ? __ffs(done) - 1 : 31;
		int v = lane <= last ? (int)s : 0;
		for (int d = 16; d; d >>= 1)
			v += __shfl_xor_sync(~0u, v, d);
		before += v;
		if (done)
			break;
	}
	if (lane == 0 && me)
		state[me] = 2ull << 32 | (unsigned)(before + 1);
	if (lane == 0)
		looks[me] = n;
}

// ---- barriers of the whole grid ----
// KIND 0: one word that is counted up, asked by volatile loads; 1: and by atomics; 2: as cooperative groups do
template <int KIND> __device__ void grid_barrier(volatile unsigned *count, int rounds, float *out, int work)
{
	float x = threadIdx.x;
	for (int r = 1; r <= rounds; r++) {
		x = worked(x, work);
		__syncthreads();
		if (threadIdx.x == 0) {
			const unsigned wanted = r * gridDim.x;
			__threadfence();
			atomicAdd((unsigned *)count, 1u);
			if (KIND == 0)
				while (count[0] < wanted)
					;
			if (KIND == 1)
				while (atomicAdd((unsigned *)count, 0u) < wanted)
					;
			__threadfence();
		}
		__syncthreads();
	}
	if (x < 0)
		out[threadIdx.x] = x;
}
extern "C" __global__ void grid_loads(volatile unsigned *count, int rounds, float *out, int work)
{
	grid_barrier<0>(count, rounds, out, work);
}
extern "C" __global__ void grid_atomics(volatile unsigned *count, int rounds, float *out, int work)
{
	grid_barrier<1>(count, rounds, out, work);
}
// the last to come opens it
extern "C" __global__ void grid_sense(volatile unsigned *count, int rounds, float *out, int work)
{
	float x = threadIdx.x;
	for (int r = 1; r <= rounds; r++) {
		x = worked(x, work);
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			if (atomicAdd((unsigned *)count, 1u) == gridDim.x - 1) {
				count[0] = 0;
				__threadfence();
				count[64] = r;
			}
			else
				while (count[64] < r)
					;
			__threadfence();
		}
		__syncthreads();
	}
	if (x < 0)
		out[threadIdx.x] = x;
}

// ---- locks ----
// a ticket; `inside` dependent updates of a word
extern "C" __global__ void lock_ticket(volatile int *words, int inside)
{
	if (threadIdx.x)
		return;
	const int mine = atomicAdd((int *)words, 1);
	while (words[64] != mine)
		;
	__threadfence();
	for (int i = 0; i < inside; i++)
		words[128] = words[128] + 1;
	__threadfence();
	words[64] = mine + 1;
}
extern "C" __global__ void lock_swap(volatile int *words, int inside)
{
	if (threadIdx.x)
		return;
	while (atomicCAS((int *)words, 0, 1) != 0)
		;
	__threadfence();
	for (int i = 0; i < inside; i++)
		words[128] = words[128] + 1;
	__threadfence();
	atomicExch((int *)words, 0);
}

// ---- a wave front: a cell waits for the one to its left and the one above ----
extern "C" __global__ void wave_front(volatile int *flags, volatile int *sums, float *out, int work)
{
	const int x = blockIdx.x, y = blockIdx.y, w = gridDim.x, me = y * w + x;
	__shared__ int carried;
	float f = threadIdx.x;
	if (threadIdx.x == 0) {
		int carry = 0;
		if (x > 0)
			while (flags[me - 1] == 0)
				;
		if (y > 0)
			while (flags[me - w] == 0)
				;
		__threadfence();
		if (x > 0)
			carry += sums[me - 1];
		if (y > 0)
			carry += sums[me - w];
		carried = carry;
	}
	__syncthreads();
	f = worked(f + carried, work);
	__syncthreads();
	if (threadIdx.x == 0) {
		sums[me] = carried + (f < 0 ? 2 : 1);
		__threadfence();
		flags[me] = 1;
	}
	if (f < 0)
		out[threadIdx.x] = f;
}
