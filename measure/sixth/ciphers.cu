// Ciphers, digests, fields of numbers, bits.
#include <cstdint>

__constant__ uint32_t cry_keys[44];

// Ten rounds by one table of 256 words in shared memory and its rotations.
extern "C" __global__ void __launch_bounds__(256) cry_aes_table(const uint4 *__restrict__ in,
	uint4 *__restrict__ out, const uint32_t *__restrict__ table, int n)
{
	__shared__ uint32_t te[256];
	te[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		uint4 v = in[i];
		uint32_t a = v.x ^ cry_keys[0], b = v.y ^ cry_keys[1], c = v.z ^ cry_keys[2],
			 d = v.w ^ cry_keys[3];
		auto column = [](uint32_t p, uint32_t q, uint32_t r, uint32_t s, uint32_t k) {
			return te[p & 255] ^
			       __funnelshift_l(te[q >> 8 & 255], te[q >> 8 & 255], 8) ^
			       __funnelshift_l(te[r >> 16 & 255], te[r >> 16 & 255], 16) ^
			       __funnelshift_l(te[s >> 24], te[s >> 24], 24) ^ k;
		};
#pragma unroll 1
		for (int round = 1; round <= 10; round++) {
			uint32_t e = column(a, b, c, d, cry_keys[4 * round]),
				 f = column(b, c, d, a, cry_keys[4 * round + 1]);
			uint32_t g = column(c, d, a, b, cry_keys[4 * round + 2]),
				 h = column(d, a, b, c, cry_keys[4 * round + 3]);
			a = e;
			b = f;
			c = g;
			d = h;
		}
		out[i] = make_uint4(a, b, c, d);
	}
}

// A stream of ChaCha over data, 64 bytes a thread.
extern "C" __global__ void cry_chacha_stream(const uint4 *__restrict__ in, uint4 *__restrict__ out,
	uint32_t k0, uint32_t k1, uint32_t nonce, int blocks)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= blocks)
		return;
	uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, k0, k1, k0 ^ 1, k1 ^ 2,
		k0 ^ 3, k1 ^ 4, k0 ^ 5, k1 ^ 6, (uint32_t)i, 0, nonce, ~nonce},
		 w[16];
#pragma unroll
	for (int j = 0; j < 16; j++)
		w[j] = s[j];
#define QUARTER(a, b, c, d)                                                                        \
	w[a] += w[b];                                                                              \
	w[d] = __funnelshift_l(w[d] ^ w[a], w[d] ^ w[a], 16);                                      \
	w[c] += w[d];                                                                              \
	w[b] = __funnelshift_l(w[b] ^ w[c], w[b] ^ w[c], 12);                                      \
	w[a] += w[b];                                                                              \
	w[d] = __funnelshift_l(w[d] ^ w[a], w[d] ^ w[a], 8);                                       \
	w[c] += w[d];                                                                              \
	w[b] = __funnelshift_l(w[b] ^ w[c], w[b] ^ w[c], 7);
#pragma unroll 2
	for (int r = 0; r < 10; r++) {
		QUARTER(0, 4, 8, 12)
		QUARTER(1, 5, 9, 13)
		QUARTER(2, 6, 10, 14)
		QUARTER(3, 7, 11, 15)
		QUARTER(0, 5, 10, 15)
		QUARTER(1, 6, 11, 12)
		QUARTER(2, 7, 8, 13)
		QUARTER(3, 4, 9, 14)
	}
#pragma unroll
	for (int q = 0; q < 4; q++) {
		uint4 v = in[(size_t)i * 4 + q];
		v.x ^= w[4 * q] + s[4 * q];
		v.y ^= w[4 * q + 1] + s[4 * q + 1];
		v.z ^= w[4 * q + 2] + s[4 * q + 2];
		v.w ^= w[4 * q + 3] + s[4 * q + 3];
		out[(size_t)i * 4 + q] = v;
	}
}

