/*
 * What lies beyond L1, by how it is asked: chains at random, sectors written in pieces, streams that
 * stand aside of their lines, copies by one short block after the other, and what L2 keeps or still
 * has to write when a kernel ends.
 */
#ifndef TYPE
#define TYPE float4
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

typedef unsigned long long u64;

static __device__ float first_of(float value) { return value; }
static __device__ float first_of(float2 value) { return value.x + value.y; }
static __device__ float first_of(float4 value) { return (value.x + value.y) + (value.z + value.w); }
static __device__ float first_of(unsigned char value) { return value; }
static __device__ void set(unsigned char &to, float value) { to = (unsigned char)value; }
static __device__ void set(float &to, float value) { to = value; }
static __device__ void set(float2 &to, float value) { to = make_float2(value, value); }
static __device__ void set(float4 &to, float value) { to = make_float4(value, value, value, value); }

/* The lanes of a warp follow `lanes` chains through `words` words, which are all 0: the next place depends
   on the word that was read. */
extern "C" __global__ void
chains(const unsigned *x, unsigned *out, long long words, int steps, int lanes)
{
	const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
	u64 at = (thread / 32 * lanes + thread % lanes) * 0x9e3779b97f4a7c15ull + 1;

	for (int s = 0; s < steps; s++) {
		at = at * 6364136223846793005ull + 1442695040888963407ull;
		at += __ldcg(&x[__umul64hi(at, (u64)words)]);
	}
	if (at == 0x12345678u)
		out[0] = (unsigned)at;
}

/* Each thread writes a run of its own, `run` elements one after the other; runs lie `apart` elements
   from each other. */
extern "C" __global__ void
pieces_store(TYPE *x, int run, int apart)
{
	TYPE *own = x + (long long)(blockIdx.x * blockDim.x + threadIdx.x) * apart;

#pragma unroll 1
	for (int k = 0; k < run; k++)
		set(own[k], (float)k);
}

extern "C" __global__ void
pieces_copy(const TYPE *x, TYPE *y, int run, int apart)
{
	const long long first = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * apart;

#pragma unroll 1
	for (int k = 0; k < run; k++)
		y[first + k] = x[first + k];
}

extern "C" __global__ void
pieces_load(const TYPE *x, float *out, int run, int apart)
{
	const TYPE *own = x + (long long)(blockIdx.x * blockDim.x + threadIdx.x) * apart;
	float sum = 0.0f;

#pragma unroll 1
	for (int k = 0; k < run; k++)
		sum += first_of(own[k]);
	if (sum == 12345.678f)
		out[0] = sum;
}

/* Chunks of `chunk` elements, `apart` elements from each other, the first `offset` elements aside. */
extern "C" __global__ void
chunks_load(const TYPE *x, float *out, int chunk, int apart, int offset)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (first_of(x[(long long)(i / chunk) * apart + i % chunk + offset]) == 12345.678f)
		out[0] = 1.0f;
}

extern "C" __global__ void
chunks_store(TYPE *x, int chunk, int apart, int offset)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	set(x[(long long)(i / chunk) * apart + i % chunk + offset], 1.0f);
}

/* Blocks (x, y) with equal x read the same panel of `rows` * 256 words, with work between; all panels
   together are more than L2 holds. Do blocks that are resident together find what others have read? */
extern "C" __global__ void
panels(const float *x, float *out, int rows, int work)
{
	__shared__ float part[256];
	const float *own = x + (long long)blockIdx.x * rows * 256;
	float sum = threadIdx.x;

	for (int r = 0; r < rows; r += 4) {
		float value = 0.0f;
#pragma unroll
		for (int u = 0; u < 4; u++)
			value += __ldcg(&own[(r + u) * 256 + threadIdx.x]);
		part[threadIdx.x] = value;
		__syncthreads();
		for (int i = 0; i < work; i++)
			sum = sum * 0.5f + part[(threadIdx.x + i) & 255];
		__syncthreads();
	}
	if (sum == 12345.678f)
		out[0] = sum;
}

