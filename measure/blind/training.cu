// Layers and steps of training, a thread or a warp for each result.
#include <stdint.h>

extern "C" __global__ void
op_depthwise3x3(const float *__restrict__ in, const float *__restrict__ filter,
		const float *__restrict__ bias, float *__restrict__ out, int C, int H, int W,
		int total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int x = i % W, y = i / W % H, c = i / (W * H) % C;
	const float *plane = in + (i - x - y * W);
	float acc = bias[c];
#pragma unroll
	for (int dy = -1; dy <= 1; dy++)
#pragma unroll
		for (int dx = -1; dx <= 1; dx++) {
			int sx = x + dx, sy = y + dy;
			if (sx >= 0 && sx < W && sy >= 0 && sy < H)
				acc += plane[sy * W + sx] * filter[c * 9 + (dy + 1) * 3 + dx + 1];
		}
	out[i] = acc;
}

extern "C" __global__ void
op_max_pool(const float *in, float *out, int *where, int H, int W, int OH, int OW, int size,
	    int stride, int total)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total;
	     i += blockDim.x * gridDim.x) {
		int ow = i % OW, oh = (i / OW) % OH, plane = i / (OW * OH);
		int h0 = oh * stride, w0 = ow * stride;
		int h1 = min(h0 + size, H), w1 = min(w0 + size, W);
		float best = -3.4e38f;
		int at = -1;
		for (int h = h0; h < h1; h++)
			for (int w = w0; w < w1; w++) {
				float v = in[(plane * H + h) * W + w];
				if (v > best) {
					best = v;
					at = h * W + w;
				}
			}
		out[i] = best;
		where[i] = at;
	}
}

extern "C" __global__ void
op_adam(float *__restrict__ p, const float *__restrict__ g, float *__restrict__ m,
	float *__restrict__ v, float lr, float beta1, float beta2, float eps, float c1, float c2,
	int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float grad = g[i];
	float mi = beta1 * m[i] + (1.0f - beta1) * grad;
	float vi = beta2 * v[i] + (1.0f - beta2) * grad * grad;
	m[i] = mi;
	v[i] = vi;
	p[i] -= lr * (mi / c1) / (sqrtf(vi / c2) + eps);
}

extern "C" __global__ void
op_argmax_rows(const float *in, int *out, int rows, int columns)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
	int lane = threadIdx.x % warpSize;
	if (row >= rows)
		return;
	float best = -3.4e38f;
	int at = 0;
	for (int c = lane; c < columns; c += warpSize)
		if (in[row * columns + c] > best) {
			best = in[row * columns + c];
			at = c;
		}
	for (int offset = warpSize / 2; offset > 0; offset >>= 1) {
		float b = __shfl_down_sync(0xffffffffu, best, offset);
		int a = __shfl_down_sync(0xffffffffu, at, offset);
		if (b > best || (b == best && a < at)) {
			best = b;
			at = a;
		}
	}
	if (lane == 0)
		out[row] = at;
}

extern "C" __global__ void
op_dropout(const float4 *x, float4 *y, uint32_t seed, float keep, int n4)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n4)
		return;
	uint4 c = make_uint4(i, 0, 0, 0);
	uint32_t k0 = seed, k1 = seed ^ 0xdeadbeefu;
	for (int round = 0; round < 10; round++) {
		uint32_t h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
		uint32_t h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
		c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	const float unit = 2.3283064e-10f;
	float4 v = x[i];
	v.x = c.x * unit < keep ? v.x / keep : 0.0f;
	v.y = c.y * unit < keep ? v.y / keep : 0.0f;
	v.z = c.z * unit < keep ? v.z / keep : 0.0f;
	v.w = c.w * unit < keep ? v.w / keep : 0.0f;
	y[i] = v;
}
