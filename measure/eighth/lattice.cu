// Stencils, convolutions and filters of pictures.
#include <stdint.h>

// Heat in a plate, the walls stay.
extern "C" __global__ void
stn_heat_plate(const float *u, float *next, int nx, int ny, float r)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	int j = threadIdx.y + blockIdx.y * blockDim.y;

	if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1) {
		float c = u[j * nx + i];
		next[j * nx + i] = c + r * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i]
		                            + u[(j + 1) * nx + i] - 4.0f * c);
	}
}

// The course's first with shared memory: a line, radius 7, the halo by the first lanes.
#define RADIUS 7
#define LINE 256
extern "C" __global__ void
stn_line_shared(const int *in, int *out)
{
	__shared__ int temp[LINE + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * LINE + RADIUS;
	int l = threadIdx.x + RADIUS;

	temp[l] = in[g];
	if (threadIdx.x < RADIUS) {
		temp[l - RADIUS] = in[g - RADIUS];
		temp[l + LINE] = in[g + LINE];
	}
	__syncthreads();
	int result = 0;
	for (int offset = -RADIUS; offset <= RADIUS; offset++)
		result += temp[l + offset];
	out[g] = result;
}

// Nine points with a tile and its halo, loaded by a loop over the tile.
extern "C" __global__ void
stn_nine_tile(const double *__restrict__ in, double *__restrict__ out, int w, int h)
{
	__shared__ double s[18][18];
	int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
	int tid = threadIdx.y * 16 + threadIdx.x;

	for (int k = tid; k < 18 * 18; k += 256) {
		int x = min(max(x0 + k % 18 - 1, 0), w - 1);
		int y = min(max(y0 + k / 18 - 1, 0), h - 1);
		s[k / 18][k % 18] = in[(size_t)y * w + x];
	}
	__syncthreads();
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	double sum = 0.0;
#pragma unroll
	for (int dy = 0; dy < 3; dy++)
#pragma unroll
		for (int dx = 0; dx < 3; dx++)
			sum += s[threadIdx.y + dy][threadIdx.x + dx];
	out[(size_t)y * w + x] = sum / 9.0;
}

#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))
extern "C" __global__ void
stn_laplace_cube(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int nz,
                 float c0, float c1)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z * blockDim.z + threadIdx.z + 1;

	if (x < nx - 1 && y < ny - 1 && z < nz - 1)
		b[AT(x, y, z)] = c0 * a[AT(x, y, z)]
		                 + c1 * (a[AT(x - 1, y, z)] + a[AT(x + 1, y, z)] + a[AT(x, y - 1, z)]
		                         + a[AT(x, y + 1, z)] + a[AT(x, y, z - 1)] + a[AT(x, y, z + 1)]);
}

// Order 4 in space: marching along z, a plane shared, the column in registers.
extern "C" __global__ void
stn_march_order_four(const float *in, float *out, int nx, int ny, int nz)
{
	__shared__ float plane[8 + 4][32 + 4];
	int ix = blockIdx.x * 32 + threadIdx.x + 2, iy = blockIdx.y * 8 + threadIdx.y + 2;
	int tx = threadIdx.x + 2, ty = threadIdx.y + 2;
	int stride = nx * ny;
	int at = iy * nx + ix;
	float behind2, behind1, current, front1, front2;

	behind1 = in[at];
	current = in[at + stride];
	front1 = in[at + 2 * stride];
	front2 = in[at + 3 * stride];
	behind2 = 0.0f;
	int to = at + stride;
	at += 4 * stride;
	for (int z = 2; z < nz - 2; z++) {
		behind2 = behind1;
		behind1 = current;
		current = front1;
		front1 = front2;
		front2 = in[at];
		at += stride;
		to += stride;
		__syncthreads();
		if (threadIdx.y < 2) {
			plane[threadIdx.y][tx] = in[to - 2 * nx];
			plane[threadIdx.y + 10][tx] = in[to + 8 * nx];
		}
		if (threadIdx.x < 2) {
			plane[ty][threadIdx.x] = in[to - 2];
			plane[ty][threadIdx.x + 34] = in[to + 32];
		}
		plane[ty][tx] = current;
		__syncthreads();
		float sum = -7.5f * current;
		sum += 1.3333f * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx]
		                  + plane[ty + 1][tx] + front1 + behind1);
		sum -= 0.0833f * (plane[ty][tx - 2] + plane[ty][tx + 2] + plane[ty - 2][tx]
		                  + plane[ty + 2][tx] + front2 + behind2);
		out[to] = sum;
	}
}

