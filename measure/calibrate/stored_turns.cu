/* What a store costs the turn of a loop whose warps wait for themselves: the registers of a store are read some clocks after it is
   issued, and the next turn writes them again. Clocks of a turn, of the block that takes longest. A turn: a chain of CHAIN additions
   (or, LOADS, a load from L2 that the next turn's address hangs on), then STORES stores of WIDTH words of it, to places that lie
   STRIDE bytes apart from turn to turn. */
#include <cstdio>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

enum { NONE, GLOBAL, SHARED };
template <int KIND, int WIDTH, int STORES, bool LOADS> __global__ void
turns(float *out, const unsigned *next, long long *clocks, int rounds, float other, int chain, int stride)
{
	__shared__ float tile[1024 * 4];
	float x = threadIdx.x;
	unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) & 1023;
	float *p = out + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * 4;
	unsigned s = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x * 4);
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
		if (LOADS) {
			at = __ldcg(&next[at]);
			x += (float)(int)at;
		}
		else
#pragma unroll
			for (int i = 0; i < 8; i++)
				asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(other));
#pragma unroll
		for (int k = 0; k < STORES; k++) {
			if (KIND == GLOBAL && WIDTH == 1) asm volatile("st.global.f32 [%0], %1;" :: "l"(p + k * 1024), "f"(x) : "memory");
			if (KIND == GLOBAL && WIDTH == 2) asm volatile("st.global.v2.f32 [%0], {%1, %2};" :: "l"(p + k * 1024), "f"(x), "f"(x + 1) : "memory");
			if (KIND == GLOBAL && WIDTH == 4) asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(p + k * 1024), "f"(x), "f"(x + 1), "f"(x + 2), "f"(x + 3) : "memory");
			if (KIND == SHARED && WIDTH == 1) asm volatile("st.shared.f32 [%0], %1;" :: "r"(s), "f"(x) : "memory");
			if (KIND == SHARED && WIDTH == 4) asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" :: "r"(s), "f"(x), "f"(x + 1), "f"(x + 2), "f"(x + 3) : "memory");
		}
		p = (float *)((char *)p + stride);
	}
	const long long end = clock64();
	if (threadIdx.x % 32 == 0)
		clocks[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = end - start;
	if (x == -12345.0f)
		out[0] = x;
}

static float *out_;
static unsigned *next_;
static long long *clocks_;
static FILE *file;

template <class K> static void
all(const char *name, int width, int stores, bool loads, K k)
{
	static const int shapes[][2] = {{1, 1}, {1, 4}, {132, 1}, {132, 4}, {132, 8}, {132, 16}, {132, 32}};
	for (int stride : {0, 8192})
		for (const int *s : shapes) {
			std::vector<double> v;
			for (int r = 0; r < 4; r++) {
				std::vector<long long> host(s[0] * s[1]);
				double two[2];
				for (int half = 0; half < 2; half++) {
					k<<<s[0], 32 * s[1]>>>(out_, next_, clocks_, half ? 288 : 32, 0.5f, 8, stride);
					cudaMemcpy(host.data(), clocks_, host.size() * 8, cudaMemcpyDeviceToHost);
					two[half] = (double)*std::max_element(host.begin(), host.end());
				}
				v.push_back((two[1] - two[0]) / 256);
			}
			std::sort(v.begin(), v.end());
			fprintf(file, "%s,%d,%d,%d,%d,%d,%d,%.2f,%.2f\n", name, width, stores, loads, stride, s[0], s[1], v[1], v[0]);
		}
	printf("%s %d %d %s\n", name, width, stores, cudaGetErrorString(cudaGetLastError()));
	fflush(file);
}

int
main(int, char **argv)
{
	file = fopen(argv[1], "w");
	fprintf(file, "kind,width,stores,loads,stride,blocks,warps,clocks,least\n");
	std::vector<unsigned> host(1024);
	for (unsigned i = 0; i < 1024; i++)
		host[i] = (i + 32) & 1023;
	cudaMalloc(&next_, 4096);
	cudaMalloc(&out_, 256 << 20);
	cudaMalloc(&clocks_, 1 << 20);
	cudaMemcpy(next_, host.data(), 4096, cudaMemcpyHostToDevice);
	all("none", 1, 0, false, turns<NONE, 1, 0, false>);
	all("none", 1, 0, true, turns<NONE, 1, 0, true>);
	all("global", 1, 1, false, turns<GLOBAL, 1, 1, false>);
	all("global", 2, 1, false, turns<GLOBAL, 2, 1, false>);
	all("global", 4, 1, false, turns<GLOBAL, 4, 1, false>);
	all("global", 1, 2, false, turns<GLOBAL, 1, 2, false>);
	all("global", 1, 4, false, turns<GLOBAL, 1, 4, false>);
	all("global", 1, 1, true, turns<GLOBAL, 1, 1, true>);
	all("global", 4, 1, true, turns<GLOBAL, 4, 1, true>);
	all("global", 1, 4, true, turns<GLOBAL, 1, 4, true>);
	all("shared", 1, 1, false, turns<SHARED, 1, 1, false>);
	all("shared", 4, 1, false, turns<SHARED, 4, 1, false>);
	all("shared", 1, 1, true, turns<SHARED, 1, 1, true>);
	return 0;
}
