// Atomics, queues, locks and tables.
#include <stdint.h>

// a lock for each of a few accounts, taken by whole warps one after another
extern "C" __global__ void lk_accounts_under_lock(int *lock, volatile int *balance, const int *account, const int *amount, int n)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 || w >= n) return;
    int a = account[w];
    while (atomicCAS(lock + a, 0, 1)) __nanosleep(64);
    __threadfence();
    balance[a] = balance[a] + amount[w];
    __threadfence();
    atomicExch(lock + a, 0);
}

// what passes the test is pushed to a ring; one addition for a warp
extern "C" __global__ void lk_push_passing(const float4 *__restrict__ in, int *__restrict__ queue, unsigned *tail, int n, float bar, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool pass = false;
    if (i < n) {
        float4 v = in[i];
        pass = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w < bar;
    }
    unsigned vote = __ballot_sync(~0u, pass), base = 0;
    int lane = threadIdx.x & 31;
    if (vote) {
        int leader = __ffs(vote) - 1;
        if (lane == leader) base = atomicAdd(tail, __popc(vote));
        base = __shfl_sync(~0u, base, leader);
        if (pass) queue[(base + __popc(vote & ((1u << lane) - 1))) & mask] = i;
    }
}

__device__ __forceinline__ unsigned mixed(unsigned h)
{
    h ^= h >> 16, h *= 0x7feb352du, h ^= h >> 15, h *= 0x846ca68bu;
    return h ^ h >> 16;
}

// linear probing, keys above zero; how far it went is kept
extern "C" __global__ void lk_table_put(const unsigned *__restrict__ keys, unsigned *table, uint8_t *__restrict__ steps, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i] + 1, at = mixed(key) & mask;
    int s = 0;
    while (s < 255) {
        unsigned old = atomicCAS(table + at, 0, key);
        if (old == 0 || old == key) break;
        at = (at + 1) & mask, s++;
    }
    steps[i] = s;
}

// buckets of eight, a tile of eight lanes asks for one key at a time
extern "C" __global__ void lk_table_ask_tiles(const unsigned *__restrict__ keys, const unsigned *__restrict__ table, int *__restrict__ found, int n, unsigned buckets)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 8, tile = threadIdx.x % 32 / 8;
    unsigned key = i < n ? keys[i] : 0;
    int mine = -1;
    for (int k = 0; k < 8; k++) {
        unsigned ask = __shfl_sync(~0u, key, k, 8), b = mixed(ask) & (buckets - 1);
        unsigned hit = __ballot_sync(~0u, table[b * 8 + lane] == ask) >> tile * 8 & 255;
        if (k == lane && hit) mine = b * 8 + __ffs(hit) - 1;
    }
    if (i < n) found[i] = mine;
}

// bits set in a map too large for one cache; every fourth asks first
extern "C" __global__ void lk_bits_of_map(const unsigned *__restrict__ which, unsigned *map, int n, unsigned mask)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned b = which[i] & mask;
        if ((i & 3) == 0 && map[b / 32] >> b % 32 & 1) continue;
        atomicOr(map + b / 32, 1u << b % 32);
    }
}

// work drawn from a counter by blocks that stay, tasks of different length
extern "C" __global__ void lk_draw_uneven_tasks(const int *__restrict__ length, float *__restrict__ out, unsigned *counter, int tasks)
{
    __shared__ int task;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) task = atomicInc(counter, tasks + gridDim.x - 1);
        __syncthreads();
        if (task >= tasks) break;
        float x = threadIdx.x;
        for (int k = 0; k < length[task]; k++) x = x * 0.5f + sqrtf(x + k);
        out[task * blockDim.x + threadIdx.x] = x;
    }
}

// minima and maxima of integers, xor and and, on few words in shared memory
extern "C" __global__ void lk_four_kinds_in_shared(const int4 *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ int s[4][32];
    if (threadIdx.x < 128) s[threadIdx.x / 32][threadIdx.x % 32] = threadIdx.x / 32 == 1 ? INT32_MIN : threadIdx.x / 32 == 2 ? 0 : -1 ^ (threadIdx.x / 32 == 0) << 31;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int4 v = in[i];
        int k = i % 29;
        atomicMin(&s[0][k], v.x), atomicMax(&s[1][k], v.y), atomicXor(&s[2][k], v.z), atomicAnd(&s[3][k], v.w);
    }
    __syncthreads();
    if (threadIdx.x < 128) out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x / 32][threadIdx.x % 32];
}
