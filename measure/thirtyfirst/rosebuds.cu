// Signals, ciphers, digests and bits.
#include <cstdint>

// Transforms of 2^LOG points, one to a block, by steps of two in shared memory (Stockham).
template <int LOG>
__global__ void __launch_bounds__(1 << (LOG - 1)) wholeInShared(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	constexpr int N = 1 << LOG, HALF = N / 2;
	__shared__ float2 a[N], b[N];
	const size_t base = (size_t)blockIdx.x * N;
	const int t = threadIdx.x;
	a[t] = in[base + t];
	a[t + HALF] = in[base + t + HALF];
	float2 *from = a, *to = b;
#pragma unroll
	for (int step = 0; step < LOG; step++) {
		__syncthreads();
		const int m = 1 << step, k = t & (m - 1);
		float2 p = from[t], q = from[t + HALF], w;
		__sincosf(-3.14159265f * k / m, &w.y, &w.x);
		float2 r = make_float2(q.x * w.x - q.y * w.y, q.x * w.y + q.y * w.x);
		const int j = 2 * (t - k) + k;
		to[j] = make_float2(p.x + r.x, p.y + r.y);
		to[j + m] = make_float2(p.x - r.x, p.y - r.y);
		float2 *swap = from;
		from = to;
		to = swap;
	}
	__syncthreads();
	out[base + t] = from[t];
	out[base + t + HALF] = from[t + HALF];
}
template __global__ void wholeInShared<8>(const float2 *, float2 *);
template __global__ void wholeInShared<10>(const float2 *, float2 *);

// One pass of four over a long signal; m points have been joined before.
extern "C" __global__ void fft_pass_of_four(const double2 *__restrict__ in, double2 *__restrict__ out, int n, int m)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, quarter = n / 4;
	if (t >= quarter)
		return;
	int k = t % m;
	double2 v[4];
	for (int i = 0; i < 4; i++) {
		double2 x = in[t + i * quarter];
		double s, c;
		sincospi(-0.5 * i * k / m, &s, &c);
		v[i] = make_double2(x.x * c - x.y * s, x.x * s + x.y * c);
	}
	double2 a = make_double2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_double2(v[0].x - v[2].x, v[0].y - v[2].y);
	double2 c = make_double2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_double2(v[1].y - v[3].y, v[3].x - v[1].x);
	int j = 4 * (t - k) + k;
	out[j] = make_double2(a.x + c.x, a.y + c.y);
	out[j + m] = make_double2(b.x + d.x, b.y + d.y);
	out[j + 2 * m] = make_double2(a.x - c.x, a.y - c.y);
	out[j + 3 * m] = make_double2(b.x - d.x, b.y - d.y);
}

__constant__ float lowpass[256];

// Keeps every factor-th sample of the filtered signal.
extern "C" __global__ void sig_decimated_lowpass(const float *__restrict__ in, float *__restrict__ out, int count, int factor, int length)
{
	extern __shared__ float samples[];
	const int first = blockIdx.x * blockDim.x;
	const int need = (blockDim.x - 1) * factor + length;
	const int have = (count - 1) * factor + length;
	for (int i = threadIdx.x; i < need; i += blockDim.x) {
		int at = first * factor + i;
		samples[i] = at < have ? in[at] : 0.0f;
	}
	__syncthreads();
	if (first + threadIdx.x >= count)
		return;
	float sum = 0;
	const float *mine = samples + threadIdx.x * factor;
	for (int k = 0; k < length; k++)
		sum += lowpass[k] * mine[k];
	out[first + threadIdx.x] = sum;
}

struct Section {
	float b0, b1, b2, a1, a2;
};
__constant__ Section sections[6];

// A chain of second order filters, a channel to a thread; samples of the channels are interleaved.
extern "C" __global__ void sig_cascades_side_by_side(const float *in, float *out, int channels, int samples)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float z1[6] = {}, z2[6] = {};
	for (int t = 0; t < samples; t++) {
		float x = in[(size_t)t * channels + c];
#pragma unroll
		for (int s = 0; s < 6; s++) {
			float y = sections[s].b0 * x + z1[s];
			z1[s] = sections[s].b1 * x - sections[s].a1 * y + z2[s];
			z2[s] = sections[s].b2 * x - sections[s].a2 * y;
			x = y;
		}
		out[(size_t)t * channels + c] = x;
	}
}

__device__ __forceinline__ unsigned rotated(unsigned v, int by)
{
	return __funnelshift_l(v, v, by);
}

#define QUARTER(a, b, c, d)                                                                        \
	a += b, d = rotated(d ^ a, 16), c += d, b = rotated(b ^ c, 12), a += b, d = rotated(d ^ a, 8), \
	c += d, b = rotated(b ^ c, 7)

