// What a language model's decoder runs, step by step, and how it is trained.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>

typedef __nv_bfloat16 bf16;
typedef __nv_bfloat162 bf162;

// Rotates the halves of queries and keys, and puts keys and values where the pages say.
extern "C" __global__ void llm_rope_append(half *__restrict__ q, half *__restrict__ k,
	const half *__restrict__ v, half *k_cache, half *v_cache, const float *__restrict__ cos_sin,
	const int *__restrict__ positions, const int *__restrict__ slots, int heads, int kv_heads)
{
	const int dim = 128, half_dim = dim / 2;
	int token = blockIdx.x;
	const float *cs = cos_sin + (size_t)positions[token] * dim;
	for (int i = threadIdx.x; i < heads * half_dim; i += blockDim.x) {
		int h = i / half_dim, d = i % half_dim;
		half *p = q + ((size_t)token * heads + h) * dim;
		float c = cs[d], s = cs[half_dim + d], x = __half2float(p[d]),
		      y = __half2float(p[half_dim + d]);
		p[d] = __float2half(x * c - y * s);
		p[half_dim + d] = __float2half(y * c + x * s);
	}
	size_t slot = (size_t)slots[token] * kv_heads * dim;
	for (int i = threadIdx.x; i < kv_heads * half_dim; i += blockDim.x) {
		int h = i / half_dim, d = i % half_dim;
		const half *p = k + ((size_t)token * kv_heads + h) * dim;
		float c = cs[d], s = cs[half_dim + d], x = __half2float(p[d]),
		      y = __half2float(p[half_dim + d]);
		k_cache[slot + h * dim + d] = __float2half(x * c - y * s);
		k_cache[slot + h * dim + half_dim + d] = __float2half(y * c + x * s);
	}
	const uint4 *from = (const uint4 *)(v + (size_t)token * kv_heads * dim);
	uint4 *to = (uint4 *)(v_cache + slot);
	for (int i = threadIdx.x; i < kv_heads * dim / 8; i += blockDim.x)
		to[i] = from[i];
}

