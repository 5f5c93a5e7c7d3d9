/*
 * A copy in which neighbouring threads take elements `stride` apart. From: CME 213 2023,
 * "Strided access"; the product is widened to 64 bits here, so that no stride wraps at 2^32.
 *
 *     strided_copy<<<ceil_div(n, BLOCK), BLOCK>>>(n, odata, idata, stride)
 */
extern "C" __global__ void
strided_copy(size_t n, float *odata, const float *idata, int stride)
{
	size_t xid = (size_t)stride * (blockIdx.x * blockDim.x + threadIdx.x);

	xid = xid % n;
	odata[xid] = idata[xid];
}
