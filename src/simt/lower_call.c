#include "simt/lower.h"

#include <string.h>

/* call (results), name, (arguments); */
typedef struct call_parts {
	const ptx_operand *results, *name, *arguments;
} call_parts;

static call_parts
parts_of_call(const ptx_lowering *lo, const ptx_instruction *in)
{
	call_parts c = {NULL, NULL, NULL};
	int at = 0;
	const ptx_operand *o = gm_ptx_operand_at(lo, in, at);
	if (o && o->kind == OPERAND_LIST) {
		c.results = o;
		o = gm_ptx_operand_at(lo, in, ++at);
	}
	c.name = o;
	o = gm_ptx_operand_at(lo, in, at + 1);
	if (o && o->kind == OPERAND_LIST)
		c.arguments = o;
	return c;
}

static bool
calls_itself(const ptx_lowering *lo, const ptx_function *callee)
{
	for (const ptx_frame *f = lo->frame; f; f = f->caller)
		if (f->function == callee)
			return true;
	return false;
}

/* Row of parameter or result number `index` among the registers of the function, which begin with
   those parameters and results that are registers. */
static int
register_row(const ptx_function *f, size_t index)
{
	int row = 0;
	for (size_t i = 0; i < index; i++)
		row += f->variables[i].space == SPACE_REGISTER;
	return row;
}

/* Between a register of the callee and the operand in the caller. */
static bool
copy_register(ptx_lowering *lo, ptx_frame *frame, const ptx_operand *given, size_t index, bool back)
{
	const ptx_variable *v = &frame->function->variables[index];
	uint32_t *place = &frame->registers[register_row(frame->function, index)];
	uint32_t outer;
	lo->frame = frame->caller;
	if (back ? !gm_ptx_result(lo, given, v->type, &outer)
		 : !gm_ptx_source(lo, given, v->type, &outer))
		return false;
	if (*place == PTX_NO_UNIT)
		*place = gm_ptx_new_units(lo, gm_ptx_type_bits(v->type));
	if (outer != PTX_NO_UNIT)
		gm_ptx_add_copy(lo, back ? outer : *place, back ? *place : outer, v->type);
	lo->frame = frame;
	return true;
}

/* Registers come back when the body is done. */
static bool
return_registers(ptx_lowering *lo, ptx_frame *frame)
{
	const ptx_function *f = frame->function;
	lo->now = frame->call;
	lo->frame = frame->caller;
	const call_parts parts = parts_of_call(lo, frame->call);
	for (size_t i = 0; i < f->results_count; i++) {
		lo->frame = frame->caller;
		const ptx_operand *given = parts.results ? gm_ptx_part(lo, parts.results, (int)i) : NULL;
		if (f->results[i].space == SPACE_REGISTER &&
		    !copy_register(lo, frame, given, f->parameters_count + i, true))
			return false;
	}
	lo->frame = frame;
	return true;
}

/* A parameter in a register is a copy; one in the frame shares the caller's variable. */
static bool
bind(ptx_lowering *lo, ptx_frame *frame, const ptx_operand *list, size_t first, size_t count)
{
	ptx_frame *caller = frame->caller;
	for (size_t i = 0; i < count; i++) {
		lo->frame = caller;
		const ptx_operand *given = list ? gm_ptx_part(lo, list, (int)i) : NULL;
		if (frame->function->variables[first + i].space == SPACE_REGISTER) {
			const bool result = first + i >= frame->function->parameters_count;
			if (!result && !copy_register(lo, frame, given, first + i, false))
				return false;
			continue;
		}
		if (!given || given->kind != OPERAND_VARIABLE)
			return gm_ptx_refuse(lo, GM_NOT_MODELLED,
					     "call of %s: argument %zu is not a .param variable",
					     frame->function->name, i + 1);
		uint64_t value;
		ptx_space space;
		bool dynamic;
		if (!gm_ptx_symbol_address(lo, given, &value, &space, &dynamic))
			return false;
		if (space != SPACE_LOCAL)
			return gm_ptx_refuse(lo, GM_NOT_MODELLED, "call of %s: argument %zu",
					     frame->function->name, i + 1);
		frame->offsets[first + i] = (int64_t)value;
		lo->frame = frame;
	}
	lo->frame = frame;
	return true;
}

