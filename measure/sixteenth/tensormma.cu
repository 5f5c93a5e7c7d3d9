// mma.sync by hand: fragments, ldmatrix, asynchronous copies.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

__device__ __forceinline__ void mmaHalf(float *d, const uint32_t *a, const uint32_t *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void mmaBf16(float *d, const uint32_t *a, const uint32_t *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ uint32_t sharedAt(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldmatrix4(uint32_t *r, const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(sharedAt(p)));
}
__device__ __forceinline__ void ldmatrix4t(uint32_t *r, const void *p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(sharedAt(p)));
}
__device__ __forceinline__ void copy16(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAt(to)), "l"(from));
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;"); }
template <int N> __device__ __forceinline__ void waitFor() { asm volatile("cp.async.wait_group %0;" ::"n"(N)); }

// a warp makes 16 x 8, fragments read from memory as the manual draws them; B by columns
extern "C" __global__ void gemm_sync_as_drawn(const __half *A, const __half *B, float *C, int N, int K)
{
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32;
    const int row = (blockIdx.y * (blockDim.x / 32) + warp) * 16, col = blockIdx.x * 8;
    float d[4] = {};
    for (int k = 0; k < K; k += 16) {
        uint32_t a[4], b[2];
        a[0] = *(const uint32_t *)&A[(row + g) * K + k + 2 * t];
        a[1] = *(const uint32_t *)&A[(row + g + 8) * K + k + 2 * t];
        a[2] = *(const uint32_t *)&A[(row + g) * K + k + 2 * t + 8];
        a[3] = *(const uint32_t *)&A[(row + g + 8) * K + k + 2 * t + 8];
        b[0] = *(const uint32_t *)&B[(col + g) * K + k + 2 * t];
        b[1] = *(const uint32_t *)&B[(col + g) * K + k + 2 * t + 8];
        mmaHalf(d, a, b);
    }
    *(float2 *)&C[(row + g) * N + col + 2 * t] = make_float2(d[0], d[1]);
    *(float2 *)&C[(row + g + 8) * N + col + 2 * t] = make_float2(d[2], d[3]);
}

// 64 x 64 a block of four warps, 32 deep, ldmatrix; A rows, B rows (transposed by ldmatrix); swizzled
extern "C" __global__ void __launch_bounds__(128) gemm_sync_ldmatrix_64(const __half *__restrict__ A, const __half *__restrict__ B, __half *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) __half sa[64 * 32], sb[32 * 64];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wm = warp / 2 * 32, wn = warp % 2 * 32;
    float d[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int i = threadIdx.x + 128 * h, r = i / 4, c = i % 4;
            *(uint4 *)&sa[r * 32 + (c ^ (r / 2 & 3)) * 8] = *(const uint4 *)&A[(size_t)(blockIdx.y * 64 + r) * K + k0 + c * 8];
            r = i / 8, c = i % 8;
            *(uint4 *)&sb[r * 64 + (c ^ (r & 7)) * 8] = *(const uint4 *)&B[(size_t)(k0 + r) * N + blockIdx.x * 64 + c * 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 2; k++) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wm + 16 * i + lane % 16, c = 2 * k + lane / 16;
                ldmatrix4(a[i], &sa[r * 32 + (c ^ (r / 2 & 3)) * 8]);
                r = 16 * k + lane % 16, c = wn / 8 + 2 * i + lane / 16;
                ldmatrix4t(b[i], &sb[r * 64 + (c ^ (r & 7)) * 8]);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mmaHalf(d[i][j], a[i], &b[j / 2][j % 2 * 2]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            __half *c = C + (size_t)(blockIdx.y * 64 + wm + 16 * i + lane / 4) * N + blockIdx.x * 64 + wn + 8 * j + lane % 4 * 2;
            *(__half2 *)c = __floats2half2_rn(d[i][j][0], d[i][j][1]);
            *(__half2 *)(c + 8 * N) = __floats2half2_rn(d[i][j][2], d[i][j][3]);
        }
}

