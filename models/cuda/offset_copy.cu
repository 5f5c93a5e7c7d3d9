/*
 * A copy in which every warp begins `offset` elements late: each warp takes 32 neighbouring
 * floats and leaves the next 128 alone. From: CME 213 2023, "Offset benchmark". The lecture's
 * index adds the whole threadIdx.x to a part that already counts the warps, hence steps of
 * 160; kept as it stands.
 *
 *     offset_copy<<<ceil_div(n, 4*BLOCK), BLOCK>>>(n, odata, idata, offset)
 */
extern "C" __global__ void
offset_copy(size_t n, float *odata, const float *idata, int offset)
{
	const int wid = threadIdx.x / 32;
	size_t xid = blockIdx.x * 4 * blockDim.x + 4 * 32 * wid + threadIdx.x + offset;

	xid = xid % n;
	odata[xid] = idata[xid];
}
