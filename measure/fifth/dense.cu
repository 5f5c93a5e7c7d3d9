// Products of matrices and their kin: split in depth, fetched ahead, batched, of PolyBench's kind.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// C += A B by tensor cores, the depth split over blockIdx.z, the parts added atomically.
extern "C" __global__ void __launch_bounds__(128)
	gem_wmma_split(const half *__restrict__ a, const half *__restrict__ b,
		       float *__restrict__ c, int m, int n, int k, int depth)
{
	__shared__ __align__(32) half as[64][40], bs[32][72];
	int warp = threadIdx.x / 32, wy = warp / 2, wx = warp % 2;
	int row = blockIdx.y * 64, col = blockIdx.x * 64, from = blockIdx.z * depth;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(acc[i][j], 0.0f);
	for (int t = from; t < from + depth; t += 32) {
		for (int i = threadIdx.x; i < 64 * 4; i += 128)
			*(uint4 *)&as[i / 4][i % 4 * 8] =
				*(const uint4 *)&a[(size_t)(row + i / 4) * k + t + i % 4 * 8];
		for (int i = threadIdx.x; i < 32 * 8; i += 128)
			*(uint4 *)&bs[i / 8][i % 8 * 8] =
				*(const uint4 *)&b[(size_t)(t + i / 8) * n + col + i % 8 * 8];
		__syncthreads();
#pragma unroll
		for (int s = 0; s < 32; s += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(fa[i], &as[wy * 32 + i * 16][s], 40);
				wmma::load_matrix_sync(fb[i], &bs[s][wx * 32 + i * 16], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			for (int e = 0; e < acc[i][j].num_elements; e++) {
				int lane = threadIdx.x % 32;
				int r = row + wy * 32 + i * 16 + lane / 4 + (e & 2 ? 8 : 0);
				int q = col + wx * 32 + j * 16 + lane % 4 * 2 + (e & 1) +
					(e & 4 ? 8 : 0);
				if (r < m && q < n)
					atomicAdd(&c[(size_t)r * n + q], acc[i][j].x[e]);
			}
}

// Tiles of 64 x 64 fetched a turn ahead past the registers, 4 x 4 results a thread.
extern "C" __global__ void __launch_bounds__(256)
	gem_fetch_ahead(const float *__restrict__ a, const float *__restrict__ b,
			float *__restrict__ c, int m, int n, int k)
{
	__shared__ __align__(16) float as[2][64][16 + 4], bs[2][16][64];
	int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
	int row = blockIdx.y * 64, col = blockIdx.x * 64;
	auto fetch = [&](int stage, int t) {
		int r = threadIdx.x / 4, q = threadIdx.x % 4 * 4;
		__pipeline_memcpy_async(&as[stage][r][q], &a[(size_t)(row + r) * k + t + q], 16);
		r = threadIdx.x / 16, q = threadIdx.x % 16 * 4;
		__pipeline_memcpy_async(&bs[stage][r][q], &b[(size_t)(t + r) * n + col + q], 16);
		__pipeline_commit();
	};
	float acc[4][4] = {};
	fetch(0, 0);
	for (int t = 0, stage = 0; t < k; t += 16, stage ^= 1) {
		if (t + 16 < k) {
			fetch(stage ^ 1, t + 16);
			__pipeline_wait_prior(1);
		} else {
			__pipeline_wait_prior(0);
		}
		__syncthreads();
#pragma unroll
		for (int s = 0; s < 16; s++) {
			float4 q = *(float4 *)&bs[stage][s][tx * 4];
#pragma unroll
			for (int i = 0; i < 4; i++) {
				float p = as[stage][ty * 4 + i][s];
				acc[i][0] += p * q.x;
				acc[i][1] += p * q.y;
				acc[i][2] += p * q.z;
				acc[i][3] += p * q.w;
			}
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		*(float4 *)&c[(size_t)(row + ty * 4 + i) * n + col + tx * 4] =
			make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// Inverts a small symmetric matrix for each thread's index, matrices interleaved or apart.
template <int N, typename T>
__global__ void
gem_invert_small(const T *in, T *out, int batch, int apart)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= batch)
		return;
	T a[N][N], b[N][N];
	for (int r = 0; r < N; r++)
		for (int c = 0; c < N; c++) {
			a[r][c] = apart ? in[(size_t)i * N * N + r * N + c]
					: in[(size_t)(r * N + c) * batch + i];
			a[r][c] += r == c ? N : 0;
			b[r][c] = r == c;
		}
#pragma unroll
	for (int p = 0; p < N; p++) {
		T f = T(1) / a[p][p];
#pragma unroll
		for (int c = 0; c < N; c++) {
			a[p][c] *= f;
			b[p][c] *= f;
		}
#pragma unroll
		for (int r = 0; r < N; r++)
			if (r != p) {
				T g = a[r][p];
#pragma unroll
				for (int c = 0; c < N; c++) {
					a[r][c] -= g * a[p][c];
					b[r][c] -= g * b[p][c];
				}
			}
	}
	for (int r = 0; r < N; r++)
		for (int c = 0; c < N; c++)
			if (apart)
				out[(size_t)i * N * N + r * N + c] = b[r][c];
			else
				out[(size_t)(r * N + c) * batch + i] = b[r][c];
}

template __global__ void gem_invert_small<3, float>(const float *, float *, int, int);
template __global__ void gem_invert_small<4, double>(const double *, double *, int, int);

// A batch of products of M x M matrices, a block each, a thread each result.
extern "C" __global__ void
gem_batched_shared(const float *a, const float *b, float *c, int m)
{
	extern __shared__ float tile[];
	float *as = tile, *bs = tile + m * m;
	size_t base = (size_t)blockIdx.x * m * m;
	int i = threadIdx.y * m + threadIdx.x;
	as[i] = a[base + i];
	bs[i] = b[base + i];
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < m; k++)
		sum += as[threadIdx.y * m + k] * bs[k * m + threadIdx.x];
	c[base + i] = sum;
}

// PolyBench: y = A x by rows, a thread each.
extern "C" __global__ void
gem_atax_rows(const float *a, const float *x, float *tmp, int nx, int ny)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < nx) {
		tmp[i] = 0;
		for (int j = 0; j < ny; j++)
			tmp[i] += a[i * ny + j] * x[j];
	}
}

// ... and A' y by columns.
extern "C" __global__ void
gem_atax_columns(const float *a, float *y, const float *tmp, int nx, int ny)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j < ny) {
		y[j] = 0;
		for (int i = 0; i < nx; i++)
			y[j] += a[i * ny + j] * tmp[i];
	}
}

