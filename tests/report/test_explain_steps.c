/*
 * Whoever has nothing but the printed derivation can work out every line of it: each formula's
 * answer follows from the values put in, each symbol stands above or is explained, and for one
 * thing.
 */
#include "report/explain.h"

#include "input/launch_list.h"
#include "report/explained.h"
#include "report/reference_reading.h"
#include "report/reference_steps.h"

#include <glob.h>
#include <math.h>

/* Check notes every assertion that holds, which takes longer than these; so that only what fails is
   said. */
#define MUST(holds, ...)                                                                           \
	do {                                                                                       \
		if (!(holds))                                                                      \
			ck_abort_msg(__VA_ARGS__);                                                 \
	} while (0)

/* ---- what has been said so far ---- */

enum { KNOWN_MAX = 4000 };

typedef struct known {
	const char *where; /* "tiled_mm on h200 in text" */
	const written_step *step;
	bool form_explains;
	int count;
	struct {
		char symbol[STEP_SYMBOL],
			value[STEP_SYMBOL]; /* as printed; "" while only explained */
	} symbols[KNOWN_MAX];
} known;

static char *
value_of(known *k, const char *symbol)
{
	for (int i = 0; i < k->count; i++)
		if (strcmp(k->symbols[i].symbol, symbol) == 0)
			return k->symbols[i].value;
	return NULL;
}

static void
learn(known *k, const char *symbol, const char *value)
{
	MUST(k->count < KNOWN_MAX, "%s: too many symbols", k->where);
	snprintf(k->symbols[k->count].symbol, STEP_SYMBOL, "%s", symbol);
	snprintf(k->symbols[k->count++].value, STEP_SYMBOL, "%.*s", STEP_SYMBOL - 1, value);
}

/* A symbol of a formula and what is put in for it: the answer it was given above, or a value that
   is explained here or was before; the same each time. */
static void
check_symbol(void *state, const char *symbol, const char *value)
{
	known *k = state;
	char *before = value_of(k, symbol);
	MUST(before || !k->form_explains, "%s: %s is not explained in %s = %s", k->where, symbol,
	     k->step->symbol, k->step->formula);
	if (!before)
		learn(k, symbol, value);
	else if (!*before)
		snprintf(before, STEP_SYMBOL, "%s", value);
	else
		MUST(strcmp(before, value) == 0, "%s: %s is '%s' and in %s '%s'", k->where, symbol,
		     before, k->step->symbol, value);
}

static void
learn_answer(known *k, const written_step *step)
{
	const char *before = value_of(k, step->symbol);
	MUST(!before, "%s: %s is there twice", k->where, step->symbol);
	learn(k, step->symbol, step->answer);
}

/* ---- steps ---- */

/* Of arithmetic; what is printed is read as all that rounds to it. */
static const double rounding_ratio = 1e-9;

static void
check_answer(const known *k, const written_step *step, const char *line)
{
	const span from = reading_value(line), told = reading_value(step->answer);
	MUST(reading_meets(told, from, rounding_ratio), "%s: %s = %s is [%.8g, %.8g], told %s",
	     k->where, step->symbol, line, from.low, from.high, step->answer);
}

static void
check_step(known *k, const written_step *step)
{
	k->step = step;
	for (int i = 0; i < step->explained_count; i++)
		if (!value_of(k, step->explained[i]))
			learn(k, step->explained[i], "");
	if (step->substituted[0]) {
		MUST(reading_pairs(step->formula, step->substituted, check_symbol, k),
		     "%s: %s and %s do not go together", k->where, step->formula,
		     step->substituted);
		check_answer(k, step, step->substituted);
	} else if (step->formula[0]) {
		check_symbol(k, step->formula, step->answer);
	}
	learn_answer(k, step);
}

/* Numbers that no formula gives: what was simulated or searched for, shares of nothing, what the
   launch cannot have, and unknowns with their reason. */
static void
check_given(const known *k, const explained *e, const written_step *step)
{
	static const char *const given[] = {"c_L1",    "n_held", "n_dirty", "k_warm",
					    "k_dirty", "s_L2",   "s_DRAM"};
	const gm_step *of = gm_derivation_find(&e->derivation, step->symbol);
	bool ok = step->formula[0] || of->value.value == 0 || of->value.kind == GM_KIND_UNKNOWN;
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		ok = ok || strcmp(step->symbol, given[i]) == 0;
	MUST(ok, "%s: %s = %s comes from nowhere", k->where, step->symbol, step->answer);
	MUST(step->formula[0] || of->source[0] || of->value.kind == GM_KIND_UNKNOWN,
	     "%s: %s has neither formula nor source", k->where, step->symbol);
}

