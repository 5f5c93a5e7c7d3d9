#include "simt/lower.h"

#include "simt/remote.h"

#include <string.h>

enum { PARTS_MAX = 16 };

static ptx_run
copy_of(int bits)
{
	return bits == 1    ? gm_ptx_copy_predicate
	       : bits <= 32 ? gm_ptx_copy_32
	       : bits <= 64 ? gm_ptx_copy_64
			    : gm_ptx_copy_128;
}

void
gm_ptx_add_copy(ptx_lowering *lo, uint32_t to, uint32_t from, ptx_type type)
{
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, copy_of(gm_ptx_type_bits(type)));
	s->rule = RULE_COPY;
	s->detail = gm_ptx_type_bits(type) == 64;
	gm_ptx_set_results(lo, s, &to, 1);
	gm_ptx_set_sources(lo, s, &from, 1);
}

/* The units of the parts of a vector, each of `bits`. */
static bool
part_units(ptx_lowering *lo, const ptx_operand *vector, int bits, bool written, uint32_t *units)
{
	const ptx_type type = bits == 8    ? PTX_B8
			      : bits == 16 ? PTX_B16
			      : bits == 32 ? PTX_B32
					   : PTX_B64;
	for (int i = 0; i < vector->count; i++) {
		const ptx_operand *part = gm_ptx_part(lo, vector, i);
		if (written ? !gm_ptx_result(lo, part, type, &units[i])
			    : !gm_ptx_source(lo, part, type, &units[i]))
			return false;
	}
	return true;
}

static bool
lower_parts(ptx_lowering *lo, const ptx_instruction *in, bool packs)
{
	const int whole = gm_ptx_type_bits(gm_ptx_type_at(in, 0));
	const ptx_operand *vector = gm_ptx_operand_at(lo, in, packs ? 1 : 0);
	const ptx_operand *single = gm_ptx_operand_at(lo, in, packs ? 0 : 1);
	uint32_t units[PARTS_MAX], unit;
	if (vector->count < 1 || vector->count > PARTS_MAX || whole / vector->count < 8 || !single)
		return gm_ptx_lower_unknown(lo, in);
	const int part = whole / vector->count;
	if (!part_units(lo, vector, part, !packs, units))
		return false;
	const ptx_type type = gm_ptx_type_at(in, 0);
	if (packs ? !gm_ptx_result(lo, single, type, &unit)
		  : !gm_ptx_source(lo, single, type, &unit))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, packs ? gm_ptx_pack : gm_ptx_unpack);
	s->rule = packs ? RULE_PACK : RULE_UNPACK;
	s->immediate = whole;
	s->detail = (uint8_t)part;
	gm_ptx_set_results(lo, s, packs ? &unit : units, packs ? 1 : vector->count);
	gm_ptx_set_sources(lo, s, packs ? units : &unit, packs ? vector->count : 1);
	return true;
}

static void
read_clock(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(void)mask;
	for (int l = 0; l < PTX_LANES; l++)
		if (step->detail)
			ptx_u64(warp, step->d)[l] = warp->machine->clock;
		else
			ptx_u32(warp, step->d)[l] = (uint32_t)warp->machine->clock;
}

static bool
is_clock(const ptx_operand *o)
{
	return o->kind == OPERAND_SPECIAL &&
	       (strncmp(o->name, "%clock", 6) == 0 || strncmp(o->name, "%globaltimer", 12) == 0);
}

/* Only the read of a special register is machine work; other moves vanish in register allocation.
 */