__device__ float block_sum(float v, float *space)
{
	for (int d = 16; d; d >>= 1)
		v += __shfl_xor_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		space[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x < blockDim.x / 32 ? space[threadIdx.x % 32] : 0.0f;
	if (threadIdx.x < 32) {
		for (int d = 16; d; d >>= 1)
			v += __shfl_xor_sync(~0u, v, d);
		if (threadIdx.x == 0)
			space[0] = v;
	}
	__syncthreads();
	v = space[0];
	__syncthreads();
	return v;
}

__device__ float block_max(float v, float *space)
{
	for (int d = 16; d; d >>= 1)
		v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
	if (threadIdx.x % 32 == 0)
		space[threadIdx.x / 32] = v;
	__syncthreads();
	v = space[0];
	for (int i = 1; i < blockDim.x / 32; i++)
		v = fmaxf(v, space[i]);
	__syncthreads();
	return v;
}

// One query of one head against its pages of 16 keys; scores stay in shared memory.
extern "C" __global__ void __launch_bounds__(128) llm_paged_decode(const bf16 *__restrict__ q,
	const bf16 *__restrict__ k_pages, const bf16 *__restrict__ v_pages, bf16 *__restrict__ out,
	const int *__restrict__ table, const int *__restrict__ lengths, int table_width, int group,
	float scale)
{
	extern __shared__ float scores[];
	__shared__ float space[32], query[128];
	const int page = 16, dim = 128;
	int head = blockIdx.x, sequence = blockIdx.y, heads = gridDim.x, kv_heads = heads / group;
	int kv = head / group, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int length = lengths[sequence] + 1;
	query[threadIdx.x] =
		__bfloat162float(q[((size_t)sequence * heads + head) * dim + threadIdx.x]) * scale;
	__syncthreads();
	float most = -1e30f;
	for (int t = warp; t < length; t += 4) {
		int p = table[sequence * table_width + t / page];
		const bf162 *key =
			(const bf162 *)(k_pages +
					(((size_t)p * page + t % page) * kv_heads + kv) * dim);
		float2 a = __bfloat1622float2(key[lane]), b = __bfloat1622float2(key[lane + 32]);
		float s = a.x * query[2 * lane] + a.y * query[2 * lane + 1] +
			  b.x * query[64 + 2 * lane] + b.y * query[65 + 2 * lane];
		for (int d = 16; d; d >>= 1)
			s += __shfl_xor_sync(~0u, s, d);
		if (lane == 0)
			scores[t] = s;
		most = fmaxf(most, s);
	}
	most = block_max(most, space);
	float sum = 0;
	for (int t = threadIdx.x; t < length; t += 128) {
		float e = __expf(scores[t] - most);
		scores[t] = e;
		sum += e;
	}
	sum = block_sum(sum, space);
	float acc = 0;
	for (int t = 0; t < length; t++) {
		int p = table[sequence * table_width + t / page];
		acc += scores[t] *
		       __bfloat162float(
			       v_pages[(((size_t)p * page + t % page) * kv_heads + kv) * dim +
				       threadIdx.x]);
	}
	out[((size_t)sequence * heads + head) * dim + threadIdx.x] = __float2bfloat16(acc / sum);
}

// Top-p: bisects the least probability that is kept, then draws along a running sum.
extern "C" __global__ void llm_sample_top_p(const float *__restrict__ logits,
	int *__restrict__ chosen, const float *__restrict__ draws, int words, float top_p,
	int rounds)
{
	__shared__ float space[32];
	__shared__ int winner;
	const float *row = logits + (size_t)blockIdx.x * words;
	float most = -1e30f;
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		most = fmaxf(most, row[i]);
	most = block_max(most, space);
	float total = 0;
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		total += expf(row[i] - most);
	total = block_sum(total, space);
	float low = 0, high = 1;
	for (int r = 0; r < rounds; r++) {
		float mid = 0.5f * (low + high), kept = 0;
		for (int i = threadIdx.x; i < words; i += blockDim.x) {
			float p = expf(row[i] - most);
			kept += p >= mid ? p : 0.0f;
		}
		kept = block_sum(kept, space);
		if (kept >= top_p * total)
			low = mid;
		else
			high = mid;
	}
	if (threadIdx.x == 0)
		winner = words - 1;
	__syncthreads();
	int each = (words + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each;
	float mine = 0;
	for (int i = from; i < min(from + each, words); i++) {
		float p = expf(row[i] - most);
		mine += p >= low ? p : 0.0f;
	}
	float kept = block_sum(mine, space), want = draws[blockIdx.x] * kept;
	if (mine > want * (threadIdx.x + 1) / blockDim.x)
		atomicMin(&winner, from);
	__syncthreads();
	if (threadIdx.x == 0)
		chosen[blockIdx.x] = winner;
}

// y = W x, W of signed bytes with a half for each group of 128 of a row; a warp for two rows.
extern "C" __global__ void llm_matvec_w8(const int8_t *__restrict__ w,
	const half *__restrict__ scales, const half *__restrict__ x, float *__restrict__ y,
	int rows, int cols)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32,
	    row = 2 * warp;
	if (row >= rows)
		return;
	float sum0 = 0, sum1 = 0;
	for (int c = lane * 8; c < cols; c += 256) {
		uint4 xs = *(const uint4 *)(x + c);
		const half2 *xh = (const half2 *)&xs;
		uint2 w0 = *(const uint2 *)(w + (size_t)row * cols + c);
		uint2 w1 = *(const uint2 *)(w + (size_t)(row + 1) * cols + c);
		const int8_t *b0 = (const int8_t *)&w0, *b1 = (const int8_t *)&w1;
		float p0 = 0, p1 = 0;
#pragma unroll
		for (int i = 0; i < 4; i++) {
			float2 f = __half22float2(xh[i]);
			p0 += f.x * b0[2 * i] + f.y * b0[2 * i + 1];
			p1 += f.x * b1[2 * i] + f.y * b1[2 * i + 1];
		}
		sum0 += p0 * __half2float(scales[(size_t)row * (cols / 128) + c / 128]);
		sum1 += p1 * __half2float(scales[(size_t)(row + 1) * (cols / 128) + c / 128]);
	}
	for (int d = 16; d; d >>= 1) {
		sum0 += __shfl_down_sync(~0u, sum0, d);
		sum1 += __shfl_down_sync(~0u, sum1, d);
	}
	if (lane == 0) {
		y[row] = sum0;
		y[row + 1] = sum1;
	}
}

// Eight columns of 4 bits in a word, zero points and scales by groups along the depth; parts of the
// depth are added atomically.
extern "C" __global__ void llm_matvec_w4_columns(const uint32_t *__restrict__ w,
	const uint32_t *__restrict__ zeros, const half *__restrict__ scales,
	const half *__restrict__ x, float *__restrict__ y, int depth, int cols, int part, int group)
{
	extern __shared__ half xs[];
	int word = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * part;
	for (int i = threadIdx.x; i < part; i += blockDim.x)
		xs[i] = x[from + i];
	__syncthreads();
	if (word * 8 >= cols)
		return;
	float acc[8] = {0};
	for (int k0 = 0; k0 < part; k0 += group) {
		int g = (from + k0) / group;
		uint32_t z = zeros[(size_t)g * (cols / 8) + word];
		half2 s[4], sum[4];
		*(uint4 *)s = *(const uint4 *)(scales + (size_t)g * cols + word * 8);
		for (int j = 0; j < 4; j++)
			sum[j] = __float2half2_rn(0.0f);
		for (int k = 0; k < group; k++) {
			uint32_t v = w[(size_t)(from + k0 + k) * (cols / 8) + word];
			half2 xx = __half2half2(xs[k0 + k]);
#pragma unroll
			for (int j = 0; j < 4; j++) {
				int a = (int)(v >> (8 * j) & 15) - (int)(z >> (8 * j) & 15);
				int b = (int)(v >> (8 * j + 4) & 15) - (int)(z >> (8 * j + 4) & 15);
				sum[j] = __hfma2(__halves2half2(__int2half_rn(a), __int2half_rn(b)),
					xx, sum[j]);
			}
		}
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float2 f = __half22float2(__hmul2(sum[j], s[j]));
			acc[2 * j] += f.x;
			acc[2 * j + 1] += f.y;
		}
	}
	for (int j = 0; j < 8; j++)
		atomicAdd(&y[word * 8 + j], acc[j]);
}

