/* Blocks of several sizes that share tiles, step by step: clocks of a step, cold and warm, by how many share a tile, how
   many threads a block has, how many blocks an SM, and what they do between two steps. */
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
/* A block takes 64 bytes of a row of A for each four of its threads in each step. `chain` dependent multiply-adds
   follow, then `busy` times eight that depend on nothing. */
template <bool BARRIER> __global__ void
leading(const float4 *a, long long *clocks, float *out, int share, int steps, int chain, int busy)
{
	__shared__ float part[1024];
	const int row = threadIdx.x / 4, quad = threadIdx.x % 4, rows = blockDim.x / 4;
	const size_t pitch = (size_t)steps * 4;
	const int la = blockIdx.x / share;
	const float4 *pa = a + (size_t)(la * rows + row) * pitch + quad;
	float x = threadIdx.x, s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int k = 0; k < steps; k++) {
		const float4 v = __ldg(pa + 4 * k + (x > 1e30f));
		float w = v.x + v.y + v.z + v.w;
		if (BARRIER) {
			part[threadIdx.x] = w;
			__syncthreads();
			w = part[(threadIdx.x + 32) & (blockDim.x - 1)];
		}
		x = w;
#pragma unroll 1
		for (int i = 0; i < chain; i++)
			x = x * 0.5f + 0.25f;
#pragma unroll 1
		for (int i = 0; i < busy; i++) {
#pragma unroll
			for (int j = 0; j < 8; j++)
				s[j] = s[j] * 0.5f + w;
		}
		if (BARRIER)
			__syncthreads();
		if (busy)
			x += s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7] > 1e29f ? 1e31f : 0;
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		clocks[blockIdx.x] = end - start;
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
typedef void kernel(const float4 *, long long *, float *, int, int, int, int);
static char *flush;
static float4 *a;
static long long *clocks;
static float *out;
static void
some(FILE *file, kernel *k, int barrier, int threads, int each, int share, int chain, int busy)
{
	const int blocks = 132 * each, steps = 32;
	double mean[2], most[2], least[2];
	for (int cold = 0; cold < 2; cold++) {
		std::vector<double> means, mosts, leasts;
		for (int r = 0; r < 4; r++) {
			if (cold)
				cudaMemsetAsync(flush, r, 256 << 20);
			k<<<blocks, threads>>>(a, clocks, out, share, steps, chain, busy);
			std::vector<long long> c(blocks);
			cudaMemcpy(c.data(), clocks, blocks * sizeof c[0], cudaMemcpyDeviceToHost);
			double sum = 0;
			for (long long v : c)
				sum += v;
			if (r == 0)
				continue;
			means.push_back(sum / blocks / steps);
			mosts.push_back((double)*std::max_element(c.begin(), c.end()) / steps);
			leasts.push_back((double)*std::min_element(c.begin(), c.end()) / steps);
		}
		std::sort(means.begin(), means.end());
		std::sort(mosts.begin(), mosts.end());
		std::sort(leasts.begin(), leasts.end());
		mean[cold] = means[1], most[cold] = mosts[1], least[cold] = leasts[1];
	}
	fprintf(file, "%d,%d,%d,%d,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", barrier, threads, each, share, chain, busy, mean[0],
	        most[0], least[0], mean[1], most[1], least[1]);
	fflush(file);
}
int
main(int, char **argv)
{
	FILE *file = fopen(argv[1], "w");
	const size_t bytes = (size_t)132 * 2048 * 16 * 32;
	cudaMalloc(&a, bytes); cudaMalloc(&flush, 256 << 20);
	cudaMalloc(&clocks, 132 * 16 * 8); cudaMalloc(&out, 132 * 2048 * 4);
	cudaMemset(a, 0, bytes);
	fprintf(file, "barrier,threads,each,share,chain,busy,warm_mean,warm_most,warm_least,cold_mean,cold_most,cold_least\n");
	for (int threads : {64, 128, 256, 512, 1024})
		for (int each : {1, 2, 4, 8, 16})
			for (int barrier = 0; barrier < 2; barrier++)
				for (int work = 0; work < 4 && threads * each <= 2048; work++) {
					const int chain = (const int[]){0, 0, 100, 400}[work], busy = (const int[]){10, 40, 10, 0}[work];
					for (int share : {1, 4, 16, 33, 132})
						some(file, barrier ? leading<true> : leading<false>, barrier, threads, each, share, chain, busy);
				}
	fprintf(file, "# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	fclose(file);
	return 0;
}
