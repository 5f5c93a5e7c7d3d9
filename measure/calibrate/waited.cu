/*
 * Loops whose loads are waited for one by one, few warps to an SM: clocks of a block from its first instruction to
 * its last, and how they differ from SM to SM.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define BEGIN const long long start_ = clock64()
#define END do { const long long end_ = clock64(); if (threadIdx.x == 0 && threadIdx.y == 0) { took[2 * (blockIdx.y * gridDim.x + blockIdx.x)] = end_ - start_; unsigned sm_; asm volatile("mov.u32 %0, %smid;" : "=r"(sm_)); took[2 * (blockIdx.y * gridDim.x + blockIdx.x) + 1] = sm_; } } while (0)

extern "C" __global__ void column_sum(const float *id, float *od, int w, int h, long long *took)
{
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = 0;
#pragma unroll 1
	for (int y = 0; y < h; y++)
		t += id[y * w + x];
	od[x] = t;
	END;
}
extern "C" __global__ void column_sum4(const float *__restrict__ id, float *__restrict__ od, int w, int h, long long *took)
{
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = 0;
#pragma unroll 4
	for (int y = 0; y < h; y++)
		t += id[y * w + x];
	od[x] = t;
	END;
}
extern "C" __global__ void column_store(const float *id, float *od, int w, int h, long long *took)
{
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = 0;
#pragma unroll 1
	for (int y = 0; y < h; y++) {
		t += id[y * w + x];
		od[y * w + x] = t;
	}
	END;
}
extern "C" __global__ void column_box(const float *id, float *od, int w, int h, long long *took)
{
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = 0;
	for (int y = 1; y < h; y++) {
		t += id[min(y + 10, h - 1) * w + x];
		t -= id[max(y - 11, 0) * w + x];
		od[y * w + x] = t * .05f;
	}
	END;
}
/* a row of a block's own: lines behind each other */
extern "C" __global__ void row_sum(const float *id, float *od, int w, int h, long long *took)
{
	BEGIN;
	const float *row = id + (size_t)blockIdx.x * h * blockDim.x;
	float t = 0;
#pragma unroll 1
	for (int y = 0; y < h; y++)
		t += row[y * blockDim.x + threadIdx.x];
	od[blockIdx.x * blockDim.x + threadIdx.x] = t;
	END;
}
extern "C" __global__ void phase(const float *id, float *od, int w, int h, long long *took)
{
	__shared__ float held[1024];
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = 0;
#pragma unroll 1
	for (int y = 0; y < h; y++) {
		held[threadIdx.x] = id[y * w + x];
		__syncthreads();
		t += held[threadIdx.x ^ 33];
		__syncthreads();
	}
	od[x] = t;
	END;
}
extern "C" __global__ void barriers_only(const float *id, float *od, int w, int h, long long *took)
{
	__shared__ float held[1024];
	BEGIN;
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = id[x];
#pragma unroll 1
	for (int y = 0; y < h; y++) {
		held[threadIdx.x] = t;
		__syncthreads();
		t += held[threadIdx.x ^ 33];
		__syncthreads();
	}
	od[x] = t;
	END;
}
extern "C" __global__ void march(const float *in, float *out, int nx, int ny, int nz, long long *took)
{
	__shared__ float plane[10][34];
	BEGIN;
	const int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))
	float below = in[AT(x, y, 0)], here = in[AT(x, y, 1)];
	for (int z = 1; z < nz - 1; z++) {
		const float above = in[AT(x, y, z + 1)];
		plane[ty][tx] = here;
		if (threadIdx.x == 0) plane[ty][0] = in[AT(x - 1, y, z)];
		if (threadIdx.x == 31) plane[ty][33] = in[AT(x + 1, y, z)];
		if (threadIdx.y == 0) plane[0][tx] = in[AT(x, y - 1, z)];
		if (threadIdx.y == 7) plane[9][tx] = in[AT(x, y + 1, z)];
		__syncthreads();
		out[AT(x, y, z)] = here + .1f * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above - 6 * here);
		__syncthreads();
		below = here;
		here = above;
	}
	END;
}
template <int U> __device__ __forceinline__ void bodies(const float4 *body, float4 *out, int n, long long *took)
{
	__shared__ float4 tile[256];
	BEGIN;
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 me = body[i];
	float fx = 0, fy = 0, fz = 0;
	for (int t = 0; t < n; t += blockDim.x) {
		tile[threadIdx.x] = body[t + threadIdx.x];
		__syncthreads();
#pragma unroll U
		for (int j = 0; j < blockDim.x; j++) {
			const float4 o = tile[j];
			const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
			const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), inv3 = o.w * inv * inv * inv;
			fx += dx * inv3; fy += dy * inv3; fz += dz * inv3;
		}
		__syncthreads();
	}
	out[i] = make_float4(fx, fy, fz, 0);
	END;
}
extern "C" __global__ void bodies_1(const float4 *body, float4 *out, int n, long long *took) { bodies<1>(body, out, n, took); }
extern "C" __global__ void bodies_4(const float4 *body, float4 *out, int n, long long *took) { bodies<4>(body, out, n, took); }
extern "C" __global__ void bodies_8(const float4 *body, float4 *out, int n, long long *took) { bodies<8>(body, out, n, took); }
template <int TM, int TN> __device__ __forceinline__ void gemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k, long long *took)
{
	__shared__ float as[8][16 * TM], bs[8][16 * TN];
	BEGIN;
	const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * 16 * TM, col = blockIdx.x * 16 * TN;
	float sum[TM][TN] = {};
	for (int s = 0; s < k; s += 8) {
		for (int i = threadIdx.x; i < 8 * 16 * TM; i += 256) as[i % 8][i / 8] = a[(row + i / 8) * k + s + i % 8];
		for (int i = threadIdx.x; i < 8 * 16 * TN; i += 256) bs[i / (16 * TN)][i % (16 * TN)] = b[(s + i / (16 * TN)) * n + col + i % (16 * TN)];
		__syncthreads();
#pragma unroll
		for (int q = 0; q < 8; q++) {
			float x[TM], y[TN];
#pragma unroll
			for (int i = 0; i < TM; i++) x[i] = as[q][ty * TM + i];
#pragma unroll
			for (int j = 0; j < TN; j++) y[j] = bs[q][tx * TN + j];
#pragma unroll
			for (int i = 0; i < TM; i++)
#pragma unroll
				for (int j = 0; j < TN; j++) sum[i][j] += x[i] * y[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++) for (int j = 0; j < TN; j++) c[(row + ty * TM + i) * n + col + tx * TN + j] = sum[i][j];
	END;
}
extern "C" __global__ void gemm_4(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k, long long *took) { gemm<4, 4>(a, b, c, n, k, took); }
extern "C" __global__ void gemm_8(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k, long long *took) { gemm<8, 8>(a, b, c, n, k, took); }
extern "C" __global__ void gemm_1(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int k, long long *took)
{
	__shared__ float as[16][16], bs[16][16];
	BEGIN;
	const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;
	for (int s = 0; s < k; s += 16) {
		as[ty][tx] = a[row * k + s + tx]; bs[ty][tx] = b[(s + ty) * n + col];
		__syncthreads();
		for (int q = 0; q < 16; q++) sum += as[ty][q] * bs[q][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
	END;
}
#ifndef PTX_ONLY
static float *A, *B, *C; static long long *took, host[1 << 16];
static void show(const char *name, dim3 g, dim3 b, const char *rest, double steps, float ms)
{
	cudaError_t e = cudaDeviceSynchronize();
	const int n = g.x * g.y;
	cudaMemcpy(host, took, 16l * n, cudaMemcpyDeviceToHost);
	std::vector<double> v;
	for (int i = 0; i < n; i++) v.push_back((double)host[2 * i]);
	std::sort(v.begin(), v.end());
	printf("%s\t%d,%d\t%d,%d\t%s\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\t%.3f\t%s\n", name, g.x, g.y, b.x, b.y, rest, steps, v[0] / steps, v[n / 4] / steps, v[n / 2] / steps, v[n - 1] / steps, ms * 1e3, e ? cudaGetErrorString(e) : "ok");
	fflush(stdout);
}
static cudaEvent_t e0, e1;
#define GO(f, g, b, rest, steps, ...) do { float ms = 0; for (int i_ = 0; i_ < 3; i_++) { cudaEventRecord(e0); f<<<g, b>>>(__VA_ARGS__, took); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&ms, e0, e1); } show(#f, g, b, rest, steps, ms); } while (0)
int main(void)
{
	char t[99];
	cudaEventCreate(&e0); cudaEventCreate(&e1);
	cudaMalloc(&A, 512u << 20); cudaMalloc(&B, 512u << 20); cudaMalloc(&C, 64u << 20); cudaMalloc(&took, 1 << 20);
	cudaMemset(A, 0, 512u << 20); cudaMemset(B, 0, 512u << 20);
	const int W[] = {32, 64, 256};
	for (int blocks : {1, 16, 64, 132, 264}) for (int w : W) {
		const int cols = blocks * w;
		int h = 256; snprintf(t, 99, "w=%d h=%d", cols, h);
#define COLUMN(f) GO(f, dim3(blocks), dim3(w), t, (double)h, A, B, cols, h)
		COLUMN(column_sum); COLUMN(column_sum4); COLUMN(column_store); COLUMN(column_box); COLUMN(row_sum); COLUMN(phase); COLUMN(barriers_only);
	}
	for (int h : {1024, 4096}) for (int cols : {4096, 16384}) { snprintf(t, 99, "w=%d h=%d", cols, h); GO(column_sum, dim3(cols / 64), dim3(64), t, (double)h, A, B, cols, h); GO(column_box, dim3(cols / 64), dim3(64), t, (double)h, A, B, cols, h); GO(row_sum, dim3(cols / 64), dim3(64), t, (double)h, A, B, cols, h); }
	for (int gx : {1, 4, 8, 16}) for (int gy : {1, 8, 16}) for (int nz : {66}) { const int nx = gx * 32 + 2, ny = gy * 8 + 2; snprintf(t, 99, "nx=%d ny=%d nz=%d", nx, ny, nz); GO(march, dim3(gx, gy), dim3(32, 8), t, (double)(nz - 2), A, B, nx, ny, nz); }
	for (int blocks : {1, 64, 132, 264}) for (int w : {32, 64, 128, 256}) { const int n = 4096; snprintf(t, 99, "n=%d", n);
		GO(bodies_1, dim3(blocks), dim3(w), t, (double)n, (const float4 *)A, (float4 *)B, n); GO(bodies_4, dim3(blocks), dim3(w), t, (double)n, (const float4 *)A, (float4 *)B, n); GO(bodies_8, dim3(blocks), dim3(w), t, (double)n, (const float4 *)A, (float4 *)B, n); }
	for (int g : {1, 4, 11, 16}) { const int k = 512;
		int n = g * 64; snprintf(t, 99, "n=%d k=%d", n, k); GO(gemm_4, dim3(g, g), dim3(256), t, (double)k, A, B, C, n, k);
		n = g * 128; snprintf(t, 99, "n=%d k=%d", n, k); GO(gemm_8, dim3(g, g), dim3(256), t, (double)k, A, B, C, n, k);
		n = g * 16; snprintf(t, 99, "n=%d k=%d", n, k); GO(gemm_1, dim3(g, g), dim3(16, 16), t, (double)k, A, B, C, n, k); }
	return 0;
}
#endif
