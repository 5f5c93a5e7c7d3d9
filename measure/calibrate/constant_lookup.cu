// Tables in constant memory at places that come of data: each lane, or each group of lanes, at a place drawn anew every
// turn, by all warps the same or by each its own; or at steps. Prints a line for each: clocks of an SM for each load of
// a warp, distinct words and lines of 64 B of a load in the mean.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>
__constant__ unsigned table[16384];
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)
enum { SMS = 132, TURNS = 512 };
enum { CHAINED, DRAWN, STEPPED };
static long long *cycles;
static unsigned *dump;

__host__ __device__ static unsigned drawn(unsigned x) { return x * 1664525u + 1013904223u; }
__host__ __device__ static unsigned seed(int warp, int lane, int group, bool alike)
{
	return drawn(drawn((alike ? 0 : warp) * 7919u + lane / group * 104729u + 12345u));
}
template <int HOW, int UNROLL>
__global__ void lookup(long long *cycles, unsigned *out, int mask, int group, int step, bool alike, int count)
{
	const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	unsigned x = seed(warp, lane, group, alike), s = 0;
	unsigned k = lane / group * step;
	__syncthreads();
	const long long start = clock64();
#pragma unroll UNROLL
	for (int i = 0; i < count; i++) {
		if (HOW == CHAINED) { // table is zero: the next draw waits for it
			x = drawn(x) ^ table[x >> 12 & mask];
		} else if (HOW == DRAWN) {
			x = drawn(x);
			s += table[x >> 12 & mask];
		} else {
			s += table[k & mask];
			k += 16;
		}
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		cycles[warp] = end - start;
	if ((s ^ x) == 12345u)
		out[0] = s;
}
template <int HOW, int UNROLL> static void run(const char *how, int words, int group, int step, bool alike, int warps)
{
	const int block = warps > 32 ? 32 * warps / 2 : 32 * warps, blocks = warps > 32 ? 2 * SMS : SMS;
	for (int i = 0; i < 2; i++)
		lookup<HOW, UNROLL><<<blocks, block, warps > 32 ? 0 : 120 << 10>>>(cycles, dump, words - 1, group, step, alike, TURNS);
	CHECK(cudaDeviceSynchronize());
	std::vector<long long> host(SMS * warps);
	CHECK(cudaMemcpy(host.data(), cycles, host.size() * sizeof host[0], cudaMemcpyDeviceToHost));
	double sum = 0, places = 0, lines = 0;
	for (long long c : host)
		sum += (double)c;
	for (int w = 0; w < 8; w++) {
		unsigned x[32];
		for (int l = 0; l < 32; l++)
			x[l] = seed(w, l, group, alike);
		for (int i = 0; i < 64; i++) {
			std::set<unsigned> p, q;
			for (int l = 0; l < 32; l++) {
				x[l] = HOW == CHAINED && i == 0 ? x[l] : drawn(x[l]);
				const unsigned at = (HOW == STEPPED ? l / group * step + 16 * i : x[l] >> 12) & (words - 1);
				p.insert(at), q.insert(at / 16);
			}
			places += p.size() / 512.0, lines += q.size() / 512.0;
		}
	}
	printf("%s,%d,%d,%d,%d,%d,%d,%.2f,%.2f,%.2f\n", how, UNROLL, 4 * words, group, step, alike, warps,
	       sum / host.size() / TURNS / warps, places, lines);
}
template <int HOW, int UNROLL> static void all(const char *how)
{
	CHECK(cudaFuncSetAttribute(lookup<HOW, UNROLL>, cudaFuncAttributeMaxDynamicSharedMemorySize, 120 << 10));
	for (int warps : {1, 2, 4, 8, 16, 32, 64})
		for (int words : {256, 512, 1024, 2048, 4096, 16384})
			for (int group : {1, 2, 4, 8, 16, 32}) {
				if (HOW == STEPPED) {
					for (int step : {1, 2, 4, 8, 16, 32})
						run<HOW, UNROLL>(how, words, group, step, true, warps);
				} else {
					for (int alike : {0, 1})
						run<HOW, UNROLL>(how, words, group, 0, alike, warps);
				}
			}
}
int main()
{
	CHECK(cudaMalloc(&cycles, sizeof(long long) * SMS * 64));
	CHECK(cudaMalloc(&dump, 64));
	std::vector<unsigned> host(16384, 0);
	CHECK(cudaMemcpyToSymbol(table, host.data(), 4 * host.size()));
	printf("how,unroll,bytes,group,step,alike,warps,clocks,words,lines\n");
	all<CHAINED, 1>("chained"), all<DRAWN, 1>("drawn"), all<DRAWN, 4>("drawn"), all<STEPPED, 1>("stepped");
	return 0;
}