/* Tiles of 32 x 32 words of a matrix `width` words wide, to the same place or to the transposed one (the
   tile itself is not turned): rows of 128 bytes, far apart. */
extern "C" __global__ void
tiles_move(const float *x, float *y, int width, int transposed)
{
	const long long row = threadIdx.y, column = threadIdx.x;
	const long long from = (blockIdx.y * 32ll + row) * width + blockIdx.x * 32 + column;
	const long long to = transposed ? (blockIdx.x * 32ll + row) * width + blockIdx.y * 32 + column : from;

#pragma unroll
	for (int i = 0; i < 32; i += 8)
		y[to + i * (long long)width] = x[from + i * (long long)width];
}

/* Writes the first halves of all sectors, then the second halves; or whole ones twice. */
extern "C" __global__ void
halves_store(float *x, long long sectors, int words)
{
	const long long step = (long long)gridDim.x * blockDim.x;

	for (int half = 0; half < 2; half++)
		for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < sectors * words; i += step)
			x[i / words * 8 + i % words + half * (8 - words)] = (float)half;
}

/* One element in each thread, `offset` elements aside. */
extern "C" __global__ void
shifted_copy(const TYPE *x, TYPE *y, long long n, int offset)
{
	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = x[i + offset];
}

extern "C" __global__ void
shifted_load(const TYPE *x, float *out, long long n, int offset)
{
	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

	if (i < n && first_of(x[i + offset]) == 12345.678f)
		out[0] = 1.0f;
}

extern "C" __global__ void
shifted_store(TYPE *y, long long n, int offset)
{
	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

	if (i < n)
		set(y[i + offset], 1.0f);
}

/* A block copies UNROLL times its threads and leaves. */
extern "C" __global__ void
once_copy(const TYPE *x, TYPE *y, long long n)
{
	const long long first = blockIdx.x * (long long)blockDim.x * UNROLL + threadIdx.x;
	TYPE value[UNROLL];

#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		value[u] = x[first + u * blockDim.x];
#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		y[first + u * blockDim.x] = value[u];
}

extern "C" __global__ void
once_load(const TYPE *x, float *out, long long n)
{
	const long long first = blockIdx.x * (long long)blockDim.x * UNROLL + threadIdx.x;
	float sum = 0.0f;

#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		sum += first_of(x[first + u * blockDim.x]);
	if (sum == 12345.678f)
		out[0] = sum;
}

extern "C" __global__ void
once_store(TYPE *y, long long n)
{
	const long long first = blockIdx.x * (long long)blockDim.x * UNROLL + threadIdx.x;

#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		set(y[first + u * blockDim.x], 1.0f);
}

/* Blocks write `written` elements between them, then read `read` elements; or write each of them in
   the course of reading. */
extern "C" __global__ void
write_then_read(const float4 *x, float4 *y, long long read, long long written, int among)
{
	const long long step = (long long)gridDim.x * blockDim.x;
	const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	const long long every = among && written > 0 ? read / written : 1;
	float sum = 0.0f;

	if (!among)
		for (long long i = thread; i < written; i += step)
			y[i] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
	for (long long i = thread, turn = 0; i < read; i += step, turn++) {
		sum += first_of(__ldcg(&x[i]));
		if (among && turn % every == 0 && turn / every * step + thread < written)
			y[turn / every * step + thread] = make_float4(sum, 2.0f, 3.0f, 4.0f);
	}
	if (sum == 12345.678f)
		y[0] = make_float4(sum, 0.0f, 0.0f, 0.0f);
}

/* `rounds` sweeps: each block reads elements of a part of its own, all together `n`; or writes them. */
extern "C" __global__ void
sweep(float4 *x, float *out, long long n, int rounds, int writes)
{
	const long long step = (long long)gridDim.x * blockDim.x;
	float sum = 0.0f;

	for (int r = 0; r < rounds; r++)
		for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step) {
			if (writes)
				x[i] = make_float4(1.0f, 2.0f, 3.0f, (float)r);
			else
				sum += first_of(__ldcg(&x[i]));
		}
	if (sum == 12345.678f)
		out[0] = sum;
}
