// Matrix products: naive, tiled, register-blocked, tensor cores; a sparse product.
#include <cuda_fp16.h>
#include <mma.h>

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[16][16], bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;
	for (int phase = 0; phase < n / 16; phase++) {
		as[ty][tx] = a[row * n + phase * 16 + tx];
		bs[ty][tx] = b[(phase * 16 + ty) * n + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

// Any width and height: zero padding at the edges.
extern "C" __global__ void matmul_edges(const float *a, const float *b, float *c, int m, int n, int k)
{
	__shared__ float as[16][16], bs[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;
	for (int phase = 0; phase < (k + 15) / 16; phase++) {
		int p = phase * 16;
		as[ty][tx] = row < m && p + tx < k ? a[row * k + p + tx] : 0;
		bs[ty][tx] = p + ty < k && col < n ? b[(p + ty) * n + col] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += as[ty][i] * bs[i][tx];
		__syncthreads();
	}
	if (row < m && col < n)
		c[row * n + col] = sum;
}

// 64 x 64 per block of 256 threads, 4 x 4 per thread, double-buffered shared tiles of depth 8.
extern "C" __global__ void matmul_blocked(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[2][8][64], bs[2][8][64];
	int t = threadIdx.x, tx = t % 16, ty = t / 16;
	int arow = t / 8, acol = t % 8, brow = t / 64, bcol = t % 64;
	const float *pa = a + (blockIdx.y * 64 + arow) * n + acol, *pb = b + brow * n + blockIdx.x * 64 + bcol;
	float sum[4][4] = {};
	int buffer = 0;
	for (int i = 0; i < 2; i++) {
		as[0][acol][arow + 32 * i] = pa[32 * i * n];
		bs[0][brow + 4 * i][bcol] = pb[4 * i * n];
	}
	__syncthreads();
	for (int p = 8; p <= n; p += 8) {
		float na[2], nb[2];
		if (p < n)
			for (int i = 0; i < 2; i++) {
				na[i] = pa[32 * i * n + p];
				nb[i] = pb[(p + 4 * i) * n];
			}
		for (int k = 0; k < 8; k++)
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++)
					sum[i][j] += as[buffer][k][ty * 4 + i] * bs[buffer][k][tx * 4 + j];
		if (p < n) {
			buffer ^= 1;
			for (int i = 0; i < 2; i++) {
				as[buffer][acol][arow + 32 * i] = na[i];
				bs[buffer][brow + 4 * i][bcol] = nb[i];
			}
			__syncthreads();
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}

// One warp per 16 x 16 tile of C.
extern "C" __global__ void matmul_wmma(const __half *a, const __half *b, float *c, int n)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
	fragment<accumulator, 16, 16, 16, float> fc;
	fill_fragment(fc, 0.0f);
	for (int k = 0; k < n; k += 16) {
		load_matrix_sync(fa, a + blockIdx.y * 16 * n + k, n);
		load_matrix_sync(fb, b + k * n + blockIdx.x * 16, n);
		mma_sync(fc, fa, fb, fc);
	}
	store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, mem_row_major);
}

// ldmatrix and mma.m16n8k8 on 16 x 8 tiles, through shared memory.
extern "C" __global__ void matmul_mma(const __half *a, const __half *b, float *c, int n)
{
	__shared__ __align__(16) __half as[16][8], bs[8][8];
	int l = threadIdx.x;
	float d[4] = {};
	for (int k = 0; k < n; k += 8) {
		for (int i = l; i < 128; i += 32)
			as[i / 8][i % 8] = a[(blockIdx.y * 16 + i / 8) * n + k + i % 8];
		for (int i = l; i < 64; i += 32)
			bs[i / 8][i % 8] = b[(k + i / 8) * n + blockIdx.x * 8 + i % 8];
		__syncwarp();
		unsigned ra[2], rb, pa = (unsigned)__cvta_generic_to_shared(&as[l % 16][0]);
		unsigned pb = (unsigned)__cvta_generic_to_shared(&bs[l % 8][0]);
		asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
		             : "=r"(ra[0]), "=r"(ra[1]) : "r"(pa));
		asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(rb) : "r"(pb));
		asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
		             "{%0,%1,%2,%3};"
		             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		             : "r"(ra[0]), "r"(ra[1]), "r"(rb));
		__syncwarp();
	}
	float *p = c + (blockIdx.y * 16 + l / 4) * n + blockIdx.x * 8 + l % 4 * 2;
	p[0] = d[0];
	p[1] = d[1];
	p[8 * n] = d[2];
	p[8 * n + 1] = d[3];
}

extern "C" __global__ void sparse_rows(const int *start, const int *column, const float *value,
                                       const float *x, float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0;
	for (int i = start[row]; i < start[row + 1]; i++)
		sum += value[i] * x[column[i]];
	y[row] = sum;
}
