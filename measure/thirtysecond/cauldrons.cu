// Matrix products from the plainest to tensor cores, and matrix times vector.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

// C = alpha A B^T + beta C in double precision, one element a thread.
extern "C" __global__ void gemm_plain_double_nt(int m, int n, int k, double alpha, const double *A,
                                                const double *B, double beta, double *C)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && col < n) {
		double sum = 0;
		for (int i = 0; i < k; i++)
			sum += A[row * k + i] * B[col * k + i];
		C[row * n + col] = alpha * sum + beta * C[row * n + col];
	}
}

// 256 threads; sizes are multiples of the tile.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(256) sgemmBlocked(const float *__restrict__ A,
                                                    const float *__restrict__ B,
                                                    float *__restrict__ C, int M, int N, int K)
{
	static_assert(BM / TM * (BN / TN) == 256 && BM * BK == 1024 && BK * BN == 1024, "shape");
	__shared__ float As[2][BK][BM + 4];
	__shared__ float Bs[2][BK][BN];
	const int t = threadIdx.x;
	const int arow = t / (BK / 4), acol = t % (BK / 4) * 4;
	const int brow = t / (BN / 4), bcol = t % (BN / 4) * 4;
	const int tr = t / (BN / TN) * TM, tc = t % (BN / TN) * TN;
	A += (size_t)(blockIdx.y * BM + arow) * K + acol;
	B += (size_t)brow * N + blockIdx.x * BN + bcol;
	float acc[TM][TN] = {};

	float4 a = *reinterpret_cast<const float4 *>(A);
	float4 b = *reinterpret_cast<const float4 *>(B);
	int now = 0;
	for (int k = 0; k < K; k += BK) {
		As[now][acol][arow] = a.x;
		As[now][acol + 1][arow] = a.y;
		As[now][acol + 2][arow] = a.z;
		As[now][acol + 3][arow] = a.w;
		*reinterpret_cast<float4 *>(&Bs[now][brow][bcol]) = b;
		__syncthreads();
		if (k + BK < K) {
			a = *reinterpret_cast<const float4 *>(A + k + BK);
			b = *reinterpret_cast<const float4 *>(B + (size_t)(k + BK) * N);
		}
#pragma unroll
		for (int i = 0; i < BK; i++) {
			float ra[TM], rb[TN];
#pragma unroll
			for (int r = 0; r < TM; r++)
				ra[r] = As[now][i][tr + r];
#pragma unroll
			for (int c = 0; c < TN; c++)
				rb[c] = Bs[now][i][tc + c];
#pragma unroll
			for (int r = 0; r < TM; r++)
#pragma unroll
				for (int c = 0; c < TN; c++)
					acc[r][c] += ra[r] * rb[c];
		}
		now ^= 1;
	}
	for (int r = 0; r < TM; r++)
		for (int c = 0; c < TN; c += 4)
			*reinterpret_cast<float4 *>(
				&C[(size_t)(blockIdx.y * BM + tr + r) * N + blockIdx.x * BN + tc + c]) =
				make_float4(acc[r][c], acc[r][c + 1], acc[r][c + 2], acc[r][c + 3]);
}
template __global__ void sgemmBlocked<128, 128, 8, 8, 8>(const float *, const float *, float *, int, int, int);
template __global__ void sgemmBlocked<64, 64, 16, 4, 4>(const float *, const float *, float *, int, int, int);

// 64 x 64 a block of four warps, both factors row by row.
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_bf16_staged(
	const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ B, float *__restrict__ C,
	int M, int N, int K)
{
	using namespace nvcuda;
	__shared__ __align__(32) __nv_bfloat16 As[64][40];
	__shared__ __align__(32) __nv_bfloat16 Bs[32][72];
	int t = threadIdx.x, warp = t / 32;
	int wr = warp / 2 * 32, wc = warp % 2 * 32;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(acc[i][j], 0.0f);
	for (int k = 0; k < K; k += 32) {
		for (int i = t; i < 256; i += 128) {
			int row = i / 4, col = i % 4 * 8;
			*(uint4 *)&As[row][col] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + row) * K + k + col];
		}
		for (int i = t; i < 256; i += 128) {
			int row = i / 8, col = i % 8 * 8;
			*(uint4 *)&Bs[row][col] = *(const uint4 *)&B[(size_t)(k + row) * N + blockIdx.x * 64 + col];
		}
		__syncthreads();
		for (int kk = 0; kk < 32; kk += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> b[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(a[i], &As[wr + 16 * i][kk], 40);
				wmma::load_matrix_sync(b[i], &Bs[kk][wc + 16 * i], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(size_t)(blockIdx.y * 64 + wr + 16 * i) * N + blockIdx.x * 64 + wc
			                           + 16 * j], acc[i][j], N, wmma::mem_row_major);
}

