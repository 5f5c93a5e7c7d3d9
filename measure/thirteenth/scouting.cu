// Texts, graphs, hashes and bits.
#include <stdint.h>
__constant__ char wanted[16];
__constant__ unsigned crcTable[256];

// every place where the word stands
extern "C" __global__ void txt_mark_word(const char *text, unsigned char *mark, int n, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - len) return;
    int k = 0;
    while (k < len && text[i + k] == wanted[k]) k++;
    mark[i] = k == len;
}

// edit distance of short words, one row in shared memory
extern "C" __global__ void txt_edit_distance(const unsigned char *a, const unsigned char *b, int *dist, int pairs, int len)
{
    extern __shared__ unsigned char rows[];
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    unsigned char *row = rows + threadIdx.x;
    int step = blockDim.x;
    for (int j = 0; j <= len; j++) row[j * step] = j;
    for (int i = 1; i <= len; i++) {
        int diag = row[0], left = i;
        row[0] = i;
        unsigned char ca = a[(i - 1) * pairs + p];
        for (int j = 1; j <= len; j++) {
            int up = row[j * step];
            int best = diag + (ca != b[(j - 1) * pairs + p]);
            best = min(best, min(up, left) + 1);
            diag = up;
            left = best;
            row[j * step] = best;
        }
    }
    dist[p] = row[len * step];
}

// a step of a breadth-first search from the whole level
extern "C" __global__ void gr_next_level(const int *start, const int *to, const unsigned char *level, unsigned char *next, int nodes, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || level[v] != now) return;
    for (int e = start[v]; e < start[v + 1]; e++) next[to[e]] = 1;
}

// the smallest name among the neighbours
extern "C" __global__ void gr_least_label(const int *start, const int *to, const int *label, int *out, int nodes)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    int least = 0x7fffffff;
    if (v < nodes) {
        if (lane == 0) least = label[v];
        for (int e = start[v] + lane; e < start[v + 1]; e += 16) least = min(least, label[to[e]]);
    }
    for (int o = 8; o; o >>= 1) least = min(least, __shfl_xor_sync(~0u, least, o));
    if (v < nodes && lane == 0) out[v] = least;
}

// common members of two sorted lists for each edge
extern "C" __global__ void gr_common_friends(const int *list, int each, const int2 *edge, int *common, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    const int *a = list + edge[e].x * each, *b = list + edge[e].y * each;
    int i = 0, j = 0, c = 0;
    while (i < each && j < each) {
        int x = a[i], y = b[j];
        c += x == y;
        i += x <= y;
        j += y <= x;
    }
    common[e] = c;
}

__device__ __forceinline__ uint32_t rotl(uint32_t x, int r) { return (x << r) | (x >> (32 - r)); }
extern "C" __global__ void hash_murmur_words(const uint32_t *data, uint32_t *out, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h = 0x9747b28c;
    for (int k = 0; k < words; k++) {
        uint32_t w = data[i * words + k] * 0xcc9e2d51u;
        h ^= rotl(w, 15) * 0x1b873593u;
        h = rotl(h, 13) * 5 + 0xe6546b64u;
    }
    h ^= words * 4;
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    out[i] = h ^ (h >> 16);
}

extern "C" __global__ void hash_crc_by_table(const unsigned char *data, unsigned *crc, int n, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < len; k++) c = crcTable[(c ^ data[(size_t)i * len + k]) & 255] ^ (c >> 8);
    crc[i] = ~c;
}

__device__ __forceinline__ unsigned sigma(unsigned x, int a, int b, int c) { return rotl(x, 32 - a) ^ rotl(x, 32 - b) ^ rotl(x, 32 - c); }
// sixty-four rounds of mixing as SHA-256 has them, the constants made on the way
extern "C" __global__ void __launch_bounds__(128) hash_sixty_four_rounds(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[16], s[8];
#pragma unroll
    for (int k = 0; k < 16; k++) w[k] = in[k * n + i];
#pragma unroll
    for (int k = 0; k < 8; k++) s[k] = 0x6a09e667u * (2 * k + 1);
#pragma unroll
    for (int r = 0; r < 64; r++) {
        if (r >= 16) {
            unsigned x = w[(r + 1) & 15], y = w[(r + 14) & 15];
            w[r & 15] += w[(r + 9) & 15] + (rotl(x, 25) ^ rotl(x, 14) ^ (x >> 3)) + (rotl(y, 15) ^ rotl(y, 13) ^ (y >> 10));
        }
        unsigned t1 = s[7] + sigma(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + 0x428a2f98u * (r + 1) + w[r & 15];
        unsigned t2 = sigma(s[0], 2, 13, 22) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
#pragma unroll
        for (int k = 7; k > 0; k--) s[k] = s[k - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
#pragma unroll
    for (int k = 0; k < 8; k++) out[k * n + i] = s[k];
}

extern "C" __global__ void calc_bit_distance(const uint64_t *a, const uint64_t *b, int *d, int na, int nb, int words)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= na || j >= nb) return;
    int s = 0;
    for (int k = 0; k < words; k++) s += __popcll(a[i * words + k] ^ b[j * words + k]);
    d[i * nb + j] = s;
}

// 32 x 32 bits turned by votes
extern "C" __global__ void calc_turn_bits(const unsigned *in, unsigned *out)
{
    int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i], mine = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        unsigned row = __ballot_sync(0xffffffff, (v >> k) & 1);
        if (lane == k) mine = row;
    }
    out[i] = __brev(mine) + __clz(v);
}

// eight rounds of xtea
extern "C" __global__ void cry_xtea_blocks(const uint2 *in, uint2 *out, uint4 key, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 v = in[i];
    unsigned k[4] = {key.x, key.y, key.z, key.w}, sum = 0;
    for (int r = 0; r < 8; r++) {
        v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + k[sum & 3]);
        sum += 0x9e3779b9u;
        v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + k[(sum >> 11) & 3]);
    }
    out[i] = v;
}
