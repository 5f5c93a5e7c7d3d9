// What a database does with its columns: joins, filters, groups, packed codes, texts.
#include <cstdint>

// Chains of a hash join are built: the newest first.
extern "C" __global__ void db_join_build(
	const int *__restrict__ keys, int *heads, int *next, int n, int mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint32_t h = (uint32_t)keys[i] * 2654435761u;
		next[i] = atomicExch(&heads[h >> 7 & mask], i);
	}
}

// Partitions of a join lie together: each probe walks its partition, matches are written where a
// warp has taken room.
extern "C" __global__ void db_join_probe(const int *__restrict__ probes,
	const int *__restrict__ starts, const int2 *__restrict__ pairs, int2 *__restrict__ out,
	int *count, int n, int mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	int key = i < n ? probes[i] : -1, at = 0, end = 0;
	if (i < n) {
		int h = key & mask;
		at = starts[h];
		end = starts[h + 1];
	}
	while (__any_sync(~0u, at < end)) {
		bool match = false;
		int value = 0;
		if (at < end) {
			int2 p = pairs[at++];
			match = (p.x & 7) == (key >> 20 & 7);
			value = p.y;
		}
		unsigned votes = __ballot_sync(~0u, match);
		if (votes) {
			int base = 0;
			if (lane == 0)
				base = atomicAdd(count, __popc(votes)) & 0x3fffff;
			base = __shfl_sync(~0u, base, 0) + __popc(votes & ((1u << lane) - 1));
			if (match)
				out[base] = make_int2(i, value);
		}
	}
}

// Rows between two bounds to the front, four a thread; a block takes room once.
extern "C" __global__ void __launch_bounds__(256) db_filter_between(const int4 *__restrict__ column,
	int *__restrict__ rows, int *taken, int quads, int low, int high)
{
	__shared__ int warps[8], base;
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int4 v = i < quads ? column[i] : make_int4(-1, -1, -1, -1);
	int f0 = v.x >= low && v.x < high, f1 = v.y >= low && v.y < high;
	int f2 = v.z >= low && v.z < high, f3 = v.w >= low && v.w < high;
	int mine = f0 + f1 + f2 + f3, sum = mine;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, sum, d);
		if (lane >= d)
			sum += o;
	}
	if (lane == 31)
		warps[warp] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		int total = 0;
		for (int w = 0; w < 8; w++) {
			int c = warps[w];
			warps[w] = total;
			total += c;
		}
		base = atomicAdd(taken, total) & 0xffffff;
	}
	__syncthreads();
	int at = base + warps[warp] + sum - mine;
	if (f0)
		rows[at++] = 4 * i;
	if (f1)
		rows[at++] = 4 * i + 1;
	if (f2)
		rows[at++] = 4 * i + 2;
	if (f3)
		rows[at] = 4 * i + 3;
}

// Sum, count, least and largest of each of few groups: in shared memory, then added to the whole.
extern "C" __global__ void db_group_by(const uint8_t *__restrict__ groups,
	const int *__restrict__ values, unsigned long long *sums, int *counts, int *least,
	int *most, int n, int kinds)
{
	extern __shared__ unsigned long long s_sums[];
	int *s_counts = (int *)(s_sums + kinds), *s_least = s_counts + kinds,
	    *s_most = s_least + kinds;
	for (int g = threadIdx.x; g < kinds; g += blockDim.x) {
		s_sums[g] = 0;
		s_counts[g] = 0;
		s_least[g] = 0x7fffffff;
		s_most[g] = -1;
	}
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int g = groups[i], v = values[i];
		atomicAdd(&s_sums[g], (unsigned long long)v);
		atomicAdd(&s_counts[g], 1);
		atomicMin(&s_least[g], v);
		atomicMax(&s_most[g], v);
	}
	__syncthreads();
	for (int g = threadIdx.x; g < kinds; g += blockDim.x) {
		atomicAdd(&sums[g], s_sums[g]);
		atomicAdd(&counts[g], s_counts[g]);
		atomicMin(&least[g], s_least[g]);
		atomicMax(&most[g], s_most[g]);
	}
}