// PolyBench: C = beta C + alpha (A B' + B A') in double, a thread each.
extern "C" __global__ void
gem_syr2k(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c,
	  double alpha, double beta, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= n)
		return;
	double sum = c[i * n + j] * beta;
	for (int k = 0; k < m; k++)
		sum += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
	c[i * n + j] = sum;
}

// Covariance of columns: a thread a pair of columns, above the diagonal alone does work.
extern "C" __global__ void
gem_covariance(const float *data, const float *mean, float *cov, int m, int n)
{
	int j1 = blockIdx.y * blockDim.y + threadIdx.y, j2 = blockIdx.x * blockDim.x + threadIdx.x;
	if (j1 >= m || j2 >= m || j2 < j1)
		return;
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += (data[i * m + j1] - mean[j1]) * (data[i * m + j2] - mean[j2]);
	cov[j1 * m + j2] = cov[j2 * m + j1] = sum / (n - 1);
}

#define LUD 16

// LU by blocks of 16: what is right of and below the pivot block, given its row and column.
extern "C" __global__ void
gem_lud_inner(float *m, int n, int offset)
{
	__shared__ float top[LUD][LUD], left[LUD][LUD];
	int r = offset + (blockIdx.y + 1) * LUD, c = offset + (blockIdx.x + 1) * LUD;
	top[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * n + c + threadIdx.x];
	left[threadIdx.y][threadIdx.x] = m[(r + threadIdx.y) * n + offset + threadIdx.x];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < LUD; i++)
		sum += left[threadIdx.y][i] * top[i][threadIdx.x];
	m[(r + threadIdx.y) * n + c + threadIdx.x] -= sum;
}

// ... and the pivot block's own factors: one block, one warp's half at work.
extern "C" __global__ void
gem_lud_pivot(float *m, int n, int offset)
{
	__shared__ float s[LUD][LUD];
	int t = threadIdx.x;
	for (int i = 0; i < LUD; i++)
		s[i][t] = m[(offset + i) * n + offset + t];
	__syncthreads();
	for (int i = 0; i < LUD - 1; i++) {
		if (t > i) {
			for (int j = 0; j < i; j++)
				s[t][i] -= s[t][j] * s[j][i];
			s[t][i] /= s[i][i];
		}
		__syncthreads();
		if (t > i)
			for (int j = 0; j < i + 1; j++)
				s[i + 1][t] -= s[i + 1][j] * s[j][t];
		__syncthreads();
	}
	for (int i = 1; i < LUD; i++)
		m[(offset + i) * n + offset + t] = s[i][t];
}

// Gram-Schmidt, third step: a thread a later column.
extern "C" __global__ void
gem_gramschmidt(float *a, float *r, const float *q, int k, int ni, int nj)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j <= k || j >= nj)
		return;
	float dot = 0;
	for (int i = 0; i < ni; i++)
		dot += q[i * nj + k] * a[i * nj + j];
	r[k * nj + j] = dot;
	for (int i = 0; i < ni; i++)
		a[i * nj + j] -= q[i * nj + k] * dot;
}
