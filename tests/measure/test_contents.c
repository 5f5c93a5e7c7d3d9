#include "measure/contents.h"
#include "support/near.h"

#include <stdlib.h>

static void
filled(const char *text, void *to)
{
	gm_contents contents;

	ck_assert(gm_contents_parse(&contents, text));
	if (contents.fill == GM_CYCLE)
		ck_assert(gm_contents_fill_whole(&contents, ".", to));
	else
		gm_contents_fill(&contents, to, 0, contents.count);
}

START_TEST(simple_contents_follow_their_formula)
{
	int32_t values[8];

	filled("s32[8]:zero", values);
	ck_assert_int_eq(values[7], 0);
	filled("s32[8]:iota", values);
	ck_assert_int_eq(values[7], 7);
	filled("s32[8]:step=16", values);
	ck_assert_int_eq(values[7], 112);
	filled("s32[8]:gather=3", values);
	ck_assert_int_eq(values[7], 21 % 8);
	filled("s32[8]:chain=3", values);
	ck_assert_int_eq(values[7], 2);
	ck_assert_int_eq(values[0], 3);
}
END_TEST

START_TEST(random_numbers_stay_in_their_range_and_spread_over_it)
{
	float reals[4096], both[4096];
	uint32_t below[4096];
	int32_t any[4096], positive[4096];
	unsigned seen = 0;
	int negative = 0;
	double sum = 0.0;

	filled("f32[4096]:random", reals);
	filled("f32[4096]:signed", both);
	filled("u32[4096]:random=7", below);
	filled("s32[4096]:random", any);
	filled("s32[4096]:signed", positive);
	for (int i = 0; i < 4096; i++) {
		ck_assert(reals[i] >= 0.0f && reals[i] < 1.0f);
		ck_assert(both[i] >= -1.0f && both[i] < 1.0f);
		ck_assert_uint_lt(below[i], 7);
		ck_assert_int_ge(positive[i], 0);
		negative += any[i] < 0;
		seen |= 1u << below[i];
		sum += both[i];
	}
	ck_assert_uint_eq(seen, 127); /* all of 0 ... 6 */
	ck_assert(sum / 4096.0 > -0.05 && sum / 4096.0 < 0.05); /* five standard errors of 0.009 */
	ck_assert(negative > 1888 && negative < 2208);           /* five of 32 */
}
END_TEST

/* splitmix64 of index 0 is 0xe220a8397b1dcdaf, the first output of the published generator from seed 0;
   the upper 53 bits over 2^53 are 0.8833108082136426. */
START_TEST(the_generator_is_the_published_one)
{
	double value;

	filled("f64[1]:random=1", &value);
	ck_near(value, 0.8833108082136426, 1e-15);
}
END_TEST

/* Threads fill pieces of an array; the pieces must be the same as the whole. */
START_TEST(a_piece_equals_its_part_of_the_whole)
{
	gm_contents contents;
	float whole[64];
	float piece[16];

	ck_assert(gm_contents_parse(&contents, "f32[64]:random"));
	gm_contents_fill(&contents, whole, 0, 64);
	gm_contents_fill(&contents, piece, 20, 16);
	for (int i = 0; i < 16; i++)
		ck_assert(whole[20 + i] == piece[i]);
}
END_TEST

START_TEST(a_cycle_meets_every_stop_once_and_returns)
{
	uint64_t next[256];
	uint64_t at = 0;
	int steps = 0;

	filled("u64[256]:cycle=16", next);
	do {
		ck_assert_uint_eq(at % 16, 0);
		at = next[at];
		steps++;
	} while (at != 0 && steps < 1000);
	ck_assert_int_eq(steps, 16);
}
END_TEST

/* binary16: 1 is 0x3c00, -2 is 0xc000, 0.1 rounds to 0x2e66 (IEEE 754). */
START_TEST(halves_are_written_as_the_standard_says)
{
	uint64_t bits;

	ck_assert(gm_scalar_parse(&bits, "f16=1"));
	ck_assert_uint_eq(bits, 0x3c00);
	ck_assert(gm_scalar_parse(&bits, "f16=-2"));
	ck_assert_uint_eq(bits, 0xc000);
	ck_assert(gm_scalar_parse(&bits, "f16=0.1"));
	ck_assert_uint_eq(bits, 0x2e66);
	const uint16_t half = 0x2e66;
	ck_near(gm_type_number(GM_F16, &half, 0), 0.0999755859375, 1e-15);
}
END_TEST

START_TEST(scalars_carry_their_bytes)
{
	uint64_t bits;

	ck_assert(gm_scalar_parse(&bits, "s32=-1"));
	ck_assert_uint_eq(bits, 0xffffffffu);
	ck_assert(gm_scalar_parse(&bits, "f32=1.5"));
	ck_assert_uint_eq(bits, 0x3fc00000u);
	ck_assert(gm_scalar_parse(&bits, "u64=4294967296"));
	ck_assert_uint_eq(bits, 4294967296u);
}
END_TEST

static const char *const malformed[] = {
        "f32",          "f32[]:zero",    "f32[0]:zero",      "f33[4]:zero",  "f32[4]",
        "f32[4]:nought", "f32[4]:zero=1", "f32[4]:step",      "f32[4]:step=", "f32[4]:step=2x",
};

START_TEST(malformed_contents_are_refused)
{
	gm_contents contents;

	ck_assert_msg(!gm_contents_parse(&contents, malformed[_i]), "%s", malformed[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("contents");
	TCase *cases = tcase_create("contents");
	const int malformed_count = (int)(sizeof malformed / sizeof malformed[0]);
	tcase_add_test(cases, simple_contents_follow_their_formula);
	tcase_add_test(cases, random_numbers_stay_in_their_range_and_spread_over_it);
	tcase_add_test(cases, the_generator_is_the_published_one);
	tcase_add_test(cases, a_piece_equals_its_part_of_the_whole);
	tcase_add_test(cases, a_cycle_meets_every_stop_once_and_returns);
	tcase_add_test(cases, halves_are_written_as_the_standard_says);
	tcase_add_test(cases, scalars_carry_their_bytes);
	tcase_add_loop_test(cases, malformed_contents_are_refused, 0, malformed_count);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
