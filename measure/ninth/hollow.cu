/*
 * Sparse matrices and graphs.
 */
extern "C" __global__ void
csr_thread_double(int rows, const int *start, const int *column, const double *value,
		  const double *x, double *y)
{
	int row = blockDim.x * blockIdx.x + threadIdx.x;
	if (row < rows) {
		double dot = 0;
		int end = start[row + 1];
		for (int j = start[row]; j < end; j++)
			dot += value[j] * x[column[j]];
		y[row] += dot;
	}
}

extern "C" __global__ void
csr_warp_float(const int *__restrict__ start, const int *__restrict__ column,
	       const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y,
	       int rows)
{
	const int lane = threadIdx.x & 31;
	const int warps = gridDim.x * blockDim.x >> 5;
	for (int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; row < rows; row += warps) {
		float sum = 0.f;
		for (int j = start[row] + lane; j < start[row + 1]; j += 32)
			sum += value[j] * x[column[j]];
		for (int d = 16; d; d >>= 1)
			sum += __shfl_down_sync(0xffffffff, sum, d);
		if (!lane)
			y[row] = sum;
	}
}

/* Rows of different lengths, each at a fixed place. */
extern "C" __global__ void
csr_uneven_rows(const int *length, const int *column, const float *value, const float *x, float *y,
		int rows, int most)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0;
	for (int k = 0; k < length[row]; k++)
		sum += value[row * most + k] * x[column[row * most + k]];
	y[row] = sum;
}

/* Sparse times 32 dense columns: a lane for each. */
extern "C" __global__ void
csr_times_dense(const int *start, const int *column, const float *value, const float *dense,
		float *out, int rows)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0;
	for (int j = start[row]; j < start[row + 1]; j++)
		sum += value[j] * dense[column[j] * 32 + threadIdx.x];
	out[row * 32 + threadIdx.x] = sum;
}

/* Products of rows at the places of a pattern: eight lanes for one. */
extern "C" __global__ void
csr_sampled_products(const int *rows, const int *cols, const float4 *left, const float4 *right,
		     float *out, int n, int quads)
{
	int at = (blockIdx.x * blockDim.x + threadIdx.x) / 8, part = threadIdx.x % 8;
	if (at >= n)
		return;
	const float4 *u = left + rows[at] * quads, *v = right + cols[at] * quads;
	float sum = 0;
	for (int q = part; q < quads; q += 8) {
		float4 a = u[q], b = v[q];
		sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	}
	unsigned mask = 0xffu << (threadIdx.x & 24);
	for (int d = 4; d; d >>= 1)
		sum += __shfl_down_sync(mask, sum, d, 8);
	if (part == 0)
		out[at] = sum;
}

extern "C" __global__ void
csr_transposed_add(const int *start, const int *column, const float *value, const float *x,
		   float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float v = x[row];
	for (int j = start[row]; j < start[row + 1]; j++)
		atomicAdd(&y[column[j]], value[j] * v);
}

/* Diagonals of a banded matrix. */
extern "C" __global__ void
csr_diagonals(const double *diagonals, const int *offsets, const double *x, double *y, int n,
	      int count)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= n)
		return;
	double sum = 0;
	for (int d = 0; d < count; d++) {
		int col = row + offsets[d];
		if (col >= 0 && col < n)
			sum += diagonals[(size_t)d * n + row] * x[col];
	}
	y[row] = sum;
}

extern "C" __global__ void
edge_level(const int *start, const int *neighbour, const int *depth, int *next, int *changed,
	   int nodes, int level)
{
	int node = blockIdx.x * blockDim.x + threadIdx.x;
	if (node >= nodes || depth[node] != level)
		return;
	for (int e = start[node]; e < start[node + 1]; e++) {
		int to = neighbour[e];
		if (depth[to] > level + 1) {
			next[to] = level + 1;
			*changed = 1;
		}
	}
}

extern "C" __global__ void
edge_push_rank(const int *from, const int *to, const float *rank, const int *degree, float *next,
	       int edges)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < edges) {
		int s = from[e];
		atomicAdd(&next[to[e]], 0.85f * rank[s] / (degree[s] + 1));
	}
}

extern "C" __global__ void
edge_least_label(const int *start, const int *neighbour, const int *label, int *next, int nodes)
{
	int node = blockIdx.x * blockDim.x + threadIdx.x;
	if (node >= nodes)
		return;
	int least = label[node];
	for (int e = start[node]; e < start[node + 1]; e++)
		least = min(least, label[neighbour[e]]);
	next[node] = least;
}

extern "C" __global__ void
edge_conflicts(const int2 *edges, const unsigned char *colour, int *count, int n)
{
	int mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int2 e = edges[i];
		mine += colour[e.x] == colour[e.y];
	}
	for (int d = 16; d > 0; d /= 2)
		mine += __shfl_down_sync(0xffffffff, mine, d);
	if (threadIdx.x % 32 == 0 && mine > 0)
		atomicAdd(count, mine);
}
