// Stencils and convolutions.
__constant__ float weights[25] = {1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36,
                                  24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1};

extern "C" __global__ void stencil_2d(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
		out[y * width + x] = 0.25f * (in[y * width + x - 1] + in[y * width + x + 1] +
		                              in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}

extern "C" __global__ void stencil_3d(double *out, const double *in, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
	for (int z = 1; z < nz - 1; z++) {
		size_t i = ((size_t)z * ny + y) * nx + x;
		out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - (size_t)nx * ny] +
		         in[i + (size_t)nx * ny] - 6 * in[i];
	}
}

extern "C" __global__ void convolve_constant(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			int u = min(max(x + i, 0), width - 1), v = min(max(y + j, 0), height - 1);
			sum += weights[(j + 2) * 5 + i + 2] * in[v * width + u];
		}
	out[y * width + x] = sum / 256;
}

extern "C" __global__ void convolve_shared(float *out, const float *in, int n, int radius)
{
	extern __shared__ float tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int t = threadIdx.x; t < blockDim.x + 2 * radius; t += blockDim.x) {
		int at = (int)(blockIdx.x * blockDim.x) + t - radius;
		tile[t] = at >= 0 && at < n ? in[at] : 0;
	}
	__syncthreads();
	float sum = 0;
	for (int k = 0; k <= 2 * radius; k++)
		sum += tile[threadIdx.x + k] * (k + 1);
	if (i < n)
		out[i] = sum;
}

// Elements before a tile's own: the place of the first, by itself, lies before shared memory.
extern "C" __global__ void stencil_cached(float *out, const float *in, const float *mask, int taps, int n)
{
	__shared__ float tile[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[threadIdx.x] = i < n ? in[i] : 0.0f;
	__syncthreads();
	int first = blockIdx.x * blockDim.x, start = i - taps / 2;
	float sum = 0;
	for (int j = 0; j < taps; j++) {
		int at = start + j;
		if (at < 0 || at >= n)
			continue;
		bool near = at >= first && at < first + (int)blockDim.x;
		sum += (near ? tile[threadIdx.x + j - taps / 2] : in[at]) * mask[j];
	}
	if (i < n)
		out[i] = sum;
}
