// Stores of a warp one after the other into the same sectors: how many leave L1 as one? A thread writes
// COUNT pieces of WIDTH words beside each other, threads are `stride` words apart; between two stores of
// a warp stand `gap` dependent additions. Counted by ncu (sectors of stores against sectors of L2).
#include <cstdio>
#include <cstdlib>
template <int W> struct piece { unsigned v[W]; };
template <> struct __align__(8) piece<2> { unsigned v[2]; };
template <> struct __align__(16) piece<4> { unsigned v[4]; };
template <int W, int COUNT, int GAP> __global__ void
joins(unsigned *out, int stride, unsigned value)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	unsigned *at = out + i * stride;
	for (int k = 0; k < COUNT; k++) {
		piece<W> p;
		for (int w = 0; w < W; w++)
			p.v[w] = value + k;
		asm volatile("" ::: "memory");
		*(piece<W> *)(at + k * W) = p;
		for (int g = 0; g < GAP; g++)
			asm volatile("add.u32 %0, %0, 3;" : "+r"(value));
	}
}
template <int W, int COUNT, int GAP> void
run(unsigned *d, int stride, int threads)
{
	if (stride < W * COUNT || stride % W)
		return;
	joins<W, COUNT, GAP><<<(1 << 20) / threads, threads>>>(d, stride, 5);
	cudaDeviceSynchronize();
	printf("%d,%d,%d,%d,%d\n", W, COUNT, GAP, stride, threads);
}
int main()
{
	unsigned *d;
	cudaMalloc(&d, (size_t)1 << 28);
	printf("width,count,gap,stride,threads\n");
	const int strides[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 64};
	for (int s : strides) {
		run<1, 2, 0>(d, s, 128);
		run<1, 3, 0>(d, s, 128);
		run<1, 4, 0>(d, s, 128);
		run<2, 2, 0>(d, s, 128);
		run<2, 4, 0>(d, s, 128);
		run<4, 2, 0>(d, s, 128);
		run<1, 2, 16>(d, s, 128);
		run<1, 2, 0>(d, s, 32);
		run<1, 2, 0>(d, s, 512);
		run<1, 8, 0>(d, s, 128);
	}
	return 0;
}
