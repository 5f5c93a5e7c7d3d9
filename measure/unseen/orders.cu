/* Sorting, compacting, segments. */

#define ALL 0xffffffffu

/* Eight numbers for each thread, summed from the left within the block. */
extern "C" __global__ void
order_prefix(const uint4 *in, uint4 *out, unsigned *totals)
{
	__shared__ unsigned warps[32];
	size_t at = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 2;
	uint4 a = in[at], b = in[at + 1];
	a.y += a.x, a.z += a.y, a.w += a.z;
	b.x += a.w, b.y += b.x, b.z += b.y, b.w += b.z;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	unsigned sum = b.w;
	for (int step = 1; step < 32; step *= 2) {
		unsigned left = __shfl_up_sync(ALL, sum, step);
		if (lane >= step)
			sum += left;
	}
	if (lane == 31)
		warps[warp] = sum;
	__syncthreads();
	unsigned before = sum - b.w;
	for (int i = 0; i < warp; i++)
		before += warps[i];
	out[at] = make_uint4(a.x + before, a.y + before, a.z + before, a.w + before);
	out[at + 1] = make_uint4(b.x + before, b.y + before, b.z + before, b.w + before);
	if (threadIdx.x == blockDim.x - 1)
		totals[blockIdx.x] = before + b.w;
}

/* Keeps what lies below a bound, close together within each block's part. */
extern "C" __global__ void
order_compact(const int *in, int *out, int *counts, int below)
{
	__shared__ int taken;
	if (threadIdx.x == 0)
		taken = 0;
	__syncthreads();
	int base = blockIdx.x * blockDim.x, value = in[base + threadIdx.x];
	bool keep = value < below;
	unsigned vote = __ballot_sync(ALL, keep);
	int lane = threadIdx.x % 32, place = 0;
	if (lane == 0)
		place = atomicAdd(&taken, __popc(vote));
	place = __shfl_sync(ALL, place, 0);
	if (keep)
		out[base + place + __popc(vote & ((1u << lane) - 1))] = value;
	__syncthreads();
	if (threadIdx.x == 0)
		counts[blockIdx.x] = taken;
}

/* Counts of four bits of the keys, for each block, digit by digit. */
extern "C" __global__ void
order_digits(const unsigned *keys, unsigned *counts, int share, int shift)
{
	__shared__ unsigned bins[16];
	if (threadIdx.x < 16)
		bins[threadIdx.x] = 0;
	__syncthreads();
	const unsigned *from = keys + (size_t)blockIdx.x * share;
	for (int i = threadIdx.x; i < share; i += blockDim.x)
		atomicAdd(&bins[from[i] >> shift & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

/* Moves keys to their digit's part: ranks within the warp by matching, across warps by counts. */
extern "C" __global__ void
order_scatter_digits(const unsigned *keys, const unsigned *starts, unsigned *out, int shift,
                     unsigned mask)
{
	__shared__ unsigned counts[8][16];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	if (threadIdx.x < 128)
		counts[threadIdx.x / 16][threadIdx.x % 16] = 0;
	__syncthreads();
	unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
	unsigned digit = key >> shift & 15;
	unsigned peers = __match_any_sync(ALL, digit);
	unsigned rank = __popc(peers & ((1u << lane) - 1));
	if (rank == 0)
		counts[warp][digit] = __popc(peers);
	__syncthreads();
	if (threadIdx.x < 16) {
		unsigned sum = starts[threadIdx.x * gridDim.x + blockIdx.x];
		for (int w = 0; w < 8; w++) {
			unsigned count = counts[w][threadIdx.x];
			counts[w][threadIdx.x] = sum;
			sum += count;
		}
	}
	__syncthreads();
	out[(counts[warp][digit] + rank) & mask] = key;
}

/* Sums that begin anew at each flag, within a warp. */
extern "C" __global__ void
order_segments(const float *in, const unsigned char *flags, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	float sum = in[i];
	bool head = flags[i] == 0 || lane == 0;
	unsigned heads = __ballot_sync(ALL, head);
	int first = 31 - __clz(heads & (ALL >> (31 - lane)));
	for (int step = 1; step < 32; step *= 2) {
		float left = __shfl_up_sync(ALL, sum, step);
		if (lane - step >= first)
			sum += left;
	}
	if (lane == 31 || (heads >> (lane + 1) & 1))
		out[i] = sum;
}

/* Two sorted lists into one, eight results for each thread. */
extern "C" __global__ void
order_merge(const int *a, const int *b, int *out, int n)
{
	int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
	int low = max(0, diagonal - n), high = min(diagonal, n);
	while (low < high) {
		int middle = (low + high) / 2;
		if (a[middle] <= b[diagonal - 1 - middle])
			low = middle + 1;
		else
			high = middle;
	}
	int i = low, j = diagonal - low;
	for (int k = 0; k < 8; k++) {
		bool left = j >= n || (i < n && a[i] <= b[j]);
		out[diagonal + k] = left ? a[i++] : b[j++];
	}
}

/* A warp sorts 32 keys by exchanging lanes. */
extern "C" __global__ void
order_lanes(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32, key = in[i];
	for (int length = 2; length <= 32; length *= 2)
		for (int step = length / 2; step > 0; step /= 2) {
			int other = __shfl_xor_sync(ALL, key, step);
			bool up = (lane & length) == 0, lower = (lane & step) == 0;
			key = up == lower ? min(key, other) : max(key, other);
		}
	out[i] = key;
}
