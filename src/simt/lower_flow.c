#include "simt/lower.h"

#include "simt/barrier.h"

#include <stdlib.h>
#include <string.h>

static void
add_jump(ptx_lowering *lo, int32_t step, int32_t row, int32_t instruction)
{
	ptx_frame *f = lo->frame;
	f->jumps = gm_grow(f->jumps, &f->jumps_room, f->jumps_count + 1, sizeof *f->jumps);
	f->jumps[f->jumps_count++] = (ptx_jump){step, row, instruction};
}

static int32_t
last_step(const ptx_lowering *lo)
{
	return lo->program->steps_count - 1;
}

static void
set_guard_source(ptx_lowering *lo, ptx_step *s)
{
	gm_ptx_set_sources(lo, s, &s->guard, s->guard == PTX_NO_UNIT ? 0 : 1);
}

bool
gm_ptx_lower_branch(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_operand *label = gm_ptx_operand_at(lo, in, 0);
	if (!label || label->kind != OPERAND_LABEL)
		return gm_ptx_refuse(lo, GM_UNKNOWN_NAME, "branch to '%s', which is no label here",
				     label && label->name ? label->name : "?");
	ptx_step *s = gm_ptx_add_step(lo, ACTION_BRANCH, NULL);
	s->rule = RULE_NONE;
	set_guard_source(lo, s);
	gm_ptx_add_site(lo, s, GM_BRANCH, GM_NO_TYPE);
	add_jump(lo, last_step(lo), -1, label->index);
	return true;
}

static const ptx_target_list *
find_list(const ptx_function *f, const char *name)
{
	for (size_t i = 0; name && i < f->lists_count; i++)
		if (strcmp(f->lists[i].name, name) == 0)
			return &f->lists[i];
	return NULL;
}

/* brx.idx index, list; */
bool
gm_ptx_lower_table(ptx_lowering *lo, const ptx_instruction *in)
{
	ptx_program *p = lo->program;
	const ptx_operand *name = gm_ptx_operand_at(lo, in, 1);
	const ptx_target_list *list = name ? find_list(lo->frame->function, name->name) : NULL;
	uint32_t index;
	if (!list)
		return gm_ptx_refuse(lo, GM_UNKNOWN_NAME, "%s: no list of branch targets '%s'",
				     in->name, name && name->name ? name->name : "?");
	if (!gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 0), PTX_U32, &index))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_TABLE, NULL);
	s->rule = RULE_NONE;
	s->target = (int32_t)p->tables_count;
	s->immediate = list->count;
	gm_ptx_set_sources(lo, s, &index, 1);
	gm_ptx_add_site(lo, s, GM_BRANCH, GM_NO_TYPE);
	for (int i = 0; i < list->count; i++) {
		const ptx_operand *label = &lo->frame->function->operands[list->parts + i];
		if (label->kind != OPERAND_LABEL)
			return gm_ptx_refuse(lo, GM_UNKNOWN_NAME, "'%s' is no label", label->name);
		p->tables = gm_grow(p->tables, &lo->tables_room, p->tables_count + 1,
				    sizeof *p->tables);
		add_jump(lo, last_step(lo), (int32_t)p->tables_count++, label->index);
	}
	return true;
}

bool
gm_ptx_lower_return(ptx_lowering *lo, const ptx_instruction *in)
{
	if (lo->frame->depth == 0)
		return gm_ptx_lower_exit(lo, in);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_BRANCH, NULL);
	s->rule = RULE_NONE;
	set_guard_source(lo, s);
	add_jump(lo, last_step(lo), -1, (int32_t)lo->frame->function->instructions_count);
	return true;
}

bool
gm_ptx_lower_exit(ptx_lowering *lo, const ptx_instruction *in)
{
	(void)in;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_EXIT, NULL);
	s->rule = RULE_NONE;
	set_guard_source(lo, s);
	gm_ptx_add_site(lo, s, GM_BRANCH, GM_NO_TYPE);
	return true;
}

bool
gm_ptx_lower_trap(ptx_lowering *lo, const ptx_instruction *in)
{
	(void)in;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_TRAP, NULL);
	s->rule = RULE_NONE;
	set_guard_source(lo, s);
	return true;
}

/* What a sleep takes is not among its sources, which the compiler puts where it likes: A, see contest.h. */
bool
gm_ptx_lower_nothing(ptx_lowering *lo, const ptx_instruction *in)
{
	uint32_t nap = PTX_NO_UNIT;
	if (in->opcode == OP_NANOSLEEP && !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 0), PTX_U32, &nap))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_NOTHING, NULL);
	s->rule = RULE_NONE;
	s->a = nap;
	gm_ptx_add_site(lo, s, gm_ptx_opcode_operation(in->opcode), GM_NO_TYPE);
	return true;
}

bool
gm_ptx_lower_fence(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool device = in->opcode == OP_MEMBAR || gm_ptx_has(in, MOD_sc) || gm_ptx_has(in, MOD_acq_rel);
	const int before = lo->sites_count;
	if (!gm_ptx_lower_nothing(lo, in))
		return false;
	if (lo->sites_count > before)
		lo->sites[before].empties_l1 = device && !gm_ptx_has(in, MOD_cta);
	return true;
}

