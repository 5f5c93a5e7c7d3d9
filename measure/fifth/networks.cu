// What training and inference of a language model are made of, one kernel for each step.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

static __device__ __forceinline__ float
warp_sum(float v)
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, o);
	return v;
}

static __device__ __forceinline__ float
warp_max(float v)
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
		v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
	return v;
}

// A warp normalises a row; mean and rstd are kept for the way back.
extern "C" __global__ void
net_norm_forward(float *__restrict__ out, float *__restrict__ mean, float *__restrict__ rstd,
		 const float *__restrict__ x, const float *__restrict__ gain,
		 const float *__restrict__ shift, int rows, int width)
{
	int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	if (row >= rows)
		return;
	const float *r = x + (size_t)row * width;
	float sum = 0;
	for (int i = lane; i < width; i += 32)
		sum += r[i];
	float m = warp_sum(sum) / width;
	sum = 0;
	for (int i = lane; i < width; i += 32) {
		float d = r[i] - m;
		sum += d * d;
	}
	float s = rsqrtf(warp_sum(sum) / width + 1e-5f);
	if (lane == 0) {
		__stcs(mean + row, m);
		__stcs(rstd + row, s);
	}
	float *o = out + (size_t)row * width;
	for (int i = lane; i < width; i += 32)
		__stcs(o + i, s * (__ldcs(r + i) - m) * gain[i] + shift[i]);
}

// Gradients of a normalisation: gains and shifts gather in shared memory, then in one place each.
extern "C" __global__ void
net_norm_backward(float *dx, float *dgain, float *dshift, const float *dout, const float *x,
		  const float *gain, const float *mean, const float *rstd, int rows, int width)
{
	extern __shared__ float both[];
	float *g = both, *b = both + width;
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		g[i] = b[i] = 0;
	__syncthreads();
	int lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
	for (int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); row < rows;
	     row += warps) {
		const float *dr = dout + row * width, *xr = x + row * width;
		float m = mean[row], s = rstd[row], a = 0, c = 0;
		for (int i = lane; i < width; i += 32) {
			float n = (xr[i] - m) * s, d = gain[i] * dr[i];
			a += d;
			c += d * n;
		}
		a = warp_sum(a) / width;
		c = warp_sum(c) / width;
		for (int i = lane; i < width; i += 32) {
			float n = (xr[i] - m) * s, d = gain[i] * dr[i];
			atomicAdd(&b[i], dr[i]);
			atomicAdd(&g[i], n * dr[i]);
			dx[row * width + i] += (d - a - n * c) * s;
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < width; i += blockDim.x) {
		atomicAdd(dgain + i, g[i]);
		atomicAdd(dshift + i, b[i]);
	}
}

// GELU by tanh of eight halves a thread.
extern "C" __global__ void __launch_bounds__(256)
	net_gelu_half8(const uint4 *__restrict__ in, uint4 *__restrict__ out, int n)
{
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i >= n)
		return;
	uint4 v = in[i];
	half2 *h = reinterpret_cast<half2 *>(&v);
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float2 f = __half22float2(h[k]);
		f.x = 0.5f * f.x * (1 + tanhf(0.79788456f * (f.x + 0.044715f * f.x * f.x * f.x)));
		f.y = 0.5f * f.y * (1 + tanhf(0.79788456f * (f.y + 0.044715f * f.y * f.y * f.y)));
		h[k] = __float22half2_rn(f);
	}
	out[i] = v;
}

// AdamW with weights of bfloat16 and two moments of float, a step of any number.
extern "C" __global__ void
net_adamw_bf16(__nv_bfloat16 *weights, const __nv_bfloat16 *grads, float *m, float *v, size_t n,
	       float rate, float beta1, float beta2, float correct1, float correct2, float eps,
	       float decay)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float g = __bfloat162float(grads[i]), a = m[i], b = v[i], w = __bfloat162float(weights[i]);
	a = a + (1 - beta1) * (g - a);
	b = b + (1 - beta2) * (g * g - b);
	m[i] = a;
	v[i] = b;
	weights[i] = __float2bfloat16(
		w - rate * (a / correct1 / (sqrtf(b / correct2) + eps) + decay * w));
}

