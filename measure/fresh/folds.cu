/* Reductions, scans and histograms. */
#include <cfloat>
#include <climits>
#include <cstddef>

/* A block of any power of two; the first sum on the way in. */
extern "C" __global__ void
fold_tree(const float *in, float *out, unsigned int n)
{
	extern __shared__ float sdata[];
	unsigned int tid = threadIdx.x;
	unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
	float sum = (i < n) ? in[i] : 0;
	if (i + blockDim.x < n)
		sum += in[i + blockDim.x];
	sdata[tid] = sum;
	__syncthreads();
	for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] = sum = sum + sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sum;
}

template <typename T> static __device__ __forceinline__ T
warp_sum(T v)
{
#pragma unroll
	for (int offset = 16; offset > 0; offset >>= 1)
		v += __shfl_xor_sync(0xffffffff, v, offset);
	return v;
}

template <typename T, int THREADS> static __device__ __forceinline__ T
block_sum(T v)
{
	__shared__ T parts[THREADS / 32];
	v = warp_sum(v);
	if (threadIdx.x % 32 == 0)
		parts[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x < THREADS / 32 ? parts[threadIdx.x] : T(0);
	if (threadIdx.x < 32)
		v = warp_sum(v);
	return v;
}

/* Blocks of 512, unrolled by the compiler's own choice, shuffles. */
extern "C" __global__ void
fold_lanes(const REAL *__restrict__ in, REAL *__restrict__ out, size_t n)
{
	REAL sum = 0;
	for (size_t i = blockIdx.x * (size_t)512 + threadIdx.x; i < n; i += (size_t)gridDim.x * 512)
		sum += in[i];
	sum = block_sum<REAL, 512>(sum);
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}

/* Integers: each thread to shared memory, each block to memory. */
extern "C" __global__ void
fold_atomic(const int *in, int *total, int n)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = 0;
	for (; i < n; i += blockDim.x * gridDim.x)
		mine += in[i] & 255;
	atomicAdd(&sum, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, sum);
}

/* The largest magnitude, by fours. */
extern "C" __global__ void
fold_largest(const float4 *__restrict__ in, int *out, int n)
{
	float most = 0.0f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		float4 v = in[i];
		most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
	}
	for (int offset = 16; offset > 0; offset /= 2)
		most = fmaxf(most, __shfl_down_sync(0xffffffff, most, offset));
	if ((threadIdx.x & 31) == 0)
		atomicMax(out, __float_as_int(most));
}

/* Least and greatest of a block's share, in two arrays of shared memory. */
extern "C" __global__ void
fold_range(const double *in, double *least, double *greatest, int share)
{
	__shared__ double low[256], high[256];
	const double *mine = in + (size_t)blockIdx.x * share;
	int t = threadIdx.x;
	low[t] = DBL_MAX;
	high[t] = -DBL_MAX;
	for (int i = t; i < share; i += 256) {
		double v = mine[i];
		low[t] = v < low[t] ? v : low[t];
		high[t] = v > high[t] ? v : high[t];
	}
	for (int s = 128; s > 0; s /= 2) {
		__syncthreads();
		if (t < s) {
			low[t] = fmin(low[t], low[t + s]);
			high[t] = fmax(high[t], high[t + s]);
		}
	}
	if (t == 0) {
		least[blockIdx.x] = low[0];
		greatest[blockIdx.x] = high[0];
	}
}

/* Means of columns: 32 columns for a block, eight rows at a time. */
extern "C" __global__ void
fold_column_means(const float *in, float *mean, int rows, int columns)
{
	__shared__ float parts[8][33];
	int column = blockIdx.x * 32 + threadIdx.x;
	float sum = 0.0f;
	if (column < columns)
		for (int row = threadIdx.y; row < rows; row += 8)
			sum += in[(size_t)row * columns + column];
	parts[threadIdx.y][threadIdx.x] = sum;
	__syncthreads();
	if (threadIdx.y == 0 && column < columns) {
		for (int k = 1; k < 8; k++)
			sum += parts[k][threadIdx.x];
		mean[column] = sum / rows;
	}
}

/* Mean and variance of each row by Welford's update, a warp a row. */
extern "C" __global__ void
fold_welford(const float *in, float2 *out, int rows, int columns)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float mean = 0.0f, square = 0.0f, count = 0.0f;
	for (int c = lane; c < columns; c += 32) {
		float x = in[(size_t)row * columns + c];
		count += 1.0f;
		float delta = x - mean;
		mean += delta / count;
		square += delta * (x - mean);
	}
	for (int offset = 16; offset > 0; offset /= 2) {
		float m = __shfl_down_sync(0xffffffff, mean, offset);
		float s = __shfl_down_sync(0xffffffff, square, offset);
		float delta = m - mean;
		mean += 0.5f * delta;
		square += s + delta * delta * count * 0.5f;
		count *= 2.0f;
	}
	if (lane == 0)
		out[row] = make_float2(mean, square / count);
}

