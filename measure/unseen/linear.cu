/* Dense and sparse linear algebra. */
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#define ALL 0xffffffffu

/* A product of two 4x4 matrices for each thread. */
extern "C" __global__ void
linear_batched_4x4(const float4 *a, const float4 *b, float4 *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 rows[4];
	for (int k = 0; k < 4; k++)
		rows[k] = b[4 * i + k];
	for (int k = 0; k < 4; k++) {
		float4 l = a[4 * i + k], s;
		s.x = l.x * rows[0].x + l.y * rows[1].x + l.z * rows[2].x + l.w * rows[3].x;
		s.y = l.x * rows[0].y + l.y * rows[1].y + l.z * rows[2].y + l.w * rows[3].y;
		s.z = l.x * rows[0].z + l.y * rows[1].z + l.z * rows[2].z + l.w * rows[3].z;
		s.w = l.x * rows[0].w + l.y * rows[1].w + l.z * rows[2].w + l.w * rows[3].w;
		c[4 * i + k] = s;
	}
}

/* One step of an elimination: what lies right of and below k. */
extern "C" __global__ void
linear_lu_step(float *a, int n, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x <= k || y <= k || x >= n || y >= n)
		return;
	float factor = a[(size_t)y * n + k] / (a[(size_t)k * n + k] + 2.0f);
	a[(size_t)y * n + x] -= factor * a[(size_t)k * n + x];
}

/* Lower triangles of 8x8, interleaved, forward substitution in registers. */
extern "C" __global__ void
linear_solve_8x8(const REAL *lower, const REAL *right, REAL *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	REAL known[8];
	int at = 0;
#pragma unroll
	for (int row = 0; row < 8; row++) {
		REAL sum = right[(size_t)row * n + i];
#pragma unroll
		for (int column = 0; column < row; column++)
			sum -= lower[(size_t)at++ * n + i] * known[column];
		known[row] = sum / (lower[(size_t)at++ * n + i] + (REAL)2);
		x[(size_t)row * n + i] = known[row];
	}
}

/* Thomas' method on interleaved systems. */
extern "C" __global__ void
linear_tridiagonal(const REAL *below, const REAL *above, REAL *right, REAL *scratch, int systems,
                   int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= systems)
		return;
	REAL c = 0, d = 0;
	for (int k = 0; k < length; k++) {
		size_t at = (size_t)k * systems + i;
		REAL l = below[at];
		REAL inverse = (REAL)1 / ((REAL)4 - l * c);
		c = above[at] * inverse;
		d = (right[at] - l * d) * inverse;
		scratch[at] = c;
		right[at] = d;
	}
	for (int k = length - 2; k >= 0; k--) {
		size_t at = (size_t)k * systems + i;
		d = right[at] - scratch[at] * d;
		right[at] = d;
	}
}

/* Blocks of 16x16, `each` in a block row, times 16 right-hand sides. */
extern "C" __global__ void
linear_block_sparse(const int *places, const float *blocks, const float *x, float *y, int each)
{
	__shared__ float a[16][17], b[16][16];
	int column = threadIdx.x, row = threadIdx.y;
	float sum = 0.0f;
	for (int k = 0; k < each; k++) {
		int at = blockIdx.x * each + k;
		a[row][column] = blocks[(size_t)at * 256 + row * 16 + column];
		b[row][column] = x[(size_t)places[at] * 256 + row * 16 + column];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++)
			sum += a[row][i] * b[i][column];
		__syncthreads();
	}
	y[(size_t)blockIdx.x * 256 + row * 16 + column] = sum;
}

/* Sparse matrix in triples; rows come as numbers to be shifted. */
extern "C" __global__ void
linear_spmv_triples(const int *rows, const int *columns, const float *values, const float *x,
                    float *y, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&y[rows[i] >> shift], values[i] * x[columns[i]]);
}

