// Gathers, scatters, embeddings and histograms.
#include <cstdint>
#include <cuda_fp16.h>

// a block a row; indices outside the table are clipped
extern "C" __global__ void gather_rows_clipped(const float *__restrict__ table, const long long *__restrict__ index, float *__restrict__ out, long long entries, int width)
{
    long long row = index[blockIdx.x];
    row = row < 0 ? 0 : row >= entries ? entries - 1 : row;
    const float *from = table + row * width;
    float *to = out + (long long)blockIdx.x * width;
    for (int c = threadIdx.x; c < width; c += blockDim.x)
        to[c] = from[c];
}

// samples of a volume at places in [0, 1)
extern "C" __global__ void gather_volume_at_points(const float *__restrict__ volume, int nx, int ny, int nz, const float *__restrict__ xs, const float *__restrict__ ys, const float *__restrict__ zs, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = xs[i] * (nx - 1), y = ys[i] * (ny - 1), z = zs[i] * (nz - 1);
    int ix = min((int)x, nx - 2), iy = min((int)y, ny - 2), iz = min((int)z, nz - 2);
    float fx = x - ix, fy = y - iy, fz = z - iz;
    const float *v = volume + ((size_t)iz * ny + iy) * nx + ix;
    auto edge = [&](const float *p) { return p[0] + fx * (p[1] - p[0]); };
    size_t layer = (size_t)nx * ny;
    float near = edge(v) * (1 - fy) + edge(v + nx) * fy;
    float far = edge(v + layer) * (1 - fy) + edge(v + layer + nx) * fy;
    out[i] = near + fz * (far - near);
}

extern "C" __global__ void scatter_to_places(const double *values, const unsigned *places, double *out, unsigned n)
{
    unsigned stride = gridDim.x * blockDim.x;
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride)
        out[places[i]] = values[i];
}

// messages along edges summed in the nodes; 16 features
extern "C" __global__ void scatter_messages_to_nodes(const float *__restrict__ node, const int *__restrict__ from, const int *__restrict__ to, const float *__restrict__ weight, float *__restrict__ sums, int edges)
{
    int e = blockIdx.x * blockDim.y + threadIdx.y;
    if (e >= edges)
        return;
    int f = threadIdx.x;
    atomicAdd(&sums[to[e] * 16 + f], weight[e] * node[from[e] * 16 + f]);
}

extern "C" __global__ void embedding_words_and_places(const int *__restrict__ tokens, const half2 *__restrict__ words, const half2 *__restrict__ places, half2 *__restrict__ out, int length, int pairs)
{
    const int t = blockIdx.x, b = blockIdx.y;
    const size_t row = (size_t)b * length + t;
    const half2 *w = words + (size_t)tokens[row] * pairs;
    for (int c = threadIdx.x; c < pairs; c += blockDim.x)
        out[row * pairs + c] = __hadd2(w[c], places[(size_t)t * pairs + c]);
}

// what flows back into the table
extern "C" __global__ void embedding_gradient_added(const int *tokens, const float *grad, float *table_grad, int count, int width, int padding)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= width)
        return;
    for (int i = blockIdx.y; i < count; i += gridDim.y) {
        int token = tokens[i];
        if (token != padding)
            atomicAdd(table_grad + (size_t)token * width + c, grad[(size_t)i * width + c]);
    }
}

// a histogram of its own for each of eight warps
extern "C" __global__ __launch_bounds__(256) void hist_bytes_a_warp_each(const uint4 *__restrict__ data, unsigned *__restrict__ bins, int quads)
{
    __shared__ unsigned mine[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += 256)
        (&mine[0][0])[i] = 0;
    __syncthreads();
    unsigned *own = mine[threadIdx.x / 32];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        uint4 q = data[i];
        unsigned words[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            atomicAdd(&own[words[k] & 255], 1u);
            atomicAdd(&own[words[k] >> 8 & 255], 1u);
            atomicAdd(&own[words[k] >> 16 & 255], 1u);
            atomicAdd(&own[words[k] >> 24], 1u);
        }
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
        sum += mine[w][threadIdx.x];
    if (sum)
        atomicAdd(&bins[threadIdx.x], sum);
}

// equal keys of a warp are counted once
extern "C" __global__ void hist_keys_matched_in_warp(const int *__restrict__ keys, unsigned *__restrict__ bins, int n, int shift)
{
    int whole = (n + 31) & ~31;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x) {
        int key = i < n ? keys[i] >> shift : -1;
        unsigned same = __match_any_sync(0xffffffffu, key);
        int leader = __ffs(same) - 1;
        if (key >= 0 && (threadIdx.x & 31) == leader)
            atomicAdd(&bins[key], __popc(same));
    }
}
