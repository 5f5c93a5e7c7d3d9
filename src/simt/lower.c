#include "simt/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
gm_ptx_refuse(ptx_lowering *lo, gm_status status, const char *format, ...)
{
	char message[900];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	gm_fail(lo->err, status, "%s", message);
	gm_error_locate(lo->err, lo->module->file, lo->now ? lo->now->line : 0, 0);
	return false;
}

/* The instruction's text, copied once: the module may go before the kernel. */
static const char *
kept_text(ptx_lowering *lo)
{
	if (lo->kept_for != lo->now) {
		lo->kept_for = lo->now;
		lo->kept = gm_arena_copy_text(lo->arena, lo->now->text);
	}
	return lo->kept;
}

/* Of the function whose instruction is lowered; copied once per function. */
static const char *
source_file(ptx_lowering *lo)
{
	ptx_frame *frame = lo->frame;
	if (!frame)
		return NULL;
	if (!frame->file && frame->function->source_file > 0) {
		const char *name =
			gm_ptx_module_file(lo->module, frame->function->source_file);
		frame->file = name ? gm_arena_copy_text(lo->arena, name) : NULL;
	}
	return frame->file;
}

ptx_step *
gm_ptx_add_step(ptx_lowering *lo, ptx_action action, ptx_run run)
{
	ptx_program *p = lo->program;
	const ptx_instruction *in = lo->now;
	p->steps = gm_grow(p->steps, &lo->steps_room, (size_t)p->steps_count + 1, sizeof *p->steps);
	ptx_step *s = &p->steps[p->steps_count++];
	*s = (ptx_step){.run = run, .action = (uint8_t)action, .loop = -1, .reconverge = -1, .within = -1,
			 .joined_to = -1,
			 .once = -1,
			 .picks = -1,
			 .behind = -1};
	s->d = s->a = s->b = s->c = s->guard = s->only = PTX_NO_UNIT;
	s->site = s->traffic_site = s->local_site = PTX_NO_SITE;
	s->line = in->line;
	s->source_line = in->source_line;
	s->text = kept_text(lo);
	gm_ptx_note_words(lo, in);
	if (in->guard >= 0) {
		const ptx_operand guard = {.kind = OPERAND_REGISTER, .index = in->guard};
		ptx_type ignored;
		gm_ptx_register_unit(lo, &guard, &s->guard, &ignored);
		s->guard_negated = in->guard_negated;
	}
	return s;
}

uint32_t
gm_ptx_new_site(ptx_lowering *lo, gm_site site)
{
	lo->sites =
		gm_grow(lo->sites, &lo->sites_room, (size_t)lo->sites_count + 1, sizeof *lo->sites);
	lo->sites[lo->sites_count] = site;
	return (uint32_t)lo->sites_count++;
}

void
gm_ptx_add_site(ptx_lowering *lo, ptx_step *step, gm_operation operation, gm_type type)
{
	const gm_site site = {.operation = operation,
			      .type = type,
			      .array = -1,
			      .count = 1,
			      .line = lo->now->source_line,
			      .ptx_line = lo->now->line,
			      .file = source_file(lo),
			      .text = kept_text(lo)};
	step->site = gm_ptx_new_site(lo, site);
}

static uint32_t
append_units(ptx_lowering *lo, const uint32_t *units, int count)
{
	ptx_program *p = lo->program;
	/* Room for one more: an empty list points into the array too. */
	p->units = gm_grow(p->units, &lo->units_room, p->units_used + (size_t)count + 1,
			   sizeof *p->units);
	if (count > 0)
		memcpy(p->units + p->units_used, units, (size_t)count * sizeof *units);
	p->units_used += (size_t)count;
	return (uint32_t)(p->units_used - (size_t)count);
}

void
gm_ptx_set_results(ptx_lowering *lo, ptx_step *step, const uint32_t *units, int count)
{
	step->results = append_units(lo, units, count);
	step->results_count = (uint8_t)count;
	step->d = count > 0 ? units[0] : PTX_NO_UNIT;
}

