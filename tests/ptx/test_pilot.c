#include "ptx/pilot.h"
#include "support/near.h"

/* (v / 0.001)^2 blocks, at least 28 and as many as come to 262144 steps, at most as come to 6291456, and no
   more than there are. */
static const struct {
	double work, varies;
	int64_t blocks, drawn;
	int warps; /* that may be walked alone */
} rows[] = {
	{1000, 0, 1000000, 262, 1},     {1000, 0.01, 1000000, 262, 1}, {1000, 0.05, 1000000, 2500, 1},
	{1000, 1, 1000000, 6291, 1},    {1000, 1, 700, 700, 1},        {50000, 0.01, 1000000, 100, 1},
	{50000, 0.001, 1000000, 28, 1}, {50000, 1, 1000000, 125, 1},   {1e9, 1, 1000000, 1, 1},
	/* 6291456 / 50000 = 125.829 whole blocks are too few for (1 / 0.001)^2, and 1006.63 times an eighth
	   of one as much work; of 1000 at most every second; 125 of 200 are rather taken whole. */
	{50000, 1, 1000000, 1006, 8},   {50000, 1, 1000, 500, 8},      {50000, 1, 200, 125, 8},
	{50000, 0.01, 1000000, 100, 8}, {1000, 1, 700, 700, 8},
};

START_TEST(blocks_are_drawn_as_they_vary)
{
	const ptx_pilot pilot = {
		.work = rows[_i].work, .varies = rows[_i].varies, .warps = rows[_i].warps};
	const bool alone = rows[_i].warps > 1 && rows[_i].drawn > 100 && rows[_i].blocks > 700;
	ck_assert_int_eq(gm_ptx_pilot_takes_warps(&pilot, rows[_i].blocks), alone);
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
