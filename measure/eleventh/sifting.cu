// Bitonic sorts and their relatives.

// one exchange of the network, from one array to another
extern "C" __global__ void bitonicExchange(const int *in, int *out, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned ixj = i ^ j;
    int a = in[i], b = in[ixj];
    bool up = (i & k) == 0, first = i < ixj;
    out[i] = first == up ? min(a, b) : max(a, b);
}

template <typename T, int N>
__global__ void bitonicBlock(const T *in, T *out)
{
    __shared__ T s[N];
    const T *from = in + (size_t)blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += N / 2)
        s[i] = from[i];
    for (int size = 2; size <= N; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            bool descending = (threadIdx.x & (size / 2)) != 0;
            T a = s[pos], b = s[pos + stride];
            if ((a > b) != descending) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += N / 2)
        out[(size_t)blockIdx.x * N + i] = s[i];
}

template __global__ void bitonicBlock<float, 512>(const float *, float *);
template __global__ void bitonicBlock<float, 2048>(const float *, float *);
template __global__ void bitonicBlock<double, 512>(const double *, double *);

// keys with values, 1024 to a block
extern "C" __global__ void bitonicPairs(const unsigned *key, const unsigned *val, unsigned *okey,
                                        unsigned *oval)
{
    __shared__ unsigned k[1024], v[1024];
    const int t = threadIdx.x, base = blockIdx.x * 1024;
    k[t] = key[base + t];
    v[t] = val[base + t];
    __syncthreads();
    for (int size = 2; size <= 1024; size *= 2) {
        for (int stride = size / 2; stride >= 1; stride /= 2) {
            int p = t ^ stride;
            if (p > t) {
                bool up = (t & size) == 0;
                if ((k[t] > k[p]) == up) {
                    unsigned a = k[t], b = v[t];
                    k[t] = k[p], v[t] = v[p];
                    k[p] = a, v[p] = b;
                }
            }
            __syncthreads();
        }
    }
    okey[base + t] = k[t];
    oval[base + t] = v[t];
}

extern "C" __global__ void bitonicLanes(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = i < n ? in[i] : 3e38f;
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            float other = __shfl_xor_sync(0xffffffff, v, j);
            bool keepSmall = ((lane & j) == 0) == ((lane & k) == 0);
            v = keepSmall ? fminf(v, other) : fmaxf(v, other);
        }
    if (i < n) out[i] = v;
}

// every thread sorts its own sixteen numbers
extern "C" __global__ void sortInsertion16(const int *in, int *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int v[16];
    for (int i = 0; i < 16; i++)
        v[i] = in[i * rows + r];
    for (int i = 1; i < 16; i++) {
        int key = v[i], j = i - 1;
        while (j >= 0 && v[j] > key) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = key;
    }
    for (int i = 0; i < 16; i++)
        out[i * rows + r] = v[i];
}
