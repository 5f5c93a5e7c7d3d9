// Products on tensor cores.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// sums in half: a warp has 16 x 32
extern "C" __global__ void gemm_wmma_sums_in_half(const half *A, const half *B, half *C, int n, int k)
{
    int warp = threadIdx.x / 32, row = blockIdx.y * 16, col = (blockIdx.x * 4 + warp) * 32;
    if (col >= n) return;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c[2];
    wmma::fill_fragment(c[0], __float2half(0.f));
    wmma::fill_fragment(c[1], __float2half(0.f));
    for (int e = 0; e < k; e += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::load_matrix_sync(a, A + row * k + e, k);
        for (int q = 0; q < 2; q++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
            wmma::load_matrix_sync(b, B + e * n + col + 16 * q, n);
            wmma::mma_sync(c[q], a, b, c[q]);
        }
    }
    for (int q = 0; q < 2; q++) wmma::store_matrix_sync(C + row * n + col + 16 * q, c[q], n, wmma::mem_row_major);
}

// 64 x 64 a block of four warps, tiles in shared memory, then a bias
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_tile_and_bias(const half *__restrict__ A, const half *__restrict__ B, const float *__restrict__ bias, float *__restrict__ C, int n, int k)
{
    __shared__ __align__(32) half a[64][40];
    __shared__ __align__(32) half b[32][72];
    __shared__ __align__(32) float out[64][68];
    const int t = threadIdx.x, warp = t / 32, wy = warp / 2 * 32, wx = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(c[i][j], 0.f);
    for (int k0 = 0; k0 < k; k0 += 32) {
        for (int e = t; e < 256; e += 128) {
            *(uint4 *)&a[e / 4][e % 4 * 8] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + e / 4) * k + k0 + e % 4 * 8];
            *(uint4 *)&b[e / 8][e % 8 * 8] = *(const uint4 *)&B[(size_t)(k0 + e / 8) * n + blockIdx.x * 64 + e % 8 * 8];
        }
        __syncthreads();
        for (int e = 0; e < 32; e += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &a[wy + 16 * i][e], 40);
                wmma::load_matrix_sync(fb[i], &b[e][wx + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::store_matrix_sync(&out[wy + 16 * i][wx + 16 * j], c[i][j], 68, wmma::mem_row_major);
    __syncthreads();
    for (int e = t; e < 64 * 64; e += 128) {
        int col = blockIdx.x * 64 + e % 64;
        C[(size_t)(blockIdx.y * 64 + e / 64) * n + col] = fmaxf(out[e / 64][e % 64] + bias[col], 0.f);
    }
}

// bfloat16, B by columns, 8 x 32 x 16
extern "C" __global__ void gemm_wmma_bf16_eight_by_32(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int n, int k)
{
    const int warp = threadIdx.y, row = (blockIdx.y * blockDim.y + warp) * 8, col = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c;
    wmma::fill_fragment(c, 0.f);
#pragma unroll 2
    for (int e = 0; e < k; e += 16) {
        wmma::fragment<wmma::matrix_a, 8, 32, 16, __nv_bfloat16, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 8, 32, 16, __nv_bfloat16, wmma::col_major> b;
        wmma::load_matrix_sync(a, A + (size_t)row * k + e, k);
        wmma::load_matrix_sync(b, B + (size_t)col * k + e, k);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + (size_t)row * n + col, c, n, wmma::mem_row_major);
}

// tf32 by wmma, split in depth by blocks that add up
extern "C" __global__ void gemm_wmma_tf32_split_depth(const float *A, const float *B, float *C, int n, int k, int depth)
{
    __shared__ __align__(32) float s[4][16][20];
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, row = blockIdx.y * 32 + (warp >> 1) * 16, col = blockIdx.x * 32 + (warp & 1) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    wmma::fill_fragment(c, 0.f);
    for (int e = blockIdx.z * depth; e < (blockIdx.z + 1) * depth; e += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
        wmma::load_matrix_sync(a, A + row * k + e, k);
        wmma::load_matrix_sync(b, B + e * n + col, n);
        for (int i = 0; i < a.num_elements; i++) a.x[i] = wmma::__float_to_tf32(a.x[i]);
        for (int i = 0; i < b.num_elements; i++) b.x[i] = wmma::__float_to_tf32(b.x[i]);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(&s[warp][0][0], c, 20, wmma::mem_row_major);
    __syncwarp();
    for (int i = lane; i < 256; i += 32) atomicAdd(&C[(row + i / 16) * n + col + i % 16], s[warp][i / 16][i % 16]);
}

__device__ __forceinline__ uint32_t shared_at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// m16n8k16 by hand, fragments by ldmatrix, 16-byte copies ahead in two stages; 64 x 128 by 8 warps
extern "C" __global__ void __launch_bounds__(256) gemm_mma_half_two_stages(const half *__restrict__ A, const half *__restrict__ Bt, float *__restrict__ C, int n, int k)
{
    __shared__ __align__(16) half a[2][64][40], b[2][128][40];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, wy = (warp >> 2) * 32, wx = (warp & 3) * 32;
    const half *pa = A + (size_t)blockIdx.y * 64 * k, *pb = Bt + (size_t)blockIdx.x * 128 * k;
    float c[2][4][4] = {};
    auto fetch = [&](int stage, int k0) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_at(&a[stage][t >> 2][(t & 3) * 8])), "l"(pa + (size_t)(t >> 2) * k + k0 + (t & 3) * 8));
        for (int e = t; e < 512; e += 256)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_at(&b[stage][e >> 2][(e & 3) * 8])), "l"(pb + (size_t)(e >> 2) * k + k0 + (e & 3) * 8));
        asm volatile("cp.async.commit_group;");
    };
    fetch(0, 0);
    for (int k0 = 0, stage = 0; k0 < k; k0 += 32, stage ^= 1) {
        if (k0 + 32 < k) {
            fetch(stage ^ 1, k0 + 32);
            asm volatile("cp.async.wait_group 1;");
        } else
            asm volatile("cp.async.wait_group 0;");
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 32; e += 16) {
            uint32_t fa[2][4], fb[4][2];
            for (int i = 0; i < 2; i++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(shared_at(&a[stage][wy + 16 * i + (lane & 15)][e + (lane >> 4) * 8])));
            for (int j = 0; j < 4; j++)
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(fb[j][0]), "=r"(fb[j][1]) : "r"(shared_at(&b[stage][wx + 8 * j + (lane & 7)][e + (lane >> 3 & 1) * 8])));
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(c[i][j][0]), "+f"(c[i][j][1]), "+f"(c[i][j][2]), "+f"(c[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int row = blockIdx.y * 64 + wy + 16 * i + lane / 4, col = blockIdx.x * 128 + wx + 8 * j + lane % 4 * 2;
            *(float2 *)&C[(size_t)row * n + col] = make_float2(c[i][j][0], c[i][j][1]);
            *(float2 *)&C[(size_t)(row + 8) * n + col] = make_float2(c[i][j][2], c[i][j][3]);
        }
}

