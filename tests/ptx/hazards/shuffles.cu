// Shuffles that all of the lanes come to which they name, or only some. The tests name lines of this file.

// All lanes are named, those of the upper half come.
extern "C" __global__ void one_side(const float *in, float *out)
{
	float v = in[threadIdx.x];
	if (threadIdx.x % 32 >= 16)
		v += __shfl_down_sync(0xffffffff, v, 1);
	out[threadIdx.x] = v;
}

// Only these are named.
extern "C" __global__ void its_own_side(const float *in, float *out)
{
	float v = in[threadIdx.x];
	if (threadIdx.x % 32 >= 16)
		v += __shfl_down_sync(0xffff0000, v, 1);
	out[threadIdx.x] = v;
}

// Threads that have left need not come.
extern "C" __global__ void those_that_are_left(const float *in, float *out, int n)
{
	if (threadIdx.x >= n)
		return;
	float v = in[threadIdx.x];
	v += __shfl_xor_sync(0xffffffff, v, 1);
	out[threadIdx.x] = v;
}

// Each lane turns as often as its own number says: the last turns are made by fewer and fewer.
extern "C" __global__ void own_turns(const float *in, float *out)
{
	float v = in[threadIdx.x];
	for (int i = 0; i <= threadIdx.x % 32; i++)
		v += __shfl_sync(0xffffffff, v, 31);
	out[threadIdx.x] = v;
}

// A row of a system that eliminates all others: the lane of the row takes no part.
extern "C" __global__ void eliminated(const float *in, float *out)
{
	float v = in[threadIdx.x];
	float factor = threadIdx.x % 32 == 3 ? 0 : v / __shfl_sync(0xffffffff, v, 3);
	out[threadIdx.x] = v - factor;
}
