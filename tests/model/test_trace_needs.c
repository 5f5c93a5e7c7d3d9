#include "model/trace_needs.h"
#include "support/near.h"

/* A warp's instructions: how far back its producers are, whether it loads, and how many loads back
   is the latest that it needs. By hand. */
static const struct {
	int back[2];
	bool loads;
	uint32_t needs;
} stream[] = {
	{{0}, true, 0},     /* load 1 */
	{{0}, true, 0},     /* load 2 */
	{{1, 2}, false, 1}, /* the sum of both: the second is the latest */
	{{3}, false, 2},    /* of the first alone */
	{{1}, true, 2},     /* load 3, at a place that the first says */
	{{1}, true, 1},     /* load 4: the one before it */
	{{4}, false, 3},    /* load 2, through the sum */
	{{0}, false, 0},
};

START_TEST(an_instruction_needs_what_its_producers_need)
{
	gm_trace_needs needs = {0};
	for (size_t i = 0; i < sizeof stream / sizeof *stream; i++) {
		const gm_warp_instr instr = {
			.waits_for = {(uint16_t)stream[i].back[0], (uint16_t)stream[i].back[1]}};
		ck_assert_msg(gm_trace_needs_add(&needs, &instr, stream[i].loads) ==
				      stream[i].needs,
			      "instruction %zu", i);
	}
}
END_TEST

START_TEST(what_is_too_long_ago_is_forgotten)
{
	gm_trace_needs needs = {0};
	const gm_warp_instr first = {0}, last = {.waits_for = {GM_NEEDS_HISTORY}};
	gm_trace_needs_add(&needs, &first, true);
	for (int i = 1; i < GM_NEEDS_HISTORY; i++)
		gm_trace_needs_add(&needs, &first, false);
	ck_assert_uint_eq(gm_trace_needs_add(&needs, &last, false), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_needs");
	TCase *tests = tcase_create("trace_needs");
	tcase_add_test(tests, an_instruction_needs_what_its_producers_need);
	tcase_add_test(tests, what_is_too_long_ago_is_forgotten);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
