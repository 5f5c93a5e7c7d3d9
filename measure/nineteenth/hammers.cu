// Matrix products without tensor cores.
#include <cuda_fp16.h>
#include <stdint.h>

// each thread a place of C
template <typename T>
__global__ void placeOfProduct(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    T s = 0;
    for (int e = 0; e < k; e++) s += a[(size_t)row * k + e] * b[(size_t)e * n + col];
    c[(size_t)row * n + col] = s;
}
template __global__ void placeOfProduct<float>(const float *, const float *, float *, int, int, int);
template __global__ void placeOfProduct<double>(const double *, const double *, double *, int, int, int);

// A is stored by columns; pointers that might overlap
extern "C" __global__ void matmul_left_turned(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    c[row * n + col] = 0.f;
    for (int e = 0; e < k; e++) c[row * n + col] += a[e * m + row] * b[e * n + col];
}

// tiles of 20, sides of any length
extern "C" __global__ void sgemm_twenties(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float sa[20][20], sb[20][20];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 20 + ty, col = blockIdx.x * 20 + tx;
    float s = 0;
    for (int e = 0; e < k; e += 20) {
        sa[ty][tx] = row < m && e + tx < k ? a[row * k + e + tx] : 0.f;
        sb[ty][tx] = col < n && e + ty < k ? b[(e + ty) * n + col] : 0.f;
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 20; q++) s += sa[ty][q] * sb[q][tx];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = s;
}

// 64 x 32 by 256 threads, four by two each
extern "C" __global__ void sgemm_four_by_two(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ float sa[16][65], sb[16][32];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *pa = a + (size_t)blockIdx.y * 64 * k, *pb = b + blockIdx.x * 32;
    float s[4][2] = {};
    for (int e = 0; e < k; e += 16) {
        for (int q = t; q < 64 * 16; q += 256) sa[q % 16][q / 16] = pa[(size_t)(q / 16) * k + e + q % 16];
        for (int q = t; q < 16 * 32; q += 256) sb[q / 32][q % 32] = pb[(size_t)(e + q / 32) * n + q % 32];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; q++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float l = sa[q][ty * 4 + i];
                s[i][0] += l * sb[q][tx];
                s[i][1] += l * sb[q][tx + 16];
            }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++) c[(size_t)(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 32 + tx + 16 * j] = s[i][j];
}

