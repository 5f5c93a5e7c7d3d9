// Pieces of sorting, joins and filters of tables.

// 1024 keys a block with their places, 512 threads
extern "C" __global__ __launch_bounds__(512) void sort_bitonic_thousand_with_places(const unsigned *__restrict__ in, unsigned *__restrict__ keys, unsigned short *__restrict__ places)
{
    __shared__ unsigned key[1024];
    __shared__ unsigned short place[1024];
    const size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += 512) {
        key[i] = in[base + i];
        place[i] = i;
    }
    for (int size = 2; size <= 1024; size <<= 1)
        for (int stride = size / 2; stride; stride >>= 1) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (stride - 1)), j = i + stride;
            bool up = (i & size) == 0;
            if ((key[i] > key[j]) == up) {
                unsigned k = key[i];
                key[i] = key[j];
                key[j] = k;
                unsigned short p = place[i];
                place[i] = place[j];
                place[j] = p;
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 512) {
        keys[base + i] = key[i];
        places[base + i] = place[i];
    }
}

// every 32 neighbours sorted by the lanes of a warp
template <typename T> __global__ void thirtyTwosByLanes(T *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    if (i >= n) // n is a multiple of 32
        return;
    T v = data[i];
#pragma unroll
    for (int size = 2; size <= 32; size *= 2)
#pragma unroll
        for (int s = size / 2; s; s /= 2) {
            T other = __shfl_xor_sync(0xffffffffu, v, s);
            bool low = (lane & s) == 0, up = (lane & size) == 0;
            v = (low == up) == (other < v) ? other : v;
        }
    data[i] = v;
}
template __global__ void thirtyTwosByLanes<float>(float *, int);

// counts of four-bit digits, a row of the table for each digit, a column for each block
extern "C" __global__ void sort_digit_counts_of_blocks(const unsigned *__restrict__ keys, unsigned *__restrict__ table, int n, int each, int shift)
{
    __shared__ unsigned count[16];
    if (threadIdx.x < 16)
        count[threadIdx.x] = 0;
    __syncthreads();
    int from = blockIdx.x * each, to = min(from + each, n);
    for (int i = from + threadIdx.x; i < to; i += blockDim.x)
        atomicAdd(&count[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        table[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// two sorted arrays into one, eight results a thread; where a thread starts it finds by halving
extern "C" __global__ void sort_merge_path_of_eights(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int na, int nb)
{
    int diagonal = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (diagonal >= na + nb)
        return;
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[diagonal - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    int i = low, j = diagonal - low, end = min(8, na + nb - diagonal);
    for (int k = 0; k < end; k++) {
        bool left = j >= nb || (i < na && a[i] <= b[j]);
        out[diagonal + k] = left ? a[i++] : b[j++];
    }
}

// rows whose value lies below the limit are packed; the block asks for room once, the end wraps around
extern "C" __global__ void db_pack_rows_below_limit(const int *value, const int *payload, int2 *out, unsigned *used, int n, int limit, unsigned mask)
{
    __shared__ unsigned before[33];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    bool take = i < n && value[i] < limit;
    unsigned votes = __ballot_sync(0xffffffff, take);
    if (lane == 0)
        before[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int w = 0; w < blockDim.x / 32; w++) {
            unsigned c = before[w];
            before[w] = sum;
            sum += c;
        }
        before[32] = atomicAdd(used, sum);
    }
    __syncthreads();
    if (take) {
        unsigned at = before[32] + before[warp] + __popc(votes & ((1u << lane) - 1));
        out[at & mask] = make_int2(value[i], payload[i]);
    }
}

__device__ unsigned slotOf(unsigned key)
{
    key *= 0x9e3779b1u;
    return key ^ key >> 16;
}

// keys enter an open table, zero means free; at most 32 places are tried
extern "C" __global__ void db_table_of_keys_built(const unsigned *__restrict__ keys, unsigned *__restrict__ table, unsigned n, unsigned mask)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i] + 1, slot = slotOf(key) & mask;
    for (int tries = 0; tries < 32; tries++) {
        unsigned there = atomicCAS(&table[slot], 0u, key);
        if (there == 0 || there == key)
            break;
        slot = (slot + 1) & mask;
    }
}

// orders find their customers, sorted by number, by halving; revenue by region
extern "C" __global__ void db_orders_join_customers(const int *__restrict__ customer, const float *__restrict__ price, const int *__restrict__ numbers, const unsigned char *__restrict__ region, float *__restrict__ revenue, int orders, int customers)
{
    __shared__ float mine[32];
    if (threadIdx.x < 32)
        mine[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int o = blockIdx.x * blockDim.x + threadIdx.x; o < orders; o += gridDim.x * blockDim.x) {
        int wanted = customer[o], low = 0, high = customers;
        while (low < high) {
            int mid = low + (high - low) / 2;
            if (numbers[mid] < wanted)
                low = mid + 1;
            else
                high = mid;
        }
        if (low < customers && numbers[low] == wanted)
            atomicAdd(&mine[region[low] & 31], price[o]);
    }
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&revenue[threadIdx.x], mine[threadIdx.x]);
}

// price * discount of the lines shipped in a year with a middling discount and a small quantity
extern "C" __global__ void db_forecast_of_revenue(const int *shipped, const float *discount, const int *quantity, const double *price, double *revenue, long long n, int from, int to)
{
    __shared__ double part[8];
    double sum = 0.0;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        int day = shipped[i];
        if (day >= from && day < to) {
            float d = discount[i];
            if (d >= 0.4f && d <= 0.6f && quantity[i] < 24)
                sum += price[i] * d;
        }
    }
    for (int s = 16; s; s >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            sum += part[w];
        atomicAdd(revenue, sum);
    }
}
