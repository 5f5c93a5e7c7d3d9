/*
 * Matrix products beyond the lectures': coarsened, register-blocked, double precision, halves, tensor
 * cores through shared memory; and matrix times vector. All matrices are n x n by rows, n a multiple
 * of the tile.
 */
#include <mma.h>
#include <cuda_fp16.h>

#ifndef TILE
#define TILE 16
#endif
#ifndef PER_THREAD
#define PER_THREAD 8
#endif

/* A tile of TILE x TILE, each thread four rows of it. Block TILE x TILE/4. */
extern "C" __global__ void
mm_coarse(const float *A, const float *B, float *C, int n)
{
	__shared__ float As[TILE][TILE];
	__shared__ float Bs[TILE][TILE];
	const int column = blockIdx.x * TILE + threadIdx.x;
	const int row = blockIdx.y * TILE + threadIdx.y;
	float sum[4] = {};

	for (int phase = 0; phase < n; phase += TILE) {
#pragma unroll
		for (int r = 0; r < 4; r++) {
			const int y = threadIdx.y + r * (TILE / 4);
			As[y][threadIdx.x] = A[(blockIdx.y * TILE + y) * n + phase + threadIdx.x];
			Bs[y][threadIdx.x] = B[(phase + y) * n + column];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < TILE; k++) {
			const float b = Bs[k][threadIdx.x];
#pragma unroll
			for (int r = 0; r < 4; r++)
				sum[r] += As[threadIdx.y + r * (TILE / 4)][k] * b;
		}
		__syncthreads();
	}
#pragma unroll
	for (int r = 0; r < 4; r++)
		C[(row + r * (TILE / 4)) * n + column] = sum[r];
}

/* A tile of 16 PER_THREAD squared, 256 threads, each PER_THREAD x PER_THREAD elements in registers;
   8 columns of A and 8 rows of B at a time. */
extern "C" __global__ void
mm_registers(const float *A, const float *B, float *C, int n)
{
	constexpr int SIDE = 16 * PER_THREAD;
	constexpr int DEPTH = 8;
	__shared__ float As[DEPTH][SIDE + 4];
	__shared__ float Bs[DEPTH][SIDE];
	const int tid = threadIdx.x;
	const int tx = tid % 16;
	const int ty = tid / 16;
	float sum[PER_THREAD][PER_THREAD] = {};

	for (int phase = 0; phase < n; phase += DEPTH) {
#pragma unroll
		for (int i = tid; i < SIDE * DEPTH; i += 256) {
			As[i % DEPTH][i / DEPTH] = A[(blockIdx.y * SIDE + i / DEPTH) * n + phase + i % DEPTH];
			Bs[i / SIDE][i % SIDE] = B[(phase + i / SIDE) * n + blockIdx.x * SIDE + i % SIDE];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < DEPTH; k++) {
			float a[PER_THREAD], b[PER_THREAD];
#pragma unroll
			for (int r = 0; r < PER_THREAD; r++) {
				a[r] = As[k][ty * PER_THREAD + r];
				b[r] = Bs[k][tx + 16 * r];
			}
#pragma unroll
			for (int r = 0; r < PER_THREAD; r++)
#pragma unroll
				for (int c = 0; c < PER_THREAD; c++)
					sum[r][c] += a[r] * b[c];
		}
		__syncthreads();
	}
#pragma unroll
	for (int r = 0; r < PER_THREAD; r++)
#pragma unroll
		for (int c = 0; c < PER_THREAD; c++)
			C[(blockIdx.y * SIDE + ty * PER_THREAD + r) * n + blockIdx.x * SIDE + tx + 16 * c]
			        = sum[r][c];
}

