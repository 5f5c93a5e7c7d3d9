// Signals and small systems of equations.
#include <cuda_runtime.h>

// Transforms of N points in shared memory, one to a block of N / 2 threads.
template <int N, int LOG>
__global__ void __launch_bounds__(N / 2) fourierOfBlock(const float2 *__restrict__ in, float2 *__restrict__ out)
{
	__shared__ float2 s[N];
	const int t = threadIdx.x;
	in += (size_t)blockIdx.x * N;
	out += (size_t)blockIdx.x * N;
#pragma unroll
	for (int k = 0; k < 2; k++) {
		const int i = t + k * (N / 2);
		s[__brev(i) >> (32 - LOG)] = in[i];
	}
	__syncthreads();
	for (int half = 1; half < N; half *= 2) {
		const int place = t & (half - 1);
		const int i = 2 * t - place, j = i + half;
		float sine, cosine;
		sincospif(-(float)place / half, &sine, &cosine);
		const float2 a = s[i], b = s[j];
		const float2 r = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
		s[i] = make_float2(a.x + r.x, a.y + r.y);
		s[j] = make_float2(a.x - r.x, a.y - r.y);
		__syncthreads();
	}
	out[t] = s[t];
	out[t + N / 2] = s[t + N / 2];
}
template __global__ void fourierOfBlock<256, 8>(const float2 *, float2 *);
template __global__ void fourierOfBlock<1024, 10>(const float2 *, float2 *);

__constant__ float fir_taps[256];

extern "C" __global__ void sig_fir_taps_told_at_launch(const float *in, float *out, int n, int taps)
{
	extern __shared__ float window[];
	const int first = blockIdx.x * blockDim.x;
	for (int k = threadIdx.x; k < blockDim.x + taps - 1; k += blockDim.x) {
		const int at = first + k - (taps - 1);
		window[k] = at >= 0 && at < n ? in[at] : 0.0f;
	}
	__syncthreads();
	const int i = first + threadIdx.x;
	if (i < n) {
		float sum = 0;
		for (int k = 0; k < taps; k++)
			sum += fir_taps[k] * window[threadIdx.x + taps - 1 - k];
		out[i] = sum;
	}
}

struct Biquad {
	float b0, b1, b2, a1, a2;
};
__constant__ Biquad biquads[4];

// A thread takes a channel through time; neighbours lie beside each other.
extern "C" __global__ void sig_four_biquads_through_time(const float *__restrict__ in, float *__restrict__ out, int channels,
                                                   int samples)
{
	const int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float first[4] = {0, 0, 0, 0}, second[4] = {0, 0, 0, 0};
	for (int t = 0; t < samples; t++) {
		float v = in[t * channels + c];
#pragma unroll
		for (int s = 0; s < 4; s++) {
			const Biquad &q = biquads[s];
			const float y = q.b0 * v + first[s];
			first[s] = q.b1 * v - q.a1 * y + second[s];
			second[s] = q.b2 * v - q.a2 * y;
			v = y;
		}
		out[t * channels + c] = v;
	}
}

__constant__ float tone_turns[128];

// Goertzel: a frame to a block, a tone to a thread.
extern "C" __global__ void sig_tones_of_frames(const float *samples, float *power, int length)
{
	extern __shared__ float frame[];
	for (int k = threadIdx.x; k < length; k += blockDim.x)
		frame[k] = samples[(size_t)blockIdx.x * length + k];
	__syncthreads();
	const float turn = tone_turns[threadIdx.x];
	float s1 = 0, s2 = 0;
#pragma unroll 4
	for (int k = 0; k < length; k++) {
		const float s = frame[k] + turn * s1 - s2;
		s2 = s1;
		s1 = s;
	}
	power[blockIdx.x * blockDim.x + threadIdx.x] = s1 * s1 + s2 * s2 - turn * s1 * s2;
}