__device__ __forceinline__ void copy16(void *to, const void *from)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
		(unsigned)__cvta_generic_to_shared(to)), "l"(from));
}

__device__ __forceinline__ void ldmatrix4(unsigned (&r)[4], const void *from)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
	             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
	             : "r"((unsigned)__cvta_generic_to_shared(from)));
}

// 128 x 128 a block of eight warps, three stages; B lies column by column. 61440 bytes.
extern "C" __global__ void __launch_bounds__(256) gemm_mma_half_in_thirds(
	const __half *__restrict__ A, const __half *__restrict__ B, float *__restrict__ C, int M, int N,
	int K)
{
	constexpr int LD = 40, STAGE = 128 * LD;
	extern __shared__ __align__(16) __half pool[];
	__half *As = pool, *Bs = pool + 3 * STAGE;
	const int t = threadIdx.x, lane = t % 32, warp = t / 32;
	const int wm = warp / 4 * 64, wn = warp % 4 * 32;
	const __half *a0 = A + (size_t)blockIdx.y * 128 * K;
	const __half *b0 = B + (size_t)blockIdx.x * 128 * K;

	auto fetch = [&](int stage, int k) {
		for (int i = t; i < 512; i += 256) {
			int row = i / 4, col = i % 4 * 8;
			copy16(As + stage * STAGE + row * LD + col, a0 + (size_t)row * K + k + col);
			copy16(Bs + stage * STAGE + row * LD + col, b0 + (size_t)row * K + k + col);
		}
	};

	float acc[4][4][4] = {};
	const int steps = K / 32;
	for (int s = 0; s < 2; s++) {
		if (s < steps)
			fetch(s, 32 * s);
		asm volatile("cp.async.commit_group;");
	}
	for (int s = 0; s < steps; s++) {
		asm volatile("cp.async.wait_group 1;");
		__syncthreads();
		if (s + 2 < steps)
			fetch((s + 2) % 3, 32 * (s + 2));
		asm volatile("cp.async.commit_group;");
		const __half *as = As + s % 3 * STAGE, *bs = Bs + s % 3 * STAGE;
#pragma unroll
		for (int kk = 0; kk < 32; kk += 16) {
			unsigned a[4][4], b[2][4];
#pragma unroll
			for (int i = 0; i < 4; i++)
				ldmatrix4(a[i], as + (wm + 16 * i + lane % 16) * LD + kk + lane / 16 * 8);
#pragma unroll
			for (int j = 0; j < 2; j++)
				ldmatrix4(b[j], bs + (wn + 16 * j + lane / 16 * 8 + lane % 8) * LD + kk + lane / 8 % 2 * 8);
#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 4; j++)
					asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
					             "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
					             : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]),
					               "+f"(acc[i][j][3])
					             : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]),
					               "r"(b[j / 2][j % 2 * 2]), "r"(b[j / 2][j % 2 * 2 + 1]));
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			int row = blockIdx.y * 128 + wm + 16 * i + lane / 4;
			int col = blockIdx.x * 128 + wn + 8 * j + lane % 4 * 2;
			*(float2 *)&C[(size_t)row * N + col] = make_float2(acc[i][j][0], acc[i][j][1]);
			*(float2 *)&C[(size_t)(row + 8) * N + col] = make_float2(acc[i][j][2], acc[i][j][3]);
		}
}

