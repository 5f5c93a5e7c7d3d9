// Walks through constant memory: uniform ones (ULDC) of warps as they start or far out of step, and ones by LDC
// from places of each warp's own, whose lanes may name several. Prints a line for each launch; clocks of an SM
// at 1.98 GHz for each turn of a warp, of `vector` and `places` from the clocks that a block takes.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>
__constant__ int table[16384];
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
static const int SMS = 132;
static long long *cycles;
static int *dump;

// walks W floats at a time through the first `floats` of the table, `turns` times in all
template <int W, int WORK> __global__ void walk(float *out, int floats, int turns, int apart)
{
	float x = threadIdx.x, s = 0;
	int k = 0;
	for (int j = 0; j < (threadIdx.x / 32) * apart; j++)
		x = fmaf(x, 0.999f, 0.5f); // warps fall out of step
#pragma unroll 1
	for (int i = 0; i < turns; i++) {
		float v = 0;
#pragma unroll
		for (int j = 0; j < W; j++)
			v = fmaf(x, __int_as_float(table[k + j]), v);
#pragma unroll
		for (int j = 0; j < WORK; j++)
			v = fmaf(v, 0.5f, x);
		s += v;
		k += W;
		if (k >= floats)
			k = 0;
	}
	if (s == 12345.0f)
		out[0] = s;
}

// each warp walks through `mask`+1 words in steps of `step` from a place of its own; uniform index: ULDC
template <int WORK> __global__ void uniform(long long *cycles, int *out, int mask, int step, int apart, int turns)
{
	int k = (blockIdx.y * apart) & mask;
	float s = 0;
	float x = threadIdx.x;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < turns; i++) {
		float v = __int_as_float(table[k]);
		k = (k + step) & mask;
#pragma unroll
		for (int j = 0; j < WORK; j++)
			x = fmaf(x, 0.5f, 1.0f);
		s = fmaf(v, x, s);
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.y * gridDim.x + blockIdx.x] = end - start;
	if (s == 12345.0f)
		out[0] = 1;
}
// each warp from a place of its own, by an index that could differ between lanes: LDC; `places` of the lanes differ, `between` words apart
template <int WORK> __global__ void vector(long long *cycles, int *out, int mask, int step, int apart, int turns, int places, int between)
{
	int k = ((blockIdx.x / 132 * (blockDim.x / 32) + threadIdx.x / 32) * apart + threadIdx.x % 32 % places * between) & mask, s = 0;
	float x = threadIdx.x;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int i = 0; i < turns; i++) {
		int v = table[k];
		k = (k + step) & mask;
#pragma unroll
		for (int j = 0; j < WORK; j++)
			x = fmaf(x, 0.5f, 1.0f);
		s += v;
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (s + x == 12345.0f)
		out[0] = s;
}
static double mean_cycles(int blocks)
{
	std::vector<long long> c(blocks);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(c.data(), cycles, blocks * 8, cudaMemcpyDeviceToHost));
	double s = 0;
	for (long long x : c)
		s += (double)x;
	return s / blocks;
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

template <int W, int WORK> void walks(float *out)
{
	const int sizes[] = {512, 1024, 2048, 8192, 32768}, aparts[] = {0, 3, 37, 1024};
	for (int bytes : sizes)
		for (int blocks = 1; blocks <= 8; blocks += blocks == 3 || blocks == 5 ? 2 : 1)
			for (int apart : aparts) {
				int turns = 2000, warps = 8 * blocks;
				float t = timed([&] { walk<W, WORK><<<132 * blocks, 256>>>(out, bytes / 4, turns, apart); });
				printf("walk,W=%d,work=%d,bytes=%d,warps=%d,apart=%d,clk_turn_warp=%.2f\n", W, WORK, bytes, warps, apart,
					t * 1980.0f / turns / warps);
			}
}
template <int WORK> void run_uniform()
{
	const int turns = 1024;
	for (int bytes = 256; bytes <= 65536; bytes *= 2)
		for (int step = 1; step <= 64; step *= 4)
			for (int blocks = 1; blocks <= 16; blocks *= 4) // of 4 warps, of an SM
				for (int apart = 0; apart <= 1; apart++) {
					for (int i = 0; i < 2; i++)
						uniform<WORK><<<dim3(SMS, blocks), 128>>>(cycles, dump, bytes / 4 - 1, step, apart * 1237, turns);
					printf("uniform,work=%d,bytes=%d,step=%d,warps=%d,apart=%d,clk_turn=%.2f,clk_sm=%.3f\n", WORK, bytes, step * 4,
						blocks * 4, apart, mean_cycles(SMS * blocks) / turns, mean_cycles(SMS * blocks) / turns / (blocks * 4));
				}
}
int main()
{
	CHECK(cudaMalloc(&cycles, 1 << 20));
	CHECK(cudaMalloc(&dump, 1 << 20));
	walks<1, 8>((float *)dump);
	walks<4, 8>((float *)dump);
	walks<4, 40>((float *)dump);
	run_uniform<0>();
	for (int bytes = 256; bytes <= 65536; bytes *= 2)
		for (int step = 1; step <= 64; step *= 8)
			for (int blocks = 1; blocks <= 16; blocks *= 4)
				for (int apart = 0; apart <= 1; apart++) {
					for (int i = 0; i < 2; i++)
						vector<4><<<SMS * blocks, 128>>>(cycles, dump, bytes / 4 - 1, step, apart * 1237, 1024, 1, 0);
					printf("vector,work=4,bytes=%d,step=%d,warps=%d,apart=%d,clk_turn=%.2f,clk_sm=%.3f\n", bytes, step * 4, blocks * 4,
						apart, mean_cycles(SMS * blocks) / 1024, mean_cycles(SMS * blocks) / 1024 / (blocks * 4));
				}
	for (int bytes = 1024; bytes <= 65536; bytes *= 4)
		for (int places = 1; places <= 32; places *= 2)
			for (int between = 1; between <= 237; between = between == 1 ? 17 : between == 17 ? 237 : 1000) {
				for (int i = 0; i < 2; i++)
					vector<4><<<SMS * 4, 128>>>(cycles, dump, bytes / 4 - 1, 5, 1237, 256, places, between);
				printf("places,bytes=%d,places=%d,between=%d,warps=16,clk_sm=%.3f\n", bytes, places, between * 4,
					mean_cycles(SMS * 4) / 256 / 16);
			}
	return 0;
}
