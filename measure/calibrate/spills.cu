/*
 * More values than registers: what the compiler stores to local memory and loads again, and what that costs.
 *
 * VALUES values live at a time in blocks of BLOCK threads, of which LEAST lie on an SM: 65536 / BLOCK / LEAST
 * registers a thread. `left` and `right` keep results apart from what the compiler could know.
 */
#ifndef VALUES
#define VALUES 40
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef LEAST
#define LEAST 8
#endif
#ifndef WORD
#define WORD float
#endif

#define LIMITED __launch_bounds__(BLOCK, LEAST)

/* Straight on: read once, read twice in other orders. */
extern "C" __global__ void LIMITED
spill_straight(const WORD *__restrict__ in, WORD *__restrict__ out, int n)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = in[k * n + i];
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum = sum * (WORD)0.75 + v[(k * 5 + 2) % VALUES];
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum = sum * v[k] + v[(k * 11 + 1) % VALUES];
	out[i] = sum;
}

/* Values of arithmetic, none of which waits for memory. */
extern "C" __global__ void LIMITED
spill_made(const WORD *__restrict__ in, WORD *__restrict__ out, int n)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], x = in[i], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++) {
		x = x * x + (WORD)0.3;
		v[k] = x;
	}
#pragma unroll
	for (int k = VALUES - 1; k >= 0; k--)
		sum = sum * v[k] + x;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum = sum * v[k] + (WORD)0.5;
	out[i] = sum;
}

/* All are changed in each turn of a loop. */
extern "C" __global__ void LIMITED
spill_sums(const WORD *__restrict__ in, WORD *__restrict__ out, int n, int turns)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = k;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		const WORD x = in[t * 1024 + threadIdx.x];
#pragma unroll
		for (int k = 0; k < VALUES; k++)
			v[k] = v[k] * x + (WORD)k;
	}
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum += v[k] * v[k];
	out[i] = sum;
}

/* VALUES live across a loop that keeps 16 of its own. */
extern "C" __global__ void LIMITED
spill_around(const WORD *__restrict__ in, WORD *__restrict__ out, int n, int turns)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], w[16], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = in[k * n + i];
#pragma unroll
	for (int k = 0; k < 16; k++)
		w[k] = k;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		const WORD x = in[t * 1024 + threadIdx.x];
#pragma unroll
		for (int k = 0; k < 16; k++)
			w[k] = w[k] * x + (WORD)k;
	}
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum = sum * v[k] + w[k % 16];
	out[i] = sum;
}

/* VALUES are read in each turn of a loop around a loop that keeps 12 of its own. */
extern "C" __global__ void LIMITED
spill_nested(const WORD *__restrict__ in, WORD *__restrict__ out, int n, int turns, int inner)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = in[k * n + i];
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		WORD w[12];
#pragma unroll
		for (int k = 0; k < 12; k++)
			w[k] = v[k] + sum;
#pragma unroll 1
		for (int u = 0; u < inner; u++) {
			const WORD x = in[u * 1024 + threadIdx.x];
#pragma unroll
			for (int k = 0; k < 12; k++)
				w[k] = w[k] * x + (WORD)k;
		}
#pragma unroll
		for (int k = 0; k < VALUES; k++)
			sum = sum * v[k] + w[k % 12];
	}
	out[i] = sum;
}

/* Sums of a tile of products in registers, as in a product of matrices. */
#define SIDE (VALUES / 8)
extern "C" __global__ void LIMITED
spill_tile(const WORD *__restrict__ left, const WORD *__restrict__ right, WORD *__restrict__ out, int depth)
{
	__shared__ WORD a[8 * 64], b[8 * 64];
	WORD sum[SIDE][8] = {};
	for (int d = 0; d < depth; d++) {
		for (int k = threadIdx.x; k < 8 * 64; k += BLOCK) {
			a[k] = left[d * 512 + k];
			b[k] = right[d * 512 + k];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; k++)
#pragma unroll
			for (int r = 0; r < SIDE; r++)
#pragma unroll
				for (int c = 0; c < 8; c++)
					sum[r][c] += a[k * 64 + threadIdx.x / 16 % 8 * 8 + r] *
					             b[k * 64 + threadIdx.x % 8 * 8 + c];
		__syncthreads();
	}
	WORD total = 0;
	for (int r = 0; r < SIDE; r++)
		for (int c = 0; c < 8; c++)
			out[((blockIdx.x * SIDE + r) * 8 + c) * BLOCK + threadIdx.x] = sum[r][c];
	if (total != 0)
		out[0] = total;
}

/* Whole numbers: a state and a message that are mixed in rounds. */
extern "C" __global__ void LIMITED
spill_mixing(const unsigned *__restrict__ in, unsigned *__restrict__ out, int n, int rounds)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	unsigned v[VALUES];
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = in[k % 8 * n + i] + k * 0x9e3779b9u;
#pragma unroll 1
	for (int t = 0; t < rounds; t++)
#pragma unroll
		for (int k = 0; k < VALUES; k++) {
			const unsigned x = v[k] + v[(k + 5) % VALUES];
			v[(k + 3) % VALUES] ^= x << 7 | x >> 25;
		}
	unsigned sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum = sum * 31 + v[k];
	out[i] = sum;
}

/* What few warps need: the values are read again where a condition holds. */
extern "C" __global__ void LIMITED
spill_branch(const WORD *__restrict__ in, WORD *__restrict__ out, int n, int every)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	WORD v[VALUES], sum = 0;
#pragma unroll
	for (int k = 0; k < VALUES; k++) {
		v[k] = in[k * n + i];
		sum = sum * (WORD)0.5 + v[k];
	}
	if (i / 32 % every == 0) {
#pragma unroll
		for (int k = 0; k < VALUES; k++)
			sum = sum * v[k] + v[(k * 11 + 1) % VALUES];
	}
	out[i] = sum;
}

/* No spills, but what they go through: an array of `words` in local memory, written and read in turns. */
extern "C" __global__ void
local_turns(float *__restrict__ out, int words, int turns, int stores)
{
	float v[256], sum = 0;
	for (int k = 0; k < words; k++)
		v[k] = k + threadIdx.x;
	for (int t = 0; t < turns; t++) {
		for (int k = 0; k < words; k++)
			sum += v[k];
		for (int k = 0; k < stores; k++)
			v[k] = sum + k;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