// Attention by tiles of 32 keys: a block holds 32 queries of one head, a warp 8 of them.
extern "C" __global__ void __launch_bounds__(128)
	net_attention_tiles(const float *q, const float *k, const float *v, float *out, int length,
			    float scale)
{
	const int D = 64;
	__shared__ float keys[32][D + 1], values[32][D];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	size_t head = (size_t)blockIdx.y * length * D;
	int first = blockIdx.x * 32 + warp * 8;
	float high[8], low[8], o0[8], o1[8], q0[8], q1[8];
	for (int r = 0; r < 8; r++) {
		high[r] = -INFINITY;
		low[r] = o0[r] = o1[r] = 0;
		q0[r] = q[head + (size_t)(first + r) * D + lane] * scale;
		q1[r] = q[head + (size_t)(first + r) * D + lane + 32] * scale;
	}
	for (int t = 0; t < length; t += 32) {
		for (int i = threadIdx.x; i < 32 * D; i += 128) {
			keys[i / D][i % D] = k[head + (size_t)t * D + i];
			values[i / D][i % D] = v[head + (size_t)t * D + i];
		}
		__syncthreads();
#pragma unroll
		for (int r = 0; r < 8; r++) {
			float s = 0;
#pragma unroll 8
			for (int d = 0; d < 32; d++) {
				s += __shfl_sync(~0u, q0[r], d) * keys[lane][d];
				s += __shfl_sync(~0u, q1[r], d) * keys[lane][d + 32];
			}
			float top = fmaxf(high[r], warp_max(s)), p = __expf(s - top);
			float fade = __expf(high[r] - top);
			low[r] = low[r] * fade + warp_sum(p);
			high[r] = top;
			float a = o0[r] * fade, b = o1[r] * fade;
#pragma unroll 8
			for (int j = 0; j < 32; j++) {
				float w = __shfl_sync(~0u, p, j);
				a = fmaf(w, values[j][lane], a);
				b = fmaf(w, values[j][lane + 32], b);
			}
			o0[r] = a;
			o1[r] = b;
		}
		__syncthreads();
	}
	for (int r = 0; r < 8; r++) {
		out[head + (size_t)(first + r) * D + lane] = o0[r] / low[r];
		out[head + (size_t)(first + r) * D + lane + 32] = o1[r] / low[r];
	}
}

struct block_q8 {
	half d;
	int8_t q[34 - 2];
};

struct block_q4 {
	half d;
	uint8_t q[16];
};

static __device__ __forceinline__ int
two_shorts(const void *p, int i)
{
	const uint16_t *s = (const uint16_t *)p + 2 * i;
	return s[0] | s[1] << 16;
}

// A row of 8-bit weights in blocks of 32 with a scale, times a vector of the same form; a warp a
// row.
extern "C" __global__ void
net_matvec_q8(const block_q8 *__restrict__ w, const block_q8 *__restrict__ x, float *__restrict__ y,
	      int rows, int blocks)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0;
	for (int b = threadIdx.x / 8; b < blocks; b += 4) {
		int i = threadIdx.x % 8;
		const block_q8 *p = w + (size_t)row * blocks + b, *q = x + b;
		int dot = __dp4a(two_shorts(p->q, i), two_shorts(q->q, i), 0);
		sum += __half2float(p->d) * __half2float(q->d) * dot;
	}
	sum = warp_sum(sum);
	if (threadIdx.x == 0)
		y[row] = sum;
}

// The same with weights of 4 bits: low halves of bytes are the first 16, high the last.
extern "C" __global__ void
net_matvec_q4(const block_q4 *__restrict__ w, const block_q8 *__restrict__ x, float *__restrict__ y,
	      int rows, int blocks)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float sum = 0;
	for (int b = threadIdx.x / 4; b < blocks; b += 8) {
		int i = threadIdx.x % 4;
		const block_q4 *p = w + (size_t)row * blocks + b;
		const block_q8 *q = x + b;
		int bits = two_shorts(p->q, i), dot = 0, ones = 0x01010101;
		int lo = bits & 0x0f0f0f0f, hi = bits >> 4 & 0x0f0f0f0f;
		int x0 = two_shorts(q->q, i), x1 = two_shorts(q->q, i + 4);
		dot = __dp4a(lo, x0, dot);
		dot = __dp4a(hi, x1, dot);
		int bias = __dp4a(x0, ones, __dp4a(x1, ones, 0));
		sum += __half2float(p->d) * __half2float(q->d) * (dot - 8 * bias);
	}
	sum = warp_sum(sum);
	if (threadIdx.x == 0)
		y[row] = sum;
}

