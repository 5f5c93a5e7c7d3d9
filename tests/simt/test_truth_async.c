/*
 * Functional truth, copies without registers and barriers in memory: kernels compiled by nvcc
 * for 9.0, all blocks interpreted, against the same computation written here in plain C; see
 * truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

/* Tile t of 64 vectors, read backwards; element i of the input holds i. */
static void
check_pipelined(const gm_ptx_memory *m)
{
	for (int i = 0; i < 64; i++) {
		float sum = 0;
		for (int t = 0; t < 16; t++) {
			const float x = (float)(4 * (64 * t + 63 - i));
			sum += x + 2 * (x + 1) + 3 * (x + 2) + 4 * (x + 3);
		}
		ck_assert(f32_at(m, 0, i) == sum);
	}
}

static void
check_bulk(const gm_ptx_memory *m)
{
	for (int i = 0; i < 512; i++)
		ck_assert_int_eq(s32_at(m, 0, i), 3 * (i ^ 5));
}

static void
check_arrivals(const gm_ptx_memory *m)
{
	for (int i = 0; i < 128; i++)
		ck_assert_int_eq(s32_at(m, 0, i), 2 * (127 - (i ^ 1)));
}

/* Within a unit of the last place of the narrow types: 2^-10 and 2^-7. */
static void
check_narrow(const gm_ptx_memory *m)
{
	for (int i = 0; i < 256; i++) {
		const double x = half_at(m, 1, i), y = x * x + 0.5;
		ck_near(half_at(m, 0, i), fmax(y - x, x * 0.25), 0x1p-9);
		const uint32_t bits = (uint32_t)u16_at(m, 2, i) << 16;
		float brain;
		memcpy(&brain, &bits, sizeof brain);
		ck_near((double)brain, x + 1, 0x1p-7);
	}
}

static void
check_redux(const gm_ptx_memory *m)
{
	for (int i = 0; i < 32; i++) {
		const int segment = i % 8 == 0 ? 8 * i + 28 : 0; /* i to i+7 */
		ck_assert_int_eq(s32_at(m, 0, i), 496 + 1000 * 31 + 1000000 * segment);
	}
}

static const truth truths[] = {
	{{"async",
	  "pipelined",
	  GRID(1, 1),
	  GRID(64, 1),
	  {"f32[64]", "f32[4096]:iota", "s32=16"},
	  0},
	 check_pipelined},
	{{"async", "bulk", GRID(2, 1), GRID(256, 1), {"s32[512]", "s32[512]:iota"}, 0}, check_bulk},
	{{"async", "arrive_wait", GRID(1, 1), GRID(128, 1), {"s32[128]", "s32[128]:iota"}, 0},
	 check_arrivals},
	{{"async",
	  "halves",
	  GRID(1, 1),
	  GRID(128, 1),
	  {"f16[256]", "f16[256]:random=1", "u16[256]", "s32=128"},
	  0},
	 check_narrow},
	{{"async", "reduce_redux", GRID(1, 1), GRID(32, 1), {"s32[32]", "s32[32]:iota"}, 0},
	 check_redux},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, false);
}
