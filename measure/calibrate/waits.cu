/*
 * Waits: what a block loses between its barriers, and how much of it other warps and blocks cover.
 *
 * Unless said otherwise cycles[block] is what thread 0 of a block saw from the first round to the last.
 */
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#ifndef LOADS
#define LOADS 1
#endif
#ifndef WORK
#define WORK 16
#endif
#ifndef PASSES
#define PASSES 2
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
constexpr int UNROLLED = UNROLL;
#ifndef STEPS
#define STEPS 8
#endif

/* LOADS words from L2 into shared memory, a barrier, WORK multiply-adds of which each takes two words
   of it, a barrier. `mask` + 1 words are walked through by all blocks together. */
extern "C" __global__ void
phases(long long *cycles, const float *in, int rounds, int mask)
{
	extern __shared__ float held[];
	const int each = LOADS * blockDim.x;
	int at = blockIdx.x * each + threadIdx.x;
	float sum = 0.0f;

	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
		float got[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			got[l] = in[(at + l * blockDim.x) & mask];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			held[l * blockDim.x + threadIdx.x] = got[l];
		at += gridDim.x * each;
		__syncthreads();
#pragma unroll
		for (int w = 0; w < WORK; w++)
			sum += held[w % 32] * held[threadIdx.x % 32 + (w & ~31)];
		__syncthreads();
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == 1234.5f)
		cycles[0] = 0;
}

/* LOADS times 16 bytes for each thread into shared memory, a barrier, matrix fragments from there and
   WORK products of 16x16x16 halves on two accumulators, a barrier. */
extern "C" __global__ void
tensor_phases(long long *cycles, const uint4 *in, int rounds, int mask)
{
	using namespace nvcuda;
	extern __shared__ __align__(32) uint4 tile[];
	const int warp = threadIdx.x / 32;
	const int each = LOADS * blockDim.x;
	const __half *from = (const __half *)tile + warp * 256;
	int at = blockIdx.x * each + threadIdx.x;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];

	wmma::fill_fragment(sum[0], 0.0f);
	wmma::fill_fragment(sum[1], 0.0f);
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
		uint4 got[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			got[l] = in[(at + l * blockDim.x) & mask];
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			tile[l * blockDim.x + threadIdx.x] = got[l];
		at += gridDim.x * each;
		__syncthreads();
		wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
		wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
		wmma::load_matrix_sync(a, from, 16);
		wmma::load_matrix_sync(b, from, 16);
#pragma unroll
		for (int w = 0; w < WORK; w++)
			wmma::mma_sync(sum[w % 2], a, b, sum[w % 2]);
		__syncthreads();
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum[0].x[0] + sum[1].x[0] == 1234.5f)
		cycles[0] = 0;
}

/* Warps wait for each other and do nothing else: several blocks on an SM. */
extern "C" __global__ void
barriers(long long *cycles, int rounds)
{
	__syncthreads();
	const long long start = clock64();
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < 16; i++)
			asm volatile("bar.sync 0;" ::: "memory");
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
}

/* A step of a tree: the first `active` threads add a neighbour's word to their own; a barrier. */
extern "C" __global__ void
tree_steps(long long *cycles, int rounds, int active)
{
	extern __shared__ float held[];
	const int tid = threadIdx.x;

	held[tid] = tid;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < 8; i++) {
			if (tid < active)
				held[tid] += held[tid + 1 + i];
			__syncthreads();
		}
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
}

/* The same as a whole kernel: one load, STEPS steps, half of the threads each time, one store. */
extern "C" __global__ void
tree_blocks(float *out, const float *in)
{
	extern __shared__ float held[];
	const int tid = threadIdx.x;
	int active = blockDim.x;

	held[tid] = in[blockIdx.x * blockDim.x + tid];
	__syncthreads();
#pragma unroll
	for (int i = 0; i < STEPS; i++) {
		active = (active + 1) / 2;
		if (tid < active)
			held[tid] += held[tid + active];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = held[0];
}

/* Sums over the lanes of a warp, one after the other. */
extern "C" __global__ void
lane_sums(long long *cycles, int rounds, float value)
{
	value += threadIdx.x;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int offset = 16; offset > 0; offset /= 2)
			value += __shfl_xor_sync(0xffffffffu, value, offset);
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (value == 1234.5f)
		cycles[0] = 0;
}

