// Bits, ciphers, chains and loops that end when the data says so.

// distances in bits of 256-bit words, a tile of 16 by 16 pairs a block
extern "C" __global__ void bits_that_differ_in_pairs(const uint4 *__restrict__ a, const uint4 *__restrict__ b, unsigned short *__restrict__ d, int na, int nb)
{
    __shared__ uint4 left[16][2], right[2][16];
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    if (threadIdx.x < 2)
        left[threadIdx.y][threadIdx.x] = i < na ? a[2 * i + threadIdx.x] : make_uint4(0, 0, 0, 0);
    if (threadIdx.y < 2)
        right[threadIdx.y][threadIdx.x] = j < nb ? b[2 * j + threadIdx.y] : make_uint4(0, 0, 0, 0);
    __syncthreads();
    if (i >= na || j >= nb)
        return;
    int s = 0;
#pragma unroll
    for (int k = 0; k < 2; k++) {
        uint4 p = left[threadIdx.y][k], q = right[k][threadIdx.x];
        s += __popc(p.x ^ q.x) + __popc(p.y ^ q.y) + __popc(p.z ^ q.z) + __popc(p.w ^ q.w);
    }
    d[(size_t)i * nb + j] = s;
}

// 32 words of a warp seen as a square of bits, turned over; n is a multiple of 32
extern "C" __global__ void bits_of_a_warp_turned(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = in[i], mine = 0, lane = threadIdx.x & 31;
#pragma unroll
    for (int b = 0; b < 32; b++) {
        unsigned w = __ballot_sync(0xffffffffu, v >> b & 1);
        if (lane == b)
            mine = w;
    }
    out[i] = mine;
}

// interleave the bits of three coordinates
extern "C" __global__ void bits_of_three_interleaved(const unsigned *x, const unsigned *y, const unsigned *z, unsigned long long *code, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long all = 0;
    unsigned c[3] = {x[i], y[i], z[i]};
#pragma unroll
    for (int k = 0; k < 3; k++) {
        unsigned long long v = c[k] & 0x1fffff;
        v = (v | v << 32) & 0x1f00000000ffffull;
        v = (v | v << 16) & 0x1f0000ff0000ffull;
        v = (v | v << 8) & 0x100f00f00f00f00full;
        v = (v | v << 4) & 0x10c30c30c30c30c3ull;
        v = (v | v << 2) & 0x1249249249249249ull;
        all |= v << k;
    }
    code[i] = all;
}

__constant__ unsigned lock_key[4];

// 64-bit blocks, 32 double rounds; the key's word follows from the running sum
extern "C" __global__ void cry_blocks_of_two_words(uint2 *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = data[i].x, b = data[i].y, sum = 0;
    for (int r = 0; r < 32; r++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + lock_key[sum & 3]);
        sum += 0x9E3779B9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + lock_key[sum >> 11 & 3]);
    }
    data[i] = make_uint2(a, b);
}

__constant__ unsigned char swap_table[256];
__constant__ unsigned round_key[40];

// ten rounds: swap bytes by the table, turn, mix with the round's key
extern "C" __global__ void cry_ten_rounds_of_swaps(const uint4 *__restrict__ in, uint4 *__restrict__ out, int n, int rounds)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = in[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
        for (int r = 0; r < rounds; r++) {
            unsigned t[4];
#pragma unroll
            for (int k = 0; k < 4; k++)
                t[k] = swap_table[w[k] & 255] | swap_table[w[(k + 1) & 3] >> 8 & 255] << 8 | swap_table[w[(k + 2) & 3] >> 16 & 255] << 16
                       | (unsigned)swap_table[w[(k + 3) & 3] >> 24] << 24;
#pragma unroll
            for (int k = 0; k < 4; k++)
                w[k] = t[k] ^ __funnelshift_l(t[(k + 1) & 3], t[(k + 1) & 3], 8) ^ round_key[4 * r + k];
        }
        out[i] = make_uint4(w[0], w[1], w[2], w[3]);
    }
}

__constant__ unsigned check_table[256];

// a checksum for each record, byte by byte
extern "C" __global__ void cod_checksum_of_records(const unsigned char *data, unsigned *check, int records, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records)
        return;
    unsigned c = ~0u;
    const unsigned char *p = data + (size_t)i * length;
    for (int k = 0; k < length; k++)
        c = check_table[(c ^ p[k]) & 255] ^ c >> 8;
    check[i] = ~c;
}

