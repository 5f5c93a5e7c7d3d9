// Places that a hash of data decides: formulas of numbers that wrap around, and one too long to write.

__device__ __forceinline__ unsigned mixed(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

extern "C" __global__ void hash_once(const unsigned *in, unsigned *table, unsigned mask)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	table[mixed(in[i]) & mask] = i;
}

extern "C" __global__ void hash_often(const unsigned *in, unsigned *table, unsigned mask)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[i];
#pragma unroll
	for (int k = 0; k < 12; k++)
		x = mixed(x);
	table[x & mask] = i;
}
