// Rows of networks: softmax, layer normalisation, attention.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>

extern "C" __global__ void smx_thread(const float *in, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	const float *x = in + r * cols;
	float *y = out + r * cols;
	float m = -INFINITY, sum = 0.0f;
	for (int c = 0; c < cols; c++)
		m = fmaxf(m, x[c]);
	for (int c = 0; c < cols; c++) {
		y[c] = expf(x[c] - m);
		sum += y[c];
	}
	for (int c = 0; c < cols; c++)
		y[c] /= sum;
}

extern "C" __global__ void smx_block(const float *in, float *out, int cols)
{
	extern __shared__ float s[];
	const float *x = in + (size_t)blockIdx.x * cols;
	float *y = out + (size_t)blockIdx.x * cols;
	int tid = threadIdx.x;
	float m = -INFINITY;
	for (int c = tid; c < cols; c += blockDim.x)
		m = fmaxf(m, x[c]);
	s[tid] = m;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k >>= 1) {
		if (tid < k)
			s[tid] = fmaxf(s[tid], s[tid + k]);
		__syncthreads();
	}
	m = s[0];
	__syncthreads();
	float sum = 0.0f;
	for (int c = tid; c < cols; c += blockDim.x)
		sum += expf(x[c] - m);
	s[tid] = sum;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k >>= 1) {
		if (tid < k)
			s[tid] += s[tid + k];
		__syncthreads();
	}
	sum = s[0];
	for (int c = tid; c < cols; c += blockDim.x)
		y[c] = expf(x[c] - m) / sum;
}

extern "C" __global__ void smx_warp(const float *in, float *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (row >= rows)
		return;
	const float *x = in + row * cols;
	float m = -INFINITY, sum = 0.0f;
	for (int c = lane; c < cols; c += 32)
		m = fmaxf(m, x[c]);
	for (int d = 16; d > 0; d >>= 1)
		m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
	for (int c = lane; c < cols; c += 32)
		sum += __expf(x[c] - m);
	for (int d = 16; d > 0; d >>= 1)
		sum += __shfl_xor_sync(~0u, sum, d);
	for (int c = lane; c < cols; c += 32)
		out[row * cols + c] = __expf(x[c] - m) / sum;
}

// Largest and sum in one pass.
extern "C" __global__ void smx_online(const float *in, float *out, int cols)
{
	__shared__ float sm[32], ss[32];
	const float *x = in + (size_t)blockIdx.x * cols;
	float m = -INFINITY, s = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x) {
		float v = x[c];
		if (v > m) {
			s *= expf(m - v);
			m = v;
		}
		s += expf(v - m);
	}
	for (int d = 16; d > 0; d >>= 1) {
		float om = __shfl_xor_sync(0xffffffff, m, d), os = __shfl_xor_sync(0xffffffff, s, d);
		float nm = fmaxf(m, om);
		s = s * expf(m - nm) + os * expf(om - nm);
		m = nm;
	}
	if (threadIdx.x % 32 == 0) {
		sm[threadIdx.x / 32] = m;
		ss[threadIdx.x / 32] = s;
	}
	__syncthreads();
	m = sm[0];
	s = ss[0];
	for (int w = 1; w < blockDim.x / 32; w++) {
		float nm = fmaxf(m, sm[w]);
		s = s * expf(m - nm) + ss[w] * expf(sm[w] - nm);
		m = nm;
	}
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = expf(x[c] - m) / s;
}

__device__ float block_sum(float v, float *s)
{
	s[threadIdx.x] = v;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k /= 2) {
		if (threadIdx.x < k)
			s[threadIdx.x] += s[threadIdx.x + k];
		__syncthreads();
	}
	float total = s[0];
	__syncthreads();
	return total;
}

extern "C" __global__ void lnm_block(const float *in, const float *gain, const float *bias, float *out,
                                     int cols, float epsilon)
{
	__shared__ float s[256];
	const float *x = in + (size_t)blockIdx.x * cols;
	float sum = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		sum += x[c];
	float mean = block_sum(sum, s) / cols;
	sum = 0.0f;
	for (int c = threadIdx.x; c < cols; c += blockDim.x) {
		float d = x[c] - mean;
		sum += d * d;
	}
	float scale = rsqrtf(block_sum(sum, s) / cols + epsilon);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * scale * gain[c] + bias[c];
}

