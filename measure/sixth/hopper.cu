// What newer cards and compilers offer: warp reductions, copies that run by themselves, clusters,
// tensor cores by name, pairs of halves, types of many kinds.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdint>

#pragma nv_diag_suppress 20054
namespace cg = cooperative_groups;
using namespace nvcuda;
typedef __nv_bfloat16 bf16;

__device__ uint32_t shared_place(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void copy_16(void *to, const void *from)
{
	asm volatile(
		"cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_place(to)), "l"(from));
}

// C = A B' in bfloat16: 128 x 128 a block of 8 warps, 32 deep, three stages in flight, mma 16 x 8
// x 16.
extern "C" __global__ void __launch_bounds__(256) hop_gemm_bf16(const bf16 *__restrict__ a,
	const bf16 *__restrict__ b, float *__restrict__ c, int m, int n, int k)
{
	extern __shared__ __align__(16) bf16 stages[];
	const int pitch = 40, size = 128 * pitch;
	int t = threadIdx.x, lane = t % 32, warp = t / 32, wy = warp / 4 * 64, wx = warp % 4 * 32;
	const bf16 *ga = a + (size_t)blockIdx.y * 128 * k, *gb = b + (size_t)blockIdx.x * 128 * k;
	float acc[4][4][4] = {};
	auto fetch = [&](int stage, int at) {
		bf16 *sa = stages + stage * 2 * size, *sb = sa + size;
		for (int i = t; i < 512; i += 256) {
			int row = i / 4, col = i % 4 * 8;
			copy_16(sa + row * pitch + col, ga + (size_t)row * k + at + col);
			copy_16(sb + row * pitch + col, gb + (size_t)row * k + at + col);
		}
	};
	int tiles = k / 32;
	for (int s = 0; s < 2; s++) {
		if (s < tiles)
			fetch(s, s * 32);
		asm volatile("cp.async.commit_group;");
	}
	for (int i = 0; i < tiles; i++) {
		asm volatile("cp.async.wait_group 1;");
		__syncthreads();
		if (i + 2 < tiles)
			fetch((i + 2) % 3, (i + 2) * 32);
		asm volatile("cp.async.commit_group;");
		const bf16 *sa = stages + i % 3 * 2 * size, *sb = sa + size;
#pragma unroll
		for (int kk = 0; kk < 32; kk += 16) {
			uint32_t fa[4][4], fb[4][2];
#pragma unroll
			for (int r = 0; r < 4; r++)
				asm volatile(
					"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
					"[%4];"
					: "=r"(fa[r][0]), "=r"(fa[r][1]), "=r"(fa[r][2]),
					"=r"(fa[r][3])
					: "r"(shared_place(sa + (wy + r * 16 + lane % 16) * pitch +
							   kk + lane / 16 * 8)));
#pragma unroll
			for (int r = 0; r < 4; r += 2)
				asm volatile(
					"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
					"[%4];"
					: "=r"(fb[r][0]), "=r"(fb[r][1]), "=r"(fb[r + 1][0]),
					"=r"(fb[r + 1][1])
					: "r"(shared_place(
						sb +
						(wx + r * 8 + lane / 16 * 8 + lane % 8) * pitch +
						kk + lane / 8 % 2 * 8)));
#pragma unroll
			for (int y = 0; y < 4; y++)
#pragma unroll
				for (int x = 0; x < 4; x++)
					asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16."
						     "bf16.f32 "
						     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
						     "{%0,%1,%2,%3};"
						     : "+f"(acc[y][x][0]), "+f"(acc[y][x][1]),
						     "+f"(acc[y][x][2]), "+f"(acc[y][x][3])
						     : "r"(fa[y][0]), "r"(fa[y][1]), "r"(fa[y][2]),
						     "r"(fa[y][3]), "r"(fb[x][0]), "r"(fb[x][1]));
		}
	}
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 4; x++) {
			size_t row = blockIdx.y * 128 + wy + y * 16 + lane / 4,
			       col = blockIdx.x * 128 + wx + x * 8 + lane % 4 * 2;
			*(float2 *)&c[row * n + col] = make_float2(acc[y][x][0], acc[y][x][1]);
			*(float2 *)&c[(row + 8) * n + col] =
				make_float2(acc[y][x][2], acc[y][x][3]);
		}
}