bool
gm_ptx_lower_move(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_type type = gm_ptx_type_at(in, 0);
	const ptx_operand *to = gm_ptx_operand_at(lo, in, 0), *from = gm_ptx_operand_at(lo, in, 1);
	uint32_t d, a;
	if (in->count != 2 || type == PTX_NO_TYPE)
		return gm_ptx_lower_unknown(lo, in);
	if (to->kind == OPERAND_VECTOR || from->kind == OPERAND_VECTOR)
		return lower_parts(lo, in, from->kind == OPERAND_VECTOR);
	if (!gm_ptx_result(lo, to, type, &d) || !gm_ptx_source(lo, from, type, &a))
		return false;
	if (d == PTX_NO_UNIT)
		return true;
	const bool clock = is_clock(from);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES,
				      clock ? read_clock : copy_of(gm_ptx_type_bits(type)));
	s->rule = RULE_COPY;
	s->detail = gm_ptx_type_bits(type) == 64;
	s->volatile_read = clock;
	lo->program->reads_clock |= clock;
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, &a, 1);
	if (from->kind == OPERAND_SPECIAL)
		gm_ptx_add_site(lo, s, GM_MOVE, gm_ptx_model_type(type, 1));
	return true;
}

static uint8_t
conversion_rounding(const ptx_instruction *in)
{
	static const ptx_modifier modes[] = {MOD_rn,  MOD_rz,  MOD_rm,  MOD_rp, MOD_rna,
					     MOD_rni, MOD_rzi, MOD_rmi, MOD_rpi};
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (gm_ptx_has(in, modes[i]))
			return (uint8_t)modes[i];
	return 0;
}

/* The low 32 bits of a register of 64: machine code names the lower of two registers. */
static uint32_t
low_word(ptx_lowering *lo, uint32_t wide)
{
	const uint32_t result = gm_ptx_new_units(lo, 32);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_lanes_convert(PTX_U32, PTX_U64));
	s->guard = PTX_NO_UNIT;
	s->rule = RULE_CONVERT;
	s->type = PTX_U32;
	s->from = PTX_U64;
	s->detail = 1;
	gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, &wide, 1);
	return result;
}

/* A source may stand in a wider register than its type; the low bits count. */
static bool
loose_source(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit)
{
	ptx_type found;
	if (!o || o->kind != OPERAND_REGISTER || gm_ptx_type_bits(type) == 64)
		return gm_ptx_source(lo, o, type, unit);
	if (!gm_ptx_register_unit(lo, o, unit, &found))
		return false;
	const int bits = gm_ptx_type_bits(found);
	if (found == PTX_PRED || bits < gm_ptx_type_bits(type) || bits > 64)
		return gm_ptx_source(lo, o, type, unit);
	if (bits == 64)
		*unit = low_word(lo, *unit);
	return true;
}

bool
gm_ptx_lower_convert(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_type to = gm_ptx_type_at(in, 0), from = gm_ptx_type_at(in, 1);
	const bool pairs = from == PTX_F32 && gm_ptx_type_is_pair(to);
	const ptx_operand *target = gm_ptx_operand_at(lo, in, 0);
	uint32_t d, sources[2];
	ptx_type found = to;
	if (in->count != (pairs ? 3 : 2) || target->kind != OPERAND_REGISTER)
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_register_unit(lo, target, &d, &found))
		return false;
	for (int i = 0; i < (pairs ? 2 : 1); i++)
		if (!loose_source(lo, gm_ptx_operand_at(lo, in, i + 1), from, &sources[i]))
			return false;
	if (found == PTX_PRED || gm_ptx_type_bits(found) < gm_ptx_type_bits(to))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s into a register of type .%s", in->name,
				     gm_ptx_type_name(found));
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_lanes_convert(to, from));
	s->rule = RULE_CONVERT;
	s->type = (uint8_t)to;
	s->from = (uint8_t)from;
	s->rounding = conversion_rounding(in);
	s->flush = gm_ptx_has(in, MOD_ftz);
	s->saturate = gm_ptx_has(in, MOD_sat);
	s->clamp = gm_ptx_has(in, MOD_relu);
	s->finite = gm_ptx_has(in, MOD_satfinite);
	s->detail = gm_ptx_type_bits(found) == 64 ? 2 : 1;
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, sources, pairs ? 2 : 1);
	gm_ptx_add_site(lo, s, GM_CONVERT, gm_ptx_model_type(to, 1));
	return true;
}

