// Dense products without tensor cores.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

// C = A B, one thread per element, row-major
extern "C" __global__ void matmul_one_each(const float *A, const float *B, float *C, int M, int N, int K)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// the same with the indices of the threads the wrong way round
extern "C" __global__ void matmul_rows_by_lane(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

template <int TILE, typename T>
__device__ void tileProduct(const T *A, const T *B, T *C, int M, int N, int K)
{
    __shared__ T As[TILE][TILE], Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    T acc = 0;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : T(0);
        Bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

extern "C" __global__ void matmul_tile16(const float *A, const float *B, float *C, int M, int N, int K) { tileProduct<16, float>(A, B, C, M, N, K); }
extern "C" __global__ void matmul_tile32(const float *A, const float *B, float *C, int M, int N, int K) { tileProduct<32, float>(A, B, C, M, N, K); }
// every thread a column of eight results
extern "C" __global__ void sgemm_column_of_eight(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[64][8], Bs[8][64];
    const int t = threadIdx.x, col = t % 64, strip = t / 64;
    float acc[8] = {0};
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    for (int k0 = 0; k0 < K; k0 += 8) {
        As[t / 8][t % 8] = A[(t / 8) * K + k0 + t % 8];
        Bs[t / 64][t % 64] = B[(k0 + t / 64) * N + t % 64];
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            const float b = Bs[k][col];
            for (int i = 0; i < 8; i++) acc[i] += As[strip * 8 + i][k] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++) C[(blockIdx.y * 64 + strip * 8 + i) * N + blockIdx.x * 64 + col] = acc[i];
}

// 128 x 128 per block, 8 x 8 per thread, loads of sixteen bytes, A transposed on its way
extern "C" __global__ void __launch_bounds__(256) sgemm_eight_by_eight(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K, float alpha)
{
    __shared__ __align__(16) float As[8][128], Bs[8][128];
    const int t = threadIdx.x;
    const int ar = t / 2, ac = t % 2 * 4, br = t / 32, bc = t % 32 * 4;
    const int tr = t / 16 * 8, tc = t % 16 * 8;
    float acc[8][8] = {};
    A += blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    for (int k0 = 0; k0 < K; k0 += 8) {
        const float4 a = *reinterpret_cast<const float4 *>(&A[ar * K + k0 + ac]);
        As[ac][ar] = a.x;
        As[ac + 1][ar] = a.y;
        As[ac + 2][ar] = a.z;
        As[ac + 3][ar] = a.w;
        *reinterpret_cast<float4 *>(&Bs[br][bc]) = *reinterpret_cast<const float4 *>(&B[(k0 + br) * N + bc]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float x[8], y[8];
#pragma unroll
            for (int i = 0; i < 8; i++) x[i] = As[k][tr + i];
#pragma unroll
            for (int j = 0; j < 8; j++) y[j] = Bs[k][tc + j];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4) {
            const float4 v = make_float4(alpha * acc[i][j], alpha * acc[i][j + 1], alpha * acc[i][j + 2], alpha * acc[i][j + 3]);
            *reinterpret_cast<float4 *>(&C[(blockIdx.y * 128 + tr + i) * N + blockIdx.x * 128 + tc + j]) = v;
        }
}

// two buffers: the next tile travels while this one is multiplied
extern "C" __global__ void sgemm_two_buffers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float As[2][16][64 + 4], Bs[2][16][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float *a = A + (blockIdx.y * 64 + t / 4) * K + t % 4 * 4;
    const float *b = B + (t / 16) * N + blockIdx.x * 64 + t % 16 * 4;
    float4 ra = *(const float4 *)a, rb = *(const float4 *)b;
    float acc[4][4] = {};
    int s = 0;
    for (int k0 = 0; k0 < K; k0 += 16, s ^= 1) {
        const int q = t % 4 * 4, r = t / 4;
        As[s][q][r] = ra.x;
        As[s][q + 1][r] = ra.y;
        As[s][q + 2][r] = ra.z;
        As[s][q + 3][r] = ra.w;
        *(float4 *)&Bs[s][t / 16][t % 16 * 4] = rb;
        __syncthreads();
        if (k0 + 16 < K) {
            ra = *(const float4 *)(a + k0 + 16);
            rb = *(const float4 *)(b + (k0 + 16) * N);
        }
#pragma unroll
        for (int k = 0; k < 16; k++) {
            const float4 x = *(const float4 *)&As[s][k][ty * 4], y = *(const float4 *)&Bs[s][k][tx * 4];
            acc[0][0] += x.x * y.x; acc[0][1] += x.x * y.y; acc[0][2] += x.x * y.z; acc[0][3] += x.x * y.w;
            acc[1][0] += x.y * y.x; acc[1][1] += x.y * y.y; acc[1][2] += x.y * y.z; acc[1][3] += x.y * y.w;
            acc[2][0] += x.z * y.x; acc[2][1] += x.z * y.y; acc[2][2] += x.z * y.z; acc[2][3] += x.z * y.w;
            acc[3][0] += x.w * y.x; acc[3][1] += x.w * y.y; acc[3][2] += x.w * y.z; acc[3][3] += x.w * y.w;
        }
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&C[(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

extern "C" __global__ void la_dgemm_two_by_two(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int n)
{
    __shared__ double As[32][17], Bs[16][33];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    const int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[t / 16][t % 16] = A[(r0 + t / 16) * n + k0 + t % 16];
        As[t / 16 + 16][t % 16] = A[(r0 + t / 16 + 16) * n + k0 + t % 16];
        Bs[t / 32][t % 32] = B[(k0 + t / 32) * n + c0 + t % 32];
        Bs[t / 32 + 8][t % 32] = B[(k0 + t / 32 + 8) * n + c0 + t % 32];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            const double a = As[ty][k], e = As[ty + 16][k], b = Bs[k][tx], d = Bs[k][tx + 16];
            s00 += a * b;
            s01 += a * d;
            s10 += e * b;
            s11 += e * d;
        }
        __syncthreads();
    }
    C[(r0 + ty) * n + c0 + tx] = s00;
    C[(r0 + ty) * n + c0 + tx + 16] = s01;
    C[(r0 + ty + 16) * n + c0 + tx] = s10;
    C[(r0 + ty + 16) * n + c0 + tx + 16] = s11;
}

extern "C" __global__ void matmul_bf16_to_float(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ Bt, float *__restrict__ C, int M, int N, int K)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    float s = 0.f;
    for (int k = 0; k < K; k += 2) {
        s += __bfloat162float(A[row * K + k]) * __bfloat162float(Bt[col * K + k]);
        s += __bfloat162float(A[row * K + k + 1]) * __bfloat162float(Bt[col * K + k + 1]);
    }
    C[row * N + col] = s;
}

// bytes in fours, tiles of words in shared memory
extern "C" __global__ void matmul_int8_dp4a_tiles(const int *__restrict__ A, const int *__restrict__ Bt, int *__restrict__ C, int M, int N, int K4)
{
    __shared__ int As[16][17], Bs[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, s = 0;
    for (int k0 = 0; k0 < K4; k0 += 16) {
        As[ty][tx] = A[row * K4 + k0 + tx];
        Bs[ty][tx] = Bt[(blockIdx.x * 16 + ty) * K4 + k0 + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) s = __dp4a(As[ty][k], Bs[tx][k], s);
        __syncthreads();
    }
    C[row * N + col] = s;
}

extern "C" __global__ void matvec_row_per_thread(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0.f;
    for (int c = 0; c < cols; c++) s += A[(size_t)r * cols + c] * x[c];
    y[r] = s;
}

extern "C" __global__ void matvec_row_per_warp4(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= rows) return;
    float s = 0.f;
    for (int q = lane; q < quads; q += 32) {
        float4 a = A[(size_t)r * quads + q], b = x[q];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0) y[r] = s;
}

// y = A^T x: a thread for each column, parts of the rows to different blocks
extern "C" __global__ void matvec_transposed_parts(const double *__restrict__ A, const double *__restrict__ x, double *__restrict__ y, int rows, int cols, int part)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    int r0 = blockIdx.y * part, r1 = min(rows, r0 + part);
    double s = 0;
    for (int r = r0; r < r1; r++) s += A[(size_t)r * cols + c] * x[r];
    atomicAdd(&y[c], s);
}

extern "C" __global__ void matvec_half_block(const __half2 *__restrict__ A, const __half2 *__restrict__ x, float *__restrict__ y, int pairs)
{
    __shared__ float part[8];
    float s = 0.f;
    for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
        float2 a = __half22float2(A[(size_t)blockIdx.x * pairs + p]), b = __half22float2(x[p]);
        s += a.x * b.x + a.y * b.y;
    }
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) s += part[w];
        y[blockIdx.x] = s;
    }
}

