// Tables of dynamic programmes, texts, hashes, graphs.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// edit distance of two words of 24 letters, a thread a pair; one row kept in registers
extern "C" __global__ void dp_edits_between_24_letters(const unsigned char *a, const unsigned char *b, unsigned char *distance, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    unsigned char right[24];
    int row[25];
#pragma unroll
    for (int k = 0; k < 24; k++) {
        right[k] = b[(size_t)i * 24 + k];
        row[k + 1] = k + 1;
    }
    row[0] = 0;
    for (int r = 0; r < 24; r++) {
        int letter = a[(size_t)i * 24 + r], corner = row[0];
        row[0] = r + 1;
#pragma unroll
        for (int c = 0; c < 24; c++) {
            int best = min(min(row[c], row[c + 1]) + 1, corner + (letter != right[c]));
            corner = row[c + 1];
            row[c + 1] = best;
        }
    }
    distance[i] = row[24];
}

// one thing more to pack: best value at each weight
extern "C" __global__ void dp_one_more_to_pack(const int *__restrict__ before, int *__restrict__ after, int room, int weight, int worth)
{
    for (int w = blockIdx.x * blockDim.x + threadIdx.x; w <= room; w += gridDim.x * blockDim.x) {
        int v = before[w];
        if (w >= weight)
            v = max(v, before[w - weight] + worth);
        after[w] = v;
    }
}

// local alignment by diagonals: a block a pair of the same length, the last two diagonals in shared memory
extern "C" __global__ void dp_align_along_diagonals(const unsigned char *a, const unsigned char *b, int *best, int length)
{
    extern __shared__ int diag[];
    int *older = diag, *old = diag + length + 1, *now = diag + 2 * (length + 1);
    const unsigned char *s = a + (size_t)blockIdx.x * length, *t = b + (size_t)blockIdx.x * length;
    for (int k = threadIdx.x; k <= length; k += blockDim.x)
        older[k] = old[k] = now[k] = 0;
    __syncthreads();
    int top = 0;
    for (int d = 2; d <= 2 * length; d++) {
        int from = max(1, d - length), to = min(length, d - 1);
        for (int i = from + threadIdx.x; i <= to; i += blockDim.x) {
            int j = d - i;
            int v = older[i - 1] + (s[i - 1] == t[j - 1] ? 2 : -1);
            if (j > 1 || i > 1)
                v = max(v, max(i > 1 ? old[i - 1] : 0, j > 1 ? old[i] : 0) - 2);
            v = max(v, 0);
            now[i] = v;
            top = max(top, v);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            now[0] = 0;
            if (d <= length)
                now[d] = 0;
        }
        int *spare = older;
        older = old;
        old = now;
        now = spare;
        __syncthreads();
    }
    atomicMax(&best[blockIdx.x], top);
}

// a word begins where a letter follows what is none
extern "C" __global__ void txt_count_where_words_begin(const unsigned char *text, unsigned *count, size_t n)
{
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t base = (size_t)blockIdx.x * blockDim.x; base < n; base += stride) {
        size_t i = base + threadIdx.x;
        bool begins = false;
        if (i < n) {
            unsigned c = text[i] | 32u, p = i ? text[i - 1] | 32u : 32u;
            begins = c - 'a' < 26u && !(p - 'a' < 26u);
        }
        unsigned who = __ballot_sync(0xffffffffu, begins);
        if ((threadIdx.x & 31) == 0 && who)
            atomicAdd(&mine, __popc(who));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(count, mine);
}

__constant__ unsigned char needle[32];
__constant__ int needle_length;

// where the needle is found; most places fail at the first letter
extern "C" __global__ void str_needle_in_hay(const char *hay, unsigned char *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + needle_length > n)
        return;
    int k = 0;
    while (k < needle_length && (unsigned char)hay[i + k] == needle[k])
        k++;
    found[i] = k == needle_length;
}

// capital letters, sixteen bytes a thread
extern "C" __global__ void txt_sixteen_letters_to_capitals(uint4 *text, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    uint4 t = text[i];
    unsigned *w = &t.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned low = __vcmpgeu4(w[k], 0x61616161u) & __vcmpleu4(w[k], 0x7a7a7a7au);
        w[k] -= low & 0x20202020u;
    }
    text[i] = t;
}

// lines begin at start[i] and end where the next begins
extern "C" __global__ void hash_of_each_line(const unsigned char *__restrict__ text, const int *__restrict__ start, unsigned long long *__restrict__ hash, int lines)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lines)
        return;
    unsigned long long h = 14695981039346656037ull;
    int first = start[i], end = start[i + 1] - (int)((unsigned)i * 2654435761u >> 28);
    for (int k = first; k < end; k++)
        h = (h ^ text[k]) * 1099511628211ull;
    hash[i] = h;
}

__device__ __forceinline__ unsigned scatter_bits(unsigned k)
{
    k ^= k >> 16;
    k *= 0x85ebca6bu;
    k ^= k >> 13;
    k *= 0xc2b2ae35u;
    return k ^ (k >> 16);
}

// open places, one after the other; 0 is empty; mask + 1 places
extern "C" __global__ void hash_keys_into_open_places(const unsigned *keys, unsigned *table, unsigned *tally, unsigned n, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i] + 1, at = scatter_bits(key) & mask;
    for (unsigned tries = 0; tries <= mask; tries++) {
        unsigned was = atomicCAS(&table[at], 0u, key);
        if (was == 0u || was == key) {
            atomicAdd(&tally[at], 1u);
            return;
        }
        at = (at + 1) & mask;
    }
}

// one step outwards; level is -1 where nobody has been
extern "C" __global__ void graph_one_ring_further(const int *__restrict__ first, const int *__restrict__ next, const int *__restrict__ level, int *__restrict__ found, int vertices, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || level[v] != now)
        return;
    for (int e = first[v]; e < first[v + 1]; e++) {
        int u = next[e];
        if (level[u] > now)
            found[u] = now + 1;
    }
}

// ranks flow in along the edges; eight lanes for a vertex
extern "C" __global__ void graph_ranks_by_eight_lanes(const int *first, const int *from, const float *share, float *rank, int vertices, float damping)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (v >= vertices)
        return;
    float sum = 0.0f;
    for (int e = first[v] + tile.thread_rank(); e < first[v + 1]; e += 8)
        sum += share[from[e]];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
        rank[v] = (1.0f - damping) / vertices + damping * sum;
}
