#include "kernel/descriptor.h"

#include <stdlib.h>

/*
 * Which blocks stand for the grid.
 *
 * The grid is three nested loops around the kernel, and the same proof that cuts a loop classes its
 * blocks: along an axis the blocks repeat with some period while every condition keeps its outcome.
 * The longest stretch in which everything is decided is taken, then the next: edges fall apart from
 * the inside. When too many blocks would be needed, some are drawn (descriptor_spread.c).
 */

enum {
	SAMPLES_MAX = 512,  /* blocks replayed at most before sampling */
	DIRECT_MAX = 64,    /* periods up to this are taken block by block */
	STRETCHES_MAX = 1 << 16, /* calls of the proof before giving up */
};

typedef struct classing {
	const gm_descriptor *descriptor;
	gm_block_samples *out;
	size_t capacity;
	gm_form *forms;
	int64_t *advance;
	gm_dim3 at; /* axes already decided */
	gm_box box;
	int asked;
	bool gave_up;
} classing;

static const int order[3] = {2, 1, 0}; /* z, y, x */

static void class_axis(classing *c, int level, int64_t weight);
static void class_stretch(classing *c, int level, int64_t first, int64_t end, int64_t weight);

static int64_t
grid_along(const classing *c, int axis)
{
	gm_dim3 grid = c->descriptor->kernel.grid;
	return *gm_dim3_side(&grid, axis);
}

static void
choose(classing *c, int axis, int64_t value)
{
	*gm_dim3_side(&c->at, axis) = value;
	c->box.low[GM_VARIABLE_BLOCK + axis] = c->box.high[GM_VARIABLE_BLOCK + axis] = value;
}

static void
take(classing *c, int64_t weight)
{
	gm_block_samples *out = c->out;
	if (out->count >= SAMPLES_MAX) {
		c->gave_up = true;
		return;
	}
	out->samples = gm_grow(out->samples, &c->capacity, out->count + 1, sizeof *out->samples);
	out->samples[out->count++] = (gm_block_sample){.block = c->at, .weight = weight};
}

static void
take_block(classing *c, int level, int64_t value, int64_t weight)
{
	const int axis = order[level];
	const int64_t low = c->box.low[GM_VARIABLE_BLOCK + axis];
	const int64_t high = c->box.high[GM_VARIABLE_BLOCK + axis];
	choose(c, axis, value);
	if (level == 2)
		take(c, weight);
	else
		class_axis(c, level + 1, weight);
	c->box.low[GM_VARIABLE_BLOCK + axis] = low;
	c->box.high[GM_VARIABLE_BLOCK + axis] = high;
}

static gm_cut
ask(classing *c, int axis, int64_t first, int64_t end)
{
	c->box.low[GM_VARIABLE_BLOCK + axis] = first;
	c->box.high[GM_VARIABLE_BLOCK + axis] = end - 1;
	gm_descriptor_forms(c->descriptor, &c->box, c->forms);
	c->asked++;
	return gm_descriptor_cut(c->descriptor, c->descriptor->body, GM_VARIABLE_BLOCK + axis, c->forms,
	                         &c->box, 0, c->advance);
}

/* Blocks first, first+1, ... up to `period` of them, each standing for every `period`-th of [first,end).
   Where the proof leaves an index open, the last of each class is replayed too: indices move evenly
   within a class, so that first and last bound them. */
static void
take_residues(classing *c, int level, int64_t first, int64_t end, const gm_cut *cut, int64_t weight)
{
	const int64_t length = end - first, period = cut->period;
	const bool inside = cut->inside;
	for (int64_t i = 0; i < period && i < length && !c->gave_up; i++) {
		const int64_t members = (length - 1 - i) / period + 1;
		const bool bound = !inside && members > 1;
		take_block(c, level, first + i, weight * (bound ? members - 1 : members));
		if (bound)
			take_block(c, level, first + i + (members - 1) * period, weight);
	}
}

/* A shape of many blocks inside a longer period: each part of one shape is classed by itself and
   stands for the parts that lie a period further. */
static void
take_parts(classing *c, int level, int64_t first, int64_t end, const gm_cut *cut, int64_t weight)
{
	const int64_t length = end - first, shape = cut->shape;
	const int64_t parts = cut->period / shape, whole = length / shape;
	for (int64_t p = 0; p < parts && p < whole && !c->gave_up; p++)
		class_stretch(c, level, first + p * shape, first + (p + 1) * shape,
		              weight * ((whole - 1 - p) / parts + 1));
	if (whole * shape < length)
		class_stretch(c, level, first + whole * shape, end, weight);
}

typedef struct asking {
	classing *c;
	int axis;
} asking;

static gm_cut
ask_through(void *state, int64_t first, int64_t end)
{
	const asking *a = state;
	return ask(a->c, a->axis, first, end);
}

static void
class_stretch(classing *c, int level, int64_t first, int64_t end, int64_t weight)
{
	asking a = {c, order[level]};
	while (first < end && !c->gave_up) {
		gm_cut cut = {0};
		const int64_t until = gm_descriptor_longest(ask_through, &a, first, end, &cut);
		if (until == first + 1)
			take_block(c, level, first, weight);
		else if (cut.period && (cut.period <= DIRECT_MAX || cut.shape == 1))
			take_residues(c, level, first, until, &cut, weight);
		else if (cut.period && cut.shape < until - first)
			take_parts(c, level, first, until, &cut, weight);
		else
			for (int64_t i = first; i < until && !c->gave_up; i++)
				take_block(c, level, i, weight);
		first = until;
		c->gave_up = c->gave_up || c->asked > STRETCHES_MAX;
	}
}

static void
class_axis(classing *c, int level, int64_t weight)
{
	for (int later = level; later < 3; later++) {
		const int axis = order[later];
		c->box.low[GM_VARIABLE_BLOCK + axis] = 0;
		c->box.high[GM_VARIABLE_BLOCK + axis] = grid_along(c, axis) - 1;
	}
	class_stretch(c, level, 0, grid_along(c, order[level]), weight);
}

gm_status
gm_descriptor_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	(void)err;
	const gm_descriptor *descriptor = (const gm_descriptor *)kernel;
	classing c = {.descriptor = descriptor, .out = out};
	c.forms = gm_allocate((size_t)descriptor->slots_count, sizeof *c.forms);
	c.advance = gm_allocate((size_t)kernel->sites_count + 1, sizeof *c.advance);
	c.box.high[0] = kernel->block.x - 1;
	c.box.high[1] = kernel->block.y - 1;
	c.box.high[2] = kernel->block.z - 1;
	class_axis(&c, 0, 1);
	out->exact = out->same_paths = true;
	if (c.gave_up)
		gm_descriptor_spread(kernel, SAMPLES_MAX, out);
	free(c.forms);
	free(c.advance);
	return GM_OK;
}
