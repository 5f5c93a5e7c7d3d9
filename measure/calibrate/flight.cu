/*
 * Loads that ptxas lets go out together, by the registers that are left for them, and paths that meet.
 *
 * walk: sums down columns, SUMS sums of TYPE, ARRAYS matrices, VEC: each row has a factor for all threads.
 * kept: PARTS integers that stay through the loop, bits of a loaded word (DATA 1) or of the thread's number, which
 * can be taken anew.
 * fragments: a warp's product in TF32 straight from memory, WIDE accumulators, B along its rows (ROWS 1) or columns.
 * paths: each thread goes from record to record of 64 bytes, the next of each at random; paths meet and go on together.
 */
#include <mma.h>

extern "C" __global__ void
walk(const TYPE *a, const TYPE *b, const TYPE *factor, TYPE *out, int rows, int columns)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	TYPE sum[SUMS] = {0};

	if (column >= columns)
		return;
	for (int r = 0; r < rows; r++) {
		TYPE v = a[(size_t)r * columns + column];
		if (ARRAYS > 1)
			v *= b[(size_t)r * columns + column];
		if (VEC)
			v *= factor[r];
		sum[0] += v;
		for (int j = 1; j < SUMS; j++)
			sum[j] += v * (TYPE)(j + 1);
	}
	for (int j = 0; j < SUMS; j++)
		out[(size_t)j * columns + column] = sum[j];
}

extern "C" __global__ void
kept(const unsigned *in, const unsigned *words, unsigned *out, int rows, int columns)
{
	const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned word = DATA ? words[column] : column * 2654435761u;
	unsigned part[PARTS], sum[PARTS] = {0}, all = 0;

#pragma unroll
	for (int j = 0; j < PARTS; j++)
		part[j] = word >> (2 * j) & 15;
#pragma unroll 8
	for (int r = 0; r < rows; r++) {
		const unsigned v = in[(size_t)r * columns + column];
#pragma unroll
		for (int j = 0; j < PARTS; j++)
			sum[j] += (v ^ part[j]) * (part[j] + 7u);
	}
#pragma unroll
	for (int j = 0; j < PARTS; j++)
		all ^= sum[j];
	out[column] = all;
}

#if ROWS
typedef nvcuda::wmma::row_major along;
#else
typedef nvcuda::wmma::col_major along;
#endif

extern "C" __global__ void
fragments(const float *a, const float *b, float *c, int m, int n, int k)
{
	using namespace nvcuda::wmma;
	const int tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32, across = n / 16 / WIDE;
	const int row = tile / across * 16, column = tile % across * 16 * WIDE;
	fragment<accumulator, 16, 16, 8, float> sum[WIDE];

	if (row >= m)
		return;
	for (int w = 0; w < WIDE; w++)
		fill_fragment(sum[w], 0.0f);
	for (int i = 0; i < k; i += 8) {
		fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> fa;
		load_matrix_sync(fa, a + (size_t)row * k + i, k);
#pragma unroll
		for (int w = 0; w < WIDE; w++) {
			const int at = column + w * 16;
			fragment<matrix_b, 16, 16, 8, precision::tf32, along> fb;
			load_matrix_sync(fb, ROWS ? b + (size_t)i * n + at : b + (size_t)at * k + i, ROWS ? n : k);
			mma_sync(sum[w], fa, fb, sum[w]);
		}
	}
	for (int w = 0; w < WIDE; w++)
		store_matrix_sync(c + (size_t)row * n + column + w * 16, sum[w], n, mem_row_major);
}

extern "C" __global__ void
paths(const int *records, int *out, int apart, int steps)
{
	const int thread = blockIdx.x * blockDim.x + threadIdx.x;
	int at = thread * apart;

	for (int s = 0; s < steps; s++)
		at = records[(size_t)at * 16];
	out[thread] = at;
}
