/* Products: blocks of a row read the same tiles of one matrix, those of a column the same of another. How many of these reads join on
   the way to L2? Blocks of 256 threads, `reads` of shared memory by each thread for every pair of tiles. Counted by ncu. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
/* LOADS words of a thread for a tile. SIDES 1: rows alone, 2: columns alone, 3: both. */
template <int LOADS, int SIDES> __global__ void
crossing(const float *a, const float *b, float *out, int width, int tiles, int reads)
{
	extern __shared__ float part[];
	const int n = 256 * LOADS;
	const float *row = a + (size_t)(blockIdx.x / width) * tiles * n, *column = b + (size_t)(blockIdx.x % width) * tiles * n;
	float s[4] = {1, 2, 3, 4};
	for (int t = 0; t < tiles; t++) {
		float v[LOADS], w[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++) {
			v[l] = SIDES & 1 ? row[(size_t)t * n + l * 256 + threadIdx.x] : 1;
			w[l] = SIDES & 2 ? column[(size_t)t * n + l * 256 + threadIdx.x] : 1;
		}
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			part[l * 256 + threadIdx.x] = v[l] + w[l];
		__syncthreads();
#pragma unroll 4
		for (int i = 0; i < reads; i++)
			s[i & 3] += part[(threadIdx.x + i) & 255];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}
static float *a, *b, *out;
static int times = 1;
template <int LOADS, int SIDES> static void
run(int resident, int rounds, int width, int tiles, int reads)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(crossing<LOADS, SIDES>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	for (int i = 0; i < times; i++) {
		crossing<LOADS, SIDES><<<132 * resident * rounds / width * width, 256, shared>>>(a, b, out, width, tiles, reads);
		printf("crossing,loads %d,sides %d,resident %d,rounds %d,width %d,tiles %d,reads %d,error %d\n", LOADS, SIDES, resident,
		       rounds, width, tiles, reads, (int)cudaGetLastError());
		fflush(stdout);
	}
}
int
main(int argc, char **argv)
{
	times = argc > 1 ? 2 : 1;
	cudaMalloc(&a, 512 << 20);
	cudaMalloc(&b, 512 << 20);
	cudaMalloc(&out, 64 << 20);
	cudaMemset(a, 0, 512 << 20);
	cudaMemset(b, 0, 512 << 20);
	cudaDeviceSynchronize();
	for (int resident : {1, 2, 4, 8})
		for (int reads : {16, 64, 256, 1024})
			for (int width : {8, 16, 32}) {
				run<1, 3>(resident, 1, width, 64, reads);
				if (width == 16)
					run<4, 3>(resident, 1, width, 64, reads);
			}
	for (int resident : {1, 2, 8})
		for (int reads : {16, 64, 256, 1024}) {
			run<1, 1>(resident, 1, 16, 64, reads);
			run<1, 2>(resident, 1, 16, 64, reads);
		}
	for (int resident : {1, 4})
		for (int reads : {64, 256}) {
			run<1, 3>(resident, 1, 16, 256, reads);
			run<1, 3>(resident, 4, 32, 64, reads);
			run<1, 3>(resident, 1, 64, 64, reads);
		}
	return cudaDeviceSynchronize();
}
