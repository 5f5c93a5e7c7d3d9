// Additions at random to few lines of 128 B: how many slices of L2 take them at once? `words` counters from `first` on.
//
//     ncu --clock-control none --cache-control none --metrics gpu__time_duration.sum,... ./few_lines
#include <cstdio>

__global__ void
few_lines(unsigned *counters, unsigned words, unsigned rounds)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
	for (unsigned i = 0; i < rounds; i++) {
		state = state * 1664525u + 1013904223u;
		unsigned at = (unsigned)(((unsigned long long)(state ^ state >> 15) * words) >> 32);
		atomicAdd(counters + at, 1u);
	}
}

int
main()
{
	const unsigned sizes[] = {1, 8, 32, 48, 64, 80, 96, 100, 112, 128, 160, 192, 256, 384, 512, 768, 1024, 2048};
	const unsigned firsts[] = {0, 32, 64, 128};
	unsigned *d;
	cudaMalloc(&d, 1 << 20);
	cudaMemset(d, 0, 1 << 20);
	for (unsigned first : firsts)
		for (unsigned words : sizes) {
			few_lines<<<528, 256>>>(d + first, words, 8);
			printf("%u,%u\n", first, words);
		}
	for (unsigned place = 4; place < 20; place++) { /* 256 bytes in each of 16 KiB */
		few_lines<<<528, 256>>>(d + place * 1024, 64, 8);
		printf("%u,%u\n", place * 1024, 64);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
