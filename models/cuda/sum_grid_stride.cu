/*
 * Sum of n doubles, better: threads start at their own index and jump by the number of
 * threads, so the lanes of a warp read neighbours. The host adds what the threads leave in
 * res, one element for each.
 * From: Jyvaskyla, "Parampi lahestymistapa" (an OpenCL kernel there).
 *
 *     sum_grid_stride<<<ceil_div(n, m*BLOCK), BLOCK>>>(res, x, n)      m elements for each thread
 */
extern "C" __global__ void
sum_grid_stride(double *res, const double *x, int n)
{
	const int global_id = blockIdx.x * blockDim.x + threadIdx.x;
	const int global_size = gridDim.x * blockDim.x;
	double sum = 0.0;

	for (int i = global_id; i < n; i += global_size)
		sum += x[i];
	res[global_id] = sum;
}
