// Dynamic programming, text and hashing.
#include <cstdint>

// a block for a knapsack, the row of best values in shared memory
extern "C" __global__ void dp_knapsacks_filled(const int *__restrict__ weight, const int *__restrict__ value, int *__restrict__ best, int items, int room)
{
    extern __shared__ int row[];
    const int *w = weight + blockIdx.x * items, *v = value + blockIdx.x * items;
    for (int c = threadIdx.x; c < 2 * (room + 1); c += blockDim.x) row[c] = 0;
    __syncthreads();
    int *from = row, *to = row + room + 1;
    for (int i = 0; i < items; i++) {
        int wi = w[i] + 1, vi = v[i];
        for (int c = threadIdx.x; c <= room; c += blockDim.x) to[c] = c >= wi ? max(from[c], from[c - wi] + vi) : from[c];
        __syncthreads();
        int *t = from;
        from = to;
        to = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = from[room];
}

__constant__ unsigned char asked_for[32];

// distance of every line from one word
extern "C" __global__ void dp_lines_from_word(const unsigned char *__restrict__ lines, unsigned char *__restrict__ distance, int n, int length, int asked)
{
    __shared__ unsigned char row[33][128];
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k <= asked; k++) row[k][threadIdx.x] = k;
    for (int c = 0; c < length; c++) {
        unsigned char letter = lines[(size_t)c * n + i];
        int diagonal = c, left = c + 1;
        row[0][threadIdx.x] = left;
        for (int k = 1; k <= asked; k++) {
            int above = row[k][threadIdx.x];
            left = min(min(left, above) + 1, diagonal + (letter != asked_for[k - 1]));
            diagonal = above;
            row[k][threadIdx.x] = left;
        }
    }
    distance[i] = row[asked][threadIdx.x];
}

__constant__ float leaps[32 * 32];

// likeliest states, a lane for each state, what each came from written out
template <int WARPS>
__global__ void likeliestStates(const float *__restrict__ seen, unsigned char *__restrict__ came, float *__restrict__ score, int sequences, int length)
{
    int lane = threadIdx.x & 31, s = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (s >= sequences) return;
    seen += (size_t)s * length * 32;
    came += (size_t)s * length * 32;
    float p = seen[lane];
    for (int t = 1; t < length; t++) {
        float best = -1e30f;
        int from = 0;
        for (int k = 0; k < 32; k++) {
            float q = __shfl_sync(0xffffffffu, p, k) + leaps[k * 32 + lane];
            if (q > best) best = q, from = k;
        }
        p = best + seen[t * 32 + lane];
        came[t * 32 + lane] = from;
    }
    score[s * 32 + lane] = p;
}
template __global__ void likeliestStates<4>(const float *, unsigned char *, float *, int, int);

// cheapest way through a square, diagonal after diagonal
extern "C" __global__ void dp_cheapest_through_square(const unsigned char *__restrict__ cost, int *__restrict__ total)
{
    __shared__ int d[3][65];
    __shared__ unsigned char c[64][68];
    const unsigned char *in = cost + (size_t)blockIdx.x * 4096;
    for (int k = threadIdx.x; k < 4096; k += 64) c[k >> 6][k & 63] = in[k];
    d[0][threadIdx.x] = d[1][threadIdx.x] = 1 << 29;
    __syncthreads();
    int y = threadIdx.x;
    for (int k = 0; k < 127; k++) {
        int x = k - y, *now = d[k % 3], *last = d[(k + 2) % 3], *older = d[(k + 1) % 3];
        int v = 1 << 29;
        if (x >= 0 && x < 64) {
            int before = 1 << 29;
            if (x > 0) before = last[y];
            if (y > 0) before = min(before, last[y - 1]);
            if (x > 0 && y > 0) before = min(before, older[y - 1]);
            v = c[y][x] + (k == 0 ? 0 : before);
        }
        now[y] = v;
        __syncthreads();
    }
    if (y == 63) total[blockIdx.x] = d[126 % 3][63];
}

__constant__ unsigned char class_of_letter[256];

// where a word begins: a letter after none
extern "C" __global__ void txt_words_begun(const unsigned char *text, unsigned *words, size_t n)
{
    unsigned mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        bool now = class_of_letter[text[i]] & 1, before = i > 0 && (class_of_letter[text[i - 1]] & 1);
        mine += now && !before;
    }
    mine = __reduce_add_sync(~0u, mine);
    if (threadIdx.x % 32 == 0 && mine) atomicAdd(words, mine);
}

// a pattern of any length, how often and where first
extern "C" __global__ void txt_places_of_pattern(const unsigned char *__restrict__ text, int n, int length, int *count, int *first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = i + length <= n;
    for (int k = 0; found && k < length; k++)
        if (text[i + k] != asked_for[k]) found = false;
    unsigned vote = __ballot_sync(0xffffffffu, found);
    if (vote && (threadIdx.x & 31) == 0) {
        atomicAdd(count, __popc(vote));
        atomicMin(first, i + __ffs(vote) - 1);
    }
}

// small letters to great ones, sixteen at a time
extern "C" __global__ void txt_all_to_capitals(uint4 *text, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 t = text[i];
    unsigned *w = &t.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned small = __vcmpgeu4(w[k], 0x61616161u) & __vcmpleu4(w[k], 0x7a7a7a7au);
        w[k] ^= small & 0x20202020u;
    }
    text[i] = t;
}

// lines between offsets, byte after byte
extern "C" __global__ void hash_lines_between(const unsigned char *text, const int *offset, uint64_t *hash, int lines)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < lines) {
        uint64_t h = 14695981039346656037ull;
        for (int k = offset[i]; k < offset[i + 1]; k++) h = (h ^ text[k]) * 1099511628211ull;
        hash[i] = h;
    }
}

// open addressing, counts of equal keys
extern "C" __global__ void hash_counts_of_keys(const uint32_t *__restrict__ keys, uint32_t *table, uint32_t *counts, int n, uint32_t mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t key = keys[i] + 1, h = key;
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    for (uint32_t s = h & mask;; s = (s + 1) & mask) {
        uint32_t there = table[s];
        if (there == 0) there = atomicCAS(table + s, 0u, key);
        if (there == 0 || there == key) {
            atomicAdd(counts + s, 1u);
            return;
        }
    }
}

__constant__ uint32_t remainders[256];

// cyclic redundancy of records of whole words
extern "C" __global__ void hash_remainder_of_records(const uint32_t *__restrict__ data, uint32_t *__restrict__ out, int records, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records) return;
    uint32_t crc = ~0u;
    for (int k = 0; k < words; k++) {
        uint32_t w = data[(size_t)k * records + i] ^ crc;
        for (int b = 0; b < 4; b++) w = (w >> 8) ^ remainders[w & 255];
        crc = w;
    }
    out[i] = ~crc;
}
