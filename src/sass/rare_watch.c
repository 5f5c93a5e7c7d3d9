#include "sass/rare_watch.h"

#include "ptx/loops.h"
#include "ptx/words.h"
#include "simt/relevance.h"

#include <stdlib.h>
#include <string.h>

#define OPERAND(T, unit) (LANES_OF(const T, unit)[lane])
#define TEST(name, expression)                                                                     \
	static ptx_rare_kind name(const ptx_warp *warp, const ptx_step *step, int lane)            \
	{                                                                                          \
		return expression;                                                                 \
	}
TEST(quotient_f32,
     gm_ptx_rare_quotient_f32(OPERAND(float, step->a), OPERAND(float, step->b), step->flush))
TEST(quotient_f64, gm_ptx_rare_quotient_f64(OPERAND(double, step->a), OPERAND(double, step->b)))
TEST(reciprocal_f32, gm_ptx_rare_reciprocal_f32(OPERAND(float, step->a), step->flush))
TEST(reciprocal_f64, gm_ptx_rare_reciprocal_f64(OPERAND(double, step->a)))
TEST(root_f32, gm_ptx_rare_root_f32(OPERAND(float, step->a), step->flush))
TEST(root_f64, gm_ptx_rare_root_f64(OPERAND(double, step->a)))
TEST(inverse_root_f64, gm_ptx_rare_inverse_root_f64(OPERAND(double, step->a)))
TEST(power_f32, gm_ptx_rare_power_f32(OPERAND(float, step->a)))
TEST(denormal_f32, gm_ptx_rare_denormal_f32(OPERAND(float, step->a)))

#define GLANCE(name, C, passes)                                                                    \
	GM_WIDE static uint32_t name(const ptx_warp *warp, const ptx_step *step)                   \
	{                                                                                          \
		const C *a = LANES_OF(const C, step->a);                                           \
		uint32_t left = 0;                                                                 \
		for (int l = 0; l < PTX_LANES; l++)                                                \
			left |= (uint32_t)!(passes) << l;                                          \
		return left;                                                                       \
	}
GLANCE(glance_reciprocal, uint32_t, ptx_rare_passes_reciprocal_f32(a[l]))
GLANCE(glance_root, uint32_t, ptx_rare_passes_root_f32(a[l]))
GLANCE(glance_power, float, !(a[l] < -126))
GLANCE(glance_denormal, uint32_t, (a[l] & 0x7fffffff) >= 1u << 23)

GM_WIDE static uint32_t
glance_quotient(const ptx_warp *warp, const ptx_step *step)
{
	const uint32_t *a = LANES_OF(const uint32_t, step->a), *b = LANES_OF(const uint32_t, step->b);
	uint32_t left = 0;
	for (int l = 0; l < PTX_LANES; l++)
		left |= (uint32_t)!ptx_rare_passes_quotient_f32(a[l], b[l]) << l;
	return left;
}

/* The lanes that make the value. */
static uint32_t
glance_chosen(const ptx_warp *warp, const ptx_step *step)
{
	const uint32_t unit = warp->program->units[step->sources + 2];
	const uint32_t lanes = LANES_OF(const uint32_t, unit)[0];
	return step->only_negated ? ~lanes : lanes;
}

static ptx_rare_kind
chosen(const ptx_warp *warp, const ptx_step *step, int lane)
{
	return glance_chosen(warp, step) >> lane & 1 ? RARE_SCALED : RARE_NOT;
}

/* Of instructions without these flags. */
enum { NOT_EXACT = WORD_APPROXIMATE | WORD_FULL };
static const struct {
	uint8_t opcode, type;
	uint16_t without;
	rare_test test;
	rare_glance glance;
} rows[] = {
	{OP_DIV, PTX_F32, NOT_EXACT, quotient_f32, glance_quotient},
	{OP_DIV, PTX_F64, NOT_EXACT, quotient_f64, NULL},
	{OP_RCP, PTX_F32, NOT_EXACT, reciprocal_f32, glance_reciprocal},
	{OP_RCP, PTX_F64, NOT_EXACT, reciprocal_f64, NULL},
	{OP_SQRT, PTX_F32, NOT_EXACT, root_f32, glance_root},
	{OP_SQRT, PTX_F64, NOT_EXACT, root_f64, NULL},
	{OP_RSQRT, PTX_F64, 0, inverse_root_f64, NULL},
	{OP_EX2, PTX_F32, WORD_FLUSH, power_f32, glance_power},
	{OP_LG2, PTX_F32, WORD_FLUSH, denormal_f32, glance_denormal},
	{OP_RSQRT, PTX_F32, WORD_FLUSH, denormal_f32, glance_denormal},
	{OP_SQRT, PTX_F32, WORD_FLUSH, denormal_f32, glance_denormal},
};

static rare_test
test_of(const ptx_program *p, int32_t i, rare_glance *glance)
{
	const ptx_step *step = &p->steps[i];
	const ptx_word *w = &p->words[i];
	if (step->action != ACTION_LANES || !(w->flags & WORD_FIRST))
		return NULL;
	if (step->picks >= 0) {
		*glance = glance_chosen;
		return step->only == PTX_NO_UNIT && p->words[step->picks].type == PTX_F32 ? chosen : NULL;
	}
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		if (w->opcode == rows[r].opcode && w->type == rows[r].type &&
		    !(w->flags & rows[r].without)) {
			*glance = rows[r].glance;
			return rows[r].test;
		}
	return NULL;
}

