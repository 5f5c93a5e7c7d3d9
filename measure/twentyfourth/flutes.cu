// Matrix products with a block of results in each thread's registers.

// any sides: what lies outside counts as zero
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM *BN / (TM * TN)) raggedBlocks(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    constexpr int threads = BM * BN / (TM * TN);
    __shared__ float as[BK][BM], bs[BK][BN];
    const int t = threadIdx.x, tx = t % (BN / TN), ty = t / (BN / TN);
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int e = t; e < BM * BK; e += threads) {
            int r = e / BK, k = e % BK;
            as[k][r] = row0 + r < M && k0 + k < K ? A[(row0 + r) * K + k0 + k] : 0.0f;
        }
        for (int e = t; e < BK * BN; e += threads) {
            int k = e / BN, c = e % BN;
            bs[k][c] = col0 + c < N && k0 + k < K ? B[(k0 + k) * N + col0 + c] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i++)
                a[i] = as[k][ty * TM + i];
#pragma unroll
            for (int j = 0; j < TN; j++)
                b[j] = bs[k][tx * TN + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int r = row0 + ty * TM + i, c = col0 + tx * TN + j;
            if (r < M && c < N)
                C[r * N + c] = acc[i][j];
        }
}
template __global__ void raggedBlocks<64, 64, 16, 4, 4>(const float *, const float *, float *, int, int, int);
template __global__ void raggedBlocks<32, 64, 8, 2, 8>(const float *, const float *, float *, int, int, int);

// 128 by 128 a block of 256, eight by eight a thread, quads from memory; sides are multiples
extern "C" __global__ __launch_bounds__(256) void sgemm_eights_alpha_beta(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    __shared__ float as[8][128], bs[8][128];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    A += (size_t)blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    C += (size_t)blockIdx.y * 128 * N + blockIdx.x * 128;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        float4 a = *(const float4 *)&A[(t / 2) * K + k0 + t % 2 * 4];
        as[t % 2 * 4 + 0][t / 2] = a.x;
        as[t % 2 * 4 + 1][t / 2] = a.y;
        as[t % 2 * 4 + 2][t / 2] = a.z;
        as[t % 2 * 4 + 3][t / 2] = a.w;
        *(float4 *)&bs[t / 32][t % 32 * 4] = *(const float4 *)&B[(k0 + t / 32) * N + t % 32 * 4];
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            float ra[8], rb[8];
            *(float4 *)&ra[0] = *(float4 *)&as[k][ty * 8];
            *(float4 *)&ra[4] = *(float4 *)&as[k][ty * 8 + 4];
            *(float4 *)&rb[0] = *(float4 *)&bs[k][tx * 4];
            *(float4 *)&rb[4] = *(float4 *)&bs[k][tx * 4 + 64];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            float4 *c = (float4 *)&C[(ty * 8 + i) * N + tx * 4 + half * 64];
            float4 old = *c;
            old.x = alpha * acc[i][4 * half] + beta * old.x;
            old.y = alpha * acc[i][4 * half + 1] + beta * old.y;
            old.z = alpha * acc[i][4 * half + 2] + beta * old.z;
            old.w = alpha * acc[i][4 * half + 3] + beta * old.w;
            *c = old;
        }
}

// doubles, four by four a thread with strides of 16
extern "C" __global__ void matmul_double_fours_apart(const double *__restrict__ A, const double *__restrict__ B, double *C, int N, int K)
{
    __shared__ double as[64][9], bs[8][64];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    double acc[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        for (int e = t; e < 512; e += 256) {
            as[e / 8][e % 8] = A[(row0 + e / 8) * K + k0 + e % 8];
            bs[e / 64][e % 64] = B[(k0 + e / 64) * N + col0 + e % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            double b[4];
            for (int j = 0; j < 4; j++)
                b[j] = bs[k][tx + 16 * j];
            for (int i = 0; i < 4; i++) {
                double a = as[ty + 16 * i][k];
                for (int j = 0; j < 4; j++)
                    acc[i][j] += a * b[j];
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(row0 + ty + 16 * i) * N + col0 + tx + 16 * j] = acc[i][j];
}

// C = A B^T with both by rows of K: a thread four columns, each step four k
extern "C" __global__ void sgemm_rows_by_rows_quads(const float4 *__restrict__ A, const float4 *__restrict__ Bt, float *__restrict__ C, int M, int N, int quads)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, col = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (row >= M || col >= N)
        return;
    float sum[4] = {0.f, 0.f, 0.f, 0.f};
    for (int q = 0; q < quads; q++) {
        const float4 a = A[row * quads + q];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float4 b = Bt[(col + j) * quads + q];
            sum[j] += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
    }
    *(float4 *)&C[row * N + col] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}
