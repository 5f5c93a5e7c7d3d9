// Pieces that a thread stores beside each other: how many leave L1 as one? E bytes, N of them, threads `stride` bytes apart, `gap`
// dependent additions between two, `pre` before the first; loads: what is stored has been loaded likewise. Counted by ncu. Launches 1 to
// 110 are of 132 * 64 blocks of 128 threads on 2048 blocks' bytes, of 4 or all blocks on an SM; these are the rest.
#include <cstdio>
#include <cuda_runtime.h>
template <int E> struct piece;
template <> struct piece<1> { typedef unsigned char t; static __device__ t of(unsigned v) { return v; } static __device__ unsigned in(t v) { return v; } };
template <> struct piece<2> { typedef unsigned short t; static __device__ t of(unsigned v) { return v; } static __device__ unsigned in(t v) { return v; } };
template <> struct piece<4> { typedef unsigned t; static __device__ t of(unsigned v) { return v; } static __device__ unsigned in(t v) { return v; } };
template <> struct piece<8> { typedef uint2 t; static __device__ t of(unsigned v) { return make_uint2(v, v); } static __device__ unsigned in(t v) { return v.x ^ v.y; } };
template <> struct piece<16> { typedef uint4 t; static __device__ t of(unsigned v) { return make_uint4(v, v, v, v); } static __device__ unsigned in(t v) { return v.x ^ v.y ^ v.z ^ v.w; } };
template <int E, int N, int GAP> __global__ void
store_rates(char *out, const char *in, int stride, int pre, unsigned value, unsigned wrap)
{
	typedef typename piece<E>::t P;
	size_t i = (blockIdx.x % wrap) * (size_t)blockDim.x + threadIdx.x;
	P *at = (P *)(out + i * stride);
	unsigned v[N];
#pragma unroll
	for (int k = 0; k < N; k++)
		v[k] = in ? piece<E>::in(((const P *)(in + i * stride))[k]) : value + k;
	for (int p = 0; p < pre; p++)
		asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(v[0]));
#pragma unroll
	for (int k = 0; k < N; k++) {
		v[k] += v[0];
		for (int g = 0; g < GAP; g++)
			asm volatile("add.u32 %0, %0, 3;" : "+r"(v[0]));
		at[k] = piece<E>::of(v[k] + v[0]);
	}
}
// place: 0 stores alone, 1 loads elsewhere, 2 loads in place; big: beyond L2
template <int E, int N> void
run(char *d, int stride, int pre, int place, bool big, int threads)
{
	const unsigned blocks = 132 * 64 * 128 / threads, wrap = big ? blocks : 2048;
	const size_t half = (size_t)1 << 28;
	store_rates<E, N, 0><<<blocks * (big ? 4 : 1), threads>>>(d, place == 0 ? nullptr : place == 1 ? d + half : d, stride, pre, 5, big ? wrap * 4 : wrap);
	if (cudaGetLastError() == cudaSuccess)
		printf("%d,%d,%d,%d,%d,%d,%d\n", E, N, stride, pre, place, big, threads);
	fflush(stdout);
}
template <int E, int N> void
some(char *d, int stride)
{
	for (int place : {0, 1, 2})
		for (int big : {0, 1})
			for (int pre : {0, 64, 256})
				run<E, N>(d, stride, pre, place, big, 256);
}
int main()
{
	char *d;
	cudaMalloc(&d, (size_t)1 << 30);
	cudaMemset(d, 0, (size_t)1 << 30);
	some<16, 2>(d, 32);
	some<4, 3>(d, 32);
	some<4, 4>(d, 16);
	some<16, 4>(d, 64);
	some<8, 2>(d, 16);
	some<4, 7>(d, 28);
	return 0;
}
