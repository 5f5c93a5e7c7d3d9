/*
 * Transpose of an n_rows x n_cols matrix of int, one thread for each element, blocks along a
 * row: reads are coalesced, every lane of a write falls on a line of its own.
 * From: CME 213 2023, "Algorithm 1" (simpleTranspose).
 *
 *     transpose_simple<<<ceil_div(n_rows*n_cols, BLOCK), BLOCK>>>
 *             (array_in, array_out, n_rows, n_cols)
 */
extern "C" __global__ void
transpose_simple(const int *array_in, int *array_out, size_t n_rows, size_t n_cols)
{
	const size_t tid = threadIdx.x + blockDim.x * blockIdx.x;
	const size_t col = tid % n_cols;
	const size_t row = tid / n_cols;

	if (col < n_cols && row < n_rows)
		array_out[col * n_rows + row] = array_in[row * n_cols + col];
}
