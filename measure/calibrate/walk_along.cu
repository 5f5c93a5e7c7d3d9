/* Do the blocks of an SM that walk through the same rows stay together where they wait for the banks of L1, or for a scheduler, and
   nothing holds their warps together? Counted by ncu: what L1 has. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
template <typename T> __device__ static float first(T v);
template <> __device__ float first(float v) { return v; }
template <> __device__ float first(double v) { return (float)v; }
template <> __device__ float first(float4 v) { return v.x + v.y + v.z + v.w; }
/* KIND 0: loads alone, `extra` more of words of all lanes, 1: reads of shared memory, 2: multiply-adds that wait for each other, 3: eight
   side by side. Block b walks through panel b / sms % panels. */
template <typename T, int KIND, bool BARRIER> __global__ void
walk_along(const T *x, const float *row, float *out, int sms, int panels, int rows, int extra)
{
	__shared__ float part[256];
	part[threadIdx.x & 255] = threadIdx.x;
	__syncthreads();
	const T *own = x + (size_t)(blockIdx.x / sms % panels) * rows * blockDim.x + threadIdx.x;
	const float *mine = row + (size_t)blockIdx.x * 64;
	float s = 0, t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma unroll 4
	for (int k = 0; k < rows; k++) {
		s += first<T>(own[(size_t)k * blockDim.x]);
		for (int i = 0; i < extra; i++) {
			if (KIND == 0)
				s += mine[(k + i) & 63];
			if (KIND == 1)
				s += part[(threadIdx.x + i + k) & 255];
			if (KIND == 2)
				s = s * 0.5f + 1;
			if (KIND == 3)
#pragma unroll
				for (int j = 0; j < 8; j++)
					t[j] = t[j] * 0.5f + s;
		}
		if (BARRIER)
			__syncthreads();
	}
	for (int j = 0; j < 8; j++)
		s += t[j];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
static void *x;
static float *row, *out;
template <typename T, int KIND, bool BARRIER> static void
run(const char *type, int threads, int resident, int panels, int extra)
{
	const int bytes = 1 << 20; /* of a panel */
	const int rows = bytes / (threads * (int)sizeof(T));
	cudaFuncSetAttribute(walk_along<T, KIND, BARRIER>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
	walk_along<T, KIND, BARRIER><<<132 * resident, threads>>>((const T *)x, row, out, 132, panels, rows, extra);
	printf("walk_along,type %s,kind %d,barrier %d,threads %d,resident %d,panels %d,rows %d,extra %d,error %d\n", type, KIND, BARRIER, threads,
	       resident, panels, rows, extra, (int)cudaGetLastError());
	fflush(stdout);
}
int
main(void)
{
	cudaMalloc(&x, 64 << 20);
	cudaMalloc(&row, 16 << 20);
	cudaMalloc(&out, 16 << 20);
	cudaMemset(x, 0, 64 << 20);
	cudaMemset(row, 0, 16 << 20);
	for (int resident : {2, 4, 8, 16, 32})
		for (int extra : {0, 1, 4, 16}) {
			run<float, 0, false>("float", 64, resident, 1, extra);
			run<double, 0, false>("double", 64, resident, 1, extra);
			run<float4, 0, false>("float4", 64, resident, 1, extra);
		}
	for (int resident : {4, 8, 16, 32})
		for (int extra : {4, 16, 64}) {
			run<float, 1, false>("float", 64, resident, 1, extra);
			run<float, 1, true>("float", 64, resident, 1, extra);
			run<float, 2, false>("float", 64, resident, 1, extra);
			run<float, 3, false>("float", 64, resident, 1, extra);
			run<float, 3, true>("float", 64, resident, 1, extra);
		}
	for (int resident : {2, 4, 8})
		for (int extra : {0, 4, 16}) {
			run<float, 0, false>("float", 256, resident, 1, extra);
			run<float4, 0, false>("float4", 256, resident, 1, extra);
			run<float, 1, true>("float", 256, resident, 1, extra);
			run<float4, 0, true>("float4", 256, resident, 1, extra);
		}
	for (int panels : {2, 4, 8})
		for (int extra : {1, 4}) {
			run<double, 0, false>("double", 64, 32, panels, extra);
			run<float4, 0, false>("float4", 64, 32, panels, extra);
		}
	return cudaDeviceSynchronize();
}
