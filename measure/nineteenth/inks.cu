// Text, bytes, codes, keys and whole numbers.
#include <stdint.h>

// small letters to large, sixteen bytes at once, word by word in parallel
extern "C" __global__ void txt_letters_made_large(uint4 *text, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto up = [](unsigned w) {
        unsigned small = __vcmpgeu4(w, 0x61616161u) & __vcmpleu4(w, 0x7a7a7a7au);
        return w ^ (small & 0x20202020u);
    };
    uint4 v = text[i];
    text[i] = make_uint4(up(v.x), up(v.y), up(v.z), up(v.w));
}

// where a word of constant memory stands
__constant__ uint8_t word[8];
extern "C" __global__ void txt_where_word_stands(const uint8_t *text, int n, int length, int *count, uint8_t *mark)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n) return;
    int k = 0;
    while (k < length && text[i + k] == word[k]) k++;
    const bool here = k == length;
    mark[i] = here;
    if (here) atomicAdd(count, 1);
}

// three bytes to four letters
extern "C" __global__ void byt_sixty_four_letters(const uint8_t *__restrict__ in, uchar4 *__restrict__ out, int groups)
{
    __shared__ uint8_t letter[64];
    if (threadIdx.x < 64) {
        int t = threadIdx.x;
        letter[t] = t < 26 ? 'A' + t : t < 52 ? 'a' + t - 26 : t < 62 ? '0' + t - 52 : t == 62 ? '+' : '/';
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups) return;
    unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[i] = make_uchar4(letter[v >> 18], letter[v >> 12 & 63], letter[v >> 6 & 63], letter[v & 63]);
}

// a check over stretches of bytes by table
extern "C" __global__ void cod_checks_of_stretches(const uint8_t *bytes, const uint32_t *table, uint32_t *out, int stretches, int length)
{
    __shared__ uint32_t s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= stretches) return;
    uint32_t c = ~0u;
    for (int k = 0; k < length; k++) c = s[(c ^ bytes[(size_t)i * length + k]) & 255] ^ c >> 8;
    out[i] = ~c;
}

// after Murmur, keys of any number of words
extern "C" __global__ void hsh_murmur_of_keys(const uint32_t *keys, uint32_t *out, int n, int words, uint32_t seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h = seed;
    for (int w = 0; w < words; w++) {
        uint32_t k = keys[(size_t)w * n + i] * 0xcc9e2d51u;
        h ^= __funnelshift_l(k, k, 15) * 0x1b873593u;
        h = __funnelshift_l(h, h, 13) * 5 + 0xe6546b64u;
    }
    h ^= 4 * words;
    h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
    out[i] = h;
}

// a stream of 64 bytes a thread after ChaCha, added to a text
extern "C" __global__ void cry_stream_after_chacha(const uint32_t *key, uint4 *text, int blocks, int rounds)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= blocks) return;
    uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0, 0, 0, 0, 0, 0, 0, 0, (uint32_t)b, 0, 77, 99}, x[16];
#pragma unroll
    for (int k = 0; k < 8; k++) s[4 + k] = key[k];
#pragma unroll
    for (int k = 0; k < 16; k++) x[k] = s[k];
#define TURN(v, r) v = __funnelshift_l(v, v, r)
#define QUARTER(a, b, c, d) a += b, d ^= a, TURN(d, 16), c += d, b ^= c, TURN(b, 12), a += b, d ^= a, TURN(d, 8), c += d, b ^= c, TURN(b, 7)
    for (int r = 0; r < rounds; r += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint4 t = text[4 * b + k];
        t.x ^= x[4 * k] + s[4 * k], t.y ^= x[4 * k + 1] + s[4 * k + 1], t.z ^= x[4 * k + 2] + s[4 * k + 2], t.w ^= x[4 * k + 3] + s[4 * k + 3];
        text[4 * b + k] = t;
    }
}

// bits of three coordinates between each other
extern "C" __global__ void cod_bits_of_three_mixed(const uint16_t *x, const uint16_t *y, const uint16_t *z, uint64_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto spread = [](uint64_t v) {
        v = (v | v << 32) & 0x1f00000000ffffull;
        v = (v | v << 16) & 0x1f0000ff0000ffull;
        v = (v | v << 8) & 0x100f00f00f00f00full;
        v = (v | v << 4) & 0x10c30c30c30c30c3ull;
        return (v | v << 2) & 0x1249249249249249ull;
    };
    out[i] = spread(x[i]) | spread(y[i]) << 1 | spread(z[i]) << 2;
}

// asked of an open table, step by step until empty or found; slots a power of two
extern "C" __global__ void hash_asked_step_by_step(const uint2 *table, unsigned mask, const unsigned *keys, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned k = keys[i];
    unsigned p = k * 2654435769u >> 7 & mask, r = ~0u;
    for (unsigned tries = 0; tries <= mask; tries++) {
        uint2 e = table[p];
        if (e.x == k) r = e.y;
        if (e.x == k || (e.x & 3) == 0) break;
        p = (p + 1) & mask;
    }
    out[i] = r;
}

// powers to a modulus, 64 bits
extern "C" __global__ void int_powers_to_modulus(const uint32_t *base, const uint32_t *power, uint64_t *out, int n, uint32_t modulus)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t b = base[i] % modulus, r = 1;
    for (uint32_t e = power[i]; e; e >>= 1) {
        if (e & 1) r = r * b % modulus;
        b = b * b % modulus;
    }
    out[i] = r;
}

// the nearest of many codes of 128 bits
extern "C" __global__ void cod_nearest_of_codes(const uint4 *asked, const uint4 *codes, int *which, int n, int count)
{
    __shared__ uint4 s[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 q = i < n ? asked[i] : make_uint4(0, 0, 0, 0);
    int best = 129, at = 0;
    for (int c0 = 0; c0 < count; c0 += 128) {
        __syncthreads();
        if (threadIdx.x < 128 && c0 + (int)threadIdx.x < count) s[threadIdx.x] = codes[c0 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < min(128, count - c0); k++) {
            uint4 c = s[k];
            int d = __popc(q.x ^ c.x) + __popc(q.y ^ c.y) + __popc(q.z ^ c.z) + __popc(q.w ^ c.w);
            if (d < best) best = d, at = c0 + k;
        }
    }
    if (i < n) which[i] = at;
}

// digits of numbers, the last first, padded to ten
extern "C" __global__ void int_digits_written(const unsigned *in, char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = in[i];
    int k = 9;
    do {
        out[(size_t)i * 10 + k--] = '0' + v % 10;
        v /= 10;
    } while (v);
    for (; k >= 0; k--) out[(size_t)i * 10 + k] = ' ';
}
