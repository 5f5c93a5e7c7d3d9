// Dynamic programming and texts.
#include <stdint.h>

// longest rising run of values of each of many rows: quadratic, a thread a row
extern "C" __global__ void int_longest_rising_of_rows(const short *in, int *best, int rows)
{
    __shared__ uint8_t len[32][128];
    int r = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x, top = 0;
    if (r >= rows) return;
    for (int i = 0; i < 32; i++) {
        short v = in[i * rows + r];
        int l = 1;
        for (int j = 0; j < i; j++)
            if (in[j * rows + r] < v) l = max(l, len[j][t] + 1);
        len[i][t] = (uint8_t)l;
        top = max(top, l);
    }
    best[r] = top;
}

// coins: ways to pay, a block over amounts, one coin after the other, double buffered
extern "C" __global__ void int_ways_to_pay(const int *coin, unsigned *ways, int coins, int most)
{
    extern __shared__ unsigned w[];
    for (int a = threadIdx.x; a <= most; a += blockDim.x) w[a] = a == 0;
    __syncthreads();
    for (int c = 0; c < coins; c++) {
        int v = coin[blockIdx.x * coins + c] + 1;
        for (int a = threadIdx.x; a < v && a <= most; a += blockDim.x)
            for (int b = a + v; b <= most; b += v) w[b] += w[b - v];
        __syncthreads();
    }
    for (int a = threadIdx.x; a <= most; a += blockDim.x) ways[blockIdx.x * (most + 1) + a] = w[a];
}

// distance by warping of two series, a block for a pair, antidiagonals
extern "C" __global__ void int_time_warping(const float *a, const float *b, float *cost, int n)
{
    extern __shared__ float s[];
    float *x = s, *y = s + n, *d0 = s + 2 * n, *d1 = d0 + n + 1, *d2 = d1 + n + 1;
    const int t = threadIdx.x;
    for (int k = t; k < n; k += blockDim.x) {
        x[k] = a[blockIdx.x * n + k];
        y[k] = b[blockIdx.x * n + k];
    }
    for (int k = t; k <= n; k += blockDim.x) d0[k] = d1[k] = d2[k] = 1e30f;
    __syncthreads();
    for (int s = 0; s < 2 * n - 1; s++) {
        for (int i = t; i < n; i += blockDim.x) {
            int j = s - i;
            float v = 1e30f;
            if (j >= 0 && j < n) {
                float least = s == 0 ? 0 : fminf(fminf(d1[i + 1], d1[i]), d0[i]);
                v = fabsf(x[i] - y[j]) + least;
            }
            d2[i + 1] = v;
        }
        __syncthreads();
        float *t0 = d0;
        d0 = d1, d1 = d2, d2 = t0;
    }
    if (t == 0) cost[blockIdx.x] = d1[n];
}

// hidden states: best path's score over times, 64 states of a block
extern "C" __global__ void int_best_path_of_64_states(const float *step, const float *seen, float *score, uint8_t *from, int times)
{
    __shared__ float now[64], go[64][65];
    const int t = threadIdx.x;
    for (int k = 0; k < 64; k++) go[k][t] = step[k * 64 + t];
    float v = seen[(size_t)blockIdx.x * times * 64 + t];
    for (int s = 1; s < times; s++) {
        __syncthreads();
        now[t] = v;
        __syncthreads();
        float best = -1e30f;
        int who = 0;
        for (int k = 0; k < 64; k++) {
            float c = now[k] + go[k][t];
            if (c > best) best = c, who = k;
        }
        v = best + seen[((size_t)blockIdx.x * times + s) * 64 + t];
        from[((size_t)blockIdx.x * times + s) * 64 + t] = (uint8_t)who;
    }
    score[blockIdx.x * 64 + t] = v;
}

// lines of text: how many words and the longest, a thread a line of 80
extern "C" __global__ void txt_words_of_lines(const uint8_t *text, uchar2 *found, int lines)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lines) return;
    const uint8_t *p = text + 80 * l;
    int words = 0, run = 0, longest = 0;
    for (int k = 0; k < 80; k++) {
        bool letter = (p[k] & 31) > 4;
        words += letter && run == 0;
        run = letter ? run + 1 : 0;
        longest = max(longest, run);
    }
    found[l] = make_uchar2(words, longest);
}

// rolling hash of windows of sixteen bytes, a stretch of 64 places each
extern "C" __global__ void txt_rolling_hashes(const uint8_t *text, unsigned *out, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
    if (first + 64 + 15 > n) return;
    unsigned h = 0, top = 1;
    for (int k = 0; k < 16; k++) {
        h = h * 257 + text[first + k];
        if (k) top *= 257;
    }
    unsigned least = h;
    for (int k = 1; k < 64; k++) {
        h = (h - text[first + k - 1] * top) * 257 + text[first + k + 15];
        least = min(least, h);
    }
    out[first / 64] = least;
}

// runs of equal bytes of each row of 256 coded as pairs, a warp a row
extern "C" __global__ void cod_runs_of_rows(const uint8_t *in, uint8_t *out, int *pairs, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= rows) return;
    const uint8_t *p = in + r * 256;
    int runs = 0;
    for (int c0 = 0; c0 < 256; c0 += 32) {
        int c = c0 + lane;
        bool head = c == 0 || p[c] != p[c - 1];
        unsigned votes = __ballot_sync(~0u, head);
        if (head) {
            int len = 1;
            while (c + len < 256 && p[c + len] == p[c]) len++;
            int at = runs + __popc(votes & ((1u << lane) - 1));
            out[r * 512 + 2 * at] = p[c];
            out[r * 512 + 2 * at + 1] = (uint8_t)min(len, 255);
        }
        runs += __popc(votes);
    }
    if (lane == 0) pairs[r] = runs;
}

// four rounds a byte of a substitution with rows shifted: a block cipher's round in words, table in shared memory
extern "C" __global__ void cry_rounds_by_shared_table(const uint4 *in, uint4 *out, const unsigned *table, int rounds, int n)
{
    __shared__ unsigned t[256];
    if (threadIdx.x < 256) t[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    for (int r = 0; r < rounds; r++) {
        uint4 u;
        u.x = t[v.x & 255] ^ __funnelshift_l(t[v.y >> 8 & 255], t[v.y >> 8 & 255], 8) ^ __funnelshift_l(t[v.z >> 16 & 255], t[v.z >> 16 & 255], 16) ^ (unsigned)r;
        u.y = t[v.y & 255] ^ __funnelshift_l(t[v.z >> 8 & 255], t[v.z >> 8 & 255], 8) ^ __funnelshift_l(t[v.w >> 16 & 255], t[v.w >> 16 & 255], 16);
        u.z = t[v.z & 255] ^ __funnelshift_l(t[v.w >> 8 & 255], t[v.w >> 8 & 255], 8) ^ __funnelshift_l(t[v.x >> 16 & 255], t[v.x >> 16 & 255], 16);
        u.w = t[v.w & 255] ^ __funnelshift_l(t[v.x >> 8 & 255], t[v.x >> 8 & 255], 8) ^ __funnelshift_l(t[v.y >> 16 & 255], t[v.y >> 16 & 255], 16);
        v = u;
    }
    out[i] = v;
}
