#include "simt/lower.h"

#include "simt/exchange.h"

static uint8_t
word_of(const ptx_instruction *in, const ptx_modifier *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (gm_ptx_has(in, words[i]))
			return (uint8_t)words[i];
	return 0;
}

#define WORD_OF(in, ...)                                                                           \
	word_of(in, (const ptx_modifier[]){__VA_ARGS__},                                           \
		sizeof((const ptx_modifier[]){__VA_ARGS__}) / sizeof(ptx_modifier))

static bool
pair_results(ptx_lowering *lo, const ptx_instruction *in, ptx_type first, uint32_t *units,
	     int *count)
{
	const ptx_operand *o = gm_ptx_operand_at(lo, in, 0);
	*count = 1;
	if (!o || o->kind != OPERAND_PAIR)
		return gm_ptx_result(lo, o, first, &units[0]);
	*count = 2;
	return gm_ptx_result(lo, gm_ptx_part(lo, o, 0), first, &units[0]) &&
	       gm_ptx_result(lo, gm_ptx_part(lo, o, 1), PTX_PRED, &units[1]);
}

typedef struct warp_form {
	ptx_run run;
	gm_operation operation;
	ptx_type result, sources[3];
	int sources_count;
	uint8_t detail;
} warp_form;

static warp_form
shuffle_form(const ptx_instruction *in)
{
	return (warp_form){gm_ptx_shuffle,
			   GM_SHUFFLE,
			   PTX_B32,
			   {PTX_B32, PTX_B32, PTX_B32},
			   3,
			   WORD_OF(in, MOD_up, MOD_down, MOD_bfly, MOD_idx)};
}

static warp_form
vote_form(const ptx_instruction *in)
{
	const uint8_t how = WORD_OF(in, MOD_all, MOD_any, MOD_uni, MOD_ballot);
	return (warp_form){gm_ptx_vote,         GM_VOTE, how == MOD_ballot ? PTX_B32 : PTX_PRED,
			   {PTX_PRED, PTX_B32}, 2,       how};
}

static warp_form
match_form(const ptx_instruction *in)
{
	return (warp_form){gm_ptx_match,
			   GM_VOTE,
			   PTX_B32,
			   {gm_ptx_type_at(in, 0), PTX_B32},
			   2,
			   WORD_OF(in, MOD_any, MOD_all)};
}

static warp_form
reduction_form(const ptx_instruction *in)
{
	return (warp_form){gm_ptx_reduce,
			   GM_VOTE,
			   gm_ptx_type_at(in, 0),
			   {gm_ptx_type_at(in, 0), PTX_B32},
			   2,
			   WORD_OF(in, MOD_add, MOD_min, MOD_max, MOD_and, MOD_or, MOD_xor)};
}

static warp_form
form_of(const ptx_instruction *in)
{
	switch (in->opcode) {
	case OP_SHFL:
		return shuffle_form(in);
	case OP_VOTE:
		return vote_form(in);
	case OP_MATCH:
		return match_form(in);
	case OP_REDUX:
		return reduction_form(in);
	case OP_ELECT:
		return (warp_form){gm_ptx_elect, GM_VOTE, PTX_B32, {PTX_B32, PTX_B32}, 2, MOD_any};
	default:
		return (warp_form){gm_ptx_active, GM_VOTE, PTX_B32, {PTX_B32}, 0, MOD_any};
	}
}

/* The member mask of a .sync form is the last source. Lanes outside of it cannot be reached, so the
   formulas need only the lanes that are here; shfl ignores it. */
static bool
lower_sources(ptx_lowering *lo, const ptx_instruction *in, const warp_form *form, uint32_t *units)
{
	for (int i = 0; i < form->sources_count; i++) {
		const ptx_operand *o = gm_ptx_operand_at(lo, in, i + 1);
		units[i] = PTX_NO_UNIT;
		if (!o && i == form->sources_count - 1 && in->opcode == OP_VOTE)
			return true; /* the form without .sync, before Volta */
		if (!gm_ptx_source(lo, o, form->sources[i], &units[i]))
			return false;
	}
	return true;
}

bool
gm_ptx_lower_warp(ptx_lowering *lo, const ptx_instruction *in)
{
	warp_form form = form_of(in);
	uint32_t results[2], sources[3] = {PTX_NO_UNIT, PTX_NO_UNIT, PTX_NO_UNIT};
	int results_count;
	if ((form.detail == 0) || (in->opcode == OP_REDUX && form.result == PTX_F32))
		return gm_ptx_lower_unknown(lo, in);
	if (!pair_results(lo, in, form.result, results, &results_count))
		return false;
	if (in->opcode == OP_ELECT)
		form.sources_count = 1;
	if (!lower_sources(lo, in, &form, sources))
		return false;
	if (in->opcode == OP_ELECT) {
		sources[1] = sources[0];
		form.sources_count = 2;
	}
	if (results[0] == PTX_NO_UNIT && in->opcode != OP_SHFL && in->opcode != OP_ELECT)
		results[0] = gm_ptx_new_units(lo, 32);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, form.run);
	s->rule = RULE_OPAQUE;
	s->type = (uint8_t)gm_ptx_type_at(in, 0);
	s->detail = form.detail;
	s->matches = in->opcode == OP_MATCH;
	gm_ptx_set_results(lo, s, results, results_count);
	gm_ptx_set_sources(lo, s, sources, form.sources_count);
	gm_ptx_add_site(lo, s, form.operation, gm_ptx_model_type(gm_ptx_type_at(in, 0), 1));
	if (in->opcode == OP_SHFL)
		gm_ptx_note_members(lo, gm_ptx_operand_at(lo, in, 4));
	return true;
}
