/*
 * Rows: softmax, norms, losses; attention, quantised numbers, activations.
 */
#include <cstdint>
#include <cuda_fp16.h>

__device__ __forceinline__ float
warp_sum(float v)
{
#pragma unroll
	for (int d = 16; d > 0; d >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, d);
	return v;
}

__device__ __forceinline__ float
warp_max(float v)
{
#pragma unroll
	for (int d = 16; d > 0; d >>= 1)
		v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
	return v;
}

__device__ float
block_all(float v, bool largest)
{
	__shared__ float parts[32];
	v = largest ? warp_max(v) : warp_sum(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		parts[threadIdx.x / 32] = v;
	__syncthreads();
	int warps = blockDim.x / 32;
	v = threadIdx.x % 32 < warps ? parts[threadIdx.x % 32] : (largest ? -1e30f : 0.0f);
	return largest ? warp_max(v) : warp_sum(v);
}

extern "C" __global__ void
nrm_softmax_float4(const float4 *in, float4 *out, int quads)
{
	const float4 *row = in + (size_t)blockIdx.x * quads;
	float4 *to = out + (size_t)blockIdx.x * quads;
	float most = -1e30f;
	for (int q = threadIdx.x; q < quads; q += blockDim.x) {
		float4 v = row[q];
		most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
	}
	most = block_all(most, true);
	float sum = 0.0f;
	for (int q = threadIdx.x; q < quads; q += blockDim.x) {
		float4 v = row[q];
		sum += expf(v.x - most) + expf(v.y - most) + expf(v.z - most) + expf(v.w - most);
	}
	sum = 1.0f / block_all(sum, false);
	for (int q = threadIdx.x; q < quads; q += blockDim.x) {
		float4 v = row[q];
		to[q] = make_float4(expf(v.x - most) * sum, expf(v.y - most) * sum,
				    expf(v.z - most) * sum, expf(v.w - most) * sum);
	}
}

/* A row of 32 * PER numbers stays in a warp's registers. */
template <int PER>
__global__ void
nrm_log_softmax(const float *in, float *out, int rows)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float v[PER];
	float most = -INFINITY;
#pragma unroll
	for (int k = 0; k < PER; k++) {
		v[k] = in[row * 32 * PER + k * 32 + threadIdx.x];
		most = fmaxf(most, v[k]);
	}
	most = warp_max(most);
	float sum = 0.0f;
#pragma unroll
	for (int k = 0; k < PER; k++)
		sum += __expf(v[k] - most);
	float shift = most + __logf(warp_sum(sum));
#pragma unroll
	for (int k = 0; k < PER; k++)
		out[row * 32 * PER + k * 32 + threadIdx.x] = v[k] - shift;
}
template __global__ void nrm_log_softmax<4>(const float *, float *, int);
template __global__ void nrm_log_softmax<32>(const float *, float *, int);

extern "C" __global__ void
nrm_layer_two_pass(const float *in, const float *gain, const float *shift, float *out, int cols,
		   float eps)
{
	extern __shared__ float row[];
	float sum = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x) {
		row[c] = in[(size_t)blockIdx.x * cols + c];
		sum += row[c];
	}
	float mean = block_all(sum, false) / cols;
	float square = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x) {
		float d = row[c] - mean;
		square += d * d;
	}
	float scale = rsqrtf(block_all(square, false) / cols + eps);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = (row[c] - mean) * scale * gain[c] + shift[c];
}

/* Mean and variance as they go along: Welford, joined between lanes. */
extern "C" __global__ void
nrm_layer_welford(const float *in, float *out, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float mean = 0, m2 = 0, count = 0;
	for (int c = lane; c < cols; c += 32) {
		float v = in[row * cols + c];
		count += 1.0f;
		float d = v - mean;
		mean += d / count;
		m2 += d * (v - mean);
	}
	for (int d = 16; d > 0; d /= 2) {
		float mean2 = __shfl_xor_sync(~0u, mean, d);
		float m22 = __shfl_xor_sync(~0u, m2, d);
		float count2 = __shfl_xor_sync(~0u, count, d);
		float both = count + count2, apart = mean2 - mean;
		if (both > 0) {
			mean += apart * count2 / both;
			m2 += m22 + apart * apart * count * count2 / both;
		}
		count = both;
	}
	float scale = rsqrtf(m2 / cols + 1e-5f);
	for (int c = lane; c < cols; c += 32)
		out[row * cols + c] = (in[row * cols + c] - mean) * scale;
}

extern "C" __global__ void
nrm_batch_infer(const float *in, float *out, const float *mean, const float *variance,
		const float *gamma, const float *beta, int channels, int pixels, int total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int c = i / pixels % channels;
	out[i] = (in[i] - mean[c]) / sqrtf(variance[c] + 1e-5f) * gamma[c] + beta[c];
}

extern "C" __global__ void
nrm_cross_entropy(const float *logits, const int *labels, float *loss, int rows, int classes)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	const float *x = logits + row * classes;
	float most = x[0];
	for (int k = 1; k < classes; k++)
		most = fmaxf(most, x[k]);
	float sum = 0.f;
	for (int k = 0; k < classes; k++)
		sum += expf(x[k] - most);
	loss[row] = logf(sum) + most - x[labels[row]];
}

/* Queries times keys of one head, 16 x 16 scores a block. */
extern "C" __global__ void
head_scores(const float *q, const float *k, float *scores, int length, int depth, float scale)
{
	__shared__ float sq[16][17], sk[16][17];
	int head = blockIdx.z;
	const float *qh = q + (size_t)head * length * depth,
		    *kh = k + (size_t)head * length * depth;
	int row = blockIdx.y * 16 + threadIdx.y, key = blockIdx.x * 16 + threadIdx.y;
	int col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int d = 0; d < depth; d += 16) {
		sq[threadIdx.y][threadIdx.x] =
			row < length ? qh[row * depth + d + threadIdx.x] : 0.0f;
		sk[threadIdx.y][threadIdx.x] =
			key < length ? kh[key * depth + d + threadIdx.x] : 0.0f;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++)
			sum += sq[threadIdx.y][i] * sk[threadIdx.x][i];
		__syncthreads();
	}
	if (row < length && col < length)
		scores[((size_t)head * length + row) * length + col] = sum * scale;
}