// C = A B' of signed bytes: 64 x 64 a block of four warps, mma 16 x 8 x 32, words to the registers.
extern "C" __global__ void __launch_bounds__(128) hop_gemm_bytes(const int *__restrict__ a,
	const int *__restrict__ b, int *__restrict__ c, int m, int n, int words)
{
	__shared__ int as[64][20], bs[64][20];
	int t = threadIdx.x, lane = t % 32, warp = t / 32, acc[8][4] = {};
	for (int k = 0; k < words; k += 16) {
		for (int i = t; i < 256; i += 128) {
			int row = i / 4, col = i % 4 * 4;
			*(int4 *)&as[row][col] = *(
				const int4 *)&a[(size_t)(blockIdx.y * 64 + row) * words + k + col];
			*(int4 *)&bs[row][col] = *(
				const int4 *)&b[(size_t)(blockIdx.x * 64 + row) * words + k + col];
		}
		__syncthreads();
#pragma unroll
		for (int kk = 0; kk < 16; kk += 8) {
			int r = warp * 16 + lane / 4, q = kk + lane % 4;
			int a0 = as[r][q], a1 = as[r + 8][q], a2 = as[r][q + 4],
			    a3 = as[r + 8][q + 4];
#pragma unroll
			for (int x = 0; x < 8; x++) {
				int b0 = bs[x * 8 + lane / 4][q], b1 = bs[x * 8 + lane / 4][q + 4];
				asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
				    "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
					: "+r"(acc[x][0]), "+r"(acc[x][1]), "+r"(acc[x][2]),
					"+r"(acc[x][3])
					: "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
			}
		}
		__syncthreads();
	}
	for (int x = 0; x < 8; x++) {
		size_t row = blockIdx.y * 64 + warp * 16 + lane / 4,
		       col = blockIdx.x * 64 + x * 8 + lane % 4 * 2;
		*(int2 *)&c[row * n + col] = make_int2(acc[x][0], acc[x][1]);
		*(int2 *)&c[(row + 8) * n + col] = make_int2(acc[x][2], acc[x][3]);
	}
}

// A warp for 16 x 16 of a product in TF32, straight from memory.
extern "C" __global__ void hop_gemm_tf32(
	const float *a, const float *b, float *c, int m, int n, int k)
{
	int tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32, row = tile / (n / 16) * 16,
	    col = tile % (n / 16) * 16;
	if (row >= m)
		return;
	wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc;
	wmma::fill_fragment(acc, 0.0f);
	for (int i = 0; i < k; i += 8) {
		wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>
			fa;
		wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>
			fb;
		wmma::load_matrix_sync(fa, a + (size_t)row * k + i, k);
		wmma::load_matrix_sync(fb, b + (size_t)i * n + col, n);
		for (int e = 0; e < fa.num_elements; e++)
			fa.x[e] = wmma::__float_to_tf32(fa.x[e]);
		for (int e = 0; e < fb.num_elements; e++)
			fb.x[e] = wmma::__float_to_tf32(fb.x[e]);
		wmma::mma_sync(acc, fa, fb, acc);
	}
	wmma::store_matrix_sync(c + (size_t)row * n + col, acc, n, wmma::mem_row_major);
}