void
gm_ptx_set_sources(ptx_lowering *lo, ptx_step *step, const uint32_t *units, int count)
{
	step->sources = append_units(lo, units, count);
	step->sources_count = (uint8_t)count;
	step->a = count > 0 ? units[0] : PTX_NO_UNIT;
	step->b = count > 1 ? units[1] : PTX_NO_UNIT;
	step->c = count > 2 ? units[2] : PTX_NO_UNIT;
}

ptx_type
gm_ptx_type_at(const ptx_instruction *in, int index)
{
	return index < in->types_count ? (ptx_type)in->types[index] : PTX_NO_TYPE;
}

/* Vectors have types of their own in the model where it has a row for them. */
gm_type
gm_ptx_model_type(ptx_type type, int vector)
{
	const gm_type single = gm_ptx_type_model(type);
	const bool is_float = gm_ptx_type_kind(type) == KIND_FLOAT;
	const int bits = gm_ptx_type_bits(type) * vector;
	if (vector == 1)
		return single;
	const bool words = is_float && gm_ptx_type_bits(type) == 32;
	switch (bits) {
	case 16: return GM_U16;
	case 32: return is_float ? GM_F16X2 : GM_U32;
	case 64: return words ? GM_F32X2 : GM_S32X2;
	case 128:
		if (is_float && gm_ptx_type_bits(type) == 64)
			return GM_F64X2;
		return words ? GM_F32X4 : GM_S32X4;
	default: return single;
	}
}

typedef bool (*lower_function)(ptx_lowering *lo, const ptx_instruction *in);

static const lower_function by_shape[] = {
	[SHAPE_PLAIN] = gm_ptx_lower_plain,
	[SHAPE_COMPARE] = gm_ptx_lower_compare,
	[SHAPE_MOVE] = gm_ptx_lower_move,
	[SHAPE_CONVERT] = gm_ptx_lower_convert,
	[SHAPE_ADDRESS] = gm_ptx_lower_address,
	[SHAPE_LOAD] = gm_ptx_lower_load,
	[SHAPE_STORE] = gm_ptx_lower_store,
	[SHAPE_ATOMIC] = gm_ptx_lower_atomic,
	[SHAPE_NOTHING] = gm_ptx_lower_nothing,
	[SHAPE_BRANCH] = gm_ptx_lower_branch,
	[SHAPE_BRANCH_TABLE] = gm_ptx_lower_table,
	[SHAPE_CALL] = gm_ptx_lower_call,
	[SHAPE_RETURN] = gm_ptx_lower_return,
	[SHAPE_EXIT] = gm_ptx_lower_exit,
	[SHAPE_TRAP] = gm_ptx_lower_trap,
	[SHAPE_BARRIER] = gm_ptx_lower_barrier,
	[SHAPE_FENCE] = gm_ptx_lower_fence,
	[SHAPE_WARP] = gm_ptx_lower_warp,
	[SHAPE_ASYNC] = gm_ptx_lower_async,
	[SHAPE_MBARRIER] = gm_ptx_lower_mbarrier,
	[SHAPE_MATRIX] = gm_ptx_lower_matrix,
	[SHAPE_WMMA] = gm_ptx_lower_wmma,
	[SHAPE_MMA] = gm_ptx_lower_mma,
	[SHAPE_WGMMA] = gm_ptx_lower_wgmma,
	[SHAPE_UNKNOWN] = gm_ptx_lower_unknown,
};

bool
gm_ptx_lower_instruction(ptx_lowering *lo, const ptx_instruction *in)
{
	lo->now = in;
	if (lo->program->steps_count > PTX_STEPS_MAX)
		return gm_ptx_refuse(lo, GM_TOO_LARGE, "more than %d instructions after inlining",
				     PTX_STEPS_MAX);
	return (in->unknown ? gm_ptx_lower_unknown : by_shape[gm_ptx_opcode_shape(in->opcode)])(lo,
												in);
}

