#include "sass/issue_step.h"

#include <stdlib.h>

/* The step that what is needed at `step` is computed at: itself, or the end of the block before the
   outermost loop around it. */
static int32_t
outside_loops(const issue_plan *plan, int32_t step)
{
	const ptx_program *p = plan->program;
	int32_t loop = issue_loop_of(plan, step);
	if (loop < 0)
		return step;
	while (p->loops[loop].parent >= 0)
		loop = p->loops[loop].parent;
	int32_t node = plan->dominator[plan->graph.node_of[p->loops[loop].header]];
	while (node >= 0 && p->loop_of[node] >= 0)
		node = plan->dominator[node];
	return node < 0 ? 0 : plan->graph.nodes[node].end - 1;
}

/* S2R of a thread's place goes through the load-store unit; the block's is a read of a uniform
   register; sizes lie in the constant bank. */
static void
read_specials(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	for (size_t n = 0; n < p->initials_count; n++) {
		const ptx_initial *in = &p->initials[n];
		const bool of_thread = in->special <= SPECIAL_TID_Z;
		const bool size =
			(in->special >= SPECIAL_NTID_X && in->special <= SPECIAL_NTID_Z) ||
			(in->special >= SPECIAL_NCTAID_X && in->special <= SPECIAL_NCTAID_Z);
		const bool constant = in->special == SPECIAL_COUNT || in->special == SPECIAL_ONE ||
				      in->special == SPECIAL_ZERO;
		if (constant || (size && plan->cc < 80))
			continue;
		for (int32_t i = 0; i < p->steps_count; i++) {
			if (issue_source(plan, i, 0) != in->unit)
				continue;
			issue_add(plan, outside_loops(plan, i),
				  of_thread ? GM_UNIT_LSU : GM_UNIT_OTHER, 1);
			break;
		}
	}
}

static int32_t
first_user(const issue_plan *plan, uint32_t unit)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (issue_source(plan, i, k) == unit)
				return i;
	return NO_STEP;
}

/* The first step that reads a parameter, through the conversion of its address. */
int32_t
gm_ptx_issue_reader(const issue_plan *plan, int32_t load)
{
	int32_t reader = first_user(plan, issue_result(plan, load));
	while (reader >= 0 && plan->program->words[reader].opcode == OP_CVTA) {
		const int32_t next = first_user(plan, issue_result(plan, reader));
		/* Converted into a register that was read before. */
		if (next <= reader)
			break;
		reader = next;
	}
	return reader;
}

/* From 8.0 on a parameter comes into a register or uniform register by an LDC or ULDC, two
   neighbours of 32 bits that one step needs by one. */
static void
read_parameters(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	int32_t last_offset = -8, last_reader = NO_STEP;
	if (plan->cc < 80)
		return;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_word *w = &p->words[i];
		const int32_t reader =
			w->flags & WORD_PARAMETER && w->offset >= 0 ? gm_ptx_issue_reader(plan, i) : NO_STEP;
		if (reader < 0)
			continue;
		const bool pair = w->offset == last_offset + 4 && w->offset % 8 == 4 &&
				  last_reader >= 0 && issue_same_block(plan, reader, last_reader);
		if (!pair)
			issue_add(plan, outside_loops(plan, reader), GM_UNIT_OTHER, 1);
		if (gm_ptx_issue_is_wide_parameter(plan, i, true)) /* USHF makes its upper half */
			issue_add(plan, outside_loops(plan, reader), GM_UNIT_OTHER, 1);
		last_offset = w->offset;
		last_reader = reader;
	}
}

enum { ARRAYS_MOST = 16 };

/* Where a shared array's address is at hand. */
typedef struct array_places {
	int64_t array[ARRAYS_MOST];
	int32_t step[ARRAYS_MOST];
	int count;
} array_places;

static bool
is_before(const issue_plan *plan, int32_t step, int32_t other)
{
	int32_t node = plan->graph.node_of[other];
	while (node >= 0 && node != plan->graph.node_of[step])
		node = plan->dominator[node];
	return node >= 0;
}

enum { ANY_ARRAY = -1 };

int64_t
gm_ptx_issue_array_named(const issue_plan *plan, int32_t step)
{
	const ptx_program *p = plan->program;
	const uint32_t unit = issue_source(plan, step, 0);
	uint64_t at = 0;
	const bool known = gm_ptx_issue_literal_value(plan, unit, &at);
	for (size_t i = 0; known && i < p->placed_count; i++) {
		const ptx_placed *v = &p->placed[i];
		const int64_t inside = (int64_t)at - v->offset_bytes;
		if (v->space == SPACE_SHARED && inside >= 0 && (v->dynamic || inside < v->bytes))
			return v->offset_bytes;
	}
	return INT64_MAX - unit;
}

