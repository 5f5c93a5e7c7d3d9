// Linear systems and dynamic programs.
#include <cstddef>
#include <cstdint>

// Thomas, a system a thread; unknowns of all systems lie side by side.
extern "C" __global__ void la_thomas_systems_interleaved(const double *__restrict__ lower, const double *__restrict__ upper,
                                                  const double *__restrict__ right, double *__restrict__ factor,
                                                  double *__restrict__ x, int systems, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    double c = 0, d = 0;
    size_t at = s;
    for (int i = 0; i < n; i++, at += systems) {
        double m = 1.0 / (4.0 - lower[at] * c);
        c = upper[at] * m;
        d = (right[at] - lower[at] * d) * m;
        factor[at] = c;
        x[at] = d;
    }
    at -= systems;
    for (int i = n - 2; i >= 0; i--) {
        at -= systems;
        d = x[at] - factor[at] * d;
        x[at] = d;
    }
}

// One sweep of Jacobi for a full matrix, a warp to a row; the diagonal is made strong.
extern "C" __global__ void la_jacobi_sweep_full(const float *a, const float *b, const float *x, float *next, unsigned n)
{
    unsigned row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n) return;
    float s = 0;
    for (unsigned c = threadIdx.x; c < n; c += 32)
        if (c != row) s += a[(size_t)row * n + c] * x[c];
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0) next[row] = (b[row] - s) / (a[(size_t)row * n + row] + n);
}

// Small systems in registers, no pivots: N * N numbers and N of the right side.
template <typename T, int N>
__global__ void solveSmall(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ x, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    T m[N][N], r[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
#pragma unroll
        for (int j = 0; j < N; j++) m[i][j] = a[(size_t)(i * N + j) * systems + s] + (i == j ? T(2 * N) : T(0));
        r[i] = b[(size_t)i * systems + s];
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
        T p = T(1) / m[k][k];
#pragma unroll
        for (int i = k + 1; i < N; i++) {
            T f = m[i][k] * p;
#pragma unroll
            for (int j = k + 1; j < N; j++) m[i][j] -= f * m[k][j];
            r[i] -= f * r[k];
        }
    }
#pragma unroll
    for (int i = N - 1; i >= 0; i--) {
#pragma unroll
        for (int j = i + 1; j < N; j++) r[i] -= m[i][j] * r[j];
        r[i] /= m[i][i];
    }
#pragma unroll
    for (int i = 0; i < N; i++) x[(size_t)i * systems + s] = r[i];
}
template __global__ void solveSmall<float, 6>(const float *, const float *, float *, int);
template __global__ void solveSmall<double, 3>(const double *, const double *, double *, int);

// Cholesky's factor of 32 x 32 matrices, a block of 32 x 8 threads to each.
extern "C" __global__ void la_cholesky_of_thirty_two(const float *in, float *out)
{
    __shared__ float m[32][33];
    int x = threadIdx.x;
    const float *a = in + (size_t)blockIdx.x * 1024;
    for (int y = threadIdx.y; y < 32; y += 8)
        m[y][x] = 0.5f * (a[y * 32 + x] + a[x * 32 + y]) + (x == y ? 64.0f : 0.0f);
    __syncthreads();
    for (int k = 0; k < 32; k++) {
        float root = sqrtf(m[k][k]);
        __syncthreads();
        if (threadIdx.y == 0) {
            if (x > k) m[x][k] /= root;
            if (x == k) m[k][k] = root;
        }
        __syncthreads();
        for (int y = k + 1 + threadIdx.y; y < 32; y += 8)
            if (x > k && x <= y) m[y][x] -= m[y][k] * m[x][k];
        __syncthreads();
    }
    for (int y = threadIdx.y; y < 32; y += 8)
        out[(size_t)blockIdx.x * 1024 + y * 32 + x] = x <= y ? m[y][x] : 0.0f;
}

