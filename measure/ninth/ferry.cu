/*
 * Moving data: offsets, strides, vector widths, pitches, reversals, transposes.
 */
#include <cstdint>

extern "C" __global__ void
dup_offset_loop(const float *__restrict__ in, float *__restrict__ out, long long n, int offset)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	long long step = (long long)gridDim.x * blockDim.x;
	for (; i < n; i += step)
		out[i] = in[i + offset];
}

extern "C" __global__ void
dup_float2_stride(const float2 *in, float2 *out, int n, int stride)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
	if (i >= n)
		return;
	out[i] = in[i];
}

extern "C" __global__ void __launch_bounds__(256)
	dup_uint4_guard(const uint4 *in, uint4 *out, unsigned quads)
{
	unsigned at = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
	for (int k = 0; k < 4; k++, at += 256)
		if (at < quads)
			out[at] = in[at];
}

/* Bytes that begin anywhere: two aligned words make one. */
extern "C" __global__ void
dup_bytes_shifted(const uint32_t *words, uint32_t *out, int n, int bytes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		const uint32_t *from = words + bytes / 4;
		out[i] = __funnelshift_r(from[i], from[i + 1], 8 * (bytes & 3));
	}
}

extern "C" __global__ void
dup_pitched_double(const double *src, int src_pitch, double *dst, int dst_pitch, int width,
		   int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		dst[(size_t)y * dst_pitch + x] = src[(size_t)y * src_pitch + x];
}

extern "C" __global__ void
dup_fill_shorts(short4 *out, int n, short a, short b)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = make_short4(a, b, a, i & 0x7fff);
}

/* y = a*x + y, four elements a thread, a block apart. */
extern "C" __global__ void
dup_axpy_four(float a, const float *x, float *y, int n)
{
	int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll 4
	for (int k = 0; k < 4; k++) {
		int i = base + k * blockDim.x;
		if (i < n)
			y[i] = a * x[i] + y[i];
	}
}

extern "C" __global__ void
dup_reverse_shared(const int *in, int *out, int n)
{
	__shared__ int buffer[256];
	int from = blockIdx.x * 256 + threadIdx.x;
	if (from < n)
		buffer[threadIdx.x] = in[from];
	__syncthreads();
	int mirrored = n - (blockIdx.x + 1) * 256 + threadIdx.x;
	if (mirrored >= 0)
		out[mirrored] = buffer[255 - threadIdx.x];
}

extern "C" __global__ void
dup_zip_three(const float *x, const float *y, const float *z, float3 *out, int n)
{
	int i = threadIdx.x + blockDim.x * blockIdx.x;
	if (i < n)
		out[i] = make_float3(x[i], y[i], z[i]);
}

extern "C" __global__ void
flip_columns_first(const int *in, int *out, int rows, int cols)
{
	int r = blockIdx.y * blockDim.y + threadIdx.y;
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < cols && c < rows)
		out[r * rows + c] = in[c * cols + r];
}

extern "C" __global__ void
flip_tile_double(double *__restrict__ out, const double *__restrict__ in, int rows, int cols)
{
	__shared__ double tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x;
	int y = blockIdx.y * 16 + threadIdx.y;
	if (x < cols && y < rows)
		tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < rows && y < cols)
		out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

/* 64 x 64 bytes a block; four bytes a thread each way. */
extern "C" __global__ void
flip_bytes_64(const uchar4 *in, uchar4 *out, int n)
{
	__shared__ unsigned char tile[64][68];
	int quads = n / 4;
	int left = blockIdx.x * 16, top = blockIdx.y * 64;
	for (int r = threadIdx.y; r < 64; r += 16) {
		uchar4 v = in[(top + r) * quads + left + threadIdx.x];
		tile[r][4 * threadIdx.x] = v.x;
		tile[r][4 * threadIdx.x + 1] = v.y;
		tile[r][4 * threadIdx.x + 2] = v.z;
		tile[r][4 * threadIdx.x + 3] = v.w;
	}
	__syncthreads();
	left = blockIdx.y * 16, top = blockIdx.x * 64;
	for (int r = threadIdx.y; r < 64; r += 16) {
		int c = 4 * threadIdx.x;
		out[(top + r) * quads + left + threadIdx.x] =
			make_uchar4(tile[c][r], tile[c + 1][r], tile[c + 2][r], tile[c + 3][r]);
	}
}

/* [a][b][c] to [c][a][b], a thread for each element written. */
extern "C" __global__ void
flip_permute_3d(const float *in, float *out, int a, int b, int c)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (at >= a * b * c)
		return;
	int j = at % b, i = at / b % a, k = at / (a * b);
	out[at] = in[(i * b + j) * c + k];
}

/* In place: a block swaps a tile with its mirror image; blocks above the diagonal have nothing to
 * do. */
extern "C" __global__ void
flip_in_place(float *matrix, int n)
{
	__shared__ float upper[32][33], lower[32][33];
	int tx = threadIdx.x, ty = threadIdx.y;
	if (blockIdx.x > blockIdx.y)
		return;
	int x = blockIdx.x * 32, y = blockIdx.y * 32;
	for (int r = ty; r < 32; r += 8) {
		lower[r][tx] = matrix[(y + r) * n + x + tx];
		upper[r][tx] = matrix[(x + r) * n + y + tx];
	}
	__syncthreads();
	for (int r = ty; r < 32; r += 8) {
		matrix[(x + r) * n + y + tx] = lower[tx][r];
		matrix[(y + r) * n + x + tx] = upper[tx][r];
	}
}
