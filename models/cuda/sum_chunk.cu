/*
 * Sum of n doubles, first attempt: each thread adds m neighbouring elements, so the lanes of a
 * warp stand m elements apart. The host adds what the threads leave in res, one element for
 * each thread.
 * From: Jyvaskyla, "1. yritys" (an OpenCL kernel there).
 *
 *     sum_chunk<<<ceil_div(n, m*BLOCK), BLOCK>>>(res, x, n, m)
 */
extern "C" __global__ void
sum_chunk(double *res, const double *x, int n, int m)
{
	const int global_id = blockIdx.x * blockDim.x + threadIdx.x;
	const int begin = global_id * m;
	const int end = min(n, (global_id + 1) * m);
	double sum = 0.0;

	for (int i = begin; i < end; i++)
		sum += x[i];
	res[global_id] = sum;
}
