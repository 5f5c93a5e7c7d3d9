/*
 * Matrix product C = A B of n x n floats through TILE x TILE tiles in shared memory; n is a
 * multiple of TILE.
 * From: Masaryk 2019, "Second Kernel"; tiling notes, "Implementation in CUDA"; G80 lecture,
 * "Tiled Matrix Multiplication Kernel".
 *
 *     tiled_mm<<<dim3(n/TILE, n/TILE), dim3(TILE, TILE)>>>(A, B, C, n)
 */
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void
tiled_mm(const float *A, const float *B, float *C, int n)
{
	__shared__ float As[TILE][TILE];
	__shared__ float Bs[TILE][TILE];
	const int row = blockIdx.y * TILE + threadIdx.y;
	const int column = blockIdx.x * TILE + threadIdx.x;
	float sum = 0.0f;

	for (int phase = 0; phase < n / TILE; phase++) {
		As[threadIdx.y][threadIdx.x] = A[row * n + phase * TILE + threadIdx.x];
		Bs[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
		__syncthreads();
	}
	C[row * n + column] = sum;
}
