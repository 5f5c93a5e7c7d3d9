// Sorting, merging, selecting.
#include <cfloat>
#include <climits>
#include <cstdint>

// the steps of a bitonic sort that fit into a tile, keys with values
extern "C" __global__ void sort_pairs_in_tile(unsigned *keys, unsigned *values, int size)
{
    __shared__ unsigned k[512], v[512];
    int base = blockIdx.x * 512, t = threadIdx.x;
    k[t] = keys[base + t];
    k[t + 256] = keys[base + t + 256];
    v[t] = values[base + t];
    v[t + 256] = values[base + t + 256];
    bool up = ((base + 2 * t) & size) == 0;
    for (int stride = 256; stride > 0; stride >>= 1) {
        __syncthreads();
        int pos = 2 * t - (t & (stride - 1));
        unsigned a = k[pos], b = k[pos + stride];
        if ((a > b) == up) {
            k[pos] = b;
            k[pos + stride] = a;
            unsigned w = v[pos];
            v[pos] = v[pos + stride];
            v[pos + stride] = w;
        }
    }
    __syncthreads();
    keys[base + t] = k[t];
    keys[base + t + 256] = k[t + 256];
    values[base + t] = v[t];
    values[base + t + 256] = v[t + 256];
}

// neighbours change places until nothing moves
extern "C" __global__ void sort_until_nothing_moves(const short *data, short *out, int *rounds)
{
    __shared__ short s[256];
    int t = threadIdx.x, count = 0;
    s[t] = data[blockIdx.x * 256 + t];
    s[t + 128] = data[blockIdx.x * 256 + t + 128];
    __syncthreads();
    int moved;
    do {
        moved = 0;
        for (int phase = 0; phase < 2; phase++) {
            int i = 2 * t + phase;
            if (i < 255 && s[i] > s[i + 1]) {
                short x = s[i];
                s[i] = s[i + 1];
                s[i + 1] = x;
                moved = 1;
            }
            __syncthreads();
        }
        count++;
    } while (__syncthreads_or(moved));
    out[blockIdx.x * 256 + t] = s[t];
    out[blockIdx.x * 256 + t + 128] = s[t + 128];
    if (t == 0) rounds[blockIdx.x] = count;
}

// a thread sorts its own few by insertion
template <typename T, int N>
__global__ void insertionSortRows(const T *in, T *out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T a[N];
    for (int i = 0; i < N; ++i) a[i] = in[i * rows + row];
    for (int i = 1; i < N; ++i) {
        T key = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > key) {
            a[j + 1] = a[j];
            --j;
        }
        a[j + 1] = key;
    }
    for (int i = 0; i < N; ++i) out[i * rows + row] = a[i];
}
template __global__ void insertionSortRows<float, 12>(const float *, float *, int);
template __global__ void insertionSortRows<int, 24>(const int *, int *, int);

