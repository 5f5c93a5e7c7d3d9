/*
 * Values of 8 and 16 bits: PRMT puts them together and takes them out of a register.
 *
 * Source: what nvdisasm shows of 29 kernels, one instruction each, ptxas 13.0 for sm_90.
 */
#include "sass/issue_step.h"
#include "simt/matrix.h"

#include <string.h>

static bool
is_taken_from(const issue_plan *plan, int32_t load, int32_t store)
{
	const ptx_step *l = &plan->program->steps[load], *s = &plan->program->steps[store];
	for (int k = 0; k < l->results_count; k++) {
		const uint32_t unit = plan->program->units[l->results + (uint32_t)k];
		if (issue_source(plan, store, k + 1) != unit || plan->values.uses[unit] != 1)
			return false;
	}
	return s->vector == l->vector && word_of(plan, load)->type == word_of(plan, store)->type;
}

/* The load whose vector goes as it is to the store; NO_STEP. */
static int32_t
copied_from(const issue_plan *plan, int32_t store)
{
	const int32_t from = issue_definition(plan, issue_source(plan, store, 1));
	const bool loads = is_opcode(plan, from, OP_LD) && plan->program->steps[from].vector > 1;
	return loads && is_taken_from(plan, from, store) ? from : NO_STEP;
}

static bool
is_copied(const issue_plan *plan, int32_t load)
{
	const uint32_t unit = issue_result(plan, load);
	const int32_t user = unit == PTX_NO_UNIT ? NO_STEP : plan->values.user[unit];
	return is_opcode(plan, user, OP_ST) && copied_from(plan, user) == load;
}

/* From constant memory each byte that is used comes by a load of its own, and each half behind the first word. */
static void
load_apart(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const int together = bits_of(plan, i) == 16 ? 2 : 1;
	int loads = 0;
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		const bool used = unit != PTX_NO_UNIT && plan->values.uses[unit] > 0;
		loads += used && (k >= together || loads == 0);
	}
	if (loads > 1) {
		issue_add(plan, i, GM_UNIT_OTHER, loads - 1);
		plan->cost[i].constants += (float)(loads - 1);
	}
}

/* Bytes and halves of a vector come in one register; each one that is used is taken out by PRMT. */
void
gm_ptx_issue_unpack(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	if (!is_opcode(plan, i, OP_LD) || s->vector < 2 || bits_of(plan, i) > 16 || is_copied(plan, i))
		return;
	if (s->space == SPACE_CONST) {
		load_apart(plan, i);
		return;
	}
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT && plan->values.uses[unit] > 0 &&
		    !gm_ptx_issue_is_taken_out(plan, unit, bits_of(plan, i)))
			issue_add(plan, i, GM_UNIT_ALU, 1);
	}
}

/* An integer of its own, not half of a register that something made whole. */
static bool
is_narrow_integer(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = step_behind(plan, unit);
	if (from < 0 || plan->program->steps[from].results_count != 1 || is_float(plan, from))
		return false;
	if (is_opcode(plan, from, OP_LD))
		return plan->program->steps[from].vector < 2;
	return !is_opcode(plan, from, OP_MOV);
}

/* Stored as one vector, they are put into one register after the other: three PRMT for four bytes. */
void
gm_ptx_issue_pack_stored(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const int bits = bits_of(plan, i);
	if (!is_opcode(plan, i, OP_ST) || s->vector < 2 || bits > 16 || copied_from(plan, i) != NO_STEP)
		return;
	const int words = (s->vector * bits + 31) / 32;
	int narrow = 0;
	for (int k = 0; k < s->vector; k++)
		narrow += is_narrow_integer(plan, issue_source(plan, i, k + 1));
	if (bits == 8 || narrow == s->vector)
		issue_add(plan, i, GM_UNIT_ALU, s->vector - words);
}

/* The step of the block that makes a half of a float, which nobody reads before `reader`; NO_STEP. */
static int32_t
converted(const issue_plan *plan, int32_t reader, uint32_t unit)
{
	const int32_t begin = plan->graph.nodes[plan->graph.node_of[reader]].first;
	int32_t from = reader - 1;
	for (; from >= begin; from--) {
		const ptx_step *s = &plan->program->steps[from];
		if (gm_ptx_names_unit(plan->program, s->results, s->results_count, unit))
			break;
		if (gm_ptx_names_unit(plan->program, s->sources, s->sources_count, unit))
			return NO_STEP;
	}
	const bool packs = from >= begin && is_opcode(plan, from, OP_CVT) && !is_free(plan, from) &&
			   gm_ptx_issue_class((ptx_type)word_of(plan, from)->type) == CLASS_HALF &&
			   word_of(plan, from)->second == PTX_F32;
	return packs ? from : NO_STEP;
}

