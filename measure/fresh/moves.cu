/* Copies, streams, structures, gathers and transposes. */
#include <cstddef>
#include <cstdint>
#include <cuda_fp16.h>

extern "C" __global__ void
move_plain(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i];
}

/* Bytes, sixteen at a time. */
extern "C" __global__ void
move_bytes(const uint4 *in, uint4 *out, size_t n)
{
	size_t step = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		out[i] = in[i];
}

/* Pairs read some pairs further on. */
extern "C" __global__ void
move_shift2(const float2 *__restrict__ in, float2 *__restrict__ out, int n, int shift)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i + shift >= n)
		return;
	out[i] = in[i + shift];
}

extern "C" __global__ void
move_spread(const REAL *__restrict__ in, REAL *__restrict__ out, int n, int stride)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n)
		out[(size_t)i * stride] = in[i] + (REAL)1;
}

/* A window of a larger picture into a packed one. */
extern "C" __global__ void
move_window(const float *from, float *to, int width, int height, int pitch, int left, int top)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= height)
		return;
	to[y * width + x] = from[(y + top) * pitch + x + left];
}

extern "C" __global__ void
move_triad(double *a, const double *b, const double *c, double scalar, long long n)
{
	long long stride = (long long)gridDim.x * blockDim.x;
#pragma unroll 4
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += stride)
		a[i] = b[i] + scalar * c[i];
}

extern "C" __global__ void
move_axpy_half2(const __half2 *__restrict__ x, __half2 *__restrict__ y, float a, int n)
{
	const __half2 factor = __float2half2_rn(a);
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = __hfma2(factor, x[i], y[i]);
}

template <int PER> static __device__ __forceinline__ void
scale_many(const float *__restrict__ in, float *__restrict__ out, float by)
{
	float held[PER];
	const int first = blockIdx.x * blockDim.x * PER + threadIdx.x;

#pragma unroll
	for (int k = 0; k < PER; k++)
		held[k] = in[first + k * blockDim.x];
#pragma unroll
	for (int k = 0; k < PER; k++)
		out[first + k * blockDim.x] = held[k] * by;
}

extern "C" __global__ void
move_scale_4(const float *in, float *out, float by)
{
	scale_many<4>(in, out, by);
}

extern "C" __global__ void
move_scale_8(const float *in, float *out, float by)
{
	scale_many<8>(in, out, by);
}

/* Pictures of bytes to numbers between 0 and 1, less their mean. */
extern "C" __global__ void
move_normalise(const uchar4 *in, float4 *out, float mean, float inverse, int n)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i < n) {
		uchar4 p = in[i];
		out[i] = make_float4((p.x / 255.0f - mean) * inverse, (p.y / 255.0f - mean) * inverse,
		                     (p.z / 255.0f - mean) * inverse, (p.w / 255.0f - mean) * inverse);
	}
}

/* Two planes woven together. */
extern "C" __global__ void
move_weave(const float *re, const float *im, float2 *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		out[i] = make_float2(re[i], im[i]);
}

struct particle {
	float x, y, z;
	float vx, vy, vz;
	float mass;
	int kind;
};

extern "C" __global__ void
struct_step(particle *particles, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	particles[i].x += particles[i].vx * dt;
	particles[i].y += particles[i].vy * dt;
	particles[i].z += particles[i].vz * dt;
}

struct planes {
	float *x, *y, *z;
	float *vx, *vy, *vz;
};

static __device__ void
advance(const planes &p, int i, float dt)
{
	p.x[i] += p.vx[i] * dt;
	p.y[i] += p.vy[i] * dt;
	p.z[i] += p.vz[i] * dt;
}

extern "C" __global__ void
struct_step_planes(float *x, float *y, float *z, float *vx, float *vy, float *vz, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	planes p = {x, y, z, vx, vy, vz};
	if (i < n)
		advance(p, i, dt);
}

/* Colours of three floats to one. */
extern "C" __global__ void
struct_luminance(const float3 *__restrict__ colours, float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float3 c = colours[i];
		out[i] = 0.299f * c.x + 0.587f * c.y + 0.114f * c.z;
	}
}

