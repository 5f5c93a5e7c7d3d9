// Integers, bits, digests, codes.
#include <stdint.h>

__constant__ uint32_t roundsOf256[64];
__device__ __forceinline__ uint32_t ror(uint32_t v, int s) { return __funnelshift_r(v, v, s); }

// one block of 64 bytes a thread, words laid out side by side
extern "C" __global__ void cry_sha256_of_blocks(const uint32_t *__restrict__ text, uint32_t *__restrict__ digest, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    uint32_t w[16], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
#pragma unroll
    for (int k = 0; k < 16; k++) w[k] = text[k * n + t];
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
#pragma unroll
    for (int k = 0; k < 64; k++) {
        if (k >= 16) {
            uint32_t x = w[(k + 1) & 15], y = w[(k + 14) & 15];
            w[k & 15] += (ror(x, 7) ^ ror(x, 18) ^ x >> 3) + w[(k + 9) & 15] + (ror(y, 17) ^ ror(y, 19) ^ y >> 10);
        }
        uint32_t t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + roundsOf256[k] + w[k & 15];
        uint32_t t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    uint32_t o[8] = {a, b, c, d, e, f, g, h};
#pragma unroll
    for (int k = 0; k < 8; k++) digest[k * n + t] = s[k] + o[k];
}

// RC4: a permutation of 256 bytes a thread, in shared memory, keys of 8 bytes
extern "C" __global__ void cry_rc4_streams(const uint8_t *__restrict__ key, uint8_t *__restrict__ out, int n, int length)
{
    extern __shared__ uint8_t box[];
    uint8_t *s = box + threadIdx.x;
    const int T = blockDim.x, t = blockIdx.x * T + threadIdx.x;
    if (t >= n) return;
    for (int k = 0; k < 256; k++) s[k * T] = k;
    uint8_t j = 0;
    for (int k = 0; k < 256; k++) {
        uint8_t v = s[k * T];
        j += v + key[t * 8 + (k & 7)];
        s[k * T] = s[j * T], s[j * T] = v;
    }
    uint8_t i = 0;
    j = 0;
    for (int k = 0; k < length; k++) {
        i++;
        uint8_t a = s[i * T];
        j += a;
        uint8_t b = s[j * T];
        s[i * T] = b, s[j * T] = a;
        out[(size_t)k * n + t] = s[(uint8_t)(a + b) * T];
    }
}

extern "C" __global__ void int_population_of_rows(const ulonglong2 *__restrict__ rows, int *__restrict__ out, int n, int pairs)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 3, lane = threadIdx.x & 7;
    int c = 0;
    if (r < n)
        for (int k = lane; k < pairs; k += 8) {
            ulonglong2 v = rows[(size_t)r * pairs + k];
            c += __popcll(v.x) + __popcll(v.y);
        }
    c += __shfl_xor_sync(~0u, c, 1), c += __shfl_xor_sync(~0u, c, 2), c += __shfl_xor_sync(~0u, c, 4);
    if (r < n && lane == 0) out[r] = c;
}

// Hamming 7,4 of nibbles: a byte becomes 14 bits in 16
extern "C" __global__ void cod_hamming_of_nibbles(const uint32_t *__restrict__ in, uint2 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t v = in[i], o[2];
#pragma unroll
    for (int half = 0; half < 2; half++) {
        uint32_t w = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            uint32_t d = v >> (half * 16 + k * 4) & 15, p0 = (d ^ d >> 1 ^ d >> 3) & 1, p1 = (d ^ d >> 2 ^ d >> 3) & 1, p2 = (d >> 1 ^ d >> 2 ^ d >> 3) & 1;
            w |= (p0 | p1 << 1 | (d & 1) << 2 | p2 << 3 | (d >> 1) << 4) << 8 * k;
        }
        o[half] = w;
    }
    out[i] = make_uint2(o[0], o[1]);
}

// CRC of 32 bits by nibbles, the table of 16 in the lanes, asked by shuffles
extern "C" __global__ void cod_crc_by_lanes(const uint8_t *__restrict__ text, uint32_t *__restrict__ crc, int n, int length)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t entry = threadIdx.x & 15;
    for (int k = 0; k < 4; k++) entry = entry & 1 ? entry >> 1 ^ 0xEDB88320u : entry >> 1;
    uint32_t c = ~0u;
    for (int k = 0; k < length; k++) {
        c ^= t < n ? text[(size_t)k * n + t] : 0;
        c = c >> 4 ^ __shfl_sync(~0u, entry, c & 15);
        c = c >> 4 ^ __shfl_sync(~0u, entry, c & 15);
    }
    if (t < n) crc[t] = ~c;
}

// big numbers: 1024 bits plus 1024 bits, 32 words by the 32 lanes, carries by one addition of two votes
extern "C" __global__ void int_add_wide_by_votes(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b, uint32_t *__restrict__ c, int n)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= n) return;
    uint32_t x = a[(size_t)w * 32 + lane], s = x + b[(size_t)w * 32 + lane];
    uint32_t g = __ballot_sync(~0u, s < x), p = __ballot_sync(~0u, s == ~0u);
    uint32_t carry = (p + (g << 1)) ^ p;
    c[(size_t)w * 32 + lane] = s + (carry >> lane & 1);
}
