// Hashes, texts, codes and bits.
#include <cstdint>

__device__ __forceinline__ uint32_t turned(uint32_t v, int by) { return v << by | v >> (32 - by); }

// murmur of records of any length
extern "C" __global__ void hash_murmur_of_records(const uint8_t *data, const int *offset, const int *length, uint32_t *out, int n, uint32_t seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint8_t *p = data + offset[i];
    int len = length[i];
    uint32_t h = seed, k;
    for (int b = 0; b < len / 4; b++) {
        k = p[4 * b] | p[4 * b + 1] << 8 | p[4 * b + 2] << 16 | (uint32_t)p[4 * b + 3] << 24;
        k = turned(k * 0xcc9e2d51u, 15) * 0x1b873593u;
        h = turned(h ^ k, 13) * 5 + 0xe6546b64u;
    }
    const uint8_t *tail = p + (len & ~3);
    k = 0;
    switch (len & 3) {
    case 3: k ^= tail[2] << 16;
    case 2: k ^= tail[1] << 8;
    case 1: k ^= tail[0]; h ^= turned(k * 0xcc9e2d51u, 15) * 0x1b873593u;
    }
    h ^= len;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    out[i] = h ^ h >> 16;
}

// Adler's sums of pages, a warp for a page
extern "C" __global__ void hash_adler_of_pages(const uchar4 *data, unsigned *sums, int pages, int quads)
{
    int page = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (page >= pages) return;
    const uchar4 *p = data + (size_t)page * quads;
    unsigned long long a = 0, b = 0;
    int total = quads * 4;
    for (int q = lane; q < quads; q += 32) {
        uchar4 v = p[q];
        int rest = total - 4 * q;
        a += v.x + v.y + v.z + v.w;
        b += (unsigned long long)v.x * rest + (unsigned long long)v.y * (rest - 1) + (unsigned long long)v.z * (rest - 2) + (unsigned long long)v.w * (rest - 3);
    }
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_down_sync(~0u, a, d);
        b += __shfl_down_sync(~0u, b, d);
    }
    if (lane == 0) sums[page] = (unsigned)((b + total) % 65521) << 16 | (unsigned)((a + 1) % 65521);
}

// open addressing: a place holds twice the key and one, an even number is free; at most 32 are looked at
template <typename Key>
__global__ void __launch_bounds__(128) probeTable(const Key *table, const Key *asked, int *slot, int n, Key mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Key key = asked[i];
    Key h = key * Key(0x9E3779B97F4A7C15ull);
    h ^= h >> (sizeof(Key) * 4);
    int result = -1;
#pragma unroll 1
    for (int probe = 0; probe < 32; ++probe) {
        Key at = (h + probe) & mask, there = table[at];
        if (there == 2 * key + 1) {
            result = (int)at;
            break;
        }
        if (there % 2 == 0) {
            result = -2;
            break;
        }
    }
    slot[i] = result;
}
template __global__ void probeTable<uint32_t>(const uint32_t *, const uint32_t *, int *, int, uint32_t);
template __global__ void probeTable<uint64_t>(const uint64_t *, const uint64_t *, int *, int, uint64_t);

// a word sought letter by letter at every place
extern "C" __global__ void txt_word_at_every_place(const char *text, const char *word, int n, int m, int *count)
{
    __shared__ char w[64];
    if (threadIdx.x < m) w[threadIdx.x] = word[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool match = i + m <= n;
    if (match)
        for (int k = 0; k < m; k++)
            if (text[i + k] != w[k]) {
                match = false;
                break;
            }
    int all = __syncthreads_count(match);
    if (threadIdx.x == 0 && all) atomicAdd(count, all);
}

// Horspool: each thread its own stretch, with steps of one and what a table says
extern "C" __global__ void txt_stretches_with_skips(const uint8_t *text, const uint8_t *word, const uint8_t *skip, int *found, int n, int m, int stretch)
{
    __shared__ int s[256];
    for (int c = threadIdx.x; c < 256; c += blockDim.x) s[c] = skip[c];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long from = (long)t * stretch, to = from + stretch;
    if (from >= n) return;
    int many = 0;
    long i = from;
    while (i < to && i + m <= n) {
        int k = m - 1;
        while (k >= 0 && text[i + k] == word[k]) k--;
        if (k < 0) many++;
        i += 1 + s[text[i + m - 1]];
    }
    found[t] = many;
}

// states of a small machine over lines with quotes: 0 field, 1 quoted, 2 quote within
extern "C" __global__ void txt_fields_of_lines(const uint8_t *text, int *fields, int lines, int width)
{
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    const uint8_t *p = text + (size_t)line * width;
    int state = 0, many = 1;
    for (int k = 0; k < width; k++) {
        uint8_t c = p[k];
        if (state == 0) {
            if (c == '\n') break;
            if (c == ',') many++;
            else if (c == '"') state = 1;
        } else if (state == 1) {
            if (c == '"') state = 2;
        } else {
            if (c == ',') {
                many++;
                state = 0;
            } else if (c == '\n')
                break;
            else
                state = c == '"' ? 1 : 0;
        }
    }
    fields[line] = state == 1 ? -many : many;
}

// numbers of one to five bytes, each record begins anew
extern "C" __global__ void code_numbers_of_few_bytes(const uint8_t *data, unsigned *out, int *used, int records, int bytes)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records) return;
    const uint8_t *p = data + r * bytes;
    int at = 0, many = 0;
    unsigned sum = 0;
    while (at < bytes) {
        unsigned v = 0;
        int shift = 0;
        for (;;) {
            unsigned b = p[at++];
            v |= (b & 127) << shift;
            if (b < 128 || at == bytes || shift == 28) break;
            shift += 7;
        }
        sum += (v >> 1) ^ -(int)(v & 1);
        many++;
    }
    out[r] = sum;
    used[r] = many;
}

