// Rows of a network: softmax, norms, activations, attention, losses.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ float warp_sum(float v)
{
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, o);
	return v;
}

__device__ float warp_max(float v)
{
	for (int o = 16; o > 0; o >>= 1)
		v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
	return v;
}

// The sum over the block, known to all; `room` holds a float for each warp.
__device__ float block_sum(float v, float *room)
{
	int warps = blockDim.x / 32;
	v = warp_sum(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		room[threadIdx.x / 32] = v;
	__syncthreads();
	float sum = 0;
	for (int w = 0; w < warps; w++)
		sum += room[w];
	return sum;
}

__device__ float block_max(float v, float *room)
{
	int warps = blockDim.x / 32;
	v = warp_max(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		room[threadIdx.x / 32] = v;
	__syncthreads();
	float most = room[0];
	for (int w = 1; w < warps; w++)
		most = fmaxf(most, room[w]);
	return most;
}

// A warp a row; maximum and sum in one pass.
extern "C" __global__ void softmax_online_half(const __half *__restrict__ in, __half *__restrict__ out,
                                               int rows, int cols)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	in += (size_t)row * cols;
	out += (size_t)row * cols;
	float most = -INFINITY, sum = 0;
	for (int c = lane; c < cols; c += 32) {
		float v = __half2float(in[c]);
		if (v > most) {
			sum *= __expf(most - v);
			most = v;
		}
		sum += __expf(v - most);
	}
	float all = warp_max(most);
	sum = warp_sum(most == -INFINITY ? 0.f : sum * __expf(most - all));
	float scale = 1.0f / sum;
	for (int c = lane; c < cols; c += 32)
		out[c] = __float2half(__expf(__half2float(in[c]) - all) * scale);
}

// Scores of one query against the keys up to itself; what lies ahead becomes zero.
extern "C" __global__ void softmax_causal_in_shared(float *scores, int length, float scale)
{
	extern __shared__ float held[];
	__shared__ float room[32];
	int query = blockIdx.x;
	float *row = scores + ((size_t)blockIdx.y * length + query) * length;
	int seen = query + 1;
	float most = -INFINITY;
	for (int i = threadIdx.x; i < seen; i += blockDim.x) {
		held[i] = row[i] * scale;
		most = fmaxf(most, held[i]);
	}
	most = block_max(most, room);
	float sum = 0;
	for (int i = threadIdx.x; i < seen; i += blockDim.x) {
		held[i] = expf(held[i] - most);
		sum += held[i];
	}
	sum = block_sum(sum, room);
	for (int i = threadIdx.x; i < length; i += blockDim.x)
		row[i] = i < seen ? held[i] / sum : 0.0f;
}

// x + residual and its norm; a row stays in registers, at most QUADS float4 a thread.
template <int QUADS>
__global__ void addAndNorm(const float4 *__restrict__ x, float4 *__restrict__ residual,
                           const float4 *__restrict__ gain, const float4 *__restrict__ bias,
                           float4 *__restrict__ out, int hidden, float eps)
{
	__shared__ float room[32];
	const int quads = hidden / 4;
	const size_t base = (size_t)blockIdx.x * quads;
	float4 v[QUADS];
	float sum = 0;
#pragma unroll
	for (int q = 0; q < QUADS; q++) {
		int i = q * blockDim.x + threadIdx.x;
		v[q] = make_float4(0, 0, 0, 0);
		if (i < quads) {
			float4 a = x[base + i], r = residual[base + i];
			v[q] = make_float4(a.x + r.x, a.y + r.y, a.z + r.z, a.w + r.w);
			residual[base + i] = v[q];
		}
		sum += v[q].x + v[q].y + v[q].z + v[q].w;
	}
	float mean = block_sum(sum, room) / hidden;
	float square = 0;
#pragma unroll
	for (int q = 0; q < QUADS; q++)
		if (q * blockDim.x + threadIdx.x < quads) {
			float a = v[q].x - mean, b = v[q].y - mean, c = v[q].z - mean, d = v[q].w - mean;
			square += a * a + b * b + c * c + d * d;
		}
	float scale = rsqrtf(block_sum(square, room) / hidden + eps);
#pragma unroll
	for (int q = 0; q < QUADS; q++) {
		int i = q * blockDim.x + threadIdx.x;
		if (i < quads) {
			float4 g = gain[i], b = bias[i];
			out[base + i] = make_float4((v[q].x - mean) * scale * g.x + b.x,
			                            (v[q].y - mean) * scale * g.y + b.y,
			                            (v[q].z - mean) * scale * g.z + b.z,
			                            (v[q].w - mean) * scale * g.w + b.w);
		}
	}
}
template __global__ void addAndNorm<2>(const float4 *, float4 *, const float4 *, const float4 *, float4 *, int, float);
template __global__ void addAndNorm<5>(const float4 *, float4 *, const float4 *, const float4 *, float4 *, int, float);

// Heads of queries and keys are normed apart: many short rows, a warp each.
extern "C" __global__ void rmsnorm_heads_bf16(__nv_bfloat162 *x, const __nv_bfloat162 *gain,
                                              long long rows, int pairs, float eps)
{
	long long row = (long long)blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	__nv_bfloat162 *at = x + row * pairs;
	float square = 0.f;
	for (int i = threadIdx.x; i < pairs; i += 32) {
		float2 v = __bfloat1622float2(at[i]);
		square += v.x * v.x + v.y * v.y;
	}
	float scale = rsqrtf(warp_sum(square) / (2 * pairs) + eps);
	for (int i = threadIdx.x; i < pairs; i += 32) {
		float2 v = __bfloat1622float2(at[i]), g = __bfloat1622float2(gain[i]);
		at[i] = __floats2bfloat162_rn(v.x * scale * g.x, v.y * scale * g.y);
	}
}

// Gate and value lie side by side in each row: [rows][2][width].
extern "C" __global__ void act_swiglu_packed(const __half2 *__restrict__ packed, __half2 *__restrict__ out,
                                             unsigned width, unsigned n)
{
	unsigned stride = gridDim.x * blockDim.x;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		unsigned row = i / width, col = i % width;
		float2 gate = __half22float2(packed[2 * row * width + col]);
		float2 value = __half22float2(packed[(2 * row + 1) * width + col]);
		gate.x = gate.x / (1.f + __expf(-gate.x)) * value.x;
		gate.y = gate.y / (1.f + __expf(-gate.y)) * value.y;
		out[i] = __float22half2_rn(gate);
	}
}

