// Small systems side by side, sparse products, pieces of sorts.
#include <stdint.h>

// lower factor in registers, a thread a matrix, entries of all matrices together
template <typename T, int N>
__global__ void cholSideBySide(const T *__restrict__ a, T *__restrict__ l, T ridge, int batch)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= batch) return;
    T f[N][N];
#pragma unroll
    for (int i = 0; i < N; i++)
#pragma unroll
        for (int j = 0; j <= i; j++) {
            T s = a[(size_t)(i * N + j) * batch + id] + (i == j ? ridge : T(0));
#pragma unroll
            for (int p = 0; p < j; p++) s -= f[i][p] * f[j][p];
            f[i][j] = i == j ? sqrt(s) : s / f[j][j];
            l[(size_t)(i * N + j) * batch + id] = f[i][j];
        }
}
template __global__ void cholSideBySide<float, 8>(const float *, float *, float, int);

// inverse with row exchanges, a block a matrix of at most 32
extern "C" __global__ void la_inverse_exchanging_rows(const float *__restrict__ in, float *__restrict__ out, int n)
{
    extern __shared__ float m[];
    __shared__ int pivot;
    const int w = 2 * n, t = threadIdx.x, threads = blockDim.x;
    for (int i = t; i < n * w; i += threads) {
        int r = i / w, c = i % w;
        m[i] = c < n ? in[(size_t)blockIdx.x * n * n + r * n + c] : (c - n == r ? 1.f : 0.f);
    }
    __syncthreads();
    for (int p = 0; p < n; p++) {
        if (t < 32) {
            float v = t >= p && t < n ? fabsf(m[t * w + p]) : -1.f;
            int at = t;
            for (int s = 16; s; s >>= 1) {
                float u = __shfl_down_sync(~0u, v, s);
                int b = __shfl_down_sync(~0u, at, s);
                if (u > v) v = u, at = b;
            }
            if (t == 0) pivot = at;
        }
        __syncthreads();
        if (pivot != p)
            for (int c = t; c < w; c += threads) {
                float u = m[p * w + c];
                m[p * w + c] = m[pivot * w + c];
                m[pivot * w + c] = u;
            }
        __syncthreads();
        float d = 1.f / m[p * w + p];
        __syncthreads();
        for (int c = t; c < w; c += threads) m[p * w + c] *= d;
        __syncthreads();
        // column p itself is left, nobody reads it again
        for (int i = t; i < n * (w - p - 1); i += threads) {
            int r = i / (w - p - 1), c = p + 1 + i % (w - p - 1);
            if (r != p) m[r * w + c] -= m[r * w + p] * m[p * w + c];
        }
        __syncthreads();
    }
    for (int i = t; i < n * n; i += threads) out[(size_t)blockIdx.x * n * n + i] = m[i / n * w + n + i % n];
}

// covariance of a filter with four states one step on: F P F' + Q
extern "C" __global__ void la_kalman_step_of_four(double *p, const double *__restrict__ q, double dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double m[4][4], u[4][4];
    const double2 *from = reinterpret_cast<const double2 *>(p + (size_t)i * 16);
#pragma unroll
    for (int e = 0; e < 8; e++) {
        double2 v = from[e];
        m[e / 2][e % 2 * 2] = v.x;
        m[e / 2][e % 2 * 2 + 1] = v.y;
    }
    const double f[4][4] = {{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}};
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++) {
            u[r][c] = 0;
            for (int e = 0; e < 4; e++) u[r][c] += f[r][e] * m[e][c];
        }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++) {
            double s = q[r * 4 + c];
            for (int e = 0; e < 4; e++) s += u[r][e] * f[c][e];
            p[(size_t)i * 16 + r * 4 + c] = s;
        }
}

// one lower triangle, a thread a right hand side; the triangle read in place
extern "C" __global__ void la_lower_solve_many_sides(const float *__restrict__ l, float *__restrict__ x, int n, int sides)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sides) return;
    for (int i = 0; i < n; i++) {
        float v = x[(size_t)i * sides + s];
        for (int j = 0; j < i; j++) v -= 0.01f * l[i * n + j] * x[(size_t)j * sides + s];
        x[(size_t)i * sides + s] = v / (1.0f + l[i * n + i] * l[i * n + i]);
    }
}

// LANES threads a row
template <typename T, int LANES>
__global__ void spmvLaneGroups(const int *__restrict__ begin, const int *__restrict__ length, const int *__restrict__ col, const T *__restrict__ val, const T *__restrict__ x, T *__restrict__ y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    T sum = 0;
    if (row < rows) {
        int b = begin[row], e = b + length[row];
        for (int i = b + lane; i < e; i += LANES) sum += val[i] * x[col[i]];
    }
#pragma unroll
    for (int s = LANES / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s, LANES);
    if (row < rows && lane == 0) y[row] = sum;
}
template __global__ void spmvLaneGroups<float, 4>(const int *, const int *, const int *, const float *, const float *, float *, int);
template __global__ void spmvLaneGroups<double, 16>(const int *, const int *, const int *, const double *, const double *, double *, int);

