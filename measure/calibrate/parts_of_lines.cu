/* Stores to parts of lines, again and again to places that L2 holds: what does L2 take longer over, a sector that is stored in part
   or the line that it is of? In local and global memory, `mask`: lanes that store, lane i `spread` * i words on; and rows of a
   thread's own, word by word. The second of two equal launches counts, by ncu with --cache-control none. */
#include <cstdio>
#include <cuda_runtime.h>
extern "C" __global__ void local_part(int *out, int words, int turns, unsigned mask, int spread)
{
	int v[64];
	const int lane = threadIdx.x & 31;
	for (int k = 0; k < words; k++)
		v[k] = k;
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < words; k++)
			if (mask >> lane & 1)
				v[(k + lane * spread) & (words - 1)] = t ^ k;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v[turns & (words - 1)];
}
extern "C" __global__ void global_part(int *out, int words, int turns, unsigned mask, int spread)
{
	const int lane = threadIdx.x & 31;
	int *v = out + (size_t)(blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 32 * words + lane;
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < words; k++)
			if (mask >> lane & 1)
				v[((k + lane * spread) & (words - 1)) * 32] = t ^ k;
}
/* Rows of a thread's own, stored word by word, `words` apart. */
extern "C" __global__ void global_rows(int *out, int words, int turns)
{
	int *v = out + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * words;
	for (int t = 0; t < turns; t++)
		for (int k = 0; k < words; k++)
			v[k] = t ^ k;
}
static void
note(const char *what)
{
	const cudaError_t e = cudaDeviceSynchronize();
	printf("%s%s%s\n", what, e ? "," : "", e ? cudaGetErrorString(e) : "");
	fflush(stdout);
}
#define TWICE(name, text, ...) do { for (int r = 0; r < 2; r++) { name<<<grid, block>>>(__VA_ARGS__); char s[200]; \
	snprintf(s, sizeof s, "%s,%d,%d," text, #name, grid, block, __VA_ARGS__); note(s); } } while (0)
int main()
{
	char *d;
	cudaMalloc(&d, (size_t)1 << 26);
	cudaMemset(d, 0, (size_t)1 << 26);
	const unsigned masks[] = {~0u, 0xffff, 0xff, 0x7fffffff, 0x0f0f0f0f, 0x55555555, 0x01010101, 0x1};
	for (int words : {16, 32})
		for (unsigned mask : masks) {
			const int grid = 132 * 8, block = 256;
			TWICE(local_part, "%p,%d,%d,%u,%d", (int *)d, words, 8, mask, 0);
			TWICE(global_part, "%p,%d,%d,%u,%d", (int *)d, words, 8, mask, 0);
		}
	{
		const int grid = 132 * 8, block = 256;
		for (int spread : {1, 3})
			for (unsigned mask : {~0u, 0x01010101u}) {
				TWICE(local_part, "%p,%d,%d,%u,%d", (int *)d, 16, 8, mask, spread);
				TWICE(global_part, "%p,%d,%d,%u,%d", (int *)d, 16, 8, mask, spread);
			}
		for (int words : {8, 16, 24})
			TWICE(global_rows, "%p,%d,%d", (int *)d, words, 8);
	}
	{
		const int grid = 132 * 4, block = 256;
		for (unsigned mask : masks)
			TWICE(local_part, "%p,%d,%d,%u,%d", (int *)d, 32, 8, mask, 0);
	}
	return 0;
}
