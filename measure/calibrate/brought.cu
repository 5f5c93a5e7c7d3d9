/* What lines that L2 brings take of the data banks of L1: warps load from shared memory all the time, and now and then a
   line each from global memory, which L1 has, or L2. Clocks of a turn of an SM. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
enum { NONE, L1_WORD, L2_WORD, L1_QUAD, L2_QUAD, PAST_WORD, PAST_QUAD, COPY_WORD, COPY_QUAD, KINDS };
static const char *names[] = {"none", "l1_word", "l2_word", "l1_quad", "l2_quad", "past_word", "past_quad", "copy_word", "copy_quad"};
template <int NS, int KIND, int WIDE> __global__ void __launch_bounds__(1024)
brought(const char *a, size_t bytes, long long *clocks, unsigned *out, int turns)
{
	extern __shared__ uint4 s[];
	const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
	const bool quad = KIND == L1_QUAD || KIND == L2_QUAD || KIND == PAST_QUAD || KIND == COPY_QUAD;
	const size_t each = quad ? 512 : 128, step = each * warps * 2;
	const bool stays = KIND == L1_WORD || KIND == L1_QUAD;
	/* blocks of an SM take turns: block b and b + 132 are on one */
	const unsigned sm = blockIdx.x % 132, second = blockIdx.x / 132;
	size_t at = (size_t)sm * (bytes / 132 / step) * step + (second * warps + warp) * each + lane * (each / 32);
	const unsigned place = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x * (WIDE ? 16 : 4), to = (unsigned)__cvta_generic_to_shared(s) + 32768 + threadIdx.x * (quad ? 16 : 4);
	unsigned x = 0, y = 0;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
		unsigned v0 = 0, v1 = 0, v2 = 0, v3 = 0;
		if (KIND == L1_WORD || KIND == L2_WORD)
			asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v0) : "l"(a + at));
		if (KIND == PAST_WORD)
			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v0) : "l"(a + at));
		if (KIND == L1_QUAD || KIND == L2_QUAD)
			asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v0), "=r"(v1), "=r"(v2), "=r"(v3) : "l"(a + at));
		if (KIND == PAST_QUAD)
			asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v0), "=r"(v1), "=r"(v2), "=r"(v3) : "l"(a + at));
		if (KIND == COPY_WORD)
			asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.commit_group;" ::"r"(to), "l"(a + at));
		if (KIND == COPY_QUAD)
			asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group;" ::"r"(to), "l"(a + at));
		if (stays)
			at ^= step;
		else
			at = at + step < bytes ? at + step : at + step - (bytes / step) * step;
#pragma unroll
		for (int i = 0; i < NS; i++) {
			unsigned w0, w1 = 0, w2 = 0, w3 = 0;
			if (WIDE)
				asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3) : "r"(place + 512 * i));
			else
				asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(w0) : "r"(place + 128 * i));
			x ^= w0 ^ w1 ^ (w2 ^ w3);
		}
		if (KIND == COPY_WORD || KIND == COPY_QUAD)
			asm volatile("cp.async.wait_group 1;");
		y ^= v0 ^ v1 ^ (v2 ^ v3);
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		clocks[blockIdx.x] = end - start;
	out[blockIdx.x * blockDim.x + threadIdx.x] = x ^ y;
}
static char *a;
static long long *clocks;
static unsigned *out;
static const size_t bytes = (size_t)32 << 20;
template <int NS, int KIND, int WIDE> static void
some(FILE *file, int threads)
{
	const int turns = 400, blocks = 132;
	std::vector<double> means;
	cudaFuncSetAttribute(brought<NS, KIND, WIDE>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
	for (int r = 0; r < 6; r++) {
		brought<NS, KIND, WIDE><<<blocks, threads, 65536>>>(a, bytes, clocks, out, turns);
		std::vector<long long> c(blocks);
		cudaMemcpy(c.data(), clocks, blocks * sizeof c[0], cudaMemcpyDeviceToHost);
		double sum = 0;
		for (long long v : c)
			sum += v;
		if (r)
			means.push_back(sum / blocks / turns);
	}
	std::sort(means.begin(), means.end());
	const double warps = threads / 32;
	fprintf(file, "%s,%d,%d,%d,%.2f,%.4f\n", names[KIND], NS, WIDE, threads, means[2], means[2] / warps);
	fflush(file);
}
template <int KIND> static void
all(FILE *file, int threads)
{
	some<4, KIND, 0>(file, threads);
	some<8, KIND, 0>(file, threads);
	some<16, KIND, 0>(file, threads);
	some<32, KIND, 0>(file, threads);
	some<2, KIND, 1>(file, threads);
	some<4, KIND, 1>(file, threads);
	some<8, KIND, 1>(file, threads);
	some<16, KIND, 1>(file, threads);
}
int
main(int, char **argv)
{
	FILE *file = fopen(argv[1], "w");
	cudaMalloc(&a, bytes); cudaMalloc(&clocks, 264 * 8); cudaMalloc(&out, 264 * 1024 * 4);
	cudaMemset(a, 0, bytes);
	fprintf(file, "kind,shared_loads,wide,threads,clocks,clocks_per_warp\n");
	for (int threads : {512, 1024}) {
		all<NONE>(file, threads); all<L1_WORD>(file, threads); all<L2_WORD>(file, threads); all<L1_QUAD>(file, threads);
		all<L2_QUAD>(file, threads); all<PAST_WORD>(file, threads); all<PAST_QUAD>(file, threads); all<COPY_WORD>(file, threads);
		all<COPY_QUAD>(file, threads);
	}
	fprintf(file, "# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	fclose(file);
	return 0;
}
