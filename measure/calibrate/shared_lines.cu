// Lines that several warps change in place, each a part of them, while they come from DRAM: against a copy, and against
// lines that one warp changes whole. `shift`: floats by which all lies off a line.
#include <cstdio>
#include <cstdlib>
#define MIB (1 << 20)
__global__ void flush(const float4 *in, float *out, size_t n)
{
	float s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) s += in[i].x;
	if (s == 1.5f) *out = s;
}
static float *A, *B, *F;
template <class Go> static void timed(const char *name, const char *kind, int a, int b, int c, int shift, Go go)
{
	cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
	float cold = 1e9, warm = 1e9, t;
	for (int r = 0; r < 4; r++) {
		flush<<<1056, 256>>>((float4 *)F, B, (size_t)256 * MIB / 16);
		cudaEventRecord(e0); go(); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&t, e0, e1); if (t < cold) cold = t;
	}
	for (int r = 0; r < 5; r++) {
		cudaEventRecord(e0); go(); cudaEventRecord(e1); cudaEventSynchronize(e1); cudaEventElapsedTime(&t, e0, e1); if (r && t < warm) warm = t;
	}
	cudaEventDestroy(e0); cudaEventDestroy(e1);
	printf("%s,%s,%d,%d,%d,%d,%.2f,%.2f\n", name, kind, a, b, c, shift, cold * 1000, warm * 1000);
}
// one element for each thread
template <class T, int SYNC> __global__ void once(const float *a, float *b, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	T v = *(const T *)(a + (size_t)i * (sizeof(T) / 4) + shift);
	*(float *)&v += 1;
	if (SYNC) __syncthreads();
	*(T *)(b + (size_t)i * (sizeof(T) / 4) + shift) = v;
}
// every second sector read, the others stored
__global__ void even_odd(const float *a, float *b, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	size_t at = (size_t)(i / 8) * 16 + i % 8 + shift;
	b[at + 8] = a[at] + 1;
}
// down a matrix, 3072 columns and all rows on lines
template <int MODE> __global__ void walk(const float *a, float *b, int rows, int cols, int pitch, int shift)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols) return;
#pragma unroll 1
	for (int r = blockIdx.y; r < rows; r += gridDim.y) {
		size_t at = (size_t)r * pitch + c + shift;
		float v = a[at] + 1;
		if (MODE == 1) __syncthreads();
		b[at] = v;
	}
}
// the same, the load of the next turn ahead of the store
__global__ void ahead(const float *a, float *b, int rows, int cols, int pitch, int shift)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols) return;
	float v = a[(size_t)blockIdx.y * pitch + c + shift];
#pragma unroll 1
	for (int r = blockIdx.y; r < rows; r += gridDim.y) {
		size_t at = (size_t)r * pitch + c + shift;
		float next = r + gridDim.y < rows ? __ldcg(&a[at + (size_t)gridDim.y * pitch]) : 0;
		b[at] = v + 1;
		v = next;
	}
}
// down a matrix whose rows follow each other: 1 reads a, 2 writes b, 4 with a factor for each row
template <int WHAT> __global__ void
update(const float *a, float *b, const float *__restrict__ x, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols) return;
	float sum = 0;