#define KERNEL_RADIUS 8
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
__constant__ float c_Kernel[KERNEL_LENGTH];

#define RX 16
#define RY 4
#define STEPS 8
// Rows of a separable filter, after the toolkit's sample: eight results a thread, a halo each side.
extern "C" __global__ void
cnv_separable_rows(float *d_Dst, const float *d_Src, int imageW, int pitch)
{
	__shared__ float s_Data[RY][(STEPS + 2) * RX];
	const int baseX = (blockIdx.x * STEPS - 1) * RX + threadIdx.x;
	const int baseY = blockIdx.y * RY + threadIdx.y;

	d_Src += baseY * pitch + baseX;
	d_Dst += baseY * pitch + baseX;
#pragma unroll
	for (int i = 1; i < 1 + STEPS; i++)
		s_Data[threadIdx.y][threadIdx.x + i * RX] = d_Src[i * RX];
	s_Data[threadIdx.y][threadIdx.x] = baseX >= 0 ? d_Src[0] : 0;
	s_Data[threadIdx.y][threadIdx.x + (1 + STEPS) * RX] =
		imageW - baseX > (1 + STEPS) * RX ? d_Src[(1 + STEPS) * RX] : 0;
	__syncthreads();
#pragma unroll
	for (int i = 1; i < 1 + STEPS; i++) {
		float sum = 0;
#pragma unroll
		for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
			sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + i * RX + j];
		d_Dst[i * RX] = sum;
	}
}

// Its columns without shared memory: the loop runs over the taps.
extern "C" __global__ void
cnv_columns_plain(float *dst, const float *src, int w, int h, int radius)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0.0f;
	for (int k = -radius; k <= radius; k++) {
		int d = y + k;
		if (d >= 0 && d < h)
			sum += src[d * w + x] * c_Kernel[radius - k];
	}
	dst[y * w + x] = sum;
}

extern "C" __global__ void
cnv_basic(const float *N, const float *F, float *P, int r, int width, int height)
{
	int outCol = blockIdx.x * blockDim.x + threadIdx.x;
	int outRow = blockIdx.y * blockDim.y + threadIdx.y;
	float value = 0.0f;

	if (outCol >= width || outRow >= height)
		return;
	for (int fRow = 0; fRow < 2 * r + 1; fRow++)
		for (int fCol = 0; fCol < 2 * r + 1; fCol++) {
			int inRow = outRow - r + fRow, inCol = outCol - r + fCol;
			if (inRow >= 0 && inRow < height && inCol >= 0 && inCol < width)
				value += F[fRow * (2 * r + 1) + fCol] * N[inRow * width + inCol];
		}
	P[outRow * width + outCol] = value;
}

#define FR 2
#define IN_TILE 32
#define OUT_TILE (IN_TILE - 2 * FR)
__constant__ float Fc[2 * FR + 1][2 * FR + 1];
// The book's: a block for each tile of the input, the lanes of the rim only load.
extern "C" __global__ void
cnv_tile_constant(const float *N, float *P, int width, int height)
{
	__shared__ float Ns[IN_TILE][IN_TILE];
	int col = blockIdx.x * OUT_TILE + threadIdx.x - FR;
	int row = blockIdx.y * OUT_TILE + threadIdx.y - FR;

	if (row >= 0 && row < height && col >= 0 && col < width)
		Ns[threadIdx.y][threadIdx.x] = N[row * width + col];
	else
		Ns[threadIdx.y][threadIdx.x] = 0.0f;
	__syncthreads();
	int tileCol = threadIdx.x - FR, tileRow = threadIdx.y - FR;
	if (col >= 0 && col < width && row >= 0 && row < height)
		if (tileCol >= 0 && tileCol < OUT_TILE && tileRow >= 0 && tileRow < OUT_TILE) {
			float value = 0.0f;
			for (int fRow = 0; fRow < 2 * FR + 1; fRow++)
				for (int fCol = 0; fCol < 2 * FR + 1; fCol++)
					value += Fc[fRow][fCol] * Ns[tileRow + fRow][tileCol + fCol];
			P[row * width + col] = value;
		}
}

