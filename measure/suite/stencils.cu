/*
 * Stencils in two and three dimensions, from global memory and through shared memory, and
 * convolutions with the filter in constant memory.
 */
#ifndef RADIUS
#define RADIUS 2
#endif
#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif
#ifndef REAL
#define REAL float
#endif

__constant__ float weights[(2 * RADIUS + 1) * (2 * RADIUS + 1)];

extern "C" __global__ void
stencil_9(const REAL *in, REAL *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	REAL sum = 0;

	if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += in[(y + dy) * width + x + dx];
	out[y * width + x] = sum * (REAL)(1.0 / 9.0);
}

/* Five points, the block's part with its border in shared memory. */
extern "C" __global__ void
stencil_5_shared(const float *in, float *out, int width, int height)
{
	__shared__ float part[BLOCK_Y + 2][BLOCK_X + 2];
	const int x = blockIdx.x * BLOCK_X + threadIdx.x;
	const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
	const int tid = threadIdx.y * BLOCK_X + threadIdx.x;

	for (int i = tid; i < (BLOCK_Y + 2) * (BLOCK_X + 2); i += BLOCK_X * BLOCK_Y) {
		const int gx = min(max((int)(blockIdx.x * BLOCK_X) + i % (BLOCK_X + 2) - 1, 0), width - 1);
		const int gy = min(max((int)(blockIdx.y * BLOCK_Y) + i / (BLOCK_X + 2) - 1, 0), height - 1);
		part[i / (BLOCK_X + 2)][i % (BLOCK_X + 2)] = in[gy * width + gx];
	}
	__syncthreads();
	const int lx = threadIdx.x + 1;
	const int ly = threadIdx.y + 1;
	out[y * width + x] = 0.25f * (part[ly][lx - 1] + part[ly][lx + 1] + part[ly - 1][lx]
	                              + part[ly + 1][lx]);
}

extern "C" __global__ void
stencil_7(const REAL *in, REAL *out, int nx, int ny, int nz)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int z = blockIdx.z * blockDim.z + threadIdx.z;
	const int here = (z * ny + y) * nx + x;

	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1)
		return;
	out[here] = (REAL)0.4 * in[here]
	            + (REAL)0.1 * (in[here - 1] + in[here + 1] + in[here - nx] + in[here + nx]
	                           + in[here - nx * ny] + in[here + nx * ny]);
}

/* The same, each thread walking up z with its column in registers. */
extern "C" __global__ void
stencil_7_column(const float *in, float *out, int nx, int ny, int nz)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	const int plane = nx * ny;
	int here = y * nx + x;

	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
		return;
	float below = in[here];
	float centre = in[here + plane];
	for (int z = 1; z < nz - 1; z++) {
		here += plane;
		const float above = in[here + plane];
		out[here] = 0.4f * centre
		            + 0.1f * (in[here - 1] + in[here + 1] + in[here - nx] + in[here + nx] + below
		                      + above);
		below = centre;
		centre = above;
	}
}

extern "C" __global__ void
stencil_line(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	if (i < RADIUS || i >= n - RADIUS)
		return;
#pragma unroll
	for (int k = -RADIUS; k <= RADIUS; k++)
		sum += in[i + k];
	out[i] = sum;
}

/* Filter in constant memory, image from global memory, borders left out. */
extern "C" __global__ void
convolve_2d(const float *in, float *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0.0f;

	if (x < RADIUS || x >= width - RADIUS || y < RADIUS || y >= height - RADIUS)
		return;
	for (int dy = -RADIUS; dy <= RADIUS; dy++)
		for (int dx = -RADIUS; dx <= RADIUS; dx++)
			sum += weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS]
			       * in[(y + dy) * width + x + dx];
	out[y * width + x] = sum;
}

/* The block's part of the image with its border in shared memory. */
extern "C" __global__ void
convolve_2d_shared(const float *in, float *out, int width, int height)
{
	constexpr int PART_X = BLOCK_X + 2 * RADIUS;
	constexpr int PART_Y = BLOCK_Y + 2 * RADIUS;
	__shared__ float part[PART_Y][PART_X];
	const int tid = threadIdx.y * BLOCK_X + threadIdx.x;
	float sum = 0.0f;

	for (int i = tid; i < PART_X * PART_Y; i += BLOCK_X * BLOCK_Y) {
		const int gx = min(max((int)(blockIdx.x * BLOCK_X) + i % PART_X - RADIUS, 0), width - 1);
		const int gy = min(max((int)(blockIdx.y * BLOCK_Y) + i / PART_X - RADIUS, 0), height - 1);
		part[i / PART_X][i % PART_X] = in[gy * width + gx];
	}
	__syncthreads();
	for (int dy = 0; dy <= 2 * RADIUS; dy++)
		for (int dx = 0; dx <= 2 * RADIUS; dx++)
			sum += weights[dy * (2 * RADIUS + 1) + dx] * part[threadIdx.y + dy][threadIdx.x + dx];
	out[(blockIdx.y * BLOCK_Y + threadIdx.y) * width + blockIdx.x * BLOCK_X + threadIdx.x] = sum;
}

/* Conway's game on bytes, the board a torus. */
extern "C" __global__ void
life(const unsigned char *in, unsigned char *out, int width, int height)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	int alive = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx != 0 || dy != 0)
				alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
	const unsigned char self = in[y * width + x];
	out[y * width + x] = alive == 3 || (alive == 2 && self);
}
