/*
 * c = a + b, one thread for each element: the first kernel of most courses; 1 flop for 12
 * bytes.
 *
 *     vector_add<<<ceil_div(n, BLOCK), BLOCK>>>(a, b, c, n)
 */
extern "C" __global__ void
vector_add(const float *a, const float *b, float *c, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}