// x += residual; y = x normalised by its root mean square; a block a row, pairs of bfloat16.
extern "C" __global__ void
net_residual_rms_bf16(__nv_bfloat162 *x, const __nv_bfloat162 *residual,
		      const __nv_bfloat162 *weight, __nv_bfloat162 *y, int pairs, float eps)
{
	__shared__ float part[32];
	__nv_bfloat162 *row = x + (size_t)blockIdx.x * pairs;
	const __nv_bfloat162 *res = residual + (size_t)blockIdx.x * pairs;
	float sum = 0;
	for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
		__nv_bfloat162 s = __hadd2(row[i], res[i]);
		row[i] = s;
		float2 f = __bfloat1622float2(s);
		sum += f.x * f.x + f.y * f.y;
	}
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
		sum = warp_sum(sum);
		if (threadIdx.x == 0)
			part[0] = rsqrtf(sum / (2 * pairs) + eps);
	}
	__syncthreads();
	float scale = part[0];
	for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
		float2 f = __bfloat1622float2(row[i]), w = __bfloat1622float2(weight[i]);
		y[(size_t)blockIdx.x * pairs + i] =
			__floats2bfloat162_rn(f.x * scale * w.x, f.y * scale * w.y);
	}
}

// Four taps back in time for each channel, then SiLU; a thread walks over a piece of the sequence.
extern "C" __global__ void
net_conv_causal(const float *x, const float4 *taps, const float *bias, float *y, int channels,
		int length, int piece)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	int begin = blockIdx.y * piece, end = min(begin + piece, length);
	float4 w = taps[c];
	float b = bias[c], a0 = 0, a1 = 0, a2 = 0;
	if (begin >= 3) {
		a0 = x[(begin - 3) * channels + c];
		a1 = x[(begin - 2) * channels + c];
		a2 = x[(begin - 1) * channels + c];
	}
	for (int t = begin; t < end; t++) {
		float a3 = x[t * channels + c];
		float s = b + w.x * a0 + w.y * a1 + w.z * a2 + w.w * a3;
		y[t * channels + c] = s / (1 + expf(-s));
		a0 = a1;
		a1 = a2;
		a2 = a3;
	}
}

// Softmax over a row kept in registers: 4 floats of each of blockDim.x threads at most.
template <int ITEMS>
__global__ void
net_softmax_registers(const float4 *__restrict__ in, float4 *__restrict__ out, int quads)
{
	__shared__ float tops[32], sums[32];
	in += (size_t)blockIdx.x * quads;
	out += (size_t)blockIdx.x * quads;
	float4 v[ITEMS];
	float top = -INFINITY, sum = 0;
#pragma unroll
	for (int k = 0; k < ITEMS; k++) {
		int i = threadIdx.x + k * blockDim.x;
		if (i < quads) {
			v[k] = in[i];
			top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
		}
	}
	top = warp_max(top);
	if (threadIdx.x % 32 == 0)
		tops[threadIdx.x / 32] = top;
	__syncthreads();
	top = warp_max(threadIdx.x % 32 < blockDim.x / 32 ? tops[threadIdx.x % 32] : -INFINITY);
#pragma unroll
	for (int k = 0; k < ITEMS; k++) {
		if (threadIdx.x + k * blockDim.x < quads) {
			v[k].x = __expf(v[k].x - top);
			v[k].y = __expf(v[k].y - top);
			v[k].z = __expf(v[k].z - top);
			v[k].w = __expf(v[k].w - top);
			sum += v[k].x + v[k].y + v[k].z + v[k].w;
		}
	}
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = sum;
	__syncthreads();
	sum = warp_sum(threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : 0);
	float r = 1 / sum;
#pragma unroll
	for (int k = 0; k < ITEMS; k++) {
		int i = threadIdx.x + k * blockDim.x;
		if (i < quads)
			out[i] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
	}
}

template __global__ void net_softmax_registers<2>(const float4 *, float4 *, int);
template __global__ void net_softmax_registers<8>(const float4 *, float4 *, int);
