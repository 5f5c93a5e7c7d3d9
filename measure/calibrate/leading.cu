/* Blocks that share tiles wait for them step by step, cold: who comes first pays for DRAM. Clocks of a step, cold and
   warm, by how many share a tile, how many blocks an SM has and what they do between two steps. */
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
/* A block of 128 threads takes 64 bytes of 32 rows of A in each step, those of B besides if TWO. `chain` dependent
   multiply-adds follow, then `busy` times eight that depend on nothing. */
template <bool TWO, bool BARRIER> __global__ void
leading(const float4 *a, const float4 *b, long long *clocks, float *out, int share, int columns, int steps, int chain, int busy)
{
	__shared__ float part[128];
	const int row = threadIdx.x / 4, quad = threadIdx.x % 4;
	const size_t pitch = (size_t)steps * 4;
	const int la = TWO ? blockIdx.x / columns : blockIdx.x / share, lb = TWO ? blockIdx.x % columns : 0;
	const float4 *pa = a + (size_t)(la * 32 + row) * pitch + quad, *pb = b + (size_t)(lb * 32 + row) * pitch + quad;
	float x = threadIdx.x, s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int k = 0; k < steps; k++) {
		const float4 v = __ldg(pa + 4 * k + (x > 1e30f));
		float w = v.x + v.y + v.z + v.w;
		if (TWO) {
			const float4 u = __ldg(pb + 4 * k + (x > 1e30f));
			w += u.x + u.y + u.z + u.w;
		}
		if (BARRIER) {
			part[threadIdx.x] = w;
			__syncthreads();
			w = part[(threadIdx.x + 32) & 127];
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
typedef void kernel(const float4 *, const float4 *, long long *, float *, int, int, int, int, int);
static char *flush;
static float4 *a, *b;
static long long *clocks;
static float *out;
static void
some(FILE *file, kernel *k, int two, int barrier, int each, int share, int columns, int chain, int busy)
{
	const int blocks = 132 * each, steps = 32;
	double mean[2], most[2], least[2];
	for (int cold = 0; cold < 2; cold++) {
		std::vector<double> means, mosts, leasts;
		for (int r = 0; r < 4; r++) {
			if (cold)
				cudaMemsetAsync(flush, r, 256 << 20);
			k<<<blocks, 128>>>(a, b, clocks, out, share, columns, steps, chain, busy);
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
	fprintf(file, "%d,%d,%d,%d,%d,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", two, barrier, each, share, columns, chain, busy, mean[0],
	        most[0], least[0], mean[1], most[1], least[1]);
}
int
main(int, char **argv)
{
	FILE *file = fopen(argv[1], "w");
	const size_t bytes = (size_t)132 * 8 * 32 * 32 * 64;
	cudaMalloc(&a, bytes); cudaMalloc(&b, bytes); cudaMalloc(&flush, 256 << 20);
	cudaMalloc(&clocks, 132 * 16 * 8); cudaMalloc(&out, 132 * 16 * 128 * 4);
	cudaMemset(a, 0, bytes); cudaMemset(b, 0, bytes);
	fprintf(file, "two,barrier,each,share,columns,chain,busy,warm_mean,warm_most,warm_least,cold_mean,cold_most,cold_least\n");
	for (int each : {1, 2, 4, 8})
		for (int barrier = 0; barrier < 2; barrier++)
			for (int work = 0; work < 7; work++) {
				const int chain = (const int[]){0, 100, 400, 0, 0, 0, 100}[work], busy = (const int[]){0, 0, 0, 10, 40, 160, 40}[work];
				for (int share : {1, 2, 4, 16, 33, 132})
					if (share > 1 || each <= 4)
						some(file, barrier ? leading<false, true> : leading<false, false>, 0, barrier, each, share, 0, chain, busy);
				const int columns[4] = {12, 12, 24, 33};
				some(file, barrier ? leading<true, true> : leading<true, false>, 1, barrier, each, 0,
				     columns[each == 1 ? 0 : each == 2 ? 1 : each == 4 ? 2 : 3], chain, busy);
			}
	fprintf(file, "# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	fclose(file);
	return 0;
}
