/*
 * Stencils on lines, planes and in space.
 */

#define RADIUS 3

/* Seven points of a line through shared memory; halo by the first threads. */
extern "C" __global__ void
stencil_line_seven(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int at = threadIdx.x + RADIUS;

	s[at] = i < n ? in[i] : 0.0f;
	if (threadIdx.x < RADIUS) {
		s[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0.0f;
		int right = i + blockDim.x;
		s[at + blockDim.x] = right < n ? in[right] : 0.0f;
	}
	__syncthreads();
	if (i < n) {
		float sum = 0.0f;
		for (int d = -RADIUS; d <= RADIUS; d++)
			sum += s[at + d];
		out[i] = sum / (2 * RADIUS + 1);
	}
}

template <typename T>
__global__ void
stencil_five(const T *in, T *out, int nx, int ny)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
		int i = y * nx + x;
		out[i] = T(0.2) * (in[i] + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]);
	}
}

template __global__ void stencil_five<float>(const float *, float *, int, int);
template __global__ void stencil_five<double>(const double *, double *, int, int);

/* A tile of 16 x 16 with its edge, 16 x 16 threads. */
extern "C" __global__ void
stencil_five_tile(const float *in, float *out, int nx, int ny)
{
	__shared__ float tile[18][18];
	int x = blockIdx.x * 16 + threadIdx.x;
	int y = blockIdx.y * 16 + threadIdx.y;
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	bool inside = x < nx && y < ny;
	int i = y * nx + x;

	if (inside) {
		tile[ty][tx] = in[i];
		if (threadIdx.x == 0 && x > 0)
			tile[ty][0] = in[i - 1];
		if (threadIdx.x == 15 && x < nx - 1)
			tile[ty][17] = in[i + 1];
		if (threadIdx.y == 0 && y > 0)
			tile[0][tx] = in[i - nx];
		if (threadIdx.y == 15 && y < ny - 1)
			tile[17][tx] = in[i + nx];
	}
	__syncthreads();
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
		out[i] = 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] +
		                 tile[ty - 1][tx] + tile[ty + 1][tx]);
}

/* Nine points; what leaves the plane comes in on the other side. */
extern "C" __global__ void
stencil_nine_around(const float *in, float *out, int nx, int ny)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= nx || y >= ny)
		return;
	int left = (x + nx - 1) % nx, right = (x + 1) % nx;
	int up = (y + ny - 1) % ny * nx, down = (y + 1) % ny * nx, here = y * nx;
	float corners = in[up + left] + in[up + right] + in[down + left] + in[down + right];
	float sides = in[up + x] + in[down + x] + in[here + left] + in[here + right];
	out[here + x] = 0.25f * in[here + x] + 0.125f * sides + 0.0625f * corners;
}

template <typename T>
__global__ void
stencil_space_seven(const T *in, T *out, int nx, int ny, int nz, T c0, T c1)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z * blockDim.z + threadIdx.z + 1;

	if (x < nx - 1 && y < ny - 1 && z < nz - 1) {
		int i = (z * ny + y) * nx + x;
		out[i] = c0 * in[i] + c1 * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
		                            in[i - nx * ny] + in[i + nx * ny]);
	}
}

template __global__ void stencil_space_seven<float>(const float *, float *, int, int, int, float,
                                                    float);
template __global__ void stencil_space_seven<double>(const double *, double *, int, int, int,
                                                     double, double);

/* Each thread walks up z and keeps what it has read. */
extern "C" __global__ void
stencil_space_walk(const float *in, float *out, int nx, int ny, int nz, float c0, float c1)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;

	if (x >= nx - 1 || y >= ny - 1)
		return;
	int plane = nx * ny;
	int i = y * nx + x;
	float below = in[i];
	float here = in[i + plane];
	i += plane;
	for (int z = 1; z < nz - 1; z++) {
		float above = in[i + plane];
		out[i] = c0 * here + c1 * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
		                           below + above);
		below = here;
		here = above;
		i += plane;
	}
}

__constant__ float star[5];

/* Two points to each side in x, y and z. */
extern "C" __global__ void
stencil_space_star2(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z;

	if (x < 2 || y < 2 || z < 2 || x >= n - 2 || y >= n - 2 || z >= n - 2)
		return;
	int i = (z * n + y) * n + x;
	float sum = star[0] * in[i];
	for (int r = 1; r <= 2; r++) {
		sum += star[r] * (in[i - r] + in[i + r]);
		sum += star[r] * (in[i - r * n] + in[i + r * n]);
		sum += star[r] * (in[i - r * n * n] + in[i + r * n * n]);
	}
	out[i] = sum;
}
