// Prefix sums and what is made of them.
#include <cstdint>

// Hillis and Steele between two halves of a dynamic array
extern "C" __global__ void scan_between_two_halves(float *out, const float *in, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x, pout = 0, pin = 1, size = blockDim.x;
    int gid = blockIdx.x * size + thid;
    temp[pout * size + thid] = (thid > 0 && gid - 1 < n) ? in[gid - 1] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < size; offset <<= 1) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * size + thid] = temp[pin * size + thid] + temp[pin * size + thid - offset];
        else
            temp[pout * size + thid] = temp[pin * size + thid];
        __syncthreads();
    }
    if (gid < n)
        out[gid] = temp[pout * size + thid];
}

template <typename T>
__device__ __forceinline__ T warpInclusive(T x, int lane)
{
#pragma unroll
    for (int delta = 1; delta < 32; delta <<= 1) {
        T y = __shfl_up_sync(0xffffffffu, x, delta);
        if (lane >= delta) x += y;
    }
    return x;
}

// each block takes BLOCK * ITEMS consecutive elements, read straight
template <typename T, int BLOCK, int ITEMS>
__global__ void __launch_bounds__(BLOCK) blockwiseExclusive(const T *__restrict__ in, T *__restrict__ out, T *__restrict__ totals, int64_t n)
{
    __shared__ T partial[BLOCK / 32 + 1];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int64_t first = (int64_t)blockIdx.x * (BLOCK * ITEMS) + (int64_t)threadIdx.x * ITEMS;
    T item[ITEMS], sum = T(0);
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        item[i] = first + i < n ? in[first + i] : T(0);
        sum += item[i];
    }
    T inclusive = warpInclusive(sum, lane);
    if (lane == 31) partial[warp + 1] = inclusive;
    if (threadIdx.x == 0) partial[0] = T(0);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w <= BLOCK / 32; ++w) partial[w] += partial[w - 1];
    __syncthreads();
    T running = partial[warp] + inclusive - sum;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        if (first + i < n) out[first + i] = running;
        running += item[i];
    }
    if (threadIdx.x == BLOCK - 1) totals[blockIdx.x] = running;
}
template __global__ void blockwiseExclusive<int64_t, 128, 4>(const int64_t *, int64_t *, int64_t *, int64_t);
template __global__ void blockwiseExclusive<unsigned, 512, 2>(const unsigned *, unsigned *, unsigned *, int64_t);

// second pass of three: add what lies before each block
extern "C" __global__ void scan_add_what_is_before(int4 *data, const int *before, int quads, int quads_per_block)
{
    int add = before[blockIdx.x];
    int begin = blockIdx.x * quads_per_block;
    int end = begin + quads_per_block < quads ? begin + quads_per_block : quads;
    for (int q = begin + threadIdx.x; q < end; q += blockDim.x) {
        int4 v = data[q];
        v.x += add;
        v.y += add;
        v.z += add;
        v.w += add;
        data[q] = v;
    }
}

// one warp rakes over the padded tile of its block
extern "C" __global__ void scan_raked_by_first_warp(const int *in, int *out)
{
    __shared__ int tile[32 * 33];
    const int base = blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        tile[i + i / 32] = in[base + i];
    __syncthreads();
    if (threadIdx.x < 32) {
        int *mine = tile + threadIdx.x * 33;
        int sum = 0;
        for (int k = 0; k < 32; k++) {
            sum += mine[k];
            mine[k] = sum;
        }
        int before = warpInclusive(sum, threadIdx.x) - sum;
        for (int k = 0; k < 32; k++)
            mine[k] += before;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        out[base + i] = tile[i + i / 32];
}

// highest so far, a block for a row of any length
extern "C" __global__ void scan_highest_so_far(const double *in, double *out, int cols)
{
    __shared__ double top[32];
    __shared__ double carry;
    const double *row = in + (long long)blockIdx.x * cols;
    double *to = out + (long long)blockIdx.x * cols;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    if (threadIdx.x == 0) carry = -1e300;
    __syncthreads();
    for (int start = 0; start < cols; start += blockDim.x) {
        int c = start + threadIdx.x;
        double v = c < cols ? row[c] : -1e300;
        for (int d = 1; d < 32; d *= 2) {
            double o = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d && o > v) v = o;
        }
        if (lane == 31) top[warp] = v;
        double before = carry;
        __syncthreads();
        for (int w = 0; w < warp; w++)
            if (top[w] > before) before = top[w];
        if (before > v) v = before;
        if (c < cols) to[c] = v;
        if (warp == warps - 1 && lane == 31) carry = v;
        __syncthreads();
    }
}

// sums within segments that begin where a bit is set; a warp for 32 elements
extern "C" __global__ void scan_segments_by_bits(const unsigned *heads, const float *in, float *out, int words)
{
    int word = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (word >= words) return;
    unsigned bits = heads[word] | 1u;
    int head = 31 - __clz(bits & (0xffffffffu >> (31 - lane)));
    float v = in[word * 32 + lane];
    for (int d = 1; d < 32; d += d) {
        float o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane - d >= head) v += o;
    }
    out[word * 32 + lane] = v;
}

// the positive ones put together; each block takes room by one atomic
extern "C" __global__ void scan_keep_positive(const float *in, float *kept, unsigned *length, int n)
{
    __shared__ unsigned of_warp[8];
    __shared__ unsigned room;
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = i < n ? in[i] : -1.f;
    unsigned votes = __ballot_sync(~0u, v > 0.f);
    if (lane == 0) of_warp[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned total = 0;
        for (int w = 0; w < 8; w++) {
            unsigned c = of_warp[w];
            of_warp[w] = total;
            total += c;
        }
        room = total ? atomicAdd(length, total) % (unsigned)n : 0;
    }
    __syncthreads();
    if (v > 0.f) {
        unsigned at = room + of_warp[warp] + __popc(votes & ((1u << lane) - 1));
        kept[at < (unsigned)n ? at : at - n] = v;
    }
}

// rows of a picture into rows of its integral
extern "C" __global__ void scan_rows_of_integral(const uint8_t *pixels, uint32_t *sums, int width, int height)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= height) return;
    uint32_t carry = 0;
    for (int x = threadIdx.x * 4; x - (int)threadIdx.x * 4 < width; x += 128) {
        uchar4 p = make_uchar4(0, 0, 0, 0);
        if (x < width) p = *(const uchar4 *)(pixels + row * width + x);
        uint32_t a = p.x, b = a + p.y, c = b + p.z, d = c + p.w;
        uint32_t before = carry + warpInclusive(d, threadIdx.x) - d;
        if (x < width) *(uint4 *)(sums + row * width + x) = make_uint4(before + a, before + b, before + c, before + d);
        carry = __shfl_sync(~0u, before + d, 31);
    }
}
