// Texts, digests, packing.
#include <stdint.h>

__constant__ uint32_t crcWords[256];
extern "C" __global__ void cod_crc_constant_table(const uint8_t *__restrict__ text, uint32_t *__restrict__ crc, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t c = ~0u;
    for (int k = 0; k < length; k++) c = crcWords[(c ^ text[(size_t)i * length + k]) & 255] ^ c >> 8;
    crc[i] = ~c;
}

// Horspool's search, each thread its own stretch of the text
extern "C" __global__ void txt_skip_search(const uint8_t *__restrict__ text, const uint8_t *__restrict__ word, int *__restrict__ found, int n, int m, int stretch)
{
    __shared__ uint8_t skip[256], w[32];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) skip[k] = m;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < m; k++) {
            w[k] = word[k];
            if (k < m - 1) skip[word[k]] = m - 1 - k;
        }
    __syncthreads();
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * stretch, end = min(begin + stretch, n - m + 1), c = 0;
    for (int at = begin; at < end;) {
        int k = m - 1;
        while (k >= 0 && text[at + k] == w[k]) k--;
        c += k < 0;
        at += skip[text[at + m - 1]];
    }
    if (begin < n) found[begin / stretch] = c;
}

// Myers: edit distance in one word's bits, many candidates of 24 letters against one of 20
extern "C" __global__ void txt_distance_in_bits(const uint8_t *__restrict__ pattern, const uint8_t *__restrict__ text, uint8_t *__restrict__ dist, int n)
{
    __shared__ uint32_t eq[32];
    if (threadIdx.x < 32) {
        uint32_t e = 0;
        for (int k = 0; k < 20; k++) e |= (uint32_t)(pattern[k] == threadIdx.x) << k;
        eq[threadIdx.x] = e;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t pv = ~0u, mv = 0;
    int score = 20;
    for (int k = 0; k < 24; k++) {
        uint32_t e = eq[text[k * (size_t)n + i] & 31], xv = e | mv, xh = (((e & pv) + pv) ^ pv) | e;
        uint32_t ph = mv | ~(xh | pv), mh = pv & xh;
        score += (ph >> 19 & 1) - (mh >> 19 & 1);
        ph = ph << 1 | 1;
        pv = mh << 1 | ~(xv | ph);
        mv = ph & xv;
    }
    dist[i] = score;
}

extern "C" __global__ void byt_letters_without_continuation(const uint4 *__restrict__ text, unsigned *__restrict__ letters, int quads)
{
    unsigned c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uint4 v = text[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; k++) c += 4 - __popc(w[k] >> 7 & ~w[k] >> 6 & 0x01010101u);
    }
    c = __reduce_add_sync(~0u, c);
    if (threadIdx.x % 32 == 0) atomicAdd(letters, c);
}

// Bloom filter of three bits a key
__device__ __forceinline__ uint32_t stir(uint32_t x, uint32_t k) { x ^= k, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu; return x ^ x >> 16; }
extern "C" __global__ void hsh_bloom_fill(const uint32_t *__restrict__ key, uint32_t *__restrict__ bits, int n, uint32_t mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#pragma unroll
    for (uint32_t k = 1; k <= 3; k++) {
        uint32_t h = stir(key[i], k * 0x9E3779B9u) & mask;
        atomicOr(bits + h / 32, 1u << h % 32);
    }
}
extern "C" __global__ void hsh_bloom_ask(const uint32_t *__restrict__ key, const uint32_t *__restrict__ bits, uint8_t *__restrict__ maybe, int n, uint32_t mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool yes = true;
    for (uint32_t k = 1; k <= 3 && yes; k++) {
        uint32_t h = stir(key[i], k * 0x9E3779B9u) & mask;
        yes = bits[h / 32] >> h % 32 & 1;
    }
    maybe[i] = yes;
}

// looks for a nonce: rounds of add, rotate, xor; counts those below a bar
extern "C" __global__ void cry_count_good_nonces(const uint32_t *__restrict__ head, unsigned *__restrict__ good, int rounds, uint32_t bar)
{
    uint32_t a = head[0], b = head[1], c = head[2], d = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        a += b, d = __funnelshift_l(d ^ a, d ^ a, 16);
        c += d, b = __funnelshift_l(b ^ c, b ^ c, 12);
        a += b, d = __funnelshift_l(d ^ a, d ^ a, 8);
        c += d, b = __funnelshift_l(b ^ c, b ^ c, 7);
    }
    int m = __syncthreads_count((a ^ c) < bar);
    if (threadIdx.x == 0 && m) atomicAdd(good, m);
}

// five bits a number into words: 32 numbers make five words
extern "C" __global__ void byt_pack_five_bits(const uint8_t *__restrict__ in, uint32_t *__restrict__ out, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;
    const uint4 *p = (const uint4 *)in + 2 * g;
    uint32_t v[8] = {p[0].x, p[0].y, p[0].z, p[0].w, p[1].x, p[1].y, p[1].z, p[1].w};
    uint32_t w[5] = {};
#pragma unroll
    for (int k = 0; k < 32; k++) {
        uint32_t x = v[k / 4] >> k % 4 * 8 & 31;
        w[k * 5 / 32] |= x << k * 5 % 32;
        if (k * 5 % 32 > 27) w[k * 5 / 32 + 1] |= x >> (32 - k * 5 % 32);
    }
#pragma unroll
    for (int k = 0; k < 5; k++) out[(size_t)k * groups + g] = w[k];
}

extern "C" __global__ void db_mark_first_of_equal(const int *__restrict__ sorted, uint8_t *__restrict__ first, unsigned *__restrict__ distinct, int n, int divide)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool f = i < n && (i == 0 || sorted[i] / divide != sorted[i - 1] / divide);
    if (i < n) first[i] = f;
    int c = __syncthreads_count(f);
    if (threadIdx.x == 0) atomicAdd(distinct, (unsigned)c);
}

extern "C" __global__ void int_morton_codes(const uint32_t *__restrict__ xyz, unsigned long long *__restrict__ code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long c = 0;
#pragma unroll
    for (int k = 0; k < 3; k++) {
        unsigned long long v = xyz[3 * i + k] & 0x1fffff;
        v = (v | v << 32) & 0x1f00000000ffffull;
        v = (v | v << 16) & 0x1f0000ff0000ffull;
        v = (v | v << 8) & 0x100f00f00f00f00full;
        v = (v | v << 4) & 0x10c30c30c30c30c3ull;
        v = (v | v << 2) & 0x1249249249249249ull;
        c |= v << k;
    }
    code[i] = c;
}

// nearest of many codes of 256 bits
extern "C" __global__ void look_nearest_code(const uint4 *__restrict__ query, const uint4 *__restrict__ book, int *__restrict__ best, int n, int m)
{
    __shared__ uint4 page[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 a = query[2 * min(i, n - 1)], b = query[2 * min(i, n - 1) + 1];
    int least = 1 << 20;
    for (int base = 0; base < m; base += 64) {
        __syncthreads();
        if (base * 2 + (int)threadIdx.x < 2 * m) page[threadIdx.x] = book[base * 2 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < min(64, m - base); k++) {
            const uint4 c = page[2 * k], d = page[2 * k + 1];
            int s = __popc(a.x ^ c.x) + __popc(a.y ^ c.y) + __popc(a.z ^ c.z) + __popc(a.w ^ c.w) + __popc(b.x ^ d.x) + __popc(b.y ^ d.y) + __popc(b.z ^ d.z) + __popc(b.w ^ d.w);
            least = min(least, s << 12 | (base + k));
        }
    }
    if (i < n) best[i] = least & 4095;
}
