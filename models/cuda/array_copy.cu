/*
 * A plain copy, one float for each thread. From: CME 213 2023, "Benchmarks" (Copy).
 *
 *     array_copy<<<ceil_div(n, BLOCK), BLOCK>>>(n, odata, idata)
 */
extern "C" __global__ void
array_copy(size_t n, float *odata, const float *idata)
{
	const size_t xid = blockIdx.x * blockDim.x + threadIdx.x;

	if (xid < n)
		odata[xid] = idata[xid];
}