/* An address of any array, or that of this one, on every way to the step. */
static bool
is_at_hand(const issue_plan *plan, const array_places *a, int64_t array, int32_t step)
{
	for (int k = 0; k < a->count; k++)
		if ((array == ANY_ARRAY || a->array[k] == array) &&
		    is_before(plan, a->step[k], step))
			return true;
	return false;
}

/* Every turn of the loop comes there. */
static bool
is_in_each_turn(const issue_plan *plan, int32_t step)
{
	const int32_t l = issue_loop_of(plan, step);
	for (int32_t n = 0; l >= 0 && n < plan->graph.count - 1; n++) {
		const ptx_node *node = &plan->graph.nodes[n];
		if (!gm_ptx_loop_has_node(&plan->program->loops[l], n))
			continue;
		for (int32_t e = 0; e < node->successors_count; e++)
			if (plan->graph.successors[node->successors + e] ==
				    plan->graph.node_of[plan->program->loops[l].header] &&
			    !is_before(plan, step, node->first))
				return false;
	}
	return true;
}

int32_t
gm_ptx_issue_array_made(const issue_plan *plan, int32_t step)
{
	return is_in_each_turn(plan, step) ? outside_loops(plan, step) : step;
}

/* Loads and stores that name their place themselves do so from the first byte of all arrays. */
static bool
is_from_first(const issue_plan *plan, int32_t i)
{
	return plan->program->steps[i].action == ACTION_MEMORY && (is_opcode(plan, i, OP_LD) || is_opcode(plan, i, OP_ST));
}

/* S2UR of the block's place in its cluster, UMOV, ULEA; a further array adds two, the first byte of all one.
   Sides of a branch make it anew, in a loop in each turn. */
static void
make_shared_addresses(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	array_places a = {.count = 0};
	for (int32_t i = 0; i < p->steps_count && plan->cc >= 90; i++) {
		if (!(p->words[i].flags & WORD_SHARED_SYMBOL) || a.count == ARRAYS_MOST)
			continue;
		const bool first = is_from_first(plan, i);
		const int64_t array = first ? 0 : gm_ptx_issue_array_named(plan, i);
		const int32_t at = gm_ptx_issue_array_made(plan, i);
		if (is_at_hand(plan, &a, array, at))
			continue;
		const int further = first ? 1 : 2;
		issue_add(plan, at, GM_UNIT_OTHER, is_at_hand(plan, &a, ANY_ARRAY, at) ? further : 3);
		a.array[a.count] = array;
		a.step[a.count++] = at;
	}
}

static bool
uses_global(const ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].action == ACTION_MEMORY &&
		    (p->steps[i].space == SPACE_GLOBAL || p->steps[i].space == SPACE_GENERIC))
			return true;
	return false;
}

static bool
is_zero(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (from >= 0)
		return is_zero(plan, issue_source(plan, from, 0));
	const int32_t row = unit == PTX_NO_UNIT ? NO_STEP : plan->values.initial[unit];
	return row >= 0 && plan->program->initials[row].value == 0;
}

static void
add_moves(issue_plan *plan, int32_t step, double count)
{
	plan->cost[step].either += (float)count;
}

enum { LITERALS_MOST = 64, LITERALS_AHEAD = 64 };

/* Literals that are in registers, and the steps that their moves stand with. */
typedef struct moved_literals {
	uint64_t value[LITERALS_MOST];
	int32_t at[LITERALS_MOST];
	int count;
} moved_literals;

static const uint64_t MINUS_ZERO = UINT32_C(0x80000000); /* of a float: -RZ */

/* The literals of an instruction that holds but one of them, zero apart, which has a register. */
static int
literals_of(const issue_plan *plan, int32_t i, uint64_t value[3])
{
	const uint8_t opcode = plan->program->words[i].opcode;
	int count = 0;
	if (opcode != OP_FMA && opcode != OP_MAD && opcode != OP_SELP)
		return 0;
	for (int k = 0; k < 3; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		if (!gm_ptx_issue_is_literal(plan, unit) || is_zero(plan, unit))
			continue;
		const bool known = gm_ptx_issue_literal_value(plan, unit, &value[count]);
		if (known && opcode == OP_FMA && value[count] == MINUS_ZERO)
			continue;
		if (!known)
			value[count] = (uint64_t)unit << 32 | UINT32_C(0x80000000);
		count++;
	}
	return count;
}

