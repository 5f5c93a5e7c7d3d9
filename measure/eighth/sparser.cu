// Sparse products, steps on graphs, words and hashes.
#include <stdint.h>

extern "C" __global__ void
spm_csr_row(int num_rows, const int *ptr, const int *indices, const float *data, const float *x,
            float *y)
{
	int row = blockDim.x * blockIdx.x + threadIdx.x;

	if (row < num_rows) {
		float dot = 0;
		int row_start = ptr[row], row_end = ptr[row + 1];
		for (int jj = row_start; jj < row_end; jj++)
			dot += data[jj] * x[indices[jj]];
		y[row] += dot;
	}
}

// Eight lanes a row.
extern "C" __global__ void
spm_csr_eight_lanes(const int *__restrict__ ptr, const int *__restrict__ col,
                    const double *__restrict__ val, const double *__restrict__ x,
                    double *__restrict__ y, int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
	double sum = 0.0;

	if (row < rows)
		for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 8)
			sum += val[k] * x[col[k]];
	for (int o = 4; o > 0; o >>= 1)
		sum += __shfl_down_sync(0xffffffff, sum, o, 8);
	if (row < rows && lane == 0)
		y[row] = sum;
}

extern "C" __global__ void
spm_ell_row(int num_rows, int num_cols_per_row, const int *indices, const float *data,
            const float *x, float *y)
{
	int row = blockDim.x * blockIdx.x + threadIdx.x;

	if (row < num_rows) {
		float dot = 0;
		for (int n = 0; n < num_cols_per_row; n++) {
			int col = indices[num_rows * n + row];
			float val = data[num_rows * n + row];
			if (val != 0)
				dot += val * x[col];
		}
		y[row] = dot;
	}
}

extern "C" __global__ void
spm_coo_atomic(const int *rows, const int *cols, const double *values, const double *x, double *y,
               int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		atomicAdd(&y[rows[i]], values[i] * x[cols[i]]);
}

// Blocks of 4 x 4: four lanes a row of blocks, a lane a row of each.
extern "C" __global__ void
spm_blocks_four(const int *ptr, const int *col, const float4 *val, const float4 *x, float *y,
                int block_rows)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int row = t / 4, r = t % 4;
	if (row >= block_rows)
		return;
	float sum = 0.0f;
	for (int b = ptr[row]; b < ptr[row + 1]; b++) {
		float4 a = val[b * 4 + r], v = x[col[b]];
		sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
	}
	y[t] = sum;
}

// One step of breadth first: the frontier's places call their neighbours.
extern "C" __global__ void
gra_frontier_expand(const int *edges, const int *dests, const int *frontier, int size, int *next,
                    const int *level, int *reached, unsigned *tail, unsigned room, int now)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= size)
		return;
	int vertex = frontier[t];
	for (int i = edges[vertex]; i < edges[vertex + 1]; i++) {
		int d = dests[i];
		if (level[d] > now) {
			reached[d] = now;
			next[atomicAdd(tail, 1u) % room] = d;
		}
	}
}

// Bottom up: who has a neighbour of the last level stops looking.
extern "C" __global__ void
gra_bottom_up(const int *ptr, const int *adj, const int *level, int *fresh, int n, int now)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int found = 0;
	if (level[v] > now)
		for (int i = ptr[v]; i < ptr[v + 1]; i++)
			if (level[adj[i]] == now) {
				found = 1;
				break;
			}
	fresh[v] = found;
}

// All shortest paths, step k.
extern "C" __global__ void
gra_paths_through(int *dist, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
	__shared__ int best;

	if (threadIdx.x == 0)
		best = dist[i * n + k];
	__syncthreads();
	if (j >= n)
		return;
	int through = best + dist[k * n + j], old = dist[i * n + j];
	dist[i * n + j] = through < old ? through : old;
}

extern "C" __global__ void
str_find_pattern(const char *text, const char *pattern, int *found, int n, int m)
{
	int start = blockIdx.x * blockDim.x + threadIdx.x;
	if (start > n - m)
		return;
	int j = 0;
	while (j < m && text[start + j] == pattern[j])
		j++;
	found[start] = j == m;
}

// Words begin where a letter follows a space.
extern "C" __global__ void
str_count_words(const unsigned char *text, int n, unsigned *words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool begins = i < n && text[i] > 31 && (i == 0 || text[i - 1] <= 31);
	unsigned mask = __ballot_sync(0xffffffff, begins);

	if ((threadIdx.x & 31) == 0 && mask)
		atomicAdd(words, __popc(mask));
}

// How far two short words stand apart, a pair a thread, a row of the table in local memory.
extern "C" __global__ void
str_edit_distance(const unsigned char *a, const unsigned char *b, int *out, int pairs)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= pairs)
		return;
	unsigned char row[17];
	for (int j = 0; j <= 16; j++)
		row[j] = j;
	for (int i = 1; i <= 16; i++) {
		int diagonal = row[0];
		row[0] = i;
		unsigned char letter = a[t * 16 + i - 1];
		for (int j = 1; j <= 16; j++) {
			int up = row[j];
			int cost = diagonal + (letter != b[t * 16 + j - 1]);
			row[j] = min(min(up, (int)row[j - 1]) + 1, cost);
			diagonal = up;
		}
	}
	out[t] = row[16];
}

__device__ uint32_t
murmur_mix(uint32_t k)
{
	k ^= k >> 16;
	k *= 0x85ebca6b;
	k ^= k >> 13;
	k *= 0xc2b2ae35;
	k ^= k >> 16;
	return k;
}

// Keys and values side by side, 0 means empty, one slot on at a time.
extern "C" __global__ void
hsx_find_linear(const uint2 *table, const uint32_t *keys, uint32_t *values, uint32_t capacity,
                int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t key = keys[i], slot = murmur_mix(key) & (capacity - 1), value = 0xffffffffu;
	for (int tries = 0; tries < 32; tries++) {
		uint2 entry = table[slot];
		if (entry.x == key) {
			value = entry.y;
			break;
		}
		if (entry.x < 4)
			break;
		slot = (slot + 1) & (capacity - 1);
	}
	values[i] = value;
}

// Three bits of a filter for each key.
extern "C" __global__ void
hsx_bloom_add(const uint32_t *keys, uint32_t *bits, int n, uint32_t mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint32_t h = murmur_mix(keys[i]), step = h >> 17 | 1;
#pragma unroll
		for (int k = 0; k < 3; k++) {
			uint32_t bit = (h + k * step) & mask;
			atomicOr(&bits[bit >> 5], 1u << (bit & 31));
		}
	}
}