extern "C" __global__ void
mm_tiled_f64(const double *A, const double *B, double *C, int n)
{
	__shared__ double As[TILE][TILE];
	__shared__ double Bs[TILE][TILE];
	const int row = blockIdx.y * TILE + threadIdx.y;
	const int column = blockIdx.x * TILE + threadIdx.x;
	double sum = 0.0;

	for (int phase = 0; phase < n; phase += TILE) {
		As[threadIdx.y][threadIdx.x] = A[row * n + phase + threadIdx.x];
		Bs[threadIdx.y][threadIdx.x] = B[(phase + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
		__syncthreads();
	}
	C[row * n + column] = sum;
}

/* Two neighbouring columns of halves in each thread. Block TILE/2 x TILE. */
extern "C" __global__ void
mm_tiled_half2(const __half2 *A, const __half2 *B, __half2 *C, int n)
{
	__shared__ __half2 As[TILE][TILE / 2];
	__shared__ __half2 Bs[TILE][TILE / 2];
	const int half_n = n / 2;
	const int row = blockIdx.y * TILE + threadIdx.y;
	const int pair = blockIdx.x * (TILE / 2) + threadIdx.x;
	__half2 sum = __float2half2_rn(0.0f);

	for (int phase = 0; phase < n; phase += TILE) {
		As[threadIdx.y][threadIdx.x] = A[row * half_n + phase / 2 + threadIdx.x];
		Bs[threadIdx.y][threadIdx.x] = B[(phase + threadIdx.y) * half_n + pair];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < TILE / 2; k++) {
			const __half2 a = As[threadIdx.y][k];
			sum = __hfma2(__low2half2(a), Bs[2 * k][threadIdx.x], sum);
			sum = __hfma2(__high2half2(a), Bs[2 * k + 1][threadIdx.x], sum);
		}
		__syncthreads();
	}
	C[row * half_n + pair] = sum;
}

/* 64 x 64 of C for four warps, each 32 x 32 as four 16 x 16 tiles; 16 deep through shared memory. */
extern "C" __global__ void
mm_tensor(const __half *A, const __half *B, float *C, int n)
{
	using namespace nvcuda;
	__shared__ __half As[64][16 + 8];
	__shared__ __half Bs[16][64 + 8];
	const int warp = threadIdx.x / 32;
	const int row = warp / 2 * 32;
	const int column = warp % 2 * 32;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(sum[i][j], 0.0f);
	for (int phase = 0; phase < n; phase += 16) {
		for (int i = threadIdx.x; i < 64 * 16; i += 128) {
			As[i / 16][i % 16] = A[(blockIdx.y * 64 + i / 16) * n + phase + i % 16];
			Bs[i / 64][i % 64] = B[(phase + i / 64) * n + blockIdx.x * 64 + i % 64];
		}
		__syncthreads();
		wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
		wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
		for (int i = 0; i < 2; i++) {
			wmma::load_matrix_sync(a[i], &As[row + 16 * i][0], 16 + 8);
			wmma::load_matrix_sync(b[i], &Bs[0][column + 16 * i], 64 + 8);
		}
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++)
				wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(blockIdx.y * 64 + row + 16 * i) * n + blockIdx.x * 64
			                           + column + 16 * j],
			                        sum[i][j], n, wmma::mem_row_major);
}

/* One thread for a row: the lanes walk down a column together. */
extern "C" __global__ void
mv_thread_row(const float *A, const float *x, float *y, int n)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int k = 0; k < n; k++)
		sum += A[(long long)row * n + k] * x[k];
	y[row] = sum;
}

/* One warp for a row. */
extern "C" __global__ void
mv_warp_row(const float *A, const float *x, float *y, int n)
{
	const int row = blockIdx.x * blockDim.y + threadIdx.y;
	float sum = 0.0f;

	for (int k = threadIdx.x; k < n; k += 32)
		sum += A[(long long)row * n + k] * x[k];
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffffu, sum, offset);
	if (threadIdx.x == 0)
		y[row] = sum;
}

/* One thread for a column of the transposed product: coalesced. */
extern "C" __global__ void
mv_thread_column(const float *A, const float *x, float *y, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int k = 0; k < n; k++)
		sum += A[(long long)k * n + column] * x[k];
	y[column] = sum;
}

/* One round of Floyd's shortest paths. */
extern "C" __global__ void
floyd_round(int *distance, int n, int k)
{
	const int j = blockIdx.x * blockDim.x + threadIdx.x;
	const int i = blockIdx.y * blockDim.y + threadIdx.y;
	const int through = distance[i * n + k] + distance[k * n + j];

	if (through < distance[i * n + j])
		distance[i * n + j] = through;
}
