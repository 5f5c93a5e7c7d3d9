#include "simt/arguments.h"
#include "simt/contents.h"
#include "support/near.h"

#include <string.h>

static gm_arena *arena;

static void
begin(void)
{
	arena = gm_arena_new();
}

static void
end(void)
{
	gm_arena_free(arena);
}

static ptx_buffer
buffer_of(const char *text)
{
	static ptx_argument argument;
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_ptx_argument_parse(text, arena, &argument, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
	return argument.buffer;
}

/* The published generator's first three outputs from seed 0 (splitmix64.c, Vigna 2015) are
   e220a8397b1dcdaf 6e789e6aa1b965f4 06c45d188009454f; as fractions of 2^64 they are
   0.883310808213643, 0.431527997048101 and 0.026433770592597; the fourth is f88bb8a8724c81ec. What is expected of `random` and `signed`
   follows by hand: the lower bits, of `signed` without the highest, a fraction times MAX. */
static const struct {
	const char *text;
	uint64_t i, expected;
} integers[] = {
	{"u64[9]:random", 0, 0xe220a8397b1dcdaf},
	{"u64[9]:signed", 0, 0x6220a8397b1dcdaf},
	{"s32[9]:random", 0, 0x7b1dcdaf},
	{"s32[9]:signed", 0, 0x7b1dcdaf},
	{"u32[9]:random", 2, 0x8009454f},
	{"u32[9]:signed", 2, 0x0009454f},
	{"u8[9]:random", 1, 0xf4},
	{"u8[9]:signed", 1, 0x74},
	{"u8[9]:random", 0, 0xaf},
	{"u8[9]:signed", 0, 0x2f},
	{"s32[9]:random=1000", 0, 883},
	{"s32[9]:random=1000", 1, 431},
	{"u32[9]:random=64", 2, 1},
	{"s32[9]:iota", 7, 7},
	{"s32[9]:step=16", 7, 112},
	{"s32[9]:fill=-1", 7, UINT64_MAX},
	{"u32[9]:fill=0xffffffff", 7, 0xffffffff},
	{"u64[9]:fill=101", 8, 101},
	{"u64[9]:fill=9e18", 8, 9000000000000000000u},
	{"s32[9]:fill=-1.5e1", 8, (uint64_t)-15},
	{"u64[9]:fill=18446744073709551615", 8, UINT64_MAX},
	{"s32[9]:chain=3", 7, 1},
	{"s32[9]:gather=5", 7, 35 % 9},
	/* 7/2 = 3, the random number of 0 mod 8 is 0xf mod 8 = 7: 0 + 7; of 100/2 = 50 columns */
	{"s32[100]:band=2", 0, 7},
	/* 1/2 = 0, 0x...f4 mod 8 = 4 */
	{"s32[100]:band=2", 1, 4},
	/* 2/2 = 1, 0x...4f mod 8 = 7 */
	{"s32[100]:band=2", 2, 8},
	{"s32[12]:band=2", 2, 8 % 6},
	/* Of 0 1 2 3 the last changes places with number 0x...ec mod 3 = 1, the third with 0x...4f mod 2 = 1 and the
	   second with the first: 0 3 2 1, 0 2 3 1, 2 0 3 1 */
	{"u16[4]:cycle=1", 0, 2},
	{"u16[4]:cycle=1", 1, 0},
	{"u16[4]:cycle=1", 2, 3},
	{"u16[4]:cycle=1", 3, 1},
	{"s32[13]:cycle=3", 6, 9},
	{"s32[13]:cycle=3", 7, 0},
};

START_TEST(integers_follow_their_formula)
{
	const ptx_buffer b = buffer_of(integers[_i].text);
	ck_assert_uint_eq(gm_ptx_buffer_element(&b, integers[_i].i), integers[_i].expected);
}
END_TEST

static double
f32_of(const char *text, uint64_t i)
{
	const ptx_buffer b = buffer_of(text);
	const uint32_t bits = (uint32_t)gm_ptx_buffer_element(&b, i);
	float value;
	memcpy(&value, &bits, sizeof value);
	return (double)value;
}

START_TEST(reals_are_even_around_zero_or_up_to_their_maximum)
{
	ck_near(f32_of("f32[9]:random", 0), 0.883310808213643, 1e-6);
	ck_near(f32_of("f32[9]:random", 1), 0.431527997048101, 1e-6);
	ck_near(f32_of("f32[9]:signed", 0), 2 * 0.883310808213643 - 1, 1e-6);
	ck_near(f32_of("f32[9]:signed", 1), 2 * 0.431527997048101 - 1, 1e-6);
	ck_near(f32_of("f32[9]:random=90", 2), 90 * 0.026433770592597, 1e-6);
	ck_near(f32_of("f32[9]:random=0.1", 2), 0.1 * 0.026433770592597, 1e-6);
	ck_near(f32_of("f32[9]:random=1e3", 1), 431.527997048101, 1e-6);
	ck_near(f32_of("f32[9]:step=3", 5), 15, 0);
	ck_near(f32_of("f32[9]:fill=-0.5", 5), -0.5, 0);
}
END_TEST

static const struct {
	const char *text;
	uint64_t stops, stride;
} cycles[] = {
	{"s32[1024]:cycle=1", 1024, 1}, {"s32[1000]:cycle=1", 1000, 1}, {"u64[3001]:cycle=3", 1000, 3},
	{"s32[5]:cycle=5", 1, 5},       {"s32[2]:cycle=1", 2, 1},       {"u32[65537]:cycle=1", 65537, 1},
	{"u32[65536]:cycle=1", 65536, 1},
};

/* Each stop is met once before the chase is back, and few of the steps are short. */
START_TEST(a_chase_visits_every_stop_once_in_no_order)
{
	const ptx_buffer b = buffer_of(cycles[_i].text);
	uint64_t at = 0, visited = 0, near = 0;
	do {
		const uint64_t next = gm_ptx_buffer_element(&b, at);
		ck_assert_uint_eq(next % cycles[_i].stride, 0);
		ck_assert_uint_lt(next, b.elements);
		near += next - at + 8 * cycles[_i].stride <= 16 * cycles[_i].stride;
		at = next;
		visited++;
	} while (at != 0 && visited <= cycles[_i].stops);
	ck_assert_uint_eq(visited, cycles[_i].stops);
	ck_assert(cycles[_i].stops < 100 || near * 20 < cycles[_i].stops);
}
END_TEST

static const char *const many[] = {
	"u64[9000]:random",    "s32[9000]:random=1000", "s16[9000]:signed",      "f32[9000]:signed",
	"f32[9000]:random=90", "f16[9000]:signed",      "f16[9000]:random",      "f16[9000]:random=900",
	"f64[9000]:random",      "s32[9000]:step=7",      "s32[9000]:band=20",
	"u32[9000]:random=2147483647", "u32[9000]:random=4294967295", "u64[9000]:random=90000000000000",
	"s32[9000]:cycle=1",   "u64[9000]:cycle=8",     "s64[9000]:cycle=7",     "f16[9000]:iota",
	"f32[9000]",           "s32[9000]:gather=17",   "s64[6000000000]:cycle=1",
	"s32[90000]:cycle=1",  "u64[900000]:cycle=8",   "s64[900000]:cycle=7"};

/* Many at once are what each is alone, and lanes that are left out get 0. */
START_TEST(elements_of_lanes_are_those_of_one)
{
	const ptx_buffer b = buffer_of(many[_i]);
	static const uint32_t masks[] = {0xfffff7fe, 0x00800412, 0xffffffff, 0};
	uint64_t i[32], value[32], round = 0;
	for (uint64_t from = 0; from < 9000 - 32 * 5; from += 57, round++) {
		const uint32_t mask = masks[round % 4];
		/* every fifth time all to one, but lanes that are left out elsewhere */
		for (unsigned l = 0; l < 32; l++)
			i[l] = (from + (round % 5 || !(mask >> l & 1) ? 5 * l : 0)) * (b.elements / 9000);
		gm_ptx_buffer_elements(&b, i, mask, value);
		for (int l = 0; l < 32; l++)
			ck_assert_uint_eq(value[l],
			                  mask >> l & 1 ? gm_ptx_buffer_element(&b, i[l]) : 0);
	}
}
END_TEST

static const struct {
	const char *text, *expected;
} refused[] = {
	{"f32[9]:cycle=1", "need an integer type"},
	{"s32[9]:cycle=0", "no fitting number"},
	{"s32[9]:cycle=10", "no fitting number"},
	{"s32[9]:band=10", "no fitting number"},
	{"s32[9]:gather=-1", "no fitting number"},
	{"s32[9]:cycle", "needs a number"},
	{"s32[9]:cicle=1", "did you mean 'cycle'"},
};

START_TEST(contents_that_make_no_sense_are_refused)
{
	static ptx_argument argument;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_ptx_argument_parse(refused[_i].text, arena, &argument, &err), GM_OK);
	ck_assert_msg(strstr(err.message, refused[_i].expected) != NULL, "%s", err.message);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

int
main(void)
{
	Suite *suite = suite_create("contents");
	TCase *cases = tcase_create("contents");
	tcase_add_checked_fixture(cases, begin, end);
	tcase_add_loop_test(cases, integers_follow_their_formula, 0, ROWS(integers));
	tcase_add_test(cases, reals_are_even_around_zero_or_up_to_their_maximum);
	tcase_add_loop_test(cases, a_chase_visits_every_stop_once_in_no_order, 0, ROWS(cycles));
	tcase_add_loop_test(cases, elements_of_lanes_are_those_of_one, 0, ROWS(many));
	tcase_add_loop_test(cases, contents_that_make_no_sense_are_refused, 0, ROWS(refused));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
