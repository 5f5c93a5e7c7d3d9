// Matrix products blocked in registers.
#include <cuda_pipeline.h>
#include <stddef.h>

// a thread has a column of TM results
template <int BM, int BN, int BK, int TM> __global__ void sgemmColumnOf(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int colA = threadIdx.x % BK, rowA = threadIdx.x / BK;
    const int colB = threadIdx.x % BN, rowB = threadIdx.x / BN;
    float results[TM] = {0.0f};
    for (int k0 = 0; k0 < K; k0 += BK) {
        As[rowA * BK + colA] = A[rowA * K + colA];
        Bs[rowB * BN + colB] = B[rowB * N + colB];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (int i = 0; i < BK; ++i) {
            float b = Bs[i * BN + threadCol];
            for (int r = 0; r < TM; ++r) results[r] += As[(threadRow * TM + r) * BK + i] * b;
        }
        __syncthreads();
    }
    for (int r = 0; r < TM; ++r) C[(threadRow * TM + r) * N + threadCol] = results[r];
}
template __global__ void sgemmColumnOf<64, 64, 8, 8>(const float *, const float *, float *, int, int, int);

// 64 x 64 by 16 x 16 threads, four by four each, edges guarded
template <typename T> __global__ void __launch_bounds__(256) gemmFourByFour(int M, int N, int K, T alpha, const T *__restrict__ A, const T *__restrict__ B, T beta, T *__restrict__ C)
{
    __shared__ T As[16][64 + 1];
    __shared__ T Bs[16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    T acc[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int e = tid; e < 64 * 16; e += 256) {
            int r = e / 16, k = e % 16;
            As[k][r] = row0 + r < M && k0 + k < K ? A[(row0 + r) * K + k0 + k] : T(0);
        }
        for (int e = tid; e < 16 * 64; e += 256) {
            int k = e / 64, c = e % 64;
            Bs[k][c] = k0 + k < K && col0 + c < N ? B[(k0 + k) * N + col0 + c] : T(0);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            T a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; i++) a[i] = As[k][ty + 16 * i];
#pragma unroll
            for (int j = 0; j < 4; j++) b[j] = Bs[k][tx + 16 * j];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int r = row0 + ty + 16 * i, c = col0 + tx + 16 * j;
            if (r < M && c < N) C[r * N + c] = alpha * acc[i][j] + beta * C[r * N + c];
        }
}
template __global__ void gemmFourByFour<float>(int, int, int, float, const float *, const float *, float, float *);
template __global__ void gemmFourByFour<double>(int, int, int, double, const double *, const double *, double, double *);

// 128 x 128, eight by eight a thread, loads of four
extern "C" __global__ void __launch_bounds__(256) sgemm_eights_of_both(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[8][128];
    __shared__ __align__(16) float Bs[8][128];
    const int t = threadIdx.x;
    const int tx = t % 16 * 8, ty = t / 16 * 8;
    const float *a = A + (size_t)blockIdx.y * 128 * K, *b = B + blockIdx.x * 128;
    const int ar = t / 2, ak = t % 2 * 4, bk = t / 32, bc = t % 32 * 4;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        float4 va = *(const float4 *)(a + ar * K + k0 + ak);
        As[ak][ar] = va.x;
        As[ak + 1][ar] = va.y;
        As[ak + 2][ar] = va.z;
        As[ak + 3][ar] = va.w;
        *(float4 *)&Bs[bk][bc] = *(const float4 *)(b + (k0 + bk) * N + bc);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float u[8], v[8];
            *(float4 *)&u[0] = *(float4 *)&As[k][ty];
            *(float4 *)&u[4] = *(float4 *)&As[k][ty + 4];
            *(float4 *)&v[0] = *(float4 *)&Bs[k][tx];
            *(float4 *)&v[4] = *(float4 *)&Bs[k][tx + 4];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] = fmaf(u[i], v[j], acc[i][j]);
        }
        __syncthreads();
    }
    float *c = C + ((size_t)blockIdx.y * 128 + ty) * N + blockIdx.x * 128 + tx;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        *(float4 *)(c + i * N) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4 *)(c + i * N + 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// two stages copied asynchronously, 64 x 64, four by four a thread
extern "C" __global__ void sgemm_async_two_stages(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ __align__(16) float As[2][64][16];
    __shared__ __align__(16) float Bs[2][16][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *a = A + (size_t)blockIdx.y * 64 * K + (t / 4) * K + t % 4 * 4;
    const float *b = B + (size_t)(t / 16) * N + blockIdx.x * 64 + t % 16 * 4;
    float acc[4][4] = {};
    __pipeline_memcpy_async(&As[0][t / 4][t % 4 * 4], a, 16);
    __pipeline_memcpy_async(&Bs[0][t / 16][t % 16 * 4], b, 16);
    __pipeline_commit();
    for (int k0 = 0, s = 0; k0 < K; k0 += 16, s ^= 1) {
        if (k0 + 16 < K) {
            __pipeline_memcpy_async(&As[s ^ 1][t / 4][t % 4 * 4], a + k0 + 16, 16);
            __pipeline_memcpy_async(&Bs[s ^ 1][t / 16][t % 16 * 4], b + (size_t)(k0 + 16) * N, 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 v = *(float4 *)&Bs[s][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float u = As[s][ty * 4 + i][k];
                acc[i][0] += u * v.x;
                acc[i][1] += u * v.y;
                acc[i][2] += u * v.z;
                acc[i][3] += u * v.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&C[(size_t)(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// signed bytes by fours, B turned; two by two a thread
extern "C" __global__ void matmul_bytes_by_dp4a(const int *A, const int *Bt, int *C, int M, int N, int words)
{
    __shared__ int a[32][17], b[32][17];
    int tx = threadIdx.x, ty = threadIdx.y, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    int s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k0 = 0; k0 < words; k0 += 16) {
        a[ty][tx] = A[(r0 + ty) * words + k0 + tx];
        a[ty + 16][tx] = A[(r0 + ty + 16) * words + k0 + tx];
        b[ty][tx] = Bt[(c0 + ty) * words + k0 + tx];
        b[ty + 16][tx] = Bt[(c0 + ty + 16) * words + k0 + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            s00 = __dp4a(a[ty][k], b[tx][k], s00);
            s01 = __dp4a(a[ty][k], b[tx + 16][k], s01);
            s10 = __dp4a(a[ty + 16][k], b[tx][k], s10);
            s11 = __dp4a(a[ty + 16][k], b[tx + 16][k], s11);
        }
        __syncthreads();
    }
    C[(r0 + ty) * N + c0 + tx] = s00;
    C[(r0 + ty) * N + c0 + tx + 16] = s01;
    C[(r0 + ty + 16) * N + c0 + tx] = s10;
    C[(r0 + ty + 16) * N + c0 + tx + 16] = s11;
}
