#include "simt/unsaid.h"

#include "simt/roots.h"
#include "simt/access.h"
#include "simt/slice.h"

#include <stdlib.h>

typedef struct search {
	const ptx_program *program;
	const ptx_buffer *buffers;
	const int *roots;
	int count;
	bool *suspect; /* per buffer: nothing was said of it, and nothing is written there */
} search;

static bool
is_outer(const ptx_step *s)
{
	return s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC || s->matrix;
}

/* The register with the address that a step writes to in global memory; PTX_NO_UNIT: it does not. */
static uint32_t
written_by(const ptx_step *s)
{
	const bool copies_out = s->copies && s->streams_itself && s->detail == 1;
	const bool stores = s->results_count == 0 || s->run == gm_ptx_atomic;
	if (s->copies)
		return copies_out ? s->a : PTX_NO_UNIT;
	if (s->action != ACTION_MEMORY && !s->matrix)
		return PTX_NO_UNIT;
	return stores && is_outer(s) ? s->a : PTX_NO_UNIT;
}

static void
acquit_written(search *f)
{
	for (int32_t i = 0; i < f->program->steps_count; i++) {
		const uint32_t unit = written_by(&f->program->steps[i]);
		const int root = unit == PTX_NO_UNIT ? ROOT_NONE : f->roots[unit];
		for (int b = 0; unit != PTX_NO_UNIT && b < f->count; b++)
			f->suspect[b] &= root >= 0 && root != b;
	}
}

/* A place that stands in the instruction lies in the one buffer that has it. */
static bool
is_suspect_load(const search *f, const ptx_step *s)
{
	const bool load = s->action == ACTION_MEMORY && s->results_count > 0 && !s->copies &&
			  s->run != gm_ptx_atomic && (is_outer(s) || s->space == SPACE_CONST);
	const int root = !load                    ? ROOT_NONE
			 : s->a != PTX_NO_UNIT ? f->roots[s->a]
					       : gm_ptx_buffer_find(f->buffers, f->count, (uint64_t)s->immediate);
	return root >= 0 && s->decides && f->suspect[root];
}

/* Whether a load's own result comes back as its address. */
static bool
is_chase(const ptx_program *p, const ptx_step *load)
{
	bool *units = gm_allocate(p->units_count, sizeof *units);
	gm_ptx_slice_add(units, load->a);
	gm_ptx_slice_close(p, units);
	const bool found = gm_ptx_slice_makes(p, load, units);
	free(units);
	return found;
}

void
gm_ptx_note_unsaid(const ptx_program *program, const ptx_buffer *buffers, int count,
		   gm_site *sites)
{
	int *roots = gm_ptx_roots(program, buffers, count);
	search f = {program, buffers, roots, count, gm_allocate((size_t)count + 1, sizeof *f.suspect)};
	for (int b = 0; b < count; b++)
		f.suspect[b] = buffers[b].unsaid;
	acquit_written(&f);
	for (int32_t i = 0; i < program->steps_count; i++) {
		const ptx_step *s = &program->steps[i];
		if (s->site == PTX_NO_SITE || !is_suspect_load(&f, s))
			continue;
		sites[s->site].reads_unsaid = true;
		sites[s->site].chases = is_chase(program, s);
	}
	free(f.suspect);
	free(roots);
}