// Codes to their words of 16 bytes.
template <typename CODE>
__global__ void db_decode_words(const CODE *__restrict__ codes, const uint4 *__restrict__ words,
	uint4 *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = words[codes[i]];
}
template __global__ void db_decode_words<uint8_t>(const uint8_t *, const uint4 *, uint4 *, int);
template __global__ void db_decode_words<uint16_t>(const uint16_t *, const uint4 *, uint4 *, int);

// 32 numbers of BITS bits lie in BITS words, one after the other; the least is added to all.
template <int BITS>
__global__ void db_unpack_bits(const uint32_t *__restrict__ packed, int *__restrict__ out,
	const int *__restrict__ base, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long bit = (unsigned long long)i * BITS;
	size_t word = bit >> 5;
	uint32_t v = __funnelshift_r(packed[word], packed[word + 1], bit & 31);
	out[i] = base[i / 1024] + (int)(v & ((1u << BITS) - 1));
}
template __global__ void db_unpack_bits<11>(const uint32_t *, int *, const int *, int);
template __global__ void db_unpack_bits<3>(const uint32_t *, int *, const int *, int);

// Runs of equal values written out: each place looks for its run among their ends.
extern "C" __global__ void db_expand_runs(const int *__restrict__ starts,
	const int *__restrict__ values, int *__restrict__ out, int runs, int n)
{
	__shared__ int bounds[2];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x < 2) {
		int want = min(n - 1, threadIdx.x ? (int)((blockIdx.x + 1) * blockDim.x - 1)
						  : (int)(blockIdx.x * blockDim.x));
		int low = 0, high = runs - 1;
		while (low < high) {
			int mid = (low + high + 1) / 2;
			if (starts[mid] <= want)
				low = mid;
			else
				high = mid - 1;
		}
		bounds[threadIdx.x] = low;
	}
	__syncthreads();
	if (i >= n)
		return;
	int low = bounds[0], high = bounds[1];
	while (low < high) {
		int mid = (low + high + 1) >> 1;
		if (starts[mid] <= i)
			low = mid;
		else
			high = mid - 1;
	}
	out[i] = values[low];
}

// Does a text hold a word? A thread a text; texts of unlike length.
extern "C" __global__ void db_text_holds(const char *__restrict__ texts,
	const int *__restrict__ starts, const int *__restrict__ lengths, const char *word,
	int word_length, uint8_t *__restrict__ found, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	const char *text = texts + starts[row];
	int length = lengths[row], hit = 0;
	for (int i = 0; i + word_length <= length && !hit; i++) {
		int j = 0;
		while (j < word_length && text[i + j] == word[j])
			j++;
		hit = j == word_length;
	}
	found[row] = (uint8_t)hit;
}

// 64 keys with their rows sorted by a warp in registers, two a lane.
extern "C" __global__ void db_sort_64(const uint32_t *__restrict__ keys, uint32_t *__restrict__ out,
	uint32_t *__restrict__ order, int pieces)
{
	int piece = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (piece >= pieces)
		return;
	uint32_t k[2], r[2];
	for (int i = 0; i < 2; i++) {
		r[i] = i * 32 + lane;
		k[i] = keys[(size_t)piece * 64 + r[i]];
	}
#pragma unroll
	for (int size = 2; size <= 64; size *= 2)
#pragma unroll
		for (int step = size / 2; step; step /= 2) {
			if (step == 32) {
				if (k[0] > k[1]) {
					uint32_t t = k[0];
					k[0] = k[1];
					k[1] = t;
					t = r[0];
					r[0] = r[1];
					r[1] = t;
				}
			} else {
#pragma unroll
				for (int i = 0; i < 2; i++) {
					int me = i * 32 + lane;
					uint32_t ok = __shfl_xor_sync(~0u, k[i], step),
						 orow = __shfl_xor_sync(~0u, r[i], step);
					bool up = (me & size) == 0, low = (me & step) == 0;
					if ((k[i] > ok || (k[i] == ok && r[i] > orow)) ==
						(up == low)) {
						k[i] = ok;
						r[i] = orow;
					}
				}
			}
		}
	for (int i = 0; i < 2; i++) {
		out[(size_t)piece * 64 + i * 32 + lane] = k[i];
		order[(size_t)piece * 64 + i * 32 + lane] = piece * 64 + r[i];
	}
}