__constant__ char alphabet[64];
// three bytes into four letters
extern "C" __global__ void code_three_bytes_to_four(const uint8_t *in, char4 *out, int triples)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < triples; i += gridDim.x * blockDim.x) {
        unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
        out[i] = make_char4(alphabet[v >> 18], alphabet[v >> 12 & 63], alphabet[v >> 6 & 63], alphabet[v & 63]);
    }
}

// runs spelled out: each place looks for its run
extern "C" __global__ void code_runs_spelled_out(const int *ends, const uint8_t *value, uint8_t *out, int runs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int low = 0, high = runs - 1;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (ends[mid] > i)
            high = mid;
        else
            low = mid + 1;
    }
    out[i] = value[low];
}

// bits walk down a tree in shared memory, whose numbers above its size are letters; every thread has eight words
extern "C" __global__ void code_bits_down_a_tree(const uint32_t *words, const ushort2 *tree, int nodes, uint8_t *out, int *lengths, int n)
{
    __shared__ ushort2 t[256];
    for (int k = threadIdx.x; k < nodes; k += blockDim.x) t[k] = tree[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = 0, many = 0;
    uint8_t check = 0;
    for (int w = 0; w < 8; w++) {
        uint32_t bits = words[w * n + i];
        for (int b = 0; b < 32; b++) {
            int next = bits & 1 ? t[at].y : t[at].x;
            bits >>= 1;
            if (next >= nodes) {
                check = check * 31 + (uint8_t)(next - nodes);
                many++;
                at = 0;
            } else
                at = next;
        }
    }
    out[i] = check;
    lengths[i] = many;
}

// differences of 128 packed with as many bits as a block needs
extern "C" __global__ void code_blocks_unpacked(const uint32_t *packed, const int *where, const uint8_t *bits, const int *first, int *out, int blocks)
{
    __shared__ int warps[4];
    int block = blockIdx.x, t = threadIdx.x, lane = t & 31;
    int b = bits[block], v = 0;
    if (b) {
        int bit = t * b;
        const uint32_t *p = packed + where[block] + (bit >> 5);
        uint64_t two = p[0];
        if ((bit & 31) + b > 32) two |= (uint64_t)p[1] << 32;
        v = (int)(two >> (bit & 31)) & ((1u << b) - 1);
    }
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += o;
    }
    if (lane == 31) warps[t >> 5] = v;
    __syncthreads();
    int base = first[block];
    for (int w = 0; w < t >> 5; w++) base += warps[w];
    out[block * 128 + t] = base + v;
}

// places along Hilbert's curve
extern "C" __global__ void bits_along_hilbert(const ushort2 *points, uint32_t *place, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = points[i].x, y = points[i].y, d = 0;
    for (unsigned s = 32768; s > 0; s >>= 1) {
        unsigned rx = (x & s) != 0, ry = (y & s) != 0;
        d += s * s * ((3 * rx) ^ ry);
        if (ry == 0) {
            if (rx) {
                x = 65535 - x;
                y = 65535 - y;
            }
            unsigned t = x;
            x = y;
            y = t;
        }
    }
    place[i] = d;
}

// the sieve of a stretch of odd numbers in shared bits; primes are kept as their places among the odd ones from three
extern "C" __global__ void bits_sieve_of_stretch(const unsigned *primes, int many, unsigned *sieve, int first)
{
    __shared__ unsigned s[512];
    for (int w = threadIdx.x; w < 512; w += blockDim.x) s[w] = 0;
    __syncthreads();
    unsigned low = first + blockIdx.x * 32768u;
    for (int k = threadIdx.x; k < many; k += blockDim.x) {
        unsigned p = 2 * primes[k] + 3, m = (low + p - 1) / p * p;
        if ((m & 1) == 0) m += p;
        if (m < p * p) m = p * p;
        for (; m < low + 32768u; m += 2 * p) {
            unsigned bit = (m - low) >> 1;
            atomicOr(&s[bit >> 5], 1u << (bit & 31));
        }
    }
    __syncthreads();
    for (int w = threadIdx.x; w < 512; w += blockDim.x) sieve[blockIdx.x * 512 + w] = ~s[w];
}

// the k-th set bit: sums of blocks first, then words, then bits
extern "C" __global__ void bits_kth_that_is_set(const uint32_t *words, const int *before, const int *asked, int *place, int n, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = asked[i], low = 0, high = blocks;
    while (high - low > 1) {
        int mid = (low + high) >> 1;
        if (before[mid] <= k) low = mid;
        else high = mid;
    }
    k -= before[low];
    int w = low * 16, last = w + 15;
    while (w < last) {
        int c = __popc(words[w]);
        if (k < c) break;
        k -= c;
        w++;
    }
    uint32_t v = words[w];
    for (; k > 0 && v; k--) v &= v - 1;
    place[i] = v ? w * 32 + __ffs(v) - 1 : -1;
}

// eight bytes as a square of bits, turned over
extern "C" __global__ void bits_squares_turned_over(const uint64_t *in, uint64_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t x = in[i], t;
    t = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAull;
    x = x ^ t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCull;
    x = x ^ t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ull;
    out[i] = x ^ t ^ (t << 28);
}
