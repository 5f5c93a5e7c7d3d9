/* Graphs, tables, bytes. */

#define ALL 0xffffffffu

__constant__ unsigned query[8];

static __device__ unsigned
mix(unsigned h)
{
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	return h ^ h >> 16;
}

/* Neighbours of the frontier that are farther than the next level are marked. */
extern "C" __global__ void
look_frontier(const int *frontier, const int *starts, const int *neighbours, const int *level,
              unsigned char *next, int n, int now)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int node = frontier[i];
	for (int e = starts[node]; e < starts[node + 1]; e++) {
		int to = neighbours[e];
		if (level[to] > now)
			next[to] = 1;
	}
}

extern "C" __global__ void
look_bloom(const unsigned *filter, const unsigned *keys, unsigned char *found, int *hits,
           unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = keys[i];
	bool in = true;
	for (int k = 0; k < 4 && in; k++) {
		unsigned bit = mix(key + k * 0x9e3779b9u);
		in = filter[bit >> 5 & mask] >> (bit & 31) & 1;
	}
	found[i] = in;
	unsigned votes = __ballot_sync(ALL, in);
	if (threadIdx.x % 32 == 0 && votes)
		atomicAdd(hits, __popc(votes));
}

/* Open addressing: slots of key and value; a key that is a multiple of four stands for nothing. */
extern "C" __global__ void
look_table(const uint2 *slots, const unsigned *keys, unsigned *values, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = keys[i], at = mix(key) & mask, value = 0;
	for (int tries = 0; tries < 32; tries++) {
		uint2 slot = slots[at];
		if (slot.x == key) {
			value = slot.y;
			break;
		}
		if (slot.x % 4 == 0)
			break;
		at = (at + 1) & mask;
	}
	values[i] = value;
}

/* The nearest of `count` centres in eight dimensions. */
extern "C" __global__ void
look_centres(const float *points, const float *centres, int *nearest, int n, int count)
{
	extern __shared__ float held[];
	for (int i = threadIdx.x; i < count * 8; i += blockDim.x)
		held[i] = centres[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float p[8], least = 1e30f;
	int best = 0;
	for (int d = 0; d < 8; d++)
		p[d] = points[(size_t)d * n + i];
	for (int c = 0; c < count; c++) {
		float sum = 0.0f;
#pragma unroll
		for (int d = 0; d < 8; d++) {
			float away = p[d] - held[c * 8 + d];
			sum += away * away;
		}
		if (sum < least)
			least = sum, best = c;
	}
	nearest[i] = best;
}

/* How often four bytes occur, at any place. */
extern "C" __global__ void
look_bytes(const unsigned *text, unsigned pattern, int *count, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int matches = 0;
	if (i < words - 1) {
		unsigned low = text[i], high = text[i + 1];
		for (int k = 0; k < 4; k++)
			matches += __funnelshift_r(low, high, 8 * k) == pattern;
	}
	int any = __syncthreads_count(matches > 0);
	if (threadIdx.x == 0 && any)
		atomicAdd(count, any);
}

/* A checksum of 64 bytes for each thread, byte by byte through a table. */
extern "C" __global__ void
look_crc(const uint4 *data, const unsigned *table, unsigned *out)
{
	__shared__ unsigned held[256];
	held[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	unsigned crc = ALL;
	for (int k = 0; k < 4; k++) {
		uint4 v = data[i * 4 + k];
		unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
		for (int w = 0; w < 4; w++)
#pragma unroll
			for (int b = 0; b < 32; b += 8)
				crc = crc >> 8 ^ held[(crc ^ word[w] >> b) & 255];
	}
	out[i] = ~crc;
}

extern "C" __global__ void
look_xor(const uint4 *data, unsigned *out, int n)
{
	unsigned sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 v = data[i];
		sum ^= v.x ^ v.y ^ v.z ^ v.w;
	}
	sum = __reduce_xor_sync(ALL, sum);
	if (threadIdx.x % 32 == 0)
		atomicXor(out, sum);
}

/* Bits in which fingerprints of 256 bits differ from one. */
extern "C" __global__ void
look_fingerprints(const uint4 *prints, unsigned short *distance, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint4 a = prints[2 * i], b = prints[2 * i + 1];
	distance[i] = __popc(a.x ^ query[0]) + __popc(a.y ^ query[1]) + __popc(a.z ^ query[2])
	              + __popc(a.w ^ query[3]) + __popc(b.x ^ query[4]) + __popc(b.y ^ query[5])
	              + __popc(b.z ^ query[6]) + __popc(b.w ^ query[7]);
}

/* One diagonal of a local alignment. */
extern "C" __global__ void
look_alignment(const unsigned char *a, const unsigned char *b, const int *before_last,
               const int *last, int *now, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (i >= n)
		return;
	int match = before_last[i - 1] + (a[i] == b[n - i] ? 2 : -1);
	int gap = max(last[i], last[i - 1]) - 1;
	now[i] = max(0, max(match, gap));
}
