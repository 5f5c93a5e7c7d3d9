#include "simt/block.h"

#include "simt/barrier.h"
#include "simt/cut.h"
#include "simt/hazards.h"
#include "simt/queue.h"
#include "simt/straight.h"
#include "simt/stream.h"
#include "simt/warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_ROUNDS_MAX = 1000 }; /* some lanes wait for hundreds of turns before others go on */

/* "a.cu:7", "source line 7" where no site says in which file it counts. */
static void
name_source(const ptx_machine *machine, const ptx_step *step, char *out, size_t room)
{
	const char *file = machine->sites && step->site != PTX_NO_SITE ? machine->sites[step->site].file : NULL;
	const char *slash = file ? strrchr(file, '/') : NULL;
	if (file)
		snprintf(out, room, "%.200s:%d", slash ? slash + 1 : file, step->source_line);
	else
		snprintf(out, room, "source line %d", step->source_line);
}

gm_status
gm_ptx_stop(ptx_machine *machine, const ptx_step *step, gm_status status, const char *format, ...)
{
	char story[700], source[240];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(story, sizeof story, format, arguments);
	va_end(arguments);
	if (machine->status != GM_OK)
		return machine->status;
	machine->status = status;
	name_source(machine, step, source, sizeof source);
	if (step->source_line > 0)
		gm_fail(machine->err, status, "%s, in '%.200s' of %s (PTX line %d)",
			story, step->text, source, step->line);
	else
		gm_fail(machine->err, status, "%s, in '%.200s' of PTX line %d", story, step->text,
			step->line);
	return status;
}

void
gm_ptx_machine_init(ptx_machine *machine, const ptx_program *program, gm_dim3 grid, gm_dim3 block,
		    int64_t shared_bytes)
{
	*machine = (ptx_machine){
		.program = program,
		.grid = grid,
		.block = block,
		.shared_bytes = shared_bytes,
		.only_warp = -1};
	machine->warps_count = (int)((block.x * block.y * block.z + PTX_LANES - 1) / PTX_LANES);
	machine->warps = gm_allocate((size_t)machine->warps_count, sizeof *machine->warps);
	machine->shared = gm_allocate((size_t)shared_bytes, 1);
	machine->failures = gm_allocate((size_t)program->loops_count, sizeof *machine->failures);
	machine->has_cut = gm_allocate((size_t)program->loops_count, sizeof *machine->has_cut);
	machine->patience =
		gm_allocate((size_t)program->loops_count, sizeof *machine->patience);
	machine->spans = gm_allocate((size_t)program->loops_count, sizeof *machine->spans);
	machine->nowhere = gm_allocate((size_t)program->sites_count, sizeof *machine->nowhere);
	machine->scattered =
		gm_allocate((size_t)program->sites_count, sizeof *machine->scattered);
	machine->block_state = gm_allocate(1, sizeof *machine->block_state);
	machine->block_state->advance = gm_allocate((size_t)program->sites_count, sizeof(int64_t));
	machine->block_state->touched = gm_allocate((size_t)program->sites_count, sizeof(bool));
	for (int w = 0; w < machine->warps_count; w++) {
		ptx_warp *warp = &machine->warps[w];
		warp->registers = gm_allocate_lines(program->units_count, PTX_UNIT_BYTES);
		warp->producer = gm_allocate(program->units_count, sizeof *warp->producer);
		warp->local = gm_allocate_unset((size_t)program->local_bytes, PTX_LANES);
		gm_ptx_cut_init(warp, program);
	}
}

void
gm_ptx_machine_dispose(ptx_machine *machine)
{
	for (int w = 0; w < machine->warps_count; w++) {
		ptx_warp *warp = &machine->warps[w];
		free(warp->registers);
		if (!machine->like)
			free(warp->initial);
		free(warp->producer);
		free(warp->local);
		free(warp->paths);
		gm_ptx_cut_dispose(warp);
	}
	free(machine->warps);
	free(machine->shared);
	free(machine->failures);
	free(machine->has_cut);
	free(machine->patience);
	free(machine->spans);
	free(machine->nowhere);
	free(machine->drawn_by);
	free(machine->scattered);
	gm_ptx_hazards_dispose(machine);
	gm_ptx_strokes_free(machine->strokes);
	if (machine->block_state) {
		free(machine->block_state->advance);
		free(machine->block_state->touched);
	}
	free(machine->block_state);
	*machine = (ptx_machine){0};
}

