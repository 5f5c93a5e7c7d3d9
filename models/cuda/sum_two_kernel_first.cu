/*
 * Sum of n doubles wholly on the GPU, first of two kernels: WG_SIZE_2 blocks leave one sum
 * each, as many as the second kernel has threads.
 * From: Jyvaskyla, "Summan laskeminen kokonaan GPU:lla" (ydin1; described there, not printed).
 *
 *     sum_two_kernel_first<<<WG_SIZE_2, WG_SIZE_1>>>(res, x, n)
 */
#ifndef WG_SIZE_1
#define WG_SIZE_1 256
#endif

extern "C" __global__ void
sum_two_kernel_first(double *res, const double *x, int n)
{
	__shared__ double partial[WG_SIZE_1];
	double sum = 0.0;

	for (int i = blockIdx.x * WG_SIZE_1 + threadIdx.x; i < n; i += gridDim.x * WG_SIZE_1)
		sum += x[i];
	partial[threadIdx.x] = sum;
	__syncthreads();
	for (int width = WG_SIZE_1; width > 1; width = (width + 1) / 2) {
		const int half = (width + 1) / 2;
		if ((int)threadIdx.x + half < width)
			partial[threadIdx.x] += partial[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		res[blockIdx.x] = partial[0];
}
