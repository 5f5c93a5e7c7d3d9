// Matrix products on the lanes' own units.
#include <cuda_fp16.h>

// x goes down the rows: the slow one.
extern "C" __global__ void
mxm_rows_by_x(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
              float *C)
{
	const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < M && y < N) {
		float tmp = 0.0f;
		for (int i = 0; i < K; ++i)
			tmp += A[x * K + i] * B[i * N + y];
		C[x * N + y] = alpha * tmp + beta * C[x * N + y];
	}
}

extern "C" __global__ void
mxm_coalesced(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
              float *C)
{
	const int x = blockIdx.x * 32 + (threadIdx.x / 32);
	const int y = blockIdx.y * 32 + (threadIdx.x % 32);

	if (x < M && y < N) {
		float tmp = 0.0f;
		for (int i = 0; i < K; ++i)
			tmp += A[x * K + i] * B[i * N + y];
		C[x * N + y] = alpha * tmp + beta * C[x * N + y];
	}
}

extern "C" __global__ void
mxm_tile16_any(const float *A, const float *B, float *C, int m, int n, int k)
{
	__shared__ float As[16][16], Bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;

	for (int t = 0; t < (k + 15) / 16; t++) {
		As[ty][tx] = row < m && t * 16 + tx < k ? A[row * k + t * 16 + tx] : 0.0f;
		Bs[ty][tx] = t * 16 + ty < k && col < n ? B[(t * 16 + ty) * n + col] : 0.0f;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += As[ty][i] * Bs[i][tx];
		__syncthreads();
	}
	if (row < m && col < n)
		C[row * n + col] = sum;
}

// The toolkit's sample: begin, end and step of the tiles.
template <int BLOCK, typename T>
__device__ void
sample_product(T *C, const T *A, const T *B, int wA, int wB)
{
	int bx = blockIdx.x, by = blockIdx.y;
	int tx = threadIdx.x, ty = threadIdx.y;
	int aBegin = wA * BLOCK * by;
	int aEnd = aBegin + wA - 1;
	int aStep = BLOCK;
	int bBegin = BLOCK * bx;
	int bStep = BLOCK * wB;
	T Csub = 0;

	for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
		__shared__ T As[BLOCK][BLOCK];
		__shared__ T Bs[BLOCK][BLOCK];
		As[ty][tx] = A[a + wA * ty + tx];
		Bs[ty][tx] = B[b + wB * ty + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < BLOCK; ++k)
			Csub += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}
	int c = wB * BLOCK * by + BLOCK * bx;
	C[c + wB * ty + tx] = Csub;
}

extern "C" __global__ void
mxm_sample_32(float *C, const float *A, const float *B, int wA, int wB)
{
	sample_product<32>(C, A, B, wA, wB);
}

extern "C" __global__ void
mxm_sample_double(double *C, const double *A, const double *B, int wA, int wB)
{
	sample_product<16>(C, A, B, wA, wB);
}

// 64 x 64 of C a block, 8 along a column a thread.
extern "C" __global__ void
mxm_registers_column(int M, int N, int K, const float *A, const float *B, float *C)
{
	const int BM = 64, BN = 64, BK = 8, TM = 8;
	__shared__ float As[BM * BK];
	__shared__ float Bs[BK * BN];
	const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
	const int innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
	const int innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
	float results[TM] = {0.0f};

	A += blockIdx.y * BM * K;
	B += blockIdx.x * BN;
	C += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int block = 0; block < K; block += BK) {
		As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
		Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
		__syncthreads();
		A += BK;
		B += BK * N;
		for (int dot = 0; dot < BK; ++dot) {
			float b = Bs[dot * BN + threadCol];
			for (int r = 0; r < TM; ++r)
				results[r] += As[(threadRow * TM + r) * BK + dot] * b;
		}
		__syncthreads();
	}
	for (int r = 0; r < TM; ++r)
		C[(threadRow * TM + r) * N + threadCol] = results[r];
}

