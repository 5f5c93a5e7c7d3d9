// Small kernels of which test_cubin.c knows what nvcc made; make.sh says how.

extern "C" __global__ void
plain(const float *in, float *out)
{
	out[threadIdx.x] = in[threadIdx.x];
}

// Static shared memory of 16 * 17 * 4 = 1088 bytes, one barrier, at most 256 threads.
extern "C" __global__ void __launch_bounds__(256, 4)
tiled(const float *in, float *out, int n)
{
	__shared__ float tile[16][17];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
	__syncthreads();
	out[threadIdx.x * n + threadIdx.y] = tile[threadIdx.x][threadIdx.y];
}

// Barrier number 3: four of them are taken.
extern "C" __global__ void
named(float *out)
{
	__shared__ float a[64];
	a[threadIdx.x & 63] = out[threadIdx.x];
	asm volatile("bar.sync 3, 128;" ::: "memory");
	out[threadIdx.x] = a[(threadIdx.x + 1) & 63];
}

// More values alive than 24 registers hold.
extern "C" __global__ void __maxnreg__(24)
spilling(volatile float *out)
{
	float v[28];
#pragma unroll
	for (int i = 0; i < 28; i++)
		v[i] = out[i];
#pragma unroll
	for (int i = 0; i < 28; i++)
		out[i] = v[27 - i];
}

// A stack frame of 128 bytes without a spill.
extern "C" __global__ void
array(float *out, int n)
{
	float v[32];
#pragma unroll 1
	for (int i = 0; i < n; i++)
		v[i * 5 & 31] = out[i];
	out[0] = v[n & 31];
}
