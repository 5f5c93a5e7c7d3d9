/*
 * The transpose through shared memory with one column of padding: 33 words from row to row
 * spread a column over all 32 banks. Both sizes are multiples of 32.
 * From: CME 213 2023, "There is a simple fix".
 *
 *     dim3 grid(n_cols/32, n_rows/32), block(32, NUM_WARPS);
 *     transpose_padded<<<grid, block>>>(array_in, array_out, n_rows, n_cols)
 */
#ifndef NUM_WARPS
#define NUM_WARPS 8
#endif

extern "C" __global__ void
transpose_padded(const int *array_in, int *array_out, size_t n_rows, size_t n_cols)
{
	const int warp_id = threadIdx.y;
	const int lane = threadIdx.x;
	__shared__ int block[32][32 + 1];

	size_t gc = blockIdx.x * 32 + lane;
	size_t gr;
	for (int i = 0; i < 32 / NUM_WARPS; i++) {
		gr = blockIdx.y * 32 + i * NUM_WARPS + warp_id;
		block[i * NUM_WARPS + warp_id][lane] = array_in[gr * n_cols + gc];
	}
	__syncthreads();

	gr = blockIdx.y * 32 + lane;
	for (int i = 0; i < 32 / NUM_WARPS; i++) {
		gc = blockIdx.x * 32 + i * NUM_WARPS + warp_id;
		array_out[gc * n_rows + gr] = block[lane][i * NUM_WARPS + warp_id];
	}
}
