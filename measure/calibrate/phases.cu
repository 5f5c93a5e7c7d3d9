/*
 * Phases between barriers, of many blocks one after the other: what stays of the step in which they start.
 * rounds: LOADS words from global memory into shared memory, a barrier, WORK steps of a load from shared memory
 * and two multiply-adds, a barrier.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>

template <int LOADS, int WORK>
__global__ void
rounds(float *out, const float *in, int times, int mask)
{
	extern __shared__ float held[];
	int at = blockIdx.x * times * LOADS * blockDim.x + threadIdx.x;
	float sum = 0.0f, other = 0.0f;
#pragma unroll 1
	for (int r = 0; r < times; r++) {
		float got[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			got[l] = in[(at + l * blockDim.x) & mask];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			held[l * blockDim.x + threadIdx.x] = got[l];
		at += LOADS * blockDim.x;
		__syncthreads();
#pragma unroll
		for (int w = 0; w < WORK; w++) {
			const float x = held[threadIdx.x ^ w];
			sum = sum * x + 1.5f;
			other = other * x + 2.5f;
		}
		__syncthreads();
	}
	if (sum + other == 1234.5f)
		out[0] = sum;
}

/* Only the shared memory: STEPS barriers, each after a load, an addition and a store. */
template <int STEPS>
__global__ void
steps(float *out, const float *in, int times, int mask)
{
	extern __shared__ float held[];
	const int t = threadIdx.x;
	int at = blockIdx.x * times * blockDim.x + t;
	float sum = 0.0f;
#pragma unroll 1
	for (int r = 0; r < times; r++) {
		held[t] = in[at & mask];
		at += blockDim.x;
		__syncthreads();
#pragma unroll
		for (int s = 0; s < STEPS; s++) {
			const float x = held[t ^ (1 << s % 5)];
			__syncthreads();
			held[t] = x + 1.0f;
			__syncthreads();
		}
		sum += held[t];
	}
	if (sum == 1234.5f)
		out[0] = sum;
}

typedef void kernel(float *, const float *, int, int);

static float *out, *in;
static char *flush;
static FILE *file;

static void
run(const char *name, kernel *k, int blocks_per_sm, int warps, int waves, int times, int words)
{
	const int threads = 32 * warps;
	int shared = 227 * 1024 / blocks_per_sm - 1024 - 255 & ~255;
	if (blocks_per_sm == 32)
		shared = 4096;
	cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	int fits = 0;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits, k, threads, shared);
	cudaEvent_t a, b;
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	for (int cold = 0; cold < 2; cold++) {
		std::vector<float> t;
		for (int i = 0; i < 9; i++) {
			if (cold)
				cudaMemsetAsync(flush, i, 200 << 20);
			else
				k<<<132 * blocks_per_sm * waves, threads, shared>>>(out, in, times, words - 1);
			cudaEventRecord(a);
			k<<<132 * blocks_per_sm * waves, threads, shared>>>(out, in, times, words - 1);
			cudaEventRecord(b);
			cudaEventSynchronize(b);
			float ms;
			cudaEventElapsedTime(&ms, a, b);
			t.push_back(1000 * ms);
		}
		std::sort(t.begin(), t.end());
		fprintf(file, "%s,%d,%d,%d,%d,%d,%d,%s,%.3f,%.3f\n", name, blocks_per_sm, fits, warps, waves, times,
		        words, cold ? "cold" : "warm", t[4], t[0]);
	}
	fflush(file);
	cudaError_t e = cudaGetLastError();
	if (e != cudaSuccess) {
		fprintf(file, "# %s: %s\n", name, cudaGetErrorString(e));
		printf("%s: %s\n", name, cudaGetErrorString(e));
	}
}

static const struct {
	int blocks, warps;
} shapes[] = {{1, 4},  {1, 8},  {1, 16}, {1, 32}, {2, 8}, {2, 16}, {2, 32}, {4, 4}, {4, 8},
              {4, 16}, {8, 2}, {8, 4},  {8, 8},  {16, 2}, {16, 4}};
static const struct {
	int waves, times;
} lengths[] = {{1, 4}, {1, 64}, {4, 4}, {4, 32}, {16, 1}, {16, 4}, {64, 1}};

int
main(int argc, char **argv)
{
	file = fopen(argc > 1 ? argv[1] : "rounds.csv", "w");
	cudaMalloc(&out, 4096);
	cudaMalloc(&in, 1 << 28);
	cudaMalloc(&flush, 200 << 20);
	cudaMemset(in, 0, 1 << 28);
	fprintf(file, "kernel,blocks_per_sm,fits,warps,waves,times,words,cache,us,least_us\n");
#define OF(name, k)                                                                                                  \
	for (auto s : shapes)                                                                                        \
		for (auto l : lengths)                                                                               \
			run(name, k, s.blocks, s.warps, l.waves, l.times, 1 << 22);                                  \
	printf("%s\n", name);                                                                                        \
	fflush(stdout);
	OF("rounds_1_8", (rounds<1, 8>))
	OF("rounds_1_32", (rounds<1, 32>))
	OF("rounds_4_32", (rounds<4, 32>))
	OF("rounds_1_128", (rounds<1, 128>))
	OF("rounds_4_128", (rounds<4, 128>))
	OF("steps_4", (steps<4>))
	OF("steps_16", (steps<16>))
	return 0;
}
