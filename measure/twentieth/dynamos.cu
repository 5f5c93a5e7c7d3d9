// Matrix products on tensor cores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

__device__ __forceinline__ unsigned shared_at(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void bring(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(shared_at(to)), "l"(from));
}
__device__ __forceinline__ void sent()
{
    asm volatile("cp.async.commit_group;\n");
}
template <int N> __device__ __forceinline__ void arrived()
{
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

// C = alpha A B + beta C, a warp a tile, four warps a block, edges of 16
extern "C" __global__ void gemm_wmma_alpha_beta(const half *a, const half *b, float *c, int M, int N, int K, float alpha, float beta)
{
    const int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, warpN = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a_frag;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag, c_frag;
    wmma::fill_fragment(acc_frag, 0.0f);
    const int aRow = warpM * 16, bCol = warpN * 16;
    if (aRow >= M || bCol >= N) return;
    for (int i = 0; i < K; i += 16) {
        wmma::load_matrix_sync(a_frag, a + aRow + i * M, M);
        wmma::load_matrix_sync(b_frag, b + i + bCol * K, K);
        wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
    }
    wmma::load_matrix_sync(c_frag, c + aRow + bCol * M, M, wmma::mem_col_major);
    for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
    wmma::store_matrix_sync(c + aRow + bCol * M, c_frag, M, wmma::mem_col_major);
}

// 128 x 128 by eight warps of 2 x 4 tiles each, 32 deep in padded shared memory
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_two_by_four_tiles(const half *__restrict__ a, const half *__restrict__ b, half *__restrict__ c, int n, int k)
{
    __shared__ __align__(32) half sa[128][40], sb[32][136];
    const int t = threadIdx.x, warp = t / 32, wy = warp / 2 * 32, wx = warp % 2 * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc[2][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) wmma::fill_fragment(acc[i][j], __float2half(0.f));
    for (int e = 0; e < k; e += 32) {
        for (int q = t; q < 512; q += 256) {
            *(int4 *)&sa[q / 4][q % 4 * 8] = *(const int4 *)(a + ((size_t)blockIdx.y * 128 + q / 4) * k + e + q % 4 * 8);
            *(int4 *)&sb[q / 16][q % 16 * 8] = *(const int4 *)(b + (size_t)(e + q / 16) * n + blockIdx.x * 128 + q % 16 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], &sa[wy + 16 * i][d], 40);
            for (int j = 0; j < 4; j++) wmma::load_matrix_sync(fb[j], &sb[d][wx + 16 * j], 136);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            wmma::store_matrix_sync(c + ((size_t)blockIdx.y * 128 + wy + 16 * i) * n + blockIdx.x * 128 + wx + 16 * j, acc[i][j], n, wmma::mem_row_major);
}

// many products of 48 x 48 of bfloat16, a block of nine warps each
extern "C" __global__ void gemm_wmma_bf16_forty_eights(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c)
{
    const int warp = threadIdx.x / 32, row = warp / 3 * 16, col = warp % 3 * 16;
    const size_t base = (size_t)blockIdx.x * 48 * 48;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
#pragma unroll
    for (int e = 0; e < 48; e += 16) {
        wmma::load_matrix_sync(fa, a + base + row * 48 + e, 48);
        wmma::load_matrix_sync(fb, b + base + e * 48 + col, 48);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + base + row * 48 + col, fc, 48, wmma::mem_row_major);
}

// fragments put together by hand from memory: m16n8k16, a warp 16 x 16
extern "C" __global__ void gemm_mma_by_hand(const half *a, const half *bt, float *c, int n, int k)
{
    const int lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3;
    const int row = blockIdx.y * 16, col = (blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5)) * 16;
    if (col >= n) return;
    float s[2][4] = {};
    for (int e = 0; e < k; e += 16) {
        const half *pa = a + (size_t)(row + g) * k + e + 2 * t;
        const unsigned a0 = *(const unsigned *)pa, a1 = *(const unsigned *)(pa + 8 * k);
        const unsigned a2 = *(const unsigned *)(pa + 8), a3 = *(const unsigned *)(pa + 8 * k + 8);
#pragma unroll
        for (int j = 0; j < 2; j++) {
            const half *pb = bt + (size_t)(col + 8 * j + g) * k + e + 2 * t;
            const unsigned b0 = *(const unsigned *)pb, b1 = *(const unsigned *)(pb + 8);
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                         : "+f"(s[j][0]), "+f"(s[j][1]), "+f"(s[j][2]), "+f"(s[j][3])
                         : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 2; j++) {
        *(float2 *)(c + (size_t)(row + g) * n + col + 8 * j + 2 * t) = make_float2(s[j][0], s[j][1]);
        *(float2 *)(c + (size_t)(row + g + 8) * n + col + 8 * j + 2 * t) = make_float2(s[j][2], s[j][3]);
    }
}

// 128 x 128 x 32 in three stages; chunks of 16 bytes are exchanged so that ldmatrix meets no conflicts
extern "C" __global__ void __launch_bounds__(256) gemm_mma_three_stages_exchanged(const half *__restrict__ a, const half *__restrict__ bt, half *__restrict__ c, int n, int k)
{
    extern __shared__ __align__(128) half room[];
    half *sa = room, *sb = room + 3 * 128 * 32;
    const int t = threadIdx.x, warp = t >> 5, lane = t & 31, wy = (warp & 1) * 64, wx = (warp >> 1) * 32;
    const half *pa = a + (size_t)blockIdx.y * 128 * k, *pb = bt + (size_t)blockIdx.x * 128 * k;
    auto place = [](int r, int chunk) { return r * 32 + ((chunk ^ (r >> 1 & 3)) << 3); };
    auto fetch = [&](int s, int e) {
#pragma unroll
        for (int q = 0; q < 2; q++) {
            const int i = t + 256 * q, r = i >> 2, chunk = i & 3;
            bring(sa + s * 4096 + place(r, chunk), pa + (size_t)r * k + e + chunk * 8);
            bring(sb + s * 4096 + place(r, chunk), pb + (size_t)r * k + e + chunk * 8);
        }
    };
    float acc[4][4][4] = {};
    fetch(0, 0);
    sent();
    fetch(1, 32);
    sent();
    const int steps = k / 32;
    for (int step = 0; step < steps; step++) {
        arrived<1>();
        __syncthreads();
        if (step + 2 < steps) fetch((step + 2) % 3, (step + 2) * 32);
        sent();
        const half *ta = sa + step % 3 * 4096, *tb = sb + step % 3 * 4096;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            unsigned fa[4][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 4; i++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3])
                             : "r"(shared_at(ta + place(wy + 16 * i + (lane & 15), 2 * h + (lane >> 4)))));
#pragma unroll
            for (int j = 0; j < 4; j += 2)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(fb[j][0]), "=r"(fb[j][1]), "=r"(fb[j + 1][0]), "=r"(fb[j + 1][1])
                             : "r"(shared_at(tb + place(wx + 8 * j + (lane >> 4) * 8 + (lane & 7), 2 * h + (lane >> 3 & 1)))));
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const size_t at = ((size_t)blockIdx.y * 128 + wy + 16 * i + (lane >> 2)) * n + blockIdx.x * 128 + wx + 8 * j + (lane & 3) * 2;
            *(half2 *)(c + at) = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
            *(half2 *)(c + at + 8 * n) = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
        }
}