// x += residual; RMS norm; rows to signed bytes by their largest value. Rows in registers.
template <int PAIRS>
__global__ void llm_rms_quantise(bf162 *__restrict__ x, const bf162 *__restrict__ residual,
	const bf162 *__restrict__ weight, char2 *__restrict__ out, float *__restrict__ scales,
	int pairs, float epsilon)
{
	__shared__ float space[32];
	float2 v[PAIRS];
	size_t row = (size_t)blockIdx.x * pairs;
	float squares = 0;
#pragma unroll
	for (int i = 0; i < PAIRS; i++) {
		int c = threadIdx.x + i * blockDim.x;
		v[i] = make_float2(0, 0);
		if (c < pairs) {
			float2 a = __bfloat1622float2(x[row + c]),
			       b = __bfloat1622float2(residual[row + c]);
			v[i] = make_float2(a.x + b.x, a.y + b.y);
			x[row + c] = __float22bfloat162_rn(v[i]);
			squares += v[i].x * v[i].x + v[i].y * v[i].y;
		}
	}
	float inverse = rsqrtf(block_sum(squares, space) / (2 * pairs) + epsilon), most = 1e-8f;
#pragma unroll
	for (int i = 0; i < PAIRS; i++) {
		int c = threadIdx.x + i * blockDim.x;
		if (c < pairs) {
			float2 w = __bfloat1622float2(weight[c]);
			v[i].x *= inverse * w.x;
			v[i].y *= inverse * w.y;
			most = fmaxf(most, fmaxf(fabsf(v[i].x), fabsf(v[i].y)));
		}
	}
	most = block_max(most, space);
	float by = 127.0f / most;
#pragma unroll
	for (int i = 0; i < PAIRS; i++) {
		int c = threadIdx.x + i * blockDim.x;
		if (c < pairs)
			out[row + c] = make_char2(
				__float2int_rn(v[i].x * by), __float2int_rn(v[i].y * by));
	}
	if (threadIdx.x == 0)
		scales[blockIdx.x] = most / 127.0f;
}
template __global__ void llm_rms_quantise<2>(
	bf162 *, const bf162 *, const bf162 *, char2 *, float *, int, float);
template __global__ void llm_rms_quantise<8>(
	bf162 *, const bf162 *, const bf162 *, char2 *, float *, int, float);

