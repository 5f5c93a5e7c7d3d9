/*
 * y = a x + y, one thread for each element: 2 flops for 12 bytes. From: BLAS, level 1.
 *
 *     saxpy<<<ceil_div(n, BLOCK), BLOCK>>>(n, a, x, y)
 */
extern "C" __global__ void
saxpy(int n, float a, const float *x, float *y)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a * x[i] + y[i];
}
