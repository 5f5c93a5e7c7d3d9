#include "ptx/pilot.h"
#include "support/near.h"

/* (v / 0.0025)^2 blocks, at least 64 and as many as come to 262144 steps, at most as come to 6291456, and no
   more than there are. */
static const struct {
	double work, varies;
	int64_t blocks, drawn;
} rows[] = {
	{1000, 0, 1000000, 262},   {1000, 0.01, 1000000, 262}, {1000, 0.1, 1000000, 1600},
	{1000, 1, 1000000, 6291},  {1000, 1, 700, 700},        {50000, 0.01, 1000000, 64},
	{50000, 1, 1000000, 125},  {1e9, 1, 1000000, 1},
};

START_TEST(blocks_are_drawn_as_they_vary)
{
	const ptx_pilot pilot = {.work = rows[_i].work, .varies = rows[_i].varies};
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, rows[_i].blocks), rows[_i].drawn);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pilot");
	TCase *cases = tcase_create("pilot");
	tcase_add_loop_test(cases, blocks_are_drawn_as_they_vary, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
