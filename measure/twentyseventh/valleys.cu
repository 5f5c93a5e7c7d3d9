// Graphs, chases and loops that depend on data.

// vertices of a frontier hand their level on; a queue for the next
extern "C" __global__ void graph_frontier_goes_on(const int *__restrict__ start, const int *__restrict__ to, const int *__restrict__ queue, int *level, int *next, int *length, int many, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= many) return;
    int v = queue[i];
    for (int e = start[v]; e < start[v + 1]; e++) {
        int u = to[e];
        if (level[u] < 0 && atomicCAS(level + u, -1, depth) == -1) next[atomicAdd(length, 1)] = u;
    }
}

// ranks pulled along edges, eight lanes for a vertex
extern "C" __global__ void graph_ranks_pulled_by_eight(const int *__restrict__ start, const int *__restrict__ from, const float *__restrict__ share, float *__restrict__ rank, int n, float damp)
{
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float sum = 0;
    if (v < n)
        for (int e = start[v] + lane; e < start[v + 1]; e += 8) sum += share[from[e]];
    for (int d = 4; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d, 8);
    if (v < n && lane == 0) rank[v] = (1.f - damp) / n + damp * sum;
}

// edges shorten ways
extern "C" __global__ void graph_edges_shorten_ways(const int2 *__restrict__ edge, const int *__restrict__ length, const int *__restrict__ known, int *way, long long edges)
{
    for (long long e = blockIdx.x * (long long)blockDim.x + threadIdx.x; e < edges; e += (long long)gridDim.x * blockDim.x) {
        int2 uv = edge[e];
        int through = known[uv.x] + length[e];
        if (through < way[uv.y]) atomicMin(way + uv.y, through);
    }
}

// what two sorted lists have in common
extern "C" __global__ void graph_common_of_sorted(const int *a, const int *b, const int *at, int *common, int pairs, int each)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    const int *x = a + at[p], *y = b + at[p];
    int i = 0, j = 0, same = 0;
    while (i < each && j < each) {
        int u = x[i], v = y[j];
        same += u == v;
        i += u <= v;
        j += v <= u;
    }
    common[p] = same;
}

// along a chain of records, several steps each
extern "C" __global__ void chase_chain_of_loads(const int *__restrict__ next, const float *__restrict__ load, float *__restrict__ sum, int n, int steps, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = i * apart;
    float s = 0;
    for (int k = 0; k < steps; k++) {
        s += load[at];
        at = next[at];
    }
    sum[i] = s;
}

// as long as the next is smaller
extern "C" __global__ void chase_down_while_smaller(const unsigned *link, unsigned *bottom, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned at = i, next;
    while ((next = link[at]) < at) at = next;
    bottom[i] = at;
}

__constant__ float cuts_of_tree[127];
__constant__ unsigned char columns_of_tree[127];

// a tree of decisions, seven deep
extern "C" __global__ void branch_down_small_tree(const float *__restrict__ rows, unsigned char *__restrict__ leaf, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = 0;
    while (at < 127) at = 2 * at + 1 + (rows[(size_t)columns_of_tree[at] * n + i] > cuts_of_tree[at]);
    leaf[i] = at - 127;
}

__constant__ unsigned char steps_of_program[64];

// every thread runs the same little program on its own number
extern "C" __global__ void branch_program_of_bytes(unsigned *x, int n, int length, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = x[i], b = i;
    for (int t = 0; t < times; t++)
        for (int pc = 0; pc < length; pc++) switch (steps_of_program[pc]) {
            case 0: a += b; break;
            case 1: a ^= b >> 3; break;
            case 2: b = b * 5 + 1; break;
            case 3: { unsigned c = a; a = b; b = c; break; }
            case 4: a = (a << 7) | (a >> 25); break;
            case 5: if (a & 1) b += 3; break;
            case 6: b = ~b; break;
            default: a -= 7;
            }
    x[i] = a ^ b;
}

// height and length of a climb
extern "C" __global__ void loop_highest_of_climb(unsigned long long *highest, unsigned short *length, unsigned first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = first + i, top = x;
    int k = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        if (x > top) top = x;
        k++;
    }
    highest[i] = top;
    length[i] = k;
}

// by trial, odd divisors only
extern "C" __global__ void loop_primes_of_range(unsigned first, unsigned n, unsigned *found)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = first + i;
    bool prime = i < n && x > 1 && (x == 2 || x % 2);
    for (unsigned d = 3; prime && d * d <= x; d += 2)
        if (x % d == 0) prime = false;
    int many = __syncthreads_count(prime);
    if (threadIdx.x == 0 && many) atomicAdd(found, many);
}
