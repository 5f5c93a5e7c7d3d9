// Digests, texts and codes.
#include <stdint.h>

__constant__ uint32_t rounds[64];

// SHA-256 of a header of 64 bytes with a nonce each thread, as miners do; the least digest wins.
extern "C" __global__ void
cod_sha256_nonce(const uint32_t *header, uint32_t *best, uint32_t first)
{
	uint32_t w[16], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
				0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
#pragma unroll
	for (int i = 0; i < 16; i++)
		w[i] = header[i];
	w[3] = first + blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
#pragma unroll
	for (int i = 0; i < 64; i++) {
		if (i >= 16) {
			uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
			x = __funnelshift_r(x, x, 7) ^ __funnelshift_r(x, x, 18) ^ x >> 3;
			y = __funnelshift_r(y, y, 17) ^ __funnelshift_r(y, y, 19) ^ y >> 10;
			w[i & 15] += x + w[(i + 9) & 15] + y;
		}
		uint32_t t = __funnelshift_r(e, e, 6) ^ __funnelshift_r(e, e, 11) ^
			     __funnelshift_r(e, e, 25);
		uint32_t t1 = h + t + ((e & f) ^ (~e & g)) + rounds[i] + w[i & 15];
		t = __funnelshift_r(a, a, 2) ^ __funnelshift_r(a, a, 13) ^
		    __funnelshift_r(a, a, 22);
		uint32_t t2 = t + ((a & b) ^ (a & c) ^ (b & c));
		h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
	}
	if (a + s[0] < 0x10000u)
		atomicMin(best, a + s[0]);
}

// MD5's first two rounds over words in memory, a thread a message of 64 bytes.
extern "C" __global__ void
cod_md5_messages(const uint4 *__restrict__ messages, uint4 *__restrict__ digests, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t m[16];
	for (int k = 0; k < 4; k++) {
		uint4 q = messages[(size_t)i * 4 + k];
		m[4 * k] = q.x, m[4 * k + 1] = q.y, m[4 * k + 2] = q.z, m[4 * k + 3] = q.w;
	}
	uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
	const int turn[8] = {7, 12, 17, 22, 5, 9, 14, 20};
#pragma unroll
	for (int k = 0; k < 32; k++) {
		uint32_t f = k < 16 ? (b & c) | (~b & d) : (d & b) | (~d & c);
		uint32_t t = a + f + m[k < 16 ? k : (5 * k + 1) & 15] + 0x9e3779b9u * (k + 1);
		int r = turn[k / 16 * 4 + k % 4];
		a = d, d = c, c = b;
		b += t << r | t >> (32 - r);
	}
	digests[i] = make_uint4(a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476);
}

// Where a short pattern stands in a text: the block's piece of it in shared memory.
extern "C" __global__ void
cod_search_tile(const unsigned char *text, int n, const unsigned char *pattern, int m, int *places,
		int *count)
{
	extern __shared__ unsigned char s[];
	unsigned char *p = s, *t = s + 64;
	int begin = blockIdx.x * blockDim.x * 4;
	if (threadIdx.x < m)
		p[threadIdx.x] = pattern[threadIdx.x];
	for (int i = threadIdx.x; i < blockDim.x * 4 + m && begin + i < n; i += blockDim.x)
		t[i] = text[begin + i];
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		int i = k * blockDim.x + threadIdx.x;
		if (begin + i + m > n)
			return;
		int j = 0;
		while (j < m && t[i + j] == p[j])
			j++;
		if (j == m)
			places[atomicAdd(count, 1) & 1023] = begin + i;
	}
}

// Three bytes to four letters, a thread twelve bytes.
extern "C" __global__ void
cod_base64(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t w[3] = {in[3 * i], in[3 * i + 1], in[3 * i + 2]};
#pragma unroll
	for (int k = 0; k < 4; k++) {
		uint32_t three = 0;
		for (int b = 0; b < 3; b++)
			three = three << 8 | (w[(3 * k + b) / 4] >> (3 * k + b) % 4 * 8 & 255);
		uint32_t four = 0;
		for (int b = 0; b < 4; b++) {
			uint32_t v = three >> (18 - 6 * b) & 63;
			uint32_t c = v < 26    ? 'A' + v
				     : v < 52  ? 'a' + v - 26
				     : v < 62  ? '0' + v - 52
				     : v == 62 ? '+'
					       : '/';
			four |= c << 8 * b;
		}
		out[4 * i + k] = four;
	}
}

// Edits from one word to each of many, a thread a word, the row of the table in local memory.
extern "C" __global__ void
cod_edit_distance(const unsigned char *words, const unsigned char *query, unsigned char *out, int n,
		  int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned char row[33];
	for (int j = 0; j <= length; j++)
		row[j] = j;
	for (int k = 0; k < length; k++) {
		unsigned char c = words[k * n + i] & 7, diagonal = row[0];
		row[0] = k + 1;
		for (int j = 1; j <= length; j++) {
			unsigned char keep = row[j];
			row[j] = min(min(row[j] + 1, row[j - 1] + 1),
				     diagonal + (c != (query[j - 1] & 7)));
			diagonal = keep;
		}
	}
	out[i] = row[length];
}

// Adler's checksum of pieces, a warp a piece.
extern "C" __global__ void
cod_adler_pieces(const uint8_t *data, uint32_t *sums, int pieces, int bytes)
{
	int piece = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (piece >= pieces)
		return;
	uint32_t a = 0, b = 0;
	const uchar4 *p = (const uchar4 *)(data + (size_t)piece * bytes);
	for (int i = lane; i < bytes / 4; i += 32) {
		uchar4 v = p[i];
		uint32_t s = v.x + v.y + v.z + v.w, from = bytes - 4 * i;
		a += s;
		b = (b + from * v.x + (from - 1) * v.y + (from - 2) * v.z + (from - 3) * v.w) %
		    65521u;
	}
	a = __reduce_add_sync(~0u, a);
	b = __reduce_add_sync(~0u, b);
	if (lane == 0)
		sums[piece] = (b + bytes) % 65521u << 16 | (a + 1) % 65521u;
}
