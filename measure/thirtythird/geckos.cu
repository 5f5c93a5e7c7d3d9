// Attention, quantised layers, embeddings, choice of tokens.
#include <cuda_fp16.h>
#include <cstdint>
#include <cfloat>

// One query to a warp, 64 wide, softmax as it goes; grid y: heads.
extern "C" __global__ void attn_warp_to_query(const float *__restrict__ Q, const float *__restrict__ K,
                                              const float *__restrict__ V, float *__restrict__ O, int length,
                                              bool causal)
{
	int lane = threadIdx.x, q = blockIdx.x * blockDim.y + threadIdx.y;
	if (q >= length)
		return;
	size_t head = (size_t)blockIdx.y * length * 64;
	const float2 *k2 = (const float2 *)(K + head), *v2 = (const float2 *)(V + head);
	float2 query = ((const float2 *)(Q + head))[q * 32 + lane], acc = {0.f, 0.f};
	float top = -FLT_MAX, sum = 0.f;
	int end = causal ? q + 1 : length;
	for (int j = 0; j < end; j++) {
		float2 key = k2[j * 32 + lane];
		float dot = query.x * key.x + query.y * key.y;
		for (int s = 16; s; s >>= 1)
			dot += __shfl_xor_sync(~0u, dot, s);
		dot *= 0.125f;
		float now = fmaxf(top, dot), old = __expf(top - now), p = __expf(dot - now);
		float2 v = v2[j * 32 + lane];
		sum = sum * old + p;
		acc.x = acc.x * old + p * v.x;
		acc.y = acc.y * old + p * v.y;
		top = now;
	}
	((float2 *)(O + head))[q * 32 + lane] = make_float2(acc.x / sum, acc.y / sum);
}

// One new token: block to a head of 128, scores in shared memory.
extern "C" __global__ void __launch_bounds__(128)
attn_decode_one_token(const float *__restrict__ q, const __half *__restrict__ K, const __half *__restrict__ V,
                      float *__restrict__ out, int length)
{
	extern __shared__ float score[];
	__shared__ float part[4];
	int t = threadIdx.x, lane = t & 31, warp = t >> 5;
	const __half *keys = K + (size_t)blockIdx.x * length * 128, *values = V + (size_t)blockIdx.x * length * 128;
	float4 query = ((const float4 *)q)[blockIdx.x * 32 + lane];
	float top = -FLT_MAX;
	for (int j = warp; j < length; j += 4) {
		uint2 raw = ((const uint2 *)(keys + (size_t)j * 128))[lane];
		float2 a = __half22float2(*(__half2 *)&raw.x), b = __half22float2(*(__half2 *)&raw.y);
		float dot = query.x * a.x + query.y * a.y + query.z * b.x + query.w * b.y;
		for (int s = 16; s; s >>= 1)
			dot += __shfl_xor_sync(~0u, dot, s);
		dot *= 0.08838835f;
		top = fmaxf(top, dot);
		if (lane == 0)
			score[j] = dot;
	}
	if (lane == 0)
		part[warp] = top;
	__syncthreads();
	top = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
	float sum = 0.f, acc = 0.f;
	for (int j = t; j < length; j += 128)
		score[j] = __expf(score[j] - top);
	__syncthreads();
	for (int j = 0; j < length; j++) {
		sum += score[j];
		acc += score[j] * __half2float(values[(size_t)j * 128 + t]);
	}
	out[blockIdx.x * 128 + t] = acc / sum;
}

// Rows to signed bytes with a scale each.
extern "C" __global__ void quant_rows_to_signed_bytes(const float *__restrict__ in, int8_t *__restrict__ out,
                                               float *__restrict__ scales, int cols)
{
	__shared__ float part[32];
	const float *row = in + (size_t)blockIdx.x * cols;
	float top = 0.f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		top = fmaxf(top, fabsf(row[c]));
	for (int s = 16; s; s >>= 1)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, s));
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = top;
	__syncthreads();
	for (int w = 0; w < blockDim.x / 32; w++)
		top = fmaxf(top, part[w]);
	float scale = top > 0.f ? 127.f / top : 0.f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = (int8_t)__float2int_rn(row[c] * scale);
	if (threadIdx.x == 0)
		scales[blockIdx.x] = top / 127.f;
}

