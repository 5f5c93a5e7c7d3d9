// Bits and ciphers.
#include <cstdint>

// interleaves three coordinates of ten bits
extern "C" __global__ void bits_three_woven(const ushort4 *__restrict__ p, uint32_t *__restrict__ code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ushort4 v = p[i];
    uint32_t c[3] = {v.x & 1023u, v.y & 1023u, v.z & 1023u};
#pragma unroll
    for (int k = 0; k < 3; k++) {
        c[k] = (c[k] | (c[k] << 16)) & 0x030000ff;
        c[k] = (c[k] | (c[k] << 8)) & 0x0300f00f;
        c[k] = (c[k] | (c[k] << 4)) & 0x030c30c3;
        c[k] = (c[k] | (c[k] << 2)) & 0x09249249;
    }
    code[i] = c[0] | (c[1] << 1) | (c[2] << 2);
}

// bits of a and b that differ, a block for each pair of rows
extern "C" __global__ void bits_apart_of_rows(const uint64_t *a, const uint64_t *b, int *apart, int words)
{
    __shared__ int part[32];
    int s = 0;
    for (int k = threadIdx.x; k < words; k += blockDim.x) s += __popcll(a[(size_t)blockIdx.x * words + k] ^ b[(size_t)blockIdx.x * words + k]);
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) s += part[w];
        apart[blockIdx.x] = s;
    }
}

// squares of thirty-two by thirty-two bits turned by votes
extern "C" __global__ void bits_squares_turned(const uint32_t *in, uint32_t *out, int squares)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= squares) return;
    uint32_t row = in[w * 32 + lane], mine = 0;
    for (int k = 0; k < 32; k++) {
        uint32_t column = __ballot_sync(0xffffffffu, (row >> k) & 1);
        if (lane == k) mine = column;
    }
    out[w * 32 + lane] = mine;
}

__constant__ uint8_t box_of_bytes[256];
__constant__ uint32_t keys_of_rounds[44];

// bytes through a box, rows shifted, columns mixed, ten rounds
extern "C" __global__ void cry_box_and_mix(const uint4 *__restrict__ in, uint4 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 p = in[i];
    uint32_t s[4] = {p.x ^ keys_of_rounds[0], p.y ^ keys_of_rounds[1], p.z ^ keys_of_rounds[2], p.w ^ keys_of_rounds[3]};
#pragma unroll 1
    for (int r = 1; r <= 10; r++) {
        uint32_t t[4];
#pragma unroll
        for (int c = 0; c < 4; c++) {
            uint32_t a = box_of_bytes[s[c] & 255], b = box_of_bytes[(s[(c + 1) & 3] >> 8) & 255];
            uint32_t d = box_of_bytes[(s[(c + 2) & 3] >> 16) & 255], e = box_of_bytes[s[(c + 3) & 3] >> 24];
            uint32_t v = a | (b << 8) | (d << 16) | (e << 24);
            if (r < 10) {
                uint32_t twice = ((v & 0x7f7f7f7fu) << 1) ^ (((v >> 7) & 0x01010101u) * 0x1bu);
                uint32_t thrice = twice ^ v;
                v = twice ^ __funnelshift_r(thrice, thrice, 8) ^ __funnelshift_r(v, v, 16) ^ __funnelshift_r(v, v, 24);
            }
            t[c] = v ^ keys_of_rounds[4 * r + c];
        }
#pragma unroll
        for (int c = 0; c < 4; c++) s[c] = t[c];
    }
    out[i] = make_uint4(s[0], s[1], s[2], s[3]);
}

__device__ __forceinline__ void quarter(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d)
{
    a += b; d ^= a; d = __funnelshift_l(d, d, 16);
    c += d; b ^= c; b = __funnelshift_l(b, b, 12);
    a += b; d ^= a; d = __funnelshift_l(d, d, 8);
    c += d; b ^= c; b = __funnelshift_l(b, b, 7);
}

__constant__ uint32_t key_and_nonce[11];

// twenty rounds of quarters, sixty-four bytes of key stream for a thread
extern "C" __global__ void __launch_bounds__(128) cry_stream_of_quarters(const uint4 *__restrict__ in, uint4 *__restrict__ out, unsigned blocks, unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= blocks) return;
    uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    for (int k = 0; k < 8; k++) s[4 + k] = key_and_nonce[k];
    s[12] = first + i;
    for (int k = 0; k < 3; k++) s[13 + k] = key_and_nonce[8 + k];
    for (int k = 0; k < 16; k++) x[k] = s[k];
#pragma unroll 2
    for (int r = 0; r < 10; r++) {
        quarter(x[0], x[4], x[8], x[12]);
        quarter(x[1], x[5], x[9], x[13]);
        quarter(x[2], x[6], x[10], x[14]);
        quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]);
        quarter(x[1], x[6], x[11], x[12]);
        quarter(x[2], x[7], x[8], x[13]);
        quarter(x[3], x[4], x[9], x[14]);
    }
    for (int q = 0; q < 4; q++) {
        uint4 v = in[4 * (size_t)i + q];
        v.x ^= x[4 * q] + s[4 * q];
        v.y ^= x[4 * q + 1] + s[4 * q + 1];
        v.z ^= x[4 * q + 2] + s[4 * q + 2];
        v.w ^= x[4 * q + 3] + s[4 * q + 3];
        out[4 * (size_t)i + q] = v;
    }
}

// powers modulo an odd number by Montgomery's products
extern "C" __global__ void cry_powers_without_division(const uint64_t *__restrict__ base, uint64_t *__restrict__ out, int n, uint64_t m, uint64_t minus, uint64_t one, uint64_t square, unsigned exponent)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto times = [=](uint64_t a, uint64_t b) {
        uint64_t lo = a * b, hi = __umul64hi(a, b), q = lo * minus;
        uint64_t r = hi + __umul64hi(q, m) + (lo != 0);
        return r >= m ? r - m : r;
    };
    uint64_t b = times(base[i] % m, square), r = one;
    for (unsigned e = exponent; e; e >>= 1) {
        if (e & 1) r = times(r, b);
        b = times(b, b);
    }
    out[i] = times(r, 1);
}
