/* Outlines: what a compiler unrolled is rolled up again; the plain form. */
#include "kernel/outline.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

static gm_algebra *a;
static const gm_sum *n, *x;

static void
begin(void)
{
	a = gm_algebra_new();
	n = gm_sum_symbol(a, "n", GM_SYMBOL_SIZE, 1, INT32_MAX);
	x = gm_sum_symbol(a, "x", GM_SYMBOL_THREAD, 0, 1023);
}

static void
end(void)
{
	gm_algebra_free(a);
}

static void
add_load(gm_outline_list *list, const gm_sum *index)
{
	gm_outline_append(a, list,
			  (gm_outline_node){.kind = GM_OUTLINE_ACCESS,
					    .operation = GM_LOAD,
					    .type = GM_F32,
					    .times = 4,
					    .index = index});
}

static void
add_fma(gm_outline_list *list, bool chain)
{
	gm_outline_append(a, list,
			  (gm_outline_node){.kind = GM_OUTLINE_COMPUTE,
					    .operation = GM_FMA,
					    .type = GM_F32,
					    .times = 1,
					    .chain = chain});
}

static gm_outline_node
loop(const char *name, const gm_sum *count)
{
	return (gm_outline_node){.kind = GM_OUTLINE_LOOP,
				 .variable = gm_sum_symbol(a, name, GM_SYMBOL_LOOP, 0, INT32_MAX),
				 .from = gm_sum_constant(a, 0),
				 .step = gm_sum_constant(a, 1),
				 .count = count};
}

static const gm_sum *
plus(const gm_sum *sum, int64_t number)
{
	return gm_sum_add(a, sum, gm_sum_constant(a, number));
}

/* x[x], x[x + 8], ... x[x + 24] each with a multiply-add: 4 turns of two statements, index x + 8 i.
 */
START_TEST(statements_a_step_apart_become_a_loop)
{
	gm_outline_list list = {0};
	for (int i = 0; i < 4; i++) {
		add_load(&list, plus(x, 8 * i));
		add_fma(&list, i > 0);
	}
	gm_outline_roll(a, &list, NULL);
	ck_assert_int_eq(list.count, 1);
	const gm_outline_node *node = list.nodes[0];
	ck_assert_int_eq(node->kind, GM_OUTLINE_LOOP);
	ck_assert_str_eq(gm_sum_text(a, node->count), "4");
	ck_assert_int_eq(node->body.count, 2);
	ck_assert_str_eq(gm_sum_text(a, node->body.nodes[0]->index), "i*8 + x");
	ck_assert(node->body.nodes[1]->chain);
}
END_TEST

START_TEST(steps_that_differ_are_left_alone)
{
	static const int64_t places[] = {0, 8, 24, 25};
	gm_outline_list list = {0};
	for (int i = 0; i < 4; i++)
		add_load(&list, plus(x, places[i]));
	gm_outline_roll(a, &list, NULL);
	ck_assert_int_eq(list.count, 4);
}
END_TEST

/* Nine neighbours, rows n apart: 3 turns of 3. */
START_TEST(a_square_becomes_a_loop_in_a_loop)
{
	gm_outline_list list = {0};
	for (int row = 0; row < 3; row++)
		for (int column = 0; column < 3; column++) {
			add_load(&list, gm_sum_add(a, plus(x, column), gm_sum_scale(a, n, row)));
			add_fma(&list, row + column > 0);
		}
	gm_outline_roll(a, &list, NULL);
	ck_assert_int_eq(list.count, 1);
	ck_assert_int_eq(list.nodes[0]->body.count, 1);
	const gm_outline_node *inner = list.nodes[0]->body.nodes[0];
	ck_assert_int_eq(inner->kind, GM_OUTLINE_LOOP);
	ck_assert_str_eq(gm_sum_text(a, inner->count), "3");
	ck_assert_int_eq(inner->body.count, 2);
}
END_TEST

START_TEST(independent_operations_become_a_count)
{
	gm_outline_list list = {0};
	for (int i = 0; i < 5; i++)
		add_fma(&list, false);
	gm_outline_roll(a, &list, NULL);
	ck_assert_int_eq(list.count, 1);
	ck_assert_int_eq(list.nodes[0]->kind, GM_OUTLINE_COMPUTE);
	ck_assert_int_eq(list.nodes[0]->times, 5);
}
END_TEST

/* for (n/4) for (4) load x[4 i + j]; for (n % 4) load x[n/4*4 + i]: one loop of n. */
START_TEST(a_loop_by_four_and_its_remainder_are_one_plain_loop)
{
	const gm_sum *four = gm_sum_constant(a, 4);
	gm_outline_list list = {0};
	gm_outline_node outer = loop("i", gm_sum_divide(a, n, four)), inner = loop("j", four);
	gm_outline_node rest = loop("k", gm_sum_modulo(a, n, four));
	add_load(&inner.body,
		 gm_sum_add(a, x,
			    gm_sum_add(a, gm_sum_scale(a, outer.variable, 4), inner.variable)));
	gm_outline_append(a, &outer.body, inner);
	gm_outline_append(a, &outer.body,
			  (gm_outline_node){.kind = GM_OUTLINE_OVERHEAD, .issue = {.of = {1}}});
	const gm_sum *done = gm_sum_scale(a, gm_sum_divide(a, n, four), 4);
	add_load(&rest.body, gm_sum_add(a, x, gm_sum_add(a, done, rest.variable)));
	gm_outline_append(a, &list, outer);
	gm_outline_append(a, &list, rest);
	gm_outline_plain(a, &list);
	ck_assert_int_eq(list.count, 1);
	ck_assert_str_eq(gm_sum_text(a, list.nodes[0]->count), "n");
	ck_assert_int_eq(list.nodes[0]->body.count, 1);
	ck_assert_int_eq(list.nodes[0]->body.nodes[0]->kind, GM_OUTLINE_ACCESS);
}
END_TEST

/* Where the second loop does something else, both stay. */
START_TEST(loops_over_different_places_stay_apart)
{
	gm_outline_list list = {0};
	gm_outline_node first = loop("i", n), second = loop("j", n);
	add_load(&first.body, gm_sum_add(a, x, first.variable));
	add_load(&second.body, gm_sum_add(a, x, second.variable));
	gm_outline_append(a, &list, first);
	gm_outline_append(a, &list, second);
	gm_outline_plain(a, &list);
	ck_assert_int_eq(list.count, 2);
}
END_TEST

START_TEST(overheads_that_meet_are_added)
{
	gm_outline_list list = {0};
	for (int i = 0; i < 2; i++)
		gm_outline_append(a, &list,
				  (gm_outline_node){.kind = GM_OUTLINE_OVERHEAD,
						    .issue = {.of = {[GM_UNIT_FMA] = 1.5F}}});
	ck_assert_int_eq(list.count, 1);
	ck_near((double)list.nodes[0]->issue.of[GM_UNIT_FMA], 3.0, 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("outline");
	TCase *cases = tcase_create("all");
	tcase_add_checked_fixture(cases, begin, end);
	tcase_add_test(cases, statements_a_step_apart_become_a_loop);
	tcase_add_test(cases, steps_that_differ_are_left_alone);
	tcase_add_test(cases, a_square_becomes_a_loop_in_a_loop);
	tcase_add_test(cases, independent_operations_become_a_count);
	tcase_add_test(cases, a_loop_by_four_and_its_remainder_are_one_plain_loop);
	tcase_add_test(cases, loops_over_different_places_stay_apart);
	tcase_add_test(cases, overheads_that_meet_are_added);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
