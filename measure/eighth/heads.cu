// Attention, and what stands between the layers.
#include <math.h>

__device__ float
all_of_warp(float v)
{
	for (int o = 16; o > 0; o /= 2)
		v += __shfl_xor_sync(0xffffffff, v, o);
	return v;
}

// One query a block: scores in shared memory, softmax, then the values.
extern "C" __global__ void
atn_query_a_block(const float *q, const float *k, const float *v, float *o, int length, int d,
                  float scale)
{
	extern __shared__ float score[];
	__shared__ float part[4];
	const float *qi = q + ((size_t)blockIdx.y * length + blockIdx.x) * d;
	const float *kh = k + (size_t)blockIdx.y * length * d;
	const float *vh = v + (size_t)blockIdx.y * length * d;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	float top = -INFINITY, sum = 0.0f;

	for (int j = warp; j < length; j += 4) {
		float s = 0.0f;
		for (int c = lane; c < d; c += 32)
			s += qi[c] * kh[(size_t)j * d + c];
		s = all_of_warp(s) * scale;
		if (lane == 0)
			score[j] = s;
		top = fmaxf(top, s);
	}
	if (lane == 0)
		part[warp] = top;
	__syncthreads();
	top = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
	__syncthreads();
	for (int j = threadIdx.x; j < length; j += 128) {
		float e = __expf(score[j] - top);
		score[j] = e;
		sum += e;
	}
	sum = all_of_warp(sum);
	if (lane == 0)
		part[warp] = sum;
	__syncthreads();
	sum = part[0] + part[1] + part[2] + part[3];
	for (int c = threadIdx.x; c < d; c += 128) {
		float acc = 0.0f;
		for (int j = 0; j < length; j++)
			acc += score[j] * vh[(size_t)j * d + c];
		o[((size_t)blockIdx.y * length + blockIdx.x) * d + c] = acc / sum;
	}
}

// The smallest flash attention: tiles of 32 queries and keys, width 64, a thread a query.
extern "C" __global__ void
atn_flash_small(const float *Q, const float *K, const float *V, float *O, int N, float scale)
{
	__shared__ float Kj[32 * 64], Vj[32 * 64], S[32 * 33];
	int tx = threadIdx.x;
	size_t base = (size_t)blockIdx.y * N * 64;
	int row = blockIdx.x * 32 + tx;
	float qi[64], oi[64], m = -INFINITY, l = 0.0f;

#pragma unroll
	for (int x = 0; x < 64; x++) {
		qi[x] = Q[base + (size_t)row * 64 + x];
		oi[x] = 0.0f;
	}
	for (int j = 0; j < N; j += 32) {
		for (int x = tx; x < 32 * 64; x += 32) {
			Kj[x] = K[base + (size_t)j * 64 + x];
			Vj[x] = V[base + (size_t)j * 64 + x];
		}
		__syncthreads();
		float mj = -INFINITY;
		for (int y = 0; y < 32; y++) {
			float sum = 0.0f;
#pragma unroll
			for (int x = 0; x < 64; x++)
				sum += qi[x] * Kj[y * 64 + x];
			sum *= scale;
			S[tx * 33 + y] = sum;
			mj = fmaxf(mj, sum);
		}
		float now = fmaxf(m, mj), keep = __expf(m - now);
		l *= keep;
#pragma unroll
		for (int x = 0; x < 64; x++)
			oi[x] *= keep;
		for (int y = 0; y < 32; y++) {
			float p = __expf(S[tx * 33 + y] - now);
			l += p;
#pragma unroll
			for (int x = 0; x < 64; x++)
				oi[x] += p * Vj[y * 64 + x];
		}
		m = now;
		__syncthreads();
	}
#pragma unroll
	for (int x = 0; x < 64; x++)
		O[base + (size_t)row * 64 + x] = oi[x] / l;
}

// Scores below the diagonal, the rest masked; one block of 16 x 16 for a tile, d in steps of 16.
extern "C" __global__ void
atn_scores_causal(const float *q, const float *k, float *s, int length, int d, float scale)
{
	__shared__ float a[16][16], b[16][17];
	int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
	size_t head = (size_t)blockIdx.z * length;

	if (blockIdx.x > blockIdx.y) {
		s[(head + i) * length + j] = -INFINITY;
		return;
	}
	float acc = 0.0f;
	for (int c = 0; c < d; c += 16) {
		a[threadIdx.y][threadIdx.x] = q[(head + i) * d + c + threadIdx.x];
		b[threadIdx.y][threadIdx.x] =
			k[(head + blockIdx.x * 16 + threadIdx.y) * d + c + threadIdx.x];
		__syncthreads();
#pragma unroll
		for (int x = 0; x < 16; x++)
			acc += a[threadIdx.y][x] * b[threadIdx.x][x];
		__syncthreads();
	}
	s[(head + i) * length + j] = j <= i ? acc * scale : -INFINITY;
}

extern "C" __global__ void
act_gelu_tanh(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float x = in[i];
		float cube = 0.044715f * x * x * x;
		out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + cube)));
	}
}
