// Products on tensor cores and quantised layers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdint.h>
using namespace nvcuda;

// 64 by 64 of C a block of four warps, through shared memory; sides multiples of 64, k of 32
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_half_quarter_each(const __half *__restrict__ a, const __half *__restrict__ b, __half *__restrict__ c, int n, int k)
{
    __shared__ __align__(32) __half as[64][40], bs[32][72];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);
    for (int p = 0; p < k; p += 32) {
        for (int i = t; i < 256; i += 128) {
            *reinterpret_cast<uint4 *>(&as[i / 4][i % 4 * 8]) = *reinterpret_cast<const uint4 *>(a + (size_t)(blockIdx.y * 64 + i / 4) * k + p + i % 4 * 8);
            *reinterpret_cast<uint4 *>(&bs[i / 8][i % 8 * 8]) = *reinterpret_cast<const uint4 *>(b + (size_t)(p + i / 8) * n + blockIdx.x * 64 + i % 8 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[wr + 16 * i][q], 40);
                wmma::load_matrix_sync(fb[i], &bs[q][wc + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            wmma::fragment<wmma::accumulator, 16, 16, 16, __half> out;
            for (int e = 0; e < out.num_elements; e++) out.x[e] = __float2half(acc[i][j].x[e]);
            wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 64 + wr + 16 * i) * n + blockIdx.x * 64 + wc + 16 * j, out, n, wmma::mem_row_major);
        }
}

__device__ __forceinline__ void load_four(uint32_t (&r)[4], const void *p)
{
    uint32_t at = (uint32_t)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}

// y = x W' + bias in bfloat16, W with a row for each output; tile 64 by 64 by 32, two stages
extern "C" __global__ void __launch_bounds__(128) gemm_mma_bf16_linear_bias(const __nv_bfloat16 *__restrict__ x, const __nv_bfloat16 *__restrict__ w, const float *__restrict__ bias, float *__restrict__ y, int n, int k)
{
    __shared__ __align__(16) __nv_bfloat16 xs[2][64][40], ws[2][64][40];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    auto fetch = [&](int s, int p) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t + i * 128) >> 2, q = ((t + i * 128) & 3) * 8;
            __pipeline_memcpy_async(&xs[s][r][q], x + (size_t)(row0 + r) * k + p + q, 16);
            __pipeline_memcpy_async(&ws[s][r][q], w + (size_t)(col0 + r) * k + p + q, 16);
        }
        __pipeline_commit();
    };
    float acc[2][4][4] = {};
    fetch(0, 0);
    for (int p = 0, s = 0; p < k; p += 32, s ^= 1) {
        if (p + 32 < k) fetch(s ^ 1, p + 32);
        else __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            uint32_t fa[2][4], fb[2][4];
            for (int i = 0; i < 2; i++) load_four(fa[i], &xs[s][wr + 16 * i + (lane & 15)][q + (lane >> 4) * 8]);
            for (int j = 0; j < 2; j++) load_four(fb[j], &ws[s][wc + 16 * j + (lane >> 4) * 8 + (lane & 7)][q + (lane >> 3 & 1) * 8]);
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j / 2][j % 2 * 2]), "r"(fb[j / 2][j % 2 * 2 + 1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = row0 + wr + 16 * i + lane / 4, q = col0 + wc + 8 * j + lane % 4 * 2;
            float2 add = *reinterpret_cast<const float2 *>(bias + q);
            *reinterpret_cast<float2 *>(y + (size_t)r * n + q) = make_float2(acc[i][j][0] + add.x, acc[i][j][1] + add.y);
            *reinterpret_cast<float2 *>(y + (size_t)(r + 8) * n + q) = make_float2(acc[i][j][2] + add.x, acc[i][j][3] + add.y);
        }
}

// signed bytes, a warp 32 by 32 straight from memory, the result scaled by row and by column
extern "C" __global__ void quant_wmma_rows_and_columns_scaled(const signed char *a, const signed char *bt, const float *row_scale, const float *col_scale, float *c, int m, int n, int k)
{
    __shared__ int stage[4][16 * 16];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row0 = (blockIdx.y * 2 + warp / 2) * 32, col0 = (blockIdx.x * 2 + warp % 2) * 32;
    if (row0 >= m || col0 >= n) return;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0);
    for (int p = 0; p < k; p += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb[2];
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa[i], a + (size_t)(row0 + 16 * i) * k + p, k);
            wmma::load_matrix_sync(fb[i], bt + (size_t)(col0 + 16 * i) * k + p, k);
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            wmma::store_matrix_sync(stage[warp], acc[i][j], 16, wmma::mem_row_major);
            __syncwarp();
            for (int e = lane; e < 256; e += 32) {
                int r = row0 + 16 * i + e / 16, q = col0 + 16 * j + e % 16;
                c[(size_t)r * n + q] = stage[warp][e] * row_scale[r] * col_scale[q];
            }
            __syncwarp();
        }
}

