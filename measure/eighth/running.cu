// Scans and histograms.
#include <stdint.h>

// Kogge and Stone in a block, as the book has it.
extern "C" __global__ void
cum_kogge_stone(const float *X, float *Y, unsigned n)
{
	__shared__ float XY[512];
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	XY[threadIdx.x] = i < n ? X[i] : 0.0f;
	for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
		__syncthreads();
		float temp;
		if (threadIdx.x >= stride)
			temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
		__syncthreads();
		if (threadIdx.x >= stride)
			XY[threadIdx.x] = temp;
	}
	if (i < n)
		Y[i] = XY[threadIdx.x];
}

#define SECTION 1024
extern "C" __global__ void
cum_brent_kung(const float *X, float *Y, unsigned n)
{
	__shared__ float XY[SECTION];
	unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;

	XY[threadIdx.x] = i < n ? X[i] : 0.0f;
	XY[threadIdx.x + blockDim.x] = i + blockDim.x < n ? X[i + blockDim.x] : 0.0f;
	for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
		__syncthreads();
		unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
		if (index < SECTION)
			XY[index] += XY[index - stride];
	}
	for (int stride = SECTION / 4; stride > 0; stride /= 2) {
		__syncthreads();
		unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
		if (index + stride < SECTION)
			XY[index + stride] += XY[index];
	}
	__syncthreads();
	if (i < n)
		Y[i] = XY[threadIdx.x];
	if (i + blockDim.x < n)
		Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// Eight values a thread by int4, then shuffles, then the sums of the warps.
extern "C" __global__ void
cum_eight_each(const int4 *in, int4 *out, int *sums)
{
	__shared__ int warps[8];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	int at = (blockIdx.x * 256 + threadIdx.x) * 2;
	int4 a = in[at], b = in[at + 1];

	a.y += a.x, a.z += a.y, a.w += a.z;
	b.x += a.w, b.y += b.x, b.z += b.y, b.w += b.z;
	int sum = b.w;
#pragma unroll
	for (int d = 1; d < 32; d <<= 1) {
		int left = __shfl_up_sync(0xffffffffu, sum, d);
		if (lane >= d)
			sum += left;
	}
	if (lane == 31)
		warps[warp] = sum;
	__syncthreads();
	if (threadIdx.x < 8) {
		int v = warps[threadIdx.x];
		for (int d = 1; d < 8; d <<= 1) {
			int left = __shfl_up_sync(0xffu, v, d);
			if (threadIdx.x >= d)
				v += left;
		}
		warps[threadIdx.x] = v;
	}
	__syncthreads();
	int before = sum - b.w + (warp > 0 ? warps[warp - 1] : 0);
	a.x += before, a.y += before, a.z += before, a.w += before;
	b.x += before, b.y += before, b.z += before, b.w += before;
	out[at] = a;
	out[at + 1] = b;
	if (threadIdx.x == 255)
		sums[blockIdx.x] = b.w;
}

// A running sum within pieces that flags begin: a warp for 32 values.
extern "C" __global__ void
cum_pieces_warp(const float *x, const unsigned char *begins, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	float v = i < n ? x[i] : 0.0f;
	unsigned heads = __ballot_sync(~0u, i < n && begins[i] != 0) & (~0u >> (31 - lane));
	int first = heads ? 31 - __clz(heads) : 0;

	for (int d = 1; d < 32; d *= 2) {
		float left = __shfl_up_sync(~0u, v, d);
		if (lane - d >= first)
			v += left;
	}
	if (i < n)
		out[i] = v;
}

extern "C" __global__ void
bin_letters_global(const char *data, unsigned length, unsigned *histo)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < length) {
		int place = data[i] - 'a';
		if (place >= 0 && place < 26)
			atomicAdd(&histo[place / 4], 1u);
	}
}

extern "C" __global__ void
bin_letters_private(const char *data, unsigned length, unsigned *histo)
{
	__shared__ unsigned mine[7];

	for (unsigned b = threadIdx.x; b < 7; b += blockDim.x)
		mine[b] = 0u;
	__syncthreads();
	unsigned accumulator = 0;
	int previous = -1;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length;
	     i += blockDim.x * gridDim.x) {
		int place = data[i] - 'a';
		if (place >= 0 && place < 26) {
			int b = place / 4;
			if (b == previous) {
				++accumulator;
			} else {
				if (accumulator > 0)
					atomicAdd(&mine[previous], accumulator);
				accumulator = 1;
				previous = b;
			}
		}
	}
	if (accumulator > 0)
		atomicAdd(&mine[previous], accumulator);
	__syncthreads();
	for (unsigned b = threadIdx.x; b < 7; b += blockDim.x)
		if (mine[b] > 0)
			atomicAdd(&histo[b], mine[b]);
}

// A histogram for each thread, a byte a bin: nothing collides.
extern "C" __global__ void
bin_thread_bytes(const uint32_t *data, uint32_t *partial, int words)
{
	__shared__ unsigned char s[64][64];
	int t = threadIdx.x;

	for (int b = 0; b < 64; b++)
		s[b][t] = 0;
	for (int i = blockIdx.x * 64 + t, k = 0; i < words && k < 48; i += gridDim.x * 64, k++) {
		uint32_t v = data[i];
		s[v >> 2 & 63][t]++;
		s[v >> 10 & 63][t]++;
		s[v >> 18 & 63][t]++;
		s[v >> 26 & 63][t]++;
	}
	__syncthreads();
	uint32_t sum = 0;
	for (int i = 0; i < 64; i++)
		sum += s[t][(i + t) & 63];
	partial[blockIdx.x * 64 + t] = sum;
}