static const struct {
	const char *name;
	void (*add)(gm_text *out, const gm_explanation *explanation, size_t index);
	void (*read)(const char *text, written *out);
	bool explains; /* symbols, in a way that is read here */
} forms[] = {
	{"text", gm_explain_text_add, written_in_text, true},
	{"markdown", gm_explain_markdown_add, written_in_markdown, true},
	{"html", gm_explain_html_add, written_in_html, true},
	{"latex", gm_explain_latex_add, written_in_latex, false},
};

static void
check_form(const explained *e, int form)
{
	gm_text text = {0};
	written w = {0};
	char where[256];
	known *k = gm_allocate(1, sizeof *k);
	snprintf(where, sizeof where, "%s on %s in %s", e->kernel->name, e->device->name,
		 forms[form].name);
	k->where = where;
	k->form_explains = forms[form].explains;
	forms[form].add(&text, &e->explanation, 0);
	forms[form].read(text.bytes, &w);
	MUST(w.count == e->derivation.steps_count, "%s: %d steps of %d", where, w.count,
	     e->derivation.steps_count);
	for (int i = 0; i < w.count; i++) {
		MUST(strcmp(w.steps[i].symbol, e->derivation.steps[i].symbol) == 0, "%s: %s", where,
		     w.steps[i].symbol);
		check_step(k, &w.steps[i]);
		check_given(k, e, &w.steps[i]);
	}
	gm_text_dispose(&text);
	written_dispose(&w);
	free(k);
}

/* ---- the derivation itself, to more digits than are printed ---- */

static void
check_exactly(const explained *e)
{
	for (int i = 0; i < e->derivation.steps_count; i++) {
		const gm_step *step = &e->derivation.steps[i];
		double value;
		if (!gm_step_evaluate(step, &value) || step->value.kind == GM_KIND_UNKNOWN)
			continue;
		MUST(near_ratio(value, step->value.value, 1e-9),
		     "%s on %s: %s = %s gives %.12g, told %.12g", e->kernel->name, e->device->name,
		     step->symbol, step->formula, value, step->value.value);
	}
}

static void
check_width(const explained *e)
{
	gm_text text = {0};
	gm_explain_text_add(&text, &e->explanation, 0);
	for (const char *line = text.bytes; *line;) {
		const size_t length = strcspn(line, "\n");
		MUST(length <= 80 || !memchr(line + 20, ' ', length - 20), "%s on %s: %.*s",
		     e->kernel->name, e->device->name, (int)length, line);
		line += length + (line[length] == '\n');
	}
	gm_text_dispose(&text);
}

static void
check_explained(explained *e, int forms_count)
{
	if (!e)
		return;
	check_exactly(e);
	check_width(e);
	for (int form = 0; form < forms_count; form++)
		check_form(e, form);
	explained_dispose(e);
}

/* ---- kernels and devices ---- */

/* One of each rule for transactions and caches. */
static const char *const cards[] = {"geforce_8800_gtx", "geforce_gtx_280",     "geforce_gtx_580",
				    "tesla_k40c",       "geforce_rtx_2080_ti", "h200",
				    "radeon_r9_290x"};

START_TEST(every_line_of_every_kernel_can_be_worked_out_from_what_is_printed)
{
	glob_t kernels;
	ck_assert_int_eq(glob(GM_TREE "/models/*.xml", 0, NULL, &kernels), 0);
	for (size_t k = 0; k < kernels.gl_pathc; k++)
		check_explained(explained_new(kernels.gl_pathv[k], "", cards[_i], NULL), 1);
	globfree(&kernels);
}
END_TEST

/* Kernels that between them have every kind of step. */
static const char *const samples[] = {"tiled_mm", "histogram_shared", "strided_copy", "mma_mm",
				      "transpose_padded"};

START_TEST(markdown_html_and_latex_say_the_same)
{
	static const char *const devices[] = {"geforce_gtx_280", "geforce_gtx_580", "h200"};
	for (int d = 0; d < 3; d++)
		check_explained(explained_new(samples[_i], "", devices[d], NULL), 4);
}
END_TEST

START_TEST(warm_caches_are_derived_too)
{
	static const gm_predict_request warm = {.cache = GM_CACHE_WARM};
	explained *e = gm_allocate(1, sizeof *e);
	explained_load(samples[_i], "", "h200", NULL, e);
	check_explained(explained_finish(e, &warm), 1);
}
END_TEST

