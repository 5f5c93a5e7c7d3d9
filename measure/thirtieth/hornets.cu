// Small linear algebra in batches, sparse products, pieces of sorts, filters and joins of tables.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

// A matrix per thread; element e of all matrices lies together. The diagonal is raised by N.
template <typename T, int N> __global__ void choleskyPerThread(const T *__restrict__ a, T *__restrict__ l, int batch)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= batch)
        return;
    T m[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            m[r][c] = a[(size_t)(r * N + c) * batch + i] + (r == c ? T(N) : T(0));
#pragma unroll
    for (int c = 0; c < N; c++) {
#pragma unroll
        for (int k = 0; k < c; k++)
            m[c][c] -= m[c][k] * m[c][k];
        m[c][c] = sqrt(m[c][c]);
        const T inverse = T(1) / m[c][c];
#pragma unroll
        for (int r = c + 1; r < N; r++) {
#pragma unroll
            for (int k = 0; k < c; k++)
                m[r][c] -= m[r][k] * m[c][k];
            m[r][c] *= inverse;
        }
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            l[(size_t)(r * N + c) * batch + i] = m[r][c];
}
template __global__ void choleskyPerThread<float, 6>(const float *, float *, int);
template __global__ void choleskyPerThread<double, 4>(const double *, double *, int);

// A warp factors one 32 x 32 matrix, a row per lane, without pivots: the diagonal is raised first.
extern "C" __global__ void __launch_bounds__(128) la_lu_row_per_lane(const float *a, float *lu, int batch, float raise)
{
    __shared__ float stage[4][32][33];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int matrix = blockIdx.x * 4 + warp;
    if (matrix >= batch)
        return;
    for (int r = 0; r < 32; r++)
        stage[warp][r][lane] = a[(size_t)matrix * 1024 + r * 32 + lane];
    __syncwarp();
    float row[32];
#pragma unroll
    for (int c = 0; c < 32; c++)
        row[c] = stage[warp][lane][c] + (c == lane ? raise : 0.0f);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        const float pivot = __shfl_sync(0xffffffff, row[k], k);
        const float factor = lane > k ? row[k] / pivot : 0.0f;
#pragma unroll
        for (int c = k + 1; c < 32; c++)
            row[c] -= factor * __shfl_sync(0xffffffff, row[c], k);
        if (lane > k)
            row[k] = factor;
    }
#pragma unroll
    for (int c = 0; c < 32; c++)
        stage[warp][lane][c] = row[c];
    __syncwarp();
    for (int r = 0; r < 32; r++)
        lu[(size_t)matrix * 1024 + r * 32 + lane] = stage[warp][r][lane];
}

// LANES threads to a row.
template <int LANES>
__global__ void lanesPerRow(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value,
                            const float *__restrict__ x, float *__restrict__ y, int rows)
{
    namespace cg = cooperative_groups;
    auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int e = start[row] + tile.thread_rank(); e < start[row + 1]; e += LANES)
        sum += value[e] * x[column[e]];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
        y[row] = sum;
}
template __global__ void lanesPerRow<4>(const int *, const int *, const float *, const float *, float *, int);
template __global__ void lanesPerRow<16>(const int *, const int *, const float *, const float *, float *, int);

// A sparse matrix by a dense one of few columns, as graph networks have it.
extern "C" __global__ void spmm_neighbours_summed(const int *start, const int *column, const float *value, const float *X,
                                                  float *Y, int rows, int features)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    int begin = start[row], end = start[row + 1];
    for (int f = threadIdx.x; f < features; f += blockDim.x) {
        float sum = 0;
        for (int e = begin; e < end; e++)
            sum += value[e] * X[(long long)column[e] * features + f];
        Y[(long long)row * features + f] = sum;
    }
}

// 1024 pairs in each block of 512 threads, sorted by key; the last block is filled up with the largest key.
extern "C" __global__ void sort_pairs_within_block(const unsigned *__restrict__ keys_in, const unsigned *__restrict__ values_in,
                                                   unsigned *__restrict__ keys_out, unsigned *__restrict__ values_out, int n)
{
    __shared__ unsigned key[1024], value[1024];
    const int first = blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += 512) {
        key[i] = first + i < n ? keys_in[first + i] : 0xffffffffu;
        value[i] = first + i < n ? values_in[first + i] : 0u;
    }
    for (int size = 2; size <= 1024; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            const int i = 2 * threadIdx.x - (threadIdx.x & (d - 1));
            const bool up = (i & size) == 0;
            const unsigned a = key[i], b = key[i + d];
            if ((a > b) == up) {
                key[i] = b;
                key[i + d] = a;
                const unsigned t = value[i];
                value[i] = value[i + d];
                value[i + d] = t;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512)
        if (first + i < n) {
            keys_out[first + i] = key[i];
            values_out[first + i] = value[i];
        }
}

// How often each digit of four bits occurs in the block; the counts of one digit lie together.
extern "C" __global__ void sort_count_digits(const unsigned long long *keys, unsigned *counts, unsigned n, int shift,
                                             unsigned per_block)
{
    __shared__ unsigned digits[16];
    if (threadIdx.x < 16)
        digits[threadIdx.x] = 0;
    __syncthreads();
    const unsigned end = min(n, (blockIdx.x + 1) * per_block);
    for (unsigned i = blockIdx.x * per_block + threadIdx.x; i < end; i += blockDim.x) {
        const unsigned d = (unsigned)(keys[i] >> shift) & 15u;
        const unsigned same = __match_any_sync(__activemask(), d);
        if ((threadIdx.x & 31) == __ffs(same) - 1)
            atomicAdd(&digits[d], __popc(same));
    }
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}

// Each bucket holds four keys; a key looks into two buckets and takes the payload where it is found.
extern "C" __global__ void db_probe_two_buckets(const int *__restrict__ probe, const int4 *__restrict__ buckets,
                                                const long long *__restrict__ payload, long long *__restrict__ out,
                                                int n, unsigned mask)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int key = probe[i];
        unsigned at = (unsigned)key / 4;
        long long found = -1;
        for (int turn = 0; turn < 2 && found < 0; turn++) {
            const unsigned b = at & mask;
            const int4 k = buckets[b];
            int slot = k.x == key ? 0 : k.y == key ? 1 : k.z == key ? 2 : k.w == key ? 3 : -1;
            if (slot >= 0)
                found = payload[b * 4 + slot];
            at = (unsigned)key * 2654435761u >> 7;
        }
        out[i] = found;
    }
}

// Rows that meet both conditions, their numbers packed together; a warp asks for its places at once.
extern "C" __global__ void db_filter_sales(const int *__restrict__ day, const float *__restrict__ price,
                                           unsigned *__restrict__ counter, int *__restrict__ chosen, int n, int from_day,
                                           int to_day, float least, unsigned mask)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    bool take = false;
    if (i < n) {
        const int d = day[i];
        take = d >= from_day && d < to_day && price[i] > least;
    }
    const unsigned votes = __ballot_sync(0xffffffffu, take);
    unsigned base = 0;
    if (lane == 0 && votes)
        base = atomicAdd(counter, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (take)
        chosen[(base + __popc(votes & ((1u << lane) - 1))) & mask] = i;
}
