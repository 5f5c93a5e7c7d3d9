/* Chains side by side that read the same registers again and again: x = a * x + b. What of the registers need not be read anew? Clocks of
   a block on each SM between two barriers. */
#include <cstdio>
#include <cuda_runtime.h>
template <typename T, int CHAINS> __global__ void
repeated(long long *cycles, const T *from, int rounds)
{
	/* Loaded, not parameters: in registers. */
	const T a = from[blockIdx.x & 1], b = from[2 + (blockIdx.x & 1)];
	T x[CHAINS];
	for (int c = 0; c < CHAINS; c++)
		x[c] = from[threadIdx.x + c];
	__syncthreads();
	const long long start = clock64();
#pragma unroll 4
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int c = 0; c < CHAINS; c++)
			x[c] = a * x[c] + b;
	__syncthreads();
	const long long end = clock64();
	T sum = 0;
	for (int c = 0; c < CHAINS; c++)
		sum += x[c];
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == T(-12345))
		cycles[0] = 0;
}
template <typename T, int CHAINS> static void
run(const char *name)
{
	static long long *cycles;
	static T *from;
	if (!cycles) {
		cudaMallocManaged(&cycles, 132 * 8);
		cudaMalloc(&from, 1 << 20);
		cudaMemset(from, 0, 1 << 20);
	}
	for (int warps : {4, 8, 16, 32}) {
		const int rounds = 4096;
		for (int i = 0; i < 3; i++)
			repeated<T, CHAINS><<<132, warps * 32>>>(cycles, from, rounds);
		const int error = (int)cudaDeviceSynchronize();
		const double of_scheduler = (double)rounds * CHAINS * warps / 4;
		printf("repeated,type %s,chains %d,warps %d,clocks of an instruction %.4f,of a link %.3f,error %d\n", name, CHAINS, warps,
		       cycles[0] / of_scheduler, (double)cycles[0] / rounds, error);
		fflush(stdout);
	}
}
int
main()
{
	run<float, 1>("f32");
	run<float, 2>("f32");
	run<float, 3>("f32");
	run<float, 4>("f32");
	run<float, 6>("f32");
	run<float, 8>("f32");
	run<double, 1>("f64");
	run<double, 2>("f64");
	run<double, 4>("f64");
	run<double, 8>("f64");
	return 0;
}
