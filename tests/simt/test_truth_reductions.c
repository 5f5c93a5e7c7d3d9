/*
 * Functional truth, reductions, scans, histograms, normalisations: kernels compiled by nvcc, all
 * blocks interpreted, against the same computation written here in plain C; see truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

static void
check_tree(const gm_ptx_memory *m)
{
	double sum = 0;
	for (int i = 0; i < 5000; i++)
		sum += (double)f32_at(m, 1, i);
	ck_near((double)f32_at(m, 0, 0) + (double)f32_at(m, 0, 1), sum, 1e-5);
}

static void
check_shuffle(const gm_ptx_memory *m)
{
	ck_assert_int_eq(s32_at(m, 0, 0), 999 * 1000 / 2);
}

static void
check_maximum(const gm_ptx_memory *m)
{
	uint32_t best = 0;
	for (int i = 0; i < 1000; i++)
		best = u32_at(m, 1, i) > best ? u32_at(m, 1, i) : best;
	ck_assert_uint_eq(u32_at(m, 0, 0), best);
}

static void
check_counts(const gm_ptx_memory *m)
{
	for (int b = 0; b < 2; b++) {
		int below = 0, equal = 0;
		for (int i = 0; i < 100; i++) {
			below += s32_at(m, 1, 100 * b + i) < 50;
			equal |= s32_at(m, 1, 100 * b + i) == 50;
		}
		ck_assert_int_eq(s32_at(m, 0, 3 * b), below);
		ck_assert_int_eq(s32_at(m, 0, 3 * b + 1), equal);
		ck_assert_int_eq(s32_at(m, 0, 3 * b + 2), 1);
	}
}

static void
check_scan(const gm_ptx_memory *m, int length)
{
	int sum = 0;
	for (int i = 0; i < 512; i++) {
		sum = i % length == 0 ? s32_at(m, 1, i) : sum + s32_at(m, 1, i);
		ck_assert_int_eq(s32_at(m, 0, i), sum);
	}
}

static void
check_scan_block(const gm_ptx_memory *m)
{
	check_scan(m, 256);
}

static void
check_scan_warp(const gm_ptx_memory *m)
{
	check_scan(m, 32);
}

static void
check_histogram(const gm_ptx_memory *m)
{
	unsigned bins[64] = {0};
	for (int i = 0; i < 3000; i++)
		bins[u32_at(m, 1, i) & 63]++;
	for (int b = 0; b < 64; b++)
		ck_assert_uint_eq(u32_at(m, 0, b), bins[b]);
}

static void
check_softmax(const gm_ptx_memory *m)
{
	for (int r = 0; r < 3; r++) {
		double best = -1e30, sum = 0;
		for (int i = 0; i < 200; i++)
			best = fmax(best, (double)f32_at(m, 1, 200 * r + i));
		for (int i = 0; i < 200; i++)
			sum += exp((double)f32_at(m, 1, 200 * r + i) - best);
		for (int i = 0; i < 200; i++)
			ck_near((double)f32_at(m, 0, 200 * r + i),
				exp((double)f32_at(m, 1, 200 * r + i) - best) / sum, 1e-5);
	}
}

static void
check_layer_norm(const gm_ptx_memory *m)
{
	for (int r = 0; r < 8; r++) {
		double sum = 0, squares = 0;
		for (int i = 0; i < 100; i++) {
			const double x = (double)f32_at(m, 1, 100 * r + i);
			sum += x;
			squares += x * x;
		}
		const double mean = sum / 100, scale = 1 / sqrt(squares / 100 - mean * mean + 1e-5);
		for (int i = 0; i < 100; i++) {
			const double expected = ((double)f32_at(m, 1, 100 * r + i) - mean) * scale;
			ck_assert_double_eq_tol((double)f32_at(m, 0, 100 * r + i), expected, 1e-4);
		}
	}
}

static const truth truths[] = {
	{{"reductions",
	  "reduce_tree",
	  GRID(2, 1),
	  GRID(256, 1),
	  {"f32[2]", "f32[5000]:random", "s32=5000"},
	  0},
	 check_tree},
	{{"reductions",
	  "reduce_shuffle",
	  GRID(4, 1),
	  GRID(256, 1),
	  {"s32[1]", "s32[1000]:iota", "s32=1000"},
	  0},
	 check_shuffle},
	{{"reductions",
	  "reduce_maximum",
	  GRID(8, 1),
	  GRID(128, 1),
	  {"u32[1]", "u32[1000]:random", "s32=1000"},
	  0},
	 check_maximum},
	{{"reductions",
	  "count_barrier",
	  GRID(2, 1),
	  GRID(100, 1),
	  {"s32[6]", "s32[200]:random=100", "s32=50"},
	  0},
	 check_counts},
	{{"reductions",
	  "scan_block",
	  GRID(2, 1),
	  GRID(256, 1),
	  {"s32[512]", "s32[512]:random=1000"},
	  0},
	 check_scan_block},
	{{"reductions",
	  "scan_warp",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"s32[512]", "s32[512]:random=1000"},
	  0},
	 check_scan_warp},
	{{"reductions",
	  "histogram",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"u32[64]", "u32[3000]:random", "s32=3000"},
	  0},
	 check_histogram},
	{{"reductions",
	  "softmax",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"f32[600]", "f32[600]:random", "s32=200"},
	  0},
	 check_softmax},
	{{"reductions",
	  "layer_norm",
	  GRID(2, 1),
	  GRID(32, 4),
	  {"f32[800]", "f32[800]:random", "s32=100"},
	  0},
	 check_layer_norm},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, true);
}
