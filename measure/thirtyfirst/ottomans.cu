// Filters and colours whose numbers lie in constant memory.
#include <mma.h>
#include <cuda_fp16.h>

__constant__ float taps[64];
__constant__ float bank[16 * 9];
__constant__ float4 quads[25];
__constant__ double slopes[32];
__constant__ uchar4 palette[256];
__constant__ unsigned char bayer[64] = {
	0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54, 22,
	3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21};

struct Grade {
	float lift[3], gain[3], gamma[3];
	float saturation;
};
__constant__ Grade grade;

// Along rows; the radius is known to the compiler, a block's piece of the row is kept in shared memory.
template <int R>
__global__ void rowsKnown(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	extern __shared__ float piece[];
	const int x0 = blockIdx.x * blockDim.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	const int pitch = blockDim.x + 2 * R;
	float *mine = piece + threadIdx.y * pitch;
	if (y < h)
		for (int t = threadIdx.x; t < pitch; t += blockDim.x)
			mine[t] = in[y * w + min(max(x0 + t - R, 0), w - 1)];
	__syncthreads();
	const int x = x0 + threadIdx.x;
	if (x >= w || y >= h)
		return;
	float sum = 0;
#pragma unroll
	for (int k = 0; k <= 2 * R; k++)
		sum += taps[k] * mine[threadIdx.x + k];
	out[y * w + x] = sum;
}
template __global__ void rowsKnown<5>(const float *, float *, int, int);
template __global__ void rowsKnown<14>(const float *, float *, int, int);

// Along columns; the radius comes with the call.
extern "C" __global__ void conv_columns_any_radius(const float *in, float *out, int w, int h, int radius)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float sum = 0.0f;
		for (int k = -radius; k <= radius; k++) {
			int row = y + k;
			if (row >= 0 && row < h)
				sum += taps[radius + k] * in[row * w + x];
		}
		out[y * w + x] = sum;
	}
}

// Each channel has its own 3 by 3; the channel is the thread's.
extern "C" __global__ void conv_channel_of_thread(const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
	const int channel = threadIdx.x & 15;
	const int x = blockIdx.x * (blockDim.x >> 4) + (threadIdx.x >> 4), y = blockIdx.y;
	if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
		return;
	float sum = 0.0f;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++)
			sum = fmaf(bank[channel * 9 + dy * 3 + dx], in[((y + dy - 1) * w + x + dx - 1) * 16 + channel], sum);
	out[(y * w + x) * 16 + channel] = fmaxf(sum, 0.0f);
}

// Four answers of 5 by 5 filters at each place.
extern "C" __global__ void __launch_bounds__(256) conv_four_answers(const float *__restrict__ in, float4 *__restrict__ out, int w, int h)
{
	__shared__ float tile[12][36];
	const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
	for (int t = threadIdx.y * 32 + threadIdx.x; t < 12 * 36; t += 256) {
		int x = x0 + t % 36 - 2, y = y0 + t / 36 - 2;
		tile[t / 36][t % 36] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.0f;
	}
	__syncthreads();
	float4 sum = make_float4(0, 0, 0, 0);
	for (int dy = 0; dy < 5; dy++)
		for (int dx = 0; dx < 5; dx++) {
			float v = tile[threadIdx.y + dy][threadIdx.x + dx];
			float4 q = quads[dy * 5 + dx];
			sum.x += q.x * v;
			sum.y += q.y * v;
			sum.z += q.z * v;
			sum.w += q.w * v;
		}
	if (x0 + threadIdx.x < w && y0 + threadIdx.y < h)
		out[(y0 + threadIdx.y) * w + x0 + threadIdx.x] = sum;
}

// Slope of a signal by a fit over a window of odd length.
extern "C" __global__ void conv_fitted_slope(const double *__restrict__ y, double *__restrict__ slope, long long n, int window)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int half = window / 2;
	if (i < half || i >= n - half) {
		slope[i] = 0.0;
		return;
	}
	double sum = 0.0;
	for (int k = 1; k <= half; k++)
		sum += slopes[k] * (y[i + k] - y[i - k]);
	slope[i] = sum;
}

extern "C" __global__ void img_painted_by_number(const unsigned char *__restrict__ index, uchar4 *__restrict__ out, unsigned n)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = palette[index[i]];
}

// Black and white by an ordered pattern, eight pixels to a byte.
extern "C" __global__ void img_screened_to_bits(const unsigned char *__restrict__ grey, unsigned char *__restrict__ bits, int bytes, int h)
{
	int bx = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (bx >= bytes || y >= h)
		return;
	uint2 eight = reinterpret_cast<const uint2 *>(grey)[y * bytes + bx];
	unsigned word = 0;
#pragma unroll
	for (int k = 0; k < 8; k++) {
		unsigned g = ((k < 4 ? eight.x : eight.y) >> (8 * (k & 3))) & 255u;
		if (g > bayer[(y & 7) * 8 + k] * 4u + 2u)
			word |= 0x80u >> k;
	}
	bits[y * bytes + bx] = (unsigned char)word;
}

// Lift, gain and gamma of each colour, then saturation.
extern "C" __global__ void img_grade_colours(uchar4 *out, const uchar4 *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uchar4 p = in[i];
	float c[3] = {p.x / 255.0f, p.y / 255.0f, p.z / 255.0f};
	for (int k = 0; k < 3; k++) {
		float v = c[k] * grade.gain[k] + grade.lift[k] * (1.0f - c[k]);
		c[k] = __powf(fmaxf(v, 1e-6f), grade.gamma[k]);
	}
	float luma = 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2];
	for (int k = 0; k < 3; k++)
		c[k] = __saturatef(luma + grade.saturation * (c[k] - luma));
	out[i] = make_uchar4((unsigned char)(c[0] * 255.0f + 0.5f), (unsigned char)(c[1] * 255.0f + 0.5f),
	                     (unsigned char)(c[2] * 255.0f + 0.5f), p.w);
}

// Convolution of one by one on tensor cores: pixels by 64 channels into 64, a warp takes 16 pixels.
extern "C" __global__ void __launch_bounds__(128) conv_pointwise_tensor(const __half *__restrict__ in, const __half *__restrict__ weights,
                                                                       float *__restrict__ out, int pixels)
{
	using namespace nvcuda;
	__shared__ __align__(16) __half w[64][72];
	for (int t = threadIdx.x; t < 64 * 32; t += 128)
		*reinterpret_cast<__half2 *>(&w[t / 32][2 * (t % 32)]) = reinterpret_cast<const __half2 *>(weights)[t];
	__syncthreads();
	const int first = (blockIdx.x * 4 + threadIdx.x / 32) * 16;
	if (first + 16 > pixels)
		return;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
	for (int j = 0; j < 4; j++)
		wmma::fill_fragment(sum[j], 0.0f);
	for (int k = 0; k < 64; k += 16) {
		wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
		wmma::load_matrix_sync(a, in + (size_t)first * 64 + k, 64);
#pragma unroll
		for (int j = 0; j < 4; j++) {
			wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
			wmma::load_matrix_sync(b, &w[k][16 * j], 72);
			wmma::mma_sync(sum[j], a, b, sum[j]);
		}
	}
	for (int j = 0; j < 4; j++)
		wmma::store_matrix_sync(out + (size_t)first * 64 + 16 * j, sum[j], 64, wmma::mem_row_major);
}
