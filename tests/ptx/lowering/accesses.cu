/*
 * Instructions that access memory as ptxas leaves them: fragments of wmma, short ifs that are predicated,
 * others that are branched around, copies that pass by the registers. How often eight warps (or one, of
 * wmma) issue LDG, STG, LDS and STS was read with nvdisasm and stands in tests/analysis/test_accessing.c.
 */
#include <cuda_pipeline.h>
#include <mma.h>

#define K extern "C" __global__ void
using namespace nvcuda::wmma;

template <typename T, typename S, int M, int N, int D, typename LA, typename LB>
static __device__ __forceinline__ void product(const T *a, const T *b, S *c, int n)
{
	fragment<matrix_a, M, N, D, T, LA> fa;
	fragment<matrix_b, M, N, D, T, LB> fb;
	fragment<accumulator, M, N, D, S> fc;
	fill_fragment(fc, (S)0);
	load_matrix_sync(fa, a, n);
	load_matrix_sync(fb, b, n);
	mma_sync(fc, fa, fb, fc);
	store_matrix_sync(c, fc, n, mem_row_major);
}

K rows_rows(const __half *a, const __half *b, float *c) { product<__half, float, 16, 16, 16, row_major, row_major>(a, b, c, 64); }
K rows_columns(const __half *a, const __half *b, float *c) { product<__half, float, 16, 16, 16, row_major, col_major>(a, b, c, 64); }
K columns_rows(const __half *a, const __half *b, float *c) { product<__half, float, 16, 16, 16, col_major, row_major>(a, b, c, 64); }
K tall(const __half *a, const __half *b, float *c) { product<__half, float, 32, 8, 16, row_major, row_major>(a, b, c, 64); }
K broad(const __half *a, const __half *b, float *c) { product<__half, float, 8, 32, 16, col_major, col_major>(a, b, c, 64); }
K bytes_across(const signed char *a, const signed char *b, int *c) { product<signed char, int, 16, 16, 16, col_major, row_major>(a, b, c, 64); }
K bytes_along(const signed char *a, const signed char *b, int *c) { product<signed char, int, 16, 16, 16, row_major, col_major>(a, b, c, 64); }
K bytes_shared(const signed char *a, const signed char *b, int *c)
{
	__shared__ __align__(32) signed char sa[16][80], sb[16][80];
	for (int i = 0; i < 16; i++) {
		sa[i][threadIdx.x] = a[32 * i + threadIdx.x];
		sb[i][threadIdx.x] = b[32 * i + threadIdx.x];
	}
	__syncthreads();
	product<signed char, int, 16, 16, 16, row_major, col_major>(&sa[0][0], &sb[0][0], c, 80);
}

/* One warp of eight has lanes in it. */
K tree_step(float *y, int n)
{
	__shared__ float s[512];
	int t = threadIdx.x;
	s[t] = y[t];
	__syncthreads();
	if (t < n)
		s[t] += s[t + 16];
	__syncthreads();
	y[t] = s[t];
}
K extremes(double *y, int n)
{
	__shared__ double low[512], high[512];
	int t = threadIdx.x;
	low[t] = high[t] = y[t];
	__syncthreads();
	if (t < n) {
		low[t] = fmin(low[t], low[t + 16]);
		high[t] = fmax(high[t], high[t + 16]);
	}
	__syncthreads();
	y[t] = low[t] + high[t];
}
K halo(const float *__restrict__ x, float *y, int n)
{
	__shared__ float s[768];
	int t = threadIdx.x;
	s[t + 8] = x[t + 8];
	if (t < n) {
		s[t] = x[t];
		s[t + 264] = x[t + 264];
	}
	__syncthreads();
	y[t] = s[t] + s[t + 16];
}
K long_sum(const float *x, float *y, int n)
{
	__shared__ float s[512];
	int t = threadIdx.x;
	s[t] = 0.0f;
	__syncthreads();
	if (t < n) {
		float a = 0.0f;
		for (int i = 0; i < 7; i++)
			a += x[t + 1000 * i];
		s[t] = a;
	}
	__syncthreads();
	y[t] = s[t ^ 1];
}
K longer_sum(const float *x, float *y, int n)
{
	__shared__ float s[512];
	int t = threadIdx.x;
	s[t] = 0.0f;
	__syncthreads();
	if (t < n) {
		float a = 0.0f;
		for (int i = 0; i < 12; i++)
			a += x[t + 1000 * i];
		s[t] = a;
	}
	__syncthreads();
	y[t] = s[t ^ 1];
}
K one_store(float *x, float *y, int n)
{
	int t = threadIdx.x;
	float v = x[t];
	if (t < n)
		y[t + 99] = v * 3.0f;
	y[t + 500] = v;
}
K one_addition(float *x, float *y, int n)
{
	int t = threadIdx.x;
	float v = x[t];
	if (t < n)
		atomicAdd(&y[2 * t], v);
	y[t + 700] = v;
}

