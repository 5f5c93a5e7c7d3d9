#include "simt/lower.h"

enum { SOURCES_MAX = 8 };

/* The type each source is read as, which for a few instructions is not the first type. */
static ptx_type
source_type(const ptx_instruction *in, int index)
{
	const ptx_type type = gm_ptx_type_at(in, 0);
	const int bits = gm_ptx_type_bits(type);
	switch (in->opcode) {
	case OP_SHL:
	case OP_SHR:
		return index == 1 ? PTX_U32 : type;
	case OP_BFE:
		return index > 0 ? PTX_U32 : type;
	case OP_BFI:
		return index > 1 ? PTX_U32 : type;
	case OP_SELP:
		return index == 2 ? PTX_PRED : type;
	case OP_SLCT:
		return index == 2 ? gm_ptx_type_at(in, 1) : type;
	case OP_DP2A:
	case OP_DP4A:
		return PTX_B32;
	case OP_MAD:
		return index == 2 && gm_ptx_has(in, MOD_wide) ? (bits == 16 ? PTX_U32 : PTX_U64)
							      : type;
	default:
		return type;
	}
}

static ptx_type
result_type(const ptx_instruction *in)
{
	const ptx_type type = gm_ptx_type_at(in, 0);
	switch (in->opcode) {
	case OP_POPC:
	case OP_CLZ:
	case OP_BFIND:
		return PTX_U32;
	case OP_TESTP:
		return PTX_PRED;
	case OP_MUL:
	case OP_MAD:
		return !gm_ptx_has(in, MOD_wide)      ? type
		       : gm_ptx_type_bits(type) == 16 ? PTX_U32
						      : PTX_U64;
	default:
		return type;
	}
}

static int
how_many_sources(const ptx_instruction *in)
{
	const int given = in->count - 1;
	/* lop3 and prmt end in constants that are not registers; lop3 with a predicate has one
	 * more. */
	return in->opcode == OP_LOP3 ? 3 : given;
}

/* The few instructions with a detail of their own. */
static uint8_t
detail_of(const ptx_instruction *in)
{
	static const ptx_modifier modes[] = {MOD_f4e, MOD_b4e, MOD_rc8, MOD_ecl, MOD_ecr, MOD_rc16};
	static const ptx_modifier tests[] = {MOD_finite,     MOD_infinite, MOD_number,
					     MOD_notanumber, MOD_normal,   MOD_subnormal};
	if (in->opcode == OP_PRMT)
		for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
			if (gm_ptx_has(in, modes[i]))
				return (uint8_t)(i + 1);
	if (in->opcode == OP_TESTP)
		for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
			if (gm_ptx_has(in, tests[i]))
				return (uint8_t)tests[i];
	if (in->opcode == OP_MIN || in->opcode == OP_MAX)
		return gm_ptx_has(in, MOD_NaN);
	if (in->opcode == OP_DP2A)
		return gm_ptx_has(in, MOD_hi) ? 2 : 0;
	return gm_ptx_has(in, MOD_cc) || gm_ptx_has(in, MOD_add);
}

static uint8_t
rounding_of(const ptx_instruction *in)
{
	static const ptx_modifier modes[] = {MOD_rz, MOD_rm, MOD_rp};
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (gm_ptx_has(in, modes[i]))
			return (uint8_t)modes[i];
	return 0;
}

static bool
uses_carry(const ptx_instruction *in)
{
	return gm_ptx_has(in, MOD_cc) || in->opcode == OP_ADDC || in->opcode == OP_SUBC ||
	       in->opcode == OP_MADC;
}

/* Rounding, flushing and saturation go around the plain function; halves see to themselves. */
static void
wrap(ptx_step *s, const ptx_instruction *in)
{
	const ptx_type type = gm_ptx_type_at(in, 0);
	s->rounding = rounding_of(in);
	s->flush = gm_ptx_has(in, MOD_ftz);
	s->saturate = gm_ptx_has(in, MOD_sat);
	if ((type == PTX_F32 || type == PTX_F64) && (s->rounding || s->flush || s->saturate)) {
		s->inner = s->run;
		s->run = gm_ptx_lanes_wrapped;
	}
}

