/*
 * Convolutions with masks in constant, global and shared memory.
 */

#define MAX_MASK 33
#define ROW_RADIUS 8

__constant__ float mask1[MAX_MASK];
__constant__ float mask5[25];
__constant__ float row_mask[2 * ROW_RADIUS + 1];

extern "C" __global__ void
conv_line_plain(const float *in, const float *mask, float *out, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float sum = 0.0f;
	for (int j = 0; j < width; j++) {
		int at = i - width / 2 + j;
		if (at >= 0 && at < n)
			sum += in[at] * mask[j];
	}
	out[i] = sum;
}

/* The same with the mask in constant memory and the piece of the line in shared memory. */
extern "C" __global__ void
conv_line_tile(const float *in, float *out, int n, int width)
{
	extern __shared__ float tile[];
	int half = width / 2;
	int first = blockIdx.x * blockDim.x - half;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int j = threadIdx.x; j < blockDim.x + 2 * half; j += blockDim.x) {
		int at = first + j;
		tile[j] = at >= 0 && at < n ? in[at] : 0.0f;
	}
	__syncthreads();
	if (i >= n)
		return;
	float sum = 0.0f;
	for (int j = 0; j < width; j++)
		sum += tile[threadIdx.x + j] * mask1[j];
	out[i] = sum;
}

extern "C" __global__ void
conv_plane_constant(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++) {
			int u = x + i - 2, v = y + j - 2;
			if (u >= 0 && u < width && v >= 0 && v < height)
				sum += mask5[j * 5 + i] * in[v * width + u];
		}
	out[y * width + x] = sum;
}

/* Blocks of 20 x 20 read, the 16 x 16 in the middle write. */
extern "C" __global__ void
conv_plane_input_tile(const float *in, float *out, int width, int height)
{
	__shared__ float tile[20][20];
	int x = blockIdx.x * 16 + threadIdx.x - 2;
	int y = blockIdx.y * 16 + threadIdx.y - 2;

	if (x >= 0 && x < width && y >= 0 && y < height)
		tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	else
		tile[threadIdx.y][threadIdx.x] = 0.0f;
	__syncthreads();
	int tx = threadIdx.x - 2, ty = threadIdx.y - 2;
	if (tx < 0 || tx >= 16 || ty < 0 || ty >= 16 || x >= width || y >= height)
		return;
	float sum = 0.0f;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++)
			sum += mask5[j * 5 + i] * tile[ty + j][tx + i];
	out[y * width + x] = sum;
}

/* Rows of a separable filter: 16 x 4 threads, eight results a thread. Sides are multiples. */
extern "C" __global__ void
conv_rows_eight(const float *in, float *out, int width)
{
	__shared__ float s[4][(8 + 2) * 16];
	int x = blockIdx.x * 8 * 16 - 16 + threadIdx.x;
	int y = blockIdx.y * 4 + threadIdx.y;
	int base = y * width + x;

#pragma unroll
	for (int i = 1; i < 9; i++)
		s[threadIdx.y][threadIdx.x + i * 16] = in[base + i * 16];
	s[threadIdx.y][threadIdx.x] = x >= 0 ? in[base] : 0.0f;
	s[threadIdx.y][threadIdx.x + 9 * 16] = width - x > 9 * 16 ? in[base + 9 * 16] : 0.0f;
	__syncthreads();
#pragma unroll
	for (int i = 1; i < 9; i++) {
		float sum = 0.0f;
#pragma unroll
		for (int j = -ROW_RADIUS; j <= ROW_RADIUS; j++)
			sum += row_mask[ROW_RADIUS - j] * s[threadIdx.y][threadIdx.x + i * 16 + j];
		out[base + i * 16] = sum;
	}
}

/* Columns of it, straight from memory. */
extern "C" __global__ void
conv_columns_clamped(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= height)
		return;
	float sum = 0.0f;
	for (int j = -ROW_RADIUS; j <= ROW_RADIUS; j++) {
		int v = min(max(y + j, 0), height - 1);
		sum += row_mask[ROW_RADIUS - j] * in[v * width + x];
	}
	out[y * width + x] = sum;
}

/* A layer of a network: image by channel by row by column, 3 x 3, no padding. */
extern "C" __global__ void
conv_layer_plain(const float *in, const float *weights, float *out, int channels, int maps, int h,
                 int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int map = blockIdx.z;
	int ow = w - 2, oh = h - 2;

	if (x >= ow || y >= oh)
		return;
	float sum = 0.0f;
	for (int c = 0; c < channels; c++)
		for (int p = 0; p < 3; p++)
			for (int q = 0; q < 3; q++)
				sum += in[(c * h + y + p) * w + x + q] *
				       weights[((map * channels + c) * 3 + p) * 3 + q];
	out[(map * oh + y) * ow + x] = sum;
}

/* The mean of a square of any radius in a picture of bytes. */
extern "C" __global__ void
conv_box_bytes(const unsigned char *in, unsigned char *out, int width, int height, int radius)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= height)
		return;
	int sum = 0, count = 0;
	for (int v = y - radius; v <= y + radius; v++)
		for (int u = x - radius; u <= x + radius; u++)
			if (u >= 0 && u < width && v >= 0 && v < height) {
				sum += in[v * width + u];
				count++;
			}
	out[y * width + x] = sum / count;
}
