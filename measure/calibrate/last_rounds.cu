/* How long do grids take that are no whole number of rounds of resident blocks? Blocks alike, which work (multiply-adds side by
   side, or reads of shared memory) and wait (loads from L2 that hang on each other), with and without barriers. Time of a launch
   among equal ones, and blocks of the SM that has most and least of them. */
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
template <int KIND, bool BARRIER> __global__ void
last_rounds(const int *next, float *out, int *sm, int turns, int work, int waits)
{
	extern __shared__ float part[];
	part[threadIdx.x] = threadIdx.x;
	__syncthreads();
	int at = (blockIdx.x * 331 + threadIdx.x / 32 * 32 + threadIdx.x % 32) & 65535;
	float t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	float s = 0;
	for (int k = 0; k < turns; k++) {
		for (int i = 0; i < waits; i++)
			at = next[at];
		for (int i = 0; i < work; i++) {
			if (KIND == 0)
#pragma unroll
				for (int j = 0; j < 8; j++)
					t[j] = t[j] * 0.5f + (float)at;
			if (KIND == 1)
#pragma unroll
				for (int j = 0; j < 8; j++)
					s += part[(threadIdx.x + i * 8 + j * 32 + at) & (blockDim.x - 1)];
		}
		if (BARRIER)
			__syncthreads();
	}
	for (int j = 0; j < 8; j++)
		s += t[j];
	out[(blockIdx.x * blockDim.x + threadIdx.x) & 0xfffff] = s + at;
	if (threadIdx.x == 0 && sm) {
		unsigned id;
		asm("mov.u32 %0, %%smid;" : "=r"(id));
		atomicAdd(&sm[id], 1);
	}
}
static int *next, *sm;
static float *out;
template <int KIND, bool BARRIER> static void
run(int threads, int resident, int turns, int work, int waits)
{
	const double part[] = {0.5, 1, 1.03, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2, 2.125, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 4, 4.5, 6, 8};
	const int bytes = std::min(227 * 1024, 227 * 1024 / resident - 1024) / 1024 * 1024;
	auto kernel = last_rounds<KIND, BARRIER>;
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	int fits = 0;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits, kernel, threads, bytes);
	cudaEvent_t a, b;
	cudaEventCreate(&a), cudaEventCreate(&b);
	for (double w : part) {
		const int grid = (int)(132 * fits * w + 0.5);
		cudaMemset(sm, 0, 4 * 132);
		kernel<<<grid, threads, bytes>>>(next, out, sm, turns, work, waits);
		std::vector<int> each(132);
		cudaMemcpy(each.data(), sm, 4 * 132, cudaMemcpyDeviceToHost);
		float best = 1e9f;
		for (int repeat = 0; repeat < 4; repeat++) {
			float ms = 0;
			cudaEventRecord(a);
			for (int i = 0; i < 5; i++)
				kernel<<<grid, threads, bytes>>>(next, out, nullptr, turns, work, waits);
			cudaEventRecord(b);
			cudaEventSynchronize(b);
			cudaEventElapsedTime(&ms, a, b);
			best = std::min(best, ms / 5);
		}
		printf("last_rounds,kind %d,barrier %d,threads %d,resident %d,turns %d,work %d,waits %d,grid %d,rounds %.3f,us %.3f,most %d,least %d,error %d\n", KIND,
		       BARRIER, threads, fits, turns, work, waits, grid, w, best * 1000, *std::max_element(each.begin(), each.end()),
		       *std::min_element(each.begin(), each.end()), (int)cudaGetLastError());
	}
	fflush(stdout);
}
int
main(void)
{
	std::vector<int> host(65536);
	for (int i = 0; i < 65536; i++)
		host[i] = (i + 4096 + 32) & 65535;
	cudaMalloc(&next, 65536 * 4), cudaMalloc(&sm, 4 * 132), cudaMalloc(&out, 4 << 20);
	cudaMemcpy(next, host.data(), 65536 * 4, cudaMemcpyHostToDevice);
	for (int work : {0, 2, 8, 24})
		for (int waits : {0, 1, 4}) {
			if (work + waits == 0)
				continue;
			const int turns = 4096 / (work * 8 + waits * 40);
			run<0, false>(256, 8, turns, work, waits);
			run<1, false>(256, 8, turns, work, waits);
			run<1, true>(256, 8, turns, work, waits);
			run<1, false>(256, 4, turns, work, waits);
			run<1, true>(256, 2, turns, work, waits);
			run<1, true>(1024, 2, turns, work, waits);
			run<0, false>(64, 32, turns, work, waits);
			run<0, false>(128, 5, turns, work, waits);
		}
	return 0;
}