// ChaCha20: each thread makes 64 bytes of the stream and adds them to the text.
extern "C" __global__ void cry_chacha_over_text(uint4 *text, const unsigned *__restrict__ key, unsigned nonce, unsigned blocks)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= blocks)
		return;
	unsigned s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3],
	                  key[4], key[5], key[6], key[7], i, nonce, 0, 0}, v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = s[k];
	for (int round = 0; round < 10; round++) {
		QUARTER(v[0], v[4], v[8], v[12]);
		QUARTER(v[1], v[5], v[9], v[13]);
		QUARTER(v[2], v[6], v[10], v[14]);
		QUARTER(v[3], v[7], v[11], v[15]);
		QUARTER(v[0], v[5], v[10], v[15]);
		QUARTER(v[1], v[6], v[11], v[12]);
		QUARTER(v[2], v[7], v[8], v[13]);
		QUARTER(v[3], v[4], v[9], v[14]);
	}
#pragma unroll
	for (int k = 0; k < 4; k++) {
		uint4 t = text[i * 4 + k];
		t.x ^= v[4 * k] + s[4 * k];
		t.y ^= v[4 * k + 1] + s[4 * k + 1];
		t.z ^= v[4 * k + 2] + s[4 * k + 2];
		t.w ^= v[4 * k + 3] + s[4 * k + 3];
		text[i * 4 + k] = t;
	}
}

__constant__ unsigned roundWords[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
	0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
	0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
	0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
	0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The compression of SHA-256 on one message of 64 bytes each.
extern "C" __global__ void __launch_bounds__(128) hash_sha_of_leaves(const unsigned *__restrict__ messages, unsigned *__restrict__ digests, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8];
#pragma unroll
	for (int k = 0; k < 16; k++)
		w[k] = __byte_perm(messages[i * 16 + k], 0, 0x0123);
#pragma unroll
	for (int k = 0; k < 8; k++)
		s[k] = h[k];
#pragma unroll
	for (int k = 0; k < 64; k++) {
		unsigned word = w[k & 15];
		if (k >= 16) {
			unsigned a = w[(k - 15) & 15], b = w[(k - 2) & 15];
			word += w[(k - 7) & 15] + (rotated(a, 25) ^ rotated(a, 14) ^ (a >> 3)) + (rotated(b, 15) ^ rotated(b, 13) ^ (b >> 10));
			w[k & 15] = word;
		}
		unsigned t = s[7] + (rotated(s[4], 26) ^ rotated(s[4], 21) ^ rotated(s[4], 7)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + roundWords[k] + word;
		unsigned u = (rotated(s[0], 30) ^ rotated(s[0], 19) ^ rotated(s[0], 10)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t, s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t + u;
	}
	for (int k = 0; k < 8; k++)
		digests[(size_t)k * n + i] = h[k] + s[k];
}

__constant__ unsigned crcTable[256];

// A CRC of each record; the table is read wherever the bytes say.
extern "C" __global__ void hash_crc_of_records(const unsigned char *records, unsigned *crc, int n, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const unsigned char *p = records + (size_t)i * length;
	unsigned c = ~0u;
	for (int k = 0; k < length; k++)
		c = crcTable[(c ^ p[k]) & 0xff] ^ (c >> 8);
	crc[i] = ~c;
}

struct __align__(16) Word256 {
	unsigned long long x, y, z, w;
};

// Of each query the stored word of 256 bits that differs least.
extern "C" __global__ void bits_nearest_words(const Word256 *__restrict__ query, const Word256 *__restrict__ stored,
                                              uint2 *__restrict__ best, unsigned n, unsigned m)
{
	__shared__ Word256 part[96];
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	Word256 q = query[min(i, n - 1)];
	unsigned least = 257, place = 0;
	for (unsigned base = 0; base < m; base += 96) {
		__syncthreads();
		if (base + threadIdx.x < m)
			part[threadIdx.x] = stored[base + threadIdx.x];
		__syncthreads();
		unsigned some = min(96u, m - base);
		for (unsigned k = 0; k < some; k++) {
			unsigned d = __popcll(q.x ^ part[k].x) + __popcll(q.y ^ part[k].y) + __popcll(q.z ^ part[k].z) + __popcll(q.w ^ part[k].w);
			if (d < least)
				least = d, place = base + k;
		}
	}
	if (i < n)
		best[i] = make_uint2(least, place);
}

__device__ inline uint64_t spread(uint64_t v)
{
	v &= 0x1fffff;
	v = (v | v << 32) & 0x1f00000000ffffull;
	v = (v | v << 16) & 0x1f0000ff0000ffull;
	v = (v | v << 8) & 0x100f00f00f00f00full;
	v = (v | v << 4) & 0x10c30c30c30c30c3ull;
	return (v | v << 2) & 0x1249249249249249ull;
}

// Codes of points along the curve of Morton, 21 bits of each coordinate.
extern "C" __global__ void bits_interleaved_places(const float *__restrict__ xyz, uint64_t *__restrict__ code, size_t n)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) {
		float s = 2097151.0f;
		uint64_t x = (uint64_t)(__saturatef(xyz[3 * i]) * s), y = (uint64_t)(__saturatef(xyz[3 * i + 1]) * s),
		         z = (uint64_t)(__saturatef(xyz[3 * i + 2]) * s);
		code[i] = spread(x) | spread(y) << 1 | spread(z) << 2;
	}
}
