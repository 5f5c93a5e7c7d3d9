/*
 * Additions in shared memory by compare and swap, as programs make them: behind loads from memory, of rows that
 * all warps walk along, into words drawn at random, beside additions that the banks do.
 *
 * TYPE is float, double or unsigned long long, HALF a 16-bit type.
 */
#include <cuda_fp16.h>
#include <cuda_bf16.h>

extern __shared__ unsigned char room[];

__device__ static void
clear(TYPE *own, int count)
{
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
}

__device__ static void
keep(TYPE *out, const TYPE *own, int count)
{
	__syncthreads();
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		out[i] = own[i];
}

/* Each warp walks along `rows` rows of `width` values; `loads` 1: they come from memory. */
extern "C" __global__ void
clash_walk(TYPE *out, const float *values, int width, int rows, int loads)
{
	TYPE *own = (TYPE *)room;
	const int lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
	clear(own, width);
	for (int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; row < rows * warps; row += warps)
		for (int i = lane; i < width; i += 32)
			atomicAdd(&own[i], (TYPE)(loads ? values[(size_t)row * width + i] : 1.0f));
	keep(out, own, width);
}

/* The same into two arrays, one after the other. */
extern "C" __global__ void
clash_walk_two(TYPE *out, const float *values, int width, int rows)
{
	TYPE *own = (TYPE *)room, *other = own + width;
	const int lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
	clear(own, 2 * width);
	for (int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; row < rows * warps; row += warps)
		for (int i = lane; i < width; i += 32) {
			const float v = values[(size_t)row * width + i];
			atomicAdd(&own[i], (TYPE)v);
			atomicAdd(&other[i], (TYPE)(2 * v));
		}
	keep(out, own, 2 * width);
}

/* Each value into the word that its key names. */
extern "C" __global__ void
clash_drawn(TYPE *out, const int *keys, const float *values, int words, int n)
{
	TYPE *own = (TYPE *)room;
	clear(own, words);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[keys[i]], (TYPE)values[i]);
	keep(out, own, words);
}

/* And counted beside. */
extern "C" __global__ void
clash_counted(TYPE *out, int *counts, const int *keys, const float *values, int words, int n)
{
	TYPE *own = (TYPE *)room;
	int *count = (int *)(own + words);
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		count[i] = 0;
	clear(own, words);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		const int k = keys[i];
		atomicAdd(&own[k], (TYPE)values[i]);
		atomicAdd(&count[k], 1);
	}
	keep(out, own, words);
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		counts[i] = count[i];
}

/* One warp; lane i goes to word i * step % words (halves, or pairs of them). */
template <typename T>
__device__ static void
halves(T *out, int words, int step, int turns, T one)
{
	T *own = (T *)room;
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		own[i] = T();
	__syncthreads();
	for (int t = 0; t < turns; t++)
		atomicAdd(&own[threadIdx.x % 32 * step % words], one);
	__syncthreads();
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		out[i] = own[i];
}
extern "C" __global__ void
clash_half(__half *out, int words, int step, int turns)
{
	halves<__half>(out, words, step, turns, __float2half(1));
}
extern "C" __global__ void
clash_half2(__half2 *out, int words, int step, int turns)
{
	halves<__half2>(out, words, step, turns, __floats2half2_rn(1, 1));
}
extern "C" __global__ void
clash_bfloat(__nv_bfloat16 *out, int words, int step, int turns)
{
	halves<__nv_bfloat16>(out, words, step, turns, __float2bfloat16(1));
}
