/*
 * Reading operands. A scheduler's part of the register file has two banks, of registers with even and
 * with odd numbers, and each gives one register a clock: an instruction takes as many clocks as the
 * bank needs that it asks most of. ptxas puts two operands into different banks; of three, two share
 * one. A pair of registers asks both. What an instruction leaves for its successor (.reuse) need not
 * be read again, as long as the same warp issues next: ptxas does so where independent instructions
 * read the same register at the same place (factors are one place, what a multiply-add adds another), and a chain loses
 * it to the other warps. Chains side by side that all read the same registers in every link are one row of such
 * instructions.
 *
 * An instruction takes one operand from the constant bank, a uniform register or its own code. A
 * parameter that some instruction reads beside another such operand is kept in a register for all; of two doubles one.
 *
 * Source: calibration on an H200 (operands_*: operands chosen by hand in machine code; chains_*,
 * tile_*, repeated and stream_fma: as ptxas chose them), and nvdisasm's view of what ptxas 13.0 writes for sm_90.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCES_MOST = 8, SIDE_BY_SIDE = 4 };

/* What a multiply-add adds is read at a place of its own, where nothing is left for a factor. */
typedef struct operands {
	uint32_t unit[SOURCES_MOST];
	bool addend[SOURCES_MOST];
	int count;
} operands;

typedef struct operand_plan {
	issue_plan *plan;
	bool *in_register; /* per unit: a parameter that is kept in one */
	int32_t *level;    /* per step: longest chain of its block that ends in it */
	operands *read;    /* per step: what arithmetic reads of registers */
} operand_plan;

static bool
is_arithmetic(const issue_plan *plan, int32_t i)
{
	static const uint8_t opcodes[] = {OP_ADD,  OP_SUB,  OP_MUL, OP_MAD, OP_FMA,  OP_LOP3, OP_AND,
					  OP_OR,   OP_XOR,  OP_SHF, OP_PRMT, OP_DP4A, OP_DP2A,
					  OP_SELP, OP_MIN,  OP_MAX, OP_SETP};
	const double issued = gm_issue_total(&plan->cost[i]);
	const gm_issue *cost = &plan->cost[i];
	if (issued < 0.5 || issued > 1.5 ||
	    cost->of[GM_UNIT_ALU] + cost->of[GM_UNIT_FMA] + cost->of[GM_UNIT_FP64] + cost->either <= 0)
		return false;
	return memchr(opcodes, word_of(plan, i)->opcode, sizeof opcodes) != NULL;
}

/* Behind moves. */
static uint32_t
moved_from(const issue_plan *plan, uint32_t unit)
{
	for (int32_t from = issue_definition(plan, unit); is_opcode(plan, from, OP_MOV);
	     from = issue_definition(plan, unit)) {
		const uint32_t before = issue_source(plan, from, 0);
		if (before == PTX_NO_UNIT)
			break;
		unit = before;
	}
	return unit;
}

static bool
is_parameter(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_opcode(plan, from, OP_LD) && (word_of(plan, from)->flags & WORD_PARAMETER);
}

static bool
is_zero_literal(const issue_plan *plan, uint32_t unit)
{
	const int32_t row = plan->values.initial[unit];
	return row >= 0 && plan->values.literal[unit] && plan->program->initials[row].value == 0;
}

static bool
is_folded_product(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_opcode(plan, from, OP_MUL) && is_free(plan, from);
}

/* The last of a multiply-add, and what a sum adds to a product that is folded into it. */
static bool
is_addend(const issue_plan *plan, int32_t step, int k)
{
	if (is_opcode(plan, step, OP_FMA) || is_opcode(plan, step, OP_MAD))
		return k == 2;
	return (is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB)) && k < 2 &&
	       is_folded_product(plan, issue_source(plan, step, 1 - k));
}

/* The distinct values that a step reads, those of what is folded into it included; no zeros, for
   which there is a register that is not read. */
