// Kinds known from benchmarks of many years: grids of charges, sparse matrices, queues, sweeps.

__constant__ float4 ben_atoms[1024];

// Charges within a cutoff, on a slice of a grid; four places a thread.
extern "C" __global__ void ben_cutoff_potential(
	float *grid, int atoms, float spacing, float cutoff2, float z)
{
	int x = blockIdx.x * blockDim.x * 4 + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	int width = gridDim.x * blockDim.x * 4;
	float py = y * spacing, e[4] = {0, 0, 0, 0};
	for (int a = 0; a < atoms; a++) {
		float4 p = ben_atoms[a];
		float dy = p.y - py, dz = p.z - z, yz = dy * dy + dz * dz;
#pragma unroll
		for (int i = 0; i < 4; i++) {
			float dx = p.x - (x + i * blockDim.x) * spacing, r2 = dx * dx + yz;
			if (r2 < cutoff2) {
				float s = 1.0f - r2 / cutoff2;
				e[i] += p.w * rsqrtf(r2 + 1e-6f) * s * s;
			}
		}
	}
	for (int i = 0; i < 4; i++)
		grid[(size_t)y * width + x + i * blockDim.x] += e[i];
}

struct ben_sample {
	float kx, ky, kz, magnitude;
};
__constant__ ben_sample ben_samples[1024];

// A sum of waves at each place of a body.
extern "C" __global__ void ben_wave_sums(const float *__restrict__ x, const float *__restrict__ y,
	const float *__restrict__ z, float *__restrict__ real, float *__restrict__ imaginary,
	int samples)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float px = x[i], py = y[i], pz = z[i], r = real[i], q = imaginary[i];
	for (int k = 0; k < samples; k++) {
		float angle = 6.2831853f * (ben_samples[k].kx * px + ben_samples[k].ky * py +
						   ben_samples[k].kz * pz);
		r += ben_samples[k].magnitude * cosf(angle);
		q += ben_samples[k].magnitude * sinf(angle);
	}
	real[i] = r;
	imaginary[i] = q;
}

// Angles between pairs of stars, counted in bins; a histogram for each warp.
extern "C" __global__ void ben_pair_angles(const float *__restrict__ x, const float *__restrict__ y,
	const float *__restrict__ z, const float *__restrict__ edges, unsigned *__restrict__ out,
	int n, int bins)
{
	__shared__ unsigned counts[8][33];
	__shared__ float bx[256], by[256], bz[256], limits[32];
	int t = threadIdx.x, warp = t / 32, i = blockIdx.x * 256 + t;
	for (int k = t; k < 8 * 33; k += 256)
		counts[k / 33][k % 33] = 0;
	if (t < bins)
		limits[t] = 1.0f - edges[t] * 0.01f - 0.06f * t;
	float px = x[i], py = y[i], pz = z[i];
	for (int j0 = 0; j0 < n; j0 += 256) {
		__syncthreads();
		bx[t] = x[j0 + t];
		by[t] = y[j0 + t];
		bz[t] = z[j0 + t];
		__syncthreads();
		for (int j = 0; j < 256; j++) {
			float dot = px * bx[j] + py * by[j] + pz * bz[j];
			int low = 0, high = bins;
			while (high > low + 1) {
				int mid = (low + high) / 2;
				if (dot >= limits[mid])
					high = mid;
				else
					low = mid;
			}
			atomicAdd(&counts[warp][low], 1u);
		}
	}
	__syncthreads();
	if (t < bins) {
		unsigned sum = 0;
		for (int w = 0; w < 8; w++)
			sum += counts[w][t];
		out[blockIdx.x * bins + t] = sum;
	}
}

// What would be gained by opening a centre: points in planes by dimension, the centre in shared
// memory.
extern "C" __global__ void ben_centre_gain(const float *coord, const float *weight,
	const float *cost, const int *assigned, float *lower, char *switches, int n, int dims,
	int candidate, int centres)
{
	extern __shared__ float centre[];
	for (int d = threadIdx.x; d < dims; d += blockDim.x)
		centre[d] = coord[(size_t)d * n + candidate];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int d = 0; d < dims; d++) {
		float e = coord[(size_t)d * n + i] - centre[d];
		sum += e * e;
	}
	float x = sum * weight[i];
	if (x < cost[i]) {
		switches[i] = 1;
		lower[(size_t)i * (centres + 1) + centres] = x - cost[i];
	} else {
		switches[i] = 0;
		lower[(size_t)i * (centres + 1) + assigned[i]] += cost[i] - x;
	}
}

