/*
 * Sum of n doubles: a grid-stride sum in each thread, then a tree over the block in shared
 * memory. In each round the first of two halves takes the second on top; of an odd width the
 * first half is the larger. The host adds one element of res for each block.
 * From: Jyvaskyla, "Globaalin ja lokaalin summauksen yhdistaminen" (described there, not
 * printed).
 *
 *     sum_shared_tree<<<ceil_div(n, m*BLOCK), BLOCK>>>(res, x, n)      m elements for each thread
 */
#ifndef BLOCK
#define BLOCK 256
#endif

extern "C" __global__ void
sum_shared_tree(double *res, const double *x, int n)
{
	__shared__ double partial[BLOCK];
	double sum = 0.0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
		sum += x[i];
	partial[threadIdx.x] = sum;
	__syncthreads();
	for (int width = BLOCK; width > 1; width = (width + 1) / 2) {
		const int half = (width + 1) / 2;
		if ((int)threadIdx.x + half < width)
			partial[threadIdx.x] += partial[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		res[blockIdx.x] = partial[0];
}