// A line: the inner cells shared, the neighbours' from the cache.
extern "C" __global__ void
cnv_line_cached(const float *in, const float *mask, float *out, int taps, int n)
{
	__shared__ float tile[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	tile[threadIdx.x] = i < n ? in[i] : 0.0f;
	__syncthreads();
	int first = blockIdx.x * blockDim.x, next = first + blockDim.x;
	int start = i - taps / 2;
	float sum = 0;
	for (int j = 0; j < taps; j++) {
		int at = start + j;
		if (at >= 0 && at < n) {
			if (at >= first && at < next)
				sum += tile[threadIdx.x + j - taps / 2] * mask[j];
			else
				sum += in[at] * mask[j];
		}
	}
	if (i < n)
		out[i] = sum;
}

// A layer of a network, direct, images x channels x rows x columns.
extern "C" __global__ void
cnv_layer_direct(const float *x, const float *w, const float *bias, float *y, int C, int H, int W,
                 int M, int K)
{
	int Ho = H - K + 1, Wo = W - K + 1;
	int tilesAcross = (Wo + 15) / 16;
	int n = blockIdx.z, m = blockIdx.x;
	int h = blockIdx.y / tilesAcross * 16 + threadIdx.y;
	int v = blockIdx.y % tilesAcross * 16 + threadIdx.x;
	if (h >= Ho || v >= Wo)
		return;
	float acc = bias[m];
	for (int c = 0; c < C; c++)
		for (int p = 0; p < K; p++)
			for (int q = 0; q < K; q++)
				acc += x[((n * C + c) * H + h + p) * W + v + q] * w[((m * C + c) * K + p) * K + q];
	y[((n * M + m) * Ho + h) * Wo + v] = acc > 0.0f ? acc : 0.0f;
}

// The mean around each place, as courses blur.
#define BLUR_SIZE 3
extern "C" __global__ void
ifl_blur(const unsigned char *in, unsigned char *out, int w, int h)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	if (col < w && row < h) {
		int pixVal = 0, pixels = 0;
		for (int blurRow = -BLUR_SIZE; blurRow < BLUR_SIZE + 1; ++blurRow)
			for (int blurCol = -BLUR_SIZE; blurCol < BLUR_SIZE + 1; ++blurCol) {
				int curRow = row + blurRow, curCol = col + blurCol;
				if (curRow >= 0 && curRow < h && curCol >= 0 && curCol < w) {
					pixVal += in[curRow * w + curCol];
					++pixels;
				}
			}
		out[row * w + col] = (unsigned char)(pixVal / pixels);
	}
}

// Edges from a shared tile of bytes.
extern "C" __global__ void
ifl_edges_shared(const unsigned char *in, float *out, int w, int h)
{
	__shared__ unsigned char s[10][34];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;

	for (int y = threadIdx.y; y < 10; y += 8)
		for (int x = threadIdx.x; x < 34; x += 32) {
			int gx = min(max(x0 + x, 0), w - 1), gy = min(max(y0 + y, 0), h - 1);
			s[y][x] = in[gy * w + gx];
		}
	__syncthreads();
	int x = threadIdx.x + 1, y = threadIdx.y + 1;
	int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 8 + threadIdx.y;
	if (gx >= w || gy >= h)
		return;
	int dx = s[y - 1][x + 1] + 2 * s[y][x + 1] + s[y + 1][x + 1] - s[y - 1][x - 1] - 2 * s[y][x - 1]
	         - s[y + 1][x - 1];
	int dy = s[y + 1][x - 1] + 2 * s[y + 1][x] + s[y + 1][x + 1] - s[y - 1][x - 1] - 2 * s[y - 1][x]
	         - s[y - 1][x + 1];
	out[gy * w + gx] = sqrtf((float)(dx * dx + dy * dy));
}

// Every byte through a table, four at a time.
extern "C" __global__ void
ifl_table_of_levels(const uint32_t *in, uint32_t *out, const unsigned char *table, int words)
{
	__shared__ unsigned char level[256];

	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		level[i] = table[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
		uint32_t v = in[i];
		out[i] = level[v & 255] | level[v >> 8 & 255] << 8 | level[v >> 16 & 255] << 16
		         | (uint32_t)level[v >> 24] << 24;
	}
}

// Turned by an angle about the middle, between four pixels.
extern "C" __global__ void
ifl_rotate(const float *in, float *out, int w, int h, float c, float s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float u = c * (x - w / 2) - s * (y - h / 2) + w / 2;
	float v = s * (x - w / 2) + c * (y - h / 2) + h / 2;
	int i = (int)floorf(u), j = (int)floorf(v);
	float value = 0.0f;
	if (i >= 0 && j >= 0 && i < w - 1 && j < h - 1) {
		float a = u - i, b = v - j;
		const float *p = &in[j * w + i];
		value = (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[w] + a * p[w + 1]);
	}
	out[y * w + x] = value;
}