struct account {
	double balance;
	double rate;
	double limit;
	long long owner;
	int days, flags;
};

extern "C" __global__ void
struct_interest(account *accounts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		account *a = &accounts[i];
		double grown = a->balance * (1.0 + a->rate);
		a->balance = grown < a->limit ? grown : a->limit;
	}
}

/* Rows of a table that a list names; a block copies some, a thread four columns. */
extern "C" __global__ void
gather_rows(const float4 *__restrict__ table, const int *__restrict__ rows, float4 *out, int quads,
            int n)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= n)
		return;
	size_t from = (size_t)rows[row] * quads;
	for (int q = threadIdx.x; q < quads; q += blockDim.x)
		out[(size_t)row * quads + q] = table[from + q];
}

extern "C" __global__ void
gather_cached(const double *values, const unsigned *index, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __ldg(&values[__ldg(&index[i])]);
}

/* Two levels: a list of lists' places. */
extern "C" __global__ void
gather_twice(const int *first, const int *second, const float *values, float *out, int n)
{
	int stride = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		out[i] = values[second[first[i]]] * 0.5f;
}

/* A tabulated function between its nodes. */
extern "C" __global__ void
gather_between(const float *__restrict__ nodes, const float *__restrict__ x, float *y, int count,
               int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float at = x[i] * (count - 1);
	int left = min((int)at, count - 2);
	float part = at - left;
	y[i] = nodes[left] + part * (nodes[left + 1] - nodes[left]);
}

/* Every byte through a table in shared memory. */
extern "C" __global__ void
gather_curve(const uchar4 *in, uchar4 *out, const unsigned char *curve, int n)
{
	__shared__ unsigned char table[256];
	table[threadIdx.x] = curve[threadIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		uchar4 p = in[i];
		p.x = table[p.x];
		p.y = table[p.y];
		p.z = table[p.z];
		p.w = table[p.w];
		out[i] = p;
	}
}

extern "C" __global__ void
transpose_guarded(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void
transpose_tile_16(const float *in, float *out, int width, int height)
{
	__shared__ float tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x;
	int y = blockIdx.y * 16 + threadIdx.y;

	if (x < width && y < height)
		tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < height && y < width)
		out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

/* Doubles, 32x32 for a block of 32x8, the padding left out or not. */
template <int PAD> static __device__ void
turn_doubles(const double *__restrict__ in, double *__restrict__ out, int n)
{
	__shared__ double tile[32][32 + PAD];
	const int x = blockIdx.x * 32 + threadIdx.x;
	const int y = blockIdx.y * 32 + threadIdx.y;

#pragma unroll
	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
	__syncthreads();
	const int u = blockIdx.y * 32 + threadIdx.x;
	const int v = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
	for (int j = 0; j < 32; j += 8)
		out[(size_t)(v + j) * n + u] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void
transpose_f64(const double *in, double *out, int n)
{
	turn_doubles<0>(in, out, n);
}

extern "C" __global__ void
transpose_f64_padded(const double *in, double *out, int n)
{
	turn_doubles<1>(in, out, n);
}

/* Batches of small half matrices; blockIdx.z counts them. */
extern "C" __global__ void
transpose_batch_half(const __half *in, __half *out, int rows, int columns)
{
	__shared__ __half tile[32][34];
	size_t base = (size_t)blockIdx.z * rows * columns;
	int column = blockIdx.x * 32 + threadIdx.x;
	for (int j = threadIdx.y; j < 32; j += blockDim.y)
		tile[j][threadIdx.x] = in[base + (size_t)(blockIdx.y * 32 + j) * columns + column];
	__syncthreads();
	int row = blockIdx.y * 32 + threadIdx.x;
	for (int j = threadIdx.y; j < 32; j += blockDim.y)
		out[base + (size_t)(blockIdx.x * 32 + j) * rows + row] = tile[threadIdx.x][j];
}

/* Channels first to channels last, one thread an output. */
extern "C" __global__ void
transpose_channels(const float *in, float *out, int channels, int pixels, int total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int channel = i % channels;
	int pixel = i / channels % pixels;
	int picture = i / (channels * pixels);
	out[i] = in[(picture * channels + channel) * pixels + pixel];
}