#pragma unroll 1
	for (int r = blockIdx.y; r < rows; r += gridDim.y) {
		float f = WHAT & 4 ? x[r] : 0.5f;
		float v = WHAT & 1 ? a[(size_t)r * cols + c] + f : f;
		if (WHAT & 2) b[(size_t)r * cols + c] = v;
		else sum += v;
	}
	if (!(WHAT & 2) && sum == 1.5f) b[c] = sum;
}
int main()
{
	float *X;
	cudaMalloc(&X, MIB);
	cudaMemset(X, 0, MIB);
	cudaMalloc(&A, 600 * MIB); cudaMalloc(&B, 600 * MIB); cudaMalloc(&F, 256 * MIB);
	cudaMemset(A, 0, 600 * MIB); cudaMemset(B, 0, 600 * MIB); cudaMemset(F, 0, 256 * MIB);
	printf("name,kind,a,b,c,shift,cold,warm\n");
	for (int mb : {16, 48, 192}) for (int shift : {0, 1, 4, 8, 16, 24, 31}) {
		int n = mb * 250000;
		timed("once", "f32 copy", mb, 256, 0, shift, [=] { once<float, 0><<<(n + 255) / 256, 256>>>(A, B, n, shift); });
		timed("once", "f32 place", mb, 256, 0, shift, [=] { once<float, 0><<<(n + 255) / 256, 256>>>(A, A, n, shift); });
		timed("once", "f32 place sync", mb, 256, 0, shift, [=] { once<float, 1><<<(n + 255) / 256, 256>>>(A, A, n, shift); });
		timed("once", "f32 place 32", mb, 32, 0, shift, [=] { once<float, 0><<<(n + 31) / 32, 32>>>(A, A, n, shift); });
		if (shift % 8 == 0) {
			timed("once", "even_odd", mb, 256, 0, shift, [=] { even_odd<<<(n / 2 + 255) / 256, 256>>>(A, A, n / 2, shift); });
			timed("once", "even_odd copy", mb, 256, 0, shift, [=] { even_odd<<<(n / 2 + 255) / 256, 256>>>(A, B, n / 2, shift); });
		}
		if (shift % 4 == 0) {
			timed("once", "f128 copy", mb, 256, 0, shift, [=] { once<float4, 0><<<(n / 4 + 255) / 256, 256>>>(A, B, n / 4, shift); });
			timed("once", "f128 place", mb, 256, 0, shift, [=] { once<float4, 0><<<(n / 4 + 255) / 256, 256>>>(A, A, n / 4, shift); });
			timed("once", "f64 place", mb, 256, 0, shift, [=] { once<double, 0><<<(n / 2 + 255) / 256, 256>>>(A, A, n / 2, shift); });
			timed("once", "f64 copy", mb, 256, 0, shift, [=] { once<double, 0><<<(n / 2 + 255) / 256, 256>>>(A, B, n / 2, shift); });
		}
	}
	for (int gy : {11, 44, 88, 176, 264}) for (int rows : {4000, 16000}) for (int shift : {0, 1, 8, 16, 24}) {
		dim3 g(12, gy);
		timed("walk", "copy", rows, gy, 256, shift, [=] { walk<0><<<g, 256>>>(A, B, rows, 3072, 3072, shift); });
		timed("walk", "place", rows, gy, 256, shift, [=] { walk<0><<<g, 256>>>(A, A, rows, 3072, 3072, shift); });
		timed("walk", "place sync", rows, gy, 256, shift, [=] { walk<1><<<g, 256>>>(A, A, rows, 3072, 3072, shift); });
		timed("walk", "ahead copy", rows, gy, 256, shift, [=] { ahead<<<g, 256>>>(A, B, rows, 3072, 3072, shift); });
		timed("walk", "ahead place", rows, gy, 256, shift, [=] { ahead<<<g, 256>>>(A, A, rows, 3072, 3072, shift); });
	}
	// few: one block, or warps of their own
	for (int blocks : {1, 4, 32}) for (int threads : {32, 64, 256}) for (int shift : {0, 1, 8, 16, 24}) {
		const int rows = 2000, pitch = 32 * 256;
		timed("few", "copy", blocks, threads, rows, shift, [=] { walk<0><<<blocks, threads>>>(A, B, rows, blocks * threads, pitch, shift); });
		timed("few", "place", blocks, threads, rows, shift, [=] { walk<0><<<blocks, threads>>>(A, A, rows, blocks * threads, pitch, shift); });
		timed("few", "place sync", blocks, threads, rows, shift, [=] { walk<1><<<blocks, threads>>>(A, A, rows, blocks * threads, pitch, shift); });
	}
	for (int cols : {3000, 3072, 2048}) for (int rows : {1000, 4000, 16000}) for (int gy : {44, 88, 100, 176, 250}) {
		dim3 g((cols + 255) / 256, gy);
		timed("matrix", "read", rows, gy, cols, 0, [=] { update<1><<<g, 256>>>(A, B, X, rows, cols); });
		timed("matrix", "write", rows, gy, cols, 0, [=] { update<2><<<g, 256>>>(A, B, X, rows, cols); });
		timed("matrix", "copy", rows, gy, cols, 0, [=] { update<3><<<g, 256>>>(A, B, X, rows, cols); });
		timed("matrix", "place", rows, gy, cols, 0, [=] { update<3><<<g, 256>>>(A, A, X, rows, cols); });
		timed("matrix", "read_x", rows, gy, cols, 0, [=] { update<5><<<g, 256>>>(A, B, X, rows, cols); });
		timed("matrix", "copy_x", rows, gy, cols, 0, [=] { update<7><<<g, 256>>>(A, B, X, rows, cols); });
		timed("matrix", "place_x", rows, gy, cols, 0, [=] { update<7><<<g, 256>>>(A, A, X, rows, cols); });
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
