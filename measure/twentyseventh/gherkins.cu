// Histograms, and pieces of sorting and of choosing the greatest.

extern "C" __global__ void hist_bytes_in_memory(const unsigned char *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], 1u);
}

// a table of each warp, sixteen bytes a load
extern "C" __global__ void __launch_bounds__(192) hist_bytes_table_of_warps(const uint4 *__restrict__ in, unsigned *bins, size_t n16)
{
    __shared__ unsigned s[6][256];
    for (int i = threadIdx.x; i < 6 * 256; i += 192)
        (&s[0][0])[i] = 0;
    __syncthreads();
    unsigned *mine = s[threadIdx.x / 32];
    for (size_t i = (size_t)blockIdx.x * 192 + threadIdx.x; i < n16; i += (size_t)gridDim.x * 192) {
        uint4 v = in[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            atomicAdd(&mine[w[k] & 255], 1u);
            atomicAdd(&mine[w[k] >> 8 & 255], 1u);
            atomicAdd(&mine[w[k] >> 16 & 255], 1u);
            atomicAdd(&mine[w[k] >> 24], 1u);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += 192) {
        unsigned sum = 0;
        for (int k = 0; k < 6; k++)
            sum += s[k][b];
        if (sum)
            atomicAdd(&bins[b], sum);
    }
}

extern "C" __global__ void hist_doubles_in_range(const double *in, int *bins, int n, double low, double perBin, int count)
{
    extern __shared__ int local[];
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double x = (in[i] - low) * perBin;
        if (x >= 0.0 && x < count)
            atomicAdd(&local[(int)x], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

// two measures against each other
extern "C" __global__ void hist_of_two_measures(const float2 *__restrict__ points, unsigned *grid, int side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 p = points[i];
    int cx = min(side - 1, (int)(p.x * side)), cy = min(side - 1, (int)(p.y * side));
    atomicAdd(grid + cy * side + cx, 1u);
}

// 2 * BLOCK keys with their values in shared memory
template <typename K, int BLOCK> __global__ void bitonicPairs(K *keys, unsigned *values)
{
    __shared__ K k[2 * BLOCK];
    __shared__ unsigned v[2 * BLOCK];
    size_t base = (size_t)blockIdx.x * 2 * BLOCK;
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) {
        k[i] = keys[base + i];
        v[i] = values[base + i];
    }
    for (int size = 2; size <= 2 * BLOCK; size <<= 1)
        for (int d = size >> 1; d > 0; d >>= 1) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (d - 1));
            bool up = (i & size) == 0;
            if ((k[i] > k[i + d]) == up) {
                K t = k[i];
                k[i] = k[i + d];
                k[i + d] = t;
                unsigned u = v[i];
                v[i] = v[i + d];
                v[i + d] = u;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) {
        keys[base + i] = k[i];
        values[base + i] = v[i];
    }
}
template __global__ void bitonicPairs<float, 256>(float *, unsigned *);
template __global__ void bitonicPairs<unsigned, 512>(unsigned *, unsigned *);

extern "C" __global__ void sort_step_of_bitonic_net(unsigned *keys, unsigned distance, unsigned size, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ distance;
    if (i < n && j > i) {
        unsigned a = keys[i], b = keys[j];
        if ((a > b) == ((i & size) == 0)) {
            keys[i] = b;
            keys[j] = a;
        }
    }
}

// digits of four bits: how many of each in a tile, stored digit by digit
extern "C" __global__ void sort_digit_counts_of_tiles(const unsigned *__restrict__ keys, unsigned *__restrict__ counts, int n, int shift, int tile)
{
    __shared__ unsigned c[16];
    if (threadIdx.x < 16)
        c[threadIdx.x] = 0;
    __syncthreads();
    int end = min(n, (int)(blockIdx.x + 1) * tile);
    for (int i = blockIdx.x * tile + threadIdx.x; i < end; i += blockDim.x) {
        unsigned digit = keys[i] >> shift & 15;
        unsigned same = __match_any_sync(__activemask(), digit);
        if (__ffs(same) - 1 == (threadIdx.x & 31))
            atomicAdd(&c[digit], __popc(same));
    }
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}

// odd-even exchange between lanes: rows of 32 put in order
extern "C" __global__ void sort_lanes_odd_and_even(const float *in, float *out, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float v = in[row * 32 + lane];
    for (int round = 0; round < 32; round++) {
        int other = (lane ^ round) & 1 ? lane - 1 : lane + 1;
        float o = __shfl_sync(~0u, v, other & 31);
        if (other >= 0 && other < 32)
            v = other > lane ? fminf(v, o) : fmaxf(v, o);
    }
    out[row * 32 + lane] = v;
}

// two ordered lists into one: each thread finds where its piece begins
template <int PIECE> __global__ void mergePieces(const int *__restrict__ a, int na, const int *__restrict__ b, int nb, int *__restrict__ out)
{
    int d = (blockIdx.x * blockDim.x + threadIdx.x) * PIECE;
    if (d >= na + nb)
        return;
    int low = max(0, d - nb), high = min(d, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[d - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    int i = low, j = d - low;
    for (int k = 0; k < PIECE && d + k < na + nb; k++)
        out[d + k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
template __global__ void mergePieces<9>(const int *, int, const int *, int, int *);

// the K greatest of a row by a warp: lists of lanes, then K rounds over their heads
template <int K> __global__ void greatestOfRow(const float *__restrict__ x, float *__restrict__ values, int *__restrict__ places, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows)
        return;
    float v[K];
    int p[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
        v[k] = -3.4e38f;
        p[k] = -1;
    }
    for (int c = lane; c < cols; c += 32) {
        float f = x[(size_t)row * cols + c];
        if (f > v[K - 1]) {
            int q = c;
#pragma unroll
            for (int k = 0; k < K; k++)
                if (f > v[k]) {
                    float tf = v[k];
                    int tq = p[k];
                    v[k] = f;
                    p[k] = q;
                    f = tf;
                    q = tq;
                }
        }
    }
    for (int k = 0; k < K; k++) {
        float best = v[0];
        for (int d = 16; d; d >>= 1)
            best = fmaxf(best, __shfl_xor_sync(~0u, best, d));
        int owner = __ffs(__ballot_sync(~0u, v[0] == best)) - 1;
        if (lane == owner) {
            values[row * K + k] = best;
            places[row * K + k] = p[0];
#pragma unroll
            for (int i = 0; i + 1 < K; i++) {
                v[i] = v[i + 1];
                p[i] = p[i + 1];
            }
            v[K - 1] = -3.4e38f;
        }
    }
}
template __global__ void greatestOfRow<8>(const float *, float *, int *, int, int);