// 128 x 128 by eight warps, 32 deep, S tiles in flight by cp.async; both factors by rows of k
template <int S>
__device__ __forceinline__ void gemmStages(const __nv_bfloat16 *__restrict__ A, const __nv_bfloat16 *__restrict__ B, float *__restrict__ C, int N, int K)
{
    extern __shared__ __align__(16) __nv_bfloat16 tiles[]; // S x (128 x 40 of A, 128 x 40 of B)
    constexpr int PITCH = 40, TILE = 128 * PITCH;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 32, steps = K / 32;
    auto fetch = [&](int s) {
        if (s < steps) {
            __nv_bfloat16 *a = tiles + s % S * 2 * TILE, *b = a + TILE;
#pragma unroll
            for (int h = 0; h < 2; h++) {
                int i = threadIdx.x + 256 * h, r = i / 4, c = i % 4 * 8;
                copy16(a + r * PITCH + c, A + (size_t)(blockIdx.y * 128 + r) * K + s * 32 + c);
                copy16(b + r * PITCH + c, B + (size_t)(blockIdx.x * 128 + r) * K + s * 32 + c);
            }
        }
        commit();
    };
    for (int s = 0; s < S - 1; s++) fetch(s);
    float d[4][4][4] = {};
    for (int s = 0; s < steps; s++) {
        waitFor<S - 2>();
        __syncthreads();
        fetch(s + S - 1);
        const __nv_bfloat16 *a = tiles + s % S * 2 * TILE, *b = a + TILE;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t fa[4][4], fb[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++) ldmatrix4(fa[i], a + (wm + 16 * i + lane % 16) * PITCH + k + lane / 16 * 8);
#pragma unroll
            for (int j = 0; j < 2; j++) ldmatrix4(fb[j], b + (wn + 16 * j + lane % 8 + lane / 16 * 8) * PITCH + k + lane / 8 % 2 * 8);
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mmaBf16(d[i][j], fa[i], &fb[j / 2][j % 2 * 2]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float *c = C + (size_t)(blockIdx.y * 128 + wm + 16 * i + lane / 4) * N + blockIdx.x * 128 + wn + 8 * j + lane % 4 * 2;
            *(float2 *)c = make_float2(d[i][j][0], d[i][j][1]);
            *(float2 *)(c + 8 * N) = make_float2(d[i][j][2], d[i][j][3]);
        }
}
extern "C" __global__ void __launch_bounds__(256) gemm_sync_two_in_flight(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int N, int K) { gemmStages<2>(A, B, C, N, K); }
extern "C" __global__ void __launch_bounds__(256) gemm_sync_four_in_flight(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int N, int K) { gemmStages<4>(A, B, C, N, K); }

// signed bytes 16 x 8 x 32, a warp 32 x 32
extern "C" __global__ void gemm_sync_bytes_32(const signed char *__restrict__ A, const signed char *__restrict__ B, int *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x, g = lane / 4, t = lane % 4, row = (blockIdx.y * blockDim.y + threadIdx.y) * 32, col = blockIdx.x * 32;
    int d[2][4][4] = {};
    for (int k = 0; k < K; k += 32) {
        uint32_t a[2][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int q = 0; q < 4; q++) a[i][q] = *(const uint32_t *)&A[(size_t)(row + 16 * i + g + (q & 1) * 8) * K + k + 4 * t + (q >> 1) * 16];
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int q = 0; q < 2; q++) b[j][q] = *(const uint32_t *)&B[(size_t)(col + 8 * j + g) * K + k + 4 * t + q * 16];
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+r"(d[i][j][0]), "+r"(d[i][j][1]), "+r"(d[i][j][2]), "+r"(d[i][j][3])
                    : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int h = 0; h < 2; h++) *(int2 *)&C[(size_t)(row + 16 * i + g + 8 * h) * N + col + 8 * j + 2 * t] = make_int2(d[i][j][2 * h], d[i][j][2 * h + 1]);
}

