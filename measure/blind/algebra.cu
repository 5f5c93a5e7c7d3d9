// Products of matrices and vectors, from the first lesson to tensor cores.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void
la_sgemm_naive(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
	       float *C)
{
	const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
	const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < M && col < N) {
		float sum = 0.0f;
		for (int k = 0; k < K; ++k)
			sum += A[row * K + k] * B[k * N + col];
		C[row * N + col] = alpha * sum + beta * C[row * N + col];
	}
}

template <typename T, int BLOCK>
__device__ void
tiled(const T *A, const T *B, T *C, int M, int N, int K)
{
	__shared__ T As[BLOCK][BLOCK];
	__shared__ T Bs[BLOCK][BLOCK];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * BLOCK + ty, col = blockIdx.x * BLOCK + tx;
	T sum = 0;

	for (int t = 0; t < (K + BLOCK - 1) / BLOCK; t++) {
		As[ty][tx] = row < M && t * BLOCK + tx < K ? A[row * K + t * BLOCK + tx] : T(0);
		Bs[ty][tx] = col < N && t * BLOCK + ty < K ? B[(t * BLOCK + ty) * N + col] : T(0);
		__syncthreads();
		for (int k = 0; k < BLOCK; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = sum;
}

extern "C" __global__ void
la_sgemm_tiled(const float *A, const float *B, float *C, int M, int N, int K)
{
	tiled<float, 32>(A, B, C, M, N, K);
}

extern "C" __global__ void
la_dgemm_tiled(const double *A, const double *B, double *C, int M, int N, int K)
{
	tiled<double, 16>(A, B, C, M, N, K);
}

/* A tile of 64 x 64 by 256 threads, 4 x 4 each. */
extern "C" __global__ void
la_sgemm_registers(int M, int N, int K, const float *A, const float *B, float *C)
{
	__shared__ float As[8][64], Bs[8][64];
	const int tid = threadIdx.x, tr = tid / 16, tc = tid % 16;
	float acc[4][4] = {};

	A += blockIdx.y * 64 * K;
	B += blockIdx.x * 64;
	C += blockIdx.y * 64 * N + blockIdx.x * 64;
	for (int k0 = 0; k0 < K; k0 += 8) {
		for (int i = tid; i < 512; i += 256) {
			As[i % 8][i / 8] = A[(i / 8) * K + i % 8];
			Bs[i / 64][i % 64] = B[(i / 64) * N + i % 64];
		}
		__syncthreads();
		A += 8;
		B += 8 * N;
		for (int k = 0; k < 8; ++k) {
			float a[4], b[4];
			for (int i = 0; i < 4; ++i)
				a[i] = As[k][tr * 4 + i];
			for (int j = 0; j < 4; ++j)
				b[j] = Bs[k][tc * 4 + j];
			for (int i = 0; i < 4; ++i)
				for (int j = 0; j < 4; ++j)
					acc[i][j] += a[i] * b[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; ++i)
		for (int j = 0; j < 4; ++j)
			C[(tr * 4 + i) * N + tc * 4 + j] = acc[i][j];
}

/* A tile of 128 x 128, 8 x 8 a thread, two buffers, four floats a load. */
extern "C" __global__ void __launch_bounds__(256)
	la_sgemm_double_buffer(const float *__restrict__ A, const float *__restrict__ B,
			       float *__restrict__ C, int N, int K)
{
	__shared__ float As[2][8][128];
	__shared__ float Bs[2][8][128];
	const int t = threadIdx.x;
	const int ar = t >> 1, ac = (t & 1) << 2, br = t >> 5, bc = (t & 31) << 2;
	const int ty = (t / 16) * 8, tx = (t % 16) * 8;
	const float *a_from = A + (blockIdx.y * 128 + ar) * K + ac;
	const float *b_from = B + br * N + blockIdx.x * 128 + bc;
	float acc[8][8] = {};
	float4 a = *(const float4 *)a_from, b = *(const float4 *)b_from;
	int now = 0;

	As[0][ac][ar] = a.x, As[0][ac + 1][ar] = a.y, As[0][ac + 2][ar] = a.z,
	As[0][ac + 3][ar] = a.w;
	*(float4 *)&Bs[0][br][bc] = b;
	__syncthreads();
	for (int k0 = 8; k0 <= K; k0 += 8) {
		if (k0 < K) {
			a = *(const float4 *)(a_from + k0);
			b = *(const float4 *)(b_from + k0 * N);
		}
#pragma unroll
		for (int k = 0; k < 8; k++) {
			float ra[8], rb[8];
#pragma unroll
			for (int i = 0; i < 8; i += 4) {
				*(float4 *)&ra[i] = *(float4 *)&As[now][k][ty + i];
				*(float4 *)&rb[i] = *(float4 *)&Bs[now][k][tx + i];
			}
#pragma unroll
			for (int i = 0; i < 8; i++)
#pragma unroll
				for (int j = 0; j < 8; j++)
					acc[i][j] = fmaf(ra[i], rb[j], acc[i][j]);
		}
		if (k0 < K) {
			now ^= 1;
			As[now][ac][ar] = a.x, As[now][ac + 1][ar] = a.y;
			As[now][ac + 2][ar] = a.z, As[now][ac + 3][ar] = a.w;
			*(float4 *)&Bs[now][br][bc] = b;
			__syncthreads();
		}
	}
#pragma unroll
	for (int i = 0; i < 8; i++)
#pragma unroll
		for (int j = 0; j < 8; j += 4)
			*(float4 *)&C[(blockIdx.y * 128 + ty + i) * N + blockIdx.x * 128 + tx + j] =
				make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

/* Halves on tensor cores: 4 warps, a tile of 64 x 64 by slices of 16 in shared memory. */
extern "C" __global__ void
la_hgemm_wmma(const half *__restrict__ A, const half *__restrict__ B, float *C, int N, int K)
{
	__shared__ half As[64][24];
	__shared__ half Bs[16][72];
	int warp = threadIdx.x / 32, wr = (warp / 2) * 32, wc = (warp % 2) * 32;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(c[i][j], 0.0f);

	for (int k0 = 0; k0 < K; k0 += 16) {
		int r = threadIdx.x / 2, q = threadIdx.x % 2 * 8;
		*(float4 *)&As[r][q] = *(const float4 *)&A[(blockIdx.y * 64 + r) * K + k0 + q];
		r = threadIdx.x / 8, q = threadIdx.x % 8 * 8;
		*(float4 *)&Bs[r][q] = *(const float4 *)&B[(k0 + r) * N + blockIdx.x * 64 + q];
		__syncthreads();
		wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
		wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
		for (int i = 0; i < 2; i++) {
			wmma::load_matrix_sync(a[i], &As[wr + i * 16][0], 24);
			wmma::load_matrix_sync(b[i], &Bs[0][wc + i * 16], 72);
		}
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++)
				wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(blockIdx.y * 64 + wr + i * 16) * N +
						   blockIdx.x * 64 + wc + j * 16],
						c[i][j], N, wmma::mem_row_major);
}

/* Many products of n x n, n at most 16: a block for each, a thread for an element. */
extern "C" __global__ void
la_gemm_batched(const float *A, const float *B, float *C, int n)
{
	__shared__ float a[16][17], b[16][17];
	size_t base = (size_t)blockIdx.x * n * n;
	int i = threadIdx.y, j = threadIdx.x;
	a[i][j] = A[base + i * n + j];
	b[i][j] = B[base + i * n + j];
	__syncthreads();
	float sum = 0.0f;
	for (int k = 0; k < n; k++)
		sum += a[i][k] * b[k][j];
	C[base + i * n + j] = sum;
}

/* A 4 x 4 matrix for every point of a mesh, both read as float4. */
extern "C" __global__ void
la_transform_points(const float4 *__restrict__ matrices, const float4 *__restrict__ points,
		    float4 *out, int n, int per_matrix)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float4 *m = matrices + (i / per_matrix) * 4;
	float4 p = points[i], r0 = m[0], r1 = m[1], r2 = m[2], r3 = m[3];
	out[i] = make_float4(r0.x * p.x + r0.y * p.y + r0.z * p.z + r0.w * p.w,
			     r1.x * p.x + r1.y * p.y + r1.z * p.z + r1.w * p.w,
			     r2.x * p.x + r2.y * p.y + r2.z * p.z + r2.w * p.w,
			     r3.x * p.x + r3.y * p.y + r3.z * p.z + r3.w * p.w);
}

/* y = A x, a block of 128 for each row, four floats a load. */
extern "C" __global__ void
la_gemv_rows(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y,
	     int n4)
{
	__shared__ float part[4];
	float sum = 0.0f;
	const float4 *row = A + (size_t)blockIdx.x * n4;
	for (int i = threadIdx.x; i < n4; i += blockDim.x) {
		float4 a = row[i], v = x[i];
		sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
	}
	for (int o = 16; o > 0; o >>= 1)
		sum += __shfl_down_sync(0xffffffff, sum, o);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0)
		y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

/* y += A^T x in strips of rows: a thread for a column. */
extern "C" __global__ void
la_gemv_columns(const double *A, const double *x, double *y, int rows, int columns, int strip)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= columns)
		return;
	int begin = blockIdx.y * strip, end = min(begin + strip, rows);
	double sum = 0.0;
	for (int r = begin; r < end; r++)
		sum += A[(size_t)r * columns + c] * x[r];
	atomicAdd(&y[c], sum);
}

/* int8 weights times a vector of floats, a scale for each row: a warp a row. */
extern "C" __global__ void
la_gemv_int8(const char4 *__restrict__ W, const float4 *__restrict__ x,
	     const float *__restrict__ scale, float *y, int rows, int n4)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int i = threadIdx.x; i < n4; i += 32) {
		char4 w = W[(size_t)row * n4 + i];
		float4 v = x[i];
		sum += w.x * v.x + w.y * v.y + w.z * v.z + w.w * v.w;
	}
	for (int o = 16; o > 0; o /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, o);
	if (threadIdx.x == 0)
		y[row] = sum * scale[row];
}

extern "C" __global__ void
la_rank_one(double *A, const double *x, const double *y, double alpha, int m, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j < n)
		for (int i = blockIdx.y; i < m; i += gridDim.y)
			A[(size_t)i * n + j] += alpha * x[i] * y[j];
}