// 128 x 128 of C a block, 8 x 8 a thread, loads of single floats.
extern "C" __global__ void __launch_bounds__(256)
mxm_registers_square(int M, int N, int K, const float *A, const float *B, float *C)
{
	const int BM = 128, BN = 128, BK = 8;
	__shared__ float As[BM * BK];
	__shared__ float Bs[BK * BN];
	const int threadCol = threadIdx.x % (BN / 8), threadRow = threadIdx.x / (BN / 8);
	const int colA = threadIdx.x % BK, rowA = threadIdx.x / BK, strideA = 256 / BK;
	const int colB = threadIdx.x % BN, rowB = threadIdx.x / BN, strideB = 256 / BN;
	float results[64] = {0.0f};
	float regM[8], regN[8];

	A += blockIdx.y * BM * K;
	B += blockIdx.x * BN;
	C += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int block = 0; block < K; block += BK) {
		for (int o = 0; o < BM; o += strideA)
			As[(rowA + o) * BK + colA] = A[(rowA + o) * K + colA];
		for (int o = 0; o < BK; o += strideB)
			Bs[(rowB + o) * BN + colB] = B[(rowB + o) * N + colB];
		__syncthreads();
		A += BK;
		B += BK * N;
		for (int dot = 0; dot < BK; ++dot) {
			for (int i = 0; i < 8; ++i)
				regM[i] = As[(threadRow * 8 + i) * BK + dot];
			for (int i = 0; i < 8; ++i)
				regN[i] = Bs[dot * BN + threadCol * 8 + i];
			for (int m = 0; m < 8; ++m)
				for (int n = 0; n < 8; ++n)
					results[m * 8 + n] += regM[m] * regN[n];
		}
		__syncthreads();
	}
	for (int m = 0; m < 8; ++m)
		for (int n = 0; n < 8; ++n)
			C[(threadRow * 8 + m) * N + threadCol * 8 + n] = results[m * 8 + n];
}

// As before, float4 everywhere, A turned on its way to shared memory.
extern "C" __global__ void __launch_bounds__(256)
mxm_registers_float4(int M, int N, int K, const float *A, const float *B, float *C)
{
	const int BM = 128, BN = 128, BK = 8;
	__shared__ float As[BM * BK];
	__shared__ float Bs[BK * BN];
	const int threadCol = threadIdx.x % 16, threadRow = threadIdx.x / 16;
	const int rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
	const int rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);
	float results[64] = {0.0f};
	float regM[8], regN[8];

	A += blockIdx.y * BM * K;
	B += blockIdx.x * BN;
	C += blockIdx.y * BM * N + blockIdx.x * BN;
	for (int block = 0; block < K; block += BK) {
		float4 a = reinterpret_cast<const float4 *>(&A[rowA * K + colA * 4])[0];
		As[(colA * 4 + 0) * BM + rowA] = a.x;
		As[(colA * 4 + 1) * BM + rowA] = a.y;
		As[(colA * 4 + 2) * BM + rowA] = a.z;
		As[(colA * 4 + 3) * BM + rowA] = a.w;
		reinterpret_cast<float4 *>(&Bs[rowB * BN + colB * 4])[0] =
			reinterpret_cast<const float4 *>(&B[rowB * N + colB * 4])[0];
		__syncthreads();
		A += BK;
		B += BK * N;
#pragma unroll
		for (int dot = 0; dot < BK; ++dot) {
#pragma unroll
			for (int i = 0; i < 8; i += 4)
				*reinterpret_cast<float4 *>(&regM[i]) =
					*reinterpret_cast<float4 *>(&As[dot * BM + threadRow * 8 + i]);
#pragma unroll
			for (int i = 0; i < 8; i += 4)
				*reinterpret_cast<float4 *>(&regN[i]) =
					*reinterpret_cast<float4 *>(&Bs[dot * BN + threadCol * 8 + i]);
#pragma unroll
			for (int m = 0; m < 8; ++m)
#pragma unroll
				for (int n = 0; n < 8; ++n)
					results[m * 8 + n] += regM[m] * regN[n];
		}
		__syncthreads();
	}