// SwiGLU of rows [gate | up], eight bfloat16 at a time.
extern "C" __global__ void llm_swiglu8(const bf16 *in, bf16 *out, int width)
{
	const uint4 *gate = (const uint4 *)(in + (size_t)blockIdx.x * 2 * width);
	const uint4 *up = gate + width / 8;
	uint4 *to = (uint4 *)(out + (size_t)blockIdx.x * width);
	for (int i = threadIdx.x; i < width / 8; i += blockDim.x) {
		uint4 g = __ldg(gate + i), u = __ldg(up + i), r;
		const bf162 *gh = (const bf162 *)&g, *uh = (const bf162 *)&u;
		bf162 *rh = (bf162 *)&r;
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float2 a = __bfloat1622float2(gh[j]), b = __bfloat1622float2(uh[j]);
			a.x = a.x / (1.0f + __expf(-a.x)) * b.x;
			a.y = a.y / (1.0f + __expf(-a.y)) * b.y;
			rh[j] = __float22bfloat162_rn(a);
		}
		to[i] = r;
	}
}

// Loss of a row and its gradient: one pass for the running maximum and sum, one to write.
extern "C" __global__ void __launch_bounds__(1024) llm_loss_gradient(const float *logits,
	float *gradient, const int *targets, float *losses, int words, float share)
{
	__shared__ float space[32];
	const float4 *row = (const float4 *)(logits + (size_t)blockIdx.x * words);
	float4 *to = (float4 *)(gradient + (size_t)blockIdx.x * words);
	float most = -INFINITY, sum = 0;
	for (int i = (words / 4 - 1) - (int)threadIdx.x; i >= 0; i -= blockDim.x) {
		float4 v = row[i];
		float m = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
		if (m > most) {
			sum *= expf(most - m);
			most = m;
		}
		sum += expf(v.x - most) + expf(v.y - most) + expf(v.z - most) + expf(v.w - most);
	}
	float top = block_max(most, space);
	sum = block_sum(most > -INFINITY ? sum * expf(most - top) : 0.0f, space);
	int target = targets[blockIdx.x];
	if (threadIdx.x == 0)
		losses[blockIdx.x] = logf(sum) + top - ((const float *)row)[target];
	__syncthreads();
	float by = 1.0f / sum;
	for (int i = threadIdx.x; i < words / 4; i += blockDim.x) {
		float4 v = row[i];
		v.x = (expf(v.x - top) * by - (4 * i == target)) * share;
		v.y = (expf(v.y - top) * by - (4 * i + 1 == target)) * share;
		v.z = (expf(v.z - top) * by - (4 * i + 2 == target)) * share;
		v.w = (expf(v.w - top) * by - (4 * i + 3 == target)) * share;
		__stcs(to + i, v);
	}
}

// Adam with both moments in bytes: 256 of a block share a scale, a code book says what a byte
// means.
extern "C" __global__ void __launch_bounds__(256) llm_adam_bytes(float *__restrict__ weights,
	const half *__restrict__ grads, uint8_t *__restrict__ first, uint8_t *__restrict__ second,
	float *__restrict__ first_scale, float *__restrict__ second_scale,
	const float *__restrict__ book, float rate, float beta1, float beta2, float epsilon,
	int blocks)
{
	__shared__ float codes[256], space[32];
	codes[threadIdx.x] = book[threadIdx.x];
	__syncthreads();
	for (int b = blockIdx.x; b < blocks; b += gridDim.x) {
		size_t i = (size_t)b * 256 + threadIdx.x;
		float g = __half2float(grads[i]);
		float m = codes[first[i]] * first_scale[b] * beta1 + (1 - beta1) * g;
		float v = fabsf(codes[second[i]]) * second_scale[b] * beta2 + (1 - beta2) * g * g;
		weights[i] -= rate * m / (sqrtf(v) + epsilon);
		float m_most = block_max(fabsf(m), space) + 1e-12f,
		      v_most = block_max(v, space) + 1e-12f;
		float want[2] = {m / m_most, v / v_most};
		int found[2];
#pragma unroll
		for (int j = 0; j < 2; j++) {
			int low = 0;
#pragma unroll
			for (int step = 128; step; step >>= 1)
				if (codes[low + step] <= want[j])
					low += step;
			found[j] = low;
		}
		first[i] = (uint8_t)found[0];
		second[i] = (uint8_t)found[1];
		if (threadIdx.x == 0) {
			first_scale[b] = m_most;
			second_scale[b] = v_most;
		}
	}
}

