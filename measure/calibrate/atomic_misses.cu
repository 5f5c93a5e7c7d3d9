// What DRAM and L2 move for atomics at places in no order: the profiler flushes L2 before each launch.
#include <cstdio>
#include <cuda_runtime.h>

enum op { RED, ATOM, CAS, LOAD_THEN_ATOM };

__device__ static unsigned
scramble(unsigned x)
{
	x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU;
	return x ^ x >> 16;
}

template <typename T, op O> __device__ static void
one(T *at, T &sum)
{
	if (O == RED) atomicAdd(at, (T)1);
	if (O == ATOM) sum += atomicAdd(at, (T)1);
	if constexpr (sizeof(T) == 4 && O == CAS) sum += atomicCAS(at, (T)0, (T)1);
	if (O == LOAD_THEN_ATOM && *(volatile T *)at < (T)100000000) sum += atomicAdd(at, (T)1);
}

// each lane by itself
template <typename T, op O> __global__ void
drawn(T *x, unsigned *out, unsigned mask, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 0;
#pragma unroll 4
	for (int r = 0; r < rounds; r++)
		one<T, O>(&x[scramble(i + r * 1000003u) & mask], sum);
	if (sum == (T)12345) out[i] = 1;
}

// lanes beside each other, warps by themselves
template <typename T, op O> __global__ void
lined(T *x, unsigned *out, unsigned mask, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 0;
#pragma unroll 4
	for (int r = 0; r < rounds; r++)
		one<T, O>(&x[(scramble(i / 32 + r * 1000003u) * 32u + threadIdx.x % 32) & mask], sum);
	if (sum == (T)12345) out[i] = 1;
}

// by keys that are read
template <op O> __global__ void
counted(const unsigned *keys, unsigned *x, unsigned *out, unsigned mask)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned sum = 0;
	one<unsigned, O>(&x[scramble(keys[i] + i) & mask], sum);
	out[i] = sum;
}

int
main()
{
	char *data;
	unsigned *out;
	cudaMalloc(&data, (1ull << 30) + (64ull << 20));
	cudaMalloc(&out, 64 << 20);
	cudaMemset(data, 0, (1ull << 30) + (64ull << 20));
	unsigned *words = (unsigned *)data;
	for (int bits : {20, 21, 22, 23, 24, 25, 26, 28})
		for (int rounds : {2, 8}) {
			drawn<unsigned, RED><<<1056, 256>>>(words, out, (1u << bits) - 1, rounds);
			drawn<unsigned, ATOM><<<1056, 256>>>(words, out, (1u << bits) - 1, rounds);
		}
	for (int bits : {21, 22, 23, 24}) {
		const unsigned mask = (1u << bits) - 1;
		drawn<unsigned, RED><<<1056, 256>>>(words, out, mask, 32);
		drawn<unsigned long long, RED><<<1056, 256>>>((unsigned long long *)data, out, mask, 8);
		drawn<unsigned, CAS><<<1056, 256>>>(words, out, mask, 8);
		drawn<unsigned, LOAD_THEN_ATOM><<<1056, 256>>>(words, out, mask, 8);
		lined<unsigned, RED><<<1056, 256>>>(words, out, mask, 8);
		counted<ATOM><<<16384, 256>>>(words + (1 << 28), words, out, mask);
	}
	cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
