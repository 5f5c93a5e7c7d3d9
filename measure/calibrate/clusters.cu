// Shared memory of other blocks of a cluster: rates of atomics, loads and stores, a chain, and barriers of the
// cluster. Prints a line for each launch: median of 5 times, clocks at 1.98 GHz.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>
namespace cg = cooperative_groups;
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

// atomics in shared memory of the blocks of a cluster
template <int N> __global__ void __cluster_dims__(N, 1, 1) remote_add(int *out, int turns, int spread, int mode)
{
	__shared__ int mine[2048];
	cg::cluster_group c = cg::this_cluster();
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		mine[i] = 0;
	c.sync();
	unsigned s = threadIdx.x * 2654435761u + blockIdx.x * 97u;
	int r = (c.block_rank() + (N > 1)) % N;
	int sum = 0;
	for (int i = 0; i < turns; i++) {
		s = s * 1664525u + 1013904223u;
		int at = spread == 0 ? (threadIdx.x + i * 32) & 2047 : s >> 21;
		int *p = c.map_shared_rank(mine, spread == 2 ? (s >> 15) % N : r) + at;
		if (mode == 0)
			atomicAdd(p, 1);
		else if (mode == 1)
			sum += *(volatile int *)p;
		else
			*(volatile int *)p = i;
	}
	c.sync();
	if (threadIdx.x == 0)
		out[blockIdx.x] = mine[5] + sum;
	if (sum == 123456)
		out[0] = sum;
}

// a chain of loads through another block's shared memory
template <int N> __global__ void __cluster_dims__(N, 1, 1) remote_chain(int *out, int turns)
{
	__shared__ int mine[256];
	cg::cluster_group c = cg::this_cluster();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		mine[i] = (i + 37) & 255;
	c.sync();
	int *p = c.map_shared_rank(mine, (c.block_rank() + (N > 1)) % N), at = threadIdx.x & 255;
	for (int i = 0; i < turns; i++)
		at = *(volatile int *)(p + at);
	c.sync();
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

template <int N> __global__ void __cluster_dims__(N, 1, 1) cluster_syncs(int *out, int turns)
{
	cg::cluster_group c = cg::this_cluster();
	for (int i = 0; i < turns; i++)
		c.sync();
	out[0] = 1;
}

template <typename F> float timed(F f)
{
	cudaEvent_t a, b;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	std::vector<float> t;
	for (int i = 0; i < 5; i++) {
		cudaEventRecord(a);
		f();
		cudaEventRecord(b);
		CHECK(cudaEventSynchronize(b));
		float ms;
		cudaEventElapsedTime(&ms, a, b);
		t.push_back(ms);
	}
	std::sort(t.begin(), t.end());
	cudaEventDestroy(a);
	cudaEventDestroy(b);
	return t[2] * 1000;
}

template <int N> void remotes(int *out)
{
	for (int mode = 0; mode < 3; mode++)
		for (int spread = 0; spread < 3; spread++)
			for (int block = 32; block <= 1024; block *= 4) {
				int turns = 1000;
				float t = timed([&] { remote_add<N><<<128, block>>>(out, turns, spread, mode); });
				printf("remote,N=%d,mode=%s,spread=%d,block=%d,us=%.2f,clk_per_warp_access=%.2f\n", N,
					mode == 0 ? "atomic" : mode == 1 ? "load" : "store", spread, block, t, t * 1980 / turns / (block / 32));
			}
	for (int block = 32; block <= 1024; block *= 32) {
		float t = timed([&] { remote_chain<N><<<128, block>>>(out, 2000); });
		printf("chain,N=%d,block=%d,us=%.2f,clk=%.2f\n", N, block, t, t * 1980 / 2000);
	}
	for (int block = 32; block <= 1024; block *= 4) {
		float t = timed([&] { cluster_syncs<N><<<128, block>>>(out, 2000); });
		printf("cluster_sync,N=%d,block=%d,us=%.2f,clk=%.2f\n", N, block, t, t * 1980 / 2000);
	}
}

int main()
{
	int *out;
	CHECK(cudaMalloc(&out, 1 << 22));
	remotes<2>(out);
	remotes<4>(out);
	remotes<8>(out);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
