/*
 * Sorting networks and neighbours.
 */

/* Both of a pair are written, in order or not: a launch does the same work again. */
extern "C" __global__ void
bitonic_one_step(float *values, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned partner = i ^ j;

	if (partner > i) {
		float a = values[i], b = values[partner];
		bool up = (i & k) == 0;
		values[i] = up ? fminf(a, b) : fmaxf(a, b);
		values[partner] = up ? fmaxf(a, b) : fminf(a, b);
	}
}

/* The whole network on 2 * blockDim.x keys in shared memory. */
extern "C" __global__ void
bitonic_in_block(const unsigned *in, unsigned *out)
{
	extern __shared__ unsigned keys[];
	unsigned tid = threadIdx.x, size = 2 * blockDim.x;
	unsigned base = blockIdx.x * size;

	keys[tid] = in[base + tid];
	keys[tid + blockDim.x] = in[base + tid + blockDim.x];
	for (unsigned k = 2; k <= size; k <<= 1)
		for (unsigned j = k >> 1; j > 0; j >>= 1) {
			__syncthreads();
			unsigned a = 2 * tid - (tid & (j - 1));
			unsigned b = a + j;
			bool up = (a & k) == 0;
			unsigned x = keys[a], y = keys[b];
			if ((x > y) == up) {
				keys[a] = y;
				keys[b] = x;
			}
		}
	__syncthreads();
	out[base + tid] = keys[tid];
	out[base + tid + blockDim.x] = keys[tid + blockDim.x];
}

/* A warp sorts its 32 values by exchanges of lanes. */
extern "C" __global__ void
bitonic_in_warp(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x & 31;
	int v = i < n ? in[i] : 0x7fffffff;

#pragma unroll
	for (int k = 2; k <= 32; k <<= 1)
#pragma unroll
		for (int j = k >> 1; j > 0; j >>= 1) {
			int other = __shfl_xor_sync(0xffffffff, v, j);
			bool up = (lane & k) == 0, first = (lane & j) == 0;
			v = up == first ? min(v, other) : max(v, other);
		}
	if (i < n)
		out[i] = v;
}

/* Odd and even pairs by turns, one block. */
extern "C" __global__ void
scan_sort_neighbours(const int *in, int *out, int n)
{
	extern __shared__ int line[];
	int tid = threadIdx.x;
	int base = blockIdx.x * n;

	for (int i = tid; i < n; i += blockDim.x)
		line[i] = in[base + i];
	__syncthreads();
	for (int turn = 0; turn < n; turn++) {
		int i = 2 * tid + (turn & 1);
		if (i + 1 < n && line[i] > line[i + 1]) {
			int t = line[i];
			line[i] = line[i + 1];
			line[i + 1] = t;
		}
		__syncthreads();
	}
	for (int i = tid; i < n; i += blockDim.x)
		out[base + i] = line[i];
}
