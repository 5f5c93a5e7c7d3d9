// Sorting, picking the largest, merging.

extern "C" __global__ void bitonicOnePass(const unsigned *in, unsigned *out, unsigned stride, unsigned run)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lo = 2 * t - (t & (stride - 1)), hi = lo + stride;
    unsigned a = in[lo], b = in[hi];
    bool up = (lo & run) == 0;
    bool turn = (a > b) == up;
    out[lo] = turn ? b : a;
    out[hi] = turn ? a : b;
}

// whole pieces in shared memory, falling
template <typename T, int SIZE>
__global__ void bitonicPieces(const T *__restrict__ in, T *__restrict__ out)
{
    __shared__ T s[SIZE];
    for (int i = threadIdx.x; i < SIZE; i += SIZE / 2) s[i] = in[blockIdx.x * SIZE + i];
    for (int k = 2; k <= SIZE; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int lo = 2 * threadIdx.x - (threadIdx.x & (j - 1)), hi = lo + j;
            bool fall = (lo & k) == 0;
            if ((s[lo] < s[hi]) == fall) {
                T x = s[lo];
                s[lo] = s[hi];
                s[hi] = x;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < SIZE; i += SIZE / 2) out[blockIdx.x * SIZE + i] = s[i];
}
template __global__ void bitonicPieces<float, 2048>(const float *, float *);

// 64 pairs in a warp, two keys a lane
extern "C" __global__ void bitonicWarpTwice(const int2 *in, int2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    if (i >= n) return;
    int2 v = in[i];
#pragma unroll
    for (int k = 2; k <= 32; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j > 0; j >>= 1) {
            int px = __shfl_xor_sync(~0u, v.x, j), py = __shfl_xor_sync(~0u, v.y, j);
            bool less = ((lane & j) == 0) == ((lane & k) == 0);
            if (less ? px < v.x : px > v.x) v.x = px;
            if (less ? py < v.y : py > v.y) v.y = py;
        }
    out[i] = v;
}

// eight values a thread, in registers
extern "C" __global__ void sortEightInRegisters(const float *in, float *out, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;
    float v[8];
    for (int k = 0; k < 8; k++) v[k] = in[k * groups + g];
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int k = r & 1; k + 1 < 8; k += 2) {
            float lo = fminf(v[k], v[k + 1]), hi = fmaxf(v[k], v[k + 1]);
            v[k] = lo;
            v[k + 1] = hi;
        }
    for (int k = 0; k < 8; k++) out[k * groups + g] = v[k];
}

// each block orders its 256 keys by one digit of four bits, stable
extern "C" __global__ void sortDigitInBlock(const unsigned *in, unsigned *out, int shift)
{
    __shared__ int seen[16][8], base[16];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    unsigned key = in[blockIdx.x * 256 + t], d = (key >> shift) & 15, same = 0;
    for (int v = 0; v < 16; v++) {
        unsigned votes = __ballot_sync(~0u, d == v);
        if (d == v) same = votes;
        if (lane == 0) seen[v][w] = __popc(votes);
    }
    __syncthreads();
    if (t < 16) {
        int s = 0;
        for (int k = 0; k < 8; k++) {
            int c = seen[t][k];
            seen[t][k] = s;
            s += c;
        }
        base[t] = s;
    }
    __syncthreads();
    if (t == 0)
        for (int v = 0, s = 0; v < 16; v++) {
            int c = base[v];
            base[v] = s;
            s += c;
        }
    __syncthreads();
    out[blockIdx.x * 256 + base[d] + seen[d][w] + __popc(same & ((1u << lane) - 1))] = key;
}

// a thread merges two short sorted runs
extern "C" __global__ void sortMergeSerial(const int *a, const int *b, int *out, int pairs, int len)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs) return;
    const int *x = a + p * len, *y = b + p * len;
    int *z = out + p * 2 * len;
    int i = 0, j = 0;
    while (i < len && j < len)
        if (x[i] <= y[j]) {
            z[i + j] = x[i];
            i++;
        } else {
            z[i + j] = y[j];
            j++;
        }
    while (i < len) z[i + j] = x[i], i++;
    while (j < len) z[i + j] = y[j], j++;
}

// insertion into a short list, a thread a row
extern "C" __global__ void sortBestFour(const float *m, float *best, int *where, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float v[4] = {-2, -2, -2, -2};
    int at[4] = {-1, -1, -1, -1};
    for (int c = 0; c < cols; c++) {
        float x = m[c * rows + r];
        if (x <= v[3]) continue;
        v[3] = x;
        at[3] = c;
#pragma unroll
        for (int k = 3; k > 0; k--)
            if (v[k] > v[k - 1]) {
                float f = v[k];
                v[k] = v[k - 1];
                v[k - 1] = f;
                int i = at[k];
                at[k] = at[k - 1];
                at[k - 1] = i;
            }
    }
    for (int k = 0; k < 4; k++) best[k * rows + r] = v[k], where[k * rows + r] = at[k];
}

// the k largest of a row, one after another, a warp a row
extern "C" __global__ void sortTopByWarp(const float *logits, int *picked, int cols, int k)
{
    extern __shared__ float row[];
    for (int c = threadIdx.x; c < cols; c += 32) row[c] = logits[(size_t)blockIdx.x * cols + c];
    __syncwarp();
    for (int round = 0; round < k; round++) {
        float best = -1e30f;
        int at = 0;
        for (int c = threadIdx.x; c < cols; c += 32)
            if (row[c] > best) best = row[c], at = c;
        for (int o = 16; o; o >>= 1) {
            float b = __shfl_xor_sync(~0u, best, o);
            int a = __shfl_xor_sync(~0u, at, o);
            if (b > best || (b == best && a < at)) best = b, at = a;
        }
        if (threadIdx.x == 0) {
            picked[blockIdx.x * k + round] = at;
            row[at] = -1e30f;
        }
        __syncwarp();
    }
}

// Shell's, gaps 13 4 1, of 40 keys in local order, a thread each
extern "C" __global__ void sortShellShared(const short *in, short *out, int len)
{
    extern __shared__ short mine[];
    int n = blockDim.x, t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * n * len;
    for (int k = 0; k < len; k++) mine[k * n + t] = in[at + k * n + t];
    const int gaps[3] = {13, 4, 1};
    for (int g = 0; g < 3; g++) {
        int gap = gaps[g];
        for (int i = gap; i < len; i++) {
            short v = mine[i * n + t];
            int j = i;
            while (j >= gap && mine[(j - gap) * n + t] > v) {
                mine[j * n + t] = mine[(j - gap) * n + t];
                j -= gap;
            }
            mine[j * n + t] = v;
        }
    }
    for (int k = 0; k < len; k++) out[at + k * n + t] = mine[k * n + t];
}