// 64 x 64 x 32 of bfloat16, two stages, the right factor by rows through ldmatrix.trans; what is below zero becomes zero
extern "C" __global__ void __launch_bounds__(128) gemm_mma_bf16_rectified(const __nv_bfloat16 *__restrict__ a, const __nv_bfloat16 *__restrict__ b, const float *__restrict__ bias, __nv_bfloat16 *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) __nv_bfloat16 sa[2][64][40], sb[2][32][72];
    const int t = threadIdx.x, warp = t >> 5, lane = t & 31, wy = (warp >> 1) * 32, wx = (warp & 1) * 32;
    auto fetch = [&](int s, int e) {
        for (int q = 0; q < 2; q++) {
            const int i = t + 128 * q;
            bring(&sa[s][i >> 2][(i & 3) * 8], a + ((size_t)blockIdx.y * 64 + (i >> 2)) * k + e + (i & 3) * 8);
            bring(&sb[s][i >> 3][(i & 7) * 8], b + (size_t)(e + (i >> 3)) * n + blockIdx.x * 64 + (i & 7) * 8);
        }
        sent();
    };
    float acc[2][4][4] = {};
    fetch(0, 0);
    for (int e = 0, s = 0; e < k; e += 32, s ^= 1) {
        if (e + 32 < k) {
            fetch(s ^ 1, e + 32);
            arrived<1>();
        } else
            arrived<0>();
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            unsigned fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3])
                             : "r"(shared_at(&sa[s][wy + 16 * i + (lane & 15)][d + (lane >> 4) * 8])));
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];\n"
                             : "=r"(fb[j][0]), "=r"(fb[j][1])
                             : "r"(shared_at(&sb[s][d + (lane & 15)][wx + 8 * j])));
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            const int col = blockIdx.x * 64 + wx + 8 * j + (lane & 3) * 2;
            const float b0 = bias[col], b1 = bias[col + 1];
            const size_t at = ((size_t)blockIdx.y * 64 + wy + 16 * i + (lane >> 2)) * n + col;
            *(__nv_bfloat162 *)(c + at) = __floats2bfloat162_rn(fmaxf(acc[i][j][0] + b0, 0.f), fmaxf(acc[i][j][1] + b1, 0.f));
            *(__nv_bfloat162 *)(c + at + 8 * n) = __floats2bfloat162_rn(fmaxf(acc[i][j][2] + b0, 0.f), fmaxf(acc[i][j][3] + b1, 0.f));
        }
}

