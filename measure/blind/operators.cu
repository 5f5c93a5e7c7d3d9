// Operators of networks, as the libraries of the day write them.
#include <cuda_fp16.h>
#include <stdint.h>

__inline__ __device__ float
warp_sum(float v)
{
#pragma unroll
	for (int mask = 16; mask > 0; mask >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, mask, 32);
	return v;
}

__inline__ __device__ float
warp_max(float v)
{
#pragma unroll
	for (int mask = 16; mask > 0; mask >>= 1)
		v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, mask, 32));
	return v;
}

template <bool MAX>
__inline__ __device__ float
block_all(float v)
{
	static __shared__ float shared[32];
	int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;

	v = MAX ? warp_max(v) : warp_sum(v);
	__syncthreads();
	if (lane == 0)
		shared[wid] = v;
	__syncthreads();
	v = lane < (blockDim.x + 31) / 32 ? shared[lane] : (MAX ? -1e20f : 0.0f);
	return MAX ? warp_max(v) : warp_sum(v);
}

extern "C" __global__ void
op_rmsnorm_half(__half *__restrict__ out, const __half *__restrict__ input,
		const __half *__restrict__ weight, float epsilon, int hidden)
{
	__shared__ float s_variance;
	float variance = 0.0f;

	for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x) {
		const float x = (float)input[blockIdx.x * hidden + idx];
		variance += x * x;
	}
	variance = block_all<false>(variance);
	if (threadIdx.x == 0)
		s_variance = rsqrtf(variance / hidden + epsilon);
	__syncthreads();
	for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x) {
		float x = (float)input[blockIdx.x * hidden + idx];
		out[blockIdx.x * hidden + idx] = __float2half(x * s_variance) * weight[idx];
	}
}

/* Rotates the two halves of each head in place; angles from the position. */
extern "C" __global__ void
op_rope(float *q, const int *positions, int heads, int dim, float theta)
{
	int token = blockIdx.x;
	int pos = positions[token];
	int half_dim = dim / 2;
	for (int i = threadIdx.x; i < heads * half_dim; i += blockDim.x) {
		int head = i / half_dim, j = i % half_dim;
		float freq = powf(theta, -2.0f * j / dim);
		float s, c;
		__sincosf(pos * freq, &s, &c);
		float *at = q + ((size_t)token * heads + head) * dim;
		float a = at[j], b = at[j + half_dim];
		at[j] = a * c - b * s;
		at[j + half_dim] = b * c + a * s;
	}
}

extern "C" __global__ void
op_rope_cached(const float2 *__restrict__ in, const float2 *__restrict__ table,
	       float2 *__restrict__ out, int tokens, int pairs_per_token, int pairs_per_head)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= tokens * pairs_per_token)
		return;
	int token = i / pairs_per_token;
	float2 v = in[i];
	float2 r = __ldg(&table[token * pairs_per_head + i % pairs_per_head]);
	out[i] = make_float2(v.x * r.x - v.y * r.y, v.x * r.y + v.y * r.x);
}

extern "C" __global__ void
op_bias_gelu(const __half2 *x, const __half2 *bias, __half2 *y, int columns2, int total2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < total2) {
		float2 v = __half22float2(__hadd2(x[i], bias[i % columns2]));
		v.x = 0.5f * v.x * (1.0f + erff(v.x * 0.70710678f));
		v.y = 0.5f * v.y * (1.0f + erff(v.y * 0.70710678f));
		y[i] = __float22half2_rn(v);
	}
}

/* gate and up lie one after the other in each row. */
extern "C" __global__ void
op_swiglu(const float4 *__restrict__ gate_up, float4 *__restrict__ out, int columns4)
{
	const float4 *row = gate_up + (size_t)blockIdx.x * 2 * columns4;
	for (int c = threadIdx.x; c < columns4; c += blockDim.x) {
		float4 g = row[c], u = row[c + columns4], r;
		r.x = g.x / (1.0f + __expf(-g.x)) * u.x;
		r.y = g.y / (1.0f + __expf(-g.y)) * u.y;
		r.z = g.z / (1.0f + __expf(-g.z)) * u.z;
		r.w = g.w / (1.0f + __expf(-g.w)) * u.w;
		out[(size_t)blockIdx.x * columns4 + c] = r;
	}
}

extern "C" __global__ void
op_embedding(const int *__restrict__ ids, const float *__restrict__ tokens,
	     const float *__restrict__ places, float *__restrict__ out, int dim, int length)
{
	int t = blockIdx.x;
	int id = ids[t];
	for (int d = threadIdx.x; d < dim; d += blockDim.x)
		out[t * dim + d] = tokens[(size_t)id * dim + d] + places[(t % length) * dim + d];
}

/* The K largest of a row, found one after the other by one block. */
extern "C" __global__ void
op_top_k(const float *__restrict__ scores, float *values, int *indices, int columns, int k)
{
	extern __shared__ float row[];
	__shared__ float best_value[8];
	__shared__ int best_index[8];

	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		row[c] = scores[(size_t)blockIdx.x * columns + c];
	__syncthreads();
	for (int round = 0; round < k; round++) {
		float v = -3.4e38f;
		int at = 0;
		for (int c = threadIdx.x; c < columns; c += blockDim.x)
			if (row[c] > v) {
				v = row[c];
				at = c;
			}
		for (int offset = 16; offset > 0; offset /= 2) {
			float other = __shfl_down_sync(0xffffffffu, v, offset);
			int other_at = __shfl_down_sync(0xffffffffu, at, offset);
			if (other > v) {
				v = other;
				at = other_at;
			}
		}
		if (threadIdx.x % 32 == 0) {
			best_value[threadIdx.x / 32] = v;
			best_index[threadIdx.x / 32] = at;
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			for (int w = 1; w < blockDim.x / 32; w++)
				if (best_value[w] > v) {
					v = best_value[w];
					at = best_index[w];
				}
			values[blockIdx.x * k + round] = v;
			indices[blockIdx.x * k + round] = at;
			row[at] = -3.4e38f;
		}
		__syncthreads();
	}
}

