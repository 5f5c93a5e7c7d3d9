/*
 * The tiled matrix product with the width of a tile chosen at launch: both tiles lie in one
 * piece of shared memory whose size is the third launch argument. n is a multiple of tile.
 * From: tiling notes, "Dynamically Changing the Block Size". There the halves are passed as
 * offsets in bytes and used as offsets in floats; here the second tile begins tile*tile floats
 * on.
 *
 *     tiled_mm_dynamic<<<dim3(n/tile, n/tile), dim3(tile, tile), 2*tile*tile*sizeof(float)>>>
 *             (A, B, C, n, tile)
 */
extern "C" __global__ void
tiled_mm_dynamic(const float *A, const float *B, float *C, int n, int tile)
{
	extern __shared__ float As[];
	float *Bs = As + tile * tile;
	const int row = blockIdx.y * tile + threadIdx.y;
	const int column = blockIdx.x * tile + threadIdx.x;
	float sum = 0.0f;

	for (int phase = 0; phase < n / tile; phase++) {
		As[threadIdx.y * tile + threadIdx.x] = A[row * n + phase * tile + threadIdx.x];
		Bs[threadIdx.y * tile + threadIdx.x] = B[(phase * tile + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < tile; k++)
			sum += As[threadIdx.y * tile + k] * Bs[k * tile + threadIdx.x];
		__syncthreads();
	}
	C[row * n + column] = sum;
}