static uint64_t
window_of(const ptx_instruction *in)
{
	if (gm_ptx_has(in, MOD_shared) || gm_ptx_has(in, MOD_shared_cta) ||
	    gm_ptx_has(in, MOD_shared_cluster))
		return PTX_SHARED_WINDOW;
	if (gm_ptx_has(in, MOD_local))
		return PTX_LOCAL_WINDOW;
	return gm_ptx_has(in, MOD_param) ? PTX_PARAM_WINDOW : 0;
}

static void
shift_narrow_address(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *a = ptx_u32(warp, step->a);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		d[l] = a[l] + (uint32_t)step->immediate;
	}
}

static void
shift_address(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint64_t *a = ptx_u64(warp, step->a);
	uint64_t *d = ptx_u64(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		d[l] = a[l] + (uint64_t)step->immediate;
	}
}

/* isspacep: step->immediate is the number of the window. */
static void
is_in_space(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint32_t bits = 0, *d = ptx_u32(warp, step->d);
	for (int l = 0; l < PTX_LANES; l++) {
		const uint64_t address = step->from == 64 ? ptx_u64(warp, step->a)[l]
							  : ptx_u32(warp, step->a)[l];
		const uint64_t top = address >> 28, narrow = PTX_NARROW_END >> 28;
		const uint64_t window = step->from == 64 ? address >> 48 : top > narrow ? top - narrow : 0;
		bits |= (uint32_t)(window == (uint64_t)step->immediate) << l;
	}
	*d = (*d & ~mask) | (bits & mask);
}

static bool
lower_isspacep(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool narrow = lo->program->narrow;
	uint32_t d, a;
	if (!gm_ptx_result(lo, gm_ptx_operand_at(lo, in, 0), PTX_PRED, &d) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 1), narrow ? PTX_U32 : PTX_U64, &a))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, is_in_space);
	s->from = narrow ? 32 : 64;
	s->immediate = (int64_t)(window_of(in) >> 48);
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, &a, 1);
	gm_ptx_add_site(lo, s, GM_COMPARE, GM_U64);
	return true;
}

static bool
lower_mapa(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_type type = gm_ptx_type_at(in, 0);
	uint32_t d, sources[2];
	if (!gm_ptx_result(lo, gm_ptx_operand_at(lo, in, 0), type, &d) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 1), type, &sources[0]) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 2), PTX_U32, &sources[1]))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_remote_address);
	s->from = (uint8_t)gm_ptx_type_bits(type);
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, sources, 2);
	return true;
}

/* cvta adds or takes away the base of a window; mapa and getctarank see a cluster of one block where nobody
   says how many it has. */
bool
gm_ptx_lower_address(ptx_lowering *lo, const ptx_instruction *in)
{
	uint32_t d, a;
	if (in->opcode == OP_ISSPACEP)
		return lower_isspacep(lo, in);
	const ptx_type type = gm_ptx_type_at(in, 0);
	const bool rank = in->opcode == OP_GETCTARANK;
	lo->program->asks_for_cluster |= in->opcode != OP_CVTA;
	if (in->opcode == OP_MAPA && gm_ptx_cluster_blocks(lo->program) > 1)
		return lower_mapa(lo, in);
	const ptx_type to = rank ? PTX_U32 : type;
	if (!gm_ptx_result(lo, gm_ptx_operand_at(lo, in, 0), to, &d))
		return false;
	if (!gm_ptx_source(lo,
			   rank ? &(ptx_operand){.kind = OPERAND_INTEGER}
				: gm_ptx_operand_at(lo, in, 1),
			   to, &a))
		return false;
	const bool narrow = gm_ptx_type_bits(type) == 32;
	const uint64_t wide = in->opcode == OP_CVTA ? window_of(in) : 0;
	const int64_t window = (int64_t)(wide && narrow ? PTX_NARROW_WINDOW(wide) : wide);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES,
				      !window  ? copy_of(gm_ptx_type_bits(to))
				      : narrow ? shift_narrow_address
					       : shift_address);
	s->immediate = gm_ptx_has(in, MOD_to) ? -window : window;
	s->rule = RULE_COPY;
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, &a, 1);
	return true;
}
