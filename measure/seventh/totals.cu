// Reductions, scans, histograms.
#include <cuda_runtime.h>

extern "C" __global__ void rd_tree_modulo(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
	s[tid] = i < n ? in[i] : 0.0f;
	__syncthreads();
	for (int step = 1; step < blockDim.x; step *= 2) {
		if (tid % (2 * step) == 0)
			s[tid] += s[tid + step];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

extern "C" __global__ void rd_tree(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
	float v = i < n ? in[i] : 0.0f;
	if (i + blockDim.x < n)
		v += in[i + blockDim.x];
	s[tid] = v;
	__syncthreads();
	for (unsigned step = blockDim.x / 2; step > 0; step >>= 1) {
		if (tid < step)
			s[tid] += s[tid + step];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

__device__ __forceinline__ float warp_sum(float v)
{
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	return v;
}

extern "C" __global__ void rd_shuffle_loop(const float *in, float *sum, int n)
{
	__shared__ float part[32];
	float v = 0.0f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v += in[i];
	v = warp_sum(v);
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	if (lane == 0)
		part[warp] = v;
	__syncthreads();
	v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0.0f;
	if (warp == 0)
		v = warp_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}

extern "C" __global__ void rd_atomic_each(const int *in, int *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(sum, in[i]);
}

// The second pass: one block adds up what the blocks of the first have left.
extern "C" __global__ void rd_second_pass(const float *partial, float *out, int n)
{
	__shared__ float s[512];
	float v = 0.0f;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v += partial[i];
	s[threadIdx.x] = v;
	__syncthreads();
	for (int step = blockDim.x / 2; step > 32; step >>= 1) {
		if (threadIdx.x < step)
			s[threadIdx.x] += s[threadIdx.x + step];
		__syncthreads();
	}
	if (threadIdx.x < 32) {
		v = s[threadIdx.x] + s[threadIdx.x + 32];
		v = warp_sum(v);
		if (threadIdx.x == 0)
			*out = v;
	}
}

extern "C" __global__ void rd_max_vec4(const float4 *in, float *out, int n4)
{
	__shared__ float part[8];
	float m = -1e30f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		float4 v = in[i];
		m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
	}
	for (int d = 16; d; d >>= 1)
		m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = m;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < blockDim.x / 32; w++)
			m = fmaxf(m, part[w]);
		out[blockIdx.x] = m;
	}
}

extern "C" __global__ void rd_dot_double(const double *a, const double *b, double *out, int n)
{
	__shared__ double s[256];
	double sum = 0.0;
	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0) {
		if (threadIdx.x < i)
			s[threadIdx.x] += s[threadIdx.x + i];
		__syncthreads();
		i /= 2;
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = s[0];
}

// Hillis and Steele, two buffers.
extern "C" __global__ void sc_hillis_steele(const float *in, float *out, int n)
{
	extern __shared__ float temp[];
	int t = threadIdx.x, width = blockDim.x;
	int i = blockIdx.x * width + t;
	int pout = 0, pin = 1;
	temp[t] = i < n ? in[i] : 0.0f;
	__syncthreads();
	for (int d = 1; d < width; d *= 2) {
		pout = 1 - pout;
		pin = 1 - pout;
		if (t >= d)
			temp[pout * width + t] = temp[pin * width + t] + temp[pin * width + t - d];
		else
			temp[pout * width + t] = temp[pin * width + t];
		__syncthreads();
	}
	if (i < n)
		out[i] = temp[pout * width + t];
}

// Blelloch, two elements for each thread; sums of blocks for a second kernel.
extern "C" __global__ void sc_blelloch(const int *in, int *out, int *sums)
{
	extern __shared__ int t[];
	int tid = threadIdx.x, n = 2 * blockDim.x, offset = 1;
	int base = blockIdx.x * n;
	t[2 * tid] = in[base + 2 * tid];
	t[2 * tid + 1] = in[base + 2 * tid + 1];
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
			t[b] += t[a];
		}
		offset *= 2;
	}
	if (tid == 0) {
		sums[blockIdx.x] = t[n - 1];
		t[n - 1] = 0;
	}
	for (int d = 1; d < n; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
			int was = t[a];
			t[a] = t[b];
			t[b] += was;
		}
	}
	__syncthreads();
	out[base + 2 * tid] = t[2 * tid];
	out[base + 2 * tid + 1] = t[2 * tid + 1];
}

extern "C" __global__ void sc_warp_shuffle(const int *in, int *out, int *sums, int n)
{
	__shared__ int totals[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int v = i < n ? in[i] : 0;
#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		int up = __shfl_up_sync(0xffffffffu, v, d);
		if (lane >= d)
			v += up;
	}
	if (lane == 31)
		totals[warp] = v;
	__syncthreads();
	if (warp == 0) {
		int w = lane < blockDim.x / 32 ? totals[lane] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int up = __shfl_up_sync(0xffffffffu, w, d);
			if (lane >= d)
				w += up;
		}
		totals[lane] = w;
	}
	__syncthreads();
	if (warp > 0)
		v += totals[warp - 1];
	if (i < n)
		out[i] = v;
	if (threadIdx.x == blockDim.x - 1)
		sums[blockIdx.x] = v;
}

extern "C" __global__ void sc_add_sums(int *data, const int *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x > 0 && i < n)
		data[i] += sums[blockIdx.x - 1];
}

extern "C" __global__ void hg_global(const unsigned char *in, unsigned *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = blockDim.x * gridDim.x;
	while (i < n) {
		atomicAdd(&bins[in[i]], 1);
		i += stride;
	}
}

extern "C" __global__ void hg_shared(const unsigned char *in, unsigned *bins, int n)
{
	__shared__ unsigned temp[256];
	temp[threadIdx.x] = 0;
	__syncthreads();
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	while (i < n) {
		atomicAdd(&temp[in[i]], 1);
		i += blockDim.x * gridDim.x;
	}
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], temp[threadIdx.x]);
}

// Each warp has its own 256 bins; four bytes at a time.
extern "C" __global__ void hg_warp_private(const unsigned *in, unsigned *bins, int words)
{
	__shared__ unsigned mine[8][256];
	int warp = threadIdx.x / 32;
	for (int b = threadIdx.x; b < 8 * 256; b += blockDim.x)
		mine[b / 256][b % 256] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
		unsigned w = in[i];
		atomicAdd(&mine[warp][w & 255], 1u);
		atomicAdd(&mine[warp][w >> 8 & 255], 1u);
		atomicAdd(&mine[warp][w >> 16 & 255], 1u);
		atomicAdd(&mine[warp][w >> 24], 1u);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x) {
		unsigned sum = 0;
		for (int w = 0; w < 8; w++)
			sum += mine[w][b];
		atomicAdd(&bins[b], sum);
	}
}

extern "C" __global__ void hg_float_bins(const float *in, int *bins, int n, int count, float low,
                                         float high)
{
	extern __shared__ int local[];
	for (int b = threadIdx.x; b < count; b += blockDim.x)
		local[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int b = (int)((in[i] - low) / (high - low) * count);
		if (b >= 0 && b < count)
			atomicAdd(&local[b], 1);
	}
	__syncthreads();
	for (int b = threadIdx.x; b < count; b += blockDim.x)
		if (local[b])
			atomicAdd(&bins[b], local[b]);
}
