// Registers that do not suffice, functors, clusters, mixed numbers.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

// eighty accumulators where 64 registers are allowed
template <int N>
__device__ __forceinline__ void manySums(const float *__restrict__ in, float *__restrict__ out, int n, int rounds)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s[N];
#pragma unroll
    for (int k = 0; k < N; k++) s[k] = k;
    for (int r = 0; r < rounds; r++) {
        float v = in[(r * n + t)];
#pragma unroll
        for (int k = 0; k < N; k++) s[k] = fmaf(s[k], 0.99f, v * (k + 1));
    }
    float a = 0;
#pragma unroll
    for (int k = 0; k < N; k++) a = a * 1.01f + s[k];
    out[t] = a;
}
extern "C" __global__ void __launch_bounds__(512, 2) calc_eighty_sums_in_64(const float *in, float *out, int n, int rounds) { manySums<80>(in, out, n, rounds); }
extern "C" __global__ void __launch_bounds__(256) calc_eighty_sums_with_room(const float *in, float *out, int n, int rounds) { manySums<80>(in, out, n, rounds); }

// sums of 6 x 6 doubles where five blocks are to fit
extern "C" __global__ void __launch_bounds__(256, 5) calc_doubles_in_48(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n, int steps)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    double s[6][6] = {};
    for (int k = 0; k < steps; k++) {
        double x[6], y[6];
#pragma unroll
        for (int i = 0; i < 6; i++) x[i] = a[(size_t)(k * 6 + i) * n + t], y[i] = b[k * 6 + i];
#pragma unroll
        for (int i = 0; i < 6; i++)
#pragma unroll
            for (int j = 0; j < 6; j++) s[i][j] += x[i] * y[j];
    }
    double d = 0;
#pragma unroll
    for (int i = 0; i < 6; i++)
#pragma unroll
        for (int j = 0; j < 6; j++) d += s[i][j] * (i - j + 0.5);
    c[t] = d;
}

// a local table, indexed by data
extern "C" __global__ void calc_table_of_my_own(const uint8_t *__restrict__ in, int *__restrict__ out, int n, int length)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int seen[64];
    for (int k = 0; k < 64; k++) seen[k] = 0;
    for (int k = 0; k < length; k++) seen[in[k * n + t] & 63] += k;
    int best = 0;
    for (int k = 1; k < 64; k++)
        if (seen[k] > seen[best]) best = k;
    out[t] = best << 16 | (seen[best] & 0xffff);
}

template <typename T, int D>
struct Chebyshev {
    T c[D];
    __device__ T operator()(T x) const
    {
        T b1 = 0, b2 = 0;
#pragma unroll
        for (int k = D - 1; k > 0; k--) {
            T b = T(2) * x * b1 - b2 + c[k];
            b2 = b1, b1 = b;
        }
        return x * b1 - b2 + c[0];
    }
};
template <typename T, typename F>
__global__ void numApply(const T *in, T *out, int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f(in[i]);
}
template __global__ void numApply<float, Chebyshev<float, 12>>(const float *, float *, int, Chebyshev<float, 12>);
template __global__ void numApply<double, Chebyshev<double, 8>>(const double *, double *, int, Chebyshev<double, 8>);

extern "C" __global__ void calc_halves_in_chains(__half2 *data, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half2 a = data[i], b = __float2half2_rn(0.5f), c = __float2half2_rn(0.25f), d = a;
#pragma unroll 4
    for (int k = 0; k < rounds; k++) {
        a = __hfma2(a, b, c);
        d = __hmul2(__hadd2(d, c), b);
        a = __hmax2(a, d);
    }
    data[i] = __hadd2(a, d);
}

// each block of a cluster keeps an eighth of a table; lookups go to whoever has it
extern "C" __global__ void __cluster_dims__(8, 1, 1) hop_table_spread_out(const float *__restrict__ table, const int *__restrict__ keys, float *__restrict__ out, int n)
{
    extern __shared__ float mine[]; // 4096 of 32768
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) mine[k] = table[rank * 4096 + k];
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int key = keys[i];
        out[i] = cluster.map_shared_rank(mine, key >> 12)[key & 4095];
    }
    cluster.sync();
}

// a line of blocks: halo from the neighbours' shared memory, steps without leaving the card's cores
extern "C" __global__ void __cluster_dims__(4, 1, 1) hop_halo_of_neighbours(const float *__restrict__ in, float *__restrict__ out, int steps)
{
    __shared__ float s[2][512];
    cg::cluster_group cluster = cg::this_cluster();
    const int rank = cluster.block_rank(), t = threadIdx.x;
    const size_t g = (size_t)blockIdx.x * 512 + t;
    s[0][t] = in[g];
    float *left = rank ? cluster.map_shared_rank(&s[0][0], rank - 1) : nullptr, *right = rank < 3 ? cluster.map_shared_rank(&s[0][0], rank + 1) : nullptr;
    for (int k = 0; k < steps; k++) {
        cluster.sync();
        const int now = (k & 1) * 512;
        float l = t ? s[k & 1][t - 1] : left ? left[now + 511] : 0.f, r = t < 511 ? s[k & 1][t + 1] : right ? right[now] : 0.f;
        s[~k & 1][t] = 0.25f * l + 0.5f * s[k & 1][t] + 0.25f * r;
    }
    cluster.sync();
    out[g] = s[steps & 1][t];
}

// sines of large arguments: some need the long way round
extern "C" __global__ void fn_sines_of_any_size(const float *in, float *out, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i] * scale;
        out[i] = sinf(x) + cosf(x * 0.5f);
    }
}
