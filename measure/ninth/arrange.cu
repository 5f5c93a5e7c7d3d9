/*
 * Pieces of sorts.
 */
extern "C" __global__ void
arr_bitonic_512(const int *data, int *out)
{
	__shared__ int s[512];
	int t = threadIdx.x, base = blockIdx.x * 512;
	s[t] = data[base + t];
	s[t + 256] = data[base + t + 256];
	for (int size = 2; size <= 512; size *= 2)
		for (int stride = size / 2; stride > 0; stride /= 2) {
			__syncthreads();
			int i = 2 * stride * (t / stride) + t % stride;
			bool up = (i & size) == 0;
			int a = s[i], b = s[i + stride];
			if ((a > b) == up) {
				s[i] = b;
				s[i + stride] = a;
			}
		}
	__syncthreads();
	out[base + t] = s[t];
	out[base + t + 256] = s[t + 256];
}

/* One step over everything, keys with values: a thread for each pair. */
extern "C" __global__ void
arr_bitonic_pairs(const unsigned *keys, const unsigned *values, unsigned *keys_out,
		  unsigned *values_out, unsigned n, int stride, int size)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2)
		return;
	unsigned i = 2 * t - (t & (stride - 1));
	unsigned a = keys[i], b = keys[i + stride];
	unsigned v = values[i], w = values[i + stride];
	if ((a > b) == ((i & size) == 0)) {
		keys_out[i] = b;
		keys_out[i + stride] = a;
		values_out[i] = w;
		values_out[i + stride] = v;
	} else {
		keys_out[i] = a;
		keys_out[i + stride] = b;
		values_out[i] = v;
		values_out[i + stride] = w;
	}
}

/* How many of each of 16 digits a block has: counters of each thread in shared memory. */
extern "C" __global__ void
arr_digit_counts(const unsigned *keys, unsigned *counts, int n, int shift)
{
	__shared__ unsigned short local[16][128];
	for (int d = 0; d < 16; d++)
		local[d][threadIdx.x] = 0;
	int begin = blockIdx.x * 2048;
	for (int i = begin + threadIdx.x; i < min(begin + 2048, n); i += 128)
		local[keys[i] >> shift & 15][threadIdx.x]++;
	__syncthreads();
	if (threadIdx.x < 16) {
		unsigned sum = 0;
		for (int t = 0; t < 128; t++)
			sum += local[threadIdx.x][t];
		counts[threadIdx.x * gridDim.x + blockIdx.x] = sum;
	}
}

/* A block splits its 256 keys by one bit, order kept. */
extern "C" __global__ void
arr_split_by_bit(unsigned *keys, int bit)
{
	__shared__ unsigned s[256];
	__shared__ int warp_zeros[8];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	unsigned key = keys[blockIdx.x * 256 + t];
	bool zero = (key >> bit & 1) == 0;
	unsigned votes = __ballot_sync(0xffffffff, zero);
	if (lane == 0)
		warp_zeros[warp] = __popc(votes);
	__syncthreads();
	int before = 0, all = 0;
	for (int w = 0; w < 8; w++) {
		if (w < warp)
			before += warp_zeros[w];
		all += warp_zeros[w];
	}
	before += __popc(votes & ((1u << lane) - 1u));
	s[zero ? before : all + t - before] = key;
	__syncthreads();
	keys[blockIdx.x * 256 + t] = s[t];
}

/* Each thread sorts 16 numbers by insertion into where they go. */
extern "C" __global__ void
arr_insertion_16(const float *in, float *data, int groups)
{
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= groups)
		return;
	float *mine = data + 16 * g;
	for (int i = 0; i < 16; i++) {
		float v = in[16 * g + i];
		int j = i - 1;
		while (j >= 0 && mine[j] > v) {
			mine[j + 1] = mine[j];
			j--;
		}
		mine[j + 1] = v;
	}
}

/* Three passes of bubbles in registers: the median is in place then. */
extern "C" __global__ void
arr_median_of_five(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 4 >= n)
		return;
	float v[5];
#pragma unroll
	for (int k = 0; k < 5; k++)
		v[k] = in[i + k];
#pragma unroll
	for (int pass = 0; pass < 3; pass++)
#pragma unroll
		for (int k = 0; k < 4 - pass; k++) {
			float a = fminf(v[k], v[k + 1]), b = fmaxf(v[k], v[k + 1]);
			v[k] = a;
			v[k + 1] = b;
		}
	out[i] = v[2];
}

/* Place by counting what is smaller: all against all, tiles in shared memory. */
extern "C" __global__ void
arr_rank_all(const float *in, float *out, int n)
{
	__shared__ float tile[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float mine = i < n ? in[i] : 0.0f;
	int rank = 0;
	for (int base = 0; base < n; base += 128) {
		if (base + threadIdx.x < n)
			tile[threadIdx.x] = in[base + threadIdx.x];
		__syncthreads();
		int most = min(128, n - base);
		for (int j = 0; j < most; j++)
			rank += tile[j] < mine || (tile[j] == mine && base + j < i);
		__syncthreads();
	}
	if (i < n)
		out[rank] = mine;
}

/* A thread merges two sorted runs of equal length. */
extern "C" __global__ void
arr_merge_runs(const int *in, int *out, int run, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int left = t * 2 * run;
	if (left >= n)
		return;
	int middle = min(left + run, n), right = min(left + 2 * run, n);
	int a = left, b = middle;
	for (int k = left; k < right; k++) {
		if (a < middle && (b >= right || in[a] <= in[b]))
			out[k] = in[a++];
		else
			out[k] = in[b++];
	}
}

/* The largest four of each column, kept sorted in a thread's registers. */
extern "C" __global__ void
arr_top_four(const float *in, float *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float top[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
	for (int c = 0; c < cols; c++) {
		float v = in[c * rows + row];
		if (v > top[3]) {
			top[3] = v;
#pragma unroll
			for (int k = 3; k > 0; k--)
				if (top[k] > top[k - 1]) {
					float swap = top[k];
					top[k] = top[k - 1];
					top[k - 1] = swap;
				}
		}
	}
	for (int k = 0; k < 4; k++)
		out[row * 4 + k] = top[k];
}
