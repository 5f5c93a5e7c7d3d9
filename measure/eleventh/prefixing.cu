// Scans.

extern "C" __global__ void scanHillis(const float *in, float *out, int n)
{
    extern __shared__ float temp[];
    int t = threadIdx.x, pout = 0, pin = 1;
    const size_t base = (size_t)blockIdx.x * n;
    temp[t] = t > 0 ? in[base + t - 1] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset)
            temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
        else
            temp[pout * n + t] = temp[pin * n + t];
        __syncthreads();
    }
    out[base + t] = temp[pout * n + t];
}

// up and down the tree, without a thought for banks
extern "C" __global__ void scanBlelloch(const int *in, int *out, int n)
{
    extern __shared__ int tree[];
    int t = threadIdx.x, offset = 1;
    const size_t base = (size_t)blockIdx.x * n;
    tree[2 * t] = in[base + 2 * t];
    tree[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            tree[b] += tree[a];
        }
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int v = tree[a];
            tree[a] = tree[b];
            tree[b] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = tree[2 * t];
    out[base + 2 * t + 1] = tree[2 * t + 1];
}

template <typename T>
__device__ T scanLanes(T v)
{
    for (int d = 1; d < 32; d <<= 1) {
        T other = __shfl_up_sync(0xffffffff, v, d);
        if ((threadIdx.x & 31) >= d) v += other;
    }
    return v;
}

// a block for each row, chunk by chunk with a carry
template <typename T>
__global__ void scanRows(const T *in, T *out, int cols)
{
    __shared__ T sums[32];
    __shared__ T carry;
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = blockDim.x >> 5;
    const T *row = in + (size_t)blockIdx.x * cols;
    if (threadIdx.x == 0) carry = 0;
    for (int c0 = 0; c0 < cols; c0 += blockDim.x) {
        const int c = c0 + threadIdx.x;
        T v = scanLanes(c < cols ? row[c] : T(0));
        if (lane == 31) sums[warp] = v;
        __syncthreads();
        if (warp == 0) {
            T s = scanLanes(lane < warps ? sums[lane] : T(0));
            sums[lane] = s;
        }
        __syncthreads();
        v += carry + (warp > 0 ? sums[warp - 1] : T(0));
        if (c < cols) out[(size_t)blockIdx.x * cols + c] = v;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1) carry = v;
        __syncthreads();
    }
}

template __global__ void scanRows<float>(const float *, float *, int);
template __global__ void scanRows<double>(const double *, double *, int);

// eight elements for each thread, in its registers; totals of blocks go out
extern "C" __global__ void scanEightEach(const int *in, int *out, int *totals)
{
    __shared__ int warpTotals[8];
    const int4 *src = (const int4 *)(in + ((size_t)blockIdx.x * 256 + threadIdx.x) * 8);
    int4 a = src[0], b = src[1];
    int v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 1; i < 8; i++)
        v[i] += v[i - 1];
    int inclusive = scanLanes(v[7]);
    if ((threadIdx.x & 31) == 31) warpTotals[threadIdx.x >> 5] = inclusive;
    __syncthreads();
    int before = inclusive - v[7];
    for (int w = 0; w < (threadIdx.x >> 5); w++)
        before += warpTotals[w];
    int4 *dst = (int4 *)(out + ((size_t)blockIdx.x * 256 + threadIdx.x) * 8);
    dst[0] = make_int4(v[0] + before, v[1] + before, v[2] + before, v[3] + before);
    dst[1] = make_int4(v[4] + before, v[5] + before, v[6] + before, v[7] + before);
    if (threadIdx.x == 255) totals[blockIdx.x] = before + v[7];
}

// one thread for each row: the naive way
extern "C" __global__ void scanSerialRows(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0.0f;
    for (int c = 0; c < cols; c++) {
        sum += in[r * cols + c];
        out[r * cols + c] = sum;
    }
}
