// Short numbers: halves, brain floats and bytes, and tensor cores for a convolution.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

// 1 x 1 convolution of pixels by channels: a tile of 64 x 64 to four warps, two stages of 32 channels.
extern "C" __global__ void __launch_bounds__(128)
conv_pointwise_on_tensor_cores(const half *__restrict__ pixels, const half *__restrict__ weights,
                               float *__restrict__ out, int cin, int cout)
{
	__shared__ __align__(32) half a[2][64][40];
	__shared__ __align__(32) half b[2][32][72];
	const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
	const int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
	auto fetch = [&](int stage, int k0) {
		for (int i = threadIdx.x; i < 64 * 4; i += 128) {
			const int r = i / 4, q = i % 4 * 8;
			__pipeline_memcpy_async(&a[stage][r][q], pixels + (size_t)(row0 + r) * cin + k0 + q, 16);
		}
		for (int i = threadIdx.x; i < 32 * 8; i += 128) {
			const int r = i / 8, q = i % 8 * 8;
			__pipeline_memcpy_async(&b[stage][r][q], weights + (size_t)(k0 + r) * cout + col0 + q, 16);
		}
		__pipeline_commit();
	};
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(c[i][j], 0.0f);
	fetch(0, 0);
	const int steps = cin / 32;
	for (int k = 0; k < steps; k++) {
		if (k + 1 < steps) {
			fetch((k + 1) & 1, 32 * (k + 1));
			__pipeline_wait_prior(1);
		} else {
			__pipeline_wait_prior(0);
		}
		__syncthreads();
		for (int kk = 0; kk < 32; kk += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(fa[i], &a[k & 1][wr + 16 * i][kk], 40);
				wmma::load_matrix_sync(fb[i], &b[k & 1][kk][wc + 16 * i], 72);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++) {
			for (int e = 0; e < c[i][j].num_elements; e++)
				c[i][j].x[e] = fmaxf(c[i][j].x[e], 0.0f);
			wmma::store_matrix_sync(out + (size_t)(row0 + wr + 16 * i) * cout + col0 + wc + 16 * j, c[i][j], cout,
			                        wmma::mem_row_major);
		}
}

// Two cells to a thread; the rim is left alone.
extern "C" __global__ void stencil_halves_two_by_two(const __half2 *__restrict__ in, __half2 *__restrict__ out, int pairs,
                                                     int h, float centre, float arm)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= pairs - 1 || y >= h - 1)
		return;
	const int i = y * pairs + x;
	const __half2 me = in[i], before = in[i - 1], after = in[i + 1];
	const __half2 left = __halves2half2(__high2half(before), __low2half(me));
	const __half2 right = __halves2half2(__high2half(me), __low2half(after));
	const __half2 sum = __hadd2(__hadd2(left, right), __hadd2(in[i - pairs], in[i + pairs]));
	out[i] = __hfma2(__float2half2_rn(arm), sum, __hmul2(__float2half2_rn(centre), me));
}

__constant__ int byte_weights[9][8];

// Four channels of bytes in, eight out, by 3 x 3.
extern "C" __global__ void conv_bytes_by_dot_of_four(const int *__restrict__ in, int2 *__restrict__ out, int w, int h,
                                                     float scale)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w - 2 || y >= h - 2)
		return;
	int sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll
	for (int t = 0; t < 9; t++) {
		const int v = in[(y + t / 3) * w + x + t % 3];
#pragma unroll
		for (int o = 0; o < 8; o++)
			sum[o] = __dp4a(v, byte_weights[t][o], sum[o]);
	}
	int packed[2] = {0, 0};
#pragma unroll
	for (int o = 0; o < 8; o++) {
		const int q = max(-128, min(127, __float2int_rn(sum[o] * scale)));
		packed[o / 4] |= (q & 255) << 8 * (o % 4);
	}
	out[y * (w - 2) + x] = make_int2(packed[0], packed[1]);
}

extern "C" __global__ void img_unsharp_of_brain_floats(const __nv_bfloat16 *in, __nv_bfloat16 *out, int w, int h,
                                                       float amount)
{
	__shared__ float tile[18][34];
	const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
	for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 32 * 16) {
		const int x = min(max(x0 + i % 34, 0), w - 1), y = min(max(y0 + i / 34, 0), h - 1);
		tile[i / 34][i % 34] = __bfloat162float(in[y * w + x]);
	}
	__syncthreads();
	const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
	if (x < w && y < h) {
		float blur = 0;
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++)
				blur += tile[threadIdx.y + j][threadIdx.x + i] * ((2 - (j - 1) * (j - 1)) * (2 - (i - 1) * (i - 1)));
		const float v = tile[threadIdx.y + 1][threadIdx.x + 1];
		out[y * w + x] = __float2bfloat16(__saturatef(v + amount * (v - blur / 16)));
	}
}