static bool
lower_sources(ptx_lowering *lo, const ptx_instruction *in, uint32_t *units, int *count)
{
	*count = how_many_sources(in);
	if (*count < 1 || *count > SOURCES_MAX)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s has %d operands", in->name, in->count);
	for (int i = 0; i < *count; i++)
		if (!gm_ptx_source(lo, gm_ptx_operand_at(lo, in, i + 1), source_type(in, i),
				   &units[i]))
			return false;
	return true;
}

/* How many sources each function over lanes reads. */
static int
sources_needed(const ptx_instruction *in)
{
	switch (in->opcode) {
	case OP_MAD:
	case OP_FMA:
	case OP_MADC:
	case OP_MAD24:
	case OP_SAD:
	case OP_BFE:
	case OP_SHF:
	case OP_PRMT:
	case OP_LOP3:
	case OP_SELP:
	case OP_SLCT:
	case OP_DP2A:
	case OP_DP4A:
	case OP_FNS:
	case OP_VABSDIFF2:
	case OP_VABSDIFF4:
	case OP_VADD2:
	case OP_VADD4:
	case OP_VAVRG2:
	case OP_VAVRG4:
	case OP_VMAX2:
	case OP_VMAX4:
	case OP_VMIN2:
	case OP_VMIN4:
	case OP_VSUB2:
	case OP_VSUB4:
		return 3;
	case OP_BFI:
		return 4;
	case OP_NEG:
	case OP_ABS:
	case OP_NOT:
	case OP_CNOT:
	case OP_POPC:
	case OP_CLZ:
	case OP_BREV:
	case OP_BFIND:
	case OP_RCP:
	case OP_SQRT:
	case OP_RSQRT:
	case OP_SIN:
	case OP_COS:
	case OP_LG2:
	case OP_EX2:
	case OP_TANH:
	case OP_TESTP:
		return 1;
	default:
		return 2;
	}
}

static bool
set_table(ptx_lowering *lo, const ptx_instruction *in, ptx_step *s)
{
	const ptx_operand *table = gm_ptx_operand_at(lo, in, 4);
	if (in->opcode != OP_LOP3)
		return true;
	if (!table || table->kind != OPERAND_INTEGER || in->count < 5 || in->count > 6)
		return gm_ptx_refuse(lo, GM_NOT_MODELLED, "%s without a constant table", in->name);
	s->immediate = table->integer;
	return true;
}

/* lop3.or d|p, a, b, c, table, q: p = d != 0 or q, by the same instruction. */
static bool
add_test(ptx_lowering *lo, const ptx_instruction *in, const ptx_operand *pair, uint32_t tested)
{
	uint32_t result, sources[3] = {tested, gm_ptx_constant(lo, 0, 32), PTX_NO_UNIT};
	if (!gm_ptx_has(in, MOD_or) && !gm_ptx_has(in, MOD_and))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: expected .or or .and before the type",
				     in->name);
	if (!gm_ptx_result(lo, gm_ptx_part(lo, pair, 1), PTX_PRED, &result) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 5), PTX_PRED, &sources[2]))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_lanes_compare(PTX_B32));
	s->rule = RULE_COMPARE;
	s->type = PTX_PRED;
	s->from = PTX_B32;
	s->detail = MOD_ne;
	s->rounding = gm_ptx_has(in, MOD_or) ? MOD_or : MOD_and;
	gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, sources, 3);
	return true;
}

/* min and max of three operands (ISA 8.8) as two steps would need a second site: refused as
 * unknown. */
