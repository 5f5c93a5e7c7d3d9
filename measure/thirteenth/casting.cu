// Products on tensor cores: wmma and mma.sync.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
namespace wm = nvcuda::wmma;

// one warp a block, B by columns
extern "C" __global__ void gemm_wmma_warp_each(const half *A, const half *Bt, float *C, int N, int K)
{
    wm::fragment<wm::matrix_a, 16, 16, 16, half, wm::row_major> a;
    wm::fragment<wm::matrix_b, 16, 16, 16, half, wm::col_major> b;
    wm::fragment<wm::accumulator, 16, 16, 16, float> c;
    wm::fill_fragment(c, 0.f);
    const half *pa = A + blockIdx.y * 16 * K, *pb = Bt + blockIdx.x * 16 * K;
    for (int k = 0; k < K; k += 16) {
        wm::load_matrix_sync(a, pa + k, K);
        wm::load_matrix_sync(b, pb + k, K);
        wm::mma_sync(c, a, b, c);
    }
    wm::store_matrix_sync(C + (size_t)blockIdx.y * 16 * N + blockIdx.x * 16, c, N, wm::mem_row_major);
}

// 128 x 64 a block of eight warps; tiles in dynamic shared memory; alpha and beta at the end
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_block(const half *__restrict__ A, const half *__restrict__ B,
                                                                  float *__restrict__ C, int N, int K, float alpha, float beta)
{
    extern __shared__ __align__(128) char raw[];
    half(*sa)[40] = (half(*)[40])raw;
    half(*sb)[72] = (half(*)[72])(raw + 128 * 40 * sizeof(half));
    int t = threadIdx.x, w = t >> 5;
    int row = blockIdx.y * 128, col = blockIdx.x * 64;
    wm::fragment<wm::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; i++) wm::fill_fragment(acc[i / 2][i % 2], 0.f);
    int wr = (w / 2) * 32, wc = (w % 2) * 32;
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int e = t; e < 512; e += 256)
            *(int4 *)&sa[e / 4][(e % 4) * 8] = *(const int4 *)&A[(size_t)(row + e / 4) * K + k0 + (e % 4) * 8];
        *(int4 *)&sb[t / 8][(t % 8) * 8] = *(const int4 *)&B[(size_t)(k0 + t / 8) * N + col + (t % 8) * 8];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, half, wm::row_major> fa[2];
            wm::fragment<wm::matrix_b, 16, 16, 16, half, wm::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                wm::load_matrix_sync(fa[i], &sa[wr + 16 * i][k], 40);
                wm::load_matrix_sync(fb[i], &sb[k][wc + 16 * i], 72);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++) wm::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            float *to = C + (size_t)(row + wr + 16 * i) * N + col + wc + 16 * j;
            wm::fragment<wm::accumulator, 16, 16, 16, float> old;
            wm::load_matrix_sync(old, to, N, wm::mem_row_major);
            for (int e = 0; e < old.num_elements; e++) old.x[e] = alpha * acc[i][j].x[e] + beta * old.x[e];
            wm::store_matrix_sync(to, old, N, wm::mem_row_major);
        }
}

extern "C" __global__ void gemm_wmma_tf32_round(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * 16, col = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
    if (col >= n) return;
    wm::fragment<wm::matrix_a, 16, 16, 8, wm::precision::tf32, wm::row_major> fa;
    wm::fragment<wm::matrix_b, 16, 16, 8, wm::precision::tf32, wm::row_major> fb;
    wm::fragment<wm::accumulator, 16, 16, 8, float> acc;
    wm::fill_fragment(acc, 0.f);
    for (int k = 0; k < n; k += 8) {
        wm::load_matrix_sync(fa, a + row * n + k, n);
        wm::load_matrix_sync(fb, b + k * n + col, n);
        for (int e = 0; e < fa.num_elements; e++) fa.x[e] = wm::__float_to_tf32(fa.x[e]);
        for (int e = 0; e < fb.num_elements; e++) fb.x[e] = wm::__float_to_tf32(fb.x[e]);
        wm::mma_sync(acc, fa, fb, acc);
    }
    wm::store_matrix_sync(c + row * n + col, acc, n, wm::mem_row_major);
}

// bias and relu after the product, by way of shared memory
extern "C" __global__ void gemm_wmma_bias_relu(const __nv_bfloat16 *x, const __nv_bfloat16 *wt, const float *bias, float *y, int N,
                                               int K)
{
    __shared__ float out[4][16][20];
    int w = threadIdx.y, lane = threadIdx.x;
    int row = blockIdx.y * 16, col = (blockIdx.x * 4 + w) * 16;
    wm::fragment<wm::matrix_a, 16, 16, 16, __nv_bfloat16, wm::row_major> fa;
    wm::fragment<wm::matrix_b, 16, 16, 16, __nv_bfloat16, wm::col_major> fb;
    wm::fragment<wm::accumulator, 16, 16, 16, float> acc;
    wm::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wm::load_matrix_sync(fa, x + row * K + k, K);
        wm::load_matrix_sync(fb, wt + col * K + k, K);
        wm::mma_sync(acc, fa, fb, acc);
    }
    wm::store_matrix_sync(&out[w][0][0], acc, 20, wm::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32) {
        int r = e / 16, c = e % 16;
        y[(row + r) * N + col + c] = fmaxf(out[w][r][c] + bias[col + c], 0.f);
    }
}