// SHA-1 of pieces of a file, a thread a piece, a ring of 16 words.
extern "C" __global__ void cry_sha1_pieces(
	const uint32_t *__restrict__ data, uint32_t *__restrict__ digests, int pieces, int chunks)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= pieces)
		return;
	uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
	for (int chunk = 0; chunk < chunks; chunk++) {
		uint32_t w[16], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
		for (int j = 0; j < 16; j++)
			w[j] = __byte_perm(data[((size_t)i * chunks + chunk) * 16 + j], 0, 0x0123);
#pragma unroll
		for (int t = 0; t < 80; t++) {
			uint32_t x = w[t & 15], f, k;
			if (t >= 16) {
				x = w[t & 15] ^ w[(t + 2) & 15] ^ w[(t + 8) & 15] ^
				    w[(t + 13) & 15];
				x = x << 1 | x >> 31;
				w[t & 15] = x;
			}
			if (t < 20) {
				f = (b & c) | (~b & d);
				k = 0x5a827999;
			} else if (t < 40) {
				f = b ^ c ^ d;
				k = 0x6ed9eba1;
			} else if (t < 60) {
				f = (b & c) | (b & d) | (c & d);
				k = 0x8f1bbcdc;
			} else {
				f = b ^ c ^ d;
				k = 0xca62c1d6;
			}
			uint32_t next = (a << 5 | a >> 27) + f + e + k + x;
			e = d;
			d = c;
			c = b << 30 | b >> 2;
			b = a;
			a = next;
		}
		h[0] += a;
		h[1] += b;
		h[2] += c;
		h[3] += d;
		h[4] += e;
	}
	for (int j = 0; j < 5; j++)
		digests[(size_t)j * pieces + i] = h[j];
}

// CRC of rows, eight bytes a turn by eight tables in shared memory.
extern "C" __global__ void cry_crc_slices(const uint2 *__restrict__ data,
	const uint32_t *__restrict__ tables, uint32_t *__restrict__ out, int rows, int pairs)
{
	__shared__ uint32_t t[8][256];
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		t[i / 256][i % 256] = tables[i];
	__syncthreads();
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	uint32_t crc = ~0u;
	for (int i = 0; i < pairs; i++) {
		uint2 v = data[(size_t)i * rows + row];
		uint32_t one = v.x ^ crc;
		crc = t[7][one & 255] ^ t[6][one >> 8 & 255] ^ t[5][one >> 16 & 255] ^
		      t[4][one >> 24] ^ t[3][v.y & 255] ^ t[2][v.y >> 8 & 255] ^
		      t[1][v.y >> 16 & 255] ^ t[0][v.y >> 24];
	}
	out[row] = ~crc;
}

// A product of matrices of single bits: agreement counted.
extern "C" __global__ void cry_bit_product(const uint32_t *__restrict__ a,
	const uint32_t *__restrict__ b, int *__restrict__ c, int m, int n, int words)
{
	__shared__ uint32_t as[32][33], bs[32][33];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32,
	    sum[4] = {0};
	for (int k = 0; k < words; k += 32) {
		for (int j = ty; j < 32; j += 8) {
			as[j][tx] = a[(size_t)(row + j) * words + k + tx];
			bs[j][tx] = b[(size_t)(col + j) * words + k + tx];
		}
		__syncthreads();
#pragma unroll 8
		for (int i = 0; i < 32; i++)
			for (int j = 0; j < 4; j++)
				sum[j] += __popc(~(as[ty + 8 * j][i] ^ bs[tx][i]));
		__syncthreads();
	}
	for (int j = 0; j < 4; j++)
		c[(size_t)(row + ty + 8 * j) * n + col + tx] = 2 * sum[j] - 32 * words;
}

__constant__ uint64_t cry_rounds[24];

// 24 rounds over 25 words of 64 bits.
extern "C" __global__ void cry_keccak(
	const uint64_t *__restrict__ in, uint64_t *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint64_t a[25], c[5];
	for (int j = 0; j < 25; j++)
		a[j] = j < 17 ? in[(size_t)j * n + i] : 0;
	const int turns[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43,
		62, 18, 39, 61, 20, 44};
	const int lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20,
		14, 22, 9, 6, 1};
