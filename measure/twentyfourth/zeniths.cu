// Networks in few bits.
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdint>
using namespace nvcuda;

// tiles of bytes, four products at once
extern "C" __global__ void quant_tiled_product_dp4a(const int *__restrict__ a, const int *__restrict__ bt, int *__restrict__ c, int m, int n, int words)
{
    __shared__ int as[32][17], bs[32][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    int s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k = 0; k < words; k += 16) {
        for (int j = y; j < 32; j += 16) {
            as[j][x] = row + j < m && k + x < words ? a[(row + j) * words + k + x] : 0;
            bs[j][x] = col + j < n && k + x < words ? bt[(col + j) * words + k + x] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            int a0 = as[y][i], a1 = as[y + 16][i], b0 = bs[x][i], b1 = bs[x + 16][i];
            s00 = __dp4a(a0, b0, s00), s01 = __dp4a(a0, b1, s01);
            s10 = __dp4a(a1, b0, s10), s11 = __dp4a(a1, b1, s11);
        }
        __syncthreads();
    }
    auto put = [&](int r, int q, int v) { if (r < m && q < n) c[r * n + q] = v; };
    put(row + y, col + x, s00), put(row + y, col + x + 16, s01);
    put(row + y + 16, col + x, s10), put(row + y + 16, col + x + 16, s11);
}

// scale of each row by its greatest, rounded to bytes
extern "C" __global__ void quant_rows_by_greatest(const half *__restrict__ in, int8_t *__restrict__ out, float *__restrict__ scales, int cols)
{
    __shared__ float warps[8];
    const half *row = in + (size_t)blockIdx.x * cols;
    float m = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, fabsf(__half2float(row[c])));
    for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = m;
    __syncthreads();
    m = warps[0];
    for (int w = 1; w < blockDim.x / 32; w++) m = fmaxf(m, warps[w]);
    float k = m > 0 ? 127 / m : 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = (int8_t)__float2int_rn(__half2float(row[c]) * k);
    if (threadIdx.x == 0) scales[blockIdx.x] = m / 127;
}

// weights of four bits times a vector: a warp for each row, a scale for each 32
extern "C" __global__ void quant_nibble_rows_times_vector(const uint4 *__restrict__ weights, const half *__restrict__ scales, const float *__restrict__ x, float *__restrict__ y, int rows, int groups)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0;
    for (int g = threadIdx.x; g < groups; g += 32) {
        uint4 w = weights[(size_t)row * groups + g];
        const float4 *v = (const float4 *)(x + 32 * g);
        const uint32_t words[4] = {w.x, w.y, w.z, w.w};
        float s = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float4 p = v[2 * k], q = v[2 * k + 1];
            uint32_t u = words[k];
            s += ((int)(u & 15) - 8) * p.x + ((int)(u >> 4 & 15) - 8) * p.y + ((int)(u >> 8 & 15) - 8) * p.z + ((int)(u >> 12 & 15) - 8) * p.w;
            s += ((int)(u >> 16 & 15) - 8) * q.x + ((int)(u >> 20 & 15) - 8) * q.y + ((int)(u >> 24 & 15) - 8) * q.z + ((int)(u >> 28) - 8) * q.w;
        }
        sum += s * __half2float(scales[(size_t)row * groups + g]);
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0) y[row] = sum;
}

// bits only: signs of weights and inputs, exclusive or and counts
template <int WORDS>
__global__ void signsAgree(const uint32_t *__restrict__ in, const uint32_t *__restrict__ weights, int *__restrict__ out, int rows, int filters)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (f >= filters || r >= rows) return;
    int differ = 0;
#pragma unroll
    for (int w = 0; w < WORDS; w++) differ += __popc(in[r * WORDS + w] ^ weights[w * filters + f]);
    out[(size_t)r * filters + f] = 32 * WORDS - 2 * differ;
}
template __global__ void signsAgree<16>(const uint32_t *, const uint32_t *, int *, int, int);

// wmma of signed bytes, then scales of rows and columns and halves
extern "C" __global__ void quant_wmma_bytes_to_halves(const signed char *__restrict__ a, const signed char *__restrict__ b, const float *__restrict__ rowScale,
    const float *__restrict__ colScale, half *__restrict__ c, int n, int k)
{
    __shared__ int tile[4][256];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.y * 16, col = (blockIdx.x * 4 + warp) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
    wmma::fill_fragment(acc, 0);
    for (int i = 0; i < k; i += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
        wmma::load_matrix_sync(fa, a + (size_t)row * k + i, k);
        wmma::load_matrix_sync(fb, b + (size_t)col * k + i, k);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(tile[warp], acc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32)
        c[(size_t)(row + e / 16) * n + col + e % 16] = __float2half(tile[warp][e] * rowScale[row + e / 16] * colScale[col + e % 16]);
}

// bytes with a zero point: back to floats, rectified, added, to bytes again
struct Step {
    float scale;
    int zero;
};
extern "C" __global__ void quant_add_and_rectify_bytes(const uchar4 *__restrict__ a, const uchar4 *__restrict__ b, uchar4 *__restrict__ out, Step sa, Step sb, Step so, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        uchar4 p = a[i], q = b[i];
        auto one = [&](int u, int v) {
            float f = (u - sa.zero) * sa.scale + (v - sb.zero) * sb.scale;
            return (unsigned char)min(255, max(0, so.zero + __float2int_rn(fmaxf(f, 0.f) / so.scale)));
        };
        out[i] = make_uchar4(one(p.x, q.x), one(p.y, q.y), one(p.z, q.z), one(p.w, q.w));
    }
}
