/* Stores of a tile that each thread has in registers: COUNT pieces of WIDTH words beside each other in each of ROWS rows, `side` threads
   in a row of the block. How many leave L1 as one? And stores of what lies apart: members of several arrays that become structures.
   Counted by ncu (sectors of stores against sectors of L2). */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
template <int W> struct piece { float v[W]; };
template <> struct __align__(8) piece<2> { float v[2]; };
template <> struct __align__(16) piece<4> { float v[4]; };
template <int WIDTH, int COUNT, int ROWS, int BARRIER> __global__ void
tile(float *out, size_t pitch, int side, int across, int work, float value)
{
	extern __shared__ float unused[];
	const int t = threadIdx.x, down = blockDim.x / side * ROWS;
	float *at = out + ((size_t)(blockIdx.x / across) * down + t / side * ROWS) * pitch +
		    ((size_t)(blockIdx.x % across) * side + t % side) * WIDTH * COUNT;
	float sum = value + t;
	for (int i = 0; i < work; i++)
		sum = sum * value + 1;
	if (BARRIER)
		__syncthreads();
#pragma unroll
	for (int r = 0; r < ROWS; r++)
#pragma unroll
		for (int c = 0; c < COUNT; c++) {
			piece<WIDTH> p;
#pragma unroll
			for (int w = 0; w < WIDTH; w++)
				p.v[w] = sum + (r * COUNT + c) * WIDTH + w;
			*(piece<WIDTH> *)(at + r * pitch + c * WIDTH) = p;
		}
}
template <typename T, int COUNT> __global__ void
zip(T *out, const T *in, size_t n)
{
	extern __shared__ float unused[];
	const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	T v[COUNT];
#pragma unroll
	for (int c = 0; c < COUNT; c++)
		v[c] = in[c * n + i];
#pragma unroll
	for (int c = 0; c < COUNT; c++)
		out[i * COUNT + c] = v[c];
}
static float *d, *e;
static int
shared_for(const void *kernel, int resident)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	return shared;
}
template <int WIDTH, int COUNT, int ROWS, int BARRIER> static void
run(int side, int resident, int rounds, int work, int odd)
{
	const int across = 16, shared = shared_for((const void *)tile<WIDTH, COUNT, ROWS, BARRIER>, resident);
	const size_t pitch = (size_t)across * side * WIDTH * COUNT + odd;
	tile<WIDTH, COUNT, ROWS, BARRIER><<<132 * resident * rounds / across * across, 256, shared>>>(d, pitch, side, across, work, 0.5f);
	printf("tile,width %d,count %d,rows %d,barrier %d,side %d,resident %d,rounds %d,work %d,odd %d,error %d\n", WIDTH, COUNT, ROWS, BARRIER,
	       side, resident, rounds, work, odd, (int)cudaGetLastError());
	fflush(stdout);
}
template <int WIDTH, int COUNT> static void
shapes(int side)
{
	for (int resident : {1, 2, 8}) {
		for (int work : {0, 4000})
			run<WIDTH, COUNT, 8, 1>(side, resident, 1, work, 0);
		run<WIDTH, COUNT, 1, 1>(side, resident, 8, 0, 0);
		run<WIDTH, COUNT, 1, 1>(side, resident, 8, 1000, 0);
	}
	run<WIDTH, COUNT, 8, 1>(side, 2, 1, 4000, 32);
	run<WIDTH, COUNT, 8, 0>(side, 2, 1, 4000, 0);
	run<WIDTH, COUNT, 8, 1>(side, 2, 4, 4000, 0);
}
template <typename T, int COUNT> static void
zips(const char *name)
{
	for (int resident : {1, 2, 4, 8}) {
		const int shared = shared_for((const void *)zip<T, COUNT>, resident);
		const int blocks = 1 << 14;
		zip<T, COUNT><<<blocks, 256, shared>>>((T *)d, (T *)e, (size_t)blocks * 256);
		printf("zip,type %s,count %d,resident %d,error %d\n", name, COUNT, resident, (int)cudaGetLastError());
		fflush(stdout);
	}
}
int
main()
{
	cudaMalloc(&d, (size_t)1 << 30);
	cudaMalloc(&e, (size_t)1 << 30);
	cudaMemset(e, 0, (size_t)1 << 30);
	cudaDeviceSynchronize();
	shapes<1, 8>(8);
	shapes<1, 8>(16);
	shapes<1, 8>(32);
	shapes<1, 4>(8);
	shapes<1, 4>(16);
	shapes<1, 4>(32);
	shapes<1, 2>(16);
	shapes<1, 2>(32);
	shapes<2, 2>(16);
	shapes<2, 4>(16);
	shapes<4, 2>(8);
	shapes<4, 2>(16);
	shapes<4, 2>(32);
	zips<float, 2>("f32");
	zips<float, 3>("f32");
	zips<float, 4>("f32");
	zips<float, 8>("f32");
	zips<unsigned char, 3>("u8");
	zips<unsigned char, 4>("u8");
	zips<short, 3>("s16");
	zips<double, 2>("f64");
	zips<double, 3>("f64");
	return cudaDeviceSynchronize();
}