// Double on tensor cores: 32 x 32 a block of four warps, panels in shared memory.
extern "C" __global__ void __launch_bounds__(128) hop_gemm_double(const double *__restrict__ a,
	const double *__restrict__ b, double *__restrict__ c, int m, int n, int k)
{
	__shared__ double as[32][18], bs[16][36];
	int warp = threadIdx.x / 32, wy = warp / 2 * 16, wx = warp % 2 * 16;
	wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[2][2];
	for (int i = 0; i < 4; i++)
		wmma::fill_fragment(acc[i / 2][i % 2], 0.0);
	for (int t = 0; t < k; t += 16) {
		for (int i = threadIdx.x; i < 512; i += 128) {
			as[i / 16][i % 16] = a[(size_t)(blockIdx.y * 32 + i / 16) * k + t + i % 16];
			bs[i / 32][i % 32] = b[(size_t)(t + i / 32) * n + blockIdx.x * 32 + i % 32];
		}
		__syncthreads();
		for (int s = 0; s < 16; s += 4) {
			wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa[2];
			wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(fa[i], &as[wy + 8 * i][s], 18);
				wmma::load_matrix_sync(fb[i], &bs[s][wx + 8 * i], 36);
			}
			for (int i = 0; i < 4; i++)
				wmma::mma_sync(
					acc[i / 2][i % 2], fa[i / 2], fb[i % 2], acc[i / 2][i % 2]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		wmma::store_matrix_sync(c + (size_t)(blockIdx.y * 32 + wy + i / 2 * 8) * n +
						blockIdx.x * 32 + wx + i % 2 * 8,
			acc[i / 2][i % 2], n, wmma::mem_row_major);
}

// Tiles of 8 KiB brought by one thread, scaled, taken away by one thread; two in flight, the blocks
// stay.
extern "C" __global__ void __launch_bounds__(256) hop_bulk_scale(
	const float *__restrict__ in, float *__restrict__ out, float scale, int tiles)
{
	__shared__ __align__(128) float tile[2][2048];
	__shared__ __align__(8) uint64_t ready[2];
	int t = threadIdx.x;
	if (t == 0)
		for (int i = 0; i < 2; i++)
			asm volatile(
				"mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_place(&ready[i])));
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	auto fetch = [&](int s, int which) {
		asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 8192;" ::"r"(
			shared_place(&ready[s]))
			     : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
			     "[%0], [%1], 8192, [%2];" ::"r"(shared_place(tile[s])),
			     "l"(in + (size_t)which * 2048), "r"(shared_place(&ready[s]))
			     : "memory");
	};
	if (t == 0 && blockIdx.x < tiles)
		fetch(0, blockIdx.x);
	int turn = 0;
	for (int which = blockIdx.x; which < tiles; which += gridDim.x, turn++) {
		int s = turn & 1, next = which + gridDim.x;
		if (t == 0 && next < tiles) {
			asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
			fetch(s ^ 1, next);
		}
		uint32_t done;
		do
			asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], "
				     "%2; selp.u32 %0, 1, 0, p; }"
				     : "=r"(done)
				     : "r"(shared_place(&ready[s])), "r"(turn >> 1 & 1)
				     : "memory");
		while (!done);
		float4 *v = (float4 *)tile[s];
		for (int i = t; i < 512; i += 256) {
			float4 x = v[i];
			v[i] = make_float4(x.x * scale, x.y * scale, x.z * scale, x.w * scale);
		}
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
		__syncthreads();
		if (t == 0) {
			asm volatile(
				"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 8192;" ::
					"l"(out + (size_t)which * 2048),
				"r"(shared_place(tile[s]))
				: "memory");
			asm volatile("cp.async.bulk.commit_group;" ::: "memory");
		}
	}
	if (t == 0)
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// A histogram of 4096 bins over a cluster of four blocks: each holds a quarter in its shared
// memory.
extern "C" __global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(512)
	hop_cluster_counts(const int *__restrict__ values, int *counts, int n)
{
	__shared__ int mine[1024];
	cg::cluster_group cluster = cg::this_cluster();
	for (int i = threadIdx.x; i < 1024; i += 512)
		mine[i] = 0;
	cluster.sync();
	for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512) {
		int v = values[i] & 4095;
		atomicAdd(cluster.map_shared_rank(mine, v >> 10) + (v & 1023), 1);
	}
	cluster.sync();
	for (int i = threadIdx.x; i < 1024; i += 512)
		if (mine[i])
			atomicAdd(&counts[cluster.block_rank() * 1024 + i], mine[i]);
}

