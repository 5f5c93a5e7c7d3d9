// Integers, codes and branches.
#include <stdint.h>

extern "C" __global__ void
int_nothing(void)
{
}

__constant__ uint32_t sha_k[64];

__device__ __forceinline__ uint32_t
rotr(uint32_t x, int n)
{
	return (x >> n) | (x << (32 - n));
}

/* The 64 rounds of one block of SHA-256 for every thread's own message; nonce in the last word. */
extern "C" __global__ void
int_sha_rounds(const uint32_t *messages, uint32_t *digests, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t w[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		w[k] = messages[k * n + i];
	uint32_t a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
	uint32_t e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
	for (int r = 0; r < 64; r++) {
		if (r >= 16) {
			uint32_t w15 = w[(r - 15) & 15], w2 = w[(r - 2) & 15];
			uint32_t s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >> 3);
			uint32_t s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >> 10);
			w[r & 15] += s0 + w[(r - 7) & 15] + s1;
		}
		uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) +
			      sha_k[r] + w[r & 15];
		uint32_t t2 =
			(rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
	}
	digests[i] = a ^ e;
	digests[n + i] = b ^ f;
}

/* CRC-32 of a record for each thread, table in shared memory, records by rows. */
extern "C" __global__ void
int_crc32(const unsigned char *records, const uint32_t *table, uint32_t *crcs, int length, int n)
{
	__shared__ uint32_t t[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		t[i] = table[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t crc = 0xffffffffu;
	for (int k = 0; k < length; k++)
		crc = (crc >> 8) ^ t[(crc ^ records[(size_t)i * length + k]) & 0xff];
	crcs[i] = ~crc;
}

extern "C" __global__ void
int_xtea(uint2 *blocks, const uint32_t *key, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t k[4] = {key[0], key[1], key[2], key[3]};
	uint32_t v0 = blocks[i].x, v1 = blocks[i].y, sum = 0;
#pragma unroll
	for (int r = 0; r < 32; r++) {
		v0 += (((v1 << 4) ^ (v1 >> 5)) + v1) ^ (sum + k[sum & 3]);
		sum += 0x9E3779B9u;
		v1 += (((v0 << 4) ^ (v0 >> 5)) + v0) ^ (sum + k[(sum >> 11) & 3]);
	}
	blocks[i] = make_uint2(v0, v1);
}

/* Bits that differ between every query and every code of 256 bits. */
extern "C" __global__ void
int_hamming(const uint4 *__restrict__ queries, const uint4 *__restrict__ codes, int *nearest, int n)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x;
	uint4 a = queries[2 * q], b = queries[2 * q + 1];
	int best = 1 << 30, at = 0;
	for (int i = 0; i < n; i++) {
		uint4 c = codes[2 * i], d = codes[2 * i + 1];
		int bits = __popc(a.x ^ c.x) + __popc(a.y ^ c.y) + __popc(a.z ^ c.z) +
			   __popc(a.w ^ c.w) + __popc(b.x ^ d.x) + __popc(b.y ^ d.y) +
			   __popc(b.z ^ d.z) + __popc(b.w ^ d.w);
		if (bits < best) {
			best = bits;
			at = i;
		}
	}
	nearest[q] = at;
}

/* Powers modulo a prime below 2^32, by squaring; exponents differ from lane to lane. */
extern "C" __global__ void
int_power_mod(const uint32_t *base, const uint32_t *exponent, uint32_t *out, uint32_t modulus,
	      int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint64_t b = base[i] % modulus, r = 1;
	for (uint32_t e = exponent[i]; e; e >>= 1) {
		if (e & 1)
			r = r * b % modulus;
		b = b * b % modulus;
	}
	out[i] = (uint32_t)r;
}

extern "C" __global__ void
int_gcd(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = a[i], y = b[i];
	while (y != 0) {
		unsigned r = x % y;
		x = y;
		y = r;
	}
	out[i] = x;
}

/* A small machine: every thread runs the program of its group over its own input. */
extern "C" __global__ void
int_interpret(const unsigned char *programs, const float *in, float *out, int length, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const unsigned char *code = programs + (i / 8 % 64) * length;
	float a = in[i], b = 1.0f;
	for (int pc = 0; pc < length; pc++) {
		switch (code[pc]) {
		case 0:
			a = a + b;
			break;
		case 1:
			a = a - b;
			break;
		case 2:
			a = a * b;
			break;
		case 3:
			a = a / (b + 2.0f);
			break;
		case 4:
			b = sqrtf(fabsf(a));
			break;
		case 5:
			b = sinf(a);
			break;
		case 6: {
			float t = a;
			a = b;
			b = t;
			break;
		}
		default:
			a = fmaxf(a, b);
			break;
		}
	}
	out[i] = a;
}

/* 256-bit integers, eight words: squared with carries. */
extern "C" __global__ void
int_big_square(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t x[8], r[16] = {0};
#pragma unroll
	for (int k = 0; k < 8; k++)
		x[k] = in[k * n + i];
#pragma unroll
	for (int j = 0; j < 8; j++) {
		uint64_t carry = 0;
#pragma unroll
		for (int k = 0; k < 8; k++) {
			uint64_t t = (uint64_t)x[j] * x[k] + r[j + k] + carry;
			r[j + k] = (uint32_t)t;
			carry = t >> 32;
		}
		r[j + 8] = (uint32_t)carry;
	}
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[k * n + i] = r[k];
}

/* Half of the warps compute, half of them copy; within a warp every fourth lane does more. */
extern "C" __global__ void
int_roles(const float *in, float *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = in[i];
	if ((threadIdx.x / 32) % 2) {
		for (int r = 0; r < rounds; r++)
			v = v * v - 0.75f;
		if (threadIdx.x % 4 == 0)
			for (int r = 0; r < rounds; r++)
				v = expf(-v * v);
	}
	out[i] = v;
}

/* Queens on a board of `size` that extend each thread's first three rows; the stack is local. */
extern "C" __global__ void
int_queens(int size, int *solutions)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned full = (1u << size) - 1, columns = 0, left = 0, right = 0;
	if (id >= size * size * size)
		return;
	for (int row = 0, rest = id; row < 3; row++, rest /= size) {
		unsigned bit = 1u << rest % size;
		if (bit & (columns | left | right))
			return;
		columns |= bit;
		left = (left | bit) << 1;
		right = (right | bit) >> 1;
	}
	unsigned free_[16], cs[16], ls[16], rs[16];
	int depth = 0, count = 0;
	cs[0] = columns, ls[0] = left, rs[0] = right;
	free_[0] = full & ~(columns | left | right);
	while (depth >= 0) {
		if (free_[depth] == 0) {
			if (cs[depth] == full)
				count++;
			depth--;
			continue;
		}
		unsigned bit = free_[depth] & -free_[depth];
		free_[depth] ^= bit;
		cs[depth + 1] = cs[depth] | bit;
		ls[depth + 1] = (ls[depth] | bit) << 1;
		rs[depth + 1] = (rs[depth] | bit) >> 1;
		depth++;
		free_[depth] = full & ~(cs[depth] | ls[depth] | rs[depth]);
	}
	atomicAdd(solutions, count);
}

/* A table too large for more than one block on an SM, walked at random. */
extern "C" __global__ void
int_big_table(const float *in, float *out, int words, int steps)
{
	extern __shared__ float table[];
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		table[i] = in[i];
	__syncthreads();
	unsigned at = threadIdx.x * 37u + blockIdx.x;
	float sum = 0.0f;
	for (int s = 0; s < steps; s++) {
		at = (at * 1664525u + 1013904223u);
		sum += table[(at >> 8) % words];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
