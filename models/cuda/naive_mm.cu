/*
 * Matrix product C = A B of n x n floats, one thread for each element of C, all from global
 * memory.
 * From: Masaryk 2019, "First Kernel"; tiling notes, "Memory Access"; G80 lecture, "Matrix
 * Multiplication Kernel using Multiple Blocks".
 *
 *     naive_mm<<<dim3(n/BLOCK_X, n/BLOCK_Y), dim3(BLOCK_X, BLOCK_Y)>>>(A, B, C, n)
 */
extern "C" __global__ void
naive_mm(const float *A, const float *B, float *C, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0.0f;

	for (int k = 0; k < n; k++)
		sum += A[row * n + k] * B[k * n + column];
	C[row * n + column] = sum;
}
