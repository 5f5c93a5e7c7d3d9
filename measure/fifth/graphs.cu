// Sparse matrices, graphs and tables.

// y = A x in double: the rows of a slice of 32 stand side by side, each of its own length.
extern "C" __global__ void
gr_sliced_rows(const double *__restrict__ values, const int *__restrict__ columns,
	       const int *__restrict__ lengths, const double *__restrict__ x,
	       double *__restrict__ y, int rows, int room)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	size_t at = (size_t)(row / 32) * 32 * room + row % 32;
	double sum = 0;
	int length = lengths[row];
	for (int i = 0; i < length; i++)
		sum += values[at + (size_t)i * 32] * x[columns[at + (size_t)i * 32]];
	y[row] = sum;
}

// y = A x by triples in double: each lane adds into its row.
extern "C" __global__ void
gr_triples_double(const double *values, const int *rows, const int *columns, const double *x,
		  double *y, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		atomicAdd(&y[rows[i]], values[i] * x[columns[i]]);
}

// y = A x with dense blocks of 4 x 4; 16 lanes a block, a half warp walks a row of blocks.
extern "C" __global__ void
gr_blocks_4x4(const float *__restrict__ values, const int *__restrict__ starts,
	      const int *__restrict__ columns, const float *__restrict__ x, float *__restrict__ y,
	      int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, l = threadIdx.x % 16;
	if (row >= rows)
		return;
	float sum = 0;
	for (int b = starts[row]; b < starts[row + 1]; b++)
		sum += values[(size_t)b * 16 + l] * x[columns[b] * 4 + l % 4];
	sum += __shfl_xor_sync(~0u, sum, 1);
	sum += __shfl_xor_sync(~0u, sum, 2);
	if (l % 4 == 0)
		y[row * 4 + l / 4] = sum;
}

// Breadth first: those on the front look at their neighbours.
extern "C" __global__ void
gr_front_step(const int *starts, const int *edges, const unsigned char *front, unsigned char *next,
	      const unsigned char *seen, int *cost, int nodes)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < nodes && front[v] < 64) {
		for (int e = starts[v]; e < starts[v + 1]; e++) {
			int u = edges[e];
			if (seen[u] < 128) {
				cost[u] = cost[v] + 1;
				next[u] = 1;
			}
		}
	}
}

// Ranks of pages: a node gathers what those that point at it give.
extern "C" __global__ void
gr_rank_pull(const int *__restrict__ starts, const int *__restrict__ sources,
	     const float *__restrict__ give, float *__restrict__ rank, float damping, int nodes)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= nodes)
		return;
	float s = 0;
	for (int e = starts[v]; e < starts[v + 1]; e++)
		s += give[sources[e]];
	rank[v] = (1 - damping) / nodes + damping * s;
}

// Shortest ways: an edge lets the smaller cost through, atomically.
extern "C" __global__ void
gr_relax_edges(const int *from, const int *to, const int *weight, const int *cost, int *next,
	       int *changed, int edges)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	int c = cost[from[e]] + weight[e];
	if (c < cost[to[e]]) {
		atomicMin(&next[to[e]], c);
		*changed = 1;
	}
}

// How many neighbours two ends of an edge share: both lists are in order and merged.
extern "C" __global__ void
gr_triangles(const int *__restrict__ lists, const int *__restrict__ a, const int *__restrict__ b,
	     unsigned long long *total, int edges, int degree)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (e < edges) {
		const int *p = lists + (size_t)a[e] * degree, *q = lists + (size_t)b[e] * degree;
		int i = 0, j = 0;
		while (i < degree && j < degree) {
			int u = p[i], w = q[j];
			found += u == w;
			i += u <= w;
			j += w <= u;
		}
	}
	found = __reduce_add_sync(~0u, found);
	if (threadIdx.x % 32 == 0 && found)
		atomicAdd(total, (unsigned long long)found);
}

// A table of keys with open places: how many of the queries it holds.
extern "C" __global__ void
gr_probe_table(const unsigned long long *__restrict__ table, const unsigned *__restrict__ queries,
	       unsigned *__restrict__ found, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = queries[i], h = key * 0x9e3779b1u;
	h ^= h >> 15;
	unsigned value = ~0u;
	for (int k = 0; k < 64; k++) {
		unsigned long long slot = table[(h + k) & mask];
		if ((unsigned)slot == key) {
			value = slot >> 32;
			break;
		}
		if ((unsigned)slot < 0x20000000u)
			break;
	}
	found[i] = value;
}