#pragma unroll 1
	for (int round = 0; round < 24; round++) {
#pragma unroll
		for (int x = 0; x < 5; x++)
			c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
		for (int x = 0; x < 5; x++) {
			uint64_t r = c[(x + 1) % 5], d = c[(x + 4) % 5] ^ (r << 1 | r >> 63);
			for (int y = 0; y < 25; y += 5)
				a[x + y] ^= d;
		}
		uint64_t t = a[1];
#pragma unroll
		for (int j = 0; j < 24; j++) {
			uint64_t keep = a[lanes[j]];
			a[lanes[j]] = t << turns[j] | t >> (64 - turns[j]);
			t = keep;
		}
#pragma unroll
		for (int y = 0; y < 25; y += 5) {
			for (int x = 0; x < 5; x++)
				c[x] = a[x + y];
			for (int x = 0; x < 5; x++)
				a[x + y] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
		}
		a[0] ^= cry_rounds[round];
	}
	for (int j = 0; j < 4; j++)
		out[(size_t)j * n + i] = a[j];
}

// Products of numbers of 256 bits modulo a prime, after Montgomery: 8 words of 32 bits.
extern "C" __global__ void cry_montgomery(const uint32_t *__restrict__ x,
	const uint32_t *__restrict__ y, uint32_t *__restrict__ z, int n, int times)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const uint32_t p[8] = {0xd87cfd47, 0x3c208c16, 0x6871ca8d, 0x97816a91, 0x8181585d,
		0xb85045b6, 0xe131a029, 0x30644e72};
	uint32_t a[8], b[8];
#pragma unroll
	for (int j = 0; j < 8; j++) {
		a[j] = x[(size_t)j * n + i];
		b[j] = y[(size_t)j * n + i];
	}
	for (int turn = 0; turn < times; turn++) {
		uint32_t t[10] = {0};
#pragma unroll
		for (int j = 0; j < 8; j++) {
			uint64_t carry = 0;
#pragma unroll
			for (int k = 0; k < 8; k++) {
				carry += (uint64_t)a[k] * b[j] + t[k];
				t[k] = (uint32_t)carry;
				carry >>= 32;
			}
			carry += t[8];
			t[8] = (uint32_t)carry;
			t[9] = (uint32_t)(carry >> 32);
			uint32_t m = t[0] * 0xe4866389u;
			carry = (uint64_t)m * p[0] + t[0];
			carry >>= 32;
#pragma unroll
			for (int k = 1; k < 8; k++) {
				carry += (uint64_t)m * p[k] + t[k];
				t[k - 1] = (uint32_t)carry;
				carry >>= 32;
			}
			carry += t[8];
			t[7] = (uint32_t)carry;
			t[8] = t[9] + (uint32_t)(carry >> 32);
		}
#pragma unroll
		for (int j = 0; j < 8; j++)
			a[j] = t[j];
	}
#pragma unroll
	for (int j = 0; j < 8; j++)
		z[(size_t)j * n + i] = a[j];
}

// A stage of a transform over the numbers modulo 2^64 - 2^32 + 1.
extern "C" __global__ void cry_field_stage(
	uint64_t *data, const uint64_t *__restrict__ roots, int log_half, int pairs)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= pairs)
		return;
	const uint64_t p = 0xffffffff00000001ull;
	int half = 1 << log_half, k = i & (half - 1);
	size_t low = ((size_t)(i >> log_half) << (log_half + 1)) + k;
	uint64_t u = data[low], x = data[low + half], w = roots[(size_t)k * (pairs >> log_half)];
	uint64_t lo = x * w, hi = __umul64hi(x, w), top = hi >> 32, mid = hi & 0xffffffffull;
	uint64_t t = lo - top;
	if (lo < top)
		t -= 0xffffffffull;
	uint64_t m = mid * 0xffffffffull, v = t + m;
	if (v < m)
		v += 0xffffffffull;
	if (v >= p)
		v -= p;
	uint64_t sum = u + v, difference = u - v;
	if (sum < u || sum >= p)
		sum -= p;
	if (u < v)
		difference += p;
	data[low] = sum;
	data[low + half] = difference;
}

