// What programs share that time U warps of each quarter of an SM: a line for each launch, with microseconds by events, the
// least of four, and clocks of a quarter for each turn of a warp.
#pragma once
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
enum { SMS = 132, SHARED_MOST = 227 * 1024 };

// dynamic shared memory with which an SM has so many blocks at once
static inline int shared_for(int blocks) { return 220 * 1024 / blocks - 1024; }

template <typename F> float timed(F f)
{
	cudaEvent_t a, b;
	cudaEventCreate(&a), cudaEventCreate(&b);
	float best = 1e9;
	for (int i = 0; i < 4; i++) {
		cudaEventRecord(a), f(), cudaEventRecord(b);
		CHECK(cudaEventSynchronize(b));
		float ms;
		cudaEventElapsedTime(&ms, a, b);
		best = ms < best ? ms : best;
	}
	cudaEventDestroy(a), cudaEventDestroy(b);
	return best * 1000;
}

// 2 us are the launch's, at 1980 MHz
static inline void tell(const char *what, int warps, int rounds, double turns, float us)
{
	printf("%s,%d,%d,%.2f,%.2f\n", what, warps, rounds, us, (us - 2.0) * 1980 / (turns * warps * rounds));
}
