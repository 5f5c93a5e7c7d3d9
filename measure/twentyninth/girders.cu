// Tokens chosen, pieces of sorts, joins and filters of tables.
#include <cstdint>

__device__ __forceinline__ uint32_t mixed(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// k rounds of looking for the largest that is left
extern "C" __global__ __launch_bounds__(256) void head_topk_round_by_round(const float *__restrict__ logits, float *__restrict__ best, int *__restrict__ place, int cols, int k)
{
    extern __shared__ float left[];
    __shared__ float warp_best[8];
    __shared__ int warp_place[8];
    const int t = threadIdx.x;
    for (int c = t; c < cols; c += 256)
        left[c] = logits[(size_t)blockIdx.x * cols + c];
    __syncthreads();
    for (int round = 0; round < k; round++) {
        float top = -INFINITY;
        int at = 0x7fffffff;
        for (int c = t; c < cols; c += 256)
            if (left[c] > top) {
                top = left[c];
                at = c;
            }
        for (int d = 16; d; d >>= 1) {
            float other = __shfl_down_sync(~0u, top, d);
            int there = __shfl_down_sync(~0u, at, d);
            if (other > top || (other == top && there < at)) {
                top = other;
                at = there;
            }
        }
        if (t % 32 == 0) {
            warp_best[t / 32] = top;
            warp_place[t / 32] = at;
        }
        __syncthreads();
        if (t == 0) {
            for (int w = 1; w < 8; w++)
                if (warp_best[w] > top || (warp_best[w] == top && warp_place[w] < at)) {
                    top = warp_best[w];
                    at = warp_place[w];
                }
            best[blockIdx.x * k + round] = top;
            place[blockIdx.x * k + round] = at;
            left[at] = -INFINITY;
        }
        __syncthreads();
    }
}

// the four best of a row: each lane keeps four in order, then the lanes yield theirs
extern "C" __global__ void head_topfour_by_lanes(const float *__restrict__ scores, int *__restrict__ chosen, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *x = scores + (size_t)row * cols;
    float v0 = -INFINITY, v1 = v0, v2 = v0, v3 = v0;
    int i0 = -1, i1 = -1, i2 = -1, i3 = -1;
    for (int c = lane; c < cols; c += 32) {
        float v = x[c];
        if (v > v3) {
            v3 = v;
            i3 = c;
            if (v3 > v2) { float f = v2; v2 = v3; v3 = f; int i = i2; i2 = i3; i3 = i; }
            if (v2 > v1) { float f = v1; v1 = v2; v2 = f; int i = i1; i1 = i2; i2 = i; }
            if (v1 > v0) { float f = v0; v0 = v1; v1 = f; int i = i0; i0 = i1; i1 = i; }
        }
    }
    for (int round = 0; round < 4; round++) {
        float top = v0;
        for (int d = 16; d; d /= 2)
            top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
        int winner = __ffs(__ballot_sync(~0u, v0 == top)) - 1;
        int at = __shfl_sync(~0u, i0, winner);
        if (lane == 0)
            chosen[row * 4 + round] = at;
        if (lane == winner) {
            v0 = v1; v1 = v2; v2 = v3; v3 = -INFINITY;
            i0 = i1; i1 = i2; i2 = i3; i3 = -1;
        }
    }
}

// walks along the probabilities till they pass the lot drawn
extern "C" __global__ __launch_bounds__(320) void head_sample_by_running_sum(const float *__restrict__ probs, const float *__restrict__ lots, int *__restrict__ token, int cols)
{
    __shared__ float warps[10];
    __shared__ int found;
    const float *p = probs + (size_t)blockIdx.x * cols;
    const float lot = lots[blockIdx.x];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        found = cols;
    float carry = 0;
    for (int c0 = 0; c0 < cols; c0 += 320) {
        int c = c0 + threadIdx.x;
        float v = c < cols ? p[c] : 0.0f;
        for (int d = 1; d < 32; d <<= 1) {
            float left = __shfl_up_sync(~0u, v, d);
            if (lane >= d)
                v += left;
        }
        if (lane == 31)
            warps[warp] = v;
        __syncthreads();
        v += carry;
        for (int w = 0; w < 10; w++) {
            if (w < warp)
                v += warps[w];
            carry += warps[w];
        }
        if (c < cols && v >= lot)
            atomicMin(&found, c);
        __syncthreads();
        if (found < cols)
            break;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        token[blockIdx.x] = min(found, cols - 1);
}

// the largest of logits and noise is a draw from the softmax
extern "C" __global__ void head_largest_with_noise(const float *__restrict__ logits, int *__restrict__ token, int rows, int cols, unsigned seed, float warmth)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float top = -INFINITY;
    int at = 0;
    for (int c = threadIdx.x; c < cols; c += 32) {
        unsigned bits = mixed(seed ^ (unsigned)(row * cols + c));
        float u = ((bits >> 9) + 0.5f) * (1.0f / 8388608.0f);
        float v = logits[(size_t)row * cols + c] / warmth - __logf(-logf(u));
        if (v > top) {
            top = v;
            at = c;
        }
    }
    for (int d = 16; d; d >>= 1) {
        float other = __shfl_xor_sync(~0u, top, d);
        int there = __shfl_xor_sync(~0u, at, d);
        if (other > top || (other == top && there < at)) {
            top = other;
            at = there;
        }
    }
    if (threadIdx.x == 0)
        token[row] = at;
}

// 1024 keys with their values a block
extern "C" __global__ __launch_bounds__(512) void sort_thousand_pairs_bitonic(const uint32_t *__restrict__ keys, const uint32_t *__restrict__ values, uint32_t *__restrict__ keys_out, uint32_t *__restrict__ values_out)
{
    __shared__ uint32_t k[1024], v[1024];
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += 512) {
        k[i] = keys[base + i];
        v[i] = values[base + i];
    }
    for (int size = 2; size <= 1024; size *= 2)
        for (int apart = size / 2; apart > 0; apart /= 2) {
            __syncthreads();
            int low = 2 * threadIdx.x - (threadIdx.x & (apart - 1)), high = low + apart;
            bool up = (low & size) == 0;
            if ((k[low] > k[high]) == up) {
                uint32_t swap = k[low];
                k[low] = k[high];
                k[high] = swap;
                swap = v[low];
                v[low] = v[high];
                v[high] = swap;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512) {
        keys_out[base + i] = k[i];
        values_out[base + i] = v[i];
    }
}

// each finds its place in the other list
extern "C" __global__ void sort_two_lists_by_rank(const long long *__restrict__ a, int na, const long long *__restrict__ b, int nb, long long *__restrict__ out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= na + nb)
        return;
    bool first = i < na;
    int own = first ? i : i - na;
    long long key = first ? a[own] : b[own];
    const long long *other = first ? b : a;
    int low = 0, high = first ? nb : na;
    while (low < high) {
        int mid = (low + high) / 2;
        if (first ? other[mid] < key : other[mid] <= key)
            low = mid + 1;
        else
            high = mid;
    }
    out[own + low] = key;
}

