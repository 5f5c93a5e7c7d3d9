// Data moved and laid out anew: what comes before and after the interesting kernels.
#include <stdint.h>

extern "C" __global__ void
mem_copy_float4(const float4 *__restrict__ src, float4 *__restrict__ dst, size_t n)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[i];
}

extern "C" __global__ void
mem_copy_bytes(const unsigned char *src, unsigned char *dst, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		dst[i] = src[i];
}

extern "C" __global__ void
mem_fill_double(double *dst, double value, size_t n)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride)
		dst[i] = value;
}

#define TILE 32
#define ROWS 8

extern "C" __global__ void
mem_transpose_tile(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];

	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		if (x < width && y + j < height)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		if (x < height && y + j < width)
			out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void
mem_transpose_complex(const double2 *in, double2 *out, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (col < n && row < n)
		out[col * n + row] = in[row * n + col];
}

/* [batch][channel][pixel] to [batch][pixel][channel] */
extern "C" __global__ void
mem_nchw_to_nhwc(const float *__restrict__ in, float *__restrict__ out, int channels, int pixels,
		 int total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int c = i % channels;
	int p = (i / channels) % pixels;
	int n = i / (channels * pixels);
	out[i] = in[(n * channels + c) * pixels + p];
}

struct Particle {
	float x, y, z;
	float mass;
	int kind;
	float charge;
};

extern "C" __global__ void
mem_particles_to_arrays(const Particle *particles, float *x, float *y, float *z, float *mass,
			int *kind, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Particle p = particles[i];
	x[i] = p.x;
	y[i] = p.y;
	z[i] = p.z;
	mass[i] = p.mass * 0.5f;
	kind[i] = p.kind;
}

struct Body {
	float3 position;
	float3 velocity;
};

extern "C" __global__ void
mem_drift_bodies(Body *bodies, float dt, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		bodies[i].position.x += dt * bodies[i].velocity.x;
		bodies[i].position.y += dt * bodies[i].velocity.y;
		bodies[i].position.z += dt * bodies[i].velocity.z;
	}
}

extern "C" __global__ void
mem_reverse(const int *in, int *out, int n)
{
	extern __shared__ int cache[];

	int from = blockIdx.x * blockDim.x + threadIdx.x;
	if (from < n)
		cache[blockDim.x - 1 - threadIdx.x] = in[from];
	__syncthreads();
	int to = n - (blockIdx.x + 1) * blockDim.x + threadIdx.x;
	if (to >= 0)
		out[to] = cache[threadIdx.x];
}

/* A picture framed by zeros. */
extern "C" __global__ void
mem_pad2d(const float *__restrict__ in, float *__restrict__ out, int width, int height, int pad)
{
	int wide = width + 2 * pad;
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y;
	if (x >= wide)
		return;
	int sx = x - pad, sy = y - pad;
	bool inside = sx >= 0 && sx < width && sy >= 0 && sy < height;
	out[y * wide + x] = inside ? in[sy * width + sx] : 0.0f;
}

extern "C" __global__ void
mem_axpby(double a, const double *x, double b, double *y, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * x[i] + b * y[i];
}

extern "C" __global__ void
mem_strided_read(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[(size_t)i * stride];
}

/* One int per bit of a mask. */
extern "C" __global__ void
mem_unpack_bits(const uint32_t *mask, int *flags, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		flags[i] = (mask[i >> 5] >> (i & 31)) & 1;
}