// Resampling of particles: each draw looks along the running weights for its place.
extern "C" __global__ void ben_particle_pick(const double *xs, const double *ys,
	const double *running, double *new_xs, double *new_ys, double start, double step, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double u = start + i * step;
	int at = -1;
	for (int k = 0; k < n; k++)
		if (running[k] >= u) {
			at = k;
			break;
		}
	if (at < 0)
		at = n - 1;
	new_xs[i] = xs[at];
	new_ys[i] = ys[at];
}

// A step of Jacobi's in double, and the largest change of all.
extern "C" __global__ void ben_jacobi_norm(const double *__restrict__ from, double *__restrict__ to,
	unsigned long long *norm, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	double most = 0;
	for (int y = blockIdx.y * blockDim.y + threadIdx.y + 1; y < height - 1;
		y += gridDim.y * blockDim.y)
		if (x < width - 1) {
			size_t at = (size_t)y * width + x;
			double v = 0.25 * (from[at - 1] + from[at + 1] + from[at - width] +
						  from[at + width]);
			to[at] = v;
			most = fmax(most, fabs(v - from[at]));
		}
	for (int d = 16; d; d >>= 1)
		most = fmax(most, __shfl_xor_sync(~0u, most, d));
	if (threadIdx.x % 32 == 0)
		atomicMax(norm, (unsigned long long)__double_as_longlong(most));
}

// One level of a search from a queue: a block gathers what it finds, then takes room for it.
extern "C" __global__ void ben_queue_level(const int *__restrict__ starts,
	const int *__restrict__ targets, const int *__restrict__ queue,
	const int *__restrict__ depth, int *__restrict__ out, int *out_count, int n, int degree,
	int level)
{
	__shared__ int found[2048], count, base;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int v = queue[i], from = starts[v];
		for (int e = 0; e < degree; e++) {
			int w = targets[from + e];
			if (depth[w] == level) {
				int at = atomicAdd(&count, 1);
				if (at < 2048)
					found[at] = w;
			}
		}
	}
	__syncthreads();
	int all = min(count, 2048);
	if (threadIdx.x == 0)
		base = atomicAdd(out_count, all) & 0xfffff;
	__syncthreads();
	for (int k = threadIdx.x; k < all; k += blockDim.x)
		out[base + k] = found[k];
}

// Each place gives its rank in equal parts to those it points to.
extern "C" __global__ void ben_rank_push(const int *__restrict__ starts,
	const int *__restrict__ counts, const int *__restrict__ targets,
	const float *__restrict__ rank, float *next, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int from = starts[v], degree = counts[v];
	if (!degree)
		return;
	float share = 0.85f * rank[v] / degree;
	for (int e = from; e < from + degree; e++)
		atomicAdd(&next[targets[e]], share);
}

// Products of a block's rows in shared memory, then a thread sums a row.
extern "C" __global__ void __launch_bounds__(128) ben_stream_rows(const int *__restrict__ starts,
	const int *__restrict__ columns, const double *__restrict__ values,
	const double *__restrict__ x, double *__restrict__ y, int rows)
{
	__shared__ double products[2048];
	int first = blockIdx.x * 128, row = first + threadIdx.x, last = min(first + 128, rows);
	int from = starts[first], to = starts[last];
	for (int i = from + threadIdx.x; i < to; i += 128)
		products[i - from] = values[i] * x[columns[i]];
	__syncthreads();
	if (row < rows) {
		double sum = 0;
		for (int i = starts[row]; i < starts[row + 1]; i++)
			sum += products[i - from];
		y[row] = sum;
	}
}

// Blocks of 4 x 4, as many in each row of blocks; four lanes a row.
extern "C" __global__ void ben_blocks_ell(const int *__restrict__ columns,
	const float4 *__restrict__ values, const float4 *__restrict__ x, float *__restrict__ y,
	int block_rows, int per_row)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, br = t / 4, r = t % 4;
	if (br >= block_rows)
		return;
	float sum = 0;
	for (int b = 0; b < per_row; b++) {
		size_t at = (size_t)b * block_rows + br;
		float4 v = __ldg(&values[at * 4 + r]), u = __ldg(&x[columns[at]]);
		sum += v.x * u.x + v.y * u.y + v.z * u.z + v.w * u.w;
	}
	y[t] = sum;
}

// A += u1 v1' + u2 v2'.
extern "C" __global__ void ben_gemver_update(
	double *a, const double *u1, const double *v1, const double *u2, const double *v2, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n)
		a[(size_t)i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

// Mean and spread of each column of a table, a thread a column, two passes.
extern "C" __global__ void ben_column_spread(
	const float *data, float *mean, float *spread, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= m)
		return;
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += data[(size_t)i * m + j];
	float mu = sum / n, squares = 0;
	for (int i = 0; i < n; i++)
		squares += (data[(size_t)i * m + j] - mu) * (data[(size_t)i * m + j] - mu);
	float s = sqrtf(squares / n);
	mean[j] = mu;
	spread[j] = s <= 0.1f ? 1.0f : s;
}

