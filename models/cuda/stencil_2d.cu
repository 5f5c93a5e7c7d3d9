/*
 * One step of Jacobi's method on a height x width grid of floats: each inner point becomes the
 * mean of its four neighbours.
 *
 *     dim3 grid(ceil_div(width, BLOCK_X), ceil_div(height, BLOCK_Y)), block(BLOCK_X, BLOCK_Y);
 *     stencil_2d<<<grid, block>>>(in, out, width, height)
 */
extern "C" __global__ void
stencil_2d(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int here = y * width + x;

	if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
		out[here] = 0.25f * (in[here - 1] + in[here + 1] + in[here - width]
		                     + in[here + width]);
}
