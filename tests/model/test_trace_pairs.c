#include "model/trace_pairs.h"

#include "support/near.h"

/*
 * Warps that make, at one site,
 *
 *     request 0, a span of `runs` runs with requests 1 and 2, request 3
 *
 * so that with the spans run as often as they do these are the numbers 0; 1, 3, 5 ...; 2, 4, 6 ...; 1 + 2 runs.
 */
typedef struct walk {
	gm_trace_step steps[6];
	gm_trace_request requests[4];
	gm_program program;
	gm_trace trace;
} walk;

static void
walk_init(walk *w, int64_t runs, int64_t moved)
{
	*w = (walk){.steps = {{.kind = GM_STEP_REQUEST, .index = 0},
	                      {.kind = GM_STEP_BEGIN, .index = 4, .runs = runs},
	                      {.kind = GM_STEP_REQUEST, .index = 1},
	                      {.kind = GM_STEP_REQUEST, .index = 2},
	                      {.kind = GM_STEP_END, .index = 1},
	                      {.kind = GM_STEP_REQUEST, .index = 3}}};
	for (int i = 0; i < 4; i++)
		w->requests[i].address = moved + 100 * i;
	w->program = (gm_program){.steps = w->steps, .count = 6, .depth = 1};
	w->trace = (gm_trace){.sites_count = 1, .warps_count = 1, .warps = &w->program, .requests = w->requests,
	                      .requests_count = 4};
}

typedef struct seen {
	int count;
	int64_t from[8], to[8];
} seen;

static void
note(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	seen *s = state;
	s->from[s->count] = a->address;
	s->to[s->count++] = b->address;
}

static seen
pairs(int64_t here, int64_t there)
{
	walk a, b;
	seen s = {.count = 0};
	walk_init(&a, here, 0);
	walk_init(&b, there, 7);
	gm_trace_pairs(&a.trace, &b.trace, note, &s);
	return s;
}

START_TEST(blocks_whose_loops_run_as_often_pair_every_request)
{
	const seen s = pairs(5, 5);
	ck_assert_int_eq(s.count, 4);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(s.from[i], 100 * i);
		ck_assert_int_eq(s.to[i], 100 * i + 7);
	}
}
END_TEST

/* The last request has number 11 in one and 7 in the other. */
START_TEST(what_comes_after_a_loop_that_runs_less_often_is_another_request)
{
	const seen s = pairs(5, 3);
	ck_assert_int_eq(s.count, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(s.to[i], s.from[i] + 7);
}
END_TEST

/* Spans that run once are no cut: their requests stand there one by one. */
START_TEST(a_loop_that_is_not_cut_counts_as_it_stands)
{
	const seen s = pairs(1, 1);
	ck_assert_int_eq(s.count, 4);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_pairs");
	TCase *cases = tcase_create("trace_pairs");
	tcase_add_test(cases, blocks_whose_loops_run_as_often_pair_every_request);
	tcase_add_test(cases, what_comes_after_a_loop_that_runs_less_often_is_another_request);
	tcase_add_test(cases, a_loop_that_is_not_cut_counts_as_it_stands);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