__device__ __noinline__ int splitOfDiagonal(const int *a, int na, const int *b, int nb, int diagonal)
{
    int low = diagonal > nb ? diagonal - nb : 0, high = diagonal < na ? diagonal : na;
    while (low < high) {
        int mid = (low + high) >> 1;
        if (a[mid] <= b[diagonal - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// two sorted arrays merged: each thread finds its diagonal and puts down eight
extern "C" __global__ void sort_merge_along_diagonals(const int *a, int na, const int *b, int nb, int *out)
{
    int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (diagonal >= na + nb) return;
    int i = splitOfDiagonal(a, na, b, nb, diagonal), j = diagonal - i;
    int until = min(diagonal + 8, na + nb);
    for (int k = diagonal; k < until; k++) {
        bool fromA;
        if (j >= nb) fromA = true;
        else if (i >= na) fromA = false;
        else fromA = a[i] <= b[j];
        out[k] = fromA ? a[i++] : b[j++];
    }
}

// ranks of digits within each block, a counter for each warp
extern "C" __global__ void sort_ranks_of_digits(const uint32_t *keys, uint16_t *rank, uint32_t *of_block, int n, int shift)
{
    __shared__ unsigned count[8][16];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * 256 + t;
    if (t < 128) count[t >> 4][t & 15] = 0;
    __syncthreads();
    unsigned digit = i < n ? keys[i] >> shift & 15 : 16;
    unsigned peers = __match_any_sync(0xffffffff, digit);
    unsigned below = __popc(peers & ((1u << lane) - 1));
    if (digit < 16 && below == 0) count[warp][digit] = __popc(peers);
    __syncthreads();
    if (t < 16) {
        unsigned sum = 0;
#pragma unroll
        for (int w = 0; w < 8; w++) {
            unsigned c = count[w][t];
            count[w][t] = sum;
            sum += c;
        }
        of_block[t * gridDim.x + blockIdx.x] = sum;
    }
    __syncthreads();
    if (i < n) rank[i] = (uint16_t)(count[warp][digit] + below);
}

// Shell's sort of a tile in shared memory
extern "C" __global__ void sort_with_shrinking_gaps(const float *data, float *out)
{
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = data[blockIdx.x * 1024 + i];
    for (int gap = 512; gap > 0; gap /= 2) {
        __syncthreads();
        for (int first = threadIdx.x; first < gap; first += blockDim.x)
            for (int i = first + gap; i < 1024; i += gap) {
                float v = s[i];
                int j = i;
                for (; j >= gap && s[j - gap] > v; j -= gap) s[j] = s[j - gap];
                s[j] = v;
            }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) out[blockIdx.x * 1024 + i] = s[i];
}

// k-th largest of each row, eight bits at a time
extern "C" __global__ void sort_kth_by_digits(const unsigned *rows, unsigned *found, int length, int k)
{
    __shared__ int count[256];
    __shared__ unsigned prefix;
    __shared__ int rest;
    const unsigned *row = rows + (size_t)blockIdx.x * length;
    if (threadIdx.x == 0) {
        prefix = 0;
        rest = k;
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int b = threadIdx.x; b < 256; b += blockDim.x) count[b] = 0;
        __syncthreads();
        unsigned mask = shift == 24 ? 0 : ~0u << (shift + 8), want = prefix;
        for (int i = threadIdx.x; i < length; i += blockDim.x) {
            unsigned v = row[i];
            if ((v & mask) == want) atomicAdd(&count[v >> shift & 255], 1);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int left = rest, b = 255;
            while (b > 0 && count[b] < left) left -= count[b--];
            rest = left;
            prefix |= (unsigned)b << shift;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) found[blockIdx.x] = prefix;
}

// place of each by counting who is less; tiles of 192
extern "C" __global__ void sort_place_by_counting(const float *x, float *sorted, int n)
{
    __shared__ float tile[192];
    int i = blockIdx.x * 192 + threadIdx.x, place = 0;
    float mine = i < n ? x[i] : 0;
    for (int base = 0; base < n; base += 192) {
        __syncthreads();
        if (base + threadIdx.x < n) tile[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        int many = min(192, n - base);
        for (int j = 0; j < many; j++)
            place += tile[j] < mine || (tile[j] == mine && base + j < i);
    }
    if (i < n) sorted[place] = mine;
}

#define ORDER(p, q) { double lo = fmin(p, q), hi = fmax(p, q); p = lo; q = hi; }
// eight doubles by nineteen comparisons
extern "C" __global__ void sort_eight_by_network(double *data, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups) return;
    double *p = data + (size_t)g * 8, a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], h = p[6], i = p[7];
    ORDER(a, c) ORDER(b, d) ORDER(e, h) ORDER(f, i)
    ORDER(a, e) ORDER(b, f) ORDER(c, h) ORDER(d, i)
    ORDER(a, b) ORDER(c, d) ORDER(e, f) ORDER(h, i)
    ORDER(c, e) ORDER(d, f)
    ORDER(b, e) ORDER(d, h)
    ORDER(b, c) ORDER(d, e) ORDER(f, h)
    p[0] = a; p[1] = b; p[2] = c; p[3] = d; p[4] = e; p[5] = f; p[6] = h; p[7] = i;
}

// quicksort with a stack of one's own, a segment for a thread
extern "C" __global__ void sort_quick_with_stack(const int *data, int *out, int segments, int length)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    int *a = out + s * length, stack[32], top = 0, low = 0, high = length - 1;
    for (int i = 0; i < length; i++) a[i] = data[s * length + i];
    for (;;) {
        while (low < high) {
            int pivot = a[(low + high) >> 1], i = low, j = high;
            do {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            } while (i <= j);
            if (j - low < high - i) {
                stack[top++] = i;
                stack[top++] = high;
                high = j;
            } else {
                stack[top++] = low;
                stack[top++] = j;
                low = i;
            }
        }
        if (top == 0) break;
        high = stack[--top];
        low = stack[--top];
    }
}
