/*
 * Functional truth, matrix and sparse products: kernels compiled by nvcc, all blocks interpreted,
 * against the same computation written here in plain C; see truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

static void
check_product(const gm_ptx_memory *m, int rows, int columns, int depth, float tolerance)
{
	for (int i = 0; i < rows; i += 3)
		for (int j = 0; j < columns; j++) {
			float sum = 0;
			for (int k = 0; k < depth; k++)
				sum = fmaf(f32_at(m, 0, i * depth + k),
					   f32_at(m, 1, k * columns + j), sum);
			const float got = f32_at(m, 2, i * columns + j);
			ck_assert_msg(fabsf(got - sum) <= tolerance * fabsf(sum), "%d %d: %g %g", i,
				      j, (double)got, (double)sum);
		}
}

static void
check_square(const gm_ptx_memory *m)
{
	check_product(m, 64, 64, 64, 0);
}

static void
check_edges(const gm_ptx_memory *m)
{
	check_product(m, 37, 21, 50, 0);
}

static void
check_halves_product(const gm_ptx_memory *m)
{
	for (int i = 0; i < 32; i++)
		for (int j = 0; j < 32; j++) {
			double sum = 0;
			for (int k = 0; k < 32; k++)
				sum += half_at(m, 0, i * 32 + k) * half_at(m, 1, k * 32 + j);
			ck_near((double)f32_at(m, 2, i * 32 + j), sum, 1e-6);
		}
}

/* Row r holds the entries 3r to 3r+2. */
static void
check_sparse(const gm_ptx_memory *m)
{
	for (int r = 0; r < 100; r++) {
		float sum = 0;
		for (int i = 3 * r; i < 3 * r + 3; i++)
			sum = fmaf(f32_at(m, 2, i), f32_at(m, 3, s32_at(m, 1, i)), sum);
		ck_assert(f32_at(m, 4, r) == sum);
	}
}

static const truth truths[] = {
	{{"products",
	  "matmul_naive",
	  GRID(4, 4),
	  GRID(16, 16),
	  {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"},
	  0},
	 check_square},
	{{"products",
	  "matmul_tiled",
	  GRID(4, 4),
	  GRID(16, 16),
	  {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"},
	  0},
	 check_square},
	{{"products",
	  "matmul_edges",
	  GRID(2, 3),
	  GRID(16, 16),
	  {"f32[1850]:random", "f32[1050]:random", "f32[777]", "s32=37", "s32=21", "s32=50"},
	  0},
	 check_edges},
	{{"products",
	  "matmul_blocked",
	  GRID(1, 1),
	  GRID(256, 1),
	  {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"},
	  0},
	 check_square},
	{{"products",
	  "matmul_wmma",
	  GRID(2, 2),
	  GRID(32, 1),
	  {"f16[1024]:random=1", "f16[1024]:random=1", "f32[1024]", "s32=32"},
	  0},
	 check_halves_product},
	{{"products",
	  "matmul_mma",
	  GRID(4, 2),
	  GRID(32, 1),
	  {"f16[1024]:random=1", "f16[1024]:random=1", "f32[1024]", "s32=32"},
	  0},
	 check_halves_product},
	{{"products",
	  "sparse_rows",
	  GRID(2, 1),
	  GRID(64, 1),
	  {"s32[101]:step=3", "s32[300]:random=80", "f32[300]:random", "f32[80]:random", "f32[100]",
	   "s32=100"},
	  0},
	 check_sparse},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, true);
}
