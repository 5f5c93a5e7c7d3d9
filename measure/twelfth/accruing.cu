// Running sums.

extern "C" __global__ void scanKoggeStone(const float *X, float *Y, int InputSize)
{
    __shared__ float XY[512];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < InputSize ? X[i] : 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp = 0;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < InputSize) Y[i] = XY[threadIdx.x];
}

extern "C" __global__ void scanBrentKung(const int *X, int *Y, int n)
{
    extern __shared__ int sums[];
    const int t = threadIdx.x, N = 2 * blockDim.x;
    int base = blockIdx.x * N;
    sums[t] = base + t < n ? X[base + t] : 0;
    sums[t + blockDim.x] = base + t + blockDim.x < n ? X[base + t + blockDim.x] : 0;
    for (int s = 1; s <= blockDim.x; s *= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * s - 1;
        if (k < N) sums[k] += sums[k - s];
    }
    for (int s = N / 4; s > 0; s /= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * s - 1;
        if (k + s < N) sums[k + s] += sums[k];
    }
    __syncthreads();
    if (base + t < n) Y[base + t] = sums[t];
    if (base + t + blockDim.x < n) Y[base + t + blockDim.x] = sums[t + blockDim.x];
}

#define PADDED(i) ((i) + ((i) >> 5))

// exclusive, by sweeps up and down, without conflicts of banks
extern "C" __global__ void scanWorkEfficient(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x, offset = 1;
    const float *in = g_idata + (size_t)blockIdx.x * n;
    float *out = g_odata + (size_t)blockIdx.x * n;
    int ai = thid, bi = thid + n / 2;
    temp[PADDED(ai)] = in[ai];
    temp[PADDED(bi)] = in[bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = PADDED(offset * (2 * thid + 1) - 1), b = PADDED(offset * (2 * thid + 2) - 1);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) temp[PADDED(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = PADDED(offset * (2 * thid + 1) - 1), b = PADDED(offset * (2 * thid + 2) - 1);
            float t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    out[ai] = temp[PADDED(ai)];
    out[bi] = temp[PADDED(bi)];
}

template <typename T>
__device__ T scanOfWarp(T v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        T up = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += up;
    }
    return v;
}

// lanes, then warps; four neighbours a thread
template <typename T>
__global__ void scanByLanes(const T *in, T *out, T *totals)
{
    __shared__ T warps[32];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    size_t at = ((size_t)blockIdx.x * blockDim.x + t) * 4;
    T v[4];
    for (int k = 0; k < 4; k++) v[k] = in[at + k];
    for (int k = 1; k < 4; k++) v[k] += v[k - 1];
    T s = scanOfWarp(v[3], lane);
    if (lane == 31) warps[w] = s;
    __syncthreads();
    if (w == 0) {
        T x = lane < blockDim.x / 32 ? warps[lane] : T(0);
        warps[lane] = scanOfWarp(x, lane);
    }
    __syncthreads();
    T before = s - v[3] + (w ? warps[w - 1] : T(0));
    for (int k = 0; k < 4; k++) out[at + k] = before + v[k];
    if (t == blockDim.x - 1) totals[blockIdx.x] = before + v[3];
}
template __global__ void scanByLanes<int>(const int *, int *, int *);
template __global__ void scanByLanes<double>(const double *, double *, double *);

// columns of an integral image, a thread for each
extern "C" __global__ void scanColumns(unsigned *image, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    unsigned s = 0;
    for (int y = 0; y < h; y++) {
        s += image[y * w + x];
        image[y * w + x] = s;
    }
}

// keeps the multiples of four, each block in order at the front of its own part
extern "C" __global__ void scanCompactBlocks(const int *in, int *out, int *kept, int n)
{
    __shared__ int warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int v = i < n ? in[i] : 1;
    bool keep = (v & 3) == 0;
    unsigned votes = __ballot_sync(~0u, keep);
    int place = __popc(votes & ((1u << lane) - 1));
    if (lane == 0) warps[w] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < blockDim.x / 32; k++) {
            int c = warps[k];
            warps[k] = s;
            s += c;
        }
        kept[blockIdx.x] = s;
    }
    __syncthreads();
    if (keep) out[blockIdx.x * blockDim.x + warps[w] + place] = v;
}