/* A warp a query, keys one after the other, the sum rescaled as it grows. Depth 64. */
extern "C" __global__ void
head_online_warp(const float *q, const float *k, const float *v, float *out, int length,
		 float scale)
{
	int query = blockIdx.x * blockDim.y + threadIdx.y, head = blockIdx.y, lane = threadIdx.x;
	if (query >= length)
		return;
	size_t base = (size_t)head * length * 64;
	float q0 = q[base + query * 64 + lane] * scale,
	      q1 = q[base + query * 64 + 32 + lane] * scale;
	float most = -1e30f, total = 0, o0 = 0, o1 = 0;
	for (int j = 0; j <= query; j++) {
		const float *key = k + base + j * 64;
		float s = warp_sum(q0 * key[lane] + q1 * key[lane + 32]);
		float larger = fmaxf(most, s);
		float old = __expf(most - larger), weight = __expf(s - larger);
		total = total * old + weight;
		o0 = o0 * old + weight * v[base + j * 64 + lane];
		o1 = o1 * old + weight * v[base + j * 64 + 32 + lane];
		most = larger;
	}
	out[base + query * 64 + lane] = o0 / total;
	out[base + query * 64 + 32 + lane] = o1 / total;
}

/* Weights times values: a block a query and a head, a thread for each of depth. */
extern "C" __global__ void
head_weighted_values(const float *weights, const float *v, float *out, int length, int depth)
{
	extern __shared__ float w[];
	int query = blockIdx.x, head = blockIdx.y;
	for (int j = threadIdx.x; j < length; j += blockDim.x)
		w[j] = weights[((size_t)head * length + query) * length + j];
	__syncthreads();
	float sum = 0.f;
	for (int j = 0; j < length; j++)
		sum += w[j] * v[((size_t)head * length + j) * depth + threadIdx.x];
	out[((size_t)head * length + query) * depth + threadIdx.x] = sum;
}

extern "C" __global__ void
head_rotary(float2 *x, const int *positions, int heads, int pairs, int tokens)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= tokens * heads * pairs)
		return;
	int pair = i % pairs, token = i / (pairs * heads);
	float angle = positions[token] * exp2f(-13.287712f * pair / pairs);
	float s, c;
	sincosf(angle, &s, &c);
	float2 p = x[i];
	x[i] = make_float2(p.x * c - p.y * s, p.x * s + p.y * c);
}

extern "C" __global__ void
head_quantise_rows(const float *in, signed char *out, float *scales, int cols)
{
	const float *row = in + (size_t)blockIdx.x * cols;
	float most = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		most = fmaxf(most, fabsf(row[c]));
	most = block_all(most, true);
	float inverse = most > 0.0f ? 127.0f / most : 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = (signed char)__float2int_rn(row[c] * inverse);
	if (threadIdx.x == 0)
		scales[blockIdx.x] = most / 127.0f;
}

/* Eight numbers of four bits to eight halves. */
extern "C" __global__ void
head_unpack_four(const uint32_t *packed, const __half *scales, uint4 *out, int words,
		 int words_a_group)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= words)
		return;
	uint32_t w = packed[i];
	__half2 scale = __half2half2(scales[i / words_a_group]);
	uint4 result;
	__half2 *h = (__half2 *)&result;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int low = (int)(w >> (8 * k) & 15) - 8, high = (int)(w >> (8 * k + 4) & 15) - 8;
		h[k] = __hmul2(__halves2half2(__int2half_rn(low), __int2half_rn(high)), scale);
	}
	out[i] = result;
}

extern "C" __global__ void
head_bias_gelu(__half2 *x, const __half2 *bias, int n, int pairs)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 v = __half22float2(__hadd2(x[i], bias[i % pairs]));
	v.x = 0.5f * v.x * (1.0f + erff(v.x * 0.70710678f));
	v.y = 0.5f * v.y * (1.0f + erff(v.y * 0.70710678f));
	x[i] = __floats2half2_rn(v.x, v.y);
}

/* Drops by a hash of the index: no state to keep. */
extern "C" __global__ void
head_dropout(const float4 *in, float4 *out, int quads, unsigned seed, unsigned threshold,
	     float scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= quads)
		return;
	float4 v = in[i];
	float *p = &v.x;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		unsigned h = (4u * i + k) ^ seed;
		h ^= h >> 16;
		h *= 0x7feb352du;
		h ^= h >> 15;
		h *= 0x846ca68bu;
		h ^= h >> 16;
		p[k] = h < threshold ? p[k] * scale : 0.0f;
	}
	out[i] = v;
}

struct Swish {
	float beta;
	__device__ float
	operator()(float x, float gate) const
	{
		return x * gate / (1.0f + __expf(-beta * gate));
	}
};

struct LeakyAdd {
	float slope;
	__device__ float
	operator()(float x, float y) const
	{
		float s = x + y;
		return s > 0.0f ? s : slope * s;
	}
};

template <typename Function>
__global__ void
head_zip_with(const float *a, const float *b, float *out, int n, Function f)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = f(a[i], b[i]);
}
template __global__ void head_zip_with<Swish>(const float *, const float *, float *, int, Swish);
template __global__ void head_zip_with<LeakyAdd>(const float *, const float *, float *, int,
						 LeakyAdd);
