/*
 * Matrix products, from the first attempt to tensor cores.
 */
#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void
prod_first_double(const double *a, const double *b, double *c, int m, int n, int k)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && col < n) {
		double sum = 0;
		for (int i = 0; i < k; i++)
			sum += a[row * k + i] * b[i * n + col];
		c[row * n + col] = sum;
	}
}

/* A stands transposed: both operands are read along rows. */
extern "C" __global__ void
prod_at_b(const float *__restrict__ at, const float *__restrict__ b, float *__restrict__ c, int m,
	  int n, int k)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= m || col >= n)
		return;
	float sum = 0.f;
	for (int i = 0; i < k; i++)
		sum += at[i * m + row] * b[i * n + col];
	c[row * n + col] = sum;
}

extern "C" __global__ void
prod_int_tile8(const int *a, const int *b, int *c, int n)
{
	__shared__ int as[8][8], bs[8][8];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
	int sum = 0;
	for (int t = 0; t < n; t += 8) {
		as[y][x] = a[row * n + t + x];
		bs[y][x] = b[(t + y) * n + col];
		__syncthreads();
		for (int i = 0; i < 8; i++)
			sum += as[y][i] * bs[i][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

template <int TILE, typename T>
__global__ void
prod_tile(const T *a, const T *b, T *c, int m, int n, int k)
{
	__shared__ T sa[TILE][TILE];
	__shared__ T sb[TILE][TILE];
	const int row = blockIdx.y * TILE + threadIdx.y;
	const int col = blockIdx.x * TILE + threadIdx.x;
	T acc = T(0);
	for (int tile = 0; tile < (k + TILE - 1) / TILE; ++tile) {
		const int ka = tile * TILE + threadIdx.x;
		const int kb = tile * TILE + threadIdx.y;
		sa[threadIdx.y][threadIdx.x] = (row < m && ka < k) ? a[row * k + ka] : T(0);
		sb[threadIdx.y][threadIdx.x] = (kb < k && col < n) ? b[kb * n + col] : T(0);
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; ++i)
			acc += sa[threadIdx.y][i] * sb[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && col < n)
		c[row * n + col] = acc;
}
template __global__ void prod_tile<16, float>(const float *, const float *, float *, int, int, int);
template __global__ void prod_tile<32, double>(const double *, const double *, double *, int, int,
					       int);

/* 64 x 64 a block of 128 threads, 4 x 8 results a thread, depth in steps of 16. */
extern "C" __global__ void __launch_bounds__(128)
	prod_block_4x8(const float *__restrict__ a, const float *__restrict__ b,
		       float *__restrict__ c, int n, int k)
{
	__shared__ float as[16][64];
	__shared__ float bs[16][64];
	const int tid = threadIdx.x;
	const int tx = tid % 8, ty = tid / 8;
	const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	float acc[4][8] = {};
	for (int k0 = 0; k0 < k; k0 += 16) {
		for (int i = tid; i < 64 * 16; i += 128) {
			as[i % 16][i / 16] = a[(row0 + i / 16) * k + k0 + i % 16];
			bs[i / 64][i % 64] = b[(k0 + i / 64) * n + col0 + i % 64];
		}
		__syncthreads();
#pragma unroll
		for (int kk = 0; kk < 16; kk++) {
			float ra[4], rb[8];
#pragma unroll
			for (int i = 0; i < 4; i++)
				ra[i] = as[kk][ty * 4 + i];
#pragma unroll
			for (int j = 0; j < 8; j++)
				rb[j] = bs[kk][tx + 8 * j];
#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 8; j++)
					acc[i][j] += ra[i] * rb[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
#pragma unroll
		for (int j = 0; j < 8; j++)
			c[(row0 + ty * 4 + i) * n + col0 + tx + 8 * j] = acc[i][j];
}

/* Two rows and two columns a thread, no shared memory. */
extern "C" __global__ void
prod_two_by_two(const float *a, const float *b, float *c, int n)
{
	int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
	int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (row + 1 >= n || col + 1 >= n)
		return;
	float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
	for (int i = 0; i < n; i++) {
		float a0 = a[row * n + i], a1 = a[(row + 1) * n + i];
		float b0 = b[i * n + col], b1 = b[i * n + col + 1];
		c00 += a0 * b0;
		c01 += a0 * b1;
		c10 += a1 * b0;
		c11 += a1 * b1;
	}
	c[row * n + col] = c00;
	c[row * n + col + 1] = c01;
	c[(row + 1) * n + col] = c10;
	c[(row + 1) * n + col + 1] = c11;
}

extern "C" __global__ void
prod_half_simple(const __half *a, const __half *b, __half *c, int m, int n, int k)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (col >= n || row >= m)
		return;
	float sum = 0.0f;
	for (int i = 0; i < k; i++)
		sum += __half2float(a[row * k + i]) * __half2float(b[i * n + col]);
	c[row * n + col] = __float2half(sum);
}

extern "C" __global__ void
prod_half2_shared(const __half2 *a, const __half2 *b, __half2 *c, int n)
{
	__shared__ __half as[32][32];
	__shared__ __half2 bs[32][16];
	const int pairs = n / 2;
	const int tx = threadIdx.x, ty = threadIdx.y; /* 16 x 32 */
	const int row = blockIdx.y * 32 + ty;
	const int pair = blockIdx.x * 16 + tx;
	__half2 sum = __float2half2_rn(0.0f);
	for (int t = 0; t < n / 32; t++) {
		__half2 v = a[row * pairs + t * 16 + tx];
		as[ty][2 * tx] = __low2half(v);
		as[ty][2 * tx + 1] = __high2half(v);
		bs[ty][tx] = b[(t * 32 + ty) * pairs + pair];
		__syncthreads();
#pragma unroll 8
		for (int i = 0; i < 32; i++)
			sum = __hfma2(__half2half2(as[ty][i]), bs[i][tx], sum);
		__syncthreads();
	}
	c[row * pairs + pair] = sum;
}

/* A warp for each 16 x 16 piece of C. */
extern "C" __global__ void
prod_wmma_first(const half *a, const half *b, float *c, int m, int n, int k)
{
	int warp_m = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int warp_n = blockIdx.y * blockDim.y + threadIdx.y;
	if (warp_m * 16 >= m || warp_n * 16 >= n)
		return;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
	wmma::fill_fragment(acc, 0.0f);
	for (int i = 0; i < k; i += 16) {
		wmma::load_matrix_sync(fa, a + warp_m * 16 * k + i, k);
		wmma::load_matrix_sync(fb, b + i * n + warp_n * 16, n);
		wmma::mma_sync(acc, fa, fb, acc);
	}
	wmma::store_matrix_sync(c + warp_m * 16 * n + warp_n * 16, acc, n, wmma::mem_row_major);
}

/* 64 x 64 a block of four warps, each 32 x 32; tiles of depth 32 in shared memory. */
extern "C" __global__ void __launch_bounds__(128)
	prod_wmma_staged(const half *a, const half *b, half *c, int n, int k)
{
	__shared__ half as[64][32 + 8];
	__shared__ half bs[32][64 + 8];
	const int warp = threadIdx.x / 32;
	const int wr = warp / 2 * 32, wc = warp % 2 * 32;
	const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(acc[i][j], __float2half(0.0f));
	for (int k0 = 0; k0 < k; k0 += 32) {
		for (int i = threadIdx.x; i < 256; i += 128) {
			*(int4 *)&as[i / 4][i % 4 * 8] =
				*(const int4 *)&a[(row0 + i / 4) * k + k0 + i % 4 * 8];
			*(int4 *)&bs[i / 8][i % 8 * 8] =
				*(const int4 *)&b[(k0 + i / 8) * n + col0 + i % 8 * 8];
		}
		__syncthreads();
#pragma unroll
		for (int kk = 0; kk < 32; kk += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(fa[i], &as[wr + 16 * i][kk], 40);
				wmma::load_matrix_sync(fb[i], &bs[kk][wc + 16 * i], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(c + (row0 + wr + 16 * i) * n + col0 + wc + 16 * j,
						acc[i][j], n, wmma::mem_row_major);
}

/* ldmatrix and mma.m16n8k16: 32 x 32 a block of two warps. B stands transposed. */
extern "C" __global__ void
prod_mma_ldmatrix(const half *a, const half *bt, float *c, int n, int k)
{
	__shared__ __align__(16) half as[32][40];
	__shared__ __align__(16) half bs[32][40];
	const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
	const int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
	float acc[4][4] = {};
	for (int k0 = 0; k0 < k; k0 += 32) {
		for (int i = tid; i < 128; i += 64) {
			int r = i / 4, q = i % 4 * 8;
			*(uint4 *)&as[r][q] = *(const uint4 *)&a[(size_t)(row0 + r) * k + k0 + q];
			*(uint4 *)&bs[r][q] = *(const uint4 *)&bt[(size_t)(col0 + r) * k + k0 + q];
		}
		__syncthreads();
#pragma unroll
		for (int kk = 0; kk < 32; kk += 16) {
			uint32_t fa[4];
			uint32_t at = (uint32_t)__cvta_generic_to_shared(
				&as[warp * 16 + lane % 16][kk + lane / 16 * 8]);
			asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
				     : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
				     : "r"(at));
#pragma unroll
			for (int j = 0; j < 4; j++) {
				uint32_t fb[2];
				uint32_t bt_at = (uint32_t)__cvta_generic_to_shared(
					&bs[j * 8 + lane % 8][kk + lane / 8 % 2 * 8]);
				asm volatile(
					"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
					: "=r"(fb[0]), "=r"(fb[1])
					: "r"(bt_at));
				asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
					     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
					     : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]),
					       "+f"(acc[j][3])
					     : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]),
					       "r"(fb[0]), "r"(fb[1]));
			}
		}
		__syncthreads();
	}
	const int row = row0 + warp * 16 + lane / 4;
	for (int j = 0; j < 4; j++) {
		const int col = col0 + j * 8 + lane % 4 * 2;
		*(float2 *)&c[(size_t)row * n + col] = make_float2(acc[j][0], acc[j][1]);
		*(float2 *)&c[(size_t)(row + 8) * n + col] = make_float2(acc[j][2], acc[j][3]);
	}
}

/* y = A x, A by columns, a thread a row. */
extern "C" __global__ void
prod_vector_columns(const float *a, const float *x, float *y, int m, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m) {
		float sum = 0;
		for (int j = 0; j < n; j++)
			sum = fmaf(a[(size_t)j * m + row], x[j], sum);
		y[row] = sum;
	}
}

/* A warp a row, four floats a load. */
extern "C" __global__ void
prod_vector_warp4(const float4 *a, const float4 *x, float *y, int rows, int quads)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	int lane = threadIdx.x & 31;
	if (row >= rows)
		return;
	float sum = 0;
	for (int q = lane; q < quads; q += 32) {
		float4 u = a[(size_t)row * quads + q];
		float4 v = x[q];
		sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
	}
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, d);
	if (lane == 0)
		y[row] = sum;
}

extern "C" __global__ void
prod_rank_one(double *a, const double *x, const double *y, double alpha, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < m && j < n)
		a[(size_t)i * n + j] += alpha * x[i] * y[j];
}

/* The lower half of A^T A: blocks above the diagonal return at once. */
extern "C" __global__ void
prod_gram_lower(const float *a, float *g, int rows, int n)
{
	__shared__ float left[16][17], right[16][17];
	if (blockIdx.x > blockIdx.y)
		return;
	int tx = threadIdx.x, ty = threadIdx.y;
	int i = blockIdx.y * 16, j = blockIdx.x * 16;
	float sum = 0.0f;
	for (int r = 0; r < rows; r += 16) {
		left[ty][tx] = a[(r + ty) * n + i + tx];
		right[ty][tx] = a[(r + ty) * n + j + tx];
		__syncthreads();
		for (int q = 0; q < 16; q++)
			sum += left[q][ty] * right[q][tx];
		__syncthreads();
	}
	g[(i + ty) * n + j + tx] = sum;
}
