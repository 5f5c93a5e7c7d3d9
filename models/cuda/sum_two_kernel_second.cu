/*
 * Sum of doubles wholly on the GPU, second of two kernels: one block adds the WG_SIZE_2 sums
 * that the first kernel left in res.
 * From: Jyvaskyla, "Summan laskeminen kokonaan GPU:lla" (ydin2; described there, not printed).
 *
 *     sum_two_kernel_second<<<1, WG_SIZE_2>>>(total, res)
 */
#ifndef WG_SIZE_2
#define WG_SIZE_2 1024
#endif

extern "C" __global__ void
sum_two_kernel_second(double *total, const double *res)
{
	__shared__ double partial[WG_SIZE_2];

	partial[threadIdx.x] = res[threadIdx.x];
	__syncthreads();
	for (int width = WG_SIZE_2; width > 1; width = (width + 1) / 2) {
		const int half = (width + 1) / 2;
		if ((int)threadIdx.x + half < width)
			partial[threadIdx.x] += partial[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		total[0] = partial[0];
}