// bytes: m16n8k32 from shared memory, 64 x 64 x 64 by four warps
extern "C" __global__ void gemm_mma_bytes_k32_tile(const int8_t *a, const int8_t *bt, int *c, int n, int k)
{
    __shared__ __align__(16) int8_t sa[64][80], sb[64][80];
    const int t = threadIdx.x, warp = t >> 5, lane = t & 31, g = lane >> 2, q = lane & 3, wy = (warp >> 1) * 32, wx = (warp & 1) * 32;
    int acc[2][4][4] = {};
    for (int e = 0; e < k; e += 64) {
        for (int i = t; i < 256; i += 128) {
            *(int4 *)&sa[i >> 2][(i & 3) * 16] = *(const int4 *)(a + ((size_t)blockIdx.y * 64 + (i >> 2)) * k + e + (i & 3) * 16);
            *(int4 *)&sb[i >> 2][(i & 3) * 16] = *(const int4 *)(bt + ((size_t)blockIdx.x * 64 + (i >> 2)) * k + e + (i & 3) * 16);
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 64; d += 32)
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const int r = wy + 16 * i + g;
                const unsigned a0 = *(unsigned *)&sa[r][d + 4 * q], a1 = *(unsigned *)&sa[r + 8][d + 4 * q];
                const unsigned a2 = *(unsigned *)&sa[r][d + 16 + 4 * q], a3 = *(unsigned *)&sa[r + 8][d + 16 + 4 * q];
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    const unsigned b0 = *(unsigned *)&sb[wx + 8 * j + g][d + 4 * q], b1 = *(unsigned *)&sb[wx + 8 * j + g][d + 16 + 4 * q];
                    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+r"(acc[i][j][0]), "+r"(acc[i][j][1]), "+r"(acc[i][j][2]), "+r"(acc[i][j][3])
                                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
                }
            }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int *to = c + ((size_t)blockIdx.y * 64 + wy + 16 * i + g) * n + blockIdx.x * 64 + wx + 8 * j + 2 * q;
            *(int2 *)to = make_int2(acc[i][j][0], acc[i][j][1]);
            *(int2 *)(to + 8 * n) = make_int2(acc[i][j][2], acc[i][j][3]);
        }
}

// floats as tf32: m16n8k8, 64 x 32 by two warps, cp.async in two stages
extern "C" __global__ void __launch_bounds__(64) gemm_mma_tf32_two_warps(const float *a, const float *b, float *c, int n, int k)
{
    __shared__ __align__(16) float sa[2][64][20], sb[2][16][40];
    const int t = threadIdx.x, lane = t & 31, g = lane >> 2, q = lane & 3, wy = (t >> 5) * 32;
    auto fetch = [&](int s, int e) {
        for (int i = t; i < 256; i += 64) bring(&sa[s][i >> 2][(i & 3) * 4], a + ((size_t)blockIdx.y * 64 + (i >> 2)) * k + e + (i & 3) * 4);
        for (int i = t; i < 128; i += 64) bring(&sb[s][i >> 3][(i & 7) * 4], b + (size_t)(e + (i >> 3)) * n + blockIdx.x * 32 + (i & 7) * 4);
        sent();
    };
    auto as_tf32 = [](float v) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v)); return r; };
    float acc[2][4][4] = {};
    fetch(0, 0);
    for (int e = 0, s = 0; e < k; e += 16, s ^= 1) {
        if (e + 16 < k) fetch(s ^ 1, e + 16); else sent();
        arrived<1>();
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; d += 8) {
            unsigned fa[2][4], fb[4][2];
            for (int i = 0; i < 2; i++) {
                fa[i][0] = as_tf32(sa[s][wy + 16 * i + g][d + q]);
                fa[i][1] = as_tf32(sa[s][wy + 16 * i + g + 8][d + q]);
                fa[i][2] = as_tf32(sa[s][wy + 16 * i + g][d + q + 4]);
                fa[i][3] = as_tf32(sa[s][wy + 16 * i + g + 8][d + q + 4]);
            }
            for (int j = 0; j < 4; j++) {
                fb[j][0] = as_tf32(sb[s][d + q][8 * j + g]);
                fb[j][1] = as_tf32(sb[s][d + q + 4][8 * j + g]);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            float *to = c + ((size_t)blockIdx.y * 64 + wy + 16 * i + g) * n + blockIdx.x * 32 + 8 * j + 2 * q;
            *(float2 *)to = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// doubles: m8n8k4, a warp 16 x 16 from memory
extern "C" __global__ void gemm_mma_double_sixteens(const double *a, const double *b, double *c, int n, int k)
{
    const int lane = threadIdx.x, g = lane >> 2, q = lane & 3, row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 16;
    double s[2][2][2] = {};
    for (int e = 0; e < k; e += 4) {
        double fa[2], fb[2];
        for (int i = 0; i < 2; i++) fa[i] = a[(size_t)(row + 8 * i + g) * k + e + q];
        for (int j = 0; j < 2; j++) fb[j] = b[(size_t)(e + q) * n + col + 8 * j + g];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};\n"
                             : "+d"(s[i][j][0]), "+d"(s[i][j][1])
                             : "d"(fa[i]), "d"(fb[j]));
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            *(double2 *)(c + (size_t)(row + 8 * i + g) * n + col + 8 * j + 2 * q) = make_double2(s[i][j][0], s[i][j][1]);
}
