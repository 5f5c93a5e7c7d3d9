// Text, and tables filled from their corners.
#include <cstdint>

__device__ __forceinline__ bool letter(unsigned char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

// words begin where a letter follows something else: counted in a block, added once
extern "C" __global__ void txt_words_of_bytes(const unsigned char *text, size_t n, unsigned *words)
{
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        if (letter(text[i]) && (i == 0 || !letter(text[i - 1]))) mine++;
    for (int d = 16; d; d >>= 1) mine += __shfl_down_sync(~0u, mine, d);
    __shared__ int parts[32];
    if ((threadIdx.x & 31) == 0) parts[threadIdx.x >> 5] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        int all = 0;
        for (unsigned w = 0; w < blockDim.x / 32; w++) all += parts[w];
        atomicAdd(words, all);
    }
}

// where a pattern stands, byte by byte; two kinds of letters count as one
__constant__ unsigned char pattern[16];
extern "C" __global__ void txt_pattern_or_upper(const unsigned char *__restrict__ text, int n, int length, unsigned char *__restrict__ found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - length) return;
    int k = 0;
    while (k < length && ((text[i + k] ^ pattern[k]) & 0xdf) == 0) k++;
    found[i] = k == length;
}

// lower case by words of four bytes, without a branch
__global__ void lowered(uint4 *text, unsigned quads)
{
    auto low = [](uint32_t w) {
        uint32_t heptets = w & 0x7f7f7f7fu;
        uint32_t above_z = heptets + 0x25252525u, from_a = heptets + 0x3f3f3f3fu;
        uint32_t upper = ~w & (from_a ^ above_z) & 0x80808080u;
        return w | upper >> 2;
    };
    for (unsigned q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) {
        uint4 v = text[q];
        text[q] = make_uint4(low(v.x), low(v.y), low(v.z), low(v.w));
    }
}

// rolling sums over windows of bytes (Rabin, Karp): a thread takes a stretch, marks what ends in zeros
extern "C" __global__ void txt_cuts_by_rolling_hash(const uint8_t *__restrict__ data, int n, int stretch, uint32_t mask, uint8_t *__restrict__ cut)
{
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * stretch;
    if (first >= n) return;
    uint32_t h = 0, out = 1;
    for (int k = 0; k < 16; k++) out *= 31;
    for (int k = first > 16 ? first - 16 : 0; k < first; k++) h = h * 31 + data[k];
    const int last = min(first + stretch, n);
    for (int i = first; i < last; i++) {
        h = h * 31 + data[i];
        if (i >= 16) h -= out * data[i - 16];
        cut[i] = (h & mask) == 0;
    }
}

// distance of two words of a pair, one pair for each block: along the diagonals, three of them in shared memory
extern "C" __global__ void dp_edits_along_diagonals(const unsigned char *a, const unsigned char *b, int length, int *distance)
{
    extern __shared__ int diagonal[];
    const int w = length + 1;
    int *now = diagonal, *one = diagonal + w, *two = diagonal + 2 * w;
    a += (size_t)blockIdx.x * length;
    b += (size_t)blockIdx.x * length;
    for (int d = 0; d <= 2 * length; d++) {
        int lo = d > length ? d - length : 0, hi = d < length ? d : length;
        for (int i = lo + threadIdx.x; i <= hi; i += blockDim.x) {
            int j = d - i, best;
            if (i == 0 || j == 0)
                best = i + j;
            else
                best = min(min(one[i - 1], one[i]) + 1, two[i - 1] + (a[i - 1] != b[j - 1]));
            now[i] = best;
        }
        __syncthreads();
        int *t = two;
        two = one;
        one = now;
        now = t;
    }
    if (threadIdx.x == 0) distance[blockIdx.x] = one[length];
}

// the best filling of a sack for each of many small problems: a block, capacity in shared memory
template <int CAPACITY>
__global__ void knapsack(const int *__restrict__ weight, const int *__restrict__ worth, int items, int *__restrict__ best)
{
    __shared__ int row[2][CAPACITY + 1];
    for (int c = threadIdx.x; c <= CAPACITY; c += blockDim.x) row[0][c] = 0;
    __syncthreads();
    int from = 0;
    for (int k = 0; k < items; k++) {
        int w = weight[blockIdx.x * items + k], v = worth[blockIdx.x * items + k];
        for (int c = threadIdx.x; c <= CAPACITY; c += blockDim.x) {
            int keep = row[from][c];
            row[from ^ 1][c] = c >= w ? max(keep, row[from][c - w] + v) : keep;
        }
        from ^= 1;
        __syncthreads();
    }
    if (threadIdx.x == 0) best[blockIdx.x] = row[from][CAPACITY];
}
template __global__ void knapsack<500>(const int *, const int *, int, int *);
template __global__ void knapsack<2000>(const int *, const int *, int, int *);

// longest common part of 64 letters against longer ones, by bits of one word (Hyyrö)
extern "C" __global__ void dp_common_letters_by_bits(const unsigned char *__restrict__ words, const unsigned char *__restrict__ texts, int *__restrict__ common, int pairs, int length)
{
    __shared__ unsigned long long at[4][128];
    const int p = blockIdx.x * 128 + threadIdx.x;
    for (int c = 0; c < 4; c++) at[c][threadIdx.x] = 0;
    if (p >= pairs) return;
    for (int i = 0; i < 64; i++) at[words[(size_t)i * pairs + p] & 3][threadIdx.x] |= 1ull << i;
    unsigned long long v = ~0ull;
    for (int j = 0; j < length; j++) {
        unsigned long long m = at[texts[(size_t)j * pairs + p] & 3][threadIdx.x], u = v & m;
        v = (v + u) | (v - u);
    }
    common[p] = __popcll(~v);
}

// cheapest way down a field of costs, a field for each block, two lines of it in shared memory
extern "C" __global__ void dp_cheapest_seam_down(const float *cost, unsigned char *from, float *total, int width, int rows)
{
    extern __shared__ float line[];
    float *old = line, *fresh = line + width;
    cost += (size_t)blockIdx.x * width * rows;
    from += (size_t)blockIdx.x * width * rows;
    for (int x = threadIdx.x; x < width; x += blockDim.x) old[x] = cost[x];
    for (int r = 1; r < rows; r++) {
        __syncthreads();
        for (int x = threadIdx.x; x < width; x += blockDim.x) {
            float best = old[x];
            int way = 1;
            if (x > 0 && old[x - 1] < best) best = old[x - 1], way = 0;
            if (x + 1 < width && old[x + 1] < best) best = old[x + 1], way = 2;
            fresh[x] = best + cost[r * width + x];
            from[r * width + x] = way;
        }
        float *t = old;
        old = fresh;
        fresh = t;
    }
    for (int x = threadIdx.x; x < width; x += blockDim.x) total[blockIdx.x * width + x] = old[x];
}
