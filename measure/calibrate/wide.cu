// Loads of 1, 2 and 4 words from constant memory whose address differs between lanes.
#include <cstdio>
enum { TURNS = 256 };
__constant__ float4 table[512];
template <typename T> static __device__ float first(T v);
template <>
__device__ float
first(float v)
{
	return v;
}
template <>
__device__ float
first(float2 v)
{
	return v.x + v.y;
}
template <>
__device__ float
first(float4 v)
{
	return v.x + v.y + v.z + v.w;
}
template <typename T>
__global__ void
wide(float *out, int places, int stride, int turns)
{
	int at = threadIdx.x % 32 % places * stride;
	float sum = 0;
	const T *t = (const T *)table;
	for (int n = 0; n < turns; n++) {
		T v[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = t[at + k];
#pragma unroll
		for (int k = 0; k < 4; k++)
			sum += first(v[k]);
		at += (int)sum;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <typename T>
void
run(float *o, int width)
{
	for (int p : {1, 2, 4, 8, 16, 32})
		for (int s : {4, 9})
			for (int w : {1, 32}) {
				wide<T><<<132, w * 32>>>(o, p, s, TURNS);
				printf("%d,%d,%d,%d\n", width, p, s, w);
			}
}
int
main()
{
	float *o;
	cudaMalloc(&o, 1 << 24);
	printf("width,places,stride,warps\n");
	run<float>(o, 1);
	run<float2>(o, 2);
	run<float4>(o, 4);
	return cudaDeviceSynchronize();
}
