// Text, hashes, ciphers and tricks with bits.
#include <cstdint>

// Words in a text: a word begins where a letter follows none.
extern "C" __global__ void txt_starts_of_words(const unsigned char *text, unsigned long long *count, size_t n)
{
	__shared__ int part[32];
	int mine = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		unsigned c = text[i] | 32u, before = i ? text[i - 1] | 32u : 0u;
		bool letter = c - 'a' < 26u, letter_before = before - 'a' < 26u;
		mine += letter && !letter_before;
	}
	for (int d = 16; d; d >>= 1)
		mine += __shfl_down_sync(0xffffffffu, mine, d);
	if ((threadIdx.x & 31) == 0)
		part[threadIdx.x >> 5] = mine;
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int k = 0; k < blockDim.x / 32; k++)
			sum += part[k];
		atomicAdd(count, (unsigned long long)sum);
	}
}

__constant__ unsigned char wanted[16];

// Where a short pattern begins; leaves at the first letter that differs.
extern "C" __global__ void txt_pattern_places(const unsigned char *text, unsigned char *found, int n, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > n - length)
		return;
	int k = 0;
	while (k < length && text[i + k] == wanted[k])
		k++;
	found[i] = k == length;
}

// Words of a row one after another into one number.
extern "C" __global__ void hash_rows_murmur(const uint32_t *__restrict__ rows, uint32_t *__restrict__ out, int n, int words, uint32_t seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t h = seed;
	const uint32_t *row = rows + (long long)i * words;
	for (int k = 0; k < words; k++) {
		uint32_t v = row[k] * 0xcc9e2d51u;
		v = (v << 15 | v >> 17) * 0x1b873593u;
		h ^= v;
		h = (h << 13 | h >> 19) * 5u + 0xe6546b64u;
	}
	h ^= words * 4;
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	out[i] = h ^ h >> 16;
}

// Siphash of two words under a key, 64 bits throughout.
__device__ __forceinline__ uint64_t roll(uint64_t v, int k) { return v << k | v >> (64 - k); }
extern "C" __global__ void hash_sip_of_pairs(const ulonglong2 *pairs, unsigned long long *out, unsigned n, ulonglong2 key)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ulonglong2 m = pairs[i];
	uint64_t a = key.x ^ 0x736f6d6570736575ull, b = key.y ^ 0x646f72616e646f6dull;
	uint64_t c = key.x ^ 0x6c7967656e657261ull, d = key.y ^ 0x7465646279746573ull;
	uint64_t words[3] = {m.x, m.y, 16ull << 56};
#pragma unroll
	for (int w = 0; w < 4; w++) {
		if (w < 3)
			d ^= words[w];
		else
			c ^= 0xff;
#pragma unroll
		for (int r = 0; r < (w < 3 ? 2 : 4); r++) {
			a += b;
			b = roll(b, 13) ^ a;
			a = roll(a, 32);
			c += d;
			d = roll(d, 16) ^ c;
			a += d;
			d = roll(d, 21) ^ a;
			c += b;
			b = roll(b, 17) ^ c;
			c = roll(c, 32);
		}
		if (w < 3)
			a ^= words[w];
	}
	out[i] = a ^ b ^ c ^ d;
}

// Turns squares of 32 x 32 bits by votes.
extern "C" __global__ void bits_squares_by_votes(const uint32_t *in, uint32_t *out, int squares)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
	if (warp >= squares)
		return;
	uint32_t v = in[warp * 32 + lane], mine = 0;
#pragma unroll
	for (int k = 0; k < 32; k++) {
		uint32_t column = __ballot_sync(0xffffffffu, v >> k & 1);
		if (lane == k)
			mine = column;
	}
	out[warp * 32 + lane] = mine;
}

// Nearest of a few codes by differing bits, codes in shared memory.
extern "C" __global__ void bits_nearest_code(const uint64_t *words, const uint64_t *codes, int *nearest, int n, int ncodes)
{
	extern __shared__ uint64_t book[];
	for (int k = threadIdx.x; k < ncodes; k += blockDim.x)
		book[k] = codes[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint64_t w = words[i];
		int best = 65, at = -1;
		for (int k = 0; k < ncodes; k++) {
			int d = __popcll(w ^ book[k]);
			if (d < best) {
				best = d;
				at = k;
			}
		}
		nearest[i] = at;
	}
}

__constant__ uint32_t round_keys[27];

// Speck with words of 32 bits, keys in constant memory.
extern "C" __global__ void __launch_bounds__(320) cry_speck_blocks(const uint2 *plain, uint2 *cipher, long n)
{
	long i = blockIdx.x * 320l + threadIdx.x;
	if (i >= n)
		return;
	uint2 v = plain[i];
#pragma unroll
	for (int r = 0; r < 27; r++) {
		v.x = ((v.x >> 8 | v.x << 24) + v.y) ^ round_keys[r];
		v.y = (v.y << 3 | v.y >> 29) ^ v.x;
	}
	cipher[i] = v;
}

__constant__ unsigned char exchange[256];

// Bytes through a box some rounds, each thread its own place in constant memory.
extern "C" __global__ void cry_box_rounds(unsigned char *out, const unsigned char *in, int n, int rounds)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		unsigned char b = in[i];
		for (int r = 0; r < rounds; r++)
			b = exchange[b ^ (unsigned char)r];
		out[i] = b;
	}
}

// Montgomery products modulo an odd number of 64 bits.
extern "C" __global__ void cry_powers_montgomery(const unsigned long long *base, unsigned long long *out, int n, unsigned long long modulus,
                                                 unsigned long long inverse, unsigned exponent)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	auto times = [=](unsigned long long a, unsigned long long b) {
		unsigned long long lo = a * b, hi = __umul64hi(a, b);
		unsigned long long q = lo * inverse, back = __umul64hi(q, modulus);
		return hi >= back ? hi - back : hi - back + modulus;
	};
	unsigned long long x = base[i] % modulus, y = x;
	for (unsigned e = exponent; e > 1; e >>= 1) {
		y = times(y, y);
		if (e & 1)
			y = times(y, x);
	}
	out[i] = y;
}