#define QUARTER(a, b, c, d)                                                                                            \
    a += b; d ^= a; d = __funnelshift_l(d, d, 16);                                                                     \
    c += d; b ^= c; b = __funnelshift_l(b, b, 12);                                                                     \
    a += b; d ^= a; d = __funnelshift_l(d, d, 8);                                                                      \
    c += d; b ^= c; b = __funnelshift_l(b, b, 7);

// a stream of 64 bytes from each counter, added to the text
extern "C" __global__ void cry_stream_by_quarter_turns(uint4 *text, unsigned n, uint4 key_a, uint4 key_b)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned s[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key_a.x, key_a.y, key_a.z, key_a.w,
                            key_b.x, key_b.y, key_b.z, key_b.w, i, 0u, 7u, 9u};
    unsigned x[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        x[k] = s[k];
#pragma unroll 1
    for (int r = 0; r < 10; r++) {
        QUARTER(x[0], x[4], x[8], x[12])
        QUARTER(x[1], x[5], x[9], x[13])
        QUARTER(x[2], x[6], x[10], x[14])
        QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15])
        QUARTER(x[1], x[6], x[11], x[12])
        QUARTER(x[2], x[7], x[8], x[13])
        QUARTER(x[3], x[4], x[9], x[14])
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint4 t = text[4 * (size_t)i + k];
        t.x ^= x[4 * k] + s[4 * k];
        t.y ^= x[4 * k + 1] + s[4 * k + 1];
        t.z ^= x[4 * k + 2] + s[4 * k + 2];
        t.w ^= x[4 * k + 3] + s[4 * k + 3];
        text[4 * (size_t)i + k] = t;
    }
}

// every thread goes its own way through the list and adds what it meets
extern "C" __global__ void chase_links_and_add(const int *__restrict__ next, const float *__restrict__ worth, float *sum, int places, int walkers, int hops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= walkers)
        return;
    int at = (int)((long long)i * 7919 % places);
    float s = 0.0f;
    for (int k = 0; k < hops; k++) {
        s += worth[at];
        at = next[at];
    }
    sum[i] = s;
}

// down an implicit tree of 2^depth - 1 thresholds, left or right by the key
extern "C" __global__ void chase_down_a_tree_of_thresholds(const float *tree, const float *key, int *leaf, int n, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float k = key[i];
    int at = 0;
    for (int d = 0; d < depth; d++)
        at = 2 * at + 1 + (k > tree[at]);
    leaf[i] = at - ((1 << depth) - 1);
}

// greatest common divisor by taking remainders
template <typename U> __global__ void commonDivisor(const U *a, const U *b, U *g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    U x = a[i], y = b[i];
    while (y != 0) {
        U r = x % y;
        x = y;
        y = r;
    }
    g[i] = x;
}
template __global__ void commonDivisor<unsigned>(const unsigned *, const unsigned *, unsigned *, int);
template __global__ void commonDivisor<unsigned long long>(const unsigned long long *, const unsigned long long *, unsigned long long *, int);

__constant__ int program[32];
__constant__ int program_length;

// a little machine: all threads run the same orders on their own number
extern "C" __global__ void branch_machine_of_orders(const float *in, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = in[i], b = 1.0f;
    for (int pc = 0; pc < program_length; pc++) {
        switch (program[pc]) {
        case 0: a += b; break;
        case 1: a -= 0.5f * b; break;
        case 2: b = a * 0.75f; break;
        case 3: { float t = a; a = b; b = t; break; }
        case 4: a = fabsf(a) + 0.25f; break;
        case 5: a = sqrtf(fabsf(a)); break;
        case 6: b = b > 1.0f ? 1.0f / b : b; break;
        default: a = a * b + 0.125f;
        }
    }
    out[i] = a + b;
}

// each number takes one of five ways, and way 4 takes long
extern "C" __global__ void branch_five_ways_of_work(const int *__restrict__ kind, const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = in[i];
    int k = kind[i];
    if (k == 0)
        v = v * v;
    else if (k == 1)
        v = __sinf(v) + __cosf(v);
    else if (k == 2)
        v = __logf(1.0f + v);
    else if (k == 3) {
        for (int r = 0; r < 8; r++)
            v = 0.5f * (v + 1.0f / (v + 1.0f));
    } else
        for (int r = 0; r < 64; r++)
            v = v * (1.0f - v) * 3.7f;
    out[i] = v;
}
