/*
 * Matrix product C = A B on tensor cores, each warp one 16 x 8 tile of C, operands straight
 * from global memory: A n x n halves by rows, B n x n halves by columns, C n x n floats by
 * rows. What a lane holds of each tile is fixed by mma.m16n8k8 (PTX ISA, "Matrix Fragments for
 * mma.m16n8k8"). n is a multiple of 16 and of 8 WARPS.
 *
 *     mma_mm<<<dim3(n/(8*WARPS), n/16), dim3(32, WARPS)>>>(A, B, C, n)
 */
#ifndef WARPS
#define WARPS 4
#endif

extern "C" __global__ void
mma_mm(const unsigned short *A, const unsigned short *B, float *C, int n)
{
	const int row = blockIdx.y * 16 + threadIdx.x / 4;
	const int column = (blockIdx.x * WARPS + threadIdx.y) * 8;
	const int pair = threadIdx.x % 4 * 2;
	const unsigned short *b_column = B + (column + threadIdx.x / 4) * n;
	float c0 = 0.0f, c1 = 0.0f, c2 = 0.0f, c3 = 0.0f;

	for (int k = 0; k < n; k += 8) {
		const unsigned a0 = *(const unsigned *)&A[row * n + k + pair];
		const unsigned a1 = *(const unsigned *)&A[(row + 8) * n + k + pair];
		const unsigned b0 = *(const unsigned *)&b_column[k + pair];
		asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
		    "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
		    : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
		    : "r"(a0), "r"(a1), "r"(b0));
	}
	*(float2 *)&C[row * n + column + pair] = make_float2(c0, c1);
	*(float2 *)&C[(row + 8) * n + column + pair] = make_float2(c2, c3);
}
