// Reductions along rows and columns, of groups and of channels.
#include <cmath>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// a block a row, Euclid's length
extern "C" __global__ void row_sums_of_squares_rooted(const double *a, double *length, int cols)
{
    __shared__ double s[128];
    const double *row = a + (size_t)blockIdx.x * cols;
    double sum = 0;
    for (int c = threadIdx.x; c < cols; c += 128)
        sum += row[c] * row[c];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        length[blockIdx.x] = sqrt(s[0]);
}

// a thread a column of a strip of rows, strips added by atomics
extern "C" __global__ void column_sums_strips_added(const float *__restrict__ a, float *sums, unsigned rows, unsigned cols, unsigned strip)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    unsigned from = blockIdx.y * strip, to = min(from + strip, rows);
    float sum = 0.0f;
    for (unsigned r = from; r < to; r++)
        sum += a[(size_t)r * cols + c];
    atomicAdd(&sums[c], sum);
}

// mean and deviation of each channel of images [n][channels][pixels]: a block a channel
extern "C" __global__ void reduce_channels_of_images(const float4 *x, float *mean, float *deviation, int images, int channels, int quads)
{
    __shared__ float2 parts[16];
    float sum = 0.0f, squares = 0.0f;
    for (int n = 0; n < images; n++) {
        const float4 *p = x + (size_t)(n * channels + blockIdx.x) * quads;
        for (int i = threadIdx.x; i < quads; i += blockDim.x) {
            float4 v = p[i];
            sum += (v.x + v.y) + (v.z + v.w);
            squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        }
    }
    for (int d = 16; d > 0; d >>= 1) {
        sum += __shfl_down_sync(~0u, sum, d);
        squares += __shfl_down_sync(~0u, squares, d);
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = make_float2(sum, squares);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; w++) {
            sum += parts[w].x;
            squares += parts[w].y;
        }
        const float count = 4.0f * images * quads, m = sum / count;
        mean[blockIdx.x] = m;
        deviation[blockIdx.x] = sqrtf(fmaxf(squares / count - m * m, 0.0f));
    }
}

// sums between offsets: a tile of WIDTH lanes a group
template <int WIDTH> __global__ void betweenOffsets(const int *__restrict__ offsets, const float *__restrict__ values, float *__restrict__ out, int groups)
{
    auto tile = cg::tiled_partition<WIDTH>(cg::this_thread_block());
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / WIDTH;
    if (g >= groups)
        return;
    int from = offsets[g], to = offsets[g + 1];
    float sum = 0.0f;
    for (int i = from + tile.thread_rank(); i < to; i += WIDTH)
        sum += values[i];
#pragma unroll
    for (int d = WIDTH / 2; d > 0; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        out[g] = sum;
}
template __global__ void betweenOffsets<4>(const int *, const float *, float *, int);
template __global__ void betweenOffsets<32>(const int *, const float *, float *, int);

// values added to the group each belongs to, groups kept in shared memory first
extern "C" __global__ void agg_sales_of_shops(const unsigned char *shop, const int *cents, unsigned long long *total, int n)
{
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[shop[i]], (unsigned)cents[i]);
    __syncthreads();
    atomicAdd(&total[threadIdx.x], (unsigned long long)mine[threadIdx.x]);
}

// how far the two rows of each pair lie apart: a warp a pair
extern "C" __global__ void reduce_largest_difference(const float *a, const float *b, float *apart, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float most = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32)
        most = fmaxf(most, fabsf(__ldg(&a[(size_t)row * cols + c]) - __ldg(&b[(size_t)row * cols + c])));
    for (int d = 16; d > 0; d >>= 1)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (threadIdx.x == 0)
        apart[row] = most;
}