// Electric field of a plane from the magnetic one, both parts in one kernel.
extern "C" __global__ void ben_fdtd_electric(double *__restrict__ ex, double *__restrict__ ey,
	const double *__restrict__ hz, int nx, int ny)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= nx || j >= ny)
		return;
	if (i > 0)
		ey[i * ny + j] = ey[i * ny + j] - 0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
	if (j > 0)
		ex[i * (ny + 1) + j] =
			ex[i * (ny + 1) + j] - 0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

// One layer forward: products of 16 x 16 folded in shared memory in steps of a power of two.
extern "C" __global__ void ben_layer_forward(
	const float *input, const float *weights, float *partial, int hidden)
{
	__shared__ float node[16], matrix[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, by = blockIdx.y;
	int index = (hidden + 1) * 16 * by + (hidden + 1) * (ty + 1) + tx + 1;
	if (tx == 0)
		node[ty] = input[16 * by + ty + 1];
	__syncthreads();
	matrix[ty][tx] = weights[index] * node[ty];
	__syncthreads();
	for (int i = 1; i <= 4; i++) {
		int two = 1 << i;
		if (ty % two == 0)
			matrix[ty][tx] += matrix[ty + two / 2][tx];
		__syncthreads();
	}
	if (tx == 0)
		partial[by * hidden + ty] = matrix[tx][ty];
}

// Rows of an elimination below one pivot, multipliers worked out before.
extern "C" __global__ void ben_eliminate(const float *__restrict__ m, float *__restrict__ a,
	float *__restrict__ b, int size, int pivot)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= size - 1 - pivot || j >= size - pivot)
		return;
	a[size * (i + 1 + pivot) + (j + pivot)] -=
		m[size * (i + 1 + pivot) + pivot] * a[size * pivot + (j + pivot)];
	if (j == 0)
		b[i + 1 + pivot] -= m[size * (i + 1 + pivot) + pivot] * b[pivot];
}

// Implicit sweeps along rows: a thread a line, forward with a scratch plane, then back.
extern "C" __global__ void ben_implicit_sweep(const float *__restrict__ u, float *__restrict__ v,
	float *__restrict__ p, float *__restrict__ q, int n, float a, float b, float c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (i >= n - 1)
		return;
	v[i] = 1;
	p[i * n] = 0;
	q[i * n] = 1;
	for (int j = 1; j < n - 1; j++) {
		float d = a * p[i * n + j - 1] + b;
		p[i * n + j] = -c / d;
		q[i * n + j] = (-c * u[j * n + i - 1] + (1.0f + 2.0f * c) * u[j * n + i] -
				       c * u[j * n + i + 1] - a * q[i * n + j - 1]) /
			       d;
	}
	v[(n - 1) * n + i] = 1;
	for (int j = n - 2; j > 0; j--)
		v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
}

// Sparse rows in order of their length, the k-th entries of all together.
extern "C" __global__ void ben_jagged_rows(const float *__restrict__ values,
	const int *__restrict__ columns, const int *__restrict__ perm,
	const int *__restrict__ lengths, const int *__restrict__ jumps, const float *__restrict__ x,
	float *__restrict__ y, int rows)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum = 0;
	int n = lengths[r / 32];
	for (int k = 0; k < n; k++) {
		int j = jumps[k] + r;
		sum += values[j] * x[columns[j]];
	}
	y[perm[r]] = sum;
}

// A cell's membrane in double, an instance a thread, explicit steps with six gates.
extern "C" __global__ void ben_heart_cells(double *__restrict__ state, int n, int steps, double dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = -80.0 + state[i], gate[6];
	for (int g = 0; g < 6; g++)
		gate[g] = fabs(state[(size_t)(g + 1) * n + i]);
	for (int s = 0; s < steps; s++) {
		double current = 0;
#pragma unroll
		for (int g = 0; g < 6; g++) {
			double a = 0.1 * (g + 1) / (1.0 + exp(-(v + 40.0 + g) / 10.0));
			double b = 0.05 * exp(-(v + 60.0) / (18.0 + g));
			gate[g] += dt * (a * (1.0 - gate[g]) - b * gate[g]);
			current += gate[g] * gate[g] * (v - (g & 1 ? -90.0 : 50.0));
		}
		v -= dt * 0.3 * current;
	}
	state[i] = v * 0.01;
	for (int g = 0; g < 6; g++)
		state[(size_t)(g + 1) * n + i] = gate[g];
}
