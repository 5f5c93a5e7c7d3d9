// Stencils and convolutions.
#include <cuda_runtime.h>

extern "C" __global__ void st_jacobi(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
		return;
	int i = y * width + x;
	out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

#define BX 32
#define BY 8

extern "C" __global__ void st_heat_tile(const float *in, float *out, int width, int height, float k)
{
	__shared__ float t[BY + 2][BX + 2];
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
	bool inside = x < width && y < height;
	if (inside) {
		t[ly][lx] = in[y * width + x];
		if (threadIdx.x == 0)
			t[ly][0] = x > 0 ? in[y * width + x - 1] : 0.0f;
		if (threadIdx.x == BX - 1 || x == width - 1)
			t[ly][lx + 1] = x < width - 1 ? in[y * width + x + 1] : 0.0f;
		if (threadIdx.y == 0)
			t[0][lx] = y > 0 ? in[(y - 1) * width + x] : 0.0f;
		if (threadIdx.y == BY - 1 || y == height - 1)
			t[ly + 1][lx] = y < height - 1 ? in[(y + 1) * width + x] : 0.0f;
	}
	__syncthreads();
	if (inside) {
		float c = t[ly][lx];
		out[y * width + x] =
			c + k * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx] - 4.0f * c);
	}
}

extern "C" __global__ void st_nine_point(const double *in, double *out, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (i >= n - 1 || j >= n - 1)
		return;
	double sum = 0.0;
	for (int di = -1; di <= 1; di++)
		for (int dj = -1; dj <= 1; dj++)
			sum += in[(i + di) * n + j + dj];
	out[i * n + j] = sum / 9.0;
}

#define AT(x, y, z) ((size_t)(z) * ny * nx + (size_t)(y) * nx + (x))

extern "C" __global__ void st_seven_point(const float *in, float *out, int nx, int ny, int nz,
                                          float c0, float c1)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
		out[AT(x, y, z)] = c0 * in[AT(x, y, z)] +
			c1 * (in[AT(x - 1, y, z)] + in[AT(x + 1, y, z)] + in[AT(x, y - 1, z)] +
			      in[AT(x, y + 1, z)] + in[AT(x, y, z - 1)] + in[AT(x, y, z + 1)]);
}

// Planes go by in z: the middle one in shared memory, those before and behind in registers.
extern "C" __global__ void st_march_z(const float *in, float *out, int nx, int ny, int nz)
{
	__shared__ float plane[10][34];
	int x = blockIdx.x * 32 + threadIdx.x + 1;
	int y = blockIdx.y * 8 + threadIdx.y + 1;
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	bool work = x < nx - 1 && y < ny - 1;
	int cx = min(x, nx - 1), cy = min(y, ny - 1);
	float below = in[AT(cx, cy, 0)], here = in[AT(cx, cy, 1)];
	for (int z = 1; z < nz - 1; z++) {
		float above = in[AT(cx, cy, z + 1)];
		plane[ty][tx] = here;
		if (threadIdx.x == 0)
			plane[ty][0] = in[AT(cx - 1, cy, z)];
		if (threadIdx.x == 31)
			plane[ty][33] = in[AT(min(cx + 1, nx - 1), cy, z)];
		if (threadIdx.y == 0)
			plane[0][tx] = in[AT(cx, cy - 1, z)];
		if (threadIdx.y == 7)
			plane[9][tx] = in[AT(cx, min(cy + 1, ny - 1), z)];
		__syncthreads();
		if (work)
			out[AT(x, y, z)] = (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
			                    plane[ty + 1][tx] + below + above) / 6.0f;
		__syncthreads();
		below = here;
		here = above;
	}
}

// Radius 4 in three directions; a column of nine values in registers.
extern "C" __global__ void st_radius_four(const float *__restrict__ in, float *__restrict__ out,
                                          int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 4 || y < 4 || x >= nx - 4 || y >= ny - 4)
		return;
	const float w[5] = {-2.8f, 1.6f, -0.2f, 0.025f, -0.0018f};
	float q[9];
