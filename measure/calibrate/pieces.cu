/* Reads that blocks share, by the pieces they come in: how many join on the way to L2? Counted by ncu. Every launch twice (warm: the
   second). */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
/* A request reads 32 / per pieces of `per` words, `pitch` words apart; the next one `step` words on. UNROLL of them are under way. A block of
   an SM reads as one of each other SM does, and each warp its own rows. */
template <int UNROLL, int BARRIER> __global__ void
pieces(const float *x, float *out, int sms, int per, int pitch, int step, int count)
{
	const int rows = 32 / per, warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const float *own = x + ((size_t)(blockIdx.x / sms) * warps + warp) * rows * pitch + (size_t)(lane / per) * pitch + lane % per;
	float s[4] = {1, 2, 3, 4};
	for (int t = 0; t < count; t += UNROLL) {
		float v[UNROLL];
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			v[u] = own[(t + u) * step];
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			s[u & 3] = s[u & 3] * 0.5f + v[u];
		if (BARRIER)
			__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}
/* Rows and columns, of which one is loaded at each EVERY-th tile alone. */
template <int EVERY_ROW, int EVERY_COLUMN> __global__ void
crossing(const float *a, const float *b, float *out, int width, int tiles, int reads)
{
	extern __shared__ float part[];
	const float *row = a + (size_t)(blockIdx.x / width) * tiles * 256, *column = b + (size_t)(blockIdx.x % width) * tiles * 256;
	float s[4] = {1, 2, 3, 4};
	for (int t = 0; t < tiles; t++) {
		float v = 1, w = 1;
		if (t % EVERY_ROW == 0)
			v = row[(size_t)t * 256 + threadIdx.x];
		if (t % EVERY_COLUMN == 0)
			w = column[(size_t)t * 256 + threadIdx.x];
		part[threadIdx.x] = v + w;
		__syncthreads();
#pragma unroll 4
		for (int i = 0; i < reads; i++)
			s[i & 3] += part[(threadIdx.x + i) & 255];
		__syncthreads();
	}
	out[blockIdx.x * 256 + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}
/* A product: the row's words are the same for a warp, the column's lie beside each other. */
template <int UNROLL> __global__ void
direct(const float *a, const float *b, float *out, int k, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k0 = 0; k0 < k; k0 += UNROLL) {
		float v[UNROLL], w[UNROLL];
#pragma unroll
		for (int i = 0; i < UNROLL; i++) {
			v[i] = a[y * k + k0 + i];
			w[i] = b[(k0 + i) * n + x];
		}
#pragma unroll
		for (int i = 0; i < UNROLL; i++)
			s += v[i] * w[i];
	}
	out[y * n + x] = s;
}
/* Bodies by tiles: all blocks the same. */
template <typename WORD> __device__ float first(WORD w);
template <> __device__ float first(float w) { return w; }
template <> __device__ float first(float4 w) { return w.x + w.w; }
template <typename WORD> __global__ void
bodies(const WORD *x, float *out, int tiles, int work)
{
	extern __shared__ float4 room[];
	WORD *tile = (WORD *)room;
	float s = threadIdx.x;
	for (int t = 0; t < tiles; t++) {
		tile[threadIdx.x] = x[(size_t)t * blockDim.x + threadIdx.x];
		__syncthreads();
		for (int i = 0; i < work; i++) {
			const float d = first(tile[i % blockDim.x]) - s;
			s += rsqrtf(d * d + 0.01f) * d;
		}
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
static float *a, *b, *out;
#define TWICE(...) for (int i_ = 0; i_ < 2; i_++) { __VA_ARGS__; }
template <int U, int B> static void
piece(int resident, int per, int step, int count)
{
	const int pitch = (count * step + 31) / 32 * 32 + 32, shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(pieces<U, B>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	TWICE((pieces<U, B><<<132 * resident, 128, shared>>>(a, out, 132, per, pitch, step, count)))
	printf("pieces,unroll %d,barrier %d,resident %d,per %d,step %d,count %d,error %d\n", U, B, resident, per, step, count, (int)cudaGetLastError());
}
template <int R, int C> static void
cross(int resident, int width, int reads)
{
	const int shared = 220 * 1024 / resident - 2048;
	cudaFuncSetAttribute(crossing<R, C>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
	TWICE((crossing<R, C><<<132 * resident / width * width, 256, shared>>>(a, b, out, width, 64, reads)))
	printf("crossing,row %d,column %d,resident %d,width %d,reads %d,error %d\n", R, C, resident, width, reads, (int)cudaGetLastError());
}
template <int U> static void
product(int gx, int gy, int bx, int by)
{
	TWICE((direct<U><<<dim3(gx, gy), dim3(bx, by)>>>(a, b, out, 384, gx * bx)))
	printf("direct,unroll %d,gx %d,gy %d,bx %d,by %d,error %d\n", U, gx, gy, bx, by, (int)cudaGetLastError());
}
template <typename WORD> static void
body(int blocks, int block, int tiles, int work)
{
	TWICE((bodies<WORD><<<blocks, block, block * sizeof(WORD)>>>((const WORD *)a, out, tiles, work)))
	printf("bodies,bytes %d,blocks %d,block %d,tiles %d,work %d,error %d\n", (int)sizeof(WORD), blocks, block, tiles, work, (int)cudaGetLastError());
}
template <int U> static void
all_pieces(int resident)
{
	for (int per : {32, 16, 8}) {
		piece<U, 1>(resident, per, per, 64);
		if (per < 32)
			piece<U, 1>(resident, per, 32, 64);
	}
	piece<U, 1>(resident, 4, 4, 64);
}
int
main()
{
	cudaMalloc(&a, 256 << 20); cudaMalloc(&b, 256 << 20); cudaMalloc(&out, 64 << 20);
	cudaMemset(a, 0, 256 << 20); cudaMemset(b, 0, 256 << 20);
	cudaDeviceSynchronize();
	for (int resident : {1, 4}) {
		all_pieces<1>(resident);
		all_pieces<2>(resident);
		all_pieces<4>(resident);
		all_pieces<8>(resident);
		for (int per : {32, 8}) {
			piece<1, 0>(resident, per, per, 64);
			piece<4, 0>(resident, per, per, 64);
		}
	}
	for (int resident : {1, 4})
		for (int width : {5, 16})
			for (int reads : {16, 256}) {
				cross<1, 1>(resident, width, reads);
				cross<4, 1>(resident, width, reads);
				cross<16, 1>(resident, width, reads);
				cross<64, 1>(resident, width, reads);
				cross<1, 4>(resident, width, reads);
				cross<1, 16>(resident, width, reads);
			}
	for (int gx : {1, 5, 24}) {
		product<1>(gx, 128 / (gx > 5 ? 6 : 1), 64, 4);
		product<4>(gx, 128 / (gx > 5 ? 6 : 1), 64, 4);
		product<8>(gx, 128 / (gx > 5 ? 6 : 1), 64, 4);
		product<4>(gx, 640 / gx, 128, 1);
		product<4>(gx, 130 / gx, 128, 1);
	}
	for (int blocks : {79, 132, 264})
		for (int block : {128, 256})
			for (int work : {16, 128, 1024}) {
				body<float>(blocks, block, 64, work);
				body<float4>(blocks, block, 64, work);
			}
	return cudaDeviceSynchronize();
}
