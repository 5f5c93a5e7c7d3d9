// Integer products by themselves and beside other instructions: clocks of an SM for each.
#include <cstdio>
#include <cstdlib>
#include <vector>
typedef unsigned u32;
typedef unsigned long long u64;
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
static const int SMS = 132;
static long long *cycles;
static u32 *dump;
#define LO "{.reg .u32 l, h; mov.b64 {l, h}, %0; "
template <int K> __global__ void __launch_bounds__(512) products(long long *cycles, u32 *out, int rounds, u32 a, u32 b)
{
	u32 x[8];
	u64 w[8];
	for (int i = 0; i < 8; i++)
		x[i] = threadIdx.x * 77 + i + a, w[i] = ((u64)x[i] << 32) + b;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int j = 0; j < 32; j++) {
			const int i = j % 8;
			if (K == 0) asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b));
			if (K == 1) asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(a));
			if (K == 2) asm volatile(LO "mad.wide.u32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a));
			if (K == 3) asm volatile(LO "mul.wide.u32 %0, h, %1;}" : "+l"(w[i]) : "r"(a));
			if (K == 4) asm volatile(LO "mad.wide.u32 %0, h, 1009856534, %0;}" : "+l"(w[i]));
			if (K == 5) asm volatile(LO "mad.wide.s32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a));
			if (K == 6) { asm volatile(LO "mad.wide.u32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a)); asm volatile("add.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(x[(i + 1) % 8])); }
			if (K == 7) { asm volatile(LO "mad.wide.u32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a)); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x[i]) : "r"(x[(i + 1) % 8])); asm volatile("add.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(x[(i + 3) % 8])); }
			if (K == 8) { asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(a)); asm volatile(LO "mad.wide.u32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a)); }
			if (K == 9) { asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b)); asm volatile(LO "mad.wide.u32 %0, h, %1, %0;}" : "+l"(w[i]) : "r"(a)); }
		}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	u64 s = 0;
	for (int i = 0; i < 8; i++)
		s += x[i] + w[i];
	if (s == 12345)
		out[0] = 1;
}
static double mean_cycles(int blocks)
{
	std::vector<long long> c(blocks);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(c.data(), cycles, blocks * 8, cudaMemcpyDeviceToHost));
	double s = 0;
	for (long long x : c)
		s += (double)x;
	return s / blocks;
}
template <int K> void run_products(const char *name)
{
	for (int w = 4; w <= 16; w *= 2) {
		for (int i = 0; i < 2; i++)
			products<K><<<SMS, w * 32>>>(cycles, dump, 256, 3, 5);
		printf("products,%s,warps=%d,clk_sm=%.4f\n", name, w, mean_cycles(SMS) / (256.0 * 32 * w));
	}
}
int main()
{
	CHECK(cudaMalloc(&cycles, 1 << 20));
	CHECK(cudaMalloc(&dump, 1 << 20));
	run_products<0>("mad.lo");
	run_products<1>("mul.hi");
	run_products<2>("mad.wide");
	run_products<3>("mul.wide");
	run_products<4>("mad.wide.literal");
	run_products<5>("mad.wide.s32");
	run_products<6>("mad.wide+add");
	run_products<7>("mad.wide+xor+add");
	run_products<8>("mul.hi+mad.wide");
	run_products<9>("mad.lo+mad.wide");
	return 0;
}
