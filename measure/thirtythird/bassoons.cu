// Matrix products and products of matrices with vectors.
#include <mma.h>
#include <cuda_fp16.h>
#include <cstdint>
using namespace nvcuda;

extern "C" __global__ void gemm_unsigned_plain(const double *A, const double *B, double *C, unsigned m,
                                               unsigned n, unsigned k)
{
	unsigned col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= m || col >= n)
		return;
	double sum = 0;
	for (unsigned i = 0; i < k; i++)
		sum += A[row * k + i] * B[i * n + col];
	C[row * n + col] = sum;
}

template <int T>
__global__ void tilesGuarded(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int m, int n, int k)
{
	__shared__ float a[T][T], b[T][T + 1];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
	float sum = 0.f;
	for (int t = 0; t < k; t += T) {
		a[ty][tx] = row < m && t + tx < k ? A[row * k + t + tx] : 0.f;
		b[ty][tx] = col < n && t + ty < k ? B[(t + ty) * n + col] : 0.f;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < T; i++)
			sum = fmaf(a[ty][i], b[i][tx], sum);
		__syncthreads();
	}
	if (row < m && col < n)
		C[row * n + col] = sum;
}
template __global__ void tilesGuarded<16>(const float *, const float *, float *, int, int, int);
template __global__ void tilesGuarded<32>(const float *, const float *, float *, int, int, int);

// 64 x 64 of C by 256 threads, 4 x 4 each; m, n multiples of 64, k of 16.
extern "C" __global__ void __launch_bounds__(256)
gemm_four_by_four_bias(const float *__restrict__ A, const float *__restrict__ B,
                       const float *__restrict__ bias, float *__restrict__ C, int n, int k)
{
	__shared__ float a[16][68];
	__shared__ float4 b[16][16];
	int t = threadIdx.x, tx = t % 16, ty = t / 16;
	int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	float acc[4][4] = {};
	for (int s = 0; s < k; s += 16) {
		float4 v = *(const float4 *)&A[(row0 + t / 4) * k + s + t % 4 * 4];
		a[t % 4 * 4][t / 4] = v.x;
		a[t % 4 * 4 + 1][t / 4] = v.y;
		a[t % 4 * 4 + 2][t / 4] = v.z;
		a[t % 4 * 4 + 3][t / 4] = v.w;
		b[ty][tx] = *(const float4 *)&B[(s + ty) * n + col0 + 4 * tx];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++) {
			float4 y = b[i][tx], x = *(const float4 *)&a[i][4 * ty];
			float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
			for (int r = 0; r < 4; r++)
				for (int c = 0; c < 4; c++)
					acc[r][c] += xs[r] * ys[c];
		}
		__syncthreads();
	}
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++)
			C[(row0 + 4 * ty + r) * n + col0 + 4 * tx + c] =
				fmaxf(acc[r][c] + bias[col0 + 4 * tx + c], 0.f);
}

// Each warp 16 x 32 of C; block of 128 makes 32 x 64.
extern "C" __global__ void gemm_wmma_shared_panels(const half *__restrict__ A, const half *__restrict__ B,
                                                   float *__restrict__ C, int n, int k)
{
	__shared__ __align__(32) half a[32][40];
	__shared__ __align__(32) half b[32][72];
	int t = threadIdx.x, warp = t / 32, wr = warp / 2, wc = warp % 2;
	int row0 = blockIdx.y * 32, col0 = blockIdx.x * 64;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2];
	wmma::fill_fragment(c[0], 0.f);
	wmma::fill_fragment(c[1], 0.f);
	for (int s = 0; s < k; s += 32) {
		*(float4 *)&a[t / 4][t % 4 * 8] = *(const float4 *)&A[(size_t)(row0 + t / 4) * k + s + t % 4 * 8];
		for (int i = t; i < 256; i += 128)
			*(float4 *)&b[i / 8][i % 8 * 8] = *(const float4 *)&B[(size_t)(s + i / 8) * n + col0 + i % 8 * 8];
		__syncthreads();
		for (int i = 0; i < 32; i += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
			wmma::load_matrix_sync(fa, &a[16 * wr][i], 40);
			for (int j = 0; j < 2; j++) {
				wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
				wmma::load_matrix_sync(fb, &b[i][32 * wc + 16 * j], 72);
				wmma::mma_sync(c[j], fa, fb, c[j]);
			}
		}
		__syncthreads();
	}
	for (int j = 0; j < 2; j++)
		wmma::store_matrix_sync(&C[(size_t)(row0 + 16 * wr) * n + col0 + 32 * wc + 16 * j], c[j], n,
		                        wmma::mem_row_major);
}

// Bytes, the second factor given by columns; k a multiple of 4.
extern "C" __global__ void gemm_bytes_tiled_dp4a(const int *__restrict__ A, const int *__restrict__ B,
                                              int *__restrict__ C, int m, int n, int quads)
{
	__shared__ int a[16][17], b[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	int sum = 0;
	for (int s = 0; s < quads; s += 16) {
		a[ty][tx] = row < m && s + tx < quads ? A[row * quads + s + tx] : 0;
		int other = blockIdx.x * 16 + ty;
		b[ty][tx] = other < n && s + tx < quads ? B[other * quads + s + tx] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum = __dp4a(a[ty][i], b[tx][i], sum);
		__syncthreads();
	}
	if (row < m && col < n)
		C[row * n + col] = sum;
}

extern "C" __global__ void matvec_thread_to_row(const float *A, const float *x, float *y, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum = 0;
	for (int c = 0; c < cols; c++)
		sum += A[(size_t)r * cols + c] * x[c];
	y[r] = sum;
}

// One block to a row of halves; cols a multiple of 8.
extern "C" __global__ void matvec_half_block_to_row(const uint4 *__restrict__ A, const float *__restrict__ x,
                                                    float *__restrict__ y, int eights)
{
	__shared__ float part[32];
	const uint4 *row = A + (size_t)blockIdx.x * eights;
	float sum = 0.f;
	for (int i = threadIdx.x; i < eights; i += blockDim.x) {
		uint4 v = row[i];
		const __half2 *h = (const __half2 *)&v;
#pragma unroll
		for (int k = 0; k < 4; k++) {
			float2 f = __half22float2(h[k]);
			sum += f.x * x[8 * i + 2 * k] + f.y * x[8 * i + 2 * k + 1];
		}
	}
	for (int s = 16; s; s >>= 1)
		sum += __shfl_down_sync(~0u, sum, s);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.f;
		for (int s = 16; s; s >>= 1)
			sum += __shfl_down_sync(~0u, sum, s);
		if (threadIdx.x == 0)
			y[blockIdx.x] = sum;
	}
}