// A query a thread, keys and values through shared memory 16 at a time.
template <int DIM>
__global__ void __launch_bounds__(128) attendTiles(const float *__restrict__ Q, const float *__restrict__ K,
                                                   const float *__restrict__ V, float *__restrict__ O,
                                                   int length, float scale, int causal)
{
	__shared__ float keys[16][DIM], values[16][DIM];
	size_t head = (size_t)blockIdx.y * length * DIM;
	int query = blockIdx.x * blockDim.x + threadIdx.x;
	float q[DIM], acc[DIM];
	float most = -INFINITY, sum = 0;
	for (int d = 0; d < DIM; d++) {
		q[d] = query < length ? Q[head + (size_t)query * DIM + d] * scale : 0.f;
		acc[d] = 0;
	}
	int end = causal ? min(length, (int)((blockIdx.x + 1) * blockDim.x)) : length;
	for (int first = 0; first < end; first += 16) {
		int many = min(16, end - first);
		for (int i = threadIdx.x; i < many * DIM; i += blockDim.x) {
			keys[i / DIM][i % DIM] = K[head + (size_t)first * DIM + i];
			values[i / DIM][i % DIM] = V[head + (size_t)first * DIM + i];
		}
		__syncthreads();
		for (int j = 0; j < many; j++) {
			if (causal && first + j > query)
				break;
			float s = 0;
#pragma unroll
			for (int d = 0; d < DIM; d++)
				s += q[d] * keys[j][d];
			float higher = fmaxf(most, s);
			float keep = __expf(most - higher), p = __expf(s - higher);
			most = higher;
			sum = sum * keep + p;
#pragma unroll
			for (int d = 0; d < DIM; d++)
				acc[d] = acc[d] * keep + p * values[j][d];
		}
		__syncthreads();
	}
	if (query < length)
		for (int d = 0; d < DIM; d++)
			O[head + (size_t)query * DIM + d] = acc[d] / sum;
}
template __global__ void attendTiles<32>(const float *, const float *, const float *, float *, int, float, int);
template __global__ void attendTiles<64>(const float *, const float *, const float *, float *, int, float, int);