#define PADDED(i) ((i) + ((i) >> 5))

/* Up and down a tree over 1024 for 512 threads, padded against conflicts. */
extern "C" __global__ void
prefix_tree(const int *in, int *out, int *sums)
{
	__shared__ int held[1024 + 32];
	int t = threadIdx.x, offset = 1;
	size_t base = (size_t)blockIdx.x * 1024;
	int a = t, b = t + 512;
	held[PADDED(a)] = in[base + a];
	held[PADDED(b)] = in[base + b];
	for (int d = 512; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) {
			int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
			held[PADDED(j)] += held[PADDED(i)];
		}
		offset *= 2;
	}
	if (t == 0) {
		sums[blockIdx.x] = held[PADDED(1023)];
		held[PADDED(1023)] = 0;
	}
	for (int d = 1; d < 1024; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
			int was = held[PADDED(i)];
			held[PADDED(i)] = held[PADDED(j)];
			held[PADDED(j)] += was;
		}
	}
	__syncthreads();
	out[base + a] = held[PADDED(a)];
	out[base + b] = held[PADDED(b)];
}

/* Four a thread, shuffles in a warp, warps' sums by the first warp. */
extern "C" __global__ void
prefix_lanes(const int4 *__restrict__ in, int4 *__restrict__ out, int *__restrict__ sums, int n)
{
	__shared__ int totals[32];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	int4 v = i < n ? in[i] : make_int4(0, 0, 0, 0);
	v.y += v.x;
	v.z += v.y;
	v.w += v.z;
	int run = v.w;
#pragma unroll
	for (int d = 1; d < 32; d <<= 1) {
		int left = __shfl_up_sync(0xffffffff, run, d);
		if (lane >= d)
			run += left;
	}
	if (lane == 31)
		totals[warp] = run;
	__syncthreads();
	if (warp == 0) {
		int sum = lane < blockDim.x / 32 ? totals[lane] : 0;
#pragma unroll
		for (int d = 1; d < 32; d <<= 1) {
			int left = __shfl_up_sync(0xffffffff, sum, d);
			if (lane >= d)
				sum += left;
		}
		totals[lane] = sum;
	}
	__syncthreads();
	int before = run - v.w + (warp > 0 ? totals[warp - 1] : 0);
	if (i < n)
		out[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
	if (threadIdx.x == blockDim.x - 1)
		sums[blockIdx.x] = run + (warp > 0 ? totals[warp - 1] : 0);
}

/* Each element after its block's start. */
extern "C" __global__ void
prefix_add(int *data, const int *starts, int per, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += starts[i / per];
}

extern "C" __global__ void
hist_plain(const unsigned char *in, unsigned int *bins, long n)
{
	long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
	long stride = (long)gridDim.x * blockDim.x;
	while (i < n) {
		atomicAdd(&bins[in[i]], 1u);
		i += stride;
	}
}

/* Words of four bytes into a block's own bins. */
extern "C" __global__ void
hist_words(const unsigned int *__restrict__ in, unsigned int *__restrict__ bins, int n)
{
	__shared__ unsigned int mine[256];
	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		mine[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		unsigned int word = in[i];
		atomicAdd(&mine[word & 0xff], 1u);
		atomicAdd(&mine[(word >> 8) & 0xff], 1u);
		atomicAdd(&mine[(word >> 16) & 0xff], 1u);
		atomicAdd(&mine[word >> 24], 1u);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		if (mine[b])
			atomicAdd(&bins[b], mine[b]);
}

/* Numbers between 0 and 1 into bins of equal width; every block writes its bins apart. */
extern "C" __global__ void
hist_floats(const float *in, int *out, int bins, int share)
{
	extern __shared__ int counts[];
	for (int b = threadIdx.x; b < bins; b += blockDim.x)
		counts[b] = 0;
	__syncthreads();
	for (int k = threadIdx.x; k < share; k += blockDim.x) {
		int bin = (int)(in[(size_t)blockIdx.x * share + k] * bins);
		if (bin >= 0 && bin < bins)
			atomicAdd(counts + bin, 1);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < bins; b += blockDim.x)
		out[(size_t)blockIdx.x * bins + b] = counts[b];
}
