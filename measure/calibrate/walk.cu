/*
 * Threads that walk bytes of their own piece, `apart` bytes from thread to thread, K of them together before they
 * wait: what L1 keeps of the lines while many warps take turns.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
template<int K> __global__ void walk(const unsigned char *in, unsigned *out, int apart, int count, int pieces, int work)
{
	extern __shared__ unsigned line[];
	const size_t threads = (size_t)gridDim.x * blockDim.x, me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	unsigned sum = 0;
	float f = (float)threadIdx.x;
	for (int piece = 0; piece < pieces; piece++) {
		const unsigned char *p = in + (me + piece * threads) * apart;
		for (int i = 0; i < count; i += K) {
			unsigned v[K], most = 0;
#pragma unroll
			for (int k = 0; k < K; k++)
				asm volatile("ld.global.nc.u8 %0, [%1];" : "=r"(v[k]) : "l"(p + k));
#pragma unroll
			for (int k = 0; k < K; k++)
				most |= v[k];
			sum += most;
			p += K + (most >> 8);
			if (work) {
				f += (float)most;
				for (int w = 0; w < work; w++)
					f = fmaf(f, 1.0001f, .5f);
			}
		}
	}
	line[threadIdx.x] = sum;
	if (line[threadIdx.x] + (unsigned)f == 0x12345678u)
		out[0] = sum;
}
template __global__ void walk<1>(const unsigned char *, unsigned *, int, int, int, int);
template __global__ void walk<2>(const unsigned char *, unsigned *, int, int, int, int);
template __global__ void walk<4>(const unsigned char *, unsigned *, int, int, int, int);
template __global__ void walk<8>(const unsigned char *, unsigned *, int, int, int, int);
static unsigned char *in; static unsigned *out;
static void go(int K, int bps, int apart, int kib, int work, int threads = 64)
{
	const int count = apart >= 128 ? 128 : apart / 8 * 8, blocks = 132 * bps;
	const int shared = (kib * 1024 / bps - 1024) / 128 * 128;
	auto f = K == 1 ? walk<1> : K == 2 ? walk<2> : K == 4 ? walk<4> : walk<8>;
	cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
	cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, (kib * 100 + 227) / 228);
	f<<<blocks, threads, shared>>>(in, out, apart, count, 2, work);
	cudaError_t e = cudaDeviceSynchronize();
	printf("walk\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", K, bps, threads, apart, count, kib, shared, work, e ? cudaGetErrorString(e) : "ok");
	fflush(stdout);
}
int main(void)
{
	cudaMalloc(&in, 300u << 20); cudaMalloc(&out, 4096); cudaMemset(in, 1, 300u << 20);
	const int B[] = {4, 8, 12, 16, 20, 25, 32}, A[] = {32, 61, 64, 129, 256};
	for (int K = 1; K <= 8; K *= 2) for (int a : A) for (int b : B) go(K, b, a, 228, 0);
	for (int K : {1, 4}) for (int a : {61, 256}) for (int b : B) { go(K, b, a, 228, 64); go(K, b, a, 132, 0); }
	for (int K : {1, 4}) for (int a : {61, 129}) for (int b : {4, 8, 12}) go(K, b, a, 228, 16);
	return 0;
}