__device__ __forceinline__ void mma16816(uint32_t (&d)[2], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// sums in halves; 16 x 16 a warp
extern "C" __global__ void gemm_mma_half_sums(const uint32_t *a, const uint32_t *bt, uint32_t *c, int n, int k)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int g = lane / 4, q = lane % 4, k2 = k / 2, n2 = n / 2;
    int row = blockIdx.y * 16, col = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
    uint32_t d[2][2] = {};
    for (int kk = 0; kk < k2; kk += 8) {
        uint32_t fa[4] = {a[(row + g) * k2 + kk + q], a[(row + g + 8) * k2 + kk + q], a[(row + g) * k2 + kk + q + 4],
                          a[(row + g + 8) * k2 + kk + q + 4]};
#pragma unroll
        for (int j = 0; j < 2; j++) {
            uint32_t fb[2] = {bt[(col + 8 * j + g) * k2 + kk + q], bt[(col + 8 * j + g) * k2 + kk + q + 4]};
            mma16816(d[j], fa, fb);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; j++) {
        c[(row + g) * n2 + col / 2 + 4 * j + q] = d[j][0];
        c[(row + g + 8) * n2 + col / 2 + 4 * j + q] = d[j][1];
    }
}

// signed bytes, 16 x 8 x 32, B kept in shared memory
extern "C" __global__ void gemm_mma_signed_bytes(const int *__restrict__ a, const int *__restrict__ bt, int *__restrict__ c, int n,
                                                 int k4)
{
    __shared__ int sb[32][20];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, g = lane >> 2, q = lane & 3;
    int row = blockIdx.y * 64 + warp * 16, col = blockIdx.x * 32;
    int d[4][4] = {};
    for (int k0 = 0; k0 < k4; k0 += 16) {
        __syncthreads();
        for (int e = threadIdx.x; e < 512; e += 128) sb[e / 16][e % 16] = bt[(col + e / 16) * k4 + k0 + e % 16];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 16; kk += 8) {
            int a0 = a[(row + g) * k4 + k0 + kk + q], a1 = a[(row + g + 8) * k4 + k0 + kk + q];
            int a2 = a[(row + g) * k4 + k0 + kk + q + 4], a3 = a[(row + g + 8) * k4 + k0 + kk + q + 4];
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+r"(d[j][0]), "+r"(d[j][1]), "+r"(d[j][2]), "+r"(d[j][3])
                             : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(sb[8 * j + g][kk + q]), "r"(sb[8 * j + g][kk + q + 4]));
        }
    }
    for (int j = 0; j < 4; j++) {
        *(int2 *)&c[(row + g) * n + col + 8 * j + 2 * q] = make_int2(d[j][0], d[j][1]);
        *(int2 *)&c[(row + g + 8) * n + col + 8 * j + 2 * q] = make_int2(d[j][2], d[j][3]);
    }
}

// doubles by hand, 8 x 8 x 4; a warp makes 8 x 16
extern "C" __global__ void gemm_mma_doubles(const double *a, const double *bt, double *c, int n, int k)
{
    int lane = threadIdx.x, g = lane / 4, q = lane % 4;
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * 8, col = blockIdx.x * 16;
    double d[2][2] = {};
    for (int kk = 0; kk < k; kk += 4) {
        double x = a[(row + g) * k + kk + q];
        for (int j = 0; j < 2; j++) {
            double y = bt[(col + 8 * j + g) * k + kk + q];
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                : "+d"(d[j][0]), "+d"(d[j][1])
                : "d"(x), "d"(y));
        }
    }
    for (int j = 0; j < 2; j++) {
        c[(row + g) * n + col + 8 * j + 2 * q] = d[j][0];
        c[(row + g) * n + col + 8 * j + 2 * q + 1] = d[j][1];
    }
}

__device__ __forceinline__ void fetch16(void *to, const void *from)
{
    uint32_t s = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(from));
}

// 64 x 64 x 32, two stages of cp.async, ldmatrix, m16n8k16 with float sums; four warps
extern "C" __global__ void __launch_bounds__(128) gemm_mma_pipelined(const half *__restrict__ A, const half *__restrict__ Bt,
                                                                     float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) half sa[2][64][40];
    __shared__ __align__(16) half sb[2][64][40];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float d[8][4] = {};
    auto fetch = [&](int stage, int k0) {
#pragma unroll
        for (int e = t; e < 256; e += 128) {
            fetch16(&sa[stage][e / 4][e % 4 * 8], A + (size_t)(row + e / 4) * K + k0 + e % 4 * 8);
            fetch16(&sb[stage][e / 4][e % 4 * 8], Bt + (size_t)(col + e / 4) * K + k0 + e % 4 * 8);
        }
        asm volatile("cp.async.commit_group;");
    };
    fetch(0, 0);
    int stage = 0;
    for (int k0 = 0; k0 < K; k0 += 32, stage ^= 1) {
        if (k0 + 32 < K) {
            fetch(stage ^ 1, k0 + 32);
            asm volatile("cp.async.wait_group 1;");
        } else {
            asm volatile("cp.async.wait_group 0;");
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4];
            uint32_t pa = (uint32_t)__cvta_generic_to_shared(&sa[stage][warp * 16 + lane % 16][k + lane / 16 * 8]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                         : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                         : "r"(pa));
#pragma unroll
            for (int j = 0; j < 8; j++) {
                uint32_t b[2];
                uint32_t pb = (uint32_t)__cvta_generic_to_shared(&sb[stage][8 * j + lane % 8][k + lane / 8 % 2 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(pb));
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            }
        }
        __syncthreads();
    }
    float *to = C + (size_t)(row + warp * 16 + lane / 4) * N + col + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        *(float2 *)(to + 8 * j) = make_float2(d[j][0], d[j][1]);
        *(float2 *)(to + 8 * N + 8 * j) = make_float2(d[j][2], d[j][3]);
    }
}
