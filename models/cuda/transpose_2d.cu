/*
 * Transpose of an n_rows x n_cols matrix of int, one thread for each element, 8 x 32 blocks: a
 * warp reads 4 rows of 8 elements and writes 8 rows of 4.
 * From: CME 213 2023, "Block access" (simpleTranspose2D).
 *
 *     dim3 grid(ceil_div(n_cols, BLOCK_X), ceil_div(n_rows, BLOCK_Y)), block(BLOCK_X, BLOCK_Y);
 *     transpose_2d<<<grid, block>>>(array_in, array_out, n_rows, n_cols)
 */
extern "C" __global__ void
transpose_2d(const int *array_in, int *array_out, size_t n_rows, size_t n_cols)
{
	const size_t col = threadIdx.x + blockDim.x * blockIdx.x;
	const size_t row = threadIdx.y + blockDim.y * blockIdx.y;

	if (col < n_cols && row < n_rows)
		array_out[col * n_rows + row] = array_in[row * n_cols + col];
}
