// Transforms and small systems.
#include <math.h>
#include <stdint.h>

// One stage of a transform of radix two over all of memory, a butterfly a thread.
extern "C" __global__ void
fft_stage(const float2 *in, float2 *out, int n, int half)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2)
		return;
	int k = t & (half - 1);
	float angle = -3.14159265f * k / half, s, c;
	__sincosf(angle, &s, &c);
	float2 a = in[t], b = in[t + n / 2];
	float2 w = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
	int j = (t - k) * 2 + k;
	out[j] = make_float2(a.x + w.x, a.y + w.y);
	out[j + half] = make_float2(a.x - w.x, a.y - w.y);
}

// 1024 values a block in shared memory, ten stages, the bits turned round first.
extern "C" __global__ void
fft_block_1024(const float2 *in, float2 *out)
{
	__shared__ float2 s[1024];
	int t = threadIdx.x;
	const float2 *x = in + blockIdx.x * 1024;

	for (int i = t; i < 1024; i += 512)
		s[__brev(i) >> 22] = x[i];
	for (int half = 1; half < 1024; half *= 2) {
		__syncthreads();
		int k = t & (half - 1), i = 2 * (t - k) + k;
		float si, co;
		sincospif(-(float)k / half, &si, &co);
		float2 a = s[i], b = s[i + half];
		float2 w = make_float2(co * b.x - si * b.y, co * b.y + si * b.x);
		s[i] = make_float2(a.x + w.x, a.y + w.y);
		s[i + half] = make_float2(a.x - w.x, a.y - w.y);
	}
	__syncthreads();
	for (int i = t; i < 1024; i += 512)
		out[blockIdx.x * 1024 + i] = s[i];
}

// The definition: every frequency adds all values.
extern "C" __global__ void
fft_by_definition(const float *x, float *re, float *im, int n)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	float a = 0.0f, b = 0.0f;
	for (int j = 0; j < n; j++) {
		float s, c;
		sincosf(-6.28318531f * (int)((long long)j * k % n) / n, &s, &c);
		a += x[j] * c;
		b += x[j] * s;
	}
	re[k] = a;
	im[k] = b;
}

// Walsh and Hadamard within a block, after the toolkit's sample.
extern "C" __global__ void
fft_walsh_block(const float *in, float *out, int log2N)
{
	extern __shared__ float w[];
	const int N = 1 << log2N, base = blockIdx.x << log2N;

	for (int pos = threadIdx.x; pos < N; pos += blockDim.x)
		w[pos] = in[base + pos];
	for (int stride = N / 2; stride >= 1; stride >>= 1) {
		__syncthreads();
		for (int p = threadIdx.x; p < N / 2; p += blockDim.x) {
			int lo = p & (stride - 1), i = ((p - lo) << 1) + lo;
			float a = w[i], b = w[i + stride];
			w[i] = a + b;
			w[i + stride] = a - b;
		}
	}
	__syncthreads();
	for (int pos = threadIdx.x; pos < N; pos += blockDim.x)
		out[base + pos] = w[pos];
}

// Gauss without pivots on a matrix of 6 x 6 a thread, in registers, element by element apart.
extern "C" __global__ void
lus_factor_six(const double *in, double *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	double a[6][6];
#pragma unroll
	for (int i = 0; i < 36; i++)
		a[i / 6][i % 6] = in[(size_t)i * n + t] + (i % 7 == 0 ? 6.0 : 0.0);
#pragma unroll
	for (int k = 0; k < 6; k++) {
		double inv = 1.0 / a[k][k];
#pragma unroll
		for (int i = k + 1; i < 6; i++) {
			a[i][k] *= inv;
#pragma unroll
			for (int j = k + 1; j < 6; j++)
				a[i][j] -= a[i][k] * a[k][j];
		}
	}
#pragma unroll
	for (int i = 0; i < 36; i++)
		out[(size_t)i * n + t] = a[i / 6][i % 6];
}

// Cholesky of a block's 32 x 32 in shared memory, a thread a row.
extern "C" __global__ void
lus_cholesky_32(const float *in, float *out)
{
	__shared__ float a[32][33];
	int t = threadIdx.x;
	const float *x = in + (size_t)blockIdx.x * 1024;

	for (int i = 0; i < 32; i++)
		a[i][t] = x[i * 32 + t] + (i == t ? 40.0f : 0.0f);
	__syncwarp();
	for (int k = 0; k < 32; k++) {
		if (t == k)
			a[k][k] = sqrtf(a[k][k]);
		__syncwarp();
		if (t > k)
			a[t][k] /= a[k][k];
		__syncwarp();
		for (int j = k + 1; j <= t; j++)
			a[t][j] -= a[t][k] * a[j][k];
		__syncwarp();
	}
	for (int i = 0; i < 32; i++)
		out[(size_t)blockIdx.x * 1024 + i * 32 + t] = t <= i ? a[i][t] : 0.0f;
}

// L x = b for many right sides: L in shared memory, a thread a side.
extern "C" __global__ void
lus_forward_many(const float *L, const float *b, float *x, int n, int sides)
{
	extern __shared__ float l[];
	int s = blockIdx.x * blockDim.x + threadIdx.x;

	for (int i = threadIdx.x; i < n * n; i += blockDim.x)
		l[i] = L[i];
	__syncthreads();
	if (s >= sides)
		return;
	for (int i = 0; i < n; i++) {
		float sum = b[i * sides + s];
		for (int j = 0; j < i; j++)
			sum -= l[i * n + j] * x[j * sides + s];
		x[i * sides + s] = sum / (l[i * n + i] + 4.0f);
	}
}

// Three diagonals by cyclic reduction in parallel, a block a system of 256.
extern "C" __global__ void
lus_parallel_cyclic(const float *ga, const float *gb, const float *gc, const float *gd, float *gx)
{
	__shared__ float a[256], b[256], c[256], d[256];
	int t = threadIdx.x, at = blockIdx.x * 256 + t;

	a[t] = t > 0 ? ga[at] : 0.0f;
	b[t] = gb[at] + 4.0f;
	c[t] = t < 255 ? gc[at] : 0.0f;
	d[t] = gd[at];
	__syncthreads();
	for (int delta = 1; delta < 256; delta *= 2) {
		int l = t - delta < 0 ? 0 : t - delta, r = t + delta > 255 ? 255 : t + delta;
		float k1 = t - delta < 0 ? 0.0f : a[t] / b[l], k2 = t + delta > 255 ? 0.0f : c[t] / b[r];
		float nb = b[t] - c[l] * k1 - a[r] * k2, nd = d[t] - d[l] * k1 - d[r] * k2;
		float na = -a[l] * k1, nc = -c[r] * k2;
		__syncthreads();
		a[t] = na;
		b[t] = nb;
		c[t] = nc;
		d[t] = nd;
		__syncthreads();
	}
	gx[at] = d[t] / b[t];
}