// Four-bit weights, eight to a word, a scale for each 64 columns; warp to a row.
extern "C" __global__ void quant_nibbles_by_vector(const unsigned *__restrict__ weights,
                                                   const __half *__restrict__ scales,
                                                   const float *__restrict__ x, float *__restrict__ y, int rows,
                                                   int words)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	float sum = 0.f;
	for (int w = lane; w < words; w += 32) {
		unsigned bits = weights[(size_t)row * words + w];
		float4 a = ((const float4 *)x)[2 * w], b = ((const float4 *)x)[2 * w + 1];
		float part = ((int)(bits & 15) - 8) * a.x + ((int)(bits >> 4 & 15) - 8) * a.y +
		             ((int)(bits >> 8 & 15) - 8) * a.z + ((int)(bits >> 12 & 15) - 8) * a.w +
		             ((int)(bits >> 16 & 15) - 8) * b.x + ((int)(bits >> 20 & 15) - 8) * b.y +
		             ((int)(bits >> 24 & 15) - 8) * b.z + ((int)(bits >> 28) - 8) * b.w;
		sum += part * __half2float(scales[((size_t)row * words + w) / 8]);
	}
	for (int s = 16; s; s >>= 1)
		sum += __shfl_down_sync(~0u, sum, s);
	if (lane == 0)
		y[row] = sum;
}

extern "C" __global__ void embedding_token_and_position(const int *__restrict__ tokens,
                                                        const float4 *__restrict__ words,
                                                        const float4 *__restrict__ positions,
                                                        float4 *__restrict__ out, int length, int quads)
{
	int token = tokens[blockIdx.x], place = blockIdx.x % length;
	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 a = words[(size_t)token * quads + i], b = positions[place * quads + i];
		out[(size_t)blockIdx.x * quads + i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
	}
}

// The eight best of each row, found one after the other.
extern "C" __global__ void op_topk_eight_rounds(const float *__restrict__ logits, float *__restrict__ best,
                                                int *__restrict__ where, int cols)
{
	extern __shared__ float row[];
	__shared__ float tops[32];
	__shared__ int places[32];
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		row[c] = logits[(size_t)blockIdx.x * cols + c];
	__syncthreads();
	for (int k = 0; k < 8; k++) {
		float top = -FLT_MAX;
		int at = 0;
		for (int c = threadIdx.x; c < cols; c += blockDim.x)
			if (row[c] > top) {
				top = row[c];
				at = c;
			}
		for (int s = 16; s; s >>= 1) {
			float other = __shfl_down_sync(~0u, top, s);
			int place = __shfl_down_sync(~0u, at, s);
			if (other > top) {
				top = other;
				at = place;
			}
		}
		if (threadIdx.x % 32 == 0) {
			tops[threadIdx.x / 32] = top;
			places[threadIdx.x / 32] = at;
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			for (int w = 1; w < blockDim.x / 32; w++)
				if (tops[w] > top) {
					top = tops[w];
					at = places[w];
				}
			best[blockIdx.x * 8 + k] = top;
			where[blockIdx.x * 8 + k] = at;
			row[at] = -FLT_MAX;
		}
		__syncthreads();
	}
}

// A token for each row: weights are walked until the drawn share of their sum is passed.
extern "C" __global__ void op_sample_by_walking(const float *weights, const float *draws, int *chosen, int rows,
                                                int cols)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	const float *w = weights + (size_t)row * cols;
	float sum = 0.f;
	for (int c = lane; c < cols; c += 32)
		sum += w[c];
	for (int s = 16; s; s >>= 1)
		sum += __shfl_xor_sync(~0u, sum, s);
	float goal = draws[row] * sum, before = 0.f;
	int found = cols - 1;
	for (int c = 0; c < cols; c += 32) {
		float v = c + lane < cols ? w[c + lane] : 0.f;
		for (int d = 1; d < 32; d *= 2) {
			float o = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += o;
		}
		unsigned past = __ballot_sync(~0u, before + v > goal);
		if (past) {
			found = min(c + __ffs(past) - 1, cols - 1);
			break;
		}
		before += __shfl_sync(~0u, v, 31);
	}
	if (lane == 0)
		chosen[row] = found;
}
