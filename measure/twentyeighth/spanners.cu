// Ciphers, hashes, texts and bits.

__constant__ unsigned sub_and_mix[256];
__constant__ unsigned key_of_round[44];
__constant__ unsigned crc_by_four[1024];
__constant__ unsigned char letter_of_six[64];
__constant__ unsigned char kind_of_letter[256];
__constant__ unsigned char needle[64];

__device__ __host__ inline unsigned mixed(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}

// Murmur over strings of 4 ... 35 bytes
extern "C" __global__ void hash_strings_by_murmur(const unsigned char *text, const int *start, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned char *s = text + start[i];
    const int length = 4 + (mixed(i) & 31);
    unsigned h = 0x9747b28cu;
    int k = 0;
    for (; k + 4 <= length; k += 4) {
        unsigned w = s[k] | s[k + 1] << 8 | s[k + 2] << 16 | (unsigned)s[k + 3] << 24;
        w *= 0xcc9e2d51u;
        w = w << 15 | w >> 17;
        h ^= w * 0x1b873593u;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
    }
    for (; k < length; k++) h = (h ^ s[k]) * 16777619u;
    out[i] = mixed(h ^ length);
}

// keys of 64 bits into a table with open places; zero is empty
extern "C" __global__ void hsh_put_in_open_table(const unsigned long long *keys, unsigned long long *table, unsigned *probes, unsigned n, unsigned mask)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned long long key = keys[i] | 1;
        unsigned at = (unsigned)(key * 0x9e3779b97f4a7c15ull >> 32) & mask, count = 1;
        while (true) {
            const unsigned long long was = atomicCAS(&table[at], 0ull, key);
            if (was == 0 || was == key || count > mask) break;
            at = (at + 1) & mask;
            count++;
        }
        probes[i] = count;
    }
}

#define QUARTER(a, b, c, d)                                                                        \
    a += b, d ^= a, d = __funnelshift_l(d, d, 16), c += d, b ^= c, b = __funnelshift_l(b, b, 12), \
    a += b, d ^= a, d = __funnelshift_l(d, d, 8), c += d, b ^= c, b = __funnelshift_l(b, b, 7)

// ChaCha, twenty rounds, a block of 64 bytes a thread
extern "C" __global__ void cry_chacha_over_data(uint4 *data, uint4 key0, uint4 key1, unsigned n, unsigned nonce)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned first[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key0.x, key0.y, key0.z, key0.w,
                                key1.x, key1.y, key1.z, key1.w, i, nonce, nonce ^ 0x55555555u, 0};
    unsigned s[16];
#pragma unroll
    for (int k = 0; k < 16; k++) s[k] = first[k];
    for (int r = 0; r < 10; r++) {
        QUARTER(s[0], s[4], s[8], s[12]);
        QUARTER(s[1], s[5], s[9], s[13]);
        QUARTER(s[2], s[6], s[10], s[14]);
        QUARTER(s[3], s[7], s[11], s[15]);
        QUARTER(s[0], s[5], s[10], s[15]);
        QUARTER(s[1], s[6], s[11], s[12]);
        QUARTER(s[2], s[7], s[8], s[13]);
        QUARTER(s[3], s[4], s[9], s[14]);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint4 d = data[4 * (size_t)i + k];
        d.x ^= s[4 * k] + first[4 * k];
        d.y ^= s[4 * k + 1] + first[4 * k + 1];
        d.z ^= s[4 * k + 2] + first[4 * k + 2];
        d.w ^= s[4 * k + 3] + first[4 * k + 3];
        data[4 * (size_t)i + k] = d;
    }
}

// ten rounds over blocks of sixteen bytes, the table of a round in constant memory
extern "C" __global__ void cry_rounds_by_table(const uint4 *in, uint4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 s = in[i];
    s.x ^= key_of_round[0], s.y ^= key_of_round[1], s.z ^= key_of_round[2], s.w ^= key_of_round[3];
    auto column = [](unsigned a, unsigned b, unsigned c, unsigned d) {
        const unsigned t0 = sub_and_mix[a & 255], t1 = sub_and_mix[b >> 8 & 255], t2 = sub_and_mix[c >> 16 & 255], t3 = sub_and_mix[d >> 24];
        return t0 ^ __funnelshift_l(t1, t1, 8) ^ __funnelshift_l(t2, t2, 16) ^ __funnelshift_l(t3, t3, 24);
    };
    for (int r = 1; r <= 10; r++) {
        const uint4 t = make_uint4(column(s.x, s.y, s.z, s.w), column(s.y, s.z, s.w, s.x), column(s.z, s.w, s.x, s.y), column(s.w, s.x, s.y, s.z));
        s.x = t.x ^ key_of_round[4 * r];
        s.y = t.y ^ key_of_round[4 * r + 1];
        s.z = t.z ^ key_of_round[4 * r + 2];
        s.w = t.w ^ key_of_round[4 * r + 3];
    }
    out[i] = s;
}

