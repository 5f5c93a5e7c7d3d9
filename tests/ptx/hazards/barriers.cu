// Barriers that all, some or the wrong threads reach. The tests name lines of this file.

extern "C" __global__ void half_a_warp(const float *in, float *out)
{
	__shared__ float s[32];
	s[threadIdx.x % 32] = in[0];
	if (threadIdx.x < 16)
		__syncthreads();
	out[threadIdx.x] = s[31 - threadIdx.x % 32];
}

// The last turn of the loop is taken by part of the block only: n is no multiple of the block.
extern "C" __global__ void stride_with_barrier(const float *in, float *out, int n)
{
	__shared__ float s[128];
	for (int i = threadIdx.x; i < n; i += 128) {
		s[threadIdx.x] = in[i];
		__syncthreads();
		out[i] = s[127 - threadIdx.x];
		__syncthreads();
	}
}

// Threads that have nothing to do leave before the barrier, which is allowed.
extern "C" __global__ void leave_early(const float *in, float *out, int n)
{
	__shared__ float s[128];
	if (threadIdx.x >= n)
		return;
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

// Whole warps at two barriers of the source.
extern "C" __global__ void two_barriers(const float *in, float *out)
{
	__shared__ float s[64];
	if (threadIdx.x < 32) {
		s[threadIdx.x] = in[threadIdx.x];
		__syncthreads();
		out[threadIdx.x] = s[63 - threadIdx.x];
	} else {
		s[threadIdx.x] = 2 * in[threadIdx.x];
		__syncthreads();
		out[threadIdx.x] = 3 * s[63 - threadIdx.x];
	}
}