/* Fragments of a matrix from shared memory (ldmatrix), each at a place that the one before says. */
#define MATRIX_CHASE(count, registers, operands, last)                                             \
	extern "C" __global__ void matrix_chase_##count(long long *cycles, int rounds)             \
	{                                                                                          \
		__shared__ uint4 held[64];                                                         \
		unsigned r0 = 0, r1 = 0, r2 = 0, r3 = 0;                                           \
		held[threadIdx.x % 64] = make_uint4(0, 0, 0, 0);                                   \
		__syncthreads();                                                                   \
		unsigned at = (unsigned)__cvta_generic_to_shared(&held[threadIdx.x % 32]);         \
		const long long start = clock64();                                                 \
		for (int r = 0; r < rounds; r++) {                                                 \
			_Pragma("unroll") for (int i = 0; i < 16; i++)                             \
			{                                                                          \
				asm volatile("ldmatrix.sync.aligned.m8n8.x" #count                 \
				             ".shared.b16 {" registers "}, [%4];"                  \
				             : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3) : "r"(at));  \
				at += last;                                                        \
			}                                                                          \
		}                                                                                  \
		__syncthreads();                                                                   \
		const long long end = clock64();                                                   \
		if (threadIdx.x == 0)                                                              \
			cycles[blockIdx.x] = end - start;                                          \
		if (at + r1 + r2 + r3 == 12345)                                                    \
			cycles[0] = 0;                                                             \
	}
MATRIX_CHASE(1, "%0", , r0)
MATRIX_CHASE(4, "%0,%1,%2,%3", , r3)

/* 16 bytes for each thread past the registers, waited for, read, and again. */
extern "C" __global__ void
async_chase(long long *cycles, const uint4 *in, int rounds, int mask)
{
	__shared__ uint4 held[1024];
	int at = blockIdx.x * blockDim.x + threadIdx.x;

	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
		__pipeline_memcpy_async(&held[threadIdx.x], &in[at & mask], 16);
		__pipeline_commit();
		__pipeline_wait_prior(0);
		at += held[threadIdx.x].x + gridDim.x * blockDim.x;
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (at == -1)
		cycles[0] = 0;
}

/* The same through a register, by 16 bytes and by 4: what async_chase is to be held against. */
extern "C" __global__ void
load_chase(long long *cycles, const uint4 *in, int rounds, int mask)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;

	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
		at += in[at & mask].x + gridDim.x * blockDim.x;
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (at == -1)
		cycles[0] = 0;
}

/* A short loop: a load that hits L1, an addition, a branch for each UNROLL of them. */
extern "C" __global__ void
loop_loads(long long *cycles, const float *in, int count, int rounds)
{
	float sum = 0.0f;

	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll UNROLLED
		for (int i = threadIdx.x % 32; i < count; i += 32)
			sum += in[i];
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == 1234.5f)
		cycles[0] = 0;
}

/* A warp for a row: PASSES passes over it, between them a sum over the lanes; the last pass writes. */
extern "C" __global__ void
row_passes(const float *in, float *out, int columns)
{
	const int r = blockIdx.x * blockDim.y + threadIdx.y;
	const float *row = in + (long long)r * columns;
	float sum = 0.0f;

#pragma unroll
	for (int p = 1; p < PASSES; p++) {
		float part = 0.0f;
		for (int i = threadIdx.x; i < columns; i += 32)
			part += row[i] * (p + sum);
#pragma unroll
		for (int offset = 16; offset > 0; offset /= 2)
			part += __shfl_xor_sync(0xffffffffu, part, offset);
		sum += part;
	}
	for (int i = threadIdx.x; i < columns; i += 32)
		out[(long long)r * columns + i] = row[i] + sum;
}

/* A block for a row: the passes meet in shared memory. */
extern "C" __global__ void
row_blocks(const float *in, float *out, int columns)
{
	__shared__ float parts[PASSES][32];
	const float *row = in + (long long)blockIdx.x * columns;
	float sum = 0.0f;

#pragma unroll
	for (int p = 1; p < PASSES; p++) {
		float part = 0.0f;
		for (int i = threadIdx.x; i < columns; i += blockDim.x)
			part += row[i] * (p + sum);
#pragma unroll
		for (int offset = 16; offset > 0; offset /= 2)
			part += __shfl_xor_sync(0xffffffffu, part, offset);
		if (threadIdx.x % 32 == 0)
			parts[p][threadIdx.x / 32] = part;
		__syncthreads();
		for (int w = 0; w < blockDim.x / 32; w++)
			sum += parts[p][w];
	}
	for (int i = threadIdx.x; i < columns; i += blockDim.x)
		out[(long long)blockIdx.x * columns + i] = row[i] + sum;
}

