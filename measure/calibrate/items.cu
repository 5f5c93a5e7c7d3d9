// Threads that load some words beside each other, wait for all of them, and store as many: how many of the stores of a warp
// leave L1 as one? Sectors are counted by ncu.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t bad = (x); if (bad) { printf("error %s line %d\n", cudaGetErrorString(bad), __LINE__); exit(1); } } while (0)
template <int W> struct __align__(4 * W) piece { float v[W]; };
/* COUNT pieces of WIDTH words of a thread. LOADS 0: none, 1: as it stores, 2: neighbouring threads load neighbouring words. WORK: multiply-adds
   that all stores wait for. SYNC 0: nothing, 1: a barrier behind that, 2: and then as many reads of shared memory one after the other
   as the warp has a number, 3: these without the barrier. APART: multiply-adds between two stores. */
template <int COUNT, int WIDTH, int LOADS, int WORK, int SYNC, int APART> __global__ void __launch_bounds__(256)
items(const float *in, float *out, int n, float dt)
{
	extern __shared__ float list[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
	constexpr int WORDS = COUNT * WIDTH;
	float v[WORDS], first = dt;
	for (int k = 0; k < WORDS; k++) v[k] = dt + k;
	if (LOADS == 1)
		for (int k = 0; k < COUNT; k++) {
			const piece<WIDTH> p = ((const piece<WIDTH> *)(in + (size_t)i * WORDS))[k];
			for (int w = 0; w < WIDTH; w++) v[k * WIDTH + w] = p.v[w];
		}
	if (LOADS == 2)
		for (int k = 0; k < WORDS; k++) v[k] = in[(size_t)blockIdx.x * blockDim.x * WORDS + k * blockDim.x + threadIdx.x];
	for (int k = 0; k < WORDS; k++) first += v[k];
	for (int k = 0; k < WORK; k++) first = first * dt + 1;
	if (SYNC == 1 || SYNC == 2) {
		list[threadIdx.x] = first;
		__syncthreads();
		first += list[threadIdx.x ^ 32];
	}
	if (SYNC >= 2)
		for (int w = 0; w < warp; w++) first += list[(int)(first * 1e-30f) + w];
	for (int k = 0; k < COUNT; k++) {
		piece<WIDTH> p;
		for (int w = 0; w < WIDTH; w++) p.v[w] = v[k * WIDTH + w] * dt + first;
		asm volatile("" ::: "memory");
		((piece<WIDTH> *)(out + (size_t)i * WORDS))[k] = p;
		asm volatile("" ::: "memory");
		for (int w = 0; w < APART; w++) first = first * dt + 1;
	}
}
static float *d, *e;
template <int COUNT, int WIDTH, int LOADS, int WORK, int SYNC, int APART> static void run(int blocks_on_sm)
{
	const int n = 1 << 21, shared = blocks_on_sm == 8 ? 2048 : 222 * 1024 / blocks_on_sm - 1024;
	auto kernel = items<COUNT, WIDTH, LOADS, WORK, SYNC, APART>;
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
	kernel<<<n / 256, 256, shared>>>(d, e, n, 0.5f);
	CHECK(cudaDeviceSynchronize());
	printf("%d,%d,%d,%d,%d,%d,%d\n", COUNT, WIDTH, LOADS, WORK, SYNC, APART, 8 * blocks_on_sm);
	fflush(stdout);
}
template <int COUNT, int WIDTH> static void sizes()
{
	run<COUNT, WIDTH, 0, 0, 0, 0>(8); run<COUNT, WIDTH, 1, 0, 0, 0>(8); run<COUNT, WIDTH, 1, 64, 0, 0>(8);
	run<COUNT, WIDTH, 1, 256, 0, 0>(8); run<COUNT, WIDTH, 1, 0, 1, 0>(8); run<COUNT, WIDTH, 1, 64, 1, 0>(8);
	run<COUNT, WIDTH, 1, 256, 1, 0>(8); run<COUNT, WIDTH, 1, 0, 2, 0>(8); run<COUNT, WIDTH, 1, 64, 2, 0>(8);
	run<COUNT, WIDTH, 0, 64, 2, 0>(8); run<COUNT, WIDTH, 0, 256, 2, 0>(8); run<COUNT, WIDTH, 1, 0, 3, 0>(8);
	run<COUNT, WIDTH, 2, 0, 0, 0>(8); run<COUNT, WIDTH, 2, 64, 0, 0>(8); run<COUNT, WIDTH, 2, 0, 1, 0>(8);
	run<COUNT, WIDTH, 2, 0, 2, 0>(8); run<COUNT, WIDTH, 1, 0, 0, 4>(8); run<COUNT, WIDTH, 1, 0, 1, 4>(8);
	run<COUNT, WIDTH, 1, 0, 0, 0>(4); run<COUNT, WIDTH, 1, 0, 1, 0>(4); run<COUNT, WIDTH, 1, 0, 2, 0>(4);
	run<COUNT, WIDTH, 1, 0, 0, 0>(2); run<COUNT, WIDTH, 1, 0, 1, 0>(2);
}
int main()
{
	CHECK(cudaMalloc(&d, (size_t)1 << 27)); CHECK(cudaMalloc(&e, (size_t)1 << 28));
	CHECK(cudaMemset(d, 0, (size_t)1 << 27));
	printf("count,width,loads,work,sync,apart,warps\n");
	sizes<2, 1>(); sizes<2, 2>(); sizes<4, 1>(); sizes<2, 4>(); sizes<4, 2>(); sizes<8, 1>();
	sizes<4, 4>(); sizes<8, 2>(); sizes<16, 1>();
	return 0;
}
