// Reductions, scans and histograms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdint>
namespace cg = cooperative_groups;

template <typename T>
__global__ void sumTreeInShared(const T *in, T *out, int n)
{
	extern __shared__ __align__(8) unsigned char bytes[];
	T *s = (T *)bytes;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	T v = i < n ? in[i] : T(0);
	if (i + (int)blockDim.x < n)
		v += in[i + blockDim.x];
	s[t] = v;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
template __global__ void sumTreeInShared<float>(const float *, float *, int);
template __global__ void sumTreeInShared<double>(const double *, double *, int);

extern "C" __global__ void reduce_extent_of_cloud(const float4 *__restrict__ points, int *__restrict__ low,
                                                  int *__restrict__ high, unsigned n)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	float lo = 1e30f, hi = 0.f;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float4 p = points[i];
		lo = fminf(lo, fminf(p.x, fminf(p.y, p.z)));
		hi = fmaxf(hi, fmaxf(p.x, fmaxf(p.y, p.z)));
	}
	lo = cg::reduce(warp, lo, cg::less<float>());
	hi = cg::reduce(warp, hi, cg::greater<float>());
	// The bits of floats that are not negative are ordered as they are.
	if (warp.thread_rank() == 0) {
		atomicMin(low, __float_as_int(lo));
		atomicMax(high, __float_as_int(hi));
	}
}

extern "C" __global__ void reduce_mean_and_spread_rows(const float *__restrict__ in, float2 *__restrict__ out,
                                                       int rows, int cols)
{
	int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0, squares = 0;
	for (int c = lane; c < cols; c += 32) {
		float v = in[(size_t)row * cols + c];
		sum += v;
		squares += v * v;
	}
	for (int s = 16; s; s >>= 1) {
		sum += __shfl_xor_sync(~0u, sum, s);
		squares += __shfl_xor_sync(~0u, squares, s);
	}
	if (lane == 0) {
		float mean = sum / cols;
		out[row] = make_float2(mean, sqrtf(fmaxf(squares / cols - mean * mean, 0.f)));
	}
}

extern "C" __global__ void scan_block_hillis(const int *in, int *out, int n)
{
	__shared__ int buffer[2][1024];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, now = 0;
	buffer[0][t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < (int)blockDim.x; d *= 2) {
		int v = buffer[now][t];
		if (t >= d)
			v += buffer[now][t - d];
		now ^= 1;
		buffer[now][t] = v;
		__syncthreads();
	}
	if (i < n)
		out[i] = buffer[now][t];
}

// Each row of a matrix, four values to a thread, block after block along the row.
extern "C" __global__ void scan_rows_carry_fours(const float *__restrict__ in, float *__restrict__ out, int cols)
{
	__shared__ float sums[8];
	const float *from = in + (size_t)blockIdx.x * cols;
	float *to = out + (size_t)blockIdx.x * cols;
	int t = threadIdx.x, lane = t & 31, warp = t >> 5;
	float carry = 0.f;
	for (int base = 0; base < cols; base += 1024) {
		float v[4], sum = 0.f;
		for (int k = 0; k < 4; k++) {
			int c = base + 4 * t + k;
			sum += c < cols ? from[c] : 0.f;
			v[k] = sum;
		}
		float all = sum;
		for (int d = 1; d < 32; d *= 2) {
			float o = __shfl_up_sync(~0u, all, d);
			if (lane >= d)
				all += o;
		}
		if (lane == 31)
			sums[warp] = all;
		__syncthreads();
		float before = carry + all - sum;
		for (int w = 0; w < 8; w++) {
			if (w < warp)
				before += sums[w];
			carry += sums[w];
		}
		for (int k = 0; k < 4; k++)
			if (base + 4 * t + k < cols)
				to[base + 4 * t + k] = before + v[k];
		__syncthreads();
	}
}

extern "C" __global__ void hist_letters_global(const uint8_t *text, unsigned *counts, size_t n)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&counts[text[i]], 1u);
}

extern "C" __global__ void hist_reals_own_per_warp(const float *__restrict__ in, unsigned *__restrict__ counts,
                                                   int n, float scale)
{
	__shared__ unsigned own[8][64];
	for (int i = threadIdx.x; i < 512; i += blockDim.x)
		own[i / 64][i % 64] = 0;
	__syncthreads();
	unsigned *mine = own[threadIdx.x / 32];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int bin = (int)(in[i] * scale);
		atomicAdd(&mine[min(max(bin, 0), 63)], 1u);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < 64; b += blockDim.x) {
		unsigned sum = 0;
		for (int w = 0; w < 8; w++)
			sum += own[w][b];
		atomicAdd(&counts[b], sum);
	}
}