// Softmax of long rows, a cluster of eight blocks for each: they read each other's sums.
extern "C" __global__ void __cluster_dims__(8, 1, 1) __launch_bounds__(256)
	hop_cluster_softmax(const float *__restrict__ in, float *__restrict__ out, int width)
{
	extern __shared__ float row[];
	__shared__ float part[2], warps[8];
	cg::cluster_group cluster = cg::this_cluster();
	int rank = cluster.block_rank(), each = width / 8, t = threadIdx.x;
	size_t at = (size_t)(blockIdx.x / 8) * width + rank * each;
	float most = -1e30f;
	for (int i = t; i < each; i += 256) {
		row[i] = in[at + i];
		most = fmaxf(most, row[i]);
	}
	for (int d = 16; d; d >>= 1)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	if (t % 32 == 0)
		warps[t / 32] = most;
	__syncthreads();
	if (t == 0) {
		for (int w = 0; w < 8; w++)
			most = fmaxf(most, warps[w]);
		part[0] = most;
	}
	cluster.sync();
	for (int r = 0; r < 8; r++)
		most = fmaxf(most, *cluster.map_shared_rank(&part[0], r));
	float sum = 0;
	for (int i = t; i < each; i += 256) {
		row[i] = __expf(row[i] - most);
		sum += row[i];
	}
	for (int d = 16; d; d >>= 1)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (t % 32 == 0)
		warps[t / 32] = sum;
	__syncthreads();
	if (t == 0) {
		sum = 0;
		for (int w = 0; w < 8; w++)
			sum += warps[w];
		part[1] = sum;
	}
	cluster.sync();
	sum = 0;
	for (int r = 0; r < 8; r++)
		sum += *cluster.map_shared_rank(&part[1], r);
	for (int i = t; i < each; i += 256)
		__stcs(&out[at + i], row[i] / sum);
	cluster.sync();
}

// As many blocks as there is room; rows of a matrix by turns, x kept in shared memory.
extern "C" __global__ void hop_stay_matvec(const float4 *__restrict__ a,
	const float *__restrict__ x, float *__restrict__ y, int rows, int quads)
{
	extern __shared__ float4 kept[];
	for (int i = threadIdx.x; i < quads; i += blockDim.x)
		kept[i] = __ldg((const float4 *)x + i);
	__syncthreads();
	int warps = blockDim.x / 32, lane = threadIdx.x % 32;
	for (int row = blockIdx.x * warps + threadIdx.x / 32; row < rows;
		row += gridDim.x * warps) {
		float sum = 0;
#pragma unroll 4
		for (int i = lane; i < quads; i += 32) {
			float4 v = __ldcs(a + (size_t)row * quads + i), u = kept[i];
			sum = fmaf(v.x, u.x, fmaf(v.y, u.y, fmaf(v.z, u.z, fmaf(v.w, u.w, sum))));
		}
		for (int d = 16; d; d >>= 1)
			sum += __shfl_xor_sync(~0u, sum, d);
		if (lane == 0)
			__stcg(&y[row], sum);
	}
}

