#include "base/chance.h"
#include "support/near.h"

/* The tables of t for 95 %, both sides: Student 1908 and Fisher 1925, as every textbook prints them. */
static const struct {
	int64_t freedom;
	double t;
} table[] = {{1, 12.706}, {2, 4.303}, {3, 3.182}, {10, 2.228}, {15, 2.131}, {16, 2.120}, {17, 2.110},
             {18, 2.101}, {20, 2.086}, {25, 2.060}, {30, 2.042}, {40, 2.021}, {60, 2.000}, {120, 1.980}, {1000000, 1.960}};

START_TEST(t_is_as_in_the_tables)
{
	ck_assert_double_eq_tol(gm_students_t(table[_i].freedom), table[_i].t, 0.002);
}
END_TEST

START_TEST(more_is_surer)
{
	for (int64_t n = 1; n < 200; n++)
		ck_assert_double_gt(gm_students_t(n), gm_students_t(n + 1));
	ck_near(gm_students_t(0), gm_students_t(1), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chance");
	TCase *cases = tcase_create("chance");
	tcase_add_loop_test(cases, t_is_as_in_the_tables, 0, sizeof table / sizeof *table);
	tcase_add_test(cases, more_is_surer);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
