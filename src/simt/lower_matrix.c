#include "simt/lower.h"

#include "simt/matrix.h"

#include <string.h>

enum { REGISTERS_MAX = 128 };

/* Units of the parts of a vector, or of a single register. */
static bool
register_list(ptx_lowering *lo, const ptx_operand *o, ptx_type type, bool written, uint32_t *units,
	      int *count, int room)
{
	const bool vector = o && o->kind == OPERAND_VECTOR;
	const int parts = vector ? o->count : 1;
	if (!o || *count + parts > room)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: too few or too many registers",
				     lo->now->name);
	for (int i = 0; i < parts; i++) {
		const ptx_operand *part = vector ? gm_ptx_part(lo, o, i) : o;
		uint32_t *unit = &units[*count];
		if (written ? !gm_ptx_result(lo, part, type, unit)
			    : !gm_ptx_source(lo, part, type, unit))
			return false;
		if (*unit == PTX_NO_UNIT)
			*unit = gm_ptx_new_units(lo, gm_ptx_type_bits(type));
		(*count)++;
	}
	return true;
}

static const ptx_matrix *
keep(ptx_lowering *lo, const ptx_matrix *matrices, size_t count)
{
	ptx_matrix *kept = gm_arena_allocate(lo->arena, count, sizeof *kept);
	return memcpy(kept, matrices, count * sizeof *kept);
}

static ptx_type
register_type(ptx_type element)
{
	return gm_ptx_type_bits(element) == 64 ? PTX_B64 : PTX_B32;
}

static bool
shape_is_sound(const ptx_instruction *in)
{
	const int *s = in->shape;
	return s[0] >= 8 && s[0] <= 32 && s[0] % 8 == 0 && s[1] >= 8 && s[1] <= 32 &&
	       s[1] % 8 == 0 && s[2] >= 4 && s[2] <= 64 && s[2] % 4 == 0;
}

static void
set_flop(ptx_lowering *lo, const ptx_step *s, const ptx_instruction *in, int64_t warps)
{
	lo->sites[s->site].mma_flop =
		2 * (int64_t)in->shape[0] * in->shape[1] * in->shape[2] / warps;
}

static gm_type
product_type(const ptx_instruction *in)
{
	/* The type of A: second of d.a.b.c, or f16 where wmma leaves it out. */
	return in->types_count > 2 ? gm_ptx_type_model(gm_ptx_type_at(in, 1)) : GM_F16;
}

/* Counted with its operations; its values have no model. */
static bool
lower_counted(ptx_lowering *lo, const ptx_instruction *in, int64_t warps)
{
	if (!gm_ptx_lower_unknown(lo, in))
		return false;
	ptx_step *s = &lo->program->steps[lo->program->steps_count - 1];
	lo->sites[s->site].operation = GM_MMA;
	lo->sites[s->site].type = product_type(in);
	lo->sites[s->site].unmodelled = NULL;
	set_flop(lo, s, in, warps);
	return true;
}

static bool
lower_product(ptx_lowering *lo, const ptx_instruction *in, const ptx_matrix matrices[4])
{
	uint32_t sources[REGISTERS_MAX], results[REGISTERS_MAX];
	int counts[4] = {0}, sources_count = 0, results_count = 0;
	if (in->count != 4)
		return lower_counted(lo, in, 1);
	if (!register_list(lo, gm_ptx_operand_at(lo, in, 0), register_type(matrices[3].type), true,
			   results, &results_count, REGISTERS_MAX))
		return false;
	for (int i = 0; i < 3; i++) {
		const int before = sources_count;
		if (!register_list(lo, gm_ptx_operand_at(lo, in, i + 1),
				   register_type(matrices[i].type), false, sources, &sources_count,
				   REGISTERS_MAX))
			return false;
		counts[i] = sources_count - before;
		if (counts[i] < gm_ptx_matrix_registers(&matrices[i]))
			return gm_ptx_refuse(
				lo, GM_BAD_SYNTAX, "%s: operand %d has %d registers, needs %d",
				in->name, i + 2, counts[i], gm_ptx_matrix_registers(&matrices[i]));
	}
	if (results_count < gm_ptx_matrix_registers(&matrices[3]))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: too few result registers", in->name);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_multiply);
	s->rule = RULE_OPAQUE;
	s->matrix = keep(lo, matrices, 4);
	s->parts[0] = (uint8_t)counts[0];
	s->parts[1] = (uint8_t)counts[1];
	gm_ptx_set_results(lo, s, results, results_count);
	gm_ptx_set_sources(lo, s, sources, sources_count);
	gm_ptx_add_site(lo, s, GM_MMA, product_type(in));
	set_flop(lo, s, in, 1);
	return true;
}