#pragma unroll
	for (int m = 0; m < 8; m++)
#pragma unroll
		for (int n = 0; n < 8; n += 4)
			reinterpret_cast<float4 *>(&C[(threadRow * 8 + m) * N + threadCol * 8 + n])[0] =
				make_float4(results[m * 8 + n], results[m * 8 + n + 1], results[m * 8 + n + 2],
			                results[m * 8 + n + 3]);
}

// Two buffers: the next tile waits in registers while this one is multiplied; 4 x 4 a thread.
extern "C" __global__ void
mxm_two_buffers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                int n)
{
	__shared__ float As[2][16][64 + 4];
	__shared__ float Bs[2][16][64];
	int t = threadIdx.y * 16 + threadIdx.x;
	int ar = t / 4, ac = t % 4 * 4;
	int br = t / 16, bc = t % 16 * 4;
	const float *pa = A + (blockIdx.y * 64 + ar) * n + ac;
	const float *pb = B + br * n + blockIdx.x * 64 + bc;
	float acc[4][4] = {};
	int now = 0;

	float4 a = *(const float4 *)pa, b = *(const float4 *)pb;
	As[0][ac][ar] = a.x, As[0][ac + 1][ar] = a.y, As[0][ac + 2][ar] = a.z, As[0][ac + 3][ar] = a.w;
	*(float4 *)&Bs[0][br][bc] = b;
	__syncthreads();
	for (int k = 16; k <= n; k += 16) {
		if (k < n) {
			a = *(const float4 *)(pa + k);
			b = *(const float4 *)(pb + k * n);
		}
#pragma unroll
		for (int i = 0; i < 16; i++) {
			float4 x = *(float4 *)&As[now][i][threadIdx.y * 4];
			float4 y = *(float4 *)&Bs[now][i][threadIdx.x * 4];
			float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
			for (int r = 0; r < 4; r++)
#pragma unroll
				for (int c = 0; c < 4; c++)
					acc[r][c] += xs[r] * ys[c];
		}
		if (k < n) {
			now ^= 1;
			As[now][ac][ar] = a.x, As[now][ac + 1][ar] = a.y;
			As[now][ac + 2][ar] = a.z, As[now][ac + 3][ar] = a.w;
			*(float4 *)&Bs[now][br][bc] = b;
			__syncthreads();
		}
	}
	for (int r = 0; r < 4; r++)
		*(float4 *)&C[(blockIdx.y * 64 + threadIdx.y * 4 + r) * n + blockIdx.x * 64
		              + threadIdx.x * 4] = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}

// C = A times B transposed, both tiles read along k.
extern "C" __global__ void
mxm_b_transposed(const float *A, const float *B, float *C, int M, int N, int K)
{
	__shared__ float a[16][17], b[16][17];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	int brow = blockIdx.x * 16 + threadIdx.y;
	float acc = 0.0f;

	for (int k0 = 0; k0 < K; k0 += 16) {
		int k = k0 + threadIdx.x;
		a[threadIdx.y][threadIdx.x] = row < M && k < K ? A[row * K + k] : 0;
		b[threadIdx.y][threadIdx.x] = brow < N && k < K ? B[brow * K + k] : 0;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++)
			acc += a[threadIdx.y][k] * b[threadIdx.x][k];
		__syncthreads();
	}
	if (row < M && col < N)
		C[row * N + col] = acc;
}

// Halves in pairs along n, sums in float.
extern "C" __global__ void
mxm_half2_columns(const __half *A, const __half2 *B, __half2 *C, int M, int N, int K)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int half = N / 2;

	if (row >= M || col >= half)
		return;
	float2 acc = make_float2(0.0f, 0.0f);
	for (int k = 0; k < K; k++) {
		float a = __half2float(A[row * K + k]);
		float2 b = __half22float2(B[k * half + col]);
		acc.x += a * b.x;
		acc.y += a * b.y;
	}
	C[row * half + col] = __float22half2_rn(acc);
}