// 128 x 128 by 256 threads, eight by eight each, two buffers
extern "C" __global__ void __launch_bounds__(256) sgemm_eights_two_buffers(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k)
{
    __shared__ __align__(16) float sa[2][8][132], sb[2][8][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int ar = t >> 1, ac = (t & 1) * 4, br = t >> 5, bc = (t & 31) * 4;
    const float *pa = a + (size_t)(blockIdx.y * 128 + ar) * k + ac, *pb = b + (size_t)br * n + blockIdx.x * 128 + bc;
    float s[8][8] = {};
    float4 fa = *(const float4 *)pa, fb = *(const float4 *)pb;
    int now = 0;
    sa[0][ac][ar] = fa.x, sa[0][ac + 1][ar] = fa.y, sa[0][ac + 2][ar] = fa.z, sa[0][ac + 3][ar] = fa.w;
    *(float4 *)&sb[0][br][bc] = fb;
    __syncthreads();
    for (int e = 0; e < k; e += 8) {
        const bool more = e + 8 < k;
        if (more) {
            fa = *(const float4 *)(pa + e + 8);
            fb = *(const float4 *)(pb + (size_t)(e + 8) * n);
        }
#pragma unroll
        for (int q = 0; q < 8; q++) {
            float l[8], r[8];
            *(float4 *)l = *(const float4 *)&sa[now][q][ty * 4];
            *(float4 *)(l + 4) = *(const float4 *)&sa[now][q][64 + ty * 4];
            *(float4 *)r = *(const float4 *)&sb[now][q][tx * 4];
            *(float4 *)(r + 4) = *(const float4 *)&sb[now][q][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) s[i][j] += l[i] * r[j];
        }
        if (more) {
            now ^= 1;
            sa[now][ac][ar] = fa.x, sa[now][ac + 1][ar] = fa.y, sa[now][ac + 2][ar] = fa.z, sa[now][ac + 3][ar] = fa.w;
            *(float4 *)&sb[now][br][bc] = fb;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        float *row = c + (size_t)(blockIdx.y * 128 + (i & 4) * 16 + ty * 4 + (i & 3)) * n + blockIdx.x * 128;
        *(float4 *)(row + tx * 4) = make_float4(s[i][0], s[i][1], s[i][2], s[i][3]);
        *(float4 *)(row + 64 + tx * 4) = make_float4(s[i][4], s[i][5], s[i][6], s[i][7]);
    }
}

// doubles, 48 x 48 by 144 threads, four by four each; alpha and beta
extern "C" __global__ void la_dgemm_fours_of_48(const double *__restrict__ a, const double *__restrict__ b, double *c, int n, int k, double alpha, double beta)
{
    __shared__ double sa[12][49], sb[12][48];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 12 + tx;
    double s[4][4] = {};
    for (int e = 0; e < k; e += 12) {
        for (int q = t; q < 576; q += 144) {
            sa[q % 12][q / 12] = a[(size_t)(blockIdx.y * 48 + q / 12) * k + e + q % 12];
            sb[q / 48][q % 48] = b[(size_t)(e + q / 48) * n + blockIdx.x * 48 + q % 48];
        }
        __syncthreads();
#pragma unroll 4
        for (int q = 0; q < 12; q++) {
            double r[4];
            for (int j = 0; j < 4; j++) r[j] = sb[q][tx + 12 * j];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) s[i][j] += sa[q][ty + 12 * i] * r[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double *p = c + (size_t)(blockIdx.y * 48 + ty + 12 * i) * n + blockIdx.x * 48 + tx + 12 * j;
            *p = alpha * s[i][j] + beta * *p;
        }
}

// two columns a thread in half2, sums kept in half
extern "C" __global__ void gemm_half2_two_columns(const half *__restrict__ a, const half2 *__restrict__ b, half2 *__restrict__ c, int pairs, int k)
{
    __shared__ half sa[8][64];
    __shared__ half2 sb[64][32];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty, col = blockIdx.x * 32 + tx;
    half2 s = __float2half2_rn(0.f);
    for (int e = 0; e < k; e += 64) {
        sa[ty][tx] = a[row * k + e + tx];
        sa[ty][tx + 32] = a[row * k + e + tx + 32];
        for (int q = ty; q < 64; q += 8) sb[q][tx] = b[(e + q) * pairs + col];
        __syncthreads();
#pragma unroll 16
        for (int q = 0; q < 64; q++) s = __hfma2(__half2half2(sa[ty][q]), sb[q][tx], s);
        __syncthreads();
    }
    c[row * pairs + col] = s;
}

// bytes by fours, B by columns
extern "C" __global__ void mul_bytes_four_at_once(const char4 *a, const char4 *b, int *c, int m, int n, int words)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    int s = 0;
    for (int e = 0; e < words; e++) {
        char4 x = a[row * words + e], y = b[col * words + e];
        s += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    c[row * n + col] = s;
}

// complex numbers in tiles of 16
extern "C" __global__ void mul_complex_sixteens(const float2 *__restrict__ a, const float2 *__restrict__ b, float2 *__restrict__ c, int n, int k)
{
    __shared__ float2 sa[16][16], sb[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float re = 0, im = 0;
    for (int e = 0; e < k; e += 16) {
        sa[ty][tx] = a[row * k + e + tx];
        sb[ty][tx] = b[(e + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; q++) {
            float2 l = sa[ty][q], r = sb[q][tx];
            re += l.x * r.x - l.y * r.y;
            im += l.x * r.y + l.y * r.x;
        }
        __syncthreads();
    }
    c[row * n + col] = make_float2(re, im);
}

// a lower triangle times a matrix: each row as long as its number
extern "C" __global__ void mm_lower_triangle(const float *__restrict__ l, const float *__restrict__ b, float *__restrict__ c, int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float s = 0;
    for (int e = 0; e <= row; e++) s += l[row * m + e] * b[e * n + col];
    c[row * n + col] = s;
}

// many products of 8 x 8, one a warp, two places a lane
extern "C" __global__ void mxm_eights_by_warp(const float *a, const float *b, float *c, int products)
{
    __shared__ float sa[4][64], sb[4][64];
    const int w = threadIdx.y, lane = threadIdx.x, p = blockIdx.x * 4 + w;
    if (p >= products) return;
    for (int q = lane; q < 64; q += 32) sa[w][q] = a[p * 64 + q], sb[w][q] = b[p * 64 + q];
    __syncwarp();
    const int r = lane / 8, col = lane % 8;
    float s = 0, t = 0;
#pragma unroll
    for (int q = 0; q < 8; q++) {
        s += sa[w][r * 8 + q] * sb[w][q * 8 + col];
        t += sa[w][(r + 4) * 8 + q] * sb[w][q * 8 + col];
    }
    c[p * 64 + lane] = s;
    c[p * 64 + 32 + lane] = t;
}
