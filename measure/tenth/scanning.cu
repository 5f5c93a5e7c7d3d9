/*
 * Prefix sums of blocks, of warps, of threads; compaction.
 */

/* Hillis and Steele with two buffers; exclusive. */
extern "C" __global__ void
scan_two_buffers(const float *in, float *out, int n)
{
	extern __shared__ float temp[];
	int tid = threadIdx.x;
	int i = blockIdx.x * n + tid;
	int to = 0, from = 1;

	temp[tid] = tid > 0 ? in[i - 1] : 0.0f;
	temp[n + tid] = 0.0f;
	__syncthreads();
	for (int d = 1; d < n; d *= 2) {
		to = 1 - to;
		from = 1 - to;
		if (tid >= d)
			temp[to * n + tid] = temp[from * n + tid] + temp[from * n + tid - d];
		else
			temp[to * n + tid] = temp[from * n + tid];
		__syncthreads();
	}
	out[i] = temp[to * n + tid];
}

#define SPREAD(i) ((i) + ((i) >> 5))

/* Blelloch, two elements a thread, places spread so that banks do not conflict; exclusive. */
extern "C" __global__ void
scan_up_and_down(const int *in, int *out, int n)
{
	extern __shared__ int tree[];
	int tid = threadIdx.x;
	int base = blockIdx.x * n;
	int offset = 1;

	tree[SPREAD(tid)] = in[base + tid];
	tree[SPREAD(tid + n / 2)] = in[base + tid + n / 2];
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (tid < d) {
			int a = SPREAD(offset * (2 * tid + 1) - 1);
			int b = SPREAD(offset * (2 * tid + 2) - 1);
			tree[b] += tree[a];
		}
		offset *= 2;
	}
	if (tid == 0)
		tree[SPREAD(n - 1)] = 0;
	for (int d = 1; d < n; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (tid < d) {
			int a = SPREAD(offset * (2 * tid + 1) - 1);
			int b = SPREAD(offset * (2 * tid + 2) - 1);
			int t = tree[a];
			tree[a] = tree[b];
			tree[b] += t;
		}
	}
	__syncthreads();
	out[base + tid] = tree[SPREAD(tid)];
	out[base + tid + n / 2] = tree[SPREAD(tid + n / 2)];
}

__device__ __forceinline__ int
scan_of_warp(int v)
{
	int lane = threadIdx.x & 31;

#pragma unroll
	for (int d = 1; d < 32; d <<= 1) {
		int other = __shfl_up_sync(0xffffffff, v, d);
		if (lane >= d)
			v += other;
	}
	return v;
}

__device__ __forceinline__ int
scan_of_block(int v, int *warps)
{
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

	v = scan_of_warp(v);
	if (lane == 31)
		warps[warp] = v;
	__syncthreads();
	if (warp == 0)
		warps[lane] = scan_of_warp(lane < blockDim.x / 32 ? warps[lane] : 0);
	__syncthreads();
	return warp > 0 ? v + warps[warp - 1] : v;
}

/* Inclusive, and what each block adds up to. */
extern "C" __global__ void
scan_lanes_then_warps(const int *in, int *out, int *totals, int n)
{
	__shared__ int warps[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = scan_of_block(i < n ? in[i] : 0, warps);

	if (i < n)
		out[i] = v;
	if (threadIdx.x == blockDim.x - 1)
		totals[blockIdx.x] = v;
}

/* Four elements a thread. */
extern "C" __global__ void
scan_quads(const int4 *in, int4 *out, int quads)
{
	__shared__ int warps[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int4 v = i < quads ? in[i] : make_int4(0, 0, 0, 0);

	v.y += v.x;
	v.z += v.y;
	v.w += v.z;
	int before = scan_of_block(v.w, warps) - v.w;
	if (i < quads)
		out[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

extern "C" __global__ void
scan_add_totals(int *data, const int *totals, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (blockIdx.x > 0 && i < n)
		data[i] += totals[blockIdx.x - 1];
}

/* What is above the limit moves to the front of its block's piece. */
extern "C" __global__ void
scan_compact_block(const float *in, float *out, int *counts, float limit, int n)
{
	__shared__ int warps[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? in[i] : 0.0f;
	int keep = i < n && v > limit;
	int place = scan_of_block(keep, warps);

	if (keep)
		out[blockIdx.x * blockDim.x + place - 1] = v;
	if (threadIdx.x == blockDim.x - 1)
		counts[blockIdx.x] = place;
}
