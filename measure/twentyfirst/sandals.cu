// Dynamic programming.
#include <cstdint>

// distance of words of at most 32 letters, a row in local memory
extern "C" __global__ void dp_distance_of_words(const char *a, const uint8_t *alen, const char *b, const uint8_t *blen, int *distance, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    const char *s = a + p * 32, *t = b + p * 32;
    int m = alen[p], n = blen[p];
    uint8_t row[33];
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; i <= m; i++) {
        int diagonal = row[0], c = s[i - 1];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int up = row[j];
            int best = diagonal + (c != t[j - 1]);
            if (up + 1 < best) best = up + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = up;
        }
    }
    distance[p] = row[n];
}

// Smith and Waterman along diagonals, a block for a pair
template <int LENGTH>
__global__ void localAlignment(const uint8_t *query, const uint8_t *target, int *score, int targetLength, int match, int mismatch, int gap)
{
    __shared__ int h[3][LENGTH + 1];
    __shared__ int best;
    const int i = threadIdx.x;
    const uint8_t q = query[blockIdx.x * LENGTH + i];
    const uint8_t *t = target + (size_t)blockIdx.x * targetLength;
    for (int k = 0; k < 3; k++) {
        h[k][i + 1] = 0;
        if (i == 0) h[k][0] = 0;
    }
    if (i == 0) best = 0;
    __syncthreads();
    int mine = 0, now = 2, last = 1, before = 0;
    for (int d = 0; d < LENGTH + targetLength - 1; d++) {
        int j = d - i;
        if (j >= 0 && j < targetLength) {
            int v = h[before][i] + (q == t[j] ? match : -mismatch);
            v = max(v, max(h[last][i], h[last][i + 1]) - gap);
            v = max(v, 0);
            h[now][i + 1] = v;
            mine = max(mine, v);
        }
        __syncthreads();
        int spare = before;
        before = last;
        last = now;
        now = spare;
    }
    atomicMax(&best, mine);
    __syncthreads();
    if (i == 0) score[blockIdx.x] = best;
}
template __global__ void localAlignment<128>(const uint8_t *, const uint8_t *, int *, int, int, int, int);
template __global__ void localAlignment<64>(const uint8_t *, const uint8_t *, int *, int, int, int, int);

// a knapsack for a block; places from the top down, in rounds of the block
extern "C" __global__ void dp_knapsack_of_block(const int *weight, const int *worth, int *best, int things, int room)
{
    extern __shared__ int value[];
    int *old = value, *now = value + room + 1;
    for (int c = threadIdx.x; c <= room; c += blockDim.x) old[c] = 0;
    __syncthreads();
    for (int k = 0; k < things; k++) {
        int w = weight[blockIdx.x * things + k] + 1, v = worth[blockIdx.x * things + k];
        for (int c = threadIdx.x; c <= room; c += blockDim.x) {
            int b = old[c];
            if (c >= w && old[c - w] + v > b) b = old[c - w] + v;
            now[c] = b;
        }
        __syncthreads();
        int *t = old;
        old = now;
        now = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = old[room];
}

// longest rising choice of a row: ends of piles in local memory, found by halving
extern "C" __global__ void dp_longest_rising(const short *rows, uint8_t *length, int count, int columns)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= count) return;
    short pile[64];
    int piles = 0;
    for (int c = 0; c < columns; c++) {
        short v = rows[c * count + r];
        int low = 0, high = piles;
        while (low < high) {
            int mid = (low + high) / 2;
            if (pile[mid] < v)
                low = mid + 1;
            else
                high = mid;
        }
        pile[low] = v;
        if (low == piles) {
            piles++;
            if (piles == 64) break;
        }
    }
    length[r] = piles;
}

// one row of the cheapest seam, with where one came from
extern "C" __global__ void dp_row_of_seam(const float *energy, const float *above, float *cost, int8_t *from, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    float best = above[x];
    int8_t way = 0;
    if (x > 0 && above[x - 1] < best) {
        best = above[x - 1];
        way = -1;
    }
    if (x < width - 1 && above[x + 1] < best) {
        best = above[x + 1];
        way = 1;
    }
    cost[x] = energy[x] + best;
    from[x] = way;
}

// time bent within a band: a warp for a pair, lanes across the band of 32
extern "C" __global__ void dp_time_bent_in_band(const float *a, const float *b, float *cost, int pairs, int length)
{
    int p = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (p >= pairs) return;
    const float *x = a + (size_t)p * length, *y = b + (size_t)p * length;
    const float far = 1e30f;
    float latest = far;
    // lane l stands for j - i = l - 16; diagonals i + j = s go by, every second lane at a time
    for (int s = 0; s <= 2 * (length - 1); s++) {
        int apart = lane - 16, twice = s - apart;
        float left = __shfl_up_sync(~0u, latest, 1), right = __shfl_down_sync(~0u, latest, 1);
        if (lane == 0) left = far;
        if (lane == 31) right = far;
        if (twice & 1) continue;
        int i = twice >> 1, j = i + apart;
        if (i >= 0 && j >= 0 && i < length && j < length) {
            float best = s == 0 ? 0.f : fminf(latest, fminf(left, right));
            latest = fabsf(x[i] - y[j]) + best;
        } else
            latest = far;
    }
    if (lane == 16) cost[p] = latest;
}

// shortest ways inside a tile on the diagonal
extern "C" __global__ void dp_ways_inside_tile(int *distance, int n)
{
    __shared__ int d[32][33];
    int base = blockIdx.x * 32;
    int *at = distance + (size_t)(base + threadIdx.y) * n + base + threadIdx.x;
    d[threadIdx.y][threadIdx.x] = *at;
    __syncthreads();
    for (int k = 0; k < 32; k++) {
        int way = d[threadIdx.y][k] + d[k][threadIdx.x];
        __syncthreads();
        if (way < d[threadIdx.y][threadIdx.x]) d[threadIdx.y][threadIdx.x] = way;
        __syncthreads();
    }
    *at = d[threadIdx.y][threadIdx.x];
}

// cheapest order of a chain of matrices, a block for a chain of up to 32
extern "C" __global__ void dp_order_of_products(const int *sizes, int *cost, int matrices)
{
    __shared__ int m[32][33], size[33];
    int t = threadIdx.x;
    if (t <= matrices) size[t] = sizes[blockIdx.x * (matrices + 1) + t];
    if (t < matrices) m[t][t] = 0;
    __syncthreads();
    for (int span = 1; span < matrices; span++) {
        int i = t, j = t + span;
        if (j < matrices) {
            int best = 0x7fffffff;
            for (int k = i; k < j; k++) {
                int c = m[i][k] + m[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
                if (c < best) best = c;
            }
            m[i][j] = best;
        }
        __syncthreads();
    }
    if (t == 0) cost[blockIdx.x] = m[0][matrices - 1];
}