// tf32 16 x 8 x 8 from shared memory, 64 x 32 a block of 4 warps
extern "C" __global__ void gemm_sync_tf32_shared(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float sa[64][20], sb[16][40];
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, g = lane / 4, t = lane % 4;
    float d[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = tid; i < 64 * 16; i += 128) sa[i / 16][i % 16] = A[(size_t)(blockIdx.y * 64 + i / 16) * K + k0 + i % 16];
        for (int i = tid; i < 16 * 32; i += 128) sb[i / 32][i % 32] = B[(size_t)(k0 + i / 32) * N + blockIdx.x * 32 + i % 32];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t a[4];
#pragma unroll
            for (int q = 0; q < 4; q++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a[q]) : "f"(sa[warp * 16 + g + (q & 1) * 8][k + t + (q >> 1) * 4]));
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t b[2];
#pragma unroll
                for (int q = 0; q < 2; q++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(b[q]) : "f"(sb[k + t + 4 * q][8 * j + g]));
                asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float *c = C + (size_t)(blockIdx.y * 64 + warp * 16 + g) * N + blockIdx.x * 32 + 8 * j + 2 * t;
        c[0] = d[j][0], c[1] = d[j][1], c[8 * N] = d[j][2], c[8 * N + 1] = d[j][3];
    }
}

// doubles, 8 x 8 x 4, a warp 16 x 16
extern "C" __global__ void gemm_sync_doubles_16(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int N, int K)
{
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, w = threadIdx.x / 32;
    const int row = blockIdx.y * 32 + w / 2 * 16, col = blockIdx.x * 32 + w % 2 * 16;
    double d[2][2][2] = {};
    for (int k = 0; k < K; k += 4) {
        double a[2], b[2];
#pragma unroll
        for (int i = 0; i < 2; i++) a[i] = A[(size_t)(row + 8 * i + g) * K + k + t], b[i] = B[(size_t)(k + t) * N + col + 8 * i + g];
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 2; j++)
                asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[i][j][0]), "+d"(d[i][j][1]) : "d"(a[i]), "d"(b[j]));
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) *(double2 *)&C[(size_t)(row + 8 * i + g) * N + col + 8 * j + 2 * t] = make_double2(d[i][j][0], d[i][j][1]);
}

// rows arrive by one bulk copy each, a barrier in shared memory says when
extern "C" __global__ void hop_bulk_row_norms(const float *__restrict__ rows, float *__restrict__ out, int width, int count)
{
    extern __shared__ __align__(128) float row[];
    __shared__ __align__(8) uint64_t bar;
    __shared__ float part[8];
    const uint32_t b = sharedAt(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.proxy.async.shared::cta;");
    }
    __syncthreads();
    int phase = 0;
    for (int r = blockIdx.x; r < count; r += gridDim.x, phase ^= 1) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(b), "r"(width * 4));
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedAt(row)), "l"(rows + (size_t)r * width), "r"(width * 4), "r"(b) : "memory");
        }
        asm volatile("{\n.reg .pred p;\nL1: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra L2;\nbra L1;\nL2:\n}" ::"r"(b), "r"(phase) : "memory");
        float s = 0;
        for (int i = threadIdx.x; i < width; i += blockDim.x) s += row[i] * row[i];
        for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
        __syncthreads();
        if (threadIdx.x == 0) {
            float sum = 0;
            for (int w = 0; w < blockDim.x / 32; w++) sum += part[w];
            out[r] = sqrtf(sum);
        }
        __syncthreads();
    }
}

// bulk in, worked on in place, bulk out
extern "C" __global__ void hop_bulk_in_and_out(const float *__restrict__ in, float *__restrict__ out, float scale)
{
    __shared__ __align__(128) float tile[2048];
    __shared__ __align__(8) uint64_t bar;
    const uint32_t b = sharedAt(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(b), "r"(8192));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedAt(tile)), "l"(in + (size_t)blockIdx.x * 2048), "r"(8192), "r"(b) : "memory");
    }
    __syncthreads();
    asm volatile("{\n.reg .pred p;\nL3: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra L4;\nbra L3;\nL4:\n}" ::"r"(b), "r"(0) : "memory");
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = tile[i] * scale + 1.0f;
    asm volatile("fence.proxy.async.shared::cta;");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + (size_t)blockIdx.x * 2048), "r"(sharedAt(tile)), "r"(8192) : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
