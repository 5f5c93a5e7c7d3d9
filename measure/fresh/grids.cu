/* Stencils in two and three dimensions, and convolutions. */
#include <cstddef>

extern "C" __global__ void
stencil_jacobi(REAL *now, REAL *next, int nx, int ny)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
		return;
	int c = j * nx + i;
	next[c] = (REAL)0.2 * (now[c] + now[c - 1] + now[c + 1] + now[c - nx] + now[c + nx]);
}

#define SIDE 16

/* Several steps of heat in a tile that shrinks by a ring a step. */
extern "C" __global__ void
stencil_heat_steps(const float *power, const float *from, float *to, int width, int height,
                   int steps, float cx, float cy, float cz)
{
	__shared__ float now[SIDE][SIDE], next[SIDE][SIDE], heat[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int inner = SIDE - 2 * steps;
	int x = blockIdx.x * inner - steps + tx, y = blockIdx.y * inner - steps + ty;
	bool inside = x >= 0 && y >= 0 && x < width && y < height;
	int index = y * width + x;

	if (inside) {
		now[ty][tx] = from[index];
		heat[ty][tx] = power[index];
	}
	__syncthreads();
	bool done = false;
	for (int s = 0; s < steps; s++) {
		done = false;
		if (inside && tx > s && ty > s && tx < SIDE - 1 - s && ty < SIDE - 1 - s) {
			int w = x == 0 ? tx : tx - 1, e = x == width - 1 ? tx : tx + 1;
			int n = y == 0 ? ty : ty - 1, o = y == height - 1 ? ty : ty + 1;
			float t = now[ty][tx];
			next[ty][tx] = t + cx * (now[ty][e] + now[ty][w] - 2.0f * t) +
			               cy * (now[o][tx] + now[n][tx] - 2.0f * t) +
			               cz * (heat[ty][tx] - t);
			done = true;
		}
		__syncthreads();
		if (s + 1 < steps && done)
			now[ty][tx] = next[ty][tx];
		__syncthreads();
	}
	if (done)
		to[index] = next[ty][tx];
}

extern "C" __global__ void
stencil_cube_7(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	size_t plane = (size_t)nx * ny, c = z * plane + (size_t)y * nx + x;
	out[c] = in[c - 1] + in[c + 1] + in[c - nx] + in[c + nx] + in[c - plane] + in[c + plane] -
	         6.0f * in[c];
}

extern "C" __global__ void
stencil_cube_27(const double *in, double *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z + 1;
	if (x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	double sum = 0.0;
	for (int dz = -1; dz <= 1; dz++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int far = (dx != 0) + (dy != 0) + (dz != 0);
				double weight = far == 0 ? 0.5 : far == 1 ? 0.05 : far == 2 ? 0.01 : 0.01;
				sum += weight * in[((z + dz) * n + y + dy) * n + x + dx];
			}
	out[(z * n + y) * n + x] = sum;
}

#define REACH 4

/* Four cells each way: a column up the third axis held in registers, the plane in shared memory. */
extern "C" __global__ void
stencil_far(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float c0,
            float c1, float c2, float c3, float c4)
{
	__shared__ float tile[8 + 2 * REACH][32 + 2 * REACH];
	const float c[5] = {c0, c1, c2, c3, c4};
	const int tx = threadIdx.x + REACH, ty = threadIdx.y + REACH;
	const int plane = nx * ny;
	int at = (blockIdx.y * 8 + ty) * nx + blockIdx.x * 32 + tx;
	float column[2 * REACH + 1];

#pragma unroll
	for (int k = 0; k < 2 * REACH; k++)
		column[k + 1] = in[at + k * plane];
	for (int z = REACH; z < nz - REACH; z++) {
#pragma unroll
		for (int k = 0; k < 2 * REACH; k++)
			column[k] = column[k + 1];
		column[2 * REACH] = in[at + (z + REACH) * plane];
		const int now = at + z * plane;
		__syncthreads();
		tile[ty][tx] = column[REACH];
		if (threadIdx.y < REACH) {
			tile[threadIdx.y][tx] = in[now - REACH * nx];
			tile[threadIdx.y + 8 + REACH][tx] = in[now + 8 * nx];
		}
		if (threadIdx.x < REACH) {
			tile[ty][threadIdx.x] = in[now - REACH];
			tile[ty][threadIdx.x + 32 + REACH] = in[now + 32];
		}
		__syncthreads();
		float value = c[0] * column[REACH];
#pragma unroll
		for (int k = 1; k <= REACH; k++)
			value += c[k] * (column[REACH - k] + column[REACH + k] + tile[ty - k][tx] +
			                 tile[ty + k][tx] + tile[ty][tx - k] + tile[ty][tx + k]);
		out[now] = value;
	}
}

/* The coefficient of a diffusion that keeps edges. */
extern "C" __global__ void
stencil_edges(float *picture, float *coefficient, float q0, int rows, int columns)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	if (id >= rows * columns)
		return;
	int row = id % rows, column = id / rows;
	int up = row > 0 ? id - 1 : id, down = row < rows - 1 ? id + 1 : id;
	int left = column > 0 ? id - rows : id, right = column < columns - 1 ? id + rows : id;
	float here = picture[id] + 2.0f;
	float n = picture[up] - picture[id], s = picture[down] - picture[id];
	float w = picture[left] - picture[id], e = picture[right] - picture[id];
	float g2 = (n * n + s * s + w * w + e * e) / (here * here);
	float l = (n + s + w + e) / here;
	float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l);
	float den = 1.0f + 0.25f * l;
	float q = num / (den * den);
	den = (q - q0) / (q0 * (1.0f + q0));
	float k = 1.0f / (1.0f + den);
	coefficient[id] = k < 0.0f ? 0.0f : k > 1.0f ? 1.0f : k;
}

