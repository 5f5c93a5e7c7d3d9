#include "simt/lower.h"

#include "base/bits.h"
#include "base/text.h"

#include <string.h>

/* Constants are found again by value and width: the key is nine bytes. */
enum { KEY_BYTES = 9 };

static int
container_bits(int bits)
{
	return bits <= 32 ? 32 : bits <= 64 ? 64 : 128;
}

uint32_t
gm_ptx_new_units(ptx_lowering *lo, int bits)
{
	ptx_program *p = lo->program;
	const uint32_t unit = p->units_count;
	p->units_count += (uint32_t)container_bits(bits) / 32;
	p->unit_bits = gm_grow(p->unit_bits, &lo->bits_room, p->units_count, 1);
	p->unit_bits[unit] = (uint8_t)(bits == 1 ? 1 : container_bits(bits));
	return unit;
}

static uint32_t
add_initial(ptx_lowering *lo, int bits, ptx_special special, uint64_t value)
{
	ptx_program *p = lo->program;
	const uint32_t unit = gm_ptx_new_units(lo, bits);
	p->initials = gm_grow(p->initials, &lo->initials_room, p->initials_count + 1,
			      sizeof *p->initials);
	ptx_initial *i = &p->initials[p->initials_count++];
	*i = (ptx_initial){.unit = unit,
			   .units = bits > 32 ? 2 : 1,
			   .special = (uint8_t)special,
			   .predicate = bits == 1,
			   .value = value};
	return unit;
}

uint32_t
gm_ptx_constant(ptx_lowering *lo, uint64_t value, int bits)
{
	char key[KEY_BYTES];
	key[0] = (char)(bits == 1 ? 1 : container_bits(bits));
	memcpy(key + 1, &value, sizeof value);
	const int known = gm_ptx_names_get(&lo->constants, key, KEY_BYTES, 0);
	if (known >= 0)
		return (uint32_t)known;
	const uint32_t unit = add_initial(lo, bits, SPECIAL_COUNT, value);
	const char *kept = memcpy(gm_arena_allocate(lo->arena, KEY_BYTES, 1), key, KEY_BYTES);
	gm_ptx_names_set(&lo->constants, kept, KEY_BYTES, 0, (int)unit);
	return unit;
}

static const struct {
	const char *name;
	ptx_special special;
	int bits;
} specials[] = {
	{"%tid.x", SPECIAL_TID_X, 32},
	{"%tid.y", SPECIAL_TID_Y, 32},
	{"%tid.z", SPECIAL_TID_Z, 32},
	{"%ntid.x", SPECIAL_NTID_X, 32},
	{"%ntid.y", SPECIAL_NTID_Y, 32},
	{"%ntid.z", SPECIAL_NTID_Z, 32},
	{"%ctaid.x", SPECIAL_CTAID_X, 32},
	{"%ctaid.y", SPECIAL_CTAID_Y, 32},
	{"%ctaid.z", SPECIAL_CTAID_Z, 32},
	{"%nctaid.x", SPECIAL_NCTAID_X, 32},
	{"%nctaid.y", SPECIAL_NCTAID_Y, 32},
	{"%nctaid.z", SPECIAL_NCTAID_Z, 32},
	{"%laneid", SPECIAL_LANEID, 32},
	{"%warpid", SPECIAL_WARPID, 32},
	{"%nwarpid", SPECIAL_NWARPID, 32},
	{"%lanemask_eq", SPECIAL_LANEMASK_EQ, 32},
	{"%lanemask_lt", SPECIAL_LANEMASK_LT, 32},
	{"%lanemask_le", SPECIAL_LANEMASK_LE, 32},
	{"%lanemask_gt", SPECIAL_LANEMASK_GT, 32},
	{"%lanemask_ge", SPECIAL_LANEMASK_GE, 32},
	{"%clock", SPECIAL_CLOCK, 32},
	{"%clock_hi", SPECIAL_ZERO, 32},
	{"%clock64", SPECIAL_CLOCK64, 64},
	{"%globaltimer", SPECIAL_GLOBALTIMER, 64},
	{"%globaltimer_lo", SPECIAL_CLOCK, 32},
	{"%globaltimer_hi", SPECIAL_ZERO, 32},
	{"%dynamic_smem_size", SPECIAL_DYNAMIC_SHARED, 32},
	{"%total_smem_size", SPECIAL_TOTAL_SHARED, 32},
	{"%smid", SPECIAL_ZERO, 32},
	{"%nsmid", SPECIAL_ONE, 32},
	{"%gridid", SPECIAL_ZERO, 64},
	{"%cluster_ctaid.x", SPECIAL_ZERO, 32},
	{"%cluster_ctaid.y", SPECIAL_ZERO, 32},
	{"%cluster_ctaid.z", SPECIAL_ZERO, 32},
	{"%cluster_nctaid.x", SPECIAL_ONE, 32},
	{"%cluster_nctaid.y", SPECIAL_ONE, 32},
	{"%cluster_nctaid.z", SPECIAL_ONE, 32},
	{"%cluster_ctarank", SPECIAL_ZERO, 32},
	{"%cluster_nctarank", SPECIAL_ONE, 32},
	{"%clusterid.x", SPECIAL_CTAID_X, 32},
	{"%clusterid.y", SPECIAL_CTAID_Y, 32},
	{"%clusterid.z", SPECIAL_CTAID_Z, 32},
	{"%nclusterid.x", SPECIAL_NCTAID_X, 32},
	{"%nclusterid.y", SPECIAL_NCTAID_Y, 32},
	{"%nclusterid.z", SPECIAL_NCTAID_Z, 32},
	{"%is_explicit_cluster", SPECIAL_ZERO, 1},
	{"%reserved_smem_offset_begin", SPECIAL_ZERO, 32},
	{"%reserved_smem_offset_end", SPECIAL_ZERO, 32},
	{"%aggr_smem_size", SPECIAL_TOTAL_SHARED, 32},
	{"%current_graph_exec", SPECIAL_ZERO, 64},
};