// Half precision, a warp for a row, both sums at once.
extern "C" __global__ void lnm_warp_half(const __half2 *in, const __half2 *gain, const __half2 *bias,
                                         __half2 *out, int rows, int pairs, float epsilon)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (row >= rows)
		return;
	const __half2 *x = in + (size_t)row * pairs;
	float s = 0.0f, q = 0.0f;
	for (int c = lane; c < pairs; c += 32) {
		float2 v = __half22float2(x[c]);
		s += v.x + v.y;
		q += v.x * v.x + v.y * v.y;
	}
	for (int d = 16; d; d >>= 1) {
		s += __shfl_xor_sync(0xffffffff, s, d);
		q += __shfl_xor_sync(0xffffffff, q, d);
	}
	float mean = s / (2 * pairs);
	float scale = rsqrtf(q / (2 * pairs) - mean * mean + epsilon);
	for (int c = lane; c < pairs; c += 32) {
		float2 v = __half22float2(x[c]), g = __half22float2(gain[c]), b = __half22float2(bias[c]);
		out[(size_t)row * pairs + c] =
			__floats2half2_rn((v.x - mean) * scale * g.x + b.x, (v.y - mean) * scale * g.y + b.y);
	}
}

#define HD 64

// A thread for each pair of query and key; grid z: heads.
extern "C" __global__ void att_scores(const float *q, const float *k, float *scores, int length,
                                      float scale)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y * blockDim.y + threadIdx.y;
	int h = blockIdx.z;
	if (i >= length || j >= length)
		return;
	const float *a = q + ((size_t)h * length + i) * HD, *b = k + ((size_t)h * length + j) * HD;
	float sum = 0.0f;
	for (int d = 0; d < HD; d++)
		sum += a[d] * b[d];
	scores[((size_t)h * length + i) * length + j] = j <= i ? sum * scale : -INFINITY;
}

// A thread for each query, keys and values by tiles of 32 through shared memory.
extern "C" __global__ void att_tiled_online(const float *q, const float *k, const float *v, float *out,
                                            int length, float scale)
{
	__shared__ float ks[32][HD], vs[32][HD];
	size_t head = (size_t)blockIdx.y * length * HD;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float mine[HD], acc[HD];
	for (int d = 0; d < HD; d++) {
		mine[d] = q[head + (size_t)i * HD + d] * scale;
		acc[d] = 0.0f;
	}
	float m = -INFINITY, sum = 0.0f;
	for (int j0 = 0; j0 < length; j0 += 32) {
		for (int t = threadIdx.x; t < 32 * HD; t += blockDim.x) {
			ks[t / HD][t % HD] = k[head + (size_t)j0 * HD + t];
			vs[t / HD][t % HD] = v[head + (size_t)j0 * HD + t];
		}
		__syncthreads();
		for (int j = 0; j < 32; j++) {
			float s = 0.0f;
#pragma unroll
			for (int d = 0; d < HD; d++)
				s += mine[d] * ks[j][d];
			float nm = fmaxf(m, s), c = __expf(m - nm), p = __expf(s - nm);
			sum = sum * c + p;
#pragma unroll
			for (int d = 0; d < HD; d++)
				acc[d] = acc[d] * c + p * vs[j][d];
			m = nm;
		}
		__syncthreads();
	}
	for (int d = 0; d < HD; d++)
		out[head + (size_t)i * HD + d] = acc[d] / sum;
}

// One query for each head: the block's threads share the keys, then the values.
extern "C" __global__ void att_decode_one(const float *q, const float *keys, const float *values,
                                          float *out, int length, float scale)
{
	extern __shared__ float p[];
	__shared__ float red[128];
	int h = blockIdx.x, t = threadIdx.x;
	const float *k = keys + (size_t)h * length * HD, *v = values + (size_t)h * length * HD;
	float m = -INFINITY;
	for (int j = t; j < length; j += blockDim.x) {
		float s = 0.0f;
		for (int d = 0; d < HD; d++)
			s += q[h * HD + d] * k[(size_t)j * HD + d];
		p[j] = s * scale;
		m = fmaxf(m, p[j]);
	}
	red[t] = m;
	__syncthreads();
	for (int s = 64; s > 0; s >>= 1) {
		if (t < s)
			red[t] = fmaxf(red[t], red[t + s]);
		__syncthreads();
	}
	m = red[0];
	__syncthreads();
	float sum = 0.0f;
	for (int j = t; j < length; j += blockDim.x) {
		p[j] = expf(p[j] - m);
		sum += p[j];
	}
	red[t] = sum;
	__syncthreads();
	for (int s = 64; s > 0; s >>= 1) {
		if (t < s)
			red[t] += red[t + s];
		__syncthreads();
	}
	if (t < HD) {
		float acc = 0.0f;
		for (int j = 0; j < length; j++)
			acc += p[j] * v[(size_t)j * HD + t];
		out[h * HD + t] = acc / red[0];
	}
}