static bool
bind_arguments(ptx_lowering *lo, ptx_frame *frame)
{
	const ptx_function *f = frame->function;
	lo->frame = frame->caller;
	const call_parts parts = parts_of_call(lo, frame->call);
	lo->frame = frame;
	return bind(lo, frame, parts.arguments, 0, f->parameters_count) &&
	       bind(lo, frame, parts.results, f->parameters_count, f->results_count);
}

static bool
inline_call(ptx_lowering *lo, const ptx_instruction *in, const ptx_function *callee)
{
	ptx_frame frame = {.function = callee, .prologue = bind_arguments, .call = in};
	int32_t skip = -1;
	if (in->guard >= 0) {
		ptx_step *s = gm_ptx_add_step(lo, ACTION_BRANCH, NULL);
		s->rule = RULE_NONE;
		s->guard_negated = !s->guard_negated;
		gm_ptx_set_sources(lo, s, &s->guard, 1);
		gm_ptx_add_site(lo, s, GM_BRANCH, GM_NO_TYPE);
		skip = lo->program->steps_count - 1;
	}
	const bool good = gm_ptx_lower_body(lo, &frame) && return_registers(lo, &frame);
	gm_ptx_leave_frame(lo, &frame);
	lo->now = in;
	if (skip >= 0)
		lo->program->steps[skip].target = lo->program->steps_count;
	return good;
}

/* Functions of the toolkit of whose answer nothing hangs: how many arguments were printed, nothing. */
static bool
is_silent(const char *name)
{
	static const char *const silent[] = {"vprintf", "free", "__assertfail"};
	for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
		if (strcmp(silent[i], name) == 0)
			return true;
	return false;
}

static bool
lower_foreign(ptx_lowering *lo, const ptx_instruction *in)
{
	if (!gm_ptx_lower_unknown(lo, in))
		return false;
	ptx_step *s = &lo->program->steps[lo->program->steps_count - 1];
	const char *name = parts_of_call(lo, in).name->name;
	s->calls = !is_silent(name);
	const char *what = strncmp(name, "cudaLaunchDevice", strlen("cudaLaunchDevice")) == 0
				   ? "a kernel started from the device by "
				   : "";
	lo->sites[s->site].unmodelled = gm_arena_print(lo->arena, "%scall of %s of PTX line %d",
						       what, name, in->line);
	return true;
}

bool
gm_ptx_lower_call(ptx_lowering *lo, const ptx_instruction *in)
{
	const call_parts parts = parts_of_call(lo, in);
	if (!parts.name || parts.name->kind != OPERAND_SYMBOL)
		return gm_ptx_refuse(lo, GM_NOT_MODELLED,
				     "indirect call: its target is known only at run "
				     "time");
	const ptx_function *callee = gm_ptx_module_function(lo->module, parts.name->name);
	if (!callee)
		return gm_ptx_refuse(lo, GM_UNKNOWN_NAME, "call of '%s', which is declared nowhere",
				     parts.name->name);
	if (!callee->is_defined && strcmp(callee->name, "__assertfail") == 0)
		return gm_ptx_lower_trap(lo, in); /* what assert calls when it fails: no thread comes back */
	if (!callee->is_defined)
		return lower_foreign(lo, in);
	if (calls_itself(lo, callee))
		return gm_ptx_refuse(lo, GM_NOT_MODELLED, "recursion: %s calls itself",
				     callee->name);
	if (lo->frame->depth >= PTX_CALL_DEPTH_MAX)
		return gm_ptx_refuse(lo, GM_TOO_LARGE, "calls nest deeper than %d",
				     PTX_CALL_DEPTH_MAX);
	return inline_call(lo, in, callee);
}
