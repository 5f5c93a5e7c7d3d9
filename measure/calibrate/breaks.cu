// Two or four stores of a word that fill the sectors of a thread's piece, and what stands between
// them: does it part them on their way to L2?
#include <cstdio>
enum kind {
	NOTHING,
	SAME_WAY,
	TWO_WAYS,
	PREDICATED,
	BARRIER,
	SHARED,
	SHUFFLE,
	LOAD,
	VOTE,
	LOOP,
	LOOP_UNEVEN,
	SPECIAL,
	TWO_WAYS_EMPTY,
	KINDS
};
static const char *const names[] = {"nothing",     "same_way", "two_ways", "predicated", "barrier",
				    "shared",      "shuffle",  "load",     "vote",       "loop",
				    "loop_uneven", "special",  "syncwarp"};
template <int KIND>
static __device__ __forceinline__ unsigned
between(unsigned value, const unsigned *in, unsigned *s, int turns)
{
	if (KIND == SAME_WAY || KIND == TWO_WAYS) {
		unsigned on = KIND == SAME_WAY ? turns : (value ^ threadIdx.x) & 1;
		if (on) {
#pragma unroll
			for (int i = 0; i < 24; i++)
				asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(value));
		} else {
#pragma unroll
			for (int i = 0; i < 24; i++)
				asm volatile("xor.b32 %0, %0, 77; add.u32 %0, %0, 5;"
					     : "+r"(value));
		}
	}
	if (KIND == PREDICATED)
		asm volatile("{.reg .pred p; setp.gt.u32 p, %0, 5; @p add.u32 %0, %0, 7; @!p "
			     "xor.b32 %0, %0, 9;}"
			     : "+r"(value));
	if (KIND == BARRIER)
		__syncthreads();
	if (KIND == SHARED) {
		s[threadIdx.x] = value;
		value += ((volatile unsigned *)s)[threadIdx.x ^ 1];
	}
	if (KIND == SHUFFLE)
		value += __shfl_xor_sync(~0u, value, 1);
	if (KIND == LOAD)
		value += ((volatile const unsigned *)in)[threadIdx.x + value % 2];
	if (KIND == VOTE)
		value += __ballot_sync(~0u, value & 1);
	if (KIND == LOOP || KIND == LOOP_UNEVEN)
		for (int i = 0; i < turns + (KIND == LOOP_UNEVEN ? (int)(threadIdx.x & 3) : 0); i++)
			asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(value));
	if (KIND == SPECIAL)
		value += __float_as_uint(__sinf(__uint_as_float(value)));
	if (KIND == TWO_WAYS_EMPTY)
		__syncwarp();
	return value;
}
template <int KIND>
__global__ void
breaks(const unsigned *in, unsigned *out, int turns)
{
	__shared__ unsigned s[1024];
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	unsigned value = i;
	s[threadIdx.x] = value;
	for (int k = 0; k < 4; k++) {
		value = between<KIND>(value, in, s, turns);
		asm volatile("" ::: "memory");
		out[i * 4 + k] = value;
		asm volatile("" ::: "memory");
	}
}
template <int KIND>
void
run(unsigned *in, unsigned *out)
{
	for (int threads : {64, 256})
		for (int blocks : {1 << 20, 1 << 14}) {
			breaks<KIND><<<blocks / threads, threads>>>(in, out, 5);
			printf("%s,%d,%d\n", names[KIND], threads, blocks);
		}
}
int
main()
{
	unsigned *in, *out;
	cudaMalloc(&in, 16 << 20);
	cudaMalloc(&out, 16 << 20);
	cudaMemset(in, 0, 16 << 20);
	printf("kind,threads,all\n");
	run<0>(in, out);
	run<1>(in, out);
	run<2>(in, out);
	run<3>(in, out);
	run<4>(in, out);
	run<5>(in, out);
	run<6>(in, out);
	run<7>(in, out);
	run<8>(in, out);
	run<9>(in, out);
	run<10>(in, out);
	run<11>(in, out);
	run<12>(in, out);
	return cudaDeviceSynchronize();
}
