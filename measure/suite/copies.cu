/*
 * Copies and fills: width of an access, shift against alignment, elements for each thread, held
 * occupancy.
 */
#ifndef TYPE
#define TYPE float
#endif
#ifndef PER_THREAD
#define PER_THREAD 4
#endif

extern "C" __global__ void
copy_typed(const TYPE *in, TYPE *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i];
}

/* out[i] = in[i + shift]: loads off their lines, stores on them. */
extern "C" __global__ void
copy_shifted(const float *in, float *out, int n, int shift)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i + shift];
}

extern "C" __global__ void
copy_grid_stride(const float *in, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

/* PER_THREAD loads in flight before the first store. */
extern "C" __global__ void
copy_batched(const TYPE *in, TYPE *out, int n)
{
	const int first = blockIdx.x * blockDim.x * PER_THREAD + threadIdx.x;
	TYPE value[PER_THREAD];

#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		value[k] = in[first + k * (int)blockDim.x];
#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		out[first + k * (int)blockDim.x] = value[k];
}

/* Dynamic shared memory of the launch holds occupancy down. */
extern "C" __global__ void
copy_held(const float *in, float *out, int n)
{
	extern __shared__ float held[];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (n < 0)
		held[threadIdx.x] = in[0];
	if (i < n)
		out[i] = in[i] + (n < 0 ? held[0] : 0.0f);
}

extern "C" __global__ void
fill(float *out, float value, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = value;
}

extern "C" __global__ void
triad_f64(double *a, const double *b, const double *c, double scale, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = b[i] + scale * c[i];
}

/* Every thread copies a run of `run` neighbours: the lanes stand a run apart. */
extern "C" __global__ void
copy_runs(const float *in, float *out, int n, int run)
{
	const int first = (blockIdx.x * blockDim.x + threadIdx.x) * run;

	for (int k = 0; k < run; k++)
		if (first + k < n)
			out[first + k] = in[first + k];
}
