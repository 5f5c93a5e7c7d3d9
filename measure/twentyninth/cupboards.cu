// Tensor cores and quantised layers.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// bfloat16 in and out, a bias and relu at the end; sides are multiples of 64, the inner one of 32
extern "C" __global__ __launch_bounds__(256) void gemm_wmma_bf16_bias_relu(const __nv_bfloat16 *__restrict__ a, const __nv_bfloat16 *__restrict__ b, const float *__restrict__ bias, __nv_bfloat16 *__restrict__ c, int m, int n, int k)
{
    __shared__ __align__(32) __nv_bfloat16 as[64][48], bs[32][80];
    __shared__ __align__(32) float cs[64][72];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 16, wc = warp % 2 * 32;
    const int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2];
    wmma::fill_fragment(acc[0], 0.0f);
    wmma::fill_fragment(acc[1], 0.0f);
    for (int k0 = 0; k0 < k; k0 += 32) {
        *(uint4 *)&as[t / 4][t % 4 * 8] = *(const uint4 *)&a[(size_t)(r0 + t / 4) * k + k0 + t % 4 * 8];
        *(uint4 *)&bs[t / 8][t % 8 * 8] = *(const uint4 *)&b[(size_t)(k0 + t / 8) * n + c0 + t % 8 * 8];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, &as[wr][kk], 48);
#pragma unroll
            for (int j = 0; j < 2; j++) {
                wmma::load_matrix_sync(fb, &bs[kk][wc + 16 * j], 80);
                wmma::mma_sync(acc[j], fa, fb, acc[j]);
            }
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(&cs[wr][wc], acc[0], 72, wmma::mem_row_major);
    wmma::store_matrix_sync(&cs[wr][wc + 16], acc[1], 72, wmma::mem_row_major);
    __syncthreads();
    for (int i = t; i < 64 * 64; i += 256) {
        int r = i / 64, q = i % 64;
        c[(size_t)(r0 + r) * n + c0 + q] = __float2bfloat16(fmaxf(cs[r][q] + bias[c0 + q], 0.0f));
    }
}

__device__ __forceinline__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// 128 by 128 by 32, eight warps of 64 by 32, three stages on their way
constexpr int A_PITCH = 40, B_PITCH = 136, A_STAGE = 128 * A_PITCH, B_STAGE = 32 * B_PITCH;

extern "C" __global__ __launch_bounds__(256) void gemm_mma_half_three_stages(const half *__restrict__ a, const half *__restrict__ b, half *__restrict__ c, int m, int n, int k)
{
    extern __shared__ __align__(16) half stages[];
    half *as = stages, *bs = stages + 3 * A_STAGE;
    const int t = threadIdx.x, lane = t % 32, warp = t / 32, wr = warp / 4 * 64, wc = warp % 4 * 32;
    const half *a0 = a + (size_t)blockIdx.y * 128 * k, *b0 = b + (size_t)blockIdx.x * 128;
    auto fetch = [&](int step) {
        half *at = as + step % 3 * A_STAGE, *bt = bs + step % 3 * B_STAGE;
#pragma unroll
        for (int i = t; i < 512; i += 256) {
            __pipeline_memcpy_async(at + i / 4 * A_PITCH + i % 4 * 8, a0 + (size_t)(i / 4) * k + step * 32 + i % 4 * 8, 16);
            __pipeline_memcpy_async(bt + i / 16 * B_PITCH + i % 16 * 8, b0 + (size_t)(step * 32 + i / 16) * n + i % 16 * 8, 16);
        }
    };
    float acc[4][4][4] = {};
    const int steps = k / 32;
    for (int s = 0; s < 2; s++) {
        if (s < steps)
            fetch(s);
        __pipeline_commit();
    }
    for (int s = 0; s < steps; s++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (s + 2 < steps)
            fetch(s + 2);
        __pipeline_commit();
        const half *at = as + s % 3 * A_STAGE, *bt = bs + s % 3 * B_STAGE;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            unsigned fa[4][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                unsigned at_row = shared_address(at + (wr + 16 * i + lane % 16) * A_PITCH + kk + lane / 16 * 8);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3])
                             : "r"(at_row));
            }
#pragma unroll
            for (int j = 0; j < 4; j += 2) {
                unsigned at_row = shared_address(bt + (kk + lane % 16) * B_PITCH + wc + 8 * j + lane / 16 * 8);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(fb[j][0]), "=r"(fb[j][1]), "=r"(fb[j + 1][0]), "=r"(fb[j + 1][1])
                             : "r"(at_row));
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            size_t row = blockIdx.y * 128 + wr + 16 * i + lane / 4;
            int col = blockIdx.x * 128 + wc + 8 * j + lane % 4 * 2;
            *(half2 *)&c[row * n + col] = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
            *(half2 *)&c[(row + 8) * n + col] = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
        }
}