/* A thread for a column. */
extern "C" __global__ void
column_walk(const float *in, float *out, int rows, int columns)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int r = 0; r < rows; r++)
		sum += in[(long long)r * columns + column] * 0.5f;
	out[column] = sum;
}

/* The same with a factor for each row, one for all threads. */
extern "C" __global__ void
column_walk_factor(const float *in, const float *factor, float *out, int rows, int columns)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0.0f;

	for (int r = 0; r < rows; r++)
		sum += in[(long long)r * columns + column] * factor[r];
	out[column] = sum;
}

/* A warp for a row that an index says: copied. */
extern "C" __global__ void
rows_by_index(const float *in, const int *index, float *out, int columns)
{
	const int r = blockIdx.x * blockDim.y + threadIdx.y;
	const float *from = in + (long long)index[r] * columns;

	for (int i = threadIdx.x; i < columns; i += 32)
		out[(long long)r * columns + i] = from[i];
}

/* LOADS loads past L1 at places at random, waited for together, again and again: the mean time of the
   slowest. `scattered`: each lane at a line of its own, otherwise a line for the warp. */
extern "C" __global__ void
loads_together(long long *cycles, const float *in, int rounds, unsigned mask, int scattered)
{
	const unsigned lane = threadIdx.x % 32;
	unsigned state = (blockIdx.x * blockDim.x + (scattered ? threadIdx.x : threadIdx.x - lane)) * 40503u + 1;
	float sum = 0.0f;

	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
		float got[LOADS];
#pragma unroll
		for (int l = 0; l < LOADS; l++) {
			state = state * 1664525u + 1013904223u;
			got[l] = __ldcg(&in[((state >> 4) * 32u + lane) & mask]);
		}
#pragma unroll
		for (int l = 0; l < LOADS; l++)
			sum += got[l];
		state += (unsigned)__float_as_int(sum) & 1u;
	}
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	if (sum == 1234.5f)
		cycles[0] = 0;
}

/* How loads that hit and arithmetic share the way out of the schedulers: a load by an address that is ready
   and an addition that takes its value, and WORK multiply-adds that need nothing of it. LOADS is 1: shared
   memory, 2: L1, 4: shared memory, with logic of integers for the multiply-adds. `step` is 0. */
extern "C" __global__ void
loads_and_work(long long *cycles, const float *in, int rounds, float a, int step)
{
	__shared__ float held[1024 + 512];
	const float *from = in + threadIdx.x % 1024;
	const float *narrow = held + threadIdx.x;
	float x[8], sum[4] = {};
	unsigned y[8];

	held[threadIdx.x] = held[threadIdx.x + 512] = 0.0f;
	for (int i = 0; i < 8; i++)
		x[i] = threadIdx.x + i, y[i] = threadIdx.x * i;
	__syncthreads();
	const long long start = clock64();
#pragma unroll 1
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int i = 0; i < 16; i++) {
			if (LOADS == 2)
				sum[i % 4] += from[i * 32];
			else
				sum[i % 4] += narrow[i * 32];
#pragma unroll
			for (int w = 0; w < WORK; w++)
				if (LOADS == 4)
					asm volatile("lop3.b32 %0, %0, %1, %0, 0x6a;"
					             : "+r"(y[(i * WORK + w) % 8]) : "r"(step));
				else
					asm volatile("fma.rn.f32 %0, %0, %1, %1;"
					             : "+f"(x[(i * WORK + w) % 8]) : "f"(a));
		}
		from += step;
		narrow += step;
	}
	__syncthreads();
	const long long end = clock64();
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = end - start;
	for (int i = 0; i < 8; i++)
		sum[0] += x[i] + y[i];
	if (sum[0] + sum[1] + sum[2] + sum[3] == 1234.5f)
		cycles[0] = 0;
}