/* d.a.b.c of mma and of wmma.mma on other types than f16, for which wmma writes d.c. */
static bool
lower_multiply(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool halves = in->types_count == 2;
	const ptx_type types[4] = {halves ? PTX_F16 : gm_ptx_type_at(in, 1),
				   halves ? PTX_F16 : gm_ptx_type_at(in, 2),
				   gm_ptx_type_at(in, halves ? 1 : 3), gm_ptx_type_at(in, 0)};
	const bool volta = in->opcode == OP_MMA && in->shape[2] == 4 && types[0] == PTX_F16;
	bool known = shape_is_sound(in) && !volta && !gm_ptx_has(in, MOD_sp);
	ptx_matrix matrices[4];
	for (int i = 0; i < 4; i++) {
		matrices[i] = (ptx_matrix){.fragment = i == 0   ? FRAGMENT_A
						       : i == 1 ? FRAGMENT_B
								: FRAGMENT_C,
					   .m = in->shape[0],
					   .n = in->shape[1],
					   .k = in->shape[2],
					   .type = types[i]};
		known = known && gm_ptx_matrix_type_is_known(types[i]);
	}
	return known ? lower_product(lo, in, matrices) : lower_counted(lo, in, 1);
}

bool
gm_ptx_lower_mma(ptx_lowering *lo, const ptx_instruction *in)
{
	return lower_multiply(lo, in);
}

/* Bytes that each of the four warps fetches from shared memory: its quarter of the rows of A, unless
   they stand in registers, and a quarter of B, which is fetched once for all four. */
static int64_t
fetched_bytes(const ptx_lowering *lo, const ptx_instruction *in)
{
	const int64_t m = in->shape[0], n = in->shape[1], k = in->shape[2];
	const ptx_operand *a = gm_ptx_operand_at(lo, in, 1);
	const bool registers = a && a->kind == OPERAND_VECTOR;
	const int64_t stored = gm_ptx_has(in, MOD_sp) ? k / 2 : k;
	const int64_t bits_a = registers ? 0 : m * stored * gm_ptx_type_bits(gm_ptx_type_at(in, 1));
	return (bits_a + k * n * gm_ptx_type_bits(gm_ptx_type_at(in, 2))) / 8 / 4;
}

static bool
lower_warpgroup(ptx_lowering *lo, const ptx_instruction *in)
{
	const int *shape = in->shape;
	const bool sound = shape[0] == 64 && shape[1] % 8 == 0 && shape[1] <= 256 && shape[2] > 0 &&
			   shape[2] <= 512 && in->types_count == 3;
	if (!sound)
		return gm_ptx_lower_unknown(lo, in);
	if (!lower_counted(lo, in, 4))
		return false;
	ptx_step *s = &lo->program->steps[lo->program->steps_count - 1];
	s->immediate = fetched_bytes(lo, in);
	gm_site operands = lo->sites[s->site];
	operands.operation = GM_ASYNC_COPY;
	operands.type = GM_S32X4;
	operands.space = GM_SHARED;
	operands.access_bytes = 16;
	operands.count = 0;
	operands.mma_flop = 0;
	s->traffic_site = gm_ptx_new_site(lo, operands);
	return true;
}

/* wgmma.mma_async is one instruction of each of four warps, which share its rows; the rest of the
   family are fences and waits. Its operands lie in shared memory behind descriptors, in a layout
   that the tensor core reads without conflicts. */
bool
gm_ptx_lower_wgmma(ptx_lowering *lo, const ptx_instruction *in)
{
	if (gm_ptx_has(in, MOD_mma_async))
		return lower_warpgroup(lo, in);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_NOTHING, NULL);
	s->rule = RULE_NONE;
	gm_ptx_add_site(lo, s, GM_FENCE, GM_NO_TYPE);
	return true;
}

/* Where the fragment lies; a generic address that leads to shared memory is streamed under a site of
   its own. */
static void
place_fragment(ptx_lowering *lo, ptx_step *s, const ptx_matrix *x)
{
	gm_site *site = &lo->sites[s->site];
	int accesses, bytes;
	gm_ptx_wmma_access(x, &accesses, &bytes);
	site->space = x->space == SPACE_SHARED ? GM_SHARED : GM_GLOBAL;
	site->access_bytes = (uint8_t)bytes;
	if (x->space != SPACE_GENERIC)
		return;
	gm_site shared = *site;
	shared.space = GM_SHARED;
	s->traffic_site = gm_ptx_new_site(lo, shared);
}