// Three diagonals, the systems interleaved; `held` keeps the eliminated upper one.
extern "C" __global__ void sys_thomas_of_interleaved(const double *lower, const double *upper, const double *right,
                                                     double *held, double *x, int n, int systems)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	double c = 0, d = 0;
	for (int i = 0; i < n; i++) {
		size_t at = (size_t)i * systems + s;
		double a = i > 0 ? lower[at] : 0.0;
		double w = 1.0 / (4.0 - a * c);
		c = upper[at] * w;
		d = (right[at] - a * d) * w;
		held[at] = c;
		x[at] = d;
	}
	for (int i = n - 2; i >= 0; i--) {
		size_t at = (size_t)i * systems + s;
		d = x[at] - held[at] * d;
		x[at] = d;
	}
}

// Symmetric systems of N held in registers; lower triangles interleaved, N added to each diagonal.
template <typename T, int N>
__global__ void choleskyInRegisters(const T *__restrict__ triangles, const T *__restrict__ right, T *__restrict__ x,
                                    unsigned count)
{
	const unsigned s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= count)
		return;
	T l[N][N], y[N];
#pragma unroll
	for (int i = 0; i < N; i++)
#pragma unroll
		for (int j = 0; j <= i; j++)
			l[i][j] = triangles[(size_t)(i * (i + 1) / 2 + j) * count + s] + (i == j ? T(N) : T(0));
#pragma unroll
	for (int j = 0; j < N; j++) {
		T d = l[j][j];
#pragma unroll
		for (int k = 0; k < j; k++)
			d -= l[j][k] * l[j][k];
		l[j][j] = T(1) / sqrt(d);
#pragma unroll
		for (int i = j + 1; i < N; i++) {
			T v = l[i][j];
#pragma unroll
			for (int k = 0; k < j; k++)
				v -= l[i][k] * l[j][k];
			l[i][j] = v * l[j][j];
		}
	}
#pragma unroll
	for (int i = 0; i < N; i++) {
		T v = right[(size_t)i * count + s];
#pragma unroll
		for (int k = 0; k < i; k++)
			v -= l[i][k] * y[k];
		y[i] = v * l[i][i];
	}
#pragma unroll
	for (int i = N - 1; i >= 0; i--) {
		T v = y[i];
#pragma unroll
		for (int k = i + 1; k < N; k++)
			v -= l[k][i] * y[k];
		y[i] = v * l[i][i];
		x[(size_t)i * count + s] = y[i];
	}
}
template __global__ void choleskyInRegisters<float, 6>(const float *, const float *, float *, unsigned);
template __global__ void choleskyInRegisters<double, 4>(const double *, const double *, double *, unsigned);

// Gauss and Jordan with pivots: a system of up to 32 to a warp, a row to a lane.
extern "C" __global__ void sys_pivots_by_shuffle(const float *matrices, const float *right, float *x, int n, int systems)
{
	const int lane = threadIdx.x & 31;
	const int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	__shared__ float rows[4][32][33];
	float *mine = rows[threadIdx.x / 32][lane];
	if (s >= systems)
		return;
	if (lane < n)
		for (int j = 0; j < n; j++)
			mine[j] = matrices[((size_t)s * n + lane) * n + j];
	float b = lane < n ? right[s * n + lane] : 0.0f;
	int solved = -1;
	__syncwarp();
	for (int j = 0; j < n; j++) {
		float size = lane < n && solved < 0 ? fabsf(mine[j]) : -1.0f;
		int who = lane;
		for (int d = 16; d > 0; d >>= 1) {
			const float other = __shfl_xor_sync(0xffffffffu, size, d);
			const int place = __shfl_xor_sync(0xffffffffu, who, d);
			if (other > size || (other == size && place < who)) {
				size = other;
				who = place;
			}
		}
		const float *pivot = rows[threadIdx.x / 32][who];
		const float bp = __shfl_sync(0xffffffffu, b, who);
		if (lane == who)
			solved = j;
		else if (lane < n) {
			const float f = mine[j] / pivot[j];
			for (int k = j; k < n; k++)
				mine[k] -= f * pivot[k];
			b -= f * bp;
		}
		__syncwarp();
	}
	if (lane < n && solved >= 0)
		x[s * n + solved] = b / mine[solved];
}