#define WING 7

extern "C" __global__ void
stencil_line_shared(const int *in, int *out, int n)
{
	extern __shared__ int held[];
	int global = blockIdx.x * blockDim.x + threadIdx.x;
	int local = threadIdx.x + WING;

	held[local] = global < n ? in[global] : 0;
	if (threadIdx.x < WING) {
		held[local - WING] = global >= WING ? in[global - WING] : 0;
		held[local + blockDim.x] = global + blockDim.x < n ? in[global + blockDim.x] : 0;
	}
	__syncthreads();
	int sum = 0;
	for (int k = -WING; k <= WING; k++)
		sum += held[local + k];
	if (global < n)
		out[global] = sum;
}

__constant__ float weights[25];
__constant__ float line[17];
__constant__ float square[49];

/* 5x5, the borders repeated. */
extern "C" __global__ void
conv_clamped(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
	for (int i = -2; i <= 2; i++)
		for (int j = -2; j <= 2; j++) {
			int yy = min(max(y + i, 0), height - 1);
			int xx = min(max(x + j, 0), width - 1);
			sum += weights[(i + 2) * 5 + j + 2] * in[yy * width + xx];
		}
	out[y * width + x] = sum;
}

/* 7x7 through a tile of 22x22. */
template <int R, int T> static __device__ __forceinline__ void
convolve_tile(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
	constexpr int W = T + 2 * R;
	__shared__ float tile[W][W];
	const int left = blockIdx.x * T - R, top = blockIdx.y * T - R;

	for (int i = threadIdx.y * T + threadIdx.x; i < W * W; i += T * T) {
		const int x = left + i % W, y = top + i / W;
		tile[i / W][i % W] =
		        x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
	}
	__syncthreads();
	const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
#pragma unroll
	for (int i = 0; i <= 2 * R; i++)
#pragma unroll
		for (int j = 0; j <= 2 * R; j++)
			sum += square[i * (2 * R + 1) + j] * tile[threadIdx.y + i][threadIdx.x + j];
	out[y * width + x] = sum;
}

extern "C" __global__ void
conv_tile_7(const float *in, float *out, int width, int height)
{
	convolve_tile<3, 16>(in, out, width, height);
}

/* Rows of a separable filter of 17: blocks of 64x4, four results each. */
extern "C" __global__ void
conv_rows(const float *in, float *out, int width)
{
	__shared__ float held[4][256 + 16];
	int y = blockIdx.y * 4 + threadIdx.y, left = blockIdx.x * 256;
	for (int i = threadIdx.x; i < 272; i += 64) {
		int x = left + i - 8;
		held[threadIdx.y][i] = x >= 0 && x < width ? in[y * width + x] : 0.0f;
	}
	__syncthreads();
#pragma unroll
	for (int part = 0; part < 4; part++) {
		float sum = 0.0f;
#pragma unroll
		for (int k = 0; k < 17; k++)
			sum += line[k] * held[threadIdx.y][part * 64 + threadIdx.x + k];
		out[y * width + left + part * 64 + threadIdx.x] = sum;
	}
}

/* Columns of it: no shared memory, no unrolling asked for. */
extern "C" __global__ void
conv_columns(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0.0f;
	for (int k = -8; k <= 8; k++)
		if (y + k >= 0 && y + k < height)
			sum += line[k + 8] * in[(y + k) * width + x];
	out[y * width + x] = sum;
}

/* A layer: 3x3, stride 1, one thread an output; pictures x filters in blockIdx.z. */
extern "C" __global__ void
conv_layer(const float *__restrict__ in, const float *__restrict__ filters, float *__restrict__ out,
           int channels, int kernels, int height, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int picture = blockIdx.z / kernels, kernel = blockIdx.z % kernels;
	if (x >= width - 2 || y >= height - 2)
		return;
	float sum = 0.0f;
	for (int c = 0; c < channels; c++) {
		const float *plane = in + ((size_t)picture * channels + c) * height * width;
		const float *filter = filters + ((size_t)kernel * channels + c) * 9;
#pragma unroll
		for (int i = 0; i < 3; i++)
#pragma unroll
			for (int j = 0; j < 3; j++)
				sum += plane[(y + i) * width + x + j] * __ldg(&filter[i * 3 + j]);
	}
	out[((size_t)blockIdx.z * (height - 2) + y) * (width - 2) + x] = fmaxf(sum, 0.0f);
}

/* Bytes, 3x3 with 1 2 1, inside of the picture. */
extern "C" __global__ void
conv_bytes(const unsigned char *in, unsigned char *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
		return;
	int sum = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += (2 - (dx != 0)) * (2 - (dy != 0)) * in[(y + dy) * width + x + dx];
	out[y * width + x] = (unsigned char)(sum / 16);
}
