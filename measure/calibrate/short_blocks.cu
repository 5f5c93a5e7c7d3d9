/* Blocks whose warps, lanes or neighbours take unlike numbers of turns (uneven_*, trips_of says which), and short blocks that work,
   load and work, or load, wait at a barrier and work (brief_*), in full rounds and others. The second of two equal launches
   counts, by ncu with --cache-control none. With an argument: which warp of which block has which %warpid on SM 5. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__device__ unsigned mixed(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}
__device__ int trips_of(int kind, int t)
{
	const int w = threadIdx.x / 32, warps = blockDim.x / 32;
	const unsigned global = blockIdx.x * warps + w;
	switch (kind) {
	case 0: return t;
	case 1: return (w & 3) == 0 ? 4 * t : t;
	case 2: return (w + 1) * t;
	case 3: return w == 0 ? 8 * t : t;
	case 4: return w == (int)(blockIdx.x % warps) ? 8 * t : t;
	case 5: return mixed(global) % (2 * t);
	case 6: return blockIdx.x & 1 ? 4 * t : t;
	case 7: return mixed(blockIdx.x * blockDim.x + threadIdx.x) % (2 * t);
	case 8: return mixed(global) % 8 == 0 ? 8 * t : t;
	default: return mixed(blockIdx.x) % 8 == 0 ? 8 * t : t;
	}
}
/* Loops of unlike length: five operations a turn, each needs one before. */
extern "C" __global__ void uneven_float(float *out, int kind, int t, float a)
{
	float x = 1e-3f * threadIdx.x, y = a;
	for (int k = trips_of(kind, t); k > 0; k--) {
		const float xx = x * x, yy = y * y;
		y = 2 * x * y + a;
		x = xx - yy + a;
		if (xx + yy > 1e30f)
			break;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
extern "C" __global__ void uneven_double(double *out, int kind, int t, double a)
{
	double x = 1e-3 * threadIdx.x, y = a;
	for (int k = trips_of(kind, t); k > 0; k--) {
		const double xx = x * x, yy = y * y;
		y = 2 * x * y + a;
		x = xx - yy + a;
		if (xx + yy > 1e30)
			break;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
/* Short blocks, one round after the other. */
extern "C" __global__ void brief_work(float *out, int turns, float a)
{
	float v = threadIdx.x, w = a, x = a + 1, y = a + 2;
#pragma unroll 4
	for (int k = 0; k < turns; k++)
		v = v * a + 1, w = w * a + 1, x = x * a + 1, y = y * a + 1;
	if (v + w + x + y == 12345.f)
		out[threadIdx.x] = v;
}
extern "C" __global__ void brief_load(float *out, const float *in, int mask, int turns, float a)
{
	const int i = (blockIdx.x * blockDim.x + threadIdx.x) & mask;
	float v = in[i], w = a, x = a + 1, y = a + 2;
#pragma unroll 4
	for (int k = 0; k < turns; k++)
		v = v * a + 1, w = w * a + 1, x = x * a + 1, y = y * a + 1;
	out[i] = v + w + x + y;
}
extern "C" __global__ void brief_tile(float *out, const float *in, int mask, int turns, float a)
{
	__shared__ float t[1024 + 256];
	const int i = (blockIdx.x * blockDim.x + threadIdx.x) & mask;
	t[threadIdx.x] = in[i];
	__syncthreads();
	float v = 0;
#pragma unroll 4
	for (int k = 0; k < turns; k++)
		v += a * t[threadIdx.x + k];
	out[i] = v;
}
__global__ void who(unsigned *out)
{
	unsigned warp, sm;
	asm volatile("mov.u32 %0, %warpid;" : "=r"(warp));
	asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
	const long long begin = clock64(), wait = 20000 + 10000 * (mixed(blockIdx.x) % 8);
	while (clock64() - begin < wait)
		;
	if ((threadIdx.x & 31) == 0)
		out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = sm << 16 | warp;
}
static void note(const char *what)
{
	const cudaError_t e = cudaDeviceSynchronize();
	printf("%s%s%s\n", what, e ? "," : "", e ? cudaGetErrorString(e) : "");
	fflush(stdout);
}
#define TWICE(name, text, ...) do { for (int r = 0; r < 2; r++) { name<<<grid, block>>>(__VA_ARGS__); char s[200]; \
	snprintf(s, sizeof s, "%s,%d,%d," text, #name, grid, block, __VA_ARGS__); note(s); } } while (0)
static void
places(unsigned *d)
{
	unsigned *h = (unsigned *)malloc(1 << 20);
	for (int block = 32; block <= 384; block += 32) {
		const int grid = 132 * 2048 / block * 3;
		who<<<grid, block>>>(d);
		cudaMemcpy(h, d, 1 << 20, cudaMemcpyDeviceToHost);
		printf("who,%d:", block);
		for (int i = 0, n = 0; i < grid * (block / 32) && n < 200; i++)
			if (h[i] >> 16 == 5)
				printf(" %d.%d=%d", i / (block / 32), i % (block / 32), h[i] & 0xffff), n++;
		printf("\n");
	}
}
int main(int argc, char **argv)
{
	char *d, *e;
	cudaMalloc(&d, (size_t)1 << 27);
	cudaMalloc(&e, (size_t)1 << 26);
	cudaMemset(d, 0, (size_t)1 << 27);
	cudaMemset(e, 0, (size_t)1 << 26);
	if (argc > 1) {
		places((unsigned *)d);
		return 0;
	}
	for (int kind = 0; kind < 10; kind++)
		for (int block : {128, 256})
			for (int rounds : {1, 3, 20}) {
				const int grid = 132 * 2048 / block * rounds / 2;
				TWICE(uneven_float, "%p,%d,%d,%g", (float *)d, kind, 64, 0.1f);
				if (rounds < 20)
					TWICE(uneven_double, "%p,%d,%d,%g", (double *)d, kind, 32, 0.1);
			}
	for (int block : {64, 128, 256, 512, 1024})
		for (int turns : {4, 16, 48, 160}) {
			const int grid = 132 * 2048 / block * 24;
			TWICE(brief_work, "%p,%d,%g", (float *)d, turns, 0.5f);
			TWICE(brief_load, "%p,%p,%d,%d,%g", (float *)d, (float *)e, (1 << 21) - 1, turns, 0.5f);
			TWICE(brief_tile, "%p,%p,%d,%d,%g", (float *)d, (float *)e, (1 << 21) - 1, turns, 0.5f);
		}
	for (int block : {128, 256})
		for (double r : {0.5, 0.95, 1.0, 1.03, 1.1, 1.2, 1.35, 1.5, 1.75, 1.95, 2.0, 2.05, 2.2, 2.5, 2.8, 3.1, 3.5, 4.1, 4.5, 6.1}) {
			const int grid = (int)(132 * 2048 / block * r);
			TWICE(uneven_float, "%p,%d,%d,%g", (float *)d, 0, 64, 0.1f);
			TWICE(uneven_float, "%p,%d,%d,%g", (float *)d, 0, 256, 0.1f);
			TWICE(uneven_double, "%p,%d,%d,%g", (double *)d, 0, 64, 0.1);
			TWICE(brief_load, "%p,%p,%d,%d,%g", (float *)d, (float *)e, (1 << 21) - 1, 64, 0.5f);
			TWICE(brief_tile, "%p,%p,%d,%d,%g", (float *)d, (float *)e, (1 << 21) - 1, 96, 0.5f);
		}
	return 0;
}