// Least squares of a line, two halves at once, eight terms.
extern "C" __global__ void hop_half2_series(
	const half2 *__restrict__ in, half2 *__restrict__ out, int n, int times)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	half2 x = in[i], sum = __float2half2_rn(0.0f);
	for (int t = 0; t < times; t++) {
		half2 p = __float2half2_rn(0.0078125f);
#pragma unroll
		for (int k = 0; k < 8; k++)
			p = __hfma2(p, x, __float2half2_rn(0.125f + 0.0625f * k));
		sum = __hadd2(
			sum, __hmul2(p, h2rcp(__hadd2(__hmul2(x, x), __float2half2_rn(1.5f)))));
		x = __hmax2(__hsub2(x, __float2half2_rn(0.001f)), __float2half2_rn(-1.0f));
	}
	out[i] = sum;
}

template <typename T> __device__ T blend(T a, T b)
{
	return a * (T)0.75f + b * (T)0.25f;
}
template <> __device__ int4 blend(int4 a, int4 b)
{
	return make_int4(a.x + b.x / 3, a.y - b.y / 5, a.z ^ b.z, max(a.w, b.w));
}

// Neighbours along a line blended, whatever they are.
template <typename T>
__global__ void hop_blend(const T *__restrict__ in, T *__restrict__ out, long long n)
{
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
		i += (long long)gridDim.x * blockDim.x)
		out[i] = blend(in[i], in[i + 1 < n ? i + 1 : i]);
}
template __global__ void hop_blend<double>(const double *, double *, long long);
template __global__ void hop_blend<bf16>(const bf16 *, bf16 *, long long);
template __global__ void hop_blend<int4>(const int4 *, int4 *, long long);

// Lanes that hold the same key add together first.
extern "C" __global__ void hop_match_add(const int *__restrict__ keys,
	const float *__restrict__ values, float *sums, int *counts, int n, int mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	int key = i < n ? keys[i] & mask : -1;
	float v = i < n ? values[i] : 0.0f;
	unsigned same = __match_any_sync(~0u, key);
	int first = __ffs(same) - 1;
	float sum = 0;
	for (unsigned rest = same; __any_sync(~0u, rest); rest &= rest - 1) {
		int from = rest ? __ffs(rest) - 1 : lane;
		float o = __shfl_sync(~0u, v, from);
		sum += rest ? o : 0.0f;
	}
	if (lane == first && key >= 0) {
		atomicAdd(&sums[key], sum);
		atomicAdd(&counts[key], __popc(same));
	}
}

// One warp brings tiles, three work on them: two buffers, barriers of their own.
extern "C" __global__ void __launch_bounds__(128)
	hop_bring_and_work(const float *__restrict__ in, float *__restrict__ out, int tiles)
{
	__shared__ float buffer[2][768];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (warp == 0) {
		for (int i = 0; i < tiles; i++) {
			int s = i & 1;
			if (i > 1)
				asm volatile("bar.sync %0, 128;" ::"r"(3 + s) : "memory");
			const float *from = in + ((size_t)blockIdx.x * tiles + i) * 768;
			for (int j = lane; j < 768; j += 32)
				buffer[s][j] = from[j];
			__threadfence_block();
			asm volatile("bar.arrive %0, 128;" ::"r"(1 + s) : "memory");
		}
	} else {
		float sum = 0;
		int at = threadIdx.x - 32;
		for (int i = 0; i < tiles; i++) {
			int s = i & 1;
			asm volatile("bar.sync %0, 128;" ::"r"(1 + s) : "memory");
			for (int j = at; j < 768; j += 96)
				sum += sqrtf(fabsf(buffer[s][j])) * buffer[s][767 - j];
			if (i + 2 < tiles)
				asm volatile("bar.arrive %0, 128;" ::"r"(3 + s) : "memory");
		}
		out[blockIdx.x * 96 + at] = sum;
	}
}

