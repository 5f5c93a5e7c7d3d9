/* Which SM each block goes to, and when it begins and ends: blocks that are busy for a time of their own. */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

__global__ void
block_places(unsigned *sm, long long *begin, long long *end, const int *turns)
{
	long long t;
	unsigned s;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	float x = threadIdx.x;
	for (int i = 0; i < turns[blockIdx.x]; i++)
		x = x * 0.5f + 1.0f;
	if (threadIdx.x == 0 || x == 7.25f) {
		long long e;
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(e));
		sm[blockIdx.x] = s;
		begin[blockIdx.x] = t;
		end[blockIdx.x] = e;
	}
}

int
main(int, char **argv)
{
	FILE *file = fopen(argv[1], "w");
	unsigned *sm;
	long long *begin, *end;
	int *turns;
	enum { MOST = 8192 };
	cudaMalloc(&sm, MOST * 4);
	cudaMalloc(&begin, MOST * 8);
	cudaMalloc(&end, MOST * 8);
	cudaMalloc(&turns, MOST * 4);
	fprintf(file, "run,blocks,threads,kind,block,sm,begin,end\n");
	int run = 0;
	for (int threads : {256, 1024, 128})
		for (int blocks : {66, 132, 264, 494, 528, 1056, 1200, 2400})
			for (int kind = 0; kind < 2; kind++) { /* alike; of unlike length */
				if (threads == 128 && (blocks > 1200 || kind))
					continue;
				std::vector<int> t(MOST);
				for (int i = 0; i < MOST; i++)
					t[i] = kind ? (i * 2654435761u >> 16) % 2048 + 128 : 2000;
				cudaMemcpy(turns, t.data(), MOST * 4, cudaMemcpyHostToDevice);
				for (int again = 0; again < 2; again++) {
					block_places<<<blocks, threads>>>(sm, begin, end, turns);
					cudaDeviceSynchronize();
				}
				std::vector<unsigned> s(blocks);
				std::vector<long long> b(blocks), e(blocks);
				cudaMemcpy(s.data(), sm, blocks * 4, cudaMemcpyDeviceToHost);
				cudaMemcpy(b.data(), begin, blocks * 8, cudaMemcpyDeviceToHost);
				cudaMemcpy(e.data(), end, blocks * 8, cudaMemcpyDeviceToHost);
				long long first = b[0];
				for (long long x : b)
					first = x < first ? x : first;
				for (int i = 0; i < blocks; i++)
					fprintf(file, "%d,%d,%d,%d,%d,%u,%lld,%lld\n", run, blocks, threads, kind, i, s[i], b[i] - first, e[i] - first);
				run++;
			}
	printf("map %d runs %s\n", run, cudaGetErrorString(cudaGetLastError()));
	return 0;
}