// sparse times dense with 64 columns, half a warp a row
extern "C" __global__ void spmm_half_warp_of_quads(const int *__restrict__ row_ptr, const int *__restrict__ col, const float *__restrict__ val, const float4 *__restrict__ b, float4 *__restrict__ c, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int i = row_ptr[row]; i < row_ptr[row + 1]; i++) {
        float a = val[i];
        float4 v = b[(size_t)col[i] * 16 + threadIdx.x];
        acc.x = fmaf(a, v.x, acc.x);
        acc.y = fmaf(a, v.y, acc.y);
        acc.z = fmaf(a, v.z, acc.z);
        acc.w = fmaf(a, v.w, acc.w);
    }
    c[(size_t)row * 16 + threadIdx.x] = acc;
}

// inner products at the places of edges, a warp an edge
extern "C" __global__ void sparse_products_at_edges(const int2 *__restrict__ edge, const float *__restrict__ u, const float *__restrict__ v, float *__restrict__ out, int edges, int dim)
{
    int e = (int)((blockIdx.x * (size_t)blockDim.x + threadIdx.x) >> 5), lane = threadIdx.x & 31;
    if (e >= edges) return;
    int2 at = edge[e];
    float s = 0;
    for (int i = lane; i < dim; i += 32) s += u[(size_t)at.x * dim + i] * v[(size_t)at.y * dim + i];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
    if (!lane) out[e] = s;
}

// 1024 keys with values a block of 512
extern "C" __global__ void __launch_bounds__(512) sort_bitonic_keys_and_values_1024(float *key, int *value)
{
    __shared__ float k[1024];
    __shared__ int v[1024];
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += 512) k[i] = key[base + i], v[i] = value[base + i];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (step - 1)), j = i + step;
            bool up = (i & size) == 0;
            if ((k[i] > k[j]) == up) {
                float a = k[i];
                k[i] = k[j], k[j] = a;
                int b = v[i];
                v[i] = v[j], v[j] = b;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512) key[base + i] = k[i], value[base + i] = v[i];
}

// stable ranks by a digit of four bits within a block, lanes of equal digits found by matching
extern "C" __global__ void sort_digit_ranks_by_match(const uint32_t *__restrict__ key, uint32_t *__restrict__ out, int shift, int n)
{
    __shared__ int warp_count[16][8], start[16];
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x < 128) warp_count[threadIdx.x >> 3][threadIdx.x & 7] = 0;
    __syncthreads();
    uint32_t k = i < n ? key[i] : 0xffffffffu;
    unsigned digit = i < n ? k >> shift & 15 : 15;
    unsigned peers = __match_any_sync(0xffffffffu, digit);
    int rank = __popc(peers & ((1u << lane) - 1));
    if (rank == 0) warp_count[digit][warp] = __popc(peers);
    __syncthreads();
    if (threadIdx.x < 16) {
        int sum = 0;
        for (int w = 0; w < 8; w++) {
            int c = warp_count[threadIdx.x][w];
            warp_count[threadIdx.x][w] = sum;
            sum += c;
        }
        int upto = sum;
        for (int s = 1; s < 16; s <<= 1) {
            int u = __shfl_up_sync(0xffffu, upto, s, 16);
            if (threadIdx.x >= s) upto += u;
        }
        start[threadIdx.x] = upto - sum;
    }
    __syncthreads();
    if (i < n) out[blockIdx.x * 256 + start[digit] + warp_count[digit][warp] + rank] = k;
}

__device__ int taken_of_first(const int *a, int na, const int *b, int nb, int diagonal)
{
    int lo = max(0, diagonal - nb), hi = min(diagonal, na);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= b[diagonal - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

// 1024 merged a block: its parts of both lists into shared memory, then eight a thread
extern "C" __global__ void sort_merge_staged_tiles(const int *__restrict__ a, int na, const int *__restrict__ b, int nb, int *__restrict__ out)
{
    __shared__ int part[1024];
    __shared__ int bounds[2];
    const int total = na + nb, from = blockIdx.x * 1024, to = min(total, from + 1024);
    if (threadIdx.x < 2) bounds[threadIdx.x] = taken_of_first(a, na, b, nb, threadIdx.x ? to : from);
    __syncthreads();
    const int a0 = bounds[0], la = bounds[1] - a0, b0 = from - a0, lb = to - from - la;
    for (int i = threadIdx.x; i < to - from; i += 128) part[i] = i < la ? a[a0 + i] : b[b0 + i - la];
    __syncthreads();
    int d = threadIdx.x * 8;
    if (d >= to - from) return;
    int i = taken_of_first(part, la, part + la, lb, d), j = d - i;
    for (int e = d; e < min(d + 8, to - from); e++) {
        bool first = j >= lb || (i < la && part[i] <= part[la + j]);
        out[from + e] = first ? part[i++] : part[la + j++];
    }
}

// N values of a thread by exchanging neighbours
template <int N>
__global__ void sortOwnRow(int *rows, int count)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= count) return;
    int v[N];
#pragma unroll
    for (int i = 0; i < N; i++) v[i] = rows[(size_t)i * count + r];
#pragma unroll
    for (int pass = 0; pass < N; pass++)
#pragma unroll
        for (int i = pass & 1; i + 1 < N; i += 2) {
            int lo = min(v[i], v[i + 1]), hi = max(v[i], v[i + 1]);
            v[i] = lo, v[i + 1] = hi;
        }
#pragma unroll
    for (int i = 0; i < N; i++) rows[(size_t)i * count + r] = v[i];
}
template __global__ void sortOwnRow<24>(int *, int);
