// Pieces of sorts, and joins, filters and sums of tables.
#include <stdint.h>

// Sorts 1024 keys with their values in each block; places beyond n count as infinite.
extern "C" __global__ void __launch_bounds__(512) sort_pairs_bitonic_shared(float *keys, int *values, int n)
{
	__shared__ float k[1024];
	__shared__ int v[1024];
	int base = blockIdx.x * 1024;
	for (int i = threadIdx.x; i < 1024; i += 512) {
		bool in = base + i < n;
		k[i] = in ? keys[base + i] : INFINITY;
		v[i] = in ? values[base + i] : -1;
	}
	for (int size = 2; size <= 1024; size <<= 1)
		for (int stride = size >> 1; stride > 0; stride >>= 1) {
			__syncthreads();
			int i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
			bool up = (i & size) == 0;
			float a = k[i], b = k[i + stride];
			if ((a > b) == up && a != b) {
				k[i] = b;
				k[i + stride] = a;
				int w = v[i];
				v[i] = v[i + stride];
				v[i + stride] = w;
			}
		}
	__syncthreads();
	for (int i = threadIdx.x; i < 1024; i += 512)
		if (base + i < n) {
			keys[base + i] = k[i];
			values[base + i] = v[i];
		}
}

// Each block orders its BLOCK keys by BITS bits from `shift`, one bit a pass, by ballots.
template <int BLOCK, int BITS>
__global__ void blockRadixSplit(const unsigned *in, unsigned *out, int shift, int n)
{
	__shared__ unsigned key[BLOCK];
	__shared__ int zeros[BLOCK / 32];
	int t = threadIdx.x, lane = t & 31, warp = t >> 5;
	int at = blockIdx.x * BLOCK + t;
	unsigned mine = at < n ? in[at] : 0xffffffffu;
	for (int bit = shift; bit < shift + BITS; bit++) {
		bool one = mine >> bit & 1;
		unsigned without = __ballot_sync(0xffffffffu, !one);
		if (lane == 0)
			zeros[warp] = __popc(without);
		__syncthreads();
		int before = 0, all = 0;
		for (int w = 0; w < BLOCK / 32; w++) {
			if (w < warp)
				before += zeros[w];
			all += zeros[w];
		}
		before += __popc(without & ((1u << lane) - 1));
		key[one ? all + t - before : before] = mine;
		__syncthreads();
		mine = key[t];
	}
	if (at < n)
		out[at] = mine;
}
template __global__ void blockRadixSplit<256, 8>(const unsigned *, unsigned *, int, int);
template __global__ void blockRadixSplit<1024, 4>(const unsigned *, unsigned *, int, int);

// Two sorted lists into one: each thread finds its diagonal and merges `each` elements.
extern "C" __global__ void sort_merge_diagonals(const int *__restrict__ a, const int *__restrict__ b,
                                                int *__restrict__ out, int na, int nb, int each)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int first = thread * each;
	if (first >= na + nb)
		return;
	int low = max(0, first - nb), high = min(first, na);
	while (low < high) {
		int mid = (low + high) >> 1;
		if (a[mid] <= b[first - 1 - mid])
			low = mid + 1;
		else
			high = mid;
	}
	int i = low, j = first - low;
	int last = min(first + each, na + nb);
	for (int o = first; o < last; o++) {
		bool take = j >= nb || (i < na && a[i] <= b[j]);
		out[o] = take ? a[i++] : b[j++];
	}
}

// Eight numbers a thread, sorted by a network in registers.
extern "C" __global__ void sort_eights_in_registers(const int4 *in, int4 *out, size_t rows)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= rows)
		return;
	int4 a = in[2 * i], b = in[2 * i + 1];
	int v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
	for (int round = 0; round < 8; round++)
#pragma unroll
		for (int j = round & 1; j + 1 < 8; j += 2) {
			int low = min(v[j], v[j + 1]), high = max(v[j], v[j + 1]);
			v[j] = low;
			v[j + 1] = high;
		}
	out[2 * i] = make_int4(v[0], v[1], v[2], v[3]);
	out[2 * i + 1] = make_int4(v[4], v[5], v[6], v[7]);
}

__host__ __device__ inline uint32_t slot_of(uint32_t key, uint32_t mask)
{
	return key * 2654435769u >> 7 & mask;
}

// Zero marks a free slot; a key that is there already is left, the last row stays with it.
extern "C" __global__ void db_join_build_slots(const uint32_t *key, uint32_t *slots, uint32_t *row_of,
                                               uint32_t mask, uint32_t n)
{
	uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t k = key[i] + 1;
	uint32_t s = slot_of(k, mask);
	for (int tries = 0; tries < 64; tries++) {
		uint32_t old = atomicCAS(&slots[s], 0u, k);
		if (old == 0 || old == k) {
			atomicMax(&row_of[s], i + 1);
			return;
		}
		s = (s + 1) & mask;
	}
}

// A byte tells the tag of each slot, 0 that it is free; only where the tag fits is the row's key
// looked at. At most 32 steps.
extern "C" __global__ void db_join_probe_tagged(const uint32_t *__restrict__ key, const uint8_t *__restrict__ tags,
                                                const int *__restrict__ row_of,
                                                const uint32_t *__restrict__ build_key, int *__restrict__ partner,
                                                uint32_t mask, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint32_t k = key[i], s = slot_of(k, mask), tag = (k * 40503u >> 11) % 7 + 1;
		int found = -1;
		for (int step = 0; step < 32; step++) {
			uint32_t here = tags[s] & 7;
			if (here == 0)
				break;
			if (here == tag && build_key[row_of[s]] == k) {
				found = row_of[s];
				break;
			}
			s = (s + 1) & mask;
		}
		partner[i] = found;
	}
}

// Rows within bounds are appended, a place drawn once a warp; the output goes round at its end.
extern "C" __global__ void db_filter_append(const float *__restrict__ discount, const int *__restrict__ quantity,
                                            int *__restrict__ rows, unsigned *__restrict__ filled,
                                            unsigned room_mask, float low, float high, int most, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool keep = i < n && discount[i] >= low && discount[i] <= high && quantity[i] < most;
	unsigned kept = __ballot_sync(0xffffffff, keep);
	int lane = threadIdx.x & 31;
	unsigned base = 0;
	if (lane == 0 && kept)
		base = atomicAdd(filled, __popc(kept));
	base = __shfl_sync(0xffffffff, base, 0);
	if (keep)
		rows[base + __popc(kept & ((1u << lane) - 1)) & room_mask] = i;
}

// Sum and count by group within a block, then into the whole: amounts are cents.
extern "C" __global__ void db_group_cents(const unsigned char *group, const int *cents, long long *total,
                                          unsigned *count, int groups, long long n)
{
	extern __shared__ unsigned long long sums[];
	unsigned *counts = reinterpret_cast<unsigned *>(sums + groups);
	for (int g = threadIdx.x; g < groups; g += blockDim.x) {
		sums[g] = 0;
		counts[g] = 0;
	}
	__syncthreads();
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
	     i += (long long)gridDim.x * blockDim.x) {
		int g = group[i];
		atomicAdd(&sums[g], (unsigned long long)(long long)cents[i]);
		atomicAdd(&counts[g], 1u);
	}
	__syncthreads();
	for (int g = threadIdx.x; g < groups; g += blockDim.x) {
		atomicAdd((unsigned long long *)&total[g], sums[g]);
		atomicAdd(&count[g], counts[g]);
	}
}
