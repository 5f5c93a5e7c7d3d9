#include "kernel/spans.h"

#include "support/near.h"

START_TEST(nested_loops_take_slots_and_give_them_back)
{
	gm_spans spans = {0};
	ck_assert_int_eq(gm_spans_mark(&spans, 7), 0);
	ck_assert_int_eq(gm_spans_mark(&spans, 3), 1);
	ck_assert_int_eq(gm_spans_repeat(&spans, 3), 1);
	ck_assert_int_eq(gm_spans_mark(&spans, 4), 1);
	ck_assert_int_eq(gm_spans_repeat(&spans, 7), 0);
	ck_assert_int_eq(spans.depth, 0);
}
END_TEST

/* Loop 7 marks again: 3, marked inside it and never repeated, is forgotten. */
START_TEST(a_second_mark_replaces_the_first_and_those_inside)
{
	gm_spans spans = {0};
	ck_assert_int_eq(gm_spans_mark(&spans, 7), 0);
	ck_assert_int_eq(gm_spans_mark(&spans, 3), 1);
	ck_assert_int_eq(gm_spans_mark(&spans, 7), 0);
	ck_assert_int_eq(spans.depth, 1);
	ck_assert_int_eq(gm_spans_mark(&spans, 3), 1);
	ck_assert_int_eq(gm_spans_repeat(&spans, 3), 1);
	ck_assert_int_eq(gm_spans_repeat(&spans, 7), 0);
}
END_TEST

START_TEST(too_many_are_refused)
{
	gm_spans spans = {0};
	for (uint32_t loop = 0; loop < GM_SPANS_MAX; loop++)
		ck_assert_int_eq(gm_spans_mark(&spans, loop), (int)loop);
	ck_assert_int_eq(gm_spans_mark(&spans, GM_SPANS_MAX), -1);
	ck_assert_int_eq(gm_spans_mark(&spans, 5), 5);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("spans");
	TCase *tcase = tcase_create("marks");
	tcase_add_test(tcase, nested_loops_take_slots_and_give_them_back);
	tcase_add_test(tcase, a_second_mark_replaces_the_first_and_those_inside);
	tcase_add_test(tcase, too_many_are_refused);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
