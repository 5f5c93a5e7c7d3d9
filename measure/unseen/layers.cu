/* Steps of neural networks: rows, heads, halves and small integers. */
#include <cuda_fp16.h>

#define ALL 0xffffffffu

static __device__ float
warp_sum(float value)
{
	for (int step = 16; step > 0; step /= 2)
		value += __shfl_xor_sync(ALL, value, step);
	return value;
}

static __device__ float
warp_max(float value)
{
	for (int step = 16; step > 0; step /= 2)
		value = fmaxf(value, __shfl_xor_sync(ALL, value, step));
	return value;
}

extern "C" __global__ void
layer_bias_relu_residual(const float4 *x, const float4 *bias, const float4 *residual, float4 *out,
                         int n, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 v = x[i], b = bias[i % columns], r = residual[i];
	v.x = fmaxf(v.x + b.x, 0.0f) + r.x;
	v.y = fmaxf(v.y + b.y, 0.0f) + r.y;
	v.z = fmaxf(v.z + b.z, 0.0f) + r.z;
	v.w = fmaxf(v.w + b.w, 0.0f) + r.w;
	out[i] = v;
}

extern "C" __global__ void
layer_rms_norm(const float4 *x, const float4 *gain, float4 *out, int columns)
{
	__shared__ float sums[32];
	const float4 *row = x + (size_t)blockIdx.x * columns;
	float4 *to = out + (size_t)blockIdx.x * columns;
	float sum = 0.0f;
	for (int i = threadIdx.x; i < columns; i += blockDim.x) {
		float4 v = row[i];
		sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	}
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.0f;
		sum = warp_sum(sum);
		if (threadIdx.x == 0)
			sums[0] = rsqrtf(sum / (4.0f * columns) + 1e-5f);
	}
	__syncthreads();
	float scale = sums[0];
	for (int i = threadIdx.x; i < columns; i += blockDim.x) {
		float4 v = row[i], g = gain[i];
		to[i] = make_float4(v.x * scale * g.x, v.y * scale * g.y, v.z * scale * g.z,
		                    v.w * scale * g.w);
	}
}

/* Pairs of one head lie HEAD/2 apart. Block: (HEAD/2, heads per block), grid: (heads, tokens). */
extern "C" __global__ void
layer_rotary(float *q, const float *frequency, int heads, int half)
{
	int head = blockIdx.x * blockDim.y + threadIdx.y;
	int token = blockIdx.y;
	float sine, cosine;
	sincosf(token * frequency[threadIdx.x], &sine, &cosine);
	float *pair = q + ((size_t)token * heads + head) * 2 * half + threadIdx.x;
	float a = pair[0], b = pair[half];
	pair[0] = a * cosine - b * sine;
	pair[half] = a * sine + b * cosine;
}

/* One query of 128 halves against all keys of its head: a warp for each key. */
extern "C" __global__ void
layer_decode_scores(const float4 *query, const uint2 *keys, float *scores, int tokens, int heads)
{
	int token = blockIdx.x * blockDim.y + threadIdx.y;
	int head = blockIdx.y;
	float4 q = query[head * 32 + threadIdx.x];
	uint2 bits = keys[((size_t)token * heads + head) * 32 + threadIdx.x];
	float2 low = __half22float2(*(const __half2 *)&bits.x);
	float2 high = __half22float2(*(const __half2 *)&bits.y);
	float sum = warp_sum(q.x * low.x + q.y * low.y + q.z * high.x + q.w * high.y);
	if (threadIdx.x == 0)
		scores[(size_t)head * tokens + token] = sum * 0.08838835f;
}

/* Weighted sum of the values of one head, a part of the tokens for each block. */
extern "C" __global__ void
layer_decode_values(const float *weights, const __half *values, float *parts, int tokens, int heads,
                    int share)
{
	int head = blockIdx.y;
	int first = blockIdx.x * share;
	float sum = 0.0f;
#pragma unroll 4
	for (int t = first; t < first + share; t++)
		sum += weights[(size_t)head * tokens + t]
		       * __half2float(values[((size_t)t * heads + head) * 128 + threadIdx.x]);
	parts[((size_t)blockIdx.x * heads + head) * 128 + threadIdx.x] = sum;
}

