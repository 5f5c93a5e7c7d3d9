// Scans, sorts, tables, graphs, text.
#include <stdint.h>

#define SCAN_BLOCK 256
#define SCAN_ITEMS 8

__device__ __forceinline__ unsigned
warp_inclusive(unsigned v, int lane)
{
#pragma unroll
	for (int d = 1; d < 32; d <<= 1) {
		unsigned up = __shfl_up_sync(0xffffffffu, v, d);
		if (lane >= d)
			v += up;
	}
	return v;
}

/* The sum before this thread's number; the whole in *total. */
__device__ __forceinline__ unsigned
block_exclusive(unsigned v, unsigned *total)
{
	__shared__ unsigned warps[32];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	unsigned inclusive = warp_inclusive(v, lane);
	if (lane == 31)
		warps[warp] = inclusive;
	__syncthreads();
	if (warp == 0) {
		unsigned w = lane < blockDim.x / 32 ? warps[lane] : 0;
		warps[lane] = warp_inclusive(w, lane);
	}
	__syncthreads();
	*total = warps[blockDim.x / 32 - 1];
	return inclusive - v + (warp ? warps[warp - 1] : 0);
}

/* First of three kernels: each block scans its own tile and leaves the sum. */
extern "C" __global__ void
srt_scan_tiles(const uint4 *__restrict__ in, uint4 *__restrict__ out, unsigned *sums)
{
	int at = (blockIdx.x * SCAN_BLOCK + threadIdx.x) * 2;
	uint4 a = in[at], b = in[at + 1];
	a.y += a.x, a.z += a.y, a.w += a.z;
	b.x += a.w, b.y += b.x, b.z += b.y, b.w += b.z;
	unsigned total, before = block_exclusive(b.w, &total);
	out[at] = make_uint4(before, before + a.x, before + a.y, before + a.z);
	out[at + 1] = make_uint4(before + a.w, before + b.x, before + b.y, before + b.z);
	if (threadIdx.x == 0)
		sums[blockIdx.x] = total;
}

/* Second: one block scans the sums. */
extern "C" __global__ void
srt_scan_sums(unsigned *sums, int count)
{
	unsigned carry = 0;
	for (int base = 0; base < count; base += blockDim.x) {
		int i = base + threadIdx.x;
		unsigned total, before = block_exclusive(i < count ? sums[i] : 0, &total);
		if (i < count)
			sums[i] = carry + before;
		carry += total;
		__syncthreads();
	}
}

/* Third: the sums are added. */
extern "C" __global__ void
srt_scan_add(uint4 *out, const unsigned *__restrict__ sums)
{
	unsigned before = sums[blockIdx.x];
	for (int k = 0; k < 2; k++) {
		int at = (blockIdx.x * 2 + k) * SCAN_BLOCK + threadIdx.x;
		uint4 v = out[at];
		out[at] = make_uint4(v.x + before, v.y + before, v.z + before, v.w + before);
	}
}

