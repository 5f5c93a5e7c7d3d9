/*
 * Functional truth, stencils and convolutions: kernels compiled by nvcc, all blocks interpreted,
 * against the same computation written here in plain C; see truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

static void
check_stencil_2d(const gm_ptx_memory *m)
{
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 50; x++) {
			const int i = y * 50 + x;
			const bool inner = x > 0 && y > 0 && x < 49 && y < 19;
			const float sum = inner ? f32_at(m, 1, i - 1) + f32_at(m, 1, i + 1) +
							  f32_at(m, 1, i - 50) +
							  f32_at(m, 1, i + 50)
						: 0;
			ck_assert(f32_at(m, 0, i) == sum * 0.25f);
		}
}

static void
check_stencil_3d(const gm_ptx_memory *m)
{
	for (int z = 1; z < 6; z++)
		for (int y = 1; y < 9; y++)
			for (int x = 1; x < 39; x++) {
				const int i = (z * 10 + y) * 40 + x;
				const double sum = f64_at(m, 1, i - 1) + f64_at(m, 1, i + 1) +
						   f64_at(m, 1, i - 40) + f64_at(m, 1, i + 40) +
						   f64_at(m, 1, i - 400) + f64_at(m, 1, i + 400);
				/* The order of the sum is the compiler's: a few roundings of numbers
				   below 6. */
				ck_assert(fabs(f64_at(m, 0, i) - fma(-6, f64_at(m, 1, i), sum)) <
					  4e-15);
			}
}

static int
clamped(int x, int end)
{
	return x < 0 ? 0 : x >= end ? end - 1 : x;
}

static void
check_convolution(const gm_ptx_memory *m)
{
	static const float side[5] = {1, 4, 6, 4, 1};
	for (int y = 0; y < 19; y++)
		for (int x = 0; x < 33; x++) {
			float sum = 0;
			for (int j = -2; j <= 2; j++)
				for (int i = -2; i <= 2; i++) {
					const int at = clamped(y + j, 19) * 33 + clamped(x + i, 33);
					sum = fmaf(side[j + 2] * side[i + 2], f32_at(m, 1, at),
						   sum);
				}
			ck_assert(f32_at(m, 0, y * 33 + x) == sum / 256);
		}
}

static void
check_convolution_shared(const gm_ptx_memory *m)
{
	for (int i = 0; i < 300; i++) {
		float sum = 0;
		for (int k = 0; k <= 10; k++) {
			const int at = i + k - 5;
			sum = fmaf(at >= 0 && at < 300 ? f32_at(m, 1, at) : 0, (float)(k + 1), sum);
		}
		ck_assert(f32_at(m, 0, i) == sum);
	}
}

/* In single precision and in the kernel's order, contracted as nvcc contracts it. */
static void
check_cached(const gm_ptx_memory *m)
{
	for (int i = 0; i < 200; i++) {
		float sum = 0;
		for (int j = 0; j < 9; j++)
			if (i - 4 + j >= 0 && i - 4 + j < 200)
				sum = fmaf(f32_at(m, 1, i - 4 + j), f32_at(m, 2, j), sum);
		ck_assert(f32_at(m, 0, i) == sum);
	}
}

static const truth truths[] = {
	{{"stencils",
	  "stencil_2d",
	  GRID(4, 3),
	  GRID(16, 8),
	  {"f32[1000]", "f32[1000]:random", "s32=50", "s32=20"},
	  0},
	 check_stencil_2d},
	{{"stencils",
	  "stencil_3d",
	  GRID(2, 2),
	  GRID(32, 8),
	  {"f64[2800]", "f64[2800]:random", "s32=40", "s32=10", "s32=7"},
	  0},
	 check_stencil_3d},
	{{"stencils",
	  "convolve_constant",
	  GRID(2, 3),
	  GRID(32, 8),
	  {"f32[627]", "f32[627]:random", "s32=33", "s32=19"},
	  0},
	 check_convolution},
	{{"stencils",
	  "convolve_shared",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"f32[300]", "f32[300]:random", "s32=300", "s32=5"},
	  552},
	 check_convolution_shared},
	{{"stencils",
	  "stencil_cached",
	  GRID(4, 1),
	  GRID(64, 1),
	  {"f32[200]", "f32[200]:random", "f32[9]:random", "s32=9", "s32=200"},
	  0},
	 check_cached},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, true);
}
