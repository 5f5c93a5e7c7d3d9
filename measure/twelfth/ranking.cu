// Sorting.

extern "C" __global__ void bitonicSortStep(const float *values, float *sorted, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned int ixj = i ^ j;
    if (ixj > i) {
        float a = values[i], b = values[ixj];
        if ((i & k) == 0) {
            if (a > b) {
                float temp = a;
                a = b;
                b = temp;
            }
        }
        if ((i & k) != 0) {
            if (a < b) {
                float temp = a;
                a = b;
                b = temp;
            }
        }
        sorted[i] = a;
        sorted[ixj] = b;
    }
}

// a block sorts as many numbers as it has threads
template <typename T>
__global__ void bitonicShared(T *out, const T *in)
{
    extern __shared__ unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    const unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t];
    for (unsigned k = 2; k <= n; k <<= 1)
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            unsigned other = t ^ j;
            if (other > t) {
                T a = s[t], b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
        }
    __syncthreads();
    out[blockIdx.x * n + t] = s[t];
}
template __global__ void bitonicShared<int>(int *, const int *);
template __global__ void bitonicShared<double>(double *, const double *);

__device__ inline void compareSwap(unsigned &ka, unsigned &va, unsigned &kb, unsigned &vb, bool up)
{
    if ((ka > kb) == up) {
        unsigned t = ka;
        ka = kb;
        kb = t;
        t = va;
        va = vb;
        vb = t;
    }
}

// 1024 keys with values by 512 threads
extern "C" __global__ void bitonicKeyValue(unsigned *keys, unsigned *values, const unsigned *keysIn, const unsigned *valuesIn)
{
    __shared__ unsigned k[1024], v[1024];
    int at = blockIdx.x * 1024 + threadIdx.x;
    k[threadIdx.x] = keysIn[at];
    v[threadIdx.x] = valuesIn[at];
    k[threadIdx.x + 512] = keysIn[at + 512];
    v[threadIdx.x + 512] = valuesIn[at + 512];
    for (unsigned size = 2; size <= 1024; size <<= 1) {
        bool up = (threadIdx.x & (size / 2)) == 0;
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compareSwap(k[pos], v[pos], k[pos + stride], v[pos + stride], up || size == 1024);
        }
    }
    __syncthreads();
    keys[at] = k[threadIdx.x];
    values[at] = v[threadIdx.x];
    keys[at + 512] = k[threadIdx.x + 512];
    values[at + 512] = v[threadIdx.x + 512];
}

// in the lanes of a warp, descending
extern "C" __global__ void bitonicWarp(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int v = in[i];
#pragma unroll
    for (int k = 2; k <= 32; k *= 2)
#pragma unroll
        for (int j = k / 2; j > 0; j /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, j);
            bool low = (lane & j) == 0, down = (lane & k) == 0 || k == 32;
            v = low == down ? max(v, o) : min(v, o);
        }
    out[i] = v;
}

extern "C" __global__ void sortOddEven(const short *in, short *out, int n)
{
    extern __shared__ short shorts[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) shorts[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int i = 2 * threadIdx.x + (round & 1);
        if (i + 1 < n && shorts[i] > shorts[i + 1]) {
            short t = shorts[i];
            shorts[i] = shorts[i + 1];
            shorts[i + 1] = t;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = shorts[i];
}

// each number counts how many come before it
extern "C" __global__ void sortByRank(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    int rank = 0;
    for (int j = 0; j < n; j++) {
        float u = in[j];
        rank += u < v || (u == v && j < i);
    }
    out[rank] = v;
}

// joins pairs of sorted runs: every element looks up its place in the other run
extern "C" __global__ void sortMergeRuns(const int *in, int *out, int run, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pair = i / (2 * run) * 2 * run;
    bool second = i >= pair + run;
    const int *other = in + (second ? pair : pair + run);
    int v = in[i], lo = 0, hi = run;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (second ? other[mid] <= v : other[mid] < v) lo = mid + 1;
        else hi = mid;
    }
    out[pair + (second ? i - pair - run : i - pair) + lo] = v;
}
