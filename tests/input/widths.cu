/*
 * Arithmetic of addresses in 32 and in 64 bits, for kernel/compile_value.c and compile_address.c. What
 * ptxas 13.0 writes for sm_90 stands beside each; threadIdx and blockIdx read, and stores, left out.
 *
 *     nvcc -arch=sm_90 -cubin widths.cu
 */

/* i: IMAD. i < n: ISETP. a + i, b + i: IMAD.WIDE each. */
extern "C" __global__ void
two_int(float *a, const float *b, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = b[i];
}

/* i: IMAD. i < n: ISETP, ISETP.EX. i in bytes: IMAD.SHL, SHF. a + i, b + i: IADD3, IADD3.X each. */
extern "C" __global__ void
two_size(float *a, const float *b, size_t n)
{
	const size_t i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = b[i];
}

/* i + m: IADD3, IADD3.X. a + that: LEA, LEA.HI.X. */
extern "C" __global__ void
sum(float *a, size_t m)
{
	const size_t i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i + m] = 1;
}

/* y*n + x, the upper halves of x and y 0: a zero beside x, IMAD.WIDE.U32, IMAD. */
extern "C" __global__ void
product(float *a, size_t n)
{
	const size_t x = blockIdx.x * blockDim.x + threadIdx.x;
	const size_t y = blockIdx.y * blockDim.y + threadIdx.y;

	a[y * n + x] = 1;
}

/* Whole numbers of 64 bits: IMAD, IMAD.WIDE.U32, IMAD, IADD3. */
extern "C" __global__ void
product_whole(float *a, size_t n, const size_t *k)
{
	a[k[threadIdx.x] * n + threadIdx.x] = 1;
}

/* Each turn: IADD3, IMAD.WIDE.U32, IMAD, LEA, LEA.HI.X. */
extern "C" __global__ void
rows(float *a, size_t n)
{
	const size_t x = blockIdx.x * 32 + threadIdx.x;

	for (int i = 0; i < 4; i++) {
		const size_t y = blockIdx.y * 32 + i * 8 + threadIdx.y;
		a[y * n + x] = 1;
	}
}

/* 17 instructions: I2F, MUFU, F2I, multiplications, corrections. */
extern "C" __global__ void
remainder_int(float *a, unsigned n)
{
	const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;

	a[x % n] = 1;
}

/* The same behind ISETP and a branch, and a zero for the upper half, where n < 2^32. */
extern "C" __global__ void
remainder_size(float *a, size_t n)
{
	const size_t x = blockIdx.x * blockDim.x + threadIdx.x;

	a[x % n] = 1;
}

/* The same behind LOP3, ISETP and a branch with BSSY and BSYNC, where both are < 2^32. */
extern "C" __global__ void
remainder_whole(float *a, size_t n, const size_t *k)
{
	a[k[threadIdx.x] % n] = 1;
}
