// Filters and joins of tables, and the choice of the next token.

struct Row {
    int id, quantity;
    float price, discount;
};

// rows that pass go into a ring: one addition for a warp
extern "C" __global__ void db_filter_rows_together(const Row *__restrict__ rows, int *__restrict__ kept, unsigned *count, int n, int least, float most, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool pass = false;
    if (i < n) {
        Row r = rows[i];
        pass = r.quantity >= least && r.price * (1.0f - r.discount) < most;
    }
    unsigned votes = __ballot_sync(0xffffffffu, pass);
    unsigned base = 0;
    if (lane == 0 && votes)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (pass)
        kept[(base + __popc(votes & ((1u << lane) - 1))) & mask] = i;
}

// a column between two bounds as a map of bits
extern "C" __global__ void db_between_as_bits(const long long *column, unsigned *bits, size_t n, long long low, long long high)
{
    size_t whole = (n + 31) & ~(size_t)31;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < whole; i += (size_t)gridDim.x * blockDim.x) {
        bool in = i < n && column[i] >= low && column[i] < high;
        unsigned votes = __ballot_sync(~0u, in);
        if (threadIdx.x % 32 == 0)
            bits[i / 32] = votes;
    }
}

__device__ unsigned slotOf(unsigned key) { return key * 2654435769u; }

// open addressing; a row that is there already stays
extern "C" __global__ void db_join_table_built(const unsigned *__restrict__ keys, unsigned long long *table, unsigned n, int bits, unsigned long long empty)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned mask = (1u << bits) - 1, s = slotOf(keys[i]) >> (32 - bits);
    unsigned long long entry = (unsigned long long)(keys[i] + 1) << 32 | i;
    for (;;) {
        unsigned long long before = atomicCAS(&table[s], empty, entry);
        if (before == empty || before == entry)
            break;
        s = (s + 1) & mask;
    }
}

// each block joins a part of both tables through a hash table of its own
extern "C" __global__ void __launch_bounds__(256) db_join_parts_in_shared(const int *__restrict__ keys, const float *__restrict__ payload, const int *__restrict__ probes, float *__restrict__ out, int each, int perPart)
{
    __shared__ int slot[2048];
    __shared__ short place[2048];
    for (int s = threadIdx.x; s < 2048; s += 256)
        slot[s] = -1;
    __syncthreads();
    const int *k = keys + (size_t)blockIdx.x * each;
    for (int i = threadIdx.x; i < each; i += 256) {
        int s = slotOf(k[i]) >> 21;
        for (;;) {
            int before = atomicCAS(&slot[s], -1, k[i]);
            if (before == -1) {
                place[s] = (short)i;
                break;
            }
            s = (s + 1) & 2047;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < perPart; i += 256) {
        size_t at = (size_t)blockIdx.x * perPart + i;
        int want = probes[at], s = slotOf(want) >> 21;
        float found = 0.0f;
        while (slot[s] != -1) {
            if (slot[s] == want)
                found += payload[(size_t)blockIdx.x * each + place[s]];
            s = (s + 1) & 2047;
        }
        out[at] = found;
    }
}

// an ordered list searched for the first not below
template <typename K> __global__ void lowerBound(const K *__restrict__ ordered, int n, const K *__restrict__ wanted, int *__restrict__ places, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        K w = wanted[i];
        int low = 0, high = n;
        while (low < high) {
            int mid = low + (high - low) / 2;
            if (ordered[mid] < w)
                low = mid + 1;
            else
                high = mid;
        }
        places[i] = low;
    }
}
template __global__ void lowerBound<int>(const int *, int, const int *, int *, int);
template __global__ void lowerBound<double>(const double *, int, const double *, int *, int);