/* 40 x 40 blocks of 16 x 16 threads on 132 SMs with places for 8: one full round, 544 blocks left, of the 13 of the
   busiest SM 5. */
START_TEST(a_last_round_that_is_not_full_is_derived_apart)
{
	static const struct {
		const char *symbol;
		double value;
	} shares[] = {{"n_full", 1}, {"r_few", 5 / 13.0}, {"r_grid", 544 / 1600.0}};
	static const char *const derived[] = {"w_full", "t_units_full", "t_full", "t_units_few", "w_few", "t_few", "t_wait"};
	explained *e = explained_new("naive_mm", "n=640", "h200", NULL);
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
		ck_near(gm_derivation_find(&e->derivation, shares[i].symbol)->value.value, shares[i].value, 1e-12);
	for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
		ck_assert_msg(gm_derivation_find(&e->derivation, derived[i])->formula[0], "%s", derived[i]);
	check_explained(e, 1);
}
END_TEST

/* Launches of PTX: every twentieth of the validation set, all of a full test.
 */
START_TEST(launches_of_ptx_can_be_worked_out_as_well)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	const bool all = getenv("GM_TEST_FULL") != NULL;
	const int parts = 4;
	MUST(gm_launches_load(GM_TREE "/reports/runs/h200.list", &launches, &err) == GM_OK, "%s",
	     err.message);
	for (int i = _i * (all ? 1 : 20); i < launches->count; i += parts * (all ? 1 : 20)) {
		explained *e = gm_allocate(1, sizeof *e);
		MUST(gm_device_load(GM_TREE "/devices/h200.xml", &e->device, &err) == GM_OK, "%s",
		     err.message);
		MUST(gm_launch_kernel_load(launches, &launches->items[i], NULL, &e->kernel, &err) ==
			     GM_OK,
		     "%s", err.message);
		check_explained(explained_finish(e, NULL), 1);
	}
	gm_launches_free(launches);
}
END_TEST

/* ---- the readers themselves ---- */

/* By hand. */
static const struct {
	const char *line;
	double low, high;
} lines[] = {
	{"64 x 64", 4096, 4096},
	{"ceil(256 threads / 32)", 8, 8},
	{"1 / (4 instructions/cycle)", 0.25, 0.25},
	/* 541.05 to 541.15, 3.3495 to 3.3505 */
	{"541.1 MB / (3.35 TB/s)", 541.05e6 / 3.3505e12, 541.15e6 / 3.3495e12},
	{"2 x (10 k cycles - 1.5 s)", 2 * (9995 - 1.5005), 2 * (10005 - 1.4995)},
	{"2^max(1, 3) + norm(2, 3, 4)", 13, 13},
	{"100 x 12 % / 4 sectors", 300, 300},
	{"min(1, 0.5) x up(5, 4) + floor(7 / 2)", 0.49995 * 8 + 3, 0.50005 * 8 + 3},
};

START_TEST(lines_are_read_as_people_read_them)
{
	const span read = reading_value(lines[_i].line);
	ck_near(read.low, lines[_i].low, 1e-12);
	ck_near(read.high, lines[_i].high, 1e-12);
}
END_TEST

START_TEST(an_answer_that_is_off_by_a_thousandth_is_not_met)
{
	const span from = reading_value("541.1 MB / (3.35 TB/s)");
	ck_assert(reading_meets(reading_value("161.5 us"), from, rounding_ratio));
	ck_assert(!reading_meets(reading_value("161.9 us"), from, rounding_ratio));
	ck_assert(!reading_meets(reading_value("161.5 ms"), from, rounding_ratio));
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof table[0])

int
main(void)
{
	Suite *suite = suite_create("explain_steps");
	TCase *tcase = tcase_create("explain_steps");
	tcase_add_loop_test(tcase, lines_are_read_as_people_read_them, 0, ROWS(lines));
	tcase_add_test(tcase, an_answer_that_is_off_by_a_thousandth_is_not_met);
	tcase_add_loop_test(tcase,
			    every_line_of_every_kernel_can_be_worked_out_from_what_is_printed, 0,
			    ROWS(cards));
	tcase_add_loop_test(tcase, markdown_html_and_latex_say_the_same, 0, ROWS(samples));
	tcase_add_loop_test(tcase, warm_caches_are_derived_too, 0, ROWS(samples));
	tcase_add_test(tcase, a_last_round_that_is_not_full_is_derived_apart);
	tcase_add_loop_test(tcase, launches_of_ptx_can_be_worked_out_as_well, 0, 4);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
