/*
 * The lesser and the greater of two floats, in vectors and lane by lane: numbers in the order of the PTX ISA, where -0 is
 * less than +0; of a number and none the number, or none where .NaN asks for it.
 */
#include "simt/lanes.h"

#include "ptx/case.h"

#include <math.h>

enum { UNITS = 6, NUMBERS = 9, NONE = NUMBERS, COUNT = NUMBERS + 1 };

/* From the least to the greatest, and what is none. Denormal numbers of f64 are no zeros. */
static const double rising[COUNT] = {-INFINITY, -3e30, -1, -1e-300, -0.0, 0.0, 1e-300, 2, INFINITY, NAN};
static const float rising_singles[COUNT] = {-INFINITY, -3e30f, -1, -1e-40f, -0.0f, 0.0f, 1e-40f, 2, INFINITY, NAN};

static int
expected(int a, int b, bool greatest, bool none_wins)
{
	if (a == NONE || b == NONE)
		return none_wins || a == b ? NONE : a == NONE ? b : a;
	return greatest == (a > b) ? a : b;
}

static ptx_run
run_of(uint8_t opcode, ptx_type type)
{
	const ptx_lane_table table = gm_ptx_lanes_float();
	for (size_t i = 0; i < table.count; i++)
		if (table.rows[i].opcode == opcode && table.rows[i].type == type)
			return table.rows[i].run;
	ck_abort_msg("no such row");
}

static _Alignas(64) unsigned char registers[UNITS * PTX_UNIT_BYTES];

/* Registers of f64 take two units. */
static void *
lane_at(int unit, int lane, size_t bytes)
{
	return registers + unit * PTX_UNIT_BYTES + (size_t)lane * bytes;
}

static const uint32_t masks[] = {PTX_ALL_LANES, 0x0ffffff0, 0x00000070};

static void
check_lanes(ptx_type type, const void *values, size_t bytes, bool greatest, bool none_wins, uint32_t mask)
{
	const char *all = values;
	ptx_warp warp = {.registers = registers};
	const ptx_step step = {.d = 0, .a = 2, .b = 4, .detail = none_wins};
	for (int first = 0; first < COUNT * COUNT; first += PTX_LANES) {
		memset(registers, 0x5a, sizeof registers);
		for (int l = 0; l < PTX_LANES; l++) {
			const int pair = (first + l) % (COUNT * COUNT);
			memcpy(lane_at(2, l, bytes), all + (size_t)(pair / COUNT) * bytes, bytes);
			memcpy(lane_at(4, l, bytes), all + (size_t)(pair % COUNT) * bytes, bytes);
		}
		run_of(greatest ? OP_MAX : OP_MIN, type)(&warp, &step, mask);
		for (int l = 0; l < PTX_LANES; l++) {
			const int pair = (first + l) % (COUNT * COUNT);
			const int which = expected(pair / COUNT, pair % COUNT, greatest, none_wins);
			static const char untouched[] = "ZZZZZZZZ";
			const void *wanted = mask >> l & 1 ? all + (size_t)which * bytes : untouched;
			ck_assert_msg(memcmp(lane_at(0, l, bytes), wanted, bytes) == 0, "%d and %d, mask %x",
				      pair / COUNT, pair % COUNT, mask);
		}
	}
}

START_TEST(the_lesser_and_the_greater_are_those_of_the_order)
{
	const bool greatest = _i & 1, none_wins = _i & 2;
	for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
		check_lanes(PTX_F32, rising_singles, 4, greatest, none_wins, masks[m]);
		check_lanes(PTX_F64, rising, 8, greatest, none_wins, masks[m]);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("extremes");
	TCase *tests = tcase_create("extremes");
	tcase_add_loop_test(tests, the_lesser_and_the_greater_are_those_of_the_order, 0, 4);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
