// Reductions.

extern "C" __global__ void reduceModulo(const int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <typename T>
__global__ void reduceSequential(const T *in, T *out, int n)
{
    __shared__ T s[256];
    int t = threadIdx.x;
    T mine = 0;
    for (int i = blockIdx.x * 512 + t; i < min(n, (int)(blockIdx.x + 1) * 512); i += 256)
        mine += in[i];
    s[t] = mine;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

template __global__ void reduceSequential<float>(const float *, float *, int);
template __global__ void reduceSequential<double>(const double *, double *, int);

template <unsigned int blockSize>
__global__ void reduceUnrolled(const float *g_idata, float *g_odata, unsigned int n)
{
    __shared__ float sdata[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    float sum = 0;
    for (unsigned int i = blockIdx.x * blockSize * 2 + tid; i < n; i += gridSize) {
        sum += g_idata[i];
        if (i + blockSize < n) sum += g_idata[i + blockSize];
    }
    sdata[tid] = sum;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) sdata[tid] = sum = sum + sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] = sum = sum + sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) sdata[tid] = sum = sum + sdata[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        sum += sdata[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (tid == 0) g_odata[blockIdx.x] = sum;
}

template __global__ void reduceUnrolled<128>(const float *, float *, unsigned int);
template __global__ void reduceUnrolled<512>(const float *, float *, unsigned int);

__device__ __forceinline__ float warpSum(float v)
{
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(~0u, v, o);
    return v;
}

extern "C" __global__ void reduceOneNumber(const float4 *in, float *total, int quads)
{
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 q = in[i];
        v += (q.x + q.y) + (q.z + q.w);
    }
    v = warpSum(v);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, v);
}

extern "C" __global__ void reduceAtomicOnly(const float *in, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, in[i]);
}

extern "C" __global__ void reduceMaxInt(const int *in, int *best, int n)
{
    int m = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        m = max(m, in[i]);
    m = __reduce_max_sync(0xffffffff, m);
    if (threadIdx.x % 32 == 0) atomicMax(best, m);
}

/* Smallest value of a row and where it stands; ties go to the first. */
extern "C" __global__ void reduceArgMin(const float *in, int *where, int cols)
{
    __shared__ float vals[32];
    __shared__ int idxs[32];
    const float *row = in + (size_t)blockIdx.x * cols;
    float best = 3.4e38f;
    int at = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        if (row[c] < best) {
            best = row[c];
            at = c;
        }
    for (int o = 16; o > 0; o /= 2) {
        float b2 = __shfl_down_sync(0xffffffff, best, o);
        int a2 = __shfl_down_sync(0xffffffff, at, o);
        if (b2 < best || (b2 == best && a2 < at)) {
            best = b2;
            at = a2;
        }
    }
    if (threadIdx.x % 32 == 0) {
        vals[threadIdx.x / 32] = best;
        idxs[threadIdx.x / 32] = at;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            if (vals[w] < best || (vals[w] == best && idxs[w] < at)) {
                best = vals[w];
                at = idxs[w];
            }
        where[blockIdx.x] = at;
    }
}

extern "C" __global__ void dotDouble(const double *x, const double *y, double *partial, int n)
{
    __shared__ double cache[256];
    double temp = 0;
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < n) {
        temp += x[tid] * y[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[threadIdx.x] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

// columns: 32 x 8 threads walk down, then add up through shared memory
extern "C" __global__ void reduceColumns(const float *m, float *out, int rows, int cols)
{
    __shared__ float part[8][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    for (int r = threadIdx.y; r < rows; r += 8)
        sum += m[(size_t)r * cols + c];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 8; k++)
            sum += part[k][threadIdx.x];
        out[c] = sum;
    }
}

extern "C" __global__ void reduceRowsWarp(const double *m, double *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    double s = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        s += m[(size_t)row * cols + c] * m[(size_t)row * cols + c];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffff, s, o);
    if (threadIdx.x == 0) out[row] = sqrt(s);
}
