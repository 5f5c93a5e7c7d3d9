// Dynamic programming and strings.
#include <stdint.h>

// Smith and Waterman: a block a pair of 128, diagonals in shared memory, a thread a row
extern "C" __global__ void __launch_bounds__(128) txt_align_local_diagonals(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, int *__restrict__ score)
{
    __shared__ int d[3][129];
    __shared__ uint8_t sb[128];
    const int t = threadIdx.x;
    const uint8_t mine = a[blockIdx.x * 128 + t];
    sb[t] = b[blockIdx.x * 128 + t];
    for (int k = 0; k < 3; k++) d[k][t + 1] = 0;
    if (t == 0) d[0][0] = d[1][0] = d[2][0] = 0;
    int best = 0;
    __syncthreads();
    for (int k = 0; k < 255; k++) {
        int j = k - t, now = k % 3, last = (k + 2) % 3, before = (k + 1) % 3, v = 0;
        if (j >= 0 && j < 128) {
            v = max(0, d[before][t] + (mine == sb[j] ? 5 : -4));
            v = max(v, max(d[last][t], d[last][t + 1]) - 7);
            best = max(best, v);
        }
        d[now][t + 1] = v;
        __syncthreads();
    }
    best = __reduce_max_sync(~0u, best);
    if (t % 32 == 0) atomicMax(score + blockIdx.x, best);
}

// longest common subsequence, a thread a pair, row in local memory
extern "C" __global__ void txt_common_in_local_row(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, uint8_t *__restrict__ out, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    uint8_t row[49];
    for (int j = 0; j <= 48; j++) row[j] = 0;
    for (int i = 0; i < 48; i++) {
        uint8_t c = a[i * pairs + p], diag = 0;
        for (int j = 1; j <= 48; j++) {
            uint8_t up = row[j];
            row[j] = c == b[(j - 1) * pairs + p] ? diag + 1 : max(up, row[j - 1]);
            diag = up;
        }
    }
    out[p] = row[48];
}

// one antidiagonal of a big alignment
extern "C" __global__ void txt_align_one_diagonal(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, const int *__restrict__ last, const int *__restrict__ before, int *__restrict__ now, int k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > k || i >= n || k - i >= n) return;
    int v = before[i] + (a[i] == b[k - i] ? 2 : -1);
    now[i + 1] = max(v, max(last[i], last[i + 1]) - 2);
}

// small knapsacks, one a block: all items, two rows in shared memory
extern "C" __global__ void int_knapsacks_in_blocks(const int *__restrict__ weights, const int *__restrict__ values, int *__restrict__ best, int items, int capacity)
{
    extern __shared__ int row[];
    int *a = row, *b = row + capacity + 1;
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) a[c] = 0;
    __syncthreads();
    for (int k = 0; k < items; k++) {
        const int w = weights[blockIdx.x * items + k] + 1, v = values[blockIdx.x * items + k];
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x) b[c] = c >= w ? max(a[c], a[c - w] + v) : a[c];
        __syncthreads();
        int *t = a;
        a = b, b = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = a[capacity];
}

// Viterbi: 32 states, a warp a sequence, transitions in registers
extern "C" __global__ void int_viterbi_thirty_two(const float *__restrict__ trans, const float *__restrict__ emit, const uint8_t *__restrict__ seen, float *__restrict__ score, uint8_t *__restrict__ back, int sequences, int length)
{
    const int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, me = threadIdx.x % 32;
    if (s >= sequences) return;
    float t[32], v = emit[me * 16 + seen[s * length]];
#pragma unroll
    for (int k = 0; k < 32; k++) t[k] = trans[k * 32 + me];
    for (int i = 1; i < length; i++) {
        float best = -INFINITY;
        int from = 0;
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float c = __shfl_sync(~0u, v, k) + t[k];
            if (c > best) best = c, from = k;
        }
        v = best + emit[me * 16 + seen[s * length + i]];
        back[((size_t)s * length + i) * 32 + me] = from;
    }
    score[s * 32 + me] = v;
}

// Knuth, Morris, Pratt: a stretch a thread, failures in constant memory, text side by side
__constant__ int failureOf[32];
extern "C" __global__ void txt_stretches_with_failures(const uint8_t *__restrict__ text, const uint8_t *__restrict__ word, int *__restrict__ hits, int stretches, int length, int m)
{
    __shared__ uint8_t w[32];
    if (threadIdx.x < m) w[threadIdx.x] = word[threadIdx.x];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= stretches) return;
    int k = 0, h = 0;
    for (int i = 0; i < length; i++) {
        uint8_t c = text[i * stretches + t];
        while (k > 0 && w[k] != c) k = failureOf[k - 1];
        if (w[k] == c) k++;
        if (k == m) h++, k = failureOf[k - 1];
    }
    hits[t] = h;
}

// newlines and words, 16 bytes a load, by tricks on words
extern "C" __global__ void txt_lines_of_quads(const uint4 *__restrict__ text, unsigned *__restrict__ lines, int quads)
{
    unsigned c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uint4 q = text[i];
        c += __popc(__vcmpeq4(q.x, 0x0a0a0a0au)) + __popc(__vcmpeq4(q.y, 0x0a0a0a0au)) + __popc(__vcmpeq4(q.z, 0x0a0a0a0au)) + __popc(__vcmpeq4(q.w, 0x0a0a0a0au));
    }
    c = __reduce_add_sync(~0u, c / 8);
    if (threadIdx.x % 32 == 0 && c) atomicAdd(lines, c);
}