static void
gather(const issue_plan *plan, int32_t step, operands *out, int depth)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++) {
		const uint32_t unit = moved_from(plan, issue_source(plan, step, k));
		const int32_t from = issue_definition(plan, unit);
		bool known = unit == PTX_NO_UNIT || plan->program->unit_bits[unit] == 1 ||
			     is_zero_literal(plan, unit);
		for (int n = 0; n < out->count; n++)
			known |= out->unit[n] == unit;
		if (known)
			continue;
		if (from >= 0 && depth < 3 && is_free(plan, from) && !is_opcode(plan, from, OP_LD))
			gather(plan, from, out, depth + 1);
		else if (out->count < SOURCES_MOST) {
			out->addend[out->count] = is_addend(plan, step, k);
			out->unit[out->count++] = unit;
		}
	}
}

/* Not in a register of the thread unless it must. */
static bool
may_be_apart(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return gm_ptx_issue_is_literal(plan, unit) || is_parameter(plan, unit) ||
	       (from >= 0 && !plan->values.varies[unit] && !is_float(plan, from) &&
		!is_opcode(plan, from, OP_LD));
}

/* Of operands that could all be apart one is; narrow parameters come into registers two at a time. */
static void
keep_parameters(operand_plan *o, int32_t i)
{
	operands read = {.count = 0};
	int apart = 0;
	gather(o->plan, i, &read, 0);
	for (int n = 0; n < read.count; n++)
		apart += may_be_apart(o->plan, read.unit[n]) && !o->in_register[read.unit[n]];
	for (int n = read.count; n-- > 0 && apart > 1;) {
		const bool wide = o->plan->program->unit_bits[read.unit[n]] > 32;
		if (!is_parameter(o->plan, read.unit[n]) || o->in_register[read.unit[n]])
			continue;
		o->in_register[read.unit[n]] = true;
		apart -= wide;
	}
}

/* Registers that must be read; wide ones in pairs. */
static operands
registers_of(const operand_plan *o, int32_t i)
{
	operands read = {.count = 0}, out = {.count = 0};
	gather(o->plan, i, &read, 0);
	for (int n = 0; n < read.count; n++)
		if (o->in_register[read.unit[n]] || !may_be_apart(o->plan, read.unit[n])) {
			out.addend[out.count] = read.addend[n];
			out.unit[out.count++] = read.unit[n];
		}
	return out;
}

static int
pairs_of(const issue_plan *plan, const operands *registers)
{
	int pairs = 0;
	for (int n = 0; n < registers->count; n++)
		pairs += plan->program->unit_bits[registers->unit[n]] > 32;
	return pairs;
}

/* The nth of these too, and at the same place. */
static bool
reads_at_place(const operands *others, const operands *registers, int n)
{
	for (int k = 0; k < others->count; k++)
		if (others->unit[k] == registers->unit[n] && others->addend[k] == registers->addend[n])
			return true;
	return false;
}

/* A link of a chain that reads two of the registers of the link before: its banks are the same. */
static bool
repeats(const issue_plan *plan, int32_t i, const operands *registers)
{
	for (int n = 0; n < registers->count; n++) {
		const int32_t before = issue_definition(plan, registers->unit[n]);
		int same = 0;
		for (int k = 0; before >= 0 && before != i && k < registers->count; k++)
			same += k != n && reads_unit(plan, before, registers->unit[k]);
		if (same >= 2)
			return true;
	}
	return false;
}

static int32_t
level_of(const operand_plan *o, int32_t i)
{
	int32_t level = 0;
	for (int k = 0; k < o->plan->program->steps[i].sources_count; k++) {
		const int32_t from = issue_definition(o->plan, issue_source(o->plan, i, k));
		if (from >= 0 && from < i && issue_same_block(o->plan, from, i) &&
		    o->level[from] > level)
			level = o->level[from];
	}
	return level + (is_free(o->plan, i) ? 0 : 1);
}