extern "C" __global__ void
op_quantize_rows(const float4 *__restrict__ in, char4 *__restrict__ out, float *scales,
		 int columns4)
{
	const float4 *row = in + (size_t)blockIdx.x * columns4;
	float amax = 0.0f;
	for (int c = threadIdx.x; c < columns4; c += blockDim.x) {
		float4 v = row[c];
		amax = fmaxf(amax,
			     fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
	}
	amax = block_all<true>(amax);
	float scale = 127.0f / fmaxf(amax, 1e-10f);
	if (threadIdx.x == 0)
		scales[blockIdx.x] = 1.0f / scale;
	for (int c = threadIdx.x; c < columns4; c += blockDim.x) {
		float4 v = row[c];
		char4 q;
		q.x = (signed char)__float2int_rn(v.x * scale);
		q.y = (signed char)__float2int_rn(v.y * scale);
		q.z = (signed char)__float2int_rn(v.z * scale);
		q.w = (signed char)__float2int_rn(v.w * scale);
		out[(size_t)blockIdx.x * columns4 + c] = q;
	}
}

extern "C" __global__ void
op_dequantize(const int8_t *q, const float *scale, const int8_t *zero, __half *out, int columns,
	      int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int c = i % columns;
	out[i] = __float2half((float)(q[i] - zero[c]) * scale[c]);
}

/* Attention with the softmax kept as it runs; a warp for a query, two numbers of 64 for a lane. */
extern "C" __global__ void
op_attention_online(const float *__restrict__ Q, const float *__restrict__ K,
		    const float *__restrict__ V, float *__restrict__ O, int length, float scale)
{
	int lane = threadIdx.x, head = blockIdx.y;
	int query = blockIdx.x * blockDim.y + threadIdx.y;
	const float *k = K + (size_t)head * length * 64;
	const float *v = V + (size_t)head * length * 64;
	size_t at = ((size_t)head * length + query) * 64;
	float q0 = Q[at + lane] * scale, q1 = Q[at + lane + 32] * scale;
	float m = -1e30f, l = 0.0f, o0 = 0.0f, o1 = 0.0f;

	for (int j = 0; j < length; j++) {
		float s = warp_sum(q0 * k[j * 64 + lane] + q1 * k[j * 64 + lane + 32]);
		float larger = fmaxf(m, s);
		float keep = __expf(m - larger), p = __expf(s - larger);
		l = l * keep + p;
		o0 = o0 * keep + p * v[j * 64 + lane];
		o1 = o1 * keep + p * v[j * 64 + lane + 32];
		m = larger;
	}
	O[at + lane] = o0 / l;
	O[at + lane + 32] = o1 / l;
}

/* Row i of a causal score matrix keeps columns 0 ... i. */
extern "C" __global__ void
op_softmax_causal(__half *scores, int length)
{
	int row = blockIdx.x;
	__half *s = scores + ((size_t)blockIdx.y * length + row) * length;
	float largest = -1e20f, sum = 0.0f;
	for (int c = threadIdx.x; c <= row; c += blockDim.x)
		largest = fmaxf(largest, __half2float(s[c]));
	largest = block_all<true>(largest);
	for (int c = threadIdx.x; c <= row; c += blockDim.x)
		sum += __expf(__half2float(s[c]) - largest);
	sum = block_all<false>(sum);
	for (int c = threadIdx.x; c < length; c += blockDim.x)
		s[c] = c <= row ? __float2half(__expf(__half2float(s[c]) - largest) / sum)
				: __float2half(0.0f);
}

/* Mean and variance of a channel over batch and pixels, a block for each. */
extern "C" __global__ void
op_batchnorm_stats(const float *__restrict__ in, float *mean, float *variance, int N, int C,
		   int pixels)
{
	int c = blockIdx.x;
	float sum = 0.0f, squares = 0.0f;
	for (int n = 0; n < N; n++)
		for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
			float v = in[((size_t)n * C + c) * pixels + p];
			sum += v;
			squares += v * v;
		}
	sum = block_all<false>(sum);
	squares = block_all<false>(squares);
	if (threadIdx.x == 0) {
		float m = sum / (N * pixels);
		mean[c] = m;
		variance[c] = squares / (N * pixels) - m * m;
	}
}

extern "C" __global__ void
op_cross_entropy(const float *__restrict__ logits, const int *__restrict__ targets, float *losses,
		 int vocabulary)
{
	const float *x = logits + (size_t)blockIdx.x * vocabulary;
	float m = -INFINITY, l = 0.0f;
	for (int i = threadIdx.x; i < vocabulary; i += blockDim.x) {
		float v = x[i];
		if (v > m) {
			l *= expf(m - v);
			m = v;
		}
		l += expf(v - m);
	}
	float all = block_all<true>(m);
	l = block_all<false>(l * expf(m - all));
	if (threadIdx.x == 0)
		losses[blockIdx.x] = logf(l) + all - x[targets[blockIdx.x]];
}

/* A warp for each row. */
/* Philox 4x32-10 decides for four numbers at once. */