// bytes into ints, a warp 32 by 32 straight from memory; b is turned
extern "C" __global__ void gemm_wmma_bytes_by_warps(const signed char *a, const signed char *bt, int *c, int m, int n, int k)
{
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * 64 + warp / 2 * 32, col = blockIdx.x * 64 + warp % 2 * 32;
    if (row + 32 > m || col + 32 > n)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb[2];
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0);
    for (int kk = 0; kk < k; kk += 16) {
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa[i], a + (row + 16 * i) * k + kk, k);
            wmma::load_matrix_sync(fb[i], bt + (col + 16 * i) * k + kk, k);
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(c + (row + 16 * i) * n + col + 16 * j, acc[i][j], n, wmma::mem_row_major);
}

// the same without tensor cores: four bytes a word
extern "C" __global__ void gemm_dp4a_words_in_tiles(const int *__restrict__ a, const int *__restrict__ bt, int *__restrict__ c, int m, int n, int words)
{
    __shared__ int as[16][17], bs[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, other = blockIdx.x * 16 + ty;
    int sum = 0;
    for (int w = 0; w < words; w += 16) {
        as[ty][tx] = row < m && w + tx < words ? a[row * words + w + tx] : 0;
        bs[ty][tx] = other < n && w + tx < words ? bt[other * words + w + tx] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum = __dp4a(as[ty][i], bs[tx][i], sum);
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

// four bits a weight, a scale for every 64 of them; a warp a row
extern "C" __global__ void quant_nibbles_row_of_warp(const uint32_t *__restrict__ weights, const half *__restrict__ scales, const float *__restrict__ x, float *__restrict__ y, int rows, int words)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int w = lane; w < words; w += 32) {
        uint32_t packed = weights[(size_t)row * words + w];
        float scale = __half2float(scales[(size_t)row * (words / 8) + w / 8]);
        const float4 *p = (const float4 *)(x + 8 * w);
        float4 u = p[0], v = p[1];
        float part = (int(packed & 15) - 8) * u.x + (int(packed >> 4 & 15) - 8) * u.y;
        part += (int(packed >> 8 & 15) - 8) * u.z + (int(packed >> 12 & 15) - 8) * u.w;
        part += (int(packed >> 16 & 15) - 8) * v.x + (int(packed >> 20 & 15) - 8) * v.y;
        part += (int(packed >> 24 & 15) - 8) * v.z + (int(packed >> 28) - 8) * v.w;
        sum += scale * part;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0)
        y[row] = sum;
}

// a row's largest magnitude becomes 127
extern "C" __global__ void quant_rows_by_their_largest(const half2 *__restrict__ in, char2 *__restrict__ out, float *__restrict__ scales, int pairs)
{
    __shared__ float most[32];
    const half2 *row = in + (size_t)blockIdx.x * pairs;
    float top = 1e-8f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(row[i]);
        top = fmaxf(top, fmaxf(fabsf(v.x), fabsf(v.y)));
    }
    for (int d = 16; d; d >>= 1)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (threadIdx.x % 32 == 0)
        most[threadIdx.x / 32] = top;
    __syncthreads();
    if (threadIdx.x < 32) {
        top = threadIdx.x < blockDim.x / 32 ? most[threadIdx.x] : 0.0f;
        for (int d = 16; d; d >>= 1)
            top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
        if (threadIdx.x == 0) {
            most[0] = top;
            scales[blockIdx.x] = top / 127.0f;
        }
    }
    __syncthreads();
    float inverse = 127.0f / most[0];
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(row[i]);
        out[(size_t)blockIdx.x * pairs + i] = make_char2((signed char)__float2int_rn(v.x * inverse), (signed char)__float2int_rn(v.y * inverse));
    }
}

// sums of bytes back to bfloat16, a residual added
extern "C" __global__ void quant_sums_rescaled_to_bf16(const int *sums, const float *row_scale, const float *col_scale, const __nv_bfloat16 *residual, __nv_bfloat16 *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= rows || c >= cols)
        return;
    long long i = (long long)r * cols + c;
    float v = sums[i] * row_scale[r] * col_scale[c] + __bfloat162float(residual[i]);
    out[i] = __float2bfloat16(v);
}

__constant__ float normal_levels[16];

// two codes a byte, looked up among sixteen levels, a largest for each 64 weights
extern "C" __global__ void quant_codes_to_levels(const uint8_t *__restrict__ codes, const float *__restrict__ largest, half2 *__restrict__ out, long long bytes)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bytes)
        return;
    int both = codes[i];
    float scale = largest[i / 32];
    out[i] = __floats2half2_rn(normal_levels[both >> 4] * scale, normal_levels[both & 15] * scale);
}
