/*
 * Functional truth, copies: kernels compiled by nvcc and clang, all blocks interpreted, against the
 * same computation written here in plain C; see truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

static void
check_offset(const gm_ptx_memory *m)
{
	for (int i = 0; i < 1000; i++)
		ck_assert(f32_at(m, 0, i) == (i + 17 < 1000 ? f32_at(m, 1, i + 17) : 0));
}

static void
check_stride(const gm_ptx_memory *m)
{
	for (int i = 0; i < 3000; i++)
		ck_assert(f32_at(m, 0, i) == (i % 3 == 0 && i / 3 < 512 ? (float)i : 0));
}

static void
check_wide(const gm_ptx_memory *m)
{
	for (int i = 0; i < 4000; i++)
		ck_assert(f32_at(m, 0, i) == (float)i * 3);
}

static void
check_doubles(const gm_ptx_memory *m)
{
	for (int i = 0; i < 2000; i++)
		ck_assert(f64_at(m, 0, i) == f64_at(m, 1, i) && f64_at(m, 0, i) != 0);
}

/* i/4 for i < 256 has at most 8 significant bits: exact in binary16, exponent by hand. */
static void
check_halves(const gm_ptx_memory *m)
{
	for (int i = 0; i < 256; i++) {
		const uint16_t h = u16_at(m, 0, i);
		const double value = i == 0 ? 0 : ldexp(1024 + (h & 1023), (h >> 10) - 25);
		ck_assert_double_eq(value, u8_at(m, 1, i) * 0.25);
	}
}

/* Five words per structure, all filled with the word's index: x, y, z, mass as floats, cell as an
 * int. */
static void
check_structures(const gm_ptx_memory *m)
{
	for (int i = 0; i < 100; i++) {
		const float x = f32_at(m, 1, 5 * i), z = f32_at(m, 1, 5 * i + 2);
		const float mass = f32_at(m, 1, 5 * i + 3);
		const float cell = (float)s32_at(m, 1, 5 * i + 4);
		ck_assert(f32_at(m, 0, i) == fmaf(z, mass, x) + cell);
	}
}

static void
check_gather(const gm_ptx_memory *m)
{
	for (int i = 0; i < 500; i++)
		ck_assert(f32_at(m, 0, i) == f32_at(m, 1, s32_at(m, 2, i)));
}

static void
check_transpose(const gm_ptx_memory *m)
{
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 64; x++)
			ck_assert_int_eq(s32_at(m, 0, x * 64 + y), y * 64 + x);
}

/* Element i of the first member is i, of the second (i + 7) mod 300; 4 times that and 0.5. */
static void
check_parts(const gm_ptx_memory *m)
{
	for (int i = 0; i < 320; i++)
		ck_assert(f64_at(m, 0, i) == (i < 300 ? (i + 7) % 300 * 4 + 0.5 : 0));
}

static void
check_chase(const gm_ptx_memory *m)
{
	for (int i = 0; i < 64; i++)
		ck_assert_uint_eq(u32_at(m, 0, i), (unsigned)(i + 7 * 1000) % 4096);
}

static float
clang_helper(float x, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s += x * (float)i;
	return s;
}

/* n = 5: the case of the switch that reads the local array. All values are small integers. */
static void
check_clang(const gm_ptx_memory *m)
{
	for (int i = 0; i < 64; i++) {
		float s = 0;
		for (int j = 0; j < 5; j++)
			s += (float)((i + j) & 63);
		s += (float)(i * (i & 7) + 5);
		ck_assert(f32_at(m, 0, i) == s + clang_helper(s, (i * ((i + 5) & 7) + 5) & 15));
	}
}

static const truth truths[] = {
	{{"copies",
	  "copy_offset",
	  GRID(4, 1),
	  GRID(256, 1),
	  {"f32[1000]", "f32[1000]:iota", "s32=1000", "s32=17"},
	  0},
	 check_offset},
	{{"copies",
	  "copy_stride",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"f32[3000]", "f32[3000]:iota", "s32=3000", "s32=3"},
	  0},
	 check_stride},
	{{"copies",
	  "copy_float4",
	  GRID(8, 1),
	  GRID(128, 1),
	  {"f32[4000]", "f32[4000]:step=3", "s32=1000"},
	  0},
	 check_wide},
	{{"copies",
	  "copy_double2",
	  GRID(3, 1),
	  GRID(96, 1),
	  {"f64[2000]", "f64[2000]:random", "s32=1000"},
	  0},
	 check_doubles},
	{{"copies",
	  "bytes_to_half",
	  GRID(2, 1),
	  GRID(128, 1),
	  {"f16[256]", "u8[256]:iota", "s32=256"},
	  0},
	 check_halves},
	{{"copies",
	  "structures",
	  GRID(1, 1),
	  GRID(128, 1),
	  {"f32[100]", "f32[500]:iota", "s32=100"},
	  0},
	 check_structures},
	{{"copies",
	  "gather",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"f32[500]", "f32[999]:random", "s32[500]:random=999", "s32=500"},
	  0},
	 check_gather},
	{{"copies",
	  "transpose_naive",
	  GRID(4, 4),
	  GRID(16, 16),
	  {"s32[4096]", "s32[4096]:iota", "s32=64"},
	  0},
	 check_transpose},
	{{"copies",
	  "transpose_tiled",
	  GRID(2, 2),
	  GRID(32, 8),
	  {"s32[4096]", "s32[4096]:iota", "s32=64"},
	  0},
	 check_transpose},
	{{"copies",
	  "chase",
	  GRID(2, 1),
	  GRID(32, 1),
	  {"u32[64]", "u32[4096]:chain=7", "s32=1000"},
	  0},
	 check_chase},
	{{"copies",
	  "by_parts",
	  GRID(10, 1),
	  GRID(32, 1),
	  {"f64[320]", "struct=s16=4,f64[300]:iota,s32[300]:chain=7,f32=0.5,s32=300"},
	  0},
	 check_parts},
	{{"clang", "from_clang", GRID(1, 1), GRID(64, 1), {"f32[64]", "f32[64]:iota", "s32=5"}, 0},
	 check_clang},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, true);
}