extern "C" __global__ void mul_batched_4x4(const float4 *__restrict__ a, const float4 *__restrict__ b, float4 *__restrict__ c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 b0 = b[4 * i], b1 = b[4 * i + 1], b2 = b[4 * i + 2], b3 = b[4 * i + 3];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        float4 v = a[4 * i + r];
        c[4 * i + r] = make_float4(v.x * b0.x + v.y * b1.x + v.z * b2.x + v.w * b3.x,
                                   v.x * b0.y + v.y * b1.y + v.z * b2.y + v.w * b3.y,
                                   v.x * b0.z + v.y * b1.z + v.z * b2.z + v.w * b3.z,
                                   v.x * b0.w + v.y * b1.w + v.z * b2.w + v.w * b3.w);
    }
}

// a matrix of 8 x 8 for every 64 threads of the block
extern "C" __global__ void mul_batched_8x8(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int count)
{
    __shared__ double x[4][64], y[4][64];
    int m = blockIdx.x * 4 + threadIdx.y, e = threadIdx.x;
    if (m < count) {
        x[threadIdx.y][e] = a[m * 64 + e];
        y[threadIdx.y][e] = b[m * 64 + e];
    }
    __syncthreads();
    if (m >= count) return;
    double s = 0;
    for (int k = 0; k < 8; k++) s += x[threadIdx.y][e / 8 * 8 + k] * y[threadIdx.y][k * 8 + e % 8];
    c[m * 64 + e] = s;
}

extern "C" __global__ void mul_batched_by_block(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    extern __shared__ float mbb_tiles[];
    float *x = mbb_tiles, *y = mbb_tiles + n * n;
    size_t first = (size_t)blockIdx.x * n * n;
    for (int e = threadIdx.x; e < n * n; e += blockDim.x) {
        x[e] = a[first + e];
        y[e] = b[first + e];
    }
    __syncthreads();
    for (int e = threadIdx.x; e < n * n; e += blockDim.x) {
        int r = e / n, q = e % n;
        float s = 0.f;
        for (int k = 0; k < n; k++) s += x[r * n + k] * y[k * n + q];
        c[first + e] = s;
    }
}

extern "C" __global__ void matmul_split_k_atomic(const float *__restrict__ A, const float *__restrict__ B, float *C, int M, int N, int K, int slice)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float s = 0.f;
    for (int k0 = blockIdx.z * slice; k0 < (blockIdx.z + 1) * slice; k0 += 16) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) s = fmaf(As[ty][k], Bs[k][tx], s);
        __syncthreads();
    }
    atomicAdd(&C[row * N + col], s);
}