// tf32: a warp a tile of 16 by 32
extern "C" __global__ void gemm_wmma_tf32_pair_of_tiles(const float *a, const float *b, float *c, int m, int n, int k)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int across = n / 32, row = warp / across * 16, col = warp % across * 32;
    if (row >= m) return;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2];
    wmma::fill_fragment(acc[0], 0.f);
    wmma::fill_fragment(acc[1], 0.f);
    for (int p = 0; p < k; p += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
        wmma::load_matrix_sync(fa, a + (size_t)row * k + p, k);
        for (int e = 0; e < fa.num_elements; e++) fa.x[e] = wmma::__float_to_tf32(fa.x[e]);
        for (int j = 0; j < 2; j++) {
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
            wmma::load_matrix_sync(fb, b + (size_t)p * n + col + 16 * j, n);
            for (int e = 0; e < fb.num_elements; e++) fb.x[e] = wmma::__float_to_tf32(fb.x[e]);
            wmma::mma_sync(acc[j], fa, fb, acc[j]);
        }
    }
    for (int j = 0; j < 2; j++) wmma::store_matrix_sync(c + (size_t)row * n + col + 16 * j, acc[j], n, wmma::mem_row_major);
}

// activations of a token to bytes by their greatest magnitude
extern "C" __global__ void quant_token_of_halves_absmax(const __half2 *__restrict__ x, char2 *__restrict__ q, float *__restrict__ scale, int pairs)
{
    __shared__ float most[32];
    const size_t base = (size_t)blockIdx.x * pairs;
    float top = 0.f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(x[base + i]);
        top = fmaxf(top, fmaxf(fabsf(v.x), fabsf(v.y)));
    }
    for (int s = 16; s; s >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, s));
    if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = top;
    __syncthreads();
    top = threadIdx.x % 32 < blockDim.x / 32 ? most[threadIdx.x % 32] : 0.f;
    for (int s = 16; s; s >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, s));
    float by = top > 0.f ? 127.0f / top : 0.f;
    if (threadIdx.x == 0) scale[blockIdx.x] = top / 127.0f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(x[base + i]);
        q[base + i] = make_char2(__float2int_rn(v.x * by), __float2int_rn(v.y * by));
    }
}

// weights of four bits in groups of 128 with scale and zero, a warp an output
extern "C" __global__ void quant_gemv_nibbles_with_zeros(const uint32_t *__restrict__ w, const __half2 *__restrict__ scale_zero, const __half *__restrict__ x, __half *__restrict__ y, int rows, int words)
{
    extern __shared__ float xs[];
    for (int i = threadIdx.x; i < words * 8; i += blockDim.x) xs[i] = __half2float(x[i]);
    __syncthreads();
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (row >= rows) return;
    float sum = 0.f;
    for (int i = threadIdx.x & 31; i < words; i += 32) {
        uint32_t pack = w[(size_t)row * words + i];
        float2 sz = __half22float2(scale_zero[(size_t)row * (words / 16) + i / 16]);
        float dot = 0.f, all = 0.f;
#pragma unroll
        for (int b = 0; b < 8; b++) {
            float v = xs[i * 8 + b];
            dot += (float)(pack >> (4 * b) & 15) * v;
            all += v;
        }
        sum += sz.x * dot + sz.y * all;
    }
    for (int s = 16; s; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if ((threadIdx.x & 31) == 0) y[row] = __float2half(sum);
}

// floats of eight bits with a scale for each block of 32
extern "C" __global__ void quant_e4m3_blocks_to_halves(const uint8_t *__restrict__ in, const float *__restrict__ scale, __half *__restrict__ out, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i >= n) return;
    uchar4 v = *reinterpret_cast<const uchar4 *>(in + i);
    __half2 s = __float2half2_rn(scale[i / 32]);
    __half2 lo = __half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(v.x | v.y << 8), __NV_E4M3));
    __half2 hi = __half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(v.z | v.w << 8), __NV_E4M3));
    *reinterpret_cast<__half2 *>(out + i) = __hmul2(lo, s);
    *reinterpret_cast<__half2 *>(out + i + 2) = __hmul2(hi, s);
}
