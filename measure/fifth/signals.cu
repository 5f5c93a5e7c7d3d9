// Transforms and filters of signals and pictures.
#include <cuda_fp16.h>

static __device__ __forceinline__ float2
times(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static __device__ __forceinline__ float2
plus(float2 a, float2 b)
{
	return make_float2(a.x + b.x, a.y + b.y);
}

static __device__ __forceinline__ float2
minus(float2 a, float2 b)
{
	return make_float2(a.x - b.x, a.y - b.y);
}

static __device__ void
eight(float2 *a)
{
	const float h = 0.70710678f;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		float2 t = a[i];
		a[i] = plus(t, a[i + 4]);
		a[i + 4] = minus(t, a[i + 4]);
	}
	a[5] = times(a[5], make_float2(h, -h));
	a[6] = make_float2(a[6].y, -a[6].x);
	a[7] = times(a[7], make_float2(-h, -h));
#pragma unroll
	for (int g = 0; g < 8; g += 4) {
		float2 t = a[g], u = a[g + 1];
		a[g] = plus(t, a[g + 2]);
		a[g + 2] = minus(t, a[g + 2]);
		a[g + 1] = plus(u, a[g + 3]);
		a[g + 3] = minus(u, a[g + 3]);
		a[g + 3] = make_float2(a[g + 3].y, -a[g + 3].x);
		t = a[g];
		a[g] = plus(t, a[g + 1]);
		a[g + 1] = minus(t, a[g + 1]);
		t = a[g + 2];
		a[g + 2] = plus(t, a[g + 3]);
		a[g + 3] = minus(t, a[g + 3]);
	}
}

// 512 points a block of 64 threads: three passes of eight, exchanged through shared memory.
extern "C" __global__ void __launch_bounds__(64)
	sig_fourier_512(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	__shared__ float re[8 * 72], im[8 * 72];
	const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
	int t = threadIdx.x, hi = t >> 3, lo = t & 7;
	in += (size_t)blockIdx.x * 512 + t;
	out += (size_t)blockIdx.x * 512 + t;
	float2 a[8];
#pragma unroll
	for (int i = 0; i < 8; i++)
		a[i] = in[i * 64];
	eight(a);
#pragma unroll
	for (int i = 1; i < 8; i++) {
		float s, c;
		__sincosf(-6.2831853f * order[i] * t / 512, &s, &c);
		a[i] = times(a[i], make_float2(c, s));
	}
#pragma unroll
	for (int i = 0; i < 8; i++) {
		re[order[i] * 66 + t] = a[i].x;
		im[order[i] * 66 + t] = a[i].y;
	}
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 8; i++)
		a[i] = make_float2(re[hi * 66 + lo + i * 8], im[hi * 66 + lo + i * 8]);
	eight(a);
#pragma unroll
	for (int i = 1; i < 8; i++) {
		float s, c;
		__sincosf(-6.2831853f * order[i] * lo / 64, &s, &c);
		a[i] = times(a[i], make_float2(c, s));
	}
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 8; i++) {
		re[hi * 72 + order[i] * 9 + lo] = a[i].x;
		im[hi * 72 + order[i] * 9 + lo] = a[i].y;
	}
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 8; i++)
		a[i] = make_float2(re[hi * 72 + lo * 9 + i], im[hi * 72 + lo * 9 + i]);
	eight(a);
#pragma unroll
	for (int i = 0; i < 8; i++)
		out[order[i] * 64] = a[i];
}

// One pass of two of a transform in double over the whole array.
extern "C" __global__ void
sig_butterfly_double(const double2 *in, double2 *out, int n, int span)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / 2)
		return;
	int k = i & (span - 1);
	double s, c;
	sincospi(-(double)k / span, &s, &c);
	double2 u = in[i], v = in[i + n / 2];
	double2 w = make_double2(v.x * c - v.y * s, v.x * s + v.y * c);
	int to = ((i - k) << 1) + k;
	out[to] = make_double2(u.x + w.x, u.y + w.y);
	out[to + span] = make_double2(u.x - w.x, u.y - w.y);
}

__constant__ float cosines[64];

// Cosine transform of 8 x 8 pixels, a thread a coefficient, rows then columns.
extern "C" __global__ void
sig_cosine_8x8(const float *in, float *out, int stride)
{
	__shared__ float a[8][8][9], b[8][8][9];
	int z = threadIdx.z, x = threadIdx.x, y = threadIdx.y;
	int at = (blockIdx.y * 8 + y) * stride + (blockIdx.x * 8 + z) * 8 + x;
	a[z][y][x] = in[at];
	__syncthreads();
	float s = 0;
#pragma unroll
	for (int i = 0; i < 8; i++)
		s += a[z][y][i] * cosines[x * 8 + i];
	b[z][y][x] = s;
	__syncthreads();
	s = 0;
#pragma unroll
	for (int i = 0; i < 8; i++)
		s += cosines[y * 8 + i] * b[z][i][x];
	out[at] = s;
}

__constant__ float taps[64];

// A filter of `count` taps over a signal of halves, the signal in shared memory.
extern "C" __global__ void
sig_fir_half(const half *__restrict__ in, half *__restrict__ out, int n, int count)
{
	extern __shared__ float window[];
	int begin = blockIdx.x * blockDim.x;
	for (int i = threadIdx.x; i < blockDim.x + count - 1; i += blockDim.x)
		window[i] = begin + i < n ? __half2float(in[begin + i]) : 0.0f;
	__syncthreads();
	float s = 0;
	for (int k = 0; k < count; k++)
		s += taps[k] * window[threadIdx.x + k];
	if (begin + threadIdx.x < n)
		out[begin + threadIdx.x] = __float2half(s);
}

// Walsh transform of 2048 numbers a block, by fours.
extern "C" __global__ void
sig_walsh_2048(float *data)
{
	__shared__ float s[2048];
	float *base = data + (size_t)blockIdx.x * 2048;
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		s[i] = base[i];
	int stride = 512;
	for (; stride >= 1; stride >>= 2) {
		__syncthreads();
		int lo = threadIdx.x & (stride - 1);
		int i0 = ((threadIdx.x - lo) << 2) + lo, i1 = i0 + stride, i2 = i1 + stride,
		    i3 = i2 + stride;
		float d0 = s[i0], d1 = s[i1], d2 = s[i2], d3 = s[i3], t;
		t = d0, d0 = d0 + d2, d2 = t - d2;
		t = d1, d1 = d1 + d3, d3 = t - d3;
		s[i0] = d0 + d1;
		s[i1] = d0 - d1;
		s[i2] = d2 + d3;
		s[i3] = d2 - d3;
	}
	__syncthreads();
	for (int p = threadIdx.x; p < 1024; p += blockDim.x) {
		float a = s[2 * p], b = s[2 * p + 1];
		s[2 * p] = a + b;
		s[2 * p + 1] = a - b;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		base[i] = s[i];
}

// Haar wavelet, one level of the rows of a picture: pairs to halves' sums and differences.
extern "C" __global__ void
sig_haar_rows(const float2 *in, float *out, int width)
{
	int half = width / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= half)
		return;
	float2 p = in[(size_t)blockIdx.y * half + i];
	float *row = out + (size_t)blockIdx.y * width;
	row[i] = (p.x + p.y) * 0.70710678f;
	row[i + half] = (p.x - p.y) * 0.70710678f;
}
