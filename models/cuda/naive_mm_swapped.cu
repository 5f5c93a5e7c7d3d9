/*
 * The first matrix product with x and y swapped: neighbouring threads take neighbouring rows,
 * so a warp walks down a column of A and of C, and its accesses are not coalesced.
 * From: the first kernel of Masaryk 2019, tiling notes and G80 lecture, spoiled on purpose.
 *
 *     naive_mm_swapped<<<dim3(n/BLOCK_X, n/BLOCK_Y), dim3(BLOCK_X, BLOCK_Y)>>>(A, B, C, n)
 */
extern "C" __global__ void
naive_mm_swapped(const float *A, const float *B, float *C, int n)
{
	const int row = blockIdx.x * blockDim.x + threadIdx.x;
	const int column = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0.0f;

	for (int k = 0; k < n; k++)
		sum += A[row * n + k] * B[k * n + column];
	C[row * n + column] = sum;
}
