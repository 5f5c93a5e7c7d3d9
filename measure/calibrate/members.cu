/* Stores of members of structures, and of columns: how many leave L1 as one? What differs between a list that is moved in place
   and stores that join? Counted by ncu. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
/* LOADS 0: none; 1: each member that is stored; 2: that and another one. ALL: each store waits for all loads. */
template <int LOADS, int STORES, int ALL, int PRE> __global__ void
members(float *to, const float *from, int stride, int n, float dt)
{
	extern __shared__ float unused[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *in = from + (size_t)i * stride;
	float *out = to + (size_t)i * stride;
	float v[STORES], other[STORES];
#pragma unroll
	for (int k = 0; k < STORES; k++) {
		v[k] = LOADS ? in[k] : dt + k;
		other[k] = LOADS > 1 ? in[k + STORES] : dt;
	}
	if (ALL) {
		float sum = 0;
#pragma unroll
		for (int k = 0; k < STORES; k++)
			sum += v[k] * other[k];
#pragma unroll 16
		for (int p = 0; p < PRE; p++)
			sum = sum * dt + 1;
#pragma unroll
		for (int k = 0; k < STORES; k++)
			v[k] += sum;
	}
#pragma unroll
	for (int k = 0; k < STORES; k++)
		out[k] = v[k] + other[k] * dt;
}
/* Threads of a row store down columns: a warp's store has blockDim.x lines (up to 32). */
template <typename T, int LOADS> __global__ void
columns(T *to, const T *from, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		to[(size_t)x * height + y] = LOADS ? from[(size_t)y * width + x] : (T)(x + y);
}
static float *d, *e;
template <int LOADS, int STORES, int ALL, int PRE> static void
run(int stride, int n, int block, int warps, int place)
{
	const int per = warps ? warps * 32 / block : 0, shared = per ? 222 * 1024 / per - 1024 : 0;
	if (shared > 48 * 1024)
		cudaFuncSetAttribute(members<LOADS, STORES, ALL, PRE>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	for (int again = 0; again < 1; again++) {
		members<LOADS, STORES, ALL, PRE><<<(n + block - 1) / block, block, shared>>>(d, place ? d : e, stride, n, 0.5f);
		if (cudaGetLastError() == cudaSuccess)
			printf("members,loads %d,stores %d,all %d,pre %d,stride %d,n %d,block %d,warps %d,place %d\n", LOADS, STORES, ALL, PRE,
			       stride, n, block, warps, place);
		fflush(stdout);
	}
}
template <typename T, int LOADS> static void
column(int bx, int by, int width, int height)
{
	columns<T, LOADS><<<dim3(width / bx, height / by), dim3(bx, by)>>>((T *)d, (const T *)e, width, height);
	if (cudaGetLastError() == cudaSuccess)
		printf("columns,bytes %d,loads %d,bx %d,by %d,width %d,height %d\n", (int)sizeof(T), LOADS, bx, by, width, height);
	fflush(stdout);
}
int main()
{
	cudaMalloc(&d, 256 << 20); cudaMalloc(&e, 256 << 20);
	cudaMemset(d, 0, 256 << 20); cudaMemset(e, 0, 256 << 20);
	const int M = 1 << 20;
	/* 1 the list itself, by length (twice each: warm), block, place */
	for (int n : {50000, 50000, 50000, 262144, 262144, M, M, 4 * M})
		run<2, 3, 0, 0>(8, n, 256, 0, 1);
	for (int n : {50000, 50000, 262144, 4 * M})
		run<2, 3, 0, 0>(8, n, 256, 0, 0);
	run<2, 3, 0, 0>(8, 4 * M, 128, 0, 1);
	/* 2 loads */
	for (int n : {262144, 4 * M}) {
		run<1, 3, 0, 0>(8, n, 256, 0, 1);
		run<1, 3, 0, 0>(8, n, 256, 0, 0);
		run<0, 3, 0, 0>(8, n, 256, 0, 1);
		run<2, 3, 1, 0>(8, n, 256, 0, 1);
		run<2, 3, 1, 0>(8, n, 256, 0, 0);
		run<1, 3, 1, 0>(8, n, 256, 0, 1);
		run<2, 3, 1, 64>(8, n, 256, 0, 1);
		run<2, 3, 1, 256>(8, n, 256, 0, 1);
		run<2, 3, 1, 1024>(8, n, 256, 0, 1);
		run<0, 3, 1, 64>(8, n, 256, 0, 1);
		run<0, 3, 1, 256>(8, n, 256, 0, 1);
		run<0, 3, 1, 1024>(8, n, 256, 0, 1);
	}
	/* 3 warps of an SM */
	for (int warps : {8, 16, 32}) {
		run<2, 3, 0, 0>(8, M, 256, warps, 1);
		run<1, 3, 0, 0>(8, M, 256, warps, 1);
		run<0, 3, 0, 0>(8, M, 256, warps, 1);
	}
	/* 4 sizes of the structure */
	for (int stride : {3, 4, 5, 6, 7, 10, 12, 16}) {
		run<1, 3, 0, 0>(stride, M, 256, 0, 1);
		run<0, 3, 0, 0>(stride, M, 256, 0, 1);
	}
	for (int stride : {6, 7, 10, 12, 16})
		run<2, 3, 0, 0>(stride, M, 256, 0, 1);
	/* 5 members */
	run<1, 2, 0, 0>(8, M, 256, 0, 1);
	run<2, 2, 0, 0>(8, M, 256, 0, 1);
	run<1, 4, 0, 0>(8, M, 256, 0, 1);
	run<2, 4, 0, 0>(8, M, 256, 0, 1);
	run<1, 6, 0, 0>(8, M, 256, 0, 1);
	run<1, 8, 0, 0>(8, M, 256, 0, 1);
	run<1, 4, 0, 0>(4, M, 256, 0, 1);
	run<2, 2, 0, 0>(4, M, 256, 0, 1);
	run<2, 4, 0, 0>(16, M, 256, 0, 1);
	/* 6 columns */
	for (int bx : {2, 4, 8, 16, 32}) {
		column<float, 1>(bx, 256 / bx, 4096, 4096);
		column<float, 0>(bx, 256 / bx, 4096, 4096);
		column<double, 1>(bx, 256 / bx, 2048, 4096);
		column<float, 1>(bx, 256 / bx, 512, 1024);
		column<float, 0>(bx, 256 / bx, 512, 1024);
	}
	return cudaDeviceSynchronize();
}
