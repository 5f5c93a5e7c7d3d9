// Words, distances, hashes.
#include <cuda_runtime.h>

struct Item { int weight, worth; };

__constant__ Item item[64];
__constant__ unsigned char skip_after[256];
__constant__ char sought[32];
__constant__ char hex_digit[17] = "0123456789abcdef";
__constant__ signed char blosum[32][32];

// edit distance of two short words, a pair a thread, the row kept in registers
template <int LETTERS>
__global__ void editsOfPairs(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, int *__restrict__ out, int pairs)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    int row[LETTERS + 1];
    unsigned char word[LETTERS];
#pragma unroll
    for (int k = 0; k < LETTERS; k++) word[k] = b[(size_t)k * pairs + i];
#pragma unroll
    for (int k = 0; k <= LETTERS; k++) row[k] = k;
    for (int r = 0; r < LETTERS; r++) {
        const unsigned char letter = a[(size_t)r * pairs + i];
        int slant = row[0];
        row[0] = r + 1;
#pragma unroll
        for (int k = 1; k <= LETTERS; k++) {
            const int up = row[k];
            row[k] = min(min(up, row[k - 1]) + 1, slant + (letter != word[k - 1]));
            slant = up;
        }
    }
    out[i] = row[LETTERS];
}
template __global__ void editsOfPairs<12>(const unsigned char *, const unsigned char *, int *, int);
template __global__ void editsOfPairs<32>(const unsigned char *, const unsigned char *, int *, int);

// longest common part of two texts of one length, by diagonals; a block a pair
extern "C" __global__ void dp_common_by_diagonals(const unsigned char *a, const unsigned char *b, int *out, int length)
{
    extern __shared__ int diagonal[];
    int *before = diagonal, *last = before + length + 1, *now = last + length + 1;
    const unsigned char *s = a + (size_t)blockIdx.x * length, *t = b + (size_t)blockIdx.x * length;
    for (int i = threadIdx.x; i < 3 * (length + 1); i += blockDim.x) diagonal[i] = 0;
    __syncthreads();
    for (int d = 2; d <= 2 * length; d++) {
        const int low = max(1, d - length), high = min(length, d - 1);
        for (int i = low + threadIdx.x; i <= high; i += blockDim.x) {
            const int j = d - i;
            now[i] = s[i - 1] == t[j - 1] ? before[i - 1] + 1 : max(last[i - 1], last[i]);
        }
        __syncthreads();
        int *free = before;
        before = last, last = now, now = free;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = last[length];
}

// a knapsack each block, the items from constant memory with weights shifted by the block's number
extern "C" __global__ void __launch_bounds__(512) dp_knapsack_shifted_weights(int *best, int items, int room)
{
    __shared__ int worth[2][2048];
    for (int c = threadIdx.x; c <= room; c += 512) worth[0][c] = 0;
    __syncthreads();
    int from = 0;
    for (int k = 0; k < items; k++) {
        const int weight = item[k].weight + blockIdx.x % 7 + 1, value = item[k].worth;
        for (int c = threadIdx.x; c <= room; c += 512) {
            const int without = worth[from][c];
            worth[from ^ 1][c] = c >= weight ? max(without, worth[from][c - weight] + value) : without;
        }
        from ^= 1;
        __syncthreads();
    }
    if (threadIdx.x == 0) best[blockIdx.x] = worth[from][room];
}

// words of a text: a letter after none; counted by votes
extern "C" __global__ void str_words_by_vote(const unsigned char *__restrict__ text, unsigned *__restrict__ count, int n)
{
    unsigned mine = 0;
    const int lane = threadIdx.x & 31;
    const int steps = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int k = 0; k < steps; k++) {
        const int i = (k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        const bool letter = i < n && (text[i] | 32) >= 'a' && (text[i] | 32) <= 'z';
        const unsigned letters = __ballot_sync(~0u, letter);
        const bool before = lane ? letters >> (lane - 1) & 1 : i > 0 && i < n && (text[i - 1] | 32) >= 'a' && (text[i - 1] | 32) <= 'z';
        mine += __popc(__ballot_sync(~0u, letter && !before));
    }
    if (lane == 0 && mine) atomicAdd(count, mine);
}

// Horspool's search, each thread over a stretch of its own
extern "C" __global__ void str_horspool_by_stretch(const unsigned char *__restrict__ text, int n, int *__restrict__ found, int stretch, int length)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const long long first = (long long)i * stretch;
    if (first >= n) return;
    const int end = (int)min((long long)n - length, first + stretch - 1);
    int hits = 0;
    for (int at = (int)first; at <= end;) {
        int k = length - 1;
        while (k >= 0 && text[at + k] == (unsigned char)sought[k]) k--;
        hits += k < 0;
        at += max(1, (int)skip_after[text[at + length - 1]]);
    }
    found[i] = hits;
}