// CRC of packets, four bytes a step, tables in shared memory first
template <bool Shared>
__global__ void crcOfPackets(const unsigned *packets, unsigned *out, int n, int words)
{
    __shared__ unsigned copy[Shared ? 1024 : 1];
    if (Shared) {
        for (int k = threadIdx.x; k < 1024; k += blockDim.x) copy[k] = crc_by_four[k];
        __syncthreads();
    }
    const unsigned *table = Shared ? copy : crc_by_four;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < words; k++) {
        c ^= packets[(size_t)k * n + i];
        c = table[768 + (c & 255)] ^ table[512 + (c >> 8 & 255)] ^ table[256 + (c >> 16 & 255)] ^ table[c >> 24];
    }
    out[i] = ~c;
}
template __global__ void crcOfPackets<false>(const unsigned *, unsigned *, int, int);
template __global__ void crcOfPackets<true>(const unsigned *, unsigned *, int, int);

// three bytes to four letters
extern "C" __global__ void txt_bytes_to_letters(const unsigned char *in, uchar4 *out, long long triples)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples) return;
    const unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[i] = make_uchar4(letter_of_six[v >> 18], letter_of_six[v >> 12 & 63], letter_of_six[v >> 6 & 63], letter_of_six[v & 63]);
}

// where words begin: kinds of letters by a table of bytes, votes of a warp
extern "C" __global__ void txt_words_by_ballot(const unsigned char *text, unsigned long long *count, int n)
{
    unsigned mine = 0;
    const int lane = threadIdx.x & 31;
    for (int base = (blockIdx.x * blockDim.x + threadIdx.x) & ~31; base < n; base += gridDim.x * blockDim.x) {
        const int i = base + lane;
        const bool in = i < n && kind_of_letter[text[i]] != 0;
        const unsigned word = __ballot_sync(~0u, in);
        unsigned before = 0;
        if (lane == 0 && base > 0) before = kind_of_letter[text[base - 1]] != 0;
        if (lane == 0) mine += __popc(word & ~(word << 1 | before));
    }
    if (mine) atomicAdd(count, (unsigned long long)mine);
}

// distance of edits to a needle of up to 64 letters (four letters), a column of bits at once
extern "C" __global__ void txt_edits_by_bits(const unsigned char *reads, int *best, int n, int length, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long eq[4] = {};
    for (int k = 0; k < m; k++) {
        const int letter = needle[k] & 3;
#pragma unroll
        for (int c = 0; c < 4; c++) eq[c] |= (unsigned long long)(letter == c) << k;
    }
    unsigned long long pv = ~0ull, mv = 0;
    int score = m, least = m;
    for (int j = 0; j < length; j++) {
        const int c = reads[(size_t)j * n + i] & 3;
        const unsigned long long e = c < 2 ? (c == 0 ? eq[0] : eq[1]) : (c == 2 ? eq[2] : eq[3]);
        const unsigned long long xv = e | mv, xh = (((e & pv) + pv) ^ pv) | e;
        unsigned long long ph = mv | ~(xh | pv), mh = pv & xh;
        score += (int)(ph >> (m - 1) & 1) - (int)(mh >> (m - 1) & 1);
        least = min(least, score);
        ph <<= 1;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    best[i] = least;
}

__device__ unsigned long long spreadBits(unsigned v)
{
    unsigned long long x = v & 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffffull;
    x = (x | x << 16) & 0x1f0000ff0000ffull;
    x = (x | x << 8) & 0x100f00f00f00f00full;
    x = (x | x << 4) & 0x10c30c30c30c30c3ull;
    return (x | x << 2) & 0x1249249249249249ull;
}

// places in space along a curve of Morton
extern "C" __global__ void bits_morton_of_points(const float *x, const float *y, const float *z, unsigned long long *code, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float most = 2097151.0f;
    const unsigned a = (unsigned)(x[i] * most), b = (unsigned)(y[i] * most), c = (unsigned)(z[i] * most);
    code[i] = spreadBits(a) | spreadBits(b) << 1 | spreadBits(c) << 2;
}

// powers modulo an odd number of 64 bits by Montgomery's products
extern "C" __global__ void cry_powers_by_montgomery(const unsigned long long *base, unsigned long long *out, int n, unsigned long long modulus, unsigned long long inverse, unsigned long long one, unsigned exponent)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto product = [=](unsigned long long a, unsigned long long b) {
        const unsigned long long lo = a * b, hi = __umul64hi(a, b);
        const unsigned long long q = lo * inverse, t = __umul64hi(q, modulus);
        return hi >= t ? hi - t : hi - t + modulus;
    };
    unsigned long long b = base[i] % modulus, r = one;
    for (unsigned e = exponent; e; e >>= 1) {
        if (e & 1) r = product(r, b);
        b = product(b, b);
    }
    out[i] = r;
}
