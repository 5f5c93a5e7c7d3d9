#include "simt/lower.h"

#include "simt/access.h"

enum { VECTOR_MAX = 8 };

static ptx_space
space_of(const ptx_instruction *in)
{
	static const struct {
		ptx_modifier modifier;
		ptx_space space;
	} rows[] = {
		{MOD_global, SPACE_GLOBAL},         {MOD_const, SPACE_CONST},
		{MOD_shared, SPACE_SHARED},         {MOD_shared_cta, SPACE_SHARED},
		{MOD_shared_cluster, SPACE_SHARED}, {MOD_local, SPACE_LOCAL},
		{MOD_param, SPACE_PARAM},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (gm_ptx_has(in, rows[i].modifier))
			return rows[i].space;
	return SPACE_GENERIC;
}

static gm_space
model_space(ptx_space space)
{
	static const gm_space spaces[] = {
		[SPACE_GENERIC] = GM_GLOBAL, [SPACE_REGISTER] = GM_NO_SPACE,
		[SPACE_GLOBAL] = GM_GLOBAL,  [SPACE_CONST] = GM_CONSTANT,
		[SPACE_SHARED] = GM_SHARED,  [SPACE_LOCAL] = GM_LOCAL,
		[SPACE_PARAM] = GM_CONSTANT,
	};
	return spaces[space];
}

static int
vector_of(const ptx_instruction *in)
{
	return gm_ptx_has(in, MOD_v2)   ? 2
	       : gm_ptx_has(in, MOD_v4) ? 4
	       : gm_ptx_has(in, MOD_v8) ? 8
					: 1;
}

/* Values of a load or store: their units, and whether their registers are 64 bits wide. A value may
   stand in a wider register than its type. A 128-bit value is two of 64 bits. */
typedef struct value_list {
	ptx_type type;
	int count;
	bool wide, seen;
	uint32_t units[VECTOR_MAX];
} value_list;

static bool
value_unit(ptx_lowering *lo, const ptx_operand *o, bool written, value_list *list, int i)
{
	ptx_type found = list->type;
	bool good;
	if (o->kind == OPERAND_REGISTER)
		good = gm_ptx_register_unit(lo, o, &list->units[i], &found);
	else
		good = written ? gm_ptx_result(lo, o, list->type, &list->units[i])
			       : gm_ptx_source(lo, o, list->type, &list->units[i]);
	if (!good)
		return false;
	const int bits = gm_ptx_type_bits(found);
	if (found == PTX_PRED || bits < gm_ptx_type_bits(list->type))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: a register of type .%s", lo->now->name,
				     gm_ptx_type_name(found));
	if (o->kind == OPERAND_SINK)
		return true;
	const bool wide = bits > 32;
	if (list->seen && wide != list->wide)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: registers of different widths",
				     lo->now->name);
	list->wide = wide;
	list->seen = true;
	return true;
}

static bool
read_values(ptx_lowering *lo, const ptx_operand *o, bool written, value_list *list)
{
	const bool vector = o && o->kind == OPERAND_VECTOR;
	if (!o || (vector ? o->count : 1) != list->count)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: expected %d values", lo->now->name,
				     list->count);
	list->wide = gm_ptx_type_bits(list->type) == 64;
	for (int i = 0; i < list->count; i++)
		if (!value_unit(lo, vector ? gm_ptx_part(lo, o, i) : o, written, list, i))
			return false;
	if (list->type == PTX_B128 && list->count == 1) {
		list->type = PTX_B64;
		list->count = 2;
		list->units[1] = list->units[0] == PTX_NO_UNIT ? PTX_NO_UNIT : list->units[0] + 2;
	}
	return true;
}

static void
set_place(ptx_step *s, const ptx_base *base, ptx_space space, const value_list *list)
{
	/* A parameter of a device function lives in the local frame of the lane. */
	const bool in_frame = space == SPACE_PARAM && base->space == SPACE_LOCAL;
	s->space = (uint8_t)(in_frame ? SPACE_LOCAL : space);
	s->immediate = base->offset;
	s->from = (uint8_t)base->bits;
	s->type = (uint8_t)list->type;
	s->vector = (uint8_t)list->count;
	s->detail = list->wide;
}

/* Of the function or of one that called it, directly or not: nothing else has an address there. */
static bool
has_local_variables(const ptx_frame *frame)
{
	for (; frame; frame = frame->caller)
		for (size_t i = 0; i < frame->function->variables_count; i++)
			if (frame->function->variables[i].space == SPACE_LOCAL)
				return true;
	return false;
}