static bool
lower_move(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool stores = gm_ptx_has(in, MOD_store);
	const ptx_operand *place = gm_ptx_operand_at(lo, in, stores ? 0 : 1);
	const ptx_operand *fragment = gm_ptx_operand_at(lo, in, stores ? 1 : 0);
	const ptx_operand *stride = gm_ptx_operand_at(lo, in, 2);
	const bool shared = gm_ptx_has(in, MOD_shared) || gm_ptx_has(in, MOD_shared_cta);
	ptx_matrix x = {.fragment = gm_ptx_has(in, MOD_a)   ? FRAGMENT_A
				    : gm_ptx_has(in, MOD_b) ? FRAGMENT_B
							    : FRAGMENT_C,
			.m = in->shape[0],
			.n = in->shape[1],
			.k = in->shape[2],
			.type = gm_ptx_type_at(in, 0),
			.row_major = gm_ptx_has(in, MOD_row),
			.store = stores,
			.space = shared                       ? SPACE_SHARED
				 : gm_ptx_has(in, MOD_global) ? SPACE_GLOBAL
							      : SPACE_GENERIC};
	uint32_t units[REGISTERS_MAX + 2], leading;
	int count = stores ? 2 : 0;
	ptx_base base;
	if (!shape_is_sound(in) || !gm_ptx_matrix_type_is_known(x.type) || in->count < 2)
		return gm_ptx_lower_unknown(lo, in);
	const int row_length = x.fragment == FRAGMENT_A ? x.k : x.n;
	const int column_length = x.fragment == FRAGMENT_B ? x.k : x.m;
	const ptx_operand plain = {.kind = OPERAND_INTEGER,
				   .integer = x.row_major ? row_length : column_length};
	if (!gm_ptx_address(lo, place, &base) ||
	    !register_list(lo, fragment, register_type(x.type), !stores, units, &count,
			   REGISTERS_MAX) ||
	    !gm_ptx_source(lo, stride ? stride : &plain, PTX_U32, &leading))
		return false;
	if (count - (stores ? 2 : 0) < gm_ptx_matrix_registers(&x))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: too few registers", in->name);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_wmma_move);
	const uint32_t where[2] = {base.unit, leading};
	s->rule = RULE_OPAQUE;
	s->streams_itself = true;
	s->matrix = keep(lo, &x, 1);
	s->immediate = base.offset;
	s->from = (uint8_t)base.bits;
	units[0] = stores ? base.unit : units[0];
	units[1] = stores ? leading : units[1];
	if (!stores)
		gm_ptx_set_results(lo, s, units, count);
	gm_ptx_set_sources(lo, s, stores ? units : where, stores ? count : 2);
	gm_ptx_add_site(lo, s, stores ? GM_STORE : GM_LOAD, gm_ptx_type_model(x.type));
	place_fragment(lo, s, &x);
	return true;
}

bool
gm_ptx_lower_wmma(ptx_lowering *lo, const ptx_instruction *in)
{
	return gm_ptx_has(in, MOD_mma) ? lower_multiply(lo, in) : lower_move(lo, in);
}

static bool
lower_transpose(ptx_lowering *lo, const ptx_instruction *in)
{
	uint32_t d, a;
	if (!gm_ptx_result(lo, gm_ptx_operand_at(lo, in, 0), PTX_B32, &d) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 1), PTX_B32, &a))
		return false;
	if (d == PTX_NO_UNIT)
		d = gm_ptx_new_units(lo, 32);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_matrix_transpose);
	s->rule = RULE_OPAQUE;
	gm_ptx_set_results(lo, s, &d, 1);
	gm_ptx_set_sources(lo, s, &a, 1);
	gm_ptx_add_site(lo, s, GM_SHUFFLE, GM_U16);
	return true;
}

bool
gm_ptx_lower_matrix(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool stores = in->opcode == OP_STMATRIX;
	const int matrices = gm_ptx_has(in, MOD_x4) ? 4 : gm_ptx_has(in, MOD_x2) ? 2 : 1;
	const bool plain =
		in->shape[0] == 8 && in->shape[1] == 8 && gm_ptx_type_at(in, 0) == PTX_B16;
	uint32_t units[5];
	int count = stores ? 1 : 0;
	ptx_base base;
	if (in->opcode == OP_MOVMATRIX)
		return lower_transpose(lo, in);
	if (!plain || in->count != 2)
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, stores ? 0 : 1), &base) ||
	    !register_list(lo, gm_ptx_operand_at(lo, in, stores ? 1 : 0), PTX_B32, !stores, units,
			   &count, 5))
		return false;
	if (count - (stores ? 1 : 0) != matrices)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: expected %d registers", in->name,
				     matrices);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_MEMORY,
				      stores ? gm_ptx_matrix_store : gm_ptx_matrix_load);
	s->rule = RULE_LOAD;
	s->opaque_load = true;
	s->space = SPACE_SHARED;
	s->immediate = base.offset;
	s->from = (uint8_t)base.bits;
	s->type = PTX_B16;
	s->vector = (uint8_t)matrices;
	s->clamp = gm_ptx_has(in, MOD_trans);
	units[0] = stores ? base.unit : units[0];
	if (!stores)
		gm_ptx_set_results(lo, s, units, count);
	gm_ptx_set_sources(lo, s, stores ? units : &base.unit, stores ? count : 1);
	gm_ptx_add_site(lo, s, stores ? GM_STORE : GM_LOAD, GM_U16);
	lo->sites[s->site].space = GM_SHARED;
	lo->sites[s->site].access_bytes = 16;
	return true;
}
