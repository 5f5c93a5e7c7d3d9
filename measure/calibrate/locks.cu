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

// The first lane of each warp takes lock scramble(warp + t * warps) % locks, `times` often; `naps` ns between tries
// (doubled up to `most` each time), holds it for `held` loads behind each other.
extern "C" __global__ void take_lock(int *words, int locks, int times, int naps, int most, int held, int *asked)
{
	if (threadIdx.x % 32)
		return;
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
	int n = 0;
	for (int t = 0; t < times; t++) {
		int *lock = words + scramble(warp + t * warps) % (unsigned)locks * 64;
		int nap = naps;
		while (n++, atomicCAS(lock, 0, 1) != 0) {
			__nanosleep(nap);
			nap = min(2 * nap, most);
		}
		__threadfence();
		int at = 32;
		for (int h = 0; h < held; h++)
			at = 32 + ((volatile int *)lock)[at];
		((volatile int *)lock)[at + 1] += 1;
		__threadfence();
		atomicExch(lock, 0);
	}
	asked[warp] = n;
}
// without a sleep
extern "C" __global__ void take_lock_awake(int *words, int locks, int times, int held, int *asked)
{
	if (threadIdx.x % 32)
		return;
	const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
	int n = 0;
	for (int t = 0; t < times; t++) {
		int *lock = words + scramble(warp + t * warps) % (unsigned)locks * 64;
		while (n++, atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		int at = 32;
		for (int h = 0; h < held; h++)
			at = 32 + ((volatile int *)lock)[at];
		((volatile int *)lock)[at + 1] += 1;
		__threadfence();
		atomicExch(lock, 0);
	}
	asked[warp] = n;
}
// every lane for itself
extern "C" __global__ void take_lock_lanes(int *words, int locks, int times, int held, int *asked)
{
	const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	int n = 0;
	for (int t = 0; t < times; t++) {
		int *lock = words + scramble(thread + t * threads) % (unsigned)locks * 64;
		bool done = false;
		while (!done) {
			n++;
			if (atomicCAS(lock, 0, 1) == 0) {
				__threadfence();
				int at = 32;
				for (int h = 0; h < held; h++)
					at = 32 + ((volatile int *)lock)[at];
				((volatile int *)lock)[at + 1] += 1;
				__threadfence();
				atomicExch(lock, 0);
				done = true;
			}
		}
	}
	for (int d = 16; d; d >>= 1)
		n = max(n, __shfl_xor_sync(~0u, n, d));
	if (threadIdx.x % 32 == 0)
		asked[thread / 32] = n;
}
// a table with linear probing; asked: the most of the lanes of a warp
extern "C" __global__ void fill_table(unsigned *words, unsigned n, unsigned mask, int *asked)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	int s = 0;
	if (i < n) {
		const unsigned key = i + 1;
		unsigned at = scramble(key) & mask;
		for (;;) {
			s++;
			const unsigned old = atomicCAS(words + at, 0u, key);
			if (old == 0 || old == key)
				break;
			at = (at + 1) & mask;
		}
	}
	for (int d = 16; d; d >>= 1)
		s = max(s, __shfl_xor_sync(~0u, s, d));
	if (threadIdx.x % 32 == 0)
		asked[i / 32] = s;
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
	cudaMemset(words, 0, 64 << 20);
	for (int i = 0; i < 20; i++)
		take_lock_awake<<<132, 32>>>(words, 64, 1, 0, asked);
	const int shape[][2] = {{8, 1}, {132, 1}, {528, 1}, {132, 8}, {1056, 4}};
	for (auto &g : shape)
		for (int locks : {1, 16, 256, 4096})
			for (int times : {1, 4})
				for (int held : {0, 4, 16}) {
					const int warps = g[0] * g[1];
					if ((double)warps * times / locks * (2000 + 500 * held) > 4e6)
						continue;
					snprintf(t, 99, "awake,%d,%d,%d,%d,0,0,%d", g[0], 32 * g[1], locks, times, held);
					show(t, locks * 256l, warps, times, [&] { take_lock_awake<<<g[0], 32 * g[1]>>>(words, locks, times, held, asked); });
					for (int naps : {0, 20, 64, 200, 1000})
						for (int most : {0, 4000}) {
							if ((most && naps != 20 && naps != 64) || (held == 4 && naps != 64))
								continue;
							const int m = most ? most : naps;
							snprintf(t, 99, "naps,%d,%d,%d,%d,%d,%d,%d", g[0], 32 * g[1], locks, times, naps, m, held);
							show(t, locks * 256l, warps, times, [&] { take_lock<<<g[0], 32 * g[1]>>>(words, locks, times, naps, m, held, asked); });
						}
				}
	for (auto &g : shape)
		for (int locks : {16, 256, 4096, 65536})
			for (int held : {0, 4}) {
				const int threads = g[0] * g[1] * 32;
				if ((double)threads / locks * (2000 + 500 * held) > 4e6)
					continue;
				snprintf(t, 99, "lanes,%d,%d,%d,1,0,0,%d", g[0], 32 * g[1], locks, held);
				show(t, locks * 256l, threads / 32, 1, [&] { take_lock_lanes<<<g[0], 32 * g[1]>>>(words, locks, 1, held, asked); });
			}
	for (int bits : {10, 14, 17, 20, 22})
		for (int part : {10, 25, 50, 70, 85, 95})
			for (int threads : {64, 256, 1024}) {
				const unsigned n = (unsigned)((double)(1u << bits) * part / 100);
				const int blocks = (n + threads - 1) / threads;
				if (threads != 256 && bits < 17)
					continue;
				snprintf(t, 99, "table,%d,%d,%d,%d,0,0,0", blocks, threads, bits, part);
				show(t, 4ul << bits, blocks * threads / 32, 1, [&] { fill_table<<<blocks, threads>>>((unsigned *)words, n, (1u << bits) - 1, asked); });
			}
	return 0;
}
#endif
