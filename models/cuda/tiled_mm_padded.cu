/*
 * Matrix product C = A B with A of m x k, B of k x n floats, of any size, through TILE x TILE
 * tiles in shared memory; what lies outside a matrix enters the tile as zero.
 * From: tiling notes, "Boundary Checking", with the non-square form they leave as Lab 2. The
 * notes write the zero in an else branch; a conditional value is the same and has one store,
 * as compilers make of either.
 *
 *     dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
 *     tiled_mm_padded<<<grid, block>>>(A, B, C, m, k, n)
 */
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void
tiled_mm_padded(const float *A, const float *B, float *C, int m, int k, int n)
{
	__shared__ float As[TILE][TILE];
	__shared__ float Bs[TILE][TILE];
	const int row = blockIdx.y * TILE + threadIdx.y;
	const int column = blockIdx.x * TILE + threadIdx.x;
	float sum = 0.0f;

	for (int phase = 0; phase < (k + TILE - 1) / TILE; phase++) {
		const int a_column = phase * TILE + threadIdx.x;
		const int b_row = phase * TILE + threadIdx.y;
		As[threadIdx.y][threadIdx.x] =
		        row < m && a_column < k ? A[row * k + a_column] : 0.0f;
		Bs[threadIdx.y][threadIdx.x] =
		        b_row < k && column < n ? B[b_row * n + column] : 0.0f;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && column < n)
		C[row * n + column] = sum;
}
