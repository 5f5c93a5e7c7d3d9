#include "simt/lower.h"

/* The space of the variable that an operand names, SPACE_REGISTER when it names none. */
static ptx_space
space_named(const ptx_lowering *lo, const ptx_operand *o)
{
	if (o->kind == OPERAND_ADDRESS)
		o = &lo->frame->function->operands[o->parts];
	if (o->kind == OPERAND_VARIABLE)
		return lo->frame->function->variables[o->index].space;
	const int row =
		o->kind == OPERAND_SYMBOL ? gm_ptx_module_variable(lo->module, o->name) : -1;
	return row < 0 ? SPACE_REGISTER : lo->module->variables[row].space;
}

static uint16_t
symbol_flags(const ptx_lowering *lo, const ptx_instruction *in)
{
	int flags = 0;
	for (int i = 0; lo->frame && i < in->count; i++) {
		const ptx_space space =
			space_named(lo, &lo->frame->function->operands[in->operands + i]);
		flags |= space == SPACE_SHARED ? WORD_SHARED_SYMBOL : 0;
		flags |= space == SPACE_LOCAL ? WORD_LOCAL_SYMBOL : 0;
	}
	return (uint16_t)flags;
}

void
gm_ptx_note_words(ptx_lowering *lo, const ptx_instruction *in)
{
	static const struct {
		ptx_modifier modifier;
		int flag;
	} rows[] = {
		{MOD_wide, WORD_WIDE},          {MOD_hi, WORD_HIGH},
		{MOD_rn, WORD_ROUNDED},         {MOD_rz, WORD_ROUNDED},
		{MOD_rm, WORD_ROUNDED},         {MOD_rp, WORD_ROUNDED},
		{MOD_approx, WORD_APPROXIMATE}, {MOD_full, WORD_FULL},
		{MOD_ftz, WORD_FLUSH},          {MOD_warp, WORD_OF_WARP},
		{MOD_volatile, WORD_VOLATILE},  {MOD_relaxed, WORD_VOLATILE},
		{MOD_acquire, WORD_VOLATILE},   {MOD_release, WORD_VOLATILE},
		{MOD_cta, WORD_OF_BLOCK},       {MOD_nc, WORD_READ_ONLY},
	};
	ptx_program *p = lo->program;
	int flags = symbol_flags(lo, in);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		flags |= gm_ptx_has(in, rows[i].modifier) ? rows[i].flag : 0;
	if (p->steps_count < 2 || lo->worded != in)
		flags |= WORD_FIRST | (in->no_unroll ? WORD_NO_UNROLL : 0);
	if (in->opcode == OP_LD && gm_ptx_has(in, MOD_param) && lo->frame && lo->frame->depth == 0)
		flags |= WORD_PARAMETER;
	if (lo->frame && lo->frame->depth > 0)
		flags |= WORD_CALLED;
	lo->worded = in;
	p->words = gm_grow(p->words, &lo->words_room, (size_t)p->steps_count, sizeof *p->words);
	p->words[p->steps_count - 1] = (ptx_word){.opcode = (uint8_t)in->opcode,
						  .type = (uint8_t)gm_ptx_type_at(in, 0),
						  .second = (uint8_t)gm_ptx_type_at(in, 1),
						  .flags = (uint16_t)flags,
						  .offset = -1,
						  .members = PTX_NO_UNIT};
}

void
gm_ptx_note_members(ptx_lowering *lo, const ptx_operand *members)
{
	ptx_program *p = lo->program;
	ptx_type ignored;
	if (members && members->kind == OPERAND_REGISTER)
		gm_ptx_register_unit(lo, members, &p->words[p->steps_count - 1].members, &ignored);
}
