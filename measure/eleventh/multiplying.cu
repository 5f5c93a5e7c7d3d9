// Matrix products and products with vectors, on the ordinary pipes. Row-major unless said.

extern "C" __global__ void sgemmNaive(int M, int N, int K, float alpha, const float *A,
                                      const float *B, float beta, float *C)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < N && y < M) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i)
            tmp += A[y * K + i] * B[i * N + x];
        C[y * N + x] = alpha * tmp + beta * C[y * N + x];
    }
}

/* The same with the sides confused: neighbours walk down rows. */
extern "C" __global__ void sgemmNaiveRows(int M, int N, int K, const float *A, const float *B,
                                          float *C)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

extern "C" __global__ void matmulInts(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

template <typename T, int TILE>
__global__ void matmulShared(const T *A, const T *B, T *C, int M, int N, int K)
{
    __shared__ T As[TILE][TILE];
    __shared__ T Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T acc = 0;
    for (int t = 0; t < (K + TILE - 1) / TILE; t++) {
        int a = t * TILE + threadIdx.x, b = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = row < M && a < K ? A[row * K + a] : T(0);
        Bs[threadIdx.y][threadIdx.x] = b < K && col < N ? B[b * N + col] : T(0);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}

template __global__ void matmulShared<float, 16>(const float *, const float *, float *, int, int, int);
template __global__ void matmulShared<float, 32>(const float *, const float *, float *, int, int, int);
template __global__ void matmulShared<double, 16>(const double *, const double *, double *, int, int,
                                                  int);

// C = A * transpose(A), only where column <= row
extern "C" __global__ void matmulOwnTranspose(const float *A, float *C, int n, int k)
{
    __shared__ float left[16][17], right[16][17];
    if (blockIdx.x > blockIdx.y)
        return;
    int row = blockIdx.y * 16 + threadIdx.y;
    int other = blockIdx.x * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k0 = 0; k0 < k; k0 += 16) {
        left[threadIdx.y][threadIdx.x] = A[row * k + k0 + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = A[other * k + k0 + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum += left[threadIdx.y][i] * right[threadIdx.x][i];
        __syncthreads();
    }
    C[row * n + blockIdx.x * 16 + threadIdx.x] = sum;
}

/* A tile of 64 x 64, 512 threads, eight results of a column for each. */
extern "C" __global__ void sgemmColumn8(int M, int N, int K, const float *A, const float *B, float *C)
{
    const int BM = 64, BN = 64, BK = 8, TM = 8;
    __shared__ float As[64 * 8];
    __shared__ float Bs[8 * 64];
    const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
    const int innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
    float threadResults[8] = {0.0f};
    for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
        As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
        Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
            float tmpB = Bs[dotIdx * BN + threadCol];
            for (int resIdx = 0; resIdx < TM; ++resIdx)
                threadResults[resIdx] += As[(threadRow * TM + resIdx) * BK + dotIdx] * tmpB;
        }
        __syncthreads();
    }
    for (int resIdx = 0; resIdx < TM; ++resIdx)
        C[(threadRow * TM + resIdx) * N + threadCol] = threadResults[resIdx];
}

/* Registers in both directions: BM x BN of a block, TM x TN of a thread; A is kept transposed. */
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
    sgemmRegisters(int N, int K, const float *A, const float *B, float *C)
{
    constexpr int THREADS = (BM / TM) * (BN / TN);
    __shared__ __align__(16) float As[BK][BM + 4];
    __shared__ __align__(16) float Bs[BK][BN];
    const int tid = threadIdx.x;
    const int tr = tid / (BN / TN) * TM, tc = tid % (BN / TN) * TN;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK / 4; i += THREADS) {
            int r = i / (BK / 4), c = i % (BK / 4) * 4;
            float4 v = *reinterpret_cast<const float4 *>(&A[(size_t)(row0 + r) * K + k0 + c]);
            As[c][r] = v.x;
            As[c + 1][r] = v.y;
            As[c + 2][r] = v.z;
            As[c + 3][r] = v.w;
        }
        for (int i = tid; i < BK * BN / 4; i += THREADS) {
            int r = i / (BN / 4), c = i % (BN / 4) * 4;
            *reinterpret_cast<float4 *>(&Bs[r][c]) =
                *reinterpret_cast<const float4 *>(&B[(size_t)(k0 + r) * N + col0 + c]);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i++)
                a[i] = As[k][tr + i];
#pragma unroll
            for (int j = 0; j < TN; j++)
                b[j] = Bs[k][tc + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            C[(size_t)(row0 + tr + i) * N + col0 + tc + j] = acc[i][j];
}

template __global__ void sgemmRegisters<64, 64, 16, 4, 4>(int, int, const float *, const float *,
                                                          float *);
template __global__ void sgemmRegisters<128, 128, 8, 8, 8>(int, int, const float *, const float *,
                                                           float *);

// bytes, four products with one instruction; b comes transposed
extern "C" __global__ void matmulBytes(const int *a, const int *bt, int *c, int n, int words)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int sum = 0;
    for (int w = 0; w < words; w++)
        sum = __dp4a(a[row * words + w], bt[col * words + w], sum);
    c[row * n + col] = sum;
}

// y = A x, A by columns, a thread for each row
extern "C" __global__ void matvecColumns(const double *A, const double *x, double *y, int rows,
                                         int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double sum = 0.0;
    for (int c = 0; c < cols; c++)
        sum += A[(size_t)c * rows + r] * x[c];
    y[r] = sum;
}

extern "C" __global__ void matvecWarps(const float *__restrict__ A, const float *__restrict__ x,
                                       float *__restrict__ y, int rows, int cols)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (warp >= rows) return;
    const float4 *row = reinterpret_cast<const float4 *>(A + (size_t)warp * cols);
    const float4 *vec = reinterpret_cast<const float4 *>(x);
    float sum = 0.0f;
    for (int i = lane; i < cols / 4; i += 32) {
        float4 p = row[i], q = vec[i];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, o);
    if (lane == 0) y[warp] = sum;
}

// many products of 4 x 4 matrices, a thread for each element
extern "C" __global__ void matmulSmall4(const float *a, const float *b, float *c, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= 16 * count) return;
    int m = t / 16, r = t / 4 % 4, s = t % 4;
    float v = 0.0f;
    for (int k = 0; k < 4; k++)
        v += a[16 * m + 4 * r + k] * b[16 * m + 4 * k + s];
    c[t] = v;
}
