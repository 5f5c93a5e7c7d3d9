/*
 * How few registers the values of a block can do with, where its arithmetic stands where the assembler puts it.
 *
 * PTX has a sum often far behind what it is made of: in a Runge and Kutta step, a + 2b + 2c + d stands behind d, and
 * four slopes live until there. ptxas adds as soon as both are known, where that leaves fewer values alive, and two
 * slopes suffice. Here steps go in the order of the PTX, and behind each of them go those that can and that end more
 * words than they make. Memory, barriers and branches keep their order.
 *
 * Order of a block: each step waits for those that make what it reads, and one that writes a unit again for all that
 * read what it held.
 */
#include "sass/spill_plan.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What a unit holds from one step that writes it to the next. */
typedef struct version {
	int32_t last_read;   /* row of reads, -1 */
	int32_t left;        /* reads that are still to come; one more where it lives behind the block */
	int32_t next_writer; /* of the unit, -1 */
	uint32_t unit;
	uint8_t words;
	bool made;           /* by a step of the block */
} version;

typedef struct one_read {
	int32_t step, version, next; /* of the same version */
} one_read;

/* Steps are counted from the block's first. */
typedef struct order {
	const spill_values *v;
	const ptx_step *steps;
	int32_t count;
	version *versions;
	size_t versions_count, versions_room;
	one_read *reads;
	size_t reads_count, reads_room;
	int32_t *reads_from, *makes_from; /* per step: first row of its reads, of versions it makes in `made`; and the end */
	int32_t *made;
	size_t made_count, made_room;
	int32_t *waits; /* per step: for so many */
	int32_t *next_kept; /* per step that keeps its place: the next of those, -1 */
	int32_t *now;   /* per unit: its version, -1 */
	bool *done;     /* per step */
	int32_t *asked; /* stack of steps that may go */
	size_t asked_count, asked_room;
	int words, most;
} order;

static bool
keeps_place(const ptx_step *step)
{
	return step->action != ACTION_LANES || step->streams_itself;
}

/* Under its guard it may leave what the unit held. */
static bool
may_leave(const order *o, const ptx_step *step, uint32_t unit)
{
	const uint32_t number = o->v->number[unit];
	return number ? !gm_ptx_spill_makes(o->v, step, (int)number - 1) : step->guard != PTX_NO_UNIT;
}

/* ---- what waits for what ---- */

static int32_t
add_version(order *o, uint32_t unit, bool made)
{
	const uint32_t number = o->v->number[unit];
	o->versions = gm_grow(o->versions, &o->versions_room, o->versions_count + 1, sizeof *o->versions);
	o->versions[o->versions_count] = (version){.last_read = -1, .next_writer = -1, .unit = unit, .made = made,
						   .words = number ? o->v->words[number - 1] : 0};
	return o->now[unit] = (int32_t)o->versions_count++;
}

static void
add_read(order *o, int32_t step, uint32_t unit)
{
	const int32_t at = o->now[unit] < 0 ? add_version(o, unit, false) : o->now[unit];
	version *of = &o->versions[at];
	o->reads = gm_grow(o->reads, &o->reads_room, o->reads_count + 1, sizeof *o->reads);
	o->reads[o->reads_count] = (one_read){step, at, of->last_read};
	of->last_read = (int32_t)o->reads_count++;
	of->left++;
	o->waits[step] += of->made;
}

/* The step waits for all that read what the unit held, and for what made that. */
static void
add_make(order *o, int32_t step, uint32_t unit)
{
	if (o->now[unit] >= 0) {
		version *before = &o->versions[o->now[unit]];
		before->next_writer = step;
		o->waits[step] += before->made;
		for (int32_t k = before->last_read; k >= 0; k = o->reads[k].next)
			o->waits[step] += o->reads[k].step != step;
	}
	o->made = gm_grow(o->made, &o->made_room, o->made_count + 1, sizeof *o->made);
	o->made[o->made_count++] = add_version(o, unit, true);
}

static void
add_step(order *o, int32_t k, int32_t *kept)
{
	const ptx_program *p = o->v->program;
	const ptx_step *s = &o->steps[k];
	const uint32_t *sources = p->units + s->sources, *results = p->units + s->results;
	o->reads_from[k] = (int32_t)o->reads_count;
	o->makes_from[k] = (int32_t)o->made_count;
	for (int i = 0; i < s->sources_count; i++)
		if (sources[i] != PTX_NO_UNIT)
			add_read(o, k, sources[i]);
	for (int i = 0; i < s->results_count; i++)
		if (results[i] != PTX_NO_UNIT && may_leave(o, s, results[i]))
			add_read(o, k, results[i]);
	for (int i = 0; i < s->results_count; i++)
		if (results[i] != PTX_NO_UNIT)
			add_make(o, k, results[i]);
	o->next_kept[k] = -1;
	if (!keeps_place(s))
		return;
	if (*kept >= 0) {
		o->next_kept[*kept] = k;
		o->waits[k]++;
	}
	*kept = k;
}

/* ---- steps go ---- */

static void
ask(order *o, int32_t step)
{
	if (keeps_place(&o->steps[step]) || o->done[step])
		return;
	o->asked = gm_grow(o->asked, &o->asked_room, o->asked_count + 1, sizeof *o->asked);
	o->asked[o->asked_count++] = step;
}

