// Options, alignments, texts, hashes and ciphers.
#include <cuda_runtime.h>
#include <stdint.h>

// An American put by a binomial tree; an option to a block.
extern "C" __global__ void fin_american_put_by_tree(const float *__restrict__ spots, const float *__restrict__ strikes,
                                                    const float *__restrict__ years, float *__restrict__ prices,
                                                    int steps, float rate, float vol)
{
	extern __shared__ float nodes[];
	float *from = nodes, *to = nodes + steps + 1;
	const float spot = 80.0f + 40.0f * spots[blockIdx.x], strike = 80.0f + 40.0f * strikes[blockIdx.x];
	const float dt = (0.25f + years[blockIdx.x]) / steps;
	const float jump = vol * sqrtf(dt);
	const float up = expf(jump), down = 1.0f / up;
	const float discount = expf(-rate * dt);
	const float pu = discount * (expf(rate * dt) - down) / (up - down), pd = discount - pu;
	for (int i = threadIdx.x; i <= steps; i += blockDim.x)
		from[i] = fmaxf(strike - spot * __expf(jump * (2 * i - steps)), 0.0f);
	__syncthreads();
	for (int s = steps - 1; s >= 0; s--) {
		for (int i = threadIdx.x; i <= s; i += blockDim.x) {
			const float held = pu * from[i + 1] + pd * from[i];
			to[i] = fmaxf(held, strike - spot * __expf(jump * (2 * i - s)));
		}
		__syncthreads();
		float *t = from;
		from = to;
		to = t;
	}
	if (threadIdx.x == 0)
		prices[blockIdx.x] = from[0];
}

// The longest common subsequence of two strings as long as the block, along the diagonals.
extern "C" __global__ void dp_longest_common_by_diagonal(const char *first, const char *second, int *longest)
{
	extern __shared__ int diagonals[];
	const int m = blockDim.x, i = threadIdx.x;
	const char mine = first[blockIdx.x * m + i];
	char *other = (char *)(diagonals + 3 * (m + 1));
	other[i] = second[blockIdx.x * m + i];
	for (int k = i; k < 3 * (m + 1); k += m)
		diagonals[k] = 0;
	__syncthreads();
	for (int d = 0; d < 2 * m - 1; d++) {
		int *now = diagonals + d % 3 * (m + 1);
		const int *last = diagonals + (d + 2) % 3 * (m + 1);
		const int *before = diagonals + (d + 1) % 3 * (m + 1);
		const int j = d - i;
		if (j >= 0 && j < m)
			now[i + 1] = other[j] == mine ? before[i] + 1 : max(last[i], last[i + 1]);
		__syncthreads();
	}
	if (i == m - 1)
		longest[blockIdx.x] = diagonals[(2 * m - 2) % 3 * (m + 1) + m];
}

__constant__ unsigned char letter_kind[256];
__constant__ unsigned char after_letter[64];

// Words that an automaton of eight states accepts, in a piece of text for each thread.
extern "C" __global__ void txt_words_by_automaton(const unsigned char *text, unsigned *words, size_t bytes, int piece)
{
	const size_t first = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * piece;
	if (first >= bytes)
		return;
	const size_t last = first + piece < bytes ? first + piece : bytes;
	unsigned state = 0, found = 0;
	for (size_t i = first; i < last; i++) {
		state = after_letter[state * 8 + letter_kind[text[i]]];
		if (state == 7) {
			found++;
			state = 0;
		}
	}
	words[first / piece] = found;
}

static __device__ __forceinline__ uint32_t turned(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

// Records of up to sixteen words at a pitch; how many words is told by the first byte.
extern "C" __global__ void hash_records_by_murmur(const uint32_t *__restrict__ records, uint32_t *__restrict__ hashes,
                                                  uint32_t count, uint32_t pitch, uint32_t seed)
{
	const uint32_t r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= count)
		return;
	const uint32_t *record = records + (size_t)r * pitch;
	const uint32_t words = 1 + (record[0] & 15) % pitch;
	uint32_t h = seed;
	for (uint32_t w = 0; w < words; w++) {
		h ^= turned(record[w] * 0xcc9e2d51u, 15) * 0x1b873593u;
		h = turned(h, 13) * 5 + 0xe6546b64u;
	}
	h ^= 4 * words;
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	hashes[r] = h ^ h >> 16;
}

__constant__ uint64_t code_words[64];

extern "C" __global__ void bits_nearest_of_code_words(const uint64_t *received, uint8_t *which, uint8_t *wrong_bits,
                                                      int n, int codes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		uint64_t v = received[i];
		int best = 65, at = 0;
		for (int c = 0; c < codes; c++) {
			int d = __popcll(v ^ code_words[c]);
			if (d < best) {
				best = d;
				at = c;
			}
		}
		which[i] = at;
		wrong_bits[i] = best;
	}
}

__constant__ uint32_t sha_additions[64];

// One block of 64 bytes for each thread, from the usual start.
extern "C" __global__ void __launch_bounds__(128) cry_sha_of_single_blocks(const uint4 *messages, uint4 *digests, int n)
{
	const int i = blockIdx.x * 128 + threadIdx.x;
	if (i >= n)
		return;
	uint32_t w[16];
#pragma unroll
	for (int q = 0; q < 4; q++) {
		const uint4 m = messages[4 * (size_t)i + q];
		w[4 * q] = m.x;
		w[4 * q + 1] = m.y;
		w[4 * q + 2] = m.z;
		w[4 * q + 3] = m.w;
	}
	const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	uint32_t a = start[0], b = start[1], c = start[2], d = start[3];
	uint32_t e = start[4], f = start[5], g = start[6], h = start[7];
#pragma unroll
	for (int t = 0; t < 64; t++) {
		if (t >= 16) {
			const uint32_t x = w[(t + 1) & 15], y = w[(t + 14) & 15];
			w[t & 15] += (turned(x, 25) ^ turned(x, 14) ^ x >> 3) + w[(t + 9) & 15]
			             + (turned(y, 15) ^ turned(y, 13) ^ y >> 10);
		}
		const uint32_t t1 = h + (turned(e, 26) ^ turned(e, 21) ^ turned(e, 7)) + ((e & f) ^ (~e & g))
		                    + sha_additions[t] + w[t & 15];
		const uint32_t t2 = (turned(a, 30) ^ turned(a, 19) ^ turned(a, 10)) + ((a & b) ^ (a & c) ^ (b & c));
		h = g;
		g = f;
		f = e;
		e = d + t1;
		d = c;
		c = b;
		b = a;
		a = t1 + t2;
	}
	digests[2 * (size_t)i] = make_uint4(a + start[0], b + start[1], c + start[2], d + start[3]);
	digests[2 * (size_t)i + 1] = make_uint4(e + start[4], f + start[5], g + start[6], h + start[7]);
}

__constant__ unsigned long long speck_keys[32];

// Speck with blocks of 128 bits over a counter, added to the text.
extern "C" __global__ void cry_speck_over_counter(const ulonglong2 *in, ulonglong2 *out, unsigned long long n,
                                                  unsigned long long nonce)
{
	for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n;
	     i += (unsigned long long)gridDim.x * blockDim.x) {
		unsigned long long x = nonce, y = i;
#pragma unroll 4
		for (int r = 0; r < 32; r++) {
			x = ((x >> 8 | x << 56) + y) ^ speck_keys[r];
			y = (y << 3 | y >> 61) ^ x;
		}
		const ulonglong2 v = in[i];
		out[i] = make_ulonglong2(v.x ^ x, v.y ^ y);
	}
}
