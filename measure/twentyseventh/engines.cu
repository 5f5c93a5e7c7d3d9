// Matrix products by tensor cores, and matrices times vectors.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// a warp for each 16 by 16, straight from memory
extern "C" __global__ void gemm_wmma_tile_of_each_warp(const half *a, const half *b, float *c, int m, int n, int k)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int across = n / 16, row = warp / across * 16, col = warp % across * 16;
    if (row >= m)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(fa, a + (size_t)row * k + i, k);
        wmma::load_matrix_sync(fb, b + (size_t)i * n + col, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, fc, n, wmma::mem_row_major);
}

// 64 by 64 a block through shared memory, 32 by 32 a warp
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_bf16_quadrants(const __nv_bfloat16 *__restrict__ a, const __nv_bfloat16 *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ __align__(32) __nv_bfloat16 as[64][40], bs[32][72];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    const __nv_bfloat16 *A = a + (size_t)blockIdx.y * 64 * k, *B = b + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(acc[i][j], 0.0f);
    for (int t = 0; t < k; t += 32) {
        for (int e = threadIdx.x; e < 64 * 4; e += 128)
            *(uint4 *)&as[e / 4][e % 4 * 8] = *(const uint4 *)&A[(size_t)(e / 4) * k + t + e % 4 * 8];
        for (int e = threadIdx.x; e < 32 * 8; e += 128)
            *(uint4 *)&bs[e / 8][e % 8 * 8] = *(const uint4 *)&B[(size_t)(t + e / 8) * n + e % 8 * 8];
        __syncthreads();
        for (int q = 0; q < 32; q += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[wr + 16 * i][q], 40);
                wmma::load_matrix_sync(fb[i], &bs[q][wc + 16 * i], 72);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 64 + wr + 16 * i) * n + blockIdx.x * 64 + wc + 16 * j, acc[i][j], n, wmma::mem_row_major);
}

// bytes; b by columns
extern "C" __global__ void gemm_wmma_int8_each_warp(const signed char *a, const signed char *b, int *c, int m, int n, int k)
{
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    if (row >= m || col >= n)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 0);
#pragma unroll 4
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(fa, a + row * k + i, k);
        wmma::load_matrix_sync(fb, b + col * k + i, k);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major);
}

__device__ __forceinline__ void bring(void *shared, const void *global)
{
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(global));
}

// mma.sync with ldmatrix and two buffers filled by cp.async: 128 by 64 a block, b by columns
extern "C" __global__ void __launch_bounds__(256) gemm_mma_sync_two_buffers(const half *__restrict__ a, const half *__restrict__ bt, half *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) half as[2][128][40], bs[2][64][40];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    int wr = warp / 2 * 32, wc = warp % 2 * 32;
    const half *A = a + (size_t)blockIdx.y * 128 * k, *B = bt + (size_t)blockIdx.x * 64 * k;
    float acc[2][4][4] = {};
    auto fetch = [&](int buffer, int t) {
        for (int e = tid; e < 128 * 4; e += 256)
            bring(&as[buffer][e >> 2][(e & 3) * 8], A + (size_t)(e >> 2) * k + t + (e & 3) * 8);
        bring(&bs[buffer][tid >> 2][(tid & 3) * 8], B + (size_t)(tid >> 2) * k + t + (tid & 3) * 8);
        asm volatile("cp.async.commit_group;\n");
    };
    fetch(0, 0);
    int now = 0;
    for (int t = 0; t < k; t += 32, now ^= 1) {
        if (t + 32 < k) {
            fetch(now ^ 1, t + 32);
            asm volatile("cp.async.wait_group 1;\n");
        } else {
            asm volatile("cp.async.wait_group 0;\n");
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 32; q += 16) {
            unsigned fa[2][4], fb[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(&as[now][wr + 16 * i + (lane & 15)][q + (lane >> 4) * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n" : "=r"(fa[i][0]), "=r"(fa[i][1]), "=r"(fa[i][2]), "=r"(fa[i][3]) : "r"(at));
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(&bs[now][wc + 8 * j + (lane & 7)][q + (lane >> 3 & 1) * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];\n" : "=r"(fb[j][0]), "=r"(fb[j][1]) : "r"(at));
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(fa[i][0]), "r"(fa[i][1]), "r"(fa[i][2]), "r"(fa[i][3]), "r"(fb[j][0]), "r"(fb[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            size_t row = blockIdx.y * 128 + wr + 16 * i + lane / 4, col = blockIdx.x * 64 + wc + 8 * j + lane % 4 * 2;
            *(half2 *)&c[row * n + col] = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
            *(half2 *)&c[(row + 8) * n + col] = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
        }
}

extern "C" __global__ void matvec_row_of_each_thread(const float *a, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0.0f;
        for (int c = 0; c < cols; c++)
            s += a[r * cols + c] * x[c];
        y[r] = s;
    }
}

// eight halves a load, warps stride over rows
extern "C" __global__ void matvec_warps_over_half_rows(const uint4 *__restrict__ a, const uint4 *__restrict__ x, float *__restrict__ y, int rows, int octets)
{
    int lane = threadIdx.x % 32;
    for (int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; r < rows; r += gridDim.x * (blockDim.x / 32)) {
        float s = 0.0f;
        for (int o = lane; o < octets; o += 32) {
            uint4 u = a[(size_t)r * octets + o], v = x[o];
            const half2 *p = (const half2 *)&u, *q = (const half2 *)&v;
            for (int i = 0; i < 4; i++) {
                float2 f = __half22float2(p[i]), g = __half22float2(q[i]);
                s += f.x * g.x + f.y * g.y;
            }
        }
        for (int d = 16; d > 0; d >>= 1)
            s += __shfl_xor_sync(0xffffffff, s, d);
        if (lane == 0)
            y[r] = s;
    }
}

template <int BLOCK> __global__ void blockOfRow(const double *__restrict__ a, const double *__restrict__ x, double *__restrict__ y, int cols)
{
    __shared__ double s[BLOCK];
    double sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += a[(size_t)blockIdx.x * cols + c] * x[c];
    s[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = s[0];
}
template __global__ void blockOfRow<64>(const double *, const double *, double *, int);
template __global__ void blockOfRow<256>(const double *, const double *, double *, int);

// y = x A: columns to threads, rows in strips, added up in memory
extern "C" __global__ void matvec_from_the_left(const float *__restrict__ a, const float *__restrict__ x, float *y, int rows, int cols, int strip)
{
    extern __shared__ float xs[];
    int r0 = blockIdx.y * strip, here = min(strip, rows - r0);
    for (int i = threadIdx.x; i < here; i += blockDim.x)
        xs[i] = x[r0 + i];
    __syncthreads();
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float s = 0;
#pragma unroll 4
    for (int i = 0; i < here; i++)
        s += xs[i] * a[(size_t)(r0 + i) * cols + c];
    atomicAdd(y + c, s);
}
