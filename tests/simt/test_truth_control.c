/*
 * Functional truth, control flow, integers, conversions, calls: kernels compiled by nvcc, all
 * blocks interpreted, against the same computation written here in plain C; see truth.h.
 */
#include "ptx/truth.h"

#include <math.h>

static int
compare(const void *a, const void *b)
{
	const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

/* step=K: element i holds the low 32 bits of i*K. */
static void
check_bitonic(const gm_ptx_memory *m)
{
	for (int b = 0; b < 2; b++) {
		int32_t expected[256];
		for (uint32_t i = 0; i < 256; i++)
			expected[i] = (int32_t)(((uint32_t)b * 256 + i) * 1103515245u);
		qsort(expected, 256, sizeof *expected, compare);
		for (int i = 0; i < 256; i++)
			ck_assert_int_eq(s32_at(m, 0, b * 256 + i), expected[i]);
	}
}

static void
check_bodies(const gm_ptx_memory *m)
{
	for (int i = 0; i < 128; i++) {
		double force[3] = {0, 0, 0};
		for (int k = 0; k < 128; k++) {
			double d[3], r = 0.01;
			for (int c = 0; c < 3; c++) {
				d[c] = (double)(f32_at(m, 1, 4 * k + c) - f32_at(m, 1, 4 * i + c));
				r += d[c] * d[c];
			}
			for (int c = 0; c < 3; c++)
				force[c] += d[c] * (double)f32_at(m, 1, 4 * k + 3) / (r * sqrt(r));
		}
		for (int c = 0; c < 3; c++)
			ck_assert_double_eq_tol((double)f32_at(m, 0, 4 * i + c), force[c],
						1e-4 * (fabs(force[c]) + 1));
	}
}

/* Contracted as nvcc does: the product that is subtracted or added is fused. */
static void
check_mandelbrot(const gm_ptx_memory *m)
{
	int differ = 0;
	for (int py = 0; py < 24; py++)
		for (int px = 0; px < 40; px++) {
			const float cx = -2.0f + 3.0f * (float)px / 40;
			const float cy = -1.5f + 3.0f * (float)py / 24;
			float x = 0, y = 0;
			int i = 0;
			while (i < 100 && fmaf(x, x, y * y) < 4) {
				const float t = fmaf(x, x, -(y * y)) + cx;
				y = fmaf(2 * x, y, cy);
				x = t;
				i++;
			}
			differ += s32_at(m, 0, py * 40 + px) != i;
		}
	/* Points whose orbit turns on the last bit may differ with the contraction: 1 in 100. */
	ck_assert_int_le(differ, 9);
}

static void
check_collatz(const gm_ptx_memory *m)
{
	for (int i = 0; i < 200; i++) {
		unsigned long x = (unsigned long)i + 1;
		int steps = 0;
		for (; x != 1; steps++)
			x = x % 2 ? 3 * x + 1 : x / 2;
		ck_assert_int_eq(s32_at(m, 0, i), steps);
	}
}

static int
branch_result(int x)
{
	int y = 0;
	switch (x % 7) {
	case 0:
		return x * 3;
	case 1:
		return x - 17;
	case 2:
		for (int k = 0; k < x % 5; k++)
			y += k * x;
		return y;
	case 3:
		return x ^ 0x55;
	case 4:
		return x / 3;
	case 5:
		return ~x;
	default:
		return x & 8 ? (x & 16 ? 1 : 2) : 3;
	}
}

static void
check_branches(const gm_ptx_memory *m)
{
	for (int i = 0; i < 300; i++)
		ck_assert_int_eq(s32_at(m, 0, i), branch_result(s32_at(m, 1, i)));
}

static void
check_lock(const gm_ptx_memory *m)
{
	ck_assert_int_eq(s32_at(m, 0, 0), 0);
	ck_assert_int_eq(s32_at(m, 1, 0), 2 * 64);
}

static void
check_votes(const gm_ptx_memory *m)
{
	unsigned ballot = 0;
	bool any = false;
	for (int i = 0; i < 32; i++) {
		ballot |= (unsigned)(s32_at(m, 1, i) & 1) << i;
		any = any || s32_at(m, 1, i) == 3;
	}
	for (int i = 0; i < 32; i++) {
		unsigned same = 0;
		for (int k = 0; k < 32; k++)
			same |= (unsigned)(s32_at(m, 1, k) % 4 == s32_at(m, 1, i) % 4) << k;
		const unsigned shuffled = u32_at(m, 1, i * 5 & 31);
		const unsigned segment = u32_at(m, 1, i % 8 + 3 < 8 ? i + 3 : i);
		const unsigned expected = ballot ^ same * 3 ^ shuffled ^ segment << 8 ^ 1u << 30 ^
					  (unsigned)any << 29;
		ck_assert_uint_eq(u32_at(m, 0, i), expected);
	}
}

static int64_t
reversed(uint32_t x)
{
	uint32_t r = 0;
	for (int i = 0; i < 32; i++)
		r |= (x >> i & 1) << (31 - i);
	return r;
}

static int64_t
sum_of_byte_products(int32_t x, int32_t y, int32_t sum)
{
	for (int i = 0; i < 4; i++)
		sum += (int8_t)(x >> 8 * i) * (int8_t)(y >> 8 * i);
	return sum;
}

/* 0x5140: byte 0 of u, byte 0 of v, byte 1 of u, byte 1 of v, from the low end. */
static int64_t
picked_bytes(uint32_t u, uint32_t v)
{
	return (u & 0xff) | (v & 0xff) << 8 | (u >> 8 & 0xff) << 16 | (v >> 8 & 0xff) << 24;
}

static int64_t
high_half(uint64_t x, uint64_t y)
{
	__extension__ typedef unsigned __int128 wide;
	return (int64_t)(uint64_t)((wide)x * y >> 64);
}

static int64_t
funnel_left(uint32_t low, uint32_t high, unsigned by)
{
	return (uint32_t)(((uint64_t)high << 32 | low) << (by & 31) >> 32);
}

static void
check_integers(const gm_ptx_memory *m)
{
	for (int i = 0; i < 200; i++) {
		const int64_t x = s64_at(m, 1, i);
		const int32_t y = s32_at(m, 2, i), z = (int32_t)x;
		const uint32_t u = (uint32_t)y, v = (uint32_t)(x >> 7);
		const uint32_t apart =
			(uint32_t)(y > z ? (uint32_t)y - (uint32_t)z : (uint32_t)z - u);
		const int64_t expected[16] = {
			x / (y | 1),
			x % (y | 1),
			__builtin_popcountll((uint64_t)x) + 100 * (y ? __builtin_clz(u) : 32) +
				10000 * __builtin_ffs(y) +
				1000000 * (x ? __builtin_clzll((uint64_t)x) : 64),
			reversed(u),
			(int32_t)((int64_t)y * z >> 32),
			high_half((uint64_t)x, 0x123456789abcdefull),
			picked_bytes(u, v),
			funnel_left(u, v, u & 63),
			(int16_t)y * (int16_t)x + (int8_t)(y >> 3) - (uint8_t)(x >> 9),
			sum_of_byte_products(y, z, 7),
			apart + u,
			(x < y ? x : y) - (int64_t)(u > v ? u : v),
			(x < 0 ? -x : x) + (y < 0 ? -y : y),
			(int64_t)(u / (v | 1) * 7ull + u % (v | 1)),
			x >> (y & 63) ^ (int64_t)((uint64_t)x << (y & 31)),
			(int64_t)(((uint64_t)u + v) / 2),
		};
		for (int k = 0; k < 16; k++)
			ck_assert_msg(s64_at(m, 0, 16 * i + k) == expected[k] ||
					      (k == 10 && u32_at(m, 0, 2 * (16 * i + k)) ==
								  (uint32_t)expected[k]),
				      "result %d of x %lld y %d: %lld, expected %lld", k,
				      (long long)x, y, (long long)s64_at(m, 0, 16 * i + k),
				      (long long)expected[k]);
	}
}

static double
conversion_result(float in)
{
	const float x = (in - 0.5f) * 3000;
	double r = 0;
	r += (int)x + (unsigned)fabsf(x) * 2.0 + (double)(int64_t)(x * 1e9f) * 1e-9;
	r += (double)(floorf(x) + ceilf(x) * 3 + rintf(x) * 5 + truncf(x) * 7 + roundf(x) * 11);
	r += (int)ceilf(x) * 13 + (int)floorf(x) * 17 + (uint8_t)(int)x;
	r += (double)(x + 0.1f + x * 0.3f + fminf(fmaxf(x, 0), 1)) + r * 0.1;
	r += r + (double)(fminf(x, 3.0f) + x + copysignf(2.0f, x));
	r += (double)(sqrtf(fabsf(x)) + x / 7.0f) + fmod((double)x, 2.5) + sqrt(fabs(r)) +
	     1 / (r + 1e6);
	return r;
}

/* The directed roundings move the result by a unit of single precision. */
static void
check_conversions(const gm_ptx_memory *m)
{
	for (int i = 0; i < 300; i++)
		ck_near(f64_at(m, 0, i), conversion_result(f32_at(m, 1, i)), 1e-6);
}

static int32_t
depth_two(int32_t x, int32_t y)
{
	uint32_t s = 0;
	for (int32_t i = 0; i < y; i++)
		s = s * 31 + (uint32_t)(x ^ i);
	return (int32_t)s;
}

/* given = {5, 3, 1000}. */
static void
check_calls(const gm_ptx_memory *m)
{
	for (int i = 0; i < 100; i++) {
		const int32_t in = s32_at(m, 1, i);
		int32_t a = in, b = i;
		int64_t c = 1000;
		if (in & 1) {
			a = depth_two(in, i & 7);
			b = depth_two(i, in & 3);
			c += a;
		}
		const int32_t stack = (int32_t)((uint32_t)a + (uint32_t)(in >> 1 & 15) * 3);
		ck_assert_int_eq(s64_at(m, 0, i), c + b + stack);
	}
}

static const truth truths[] = {
	{{"control", "bitonic", GRID(2, 1), GRID(256, 1), {"s32[512]:step=1103515245"}, 0},
	 check_bitonic},
	{{"control",
	  "n_body",
	  GRID(2, 1),
	  GRID(64, 1),
	  {"f32[512]", "f32[512]:random", "s32=128"},
	  0},
	 check_bodies},
	{{"control",
	  "mandelbrot",
	  GRID(2, 3),
	  GRID(32, 8),
	  {"s32[960]", "s32=40", "s32=24", "s32=100"},
	  0},
	 check_mandelbrot},
	{{"control", "collatz", GRID(2, 1), GRID(128, 1), {"s32[200]", "s32=200"}, 0},
	 check_collatz},
	{{"control",
	  "branches",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"s32[300]", "s32[300]:random=100000", "s32=300"},
	  0},
	 check_branches},
	{{"control", "spin_lock", GRID(2, 1), GRID(64, 1), {"s32[1]", "s32[1]"}, 0}, check_lock},
	{{"control", "votes", GRID(1, 1), GRID(32, 1), {"u32[32]", "s32[32]:random=9"}, 0},
	 check_votes},
	{{"control",
	  "integers",
	  GRID(2, 1),
	  GRID(128, 1),
	  {"s64[3200]", "s64[200]:random", "s32[200]:random", "s32=200"},
	  0},
	 check_integers},
	{{"control",
	  "conversions",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"f64[300]", "f32[300]:random", "s32=300"},
	  0},
	 check_conversions},
	{{"control",
	  "calls",
	  GRID(1, 1),
	  GRID(128, 1),
	  {"s64[100]", "s32[100]:random", "s32=100", "bytes=0500000003000000e803000000000000"},
	  0},
	 check_calls},
};

int
main(void)
{
	return run_truths(truths, sizeof truths / sizeof *truths, true);
}
