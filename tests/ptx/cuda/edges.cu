/* Blocks that differ by where the grid has its edges. */

/* What lies outside the picture is left out: above and to the left, in one question. */
extern "C" __global__ void border_sum(float *out, const float *in, int width)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int left = x - 1, above = y - 1;
	float sum = in[y * width + x];
	if ((left | above) >= 0)
		sum += in[above * width + left];
	out[y * width + x] = sum;
}

/* The lower of two partners works for both. */
extern "C" __global__ void partners(int *out, int distance)
{
	const int at = blockIdx.x * blockDim.x + threadIdx.x, other = at ^ distance;
	if (other > at) {
		const int sum = out[at] + out[other];
		out[at] = sum;
		out[other] = -sum;
	}
}

/* Every second group of blocks, by a bit of its number. */
extern "C" __global__ void halves(int *out, int bit)
{
	const int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (at & bit)
		out[at] = at;
}
