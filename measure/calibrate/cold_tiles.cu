/* How long do blocks wait for tiles that DRAM has, row by row, and for those that others have just asked for? Each turn a block
   loads a piece of each of its rows, LANES lanes of 16 bytes each, and waits at a barrier; blocks in a row share their rows, or
   half of them with a row of blocks and half with a column. Clocks of a turn, after L2 has been swept and again. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
/* PLACES 0: rows after each other, 1: rows anywhere in 1 GiB, 2: each piece anywhere. */
__device__ static size_t
place(int places, unsigned row, int pitch, int turn, int piece)
{
	if (places == 0)
		return (size_t)row * pitch + (size_t)turn * piece;
	if (places == 1)
		return (size_t)(row * 40503u % 65536u) * 16384u + (size_t)turn * piece;
	return (size_t)((row * 2654435761u + (unsigned)turn * 97u * 40503u) % (1u << 30) / piece) * piece;
}
template <int LOADS, int LANES> __global__ void
cold_tiles(const char *a, const char *b, float *out, long long *clocks, int places, int pitch, int share, int width, int turns, int reads)
{
	extern __shared__ float4 part[];
	const float *words = (const float *)part;
	const unsigned rows = blockDim.x / LANES, row = threadIdx.x / LANES, in = threadIdx.x % LANES * 16;
	float s[4] = {1, 2, 3, 4};
	__syncthreads();
	const long long start = clock64();
	for (int t = 0; t < turns; t++) {
		float4 v[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++) {
			const bool second = width > 0 && l >= LOADS / 2;
			const unsigned group = width > 0 ? (second ? blockIdx.x % width : blockIdx.x / width) : blockIdx.x / share;
			v[l] = *(const float4 *)((second ? b : a) + place(places, (group * LOADS + l) * rows + row, pitch, t, LANES * 16) + in);
		}
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			part[l * blockDim.x + threadIdx.x] = v[l];
		__syncthreads();
#pragma unroll 4
		for (int i = 0; i < reads; i++)
			s[i & 3] += words[(threadIdx.x + i) & (blockDim.x - 1)];
		__syncthreads();
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		clocks[blockIdx.x] = end - start;
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3] + words[0];
}
__global__ void
sweep(const float4 *x, float *out, size_t n)
{
	float s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		s += x[i].x;
	if (s == 123)
		out[0] = s;
}
static char *a, *b;
static float4 *other;
static float *out;
static long long *clocks;
static const size_t swept = (size_t)256 << 20;
struct result { double median, most, us; };
template <int LOADS, int LANES> static result
once(bool cold, int blocks, int threads, int resident, int places, int pitch, int share, int width, int turns, int reads)
{
	const int shared = std::max(224 * 1024 / resident - 2048, LOADS * threads * 16);
	cudaFuncSetAttribute(cold_tiles<LOADS, LANES>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	std::vector<double> medians, mosts, times;
	cudaEvent_t e0, e1;
	cudaEventCreate(&e0);
	cudaEventCreate(&e1);
	for (int i = 0; i < 5; i++) {
		if (cold)
			sweep<<<1056, 256>>>(other, out, swept / 16);
		else
			cold_tiles<LOADS, LANES><<<blocks, threads, shared>>>(a, b, out, clocks, places, pitch, share, width, turns, reads);
		cudaEventRecord(e0);
		cold_tiles<LOADS, LANES><<<blocks, threads, shared>>>(a, b, out, clocks, places, pitch, share, width, turns, reads);
		cudaEventRecord(e1);
		std::vector<long long> c(blocks);
		cudaMemcpy(c.data(), clocks, blocks * sizeof c[0], cudaMemcpyDeviceToHost);
		float ms;
		cudaEventElapsedTime(&ms, e0, e1);
		std::sort(c.begin(), c.end());
		medians.push_back((double)c[blocks / 2] / turns);
		mosts.push_back((double)c[blocks - 1] / turns);
		times.push_back(ms * 1e3);
	}
	cudaEventDestroy(e0);
	cudaEventDestroy(e1);
	std::sort(medians.begin(), medians.end());
	std::sort(mosts.begin(), mosts.end());
	std::sort(times.begin(), times.end());
	return {medians[2], mosts[2], times[2]};
}
template <int LOADS, int LANES> static void
run(int blocks, int threads, int resident, int places, int pitch, int share, int width, int turns, int reads)
{
	const result c = once<LOADS, LANES>(true, blocks, threads, resident, places, pitch, share, width, turns, reads);
	const result w = once<LOADS, LANES>(false, blocks, threads, resident, places, pitch, share, width, turns, reads);
	printf("cold_tiles,loads %d,lanes %d,blocks %d,threads %d,resident %d,places %d,pitch %d,share %d,width %d,turns %d,reads %d,"
	       "cold %.0f %.0f %.1f,warm %.0f %.0f %.1f,error %d\n", LOADS, LANES, blocks, threads, resident, places, pitch, share, width,
	       turns, reads, c.median, c.most, c.us, w.median, w.most, w.us, (int)cudaGetLastError());
	fflush(stdout);
}
int
main(void)
{
	cudaMalloc(&a, (size_t)6 << 30);
	cudaMalloc(&b, (size_t)3 << 30);
	cudaMalloc(&other, swept);
	cudaMalloc(&out, 64 << 20);
	cudaMalloc(&clocks, 1 << 20);
	cudaMemset(a, 0, (size_t)6 << 30);
	cudaMemset(b, 0, (size_t)3 << 30);
	cudaMemset(other, 0, swept);
	cudaDeviceSynchronize();
	/* places of a turn: one warp, one to four loads, pieces of 64, 128, 512 bytes; blocks each their own */
	for (int blocks : {1, 16, 132})
		for (int threads : {32, 128})
			for (int places : {0, 1, 2}) {
				const int pitch = places ? 16384 : 2048;
				run<1, 4>(blocks, threads, 1, places, pitch, 1, 0, 32, 0);
				run<2, 4>(blocks, threads, 1, places, pitch, 1, 0, 32, 0);
				run<4, 4>(blocks, threads, 1, places, pitch, 1, 0, 32, 0);
				run<1, 8>(blocks, threads, 1, places, 2 * pitch, 1, 0, 32, 0);
				run<2, 8>(blocks, threads, 1, places, 2 * pitch, 1, 0, 32, 0);
				run<1, 32>(blocks, threads, 1, places, 16384, 1, 0, 32, 0);
				run<4, 32>(blocks, threads, 1, places, 16384, 1, 0, 32, 0);
			}
	/* pitch */
	for (int pitch : {2048, 2112, 4096, 8192, 16384, 16448}) {
		run<1, 4>(132, 128, 1, 0, pitch, 1, 0, 32, 0);
		run<2, 4>(132, 128, 1, 0, pitch, 1, 0, 32, 0);
	}
	/* sharing, and work between */
	for (int reads : {0, 16, 64, 256})
		for (int share : {1, 2, 4, 16, 132}) {
			run<2, 4>(132, 128, 1, 0, 2048, share, 0, 32, reads);
			run<1, 32>(132, 128, 1, 0, 16384, share, 0, 32, reads);
			for (int resident : {2, 4, 8})
				run<2, 4>(132 * resident, 128, resident, 0, 2048, share, 0, 32, reads);
			run<1, 32>(132 * 4, 128, 4, 0, 16384, share, 0, 32, reads);
		}
	/* products: half of the rows with the row of blocks, half with the column */
	for (int reads : {0, 16, 64, 256})
		for (int resident : {1, 2, 4, 8})
			for (int width : {4, 12, 32}) {
				const int blocks = 132 * resident / width * width;
				run<2, 4>(blocks, 128, resident, 0, 2048, 1, width, 32, reads);
				run<4, 4>(blocks, 128, resident, 0, 2048, 1, width, 32, reads);
				run<4, 32>(blocks, 128, resident, 0, 16384, 1, width, 32, reads);
			}
	/* few blocks, all of which share */
	for (int blocks : {1, 4, 15, 60}) {
		run<2, 4>(blocks, 128, 1, 0, 2048, 1, std::max(1, blocks / 4), 32, 0);
		run<4, 4>(blocks, 128, 1, 0, 2048, 1, std::max(1, blocks / 4), 32, 64);
		run<2, 4>(blocks, 128, 1, 0, 2048, blocks, 0, 32, 0);
		run<2, 4>(blocks, 128, 1, 0, 2048, blocks, 0, 32, 64);
	}
	return cudaDeviceSynchronize();
}
