// Many small systems at once, and sparse matrices.
#include <cooperative_groups.h>

// A matrix a thread, element by element across the batch; upper triangle is not touched.
template <int N>
__global__ void choleskyAcross(const float *__restrict__ in, float *__restrict__ out, int count)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= count)
		return;
	float l[N][N];
#pragma unroll
	for (int i = 0; i < N; i++)
#pragma unroll
		for (int j = 0; j <= i; j++)
			l[i][j] = in[(i * N + j) * count + t] + (i == j ? (float)N : 0.f);
#pragma unroll
	for (int j = 0; j < N; j++) {
#pragma unroll
		for (int k = 0; k < j; k++)
			l[j][j] -= l[j][k] * l[j][k];
		l[j][j] = sqrtf(l[j][j]);
		float inverse = 1.f / l[j][j];
#pragma unroll
		for (int i = j + 1; i < N; i++) {
#pragma unroll
			for (int k = 0; k < j; k++)
				l[i][j] -= l[i][k] * l[j][k];
			l[i][j] *= inverse;
		}
	}
#pragma unroll
	for (int i = 0; i < N; i++)
#pragma unroll
		for (int j = 0; j <= i; j++)
			out[(i * N + j) * count + t] = l[i][j];
}
template __global__ void choleskyAcross<4>(const float *, float *, int);
template __global__ void choleskyAcross<7>(const float *, float *, int);

// 16 equations a half warp, a row a lane, the pivot wherever it is greatest.
extern "C" __global__ void la_gauss_jordan_half_warp(const double *__restrict__ A,
                                                     const double *__restrict__ b,
                                                     double *__restrict__ x, int systems)
{
	int system = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
	bool real = system < systems;
	double row[16], right = real ? b[system * 16 + lane] : 1;
#pragma unroll
	for (int j = 0; j < 16; j++)
		row[j] = real ? A[(system * 16 + lane) * 16 + j] : (j == lane);
	bool done = false;
	int column = lane;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		double most = done ? -1 : fabs(row[k]);
		int who = lane;
		for (int o = 8; o > 0; o >>= 1) {
			double v = __shfl_xor_sync(0xffffffffu, most, o, 16);
			int w = __shfl_xor_sync(0xffffffffu, who, o, 16);
			if (v > most || (v == most && w < who)) {
				most = v;
				who = w;
			}
		}
		double factor = row[k] / __shfl_sync(0xffffffffu, row[k], who, 16);
		if (lane == who) {
			done = true;
			column = k;
			factor = 0;
		}
#pragma unroll
		for (int j = k; j < 16; j++)
			row[j] -= factor * __shfl_sync(0xffffffffu, row[j], who, 16);
		right -= factor * __shfl_sync(0xffffffffu, right, who, 16);
	}
	double diagonal = 1;
#pragma unroll
	for (int j = 0; j < 16; j++)
		if (j == column)
			diagonal = row[j];
	if (real)
		x[system * 16 + column] = right / diagonal;
}

// Thomas's method, a system a thread, equation by equation across the batch.
extern "C" __global__ void la_tridiagonal_across(const float *lower, const float *diagonal, const float *upper,
                                                 const float *right, float *c, float *x, int n,
                                                 int systems)
{
	const int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	float before = 0, value = 0;
	for (int i = 0; i < n; i++) {
		size_t at = (size_t)i * systems + s;
		float a = i > 0 ? lower[at] : 0.f;
		float inverse = 1.f / (diagonal[at] + 3.f - a * before);
		before = upper[at] * inverse;
		value = (right[at] - a * value) * inverse;
		c[at] = before;
		x[at] = value;
	}
	for (int i = n - 2; i >= 0; i--) {
		size_t at = (size_t)i * systems + s;
		value = x[at] - c[at] * value;
		x[at] = value;
	}
}