// A line filtered by 17 taps, the next piece on its way while this one is worked on.
extern "C" __global__ void __launch_bounds__(128) hop_fetch_taps(const float *__restrict__ in,
	const float *__restrict__ taps, float *__restrict__ out, int pieces)
{
	__shared__ __align__(16) float piece[2][512 + 16];
	float c[17];
	for (int i = 0; i < 17; i++)
		c[i] = taps[i];
	size_t base = (size_t)blockIdx.x * pieces * 512;
	auto fetch = [&](int p) {
		for (int i = threadIdx.x; i < 132; i += 128)
			__pipeline_memcpy_async(
				&piece[p & 1][4 * i], &in[base + (size_t)p * 512 + 4 * i], 16);
		__pipeline_commit();
	};
	fetch(0);
	for (int p = 0; p < pieces; p++) {
		if (p + 1 < pieces)
			fetch(p + 1);
		else
			__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			float sum = 0;
			for (int k = 0; k < 17; k++)
				sum += c[k] * piece[p & 1][threadIdx.x + 128 * i + k];
			out[base + (size_t)p * 512 + threadIdx.x + 128 * i] = sum;
		}
		__syncthreads();
	}
}

// 24 numbers a thread put in order by insertion, in local memory.
extern "C" __global__ void hop_insert_local(const float *in, float *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float a[24];
	for (int i = 0; i < 24; i++)
		a[i] = in[(size_t)i * n + t];
	for (int i = 1; i < 24; i++) {
		float v = a[i];
		int j = i - 1;
		while (j >= 0 && a[j] > v) {
			a[j + 1] = a[j];
			j--;
		}
		a[j + 1] = v;
	}
	out[t] = 0.5f * (a[11] + a[12]);
	out[n + t] = a[23] - a[0];
}

// Sums of whole numbers by the warp's own adder, and how many are odd.
extern "C" __global__ void hop_warp_add(
	const unsigned *__restrict__ in, unsigned *sum, unsigned *odd, int n)
{
	unsigned s = 0, o = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = in[i] & 0xffff;
		s += __reduce_add_sync(__activemask(), v);
		o += __popc(__ballot_sync(__activemask(), v & 1));
	}
	if (threadIdx.x % 32 == 0) {
		atomicAdd(sum, s);
		atomicAdd(odd, o);
	}
}

// Convolution of bytes with 3 x 3 over channels in fours, dp4a; weights in shared memory.
extern "C" __global__ void hop_conv_bytes(const int *__restrict__ in,
	const int *__restrict__ weights, int *__restrict__ out, int width, int height, int quads,
	int outputs)
{
	extern __shared__ int w[];
	for (int i = threadIdx.x; i < 9 * quads * 4; i += blockDim.x)
		w[i] = weights[blockIdx.z * 9 * quads * 4 + i];
	__syncthreads();
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= width)
		return;
	int sum[4] = {0, 0, 0, 0};
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++)
			for (int q = 0; q < quads; q++) {
				int v = in[((size_t)(y + j) * (width + 2) + x + i) * quads + q];
				for (int o = 0; o < 4; o++)
					sum[o] = __dp4a(
						v, w[((j * 3 + i) * quads + q) * 4 + o], sum[o]);
			}
	for (int o = 0; o < 4; o++)
		out[((size_t)y * width + x) * outputs + blockIdx.z * 4 + o] = sum[o] >> 7;
}

// Block sums by a barrier of the library in two halves: arrive, do something else, wait.
extern "C" __global__ void hop_split_barrier(
	const float *__restrict__ in, float *__restrict__ out, int rounds)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> barrier;
	__shared__ float line[256];
	if (threadIdx.x == 0)
		init(&barrier, 256);
	__syncthreads();
	float v = in[blockIdx.x * 256 + threadIdx.x], own = v;
	for (int r = 0; r < rounds; r++) {
		line[threadIdx.x] = v;
		auto token = barrier.arrive();
		for (int k = 0; k < 8; k++)
			own = own * 0.5f + 0.125f;
		barrier.wait(std::move(token));
		v = 0.5f * (line[(threadIdx.x + 37 * r) % 256] + own);
		barrier.arrive_and_wait();
	}
	out[blockIdx.x * 256 + threadIdx.x] = v;
}