static void
add_memory_site(ptx_lowering *lo, ptx_step *s, gm_operation operation, const value_list *list)
{
	const ptx_space space = (ptx_space)s->space;
	const int bytes = gm_ptx_type_bytes(list->type) * list->count;
	gm_ptx_add_site(lo, s, operation, gm_ptx_model_type(list->type, list->count));
	gm_site *site = &lo->sites[s->site];
	site->space = model_space(space);
	site->access_bytes = (uint8_t)bytes;
	if (space != SPACE_GENERIC)
		return;
	/* A generic address that leads to shared or local memory is streamed under a site of its own. */
	gm_site other = *site;
	other.space = GM_SHARED;
	s->traffic_site = gm_ptx_new_site(lo, other);
	other.space = GM_LOCAL;
	if (has_local_variables(lo->frame))
		s->local_site = gm_ptx_new_site(lo, other);
}

static bool
lower_known_parameter(ptx_lowering *lo, const ptx_base *base, const value_list *list)
{
	const ptx_program *p = lo->program;
	const int bytes = gm_ptx_type_bytes(list->type);
	for (int i = 0; i < list->count; i++) {
		const int64_t at = (int64_t)base->value + base->offset + i * bytes;
		uint64_t value = 0;
		if (at < 0 || at + bytes > p->parameters_bytes)
			return gm_ptx_refuse(lo, GM_OUT_OF_BOUNDS, "%s reads beyond the parameters",
					     lo->now->name);
		__builtin_memcpy(&value, p->parameters + at, (size_t)bytes);
		const int unused = 64 - 8 * bytes;
		if (gm_ptx_type_kind(list->type) == KIND_SIGNED)
			value = (uint64_t)((int64_t)(value << unused) >> unused);
		if (list->units[i] == PTX_NO_UNIT)
			continue;
		const uint32_t from = gm_ptx_constant(lo, list->wide ? value : value & UINT32_MAX,
						      list->wide ? 64 : 32);
		ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES,
					      list->wide ? gm_ptx_copy_64 : gm_ptx_copy_32);
		s->rule = RULE_COPY;
		lo->program->words[lo->program->steps_count - 1].offset = (int32_t)at;
		gm_ptx_set_results(lo, s, &list->units[i], 1);
		gm_ptx_set_sources(lo, s, &from, 1);
	}
	return true;
}

static bool
fits(ptx_lowering *lo, const value_list *list)
{
	const int bytes = gm_ptx_type_bytes(list->type) * list->count;
	return bytes <= 32 ||
	       gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s moves %d bytes per lane", lo->now->name, bytes);
}

/* Loads that L2 serves: the machine's LDG.STRONG.GPU and .SYS. What a block's own threads wrote (.cta, LDG.STRONG.SM)
   L1 may have (stream_read, which reads 8 MiB eight times with .cg, and beside, whose 32 words hit with .relaxed.cta). */
static bool
passes_l1(const ptx_instruction *in)
{
	const bool shared = gm_ptx_has(in, MOD_acquire) || gm_ptx_has(in, MOD_relaxed);
	return gm_ptx_has(in, MOD_cg) || gm_ptx_has(in, MOD_cv) || gm_ptx_has(in, MOD_volatile) ||
	       (shared && !gm_ptx_has(in, MOD_cta));
}

/* What threads of other blocks have done is seen behind it. */
static bool
acquires(const ptx_instruction *in)
{
	return (gm_ptx_has(in, MOD_acquire) || gm_ptx_has(in, MOD_acq_rel)) && !gm_ptx_has(in, MOD_cta);
}

bool
gm_ptx_lower_load(ptx_lowering *lo, const ptx_instruction *in)
{
	value_list list = {.type = gm_ptx_type_at(in, 0), .count = vector_of(in)};
	const ptx_space space = space_of(in);
	ptx_base base;
	if (list.type == PTX_NO_TYPE)
		return gm_ptx_lower_unknown(lo, in);
	if (!read_values(lo, gm_ptx_operand_at(lo, in, 0), true, &list) || !fits(lo, &list) ||
	    !gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 1), &base))
		return false;
	if (space == SPACE_PARAM && base.known && base.space == SPACE_PARAM)
		return lower_known_parameter(lo, &base, &list);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_MEMORY, gm_ptx_load);
	s->rule = RULE_LOAD;
	set_place(s, &base, space, &list);
	gm_ptx_set_results(lo, s, list.units, list.count);
	gm_ptx_set_sources(lo, s, &base.unit, 1);
	s->volatile_read = gm_ptx_has(in, MOD_volatile) || gm_ptx_has(in, MOD_acquire) ||
			   gm_ptx_has(in, MOD_relaxed);
	if (space != SPACE_PARAM)
		add_memory_site(lo, s, GM_LOAD, &list);
	if (s->site != PTX_NO_SITE) {
		gm_site *site = &lo->sites[s->site];
		site->past_l1 = site->space == GM_GLOBAL && passes_l1(in);
		site->empties_l1 = site->space == GM_GLOBAL && acquires(in);
	}
	return true;
}