/* Counts of one digit, a histogram for each block in the order in which they are scanned. */
extern "C" __global__ void
srt_radix_count(const uint32_t *keys, uint32_t *counts, int n, int shift)
{
	__shared__ uint32_t bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	int begin = blockIdx.x * 4096;
	for (int i = threadIdx.x; i < 4096; i += 256)
		if (begin + i < n)
			atomicAdd(&bins[(keys[begin + i] >> shift) & 255], 1u);
	__syncthreads();
	counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

/* Four bits: rank within the block by ballots, then to where the digit begins. */
extern "C" __global__ void
srt_radix_scatter(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int n, int shift)
{
	__shared__ unsigned count[16][8];
	int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
	int i = blockIdx.x * 256 + threadIdx.x;
	uint32_t key = in[i];
	unsigned digit = (key >> shift) & 15, peers = 0xffffffffu;

	for (int b = 0; b < 4; b++) {
		unsigned set = __ballot_sync(0xffffffffu, (digit >> b) & 1);
		peers &= (digit >> b) & 1 ? set : ~set;
	}
	if (threadIdx.x < 128)
		count[threadIdx.x / 8][threadIdx.x % 8] = 0;
	__syncthreads();
	unsigned rank = __popc(peers & ((1u << lane) - 1));
	if (rank == 0)
		count[digit][warp] = __popc(peers);
	__syncthreads();
	unsigned at = rank;
	for (int w = 0; w < warp; w++)
		at += count[digit][w];
	/* every digit owns a sixteenth of the output, every block its own 256 places there */
	out[(size_t)digit * n + blockIdx.x * 256 + at] = key;
}

/* Each thread finds its diagonal of the merge and merges ITEMS numbers. */
extern "C" __global__ void
srt_merge_path(const uint32_t *__restrict__ a, int na, const uint32_t *__restrict__ b, int nb,
	       uint32_t *__restrict__ out)
{
	int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * SCAN_ITEMS;
	if (diagonal >= na + nb)
		return;
	int lo = max(0, diagonal - nb), hi = min(diagonal, na);
	while (lo < hi) {
		int mid = (lo + hi) >> 1;
		if (a[mid] <= b[diagonal - 1 - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	int i = lo, j = diagonal - lo;
	for (int k = 0; k < SCAN_ITEMS && diagonal + k < na + nb; k++) {
		bool left = j >= nb || (i < na && a[i] <= b[j]);
		out[diagonal + k] = left ? a[i++] : b[j++];
	}
}

/* Numbers above a threshold into a ring, in any order; a warp takes its places at once. */
extern "C" __global__ void
srt_compact(const float *in, float *ring, unsigned *count, float threshold, int n,
	    unsigned mask_of_ring)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? in[i] : 0.0f;
	bool keep = i < n && v > threshold;
	unsigned mask = __ballot_sync(0xffffffffu, keep);
	int lane = threadIdx.x % 32;
	unsigned base = 0;
	if (lane == 0 && mask)
		base = atomicAdd(count, __popc(mask));
	base = __shfl_sync(0xffffffffu, base, 0);
	if (keep)
		ring[(base + __popc(mask & ((1u << lane) - 1))) & mask_of_ring] = v;
}

extern "C" __global__ void
srt_run_heads(const uint32_t *keys, unsigned char *heads, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		heads[i] = i == 0 || keys[i] / 5 != keys[i - 1] / 5;
}

/* One level of a breadth-first search, a thread for each vertex. */
extern "C" __global__ void
lk_bfs_level(const int *row_ptr, const int *neighbours, const int *level, unsigned char *next,
	     int *changed, int vertices, int current)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= vertices || level[v] != current)
		return;
	for (int e = row_ptr[v]; e < row_ptr[v + 1]; e++) {
		int u = neighbours[e];
		if (level[u] > current + 1) {
			next[u] = 1;
			*changed = 1;
		}
	}
}

__device__ __forceinline__ uint32_t
murmur(uint32_t k)
{
	k ^= k >> 16;
	k *= 0x85ebca6bu;
	k ^= k >> 13;
	k *= 0xc2b2ae35u;
	return k ^ k >> 16;
}

/* Open addressing; 0 is an empty place. */
extern "C" __global__ void
lk_hash_insert(const uint32_t *keys, uint32_t *table, uint32_t *values, int n, uint32_t mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t key = keys[i] + 1, slot = murmur(key) & mask;
	for (;;) {
		uint32_t old = atomicCAS(&table[slot], 0u, key);
		if (old == 0u || old == key) {
			values[slot] = i;
			return;
		}
		slot = (slot + 1) & mask;
	}
}

/* Looked up in a table whose places hold their own number's hash, or nothing. */
extern "C" __global__ void
lk_hash_find(const uint32_t *queries, const uint2 *table, uint32_t *found, int n, uint32_t mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t key = queries[i], slot = murmur(key) & mask, result = ~0u;
	for (int probe = 0; probe < 8; probe++) {
		uint2 entry = table[slot];
		if (entry.x == key)
			result = entry.y;
		if (entry.x == key || (entry.x & 3) == 0)
			break;
		slot = (slot + 1) & mask;
	}
	found[i] = result;
}

__constant__ unsigned char pattern[16];

extern "C" __global__ void
lk_find_text(const unsigned char *text, int n, int length, int *hits)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > n - length)
		return;
	int k = 0;
	while (k < length && text[i + k] == pattern[k])
		k++;
	if (k == length)
		atomicAdd(hits, 1);
}

/* The nearest of K centres for points of D = 16 coordinates. */
extern "C" __global__ void
lk_kmeans_assign(const float *__restrict__ points, const float *__restrict__ centres, int *label,
		 int n, int k)
{
	extern __shared__ float c[];
	for (int t = threadIdx.x; t < k * 16; t += blockDim.x)
		c[t] = centres[t];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float p[16];
	for (int d = 0; d < 16; d++)
		p[d] = points[d * n + i];
	float best = 3.4e38f;
	int at = 0;
	for (int j = 0; j < k; j++) {
		float sum = 0.0f;
		for (int d = 0; d < 16; d++) {
			float diff = p[d] - c[j * 16 + d];
			sum += diff * diff;
		}
		if (sum < best) {
			best = sum;
			at = j;
		}
	}
	label[i] = at;
}

/* Smith and Waterman along antidiagonals, a block for each pair of strings of blockDim.x letters.
 */
extern "C" __global__ void
lk_smith_waterman(const unsigned char *left, const unsigned char *right, int *scores, int gap)
{
	extern __shared__ int rows[];
	int n = blockDim.x, t = threadIdx.x;
	int *older = rows, *old = rows + n + 1, *now = rows + 2 * (n + 1);
	unsigned char mine = left[blockIdx.x * n + t];
	int best = 0;
	older[t + 1] = old[t + 1] = now[t + 1] = 0;
	if (t == 0)
		older[0] = old[0] = now[0] = 0;
	__syncthreads();
	for (int d = 0; d < 2 * n - 1; d++) {
		int j = d - t;
		if (j >= 0 && j < n) {
			int match = right[blockIdx.x * n + j] == mine ? 2 : -1;
			int h = max(0, max(older[t] + match, max(old[t], old[t + 1]) - gap));
			now[t + 1] = h;
			best = max(best, h);
		}
		__syncthreads();
		int *swap = older;
		older = old;
		old = now;
		now = swap;
	}
	atomicMax(&scores[blockIdx.x], best);
}
