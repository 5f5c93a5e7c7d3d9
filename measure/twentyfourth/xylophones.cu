// Texts, and tables filled step by step.
#include <cstdint>

// capitals, sixteen bytes at a time
__device__ __forceinline__ uint32_t raised(uint32_t v)
{
    uint32_t small = __vcmpgeu4(v, 0x61616161u) & __vcmpleu4(v, 0x7a7a7a7au);
    return v ^ (small & 0x20202020u);
}
extern "C" __global__ void txt_capitals_by_sixteen(const uint4 *in, uint4 *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    out[i] = make_uint4(raised(v.x), raised(v.y), raised(v.z), raised(v.w));
}

// words counted: a letter behind something that is none
extern "C" __global__ void txt_beginnings_of_words(const char *text, int n, int *words)
{
    __shared__ int own;
    if (threadIdx.x == 0) own = 0;
    __syncthreads();
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool letter = text[i] > ' ', before = i > 0 && text[i - 1] > ' ';
        mine += letter && !before;
    }
    atomicAdd(&own, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(words, own);
}

// a hash for each line of equal length
extern "C" __global__ void txt_hash_of_each_line(const uint8_t *__restrict__ lines, uint64_t *__restrict__ hashes, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint64_t h = 14695981039346656037ull;
    for (int k = 0; k < length; k++) h = (h ^ lines[(size_t)i * length + k]) * 1099511628211ull;
    hashes[i] = h;
}

// words of a dictionary compared with one: distance of edits, rows in local memory
__constant__ uint8_t asked[16];
template <int LENGTH>
__global__ void editsToAsked(const uint8_t *__restrict__ words, uint8_t *__restrict__ out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row[LENGTH + 1];
#pragma unroll
    for (int k = 0; k <= LENGTH; k++) row[k] = k;
    for (int a = 0; a < 16; a++) {
        int corner = row[0];
        row[0] = a + 1;
#pragma unroll
        for (int k = 1; k <= LENGTH; k++) {
            int change = corner + (asked[a] != words[(size_t)(k - 1) * n + i]);
            corner = row[k];
            row[k] = min(change, min(row[k], row[k - 1]) + 1);
        }
    }
    out[i] = row[LENGTH];
}
template __global__ void editsToAsked<12>(const uint8_t *, uint8_t *, unsigned);

// longest common subsequence, one pair of texts for each block, bands of diagonals in shared memory
extern "C" __global__ void dp_common_subsequence_of_block(const uint8_t *__restrict__ a, const uint8_t *__restrict__ b, int length, int *__restrict__ best)
{
    extern __shared__ int line[]; // three diagonals, [length + 1] each
    const uint8_t *p = a + blockIdx.x * length, *q = b + blockIdx.x * length;
    int pitch = length + 1;
    for (int k = threadIdx.x; k < 3 * pitch; k += blockDim.x) line[k] = 0;
    __syncthreads();
    for (int d = 2; d <= 2 * length; d++) {
        int *now = line + d % 3 * pitch, *one = line + (d + 2) % 3 * pitch, *two = line + (d + 1) % 3 * pitch;
        int from = max(1, d - length), to = min(length, d - 1);
        for (int i = from + threadIdx.x; i <= to; i += blockDim.x) {
            int j = d - i;
            int up = i - 1 == 0 ? 0 : one[i - 1], left = j - 1 == 0 ? 0 : one[i];
            int corner = i == 1 || j == 1 ? 0 : two[i - 1];
            now[i] = p[i - 1] == q[j - 1] ? corner + 1 : max(up, left);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) best[blockIdx.x] = line[2 * length % 3 * pitch + length];
}

// one thing of the knapsack
extern "C" __global__ void dp_knapsack_one_thing(const int *__restrict__ before, int *__restrict__ after, int room, int weight, int worth)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w > room) return;
    int keep = before[w];
    after[w] = w >= weight ? max(keep, before[w - weight] + worth) : keep;
}

// most likely way through hidden states: a block for each sequence, a thread for each state
template <int STATES>
__global__ void likelyStates(const float *__restrict__ change, const float *__restrict__ seen, float *__restrict__ score, uint8_t *__restrict__ back, int steps)
{
    __shared__ float now[2][STATES];
    int s = threadIdx.x;
    const float *e = seen + (size_t)blockIdx.x * steps * STATES;
    now[0][s] = e[s];
    for (int t = 1; t < steps; t++) {
        __syncthreads();
        const float *old = now[(t + 1) % 2];
        float most = -1e30f;
        int from = 0;
        for (int r = 0; r < STATES; r++) {
            float v = old[r] + change[r * STATES + s];
            if (v > most) most = v, from = r;
        }
        now[t % 2][s] = most + e[t * STATES + s];
        back[((size_t)blockIdx.x * steps + t) * STATES + s] = from;
    }
    score[blockIdx.x * STATES + s] = now[(steps - 1) % 2][s];
}
template __global__ void likelyStates<64>(const float *, const float *, float *, uint8_t *, int);