/* 128x128 for each block of 8 warps, each 32x64; steps of 32 through shared memory. */
extern "C" __global__ void
linear_gemm_wmma(const __half *a, const __half *b, float *c, int n)
{
	using namespace nvcuda;
	__shared__ __align__(32) __half tile_a[128][40], tile_b[32][136];
	int warp = threadIdx.x / 32;
	int top = warp / 2 * 32, left = warp % 2 * 64;
	size_t row0 = (size_t)blockIdx.y * 128, column0 = (size_t)blockIdx.x * 128;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][4];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			wmma::fill_fragment(sums[i][j], 0.0f);
	for (int k = 0; k < n; k += 32) {
		for (int t = threadIdx.x; t < 512; t += 256) {
			*(uint4 *)&tile_a[t / 4][t % 4 * 8] =
			        *(const uint4 *)&a[(row0 + t / 4) * n + k + t % 4 * 8];
			*(uint4 *)&tile_b[t / 16][t % 16 * 8] =
			        *(const uint4 *)&b[(size_t)(k + t / 16) * n + column0 + t % 16 * 8];
		}
		__syncthreads();
		for (int step = 0; step < 32; step += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> l[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> r[4];
			for (int i = 0; i < 2; i++)
				wmma::load_matrix_sync(l[i], &tile_a[top + 16 * i][step], 40);
			for (int j = 0; j < 4; j++)
				wmma::load_matrix_sync(r[j], &tile_b[step][left + 16 * j], 136);
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 4; j++)
					wmma::mma_sync(sums[i][j], l[i], r[j], sums[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			wmma::store_matrix_sync(&c[(row0 + top + 16 * i) * n + column0 + left + 16 * j],
			                        sums[i][j], n, wmma::mem_row_major);
}

/* Bytes: 64x64 for each block of 256, four by four for each thread; the right matrix transposed. */
extern "C" __global__ void
linear_gemm_dp4a(const int *a, const int *b, int *c, int n)
{
	__shared__ int tile_a[16][68], tile_b[16][68];
	int words = n / 4;
	int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * 4;
	int sums[4][4] = {};
	for (int k = 0; k < words; k += 16) {
		for (int t = threadIdx.x; t < 1024; t += 256) {
			tile_a[t % 16][t / 16] = a[(blockIdx.y * 64 + t / 16) * words + k + t % 16];
			tile_b[t % 16][t / 16] = b[(blockIdx.x * 64 + t / 16) * words + k + t % 16];
		}
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++) {
			int4 l = *(const int4 *)&tile_a[i][y], r = *(const int4 *)&tile_b[i][x];
			int ls[4] = {l.x, l.y, l.z, l.w}, rs[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
			for (int u = 0; u < 4; u++)
#pragma unroll
				for (int v = 0; v < 4; v++)
					sums[u][v] = __dp4a(ls[u], rs[v], sums[u][v]);
		}
		__syncthreads();
	}
	for (int u = 0; u < 4; u++)
		*(int4 *)&c[(size_t)(blockIdx.y * 64 + y + u) * n + blockIdx.x * 64 + x] =
		        make_int4(sums[u][0], sums[u][1], sums[u][2], sums[u][3]);
}

extern "C" __global__ void
linear_dot_half2(const __half2 *a, const __half2 *b, float *out, int n)
{
	__half2 sum = __float2half2_rn(0.0f);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum = __hfma2(a[i], b[i], sum);
	for (int step = 16; step > 0; step /= 2)
		sum = __hadd2(sum, __shfl_down_sync(ALL, sum, step));
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, __low2float(sum) + __high2float(sum));
}

/* Four tiles of 8x8 side by side for each warp, turned by shuffles alone. */
extern "C" __global__ void
linear_transpose_lanes(const double *in, double *out, int n)
{
	int lane = threadIdx.x % 32, within = lane % 8;
	int x = blockIdx.x * 32, y = (blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32) * 8;
	double held[8];
#pragma unroll
	for (int r = 0; r < 8; r++)
		held[r] = in[(size_t)(y + r) * n + x + lane];
#pragma unroll
	for (int s = 1; s < 8; s *= 2)
#pragma unroll
		for (int i = 0; i < 8; i++)
			if ((i & s) == 0) {
				double sent = (lane & s) ? held[i] : held[i | s];
				double got = __shfl_xor_sync(ALL, sent, s);
				if (lane & s)
					held[i] = got;
				else
					held[i | s] = got;
			}
#pragma unroll
	for (int r = 0; r < 8; r++)
		out[(size_t)(x + lane / 8 * 8 + r) * n + y + within] = held[r];
}

/* Tiles copied past the registers while the tile before is worked on. */
extern "C" __global__ void
linear_tiles_ahead(const float4 *in, float4 *out, int tiles)
{
	__shared__ float4 held[2][256];
	int i = threadIdx.x;
	size_t first = (size_t)blockIdx.x * tiles * 256;
	__pipeline_memcpy_async(&held[0][i], &in[first + i], 16);
	__pipeline_commit();
	for (int t = 0; t < tiles; t++) {
		if (t + 1 < tiles)
			__pipeline_memcpy_async(&held[(t + 1) & 1][i],
			                        &in[first + (size_t)(t + 1) * 256 + i], 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float4 v = held[t & 1][i], w = held[t & 1][255 - i];
		out[first + (size_t)t * 256 + i] =
		        make_float4(v.x + w.w, v.y + w.z, v.z + w.y, v.w + w.x);
		__syncthreads();
	}
}

/* Two vectors of a conjugate gradient step moved, and the new residual's square. */
extern "C" __global__ void
linear_gradient_step(double *x, double *r, const double *p, const double *q, double *square,
                     double step, int n)
{
	__shared__ double parts[8];
	double sum = 0.0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		x[i] += step * p[i];
		double left = r[i] - step * q[i];
		r[i] = left;
		sum += left * left;
	}
	for (int s = 16; s > 0; s /= 2)
		sum += __shfl_down_sync(ALL, sum, s);
	if (threadIdx.x % 32 == 0)
		parts[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < 8; i++)
			sum += parts[i];
		atomicAdd(square, sum);
	}
}
