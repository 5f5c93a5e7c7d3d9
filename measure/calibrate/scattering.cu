// Stores and loads at places in no order, each once: a permutation that is computed (put, put_copy, take, add) or read
// from memory (put_by), or neighbours so many elements apart (put_sweeps, put_in_sweeps); elements of 4, 8 and 16
// bytes, 2^20 to 2^23 of them. Counted by ncu, cold and warm; prints what each launch is.
#include <cstdio>
#include <cstdint>
__device__ __host__ __forceinline__ uint32_t mixed(uint32_t i, int bits)
{
	const uint32_t mask = (1u << bits) - 1;
	i = (i * 0x9e3779b1u) & mask;
	i ^= i >> (bits / 2);
	i = (i * 0x85ebca6bu) & mask;
	i ^= i >> (bits / 2 + 1);
	i = (i * 0xc2b2ae35u) & mask;
	return i;
}
template <typename T> __device__ T value(uint32_t i);
template <> __device__ uint32_t value(uint32_t i) { return i; }
template <> __device__ uint2 value(uint32_t i) { return make_uint2(i, i); }
template <> __device__ uint4 value(uint32_t i) { return make_uint4(i, i, i, i); }
template <typename T> __global__ void put(T *out, int bits)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[mixed(i, bits)] = value<T>(i);
}
template <typename T> __global__ void put_copy(const T *__restrict__ in, T *__restrict__ out, int bits)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[mixed(i, bits)] = in[i];
}
template <typename T> __global__ void put_by(const T *__restrict__ in, const uint32_t *__restrict__ place, T *__restrict__ out)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[place[i]] = in[i];
}
// in so many sweeps: neighbours lie `step` elements apart, which does not divide n
template <typename T> __global__ void put_sweeps(const T *__restrict__ in, T *__restrict__ out, uint32_t step, uint32_t n)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[(uint32_t)((uint64_t)i * step % n)] = in[i];
}
template <typename T> __global__ void put_in_sweeps(T *__restrict__ out, uint32_t step, uint32_t n)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[(uint32_t)((uint64_t)i * step % n)] = value<T>(i);
}
template <typename T> __global__ void take(const T *__restrict__ in, T *__restrict__ out, int bits)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[mixed(i, bits)];
}
__global__ void add(uint32_t *out, int bits)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&out[mixed(i, bits)], 1u);
}
__global__ void places(uint32_t *place, int bits)
{
	const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	place[i] = mixed(i, bits);
}
static int line;
template <typename T> void sizes(void *in, void *place, void *out)
{
	for (int bits = 20; bits <= 23; bits++) {
		const int blocks = (1 << bits) / 256, bytes = (int)sizeof(T);
		const T *i = (const T *)in;
		T *o = (T *)out;
		places<<<blocks, 256>>>((uint32_t *)place, bits);
		printf("%d,places,%d,%d\n", line++, 4, bits);
		put<T><<<blocks, 256>>>(o, bits);
		printf("%d,put,%d,%d\n", line++, bytes, bits);
		put_copy<T><<<blocks, 256>>>(i, o, bits);
		printf("%d,put_copy,%d,%d\n", line++, bytes, bits);
		put_by<T><<<blocks, 256>>>(i, (const uint32_t *)place, o);
		printf("%d,put_by,%d,%d\n", line++, bytes, bits);
		take<T><<<blocks, 256>>>(i, o, bits);
		printf("%d,take,%d,%d\n", line++, bytes, bits);
		const int steps[] = {3, 7, 17, 65};
		for (int s = 0; s < 4 && bits > 20; s++) {
			put_sweeps<T><<<blocks, 256>>>(i, o, steps[s], 1 << bits);
			printf("%d,put_sweeps_%d,%d,%d\n", line++, steps[s], bytes, bits);
			put_in_sweeps<T><<<blocks, 256>>>(o, steps[s], 1 << bits);
			printf("%d,put_in_sweeps_%d,%d,%d\n", line++, steps[s], bytes, bits);
		}
		if (bytes == 4) {
			add<<<blocks, 256>>>((uint32_t *)o, bits);
			printf("%d,add,%d,%d\n", line++, bytes, bits);
		}
	}
}
int main()
{
	void *in, *place, *out;
	cudaMalloc(&in, 16 << 23);
	cudaMalloc(&place, 4 << 23);
	cudaMalloc(&out, 16 << 23);
	cudaMemset(in, 0, 16 << 23);
	cudaMemset(out, 0, 16 << 23);
	sizes<uint32_t>(in, place, out);
	sizes<uint2>(in, place, out);
	sizes<uint4>(in, place, out);
	return cudaDeviceSynchronize();
}
