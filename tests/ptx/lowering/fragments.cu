/* One product of fragments from shared memory. clang 14 keeps the addresses generic, nvcc says .shared. */
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void
product(const half *x, float *y)
{
	__shared__ __align__(32) half a[16 * 16], b[16 * 16];
	for (int i = threadIdx.x; i < 256; i += 32) {
		a[i] = x[i];
		b[i] = x[256 + i];
	}
	__syncthreads();
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> p;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> q;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	wmma::fill_fragment(sum, 0.0f);
	wmma::load_matrix_sync(p, a, 16);
	wmma::load_matrix_sync(q, b, 16);
	wmma::mma_sync(sum, p, q, sum);
	wmma::store_matrix_sync(y, sum, 16, wmma::mem_row_major);
}
