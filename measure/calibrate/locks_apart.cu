// Locks that warps or lanes fight for by compare and swap, by how long they are held and how long is slept between tries;
// tables filled by compare and swap. Words are 0 before a launch.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>

__device__ static unsigned scramble(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ x >> 16;
}

// The first lane of each warp takes one of the locks, which lie `apart` words from each other, as do the words they guard.
extern "C" __global__ void take_lock_apart(int *words, volatile int *data, int locks, int apart, int naps, int *asked)
{
	if (threadIdx.x % 32)
		return;
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int n = 0, which = scramble(warp) % (unsigned)locks * apart;
	if (naps) {
		while (n++, atomicCAS(words + which, 0, 1) != 0)
			__nanosleep(naps);
	} else
		while (n++, atomicCAS(words + which, 0, 1) != 0)
			;
	__threadfence();
	data[which] = data[which] + 1;
	__threadfence();
	atomicExch(words + which, 0);
	asked[warp] = n;
}
#ifndef PTX_ONLY
static int *words, *asked;
static std::vector<int> host(1 << 20);
static cudaEvent_t e0, e1;
template <class F> static void show(const char *what, size_t bytes, int warps, double times, F launch)
{
	float us[7];
	double mean[7];
	int most = 0;
	for (int i = 0; i < 7; i++) {
		float ms;
		cudaMemset(words, 0, bytes);
		cudaEventRecord(e0);
		launch();
		cudaEventRecord(e1);
		cudaEventSynchronize(e1);
		cudaEventElapsedTime(&ms, e0, e1);
		us[i] = ms * 1e3f;
		cudaMemcpy(host.data(), asked, 4l * warps, cudaMemcpyDeviceToHost);
		double sum = 0;
		for (int w = 0; w < warps; w++)
			sum += host[w], most = std::max(most, host[w]);
		mean[i] = sum / warps / times;
	}
	std::sort(us, us + 7);
	std::sort(mean, mean + 7);
	const cudaError_t e = cudaGetLastError();
	printf("%s,%.2f,%.2f,%.3f,%.3f,%.3f,%d%s%s\n", what, us[3], us[5] - us[1], mean[3], mean[1], mean[5], most, e ? "," : "", e ? cudaGetErrorString(e) : "");
	fflush(stdout);
}
int main(void)
{
	char t[99];
	cudaEventCreate(&e0), cudaEventCreate(&e1);
	cudaMalloc(&words, 64 << 20), cudaMalloc(&asked, 4 << 20);
	int *data;
	cudaMalloc(&data, 64 << 20);
	cudaMemset(words, 0, 64 << 20), cudaMemset(data, 0, 64 << 20);
	for (int i = 0; i < 20; i++)
		take_lock_apart<<<132, 32>>>(words, data, 64, 64, 0, asked);
	const int shape[][2] = {{8, 1}, {132, 1}, {528, 1}, {132, 8}, {1056, 4}, {4224, 2}};
	for (auto &g : shape)
		for (int locks : {8, 64, 512, 4096})
			for (int apart : {1, 2, 8, 32, 64})
				for (int naps : {0, 64}) {
					const int warps = g[0] * g[1];
					if ((double)warps / locks > 600)
						continue;
					snprintf(t, 99, "apart,%d,%d,%d,%d,%d", g[0], 32 * g[1], locks, apart, naps);
					show(t, 4l * locks * apart, warps, 1, [&] { take_lock_apart<<<g[0], 32 * g[1]>>>(words, data, locks, apart, naps, asked); });
				}
	return 0;
}
#endif
