// Where cudaMalloc puts arrays of so many bytes, one after the other, nothing freed in between; and additions at random
// to 256 counters from each of 80 multiples of 512 bytes on, least of four times by events.
#include <cstdio>
#include <vector>

static void
sequence(const std::vector<size_t> &bytes)
{
	std::vector<void *> arrays(bytes.size());
	for (size_t i = 0; i < bytes.size(); i++)
		cudaMalloc(&arrays[i], bytes[i]);
	printf("allocated");
	for (size_t i = 0; i < bytes.size(); i++)
		printf(" %zu@%zx", bytes[i], (size_t)arrays[i] & 0xfffffff);
	printf("\n");
	for (void *array : arrays)
		cudaFree(array);
}

static void
all_sequences()
{
	sequence({2000000, 1024});
	sequence({2000000, 1024, 1024});
	sequence({1500000, 1024});
	sequence({1600000, 1600000, 1200});
	sequence({2097152, 1024});
	sequence({4194304, 1024});
	sequence({8000000, 1024});
	sequence({10000000, 2000});
	sequence({4000000, 12});
	sequence({1024, 2000000});
	sequence({1048576, 1024});
	sequence({500, 1024});
	sequence({12, 100, 1024, 5000, 70000});
	sequence({600000, 600000, 600000, 600000, 1024});
	sequence({1100000, 512, 1100000, 1024});
	sequence({300, 3000000, 1024, 2000});
	sequence({4000000, 4000000, 400});
	sequence({900000, 1300000, 1024});
	sequence({3000000, 700000, 600000, 300});
	sequence({1200000, 1300000, 512, 900000, 600000});
	sequence({16777216, 4096});
	sequence({2097664, 512, 512});
	sequence({1536, 2097152, 1536, 512});
}

__global__ void
add(unsigned *counters, unsigned words, unsigned rounds)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
	for (unsigned i = 0; i < rounds; i++) {
		state = state * 1664525u + 1013904223u;
		unsigned at = (unsigned)(((unsigned long long)(state ^ state >> 15) * words) >> 32);
		atomicAdd(counters + at, 1u);
	}
}

static float
least_time(unsigned *counters, unsigned words)
{
	cudaEvent_t from, to;
	float least = 1e9;
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int i = 0; i < 4; i++) {
		float ms;
		cudaEventRecord(from);
		add<<<528, 256>>>(counters, words, 8);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		least = ms < least ? ms : least;
	}
	return least * 1000;
}

int
main()
{
	unsigned *counters;
	void *much;
	all_sequences();
	cudaMalloc(&much, 256 << 20); /* beside what is large and stays */
	all_sequences();
	cudaMalloc(&counters, 4 << 20);
	for (unsigned i = 0; i < 80; i++)
		printf("added %u %.1f\n", i * 512, least_time(counters + i * 128, 256));
	return cudaDeviceSynchronize() != cudaSuccess;
}
