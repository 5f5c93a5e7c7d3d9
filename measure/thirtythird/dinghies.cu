// Softmax, norms, activations, losses and steps of optimisers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cfloat>

template <int COLS>
__global__ void softmaxRowInRegisters(const float *__restrict__ in, float *__restrict__ out, int rows)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (row >= rows)
		return;
	float v[COLS / 32], top = -FLT_MAX, sum = 0.f;
#pragma unroll
	for (int k = 0; k < COLS / 32; k++) {
		v[k] = in[(size_t)row * COLS + 32 * k + lane];
		top = fmaxf(top, v[k]);
	}
	for (int s = 16; s; s >>= 1)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, s));
#pragma unroll
	for (int k = 0; k < COLS / 32; k++)
		sum += v[k] = __expf(v[k] - top);
	for (int s = 16; s; s >>= 1)
		sum += __shfl_xor_sync(~0u, sum, s);
#pragma unroll
	for (int k = 0; k < COLS / 32; k++)
		out[(size_t)row * COLS + 32 * k + lane] = v[k] / sum;
}
template __global__ void softmaxRowInRegisters<256>(const float *, float *, int);
template __global__ void softmaxRowInRegisters<1024>(const float *, float *, int);

// One thread to a row, three passes.
extern "C" __global__ void softmax_thread_to_row(const float *in, float *out, int rows, int cols)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows) {
		const float *x = in + r * cols;
		float top = x[0], sum = 0;
		for (int c = 1; c < cols; c++)
			top = max(top, x[c]);
		for (int c = 0; c < cols; c++)
			sum += expf(x[c] - top);
		for (int c = 0; c < cols; c++)
			out[r * cols + c] = expf(x[c] - top) / sum;
	}
}

__device__ float sumOfBlock(float v)
{
	__shared__ float part[32];
	for (int s = 16; s; s >>= 1)
		v += __shfl_xor_sync(~0u, v, s);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0.f;
	for (int s = 16; s; s >>= 1)
		v += __shfl_xor_sync(~0u, v, s);
	return v;
}

// The sum of two streams is kept, and normed.
extern "C" __global__ void layernorm_after_residual(const float *__restrict__ x, float *__restrict__ residual,
                                                    const float *__restrict__ gain,
                                                    const float *__restrict__ shift, float *__restrict__ out,
                                                    int width)
{
	extern __shared__ float kept[];
	size_t base = (size_t)blockIdx.x * width;
	float sum = 0.f, squares = 0.f;
	for (int i = threadIdx.x; i < width; i += blockDim.x) {
		float v = x[base + i] + 0.5f * residual[base + i];
		residual[base + i] = v;
		kept[i] = v;
		sum += v;
	}
	float mean = sumOfBlock(sum) / width;
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		squares += (kept[i] - mean) * (kept[i] - mean);
	float scale = rsqrtf(sumOfBlock(squares) / width + 1e-5f);
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		out[base + i] = (kept[i] - mean) * scale * gain[i] + shift[i];
}

extern "C" __global__ void rmsnorm_bfloat_pairs(const __nv_bfloat162 *__restrict__ in,
                                                const float2 *__restrict__ gain,
                                                __nv_bfloat162 *__restrict__ out, int pairs)
{
	const __nv_bfloat162 *row = in + (size_t)blockIdx.x * pairs;
	float squares = 0.f;
	for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
		float2 v = __bfloat1622float2(row[i]);
		squares += v.x * v.x + v.y * v.y;
	}
	float scale = rsqrtf(sumOfBlock(squares) / (2 * pairs) + 1e-6f);
	for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
		float2 v = __bfloat1622float2(row[i]), g = gain[i];
		out[(size_t)blockIdx.x * pairs + i] = __floats2bfloat162_rn(v.x * scale * g.x, v.y * scale * g.y);
	}
}

// Gate and value lie side by side in a row.
extern "C" __global__ void act_swiglu_halves(const __half *both, __half *out, int hidden, long long n)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long row = i / hidden;
	float g = __half2float(both[i + row * hidden]), v = __half2float(both[i + (row + 1) * hidden]);
	out[i] = __float2half(g / (1.f + __expf(-g)) * v);
}

extern "C" __global__ void op_sgd_momentum_nesterov(float4 *__restrict__ weights, const float4 *__restrict__ slopes,
                                                    float4 *__restrict__ speeds, float rate, float keep,
                                                    float decay, int quads)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
		float4 w = weights[i], g = slopes[i], s = speeds[i];
		auto step = [&](float &w, float g, float &s) {
			g += decay * w;
			s = keep * s + g;
			w -= rate * (g + keep * s);
		};
		step(w.x, g.x, s.x);
		step(w.y, g.y, s.y);
		step(w.z, g.z, s.z);
		step(w.w, g.w, s.w);
		weights[i] = w;
		speeds[i] = s;
	}
}

// Huber's loss, summed; its slopes are stored.
extern "C" __global__ void op_huber_loss_with_slope(const float *__restrict__ guess, const float *__restrict__ truth,
                                                    float *__restrict__ slope, float *loss, float delta, int n)
{
	float sum = 0.f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float d = guess[i] - truth[i];
		if (fabsf(d) <= delta) {
			sum += 0.5f * d * d;
			slope[i] = d / n;
		} else {
			sum += delta * (fabsf(d) - 0.5f * delta);
			slope[i] = copysignf(delta, d) / n;
		}
	}
	sum = sumOfBlock(sum);
	if (threadIdx.x == 0)
		atomicAdd(loss, sum / n);
}