// sums of few groups: shared tables, then one for all
extern "C" __global__ void db_sums_of_groups(const unsigned char *__restrict__ group, const int *__restrict__ cents, unsigned long long *sums, int *counts, int n)
{
    __shared__ unsigned long long s[128];
    __shared__ int c[128];
    for (int g = threadIdx.x; g < 128; g += blockDim.x) {
        s[g] = 0;
        c[g] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int g = group[i] & 127;
        atomicAdd(&s[g], (unsigned long long)cents[i]);
        atomicAdd(&c[g], 1);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < 128; g += blockDim.x)
        if (c[g]) {
            atomicAdd(&sums[g], s[g]);
            atomicAdd(&counts[g], c[g]);
        }
}

__device__ float evenly(unsigned a, unsigned b)
{
    unsigned x = a * 0x9e3779b9u ^ b * 0x85ebca6bu;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    x *= 0x297a2d39u;
    x ^= x >> 15;
    return ((x >> 9) + 0.5f) * (1.0f / 8388608.0f);
}

// the greatest of logit and Gumbel noise is a draw from the softmax
extern "C" __global__ void llm_token_by_gumbel(const float *__restrict__ logits, int *__restrict__ tokens, int vocabulary, float inverse, unsigned seed)
{
    __shared__ float best[1024];
    __shared__ int place[1024];
    const float *row = logits + (size_t)blockIdx.x * vocabulary;
    float b = -INFINITY;
    int p = 0;
    for (int v = threadIdx.x; v < vocabulary; v += blockDim.x) {
        float noise = -__logf(-logf(evenly(v, seed + blockIdx.x)));
        float x = row[v] * inverse + noise;
        if (x > b) {
            b = x;
            p = v;
        }
    }
    best[threadIdx.x] = b;
    place[threadIdx.x] = p;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d && best[threadIdx.x + d] > best[threadIdx.x]) {
            best[threadIdx.x] = best[threadIdx.x + d];
            place[threadIdx.x] = place[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        tokens[blockIdx.x] = place[0];
}

// the bound above which the k greatest lie, digit after digit of the ordered bits
extern "C" __global__ void __launch_bounds__(512) llm_bound_of_greatest_k(const float *__restrict__ logits, float *__restrict__ bounds, int vocabulary, int k)
{
    __shared__ unsigned bins[256], chosen, left;
    const float *row = logits + (size_t)blockIdx.x * vocabulary;
    unsigned prefix = 0, mask = 0, need = k;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int b = threadIdx.x; b < 256; b += 512)
            bins[b] = 0;
        __syncthreads();
        for (int v = threadIdx.x; v < vocabulary; v += 512) {
            unsigned u = __float_as_uint(row[v]);
            u = u & 0x80000000u ? ~u : u | 0x80000000u;
            if ((u & mask) == prefix)
                atomicAdd(&bins[u >> shift & 255], 1u);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned above = 0;
            int b = 255;
            while (above + bins[b] < need)
                above += bins[b--];
            chosen = b;
            left = need - above;
        }
        __syncthreads();
        prefix |= chosen << shift;
        mask |= 255u << shift;
        need = left;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        bounds[blockIdx.x] = __uint_as_float(prefix & 0x80000000u ? prefix & 0x7fffffffu : ~prefix);
}

// tokens said before are made less likely; each block marks its own vocabulary in bits
extern "C" __global__ void llm_repeated_tokens_damped(float *logits, const int *__restrict__ said, int vocabulary, int length, float penalty)
{
    extern __shared__ unsigned marks[];
    int words = (vocabulary + 31) / 32;
    for (int w = threadIdx.x; w < words; w += blockDim.x)
        marks[w] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        int t = said[(size_t)blockIdx.x * length + i];
        atomicOr(&marks[t / 32], 1u << (t & 31));
    }
    __syncthreads();
    for (int v = threadIdx.x; v < vocabulary; v += blockDim.x)
        if (marks[v >> 5] >> (v & 31) & 1) {
            float x = logits[(size_t)blockIdx.x * vocabulary + v];
            logits[(size_t)blockIdx.x * vocabulary + v] = x > 0.0f ? x / penalty : x * penalty;
        }
}
