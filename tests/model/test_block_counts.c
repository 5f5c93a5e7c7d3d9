#include "model/block_counts.h"

#include "support/near.h"

#include <string.h>

enum { SITES = 5, STEPS = 4000 };

/* The same by whole copies: what a mark remembers is every row. */
typedef struct slow {
	int64_t now[SITES], before[GM_SPANS_MAX][SITES];
} slow;

static uint32_t
next(uint32_t *state)
{
	*state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
	return *state >> 16;
}

static void
repeat_slowly(slow *s, int slot, int64_t times)
{
	for (int i = 0; i < SITES; i++)
		s->now[i] += (s->now[i] - s->before[slot][i]) * times;
}

/* Adds, marks and repeats in any order, spans at most 4 deep; numbers stay small enough. */
START_TEST(rows_are_what_copies_of_all_of_them_would_say)
{
	gm_block_counts c = gm_block_counts_new(SITES);
	uint32_t state = (uint32_t)_i;
	for (int block = 0; block < 3; block++) {
		slow s = {{0}, {{0}}};
		int depth = 0;
		gm_block_counts_begin(&c);
		for (int step = 0; step < STEPS; step++) {
			const uint32_t what = next(&state) % 16, site = next(&state) % SITES;
			if (what == 0 && depth < 4) {
				memcpy(s.before[depth], s.now, sizeof s.now);
				gm_block_counts_mark(&c, depth++);
			} else if (what == 1 && depth > 0) {
				const int64_t times = step < 100 ? next(&state) % 3 : 0;
				repeat_slowly(&s, --depth, times);
				ck_assert(gm_block_counts_repeat(&c, depth, times));
			} else {
				s.now[site]++;
				gm_block_counts_row(&c, site)->of[GM_COUNT_REQUESTS]++;
			}
		}
		for (int i = 0; i < SITES; i++)
			ck_assert_int_eq(c.rows[i].of[GM_COUNT_REQUESTS], s.now[i]);
	}
	gm_block_counts_dispose(&c);
}
END_TEST

START_TEST(a_span_that_repeats_too_often_is_told)
{
	gm_block_counts c = gm_block_counts_new(1);
	gm_block_counts_begin(&c);
	gm_block_counts_mark(&c, 0);
	gm_block_counts_row(&c, 0)->of[GM_COUNT_FLOP] = 2;
	ck_assert(!gm_block_counts_repeat(&c, 0, INT64_MAX));
	gm_block_counts_dispose(&c);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("block_counts");
	TCase *cases = tcase_create("block_counts");
	tcase_add_loop_test(cases, rows_are_what_copies_of_all_of_them_would_say, 0, 20);
	tcase_add_test(cases, a_span_that_repeats_too_often_is_told);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
