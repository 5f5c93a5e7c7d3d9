#include "kernel/form.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Forms against brute force: random expressions over three variables in random boxes. Every claim of
 * a form (its range, and its motion along each variable) is checked at every point of the box.
 */

enum { NAMES = 5, POINTS_MAX = 4000 };

static const char *const names[NAMES] = {"t", "b", "k", "p", "q"};
static const int variables[3] = {GM_VARIABLE_THREAD, GM_VARIABLE_BLOCK, GM_VARIABLE_LOOP};

static uint32_t
next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void
write_random(uint32_t *state, int depth, char *out, size_t bytes)
{
	static const char *const binary[] = {"+", "+", "-", "*", "*", "/", "%", "<", "<=", ">", "==",
	                                     "!=", "&", "^", "|", "&&", "||", ">=", ">>"};
	char a[600] = "", b[600] = "", c[600] = "";
	const uint32_t pick = next(state) % 16;
	if (depth == 0 || pick < 2) {
		if (next(state) % 3)
			snprintf(out, bytes, "%s", names[next(state) % NAMES]);
		else
			snprintf(out, bytes, "%u", 1u << (next(state) % 6));
		return;
	}
	write_random(state, depth - 1, a, sizeof a);
	write_random(state, depth - 1, b, sizeof b);
	write_random(state, depth - 1, c, sizeof c);
	if (pick == 2)
		snprintf(out, bytes, "min(%.500s, %.500s)", a, b);
	else if (pick == 3)
		snprintf(out, bytes, "max(%.500s, %.500s)", a, b);
	else if (pick == 4)
		snprintf(out, bytes, "(%.500s ? %.500s : %.500s)", a, b, c);
	else if (pick == 5)
		snprintf(out, bytes, "(%.500s %% %u)", a, 1 + next(state) % 12);
	else if (pick == 6)
		snprintf(out, bytes, "(%.500s / %u)", a, 1 + next(state) % 12);
	else if (pick == 7)
		snprintf(out, bytes, "abs(%.500s)", a);
	else
		snprintf(out, bytes, "(%.500s %s %.500s)", a,
		         binary[next(state) % (sizeof binary / sizeof *binary)], b);
}

typedef struct experiment {
	gm_expression *expression;
	gm_box box;
	int64_t p, q;
	const char *text;
	long motions; /* checked */
} experiment;

static bool
value_at(const experiment *trial, const int64_t *point, int64_t *out)
{
	const int64_t values[NAMES] = {point[0], point[1], point[2], trial->p, trial->q};
	return gm_expression_evaluate(trial->expression, values, out, NULL) == GM_OK;
}

static void
check_motion(experiment *trial, const gm_form *form, int64_t *point, int axis, int64_t here)
{
	const gm_motion motion = gm_form_motion(form, variables[axis]);
	int64_t there;
	if (motion.period == 0 || point[axis] + motion.period > trial->box.high[variables[axis]])
		return;
	point[axis] += motion.period;
	if (value_at(trial, point, &there)) {
		trial->motions++;
		if (there != here + motion.advance)
			ck_abort_msg("%s along %s from %lld by %lld: %lld to %lld, claimed %+lld", trial->text,
		              names[axis], (long long)point[axis], (long long)motion.period,
		              (long long)here, (long long)there, (long long)motion.advance);
	}
	point[axis] -= motion.period;
}

