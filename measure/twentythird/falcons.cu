// Matrix products blocked in registers; sides are multiples of the tiles.
#include <cuda_fp16.h>

// 64 by 64 a block, four by four a thread
extern "C" __global__ void sgemm_fours_with_strides(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ float As[16][64 + 1];
    __shared__ float Bs[16][64];
    int t = threadIdx.y * 16 + threadIdx.x;
    float acc[4][4] = {};
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = t; e < 1024; e += 256) {
            As[e % 16][e / 16] = A[e / 16 * K + k0 + e % 16];
            Bs[e / 64][e % 64] = B[(k0 + e / 64) * N + e % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float a[4], b[4];
            for (int i = 0; i < 4; i++) a[i] = As[k][threadIdx.y + 16 * i];
            for (int j = 0; j < 4; j++) b[j] = Bs[k][threadIdx.x + 16 * j];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(blockIdx.y * 64 + threadIdx.y + 16 * i) * N + blockIdx.x * 64 + threadIdx.x + 16 * j] = acc[i][j];
}

// BM by BN a block, TM by TN a thread, loads of four floats
template <int BM, int BN, int BK, int TM, int TN> __global__ __launch_bounds__(BM *BN / (TM * TN)) void sgemmVector(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    constexpr int THREADS = BM * BN / (TM * TN);
    __shared__ __align__(16) float As[BK][BM];
    __shared__ __align__(16) float Bs[BK][BN];
    const int t = threadIdx.x, tr = t / (BN / TN) * TM, tc = t % (BN / TN) * TN;
    float acc[TM][TN] = {{0.0f}};
    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int e = t; e < BM * BK / 4; e += THREADS) {
            int r = e / (BK / 4), c = e % (BK / 4) * 4;
            float4 v = *(const float4 *)&A[(blockIdx.y * BM + r) * K + k0 + c];
            As[c][r] = v.x;
            As[c + 1][r] = v.y;
            As[c + 2][r] = v.z;
            As[c + 3][r] = v.w;
        }
#pragma unroll
        for (int e = t; e < BK * BN / 4; e += THREADS) {
            int r = e / (BN / 4), c = e % (BN / 4) * 4;
            *(float4 *)&Bs[r][c] = *(const float4 *)&B[(k0 + r) * N + blockIdx.x * BN + c];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4) *(float4 *)&a[i] = *(float4 *)&As[k][tr + i];
#pragma unroll
            for (int j = 0; j < TN; j += 4) *(float4 *)&b[j] = *(float4 *)&Bs[k][tc + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            *(float4 *)&C[(blockIdx.y * BM + tr + i) * N + blockIdx.x * BN + tc + j] = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
template __global__ void sgemmVector<128, 64, 8, 8, 4>(const float *, const float *, float *, int, int);
template __global__ void sgemmVector<32, 64, 16, 4, 4>(const float *, const float *, float *, int, int);

// 32 by 32 a block, two by two a thread
extern "C" __global__ void dgemm_two_by_two(const double *A, const double *B, double *C, int N, int K)
{
    __shared__ double As[32][16], Bs[16][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    double c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = A[(row + ty) * K + k0 + tx];
        As[ty + 16][tx] = A[(row + ty + 16) * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col + tx];
        Bs[ty][tx + 16] = B[(k0 + ty) * N + col + tx + 16];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            double a0 = As[2 * ty][k], a1 = As[2 * ty + 1][k], b0 = Bs[k][tx], b1 = Bs[k][tx + 16];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        __syncthreads();
    }
    double *to = C + (row + 2 * ty) * N + col + tx;
    to[0] = c00;
    to[16] = c01;
    to[N] = c10;
    to[N + 16] = c11;
}

// 128 by 128 a block, eight by eight a thread, two buffers
extern "C" __global__ __launch_bounds__(256) void sgemm_eights_and_buffers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[2][8][128], Bs[2][8][128];
    const int t = threadIdx.x;
    const int ar = t / 2, ac = t % 2 * 4, br = t / 32, bc = t % 32 * 4;
    const int tr = t / 16 * 4, tc = t % 16 * 4;
    const float *pa = A + (blockIdx.y * 128 + ar) * K + ac;
    const float *pb = B + br * N + blockIdx.x * 128 + bc;
    float acc[8][8] = {{0.f}};
    float4 va = *(const float4 *)pa, vb = *(const float4 *)pb;
    int at = 0;
    As[0][ac][ar] = va.x, As[0][ac + 1][ar] = va.y, As[0][ac + 2][ar] = va.z, As[0][ac + 3][ar] = va.w;
    *(float4 *)&Bs[0][br][bc] = vb;
    __syncthreads();
    for (int k0 = 8; k0 <= K; k0 += 8) {
        if (k0 < K) {
            va = *(const float4 *)(pa + k0);
            vb = *(const float4 *)(pb + k0 * N);
        }
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float a[8], b[8];
            *(float4 *)&a[0] = *(float4 *)&As[at][k][tr];
            *(float4 *)&a[4] = *(float4 *)&As[at][k][tr + 64];
            *(float4 *)&b[0] = *(float4 *)&Bs[at][k][tc];
            *(float4 *)&b[4] = *(float4 *)&Bs[at][k][tc + 64];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        if (k0 < K) {
            at ^= 1;
            As[at][ac][ar] = va.x, As[at][ac + 1][ar] = va.y, As[at][ac + 2][ar] = va.z, As[at][ac + 3][ar] = va.w;
            *(float4 *)&Bs[at][br][bc] = vb;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = blockIdx.y * 128 + tr + i % 4 + i / 4 * 64;
        float *to = C + r * N + blockIdx.x * 128 + tc;
        *(float4 *)to = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4 *)(to + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// halves in pairs of columns: 32 by 64 a block, four rows and a pair a thread
extern "C" __global__ void hgemm_pairs_of_columns(const half *A, const half2 *B, half2 *C, int pairs, int K)
{
    __shared__ half As[32][32];
    __shared__ half2 Bs[32][32];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    half2 acc[4];
    for (int i = 0; i < 4; i++) acc[i] = __float2half2_rn(0.f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = 0; i < 32; i += 8) {
            As[y + i][x] = A[(row + y + i) * K + k0 + x];
            Bs[y + i][x] = B[(k0 + y + i) * pairs + col + x];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            half2 b = Bs[k][x];
            for (int i = 0; i < 4; i++) acc[i] = __hfma2(__half2half2(As[y + 8 * i][k]), b, acc[i]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) C[(row + y + 8 * i) * pairs + col + x] = acc[i];
}