#pragma unroll
	for (int k = 0; k < 8; k++)
		q[k + 1] = in[AT(x, y, k)];
	for (int z = 4; z < nz - 4; z++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			q[k] = q[k + 1];
		q[8] = in[AT(x, y, z + 4)];
		float sum = 3.0f * w[0] * q[4];
#pragma unroll
		for (int r = 1; r <= 4; r++)
			sum += w[r] * (q[4 - r] + q[4 + r] + in[AT(x - r, y, z)] + in[AT(x + r, y, z)] +
			               in[AT(x, y - r, z)] + in[AT(x, y + r, z)]);
		out[AT(x, y, z)] = sum;
	}
}

__constant__ float cv_mask[81];

extern "C" __global__ void cv_constant(const float *in, float *out, int width, int height, int radius)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
	for (int dy = -radius; dy <= radius; dy++)
		for (int dx = -radius; dx <= radius; dx++) {
			int sx = x + dx, sy = y + dy;
			if (sx >= 0 && sx < width && sy >= 0 && sy < height)
				sum += in[sy * width + sx] * cv_mask[(dy + radius) * (2 * radius + 1) + dx + radius];
		}
	out[y * width + x] = sum;
}

#define R 2
#define OUT_TILE 28

// A block of 32 x 32 loads its tile with the halo and writes the inner 28 x 28.
extern "C" __global__ void cv_shared_tile(const float *in, float *out, int width, int height)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * OUT_TILE + threadIdx.x - R;
	int y = blockIdx.y * OUT_TILE + threadIdx.y - R;
	tile[threadIdx.y][threadIdx.x] =
		x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
	__syncthreads();
	int tx = threadIdx.x - R, ty = threadIdx.y - R;
	if (tx >= 0 && tx < OUT_TILE && ty >= 0 && ty < OUT_TILE && x < width && y < height) {
		float sum = 0.0f;
		for (int i = 0; i < 2 * R + 1; i++)
			for (int j = 0; j < 2 * R + 1; j++)
				sum += cv_mask[i * (2 * R + 1) + j] * tile[ty + i][tx + j];
		out[y * width + x] = sum;
	}
}

#define KR 8

extern "C" __global__ void cv_separable_rows(const float *src, float *dst, int pitch)
{
	__shared__ float data[4][16 * 10];
	int base = (blockIdx.x * 8 - 1) * 16 + threadIdx.x;
	int y = blockIdx.y * 4 + threadIdx.y;
	src += y * pitch + base;
	dst += y * pitch + base;
#pragma unroll
	for (int i = 1; i < 9; i++)
		data[threadIdx.y][threadIdx.x + i * 16] = src[i * 16];
	data[threadIdx.y][threadIdx.x] = base >= 0 ? src[0] : 0;
	data[threadIdx.y][threadIdx.x + 9 * 16] = pitch - base > 9 * 16 ? src[9 * 16] : 0;
	__syncthreads();
#pragma unroll
	for (int i = 1; i < 9; i++) {
		float sum = 0;
#pragma unroll
		for (int j = -KR; j <= KR; j++)
			sum += cv_mask[KR - j] * data[threadIdx.y][threadIdx.x + i * 16 + j];
		dst[i * 16] = sum;
	}
}

extern "C" __global__ void cv_separable_columns(const float *src, float *dst, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0;
	for (int k = -KR; k <= KR; k++) {
		int s = min(max(y + k, 0), height - 1);
		sum += cv_mask[KR + k] * src[s * width + x];
	}
	dst[y * width + x] = sum;
}

// A layer of a network: channels x 3 x 3, a thread for each place of the output.
extern "C" __global__ void cv_layer_3x3(const float *in, const float *weight, const float *bias,
                                        float *out, int channels, int height, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int o = blockIdx.z;
	if (x >= width || y >= height)
		return;
	float acc = bias[o];
	for (int c = 0; c < channels; c++)
		for (int ky = 0; ky < 3; ky++)
			for (int kx = 0; kx < 3; kx++) {
				int ix = x + kx - 1, iy = y + ky - 1;
				if (ix >= 0 && ix < width && iy >= 0 && iy < height)
					acc += in[(c * height + iy) * width + ix] *
						weight[((o * channels + c) * 3 + ky) * 3 + kx];
			}
	out[(o * height + y) * width + x] = fmaxf(acc, 0.0f);
}