static void
wait_less(order *o, int32_t step)
{
	if (--o->waits[step] == 0)
		ask(o, step);
}

/* Of the one that is left to read it: it may end it now. */
static void
ask_last(order *o, const version *of)
{
	for (int32_t k = of->last_read; k >= 0; k = o->reads[k].next)
		ask(o, o->reads[k].step);
}

static void
read_it(order *o, const one_read *read)
{
	version *of = &o->versions[read->version];
	if (--of->left == 0)
		o->words -= of->words;
	if (of->left == 1 && of->words > 0)
		ask_last(o, of);
	if (of->next_writer >= 0 && of->next_writer != read->step)
		wait_less(o, of->next_writer);
}

static void
make_it(order *o, const version *of)
{
	o->words += of->left > 0 ? of->words : 0;
	for (int32_t k = of->last_read; k >= 0; k = o->reads[k].next)
		wait_less(o, o->reads[k].step);
	if (of->next_writer >= 0)
		wait_less(o, of->next_writer);
}

static void
go(order *o, int32_t step)
{
	o->done[step] = true;
	for (int32_t k = o->reads_from[step]; k < o->reads_from[step + 1]; k++)
		read_it(o, &o->reads[k]);
	for (int32_t k = o->makes_from[step]; k < o->makes_from[step + 1]; k++)
		make_it(o, &o->versions[o->made[k]]);
	if (o->next_kept[step] >= 0)
		wait_less(o, o->next_kept[step]);
	o->most = o->words > o->most ? o->words : o->most;
}

/* Whether the step ends more words than it makes. */
static bool
makes_room(const order *o, int32_t step)
{
	int words = 0;
	for (int32_t k = o->reads_from[step]; k < o->reads_from[step + 1]; k++) {
		const version *of = &o->versions[o->reads[k].version];
		int mine = 0;
		bool first = true;
		for (int32_t i = o->reads_from[step]; i < o->reads_from[step + 1]; i++)
			if (o->reads[i].version == o->reads[k].version) {
				mine++;
				first &= i >= k;
			}
		words -= first && of->left == mine ? of->words : 0;
	}
	for (int32_t k = o->makes_from[step]; k < o->makes_from[step + 1]; k++) {
		const version *of = &o->versions[o->made[k]];
		words += of->left > 0 ? of->words : 0;
	}
	return words < 0;
}

static void
go_all(order *o)
{
	for (int32_t k = 0; k < o->count; k++) {
		if (!o->done[k])
			go(o, k);
		while (o->asked_count > 0) {
			const int32_t step = o->asked[--o->asked_count];
			if (!o->done[step] && o->waits[step] == 0 && makes_room(o, step))
				go(o, step);
		}
	}
}

/* ---- a block ---- */

/* What lives behind the block has one read more, and what only passes through has its words. */
static void
note_ends(order *o, int32_t n)
{
	const spill_values *v = o->v;
	const uint32_t *last = v->last + (size_t)n * (size_t)v->count;
	for (int k = 0; k < v->count; k++) {
		const int32_t at = o->now[v->unit[k]];
		if (last[k] != SPILL_NEVER && at < 0)
			o->words += v->words[k];
		if (last[k] != SPILL_NEVER && at >= 0)
			o->versions[at].left++;
	}
	for (size_t k = 0; k < o->versions_count; k++)
		o->words += !o->versions[k].made && o->versions[k].left > 0 ? o->versions[k].words : 0;
	o->most = o->words;
}

static int
fewest_words(const spill_values *v, int32_t n, int32_t *now)
{
	const ptx_node *node = &v->graph.nodes[n];
	const size_t count = (size_t)(node->end - node->first) + 1;
	order o = {.v = v, .steps = v->program->steps + node->first, .count = node->end - node->first, .now = now};
	int32_t kept = -1;
	o.reads_from = gm_allocate(count, sizeof *o.reads_from);
	o.makes_from = gm_allocate(count, sizeof *o.makes_from);
	o.waits = gm_allocate(count, sizeof *o.waits);
	o.next_kept = gm_allocate(count, sizeof *o.next_kept);
	o.done = gm_allocate(count, sizeof *o.done);
	for (int32_t k = 0; k < o.count; k++)
		add_step(&o, k, &kept);
	o.reads_from[o.count] = (int32_t)o.reads_count;
	o.makes_from[o.count] = (int32_t)o.made_count;
	note_ends(&o, n);
	go_all(&o);
	for (size_t k = 0; k < o.versions_count; k++)
		now[o.versions[k].unit] = -1;
	free(o.versions);
	free(o.reads);
	free(o.reads_from);
	free(o.makes_from);
	free(o.made);
	free(o.waits);
	free(o.next_kept);
	free(o.done);
	free(o.asked);
	return o.most;
}

bool
gm_ptx_spill_fits(const spill_values *v, int words)
{
	int32_t *now = gm_allocate(v->program->units_count + 1, sizeof *now);
	bool fits = true;
	memset(now, 0xff, (v->program->units_count + 1) * sizeof *now);
	for (int32_t k = 0; fits && k < v->reached; k++)
		fits = fewest_words(v, v->order[k], now) <= words;
	free(now);
	return fits;
}
