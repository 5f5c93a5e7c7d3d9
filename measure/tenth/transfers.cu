/*
 * Copies and streams: offsets, strides, widths of elements, blocks and what limits their number.
 */
#include <cuda_fp16.h>

extern "C" __global__ void
copy_read_offset(float *out, const float *in, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i + offset];
}

extern "C" __global__ void
copy_write_offset(float *out, const float *in, int n, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i + offset] = in[i];
}

extern "C" __global__ void
copy_read_stride(float *out, const float *in, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i * stride];
}

extern "C" __global__ void
copy_write_stride(double *out, const double *in, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * stride] = in[i];
}

template <typename T>
__global__ void
copy_elements(T *__restrict__ out, const T *__restrict__ in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i];
}

template __global__ void copy_elements<char>(char *, const char *, int);
template __global__ void copy_elements<short>(short *, const short *, int);
template __global__ void copy_elements<float2>(float2 *, const float2 *, int);
template __global__ void copy_elements<double2>(double2 *, const double2 *, int);

/* As many blocks as one likes. */
extern "C" __global__ void
copy_quads_loop(float4 *__restrict__ out, const float4 *__restrict__ in, int quads)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x)
		out[i] = in[i];
}

/* Each block copies a piece of four times its threads; n is a multiple. */
extern "C" __global__ void
copy_four_each(float *out, const float *in)
{
	int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;

#pragma unroll
	for (int k = 0; k < 4; k++)
		out[base + k * blockDim.x] = in[base + k * blockDim.x];
}

/* The dynamic shared memory asked for says how many blocks an SM holds. */
extern "C" __global__ void
copy_by_shared(float *out, const float *in, int n)
{
	extern __shared__ float buffer[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		buffer[threadIdx.x] = in[i];
	__syncthreads();
	if (i < n)
		out[i] = buffer[threadIdx.x];
}

extern "C" __global__ void
copy_plane(float *out, const float *in, int width, int height, int pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < width && y < height)
		out[y * width + x] = in[y * pitch + x];
}

extern "C" __global__ void
stream_scale_double(double *b, const double *c, double scalar, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		b[i] = scalar * c[i];
}

extern "C" __global__ void
stream_add_quads(float4 *c, const float4 *a, const float4 *b, int quads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < quads) {
		float4 x = a[i];
		float4 y = b[i];
		c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
	}
}

extern "C" __global__ void
stream_halves(__half *y, const __half *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = __float2half(a * __half2float(x[i]) + __half2float(y[i]));
}