// Parallel cyclic reduction: a block to a system, an unknown a thread.
extern "C" __global__ void la_cyclic_halving_in_shared(const float *lower, const float *upper, const float *right, float *x, int n)
{
    extern __shared__ float4 row[];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * n + t;
    float4 me = make_float4(0, 1, 0, 0);
    if (t < n) me = make_float4(t ? lower[at] : 0.0f, 4.0f, t < n - 1 ? upper[at] : 0.0f, right[at]);
    for (int d = 1; d < n; d *= 2) {
        row[t] = me;
        __syncthreads();
        float4 a = t >= d ? row[t - d] : make_float4(0, 1, 0, 0);
        float4 c = t + d < n ? row[t + d] : make_float4(0, 1, 0, 0);
        float p = -me.x / a.y, q = -me.z / c.y;
        me = make_float4(p * a.x, me.y + p * a.z + q * c.x, q * c.z, me.w + p * a.w + q * c.w);
        __syncthreads();
    }
    if (t < n) x[at] = me.w / me.y;
}

// Distance of edits of two words of at most 31 letters; the row of each thread lies in shared memory.
extern "C" __global__ void dp_edits_between_words(const uint8_t *words, const int *a, const int *b, int *distance, int pairs)
{
    __shared__ uint8_t row[32][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i >= pairs) return;
    const uint8_t *u = words + (size_t)a[i] * 32, *v = words + (size_t)b[i] * 32;
    int nu = u[0] % 32, nv = v[0] % 32;
    for (int k = 0; k <= nv; k++) row[k][t] = k;
    for (int r = 1; r <= nu; r++) {
        int corner = row[0][t], left = r;
        row[0][t] = r;
        uint8_t c = u[r] & 7;
        for (int k = 1; k <= nv; k++) {
            int up = row[k][t];
            int best = min(min(up, left) + 1, corner + (c != (v[k] & 7)));
            corner = up;
            left = best;
            row[k][t] = best;
        }
    }
    distance[i] = row[nv][t];
}

// One thing more for the knapsack.
extern "C" __global__ void dp_knapsack_next_thing(const int *before, int *after, int capacity, int weight, int value)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w > capacity) return;
    int best = before[w];
    if (w >= weight) best = max(best, before[w - weight] + value);
    after[w] = best;
}

// Best local match: a lane to a letter of a probe of 32, the text passes by.
extern "C" __global__ void dp_local_match_along_lanes(const uint8_t *probes, const uint8_t *texts, int *score, int pairs, int length)
{
    int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (p >= pairs) return;
    uint8_t mine = probes[p * 32 + lane] & 3;
    const uint8_t *text = texts + (size_t)p * length;
    int h = 0, diagonal = 0, best = 0;
    for (int step = 0; step < length + 31; step++) {
        int left = __shfl_up_sync(0xffffffffu, h, 1);
        if (lane == 0) left = 0;
        int j = step - lane;
        if (j >= 0 && j < length) {
            int s = diagonal + ((text[j] & 3) == mine ? 2 : -1);
            h = max(max(0, s), max(h, left) - 1);
            best = max(best, h);
        }
        diagonal = left;
    }
    best = __reduce_max_sync(0xffffffffu, best);
    if (lane == 0) score[p] = best;
}

// Viterbi over STATES states, a block to a sequence.
template <int STATES>
__global__ void likeliestPath(const float *__restrict__ change, const float *__restrict__ seen, const uint8_t *__restrict__ symbols,
                              uint8_t *__restrict__ from, float *__restrict__ best, int steps)
{
    __shared__ float log_change[STATES][STATES + 1];
    __shared__ float level[2][STATES];
    int s = threadIdx.x;
    for (int k = 0; k < STATES; k++) log_change[k][s] = change[k * STATES + s];
    level[0][s] = 0;
    __syncthreads();
    int now = 0;
    for (int t = 0; t < steps; t++) {
        float top = -1e30f;
        int who = 0;
        for (int k = 0; k < STATES; k++) {
            float v = level[now][k] + log_change[k][s];
            if (v > top) {
                top = v;
                who = k;
            }
        }
        size_t at = (size_t)blockIdx.x * steps + t;
        from[at * STATES + s] = who;
        level[now ^ 1][s] = top + seen[symbols[at] % 16 * STATES + s];
        now ^= 1;
        __syncthreads();
    }
    best[blockIdx.x * STATES + s] = level[now][s];
}
template __global__ void likeliestPath<32>(const float *, const float *, const uint8_t *, uint8_t *, float *, int);
template __global__ void likeliestPath<96>(const float *, const float *, const uint8_t *, uint8_t *, float *, int);