// signed bytes m16n8k32, each warp 16 x 64 straight from memory
extern "C" __global__ void gemm_mma_bytes_from_memory(const int8_t *__restrict__ A, const int8_t *__restrict__ Bt, int *__restrict__ C, int n, int k)
{
    const int lane = threadIdx.x, g = lane >> 2, q = lane & 3;
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 64;
    int c[8][4] = {};
    for (int e = 0; e < k; e += 32) {
        const int8_t *p = A + (size_t)(row + g) * k + e + q * 4;
        uint32_t a0 = *(const uint32_t *)p, a1 = *(const uint32_t *)(p + 8 * k), a2 = *(const uint32_t *)(p + 16), a3 = *(const uint32_t *)(p + 8 * k + 16);
#pragma unroll
        for (int j = 0; j < 8; j++) {
            const int8_t *r = Bt + (size_t)(col + 8 * j + g) * k + e + q * 4;
            uint32_t b0 = *(const uint32_t *)r, b1 = *(const uint32_t *)(r + 16);
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+r"(c[j][0]), "+r"(c[j][1]), "+r"(c[j][2]), "+r"(c[j][3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        }
    }
    for (int j = 0; j < 8; j++) {
        int *o = C + (size_t)(row + g) * n + col + 8 * j + 2 * q;
        o[0] = c[j][0], o[1] = c[j][1];
        o[8 * n] = c[j][2], o[8 * n + 1] = c[j][3];
    }
}

// doubles m8n8k4: a warp 8 x 16
extern "C" __global__ void gemm_mma_double_strips(const double *A, const double *Bt, double *C, int n, int k)
{
    const int lane = threadIdx.x & 31, g = lane >> 2, q = lane & 3;
    const int row = blockIdx.y * 8, col = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    double c[2][2] = {};
    for (int e = 0; e < k; e += 4) {
        double a = A[(row + g) * k + e + q];
        for (int j = 0; j < 2; j++) {
            double b = Bt[(col + 8 * j + g) * k + e + q];
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c[j][0]), "+d"(c[j][1]) : "d"(a), "d"(b));
        }
    }
    for (int j = 0; j < 2; j++) {
        C[(row + g) * n + col + 8 * j + 2 * q] = c[j][0];
        C[(row + g) * n + col + 8 * j + 2 * q + 1] = c[j][1];
    }
}

// many small products of 32 x 32 x 32, one a warp
extern "C" __global__ void gemm_wmma_batch_of_32(const half *A, const half *B, half *C, int batches)
{
    int b = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (b >= batches) return;
    const half *pa = A + b * 1024, *pb = B + b * 1024;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> s;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            wmma::fill_fragment(s, 0.f);
            for (int e = 0; e < 2; e++) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
                wmma::load_matrix_sync(x, pa + i * 512 + e * 16, 32);
                wmma::load_matrix_sync(y, pb + j * 512 + e * 16, 32);
                wmma::mma_sync(s, x, y, s);
            }
            wmma::fragment<wmma::accumulator, 16, 16, 16, half> h;
            for (int e = 0; e < s.num_elements; e++) h.x[e] = __float2half(s.x[e]);
            wmma::store_matrix_sync(C + b * 1024 + i * 512 + j * 16, h, 32, wmma::mem_row_major);
        }
}
