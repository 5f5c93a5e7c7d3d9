/* Matrix products, from one thread an element to tensor cores. */
#include <cstddef>
#include <cuda_fp16.h>
#include <mma.h>

/* C = alpha A B + beta C, any size. */
extern "C" __global__ void
gemm_simple(const float *A, const float *B, float *C, int M, int N, int K, float alpha, float beta)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < M && col < N) {
		float acc = 0.0f;
		for (int k = 0; k < K; ++k)
			acc += A[row * K + k] * B[k * N + col];
		C[row * N + col] = alpha * acc + beta * C[row * N + col];
	}
}

template <int TILE> static __device__ __forceinline__ void
product_tiled(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float as[TILE][TILE];
	__shared__ float bs[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
	float acc = 0.0f;

	for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
		int ak = t * TILE + tx, bk = t * TILE + ty;
		as[ty][tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
		bs[ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < TILE; ++k)
			acc += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = acc;
}

extern "C" __global__ void
gemm_tile_16(const float *A, const float *B, float *C, int M, int N, int K)
{
	product_tiled<16>(A, B, C, M, N, K);
}

extern "C" __global__ void
gemm_tile_32(const float *A, const float *B, float *C, int M, int N, int K)
{
	product_tiled<32>(A, B, C, M, N, K);
}

/* 64x64 for 512 threads, eight results in a column for each. */
extern "C" __global__ void
gemm_column_8(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
              int N, int K)
{
	constexpr int BM = 64, BN = 64, BK = 8, TM = 8;
	__shared__ float as[BM * BK];
	__shared__ float bs[BK * BN];
	const int column = threadIdx.x % BN, group = threadIdx.x / BN;
	const int arow = threadIdx.x / BK, acol = threadIdx.x % BK;
	float acc[TM] = {0.0f};

	A += (size_t)blockIdx.y * BM * K;
	B += blockIdx.x * BN;
	C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;
	for (int k0 = 0; k0 < K; k0 += BK) {
		as[arow * BK + acol] = A[arow * K + k0 + acol];
		bs[group * BN + column] = B[(k0 + group) * N + column];
		__syncthreads();
		for (int k = 0; k < BK; ++k) {
			const float b = bs[k * BN + column];
			for (int m = 0; m < TM; ++m)
				acc[m] += as[(group * TM + m) * BK + k] * b;
		}
		__syncthreads();
	}
	for (int m = 0; m < TM; ++m)
		C[(size_t)(group * TM + m) * N + column] = acc[m];
}

/* 128x128 for 256 threads, 8x8 each, vectors of four, A turned while it is stored. */
extern "C" __global__ void __launch_bounds__(256)
gemm_square_8(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
              int N, int K)
{
	constexpr int BM = 128, BN = 128, BK = 8;
	__shared__ __align__(16) float as[BK][BM];
	__shared__ __align__(16) float bs[BK][BN];
	const int tid = threadIdx.x;
	const int trow = tid / 16 * 8, tcol = tid % 16 * 8;
	const int arow = tid / 2, acol = tid % 2 * 4;
	const int brow = tid / 32, bcol = tid % 32 * 4;
	const float *a = A + ((size_t)blockIdx.y * BM + arow) * K + acol;
	const float *b = B + (size_t)brow * N + blockIdx.x * BN + bcol;
	float acc[8][8] = {};

	for (int k0 = 0; k0 < K; k0 += BK) {
		const float4 va = *reinterpret_cast<const float4 *>(a + k0);
		const float4 vb = *reinterpret_cast<const float4 *>(b + (size_t)k0 * N);
		as[acol + 0][arow] = va.x;
		as[acol + 1][arow] = va.y;
		as[acol + 2][arow] = va.z;
		as[acol + 3][arow] = va.w;
		*reinterpret_cast<float4 *>(&bs[brow][bcol]) = vb;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < BK; ++k) {
			float ra[8], rb[8];
#pragma unroll
			for (int i = 0; i < 8; ++i) {
				ra[i] = as[k][trow + i];
				rb[i] = bs[k][tcol + i];
			}
#pragma unroll
			for (int i = 0; i < 8; ++i)
#pragma unroll
				for (int j = 0; j < 8; ++j)
					acc[i][j] = fmaf(ra[i], rb[j], acc[i][j]);
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 8; ++i) {
		float *c = C + ((size_t)blockIdx.y * BM + trow + i) * N + blockIdx.x * BN + tcol;
		*reinterpret_cast<float4 *>(c) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
		*reinterpret_cast<float4 *>(c + 4) =
		        make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
	}
}

/* 64x64x16, 4x4 each, the next tiles held in registers, two tiles in shared memory. */
template <typename T> static __device__ __forceinline__ void
product_ahead(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int N, int K)
{
	__shared__ T as[2][16][64 + 4];
	__shared__ T bs[2][16][64];
	const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
	const T *a = A + (size_t)blockIdx.y * 64 * K;
	const T *b = B + blockIdx.x * 64;
	T acc[4][4], na[4], nb[4];

	for (int i = 0; i < 4; ++i)
		for (int j = 0; j < 4; ++j)
			acc[i][j] = 0;
	for (int i = 0; i < 4; ++i) {
		as[0][tx][ty + 16 * i] = a[(size_t)(ty + 16 * i) * K + tx];
		bs[0][tid / 64 + 4 * i][tid % 64] = b[(size_t)(tid / 64 + 4 * i) * N + tid % 64];
	}
	__syncthreads();
	int now = 0;
	for (int k0 = 16; k0 <= K; k0 += 16) {
		if (k0 < K)
#pragma unroll
			for (int i = 0; i < 4; ++i) {
				na[i] = a[(size_t)(ty + 16 * i) * K + k0 + tx];
				nb[i] = b[(size_t)(k0 + tid / 64 + 4 * i) * N + tid % 64];
			}
#pragma unroll
		for (int k = 0; k < 16; ++k) {
			T ra[4], rb[4];
#pragma unroll
			for (int i = 0; i < 4; ++i) {
				ra[i] = as[now][k][ty * 4 + i];
				rb[i] = bs[now][k][tx + 16 * i];
			}
#pragma unroll
			for (int i = 0; i < 4; ++i)
#pragma unroll
				for (int j = 0; j < 4; ++j)
					acc[i][j] += ra[i] * rb[j];
		}
		if (k0 < K) {
			now ^= 1;
#pragma unroll
			for (int i = 0; i < 4; ++i) {
				as[now][tx][ty + 16 * i] = na[i];
				bs[now][tid / 64 + 4 * i][tid % 64] = nb[i];
			}
			__syncthreads();
		}
	}
#pragma unroll
	for (int i = 0; i < 4; ++i)
#pragma unroll
		for (int j = 0; j < 4; ++j)
			C[((size_t)blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx + 16 * j] =
			        acc[i][j];
}

extern "C" __global__ void
gemm_ahead_f32(const float *A, const float *B, float *C, int N, int K)
{
	product_ahead<float>(A, B, C, N, K);
}

extern "C" __global__ void
gemm_ahead_f64(const double *A, const double *B, double *C, int N, int K)
{
	product_ahead<double>(A, B, C, N, K);
}

/* One warp a tile of 16x16, straight from memory. */
extern "C" __global__ void
gemm_wmma_direct(const __half *A, const __half *B, float *C, int M, int N, int K)
{
	using namespace nvcuda::wmma;
	int tile_col = blockIdx.x * blockDim.y + threadIdx.y;
	int tile_row = blockIdx.y;
	if (tile_col * 16 >= N || tile_row * 16 >= M)
		return;
	fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
	fragment<accumulator, 16, 16, 16, float> fc;
	fill_fragment(fc, 0.0f);
	for (int k = 0; k < K; k += 16) {
		load_matrix_sync(fa, A + (size_t)tile_row * 16 * K + k, K);
		load_matrix_sync(fb, B + (size_t)k * N + tile_col * 16, N);
		mma_sync(fc, fa, fb, fc);
	}
	store_matrix_sync(C + (size_t)tile_row * 16 * N + tile_col * 16, fc, N, mem_row_major);
}

/* Bytes on tensor cores: 64x64 for four warps, tiles of 64 bytes deep in shared memory. */
extern "C" __global__ void
gemm_wmma_bytes(const signed char *A, const signed char *B, int *C, int N, int K)
{
	using namespace nvcuda::wmma;
	__shared__ __align__(32) signed char as[64][80], bs[64][80];
	int warp = threadIdx.x / 32, top = warp / 2 * 32, left = warp % 2 * 32;
	fragment<accumulator, 16, 16, 16, int> sums[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			fill_fragment(sums[i][j], 0);
	for (int k = 0; k < K; k += 64) {
		for (int t = threadIdx.x; t < 256; t += blockDim.x) {
			int row = t / 4, byte = t % 4 * 16;
			*(int4 *)&as[row][byte] =
			        *(const int4 *)&A[(size_t)(blockIdx.y * 64 + row) * K + k + byte];
			*(int4 *)&bs[row][byte] =
			        *(const int4 *)&B[(size_t)(blockIdx.x * 64 + row) * K + k + byte];
		}
		__syncthreads();
#pragma unroll
		for (int step = 0; step < 64; step += 16) {
			fragment<matrix_a, 16, 16, 16, signed char, row_major> l[2];
			fragment<matrix_b, 16, 16, 16, signed char, col_major> r[2];
			for (int i = 0; i < 2; i++) {
				load_matrix_sync(l[i], &as[top + 16 * i][step], 80);
				load_matrix_sync(r[i], &bs[left + 16 * i][step], 80);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					mma_sync(sums[i][j], l[i], r[j], sums[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			store_matrix_sync(&C[(size_t)(blockIdx.y * 64 + top + 16 * i) * N +
			                     blockIdx.x * 64 + left + 16 * j],
			                  sums[i][j], N, mem_row_major);
}

static __device__ __forceinline__ void
copy_ahead(void *shared, const void *global)
{
	unsigned to = (unsigned)__cvta_generic_to_shared(shared);
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(global));
}

static __device__ __forceinline__ void
load_4(unsigned (&r)[4], const void *shared)
{
	unsigned from = (unsigned)__cvta_generic_to_shared(shared);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
	             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
	             : "r"(from));
}

static __device__ __forceinline__ void
load_2_turned(unsigned (&r)[2], const void *shared)
{
	unsigned from = (unsigned)__cvta_generic_to_shared(shared);
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"
	             : "=r"(r[0]), "=r"(r[1])
	             : "r"(from));
}

static __device__ __forceinline__ void
multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
	             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* 128x128 for eight warps, each 64x32; three tiles of 32 in flight. */
extern "C" __global__ void __launch_bounds__(256)
gemm_mma_async(const __half *A, const __half *B, float *C, int N, int K)
{
	constexpr int STAGES = 3, AP = 40, BP = 136;
	extern __shared__ __align__(16) __half tiles[];
	__half *as = tiles, *bs = tiles + STAGES * 128 * AP;
	const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
	const int top = warp / 4 * 64, left = warp % 4 * 32;
	const __half *a = A + (size_t)blockIdx.y * 128 * K;
	const __half *b = B + blockIdx.x * 128;
	float acc[4][4][4] = {};

	auto fetch = [&](int stage, int k0) {
#pragma unroll
		for (int i = 0; i < 2; ++i) {
			int t = tid + 256 * i;
			copy_ahead(&as[stage * 128 * AP + t / 4 * AP + t % 4 * 8],
			           &a[(size_t)(t / 4) * K + k0 + t % 4 * 8]);
			copy_ahead(&bs[stage * 32 * BP + t / 16 * BP + t % 16 * 8],
			           &b[(size_t)(k0 + t / 16) * N + t % 16 * 8]);
		}
	};
	for (int s = 0; s < STAGES - 1; ++s) {
		fetch(s, s * 32);
		asm volatile("cp.async.commit_group;\n" ::);
	}
	for (int step = 0; step < K / 32; ++step) {
		asm volatile("cp.async.wait_group %0;\n" ::"n"(STAGES - 2));
		__syncthreads();
		const int next = step + STAGES - 1;
		if (next < K / 32)
			fetch(next % STAGES, next * 32);
		asm volatile("cp.async.commit_group;\n" ::);
		const __half *ta = &as[step % STAGES * 128 * AP], *tb = &bs[step % STAGES * 32 * BP];
#pragma unroll
		for (int k = 0; k < 32; k += 16) {
			unsigned fa[4][4], fb[4][2];
#pragma unroll
			for (int i = 0; i < 4; ++i)
				load_4(fa[i], &ta[(top + 16 * i + lane % 16) * AP + k + lane / 16 * 8]);
#pragma unroll
			for (int j = 0; j < 4; ++j)
				load_2_turned(fb[j], &tb[(k + lane % 16) * BP + left + 8 * j]);
#pragma unroll
			for (int i = 0; i < 4; ++i)
#pragma unroll
				for (int j = 0; j < 4; ++j)
					multiply(acc[i][j], fa[i], fb[j]);
		}
	}
	for (int i = 0; i < 4; ++i)
		for (int j = 0; j < 4; ++j) {
			size_t row = (size_t)blockIdx.y * 128 + top + 16 * i + lane / 4;
			size_t column = (size_t)blockIdx.x * 128 + left + 8 * j + lane % 4 * 2;
			*(float2 *)&C[row * N + column] = make_float2(acc[i][j][0], acc[i][j][1]);
			*(float2 *)&C[(row + 8) * N + column] = make_float2(acc[i][j][2], acc[i][j][3]);
		}
}

/* Many rows, sixteen columns; what lies between is shared out among blockIdx.y. */
extern "C" __global__ void
gemm_narrow(const float *__restrict__ A, const float *__restrict__ B, float *C, int M, int K,
            int share)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= M)
		return;
	float acc[16] = {};
	int begin = blockIdx.y * share, end = min(begin + share, K);
	for (int k = begin; k < end; ++k) {
		float a = A[(size_t)k * M + row];
#pragma unroll
		for (int j = 0; j < 16; ++j)
			acc[j] += a * B[k * 16 + j];
	}
#pragma unroll
	for (int j = 0; j < 16; ++j)
		atomicAdd(&C[(size_t)j * M + row], acc[j]);
}

/* y = A x, a block a row. */
extern "C" __global__ void
matvec_block(const double *A, const double *x, double *y, int columns)
{
	__shared__ double partial[128];
	double sum = 0.0;
	for (int c = threadIdx.x; c < columns; c += 128)
		sum += A[(size_t)blockIdx.x * columns + c] * x[c];
	partial[threadIdx.x] = sum;
	__syncthreads();
	for (int s = 64; s > 0; s >>= 1) {
		if (threadIdx.x < s)
			partial[threadIdx.x] += partial[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		y[blockIdx.x] = partial[0];
}

/* Two matrices at once, a thread a row. */
extern "C" __global__ void
matvec_pair(const float *A, const float *B, const float *x, float *y, float alpha, float beta,
            int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float s = 0.0f;
		y[i] = 0.0f;
		for (int j = 0; j < n; j++) {
			s += A[i * n + j] * x[j];
			y[i] += B[i * n + j] * x[j];
		}
		y[i] = alpha * s + beta * y[i];
	}
}

/* C += A A', a thread an element. */
extern "C" __global__ void
gemm_syrk(const double *A, double *C, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n) {
		C[i * n + j] *= 0.5;
		for (int k = 0; k < m; k++)
			C[i * n + j] += 1.5 * A[i * m + k] * A[j * m + k];
	}
}
