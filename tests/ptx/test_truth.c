/*
 * Functional truth: kernels compiled by nvcc, all blocks interpreted, against the same computation written
 * here in plain C. Inputs are read back from the kernel's own buffers, so that what is compared is the
 * kernel and not the generator of its inputs. Single-precision sums that nvcc contracts are repeated
 * with fmaf in the same order and must be equal to the bit; where the order differs, within 1e-5.
 */
#include "case.h"

#include <math.h>

typedef void (*checker)(const gm_ptx_memory *m);

/* --- copies ------------------------------------------------------------------------------------- */

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
		ck_assert(f64_at(m, 0, i) == f64_at(m, 1, i) && f64_at(m, 0, i) >= 0);
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

/* Five words per structure, all filled with the word's index: x, y, z, mass as floats, cell as an int. */
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

static void
check_chase(const gm_ptx_memory *m)
{
	for (int i = 0; i < 64; i++)
		ck_assert_uint_eq(u32_at(m, 0, i), (unsigned)(i + 7 * 1000) % 4096);
}

/* --- products ----------------------------------------------------------------------------------- */

static void
check_product(const gm_ptx_memory *m, int rows, int columns, int depth, float tolerance)
{
	for (int i = 0; i < rows; i += 3)
		for (int j = 0; j < columns; j++) {
			float sum = 0;
			for (int k = 0; k < depth; k++)
				sum = fmaf(f32_at(m, 0, i * depth + k), f32_at(m, 1, k * columns + j),
				           sum);
			const float got = f32_at(m, 2, i * columns + j);
			ck_assert_msg(fabsf(got - sum) <= tolerance * fabsf(sum), "%d %d: %g %g", i, j,
			              (double)got, (double)sum);
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

static double
half_at(const gm_ptx_memory *m, int a, int i)
{
	const uint16_t h = u16_at(m, a, i);
	const int exponent = h >> 10 & 31, fraction = h & 1023;
	return exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
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

/* --- stencils ----------------------------------------------------------------------------------- */

static void
check_stencil_2d(const gm_ptx_memory *m)
{
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 50; x++) {
			const int i = y * 50 + x;
			const bool inner = x > 0 && y > 0 && x < 49 && y < 19;
			const float sum = inner ? f32_at(m, 1, i - 1) + f32_at(m, 1, i + 1) +
			                                  f32_at(m, 1, i - 50) + f32_at(m, 1, i + 50)
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
				ck_assert(f64_at(m, 0, i) == fma(-6, f64_at(m, 1, i), sum));
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
					sum = fmaf(side[j + 2] * side[i + 2], f32_at(m, 1, at), sum);
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

/* --- reductions --------------------------------------------------------------------------------- */

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

/* --- control ------------------------------------------------------------------------------------ */

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
		const uint32_t apart = (uint32_t)(y > z ? (uint32_t)y - (uint32_t)z : (uint32_t)z - u);
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
			              "result %d of x %lld y %d: %lld, expected %lld", k, (long long)x, y,
			              (long long)s64_at(m, 0, 16 * i + k), (long long)expected[k]);
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

/* --- copies without registers ------------------------------------------------------------------- */

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

/* --- the table ---------------------------------------------------------------------------------- */

typedef struct truth {
	ptx_case row;
	checker check;
} truth;

#define GRID(x, y) {x, y, 1}

static const truth truths[] = {
        {{"copies", "copy_offset", GRID(4, 1), GRID(256, 1),
          {"f32[1000]", "f32[1000]:iota", "s32=1000", "s32=17"}, 0}, check_offset},
        {{"copies", "copy_stride", GRID(4, 1), GRID(128, 1),
          {"f32[3000]", "f32[3000]:iota", "s32=3000", "s32=3"}, 0}, check_stride},
        {{"copies", "copy_float4", GRID(8, 1), GRID(128, 1),
          {"f32[4000]", "f32[4000]:step=3", "s32=1000"}, 0}, check_wide},
        {{"copies", "copy_double2", GRID(3, 1), GRID(96, 1),
          {"f64[2000]", "f64[2000]:random", "s32=1000"}, 0}, check_doubles},
        {{"copies", "bytes_to_half", GRID(2, 1), GRID(128, 1),
          {"f16[256]", "u8[256]:iota", "s32=256"}, 0}, check_halves},
        {{"copies", "structures", GRID(1, 1), GRID(128, 1),
          {"f32[100]", "f32[500]:iota", "s32=100"}, 0}, check_structures},
        {{"copies", "gather", GRID(4, 1), GRID(128, 1),
          {"f32[500]", "f32[999]:random", "s32[500]:random=999", "s32=500"}, 0}, check_gather},
        {{"copies", "transpose_naive", GRID(4, 4), GRID(16, 16),
          {"s32[4096]", "s32[4096]:iota", "s32=64"}, 0}, check_transpose},
        {{"copies", "transpose_tiled", GRID(2, 2), GRID(32, 8),
          {"s32[4096]", "s32[4096]:iota", "s32=64"}, 0}, check_transpose},
        {{"copies", "chase", GRID(2, 1), GRID(32, 1),
          {"u32[64]", "u32[4096]:chain=7", "s32=1000"}, 0}, check_chase},
        {{"products", "matmul_naive", GRID(4, 4), GRID(16, 16),
          {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"}, 0}, check_square},
        {{"products", "matmul_tiled", GRID(4, 4), GRID(16, 16),
          {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"}, 0}, check_square},
        {{"products", "matmul_edges", GRID(2, 3), GRID(16, 16),
          {"f32[1850]:random", "f32[1050]:random", "f32[777]", "s32=37", "s32=21", "s32=50"}, 0},
         check_edges},
        {{"products", "matmul_blocked", GRID(1, 1), GRID(256, 1),
          {"f32[4096]:random", "f32[4096]:random", "f32[4096]", "s32=64"}, 0}, check_square},
        {{"products", "matmul_wmma", GRID(2, 2), GRID(32, 1),
          {"f16[1024]:random", "f16[1024]:random", "f32[1024]", "s32=32"}, 0},
         check_halves_product},
        {{"products", "matmul_mma", GRID(4, 2), GRID(32, 1),
          {"f16[1024]:random", "f16[1024]:random", "f32[1024]", "s32=32"}, 0},
         check_halves_product},
        {{"products", "sparse_rows", GRID(2, 1), GRID(64, 1),
          {"s32[101]:step=3", "s32[300]:random=80", "f32[300]:random", "f32[80]:random", "f32[100]",
           "s32=100"}, 0}, check_sparse},
        {{"stencils", "stencil_2d", GRID(4, 3), GRID(16, 8),
          {"f32[1000]", "f32[1000]:random", "s32=50", "s32=20"}, 0}, check_stencil_2d},
        {{"stencils", "stencil_3d", GRID(2, 2), GRID(32, 8),
          {"f64[2800]", "f64[2800]:random", "s32=40", "s32=10", "s32=7"}, 0}, check_stencil_3d},
        {{"stencils", "convolve_constant", GRID(2, 3), GRID(32, 8),
          {"f32[627]", "f32[627]:random", "s32=33", "s32=19"}, 0}, check_convolution},
        {{"stencils", "convolve_shared", GRID(3, 1), GRID(128, 1),
          {"f32[300]", "f32[300]:random", "s32=300", "s32=5"}, 552}, check_convolution_shared},
        {{"reductions", "reduce_tree", GRID(2, 1), GRID(256, 1),
          {"f32[2]", "f32[5000]:random", "s32=5000"}, 0}, check_tree},
        {{"reductions", "reduce_shuffle", GRID(4, 1), GRID(256, 1),
          {"s32[1]", "s32[1000]:iota", "s32=1000"}, 0}, check_shuffle},
        {{"reductions", "reduce_maximum", GRID(8, 1), GRID(128, 1),
          {"u32[1]", "u32[1000]:random", "s32=1000"}, 0}, check_maximum},
        {{"reductions", "count_barrier", GRID(2, 1), GRID(100, 1),
          {"s32[6]", "s32[200]:random=100", "s32=50"}, 0}, check_counts},
        {{"reductions", "scan_block", GRID(2, 1), GRID(256, 1),
          {"s32[512]", "s32[512]:random=1000"}, 0}, check_scan_block},
        {{"reductions", "scan_warp", GRID(4, 1), GRID(128, 1),
          {"s32[512]", "s32[512]:random=1000"}, 0}, check_scan_warp},
        {{"reductions", "histogram", GRID(4, 1), GRID(128, 1),
          {"u32[64]", "u32[3000]:random", "s32=3000"}, 0}, check_histogram},
        {{"reductions", "softmax", GRID(3, 1), GRID(128, 1),
          {"f32[600]", "f32[600]:random", "s32=200"}, 0}, check_softmax},
        {{"reductions", "layer_norm", GRID(2, 1), GRID(32, 4),
          {"f32[800]", "f32[800]:random", "s32=100"}, 0}, check_layer_norm},
        {{"control", "bitonic", GRID(2, 1), GRID(256, 1), {"s32[512]:step=1103515245"}, 0},
         check_bitonic},
        {{"control", "n_body", GRID(2, 1), GRID(64, 1),
          {"f32[512]", "f32[512]:random", "s32=128"}, 0}, check_bodies},
        {{"control", "mandelbrot", GRID(2, 3), GRID(32, 8),
          {"s32[960]", "s32=40", "s32=24", "s32=100"}, 0}, check_mandelbrot},
        {{"control", "collatz", GRID(2, 1), GRID(128, 1), {"s32[200]", "s32=200"}, 0},
         check_collatz},
        {{"control", "branches", GRID(3, 1), GRID(128, 1),
          {"s32[300]", "s32[300]:random=100000", "s32=300"}, 0}, check_branches},
        {{"control", "spin_lock", GRID(2, 1), GRID(64, 1), {"s32[1]", "s32[1]"}, 0}, check_lock},
        {{"control", "votes", GRID(1, 1), GRID(32, 1), {"u32[32]", "s32[32]:random=9"}, 0},
         check_votes},
        {{"control", "integers", GRID(2, 1), GRID(128, 1),
          {"s64[3200]", "s64[200]:random", "s32[200]:random", "s32=200"}, 0}, check_integers},
        {{"control", "conversions", GRID(3, 1), GRID(128, 1),
          {"f64[300]", "f32[300]:random", "s32=300"}, 0}, check_conversions},
        {{"control", "calls", GRID(1, 1), GRID(128, 1),
          {"s64[100]", "s32[100]:random", "s32=100", "bytes=0500000003000000e803000000000000"}, 0},
         check_calls},
        {{"clang", "from_clang", GRID(1, 1), GRID(64, 1), {"f32[64]", "f32[64]:iota", "s32=5"}, 0},
         check_clang},
        {{"async", "pipelined", GRID(1, 1), GRID(64, 1), {"f32[64]", "f32[4096]:iota", "s32=16"}, 0},
         check_pipelined},
        {{"async", "bulk", GRID(2, 1), GRID(256, 1), {"s32[512]", "s32[512]:iota"}, 0}, check_bulk},
        {{"async", "arrive_wait", GRID(1, 1), GRID(128, 1), {"s32[128]", "s32[128]:iota"}, 0},
         check_arrivals},
        {{"async", "halves", GRID(1, 1), GRID(128, 1),
          {"f16[256]", "f16[256]:random", "u16[256]", "s32=128"}, 0}, check_narrow},
        {{"async", "reduce_redux", GRID(1, 1), GRID(32, 1), {"s32[32]", "s32[32]:iota"}, 0},
         check_redux},
};

/* The last rows, of file async, exist for 9.0 only. */
enum { TRUTHS = sizeof truths / sizeof *truths, HOPPER_ONLY = 5 };

static void
check_truth(int i, int cc)
{
	gm_kernel *kernel = case_kernel(&truths[i].row, cc);
	gm_ptx_memory *memory;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	truths[i].check(memory);
	gm_ptx_memory_free(memory);
	kernel->class->free(kernel);
}

START_TEST(a_kernel_for_turing_computes_what_c_computes)
{
	check_truth(_i, 75);
}
END_TEST

START_TEST(a_kernel_for_hopper_computes_what_c_computes)
{
	check_truth(_i, 90);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("truth");
	TCase *cases = tcase_create("truth");
	tcase_set_timeout(cases, 60);
	tcase_add_loop_test(cases, a_kernel_for_turing_computes_what_c_computes, 0,
	                    TRUTHS - HOPPER_ONLY);
	tcase_add_loop_test(cases, a_kernel_for_hopper_computes_what_c_computes, 0, TRUTHS);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