// open addressing; who is not found within eight places is not there
extern "C" __global__ void db_orders_meet_customers(const uint32_t *__restrict__ slots, const float *__restrict__ credit, uint32_t mask, const uint32_t *__restrict__ order_key, const float *__restrict__ price, float *__restrict__ rest, int orders)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= orders)
        return;
    uint32_t key = order_key[i], slot = key & mask;
    float got = -1.0f;
    for (int tries = 0; tries < 8; tries++) {
        uint32_t there = slots[slot];
        if (there == key) {
            got = credit[slot] - price[i];
            break;
        }
        if (there == 0xffffffffu)
            break;
        slot = (slot + 1) & mask;
    }
    rest[i] = got;
}

// a table of keys is built: the first to come takes the place
extern "C" __global__ void db_keys_into_table(const unsigned *keys, unsigned *slots, unsigned *rows, unsigned n, unsigned mask)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = keys[i] + 1, slot = mixed(key) & mask;
        for (unsigned tries = 0; tries <= mask; tries++) {
            unsigned before = atomicCAS(&slots[slot], 0u, key);
            if (before == 0 || before == key) {
                rows[slot] = i;
                break;
            }
            slot = (slot + 1) & mask;
        }
    }
}

// rows that pass are appended, a warp asks once for its places; the list goes round at its end
extern "C" __global__ void db_rows_between_appended(const float *__restrict__ price, const int *__restrict__ year, float low, float high, int since, unsigned *__restrict__ rows, unsigned *__restrict__ count, unsigned mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool passes = i < n && price[i] >= low && price[i] < high && year[i] >= since;
    unsigned who = __ballot_sync(~0u, passes);
    if (who == 0)
        return;
    int lane = threadIdx.x & 31, leader = __ffs(who) - 1;
    unsigned base = 0;
    if (lane == leader)
        base = atomicAdd(count, __popc(who));
    base = __shfl_sync(~0u, base, leader);
    if (passes)
        rows[(base + __popc(who & ((1u << lane) - 1))) & mask] = i;
}

// select shop, sum(price * (1 - discount)), count(*) group by shop
extern "C" __global__ void db_takings_by_shop(const unsigned char *__restrict__ shop, const double *__restrict__ price, const float *__restrict__ discount, double *__restrict__ takings, unsigned long long *__restrict__ sales, size_t n)
{
    __shared__ double sums[256];
    __shared__ unsigned counts[256];
    for (int s = threadIdx.x; s < 256; s += blockDim.x) {
        sums[s] = 0;
        counts[s] = 0;
    }
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int s = shop[i];
        atomicAdd(&sums[s], price[i] * (1.0 - discount[i]));
        atomicAdd(&counts[s], 1u);
    }
    __syncthreads();
    for (int s = threadIdx.x; s < 256; s += blockDim.x)
        if (counts[s]) {
            atomicAdd(&takings[s], sums[s]);
            atomicAdd(&sales[s], (unsigned long long)counts[s]);
        }
}