/* How many of the next instructions of the block hold it beside another. */
static int
uses_ahead(const issue_plan *plan, int32_t step, uint64_t literal)
{
	const int32_t end = plan->graph.nodes[plan->graph.node_of[step]].end;
	int uses = 0;
	for (int32_t i = step; i < end && i < step + LITERALS_AHEAD; i++) {
		uint64_t value[3];
		const int count = literals_of(plan, i, value);
		for (int k = 0; k < count && count > 1; k++)
			uses += value[k] == literal;
	}
	return uses;
}

static bool
is_moved(const issue_plan *plan, const moved_literals *moved, int32_t at, uint64_t literal)
{
	const int32_t node = plan->graph.node_of[at];
	for (int k = 0; k < moved->count; k++)
		if (moved->value[k] == literal && issue_dominates(plan, plan->graph.node_of[moved->at[k]], node))
			return true;
	return false;
}

/* An instruction holds one literal; of two, one is moved into a register, where it serves those behind, too:
   the one that more of them hold. Source: nvdisasm of ptxas 13.0 for sm_90, rows of multiply-adds that share both,
   one or none of their literals, in one block and behind a branch. */
static void
move_literals(issue_plan *plan)
{
	moved_literals moved = {.count = 0};
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		uint64_t value[3];
		const int32_t at = outside_loops(plan, i);
		int left = 0;
		const int count = literals_of(plan, i, value);
		for (int k = 0; k < count; k++)
			if (!is_moved(plan, &moved, at, value[k]))
				value[left++] = value[k];
		if (count < 2 || left < 2)
			continue;
		add_moves(plan, at, left - 1);
		if (moved.count == LITERALS_MOST)
			continue;
		const bool last = uses_ahead(plan, i, value[left - 1]) >= uses_ahead(plan, i, value[0]);
		moved.value[moved.count] = value[last ? left - 1 : 0];
		moved.at[moved.count++] = at;
	}
}

/* What loops begin with is moved into their registers: the first of several definitions. */
static void
move_beginnings(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const uint32_t unit = issue_result(plan, i);
		if (p->words[i].opcode != OP_MOV || unit == PTX_NO_UNIT ||
		    plan->values.definition[unit] != MANY_STEPS || plan->values.uses[unit] == 0 ||
		    !gm_ptx_issue_is_literal(plan, issue_source(plan, i, 0)))
			continue;
		add_moves(plan, i, 1);
	}
}

/* It goes to memory as it is; what a warp adds up first does not. */
static bool
stores_source(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const uint8_t opcode = plan->program->words[i].opcode;
	if (opcode == OP_ATOM || opcode == OP_RED)
		return s->a != PTX_NO_UNIT && plan->values.varies[s->a] &&
		       s->space != SPACE_SHARED;
	return opcode == OP_ST;
}

/* A stored literal needs a register, zero has one; so does one that an atomic adds. Vectors: issue_vectors.c. */
static void
move_stored(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (stores_source(plan, i) && !gm_ptx_issue_is_vector(plan, i, OP_ST) &&
		    gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1)) &&
		    !is_zero(plan, issue_source(plan, i, 1)))
			add_moves(plan, i, 1);
}

/* Before 8.0 a pointer parameter is the constant operand of IMAD.WIDE, and the size of an element
   must come from a register. */
static void
move_sizes(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	uint32_t seen[16];
	int count = 0;
	for (int32_t i = 0; i < p->steps_count && plan->cc < 80; i++) {
		const uint32_t size = issue_source(plan, i, 1);
		if (p->words[i].opcode != OP_MUL || !(p->words[i].flags & WORD_WIDE) ||
		    gm_issue_total(&plan->cost[i]) > 0 || !gm_ptx_issue_is_literal(plan, size) ||
		    count == 16)
			continue;
		bool known = false;
		for (int k = 0; k < count; k++)
			known |= seen[k] == size;
		if (known)
			continue;
		seen[count++] = size;
		issue_add(plan, outside_loops(plan, i), GM_UNIT_ALU, 1);
	}
}

void
gm_ptx_issue_setup(issue_plan *plan)
{
	issue_add(plan, 0, GM_UNIT_OTHER, 1); /* the stack pointer */
	if (plan->cc >= 80 && uses_global(plan->program))
		issue_add(plan, 0, GM_UNIT_OTHER, 1);
	read_specials(plan);
	read_parameters(plan);
	make_shared_addresses(plan);
	move_literals(plan);
	move_beginnings(plan);
	move_stored(plan);
	move_sizes(plan);
}
