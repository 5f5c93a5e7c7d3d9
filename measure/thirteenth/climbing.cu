// Running sums and what is made of them.

// two buffers in turn
extern "C" __global__ void scanTwoBuffers(const int *in, int *out, int n)
{
    extern __shared__ int buf[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, from = 0, to = 1;
    buf[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t >= d)
            buf[to * blockDim.x + t] = buf[from * blockDim.x + t] + buf[from * blockDim.x + t - d];
        else
            buf[to * blockDim.x + t] = buf[from * blockDim.x + t];
        __syncthreads();
        from ^= 1;
        to ^= 1;
    }
    if (i < n) out[i] = buf[from * blockDim.x + t];
}

// up and down the tree, two each, exclusive
extern "C" __global__ void scanUpDown(double *out, const double *in, double *totals)
{
    __shared__ double t[512];
    const int tid = threadIdx.x;
    const double *src = in + blockIdx.x * 512;
    t[2 * tid] = src[2 * tid];
    t[2 * tid + 1] = src[2 * tid + 1];
    int off = 1;
    for (int d = 256; d > 0; d >>= 1, off <<= 1) {
        __syncthreads();
        if (tid < d) t[off * (2 * tid + 2) - 1] += t[off * (2 * tid + 1) - 1];
    }
    if (tid == 0) {
        totals[blockIdx.x] = t[511];
        t[511] = 0;
    }
    for (int d = 1; d < 512; d <<= 1) {
        off >>= 1;
        __syncthreads();
        if (tid < d) {
            double a = t[off * (2 * tid + 1) - 1];
            t[off * (2 * tid + 1) - 1] = t[off * (2 * tid + 2) - 1];
            t[off * (2 * tid + 2) - 1] += a;
        }
    }
    __syncthreads();
    out[blockIdx.x * 512 + 2 * tid] = t[2 * tid];
    out[blockIdx.x * 512 + 2 * tid + 1] = t[2 * tid + 1];
}

template <typename T>
__device__ __forceinline__ T warpPrefix(T x)
{
    for (int o = 1; o < 32; o <<= 1) {
        T y = __shfl_up_sync(0xffffffffu, x, o);
        if ((threadIdx.x & 31) >= o) x += y;
    }
    return x;
}

// ITEMS neighbours a thread, brought in and out by way of shared memory
template <typename T, int BLOCK, int ITEMS>
__global__ void scanItems(const T *__restrict__ in, T *__restrict__ out, int n)
{
    __shared__ T tile[BLOCK * ITEMS];
    __shared__ T sums[BLOCK / 32];
    int base = blockIdx.x * BLOCK * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int i = k * BLOCK + threadIdx.x;
        tile[i] = base + i < n ? in[base + i] : T(0);
    }
    __syncthreads();
    T v[ITEMS], run = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) v[k] = run += tile[threadIdx.x * ITEMS + k];
    T inc = warpPrefix(run);
    if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = inc;
    __syncthreads();
    T before = inc - run;
    for (int w = 0; w < threadIdx.x / 32; w++) before += sums[w];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) tile[threadIdx.x * ITEMS + k] = before + v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int i = k * BLOCK + threadIdx.x;
        if (base + i < n) out[base + i] = tile[i];
    }
}
template __global__ void scanItems<int, 256, 7>(const int *, int *, int);
template __global__ void scanItems<long long, 128, 4>(const long long *, long long *, int);

// one block goes over everything
extern "C" __global__ void scanOneBlock(unsigned *p, unsigned *out, int n)
{
    __shared__ unsigned w[32];
    __shared__ unsigned carry;
    if (threadIdx.x == 0) carry = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + threadIdx.x;
        unsigned v = i < n ? p[i] : 0, x = warpPrefix(v);
        if (threadIdx.x % 32 == 31) w[threadIdx.x / 32] = x;
        __syncthreads();
        if (threadIdx.x < 32) {
            unsigned s = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0;
            w[threadIdx.x] = warpPrefix(s);
        }
        __syncthreads();
        if (threadIdx.x >= 32) x += w[threadIdx.x / 32 - 1];
        if (i < n) out[i] = carry + x - v;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1) carry += x;
        __syncthreads();
    }
}

// sums begin anew where a flag stands, within a warp
extern "C" __global__ void scanFlagged(const float *v, const unsigned char *head, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float x = i < n ? v[i] : 0;
    unsigned heads = __ballot_sync(~0u, i < n && head[i] == 0);
    unsigned mine = heads & (0xffffffffu >> (31 - lane));
    int first = mine ? 31 - __clz(mine) : 0;
    for (int o = 1; o < 32; o *= 2) {
        float y = __shfl_up_sync(~0u, x, o);
        if (lane - o >= first) x += y;
    }
    if (i < n) out[i] = x;
}

// largest so far along each row, a warp a row
extern "C" __global__ void scanRowPeaks(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    float peak = -1e30f;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + threadIdx.x;
        float x = c < cols ? in[r * cols + c] : -1e30f;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float y = __shfl_up_sync(~0u, x, o);
            if (threadIdx.x >= o) x = fmaxf(x, y);
        }
        x = fmaxf(x, peak);
        if (c < cols) out[r * cols + c] = x;
        peak = __shfl_sync(~0u, x, 31);
    }
}
