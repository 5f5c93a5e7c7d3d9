// Hashing, text and codes of whole numbers.
#include <stdint.h>

// FNV-1a of words of text that stand one after another
extern "C" __global__ void hash_fnv_of_words(const unsigned char *text, const int *start, unsigned *out, int words)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words) return;
    unsigned h = 2166136261u;
    for (int k = start[w]; k < start[w + 1]; k++) h = (h ^ text[k]) * 16777619u;
    out[w] = h;
}

// keys into an open table, place after place; 0 is empty
extern "C" __global__ void hash_keys_to_free_place(const unsigned *keys, unsigned *table, unsigned *worth, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i] + 1, at = key * 2654435769u >> 7 & mask;
    while (true) {
        unsigned was = atomicCAS(&table[at], 0u, key);
        if (was == 0 || was == key) {
            atomicAdd(&worth[at], 1u);
            return;
        }
        at = (at + 1) & mask;
    }
}

// a cuckoo's two places
struct Cuckoo { const uint2 *left, *right; unsigned mask; };
extern "C" __global__ void hash_cuckoo_asked(Cuckoo c, const unsigned *keys, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = keys[i];
    uint2 e = c.left[(k * 0x9e3779b1u >> 8) & c.mask];
    if (e.x != k) e = c.right[(k * 0x85ebca77u >> 9) & c.mask];
    out[i] = e.x == k ? e.y : 0xffffffffu;
}

// Bloom's filter asked by four functions
extern "C" __global__ void hash_bloom_of_four(const unsigned *bits, const uint64_t *keys, unsigned char *maybe, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t h = keys[i] * 0xff51afd7ed558ccdull;
    h ^= h >> 33;
    unsigned a = (unsigned)h, b = (unsigned)(h >> 32) | 1;
    for (int k = 0; k < 4; k++) {
        unsigned p = (a + k * b) & mask;
        if (!(bits[p >> 5] >> (p & 31) & 1)) {
            maybe[i] = 0;
            return;
        }
    }
    maybe[i] = 1;
}

// 64 bits well mixed, several rounds for a stretch of 32 bytes
extern "C" __global__ void hash_long_stripes(const ulonglong2 *in, uint64_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint64_t p1 = 11400714785074694791ull, p2 = 14029467366897019727ull;
    ulonglong2 a = in[2 * i], b = in[2 * i + 1];
    uint64_t v[4] = {a.x, a.y, b.x, b.y}, h = 0;
    for (int k = 0; k < 4; k++) {
        uint64_t s = v[k] * p2 + (k + 1) * p1;
        s = (s << 31 | s >> 33) * p1;
        h = (h ^ s) * p1 + p2;
        h = h << 27 | h >> 37;
    }
    h ^= h >> 33;
    out[i] = h * p2;
}

// how many words of text begin
extern "C" __global__ void txt_words_that_begin(const char *text, int n, unsigned *count)
{
    __shared__ unsigned s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool here = text[i] > ' ', before = i > 0 && text[i - 1] > ' ';
        mine += here && !before;
    }
    atomicAdd(&s, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(count, s);
}

// numbers of eight figures are read
extern "C" __global__ void txt_numbers_of_eight(const uint64_t *text, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t v = text[i];
    unsigned r = 0;
    for (int k = 0; k < 8; k++) {
        unsigned c = v & 255;
        if (c < '0' || c > '9') break;
        r = r * 10 + (c - '0');
        v >>= 8;
    }
    out[i] = r;
}

// letters shifted after a key as long as one likes
extern "C" __global__ void txt_vigenere(unsigned char *text, const unsigned char *key, int n, int length)
{
    __shared__ unsigned char k[64];
    if (threadIdx.x < length) k[threadIdx.x] = key[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned char c = text[i];
    if (c >= 'a' && c <= 'z') text[i] = 'a' + (c - 'a' + k[i % length]) % 26;
    else if (c >= 'A' && c <= 'Z') text[i] = 'A' + (c - 'A' + k[i % length]) % 26;
}

// CRC-32, bit by bit, each thread 16 words
extern "C" __global__ void code_crc_bit_by_bit(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned crc = ~0u;
    for (int w = 0; w < 16; w++) {
        crc ^= in[w * n + i];
        for (int b = 0; b < 32; b++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    out[i] = ~crc;
}

// Hamming's (7,4) for each half of each byte
extern "C" __global__ void code_hamming_seven_four(const unsigned char *in, ushort1 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned r = 0;
    #pragma unroll
    for (int half = 0; half < 2; half++) {
        unsigned d = in[i] >> 4 * half & 15, a = d & 1, b = d >> 1 & 1, c = d >> 2 & 1, e = d >> 3;
        unsigned w = (a ^ b ^ e) | (a ^ c ^ e) << 1 | a << 2 | (b ^ c ^ e) << 3 | b << 4 | c << 5 | e << 6;
        r |= w << 8 * half;
    }
    out[i] = make_ushort1(r);
}

// Morton's code of three coordinates, 63 bits
__device__ uint64_t spread(uint64_t v)
{
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffffull;
    v = (v | v << 16) & 0x1f0000ff0000ffull;
    v = (v | v << 8) & 0x100f00f00f00f00full;
    v = (v | v << 4) & 0x10c30c30c30c30c3ull;
    return (v | v << 2) & 0x1249249249249249ull;
}
extern "C" __global__ void bits_morton_of_three(const float *x, const float *y, const float *z, uint64_t *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = spread((uint64_t)(x[i] * 2097151)) | spread((uint64_t)(y[i] * 2097151)) << 1 | spread((uint64_t)(z[i] * 2097151)) << 2;
}

// 32 by 32 bits turned by a warp
extern "C" __global__ void bits_turned_by_votes(const unsigned *in, unsigned *out, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned v = i < words ? in[i] : 0, r = 0;
    for (int b = 0; b < 32; b++) {
        unsigned votes = __ballot_sync(~0u, v >> b & 1);
        if (lane == b) r = votes;
    }
    if (i < words) out[i] = r;
}

// how like fingerprints of 1024 bits are to one of them
extern "C" __global__ void bits_likeness_of_prints(const uint4 *prints, const uint4 *asked, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int both = 0, any = 0;
    for (int k = 0; k < 8; k++) {
        uint4 a = prints[k * n + i], b = __ldg(asked + k);
        both += __popc(a.x & b.x) + __popc(a.y & b.y) + __popc(a.z & b.z) + __popc(a.w & b.w);
        any += __popc(a.x | b.x) + __popc(a.y | b.y) + __popc(a.z | b.z) + __popc(a.w | b.w);
    }
    out[i] = any ? (float)both / any : 1.0f;
}

// Gray's code, turned round, leading zeros
extern "C" __global__ void bits_gray_and_turned(const uint2 *in, uint2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 v = in[i];
    unsigned g = v.x ^ v.x >> 1, r = __brev(v.y), z = __clz(v.x | 1);
    out[i] = make_uint2(__byte_perm(g, r, 0x4172), (r >> z) + __ffs(g));
}
