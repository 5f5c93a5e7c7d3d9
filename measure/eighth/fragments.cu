// Matrix products on tensor cores, and matrices times vectors.
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

using namespace nvcuda;

// The blog's first: a warp for each 16 x 16 of C, everything in columns.
extern "C" __global__ void
mxm_wmma_blog(const half *a, const half *b, float *c, int M, int N, int K, float alpha, float beta)
{
	int lda = M, ldb = K, ldc = M;
	int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
	int warpN = (blockIdx.y * blockDim.y + threadIdx.y);
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a_frag;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c_frag;

	wmma::fill_fragment(acc_frag, 0.0f);
	for (int i = 0; i < K; i += 16) {
		int aRow = warpM * 16, aCol = i, bRow = i, bCol = warpN * 16;
		if (aRow < M && aCol < K && bRow < K && bCol < N) {
			wmma::load_matrix_sync(a_frag, a + aRow + aCol * lda, lda);
			wmma::load_matrix_sync(b_frag, b + bRow + bCol * ldb, ldb);
			wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
		}
	}
	int cRow = warpM * 16, cCol = warpN * 16;
	if (cRow < M && cCol < N) {
		wmma::load_matrix_sync(c_frag, c + cRow + cCol * ldc, ldc, wmma::mem_col_major);
		for (int i = 0; i < c_frag.num_elements; i++)
			c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
		wmma::store_matrix_sync(c + cRow + cCol * ldc, c_frag, ldc, wmma::mem_col_major);
	}
}

// 64 x 64 a block of four warps, each 32 x 32; tiles of 32 along k by uint4.
extern "C" __global__ void __launch_bounds__(128)
mxm_wmma_tiles(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int M,
               int N, int K)
{
	__shared__ half As[64][40];
	__shared__ half Bs[32][72];
	int warp = threadIdx.x / 32;
	int wr = warp / 2 * 32, wc = warp % 2 * 32;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(acc[i][j], 0.0f);
	for (int k0 = 0; k0 < K; k0 += 32) {
		for (int p = threadIdx.x; p < 256; p += 128) {
			int r = p / 4, c = p % 4 * 8;
			*(uint4 *)&As[r][c] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + r) * K + k0 + c];
		}
		for (int p = threadIdx.x; p < 256; p += 128) {
			int r = p / 8, c = p % 8 * 8;
			*(uint4 *)&Bs[r][c] = *(const uint4 *)&B[(size_t)(k0 + r) * N + blockIdx.x * 64 + c];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; k += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
			for (int i = 0; i < 2; i++)
				wmma::load_matrix_sync(a[i], &As[wr + 16 * i][k], 40);
			for (int j = 0; j < 2; j++)
				wmma::load_matrix_sync(b[j], &Bs[k][wc + 16 * j], 72);
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(size_t)(blockIdx.y * 64 + wr + 16 * i) * N
			                           + blockIdx.x * 64 + wc + 16 * j], acc[i][j], N,
			                        wmma::mem_row_major);
}

// mma.sync m16n8k16 by hand: a warp for 16 x 32 of C, B by columns, operands straight from memory.
extern "C" __global__ void
mxm_mma_by_hand(const half *A, const half *Bt, float *C, int M, int N, int K)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	int across = N / 32;
	int row = warp / across * 16, col = warp % across * 32;
	int group = lane / 4, pair = lane % 4 * 2;
	float c[4][4] = {};

	if (row >= M)
		return;
	for (int k = 0; k < K; k += 16) {
		uint32_t a0 = *(const uint32_t *)&A[(row + group) * K + k + pair];
		uint32_t a1 = *(const uint32_t *)&A[(row + group + 8) * K + k + pair];
		uint32_t a2 = *(const uint32_t *)&A[(row + group) * K + k + pair + 8];
		uint32_t a3 = *(const uint32_t *)&A[(row + group + 8) * K + k + pair + 8];
#pragma unroll
		for (int j = 0; j < 4; j++) {
			const half *b = &Bt[(col + 8 * j + group) * K + k + pair];
			uint32_t b0 = *(const uint32_t *)b, b1 = *(const uint32_t *)(b + 8);
			asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
			             "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
			             : "+f"(c[j][0]), "+f"(c[j][1]), "+f"(c[j][2]), "+f"(c[j][3])
			             : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
		}
	}
#pragma unroll
	for (int j = 0; j < 4; j++) {
		float *to = &C[(row + group) * N + col + 8 * j + pair];
		*(float2 *)to = make_float2(c[j][0], c[j][1]);
		*(float2 *)(to + 8 * N) = make_float2(c[j][2], c[j][3]);
	}
}

// y = A x: a block for each row.
extern "C" __global__ void
mxm_vector_block_row(const float *A, const float *x, float *y, int cols)
{
	__shared__ float part[32];
	const float *row = A + (size_t)blockIdx.x * cols;
	float sum = 0.0f;

	for (int j = threadIdx.x; j < cols; j += blockDim.x)
		sum += row[j] * x[j];
	for (int o = 16; o > 0; o >>= 1)
		sum += __shfl_down_sync(~0u, sum, o);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < blockDim.x / 32; w++)
			sum += part[w];
		y[blockIdx.x] = sum;
	}
}
