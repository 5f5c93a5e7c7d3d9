// Pieces of sorts, joins and filters of tables.
#include <cstdint>

extern "C" __global__ void sort_bitonic_two_per_thread(unsigned *keys)
{
	__shared__ unsigned s[1024];
	unsigned *mine = keys + (size_t)blockIdx.x * 1024;
	int t = threadIdx.x;
	// Turned over, so that what is sorted already has work again.
	s[t] = mine[t] * 1664525u + 1013904223u;
	s[t + 512] = mine[t + 512] * 1664525u + 1013904223u;
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (j - 1));
			unsigned a = s[i], b = s[i + j];
			if ((a > b) == ((i & k) == 0)) {
				s[i] = b;
				s[i + j] = a;
			}
		}
	__syncthreads();
	mine[t] = s[t];
	mine[t + 512] = s[t + 512];
}

extern "C" __global__ void sort_digits_counted_by_block(const unsigned *__restrict__ keys,
                                                        unsigned *__restrict__ counts, int n, int shift)
{
	__shared__ unsigned own[16];
	if (threadIdx.x < 16)
		own[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned digit = i < n ? keys[i] >> shift & 15 : 16;
	unsigned same = __match_any_sync(~0u, digit);
	if (digit < 16 && __ffs(same) - 1 == threadIdx.x % 32)
		atomicAdd(&own[digit], (unsigned)__popc(same));
	__syncthreads();
	if (threadIdx.x < 16)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

// How many of the sorted other column lie below each key.
extern "C" __global__ void db_join_on_sorted_ids(const long long *__restrict__ keys,
                                                 const long long *__restrict__ ids, const float *__restrict__ price,
                                                 float *__restrict__ out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long key = keys[i];
	int low = 0, high = m;
	while (low < high) {
		int mid = (low + high) / 2;
		if (ids[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	out[i] = low < m && ids[low] == key ? price[low] : -1.f;
}

// Places of rows that pass, warp by warp; the list goes round at its end.
extern "C" __global__ void db_filter_dates_and_amounts(const int *__restrict__ date, const float *__restrict__ amount,
                                                       unsigned *__restrict__ list, unsigned *count, int from,
                                                       int until, float least, int n, unsigned mask)
{
	for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
		int i = base + threadIdx.x;
		bool pass = i < n && date[i] >= from && date[i] < until && amount[i] > least;
		unsigned votes = __ballot_sync(~0u, pass), first = 0;
		if (threadIdx.x % 32 == 0 && votes)
			first = atomicAdd(count, (unsigned)__popc(votes));
		first = __shfl_sync(~0u, first, 0);
		if (pass)
			list[(first + __popc(votes & ((1u << threadIdx.x % 32) - 1))) & mask] = i;
	}
}

// Looks keys up in a table of open places, where key k lies at its own hash or after.
extern "C" __global__ void db_probe_open_table(const unsigned *keys, const uint2 *table, unsigned *hits, unsigned n,
                                               unsigned mask)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = keys[i], place = key * 2654435769u >> 7 & mask, found = 0;
	for (int tries = 0; tries < 16; tries++) {
		uint2 entry = table[place];
		if (entry.x == key) {
			found = entry.y + 1;
			break;
		}
		if (entry.x % 4 == 0)
			break;
		place = (place + 1) & mask;
	}
	hits[i] = found;
}

// Revenue for each of a few groups, in shared memory.
extern "C" __global__ void db_group_by_region(const uint8_t *__restrict__ region, const double *__restrict__ price,
                                              const float *__restrict__ discount, double *__restrict__ revenue,
                                              int n, int groups)
{
	extern __shared__ double own[];
	for (int g = threadIdx.x; g < groups; g += blockDim.x)
		own[g] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[region[i]], price[i] * (1.f - discount[i]));
	__syncthreads();
	for (int g = threadIdx.x; g < groups; g += blockDim.x)
		atomicAdd(&revenue[g], own[g]);
}
