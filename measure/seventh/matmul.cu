// Products of matrices, from the naive to tensor cores.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <stdint.h>

extern "C" __global__ void mul_naive(const float *A, const float *B, float *C, int M, int N, int K)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < M && col < N) {
		float sum = 0.0f;
		for (int k = 0; k < K; k++)
			sum += A[row * K + k] * B[k * N + col];
		C[row * N + col] = sum;
	}
}

#define TS 16

extern "C" __global__ void mul_tiled(const float *A, const float *B, float *C, int N)
{
	__shared__ float As[TS][TS], Bs[TS][TS];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
	float sum = 0;
	for (int t = 0; t < N / TS; t++) {
		As[ty][tx] = A[row * N + t * TS + tx];
		Bs[ty][tx] = B[(t * TS + ty) * N + col];
		__syncthreads();
		for (int k = 0; k < TS; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	C[row * N + col] = sum;
}

extern "C" __global__ void mul_tiled_guarded(const float *A, const float *B, float *C, int M, int N,
                                             int K)
{
	__shared__ float As[32][32];
	__shared__ float Bs[32][32];
	int row = blockIdx.y * 32 + threadIdx.y;
	int col = blockIdx.x * 32 + threadIdx.x;
	float sum = 0.f;
	for (int t = 0; t < (K + 31) / 32; ++t) {
		int a = t * 32 + threadIdx.x, b = t * 32 + threadIdx.y;
		As[threadIdx.y][threadIdx.x] = row < M && a < K ? A[row * K + a] : 0.f;
		Bs[threadIdx.y][threadIdx.x] = b < K && col < N ? B[b * N + col] : 0.f;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; ++k)
			sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = sum;
}

// 64 x 64 of C for a block of 16 x 16 threads, 4 x 4 for each.
extern "C" __global__ void mul_register_4x4(const float *A, const float *B, float *C, int M, int N,
                                            int K)
{
	__shared__ float As[16][64];
	__shared__ float Bs[16][64];
	int tx = threadIdx.x, ty = threadIdx.y;
	int tid = ty * 16 + tx;
	int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	float acc[4][4] = {};
	for (int k0 = 0; k0 < K; k0 += 16) {
		for (int i = tid; i < 64 * 16; i += 256)
			As[i % 16][i / 16] = A[(row0 + i / 16) * K + k0 + i % 16];
		for (int i = tid; i < 16 * 64; i += 256)
			Bs[i / 64][i % 64] = B[(k0 + i / 64) * N + col0 + i % 64];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float a[4], b[4];
#pragma unroll
			for (int i = 0; i < 4; i++) {
				a[i] = As[k][ty * 4 + i];
				b[i] = Bs[k][tx * 4 + i];
			}
#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 4; j++)
					acc[i][j] += a[i] * b[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			C[(row0 + ty * 4 + i) * N + col0 + tx * 4 + j] = acc[i][j];
}

// 128 x 128 of C for 256 threads, 8 x 8 for each, vectors of four.
extern "C" __global__ void __launch_bounds__(256)
mul_register_8x8(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                 int M, int N, int K, float alpha, float beta)
{
	__shared__ float As[8 * 128];
	__shared__ float Bs[8 * 128];
	const int tid = threadIdx.x;
	const int trow = tid / 16, tcol = tid % 16;
	A += blockIdx.y * 128 * K;
	B += blockIdx.x * 128;
	C += blockIdx.y * 128 * N + blockIdx.x * 128;
	const int arow = tid / 2, acol = tid % 2 * 4;
	const int brow = tid / 32, bcol = tid % 32 * 4;
	float acc[64] = {0.0f};
	float m[8], n[8];
	for (int k0 = 0; k0 < K; k0 += 8) {
		float4 a = *reinterpret_cast<const float4 *>(&A[arow * K + acol]);
		As[(acol + 0) * 128 + arow] = a.x;
		As[(acol + 1) * 128 + arow] = a.y;
		As[(acol + 2) * 128 + arow] = a.z;
		As[(acol + 3) * 128 + arow] = a.w;
		*reinterpret_cast<float4 *>(&Bs[brow * 128 + bcol]) =
			*reinterpret_cast<const float4 *>(&B[brow * N + bcol]);
		__syncthreads();
		A += 8;
		B += 8 * N;
		for (int k = 0; k < 8; ++k) {
			for (int i = 0; i < 8; ++i)
				m[i] = As[k * 128 + trow * 8 + i];
			for (int i = 0; i < 8; ++i)
				n[i] = Bs[k * 128 + tcol * 8 + i];
			for (int i = 0; i < 8; ++i)
				for (int j = 0; j < 8; ++j)
					acc[i * 8 + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 8; ++i)
		for (int j = 0; j < 8; j += 4) {
			float4 *place = reinterpret_cast<float4 *>(&C[(trow * 8 + i) * N + tcol * 8 + j]);
			float4 old = *place;
			old.x = alpha * acc[i * 8 + j] + beta * old.x;
			old.y = alpha * acc[i * 8 + j + 1] + beta * old.y;
			old.z = alpha * acc[i * 8 + j + 2] + beta * old.z;
			old.w = alpha * acc[i * 8 + j + 3] + beta * old.w;
			*place = old;
		}
}

extern "C" __global__ void mul_half_tiled(const __half *A, const __half *B, __half *C, int N)
{
	__shared__ __half As[16][16], Bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0.0f;
	for (int t = 0; t < N; t += 16) {
		As[ty][tx] = A[row * N + t + tx];
		Bs[ty][tx] = B[(t + ty) * N + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += __half2float(As[ty][k]) * __half2float(Bs[k][tx]);
		__syncthreads();
	}
	C[row * N + col] = __float2half(sum);
}

// A warp for each 16 x 16 of C, straight from global memory.
extern "C" __global__ void mul_wmma(const __half *A, const __half *B, float *C, int M, int N, int K)
{
	using namespace nvcuda;
	int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
	int warpN = blockIdx.y * blockDim.y + threadIdx.y;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
	wmma::fill_fragment(c, 0.0f);
	int row = warpM * 16, col = warpN * 16;
	if (row >= M || col >= N)
		return;
	for (int k = 0; k < K; k += 16) {
		wmma::load_matrix_sync(a, A + row * K + k, K);
		wmma::load_matrix_sync(b, B + k * N + col, N);
		wmma::mma_sync(c, a, b, c);
	}
	wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

// 64 x 64 for four warps, tiles through shared memory.
extern "C" __global__ void mul_wmma_shared(const __half *A, const __half *B, float *C, int N, int K)
{
	using namespace nvcuda;
	__shared__ __half As[64][40];
	__shared__ __half Bs[32][72];
	int warp = threadIdx.x / 32;
	int wr = warp / 2 * 32, wc = warp % 2 * 32;
	int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(acc[i][j], 0.0f);
	for (int k0 = 0; k0 < K; k0 += 32) {
		for (int i = threadIdx.x; i < 64 * 4; i += 128)
			*(int4 *)&As[i / 4][i % 4 * 8] = *(const int4 *)&A[(row0 + i / 4) * K + k0 + i % 4 * 8];
		for (int i = threadIdx.x; i < 32 * 8; i += 128)
			*(int4 *)&Bs[i / 8][i % 8 * 8] = *(const int4 *)&B[(k0 + i / 8) * N + col0 + i % 8 * 8];
		__syncthreads();
		for (int k = 0; k < 32; k += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(a[i], &As[wr + i * 16][k], 40);
				wmma::load_matrix_sync(b[i], &Bs[k][wc + i * 16], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::store_matrix_sync(&C[(row0 + wr + i * 16) * N + col0 + wc + j * 16], acc[i][j], N,
			                        wmma::mem_row_major);
}

// m16n8k16: A by rows, B given transposed (N x K); 64 x 64 for four warps of 32 x 32.
extern "C" __global__ void mul_mma_sync(const __half *A, const __half *Bt, float *C, int N, int K)
{
	__shared__ __align__(16) __half As[64][24];
	__shared__ __align__(16) __half Bs[64][24];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int wr = warp / 2 * 32, wc = warp % 2 * 32;
	int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	int group = lane / 4, pair = lane % 4 * 2;
	float acc[2][4][4] = {};
	for (int k0 = 0; k0 < K; k0 += 16) {
		int r = threadIdx.x / 2, c = threadIdx.x % 2 * 8;
		*(uint4 *)&As[r][c] = *(const uint4 *)&A[(row0 + r) * K + k0 + c];
		*(uint4 *)&Bs[r][c] = *(const uint4 *)&Bt[(col0 + r) * K + k0 + c];
		__syncthreads();
		uint32_t a[2][4], b[4][2];
		for (int i = 0; i < 2; i++) {
			uint32_t address = (uint32_t)__cvta_generic_to_shared(
				&As[wr + i * 16 + lane % 16][lane / 16 * 8]);
			asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
			             : "=r"(a[i][0]), "=r"(a[i][1]), "=r"(a[i][2]), "=r"(a[i][3])
			             : "r"(address));
		}
		for (int j = 0; j < 4; j++) {
			b[j][0] = *(const uint32_t *)&Bs[wc + j * 8 + group][pair];
			b[j][1] = *(const uint32_t *)&Bs[wc + j * 8 + group][pair + 8];
		}
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 4; j++)
				asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
				             "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
				             : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]),
				               "+f"(acc[i][j][3])
				             : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]),
				               "r"(b[j][1]));
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++) {
			int row = row0 + wr + i * 16 + group, col = col0 + wc + j * 8 + pair;
			*(float2 *)&C[row * N + col] = make_float2(acc[i][j][0], acc[i][j][1]);
			*(float2 *)&C[(row + 8) * N + col] = make_float2(acc[i][j][2], acc[i][j][3]);
		}
}

extern "C" __global__ void mul_double_tiled(const double *A, const double *B, double *C, int N)
{
	__shared__ double As[16][16 + 1], Bs[16][16 + 1];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	double sum = 0.0;
	for (int t = 0; t < N; t += 16) {
		As[ty][tx] = A[row * N + t + tx];
		Bs[ty][tx] = B[(t + ty) * N + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	C[row * N + col] = sum;
}

// Four bytes of A and of the transposed B at once.
extern "C" __global__ void mul_dp4a(const int *A, const int *Bt, int *C, int N, int K4)
{
	__shared__ int As[16][17], Bs[16][17];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	int sum = 0;
	for (int t = 0; t < K4; t += 16) {
		As[ty][tx] = A[row * K4 + t + tx];
		Bs[ty][tx] = Bt[(blockIdx.x * 16 + ty) * K4 + t + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum = __dp4a(As[ty][k], Bs[tx][k], sum);
		__syncthreads();
	}
	C[row * N + col] = sum;
}

extern "C" __global__ void mul_vector_row(const float *A, const float *x, float *y, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int c = 0; c < cols; c++)
		sum += A[(size_t)row * cols + c] * x[c];
	y[row] = sum;
}

extern "C" __global__ void mul_vector_block(const float *A, const float *x, float *y, int cols)
{
	__shared__ float part[256];
	float sum = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		sum += A[(size_t)blockIdx.x * cols + c] * x[c];
	part[threadIdx.x] = sum;
	__syncthreads();
	for (int s = blockDim.x / 2; s > 0; s /= 2) {
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		y[blockIdx.x] = part[0];
}
