// Texts, bytes, digests.
#include <stdint.h>

extern "C" __global__ void txt_letters_to_lower(char *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && s[i] >= 'A' && s[i] <= 'Z') s[i] += 'a' - 'A';
}

__constant__ char needle[16];
extern "C" __global__ void txt_needle_in_stretches(const char *__restrict__ text, int *__restrict__ hits, int n, int m)
{
    __shared__ char t[256 + 16];
    int first = blockIdx.x * 256;
    for (int k = threadIdx.x; k < 256 + m; k += 256) t[k] = first + k < n ? text[first + k] : 0;
    __syncthreads();
    bool same = first + threadIdx.x + m <= n;
    for (int k = 0; k < m && same; k++) same = t[threadIdx.x + k] == needle[k];
    int count = __syncthreads_count(same);
    if (threadIdx.x == 0 && count) atomicAdd(hits, count);
}

extern "C" __global__ void hash_of_fixed_records(const uint8_t *rec, uint32_t *hash, int n, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h = 5381;
    for (int k = 0; k < bytes; k++) h = h * 33 ^ rec[(size_t)i * bytes + k];
    hash[i] = h;
}

extern "C" __global__ void cry_tea_thirty_two_rounds(const uint2 *in, uint2 *out, int n, uint4 key)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 v = in[i];
    uint32_t sum = 0;
#pragma unroll 4
    for (int r = 0; r < 32; r++) {
        sum += 0x9e3779b9u;
        v.x += (v.y << 4) + key.x ^ v.y + sum ^ (v.y >> 5) + key.y;
        v.y += (v.x << 4) + key.z ^ v.x + sum ^ (v.x >> 5) + key.w;
    }
    out[i] = v;
}

// digits of numbers, eight places each, the first ones blank
extern "C" __global__ void txt_numbers_to_digits(const uint32_t *v, char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t x = v[i];
    char buf[8];
    int k = 7;
    do {
        buf[k--] = '0' + x % 10;
        x /= 10;
    } while (x && k >= 0);
    while (k >= 0) buf[k--] = ' ';
    for (k = 0; k < 8; k++) out[i * 8 + k] = buf[k];
}

extern "C" __global__ void cod_checks_of_rows(const uint8_t *rows, uint32_t *sum, int n, int length)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= n) return;
    uint32_t a = 0, b = 0;
    for (int k = lane; k < length; k += 32) {
        uint32_t v = rows[(size_t)r * length + k];
        a += v;
        b += v * (length - k);
    }
    a = __reduce_add_sync(~0u, a);
    b = __reduce_add_sync(~0u, b);
    if (lane == 0) sum[r] = (b + length) % 65521 << 16 | (a + 1) % 65521;
}