// Eigenvalues of symmetric 3 x 3 matrices, six numbers each, by Jacobi's rotations.
extern "C" __global__ void la_sym3_eigen_by_rotations(const float2 *__restrict__ tensors, float *__restrict__ out,
                                                     unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 p = tensors[3 * i], q = tensors[3 * i + 1], r = tensors[3 * i + 2];
	float xx = p.x, yy = p.y, zz = q.x, xy = q.y, xz = r.x, yz = r.y;
	auto rotate = [](float &a, float &b, float &off, float &u, float &v) {
		if (fabsf(off) < 1e-12f)
			return;
		float theta = (b - a) / (2 * off);
		float t = copysignf(1.f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1));
		float c = rsqrtf(t * t + 1), s = t * c;
		a -= t * off;
		b += t * off;
		off = 0;
		float w = u;
		u = c * w - s * v;
		v = s * w + c * v;
	};
	for (int sweep = 0; sweep < 5; sweep++) {
		rotate(xx, yy, xy, xz, yz);
		rotate(xx, zz, xz, xy, yz);
		rotate(yy, zz, yz, xy, xz);
	}
	float low = fminf(xx, fminf(yy, zz)), high = fmaxf(xx, fmaxf(yy, zz));
	out[i] = low;
	out[n + i] = xx + yy + zz - low - high;
	out[2 * n + i] = high;
}

// Rows of uneven length within their places: `room` each, how many are used is told in `used`.
extern "C" __global__ void spmv_csr_uneven_rows(const int *row_begin, const unsigned char *used,
                                                const int *column, const float *value, const float *x,
                                                float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows) {
		float sum = 0;
		int end = row_begin[row] + used[row];
		for (int i = row_begin[row]; i < end; i++)
			sum += value[i] * x[column[i]];
		y[row] = sum;
	}
}

// LANES lanes a row.
template <int LANES, typename T>
__global__ void spmvTiles(const long long *__restrict__ row_begin, const int *__restrict__ column,
                          const T *__restrict__ value, const T *__restrict__ x, T *__restrict__ y,
                          int rows)
{
	namespace cg = cooperative_groups;
	auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
	for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES; row < rows;
	     row += gridDim.x * blockDim.x / LANES) {
		T sum = 0;
		for (long long i = row_begin[row] + tile.thread_rank(); i < row_begin[row + 1]; i += LANES)
			sum += value[i] * x[column[i]];
		for (int o = LANES / 2; o > 0; o /= 2)
			sum += tile.shfl_down(sum, o);
		if (tile.thread_rank() == 0)
			y[row] = sum;
	}
}
template __global__ void spmvTiles<4, float>(const long long *, const int *, const float *, const float *, float *, int);
template __global__ void spmvTiles<16, double>(const long long *, const int *, const double *, const double *, double *, int);

// A sparse matrix times a dense one, as features are gathered over neighbours: a mean.
extern "C" __global__ void spmm_mean_of_neighbours(const int *__restrict__ row_begin,
                                                   const int *__restrict__ column,
                                                   const float *__restrict__ dense, float *__restrict__ out,
                                                   int rows, int features)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	int begin = row_begin[row], end = row_begin[row + 1];
	float scale = end > begin ? 1.0f / (end - begin) : 0.0f;
	for (int f = threadIdx.x; f < features; f += blockDim.x) {
		float sum = 0;
		for (int i = begin; i < end; i++)
			sum += dense[(size_t)column[i] * features + f];
		out[(size_t)row * features + f] = sum * scale;
	}
}

// Blocks of 4 x 4; four threads a block row, a row of the block each.
extern "C" __global__ void spmv_blocks_of_four(const int *block_begin, const int *block_column,
                                               const float4 *blocks, const float4 *x, float *y,
                                               int block_rows)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int row = t >> 2, part = t & 3;
	if (row >= block_rows)
		return;
	float sum = 0;
	for (int b = block_begin[row]; b < block_begin[row + 1]; ++b) {
		float4 m = blocks[4 * b + part], v = __ldg(&x[block_column[b]]);
		sum += m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w;
	}
	y[t] = sum;
}
