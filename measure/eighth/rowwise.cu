// Softmax and normalisations.
#include <cuda_fp16.h>
#include <float.h>

// The rows of a block one after the other by a thread each: three sweeps.
extern "C" __global__ void
sft_row_a_thread(const float *in, float *out, int n, int c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *row = in + i * c;
	float *to = out + i * c;
	float top = -INFINITY;
	for (int j = 0; j < c; j++)
		if (row[j] > top)
			top = row[j];
	double sum = 0.0;
	for (int j = 0; j < c; j++) {
		to[j] = expf(row[j] - top);
		sum += to[j];
	}
	for (int j = 0; j < c; j++)
		to[j] /= (float)sum;
}

// A block a row: shared trees for the largest and the sum.
extern "C" __global__ void
sft_trees(const float *in, float *out, int c)
{
	extern __shared__ float shared[];
	int idx = blockIdx.x, tid = threadIdx.x, size = blockDim.x;
	const float *x = in + (size_t)idx * c;
	float top = -INFINITY;

	for (int i = tid; i < c; i += size)
		top = fmaxf(top, x[i]);
	shared[tid] = top;
	__syncthreads();
	for (int stride = size / 2; stride >= 1; stride /= 2) {
		__syncthreads();
		if (tid < stride)
			shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
	}
	__syncthreads();
	float offset = shared[0];
	for (int i = tid; i < c; i += size)
		out[(size_t)idx * c + i] = expf(x[i] - offset);
	__syncthreads();
	x = out + (size_t)idx * c;
	float sum = 0.0f;
	for (int i = tid; i < c; i += size)
		sum += x[i];
	shared[tid] = sum;
	__syncthreads();
	for (int stride = size / 2; stride >= 1; stride /= 2) {
		__syncthreads();
		if (tid < stride)
			shared[tid] += shared[tid + stride];
	}
	__syncthreads();
	sum = shared[0];
	for (int i = tid; i < c; i += size)
		out[(size_t)idx * c + i] = x[i] / sum;
}

__device__ float
top_of_warp(float v)
{
	for (int o = 16; o > 0; o /= 2)
		v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, o));
	return v;
}

__device__ float
all_of_warp(float v)
{
	for (int o = 16; o > 0; o /= 2)
		v += __shfl_xor_sync(0xffffffff, v, o);
	return v;
}

// A warp a row of at most 512 halves, everything stays in registers.
extern "C" __global__ void
sft_warp_half(const __half2 *in, __half2 *out, int rows, int pairs)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float2 v[8];
	float top = -INFINITY, sum = 0.0f;

#pragma unroll
	for (int k = 0; k < 8; k++) {
		int j = threadIdx.x + 32 * k;
		v[k] = j < pairs ? __half22float2(in[row * pairs + j]) : make_float2(-INFINITY, -INFINITY);
		top = fmaxf(top, fmaxf(v[k].x, v[k].y));
	}
	top = top_of_warp(top);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		v[k].x = __expf(v[k].x - top);
		v[k].y = __expf(v[k].y - top);
		sum += v[k].x + v[k].y;
	}
	float scale = 1.0f / all_of_warp(sum);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		int j = threadIdx.x + 32 * k;
		if (j < pairs)
			out[row * pairs + j] = __floats2half2_rn(v[k].x * scale, v[k].y * scale);
	}
}

