/*
 * How units that work at the same time get in each other's way, and rates that depend on where data lie.
 */
#ifndef FMAS
#define FMAS 8
#endif
#ifndef TYPE
#define TYPE float
#endif

/* A chain of multiply-adds for each thread: one factor in a register, the addend a kernel argument. */
extern "C" __global__ void
horner(float *out, float b, int rounds)
{
	const float at = threadIdx.x * 0.001f;
	float sum = b;

	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int k = 0; k < 64; k++)
			sum = sum * at + b;
	}
	if (sum == 1234.5f)
		out[0] = sum;
}

/* The same with both factors and the addend in registers of the thread. */
extern "C" __global__ void
horner_registers(float *out, float b, int rounds)
{
	const float at = threadIdx.x * 0.001f;
	const float add = b + threadIdx.x;
	float sum = b;

	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int k = 0; k < 64; k++)
			sum = sum * at + add;
	}
	if (sum == 1234.5f)
		out[0] = sum;
}

/* DRAM and the multiply-add pipe: FMAS multiply-adds for each word read. */
extern "C" __global__ void
stream_fma(const float4 *x, float *out, long long n, float a)
{
	const long long step = (long long)gridDim.x * blockDim.x;
	float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step) {
		const float4 v = x[i];
		sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
#pragma unroll
		for (int k = 0; k < FMAS; k++) {
			sum.x = sum.x * v.y + v.x;
			sum.y = sum.y * v.z + v.y;
			sum.z = sum.z * v.w + v.z;
			sum.w = sum.w * v.x + v.w;
		}
	}
	if (sum.x + sum.y + sum.z + sum.w == 1234.5f)
		out[0] = sum.x;
}

/* L1 and the multiply-add pipe: four loads that hit, FMAS multiply-adds for each. */
extern "C" __global__ void
l1_fma(const float *x, float *out, int rounds, int mask)
{
	int at = threadIdx.x;
	float sum[4] = {0.0f, 1.0f, 2.0f, 3.0f};

	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			const float v = x[(at + 32 * k) & mask];
#pragma unroll
			for (int f = 0; f < FMAS; f++)
				sum[k] = sum[k] * v + v;
		}
		at += 128;
	}
	if (sum[0] + sum[1] + sum[2] + sum[3] == 1234.5f)
		out[0] = sum[0];
}

/* One element for each thread, in place: blocks come and go while DRAM streams. */
extern "C" __global__ void
scale(TYPE *x, long long n, float a)
{
	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

	if (i < n) {
		TYPE v = x[i];
		float *part = (float *)&v;
		for (int k = 0; k < (int)(sizeof v / sizeof(float)); k++)
			part[k] *= a;
		x[i] = v;
	}
}

/* The same, read only: a block leaves when its loads have come. */
extern "C" __global__ void
look(const TYPE *x, float *out, long long n)
{
	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

	if (i < n) {
		const TYPE v = x[i];
		if (*(const float *)&v == 1234.5f)
			out[0] = 1.0f;
	}
}

static __device__ unsigned
scramble(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

/* Runs of `words` neighbouring words at random places of 2^bits words. */
extern "C" __global__ void
random_load(const float *x, float *out, int bits, int words, int rounds)
{
	const unsigned run = (blockIdx.x * blockDim.x + threadIdx.x) / words;
	const unsigned runs = gridDim.x * blockDim.x / words;
	float sum = 0.0f;

#pragma unroll 4
	for (int r = 0; r < rounds; r++) {
		const unsigned place = scramble(run + r * runs) & ((1u << bits) / words - 1);
		sum += x[(unsigned long long)place * words + threadIdx.x % words];
	}
	if (sum == 1234.5f)
		out[0] = sum;
}

extern "C" __global__ void
random_store(float *x, int bits, int words, int rounds)
{
	const unsigned run = (blockIdx.x * blockDim.x + threadIdx.x) / words;
	const unsigned runs = gridDim.x * blockDim.x / words;

#pragma unroll 4
	for (int r = 0; r < rounds; r++) {
		const unsigned place = scramble(run + r * runs) & ((1u << bits) / words - 1);
		x[(unsigned long long)place * words + threadIdx.x % words] = 1.0f;
	}
}

/* Additions to random counters of 2^bits. */
extern "C" __global__ void
random_atomic(unsigned *x, int bits, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int r = 0; r < rounds; r++)
		atomicAdd(&x[scramble(i + r * 1000003u) & ((1u << bits) - 1)], 1u);
}