/* The arithmetic of a lane whose operands are rare, of a division or root that is counted. */
static void
count_floats(ptx_rare_tally *t, const ptx_warp *warp, const ptx_step *step, const ptx_word *w, int lane)
{
	if (w->opcode == OP_DIV)
		gm_ptx_rare_quotient_floats(OPERAND(float, step->a), OPERAND(float, step->b), step->flush,
					    t->floats);
	else
		gm_ptx_rare_root_floats(OPERAND(float, step->a), step->flush, t->floats);
}

/* `turn`: of the warp's own runs in its block, from 1 on. */
static void
tally_run(ptx_rare_tally *t, uint32_t mask, int64_t turn)
{
	t->runs++;
	t->lanes += ptx_lanes_of(mask);
	if (turn > t->turns)
		t->turns = turn;
	if (turn == 1)
		t->begun += ptx_lanes_of(mask);
}

/* `left`: lanes that a glance does not let pass. */
static void
tally_lanes(ptx_rare_tally *t, rare_test test, const ptx_warp *warp, const ptx_step *step, uint32_t mask, uint32_t left,
	    int64_t turn)
{
	const ptx_word *w = &warp->program->words[step - warp->program->steps];
	const bool counted = gm_ptx_rare_is_counted(w);
	int lanes[RARE_KINDS] = {[RARE_NOT] = ptx_lanes_of(mask & ~left)};
	for (uint32_t rest = mask & left; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const ptx_rare_kind kind = test(warp, step, l);
		lanes[kind]++;
		if (kind != RARE_NOT && counted)
			count_floats(t, warp, step, w, l);
	}
	t->whole_runs += lanes[RARE_NOT] == 0;
	if (lanes[RARE_NOT] < ptx_lanes_of(mask) && turn > t->latest)
		t->latest = turn;
	for (int k = RARE_SPECIAL; k < RARE_KINDS; k++) {
		t->rare_runs[k] += lanes[k] > 0;
		t->rare_lanes[k] += lanes[k];
	}
}

/* In the place of the step's own function. */
static void
watched(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const rare_watch *w = warp->machine->watch;
	const ptrdiff_t i = step - warp->program->steps;
	const int64_t turn = ++w->turns[w->row_of[i] * w->warps + warp->id];
	const uint32_t left = w->glances[i] ? w->glances[i](warp, step) : UINT32_MAX;
	tally_run(&w->tallies[i], mask, turn);
	if (left & mask)
		tally_lanes(&w->tallies[i], w->tests[i], warp, step, mask, left, turn);
	if (w->needed[i])
		w->steps[i].run(warp, step, mask);
}

/* In the place of an access that nobody needs. */
static void
left_out(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(void)mask;
	warp->machine->changes += step->results_count == 0;
}

bool
gm_ptx_rare_watch_chooses(const rare_watch *watch, int32_t step)
{
	return watch->tests[step] == chosen;
}

/* Whether any step can have rare operands. */
static bool
find_watched(const ptx_program *p, rare_watch *watch)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		watch->tests[i] = test_of(p, i, &watch->glances[i]);
		watch->row_of[i] = watch->watched_count;
		if (watch->tests[i])
			watch->watched[watch->watched_count++] = i;
	}
	return watch->watched_count > 0;
}

static void
find_needed(const ptx_kernel *k, rare_watch *watch)
{
	const ptx_program *p = &k->program;
	bool *wanted = gm_allocate((size_t)p->steps_count, sizeof *wanted);
	for (int32_t i = 0; i < p->steps_count; i++)
		wanted[i] = watch->tests[i] != NULL;
	watch->needed = gm_allocate((size_t)p->steps_count, sizeof *watch->needed);
	gm_ptx_relevance_of(p, k->buffers, k->buffers_count, wanted, watch->needed);
	free(wanted);
}

bool
gm_ptx_rare_watch_init(rare_watch *watch, const ptx_kernel *k, ptx_rare_tally *tallies)
{
	const ptx_program *p = &k->program;
	const size_t count = (size_t)p->steps_count;
	*watch = (rare_watch){.steps = p->steps,
			      .tests = gm_allocate(count, sizeof *watch->tests),
			      .glances = gm_allocate(count, sizeof *watch->glances),
			      .watched = gm_allocate(count, sizeof *watch->watched),
			      .row_of = gm_allocate(count, sizeof *watch->row_of),
			      .tallies = tallies,
			      .warps = gm_kernel_warps(&k->base, PTX_LANES)};
	if (!find_watched(p, watch))
		return false;
	watch->turns = gm_allocate((size_t)watch->watched_count * (size_t)watch->warps, sizeof *watch->turns);
	find_needed(k, watch);
	return true;
}

/* Those that are watched are run in their own way, those that nobody needs in none. */
ptx_step *
gm_ptx_rare_watch_steps(const rare_watch *watch, const ptx_kernel *k)
{
	const ptx_program *p = &k->program;
	ptx_step *steps = gm_allocate((size_t)p->steps_count, sizeof *steps);
	memcpy(steps, p->steps, (size_t)p->steps_count * sizeof *steps);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (watch->tests[i])
			steps[i].run = watched;
		else if (!watch->needed[i] && steps[i].action == ACTION_MEMORY)
			steps[i].run = left_out;
		else if (!watch->needed[i])
			steps[i].action = ACTION_NOTHING;
	return steps;
}

void
gm_ptx_rare_watch_dispose(rare_watch *watch)
{
	free(watch->tests);
	free(watch->glances);
	free(watch->watched);
	free(watch->row_of);
	free(watch->needed);
	free(watch->turns);
}