enum { SPECIALS = sizeof specials / sizeof *specials };

static bool
unknown_special(ptx_lowering *lo, const char *name)
{
	const char *names[SPECIALS];
	for (int i = 0; i < SPECIALS; i++)
		names[i] = specials[i].name;
	const char *near = gm_text_nearest(name, names, SPECIALS);
	return gm_ptx_refuse(lo, GM_UNKNOWN_NAME,
			     "'%s' is neither declared nor a special register%s%s%s", name,
			     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool
special_of_row(ptx_lowering *lo, int row, int wanted_bits, uint32_t *unit)
{
	const ptx_special special = specials[row].special;
	lo->program->asks_for_cluster |= strncmp(specials[row].name, "%cluster_", 9) == 0;
	if (special == SPECIAL_ZERO || special == SPECIAL_ONE) {
		*unit = gm_ptx_constant(lo, special == SPECIAL_ONE, wanted_bits);
		return true;
	}
	if (wanted_bits > 32 && specials[row].bits < wanted_bits)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: %s has %d bits, expected %d",
				     lo->now->name, specials[row].name, specials[row].bits,
				     wanted_bits);
	if (lo->specials[special] == PTX_NO_UNIT)
		lo->specials[special] =
			add_initial(lo, specials[row].bits == 64 ? 64 : 32, special, 0);
	*unit = lo->specials[special];
	return true;
}

uint32_t
gm_ptx_special(ptx_lowering *lo, ptx_special special)
{
	if (lo->specials[special] == PTX_NO_UNIT)
		lo->specials[special] = add_initial(lo, 32, special, 0);
	return lo->specials[special];
}

/* An address has a unit of its own, apart from the number it happens to be. */
static uint32_t
address_unit(ptx_lowering *lo, uint64_t value, int bits, ptx_space space)
{
	char key[KEY_BYTES];
	key[0] = (char)bits;
	memcpy(key + 1, &value, sizeof value);
	const int scope = 16 + (int)space; /* other names of this table have scopes 0 and 1 */
	const int known = gm_ptx_names_get(&lo->constants, key, KEY_BYTES, scope);
	if (known >= 0)
		return (uint32_t)known;
	const uint32_t unit = add_initial(lo, bits, SPECIAL_COUNT, value);
	lo->program->initials[lo->program->initials_count - 1].space = (uint8_t)space;
	const char *kept = memcpy(gm_arena_allocate(lo->arena, KEY_BYTES, 1), key, KEY_BYTES);
	gm_ptx_names_set(&lo->constants, kept, KEY_BYTES, scope, (int)unit);
	return unit;
}

/* Half of the address of what a cooperative launch gives to its grid: %envreg1 the high one, %envreg2 the low. */
static bool
workspace_half(ptx_lowering *lo, const char *name, uint32_t *unit)
{
	const bool high = strcmp(name, "%envreg1") == 0;
	if (!high && strcmp(name, "%envreg2") != 0)
		return false;
	lo->program->workspace = lo->workspace;
	*unit = address_unit(lo, high ? lo->workspace >> 32 : (uint32_t)lo->workspace, 32, SPACE_GLOBAL);
	return true;
}

static bool
special_unit(ptx_lowering *lo, const char *name, ptx_type type, uint32_t *unit)
{
	const int bits = type == PTX_NO_TYPE ? 32 : gm_ptx_type_bits(type);
	bool good;
	if (gm_ptx_cluster_register(lo, name, unit, &good))
		return good;
	for (int i = 0; i < SPECIALS; i++)
		if (strcmp(specials[i].name, name) == 0)
			return special_of_row(lo, i, bits, unit);
	if (workspace_half(lo, name, unit))
		return true;
	if (strncmp(name, "%envreg", 7) == 0 || strncmp(name, "%pm", 3) == 0 ||
	    strncmp(name, "%reserved_smem_offset_", 22) == 0) {
		*unit = gm_ptx_constant(lo, 0, 64);
		return true;
	}
	return unknown_special(lo, name);
}

const ptx_operand *
gm_ptx_operand_at(const ptx_lowering *lo, const ptx_instruction *in, int index)
{
	return index < in->count ? &lo->frame->function->operands[in->operands + index] : NULL;
}

const ptx_operand *
gm_ptx_part(const ptx_lowering *lo, const ptx_operand *o, int index)
{
	return index < o->count ? &lo->frame->function->operands[o->parts + index] : NULL;
}

bool
gm_ptx_register_unit(ptx_lowering *lo, const ptx_operand *o, uint32_t *unit, ptx_type *type)
{
	const ptx_register *r = &lo->frame->function->registers[o->index];
	uint32_t *place = &lo->frame->registers[o->index];
	*type = r->type;
	if (o->selects)
		return gm_ptx_refuse(lo, GM_NOT_MODELLED, "bytes or halves of a register (%s)",
				     r->name);
	if (*place == PTX_NO_UNIT)
		*place = gm_ptx_new_units(lo, gm_ptx_type_bits(r->type));
	*unit = *place;
	return true;
}

static bool
same_container(ptx_type a, ptx_type b)
{
	const bool p = a == PTX_PRED, q = b == PTX_PRED;
	return p == q && container_bits(gm_ptx_type_bits(a)) == container_bits(gm_ptx_type_bits(b));
}

static bool
check_register(ptx_lowering *lo, const ptx_operand *o, ptx_type wanted, ptx_type found)
{
	if (wanted == PTX_NO_TYPE || same_container(wanted, found))
		return true;
	return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: register %s is .%s, expected one for .%s",
			     lo->now->name, lo->frame->function->registers[o->index].name,
			     gm_ptx_type_name(found), gm_ptx_type_name(wanted));
}