static void
check_form(experiment *trial)
{
	gm_form forms[NAMES];
	for (int i = 0; i < 3; i++)
		forms[i] = gm_form_variable(&trial->box, variables[i]);
	forms[3] = gm_form_constant(trial->p);
	forms[4] = gm_form_constant(trial->q);
	const gm_form form = gm_form_evaluate(trial->expression, forms, &trial->box);
	const gm_range range = gm_form_range(&form, &trial->box);
	int64_t point[3], here;
	for (point[0] = trial->box.low[0]; point[0] <= trial->box.high[0]; point[0]++)
		for (point[1] = trial->box.low[3]; point[1] <= trial->box.high[3]; point[1]++)
			for (point[2] = trial->box.low[6]; point[2] <= trial->box.high[6]; point[2]++) {
				if (!value_at(trial, point, &here))
					continue;
				if (here < range.low || here > range.high)
					ck_abort_msg("%s is %lld at %lld,%lld,%lld, outside %lld..%lld",
				              trial->text, (long long)here, (long long)point[0],
				              (long long)point[1], (long long)point[2],
				              (long long)range.low, (long long)range.high);
				for (int axis = 0; axis < 3; axis++)
					check_motion(trial, &form, point, axis, here);
			}
}

START_TEST(every_claim_of_a_form_holds_at_every_point)
{
	uint32_t state = 2463534242u;
	const int trials = getenv("GM_TEST_FULL") ? 100000 : 4000;
	long motions = 0;
	for (int i = 0; i < trials; i++) {
		gm_arena *arena = gm_arena_new();
		char text[2000];
		write_random(&state, 1 + (int)(next(&state) % 3), text, sizeof text);
		experiment t = {.text = text, .p = next(&state) % 40, .q = (int64_t)(next(&state) % 9) - 3};
		for (int v = 0; v < 3; v++) {
			t.box.low[variables[v]] = (int64_t)(next(&state) % 6) - 1;
			t.box.high[variables[v]] =
			        t.box.low[variables[v]] + (v == 2 ? next(&state) % 40 : next(&state) % 8);
		}
		if (gm_expression_parse(arena, text, (gm_names){names, NAMES}, &t.expression, NULL) == GM_OK)
			check_form(&t);
		motions += t.motions;
		gm_arena_free(arena);
	}
	/* The proof must also be of use: most points have a motion that was claimed and held. */
	ck_assert_msg(motions > trials * 50L, "only %ld motions were claimed", motions);
}
END_TEST

/* By hand: the forms the comment of form.h promises. */
static const struct {
	const char *text;
	int64_t period, advance; /* along b, 0..99; t 0..255 */
} promised[] = {
        {"(b*256 + t) % 1024", 4, 0},  {"(b*256 + t) / 1024", 4, 1}, {"b*16 + t", 1, 16},
        {"b*16 + t < 100000", 1, 0},   {"b*16 + t < 300", 0, 0},     {"(b*96 + t) / 64", 2, 3},
        {"t/32*128 + t % 32 + b", 1, 1}, {"min(b*16 + t, 5000)", 1, 16}, {"b*b", 0, 0},
};

START_TEST(a_form_moves_as_worked_out_by_hand)
{
	gm_arena *arena = gm_arena_new();
	gm_expression *expression;
	ck_assert_int_eq(gm_expression_parse(arena, promised[_i].text, (gm_names){names, NAMES},
	                                     &expression, NULL),
	                 GM_OK);
	gm_box box = {0};
	box.high[GM_VARIABLE_THREAD] = 255;
	box.high[GM_VARIABLE_BLOCK] = 99;
	gm_form forms[NAMES] = {gm_form_variable(&box, GM_VARIABLE_THREAD),
	                        gm_form_variable(&box, GM_VARIABLE_BLOCK)};
	const gm_form form = gm_form_evaluate(expression, forms, &box);
	const gm_motion motion = gm_form_motion(&form, GM_VARIABLE_BLOCK);
	ck_assert_msg(motion.period == promised[_i].period &&
	                      (motion.period == 0 || motion.advance == promised[_i].advance),
	              "%s: %+lld per %lld", promised[_i].text, (long long)motion.advance,
	              (long long)motion.period);
	gm_arena_free(arena);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("form");
	TCase *cases = tcase_create("form");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, every_claim_of_a_form_holds_at_every_point);
	tcase_add_loop_test(cases, a_form_moves_as_worked_out_by_hand, 0,
	                    sizeof promised / sizeof *promised);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
