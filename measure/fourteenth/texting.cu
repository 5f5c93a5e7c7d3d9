// Strings, codes and hashes.
#include <stdint.h>

extern "C" __global__ void txt_count_words(const unsigned char *__restrict__ text, unsigned *count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool letter = i < n && text[i] > 32, before = i > 0 && i <= n && text[i - 1] > 32;
    const unsigned b = __ballot_sync(0xffffffffu, letter && !before);
    if ((threadIdx.x & 31) == 0 && b) atomicAdd(count, __popc(b));
}

extern "C" __global__ void txt_upper_by_words(const uint32_t *__restrict__ in, uint32_t *__restrict__ out, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    const uint32_t w = in[i], low = w & 0x7f7f7f7fu;
    const uint32_t above = (low + 0x05050505u) & 0x80808080u, from = (low + 0x1f1f1f1fu) & 0x80808080u;
    const uint32_t letter = from & ~above & ~w;
    out[i] = w ^ (letter >> 2 & 0x20202020u);
}

__constant__ unsigned char txtPattern[16];

extern "C" __global__ void txt_find_pattern(const unsigned char *__restrict__ text, int *__restrict__ hits, int n, int length)
{
    extern __shared__ unsigned char tfp_text[];
    const int first = blockIdx.x * blockDim.x;
    for (int k = threadIdx.x; k < blockDim.x + length; k += blockDim.x) tfp_text[k] = first + k < n ? text[first + k] : 0;
    __syncthreads();
    const int i = first + threadIdx.x;
    if (i + length > n) return;
    int k = 0;
    while (k < length && tfp_text[threadIdx.x + k] == txtPattern[k]) k++;
    if (k == length) atomicAdd(hits, 1);
}

// longest common subsequence, a pair of strings per thread
extern "C" __global__ void txt_common_subsequence(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, int *__restrict__ out, int pairs)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    unsigned char row[25];
    for (int j = 0; j < 25; j++) row[j] = 0;
    for (int i = 0; i < 24; i++) {
        const unsigned char c = a[i * pairs + p];
        int diagonal = 0;
#pragma unroll
        for (int j = 1; j <= 24; j++) {
            const int above = row[j];
            if (b[(j - 1) * pairs + p] == c) row[j] = diagonal + 1;
            else row[j] = row[j - 1] > above ? row[j - 1] : above;
            diagonal = above;
        }
    }
    out[p] = row[24];
}

__constant__ unsigned char base64Letters[64];

extern "C" __global__ void cod_base64_encode(const unsigned char *__restrict__ in, uchar4 *__restrict__ out, int triples)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples) return;
    const unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[i] = make_uchar4(base64Letters[v >> 18], base64Letters[v >> 12 & 63], base64Letters[v >> 6 & 63], base64Letters[v & 63]);
}

extern "C" __global__ void hash_fnv_rows(const unsigned char *__restrict__ text, uint32_t *__restrict__ out, int rows, int length)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    uint32_t h = 2166136261u;
    for (int k = 0; k < length; k++) h = (h ^ text[(size_t)r * length + k]) * 16777619u;
    out[r] = h;
}

// open addressing; a key that is there already is found, so every launch does the same to the table
extern "C" __global__ void hash_table_insert(const unsigned *__restrict__ keys, unsigned *table, int *__restrict__ slot, int n, unsigned mask)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned key = keys[i] + 1;
    unsigned at = key * 2654435761u >> 7 & mask;
    for (unsigned tries = 0; tries <= mask; tries++) {
        const unsigned was = atomicCAS(&table[at], 0u, key);
        if (was == 0u || was == key) break;
        at = (at + 1) & mask;
    }
    slot[i] = at;
}

extern "C" __global__ void hash_probe_ordered(const unsigned *__restrict__ table, const unsigned *__restrict__ asked, unsigned char *__restrict__ found, int n, unsigned mask)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned key = asked[i];
    unsigned at = key & mask;
    bool yes = false;
    for (int k = 0; k < 32; k++) {
        const unsigned t = table[at];
        if (t == key) {
            yes = true;
            break;
        }
        if ((t & 7) == 0) break;
        at = (at + 1) & mask;
    }
    found[i] = yes;
}

// sixteen bytes of state in registers: quarter rounds
#define ROTL(x, r) ((x) << (r) | (x) >> (32 - (r)))
#define QUARTER(a, b, c, d) a += b; d = ROTL(d ^ a, 16); c += d; b = ROTL(b ^ c, 12); a += b; d = ROTL(d ^ a, 8); c += d; b = ROTL(b ^ c, 7);

extern "C" __global__ void cry_chacha_blocks(const uint32_t *__restrict__ key, uint32_t *__restrict__ out, int blocks, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= blocks) return;
    uint32_t s[16];
    s[0] = 0x61707865u;
    s[1] = 0x3320646eu;
    s[2] = 0x79622d32u;
    s[3] = 0x6b206574u;
#pragma unroll
    for (int k = 0; k < 8; k++) s[4 + k] = key[k];
    s[12] = i;
    s[13] = 0;
    s[14] = 7;
    s[15] = 9;
    for (int r = 0; r < rounds; r++) {
        QUARTER(s[0], s[4], s[8], s[12])
        QUARTER(s[1], s[5], s[9], s[13])
        QUARTER(s[2], s[6], s[10], s[14])
        QUARTER(s[3], s[7], s[11], s[15])
        QUARTER(s[0], s[5], s[10], s[15])
        QUARTER(s[1], s[6], s[11], s[12])
        QUARTER(s[2], s[7], s[8], s[13])
        QUARTER(s[3], s[4], s[9], s[14])
    }
#pragma unroll
    for (int k = 0; k < 4; k++)
        *(uint4 *)&out[16 * (size_t)i + 4 * k] = make_uint4(s[4 * k], s[4 * k + 1], s[4 * k + 2], s[4 * k + 3]);
}
