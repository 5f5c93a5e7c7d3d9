/*
 * Products of matrices and vectors: plain, tiled, blocked in registers, on tensor cores.
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void
matmul_plain(const float *A, const float *B, float *C, int M, int N, int K)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < M && col < N) {
		float sum = 0.0f;
		for (int k = 0; k < K; k++)
			sum += A[row * K + k] * B[k * N + col];
		C[row * N + col] = sum;
	}
}

/* Threads of a warp walk down the rows instead. */
extern "C" __global__ void
matmul_plain_down(const float *A, const float *B, float *C, int M, int N, int K)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	int col = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < M && col < N) {
		float sum = 0.0f;
		for (int k = 0; k < K; k++)
			sum += A[row * K + k] * B[k * N + col];
		C[row * N + col] = sum;
	}
}

extern "C" __global__ void
matmul_plain_double(const double *A, const double *B, double *C, int N)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < N && col < N) {
		double sum = 0.0;
		for (int k = 0; k < N; k++)
			sum += A[row * N + k] * B[k * N + col];
		C[row * N + col] = sum;
	}
}

template <typename T, int TILE>
__global__ void
matmul_tiles(const T *A, const T *B, T *C, int M, int N, int K)
{
	__shared__ T As[TILE][TILE];
	__shared__ T Bs[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE + ty;
	int col = blockIdx.x * TILE + tx;
	T sum = 0;

	for (int t = 0; t < (K + TILE - 1) / TILE; t++) {
		As[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : T(0);
		Bs[ty][tx] = col < N && t * TILE + ty < K ? B[(t * TILE + ty) * N + col] : T(0);
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = sum;
}

template __global__ void matmul_tiles<float, 8>(const float *, const float *, float *, int, int,
                                                int);
template __global__ void matmul_tiles<float, 16>(const float *, const float *, float *, int, int,
                                                 int);
template __global__ void matmul_tiles<float, 32>(const float *, const float *, float *, int, int,
                                                 int);
template __global__ void matmul_tiles<double, 16>(const double *, const double *, double *, int,
                                                  int, int);

/* C = A B^T; n is a multiple of 16. */
extern "C" __global__ void
matmul_tiles_b_turned(const float *A, const float *B, float *C, int n)
{
	__shared__ float As[16][16];
	__shared__ float Bs[16][17];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty;
	int col = blockIdx.x * 16 + tx;
	float sum = 0.0f;

	for (int t = 0; t < n; t += 16) {
		As[ty][tx] = A[row * n + t + tx];
		Bs[ty][tx] = B[(blockIdx.x * 16 + ty) * n + t + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum += As[ty][k] * Bs[tx][k];
		__syncthreads();
	}
	C[row * n + col] = sum;
}

/* Tiles of 32, each thread four rows of a column; n is a multiple of 32; 32 x 8 threads. */
extern "C" __global__ void
matmul_four_rows(const float *A, const float *B, float *C, int n)
{
	__shared__ float As[32][32];
	__shared__ float Bs[32][32];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 32, col = blockIdx.x * 32 + tx;
	float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};

	for (int t = 0; t < n; t += 32) {
		for (int i = 0; i < 4; i++) {
			As[ty + 8 * i][tx] = A[(row + ty + 8 * i) * n + t + tx];
			Bs[ty + 8 * i][tx] = B[(t + ty + 8 * i) * n + col];
		}
		__syncthreads();
		for (int k = 0; k < 32; k++) {
			float b = Bs[k][tx];
			for (int i = 0; i < 4; i++)
				sum[i] += As[ty + 8 * i][k] * b;
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		C[(row + ty + 8 * i) * n + col] = sum[i];
}

/* 64 x 64 of C a block of 16 x 16 threads, 4 x 4 a thread; all sides multiples of 64. */
extern "C" __global__ void
matmul_blocked_4x4(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float As[16][64];
	__shared__ float Bs[16][64];
	int tid = threadIdx.y * 16 + threadIdx.x;
	int row = blockIdx.y * 64, col = blockIdx.x * 64;
	float acc[4][4] = {};

	for (int t = 0; t < K; t += 16) {
		for (int i = tid; i < 1024; i += 256) {
			As[i % 16][i / 16] = A[(row + i / 16) * K + t + i % 16];
			Bs[i / 64][i % 64] = B[(t + i / 64) * N + col + i % 64];
		}
		__syncthreads();
		for (int k = 0; k < 16; k++) {
			float a[4], b[4];
			for (int i = 0; i < 4; i++) {
				a[i] = As[k][threadIdx.y * 4 + i];
				b[i] = Bs[k][threadIdx.x * 4 + i];
			}
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++)
					acc[i][j] += a[i] * b[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			C[(row + threadIdx.y * 4 + i) * N + col + threadIdx.x * 4 + j] = acc[i][j];
}

/* 128 x 128 of C a block of 256 threads, 8 x 8 a thread, four floats a load. */
extern "C" __global__ void __launch_bounds__(256)
matmul_blocked_8x8(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                   int N, int K)
{
	__shared__ __align__(16) float As[8][128];
	__shared__ __align__(16) float Bs[8][128];
	int tid = threadIdx.x;
	int tx = tid % 16, ty = tid / 16;
	const float *a_from = A + (blockIdx.y * 128 + tid / 2) * K + tid % 2 * 4;
	const float *b_from = B + tid / 32 * N + blockIdx.x * 128 + tid % 32 * 4;
	float acc[8][8] = {};

	for (int t = 0; t < K; t += 8) {
		float4 a4 = *(const float4 *)(a_from + t);
		float4 b4 = *(const float4 *)(b_from + t * N);
		As[tid % 2 * 4 + 0][tid / 2] = a4.x;
		As[tid % 2 * 4 + 1][tid / 2] = a4.y;
		As[tid % 2 * 4 + 2][tid / 2] = a4.z;
		As[tid % 2 * 4 + 3][tid / 2] = a4.w;
		*(float4 *)&Bs[tid / 32][tid % 32 * 4] = b4;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; k++) {
			float a[8], b[8];
			for (int i = 0; i < 8; i++)
				a[i] = As[k][ty * 8 + i];
			for (int j = 0; j < 8; j++)
				b[j] = Bs[k][tx * 8 + j];
			for (int i = 0; i < 8; i++)
				for (int j = 0; j < 8; j++)
					acc[i][j] += a[i] * b[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j += 4)
			*(float4 *)&C[(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 128 +
			              tx * 8 + j] =
				make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

/* A warp for each 16 x 16 of C, straight from global memory. */
template <typename T>
__global__ void
matmul_wmma_plain(const T *A, const T *B, float *C, int M, int N, int K)
{
	int tile_m = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
	int tile_n = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;

	if (tile_m >= M || tile_n >= N)
		return;
	wmma::fill_fragment(c, 0.0f);
	for (int k = 0; k < K; k += 16) {
		wmma::load_matrix_sync(a, A + tile_m * K + k, K);
		wmma::load_matrix_sync(b, B + k * N + tile_n, N);
		wmma::mma_sync(c, a, b, c);
	}
	wmma::store_matrix_sync(C + tile_m * N + tile_n, c, N, wmma::mem_row_major);
}

template __global__ void matmul_wmma_plain<__half>(const __half *, const __half *, float *, int,
                                                   int, int);
template __global__ void matmul_wmma_plain<__nv_bfloat16>(const __nv_bfloat16 *,
                                                          const __nv_bfloat16 *, float *, int, int,
                                                          int);

/* 64 x 64 of C a block of four warps, 32 x 32 a warp, tiles of 32 staged in shared memory. */
extern "C" __global__ void
matmul_wmma_tiles(const __half *A, const __half *B, float *C, int N, int K)
{
	__shared__ __align__(32) __half As[64][40];
	__shared__ __align__(32) __half Bs[32][72];
	int warp = threadIdx.x / 32;
	int wm = warp / 2 * 32, wn = warp % 2 * 32;
	int row = blockIdx.y * 64, col = blockIdx.x * 64;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(c[i][j], 0.0f);
	for (int t = 0; t < K; t += 32) {
		for (int i = threadIdx.x; i < 256; i += 128) {
			*(int4 *)&As[i / 4][i % 4 * 8] =
				*(const int4 *)&A[(row + i / 4) * K + t + i % 4 * 8];
			*(int4 *)&Bs[i / 8][i % 8 * 8] =
				*(const int4 *)&B[(t + i / 8) * N + col + i % 8 * 8];
		}
		__syncthreads();
		for (int k = 0; k < 32; k += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(a[i], &As[wm + 16 * i][k], 40);
				wmma::load_matrix_sync(b[i], &Bs[k][wn + 16 * i], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(row + wm + 16 * i) * N + col + wn + 16 * j],
			                        c[i][j], N, wmma::mem_row_major);
}

extern "C" __global__ void
matvec_thread_a_row(const float *A, const float *x, float *y, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < rows) {
		float sum = 0.0f;
		for (int j = 0; j < cols; j++)
			sum += A[row * cols + j] * x[j];
		y[row] = sum;
	}
}

extern "C" __global__ void
matvec_warp_a_row(const float *A, const float *x, float *y, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;

	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int j = lane; j < cols; j += 32)
		sum += A[row * cols + j] * x[j];
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, d);
	if (lane == 0)
		y[row] = sum;
}

/* A block for each row, then a tree in shared memory. */
extern "C" __global__ void
matvec_block_a_row(const double *A, const double *x, double *y, int cols)
{
	__shared__ double part[128];
	int tid = threadIdx.x;
	double sum = 0.0;

	for (int j = tid; j < cols; j += blockDim.x)
		sum += A[blockIdx.x * cols + j] * x[j];
	part[tid] = sum;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (tid < d)
			part[tid] += part[tid + d];
		__syncthreads();
	}
	if (tid == 0)
		y[blockIdx.x] = part[0];
}
