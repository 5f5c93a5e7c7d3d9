// Loads from constant memory whose address differs between lanes: time against the number of
// places.
#include <cstdio>
enum { TURNS = 256 };
__constant__ float table[2048];
template <int INDEPENDENT>
__global__ void
constants(float *out, int places, int stride, int turns)
{
	int at = threadIdx.x % 32 % places * stride;
	float sum = 0;
	for (int t = 0; t < turns; t++) {
		float v[INDEPENDENT];
#pragma unroll
		for (int k = 0; k < INDEPENDENT; k++)
			v[k] = table[at + k];
#pragma unroll
		for (int k = 0; k < INDEPENDENT; k++)
			sum += v[k];
		at += (int)sum; // zeros: the next loads wait for these
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int
main()
{
	float *o;
	cudaMalloc(&o, 1 << 24);
	printf("independent,places,stride,warps\n");
	const int places[] = {1, 2, 3, 4, 8, 16, 32}, strides[] = {1, 8, 16, 33},
		  warps[] = {1, 4, 16, 32};
	for (int p : places)
		for (int s : strides)
			for (int w : warps) {
				constants<1><<<132, w * 32>>>(o, p, s, TURNS);
				printf("1,%d,%d,%d\n", p, s, w);
				constants<8><<<132, w * 32>>>(o, p, s, TURNS);
				printf("8,%d,%d,%d\n", p, s, w);
			}
	return cudaDeviceSynchronize();
}
