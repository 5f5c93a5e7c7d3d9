// Dense products without tensor cores.
#include <cuda_fp16.h>

extern "C" __global__ void matmulTextbook(const float *A, const float *B, float *C, size_t M, size_t N, size_t K)
{
    size_t row = blockIdx.y * blockDim.y + threadIdx.y;
    size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (size_t k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

#define IDX(i, j, ld) ((j) * (ld) + (i))
// as BLAS has it: columns one after another
extern "C" __global__ void sgemmFortran(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                                        float beta, float *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m && j < n) {
        float s = 0;
        for (int l = 0; l < k; l++) s += a[IDX(i, l, lda)] * b[IDX(l, j, ldb)];
        c[IDX(i, j, ldc)] = alpha * s + beta * c[IDX(i, j, ldc)];
    }
}

template <typename T, int TS>
__global__ void matmulTiled(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M, int N, int K)
{
    __shared__ T As[TS][TS];
    __shared__ T Bs[TS][TS];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
    T acc = 0;
    for (int t = 0; t < (K + TS - 1) / TS; ++t) {
        const int ka = t * TS + tx, kb = t * TS + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : T(0);
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TS; ++k) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}
template __global__ void matmulTiled<float, 24>(const float *, const float *, float *, int, int, int);
template __global__ void matmulTiled<int, 32>(const int *, const int *, int *, int, int, int);

// the tile is as the block is, known when it is launched
extern "C" __global__ void matmulTileByLaunch(float *c, const float *a, const float *b, int n)
{
    extern __shared__ float both[];
    int t = blockDim.x;
    float *sa = both, *sb = both + t * t;
    int row = blockIdx.y * t + threadIdx.y, col = blockIdx.x * t + threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += t) {
        sa[threadIdx.y * t + threadIdx.x] = a[row * n + k0 + threadIdx.x];
        sb[threadIdx.y * t + threadIdx.x] = b[(k0 + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < t; k++) sum += sa[threadIdx.y * t + k] * sb[k * t + threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// 128 x 128 x 8, eight by eight a thread
extern "C" __global__ void __launch_bounds__(256) sgemmBlock128(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float As[8][128];
    __shared__ float Bs[8][128];
    const int t = threadIdx.x;
    const int ar = t / 2, ac = (t % 2) * 4, br = t / 32, bc = (t % 32) * 4;
    const int ty = t / 16 * 8, tx = t % 16 * 8;
    A += (size_t)blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    C += (size_t)blockIdx.y * 128 * N + blockIdx.x * 128;
    float acc[8][8] = {{0.f}};
    float ra[8], rb[8];
    for (int k0 = 0; k0 < K; k0 += 8) {
        float4 v = *reinterpret_cast<const float4 *>(&A[ar * K + k0 + ac]);
        As[ac + 0][ar] = v.x;
        As[ac + 1][ar] = v.y;
        As[ac + 2][ar] = v.z;
        As[ac + 3][ar] = v.w;
        *reinterpret_cast<float4 *>(&Bs[br][bc]) = *reinterpret_cast<const float4 *>(&B[(k0 + br) * N + bc]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
#pragma unroll
            for (int i = 0; i < 8; i++) ra[i] = As[k][ty + i];
#pragma unroll
            for (int j = 0; j < 8; j++) rb[j] = Bs[k][tx + j];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4 *>(&C[(ty + i) * N + tx + j]) =
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

// doubles, 32 x 32 x 16, two by two a thread
extern "C" __global__ void matmulDoubleMicro(const double *a, const double *b, double *c, int n)
{
    __shared__ double sa[32][17], sb[16][33];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int e = t; e < 512; e += 256) {
            sa[e / 16][e % 16] = a[(r0 + e / 16) * n + k0 + e % 16];
            sb[e / 32][e % 32] = b[(k0 + e / 32) * n + c0 + e % 32];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            double x = sa[ty][k], y = sa[ty + 16][k], u = sb[k][tx], v = sb[k][tx + 16];
            s00 += x * u;
            s01 += x * v;
            s10 += y * u;
            s11 += y * v;
        }
        __syncthreads();
    }
    c[(r0 + ty) * n + c0 + tx] = s00;
    c[(r0 + ty) * n + c0 + tx + 16] = s01;
    c[(r0 + ty + 16) * n + c0 + tx] = s10;
    c[(r0 + ty + 16) * n + c0 + tx + 16] = s11;
}

// C = A^T B, parts of the long side added by atomics
extern "C" __global__ void matmulSplitLong(const float *A, const float *B, float *C, int m, int n, int k, int part)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    int k0 = blockIdx.z * part, k1 = min(k, k0 + part);
    if (row >= m || col >= n) return;
    float s = 0;
#pragma unroll 4
    for (int l = k0; l < k1; l++) s += A[l * m + row] * B[l * n + col];
    atomicAdd(&C[row * n + col], s);
}

// lower half of A A^T only
extern "C" __global__ void matmulLowerHalf(const float *__restrict__ a, float *__restrict__ c, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float p[16][17], q[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float s = 0;
    for (int k0 = 0; k0 < k; k0 += 16) {
        p[y][x] = a[row * k + k0 + x];
        q[y][x] = a[(blockIdx.x * 16 + y) * k + k0 + x];
        __syncthreads();
        for (int l = 0; l < 16; l++) s += p[y][l] * q[x][l];
        __syncthreads();
    }
    if (col <= row) c[row * n + col] = s;
}

// bytes, four at a time
extern "C" __global__ void matmulQuads(const int *a, const int *bt, int *c, int m, int n, int k4)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
        int s = 0;
        for (int k = 0; k < k4; k++) s = __dp4a(a[row * k4 + k], bt[col * k4 + k], s);
        c[row * n + col] = s;
    }
}

// half2: two columns a thread, sums in halves of eight steps
extern "C" __global__ void matmulPairsOfHalves(const half *a, const half2 *b, half2 *c, int m, int n2, int k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n2 || y >= m) return;
    float sx = 0, sy = 0;
    for (int k0 = 0; k0 < k; k0 += 8) {
        half2 s = __floats2half2_rn(0.f, 0.f);
#pragma unroll
        for (int i = 0; i < 8; i++) s = __hfma2(__half2half2(a[y * k + k0 + i]), b[(k0 + i) * n2 + x], s);
        sx += __low2float(s);
        sy += __high2float(s);
    }
    c[y * n2 + x] = __floats2half2_rn(sx, sy);
}

template <int N>
__global__ void matmulTinyPerThread(const float *a, const float *b, float *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float p[N][N], q[N][N];
    for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
            p[r][s] = a[(r * N + s) * count + i];
            q[r][s] = b[(r * N + s) * count + i];
        }
    for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
            float v = 0;
            for (int k = 0; k < N; k++) v += p[r][k] * q[k][s];
            c[(r * N + s) * count + i] = v;
        }
}
template __global__ void matmulTinyPerThread<3>(const float *, const float *, float *, int);

extern "C" __global__ void matvecVectorChunk(const float4 *m, const float4 *v, float *y, int cols4)
{
    __shared__ float part[8];
    const float4 *row = m + (size_t)blockIdx.x * cols4;
    float s = 0;
    for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
        float4 a = row[c], b = __ldg(v + c);
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) s += part[w];
        y[blockIdx.x] = s;
    }
}
