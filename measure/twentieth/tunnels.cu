// Steps over graphs, and dynamic programming.

// breadth first, from the top: those of this level reach out
extern "C" __global__ void graph_level_from_top(const int *start, const int *to, int *level, int nodes, int depth)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || level[v] != depth) return;
    for (int k = start[v]; k < start[v + 1]; k++)
        if (level[to[k]] > depth + 1) level[to[k]] = depth + 1;
}

// breadth first by a queue: a warp for each waiting node
extern "C" __global__ void graph_queue_of_frontier(const int *start, const int *to, const int *queue, int waiting, int *seen, int *next, int *count)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (w >= waiting) return;
    int v = queue[w];
    for (int k = start[v] + lane; k < start[v + 1]; k += 32) {
        int u = to[k];
        if (atomicExch(&seen[u], 1) == 0) next[atomicAdd(count, 1)] = u;
    }
}

// page rank drawn from those who point here
extern "C" __global__ void graph_rank_drawn(const int *start, const int *from, const float *rank, const float *inverse, float *out, int nodes, float damp)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    float s = 0;
    for (int k = start[v]; k < start[v + 1]; k++) {
        int u = from[k];
        s += rank[u] * inverse[u];
    }
    out[v] = (1 - damp) / nodes + damp * s;
}

// page rank pushed to those pointed at; edges of a node after one another, 64-bit offsets
struct Web { const long long *start; const int *to; int nodes; };
extern "C" __global__ void graph_rank_pushed(Web g, const double *rank, double *out)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < g.nodes; v += blockDim.x * gridDim.x) {
        const long long a = g.start[v], b = g.start[v + 1];
        if (a == b) continue;
        const double share = rank[v] / (double)(b - a);
        for (long long k = a; k < b; k++) atomicAdd(out + g.to[k], share);
    }
}

// each node climbs as long as the parent has a lower number, and hangs itself there
extern "C" __global__ void graph_jump_to_root(int *parent, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int p = v, q = parent[v];
    while (q < p) {
        p = q;
        q = parent[p];
    }
    parent[v] = p;
}

// an independent set after Luby: who has the highest number around here
extern "C" __global__ void graph_highest_around(const int *start, const int *to, const unsigned *number, unsigned char *chosen, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    unsigned mine = number[v];
    bool highest = true;
    for (int k = start[v]; k < start[v + 1] && highest; k++) {
        int u = to[k];
        if (u != v && (number[u] > mine || (number[u] == mine && u > v))) highest = false;
    }
    chosen[v] = highest;
}

// which label stands most often among the neighbours; up to 16 looked at
extern "C" __global__ void graph_label_of_most(const int *start, const int *to, const int *label, int *out, int nodes)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    int found[16], n = min(start[v + 1] - start[v], 16);
    for (int k = 0; k < n; k++) found[k] = label[to[start[v] + k]];
    int best = label[v], most = 0;
    for (int k = 0; k < n; k++) {
        int c = 0;
        for (int j = 0; j < n; j++) c += found[j] == found[k];
        if (c > most || (c == most && found[k] < best)) {
            most = c;
            best = found[k];
        }
    }
    out[v] = best;
}

// longest common subsequence of two words of 256 by a block, along the diagonals
extern "C" __global__ void dp_common_of_two_words(const char *a, const char *b, int *out)
{
    __shared__ short s[3][257];
    __shared__ char word[256];
    int t = threadIdx.x;
    word[t] = b[blockIdx.x * 256 + t];
    char mine = a[blockIdx.x * 256 + t];
    s[0][t] = s[1][t] = s[2][t] = 0;
    if (t == 0) s[0][256] = s[1][256] = s[2][256] = 0;
    __syncthreads();
    for (int d = 0; d < 511; d++) {
        short *now = s[d % 3], *last = s[(d + 2) % 3], *before = s[(d + 1) % 3];
        int j = d - t;
        if (j >= 0 && j < 256) {
            int v = word[j] == mine ? (j ? before[t] : 0) + 1 : max(t ? last[t] : 0, j ? last[t + 1] : 0);
            now[t + 1] = v;
        }
        __syncthreads();
    }
    if (t == 255) out[blockIdx.x] = s[510 % 3][256];
}

// knapsack: one thing more
extern "C" __global__ void dp_one_thing_more(const int *best, int *out, int room, int weight, int value)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > room) return;
    int v = best[c];
    if (c >= weight) v = max(v, best[c - weight] + value);
    out[c] = v;
}

// local alignment, each thread a pair of short reads, a row in a local array
template <int LEN> __global__ void aligned(const unsigned char *query, const unsigned char *target, int *score, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    int row[LEN + 1], best = 0;
    for (int j = 0; j <= LEN; j++) row[j] = 0;
    for (int i = 0; i < LEN; i++) {
        unsigned char q = query[i * pairs + p];
        int diagonal = 0, left = 0;
        #pragma unroll
        for (int j = 1; j <= LEN; j++) {
            int up = row[j];
            int v = diagonal + (target[(j - 1) * pairs + p] == q ? 2 : -1);
            v = max(max(0, v), max(up, left) - 1);
            diagonal = up;
            row[j] = left = v;
            best = max(best, v);
        }
    }
    score[p] = best;
}
template __global__ void aligned<24>(const unsigned char *, const unsigned char *, int *, int);

// all shortest ways, one node in between
extern "C" __global__ void dp_way_over_node(float *d, int n, int k)
{
    __shared__ float over;
    int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) over = d[i * n + k];
    __syncthreads();
    if (j >= n) return;
    float way = over + d[k * n + j];
    if (way < d[i * n + j]) d[i * n + j] = way;
}

// the order of products: all stretches of one length
extern "C" __global__ void dp_stretches_of_length(const int *sides, long long *cost, int n, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + length;
    if (j >= n) return;
    long long best = 0x7fffffffffffffffll;
    for (int k = i; k < j; k++) {
        long long c = cost[i * n + k] + cost[(k + 1) * n + j] + (long long)sides[i] * sides[k + 1] * sides[j + 1];
        best = c < best ? c : best;
    }
    cost[i * n + j] = best;
}

// Viterbi: a block for a sequence, a thread for a state
extern "C" __global__ void dp_likeliest_states(const float *enter, const float *emit, const unsigned char *seen, unsigned char *from, float *end, int steps)
{
    __shared__ float s[2][64];
    int t = threadIdx.x;
    s[0][t] = emit[seen[blockIdx.x * steps] * 64 + t];
    __syncthreads();
    for (int k = 1; k < steps; k++) {
        const float *old = s[k + 1 & 1];
        float best = -1e30f;
        int which = 0;
        for (int q = 0; q < 64; q++) {
            float v = old[q] + enter[q * 64 + t];
            if (v > best) {
                best = v;
                which = q;
            }
        }
        s[k & 1][t] = best + emit[seen[blockIdx.x * steps + k] * 64 + t];
        from[(blockIdx.x * steps + k) * 64 + t] = which;
        __syncthreads();
    }
    end[blockIdx.x * 64 + t] = s[(steps - 1) & 1][t];
}