// bytes written as hexadecimal, four at a time
extern "C" __global__ void str_bytes_as_hex(const uchar4 *in, char4 *out, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        const uchar4 v = in[i];
        out[2 * i] = make_char4(hex_digit[v.x >> 4], hex_digit[v.x & 15], hex_digit[v.y >> 4], hex_digit[v.y & 15]);
        out[2 * i + 1] = make_char4(hex_digit[v.z >> 4], hex_digit[v.z & 15], hex_digit[v.w >> 4], hex_digit[v.w & 15]);
    }
}

// FNV of records of different length
extern "C" __global__ void hash_records_of_any_length(const unsigned char *__restrict__ text, const unsigned *__restrict__ length, unsigned long long *__restrict__ out, int records, int most)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records) return;
    unsigned long long h = 14695981039346656037ull;
    const unsigned char *p = text + (size_t)i * most;
    for (unsigned k = 0; k < length[i]; k++) h = (h ^ p[k]) * 1099511628211ull;
    out[i] = h;
}

// a key lies in one of two nests
extern "C" __global__ void __launch_bounds__(320) hash_two_nests_lookup(const unsigned *__restrict__ key, const uint2 *__restrict__ nest, unsigned *__restrict__ out, int n, unsigned mask)
{
    const int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    const unsigned k = key[i];
    const uint2 one = nest[(k * 2654435761u >> 7) & mask];
    unsigned value = one.y;
    if (one.x != k) {
        const uint2 two = nest[((k ^ k >> 15) * 2246822519u >> 5) & mask];
        value = two.x == k ? two.y : 0xffffffffu;
    }
    out[i] = value;
}

// SHA-1 of one block of sixteen words
extern "C" __global__ void hash_sha_one_of_block(const unsigned *__restrict__ in, unsigned *__restrict__ out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[16];
#pragma unroll
    for (int k = 0; k < 16; k++) w[k] = __byte_perm(in[(size_t)k * n + i], 0, 0x0123);
    unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
#pragma unroll
    for (int k = 0; k < 80; k++) {
        if (k >= 16) {
            const unsigned x = w[(k + 13) & 15] ^ w[(k + 8) & 15] ^ w[(k + 2) & 15] ^ w[k & 15];
            w[k & 15] = __funnelshift_l(x, x, 1);
        }
        const unsigned f = k < 20 ? (b & c) | (~b & d) : k < 40 ? b ^ c ^ d : k < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        const unsigned add = k < 20 ? 0x5a827999 : k < 40 ? 0x6ed9eba1 : k < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        const unsigned t = __funnelshift_l(a, a, 5) + f + e + add + w[k & 15];
        e = d, d = c, c = __funnelshift_l(b, b, 30), b = a, a = t;
    }
    out[i] = a + 0x67452301;
    out[n + i] = b + 0xefcdab89;
    out[2 * n + i] = c + 0x98badcfe;
    out[3 * n + i] = d + 0x10325476;
    out[4 * n + i] = e + 0xc3d2e1f0;
}

// local alignment without gaps against one query: the table of scores by two indices
extern "C" __global__ void dp_best_ungapped_run(const unsigned char *__restrict__ residue, const unsigned char *__restrict__ query, int *__restrict__ out, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n) return;
    int run = 0, best = 0;
    for (int k = 0; k < m; k++) {
        run = max(0, run + blosum[query[k]][residue[i + k]] - 4);
        best = max(best, run);
    }
    out[i] = best;
}
