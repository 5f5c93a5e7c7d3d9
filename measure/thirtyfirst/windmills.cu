// Tables of dynamic programming, texts, graphs, chains of pointers and loops that the data steer.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__constant__ signed char similar[24 * 24];

// Local alignment of pairs of 32 and `length` letters: a lane holds a letter of the first, the second streams through.
extern "C" __global__ void dp_aligned_by_lanes(const unsigned char *__restrict__ first, const unsigned char *__restrict__ second,
                                               int *__restrict__ score, int pairs, int length)
{
	int pair = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
	if (pair >= pairs)
		return;
	const signed char *row = similar + 24 * first[pair * 32 + lane];
	int here = 0, before = 0, best = 0;
	unsigned letter = 0;
	for (int step = 0; step < length + 31; step++) {
		int up = __shfl_up_sync(~0u, here, 1);
		unsigned passed = __shfl_up_sync(~0u, letter, 1);
		if (lane == 0) {
			up = 0;
			passed = step < length ? second[(size_t)pair * length + step] : 0;
		}
		letter = passed;
		int column = step - lane;
		if (column >= 0 && column < length) {
			int v = max(0, before + row[letter]);
			v = max(v, max(up, here) - 4);
			before = up;
			here = v;
			best = max(best, v);
		}
	}
	best = __reduce_max_sync(~0u, best);
	if (lane == 0)
		score[pair] = best;
}

// One more thing for the knapsack.
extern "C" __global__ void dp_knapsack_item(const int *worth, int *next, int capacity, int weight, int value)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c <= capacity) {
		int best = worth[c];
		if (c >= weight)
			best = max(best, worth[c - weight] + value);
		next[c] = best;
	}
}

__constant__ unsigned char needle[64];

// Where the text has the needle; stops at the first letter that differs.
extern "C" __global__ void txt_needle_found(const unsigned char *__restrict__ text, unsigned *found, unsigned *count, size_t n, int length)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i + length > n)
		return;
	int k = 0;
	while (k < length && text[i + k] == needle[k])
		k++;
	if (k == length)
		found[atomicAdd(count, 1u) & 0xffff] = (unsigned)i;
}

__constant__ unsigned char kindOf[256];

// Words begin where a letter follows what is none; ballots of a warp are counted.
extern "C" __global__ void __launch_bounds__(256) txt_words_counted(const unsigned char *__restrict__ text, int *words, int n)
{
	int sum = 0;
	for (int i = blockIdx.x * 256 + threadIdx.x; i - (int)(threadIdx.x & 31) < n; i += gridDim.x * 256) {
		bool letter = i < n && kindOf[text[i]] == 1;
		unsigned bits = __ballot_sync(~0u, letter);
		int base = i & ~31;
		unsigned before = base > 0 && kindOf[text[base - 1]] == 1;
		sum += __popc(bits & ~(bits << 1 | before));
	}
	if ((threadIdx.x & 31) == 0 && sum)
		atomicAdd(words, sum);
}

// A level of a breadth first search: vertices of the level mark neighbours that nobody has reached (level 0).
extern "C" __global__ void graph_level_expanded(const int *__restrict__ first, const int *__restrict__ to, int *level, int *more, int n, int depth)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || level[v] != depth)
		return;
	for (int e = first[v]; e < first[v + 1]; e++) {
		int u = to[e];
		if (level[u] == 0) {
			level[u] = depth + 1;
			*more = 1;
		}
	}
}

// Ranks gathered from those who point here, eight lanes to a vertex.
template <int LANES>
__global__ void ranksGathered(const int *__restrict__ first, const int *__restrict__ from, const float *__restrict__ share,
                              float *__restrict__ rank, int n, float damping)
{
	auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
	if (v >= n)
		return;
	float sum = 0.0f;
	for (int e = first[v] + tile.thread_rank(); e < first[v + 1]; e += LANES)
		sum += share[from[e]];
	for (int d = LANES / 2; d > 0; d >>= 1)
		sum += tile.shfl_xor(sum, d);
	if (tile.thread_rank() == 0)
		rank[v] = (1.0f - damping) / n + damping * sum;
}
template __global__ void ranksGathered<8>(const int *, const int *, const float *, float *, int, float);

// Walks from node to node until a heavy one or for a number of steps.
extern "C" __global__ void chase_until_heavy(const unsigned *next, const float *load, unsigned *where, int walkers, unsigned mask, int most, float heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= walkers)
		return;
	unsigned at = (i * 2654435761u) & mask;
	int steps = 0;
	while (steps < most && load[at] < heavy) {
		at = next[at];
		steps++;
	}
	where[i] = at;
}

// Searches in an implicit tree, eight keys to a node: a pointerless B-tree.
extern "C" __global__ void chase_tree_of_lines(const int *__restrict__ keys, const int *__restrict__ wanted, int *__restrict__ place, int n, int levels)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int key = wanted[i], node = 0, line = 0;
	for (int level = 0; level < levels; level++) {
		const int4 *p = reinterpret_cast<const int4 *>(keys) + 2 * (size_t)node;
		int4 a = p[0], b = p[1];
		int child = (key > a.x) + (key > a.y) + (key > a.z) + (key > a.w) + (key > b.x) + (key > b.y) + (key > b.z) + (key > b.w);
		line = node;
		node = node * 9 + 1 + child;
	}
	place[i] = line;
}

// Greatest common divisors by halving.
extern "C" __global__ void loop_halved_until_equal(const unsigned long long *a, const unsigned long long *b, unsigned long long *d, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long u = a[i] | 1, v = b[i];
	if (v)
		v >>= __ffsll(v) - 1;
	while (v) {
		if (u > v) {
			unsigned long long t = u;
			u = v;
			v = t;
		}
		v -= u;
		if (v)
			v >>= __ffsll(v) - 1;
	}
	d[i] = u;
}

// A small machine: each thread runs through the bytes of its programme.
extern "C" __global__ void branch_bytes_interpreted(const unsigned char *__restrict__ code, int *__restrict__ result, int n, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = i, b = 1, c = 0;
	for (int k = 0; k < length; k++) {
		switch (code[k * (size_t)n + i] & 7) {
		case 0: a += b; break;
		case 1: b ^= a; break;
		case 2: c = a * b + c; break;
		case 3: a = c >> 3; break;
		case 4: b = __popc(a) + 1; break;
		case 5: if (a > b) c -= 7; else c += a; break;
		case 6: a = a / (abs(b % 1000) + 1); break;
		default: b = __clz(c) + a; break;
		}
	}
	result[i] = a ^ b ^ c;
}
