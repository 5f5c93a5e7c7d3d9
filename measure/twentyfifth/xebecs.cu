// Bytes, hashes, ciphers, searches, tables.
#include <cstddef>
#include <cstdint>

__device__ inline bool letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80; }

// A word begins where a letter follows none.
extern "C" __global__ void txt_words_begin_here(const uint8_t *text, unsigned *words, size_t n)
{
    __shared__ unsigned found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    size_t step = (size_t)gridDim.x * blockDim.x;
    unsigned mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        if (letter(text[i]) && (i == 0 || !letter(text[i - 1]))) mine++;
    atomicAdd(&found, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(words, found);
}

__constant__ uint8_t needle_bytes[16];

extern "C" __global__ void str_needle_at_every_place(const uint8_t *__restrict__ text, uint8_t *__restrict__ hit, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = 0;
    if (i + length <= n)
        while (k < length && text[i + k] == needle_bytes[k])
            k++;
    hit[i] = k == length;
}

extern "C" __global__ void hash_records_byte_by_byte(const uint8_t *records, uint64_t *out, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint64_t h = 14695981039346656037ull;
        const uint8_t *p = records + (size_t)i * length;
        for (int k = 0; k < length; k++)
            h = (h ^ p[k]) * 1099511628211ull;
        out[i] = h;
    }
}

// Checksums of pieces; every block makes itself the table.
extern "C" __global__ void code_checksum_of_pieces(const unsigned *__restrict__ words, unsigned *__restrict__ sums, int pieces, int words_each)
{
    __shared__ unsigned table[256];
    for (unsigned v = threadIdx.x; v < 256; v += blockDim.x) {
        unsigned c = v;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
        table[v] = c;
    }
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pieces) return;
    unsigned c = 0xffffffffu;
    for (int k = 0; k < words_each; k++) {
        unsigned w = words[(size_t)k * pieces + p];
        for (int b = 0; b < 4; b++, w >>= 8)
            c = c >> 8 ^ table[(c ^ w) & 255];
    }
    sums[p] = ~c;
}

__device__ __forceinline__ unsigned turned(unsigned x, int by) { return __funnelshift_l(x, x, by); }

#define QUARTER(a, b, c, d)                                                                        \
    a += b, d = turned(d ^ a, 16), c += d, b = turned(b ^ c, 12), a += b, d = turned(d ^ a, 8), c += d, b = turned(b ^ c, 7)

// ChaCha of twenty rounds, a block of 64 bytes a thread.
extern "C" __global__ void __launch_bounds__(128)
cry_chacha_over_blocks(const uint4 *__restrict__ in, uint4 *__restrict__ out, const unsigned *__restrict__ key, unsigned blocks, unsigned counter)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= blocks) return;
    unsigned s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
#pragma unroll
    for (int k = 0; k < 8; k++) s[4 + k] = key[k];
    s[12] = counter + i;
    s[13] = s[14] = s[15] = 7;
#pragma unroll
    for (int k = 0; k < 16; k++) x[k] = s[k];
    for (int r = 0; r < 10; r++) {
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
    for (int q = 0; q < 4; q++) {
        uint4 v = in[(size_t)i * 4 + q];
        out[(size_t)i * 4 + q] = make_uint4(v.x ^ (x[4 * q] + s[4 * q]), v.y ^ (x[4 * q + 1] + s[4 * q + 1]),
                                            v.z ^ (x[4 * q + 2] + s[4 * q + 2]), v.w ^ (x[4 * q + 3] + s[4 * q + 3]));
    }
}

// First place not below each query.
template <typename T, typename Index>
__global__ void lowestNotLess(const T *__restrict__ sorted, Index count, const T *__restrict__ queries, Index *__restrict__ place, Index n)
{
    Index i = blockIdx.x * (Index)blockDim.x + threadIdx.x;
    if (i >= n) return;
    T q = queries[i];
    Index low = 0, many = count;
    while (many > 0) {
        Index half = many / 2;
        if (sorted[low + half] < q) {
            low += half + 1;
            many -= half + 1;
        } else
            many = half;
    }
    place[i] = low;
}
template __global__ void lowestNotLess<double, unsigned>(const double *, unsigned, const double *, unsigned *, unsigned);
template __global__ void lowestNotLess<int, long long>(const int *, long long, const int *, long long *, long long);

// Rows that pass are written together, in order, to the part of their block.
extern "C" __global__ void db_rows_that_pass_packed(const int *quantity, const float *price, const float *discount, int *rows,
                                                    int *many, int n, int below, float low, float high)
{
    __shared__ int of_warp[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    bool pass = false;
    if (i < n && quantity[i] < below) {
        float d = discount[i];
        pass = d >= low && d <= high && price[i] > 0.0f;
    }
    unsigned votes = __ballot_sync(0xffffffffu, pass);
    if (lane == 0) of_warp[warp] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < blockDim.x / 32; w++) {
        if (w < warp) before += of_warp[w];
        all += of_warp[w];
    }
    if (pass) rows[blockIdx.x * blockDim.x + before] = i;
    if (threadIdx.x == 0) many[blockIdx.x] = all;
}

// Build side of a join: linear probing, every key once.
extern "C" __global__ void db_keys_into_open_table(const unsigned *keys, unsigned *slots, unsigned n, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i] + 1, at = key * 2654435761u >> 7 & mask;
    for (unsigned tries = 0; tries <= mask; tries++) {
        unsigned was = atomicCAS(&slots[at], 0u, key);
        if (was == 0 || was == key) return;
        at = (at + 1) & mask;
    }
}

// Probe side: buckets of eight one-byte marks, the key itself only where a mark fits.
extern "C" __global__ void db_probe_buckets_of_marks(const uint2 *__restrict__ marks, const unsigned *__restrict__ stored,
                                                     const unsigned *__restrict__ keys, int *__restrict__ slot, unsigned n, unsigned buckets)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i], h = key * 0x85ebca6bu;
    h ^= h >> 13;
    unsigned wanted = (h & 255) * 0x01010101u, b = (h >> 8) % buckets;
    int found = -1;
    for (int tries = 0; tries < 4 && found < 0; tries++) {
        uint2 m = marks[b];
        unsigned lo = __vcmpeq4(m.x, wanted) & 0x01010101u, hi = __vcmpeq4(m.y, wanted) & 0x01010101u;
        while (lo | hi) {
            int k;
            if (lo) {
                k = (__ffs(lo) - 1) / 8;
                lo &= lo - 1;
            } else {
                k = 4 + (__ffs(hi) - 1) / 8;
                hi &= hi - 1;
            }
            if (stored[b * 8 + k] == key) {
                found = b * 8 + k;
                break;
            }
        }
        if (++b == buckets) b = 0;
    }
    slot[i] = found;
}

// Sums and counts of groups, in shared memory first.
extern "C" __global__ void db_money_of_each_group(const uint8_t *group, const int64_t *cents, unsigned long long *sum, unsigned *count,
                                                  int n, int groups)
{
    extern __shared__ unsigned long long s[];
    unsigned *c = (unsigned *)(s + groups);
    for (int g = threadIdx.x; g < groups; g += blockDim.x) s[g] = 0, c[g] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int g = group[i] % groups;
        atomicAdd(&s[g], (unsigned long long)cents[i]);
        atomicAdd(&c[g], 1u);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < groups; g += blockDim.x)
        if (c[g]) {
            atomicAdd(&sum[g], s[g]);
            atomicAdd(&count[g], c[g]);
        }
}
