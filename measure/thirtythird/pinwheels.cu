// Signals, small systems of equations and a transform by tensor cores.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

__constant__ float2 turn_of_eight[8];

// Transforms of eight complex points, one thread each, turns from constant memory.
extern "C" __global__ void fft_eights_by_sum(const float2 *in, float2 *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float2 v[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = in[k * count + i];
	for (int f = 0; f < 8; f++) {
		float2 s = make_float2(0.f, 0.f);
#pragma unroll
		for (int k = 0; k < 8; k++) {
			float2 t = turn_of_eight[f * k & 7];
			s.x += v[k].x * t.x - v[k].y * t.y;
			s.y += v[k].x * t.y + v[k].y * t.x;
		}
		out[f * count + i] = s;
	}
}

// A finite filter, the window brought by asynchronous copies; taps lie in global memory.
template <int TAPS>
__global__ void firByWindow(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out, int n)
{
	__shared__ float window[256 + TAPS];
	int base = blockIdx.x * 256;
	for (int k = threadIdx.x; k < 256 + TAPS - 1; k += 256)
		if (base + k < n + TAPS - 1)
			__pipeline_memcpy_async(&window[k], &in[base + k], 4);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	if (base + threadIdx.x >= n)
		return;
	float s = 0.f;
#pragma unroll 4
	for (int k = 0; k < TAPS; k++)
		s = fmaf(taps[k], window[threadIdx.x + k], s);
	out[base + threadIdx.x] = s;
}
template __global__ void firByWindow<48>(const float *, const float *, float *, int);

struct Section {
	float b0, b1, b2, a1, a2;
};
__constant__ Section section_of_desk[8];

// Channels side by side through recursive sections, a thread a channel.
extern "C" __global__ void sig_desk_of_channels(const float *in, float *out, int channels, int length, int sections)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	for (int s = 0; s < sections; s++) {
		Section q = section_of_desk[s];
		float z1 = 0.f, z2 = 0.f;
		const float *from = s ? out : in;
		for (int t = 0; t < length; t++) {
			float x = from[(size_t)t * channels + c], y = q.b0 * x + z1;
			z1 = q.b1 * x - 0.3f * q.a1 * y + z2;
			z2 = q.b2 * x - 0.3f * q.a2 * y;
			out[(size_t)t * channels + c] = y;
		}
	}
}

// Systems of N unknowns with a heavy diagonal, solved by elimination in registers.
template <typename T, int N>
__global__ void solveHeavy(const T *a, const T *b, T *x, int systems)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	T m[N][N + 1];
#pragma unroll
	for (int r = 0; r < N; r++) {
#pragma unroll
		for (int c = 0; c < N; c++)
			m[r][c] = a[(size_t)(r * N + c) * systems + s] + (r == c ? T(N) : T(0));
		m[r][N] = b[(size_t)r * systems + s];
	}
#pragma unroll
	for (int k = 0; k < N; k++) {
		T inv = T(1) / m[k][k];
#pragma unroll
		for (int r = 0; r < N; r++)
			if (r != k) {
				T f = m[r][k] * inv;
#pragma unroll
				for (int c = k + 1; c <= N; c++)
					m[r][c] -= f * m[k][c];
			}
	}
#pragma unroll
	for (int r = 0; r < N; r++)
		x[(size_t)r * systems + s] = m[r][N] / m[r][r];
}
template __global__ void solveHeavy<float, 5>(const float *, const float *, float *, int);
template __global__ void solveHeavy<double, 4>(const double *, const double *, double *, int);

// Tridiagonal lines of 32 unknowns, a warp each, by parallel cyclic reduction: 3 + d on the diagonal, -1 beside it.
extern "C" __global__ void la_lines_of_a_warp(const float *d, const float *rhs, float *x, int lines)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
	if (warp >= lines)
		return;
	size_t i = (size_t)warp * 32 + lane;
	float a = lane ? -1.f : 0.f, b = 3.f + d[i], c = lane < 31 ? -1.f : 0.f, r = rhs[i];
#pragma unroll
	for (int s = 1; s < 32; s *= 2) {
		float au = __shfl_up_sync(~0u, a, s), bu = __shfl_up_sync(~0u, b, s), cu = __shfl_up_sync(~0u, c, s), ru = __shfl_up_sync(~0u, r, s);
		float ad = __shfl_down_sync(~0u, a, s), bd = __shfl_down_sync(~0u, b, s), cd = __shfl_down_sync(~0u, c, s), rd = __shfl_down_sync(~0u, r, s);
		float up = lane >= s ? -a / bu : 0.f, down = lane + s < 32 ? -c / bd : 0.f;
		b += up * cu + down * ad;
		r += up * ru + down * rd;
		a = up * au;
		c = down * cd;
	}
	x[i] = r / b;
}

// Blocks of 16 x 16 halves: C X C', a warp each, twice through the tensor cores.
extern "C" __global__ void __launch_bounds__(128) img_blocks_both_ways_wmma(const half *__restrict__ basis, const half *__restrict__ blocks,
                                                                             float *__restrict__ out, int count)
{
	using namespace nvcuda;
	__shared__ __align__(32) float middle[4][256];
	__shared__ __align__(32) half narrow[4][256];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, at = blockIdx.x * 4 + w;
	if (at >= count)
		return;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> block;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
	wmma::load_matrix_sync(left, basis, 16);
	wmma::load_matrix_sync(block, blocks + (size_t)at * 256, 16);
	wmma::fill_fragment(acc, 0.f);
	wmma::mma_sync(acc, left, block, acc);
	wmma::store_matrix_sync(middle[w], acc, 16, wmma::mem_row_major);
	__syncwarp();
	for (int k = lane; k < 256; k += 32)
		narrow[w][k] = __float2half(middle[w][k]);
	__syncwarp();
	wmma::load_matrix_sync(left, narrow[w], 16);
	wmma::load_matrix_sync(right, basis, 16);
	wmma::fill_fragment(acc, 0.f);
	wmma::mma_sync(acc, left, right, acc);
	wmma::store_matrix_sync(out + (size_t)at * 256, acc, 16, wmma::mem_row_major);
}
