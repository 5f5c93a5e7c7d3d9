// Matrix products of halves, bytes and bits on the ordinary pipes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void gemm_half_in_float_out(const __half *A, const __half *B, float *C, int M, int N, int K)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= M || c >= N) return;
    float s = 0.f;
    for (int k = 0; k < K; k++) s += __half2float(A[r * K + k]) * __half2float(B[k * N + c]);
    C[r * N + c] = s;
}

extern "C" __global__ void mul_chars_one_by_one(const signed char *A, const signed char *Bt, int *C, int M, int N, int K)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= M || c >= N) return;
    int s = 0;
    for (int k = 0; k < K; k++) s += A[r * K + k] * Bt[c * K + k];
    C[r * N + c] = s;
}

// four bytes a word, tiles of 32 words in shared memory
extern "C" __global__ void mul_dp4a_by_tiles(const int *__restrict__ A, const int *__restrict__ Bt, int *__restrict__ C, int N, int words)
{
    __shared__ int a[16][33], b[16][33];
    int tx = threadIdx.x, ty = threadIdx.y, s = 0;
    for (int w0 = 0; w0 < words; w0 += 32) {
        for (int k = tx; k < 32; k += 16) {
            a[ty][k] = A[(blockIdx.y * 16 + ty) * words + w0 + k];
            b[ty][k] = Bt[(blockIdx.x * 16 + ty) * words + w0 + k];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++) s = __dp4a(a[ty][k], b[tx][k], s);
        __syncthreads();
    }
    C[(blockIdx.y * 16 + ty) * N + blockIdx.x * 16 + tx] = s;
}

// a warp a row, 16 bytes a lane at once, one scale a row
extern "C" __global__ void matvec_bytes_scaled_rows(const int4 *__restrict__ W, const int4 *__restrict__ x, const float *__restrict__ scale, float *__restrict__ y, int rows, int vecs)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    int s = 0;
    for (int k = threadIdx.x; k < vecs; k += 32) {
        int4 a = W[(size_t)r * vecs + k], b = x[k];
        s = __dp4a(a.x, b.x, s);
        s = __dp4a(a.y, b.y, s);
        s = __dp4a(a.z, b.z, s);
        s = __dp4a(a.w, b.w, s);
    }
    s = __reduce_add_sync(0xffffffffu, s);
    if (threadIdx.x == 0) y[r] = s * scale[r];
}
