/* What sets blocks apart that read the same: work that fills the issue slots, rounds of blocks, what is loaded first,
   copies that pass L1; and how often L1 has lost a line that a warp walks along byte by byte. Counted by ncu. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
/* Block b reads the tiles of list b / alike % lists. KIND 0: chains of 8 multiply-adds side by side, 1: with a square root each. */
template <int KIND> __global__ void
issuing(const float *x, float *out, int alike, int lists, int tiles, int work)
{
	extern __shared__ float part[];
	const float *own = x + (size_t)(blockIdx.x / alike % lists) * tiles * blockDim.x;
	float s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	for (int t = 0; t < tiles; t++) {
		part[threadIdx.x] = own[(size_t)t * blockDim.x + threadIdx.x];
		__syncthreads();
#pragma unroll 1
		for (int i = 0; i < work; i++) {
			const float w = part[i & (blockDim.x - 1)];
#pragma unroll
			for (int k = 0; k < 8; k++)
				s[k] = s[k] * w + 0.5f;
			if (KIND == 1)
				s[0] += rsqrtf(s[1]);
		}
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
/* WORDS words, the same for all, are read once, after so much work, before so much. APART: each behind work of its own. */
template <int WORDS, bool APART> __global__ void
once(const uint32_t *x, uint32_t *out, int before, int after)
{
	uint32_t v = threadIdx.x;
	for (int i = 0; i < before; i++)
		v = v * 3 + i;
	uint32_t w[WORDS];
#pragma unroll
	for (int i = 0; i < WORDS; i++) {
		w[i] = x[i];
		if (APART)
#pragma unroll 1
			for (int k = 0; k < 16; k++)
				v = v * 5 + w[i];
	}
#pragma unroll
	for (int i = 0; i < WORDS; i++)
		v = v * 7 + w[i];
	for (int i = 0; i < after; i++)
		v = v * 3 + i;
	if (v == 12345)
		out[threadIdx.x] = v;
}
/* Tiles of two matrices, fetched a tile ahead. ASYNC: 16 bytes at once, past L1; else through registers. */
template <bool ASYNC> __global__ void
ahead(const float4 *a, const float4 *b, float *out, int width, int tiles, int reads)
{
	extern __shared__ float4 stages[]; /* two stages of two tiles */
	const int n = 256;
	const float4 *row = a + (size_t)(blockIdx.x / width) * tiles * n, *column = b + (size_t)(blockIdx.x % width) * tiles * n;
	float s0 = 1, s1 = 2, s2 = 3, s3 = 4;
	float4 v, w;
	const int i = threadIdx.x;
	if (ASYNC) {
		__pipeline_memcpy_async(&stages[i], &row[i], 16);
		__pipeline_memcpy_async(&stages[n + i], &column[i], 16);
		__pipeline_commit();
	} else {
		stages[i] = row[i];
		stages[n + i] = column[i];
	}
	for (int t = 0; t < tiles; t++) {
		const int now = t % 2 * 2 * n, next = 2 * n - now;
		const bool more = t + 1 < tiles;
		if (ASYNC) {
			if (more) {
				__pipeline_memcpy_async(&stages[next + i], &row[(size_t)(t + 1) * n + i], 16);
				__pipeline_memcpy_async(&stages[next + n + i], &column[(size_t)(t + 1) * n + i], 16);
				__pipeline_commit();
				__pipeline_wait_prior(1);
			} else
				__pipeline_wait_prior(0);
		} else if (more) {
			v = row[(size_t)(t + 1) * n + i];
			w = column[(size_t)(t + 1) * n + i];
		}
		__syncthreads();
		const float *words = (const float *)&stages[now];
#pragma unroll 1
		for (int k = 0; k < reads; k += 4) {
			s0 += words[(i + k) & 2047];
			s1 += words[(i + k + 1) & 2047];
			s2 += words[(i + k + 2) & 2047];
			s3 += words[(i + k + 3) & 2047];
		}
		if (!ASYNC && more) {
			stages[next + i] = v;
			stages[next + n + i] = w;
		}
		__syncthreads();
	}
	out[blockIdx.x * n + i] = s0 + s1 + s2 + s3;
}
/* Each thread its own piece of a row, byte by byte. */
__global__ void
bytes(const uint8_t *in, uint32_t *out, int row, int piece)
{
	extern __shared__ uint8_t kept[];
	const uint8_t *own = in + (size_t)blockIdx.x * row;
	uint32_t most = 0;
	for (int p = threadIdx.x; p < row / piece; p += blockDim.x)
		for (int i = 0; i < piece; i++) {
			const uint32_t v = own[p * piece + i];
			most = most > v ? most : v;
			kept[p * piece + i] = most;
		}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = kept[threadIdx.x];
}
static char *x, *y, *out;
static int times = 1;
#define SAY(...) do { printf(__VA_ARGS__); printf(",error %d\n", (int)cudaGetLastError()); fflush(stdout); } while (0)
template <int KIND> static void
issue(int resident, int blocks, int alike, int lists, int tiles, int work)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(issuing<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	for (int i = 0; i < times; i++) {
		issuing<KIND><<<blocks, 256, shared>>>((float *)x, (float *)out, alike, lists, tiles, work);
		SAY("issuing,kind %d,resident %d,blocks %d,alike %d,lists %d,tiles %d,work %d", KIND, resident, blocks, alike, lists, tiles, work);
	}
}
template <int WORDS, bool APART> static void
first(int blocks, int block, int before, int after)
{
	for (int i = 0; i < times; i++) {
		once<WORDS, APART><<<blocks, block>>>((uint32_t *)x, (uint32_t *)out, before, after);
		SAY("once,words %d,apart %d,blocks %d,block %d,before %d,after %d", WORDS, APART, blocks, block, before, after);
	}
}
template <bool ASYNC> static void
fetch(int resident, int rounds, int width, int tiles, int reads)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(ahead<ASYNC>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	for (int i = 0; i < times; i++) {
		ahead<ASYNC><<<132 * resident * rounds / width * width, 256, shared>>>((float4 *)x, (float4 *)y, (float *)out, width, tiles, reads);
		SAY("ahead,async %d,resident %d,rounds %d,width %d,tiles %d,reads %d", ASYNC, resident, rounds, width, tiles, reads);
	}
}
static void
walk(int resident, int rounds, int block, int row, int piece)
{
	const int shared = 220 * 1024 / resident - 1024;
	cudaFuncSetAttribute(bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	for (int i = 0; i < times; i++) {
		bytes<<<132 * resident * rounds, block, shared>>>((uint8_t *)x, (uint32_t *)out, row, piece);
		SAY("bytes,resident %d,rounds %d,block %d,row %d,piece %d", resident, rounds, block, row, piece);
	}
}
int
main(int argc, char **argv)
{
	times = argc > 1 ? 2 : 1; /* warm: the second of two */
	cudaMalloc(&x, 256 << 20);
	cudaMalloc(&y, 256 << 20);
	cudaMalloc(&out, 16 << 20);
	cudaMemset(x, 0, 256 << 20);
	cudaMemset(y, 0, 256 << 20);
	cudaDeviceSynchronize();
	for (int resident : {1, 2, 8})
		for (int work : {64, 256, 1024}) {
			issue<0>(resident, 132 * resident, 132 * resident, 1, 64, work);
			issue<1>(resident, 132 * resident, 132 * resident, 1, 64, work);
			issue<0>(resident, 132 * resident, 132, 8, 64, work);
		}
	for (int resident : {1, 8})
		for (int rounds = 1; rounds * resident <= 32; rounds *= rounds < 4 ? 2 : 4)
			for (int alike : {8, 32})
				for (int work : {4, 64})
					issue<0>(resident, 132 * resident * rounds, alike, 4096, 16, work);
	for (int blocks : {132, 4224}) {
		first<1, false>(blocks, 128, 0, 1000);
		first<16, false>(blocks, 128, 0, 1000);
		first<16, true>(blocks, 128, 0, 1000);
		first<16, false>(blocks, 128, 2000, 100);
		first<16, false>(blocks, 128, 20000, 100);
		first<16, false>(blocks, 256, 0, 1000);
	}
	for (int resident : {2, 4})
		for (int reads : {16, 64, 256}) {
			fetch<true>(resident, 1, 32, 64, reads);
			fetch<false>(resident, 1, 32, 64, reads);
		}
	fetch<true>(2, 4, 32, 64, 64);
	fetch<false>(2, 4, 32, 64, 64);
	for (int resident : {24, 12, 4})
		for (int piece : {64, 61, 16})
			walk(resident, 4, 64, 4000, piece);
	return cudaDeviceSynchronize();
}