/* Two floats become both halves of a register in one F2FP.PACK_AB. */
static void
convert_pair(issue_plan *plan, int32_t i, uint32_t low, uint32_t high)
{
	const int32_t first = converted(plan, i, low), second = converted(plan, i, high);
	if (first >= 0 && second >= 0 && first != second &&
	    word_of(plan, first)->type == word_of(plan, second)->type)
		plan->cost[first < second ? first : second] = (gm_issue){0};
}

bool
gm_ptx_issue_is_eight(ptx_type type)
{
	return type == PTX_E4M3 || type == PTX_E5M2;
}

/* The same fragment of a product before it in the straight piece: its halves are there already. */
static bool
is_unpacked(const issue_plan *plan, int32_t i, int first, int count)
{
	const ptx_program *p = plan->program;
	for (int32_t k = plan->graph.nodes[p->node_of[i]].first; k < i; k++) {
		bool same = is_opcode(plan, k, OP_MMA) && p->steps[k].matrix &&
			    p->steps[k].matrix->type == p->steps[i].matrix->type;
		for (int s = first; s < first + count && same; s++)
			same = issue_source(plan, k, s) == issue_source(plan, i, s) &&
			       plan->values.definition[issue_source(plan, i, s)] >= 0;
		if (same)
			return true;
	}
	return false;
}

/* Products of numbers of 8 bits on cc 9.0: two F2FP.UNPACK_B for each register of a fragment. Source: ptxas 13.0. */
void
gm_ptx_issue_eights(issue_plan *plan, int32_t i)
{
	const ptx_matrix *a = plan->program->steps[i].matrix;
	if (plan->cc != 90 || !is_opcode(plan, i, OP_MMA) || !a || !gm_ptx_issue_is_eight(a->type))
		return;
	const int of_a = gm_ptx_matrix_registers(&a[FRAGMENT_A]), of_b = gm_ptx_matrix_registers(&a[FRAGMENT_B]);
	const int fresh = (is_unpacked(plan, i, 0, of_a) ? 0 : of_a) + (is_unpacked(plan, i, of_a, of_b) ? 0 : of_b);
	plan->cost[i].of[GM_UNIT_ALU] += (float)(2 * fresh);
}

/* Halves that are integers, put together by one PRMT for each register. */
void
gm_ptx_issue_pack(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	int narrow = 0;
	if (!is_opcode(plan, i, OP_MOV) || s->sources_count < 2 || s->results_count != 1 ||
	    bits_of(plan, i) != 16 * s->sources_count)
		return;
	for (int k = 0; k + 1 < s->sources_count; k += 2)
		convert_pair(plan, i, issue_source(plan, i, k), issue_source(plan, i, k + 1));
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t from = step_behind(plan, unit);
		const bool made = is_opcode(plan, from, OP_CVT) && word_of(plan, from)->type == PTX_F16 &&
				  gm_ptx_issue_class((ptx_type)word_of(plan, from)->second) <= CLASS_LONG;
		narrow += made || is_narrow_integer(plan, unit);
	}
	/* One half twice is what arithmetic on pairs makes itself. */
	const bool twice = s->sources_count == 2 && issue_source(plan, i, 0) == issue_source(plan, i, 1);
	if (narrow > 0 && !twice)
		plan->cost[i] = issue_of(GM_UNIT_ALU, s->sources_count / 2);
}

/* A mask of what a load has left zero above already. */
void
gm_ptx_issue_mask(issue_plan *plan, int32_t i)
{
	uint64_t mask;
	const int32_t from = step_behind(plan, issue_source(plan, i, 0));
	int32_t load = from;
	if (is_opcode(plan, from, OP_CVT) && is_free(plan, from))
		load = step_behind(plan, issue_source(plan, from, 0));
	if (!is_opcode(plan, i, OP_AND) || !is_opcode(plan, load, OP_LD) || bits_of(plan, load) > 16 ||
	    bits_of(plan, i) > 32 || gm_ptx_type_kind((ptx_type)word_of(plan, load)->type) == KIND_SIGNED ||
	    !gm_ptx_issue_literal_value(plan, issue_source(plan, i, 1), &mask))
		return;
	const uint64_t all = (UINT64_C(1) << bits_of(plan, load)) - 1;
	if ((mask & all) == all)
		vanish(plan, i);
}
