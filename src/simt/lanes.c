#include "simt/lanes.h"

#include "simt/lower.h"

static bool
is_video(const ptx_instruction *in)
{
	return gm_ptx_opcode_name(in->opcode)[0] == 'v' && in->opcode != OP_VOTE;
}

static ptx_variant
variant_of(const ptx_instruction *in)
{
	const bool carry = gm_ptx_has(in, MOD_cc);
	const bool bounded = gm_ptx_has(in, MOD_sat) || gm_ptx_has(in, MOD_relu);
	if (in->types_count > 0 && in->types[0] == PTX_S32 && bounded && !is_video(in))
		return VARIANT_BOUNDED;
	if (in->opcode == OP_MAD && carry)
		return gm_ptx_has(in, MOD_hi) ? VARIANT_RIGHT : VARIANT_LEFT;
	if (in->opcode == OP_ADD || in->opcode == OP_SUB || in->opcode == OP_ADDC ||
	    in->opcode == OP_SUBC)
		return carry ? VARIANT_CARRY : VARIANT_PLAIN;
	static const struct {
		ptx_modifier modifier;
		ptx_variant variant;
	} rows[] = {
		{MOD_lo, VARIANT_LO},  {MOD_hi, VARIANT_HI},   {MOD_wide, VARIANT_WIDE},
		{MOD_l, VARIANT_LEFT}, {MOD_r, VARIANT_RIGHT},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (gm_ptx_has(in, rows[i].modifier))
			return rows[i].variant;
	return VARIANT_PLAIN;
}

const ptx_lane_row *
gm_ptx_lanes_find(const ptx_instruction *in)
{
	const ptx_variant variant = variant_of(in);
	const bool as_madc = in->opcode == OP_MAD && gm_ptx_has(in, MOD_cc);
	const ptx_opcode opcode = as_madc ? OP_MADC : in->opcode;
	const ptx_type type = in->types_count ? (ptx_type)in->types[0] : PTX_NO_TYPE;
	const ptx_lane_table tables[] = {gm_ptx_lanes_integer(), gm_ptx_lanes_bits(),
					 gm_ptx_lanes_float(), gm_ptx_lanes_half(),
					 gm_ptx_lanes_packed()};
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (size_t i = 0; i < tables[t].count; i++) {
			const ptx_lane_row *row = &tables[t].rows[i];
			if (row->opcode == opcode && row->type == type && row->variant == variant)
				return row;
		}
	return NULL;
}

static ptx_type
type_of(const ptx_instruction *in, int index)
{
	return index >= 0 && index < in->types_count ? (ptx_type)in->types[index] : PTX_NO_TYPE;
}

/* Sources of one type, and no maximum over the parts. */
static bool
video_is_known(const ptx_instruction *in)
{
	return in->types_count == 3 && in->types[1] == in->types[2] && in->count == 4;
}

/* add.f32.f16 and its kin take a half as it is. */
static bool
is_mixed(const ptx_instruction *in)
{
	const bool sums = in->opcode == OP_ADD || in->opcode == OP_SUB || in->opcode == OP_FMA;
	return sums && in->types_count > 1;
}

bool
gm_ptx_instruction_is_known(const ptx_instruction *in)
{
	if (in->unknown)
		return false;
	switch (gm_ptx_opcode_shape(in->opcode)) {
	case SHAPE_UNKNOWN:
		return false;
	case SHAPE_PLAIN:
		return gm_ptx_lanes_find(in) != NULL && !gm_ptx_has(in, MOD_xorsign) && !is_mixed(in) &&
		       (!is_video(in) || video_is_known(in));
	case SHAPE_COMPARE:
		return gm_ptx_lanes_compare(type_of(in, in->types_count - 1)) != NULL;
	case SHAPE_CONVERT:
		return gm_ptx_lanes_convert(type_of(in, 0), type_of(in, 1)) != NULL &&
		       !gm_ptx_has(in, MOD_rs) && !gm_ptx_has(in, MOD_pack);
	default:
		return true;
	}
}