static int
written_registers(ptx_lowering *lo, const ptx_operand *o, uint32_t *units, int count, int room)
{
	ptx_type type;
	uint32_t unit;
	if (!o || count >= room)
		return count;
	if (o->kind == OPERAND_REGISTER && !o->selects &&
	    gm_ptx_register_unit(lo, o, &unit, &type))
		units[count++] = unit;
	if (o->kind == OPERAND_VECTOR || o->kind == OPERAND_PAIR || o->kind == OPERAND_LIST)
		for (int i = 0; i < o->count; i++)
			count = written_registers(lo, gm_ptx_part(lo, o, i), units, count, room);
	return count;
}

/* What computes in registers only; everything else may go to memory. */
static bool
may_move_bytes(const ptx_instruction *in)
{
	switch (in->opcode == OP_UNKNOWN ? SHAPE_UNKNOWN : gm_ptx_opcode_shape(in->opcode)) {
	case SHAPE_PLAIN:
	case SHAPE_COMPARE:
	case SHAPE_MOVE:
	case SHAPE_CONVERT:
	case SHAPE_ADDRESS:
	case SHAPE_WARP:
	case SHAPE_MMA:
	case SHAPE_BARRIER:
		return false;
	case SHAPE_WMMA:
		return !gm_ptx_has(in, MOD_mma);
	default:
		return true;
	}
}

/* Streamed as an operation without a model. Whatever its first operand names is taken as written; a
   kernel in which such a value decides a path or an address is refused when the value is needed. */
bool
gm_ptx_lower_unknown(ptx_lowering *lo, const ptx_instruction *in)
{
	uint32_t units[64];
	const int results = in->opcode == OP_UNKNOWN ? 1 : gm_ptx_opcode_results(in->opcode);
	const int count =
		results ? written_registers(lo, gm_ptx_operand_at(lo, in, 0), units, 0, 64) : 0;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_UNKNOWN, NULL);
	s->rule = RULE_OPAQUE;
	/* It may lack the operands of its opcode, which the model of issued instructions counts on. */
	lo->program->words[lo->program->steps_count - 1].opcode = OP_UNKNOWN;
	gm_ptx_set_results(lo, s, units, count);
	gm_ptx_add_site(lo, s, GM_OTHER, GM_NO_TYPE);
	gm_site *site = &lo->sites[s->site];
	site->unmodelled = gm_arena_print(lo->arena, "%s of PTX line %d", in->name, in->line);
	site->unmodelled_bytes = may_move_bytes(in);
	lo->program->unknown_copies |= gm_ptx_has(in, MOD_complete_tx);
	return true;
}

static ptx_barrier_kind
barrier_kind(const ptx_instruction *in)
{
	if (gm_ptx_has(in, MOD_arrive))
		return BARRIER_ARRIVE;
	if (!gm_ptx_has(in, MOD_red))
		return BARRIER_SYNC;
	return gm_ptx_has(in, MOD_popc)  ? BARRIER_POPC
	       : gm_ptx_has(in, MOD_and) ? BARRIER_AND
					 : BARRIER_OR;
}

/* The lanes that meet; all when that is known only at run time. */
static bool
lower_lanes(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_operand *members = gm_ptx_operand_at(lo, in, 0);
	if (!gm_ptx_lower_nothing(lo, in))
		return false;
	lo->sites[lo->sites_count - 1].goes_on = true;
	const bool known = members && members->kind == OPERAND_INTEGER;
	lo->program->steps[lo->program->steps_count - 1].immediate =
		known ? members->integer : PTX_ALL_LANES;
	if (gm_ptx_has(in, MOD_warp))
		gm_ptx_note_members(lo, members);
	return true;
}

/* bar.sync n{, threads}; bar.arrive n, threads; bar.red.op d, n{, threads}, p. A barrier of a
   cluster is one of the block, which is all of it; bar.warp only orders the lanes of a warp. */
bool
gm_ptx_lower_barrier(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_barrier_kind kind = barrier_kind(in);
	const bool reduces = kind >= BARRIER_POPC, cluster = gm_ptx_has(in, MOD_cluster);
	const ptx_operand zero = {.kind = OPERAND_INTEGER,
				  .integer = cluster ? PTX_BARRIERS - 1 : 0};
	uint32_t units[3] = {PTX_NO_UNIT, PTX_NO_UNIT, PTX_NO_UNIT}, result;
	const int first = reduces ? 1 : 0, last = in->count - (reduces ? 1 : 0);
	if (gm_ptx_has(in, MOD_warp) || (cluster && gm_ptx_has(in, MOD_arrive)))
		return lower_lanes(lo, in);
	if (reduces && !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, last), PTX_PRED, &units[0]))
		return false;
	const bool numbered = !cluster && last > first;
	if (!gm_ptx_source(lo, numbered ? gm_ptx_operand_at(lo, in, first) : &zero, PTX_U32,
			   &units[1]))
		return false;
	if (numbered && last > first + 1 &&
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, first + 1), PTX_U32, &units[2]))
		return false;
	const ptx_type type = kind == BARRIER_POPC ? PTX_U32 : PTX_PRED;
	if (reduces && !gm_ptx_result(lo, gm_ptx_operand_at(lo, in, 0), type, &result))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_BARRIER, NULL);
	s->rule = RULE_OPAQUE;
	s->detail = (uint8_t)kind;
	s->aligned = in->opcode == OP_BAR || gm_ptx_has(in, MOD_aligned);
	if (reduces)
		gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, units, 3);
	gm_ptx_add_site(lo, s, GM_BARRIER, GM_NO_TYPE);
	lo->sites[lo->sites_count - 1].cluster = cluster;
	return true;
}