static uint64_t
immediate_bits(const ptx_operand *o, ptx_type type)
{
	const bool is_float = o->kind == OPERAND_FLOAT;
	const bool to_single = type == PTX_F32 || (is_float && gm_ptx_type_bits(type) == 32);
	const double number = is_float ? o->number : (double)o->integer;
	uint64_t bits = (uint64_t)o->integer;
	if (to_single)
		return gm_bits_of_float((float)number);
	if (is_float || type == PTX_F64)
		bits = gm_bits_of_double(number);
	if (gm_ptx_type_bits(type) == 32)
		bits &= UINT32_MAX;
	return gm_ptx_type_bits(type) == 16 ? bits & 0xffff : bits;
}

static uint32_t
inverted(ptx_lowering *lo, uint32_t unit)
{
	const uint32_t result = gm_ptx_new_units(lo, 1);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_not_predicate);
	s->guard = PTX_NO_UNIT;
	gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, &unit, 1);
	return result;
}

static bool
register_source(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit)
{
	ptx_type found;
	if (!gm_ptx_register_unit(lo, o, unit, &found) || !check_register(lo, o, type, found))
		return false;
	if (o->negated)
		*unit = inverted(lo, *unit);
	return true;
}

static bool
symbol_source(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit)
{
	uint64_t value;
	ptx_space space;
	bool dynamic;
	if (!gm_ptx_symbol_address(lo, o, &value, &space, &dynamic))
		return false;
	const int bits = gm_ptx_type_bits(type) == 64 ? 64 : 32;
	const bool apart = space == SPACE_SHARED || space == SPACE_LOCAL;
	if (!dynamic) {
		*unit = apart ? address_unit(lo, value, bits, space)
			      : gm_ptx_constant(lo, value, bits);
		return true;
	}
	*unit = add_initial(lo, bits, SPECIAL_COUNT, value);
	lo->program->initials[lo->program->initials_count - 1].space = SPACE_SHARED;
	lo->dynamic =
		gm_grow(lo->dynamic, &lo->dynamic_room, lo->dynamic_count + 1, sizeof *lo->dynamic);
	lo->dynamic[lo->dynamic_count++] = lo->program->initials_count - 1;
	return true;
}

bool
gm_ptx_source(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit)
{
	if (!o)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s has too few operands", lo->now->name);
	switch (o->kind) {
	case OPERAND_REGISTER:
		return register_source(lo, o, type, unit);
	case OPERAND_SPECIAL:
		return special_unit(lo, o->name, type, unit);
	case OPERAND_INTEGER:
	case OPERAND_FLOAT:
		if (type == PTX_PRED)
			*unit = gm_ptx_constant(lo, o->integer ? 1 : 0, 1);
		else
			*unit = gm_ptx_constant(lo, immediate_bits(o, type),
						gm_ptx_type_bits(type));
		return true;
	case OPERAND_VARIABLE:
	case OPERAND_SYMBOL:
		return symbol_source(lo, o, type, unit);
	default:
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: a register or a constant was expected",
				     lo->now->name);
	}
}

bool
gm_ptx_result(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit)
{
	ptx_type found;
	if (!o)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s has too few operands", lo->now->name);
	if (o->kind == OPERAND_SINK) {
		*unit = PTX_NO_UNIT;
		return true;
	}
	if (o->kind != OPERAND_REGISTER)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: the result must be a register",
				     lo->now->name);
	return gm_ptx_register_unit(lo, o, unit, &found) && check_register(lo, o, type, found);
}
