/* What keeps blocks in step that read the same tiles: DRAM or L2 behind it, loads of a tile, warps, what comes between. Counted by ncu. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
/* Block b reads the tiles of list b / sms: no two of an SM the same. LOADS words of a thread for a tile. KIND 0: chain of multiply-adds, 1: reads
   of shared memory, 2: a read of shared memory for every 8 multiply-adds. */
template <int KIND, int LOADS> __global__ void
tiles(const float *x, float *out, int sms, int tiles_count, int work)
{
	extern __shared__ float part[];
	const int n = blockDim.x * LOADS;
	const float *own = x + (size_t)(blockIdx.x / sms) * tiles_count * n;
	float sum = threadIdx.x, s[4] = {1, 2, 3, 4};
	for (int t = 0; t < tiles_count; t++) {
		float v[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			v[l] = own[(size_t)t * n + l * blockDim.x + threadIdx.x];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			part[l * blockDim.x + threadIdx.x] = v[l];
		__syncthreads();
		if (KIND == 0)
			for (int i = 0; i < work; i++)
				sum = sum * 0.5f + part[0];
		if (KIND == 1)
#pragma unroll 4
			for (int i = 0; i < work; i++)
				s[i & 3] += part[(threadIdx.x + i) & (blockDim.x - 1)];
		if (KIND == 2)
#pragma unroll 4
			for (int i = 0; i < work; i++) {
				const float w = part[i & (blockDim.x - 1)];
#pragma unroll
				for (int k = 0; k < 8; k++)
					s[i & 3] = s[i & 3] * w + 0.5f;
			}
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum + s[0] + s[1] + s[2] + s[3];
}
/* No barrier: each thread loads all words of its list, a warp at a time. */
__global__ void
alone(const float *x, float *out, int sms, int words, int work)
{
	const float *own = x + (size_t)(blockIdx.x / sms) * words;
	float sum = threadIdx.x;
	for (int t = 0; t < words; t += 32) {
		float v = __ldg(&own[t + threadIdx.x % 32]);
		for (int i = 0; i < work; i++)
			v = v * 0.5f + sum;
		sum += v;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
/* The same, every thread the same word of each list: bodies. */
__global__ void
bodies(const float *x, float *out, int words, int work)
{
	float sum = threadIdx.x;
	for (int t = 0; t < words; t++) {
		float v = __ldg(&x[t]) + __ldg(&x[words + t]);
		for (int i = 0; i < work; i++)
			v = v * 0.5f + sum;
		sum += v;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
static float *x, *out;
static void
lone(int block, int resident, int words, int work)
{
	alone<<<132 * resident, block>>>(x, out, 132, words, work);
	printf("alone,block %d,resident %d,words %d,work %d,error %d\n", block, resident, words, work, (int)cudaGetLastError());
	fflush(stdout);
}
static void
body(int block, int blocks, int words, int work)
{
	bodies<<<blocks, block>>>(x, out, words, work);
	printf("bodies,block %d,blocks %d,words %d,work %d,error %d\n", block, blocks, words, work, (int)cudaGetLastError());
	fflush(stdout);
}
template <int KIND, int LOADS> static void
tile(int block, int resident, int count, int work)
{
	const int sms = 132, shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(tiles<KIND, LOADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	tiles<KIND, LOADS><<<sms * resident, block, shared>>>(x, out, sms, count, work);
	printf("tiles,kind %d,loads %d,block %d,resident %d,tiles %d,work %d,error %d\n", KIND, LOADS, block, resident, count, work,
	       (int)cudaGetLastError());
	fflush(stdout);
}
int
main(int argc, char **argv)
{
	cudaMalloc(&x, 256 << 20); cudaMalloc(&out, 64 << 20);
	cudaMemset(x, 0, 256 << 20);
	cudaDeviceSynchronize();
	for (int resident : {1, 2, 4, 8})
		for (int work : {0, 16, 64, 256, 1024})
			tile<1, 1>(256, resident, 64, work);
	for (int resident : {1, 8})
		for (int work : {16, 256, 1024})
			tile<0, 1>(256, resident, 64, work);
	for (int count : {16, 256})
		for (int resident : {1, 4})
			for (int work : {16, 256})
				tile<1, 1>(256, resident, count, work);
	for (int resident : {1, 2, 4, 8})
		for (int work : {16, 64, 256}) {
			tile<1, 4>(256, resident, 64, work);
			if (resident != 2)
				tile<1, 8>(256, resident, 64, work);
		}
	for (int resident : {1, 4, 8})
		for (int work : {16, 64, 256})
			tile<2, 1>(256, resident, 64, work);
	for (int resident : {8, 16})
		for (int work : {16, 256}) {
			tile<1, 4>(32, resident, 128, work);
			tile<2, 4>(32, resident, 128, work);
			tile<1, 4>(128, resident, 64, work);
		}
	for (int words : {8192, 65536, 262144})
		for (int work : {4, 32, 128}) {
			lone(128, 1, words, work);
			if (words < 262144)
				lone(256, 4, words, work);
		}
	for (int words : {2048, 16384})
		for (int work : {4, 32})
			for (int block : {64, 256})
				body(block, 64, words, work);
	body(128, 132, 16384, 16);
	body(256, 132 * 4, 4096, 16);
	return cudaDeviceSynchronize();
}
