// Sparse products, graphs, chains, sorts, text.
#include <cuda_runtime.h>

extern "C" __global__ void spv_csr_scalar(const int *start, const int *column, const float *value,
                                          const float *x, float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		float dot = 0.0f;
		for (int j = start[row]; j < start[row + 1]; j++)
			dot += value[j] * x[column[j]];
		y[row] = dot;
	}
}

extern "C" __global__ void spv_csr_vector(const int *start, const int *column, const float *value,
                                          const float *x, float *y, int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x & 31;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int j = start[row] + lane; j < start[row + 1]; j += 32)
		sum += value[j] * x[column[j]];
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, d);
	if (lane == 0)
		y[row] = sum;
}

extern "C" __global__ void spv_ell(const int *column, const double *value, const double *x, double *y,
                                   int rows, int width)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	double sum = 0.0;
	for (int k = 0; k < width; k++)
		sum += value[k * rows + row] * x[column[k * rows + row]];
	y[row] = sum;
}

extern "C" __global__ void spv_coo(const int *row, const int *column, const float *value,
                                   const float *x, float *y, int entries)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < entries)
		atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}

// Rows of several lengths, each with room for `room` entries.
extern "C" __global__ void spv_padded_rows(const int *length, const int *column, const float *value,
                                           const float *x, float *y, int rows, int room)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int k = 0; k < length[row]; k++)
		sum += value[row * room + k] * x[column[row * room + k]];
	y[row] = sum;
}

// A level of a breadth-first search: who is in the frontier marks its neighbours.
extern "C" __global__ void bfs_level(const int *start, const int *edges, const int *frontier,
                                     const int *visited, int *next, int *cost, int nodes, int level)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= nodes || frontier[v] != 0)
		return;
	for (int e = start[v]; e < start[v + 1]; e++) {
		int u = edges[e];
		if (visited[u] != 0) {
			cost[u] = level + 1;
			next[u] = 1;
		}
	}
}

extern "C" __global__ void gph_rank_pull(const int *start, const int *sources, const float *rank,
                                         const float *inverse_degree, float *out, int nodes, float d)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= nodes)
		return;
	float sum = 0.0f;
	for (int e = start[v]; e < start[v + 1]; e++) {
		int u = sources[e];
		sum += rank[u] * inverse_degree[u];
	}
	out[v] = (1.0f - d) / nodes + d * sum;
}

extern "C" __global__ void gph_relax_edges(const int *from, const int *to, const int *weight,
                                           const int *distance, int *next, int edges)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < edges)
		atomicMin(&next[to[e]], distance[from[e]] + weight[e]);
}

extern "C" __global__ void ptr_chase_one(const unsigned *next, unsigned *out, int steps)
{
	unsigned p = 0;
	for (int i = 0; i < steps; i++)
		p = next[p];
	*out = p;
}

extern "C" __global__ void ptr_chase_many(const int *next, int *out, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int p = i;
	for (int s = 0; s < steps; s++)
		p = next[p];
	out[i] = p;
}

extern "C" __global__ void ptr_tree_search(const float *key, const int *left, const int *right,
                                           const float *query, int *found, int n, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float q = query[i];
	int node = 0;
	for (int d = 0; d < depth; d++)
		node = q < key[node] ? left[node] : right[node];
	found[i] = node;
}

// Each block sorts its own 2 * blockDim.x keys.
extern "C" __global__ void bts_block(const int *in, int *out)
{
	extern __shared__ int k[];
	int n = 2 * blockDim.x, base = blockIdx.x * n, t = threadIdx.x;
	k[t] = in[base + t];
	k[t + blockDim.x] = in[base + t + blockDim.x];
	for (int size = 2; size <= n; size <<= 1)
		for (int stride = size / 2; stride > 0; stride >>= 1) {
			__syncthreads();
			int i = 2 * t - (t & (stride - 1));
			bool up = (t & (size / 2)) == 0;
			int a = k[i], b = k[i + stride];
			if ((a > b) == up) {
				k[i] = b;
				k[i + stride] = a;
			}
		}
	__syncthreads();
	out[base + t] = k[t];
	out[base + t + blockDim.x] = k[t + blockDim.x];
}

extern "C" __global__ void bts_global_step(float *data, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned other = i ^ j;
	if (other > i) {
		float a = data[i], b = data[other];
		bool up = (i & k) == 0;
		data[i] = up ? fminf(a, b) : fmaxf(a, b);
		data[other] = up ? fmaxf(a, b) : fminf(a, b);
	}
}

// Sixteen digits of four bits counted for each block.
extern "C" __global__ void rdx_count(const unsigned *keys, unsigned *counts, int n, int shift)
{
	__shared__ unsigned c[16];
	if (threadIdx.x < 16)
		c[threadIdx.x] = 0;
	__syncthreads();
	int per = blockDim.x * 4, base = blockIdx.x * per;
	for (int k = 0; k < 4; k++) {
		int i = base + k * blockDim.x + threadIdx.x;
		if (i < n)
			atomicAdd(&c[keys[i] >> shift & 15], 1);
	}
	__syncthreads();
	if (threadIdx.x < 16)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}

// One bit: zeros to the front of the block, ones behind, by ballots.
extern "C" __global__ void rdx_split_bit(const unsigned *in, unsigned *out, int bit)
{
	__shared__ unsigned zeros[32];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x / 32;
	unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
	unsigned ones = __ballot_sync(0xffffffff, key >> bit & 1);
	unsigned before = __popc(ones & ((1u << lane) - 1));
	if (lane == 0)
		zeros[warp] = 32 - __popc(ones);
	__syncthreads();
	unsigned zeros_before = 0, all = 0;
	for (int w = 0; w < warps; w++) {
		if (w < warp)
			zeros_before += zeros[w];
		all += zeros[w];
	}
	unsigned place = key >> bit & 1 ? all + (warp * 32 - zeros_before) + before
	                                : zeros_before + lane - before;
	out[blockIdx.x * blockDim.x + place] = key;
}

extern "C" __global__ void srch_binary(const int *sorted, const int *wanted, int *place, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int w = wanted[i], lo = 0, hi = n;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (sorted[mid] < w)
			lo = mid + 1;
		else
			hi = mid;
	}
	place[i] = lo;
}

extern "C" __global__ void txt_count_word(const char *text, const char *word, int *count, int n,
                                          int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + length > n)
		return;
	int k = 0;
	while (k < length && text[i + k] == word[k])
		k++;
	if (k == length)
		atomicAdd(count, 1);
}

extern "C" __global__ void txt_to_upper(char *text, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		char c = text[i];
		text[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
	}
}

// FNV-1a of records of `length` bytes.
extern "C" __global__ void hsh_fnv(const unsigned char *data, unsigned *hash, int records, int length)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= records)
		return;
	unsigned h = 2166136261u;
	for (int i = 0; i < length; i++) {
		h ^= data[r * length + i];
		h *= 16777619u;
	}
	hash[r] = h;
}

__device__ unsigned murmur(unsigned h)
{
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	h ^= h >> 16;
	return h;
}

// Linear probing in a table whose slot i holds a key or 0.
extern "C" __global__ void hsh_probe(const unsigned *table, const unsigned *keys, int *found, int n,
                                     unsigned mask, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = keys[i], slot = murmur(key) & mask;
	int result = -1;
	for (int p = 0; p < most; p++) {
		unsigned k = table[slot];
		if (k == key) {
			result = slot;
			break;
		}
		if (k == 0)
			break;
		slot = (slot + 1) & mask;
	}
	found[i] = result;
}