/* Instructions around it that could issue beside it, in links of chains as long. */
typedef struct neighbours {
	int beside;
	int readers, always; /* of the register that most of them read; where all do, of any link near it */
} neighbours;

static neighbours
neighbours_of(const operand_plan *o, int32_t i, const operands *registers)
{
	const ptx_node *node = &o->plan->graph.nodes[o->plan->graph.node_of[i]];
	enum { NEAR = 64 }; /* what a scheduler looks at */
	const int32_t first = i - NEAR > node->first ? i - NEAR : node->first;
	const int32_t end = i + NEAR < node->end ? i + NEAR : node->end;
	neighbours near = {.beside = 0, .readers = 1, .always = 1};
	int readers[SOURCES_MOST] = {0}, always[SOURCES_MOST] = {0};
	for (int32_t k = first; k < end; k++) {
		const bool beside = o->level[k] == o->level[i];
		if (!is_arithmetic(o->plan, k))
			continue;
		near.beside += beside;
		for (int n = 0; n < registers->count; n++) {
			const bool read = reads_at_place(&o->read[k], registers, n);
			readers[n] += read && beside;
			always[n] += read;
		}
	}
	for (int n = 0; n < registers->count; n++) {
		const int row = readers[n] == near.beside ? always[n] : readers[n];
		near.readers = readers[n] > near.readers ? readers[n] : near.readers;
		near.always = row > near.always ? row : near.always;
	}
	return near;
}

/* Of the clocks for a shared register all but those of the first reader, if several instructions can
   issue in a row. (tile_f32, tile_f64 and chains_*: 2 readers take 0.3 to 0.6 of a clock more than none
   would, 4 take 0.2 to 0.75, 8 take 0.15 to 0.26.) Where each link reads it again, all links are one row. */
static double
saved_by_neighbours(const neighbours *near, bool again)
{
	const int readers = again ? near->always : near->readers;
	return near->beside >= SIDE_BY_SIDE ? (readers - 1.0) / readers : 0;
}

static void
price(operand_plan *o, int32_t i)
{
	const issue_plan *plan = o->plan;
	gm_issue *cost = &plan->cost[i];
	const operands *registers = &o->read[i];
	const neighbours near = neighbours_of(o, i, registers);
	const int pairs = pairs_of(plan, registers), single = registers->count - pairs;
	const int clocks = pairs + (single + 1) / 2;
	const bool again = clocks > 1 && repeats(plan, i, registers);
	const bool alone = near.beside < SIDE_BY_SIDE;
	const double saved = clocks > 1 ? saved_by_neighbours(&near, again) : 0;
	const double kept = again ? 2 * saved : saved; /* registers; a link that repeats does with two */
	cost->bank_clocks = clocks > 1 ? (float)(clocks - 1 - saved) : 0;
	cost->bank_clocks_shared = (float)(again && alone ? clocks
					   : pairs > 0    ? clocks - saved
							  : (single - kept) / 2);
}

/* An address, a value: of what is no arithmetic, one register for each instruction. */
static void
price_other(operand_plan *o, int32_t i)
{
	o->plan->cost[i].bank_clocks_shared = (float)(gm_issue_total(&o->plan->cost[i]) / 2);
}

void
gm_ptx_issue_operands(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	operand_plan o = {.plan = plan};
	o.in_register = gm_allocate(p->units_count, sizeof *o.in_register);
	o.level = gm_allocate((size_t)p->steps_count, sizeof *o.level);
	o.read = gm_allocate((size_t)p->steps_count, sizeof *o.read);
	for (int32_t i = 0; i < p->steps_count; i++) {
		o.level[i] = level_of(&o, i);
		if (is_arithmetic(plan, i))
			keep_parameters(&o, i);
	}
	for (int32_t i = 0; i < p->steps_count; i++)
		if (is_arithmetic(plan, i))
			o.read[i] = registers_of(&o, i);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (is_arithmetic(plan, i))
			price(&o, i);
		else
			price_other(&o, i);
	free(o.in_register);
	free(o.level);
	free(o.read);
}
