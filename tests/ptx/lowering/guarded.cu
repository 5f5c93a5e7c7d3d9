// Copies past L1 under predicates: by one and two ifs, ahead in loops, by comparisons of each kind. Each thread copies
// 16 bytes. tests/sass/test_first.c says which registers ptxas 13.0 gave the predicates for sm_90.
//
//     nvcc -arch=sm_90 -O3 -ptx -o guarded.sm_90.ptx guarded.cu
#include <cuda_pipeline.h>

typedef float4 V;
#define COPY(to, from) __pipeline_memcpy_async(to, from, 16)
#define ENTRY extern "C" __global__ void
#define WAIT(n) __pipeline_commit(), __pipeline_wait_prior(n)

ENTRY
one_if(const V *in, V *out, int n)
{
	__shared__ V b[128];
	const int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (i < n)
		COPY(&b[t], in + i);
	WAIT(0);
	__syncthreads();
	out[i] = b[127 - t];
}

ENTRY
behind_an_exit(const V *in, V *out, int n, int m)
{
	__shared__ V b[256];
	const int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (i >= n)
		return;
	if (i < m)
		COPY(&b[t + 128], in + i + n);
	WAIT(0);
	out[i] = b[255 - t];
}

ENTRY
in_a_loop(const V *in, V *out, int n)
{
	__shared__ V b[2][128];
	const int t = threadIdx.x;
	const V *p = in + (size_t)blockIdx.x * n * 128 + t;
	V s = {};
	COPY(&b[0][t], p);
	__pipeline_commit();
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		if (k + 1 < n)
			COPY(&b[(k + 1) & 1][t], p + (k + 1) * 128);
		WAIT(1);
		__syncthreads();
		s.x += b[k & 1][127 - t].x;
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = s;
}

ENTRY
in_four_turns(const V *in, V *out, int n)
{
	__shared__ V b[2][128];
	const int t = threadIdx.x;
	const V *p = in + (size_t)blockIdx.x * n * 128 + t;
	V s = {};
	COPY(&b[0][t], p);
	__pipeline_commit();
	for (int k = 0; k < n; k++) {
		if (k + 1 < n)
			COPY(&b[(k + 1) & 1][t], p + (k + 1) * 128);
		WAIT(1);
		__syncthreads();
		s.x += b[k & 1][127 - t].x;
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = s;
}

ENTRY
two_ahead(const V *in, V *out, int n)
{
	__shared__ V b[3][128];
	const int t = threadIdx.x;
	const V *p = in + (size_t)blockIdx.x * n * 128 + t;
	V s = {};
	for (int j = 0; j < 2; j++) {
		if (j < n)
			COPY(&b[j][t], p + j * 128);
		__pipeline_commit();
	}
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		if (k + 2 < n)
			COPY(&b[(k + 2) % 3][t], p + (k + 2) * 128);
		WAIT(2);
		__syncthreads();
		s.x += b[k % 3][127 - t].x;
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = s;
}

ENTRY
not_equal(const V *in, V *out, const int *f, int n)
{
	__shared__ V b[128];
	const int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (f[i] != 0)
		COPY(&b[t], in + i);
	WAIT(0);
	__syncthreads();
	out[i] = b[127 - t];
}

ENTRY
equal(const V *in, V *out, const int *f, int n)
{
	__shared__ V b[128];
	const int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (f[i] == n)
		COPY(&b[t], in + i);
	WAIT(0);
	__syncthreads();
	out[i] = b[127 - t];
}

ENTRY
greater(const V *in, V *out, unsigned n)
{
	__shared__ V b[128];
	const unsigned t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (i > n)
		COPY(&b[t], in + i);
	WAIT(0);
	__syncthreads();
	out[i] = b[127 - t];
}
