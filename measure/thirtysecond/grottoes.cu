// Quantised layers, optimiser steps, embeddings and the choice of tokens.
#include <cuda_fp16.h>
#include <stdint.h>

// Each row by its own greatest magnitude; columns divide by four.
extern "C" __global__ void quant_rows_by_absmax(const float *__restrict__ x, int8_t *__restrict__ q,
                                                float *__restrict__ scale, int columns)
{
	__shared__ float most_of[32];
	const float4 *row = reinterpret_cast<const float4 *>(x + (size_t)blockIdx.x * columns);
	float most = 0;
	for (int i = threadIdx.x; i < columns / 4; i += blockDim.x) {
		float4 v = row[i];
		most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
	}
	for (int o = 16; o; o /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
	if (threadIdx.x % 32 == 0)
		most_of[threadIdx.x / 32] = most;
	__syncthreads();
	for (int w = 0; w < blockDim.x / 32; w++)
		most = fmaxf(most, most_of[w]);
	float by = most > 0 ? 127.f / most : 0.f;
	char4 *to = reinterpret_cast<char4 *>(q + (size_t)blockIdx.x * columns);
	for (int i = threadIdx.x; i < columns / 4; i += blockDim.x) {
		float4 v = row[i];
		to[i] = make_char4(__float2int_rn(v.x * by), __float2int_rn(v.y * by), __float2int_rn(v.z * by),
		                   __float2int_rn(v.w * by));
	}
	if (threadIdx.x == 0)
		scale[blockIdx.x] = most / 127.f;
}

// Four-bit weights in groups of 128 along a row, a warp a row, eight weights a word.
extern "C" __global__ void quant_matvec_four_bits_grouped(const uint32_t *__restrict__ weights,
                                                const __half *__restrict__ scales,
                                                const __half *__restrict__ x, float *__restrict__ y,
                                                int rows, int words)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0;
	for (int w = lane; w < words; w += 32) {
		uint32_t packed = weights[(size_t)row * words + w];
		uint4 eight = reinterpret_cast<const uint4 *>(x)[w];
		const __half2 *pair = reinterpret_cast<const __half2 *>(&eight);
		float part = 0;
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float2 v = __half22float2(pair[j]);
			part += ((int)(packed >> (8 * j) & 15) - 8) * v.x;
			part += ((int)(packed >> (8 * j + 4) & 15) - 8) * v.y;
		}
		sum += part * __half2float(scales[(size_t)row * (words / 16) + w / 16]);
	}
	for (int o = 16; o; o /= 2)
		sum += __shfl_down_sync(~0u, sum, o);
	if (lane == 0)
		y[row] = sum;
}

// Bytes times bytes with a scale a row and a column, bias and relu; 16 x 16 outputs a block.
extern "C" __global__ void __launch_bounds__(256) quant_linear_dp4a_relu(
	const int *__restrict__ X, const int *__restrict__ W, const float *__restrict__ x_scale,
	const float *__restrict__ w_scale, const float *__restrict__ bias, float *__restrict__ Y, int m,
	int n, int k4)
{
	__shared__ int xs[16][33], ws[16][33];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	int sum = 0;
	for (int k = 0; k < k4; k += 32) {
		for (int c = tx; c < 32; c += 16) {
			xs[ty][c] = row < m && k + c < k4 ? X[row * k4 + k + c] : 0;
			int other = blockIdx.x * 16 + ty;
			ws[ty][c] = other < n && k + c < k4 ? W[other * k4 + k + c] : 0;
		}
		__syncthreads();
#pragma unroll 8
		for (int c = 0; c < 32; c++)
			sum = __dp4a(xs[ty][c], ws[tx][c], sum);
		__syncthreads();
	}
	if (row < m && col < n)
		Y[row * n + col] = fmaxf(sum * x_scale[row] * w_scale[col] + bias[col], 0.f);
}

// Masters in floats, gradients and the model's own weights in halves.
extern "C" __global__ void net_adamw_half_weights(float *__restrict__ master, __half *__restrict__ weight,
                                                  const __half *__restrict__ gradient,
                                                  float *__restrict__ m, float *__restrict__ v, size_t n,
                                                  float rate, float beta1, float beta2, float decay,
                                                  float correction1, float correction2,
                                                  float loss_scale)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	for (; i < n; i += (size_t)gridDim.x * blockDim.x) {
		float g = __half2float(gradient[i]) / loss_scale;
		float mi = beta1 * m[i] + (1 - beta1) * g;
		float vi = beta2 * v[i] + (1 - beta2) * g * g;
		float p = master[i];
		p -= rate * (mi / correction1 / (sqrtf(vi / correction2) + 1e-8f) + decay * p);
		m[i] = mi;
		v[i] = vi;
		master[i] = p;
		weight[i] = __float2half_rn(p);
	}
}

