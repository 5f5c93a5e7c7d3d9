/*
 * Bandwidth of each level against the bytes in flight: UNROLL independent accesses of one type in
 * each thread, as many threads as the launch says.
 */
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef TYPE
#define TYPE float
#endif

static __device__ float first_of(float value) { return value; }
static __device__ float first_of(float2 value) { return value.x + value.y; }
static __device__ float first_of(float4 value) { return (value.x + value.y) + (value.z + value.w); }
static __device__ void set(float &to, float value) { to = value; }
static __device__ void set(float2 &to, float value) { to = make_float2(value, value); }
static __device__ void set(float4 &to, float value) { to = make_float4(value, value, value, value); }

/* Reads n elements `repeats` times past L1; n is a multiple of UNROLL times the threads. */
extern "C" __global__ void
stream_read(const TYPE *x, float *out, long long n, int repeats)
{
	const long long step = (long long)gridDim.x * blockDim.x;
	float sum = 0.0f;

	for (int r = 0; r < repeats; r++) {
		for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += UNROLL * step) {
			TYPE value[UNROLL];
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				value[u] = __ldcg(&x[i + u * step]);
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				sum += first_of(value[u]);
		}
	}
	if (sum == 12345.678f)
		out[0] = sum;
}

extern "C" __global__ void
stream_write(TYPE *x, long long n, int repeats)
{
	const long long step = (long long)gridDim.x * blockDim.x;

	for (int r = 0; r < repeats; r++) {
		for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += UNROLL * step) {
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				set(x[i + u * step], (float)r);
		}
	}
}

extern "C" __global__ void
stream_copy(const TYPE *x, TYPE *y, long long n, int repeats)
{
	const long long step = (long long)gridDim.x * blockDim.x;

	for (int r = 0; r < repeats; r++) {
		for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += UNROLL * step) {
			TYPE value[UNROLL];
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				value[u] = __ldcg(&x[i + u * step]);
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				y[i + u * step] = value[u];
		}
	}
}

/* Each block reads its own n elements `repeats` times through L1. */
extern "C" __global__ void
stream_l1(const TYPE *x, float *out, int n, int repeats, long long *cycles)
{
	const TYPE *own = x + (long long)blockIdx.x * n;
	float sum = 0.0f;

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum += first_of(own[i]);
	__syncthreads();
	const long long start = clock64();
	for (int r = 0; r < repeats; r++) {
		for (int i = threadIdx.x; i < n; i += UNROLL * blockDim.x) {
			TYPE value[UNROLL];
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				value[u] = __ldca(&own[i + u * blockDim.x]);
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				sum += first_of(value[u]);
		}
		asm volatile("" ::: "memory");
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == 12345.678f)
		out[0] = sum;
}
