#include "simt/lower.h"

#include <string.h>

static void
remember(ptx_lowering *lo, const ptx_variable *v, ptx_space space, int64_t offset_bytes)
{
	ptx_program *p = lo->program;
	p->placed =
		gm_grow(p->placed, &lo->placed_room, p->placed_count + 1, sizeof *p->placed);
	p->placed[p->placed_count++] = (ptx_placed){.name = gm_arena_copy_text(lo->arena, v->name),
						    .space = space,
						    .type = v->type,
						    .offset_bytes = offset_bytes,
						    .bytes = v->bytes,
						    .dynamic = v->elements == 0};
}

/* All of them begin at the same place, which is known when all static ones have theirs. */
static void
remember_dynamic(ptx_lowering *lo, const ptx_variable *v)
{
	for (size_t i = 0; i < lo->program->placed_count; i++)
		if (lo->program->placed[i].dynamic)
			return;
	remember(lo, v, SPACE_SHARED, 0);
}

/* A function's shared variable is one for the whole block, however often the function is inlined:
   its place is remembered under the address of its declaration. */
int64_t
gm_ptx_place_shared(ptx_lowering *lo, const ptx_variable *v)
{
	char key[1 + sizeof v];
	key[0] = 's';
	memcpy(key + 1, &v, sizeof v);
	const int known = gm_ptx_names_get(&lo->constants, key, sizeof key, 1);
	if (known >= 0)
		return known;
	ptx_program *p = lo->program;
	const int64_t at = (p->shared_bytes + v->align_bytes - 1) / v->align_bytes * v->align_bytes;
	p->shared_bytes = at + v->bytes;
	remember(lo, v, SPACE_SHARED, at);
	const char *kept = memcpy(gm_arena_allocate(lo->arena, sizeof key, 1), key, sizeof key);
	gm_ptx_names_set(&lo->constants, kept, sizeof key, 1, (int)at);
	return at;
}

int64_t
gm_ptx_place_local(ptx_lowering *lo, int64_t bytes, int64_t align_bytes)
{
	ptx_program *p = lo->program;
	const int64_t at = (p->local_bytes + align_bytes - 1) / align_bytes * align_bytes;
	p->local_bytes = at + bytes;
	return at;
}

/* Parameters of the entry lie in the block of parameters; those of calls in the local frame. */
static bool
variable_address(ptx_lowering *lo, int index, uint64_t *value, ptx_space *space, bool *dynamic)
{
	ptx_frame *frame = lo->frame;
	const ptx_function *f = frame->function;
	const ptx_variable *v = &f->variables[index];
	*space = v->space;
	*dynamic = false;
	switch (v->space) {
	case SPACE_SHARED:
		*dynamic = v->elements == 0;
		if (*dynamic)
			remember_dynamic(lo, v);
		*value = *dynamic ? 0 : (uint64_t)gm_ptx_place_shared(lo, v);
		break;
	case SPACE_PARAM:
		if (f->is_entry && index < (int)f->parameters_count) {
			*value = (uint64_t)lo->parameter_offsets[index];
			return true;
		}
		*space = SPACE_LOCAL;
		/* fallthrough */
	case SPACE_LOCAL:
		if (frame->offsets[index] < 0) {
			frame->offsets[index] = gm_ptx_place_local(lo, v->bytes, v->align_bytes);
			remember(lo, v, SPACE_LOCAL, frame->offsets[index]);
		}
		*value = (uint64_t)frame->offsets[index];
		break;
	default:
		return gm_ptx_refuse(lo, GM_NOT_MODELLED,
				     "'%s': a variable of this space in a function", v->name);
	}
	if (*value > INT32_MAX || v->bytes > INT32_MAX || lo->program->shared_bytes > INT32_MAX ||
	    lo->program->local_bytes > 1 << 20)
		return gm_ptx_refuse(lo, GM_TOO_LARGE,
				     "'%s' makes the block's memory larger than any device has",
				     v->name);
	return true;
}

bool
gm_ptx_symbol_address(ptx_lowering *lo, const ptx_operand *o, uint64_t *value, ptx_space *space,
		      bool *dynamic)
{
	const uint64_t offset = (uint64_t)o->integer;
	if (o->kind == OPERAND_VARIABLE) {
		if (!variable_address(lo, o->index, value, space, dynamic))
			return false;
		*value += offset;
		return true;
	}
	const int index = gm_ptx_module_variable(lo->module, o->name);
	*dynamic = false;
	if (index < 0 && gm_ptx_module_function(lo->module, o->name)) {
		/* The address of a function: only an indirect call could use it. */
		*value = 0;
		*space = SPACE_GLOBAL;
		return true;
	}
	if (index < 0)
		return gm_ptx_refuse(lo, GM_UNKNOWN_NAME, "%s: '%s' is declared nowhere",
				     lo->now->name, o->name);
	const ptx_variable *v = &lo->module->variables[index];
	*space = v->space;
	*dynamic = v->space == SPACE_SHARED && v->elements == 0;
	if (*dynamic) {
		remember_dynamic(lo, v);
		*value = offset;
	} else if (v->space == SPACE_SHARED)
		*value = (uint64_t)gm_ptx_place_shared(lo, v) + offset;
	else
		*value = lo->addresses[index] + offset;
	if (lo->program->shared_bytes > INT32_MAX)
		return gm_ptx_refuse(lo, GM_TOO_LARGE, "'%s' is larger than shared memory can be",
				     v->name);
	return true;
}

bool
gm_ptx_address(ptx_lowering *lo, const ptx_operand *o, ptx_base *out)
{
	if (!o || o->kind != OPERAND_ADDRESS)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: an address in brackets was expected",
				     lo->now->name);
	const ptx_operand *base = gm_ptx_part(lo, o, 0);
	*out = (ptx_base){.offset = o->integer, .bits = 64, .space = SPACE_GENERIC};
	if (base->kind == OPERAND_REGISTER) {
		ptx_type type;
		if (!gm_ptx_register_unit(lo, base, &out->unit, &type))
			return false;
		out->bits = gm_ptx_type_bits(type) == 64 ? 64 : 32;
		return true;
	}
	if (base->kind == OPERAND_INTEGER) {
		out->known = true;
		out->value = (uint64_t)base->integer;
		out->unit = gm_ptx_constant(lo, out->value, 64);
		return true;
	}
	if (base->kind != OPERAND_VARIABLE && base->kind != OPERAND_SYMBOL)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: not an address", lo->now->name);
	bool dynamic;
	if (!gm_ptx_symbol_address(lo, base, &out->value, &out->space, &dynamic))
		return false;
	out->known = !dynamic;
	return gm_ptx_source(lo, base, PTX_U64, &out->unit);
}