// Running sums in one pass: each block waits for the sums of those before it.
extern "C" __global__ void __launch_bounds__(256) db_running_sum(const int *__restrict__ in,
	int *__restrict__ out, volatile unsigned long long *state, int n)
{
	__shared__ int warps[8], before;
	int tile = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int at = tile * 1024 + threadIdx.x * 4, v[4], sum = 0;
	for (int i = 0; i < 4; i++) {
		v[i] = at + i < n ? in[at + i] & 15 : 0;
		sum += v[i];
		v[i] = sum;
	}
	int whole = sum;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, whole, d);
		if (lane >= d)
			whole += o;
	}
	if (lane == 31)
		warps[warp] = whole;
	__syncthreads();
	int offset = whole - sum, total = 0;
	for (int w = 0; w < 8; w++) {
		offset += w < warp ? warps[w] : 0;
		total += warps[w];
	}
	if (threadIdx.x == 0) {
		state[tile] = (unsigned long long)(tile ? 1 : 2) << 32 | (unsigned)total;
		int sum_before = 0;
		for (int t = tile - 1; t >= 0;) {
			unsigned long long s = state[t];
			if (s >> 32 == 0)
				continue;
			sum_before += (int)(unsigned)s;
			if (s >> 32 == 2)
				break;
			t--;
		}
		state[tile] = 2ull << 32 | (unsigned)(sum_before + total);
		before = sum_before;
	}
	__syncthreads();
	offset += before;
	for (int i = 0; i < 4; i++)
		if (at + i < n)
			out[at + i] = offset + v[i];
}

// Days since 1970 to year, month and day.
extern "C" __global__ void db_split_days(const int *__restrict__ days, short *__restrict__ years,
	uint8_t *__restrict__ months, uint8_t *__restrict__ monthdays, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int z = days[i] + 719468, era = z / 146097, doe = z - era * 146097;
	int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
	int m = mp < 10 ? mp + 3 : mp - 9;
	years[i] = (short)(yoe + era * 400 + (m <= 2));
	months[i] = (uint8_t)m;
	monthdays[i] = (uint8_t)(doy - (153 * mp + 2) / 5 + 1);
}

// Income of what was sold in a year, at some discounts, in small quantity: decimals as whole
// numbers.
extern "C" __global__ void db_revenue(const int *__restrict__ dates,
	const uint8_t *__restrict__ discounts, const uint8_t *__restrict__ quantities,
	const long long *__restrict__ prices, unsigned long long *total, int n, int from, int to)
{
	__shared__ long long sums[32];
	long long sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (dates[i] >= from && dates[i] < to && discounts[i] >= 5 && discounts[i] <= 7 &&
			quantities[i] < 24)
			sum += (prices[i] & 0xffffff) * discounts[i];
	for (int d = 16; d; d >>= 1)
		sum += __shfl_down_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < blockDim.x / 32; w++)
			sum += sums[w];
		atomicAdd(total, (unsigned long long)sum);
	}
}

// Each thread keeps the 16 largest of its share in a heap of its own.
extern "C" __global__ void db_heap_16(
	const float *__restrict__ in, float *__restrict__ out, int each)
{
	float heap[16];
	int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	for (int i = 0; i < 16; i++)
		heap[i] = -1e30f;
	for (int i = 0; i < each; i++) {
		float v = in[(size_t)i * threads + t];
		if (v <= heap[0])
			continue;
		int at = 0;
		while (true) {
			int child = 2 * at + 1;
			if (child >= 16)
				break;
			if (child + 1 < 16 && heap[child + 1] < heap[child])
				child++;
			if (heap[child] >= v)
				break;
			heap[at] = heap[child];
			at = child;
		}
		heap[at] = v;
	}
	for (int i = 0; i < 16; i++)
		out[(size_t)i * threads + t] = heap[i];
}