static void
aim_jumps(ptx_lowering *lo, const ptx_frame *frame)
{
	for (size_t i = 0; i < frame->jumps_count; i++) {
		const ptx_jump *j = &frame->jumps[i];
		const int32_t target = frame->starts[j->instruction];
		if (j->row >= 0)
			lo->program->tables[j->row] = target;
		else
			lo->program->steps[j->step].target = target;
	}
}

bool
gm_ptx_lower_body(ptx_lowering *lo, ptx_frame *frame)
{
	const ptx_function *f = frame->function;
	bool good = true;
	frame->registers = gm_allocate(f->registers_count, sizeof *frame->registers);
	frame->offsets = gm_allocate(f->variables_count, sizeof *frame->offsets);
	frame->starts = gm_allocate(f->instructions_count + 1, sizeof *frame->starts);
	memset(frame->registers, 0xff, f->registers_count * sizeof *frame->registers);
	memset(frame->offsets, 0xff, f->variables_count * sizeof *frame->offsets);
	frame->caller = lo->frame;
	frame->depth = lo->frame ? lo->frame->depth + 1 : 0;
	lo->frame = frame;
	if (frame->prologue)
		good = frame->prologue(lo, frame);
	for (size_t i = 0; good && i < f->instructions_count; i++) {
		frame->starts[i] = lo->program->steps_count;
		good = gm_ptx_lower_rotated(lo, i);
	}
	frame->starts[f->instructions_count] = lo->program->steps_count;
	if (good)
		aim_jumps(lo, frame);
	return good;
}

void
gm_ptx_leave_frame(ptx_lowering *lo, ptx_frame *frame)
{
	lo->frame = frame->caller;
	free(frame->registers);
	free(frame->offsets);
	free(frame->starts);
	free(frame->jumps);
}

/* Dynamic shared memory begins after the static variables, at a multiple of 16 bytes. */
static void
place_dynamic(ptx_lowering *lo)
{
	ptx_program *p = lo->program;
	p->dynamic_offset = (p->shared_bytes + 15) / 16 * 16;
	for (size_t i = 0; i < lo->dynamic_count; i++)
		p->initials[lo->dynamic[i]].value += (uint64_t)p->dynamic_offset;
	for (size_t i = 0; i < p->placed_count; i++)
		if (p->placed[i].dynamic)
			p->placed[i].offset_bytes = p->dynamic_offset;
}

/* Shared arrays lie in the order of their declaration, whichever is used first. */
static void
place_declared(ptx_lowering *lo, const ptx_function *entry)
{
	for (size_t i = 0; i < entry->variables_count; i++)
		if (entry->variables[i].space == SPACE_SHARED && entry->variables[i].elements > 0)
			gm_ptx_place_shared(lo, &entry->variables[i]);
}

bool
gm_ptx_lower_entry(ptx_lowering *lo, const ptx_function *entry)
{
	ptx_frame frame = {.function = entry};
	const ptx_instruction end = {
		.opcode = OP_EXIT, .guard = -1, .name = "exit", .text = "", .line = entry->line};
	memset(lo->specials, 0xff, sizeof lo->specials);
	lo->carry = PTX_NO_UNIT;
	append_units(lo, NULL, 0);
	gm_ptx_new_units(lo, 32);
	while (lo->program->units_count < PTX_SCRATCH_UNITS)
		gm_ptx_new_units(lo, 32);
	place_declared(lo, entry);
	bool good = gm_ptx_lower_body(lo, &frame);
	gm_ptx_leave_frame(lo, &frame);
	if (!good)
		return false;
	/* A body that runs off its end returns. */
	lo->now = &end;
	gm_ptx_add_step(lo, ACTION_EXIT, NULL);
	place_dynamic(lo);
	return true;
}
