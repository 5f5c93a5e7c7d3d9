// Texts and tables filled step by step.
#include <cstdint>

// ends of lines, sixteen bytes at a time
extern "C" __global__ void txt_ends_of_lines_by_sixteen(const uint4 *__restrict__ text, int n, unsigned *count, unsigned newline)
{
    unsigned mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = text[i];
        mine += __popc(__vcmpeq4(v.x, newline)) + __popc(__vcmpeq4(v.y, newline)) + __popc(__vcmpeq4(v.z, newline)) + __popc(__vcmpeq4(v.w, newline));
    }
    mine /= 8;
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x % 32 == 0 && mine) atomicAdd(count, mine);
}

// where a word begins, tile of text and its tail in shared memory
__constant__ unsigned char word[16];
template <int BLOCK>
__global__ void placesOfWord(const uint8_t *__restrict__ text, int n, int length, int *__restrict__ found, int *__restrict__ first)
{
    __shared__ uint8_t tile[BLOCK + 16];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = i < n ? text[i] : 0;
    if (threadIdx.x < 16) tile[BLOCK + threadIdx.x] = i + BLOCK < n ? text[i + BLOCK] : 0;
    __syncthreads();
    if (i + length > n) return;
    int k = 0;
    while (k < length && tile[threadIdx.x + k] == word[k]) k++;
    if (k == length) {
        atomicAdd(found, 1);
        atomicMin(first, i);
    }
}
template __global__ void placesOfWord<256>(const uint8_t *, int, int, int *, int *);

// trigrams hashed and counted in a table
extern "C" __global__ void txt_trigrams_counted_by_hash(const uint8_t *text, size_t n, unsigned *table, unsigned mask)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i + 2 >= n) return;
    unsigned h = 2166136261u;
    for (int k = 0; k < 3; k++) h = (h ^ text[i + k]) * 16777619u;
    atomicAdd(&table[(h ^ h >> 15) & mask], 1u);
}

// two short sequences aligned by each thread, one row of scores in shared memory
extern "C" __global__ void dp_two_aligned_by_thread(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, int length, int *__restrict__ score, int pairs)
{
    extern __shared__ short row[]; // [length + 1][threads]
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    short *r = row + threadIdx.x;
    const int pitch = blockDim.x;
    for (int j = 0; j <= length; j++) r[j * pitch] = -2 * j;
    for (int i = 1; i <= length; i++) {
        int corner = r[0], left = -2 * i;
        r[0] = left;
        uint8_t c = a[(size_t)(i - 1) * pairs + p];
        for (int j = 1; j <= length; j++) {
            int up = r[j * pitch];
            int best = corner + (c == b[(size_t)(j - 1) * pairs + p] ? 1 : -1);
            best = max(best, max(up, left) - 2);
            corner = up;
            r[j * pitch] = left = best;
        }
    }
    score[p] = r[length * pitch];
}

// ways to pay each amount with coins, a block for each purse; a thread follows one rest of the coin
extern "C" __global__ void dp_ways_with_coins_of_purse(const int *__restrict__ coins, int kinds, int most, unsigned *__restrict__ ways)
{
    extern __shared__ unsigned w[];
    for (int v = threadIdx.x; v <= most; v += blockDim.x) w[v] = v == 0;
    __syncthreads();
    for (int k = 0; k < kinds; k++) {
        int coin = coins[blockIdx.x * kinds + k] + 1;
        for (int rest = threadIdx.x; rest < coin; rest += blockDim.x) {
            unsigned sum = 0;
            for (int v = rest; v <= most; v += coin) w[v] = sum += w[v];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) ways[blockIdx.x] = w[most];
}

// cheapest way through a square of costs, down or right: one block each, diagonal after diagonal
template <int SIDE>
__global__ void cheapestWay(const float *__restrict__ cost, float *__restrict__ out)
{
    __shared__ float best[SIDE][SIDE + 1];
    const float *c = cost + (size_t)blockIdx.x * SIDE * SIDE;
    for (int k = threadIdx.x; k < SIDE * SIDE; k += blockDim.x) best[k / SIDE][k % SIDE] = c[k];
    __syncthreads();
    for (int d = 1; d < 2 * SIDE - 1; d++) {
        int y = threadIdx.x, x = d - y;
        if (y < SIDE && x >= 0 && x < SIDE) {
            float before = y == 0 ? best[y][x - 1] : x == 0 ? best[y - 1][x] : fminf(best[y][x - 1], best[y - 1][x]);
            best[y][x] += before;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = best[SIDE - 1][SIDE - 1];
}
template __global__ void cheapestWay<32>(const float *, float *);
template __global__ void cheapestWay<96>(const float *, float *);