K copy_ahead(const float4 *x, float4 *y)
{
	__shared__ float4 s[512];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &x[t], 16);
	__pipeline_memcpy_async(&s[t + 256], &x[t + 256], 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	y[t] = s[511 - t];
}
K copy_twice(const float4 *x, float4 *y)
{
	__shared__ float4 s[512];
	int t = threadIdx.x;
	__pipeline_memcpy_async(&s[t], &x[t], 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	y[t] = s[255 - t];
	__pipeline_memcpy_async(&s[t + 256], &x[t + 999], 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	y[t + 256] = s[511 - t];
}

/* Lanes on words: all on one, pairs, on words of one sector, each on its own. */
K add_all(float *y, float v) { atomicAdd(&y[blockIdx.x], v + threadIdx.x); }
K add_pairs(float *y, float v) { atomicAdd(&y[threadIdx.x / 2], v + threadIdx.x); }
K add_few(float *y, float v) { atomicAdd(&y[threadIdx.x % 2], v + threadIdx.x); }
K add_apart(float *y, float v) { atomicAdd(&y[threadIdx.x * 8], v + threadIdx.x); }
K add_doubles(double *y, double v) { atomicAdd(&y[threadIdx.x], v + threadIdx.x); }

/* In turn on words of lines 0 and 5 of an array behind another, neighbours crossed; and of four lanes on words
   0, 176, 16 and 17. */
K add_between(float *x, float *y, float v)
{
	int k = threadIdx.x / 2;
	atomicAdd(&y[threadIdx.x % 2 ? 160 + (k ^ 1) : k], v + threadIdx.x);
}
K swap_between(float *x, unsigned *y, unsigned v)
{
	int t = threadIdx.x;
	if (t < 4)
		x[t] = (float)atomicCAS(&y[t == 0 ? 0 : t == 1 ? 176 : 14 + t], v, v + t);
}

/* The last of five additions is done behind the branch, by one lane; a predicated store takes none in. */
static __device__ __forceinline__ float
warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	return v;
}
K sum_added(const float *x, float *y)
{
	float v = warp_sum(x[threadIdx.x]);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&y[threadIdx.x], v);
}
K sum_left(const float *x, float *y, int n)
{
	float v = warp_sum(x[threadIdx.x]);
	if (threadIdx.x % 32 != n)
		return;
	y[threadIdx.x] = v;
}
K sum_kept(const float *x, float *y)
{
	__shared__ float s[8];
	float v = warp_sum(x[threadIdx.x]);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	y[threadIdx.x] = s[threadIdx.x % 8];
}

/* I2F, MUFU and F2I once before the loop, or in each of its turns. */
K remainders(const unsigned *x, unsigned *y, unsigned d, int n)
{
	unsigned s = 0;
#pragma unroll 1
	for (int i = threadIdx.x; i < n; i += 32)
		s += x[i] % d;
	y[threadIdx.x] = s;
}
K remainders_of_data(const unsigned *x, unsigned *y, int n)
{
	unsigned s = 0;
#pragma unroll 1
	for (int i = threadIdx.x; i < n; i += 32)
		s += x[i] % x[i + 1024];
	y[threadIdx.x] = s;
}

/* nvcc makes one load of the head of a list and of what follows, so that it goes to two arrays. */
struct link {
	int next, key;
	float value;
};
K walk(const link *links, const int *heads, float *sums, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = heads[i];
	float sum = 0.0f;
	for (int k = 0; k < most; k++) {
		link here = links[at];
		sum += here.value;
		if (here.key % 16 == 0)
			break;
		at = here.next;
	}
	sums[i] = sum;
}