/* What the thread has done before is seen before it. */
static bool
releases(const ptx_instruction *in)
{
	return gm_ptx_has(in, MOD_release) || gm_ptx_has(in, MOD_acq_rel);
}

bool
gm_ptx_lower_store(ptx_lowering *lo, const ptx_instruction *in)
{
	value_list list = {.type = gm_ptx_type_at(in, 0), .count = vector_of(in)};
	const ptx_space space = space_of(in);
	uint32_t sources[1 + VECTOR_MAX];
	ptx_base base;
	if (list.type == PTX_NO_TYPE || gm_ptx_has(in, MOD_async))
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 0), &base) ||
	    !read_values(lo, gm_ptx_operand_at(lo, in, 1), false, &list) || !fits(lo, &list))
		return false;
	sources[0] = base.unit;
	for (int i = 0; i < list.count; i++)
		sources[i + 1] = list.units[i];
	ptx_step *s = gm_ptx_add_step(lo, ACTION_MEMORY, gm_ptx_store);
	s->rule = RULE_NONE;
	s->releases = releases(in);
	set_place(s, &base, space, &list);
	gm_ptx_set_sources(lo, s, sources, list.count + 1);
	if (space != SPACE_PARAM)
		add_memory_site(lo, s, GM_STORE, &list);
	return true;
}

static uint8_t
atomic_operation(const ptx_instruction *in)
{
	static const ptx_modifier words[] = {MOD_add, MOD_min, MOD_max, MOD_inc,  MOD_dec,
					     MOD_and, MOD_or,  MOD_xor, MOD_exch, MOD_cas};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (gm_ptx_has(in, words[i]))
			return (uint8_t)words[i];
	return 0;
}

/* atom d, [a], b {, c}; red [a], b. A 16-bit or 128-bit compare-and-swap has no model. */
bool
gm_ptx_lower_atomic(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool returns = in->opcode == OP_ATOM;
	const uint8_t operation = atomic_operation(in);
	value_list old = {.type = gm_ptx_type_at(in, 0), .count = vector_of(in)}, given = old;
	uint32_t sources[2 + VECTOR_MAX];
	ptx_base base;
	const bool swaps = operation == MOD_cas;
	if (!operation || old.type == PTX_NO_TYPE || gm_ptx_type_bits(old.type) > 64 ||
	    gm_ptx_has(in, MOD_async) || in->count < (returns ? 3 : 2) + (swaps ? 1 : 0))
		return gm_ptx_lower_unknown(lo, in);
	const int first = returns ? 1 : 0;
	if (returns && !read_values(lo, gm_ptx_operand_at(lo, in, 0), true, &old))
		return false;
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, first), &base) ||
	    !read_values(lo, gm_ptx_operand_at(lo, in, first + 1), false, &given))
		return false;
	if (given.wide != (gm_ptx_type_bits(given.type) == 64) ||
	    (returns && old.wide != given.wide))
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: registers of another width", in->name);
	int count = 0;
	sources[count++] = base.unit;
	for (int i = 0; i < given.count; i++)
		sources[count++] = given.units[i];
	if (swaps &&
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, first + 2), given.type, &sources[count++]))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_MEMORY, gm_ptx_atomic);
	s->rule = RULE_OPAQUE;
	s->rounding = operation;
	set_place(s, &base, space_of(in), &given);
	s->volatile_read = true;
	s->releases = releases(in);
	if (returns)
		gm_ptx_set_results(lo, s, old.units, old.count);
	gm_ptx_set_sources(lo, s, sources, count);
	add_memory_site(lo, s, returns || s->space == SPACE_GENERIC ? GM_ATOMIC : GM_REDUCE, &given);
	const bool rounds =
		gm_type_in_rounds(lo->sites[s->site].type, lo->sites[s->site].access_bytes,
				  swaps || operation == MOD_exch);
	lo->sites[s->site].in_rounds = rounds && lo->sites[s->site].space == GM_SHARED;
	s->offers = lo->sites[s->site].in_rounds && (operation == MOD_min || operation == MOD_max) &&
		    gm_ptx_type_kind(given.type) != KIND_FLOAT;
	lo->sites[s->site].looks_first = s->offers;
	lo->sites[s->site].empties_l1 = s->space != SPACE_SHARED && acquires(in);
	if (s->traffic_site != PTX_NO_SITE)
		lo->sites[s->traffic_site].in_rounds = rounds;
	return true;
}