bool
gm_ptx_lower_plain(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_lane_row *row = gm_ptx_lanes_find(in);
	const ptx_type type = gm_ptx_type_at(in, 0);
	uint32_t sources[SOURCES_MAX], results[2];
	int count;
	if (in->opcode != OP_LOP3 && in->count != 1 + sources_needed(in))
		return gm_ptx_lower_unknown(lo, in);
	const ptx_operand *to = gm_ptx_operand_at(lo, in, 0), *pair = NULL;
	if (in->opcode == OP_LOP3 && in->count == 6 && to->kind == OPERAND_PAIR) {
		pair = to;
		to = gm_ptx_part(lo, pair, 0);
	}
	if (!gm_ptx_result(lo, to, result_type(in), &results[0]) ||
	    !lower_sources(lo, in, sources, &count))
		return false;
	if (results[0] == PTX_NO_UNIT)
		results[0] = gm_ptx_new_units(lo, 64);
	const bool carries = uses_carry(in);
	if (carries && lo->carry == PTX_NO_UNIT)
		lo->carry = gm_ptx_new_units(lo, 1);
	results[1] = lo->carry;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, row->run);
	s->rule = row->rule;
	s->type = (uint8_t)type;
	s->from = (uint8_t)gm_ptx_type_at(in, 1);
	s->detail = detail_of(in);
	s->clamp = gm_ptx_has(in, MOD_clamp) || gm_ptx_has(in, MOD_shiftamt) ||
		   gm_ptx_has(in, MOD_relu);
	if (in->opcode == OP_LOP3 && !set_table(lo, in, s))
		return false;
	wrap(s, in);
	if (carries)
		sources[count++] = lo->carry;
	gm_ptx_set_results(lo, s, results, carries ? 2 : 1);
	gm_ptx_set_sources(lo, s, sources, count);
	gm_ptx_add_site(lo, s, gm_ptx_opcode_operation(in->opcode), gm_ptx_model_type(type, 1));
	return !pair || add_test(lo, in, pair, results[0]);
}

/* The comparison word; the logical word that may follow it. */
static bool
comparison_of(const ptx_instruction *in, uint8_t *compare, uint8_t *logic)
{
	static const ptx_modifier words[] = {MOD_eq,  MOD_ne,  MOD_lt,  MOD_le,  MOD_gt,  MOD_ge,
					     MOD_lo,  MOD_ls,  MOD_hi,  MOD_hs,  MOD_equ, MOD_neu,
					     MOD_ltu, MOD_leu, MOD_gtu, MOD_geu, MOD_num, MOD_nan};
	static const ptx_modifier logics[] = {MOD_and, MOD_or, MOD_xor};
	bool found = false;
	*logic = 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (gm_ptx_has(in, words[i])) {
			*compare = (uint8_t)words[i];
			found = true;
		}
	for (size_t i = 0; i < sizeof logics / sizeof *logics; i++)
		if (gm_ptx_has(in, logics[i]))
			*logic = (uint8_t)logics[i];
	return found;
}

static bool
comparison_results(ptx_lowering *lo, const ptx_instruction *in, ptx_type type, uint32_t results[2],
		   int *count)
{
	const ptx_operand *o = gm_ptx_operand_at(lo, in, 0);
	*count = o && o->kind == OPERAND_PAIR ? 2 : 1;
	if (*count == 1)
		return gm_ptx_result(lo, o, type, &results[0]);
	return gm_ptx_result(lo, gm_ptx_part(lo, o, 0), type, &results[0]) &&
	       gm_ptx_result(lo, gm_ptx_part(lo, o, 1), type, &results[1]);
}

bool
gm_ptx_lower_compare(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool is_set = in->opcode == OP_SET;
	const ptx_type type = gm_ptx_type_at(in, is_set ? 1 : 0);
	const ptx_type to = is_set ? gm_ptx_type_at(in, 0) : PTX_PRED;
	uint32_t results[2] = {0, 0}, sources[3];
	int results_count, count = in->count - 1;
	uint8_t compare = 0, logic = 0;
	if (count < 2 || count > 3 || !comparison_of(in, &compare, &logic) ||
	    gm_ptx_type_bits(to) > 32)
		return gm_ptx_lower_unknown(lo, in);
	if (!comparison_results(lo, in, to, results, &results_count))
		return false;
	for (int i = 0; i < count; i++)
		if (!gm_ptx_source(lo, gm_ptx_operand_at(lo, in, i + 1), i == 2 ? PTX_PRED : type,
				   &sources[i]))
			return false;
	for (int i = 0; i < results_count; i++)
		if (results[i] == PTX_NO_UNIT)
			results[i] = gm_ptx_new_units(lo, 1);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_lanes_compare(type));
	s->rule = RULE_COMPARE;
	s->type = (uint8_t)to;
	s->from = (uint8_t)type;
	s->detail = compare;
	s->rounding = count == 3 ? logic : 0;
	s->flush = gm_ptx_has(in, MOD_ftz);
	gm_ptx_set_results(lo, s, results, results_count);
	gm_ptx_set_sources(lo, s, sources, count);
	gm_ptx_add_site(lo, s, GM_COMPARE, gm_ptx_model_type(type, 1));
	return true;
}
