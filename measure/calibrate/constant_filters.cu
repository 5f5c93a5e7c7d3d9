// Filters whose taps lie in constant memory and whose number is told at run time: every thread walks through the taps
// by turns of UNROLL of them, beside loads of samples STRIDE apart that L1 serves. Blocks of several sizes, in rounds.
// Prints a line for each: times in microseconds of launches back to back and of such behind a flushed L2, the least,
// the median and the largest.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
__constant__ float table[16384];
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
enum { SMS = 132, LAUNCHES = 15, FLUSH_BYTES = 256 << 20 };
static float *samples, *out;
static char *flushed;

// Samples in memory: STRIDE 0 has none, all is of registers.
template <int STRIDE, int UNROLL> __global__ void filter(const float *in, float *out, int n, int taps)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0, x = i;
	if (UNROLL == 0) { // as the compiler does by itself
		for (int k = 0; k < taps; k++)
			if (STRIDE > 0)
				sum += table[k] * in[STRIDE * i + k];
			else
				sum = (sum + table[k]) * x;
		out[i] = sum;
		return;
	}
#pragma unroll UNROLL + !UNROLL
	for (int k = 0; k < taps; k++) {
		if (STRIDE > 0)
			sum += table[k] * in[STRIDE * i + k];
		else
			sum = (sum + table[k]) * x;
	}
	out[i] = sum;
}
struct times { float least, median, most; };
template <typename Launch> static times timed(Launch launch, bool cold)
{
	cudaEvent_t from, to;
	cudaEventCreate(&from), cudaEventCreate(&to);
	std::vector<float> all;
	for (int i = 0; i < LAUNCHES + 2; i++) {
		if (cold)
			CHECK(cudaMemsetAsync(flushed, i, FLUSH_BYTES));
		cudaEventRecord(from);
		launch();
		cudaEventRecord(to);
		CHECK(cudaEventSynchronize(to));
		float ms;
		cudaEventElapsedTime(&ms, from, to);
		if (i >= 2)
			all.push_back(1000 * ms);
	}
	std::sort(all.begin(), all.end());
	cudaEventDestroy(from), cudaEventDestroy(to);
	return {all[0], all[all.size() / 2], all.back()};
}
template <int STRIDE, int UNROLL> static void run(int block, double rounds, int taps)
{
	int resident = 0;
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, filter<STRIDE, UNROLL>, block, 0));
	const int blocks = (int)(rounds * resident * SMS + 0.5), n = blocks * block;
	auto launch = [&] { filter<STRIDE, UNROLL><<<blocks, block>>>(samples, out, n, taps); };
	const times warm = timed(launch, false), cold = timed(launch, true);
	CHECK(cudaGetLastError());
	printf("%d,%d,%d,%d,%g,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", STRIDE, UNROLL, block, resident, rounds, blocks, taps,
	       warm.least, warm.median, warm.most, cold.least, cold.median, cold.most);
}
template <int STRIDE, int UNROLL> static void sizes()
{
	for (int block : {64, 128, 256, 512, 1024})
		for (double rounds : {0.5, 1.0, 2.0, 4.0, 8.0})
			for (int taps : {48, 64, 80, 96, 128, 200, 256, 512, 2048})
				if (taps < 2048 || rounds == 2.0)
					run<STRIDE, UNROLL>(block, rounds, taps);
}
int main()
{
	CHECK(cudaMalloc(&samples, sizeof(float) * 4 * (132 * 2048 * 8 + 16384)));
	CHECK(cudaMalloc(&out, sizeof(float) * 132 * 2048 * 8));
	CHECK(cudaMalloc(&flushed, FLUSH_BYTES));
	CHECK(cudaMemset(samples, 0, sizeof(float) * 4 * (132 * 2048 * 8 + 16384)));
	std::vector<float> host(16384);
	for (size_t i = 0; i < host.size(); i++)
		host[i] = i % 7 * 0.125f;
	CHECK(cudaMemcpyToSymbol(table, host.data(), sizeof(float) * host.size()));
	printf("stride,unroll,block,resident,rounds,blocks,taps,warm_least,warm_median,warm_most,cold_least,cold_median,cold_most\n");
	sizes<0, 0>(), sizes<1, 0>(), sizes<2, 0>(), sizes<4, 0>();
	sizes<0, 4>(), sizes<1, 4>(), sizes<2, 4>(), sizes<4, 4>();
	sizes<1, 1>(), sizes<1, 8>(), sizes<1, 16>(), sizes<2, 1>(), sizes<2, 16>();
	return 0;
}
