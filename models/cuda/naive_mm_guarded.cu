/*
 * Matrix product C = A B with A of m x k, B of k x n floats, of any size: threads outside C do
 * nothing.
 * From: the first kernel of Masaryk 2019, tiling notes and G80 lecture, with the boundary
 * check that the tiling notes ask for.
 *
 *     dim3 grid(ceil_div(n, BLOCK_X), ceil_div(m, BLOCK_Y)), block(BLOCK_X, BLOCK_Y);
 *     naive_mm_guarded<<<grid, block>>>(A, B, C, m, k, n)
 */
extern "C" __global__ void
naive_mm_guarded(const float *A, const float *B, float *C, int m, int k, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < m && column < n) {
		float sum = 0.0f;
		for (int i = 0; i < k; i++)
			sum += A[row * k + i] * B[i * n + column];
		C[row * n + column] = sum;
	}
}
