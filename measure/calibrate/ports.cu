/* Reads of one sector by several SMs that reach L2 as one: which SMs share a way, for how long a read waits for others, and what
   sets them apart. Counted by ncu. Arguments: a part of it. */
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
static __device__ unsigned sm() { unsigned s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
static __device__ unsigned long long ns() { unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
/* ---- where blocks go ---- */
__global__ void
places(unsigned *where, unsigned long long *when, int wait)
{
	if (threadIdx.x == 0) {
		const int b = blockIdx.y * gridDim.x + blockIdx.x;
		where[b] = sm();
		when[b] = ns();
	}
	for (long long t = clock64(); clock64() - t < wait;)
		;
}
/* ---- which SMs ---- One block on each SM. SM k of the chosen reads chunk k at its time; SM `a` all of them, each at its time. */
__global__ void
pairs(const float4 *x, float *out, unsigned long long start, int a, int mask, int want, int sectors)
{
	extern __shared__ float unused[];
	const int me = (int)sm();
	float sum = 0;
	const unsigned long long begin = start ? start : 0;
	__shared__ unsigned long long base;
	if (threadIdx.x == 0)
		base = (ns() / 1000000 + 1) * 1000000 + 200000; /* the same for all: within a millisecond of each other */
	__syncthreads();
	for (int k = 0; k < 132; k++) {
		const bool chosen = k != a && (mask < 0 ? k / 8 == want : (k & mask) == want);
		if (!chosen || (me != a && me != k))
			continue;
		const unsigned long long at = base + begin + k * 8000ull;
		while (ns() < at)
			;
		for (int i = threadIdx.x; i < sectors * 2; i += 32 * 4)
			sum += __ldcg(&x[(size_t)k * 4096 + i]).x;
	}
	if (sum == 12345)
		out[0] = sum;
}
/* ---- how far apart ---- A cluster of 4; one rank reads each line `late` clocks after rank 0. */
template <int OTHER> __global__ void __cluster_dims__(4, 1, 1)
apart(const float *x, float *out, unsigned *where, int late, int lines, int stretch)
{
	cg::cluster_group c = cg::this_cluster();
	const int rank = (int)c.block_rank(), cluster = blockIdx.x / 4;
	float sum = 0;
	for (int t = 0; t < lines; t++) {
		c.sync();
		const long long begin = clock64();
		if (rank != 0 && rank != OTHER)
			continue;
		if (rank == OTHER)
			while (clock64() - begin < late)
				;
		sum += __ldcg(&x[(size_t)((cluster * lines + t) * 32 * stretch + threadIdx.x)]);
		if (sum == 12345)
			out[1] = 1;
	}
	if (threadIdx.x == 0 && where)
		where[blockIdx.x] = sm();
	if (sum == 12345)
		out[0] = sum;
}
/* ---- what sets them apart ---- Block b reads the tiles of list b / sharers (or b % groups): no two of an SM the same. KIND 0: chain of
   multiply-adds, 1: reads of shared memory, independent, 2: independent multiply-adds */
template <int KIND> __global__ void
tiles(const float *x, float *out, int sms, int tiles_count, int work)
{
	__shared__ float part[256];
	const float *own = x + (size_t)(blockIdx.x / sms) * tiles_count * 256;
	float sum = threadIdx.x, s[4] = {1, 2, 3, 4};
	for (int t = 0; t < tiles_count; t++) {
		part[threadIdx.x] = own[t * 256 + threadIdx.x];
		__syncthreads();
		if (KIND == 0)
			for (int i = 0; i < work; i++)
				sum = sum * 0.5f + part[0];
		if (KIND == 1)
#pragma unroll 4
			for (int i = 0; i < work; i++)
				s[i & 3] += part[(threadIdx.x + i) & 255];
		if (KIND == 2)
#pragma unroll 4
			for (int i = 0; i < work; i++)
				s[i & 3] = s[i & 3] * 0.5f + sum;
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = sum + s[0] + s[1] + s[2] + s[3];
}
/* No barrier, no shared memory: each warp goes its own way. All threads the same words or each warp its own. */
__global__ void
alone(const float *x, float *out, int sms, int words, int work, int unroll)
{
	const float *own = x + (size_t)(blockIdx.x / sms) * words + (unroll ? (threadIdx.x / 32) * (words / 8) : 0);
	const int count = unroll ? words / 8 : words;
	float sum = threadIdx.x;
	for (int t = 0; t < count; t += 32) {
		float v = __ldg(&own[t + threadIdx.x % 32]);
		for (int i = 0; i < work; i++)
			v = v * 0.5f + sum;
		sum += v;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
static float *x, *out;
static unsigned *where;
static unsigned long long *when;
static void
map(int gx, int gy, int block, int shared, int wait)
{
	static unsigned w[8192];
	static unsigned long long t[8192];
	const int n = gx * gy;
	cudaFuncSetAttribute(places, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	places<<<dim3(gx, gy), block, shared>>>(where, when, wait);
	cudaMemcpy(w, where, n * 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(t, when, n * 8, cudaMemcpyDeviceToHost);
	unsigned long long first = ~0ull;
	for (int i = 0; i < n; i++)
		first = t[i] < first ? t[i] : first;
	printf("map,grid %d %d,block %d,shared %d,wait %d,error %d:", gx, gy, block, shared, wait, (int)cudaGetLastError());
	for (int i = 0; i < n; i++)
		printf(" %u@%llu", w[i], t[i] - first);
	printf("\n");
	fflush(stdout);
}
template <int KIND> static void
tile(int resident, int count, int work, int sms)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(tiles<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	tiles<KIND><<<sms * resident, 256, shared>>>(x, out, sms, count, work);
	printf("tiles,kind %d,resident %d,tiles %d,work %d,sms %d,error %d\n", KIND, resident, count, work, sms, (int)cudaGetLastError());
	fflush(stdout);
}
template <int OTHER> static void
late_by(int late)
{
	static unsigned w[4];
	apart<OTHER><<<4, 32>>>(x, out, where, late, 512, 4);
	cudaMemcpy(w, where, 16, cudaMemcpyDeviceToHost);
	printf("apart,other %d,late %d,lines 512,sm %u and %u,error %d\n", OTHER, late, w[0], w[OTHER], (int)cudaGetLastError());
	fflush(stdout);
}
int
main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";
	cudaMalloc(&x, 256 << 20); cudaMalloc(&out, 64 << 20); cudaMalloc(&where, 1 << 20); cudaMalloc(&when, 1 << 20);
	cudaMemset(x, 0, 256 << 20);
	cudaDeviceSynchronize();
	if (!strcmp(part, "map")) {
		map(132, 1, 256, 0, 2000);
		for (int n : {1, 2, 3, 4, 6, 7, 8, 9, 12, 16, 20, 24, 32, 48, 64, 96, 128, 131, 132, 133, 160, 264, 528, 1056, 2112})
			map(n, 1, 256, 0, 20000);
		map(16, 16, 512, 0, 20000);
		map(32, 32, 128, 9728, 20000);
		map(64, 1, 128, 0, 20000);
		map(12, 1, 256, 0, 20000);
		map(264, 1, 1024, 0, 20000);
		map(528, 1, 512, 0, 20000);
		map(132, 1, 1024, 100000, 20000);
		map(264, 1, 256, 100000, 20000);
		map(64, 1, 1024, 200000, 20000);
	}
	cudaFuncSetAttribute(pairs, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
	if (!strcmp(part, "pairs"))
		for (int a : {0, 37, 101})
			for (int w = 0; w < 17; w++) {
				pairs<<<132, 128, 200 * 1024>>>((const float4 *)x, out, 0, a, -1, w, 1024);
				printf("pairs,a %d,octet %d,error %d\n", a, w, (int)cudaGetLastError());
				fflush(stdout);
			}
	if (!strcmp(part, "bits"))
		for (int a : {0, 37, 101})
			for (int w = 0; w < 8; w++) {
				pairs<<<132, 128, 200 * 1024>>>((const float4 *)x, out, 0, a, 7, w, 1024);
				printf("bits,a %d,of8 %d,error %d\n", a, w, (int)cudaGetLastError());
				fflush(stdout);
			}
	if (!strcmp(part, "apart")) {
		for (int late : {0, 20, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000, 1500, 2000})
			late_by<1>(late);
		for (int late : {0, 100, 200, 300, 500, 700, 1000}) {
			late_by<2>(late);
			late_by<3>(late);
		}
	}
	if (!strcmp(part, "tiles")) {
		for (int resident : {1, 2, 4, 8})
			for (int work : {0, 16, 64, 256, 1024})
				tile<1>(resident, 64, work, 132);
		for (int resident : {1, 8})
			for (int work : {16, 256, 1024}) {
				tile<0>(resident, 64, work, 132);
				tile<2>(resident, 64, work, 132);
			}
		for (int count : {16, 256, 1024})
			for (int resident : {1, 4})
				for (int work : {16, 256})
					tile<1>(resident, count, work, 132);
		for (int unroll : {0, 1})
			for (int resident : {1, 4, 8})
				for (int work : {0, 16, 128}) {
					alone<<<132 * resident, 256>>>(x, out, 132, 8192, work, unroll);
					printf("alone,resident %d,words 8192,work %d,each_warp %d,error %d\n", resident, work, unroll,
					       (int)cudaGetLastError());
					fflush(stdout);
				}
	}
	return cudaDeviceSynchronize();
}