extern "C" __global__ void
layer_swiglu(const __half2 *gate, const __half2 *up, __half2 *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
		g.x = g.x / (1.0f + __expf(-g.x)) * u.x;
		g.y = g.y / (1.0f + __expf(-g.y)) * u.y;
		out[i] = __float22half2_rn(g);
	}
}

/* Rows of floats to bytes with one scale for each row. */
extern "C" __global__ void
layer_quantise(const float4 *x, char4 *out, float *scales, int columns)
{
	__shared__ float most[32];
	const float4 *row = x + (size_t)blockIdx.x * columns;
	float top = 0.0f;
	for (int i = threadIdx.x; i < columns; i += blockDim.x) {
		float4 v = row[i];
		top = fmaxf(top, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
	}
	top = warp_max(top);
	if (threadIdx.x % 32 == 0)
		most[threadIdx.x / 32] = top;
	__syncthreads();
	top = most[0];
	for (int i = 1; i < blockDim.x / 32; i++)
		top = fmaxf(top, most[i]);
	float scale = 127.0f / (top + 1e-6f);
	for (int i = threadIdx.x; i < columns; i += blockDim.x) {
		float4 v = row[i];
		out[(size_t)blockIdx.x * columns + i] =
		        make_char4(__float2int_rn(v.x * scale), __float2int_rn(v.y * scale),
		                   __float2int_rn(v.z * scale), __float2int_rn(v.w * scale));
	}
	if (threadIdx.x == 0)
		scales[blockIdx.x] = top / 127.0f;
}

/* Eight numbers of four bits in a word, one scale for 64 numbers. */
extern "C" __global__ void
layer_dequantise_4bit(const unsigned *packed, const __half *scales, uint4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned word = packed[i];
	__half2 scale = __half2half2(scales[i / 8]);
	unsigned to[4];
#pragma unroll
	for (int k = 0; k < 4; k++) {
		unsigned bits = (word >> (4 * k) & 0x000f000fu) | 0x64006400u;
		__half2 pair = __hsub2(*(__half2 *)&bits, __floats2half2_rn(1032.0f, 1032.0f));
		pair = __hmul2(pair, scale);
		to[k] = *(unsigned *)&pair;
	}
	out[i] = make_uint4(to[0], to[1], to[2], to[3]);
}

/* The four largest of each row, a warp for each row. */
extern "C" __global__ void
layer_top_4(const float *x, float *values, int *places, int columns)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float best[4];
	int place[4];
	for (int k = 0; k < 4; k++)
		best[k] = -1e30f, place[k] = -1;
	for (int i = threadIdx.x; i < columns; i += 32) {
		float v = x[(size_t)row * columns + i];
		int at = i;
		if (v <= best[3])
			continue;
#pragma unroll
		for (int k = 0; k < 4; k++)
			if (v > best[k]) {
				float old = best[k];
				int old_at = place[k];
				best[k] = v, place[k] = at;
				v = old, at = old_at;
			}
	}
	for (int k = 0; k < 4; k++) {
		float top = warp_max(best[0]);
		int lane = __ffs(__ballot_sync(ALL, best[0] == top)) - 1;
		if (threadIdx.x == lane) {
			values[row * 4 + k] = top;
			places[row * 4 + k] = place[0];
			best[0] = best[1], best[1] = best[2], best[2] = best[3], best[3] = -1e30f;
			place[0] = place[1], place[1] = place[2], place[2] = place[3];
		}
	}
}

extern "C" __global__ void
layer_adam(float *weights, float *first, float *second, const float *gradient, int n, float rate)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float g = gradient[i];
	float m = 0.9f * first[i] + 0.1f * g;
	float v = 0.999f * second[i] + 0.001f * g * g;
	first[i] = m;
	second[i] = v;
	weights[i] -= rate * m / (sqrtf(fabsf(v)) + 1e-8f);
}

/* Gradient of an embedding: rows of floats added where indices say. */
extern "C" __global__ void
layer_scatter_add(float *table, const int *index, const float *gradient, int width)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float *to = table + (size_t)index[row] * width;
	for (int i = threadIdx.x; i < width; i += 32)
		atomicAdd(&to[i], gradient[(size_t)row * width + i]);
}
