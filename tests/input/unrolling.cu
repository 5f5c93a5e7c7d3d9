/*
 * Loops of which kernel/compile.h says what nvcc makes. Beside each: loads of global and shared
 * memory in the loops of its PTX, in their order, as nvcc 13.0 writes it for sm_90:
 *
 *     nvcc -ptx -arch=sm_90 unrolling.cu
 *
 * tests/input/test_compile.c has the same loops as descriptors, with these numbers.
 */
#define KERNEL(name) extern "C" __global__ void name(float *out, const float *in, int n)
#define BEGIN float sum = 0
#define END out[blockIdx.x * blockDim.x + threadIdx.x] = sum

/* 4 1 */
KERNEL(counted)
{
	BEGIN;
	for (int k = 0; k < n; k++)
		sum += in[k * 64 + threadIdx.x];
	END;
}

/* 1 4: what is left over comes first, as the loop does not begin at a number. */
KERNEL(from_thread)
{
	BEGIN;
	for (int k = threadIdx.x; k < n; k += 256)
		sum += in[k];
	END;
}

/* 1: an unsigned sum may wrap around. */
KERNEL(grid_stride)
{
	BEGIN;
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
		sum += in[k];
	END;
}

/* 1 4: the same, signed. */
KERNEL(grid_stride_signed)
{
	BEGIN;
	const int step = gridDim.x * blockDim.x;
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step)
		sum += in[k];
	END;
}

#define TWO(a) sum += in[k * 64 + (a) * n], sum += in[k * 64 + (a) * n + 7 * n]
#define EIGHT(a) TWO(a), TWO((a) + 16), TWO((a) + 32), TWO((a) + 48)

/* 32 8 */
KERNEL(eight_loads)
{
	BEGIN;
	for (int k = 0; k < n; k++)
		EIGHT(0);
	END;
}

/* 32, and 16 behind it */
KERNEL(sixteen_loads)
{
	BEGIN;
	for (int k = 0; k < n; k++)
		EIGHT(0), EIGHT(100);
	END;
}

/* 24 */
KERNEL(twenty_four_loads)
{
	BEGIN;
	for (int k = 0; k < n; k++)
		EIGHT(0), EIGHT(100), EIGHT(200);
	END;
}

/* none: whole, 16 */
KERNEL(sixteen_turns)
{
	BEGIN;
	for (int k = 0; k < 16; k++)
		sum += in[k * 64 + threadIdx.x];
	END;
}

/* 16 of 256 turns */
KERNEL(many_turns)
{
	BEGIN;
	for (int k = 0; k < 256; k++)
		sum += in[k * 64 + threadIdx.x];
	END;
}

/* 4 of 100 turns */
KERNEL(hundred_turns)
{
	BEGIN;
	for (int k = 0; k < 100; k++)
		sum += in[k * 64 + threadIdx.x];
	END;
}

/* 4 in the inner loop and 3 behind it, all of them again in the outer one */
KERNEL(nested)
{
	BEGIN;
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < n; j++)
			sum += in[k * n + j];
		sum *= 2;
	}
	END;
}

/* 16 4: the inner loop is unrolled whole, and so the outer one is the innermost */
KERNEL(nested_known)
{
	BEGIN;
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < 4; j++)
			sum += in[k * n + j];
		sum *= 2;
	}
	END;
}
