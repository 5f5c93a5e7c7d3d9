// Accesses inside and outside of what they should touch. The tests name lines of this file.

extern "C" __global__ void stencil_without_guard(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i - 1] + in[i] + in[i + 1];
}

extern "C" __global__ void stencil_with_guard(const float *in, float *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		out[i] = in[i - 1] + in[i] + in[i + 1];
}

// One element too many.
extern "C" __global__ void sum_to_the_end(const float *in, float *out, int n)
{
	float sum = 0;
	for (int i = 0; i <= n; i++)
		sum += in[i];
	out[threadIdx.x] = sum;
}

// No thread is told to stop where n is no multiple of the block.
extern "C" __global__ void store_without_guard(float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

extern "C" __global__ void shared_past_its_end(const float *in, float *out)
{
	extern __shared__ float s[];
	s[threadIdx.x + 1] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x];
}

// Pairs from an odd element on.
extern "C" __global__ void odd_pairs(const float *in, float2 *out, int from)
{
	out[threadIdx.x] = *(const float2 *)(in + from + 2 * threadIdx.x);
}

extern "C" __global__ void through_null(const float *in, float *out)
{
	out[threadIdx.x] = in[threadIdx.x];
}

// What is read outside decides where to read next: nothing that follows would make sense.
extern "C" __global__ void index_past_the_end(const int *index, const float *in, float *out)
{
	out[threadIdx.x] = in[index[threadIdx.x + 1]];
}