static const ptx_step *
step_of(const ptx_warp *warp)
{
	return &warp->program->steps[warp->last_pc >= 0 ? warp->last_pc : 0];
}

static void
stop_for_deadlock(ptx_machine *m)
{
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state == WARP_AT_BARRIER) {
			gm_ptx_stop(m, step_of(&m->warps[w]), GM_BAD_VALUE,
				    "warp %d of the block waits at barrier %d, which the others "
				    "never reach",
				    w, m->warps[w].barrier);
			return;
		}
}

/* Every warp left has waited for many rounds, and none has written anything meanwhile: it cannot
   change any more. Where time itself is read, it can. */
static void
stop_for_standstill(ptx_machine *m, uint64_t changes_before)
{
	bool all_wait = !m->program->reads_clock && m->changes == changes_before;
	ptx_warp *waiting = NULL;
	for (int w = 0; w < m->warps_count; w++) {
		ptx_warp *warp = &m->warps[w];
		all_wait = all_wait && warp->state != WARP_READY;
		waiting = !waiting && warp->state == WARP_WAITING ? warp : waiting;
	}
	m->idle_rounds = all_wait ? m->idle_rounds + 1 : 0;
	if (waiting && m->idle_rounds > IDLE_ROUNDS_MAX)
		gm_ptx_stop_for_budget(waiting, step_of(waiting));
}

/* One turn of every warp that can run; how many are left. */
static int
run_warps(ptx_machine *m, bool *ran)
{
	int left = 0;
	for (int w = 0; w < m->warps_count && m->status == GM_OK; w++) {
		ptx_warp *warp = &m->warps[w];
		if (warp->state == WARP_WAITING)
			warp->state = WARP_READY;
		if (warp->state == WARP_READY) {
			gm_ptx_warp_run(warp);
			*ran = true;
		}
		left += warp->state != WARP_DONE;
	}
	return left;
}

void
gm_ptx_block_start(ptx_machine *m, gm_dim3 block_index, int64_t budget)
{
	m->block_index = block_index;
	m->budget = budget;
	memset(m->shared, 0, (size_t)m->shared_bytes);
	memset(m->barrier_arrived, 0, sizeof m->barrier_arrived);
	gm_ptx_cut_restart(m);
	gm_ptx_cut_block_start(m);
	gm_ptx_hazards_begin(m);
	m->freed_loop = -1;
	gm_ptx_queue_begin(m);
	m->clock = 0;
	m->changes = m->opened = 0;
	m->freed_changes = 0;
	for (int w = 0; w < m->warps_count; w++)
		if (m->only_warp < 0 || m->only_warp == w)
			gm_ptx_warp_start(&m->warps[w], m, w);
		else
			m->warps[w].state = WARP_DONE;
	m->idle_rounds = 0;
}

gm_status
gm_ptx_block_run(ptx_machine *m, gm_dim3 block_index, int64_t budget)
{
	gm_ptx_block_start(m, block_index, budget);
	while (m->status == GM_OK) {
		const uint64_t changes = m->changes;
		bool ran = false;
		if (run_warps(m, &ran) == 0)
			break;
		if (m->status == GM_OK && m->may_cut)
			gm_ptx_cut_block(m);
		const bool opened = m->status == GM_OK && gm_ptx_barriers_open(m);
		if (m->status == GM_OK && !opened && !ran)
			stop_for_deadlock(m);
		if (m->status == GM_OK && !opened)
			stop_for_standstill(m, changes);
	}
	gm_ptx_stream_end(m);
	return m->status;
}