// A block a layer: the step's length follows the layer's own.
extern "C" __global__ void net_lars_layers(float *weights, const float *gradients, float *momentum,
                                           const int *begin, float rate, float trust)
{
	__shared__ float w_part[32], g_part[32];
	int first = begin[blockIdx.x], last = begin[blockIdx.x + 1];
	float w2 = 0, g2 = 0;
	for (int i = first + threadIdx.x; i < last; i += blockDim.x) {
		w2 += weights[i] * weights[i];
		g2 += gradients[i] * gradients[i];
	}
	for (int o = 16; o > 0; o >>= 1) {
		w2 += __shfl_xor_sync(0xffffffff, w2, o);
		g2 += __shfl_xor_sync(0xffffffff, g2, o);
	}
	if ((threadIdx.x & 31) == 0) {
		w_part[threadIdx.x >> 5] = w2;
		g_part[threadIdx.x >> 5] = g2;
	}
	__syncthreads();
	w2 = g2 = 0;
	for (int w = 0; w < (int)blockDim.x / 32; w++) {
		w2 += w_part[w];
		g2 += g_part[w];
	}
	float local = rate * trust * sqrtf(w2) / (sqrtf(g2) + 1e-6f);
	for (int i = first + threadIdx.x; i < last; i += blockDim.x) {
		float step = 0.9f * momentum[i] + local * gradients[i];
		momentum[i] = step;
		weights[i] -= step;
	}
}

// Word and place, four floats a thread; a block a token.
extern "C" __global__ void embedding_word_and_place(const int *__restrict__ token,
                                                    const float4 *__restrict__ words,
                                                    const float4 *__restrict__ places,
                                                    float4 *__restrict__ out, int length, int quads)
{
	int at = blockIdx.x;
	const float4 *w = words + (size_t)token[at] * quads;
	const float4 *p = places + (size_t)(at % length) * quads;
	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 a = w[i], b = p[i];
		out[(size_t)at * quads + i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
	}
}

// The best K of each row: every thread keeps K of its own, then K rounds over the block.
template <int K>
__global__ void bestTokens(const float *__restrict__ logits, float *__restrict__ value,
                           int *__restrict__ index, int vocabulary)
{
	__shared__ float top[32];
	__shared__ int owner[32];
	const float *row = logits + (size_t)blockIdx.x * vocabulary;
	float v[K];
	int p[K];
#pragma unroll
	for (int j = 0; j < K; j++) {
		v[j] = -INFINITY;
		p[j] = -1;
	}
	for (int i = threadIdx.x; i < vocabulary; i += blockDim.x) {
		float x = row[i];
		if (x > v[K - 1]) {
			v[K - 1] = x;
			p[K - 1] = i;
#pragma unroll
			for (int j = K - 1; j > 0; j--)
				if (v[j] > v[j - 1]) {
					float tv = v[j];
					v[j] = v[j - 1];
					v[j - 1] = tv;
					int tp = p[j];
					p[j] = p[j - 1];
					p[j - 1] = tp;
				}
		}
	}
	for (int round = 0; round < K; round++) {
		float best = v[0];
		int who = threadIdx.x;
		for (int o = 16; o > 0; o /= 2) {
			float other = __shfl_xor_sync(~0u, best, o);
			int from = __shfl_xor_sync(~0u, who, o);
			if (other > best || (other == best && from < who)) {
				best = other;
				who = from;
			}
		}
		if (threadIdx.x % 32 == 0) {
			top[threadIdx.x / 32] = best;
			owner[threadIdx.x / 32] = who;
		}
		__syncthreads();
		best = top[0];
		who = owner[0];
		for (int w = 1; w < blockDim.x / 32; w++)
			if (top[w] > best) {
				best = top[w];
				who = owner[w];
			}
		if (threadIdx.x == who) {
			value[blockIdx.x * K + round] = v[0];
			index[blockIdx.x * K + round] = p[0];
#pragma unroll
			for (int j = 0; j + 1 < K; j++) {
				v[j] = v[j + 1];
				p[j] = p[j + 1];
			}
			v[K - 1] = -INFINITY;
		}
		__syncthreads();
	}
}
template __global__ void bestTokens<4>(const float *, float *, int *, int);
template __global__ void bestTokens<12>(const float *, float *, int *, int);

__host__ __device__ inline uint32_t mixed(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

// A token by chance: the greatest of logit / temperature plus Gumbel noise.
extern "C" __global__ void llm_draw_token_gumbel(const float *logits, int *token, int vocabulary,
                                               float temperature, uint32_t seed)
{
	__shared__ unsigned long long best;
	if (threadIdx.x == 0)
		best = 0;
	__syncthreads();
	float most = -INFINITY;
	int place = 0;
	for (int i = threadIdx.x; i < vocabulary; i += blockDim.x) {
		uint32_t bits = mixed(seed ^ mixed(blockIdx.x * vocabulary + i));
		float u = (bits >> 8) * (1.0f / 16777216.0f) + 1e-8f;
		float score = logits[(size_t)blockIdx.x * vocabulary + i] / temperature - __logf(-logf(u));
		if (score > most) {
			most = score;
			place = i;
		}
	}
	uint32_t rising = __float_as_uint(most);
	rising = rising & 0x80000000u ? ~rising : rising | 0x80000000u;
	atomicMax(&best, (unsigned long long)rising << 32 | (uint32_t)place);
	__syncthreads();
	if (threadIdx.x == 0)
		token[blockIdx.x] = (int)(best & 0xffffffffu);
}