// One new token of each sequence against a cache in pages of 16 tokens, dim 128, halves.
// grid: heads, sequences; 128 threads; room for `limit` scores.
extern "C" __global__ void __launch_bounds__(128) attn_newest_token_paged(
	const __half *__restrict__ query, const __half *__restrict__ key_pages,
	const __half *__restrict__ value_pages, const int *__restrict__ table,
	const int *__restrict__ context, __half *__restrict__ out, int pages_a_sequence, int limit,
	float scale)
{
	extern __shared__ float scores[];
	__shared__ float room[4];
	__shared__ float2 q[64];
	const int head = blockIdx.x, heads = gridDim.x, sequence = blockIdx.y;
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	const int length = min(context[sequence] + 1, limit);
	const int *pages = table + sequence * pages_a_sequence;
	const __half2 *from = reinterpret_cast<const __half2 *>(query + (size_t)(sequence * heads + head) * 128);
	if (threadIdx.x < 64)
		q[threadIdx.x] = __half22float2(from[threadIdx.x]);
	__syncthreads();

	float most = -INFINITY;
	for (int t = warp; t < length; t += 4) {
		size_t at = (((size_t)pages[t / 16] * heads + head) * 16 + t % 16) * 128;
		const __half2 *k = reinterpret_cast<const __half2 *>(key_pages + at);
		float2 a = __half22float2(k[lane]), b = __half22float2(k[lane + 32]);
		float s = a.x * q[lane].x + a.y * q[lane].y + b.x * q[lane + 32].x + b.y * q[lane + 32].y;
		s = warp_sum(s) * scale;
		most = fmaxf(most, s);
		if (lane == 0)
			scores[t] = s;
	}
	most = block_max(most, room);
	float sum = 0;
	for (int t = threadIdx.x; t < length; t += 128) {
		float p = __expf(scores[t] - most);
		scores[t] = p;
		sum += p;
	}
	sum = block_sum(sum, room);
	float acc = 0;
	for (int t = 0; t < length; t++) {
		size_t at = (((size_t)pages[t / 16] * heads + head) * 16 + t % 16) * 128;
		acc += scores[t] * __half2float(value_pages[at + threadIdx.x]);
	}
	out[(size_t)(sequence * heads + head) * 128 + threadIdx.x] = __float2half(acc / sum);
}

// Loss and gradient of each row; smoothing spreads a little over all classes.
extern "C" __global__ void op_cross_entropy_smoothed(const float *__restrict__ logits,
                                                     const int *__restrict__ target,
                                                     float *__restrict__ loss, float *__restrict__ gradient,
                                                     int classes, float smoothing)
{
	__shared__ float room[32];
	const float *row = logits + (size_t)blockIdx.x * classes;
	float most = -3.4e38f, total = 0.f;
	for (int c = threadIdx.x; c < classes; c += blockDim.x) {
		most = fmaxf(most, row[c]);
		total += row[c];
	}
	most = block_max(most, room);
	total = block_sum(total, room);
	float sum = 0.f;
	for (int c = threadIdx.x; c < classes; c += blockDim.x)
		sum += __expf(row[c] - most);
	sum = block_sum(sum, room);
	int right = target[blockIdx.x];
	float spread = smoothing / classes, inverse = 1.f / (sum * gridDim.x);
	for (int c = threadIdx.x; c < classes; c += blockDim.x) {
		float wanted = (c == right ? 1.f - smoothing : 0.f) + spread;
		gradient[(size_t)blockIdx.x * classes + c] = __expf(row[c] - most) * inverse - wanted / gridDim.x;
	}
	if (threadIdx.x == 0)
		loss[blockIdx.x] = most + __logf(sum) - (1.f - smoothing) * row[right] - spread * total;
}

// A block a group of channels of an image.
extern "C" __global__ void layer_groups_normed(const float *x, float *y, const float *gain,
                                               const float *bias, int channels, int a_group, int pixels)
{
	__shared__ float room[32];
	int groups = channels / a_group;
	int group = blockIdx.x % groups;
	const int many = a_group * pixels;
	size_t base = (size_t)blockIdx.x * many;
	float sum = 0, square = 0;
	for (int i = threadIdx.x; i < many; i += blockDim.x) {
		float v = x[base + i];
		sum += v;
		square += v * v;
	}
	sum = block_sum(sum, room);
	square = block_sum(square, room);
	float mean = sum / many;
	float scale = rsqrtf(fmaxf(square / many - mean * mean, 0.f) + 1e-5f);
	for (int i = threadIdx.x; i < many; i += blockDim.x) {
		int channel = group * a_group + i / pixels;
		y[base + i] = (x[base + i] - mean) * scale * gain[channel] + bias[channel];
	}
}