// Tokens of each expert counted, then their places: one block, one thread an expert at the end.
extern "C" __global__ void llm_experts_align(const int *__restrict__ experts,
	int *__restrict__ sorted, int *__restrict__ starts, int pairs, int count)
{
	extern __shared__ int tallies[];
	for (int i = threadIdx.x; i <= count; i += blockDim.x)
		tallies[i] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < pairs; i += blockDim.x)
		atomicAdd(&tallies[experts[i] + 1], 1);
	__syncthreads();
	if (threadIdx.x == 0)
		for (int e = 1; e <= count; e++)
			tallies[e] += tallies[e - 1];
	__syncthreads();
	for (int i = threadIdx.x; i <= count; i += blockDim.x)
		starts[i] = tallies[i];
	__syncthreads();
	for (int i = threadIdx.x; i < pairs; i += blockDim.x)
		sorted[atomicAdd(&tallies[experts[i]], 1)] = i;
}

// A state of 16 numbers a channel carried along the sequence.
extern "C" __global__ void llm_state_scan(const float *__restrict__ u,
	const float *__restrict__ delta, const float *__restrict__ a, const float *__restrict__ b,
	const float *__restrict__ c, float *__restrict__ y, int channels, int length)
{
	int d = blockIdx.x * blockDim.x + threadIdx.x, batch = blockIdx.y;
	if (d >= channels)
		return;
	float rates[16], state[16];
	for (int n = 0; n < 16; n++) {
		rates[n] = -fabsf(a[d * 16 + n]) * 1.442695f;
		state[n] = 0;
	}
	for (int t = 0; t < length; t++) {
		size_t at = ((size_t)batch * length + t) * channels + d,
		       row = ((size_t)batch * length + t) * 16;
		float x = u[at], dt = log1pf(expf(delta[at])), out = 0;
#pragma unroll
		for (int n = 0; n < 16; n++) {
			state[n] = exp2f(dt * rates[n]) * state[n] + dt * x * b[row + n];
			out += state[n] * c[row + n];
		}
		y[at] = out;
	}
}

// Rows of bfloat16 to e4m3, a scale for each 128.
extern "C" __global__ void llm_quantise_fp8(const bf16 *__restrict__ x,
	__nv_fp8x4_e4m3 *__restrict__ out, float *__restrict__ scales, int groups)
{
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (g >= groups)
		return;
	uint2 raw = ((const uint2 *)(x + (size_t)g * 128))[lane];
	float2 a = __bfloat1622float2(*(bf162 *)&raw.x), b = __bfloat1622float2(*(bf162 *)&raw.y);
	float most = fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(b.x), fabsf(b.y)));
	for (int d = 16; d; d >>= 1)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	float scale = fmaxf(most, 1e-10f) / 448.0f, by = 1.0f / scale;
	out[(size_t)g * 32 + lane] =
		__nv_fp8x4_e4m3(make_float4(a.x * by, a.y * by, b.x * by, b.y * by));
	if (lane == 0)
		scales[g] = scale;
}

// Group norm and SiLU of channels-last pictures; a block for a group of a picture.
extern "C" __global__ void llm_group_norm_silu(const half2 *x, half2 *y, const float2 *gamma,
	const float2 *beta, int pixels, int channels, int per_group)
{
	__shared__ float space[32];
	int group = blockIdx.x, pairs = per_group / 2, row = channels / 2;
	const half2 *from = x + (size_t)blockIdx.y * pixels * row + group * pairs;
	half2 *to = y + (size_t)blockIdx.y * pixels * row + group * pairs;
	float sum = 0, squares = 0;
	for (int i = threadIdx.x; i < pixels * pairs; i += blockDim.x) {
		float2 v = __half22float2(from[(size_t)(i / pairs) * row + i % pairs]);
		sum += v.x + v.y;
		squares += v.x * v.x + v.y * v.y;
	}
	sum = block_sum(sum, space);
	squares = block_sum(squares, space);
	float mean = sum / (pixels * per_group);
	float inverse = rsqrtf(squares / (pixels * per_group) - mean * mean + 1e-5f);
	for (int i = threadIdx.x; i < pixels * pairs; i += blockDim.x) {
		int c = i % pairs;
		size_t at = (size_t)(i / pairs) * row + c;
		float2 v = __half22float2(from[at]), g = gamma[group * pairs + c],
		       b = beta[group * pairs + c];
		v.x = (v.x - mean) * inverse * g.x + b.x;
		v.y = (v.y - mean) * inverse * g.y + b.y;
		to[at] = __floats2half2_rn(v.x / (1.0f + expf(-v.x)), v.y / (1.0f + expf(-v.y)));
	}
}