// Largest and sum in one sweep, a block a row, float4.
extern "C" __global__ void
sft_one_sweep(const float4 *in, float4 *out, int quads)
{
	__shared__ float tops[32], sums[32];
	const float4 *x = in + (size_t)blockIdx.x * quads;
	float top = -FLT_MAX, sum = 0.0f;

	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 v = x[i];
		float now = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
		if (now > top) {
			sum *= __expf(top - now);
			top = now;
		}
		sum += __expf(v.x - top) + __expf(v.y - top) + __expf(v.z - top) + __expf(v.w - top);
	}
	float all = top_of_warp(top);
	sum = all_of_warp(sum * __expf(top - all));
	if (threadIdx.x % 32 == 0) {
		tops[threadIdx.x / 32] = all;
		sums[threadIdx.x / 32] = sum;
	}
	__syncthreads();
	int warps = blockDim.x / 32, lane = threadIdx.x % 32;
	top = lane < warps ? tops[lane] : -FLT_MAX;
	sum = lane < warps ? sums[lane] : 0.0f;
	all = top_of_warp(top);
	sum = all_of_warp(sum * __expf(top - all));
	float by = 1.0f / sum;
	for (int i = threadIdx.x; i < quads; i += blockDim.x) {
		float4 v = x[i];
		out[(size_t)blockIdx.x * quads + i] = make_float4(__expf(v.x - all) * by,
			__expf(v.y - all) * by, __expf(v.z - all) * by, __expf(v.w - all) * by);
	}
}

// A thread a row: mean, variance, then the row again.
extern "C" __global__ void
lyn_row_a_thread(float *out, float *mean, float *rstd, const float *inp, const float *weight,
                 const float *bias, int N, int C)
{
	int idx = blockIdx.x * blockDim.x + threadIdx.x;
	if (idx >= N)
		return;
	const float *x = inp + idx * C;
	float m = 0.0f, v = 0.0f;
	for (int i = 0; i < C; i++)
		m += x[i];
	m = m / C;
	for (int i = 0; i < C; i++) {
		float d = x[i] - m;
		v += d * d;
	}
	v = v / C;
	float s = 1.0f / sqrtf(v + 1e-5f);
	float *o = out + idx * C;
	for (int i = 0; i < C; i++)
		o[i] = s * (x[i] - m) * weight[i] + bias[i];
	mean[idx] = m;
	rstd[idx] = s;
}

// A warp a row, sum and squares together.
extern "C" __global__ void
lyn_warp(const float *__restrict__ in, const float *__restrict__ weight,
         const float *__restrict__ bias, float *__restrict__ out, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	const float *x = in + (size_t)row * cols;
	float sum = 0.0f, squares = 0.0f;
	for (int i = lane; i < cols; i += 32) {
		float v = x[i];
		sum += v;
		squares += v * v;
	}
	float mean = all_of_warp(sum) / cols;
	float scale = rsqrtf(all_of_warp(squares) / cols - mean * mean + 1e-5f);
	for (int i = lane; i < cols; i += 32)
		out[(size_t)row * cols + i] = (x[i] - mean) * scale * weight[i] + bias[i];
}

// The root of the mean square, the row kept in shared memory, halves by eights.
extern "C" __global__ void
lyn_root_mean_square(const uint4 *in, const uint4 *weight, uint4 *out, int eights)
{
	extern __shared__ uint4 row[];
	__shared__ float part[32];
	float sum = 0.0f;

	for (int i = threadIdx.x; i < eights; i += blockDim.x) {
		uint4 v = in[(size_t)blockIdx.x * eights + i];
		row[i] = v;
		const __half2 *h = reinterpret_cast<const __half2 *>(&v);
#pragma unroll
		for (int k = 0; k < 4; k++) {
			float2 f = __half22float2(h[k]);
			sum += f.x * f.x + f.y * f.y;
		}
	}
	sum = all_of_warp(sum);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	sum = 0.0f;
	for (int w = 0; w < blockDim.x / 32; w++)
		sum += part[w];
	__half2 scale = __float2half2_rn(rsqrtf(sum / (8 * eights) + 1e-6f));
	for (int i = threadIdx.x; i < eights; i += blockDim.x) {
		uint4 v = row[i], w = weight[i], o;
#pragma unroll
		for (int k = 0; k < 4; k++)
			((__half2 *)&o)[k] = __hmul2(__hmul2(((__half2 *)&v)[k], scale), ((__half2 *)&w)[k]);
		out[(size_t)blockIdx.x * eights + i] = o;
	}
}
