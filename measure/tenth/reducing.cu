/*
 * Reductions: trees, shuffles, atomics.
 */
#include <cfloat>

/* Neighbours first: the threads that work are spread out. */
extern "C" __global__ void
reduce_neighbours(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x + tid;

	s[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		if (tid % (2 * d) == 0)
			s[tid] += s[tid + d];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

/* The first threads work, at strided places. */
extern "C" __global__ void
reduce_strided_places(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x + tid;

	s[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int at = 2 * d * tid;
		if (at < blockDim.x)
			s[at] += s[at + d];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

/* The tree of halves, two elements a thread when read. */
template <typename T>
__global__ void
reduce_two_at_load(const T *in, T *out, int n)
{
	extern __shared__ unsigned char memory[];
	T *s = (T *)memory;
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x * 2 + tid;
	T sum = i < n ? in[i] : T(0);

	if (i + blockDim.x < n)
		sum += in[i + blockDim.x];
	s[tid] = sum;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (tid < d)
			s[tid] = sum = sum + s[tid + d];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sum;
}

template __global__ void reduce_two_at_load<float>(const float *, float *, int);
template __global__ void reduce_two_at_load<double>(const double *, double *, int);

__inline__ __device__ float
warp_sum(float v)
{
	for (int d = warpSize / 2; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	return v;
}

__inline__ __device__ float
block_sum(float v)
{
	static __shared__ float of_warp[32];
	int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;

	v = warp_sum(v);
	if (lane == 0)
		of_warp[warp] = v;
	__syncthreads();
	v = threadIdx.x < blockDim.x / warpSize ? of_warp[lane] : 0.0f;
	if (warp == 0)
		v = warp_sum(v);
	return v;
}

extern "C" __global__ void
reduce_lanes_loop(const float *in, float *out, int n)
{
	float sum = 0.0f;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		sum += in[i];
	sum = block_sum(sum);
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}

extern "C" __global__ void
reduce_warp_adds(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = i < n ? in[i] : 0.0f;

	sum = warp_sum(sum);
	if (threadIdx.x % warpSize == 0)
		atomicAdd(out, sum);
}

/* Every thread adds to one place; then to as many places as there are bins. */
extern "C" __global__ void
reduce_every_thread_adds(const int *in, int *out, int n, int places)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(&out[i % places], in[i]);
}

extern "C" __global__ void
reduce_shared_adds(const int *in, int *out, int n)
{
	__shared__ int sum;

	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&sum, in[i]);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(out, sum);
}

/* Scalar product: products, then a tree. */
extern "C" __global__ void
dot_of_two(const float *a, const float *b, float *out, int n)
{
	__shared__ float cache[256];
	int tid = threadIdx.x;
	float sum = 0.0f;

	for (int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	cache[tid] = sum;
	__syncthreads();
	for (int d = 128; d != 0; d /= 2) {
		if (tid < d)
			cache[tid] += cache[tid + d];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = cache[0];
}

extern "C" __global__ void
reduce_least_and_most(const float4 *in, float2 *out, int quads)
{
	__shared__ float2 s[256];
	int tid = threadIdx.x;
	float least = FLT_MAX, most = -FLT_MAX;

	for (int i = blockIdx.x * blockDim.x + tid; i < quads; i += blockDim.x * gridDim.x) {
		float4 v = in[i];
		least = fminf(least, fminf(fminf(v.x, v.y), fminf(v.z, v.w)));
		most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
	}
	s[tid] = make_float2(least, most);
	__syncthreads();
	for (int d = 128; d > 0; d >>= 1) {
		if (tid < d) {
			s[tid].x = fminf(s[tid].x, s[tid + d].x);
			s[tid].y = fmaxf(s[tid].y, s[tid + d].y);
		}
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = s[0];
}

extern "C" __global__ void
reduce_row_a_block(const float *in, float *out, int cols)
{
	const float *row = in + blockIdx.x * cols;
	float sum = 0.0f;

	for (int j = threadIdx.x; j < cols; j += blockDim.x)
		sum += row[j];
	sum = block_sum(sum);
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}

extern "C" __global__ void
reduce_column_a_thread(const float *in, float *out, int rows, int cols)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;

	if (j < cols) {
		float sum = 0.0f;
		for (int i = 0; i < rows; i++)
			sum += in[i * cols + j];
		out[j] = sum / rows;
	}
}
