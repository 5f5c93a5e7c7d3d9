/*
 * Fields of bits in addresses, which nvcc makes of shifts and masks, and places in rows by division.
 */
#include <cstdint>

__device__ __forceinline__ uint32_t insert(uint32_t from, uint32_t into, uint32_t start, uint32_t length)
{
	uint32_t d;
	asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(from), "r"(into), "r"(start), "r"(length));
	return d;
}

__device__ __forceinline__ uint64_t insert(uint64_t from, uint64_t into, uint32_t start, uint32_t length)
{
	uint64_t d;
	asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(from), "l"(into), "r"(start), "r"(length));
	return d;
}

__device__ __forceinline__ uint32_t extract(uint32_t from, uint32_t start, uint32_t length)
{
	uint32_t d;
	asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(from), "r"(start), "r"(length));
	return d;
}

/* out[block of the grid * 32 + lane]: the field goes to the top. */
extern "C" __global__ void insert_block(float *out)
{
	out[insert(blockIdx.x, threadIdx.x & 31, 5, 27)] = 1.0f;
}

extern "C" __global__ void insert_block_long(float *out)
{
	out[insert((uint64_t)blockIdx.x, (uint64_t)(threadIdx.x & 31), 5, 59)] = 1.0f;
}

/* Only below n, so that it shows where a field begins anew: `length` bits at `start` of `into` are the block's number. */
extern "C" __global__ void insert_turns(float *out, unsigned into, unsigned start, unsigned length,
					unsigned n)
{
	const uint32_t i = insert(blockIdx.x, into + threadIdx.x, start, length);
	if (i < n)
		out[i] = 1.0f;
}

/* The block moves what the field of the thread's number lies in, by `step`. */
extern "C" __global__ void insert_thread(float *out, unsigned step, unsigned start, unsigned length,
					 unsigned n)
{
	const uint32_t i = insert(threadIdx.x, blockIdx.x * step, start, length);
	if (i < n)
		out[i] = 1.0f;
}

extern "C" __global__ void extract_block(float *out, unsigned step, unsigned start, unsigned length,
					 unsigned n)
{
	const uint32_t i = extract(blockIdx.x * step + threadIdx.x, start, length);
	if (i < n)
		out[i] = 1.0f;
}

/* Pictures of width x height, one after the other, by threads of a number: below each pixel, as far as the
   picture goes. */
__device__ __forceinline__ void below(float *out, const float *in, int i, int width, int height, int turns)
{
	const int column = i % width, row = i / width % height, picture = i / (width * height);
	float sum = 0;
	for (int k = 0; k < turns; k++)
		if (row + k < height && column > 0)
			sum += in[(picture * height + row + k) * width + column - 1];
	out[i] = sum;
}

extern "C" __global__ void pixels_below(float *out, const float *in, int width, int height, int turns)
{
	below(out, in, blockIdx.x * blockDim.x + threadIdx.x, width, height, turns);
}

extern "C" __global__ void pixels_below_88(float *out, const float *in, int turns)
{
	below(out, in, blockIdx.x * blockDim.x + threadIdx.x, 88, 32, turns);
}
