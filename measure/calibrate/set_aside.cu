// How much shared memory does the driver set aside for a kernel? Threads of a block, registers, dynamic shared memory; read by ncu.
#include <cstdio>
#include <cuda_runtime.h>
template <int R> __global__ void
hold(const int *in, int *out)
{
	extern __shared__ int space[];
	int v[R];
#pragma unroll
	for (int i = 0; i < R; i++)
		v[i] = in[threadIdx.x + i * 1024];
	space[0] = v[0];
	__syncthreads();
#pragma unroll
	for (int i = 0; i < R; i++)
		out[threadIdx.x + i * 1024] = v[i] ^ v[(i + 7) % R];
}
template <int R> void
all(int *d, const int *threads, int tn, const int *shared, int sn)
{
	cudaFuncSetAttribute(hold<R>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
	for (int t = 0; t < tn; t++)
		for (int s = 0; s < sn; s++) {
			hold<R><<<132, threads[t], shared[s]>>>(d, d + (1 << 20));
			if (cudaGetLastError() == cudaSuccess)
				printf("%d,%d,%d\n", R, threads[t], shared[s]);
		}
	cudaDeviceSynchronize();
}
int main()
{
	int *d;
	cudaMalloc(&d, 64 << 20);
	const int t1[] = {128, 256, 512, 1024, 64, 32}, t2[] = {96, 192, 384, 640, 768};
	const int s1[] = {4, 896, 1024, 1152, 2048, 3072, 4096, 5120, 7168, 8192, 11264, 16384, 24576, 32768, 49152, 65536, 100000, 150000, 220000};
	all<8>(d, t1, 6, s1, 19);
	all<64>(d, t1, 6, s1, 16);
	all<32>(d, t1, 6, s1, 16);
	all<100>(d, t1, 6, s1, 16);
	all<8>(d, t2, 5, s1, 16);
	const int s2[] = {0, 128, 256, 512, 768, 1280, 1536, 1792, 2304, 2560, 3328, 3584, 3840, 4352, 4608, 4864, 5632, 6144, 6656, 9216, 10240, 12288, 13312, 14336, 20480, 28672};
	all<8>(d, t1, 6, s2, 26);
	return 0;
}