// Numbers to ten decimal digits each.
extern "C" __global__ void cry_to_decimal(const uint32_t *numbers, char *text, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint32_t v = numbers[i];
	char digits[12];
	for (int d = 9; d >= 0; d--) {
		digits[d] = (char)('0' + v % 10);
		v /= 10;
	}
	digits[10] = ' ';
	digits[11] = '\n';
	for (int d = 0; d < 12; d++)
		text[(size_t)i * 12 + d] = digits[d];
}

// Matrices of 32 x 32 bits turned, a warp each, by shuffles and masks; ballots check them.
extern "C" __global__ void cry_turn_bits(
	const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int *parity, int matrices)
{
	int warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32, odd = 0;
	for (int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32; m < matrices; m += warps) {
		uint32_t v = in[(size_t)m * 32 + lane], mask = 0x0000ffff;
#pragma unroll
		for (int s = 16; s; s >>= 1, mask ^= mask << s) {
			uint32_t o = __shfl_xor_sync(~0u, v, s);
			v = lane & s ? (v & ~mask) | (o >> s & mask)
				     : (v & mask) | (o << s & ~mask);
		}
		out[(size_t)m * 32 + lane] = v;
		odd += __popc(__ballot_sync(~0u, __popc(v) & 1));
	}
	if (lane == 0)
		atomicXor(parity, odd);
}

// Keyed digests of short texts of unlike length.
extern "C" __global__ void cry_sip_texts(const uint64_t *__restrict__ words,
	const int *__restrict__ starts, const int *__restrict__ lengths, uint64_t *__restrict__ out,
	int n, uint64_t k0, uint64_t k1)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint64_t v0 = k0 ^ 0x736f6d6570736575ull, v1 = k1 ^ 0x646f72616e646f6dull;
	uint64_t v2 = k0 ^ 0x6c7967656e657261ull, v3 = k1 ^ 0x7465646279746573ull;
	auto turn = [](uint64_t x, int b) { return x << b | x >> (64 - b); };
	auto round = [&]() {
		v0 += v1;
		v1 = turn(v1, 13) ^ v0;
		v0 = turn(v0, 32);
		v2 += v3;
		v3 = turn(v3, 16) ^ v2;
		v0 += v3;
		v3 = turn(v3, 21) ^ v0;
		v2 += v1;
		v1 = turn(v1, 17) ^ v2;
		v2 = turn(v2, 32);
	};
	int from = starts[i], count = lengths[i];
	for (int k = 0; k < count; k++) {
		uint64_t m = words[from + k];
		v3 ^= m;
		round();
		round();
		v0 ^= m;
	}
	v2 ^= 255;
	for (int k = 0; k < 4; k++)
		round();
	out[i] = v0 ^ v1 ^ v2 ^ v3;
}

// The game of life, 32 cells in a word: sums bit by bit.
extern "C" __global__ void cry_life_bits(
	const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int words, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= words || y >= rows)
		return;
	int left = (x + words - 1) % words, right = (x + 1) % words;
	uint32_t one = 0, two = 0, four = 0, here = 0;
	auto add = [&](uint32_t v) {
		uint32_t c = one & v, d = two & c;
		one ^= v;
		two ^= c;
		four |= d;
	};
	for (int j = -1; j <= 1; j++) {
		size_t row = (size_t)((y + j + rows) % rows) * words;
		uint32_t l = in[row + left], c = in[row + x], r = in[row + right];
		add(__funnelshift_l(l, c, 1));
		add(__funnelshift_r(c, r, 1));
		if (j)
			add(c);
		else
			here = c;
	}
	out[(size_t)y * words + x] = two & ~four & (one | here);
}
