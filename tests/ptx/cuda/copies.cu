// Copies: offsets, strides, vector widths, grid strides, arrays of structures, gathers, transposes.
#include <cuda_fp16.h>

extern "C" __global__ void copy_offset(float *out, const float *in, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + offset < n)
		out[i] = in[i + offset];
}

extern "C" __global__ void copy_stride(float *out, const float *in, int n, int stride)
{
	long i = (long)(blockIdx.x * blockDim.x + threadIdx.x) * stride;
	if (i < n)
		out[i] = in[i];
}

extern "C" __global__ void copy_float4(float4 *out, const float4 *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

extern "C" __global__ void copy_double2(double2 *out, const double2 *__restrict__ in, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

extern "C" __global__ void bytes_to_half(__half *out, const unsigned char *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __float2half(in[i] * 0.25f);
}

struct particle {
	float x, y, z, mass;
	int cell;
};

extern "C" __global__ void structures(float *out, const particle *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i].x + in[i].z * in[i].mass + in[i].cell;
}

extern "C" __global__ void gather(float *out, const float *in, const int *index, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[index[i]];
}

extern "C" __global__ void transpose_naive(int *out, const int *in, int n)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	out[x * n + y] = in[y * n + x];
}

extern "C" __global__ void transpose_tiled(int *out, const int *in, int n)
{
	__shared__ int tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void chase(unsigned *out, const unsigned *next, int steps)
{
	unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 0; i < steps; i++)
		at = next[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Pointers and numbers in one structure, with gaps between its members.
struct parts {
	short tag;
	const double *scale;
	const int *index;
	float more;
	int n;
};

extern "C" __global__ void by_parts(double *out, const parts p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < p.n)
		out[i] = p.scale[p.index[i]] * p.tag + p.more;
}