// 32 x 32 a warp, straight from memory; A row by row, B column by column.
extern "C" __global__ void gemm_mma_int8_unstaged(const int8_t *A, const int8_t *B, int *C, int M,
                                                  int N, int K)
{
	int warps_across = N / 32;
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (warp >= warps_across * (M / 32))
		return;
	int row = warp / warps_across * 32 + lane / 4, col = warp % warps_across * 32 + lane / 4;
	int acc[2][4][4] = {};
	for (int k = lane % 4 * 4; k < K; k += 32) {
		int a[2][4], b[4][2];
		for (int i = 0; i < 2; i++) {
			const int8_t *at = A + (size_t)(row + 16 * i) * K + k;
			a[i][0] = *(const int *)at;
			a[i][1] = *(const int *)(at + 8 * K);
			a[i][2] = *(const int *)(at + 16);
			a[i][3] = *(const int *)(at + 8 * K + 16);
		}
		for (int j = 0; j < 4; j++) {
			const int8_t *at = B + (size_t)(col + 8 * j) * K + k;
			b[j][0] = *(const int *)at;
			b[j][1] = *(const int *)(at + 16);
		}
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 4; j++)
				asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
				             "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
				             : "+r"(acc[i][j][0]), "+r"(acc[i][j][1]), "+r"(acc[i][j][2]),
				               "+r"(acc[i][j][3])
				             : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]),
				               "r"(b[j][1]));
	}
	int c0 = warp % warps_across * 32 + lane % 4 * 2;
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++) {
			int *to = C + (size_t)(row + 16 * i) * N + c0 + 8 * j;
			to[0] = acc[i][j][0];
			to[1] = acc[i][j][1];
			to[8 * N] = acc[i][j][2];
			to[8 * N + 1] = acc[i][j][3];
		}
}

// A tall matrix times k x 16, which waits in shared memory; a row a thread.
extern "C" __global__ void gemm_tall_by_sixteen(const float *__restrict__ A,
                                                const float *__restrict__ B, float *__restrict__ C,
                                                int m, int k)
{
	extern __shared__ float factor[];
	for (int i = threadIdx.x; i < 16 * k; i += blockDim.x)
		factor[i] = B[i];
	__syncthreads();
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= m)
		return;
	float sum[16] = {};
	for (int i = 0; i < k; i++) {
		float a = A[(size_t)row * k + i];
#pragma unroll
		for (int j = 0; j < 16; j++)
			sum[j] = fmaf(a, factor[16 * i + j], sum[j]);
	}
	for (int j = 0; j < 16; j++)
		C[(size_t)row * 16 + j] = sum[j];
}

// Half weights, a warp a row, eight halves a load; cols divides by eight.
extern "C" __global__ void matvec_half_octets(const __half *__restrict__ W, const __half *__restrict__ x,
                                              __half *__restrict__ y, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	int lane = threadIdx.x & 31;
	if (row >= rows)
		return;
	const uint4 *w = reinterpret_cast<const uint4 *>(W + (size_t)row * cols);
	const uint4 *v = reinterpret_cast<const uint4 *>(x);
	float sum = 0.f;
	for (int i = lane; i < cols / 8; i += 32) {
		uint4 a = w[i], b = v[i];
		const __half2 *ha = reinterpret_cast<const __half2 *>(&a);
		const __half2 *hb = reinterpret_cast<const __half2 *>(&b);
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float2 fa = __half22float2(ha[j]), fb = __half22float2(hb[j]);
			sum += fa.x * fb.x + fa.y * fb.y;
		}
	}
	for (int o = 16; o; o >>= 1)
		sum += __shfl_down_sync(~0u, sum, o);
	if (lane == 0)
		y[row] = __float2half(sum);
}

// y += A^T x: a column a thread, the rows shared out over blockIdx.y.
extern "C" __global__ void matvec_transposed_in_shares(const float *A, const float *x, float *y, int rows,
                                                       int cols, int share)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (col < cols) {
		int first = blockIdx.y * share, end = min(first + share, rows);
		float sum = 0;
		for (int r = first; r < end; r++)
			sum += A[(size_t)r * cols + col] * x[r];
		atomicAdd(&y[col], sum);
	}
}
