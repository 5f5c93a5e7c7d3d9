/*
 * Shared memory of the blocks of a cluster: what is counted of an access to it?
 *
 * Each warp makes `turns` requests, of which lane l goes to the block that lies `away` ranks behind its own if
 * l < `lanes`, to its own otherwise; word l * step % 1024. BLOCKS of a cluster.
 */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename F>
__device__ static void
each(int *mine, int turns, int away, int lanes, int step, F access)
{
	cg::cluster_group cluster = cg::this_cluster();
	const int lane = threadIdx.x % 32;
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		mine[i] = 0;
	cluster.sync();
	const int rank = (cluster.block_rank() + (lane < lanes ? away : 0)) % BLOCKS;
	int *at = cluster.map_shared_rank(mine, rank) + lane * step % 1024;
#pragma unroll 1
	for (int t = 0; t < turns; t++)
		access(at);
	cluster.sync();
}

#define KERNEL(NAME, ACCESS)                                                                     \
	extern "C" __global__ void __cluster_dims__(BLOCKS, 1, 1)                                \
		NAME(int *out, int turns, int away, int lanes, int step)                         \
	{                                                                                        \
		__shared__ int mine[1024];                                                       \
		int sum = 0;                                                                     \
		each(mine, turns, away, lanes, step, [&](int *at) { ACCESS; });                  \
		if (sum == 123456789)                                                            \
			out[0] = sum;                                                            \
	}

KERNEL(clustered_none, sum += at == mine)
KERNEL(clustered_load, sum += *(volatile int *)at)
KERNEL(clustered_store, *(volatile int *)at = 1)
KERNEL(clustered_reduce, atomicAdd(at, 1))
KERNEL(clustered_atomic, sum += atomicAdd(at, 1))
KERNEL(clustered_swap, sum += atomicCAS(at, 0, 1))
KERNEL(clustered_float, atomicAdd((float *)at, 1.0f))
KERNEL(clustered_wide, sum += *(volatile long long *)((size_t)at & ~(size_t)7))
KERNEL(clustered_max, atomicMax(at, 1))
