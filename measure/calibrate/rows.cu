/*
 * Rows: of DRAM, opened by pieces at random places, and of a matrix, which a block walks over again and
 * again.
 */
#ifndef TYPE
#define TYPE float4
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

static __device__ float first_of(float value) { return value; }
static __device__ float first_of(float2 value) { return value.x + value.y; }
static __device__ float first_of(float4 value) { return (value.x + value.y) + (value.z + value.w); }
static __device__ void set(float &to, float value) { to = value; }
static __device__ void set(float2 &to, float value) { to = make_float2(value, value); }
static __device__ void set(float4 &to, float value) { to = make_float4(value, value, value, value); }

/* Every number below 2^bits once, in an order without a pattern. */
static __device__ unsigned
place(unsigned i, int bits)
{
	const unsigned mask = bits < 32 ? (1u << bits) - 1 : ~0u;

	i = i * 0x9e3779b1u & mask;
	i ^= i >> (bits / 2);
	i = i * 0x85ebca6bu & mask;
	i ^= i >> (bits / 2);
	return i * 0xc2b2ae35u & mask;
}

/* Of 2^bits pieces of `piece` elements: where element `i` lies when all are at random places. */
static __device__ long long
scattered(unsigned i, int piece, int bits)
{
	return (long long)place(i / piece, bits) * piece + i % piece;
}

extern "C" __global__ void
rows_load(const float4 *x, float *out, int piece, int bits)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (first_of(x[scattered(i, piece, bits)]) == 12345.678f)
		out[0] = 1.0f;
}

extern "C" __global__ void
rows_store(float4 *x, int piece, int bits)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	set(x[scattered(i, piece, bits)], 1.0f);
}

/* One side in order or both at random. */
extern "C" __global__ void
rows_copy(const float4 *x, float4 *y, int piece, int bits, int from, int to)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	const long long at = scattered(i, piece, bits);

	y[to ? at : i] = x[from ? at : i];
}

/* A block for a row of `count` elements, a multiple of UNROLL times its threads, which it walks over
   `passes` times with a barrier between; the last time it stores what it has read, if it is to. */
extern "C" __global__ void
rows_again(const TYPE *__restrict__ x, TYPE *__restrict__ y, float *out, int count, int passes, int stores)
{
	__shared__ float sums[32];
	const TYPE *row = x + (long long)blockIdx.x * count;
	float sum = 0.0f;

	sums[threadIdx.x % 32] = 1.0f;
	for (int pass = 0; pass < passes; pass++) {
		__syncthreads();
		const float scale = sums[threadIdx.x % 32];
#pragma unroll 1
		for (int i = threadIdx.x; i < count; i += UNROLL * blockDim.x) {
			TYPE value[UNROLL];
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				value[u] = row[i + u * blockDim.x];
#pragma unroll
			for (int u = 0; u < UNROLL; u++) {
				sum += first_of(value[u]) * scale;
				if (stores && pass == passes - 1)
					y[(long long)blockIdx.x * count + i + u * blockDim.x] = value[u];
			}
		}
		__syncthreads();
		sums[threadIdx.x % 32] = sum;
	}
	if (sum == 12345.678f)
		out[0] = sum;
}
