#include "sass/fuse.h"

#include "ptx/words.h"
#include "sass/issue.h"
#include "simt/lanes.h"

typedef struct fuser {
	ptx_program *program;
	issue_values values;
} fuser;

static bool
is_plain(const ptx_step *s, const ptx_word *w)
{
	return s->action == ACTION_LANES && w->flags & WORD_FIRST && !(w->flags & WORD_ROUNDED) &&
	       s->guard == PTX_NO_UNIT && !s->flush && !s->saturate &&
	       (w->type == PTX_F32 || w->type == PTX_F64);
}

static bool
is_sum(const ptx_program *p, int32_t i)
{
	const ptx_word *w = &p->words[i];
	return (w->opcode == OP_ADD || w->opcode == OP_SUB) && is_plain(&p->steps[i], w);
}

static int
times_in(const ptx_program *p, uint32_t first, int count, uint32_t unit)
{
	int times = 0;
	for (int n = 0; n < count; n++)
		times += p->units[first + (uint32_t)n] == unit;
	return times;
}

/* Sums of its type behind it in its block read it, once each, and nothing else does. */
static bool
is_only_added(const fuser *f, int32_t product)
{
	const ptx_program *p = f->program;
	const uint32_t unit = p->steps[product].d;
	const int32_t node = p->node_of[product], all = f->values.uses[unit];
	int32_t reads = 0;
	for (int32_t i = product + 1; reads < all && i < p->steps_count && p->node_of[i] == node; i++) {
		const int times = times_in(p, p->steps[i].sources, p->steps[i].sources_count, unit);
		if (times > 1 || (times == 1 && !(is_sum(p, i) && p->words[i].type == p->words[product].type)))
			return false;
		reads += times;
	}
	return reads > 0 && reads == all;
}

/* Nothing between the two writes the unit. */
static bool
lasts(const ptx_program *p, uint32_t unit, int32_t from, int32_t to)
{
	for (int32_t i = from + 1; i < to; i++)
		if (gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return false;
	return true;
}

/* A product that can be part of a sum, and whether with the other sign. */
typedef struct factors {
	const ptx_step *product; /* NULL: none */
	bool minus;
} factors;

static bool
is_part(const fuser *f, int32_t sum, int32_t m)
{
	const ptx_program *p = f->program;
	return m >= 0 && m < sum && p->words[m].opcode == OP_MUL && p->node_of[m] == p->node_of[sum] &&
	       is_plain(&p->steps[m], &p->words[m]) && p->words[m].type == p->words[sum].type &&
	       lasts(p, p->steps[m].a, m, sum) && lasts(p, p->steps[m].b, m, sum);
}

/* The sign is changed of a product that nothing else reads, for sums alone. */
static bool
is_sign_between(const fuser *f, int32_t sum, int32_t sign)
{
	const ptx_program *p = f->program;
	return sign >= 0 && sign < sum && p->words[sign].opcode == OP_NEG && is_plain(&p->steps[sign], &p->words[sign]) &&
	       p->words[sign].type == p->words[sum].type && p->node_of[sign] == p->node_of[sum] &&
	       f->values.uses[p->steps[sign].a] == 1 && is_only_added(f, sign);
}

/* The product behind the operand. */
static factors
product_behind(const fuser *f, int32_t sum, uint32_t unit)
{
	const ptx_program *p = f->program;
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : f->values.definition[unit];
	if (is_part(f, sum, from) && is_only_added(f, from))
		return (factors){&p->steps[from], false};
	if (!is_sign_between(f, sum, from))
		return (factors){NULL, false};
	const int32_t m = f->values.definition[p->steps[from].a];
	return (factors){is_part(f, sum, m) ? &p->steps[m] : NULL, true};
}

/* By the operand that the product is, the sum or difference, and its sign. */
static const ptx_fused kinds[2][2][2] = {
	{{FUSED_SUM, FUSED_FROM}, {FUSED_LESS, FUSED_BELOW}},
	{{FUSED_SUM, FUSED_FROM}, {FUSED_FROM, FUSED_SUM}},
};

static void
fuse(const fuser *f, int32_t i)
{
	ptx_step *s = &f->program->steps[i];
	const ptx_word *w = &f->program->words[i];
	const factors first = product_behind(f, i, s->a), found = first.product ? first : product_behind(f, i, s->b);
	if (!found.product)
		return;
	s->run = gm_ptx_lanes_fused((ptx_type)w->type, kinds[!first.product][w->opcode == OP_SUB][found.minus]);
	s->c = first.product ? s->b : s->a;
	s->a = found.product->a;
	s->b = found.product->b;
}

void
gm_ptx_fuse(ptx_program *program)
{
	fuser f = {.program = program};
	bool any = false;
	for (int32_t i = 0; i < program->steps_count; i++)
		any |= program->words[i].opcode == OP_MUL && is_plain(&program->steps[i], &program->words[i]);
	if (!any)
		return;
	gm_ptx_issue_values_init(&f.values, program);
	for (int32_t i = 0; i < program->steps_count; i++)
		if (is_sum(program, i))
			fuse(&f, i);
	gm_ptx_issue_values_dispose(&f.values);
}