// Least and largest of each zone of a column, and their exclusive or, by warp reductions.
extern "C" __global__ void db_zone_map(const int *__restrict__ column, int *__restrict__ least,
	int *__restrict__ most, unsigned *__restrict__ bits, int zone)
{
	__shared__ int lows[32], highs[32];
	__shared__ unsigned ors[32];
	int low = 0x7fffffff, high = (int)0x80000000;
	unsigned any = 0;
	for (int i = threadIdx.x; i < zone; i += blockDim.x) {
		int v = column[(size_t)blockIdx.x * zone + i];
		low = min(low, v);
		high = max(high, v);
		any |= (unsigned)v;
	}
	low = __reduce_min_sync(~0u, low);
	high = __reduce_max_sync(~0u, high);
	any = __reduce_or_sync(~0u, any);
	if (threadIdx.x % 32 == 0) {
		lows[threadIdx.x / 32] = low;
		highs[threadIdx.x / 32] = high;
		ors[threadIdx.x / 32] = any;
	}
	__syncthreads();
	if (threadIdx.x < 32) {
		bool in = threadIdx.x < blockDim.x / 32;
		low = __reduce_min_sync(~0u, in ? lows[threadIdx.x] : 0x7fffffff);
		high = __reduce_max_sync(~0u, in ? highs[threadIdx.x] : (int)0x80000000);
		any = __reduce_or_sync(~0u, in ? ors[threadIdx.x] : 0);
		if (threadIdx.x == 0) {
			least[blockIdx.x] = low;
			most[blockIdx.x] = high;
			bits[blockIdx.x] = any;
		}
	}
}

// Commas and ends of lines counted, 16 bytes a thread and turn.
extern "C" __global__ void db_count_marks(
	const uint4 *__restrict__ text, int *commas, int *lines, int quads)
{
	int c = 0, l = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads;
		i += gridDim.x * blockDim.x) {
		uint4 v = __ldcs(text + i);
		c += __popc(__vcmpeq4(v.x, 0x2c2c2c2c)) + __popc(__vcmpeq4(v.y, 0x2c2c2c2c)) +
		     __popc(__vcmpeq4(v.z, 0x2c2c2c2c)) + __popc(__vcmpeq4(v.w, 0x2c2c2c2c));
		l += __popc(__vcmpeq4(v.x, 0x0a0a0a0a)) + __popc(__vcmpeq4(v.y, 0x0a0a0a0a)) +
		     __popc(__vcmpeq4(v.z, 0x0a0a0a0a)) + __popc(__vcmpeq4(v.w, 0x0a0a0a0a));
	}
	c = __reduce_add_sync(~0u, c / 8);
	l = __reduce_add_sync(~0u, l / 8);
	if (threadIdx.x % 32 == 0) {
		atomicAdd(commas, c);
		atomicAdd(lines, l);
	}
}

// How many of one sorted list stand in another: the pieces of the second through shared memory.
extern "C" __global__ void db_common(
	const int *__restrict__ a, const int *__restrict__ b, int *counts, int each_a, int each_b)
{
	extern __shared__ int list[];
	const int *mine = a + (size_t)blockIdx.x * each_a, *other = b + (size_t)blockIdx.x * each_b;
	for (int i = threadIdx.x; i < each_b; i += blockDim.x)
		list[i] = other[i];
	__syncthreads();
	int found = 0;
	for (int i = threadIdx.x; i < each_a; i += blockDim.x) {
		int v = mine[i], low = 0, high = each_b;
		while (low < high) {
			int mid = (low + high) >> 1;
			if (list[mid] < v)
				low = mid + 1;
			else
				high = mid;
		}
		found += low < each_b && list[low] == v;
	}
	for (int d = 16; d; d >>= 1)
		found += __shfl_xor_sync(~0u, found, d);
	if (threadIdx.x % 32 == 0 && found)
		atomicAdd(&counts[blockIdx.x], found);
}
