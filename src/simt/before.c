#include "simt/before.h"

#include "simt/block.h"

bool
gm_ptx_block_run_silently(ptx_machine *m, gm_dim3 block, int64_t budget)
{
	const ptx_machine told = *m;
	gm_error ignored = {0};
	m->alone |= m->sink != NULL;
	m->sink = NULL;
	m->strokes = NULL;
	m->races = NULL;
	m->contest = NULL;
	m->axes_count = 0;
	m->err = &ignored;
	const bool good = gm_ptx_block_run(m, block, budget) == GM_OK;
	m->alone = told.alone;
	m->sink = told.sink;
	m->strokes = told.strokes;
	m->races = told.races;
	m->contest = told.contest;
	m->axes_count = told.axes_count;
	m->err = told.err;
	m->status = told.status;
	m->guessed = told.guessed;
	m->left_out = told.left_out;
	return good;
}

void
gm_ptx_block_run_before(ptx_machine *m, const ptx_kernel *k, gm_dim3 block)
{
	if (gm_later_is_own(k->base.later) && m->status == GM_OK && !gm_ptx_block_run_silently(m, block, k->budget))
		gm_ptx_memory_reset(m->memory);
}
